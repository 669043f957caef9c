"""Disks that fail under a table: people are told that nothing was taken, the table stops cleanly, and it goes on by
itself once the cause is gone."""

import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest

from bot import sqlite_file
from bot.sitting import Sitter
from bot.sqlite_store import SqliteStore
from bot.store import Append, Change, NewGame, Said, Say, StoreError
from bot.table import REST, Table
from bot.taking_up import take_up
from bot.tempo import HOUR, MINUTE
from engine.commands import StaySilent, SubmitStatement
from tests.tables.hall import NAMES, START, Hall, HandClock, calm

LOCKER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""
FILLERS: tuple[Callable[[int], tuple[Change, ...]], ...] = (
    lambda n: (Append("filler", n, f"{n}", ""),),
    lambda n: (Say("filler", "", f"{n}", ""), Said(f"{n}")),
    lambda n: (NewGame(f"filler {n}", "", ""),),
)
Fault = Callable[[SqliteStore], Awaitable[Callable[[], Awaitable[None]]]]
"""Goes wrong when called; what it gives mends it."""


@asynccontextmanager
async def on_disk(path: Path, now: float = START) -> AsyncIterator[Hall]:
    store = await SqliteStore.open(path)
    hall = Hall(HandClock(now, lambda: calm(store)))
    hall.furnish(store)
    try:
        yield hall
    finally:
        await hall.close()


async def run(store: SqliteStore, statement: str) -> None:
    await store._database.run(lambda db: db.execute(statement).fetchall())


async def full(store: SqliteStore) -> Callable[[], Awaitable[None]]:
    await store.write(NewGame("filler", "", ""))
    await run(store, "PRAGMA max_page_count = 1")  # no less than there are
    for filler in FILLERS:  # nor is any room left in those
        with suppress(StoreError):
            for n in count(1):
                await store.write(*filler(n))

    async def mend() -> None:
        await run(store, "PRAGMA max_page_count = 100000")

    return mend


async def read_only(store: SqliteStore) -> Callable[[], Awaitable[None]]:
    await run(store, "PRAGMA query_only = ON")

    async def mend() -> None:
        await run(store, "PRAGMA query_only = OFF")

    return mend


async def locked(store: SqliteStore) -> Callable[[], Awaitable[None]]:
    other = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs meanwhile
        [sys.executable, "-c", LOCKER, store._path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout
    assert other.stdout.readline() == b"locked\n"

    async def mend() -> None:
        other.communicate(timeout=10)

    return mend


FAULTS = {"full": full, "read-only": read_only, "locked": locked}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.02)
    return tmp_path / "rada.db"


@pytest.mark.parametrize("fault", FAULTS)
async def test_nothing_is_taken_and_then_it_goes_on(path: Path, fault: str) -> None:
    async with on_disk(path) as hall:
        table = await hall.seat([*NAMES[:3], None], tempo="blitz")
        long = SubmitStatement(1, "Za króla! " * 25)
        before, heard = table.sitting, len(hall.ears.heard)
        assert isinstance(hall.store, SqliteStore)
        mend = await FAULTS[fault](hall.store)
        await nothing_is_taken(hall, table, long)
        assert table.sitting is before
        assert len(hall.ears.heard) == heard
        await hall.clock.turn(3 * MINUTE)
        assert table.sitting is before, "the deadline passed, and closed nothing"
        await mend()
        await hall.clock.turn(REST)
        assert "nowy czas" in hall.ears.at("public")[-1]
        assert table.sitting.moment == before.moment
        assert table.sitting.due is not None
        assert table.sitting.due > hall.clock.now() + MINUTE - REST - 1
        await hall.play(table, "Ala", long, "click")
        await play_on(hall, table)


async def nothing_is_taken(hall: Hall, table: Table, move: SubmitStatement) -> None:
    """Of anything that anybody may want, nor of what an automated councillor would do."""
    with pytest.raises(StoreError):
        await hall.play(table, "Ala", move, "click")
    with pytest.raises(StoreError):
        await hall.play(table, "Bartek", SubmitStatement(2, move.text), "another click")
    with pytest.raises(StoreError):
        await table.pause("Mod", "p")
    with pytest.raises(StoreError):
        await table.hand_over("Mod", "h", 1, Sitter(person="Zofia"))
    await hall.clock.turn(3)


async def play_on(hall: Hall, table: Table) -> None:
    """To the end, and everything is there, once."""
    while table.sitting.state.outcome is None:
        await hall.all_move(table)
        await hall.clock.turn(2)
    await hall.clock.turn(HOUR)
    row = (await hall.store.games())[0]
    assert take_up(row, await hall.store.log("g")).state == table.sitting.state
    assert await hall.store.unsaid() == ()
    nonces = [message.nonce for message in hall.ears.heard]
    assert len(nonces) == len(set(nonces))


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_table_that_cannot_begin_does_not(path: Path, fault: str) -> None:
    async with on_disk(path) as hall:
        assert isinstance(hall.store, SqliteStore)
        mend = await FAULTS[fault](hall.store)
        with pytest.raises(StoreError):
            await hall.seat()
        assert "g" not in hall.tables
        assert hall.ears.heard == []
        await mend()
        table = await hall.seat()
        await hall.play(table, "Ala", StaySilent(1))


@contextmanager
def damaged(path: Path, at: int) -> Iterator[None]:
    """From there on it is something else."""
    sound = path.read_bytes()
    path.write_bytes(sound[:at] + b"?" * (len(sound) - at))
    yield
    path.write_bytes(sound)


@pytest.mark.parametrize("at", [0, 4096])
async def test_a_damaged_file_begins_nothing_and_a_sound_one_goes_on(path: Path, at: int) -> None:
    async with on_disk(path) as hall:
        table = await hall.seat()
        await hall.play(table, "Ala", SubmitStatement(1, "Zostanie."))
    with damaged(path, at), pytest.raises(StoreError, match="damaged"):
        await begin_nothing(path)
    async with on_disk(path, START + MINUTE) as hall:
        await hall.tables.resume()
        assert hall.tables["g"].sitting == table.sitting
        await play_on(hall, hall.tables["g"])


async def begin_nothing(path: Path) -> None:
    async with on_disk(path, START + MINUTE) as hall:
        try:
            await hall.tables.resume()
        finally:
            assert "g" not in hall.tables


async def test_marks_that_were_not_taken_cost_a_repetition_at_most(path: Path) -> None:
    async with on_disk(path) as hall:
        table = await hall.seat()
        assert isinstance(hall.store, SqliteStore)
        write = hall.store.write
        hall.store.write = lambda *changes: refused() if isinstance(changes[0], Said) else write(*changes)  # type: ignore[method-assign]
        await hall.all_move(table)
        before = [message.nonce for message in await hall.store.unsaid()]
        ears = hall.ears
    assert before
    async with on_disk(path) as hall:
        hall.ears = ears
        hall.furnish(hall.store)
        await hall.tables.resume()
        await hall.clock.turn()
        assert await hall.store.unsaid() == ()
        assert len(ears.heard) == len({message.nonce for message in ears.heard})


async def refused() -> None:
    raise StoreError("the disk is full")
