"""`rada play`: a game in the terminal, through the same table, store and narrator as anywhere else."""

import argparse
import asyncio
import os
import re
import shlex
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from logging import NullHandler, getLogger
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bot.clock import SystemClock
from bot.console import Console, LeftForNow
from bot.console_game import TerminalGame
from bot.console_inbox import Inbox
from bot.console_lobby import LONGEST_NAME, ask_game, ask_name, deal, greet, people, sound_name
from bot.post import Post
from bot.purse import purse_of
from bot.settings import BadSettings, read
from bot.sitting import Sitting
from bot.sqlite_store import SqliteStore
from bot.store import Game, Store, StoreError
from bot.table import Means
from bot.tables import Tables
from bot.taking_up import take_up
from bot.text import line, say
from engine.decide import MAX_SEATS, MIN_SEATS
from engine.jsonl import BrokenRecording
from engine.recording import Different
from engine.rules import PRESETS, RuleSet
from narrator.choose import Narrators, NoNarrator
from narrator.settings import NarratorSettings

BAD_ARGUMENTS: Final = 2
FAILED: Final = 1
INTERRUPTED: Final = 130
SEATS: Final = 6


OURS: Final = "play-"
"""Begins the names of games that are played in a terminal."""


class BadArgument(ValueError):
    """Says in one line what cannot be done."""


class Wanted(NamedTuple):
    """`people` is empty where the name is asked for. `file` is None for a game that nobody will come back to."""

    people: tuple[str, ...]
    seats: int
    seed: str
    rules: RuleSet
    file: Path | None
    new: bool
    auto: bool


def play(arguments: argparse.Namespace) -> int:
    console = Console()
    visit = Visit(console)
    try:
        wanted = read_wanted(arguments)
        with _ended_like_by_ctrl_c():
            asyncio.run(visit.go(wanted, _settings(wanted)))
    except (LeftForNow, KeyboardInterrupt) as leaving:
        console.keyboard.restore()
        visit.say_goodbye(_command(arguments))
        return INTERRUPTED if isinstance(leaving, KeyboardInterrupt) else 0
    except (BadArgument, NoNarrator) as error:
        return _failed(error, BAD_ARGUMENTS)
    except StoreError as error:
        return _failed(error, FAILED)
    finally:
        console.keyboard.restore()
    visit.say_goodbye(_command(arguments))
    return 0


def _failed(error: Exception, code: int) -> int:
    print(f"rada play: {error}", file=sys.stderr)
    return code


def _command(arguments: argparse.Namespace) -> str:
    """What brings whoever plays back here."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        program = "python -m bot"
    else:
        program = "rada" if shutil.which("rada") else shlex.quote(os.path.relpath(started))
    return f"{program} play" + (f" --file {shlex.quote(arguments.file)}" if arguments.file else "")


# -- what is asked ----------------------------------------------------------------------------------------------------


def read_wanted(arguments: argparse.Namespace) -> Wanted:
    people = _people(arguments)
    if arguments.preset not in PRESETS:
        raise BadArgument(f"--preset must be one of {', '.join(PRESETS)}, not {arguments.preset!r}")
    return Wanted(
        people,
        _seats(arguments.seats, len(people)),
        _seed(arguments.seed),
        PRESETS[arguments.preset],
        _file(arguments),
        arguments.new or arguments.auto,
        arguments.auto,
    )


def _people(arguments: argparse.Namespace) -> tuple[str, ...]:
    asked = [option for option in ("auto", "hot_seat", "name") if getattr(arguments, option)]
    if len(asked) > 1:
        one, other = (f"--{option.replace('_', '-')}" for option in asked[:2])
        raise BadArgument(f"{one} and {other} cannot go together")
    given = arguments.hot_seat.split(",") if arguments.hot_seat is not None else [arguments.name]
    names = [sound_name(name) for name in given if name is not None]
    if None in names:
        raise BadArgument(f"a name must have 1 to {LONGEST_NAME} characters")
    if len({name.casefold() for name in names if name}) < len(names):
        raise BadArgument("--hot-seat needs different names, joined by commas")
    if len(names) > 1 and os.environ.get("TERM") == "dumb":
        raise BadArgument("--hot-seat needs a terminal that can clear its screen, and TERM is dumb")
    return tuple(name for name in names if name)


def _seats(text: str | None, people: int) -> int:
    if text is None and people <= MAX_SEATS:
        return max(SEATS, people)
    least = max(MIN_SEATS, people)
    if text is None or not re.fullmatch("[0-9]{1,2}", text) or not least <= int(text) <= MAX_SEATS:
        raise BadArgument(f"--seats must be a number from {MIN_SEATS} to {MAX_SEATS}, not below that of people")
    return int(text)


def _seed(text: str | None) -> str:
    try:
        (text or "").encode()
    except UnicodeEncodeError:
        raise BadArgument("--seed must be UTF-8 text") from None
    return token_hex(8) if text is None else text


def _file(arguments: argparse.Namespace) -> Path | None:
    if arguments.file is not None:
        return Path(arguments.file)
    return None if arguments.auto else _default_file()


def _default_file() -> Path:
    """Where the user's data are. The folder is for its owner only, like the file."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    folder = (given if given.is_absolute() else Path.home() / ".local" / "share") / "rada"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadArgument(f"{folder}: {error.strerror}; name another place with --file") from None
    return folder / "play.db"


def _settings(wanted: Wanted) -> NarratorSettings:
    """A game that plays itself is over before any model has answered."""
    try:
        return NarratorSettings(kind="deck") if wanted.auto else read(NarratorSettings, None)
    except BadSettings as error:
        raise BadArgument(str(error)) from None


# -- the game ---------------------------------------------------------------------------------------------------------


class Hall(NamedTuple):
    store: Store
    post: Post
    tables: Tables
    inbox: Inbox


class Visit:
    """From the door to the table, and out again."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._game: TerminalGame | None = None

    async def go(self, wanted: Wanted, settings: NarratorSettings) -> None:
        getLogger("rada").addHandler(NullHandler())  # the terminal belongs to whoever plays
        with TemporaryDirectory() as nowhere:
            async with _hall(wanted.file or Path(nowhere) / "auto.db", settings) as hall:
                await self._play(wanted, hall)

    async def _play(self, wanted: Wanted, hall: Hall) -> None:
        waiting = await _waiting(hall.store)
        if not wanted.auto:
            await greet(self._console)
        taken_up = await ask_game(self._console, waiting) if waiting and not wanted.new else None
        if taken_up is not None:
            game = taken_up.game
            await _take_up(hall, game)
        else:
            game = await self._begin(wanted, hall)
        self._game = TerminalGame(self._console, hall.tables[game], hall.post, hall.inbox)
        await self._game.play()

    async def _begin(self, wanted: Wanted, hall: Hall) -> str:
        names = wanted.people or (() if wanted.auto else (await ask_name(self._console),))
        game = hall.inbox.game = f"{OURS}{token_hex(8)}"
        await hall.tables.seat(deal(game, wanted.seed, wanted.rules, names, wanted.seats))
        return game

    def say_goodbye(self, command: str) -> None:
        if self._game is None:
            print()
            return
        over = self._game.table.sitting.state.outcome is not None
        if self._game.shared and not over:
            self._console.clear()
        said = line("console.over" if over else "console.saved", command=command)
        print(f"\n{say(said)}")


@asynccontextmanager
async def _hall(file: Path, settings: NarratorSettings) -> AsyncIterator[Hall]:
    store = await SqliteStore.open(file)
    try:
        purse = await purse_of(store)
        narrators = Narrators(settings, purse)
    except BaseException:
        await store.close()
        raise
    inbox, clock = Inbox(), SystemClock()
    post = Post(store, inbox, clock, lambda: 0.0)
    tables = Tables(Means(store, post, clock, lambda _: 0.0), narrators)
    try:
        yield Hall(store, post, tables, inbox)
    finally:
        with _undisturbed():
            await tables.close()
            await post.close()
            await narrators.close()
            await purse.close()
            await store.close()


@contextmanager
def _ended_like_by_ctrl_c() -> Iterator[None]:
    """Whoever ends us otherwise must not leave secrets on a screen that people share."""
    before = signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever presses Ctrl-C once more waits these few milliseconds."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


async def _waiting(store: Store) -> list[Sitting]:
    """The games of people that have not ended, oldest first. Those of other tables keep their secrets from us, and
    their messages for their own outlet."""
    rows = await store.games()
    if any(not row.game.startswith(OURS) for row in rows):
        raise BadArgument("this file holds games that are not played in a terminal; name another with --file")
    sittings = [await _sitting(store, row) for row in rows if not row.ended]
    return [sitting for sitting in sittings if sitting is not None and people(sitting)]


async def _sitting(store: Store, row: Game) -> Sitting | None:
    try:
        return take_up(row, await store.log(row.game))
    except (BrokenRecording, Different) as error:
        print(f"rada play: game {row.game} cannot be taken up: {error}", file=sys.stderr)
        return None


async def _take_up(hall: Hall, game: str) -> None:
    """The log is told before anything new can happen, which would else be told twice or not at all."""
    await hall.post.resume()
    await hall.post.quiet()
    if (row := await hall.store.game(game)) is not None:
        hall.inbox.retell(row, await hall.store.log(game))
    await hall.tables.resume()
