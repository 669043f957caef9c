"""A game among friends: the true bot on a Discord of its own, a lobby filled and dealt, and moves made by pressing what
is offered.

    async with evening(["Ala", "Bartek", "Celina"]) as game:
        ala, bartek, celina = game.people
        await game.everybody_moves()                  # each presses the first thing their panel offers
        await game.move(ala, choosing("abstain"))     # by the end of a button's address, or by a select's value
        await game.move(ala, on=ala.last(ala.dm))     # on a panel that stands already, as in a letter
        await game.play_out()                         # to the end of the game
        game.table.sitting.state                      # what is really so; `game.id` names the game
        await game.restart(killed=True)               # another bot on the same disk and the same Discord

Options: `seats` (automated councillors take what people leave), `tempo`, `rules`, `store` (a path: on SQLite; else in
memory, on `game.host.disk`), `seed`: whatever is drawn, ids too, is drawn alike in every run with the same one. With
`begun=False` only the lobby is filled, e.g. for `game.sim.close_dms(bob)`; `await game.start()` goes on from there.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

import discord

from bot.address import Address, address
from bot.discord_client import RadaClient
from bot.serve import Manner, open_bot
from bot.sqlite_store import SqliteStore
from bot.store import Store
from bot.table import Table
from engine.rules import PRESETS, RuleSet
from engine.state import State
from narrator.settings import NarratorSettings
from tests.discord.people import Answer, Person
from tests.discord.seen import Shown
from tests.discord.sim import Sim
from tests.store.memory import Disk, MemoryStore

NAMES: Final = ("Ala", "Bartek", "Celina")
PEACEFUL: Final = RuleSet(starting_stats=1000, dominance=1000)
"""Nobody wins, and the kingdom does not fall, before the last round."""
A_WHILE: Final = 6.0
"""Seconds, in which everything that there is to say has been said."""
MOVES: Final = ("say", "do", "sure")
WORDS: Final = "Mówię, co myślę."


class Offer(NamedTuple):
    """Something that can be pressed; with a `value`, chosen from a select."""

    where: Address
    custom_id: str
    value: str = ""

    @property
    def name(self) -> str:
        return self.value or self.where.choice


Pick = Callable[[Sequence[Offer]], Offer]


def first(offers: Sequence[Offer]) -> Offer:
    return offers[0]


def choosing(name: str) -> Pick:
    """By the name of the choice: "unmask.2", "vote_policy.1", "submit_statement", "pass"."""
    return lambda offers: next(offer for offer in offers if offer.name == name)


def offers(shown: Shown) -> list[Offer]:
    """The moves that a message offers, in order."""
    pressed = [(button.custom_id, "") for button in shown.buttons]
    chosen = [(menu.custom_id, choice.value) for menu in shown.menus for choice in menu.choices]
    found = [(address(custom_id), custom_id, value) for custom_id, value in (*pressed, *chosen)]
    return [Offer(where, custom_id, value) for where, custom_id, value in found if where and where.verb in MOVES]


def last_page(answer: Answer) -> Shown:
    """Where that of a long answer stands which can be pressed."""
    return answer.more[-1] if answer.more else answer.message


@dataclass
class Host:
    """What is on the disk outlives the bot."""

    path: Path | None = None
    disk: Disk = field(default_factory=Disk)

    @asynccontextmanager
    async def __call__(self, sim: Sim) -> AsyncIterator[discord.Client]:
        store = await self._store(sim)
        async with open_bot(store, NarratorSettings(kind="deck"), Manner(sim.clock, no_jitter, quick)) as client:
            yield client

    async def _store(self, sim: Sim) -> Store:
        if self.path is None:
            return MemoryStore(self.disk)
        store = await SqliteStore.open(self.path)
        sim.busy[:] = [lambda: store._flusher is not None and not store._flusher.done()]
        return store


def no_jitter() -> float:
    return 0.0


def quick(_: int) -> float:
    return 1.0


@dataclass
class Evening:
    sim: Sim
    host: Host
    people: list[Person]
    id: str = ""

    @property
    def client(self) -> RadaClient:
        assert isinstance(self.sim.client, RadaClient)
        return self.sim.client

    @property
    def table(self) -> Table:
        """While the game is played."""
        return self.client.house.tables[self.id]

    @property
    def over(self) -> bool:
        return self.id not in self.client.house.tables

    @property
    def state(self) -> State:
        return self.table.sitting.state

    @property
    def store(self) -> Store:
        return self.client.house.tables._means.store

    def seat(self, person: Person) -> int | None:
        return self.table.sitting.seat_of(str(person.id))

    async def restart(self, *, killed: bool = False) -> None:
        await self.sim.restart(self.host, killed=killed)

    # -- what people do -----------------------------------------------------------------------------------------------

    async def start(self) -> Answer:
        """Whoever opened the lobby lets the game begin, whatever the trial finds."""
        answer = await self.people[0].press("Zacznij grę")
        await self.sim.advance(A_WHILE)
        if any(button.label == "Zacznij mimo to" for button in answer.message.buttons):
            answer = await self.people[0].press("Zacznij mimo to", on=answer.message)
        await self.sim.advance(A_WHILE)
        room = self.client.house.troubles.games_at(str(self.sim.channel.id))[-1]
        self.id = room.game
        return answer

    async def panel(self, person: Person) -> Shown:
        return last_page(await person.command("rada panel"))

    async def move(self, person: Person, pick: Pick = first, on: Shown | None = None) -> Answer:
        """On this panel, or on one that is asked for."""
        return await self.carry_out(person, pick(offers(shown := on or await self.panel(person))), shown)

    async def carry_out(self, person: Person, offer: Offer, shown: Shown) -> Answer:
        if offer.value:
            return await person.choose(offer.custom_id, offer.value, on=shown)
        answer = await person.press(offer.custom_id, on=shown)
        match offer.where.verb:
            case "say":
                return await person.fill(answer, f"{WORDS} ({person.name})")
            case "sure":
                (sure,) = offers(answer.message)
                return await person.press(sure.custom_id, on=answer.message)
        return answer

    async def everybody_moves(self, pick: Pick = first) -> None:
        """Everybody who can: once, in the phase that is open now."""
        moment = self.table.sitting.moment
        for person in self.people:
            if not self.over and self.table.sitting.moment == moment and self._owes(person):
                await self.move(person, pick)
        await self.sim.advance(A_WHILE)

    def _owes(self, person: Person) -> bool:
        seat = self.seat(person)
        return seat in {c.seat for c in self.state.active} and seat not in self.state.acted

    async def until(self, phase: str) -> None:
        """Plays on, until this phase is open."""
        while self.state.phase != phase:
            await self.everybody_moves()

    async def play_out(self, pick: Pick = first) -> None:
        while not self.over:
            await self.everybody_moves(pick)


def drawing(seed: str) -> Callable[[int], str]:
    """Instead of chance: the same numbers in every run."""
    numbers = count(1)
    return lambda size: blake2b(f"{seed}/{next(numbers)}".encode(), digest_size=size).hexdigest()


@asynccontextmanager
async def evening(
    people: Sequence[str] = NAMES,
    *,
    seats: int = 0,
    tempo: str = "evening",
    rules: RuleSet = PEACEFUL,
    store: Path | None = None,
    seed: str = "wieczór",
    begun: bool = True,
) -> AsyncIterator[Evening]:
    """The first of the people opens the lobby, and all join."""
    draw = drawing(seed)
    with (
        patch("bot.desk_lobby.token_hex", draw),
        patch("bot.desk_start.token_hex", draw),
        patch.dict(PRESETS, rulebook=rules),
    ):
        host = Host(store)
        async with Sim(host) as sim:
            game = Evening(sim, host, [sim.person(name) for name in people])
            opener, *others = game.people
            await opener.command("rada nowa")
            for person in others:
                await person.press("Dołącz")
            await opener.choose("Tempo", tempo)
            await opener.choose("Liczba osób w Radzie", str(max(3, seats, len(people))))
            if begun:
                await game.start()
            yield game
