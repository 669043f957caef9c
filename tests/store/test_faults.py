# ruff: noqa: ASYNC221 – nothing else runs meanwhile, so nothing is held up
"""Disks that fail: full, read-only, locked by another program, damaged. One line says so, nothing is half written, and
the store goes on once the cause is gone."""

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot import sqlite_file
from bot.backup import check
from bot.sqlite_store import SqliteStore
from bot.store import Append, StoreError
from tests.store.changes import contents, new, numbers, step
from tests.store.disk import ROOT, preloaded
from tests.store.sqlite import made, refused, run

OTHER_USER = 65534


async def test_damage_is_one_clear_line_or_none(path: Path) -> None:
    """Bytes change anywhere: a store either opens and is read or says that it is damaged, and nothing else happens."""
    before = await made(path, 40)
    sound, chance, told = path.read_bytes(), random.Random(3), set[str]()
    for _ in range(60):
        broken = bytearray(sound)
        at = chance.randrange(len(broken) // 512) * 512
        broken[at : at + 64] = chance.randbytes(64)
        path.write_bytes(broken)
        try:
            store = await SqliteStore.open(path)
        except StoreError as error:
            told.add(str(error).removeprefix(f"{path}: "))
            continue
        try:
            await contents(store)
        except StoreError as error:
            told.add(str(error).removeprefix(f"{path}: "))
        finally:
            await store.close()
    assert any(words.startswith("the file is damaged") for words in told)
    assert all(len(words) < 120 and "\n" not in words for words in told)
    path.write_bytes(sound)
    store = await SqliteStore.open(path)
    assert await contents(store) == before
    await store.close()


async def test_damage_met_while_games_run(path: Path) -> None:
    await made(path, 200)
    content = path.read_bytes()
    path.write_bytes(content[: 4096 * 3] + bytes(len(content) - 4096 * 3))
    store = await SqliteStore.open(path)
    with pytest.raises(StoreError, match="damaged"):
        await contents(store)
    answers = await asyncio.gather(
        *(store.write(Append(str(game), 6, "o", "l")) for game in range(5)), return_exceptions=True
    )
    assert {type(answer) for answer in answers} == {StoreError}
    await store.close()


async def test_a_full_disk_and_then_room_again(sqlite: SqliteStore) -> None:
    await sqlite.write(new())
    pages = await run(sqlite, lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await run(sqlite, lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    big = Append("g", 2, "o", "x" * 100_000)
    answers = await asyncio.gather(sqlite.write(*step(1)), sqlite.write(big), return_exceptions=True)
    assert [str(answer).partition(": ")[2] for answer in answers] == ["the disk is full (SQLITE_FULL)"] * 2
    assert await numbers(sqlite) == []
    await run(sqlite, lambda db: db.execute("PRAGMA max_page_count = 100000").fetchone())
    await asyncio.gather(sqlite.write(*step(1)), sqlite.write(big))
    assert await numbers(sqlite) == [1, 2]


async def test_every_call_to_the_disk_may_fail(tmp_path: Path) -> None:
    disk = preloaded(tmp_path)
    path, orders = disk.folder / "rada.db", disk.orders.file
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.failing", path, orders],
        cwd=ROOT,
        env=disk.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
    *told, times = done.stdout.splitlines()
    assert {words.partition(" (")[0] for words in told} == {"the disk is full", "the disk cannot be read or written"}
    assert int(times) > 20


async def test_a_file_turned_read_only_and_back(sqlite: SqliteStore) -> None:
    await sqlite.write(new())
    await run(sqlite, lambda db: db.execute("PRAGMA query_only = ON"))
    with pytest.raises(StoreError, match="read-only"):
        await sqlite.write(*step(1))
    assert await numbers(sqlite) == []
    await run(sqlite, lambda db: db.execute("PRAGMA query_only = OFF"))
    await sqlite.write(*step(1))


@pytest.fixture
async def anybody(path: Path) -> AsyncIterator[Path]:
    """A folder of a user whom file modes bind, which they do not bind the superuser."""
    await made(path)  # whatever Python imports late, it must import before it becomes somebody else
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        root = os.geteuid() == 0
        if root:
            os.seteuid(OTHER_USER)
        yield Path(folder)
        if root:
            os.seteuid(0)


async def test_a_read_only_file_is_refused_and_opens_once_it_is_not(anybody: Path) -> None:
    path = (anybody / "rada.db").resolve()
    before = await made(path)
    path.chmod(0o400)
    assert await refused(path) == "Permission denied"
    assert check(path) == ()
    path.chmod(0o600)
    store = await SqliteStore.open(path)
    assert await contents(store) == before
    await store.close()


async def test_a_folder_that_cannot_be_written(anybody: Path) -> None:
    folder = (anybody / "folder").resolve()
    folder.mkdir(0o500)
    assert await refused(folder / "rada.db")


async def test_a_folder_that_is_not_there(path: Path) -> None:
    cure = "name a file in a folder of your own"
    assert await refused(path / "rada.db") == f"no lock can be held beside it (No such file or directory); {cure}"


async def test_a_file_as_a_folder(path: Path) -> None:
    path.touch()
    for named in (path / "rada.db", path / "far" / "rada.db"):
        with pytest.raises(StoreError, match=f"{path} is no folder; name a file in one"):
            await SqliteStore.open(named)


async def test_another_program_s_lock_and_its_release(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.05)
    store = await SqliteStore.open(path)
    await store.write(new())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(store.write(*step(1)), store.write(new("h")), return_exceptions=True)
        assert {str(answer) for answer in answers} == {f"{path}: another program has locked the file (SQLITE_BUSY)"}
        assert await numbers(store) == []
        other.execute("ROLLBACK")
    await store.write(*step(1))
    await store.close()
