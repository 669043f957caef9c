"""`rada doctor`: everything that a host can get wrong, looked at before a game suffers from it. A finding is one line,
a fault names its cure, and no key or token is ever shown."""

import asyncio
import fcntl
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, Literal, NamedTuple

from bot.backup import check
from bot.purse import DAY, SPENT, spent_from
from bot.rows import UNREADABLE
from bot.settings import ENV, BadSettings, S, Settings, named, read
from bot.sqlite_file import connect, refuse_misplaced, resolved
from bot.store import StoreError
from narrator.budget import Spent, utc_day
from narrator.choose import NoNarrator, chosen
from narrator.settings import NarratorSettings

FINE: Final = 0
FAILED: Final = 1
OLDEST_PYTHON: Final = (3, 11)
PRIVATE: Final = 0o600
KILOBYTE: Final = 1024
ELSEWHERE: Final = "name a place of your own with RADA_STORE, or --store"


class Finding(NamedTuple):
    level: Literal["ok", "warn", "fault"]
    what: str
    cure: str = ""

    def __str__(self) -> str:
        return f"{self.level:<5}  {self.what}" + (f". Cure: {self.cure}" if self.cure else "")


def doctor(store: str | None) -> int:
    code = FINE
    for finding in _findings(store):
        print(finding, flush=True)
        if finding.level == "fault":
            code = FAILED
    return code


def _findings(store: str | None) -> Iterator[Finding]:
    """Whatever is wrong, everything is looked at."""
    yield python(sys.version_info[:2])
    broken: list[Finding] = []
    settings, teller = _read(Settings, broken), _read(NarratorSettings, broken)
    path = _path(store, settings, broken)
    if path is not None:
        yield from _guarded("store", look_at_store(path))
    if teller is not None:
        yield from _guarded("narrator", look_at_narrator(teller, spent_today(path) if path is not None else Spent()))
    yield from _guarded(ENV, look_at_env(Path(ENV)))
    yield from dict.fromkeys(broken)
    if settings is not None:
        yield from _guarded("Discord", _look_at_discord(settings))


def _guarded(what: str, look: Iterator[Finding]) -> Iterator[Finding]:
    try:
        yield from look
    except Exception as error:  # noqa: BLE001 - whatever it was, the rest is to be seen
        why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
        yield Finding("fault", f"{what}: it could not be looked at ({why})", "mend that, then ask again")


def _read(kind: type[S], broken: list[Finding]) -> S | None:
    try:
        return read(kind)
    except BadSettings as error:
        broken += [Finding("fault", *flaw) for flaw in error.flaws]
        return None


def _path(store: str | None, settings: Settings | None, broken: list[Finding]) -> Path | None:
    try:
        return named(store) if store else settings.store if settings is not None else None
    except BadSettings as error:
        broken += [Finding("fault", *flaw) for flaw in error.flaws]
        return None


def python(version: tuple[int, int]) -> Finding:
    words = f"Python {'.'.join(map(str, version))}"
    if version >= OLDEST_PYTHON:
        return Finding("ok", words)
    return Finding("fault", f"{words} is too old", f"install Python {'.'.join(map(str, OLDEST_PYTHON))} or newer")


def look_at_env(path: Path) -> Iterator[Finding]:
    if path.is_file() and path.stat().st_mode & 0o077:
        yield Finding("warn", f"{path}: others on this computer can read the token in it", f"chmod 600 {path}")


# -- the store --------------------------------------------------------------------------------------------------------


def look_at_store(path: Path) -> Iterator[Finding]:
    try:
        yield from _store(resolved(path))
    except StoreError as error:
        what, _, cure = str(error).partition("; ")
        yield Finding("fault", f"store: {what}", cure or ELSEWHERE)
    except OSError as error:
        yield Finding("fault", f"store: {path}: {error.strerror}", ELSEWHERE)


def _store(path: Path) -> Iterator[Finding]:
    refuse_misplaced(path)
    if room := _room_for(path):
        yield room
        return
    if faults := check(path):
        cure = (
            f"stop the bot and put a copy back with `rada restore FILE --store {path}`, or name another with RADA_STORE"
        )
        yield from (Finding("fault", f"store: {fault}", cure) for fault in faults)
        return
    size = -(-path.stat().st_size // KILOBYTE)
    yield Finding("ok", f"store: {path} is sound, {size} kB" + (", in use by a running bot" if _in_use(path) else ""))
    yield from _ownership(path)


def _room_for(path: Path) -> Finding | None:
    """The store is never alone in its folder. Only trying tells whether that takes files, which leaves none there."""
    folder = next(folder for folder in path.parents if folder.exists())
    try:
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return Finding("fault", f"store: no file can be made in {folder} ({error.strerror})", ELSEWHERE)
    if path.exists():
        return None
    return Finding("ok", f"store: {path} is not there yet; it is made when the bot starts")


def _ownership(path: Path) -> Iterator[Finding]:
    status = path.stat()
    if status.st_uid != os.getuid():
        yield Finding(
            "fault", "store: the file belongs to another user", "run the bot as that user, or change the file's owner"
        )
    elif not os.access(path, os.R_OK | os.W_OK):
        yield Finding("fault", "store: the file is read-only", f"chmod 600 {path}")
    elif status.st_mode & 0o777 != PRIVATE:
        yield Finding("warn", "store: others on this computer can read it", f"chmod 600 {path}")


def _in_use(path: Path) -> bool:
    """Whether a running program holds it; looking makes no file and holds nothing."""
    lock = Path(f"{path}.lock")
    if not lock.exists():
        return False
    try:
        with lock.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except PermissionError:  # whose the store is comes next
        return False
    return False


# -- the narrator -----------------------------------------------------------------------------------------------------


def look_at_narrator(settings: NarratorSettings, spent: Spent) -> Iterator[Finding]:
    try:
        kind = chosen(settings)
    except NoNarrator as error:
        what, _, cure = str(error).partition(": ")
        yield Finding("fault", f"narrator: {what}", cure)
        return
    if kind == "deck":
        yield _deck(settings)
        return
    try:
        import_module(f"narrator.{kind}")
    except Exception as error:  # noqa: BLE001 – whatever an SDK trips over when it is imported
        cure = f"in the clone, .venv/bin/pip install --force-reinstall '.[{kind}]', or NARRATOR=deck"
        yield Finding("fault", f"narrator: the SDK of {kind} cannot be imported ({type(error).__name__})", cure)
        return
    yield Finding("ok", f"narrator: {kind} with {settings.model}; the key is set, and was not tried, for that costs")
    yield _budget(settings, spent)


def _deck(settings: NarratorSettings) -> Finding:
    if settings.kind == "auto" and settings.api_key:
        cure = "in the clone, .venv/bin/pip install '.[genai]', or NARRATOR=deck"
        return Finding("warn", "narrator: there is a key but no SDK, so the deck tells the game", cure)
    return Finding("ok", "narrator: the deck tells the game; no model is asked")


def _budget(settings: NarratorSettings, spent: Spent) -> Finding:
    calls, tokens = settings.calls_per_day - spent.calls, settings.tokens_per_day - spent.tokens
    words = f"narrator: today {spent.calls} calls and {spent.tokens} tokens are spent"
    if calls > 0 and tokens > 0:
        return Finding("ok", f"{words}, {calls} calls and {tokens} tokens are left")
    cure = "wait for the next day (UTC), or raise NARRATOR_CALLS_PER_DAY or NARRATOR_TOKENS_PER_DAY"
    return Finding("warn", f"{words}: the budget is gone, and the deck tells the rest", cure)


def spent_today(store: Path) -> Spent:
    """Read beside a bot that may be running, so without a lock; nothing where nothing can be read, for the look at the
    store has named it already."""
    try:
        if not store.is_file():
            return Spent()
        with closing(connect(store.absolute(), "ro")) as db:
            row = db.execute("SELECT value FROM put WHERE name = ?", (f"{SPENT}{DAY}{utc_day()}",)).fetchone()
        return spent_from(row[0]) if row and row[0] else Spent()
    except (OSError, sqlite3.Error, *UNREADABLE):
        return Spent()


# -- Discord ----------------------------------------------------------------------------------------------------------


def _look_at_discord(settings: Settings) -> Iterator[Finding]:
    if settings.token is None:
        cure = "put DISCORD_TOKEN=… into .env; docs/hosting.md says where the token is found"
        yield Finding("fault", "token: there is none", cure)
        return
    from bot.discord_checkup import examine

    yield from asyncio.run(examine(settings.token.get_secret_value()))
