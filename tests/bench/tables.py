"""What a thousand tables at once cost: commands made durable in a second, how long an order waits for its answer, what
a table keeps in memory, how fast a program full of games starts again.

`python -m tests.bench.tables 10000` counts the commands of that many tables."""

import asyncio
import gc
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bot import sqlite_store
from bot.clock import SystemClock
from bot.post import Post
from bot.sitting import Deal, Order, Sitter, seat_game
from bot.sqlite_store import SqliteStore
from bot.store import Append, Arm, Change, Unsaid
from bot.table import Means, Table
from bot.tables import Tables
from engine.commands import SubmitStatement
from engine.decide import begin, play
from engine.jsonl import write_json
from engine.notation import line_json
from engine.options import options
from engine.state import waiting_for
from engine.temperaments import TEMPERAMENTS
from narrator.budget import Pocket
from narrator.choose import Narrators
from narrator.settings import NarratorSettings
from tests.bench.engine import MID_GAME, NAMES, RULES, STATEMENT, next_command

CROWDS = (10, 100, 1000, 10_000)
TABLES = 1000
SECONDS = 5.0
GLANCE = 0.05
COMMANDS = 200
"""Tables for which a second is enough, lest only their first moves are seen."""
RATE = 200
SLOW_SYNC = 0.01
SEATS = range(1, len(NAMES) + 1)
AUTOMATA = tuple(Sitter(temperament=name) for name in (*TEMPERAMENTS, *TEMPERAMENTS))[: len(NAMES)]
PEOPLE = tuple(Sitter(person=name) for name in NAMES)
HOUR = 3600.0


class Deaf:
    """Takes everything at once."""

    async def deliver(self, _: Unsaid) -> tuple[Change, ...]:
        return ()


@asynccontextmanager
async def running(path: Path, pace: float = 0.0) -> AsyncIterator[Tables]:
    store, clock = await SqliteStore.open(path), SystemClock()
    post = Post(store, Deaf(), clock, lambda: 0.0)
    tables = Tables(Means(store, post, clock, lambda _: pace), Narrators(NarratorSettings(kind="deck"), Pocket()))
    try:
        yield tables
    finally:
        await tables.close()
        await post.close()
        await store.close()


async def seated(tables: Tables, number: int, sitters: tuple[Sitter, ...]) -> list[Table]:
    await tables.resume()  # as every program begins
    return await asyncio.gather(*(tables.seat(deal(n, sitters)) for n in range(number)))


def deal(number: int, sitters: tuple[Sitter, ...]) -> Deal:
    return Deal(f"g{number}", f"pomiar {number}", RULES, NAMES, sitters, "evening")


@contextmanager
def syncs_taking(seconds: float) -> Iterator[None]:
    """Longer than they do: one transaction is one sync."""
    write_group = sqlite_store.write_group

    def slowly(*arguments: object) -> object:
        time.sleep(seconds)
        return write_group(*arguments)  # type: ignore[arg-type]

    sqlite_store.write_group = slowly if seconds else write_group  # type: ignore[assignment]
    try:
        yield
    finally:
        sqlite_store.write_group = write_group


# -- commands a second ------------------------------------------------------------------------------------------------


class Speed(NamedTuple):
    commands: float
    microseconds: float


async def speed(path: Path, number: int) -> Speed:
    """Commands a second, and what one costs the processor. Nobody thinks: every table goes as fast as it can."""
    async with running(path) as tables:
        seats = await seated(tables, number, AUTOMATA)
        before, start, busy = played(seats), time.perf_counter(), time.process_time()
        end = start + max(SECONDS, number / COMMANDS)
        while time.perf_counter() < end:
            await asyncio.sleep(GLANCE)
            if all(table.sitting.state.outcome is not None for table in seats):
                break
        done = played(seats) - before
        return Speed(done / (time.perf_counter() - start), (time.process_time() - busy) / done * 1e6)


def played(tables: list[Table]) -> int:
    return sum(table.sitting.n for table in tables)


# -- from an order to its answer --------------------------------------------------------------------------------------


async def waits(path: Path, delay: float) -> list[float]:
    """Orders come at their own times, whether or not those before them have been answered."""
    with syncs_taking(delay):
        async with running(path) as tables:
            seats = await seated(tables, TABLES, PEOPLE)
            await asyncio.sleep(1)
            start, chance = time.perf_counter(), Random(1)
            asked = [(start + n / RATE, chance.choice(seats)) for n in range(int(RATE * SECONDS))]
            return sorted(await asyncio.gather(*(answered(at, table, n) for n, (at, table) in enumerate(asked))))


async def answered(at: float, table: Table, number: int) -> float:
    await asyncio.sleep(at - time.perf_counter())
    state = table.sitting.state
    seat = waiting_for(state)[0]
    move = options(table.view(seat), seat)[0]
    if isinstance(move, SubmitStatement):
        move = SubmitStatement(seat, STATEMENT)
    await table.play(Order(NAMES[seat - 1], f"click {number}", table.sitting.moment, move))
    return time.perf_counter() - at


# -- starting again ----------------------------------------------------------------------------------------------------


async def fill(path: Path, tables: int) -> None:
    """Games in mid-play, each with half an hour left for its phase."""
    store, due = await SqliteStore.open(path), time.time() + HOUR / 2
    for number in range(tables):
        await store.write(*half_played(deal(number, AUTOMATA), due))
    await store.close()


def half_played(dealt: Deal, due: float) -> list[Change]:
    changes = list(seat_game(dealt, due).changes[:1])
    state, _ = begin(dealt.seed, dealt.rules, dealt.names)
    for n in range(1, MID_GAME + 1):
        command = next_command(state, n)
        state, events = play(state, command)
        changes.append(Append(dealt.game, n, f"order {n}", write_json(line_json(n, command, events))))
    return [*changes, Arm(dealt.game, due)]


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def start_again(path: Path) -> tuple[float, float]:
    """Seconds, and KiB that a table keeps once everybody has looked at it."""
    async with running(path, pace=HOUR) as tables:
        gc.collect()
        before, start = resident(), time.perf_counter()
        await tables.resume()
        await asyncio.sleep(0)
        taken = time.perf_counter() - start
        for number in range(TABLES):
            for seat in SEATS:
                tables[f"g{number}"].view(seat)
        gc.collect()
        return taken, (resident() - before) / TABLES / 1024


# -- the report -------------------------------------------------------------------------------------------------------


def alone(work: Callable[..., Any], *arguments: object) -> Any:
    """In a program of its own, in which nothing was done before."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(run, work, *arguments).result()


def run(work: Callable[..., Any], *arguments: object) -> Any:
    return asyncio.run(work(*arguments))


def report_speed(folder: Path, crowds: tuple[int, ...], delay: float = 0.0) -> None:
    for number in crowds:
        found: Speed = alone(slow_speed, folder / f"speed {number} {delay}.db", number, delay)
        slowly = f", syncs {delay * 1000:.0f} ms longer" if delay else ""
        print(f"{number:6,} tables: {found.commands:7,.0f} commands/s, {found.microseconds:5.0f} µs each{slowly}")


async def slow_speed(path: Path, number: int, delay: float) -> Speed:
    with syncs_taking(delay):
        return await speed(path, number)


def report_waits(folder: Path, delay: float) -> None:
    found: list[float] = alone(waits, folder / f"waits {delay}.db", delay)
    half, most = (found[len(found) * part // 100] * 1000 for part in (50, 99))
    print(
        f"{RATE} orders/s at {TABLES:,} tables, syncs {delay * 1000:.0f} ms longer: answered in {half:.1f} ms (p50),"
        f" {most:.1f} ms (p99)"
    )


def report() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report_speed(folder, CROWDS)
        report_speed(folder, (TABLES,), SLOW_SYNC)
        for delay in (0.0, SLOW_SYNC):
            report_waits(folder, delay)
        alone(fill, folder / "rada.db", TABLES)
        taken, kept = alone(start_again, folder / "rada.db")
    print(f"{TABLES:,} tables in mid-game taken up in {taken:.1f} s, {kept:.0f} KiB each")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        with tempfile.TemporaryDirectory() as place:
            report_speed(Path(place), (int(sys.argv[1]),))
    else:
        report()
