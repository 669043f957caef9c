"""A hall for tables in tests: a clock that is turned by hand, people who hear everything, and a store in memory."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from bot.messages import INVITATION
from bot.post import Post, Undeliverable
from bot.sitting import Deal, Order, Outcome, Sitter
from bot.sqlite_store import SqliteStore
from bot.store import Change, Store, Unsaid
from bot.table import Means, Table
from bot.tables import Tables
from bot.text import from_json, say
from engine.commands import Move
from engine.options import options
from engine.rules import RuleSet
from engine.state import waiting_for
from narrator.budget import Pocket
from narrator.choose import Narrators
from narrator.settings import NarratorSettings
from tests.store.memory import Disk, MemoryStore

NAMES: Final = ("Ala", "Bartek", "Celina", "Dawid")
START: Final = 1_793_000_000.0
PEACEFUL: Final = RuleSet(starting_stats=1000, dominance=1000)
CLICKS: Final = count()
TURNS: Final = 40
"""How often the loop is given a turn, for everything that can happen without time going by to have happened."""


async def settle() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


async def calm(store: SqliteStore) -> None:
    """The same, with what the store's own thread does."""
    await settle()
    while store._flusher is not None and not store._flusher.done():
        await asyncio.wait([store._flusher])
        await settle()


class HandClock:
    """Stands still until it is turned. `settle` waits until all has happened that needs no time."""

    def __init__(self, now: float = START, settle: Callable[[], Awaitable[None]] = settle) -> None:
        self._now = now
        self._settle = settle
        self._steady = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    def now(self) -> float:
        return self._now

    def steady(self) -> float:
        return self._steady

    async def sleep(self, seconds: float) -> None:
        self._count += 1
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._steady + seconds, self._count, woken))
        await woken

    def jump(self, seconds: float) -> None:
        """The calendar alone: NTP, or a machine that slept."""
        self._now += seconds

    async def turn(self, seconds: float = 0.0) -> None:
        """Let time go by, with everything that happens meanwhile."""
        until = self._steady + seconds
        await self._settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            at, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                self._pass(at)
                woken.set_result(None)
                await self._settle()
        self._pass(until)
        await self._settle()

    def _pass(self, until: float) -> None:
        passed = max(0.0, until - self._steady)
        self._steady += passed
        self._now += passed


@dataclass
class Ears:
    """Hears what is delivered; drops what comes twice under one nonce, as Discord does. Fails as it is told to."""

    heard: list[Unsaid] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    now: Callable[[], float] = lambda: 0.0
    failures: list[Exception] = field(default_factory=list)
    after: list[Exception] = field(default_factory=list)
    deaf: set[str] = field(default_factory=set)

    async def deliver(self, message: Unsaid) -> tuple[Change, ...]:
        if message.place in self.deaf:
            raise Undeliverable("closed")
        if self.failures:
            raise self.failures.pop(0)
        await asyncio.sleep(0)
        if message.nonce not in {known.nonce for known in self.heard}:
            self.heard.append(message)
            self.times.append(self.now())
        if self.after:
            raise self.after.pop(0)
        return ()

    def at(self, place: str) -> list[str]:
        """What was told there; invitations, which say nothing, left out."""
        bodies = [from_json(message.body) for message in self.heard if message.place == place]
        return ["\n".join(map(say, lines)) for lines in bodies if lines[0].key != INVITATION]

    def invited(self, place: str) -> int:
        return sum(f'"{INVITATION}"' in message.body for message in self.heard if message.place == place)

    def nonces(self, place: str) -> list[str]:
        return [message.nonce for message in self.heard if message.place == place]


@dataclass
class Hall:
    """One run of the program: what is on `disk` outlives it."""

    clock: HandClock = field(default_factory=HandClock)
    disk: Disk = field(default_factory=Disk)
    ears: Ears = field(default_factory=Ears)

    def __post_init__(self) -> None:
        self.ears.now = self.clock.now
        self.furnish(MemoryStore(self.disk))

    def furnish(self, store: Store) -> None:
        self.store = store
        self.post = Post(self.store, self.ears, self.clock, lambda: 0.0)
        means = Means(self.store, self.post, self.clock, lambda number: 1.0 + number / 1000)
        self.tables = Tables(means, Narrators(NarratorSettings(kind="deck"), Pocket()))

    async def seat(
        self,
        sitters: Sequence[str | None] = NAMES,
        rules: RuleSet = PEACEFUL,
        tempo: str = "evening",
        *,
        game: str = "g",
        avoid: tuple[str, ...] = (),
        by: str = "",
    ) -> Table:
        """A person for each name, an automated councillor for each None."""
        people = tuple(Sitter(person=name) if name else Sitter(temperament="guardian") for name in sitters)
        names = tuple(name or f"Automat {seat}" for seat, name in enumerate(sitters, 1))
        table = await self.tables.seat(Deal(game, f"ziarno {game}", rules, names, people, tempo, avoid, by))
        await self.clock.turn()
        return table

    async def close(self) -> None:
        await self.tables.close()
        await self.post.close()
        await self.store.close()

    async def again(self, seconds: float = 0.0) -> "Hall":
        """The program stops, time goes by, and it starts again."""
        await self.close()
        hall = Hall(HandClock(self.clock.now() + seconds), self.disk, self.ears)
        await hall.tables.resume()
        await hall.clock.turn()
        return hall

    async def play(self, table: Table, person: str, move: Move, id_: str = "") -> Outcome:
        order = Order(person, id_ or f"click {next(CLICKS)}", table.sitting.moment, move)
        outcome = await table.play(order)
        await settle()
        return outcome

    async def all_move(self, table: Table) -> None:
        """Everybody who is waited for does the first thing there is to do."""
        for seat in waiting_for(table.sitting.state):
            person = table.sitting.kept.sitters[seat - 1].person
            if person is not None and (moves := options(table.view(seat), seat)):
                await self.play(table, person, moves[0])
