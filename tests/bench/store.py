"""How many calls the store makes durable in a second, alone and together, and how fast it gives games back."""

import asyncio
import os
import platform
import sqlite3
import tempfile
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from itertools import count
from pathlib import Path

from bot.sqlite_store import SqliteStore
from bot.store import Append, Arm, Change, NewGame, Note, Say

SECONDS = 1.5
GAMES, LINES = 1000, 148
LINE = '{"n":1,"do":{"do":"choose_action","seat":3,"action":"sow"},"events":' + "x" * 280 + "}"
HEADER = "h" * 3500


def step(game: str, n: int) -> tuple[Change, ...]:
    """Six rows: a line, a deadline, three messages, a row of the audit log."""
    said = (Say(game, f"seat {place}", f"{game}/{n}/{place}", "x" * 200) for place in range(3))
    return Append(game, n, f"order {n}", LINE), Arm(game, float(n)), *said, Note(game, n, "seat", "acted")


def line(game: str, n: int) -> tuple[Change, ...]:
    return (Append(game, n, f"order {n}", LINE),)


async def calls_per_second(path: Path, writers: int, *, rows: int, alone: bool) -> float:
    """`alone`: each call in a transaction of its own, one after the other."""
    store, lock = await SqliteStore.open(path), asyncio.Lock()
    turn: AbstractAsyncContextManager[None] = lock if alone else nullcontext()
    changes, done = {1: line, 6: step}[rows], 0

    async def write_on(game: str) -> None:
        nonlocal done
        for n in count(1):
            async with turn:
                if time.perf_counter() > end:
                    return
                await store.write(*changes(game, n))
            done += 1

    games = [f"{path.name} {number}" for number in range(writers)]
    await asyncio.gather(*(store.write(NewGame(game, HEADER, "{}")) for game in games))
    start = time.perf_counter()
    end = start + SECONDS
    await asyncio.gather(*(write_on(game) for game in games))
    taken = time.perf_counter() - start
    await store.close()
    return done / taken


async def fill(path: Path) -> None:
    store = await SqliteStore.open(path)
    await asyncio.gather(*(store.write(NewGame(str(game), HEADER, "{}")) for game in range(GAMES)))
    for n in range(1, LINES + 1):
        await asyncio.gather(*(store.write(*line(str(game), n)) for game in range(GAMES)))
    await store.close()


async def start_again(path: Path) -> tuple[float, float]:
    """Seconds to open the store and know its games, and then to read all their lines."""
    start = time.perf_counter()
    store = await SqliteStore.open(path)
    games = await store.games()
    known = time.perf_counter()
    for game in games:
        await store.log(game.game)
    read = time.perf_counter()
    await store.close()
    return known - start, read - known


def syncs_per_second(path: Path) -> float:
    """The yardstick: a page written and synced, again and again."""
    page, times = b"x" * 4096, 300
    with path.open("wb") as file:
        start = time.perf_counter()
        for _ in range(times):
            os.write(file.fileno(), page)
            os.fdatasync(file.fileno())
        return times / (time.perf_counter() - start)


def report() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
        print(f"the yardstick: {syncs_per_second(folder / 'yardstick'):,.0f} pages written and synced in a second")
        for rows in (1, 6):
            for writers in (1, 50, 500):
                alone, together = (
                    asyncio.run(calls_per_second(folder / f"{rows} {writers} {own}.db", writers, rows=rows, alone=own))
                    for own in (True, False)
                )
                print(
                    f"{writers:4} writers, {rows} rows a call {together:10,.0f} calls/s together {alone:8,.0f} alone"
                    f" {together / alone:6.1f} times as many"
                )
        asyncio.run(fill(folder / "rada.db"))
        known, read = asyncio.run(start_again(folder / "rada.db"))
        size = (folder / "rada.db").stat().st_size
    print(f"opened with {GAMES:,} games in mid-play in {known * 1000:.0f} ms ({size / 1e6:.0f} MB)")
    print(f"their lines read in {read * 1000:.0f} ms, {GAMES * LINES / read:,.0f} lines/s")


if __name__ == "__main__":
    report()
