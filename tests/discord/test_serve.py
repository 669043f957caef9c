"""`rada bot` as a command: what is wrong is said in one line, and the log tells no secret."""

import asyncio
import gc
import io
import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from bot import serve
from bot.__main__ import main
from bot.logs import OneLine, keep_log
from bot.sqlite_file import hold, make
from bot.sqlite_schema import MIGRATIONS
from bot.store import StoreError
from narrator.choose import NoNarrator
from narrator.settings import NarratorSettings
from tests.store.memory import MemoryStore

TOKEN: Final = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"  # noqa: S105 - nobody's


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Somebody's machine, with a token and a store; the log stays with the tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("RADA_STORE", str(tmp_path / "rada.db"))
    monkeypatch.setenv("NARRATOR", "deck")
    monkeypatch.setattr(serve, "keep_log", lambda _: None)
    return monkeypatch


def complaint(capsys: pytest.CaptureFixture[str], code: int) -> str:
    assert main(["bot"]) == code
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith("rada bot: ")
    assert TOKEN not in line
    assert not any("_connection_worker" in thread.name for thread in threading.enumerate())  # it would have a last word
    return line


def test_without_a_token(host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    host.setenv("DISCORD_TOKEN", " ")
    assert "DISCORD_TOKEN" in complaint(capsys, serve.BAD_SETTING)


@pytest.mark.parametrize("token", ["abc", "a.b", "a.b.c\nX: y", "a.b.ż", "Bot a.b.c"])
def test_what_is_no_token_is_sent_nowhere(
    host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    host.setenv("DISCORD_TOKEN", token)
    told = complaint(capsys, serve.BAD_SETTING)
    assert "DISCORD_TOKEN is no bot token" in told
    assert token not in told


@pytest.mark.parametrize(
    ("name", "value"), [("NARRATOR_DEADLINE", "sekret"), ("NARRATOR", "sekret"), ("NARRATOR_AT_ONCE", "0")]
)
@pytest.mark.parametrize("in_file", [False, True])
def test_with_a_wrong_setting(
    host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str, *, in_file: bool
) -> None:
    host.delenv("NARRATOR")
    if in_file:
        Path(".env").write_text(f"{name}={value}\n", encoding="utf-8")
    else:
        host.setenv(name, value)
    told = complaint(capsys, serve.BAD_SETTING)
    assert f"the setting {name}: " in told
    assert "sekret" not in told


def test_with_a_narrator_that_cannot_be_had(host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    host.setenv("NARRATOR", "genai")
    host.setenv("GEMINI_API_KEY", "")
    host.setenv("GOOGLE_API_KEY", "")
    assert "NARRATOR=genai needs a key" in complaint(capsys, serve.BAD_SETTING)


def newer(path: Path) -> None:
    make(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (newer, "newer"),
        (lambda path: path.write_bytes(b"x" * 5000), "damaged"),
        (lambda path: path.mkdir(), "is a folder; name a file in it"),
        (lambda path: path.symlink_to(path.name), "in a circle"),
        (hold, "another program is using the store"),
    ],
)
def test_with_a_store_that_cannot_be_used(
    host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], Any], word: str
) -> None:
    spoil(Path("rada.db").absolute())
    assert word in complaint(capsys, serve.FAILED)


def test_with_no_place_for_a_store(host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").write_text("", encoding="utf-8")
    host.setenv("RADA_STORE", str(Path("file/rada.db").absolute()))
    assert "file is no folder; name a file in one" in complaint(capsys, serve.FAILED)


def test_with_a_place_that_takes_no_folder(host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    host.setenv("RADA_STORE", str(Path("long" * 100, "rada.db").absolute()))
    assert "RADA_STORE" in complaint(capsys, serve.FAILED)


class Broken(MemoryStore):
    async def put(self, _: str) -> dict[str, str]:
        raise StoreError("the disk cannot be read")


@pytest.mark.parametrize(
    ("store", "kind", "error"), [(Broken(), "deck", StoreError), (MemoryStore(), "genai", NoNarrator)]
)
async def test_what_cannot_be_opened_is_closed(store: MemoryStore, kind: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        async with serve.open_bot(store, NarratorSettings(kind=kind, api_key=None)):
            pass
    assert store._closed


def test_councillors_think_as_long_as_people() -> None:
    pace = [serve.thinking(number) for number in range(1000)]
    assert pace == sorted(pace)
    assert pace[0] == serve.QUICKEST
    assert pace[-1] < serve.SLOWEST
    assert pace[500] < (serve.QUICKEST + serve.SLOWEST) / 2


# -- the log ----------------------------------------------------------------------------------------------------------


def logged(*arguments: Any, error: Exception | None = None) -> str:
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    handler.setFormatter(OneLine(TOKEN))
    info = (type(error), error, error.__traceback__) if error else None
    handler.handle(logging.LogRecord("rada.door", logging.WARNING, "", 1, arguments[0], arguments[1:], info))
    return heard.getvalue()


def test_a_record_is_a_line() -> None:
    assert logged("game %s:\nround %s\r\n", "g", 3).partition("Z ")[2] == "WARNING rada.door: game g: round 3\n"


@pytest.mark.parametrize(
    "text",
    [
        TOKEN,
        f"Bot {TOKEN}!",
        "https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb246sekret/callback",
        "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246sekret?wait=true",
        "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246sekret/messages/@original",
    ],
)
def test_no_token_is_logged(text: str) -> None:
    for said in (logged("%s", text), logged(text)):
        assert TOKEN not in said
        assert "sekret" not in said


def test_of_a_failure_only_its_kind_is_logged() -> None:
    try:
        raise ZeroDivisionError("sekret")
    except ZeroDivisionError as caught:
        said = logged("Ignoring exception in %s", "on_ready", error=caught)
    assert said.endswith("Ignoring exception in on_ready (ZeroDivisionError)\n")


async def test_of_a_task_that_failed_only_the_kind_is_logged() -> None:
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    handler.setFormatter(OneLine(TOKEN))
    logger = logging.getLogger("asyncio")
    logger.addHandler(handler)
    try:
        task = asyncio.create_task(_fail())
        await asyncio.wait((task,))
        del task
        gc.collect()
    finally:
        logger.removeHandler(handler)
    assert heard.getvalue().endswith("asyncio: Task exception was never retrieved (ZeroDivisionError)\n")


async def _fail() -> None:
    raise ZeroDivisionError("sekret")


def test_libraries_speak_only_of_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {name: logging.getLogger(name).level for name in ("", "rada")}
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    try:
        keep_log(TOKEN)
        assert [type(handler.formatter) for handler in logging.getLogger().handlers] == [OneLine]
        assert not logging.getLogger("discord.http").isEnabledFor(logging.INFO)
        assert logging.getLogger("discord.client").isEnabledFor(logging.WARNING)
        assert logging.getLogger("rada.bot").isEnabledFor(logging.INFO)
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
