# ruff: noqa: ASYNC220 – nothing else runs meanwhile, so nothing is held up
"""What only the SQLite store has: one file, its owner's alone, held by one program; and a disk that may fail."""

import asyncio
import hashlib
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from bot import sqlite_schema
from bot.backup import backup, check, restore
from bot.sqlite_store import SqliteStore
from bot.store import Append, Arm, NewGame, Note, Store, StoreConflict, StoreError
from tests.store.changes import contents, line, new, numbers, step
from tests.store.disk import ROOT
from tests.store.sqlite import made, refused, run


def files(path: Path) -> dict[str, str]:
    """Everything in the store's folder, but for SQLite's own index of the -wal file."""
    found = (file for file in sorted(path.parent.iterdir()) if not file.name.endswith(("-shm", ".lock")))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in found}


# -- who may read it, and who may hold it ----------------------------------------------------------------------------


@pytest.fixture
def lax() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("lax")
async def test_files_are_their_owner_s_alone(path: Path) -> None:
    path.parent.chmod(0o755)
    store = await SqliteStore.open(path)
    await store.write(new())
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == {f"rada.db{end}": 0o600 for end in ("", "-wal", "-shm", ".lock")}
    assert path.parent.stat().st_mode & 0o777 == 0o755
    await store.close()


async def test_a_file_open_to_others_is_closed_to_them(path: Path) -> None:
    await made(path)
    path.chmod(0o666)
    store = await SqliteStore.open(path)
    await store.write(new())
    assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
    await store.close()


async def test_only_one_program_holds_the_store(path: Path) -> None:
    before = await made(path)
    store = await SqliteStore.open(path)
    link = path.with_name("link.db")
    link.symlink_to(path)
    assert "another program" in await refused(path)
    with pytest.raises(StoreError, match="another program"):
        await SqliteStore.open(link)
    assert await contents(store) == before
    await store.close()
    await (await SqliteStore.open(path)).close()


HOLDER = """
import asyncio, sys
from bot.sqlite_store import SqliteStore
async def main():
    global store
    store = await SqliteStore.open(sys.argv[1])
    print("held", flush=True)
    sys.stdin.read()
asyncio.run(main())
"""


async def test_another_process_holds_it_until_it_ends_however_it_ends(path: Path) -> None:
    """This one never closes the store, and yet it ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    ) as holder:
        assert holder.stdout
        try:
            assert holder.stdout.readline() == b"held\n"
            assert "another program" in await refused(path)
            holder.communicate(timeout=10)
        finally:
            holder.kill()
    await (await SqliteStore.open(path)).close()


async def test_closing_is_certain_even_if_whoever_closes_is_cancelled(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.write(new())
    writing = asyncio.ensure_future(store.write(*step(1)))
    await asyncio.sleep(0)
    closing_it = asyncio.ensure_future(store.close())
    await asyncio.sleep(0)
    closing_it.cancel()
    await asyncio.wait([closing_it])
    await store.close()
    await writing
    again = await SqliteStore.open(path)
    assert await numbers(again) == [1]
    await again.close()


async def test_closing_is_certain_even_if_the_loop_is_torn_down_meanwhile(path: Path) -> None:
    store = await SqliteStore.open(path)
    writing = asyncio.ensure_future(store.write(new()))
    await asyncio.sleep(0)
    tasks = [asyncio.ensure_future(store.close()), writing]
    await asyncio.sleep(0)
    assert store._closing
    for task in (store._closing, *tasks):
        task.cancel()
    await asyncio.wait([store._closing, *tasks])
    await (await SqliteStore.open(path)).close()


async def test_a_store_that_did_not_open_holds_nothing(path: Path) -> None:
    path.write_text("something else altogether, and long enough to be looked at" * 20)
    for _ in range(2):
        assert "damaged or no database" in await refused(path)
    path.unlink()
    await (await SqliteStore.open(path)).close()


async def test_a_torn_down_loop_leaves_nobody_waiting(sqlite: SqliteStore) -> None:
    await sqlite.write(new())
    first = asyncio.ensure_future(sqlite.write(*step(1)))
    await asyncio.sleep(0)
    flusher = sqlite._flusher
    assert flusher is not None
    await asyncio.sleep(0)
    second = asyncio.ensure_future(sqlite.write(*step(2)))
    await asyncio.sleep(0)
    flusher.cancel()
    await asyncio.wait([first, second], timeout=5)
    assert first.cancelled()
    assert second.cancelled()
    await sqlite.write(new("h"))


# -- one transaction for all who wait --------------------------------------------------------------------------------


async def statements(store: SqliteStore, work: Callable[[], Any]) -> list[str]:
    seen = list[str]()
    await run(store, lambda db: db.set_trace_callback(seen.append))
    await work()
    await run(store, lambda db: db.set_trace_callback(None))
    return seen


async def test_calls_that_wait_at_the_same_time_share_a_transaction(sqlite: SqliteStore) -> None:
    games = [str(number) for number in range(200)]
    await asyncio.gather(*(sqlite.write(new(game)) for game in games))

    async def write_three(game: str) -> None:
        for n in range(1, 4):
            await sqlite.write(*step(n, game))

    seen = await statements(sqlite, lambda: asyncio.gather(*(write_three(game) for game in games)))
    assert 3 <= seen.count("COMMIT") <= 6
    assert seen.count("BEGIN IMMEDIATE") == seen.count("COMMIT")


async def test_one_who_writes_alone_waits_for_nobody(sqlite: SqliteStore) -> None:
    seen = await statements(sqlite, lambda: sqlite.write(new()))
    assert seen.count("COMMIT") == 1


async def test_the_connection_is_set_as_it_must_be(sqlite: SqliteStore) -> None:
    asked = "SELECT * FROM pragma_journal_mode, pragma_synchronous, pragma_fullfsync, pragma_foreign_keys"
    assert await run(sqlite, lambda db: db.execute(asked).fetchone()) == ("wal", 2, 1, 1)


WRONG: tuple[Any, ...] = (
    NewGame("\ud800", "", ""),
    Append("g", 2**70, "o", ""),
    Arm("g", cast("float", object())),
    Note("g", cast("float", None), "who", "what"),
    "no change at all",
)


@pytest.mark.parametrize("wrong", WRONG, ids=range(len(WRONG)))
async def test_a_value_that_cannot_be_stored_fails_alone(sqlite: SqliteStore, wrong: Any) -> None:
    await sqlite.write(new())
    answers = await asyncio.gather(
        sqlite.write(line(1)), sqlite.write(new("h"), wrong), sqlite.write(line(2)), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [type(None), StoreConflict, type(None)]
    assert await numbers(sqlite) == [1, 2]
    assert len(await sqlite.games()) == 1


TOLD_TO_ONE = "przysięga Bożydara"


async def test_what_is_written_is_told_to_no_log_and_in_no_error(
    sqlite: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await sqlite.write(NewGame("g", TOLD_TO_ONE, TOLD_TO_ONE), Append("g", 1, "o", TOLD_TO_ONE))
    with pytest.raises(StoreConflict) as error:
        await sqlite.write(Append("g", 1, "p", TOLD_TO_ONE))
    await run(sqlite, lambda db: db.execute("UPDATE log SET line = CAST(CAST(line AS BLOB) || x'ff' AS TEXT)"))
    with pytest.raises(StoreError, match="damaged") as unreadable:
        await sqlite.log("g")
    said = caplog.text + repr(error.getrepr()) + repr(unreadable.value.__cause__) + str(unreadable.value)
    assert TOLD_TO_ONE not in said


# -- versions ----------------------------------------------------------------------------------------------------------


async def test_an_older_file_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await made(path)
    newer = [*sqlite_schema.MIGRATIONS, ("CREATE TABLE one (x)",), ("ALTER TABLE one RENAME TO two",)]
    monkeypatch.setattr(sqlite_schema, "MIGRATIONS", newer)
    store = await SqliteStore.open(path)
    assert await contents(store) == before
    assert await run(store, lambda db: db.execute("PRAGMA user_version").fetchone()) == (len(newer),)
    assert await run(store, lambda db: db.execute("SELECT * FROM two").fetchall()) == []
    await store.close()


async def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await made(path)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_schema, "MIGRATIONS", [*sqlite_schema.MIGRATIONS, ("DELETE FROM log", "DELETE FROM moon")])
        assert await refused(path) == "SQLite cannot do it (SQLITE_ERROR)"
    store = await SqliteStore.open(path)
    assert await contents(store) == before
    await store.close()


def of_a_newer_version(path: Path) -> None:
    """Left behind by a crash, its new version still in the -wal file alone."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA user_version = {len(sqlite_schema.MIGRATIONS) + 1}")
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{path}.newer{end}")
    for end in ("", "-wal"):
        Path(f"{path}.newer{end}").replace(f"{path}{end}")


async def test_a_file_of_a_newer_version_is_left_untouched(path: Path) -> None:
    await made(path)
    of_a_newer_version(path)
    before = files(path)
    assert set(before) == {"rada.db", "rada.db-wal"}
    assert "newer version" in await refused(path)
    assert files(path) == before


async def test_somebody_else_s_database_is_left_untouched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (soup)")
    path.chmod(0o644)
    before = files(path)
    assert await refused(path) == "the file is not a store of this program"
    assert files(path) == before
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
async def test_what_is_no_file_is_left_alone(path: Path, make: Callable[[Path], None]) -> None:
    make(path)
    kind = path.stat().st_mode
    words = f"{path} is a folder; name a file in it, like {path}/rada.db" if path.is_dir() else f"{path} is no file"
    with pytest.raises(StoreError, match=words):
        await SqliteStore.open(path)
    for keep in (restore, backup):
        with pytest.raises(StoreError, match=words):
            keep(path, path)
    assert words in check(path)[0]
    assert path.stat().st_mode == kind
    assert list(path.parent.iterdir()) == [path]


async def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    assert len(await made(path)) == 3


async def test_a_journal_without_its_file_is_not_thrown_away(path: Path) -> None:
    Path(f"{path}-wal").write_bytes(b"x")
    assert "-wal" in await refused(path)
    assert Path(f"{path}-wal").exists()


def test_it_keeps_to_the_protocol() -> None:
    store: type[Store] = SqliteStore
    assert store
