"""Backups taken while games run, put back in one piece or not at all, and the look at a store's health."""

import asyncio
import os
import random
import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.backup import backup, check, restore
from bot.sqlite_file import open_file
from bot.sqlite_store import SqliteStore
from bot.store import StoreError
from tests.store.changes import contents, new, numbers, step
from tests.store.disk import Disk, Preloaded, records
from tests.store.mortal import Job, Mortal


async def store_of(path: Path, lines: int) -> SqliteStore:
    store = await SqliteStore.open(path)
    await store.write(new(), *(change for n in range(1, lines + 1) for change in step(n)))
    return store


async def made(path: Path, lines: int) -> list[Any]:
    store = await store_of(path, lines)
    try:
        return await contents(store)
    finally:
        await store.close()


async def read(path: Path) -> list[Any]:
    store = await SqliteStore.open(path)
    try:
        return await contents(store)
    finally:
        await store.close()


async def test_a_backup_holds_all_there_was(tmp_path: Path) -> None:
    store = await store_of(tmp_path / "rada.db", 5)
    await asyncio.to_thread(backup, tmp_path / "rada.db", tmp_path / "copy.db")
    at_backup = await contents(store)
    await store.write(*step(6))
    later = await contents(store)
    await store.close()
    old = restore(tmp_path / "rada.db", tmp_path / "copy.db")
    assert await read(tmp_path / "rada.db") == at_backup
    assert old is not None
    assert await read(old) == later


async def test_backups_while_many_write(tmp_path: Path) -> None:
    """Each is whole: every call is there altogether or not at all, and so is all that was acknowledged before it."""
    path, acknowledged = tmp_path / "rada.db", dict[str, int]()
    store = await SqliteStore.open(path)

    async def write_on(game: str) -> None:
        await store.write(new(game))
        for n in count(1):
            await store.write(*step(n, game))
            acknowledged[game] = n

    writers = [asyncio.ensure_future(write_on(f"g{number}")) for number in range(30)]
    for number in range(5):
        await asyncio.sleep(0.02)
        before = dict(acknowledged)
        await asyncio.to_thread(backup, path, tmp_path / f"{number}.db")
        restore(tmp_path / "again.db", tmp_path / f"{number}.db")
        copy = await SqliteStore.open(tmp_path / "again.db")
        said = [message.nonce for message in await copy.unsaid()]
        for game, last in before.items():
            ns = await numbers(copy, game)
            assert len(ns) >= last
            assert [nonce for nonce in said if nonce.startswith(f"{game}.")] == [f"{game}.{n}" for n in ns]
            assert [note.at for note in await copy.notes(game)] == ns
        await copy.close()
    assert sum(acknowledged.values()) > 300
    for writer in writers:
        writer.cancel()
    await asyncio.wait(writers)
    await store.close()
    assert check(path) == ()


async def test_a_backup_is_one_private_file_and_touches_nothing_else(tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        await made(tmp_path / "rada.db", 1)
        before = (tmp_path / "rada.db").read_bytes()
        (tmp_path / "copies").mkdir(0o755)
        backup(tmp_path / "rada.db", tmp_path / "copies" / "copy.db")
    finally:
        os.umask(umask)
    (copy,) = (tmp_path / "copies").iterdir()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "rada.db").read_bytes() == before
    assert check(copy) == ()
    assert list((tmp_path / "copies").iterdir()) == [copy]  # looking at it leaves nothing beside it


def complaint(action: Any, *paths: Path) -> str:
    with pytest.raises(StoreError) as error:
        action(*paths)
    assert "\n" not in str(error.value)
    return str(error.value)


async def test_a_backup_never_replaces_a_file(tmp_path: Path) -> None:
    await made(tmp_path / "rada.db", 1)
    (tmp_path / "copy.db").write_text("precious")
    assert "exists already" in complaint(backup, tmp_path / "rada.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"


async def test_a_backup_that_fails_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "rada.db").write_text("no store " * 500)
    for store in ("rada.db", "nowhere.db"):
        assert str(tmp_path / store) in complaint(backup, tmp_path / store, tmp_path / "copy.db")
    assert complaint(backup, tmp_path / "rada.db", tmp_path / "no" / "folder").endswith("No such file or directory")
    assert [file.name for file in tmp_path.iterdir()] == ["rada.db"]


async def test_a_folder_as_a_copy(tmp_path: Path) -> None:
    """As hosts name it who have a disk for copies."""
    await made(tmp_path / "rada.db", 1)
    (tmp_path / "copies").mkdir()
    words = f"{tmp_path}/copies is a folder; name a file in it, like {tmp_path}/copies/rada.db"
    assert complaint(backup, tmp_path / "rada.db", tmp_path / "copies") == words
    assert complaint(restore, tmp_path / "rada.db", tmp_path / "copies") == words


async def test_what_is_no_sound_backup_of_a_known_version_is_not_restored(tmp_path: Path) -> None:
    path, source = tmp_path / "rada.db", tmp_path / "copy.db"
    before = await made(path, 3)
    assert complaint(restore, path, source).endswith("there is no such file")
    source.write_text("no store " * 500)
    assert "damaged or no database" in complaint(restore, path, source)
    backup(path, tmp_path / "sound.db")
    shutil.copy(tmp_path / "sound.db", source)
    with closing(sqlite3.connect(source)) as db:
        db.execute("PRAGMA user_version = 99")
    assert "newer version" in complaint(restore, path, source)
    content = bytearray((tmp_path / "sound.db").read_bytes())
    content[4096 * 3 : 4096 * 6] = bytes(4096 * 3)
    source.write_bytes(content)
    assert complaint(restore, path, source) == f"{source}: the file is damaged"
    assert await read(path) == before
    assert not list(tmp_path.glob("*.old*")) + list(tmp_path.glob(".*"))


async def test_nothing_is_restored_under_a_running_program(tmp_path: Path) -> None:
    store = await store_of(tmp_path / "rada.db", 3)
    backup(tmp_path / "rada.db", tmp_path / "copy.db")
    assert "another program is using" in complaint(restore, tmp_path / "rada.db", tmp_path / "copy.db")
    await store.write(*step(4))
    assert await numbers(store) == [1, 2, 3, 4]
    await store.close()


async def test_restoring_where_nothing_was(tmp_path: Path) -> None:
    before = await made(tmp_path / "rada.db", 3)
    backup(tmp_path / "rada.db", tmp_path / "copy.db")
    assert restore(tmp_path / "new.db", tmp_path / "copy.db") is None
    assert await read(tmp_path / "new.db") == before
    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600


async def test_a_damaged_store_is_replaced_and_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rada.db"
    before = await made(path, 3)
    backup(path, tmp_path / "copy.db")
    for number in (1, 2):
        path.write_bytes(b"rubble" * 1000)
        Path(f"{path}-wal").write_bytes(b"more rubble")
        assert restore(path, tmp_path / "copy.db") == tmp_path / f"rada.db.old{number}"
        assert (tmp_path / f"rada.db.old{number}").read_bytes() == b"rubble" * 1000
        assert (tmp_path / f"rada.db.old{number}-wal").read_bytes() == b"more rubble"
        assert await read(path) == before


async def test_a_look_at_the_store(tmp_path: Path) -> None:
    path = tmp_path / "rada.db"
    (fault,) = check(path)
    assert fault.startswith(f"{path}: there is no such file; it is made when the bot starts")
    store = await store_of(path, 200)
    assert check(path) == ()
    await store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO notes (game, at, who, what) VALUES (77, 0, '', '')")
        db.commit()
    assert check(path) == (f"{path}: a row of notes belongs to no game",)
    content = bytearray(path.read_bytes())
    content[4096 * 5 : 4096 * 7] = random.Random(1).randbytes(4096 * 2)
    path.write_bytes(content)
    assert check(path)
    path.write_text("no store " * 500)
    assert check(path) == (f"{path}: the file is damaged or no database at all (SQLITE_NOTADB)",)


# -- restoring, killed and without power -------------------------------------------------------------------------------


def lines_in(path: Path) -> int:
    with closing(open_file(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return int(db.execute("SELECT count(*) FROM log").fetchone()[0])


async def prepare(folder: Path) -> None:
    """A store of seven lines that a program left without tidying up, and a backup of it with three."""
    await made(folder / "three.db", 3)
    backup(folder / "three.db", folder / "copy.db")
    store = await store_of(folder / "seven.db", 7)
    for end in ("", "-wal"):
        shutil.copy(folder / f"seven.db{end}", folder / f"rada.db{end}")
    await store.close()


def start_again(folder: Path, store: Path) -> None:
    store.mkdir()
    for name in ("rada.db", "rada.db-wal", "copy.db"):
        shutil.copy(folder / name, store / name)


async def test_restoring_killed_before_every_call_to_the_disk(watched: Mortal, disk: Preloaded, tmp_path: Path) -> None:
    await prepare(tmp_path)
    found = list[int]()
    for after in count():
        folder = disk.folder / str(after)
        start_again(tmp_path, folder)
        disk.orders.give(kill=True, after=after)
        watched.born(Job(str(folder / "rada.db"), source=str(folder / "copy.db")))
        assert list(watched.last_words()) == []
        found.append(lines_in(folder / "rada.db"))
        if disk.orders.still_due():
            break
    assert found == sorted(found, reverse=True)
    assert set(found) == {7, 3}


async def test_restoring_when_the_power_goes(watched: Mortal, disk: Preloaded, tmp_path: Path) -> None:
    await prepare(tmp_path)
    folder, chance, found = disk.folder / "store", random.Random(1), set[int]()
    start_again(tmp_path, folder)
    modelled = Disk.of(folder)
    watched.born(Job(str(folder / "rada.db"), source=str(folder / "copy.db")))
    assert list(watched.last_words()) == []
    for moment, record in enumerate(records(disk.log)):
        modelled.take(record)
        for number, files in enumerate((modelled.at_worst(), modelled.by_chance(chance))):
            after = disk.folder / f"{moment}.{number}"
            after.mkdir()
            for path, content in files.items():
                if not path.endswith("-shm"):
                    (after / Path(path).name).write_bytes(content)
            found.add(lines_in(after / "rada.db"))
    assert found == {7, 3}
    assert lines_in(after / "rada.db") == 3
    assert modelled.at_worst() == modelled.by_chance(chance)
