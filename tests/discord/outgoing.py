"""The delivery side of the bot on a Discord of its own: tables, post and outlet, and no door."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import discord
import pytest
from simcord import ChannelHandle

from bot.discord_outlet import DiscordOutlet
from bot.discord_pace import Pace
from bot.discord_writer import Writer
from bot.phrases import Lines
from bot.post import Post, unsaid
from bot.rooms import Room, Rooms
from bot.sitting import Deal, Order, Sitter
from bot.store import Say
from bot.table import Means, Table
from bot.tables import Tables
from bot.text import to_json
from engine.options import options
from engine.rules import RuleSet
from engine.state import waiting_for
from narrator.budget import Pocket
from narrator.choose import Narrators
from narrator.settings import NarratorSettings
from tests.discord.conftest import Start
from tests.discord.people import Person
from tests.discord.seen import Shown
from tests.discord.sim import Sim
from tests.store.memory import Disk, MemoryStore

PEACEFUL: Final = RuleSet(starting_stats=1000, dominance=1000)
NUMBERS: Final = count(1)


class Hurry(Pace):
    """No pace, but for decorations that are told to wait."""

    room = True
    turns = 0

    async def turn(self, channel: int | None = None) -> None:  # noqa: ARG002
        self.turns += 1

    async def spare(self, channel: int) -> bool:  # noqa: ARG002
        return self.room


def quiet_client() -> discord.Client:
    return discord.Client(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())


@dataclass
class Outgoing:
    """What is on `disk` outlives the program."""

    sim: Sim
    disk: Disk = field(default_factory=Disk)
    pace: Hurry = field(default_factory=Hurry)
    troubles: list[tuple[str, int]] = field(default_factory=list)
    gone: list[tuple[str, int]] = field(default_factory=list)
    sees_to_it: bool = True
    """Whether something is done about those who are gone."""
    people: list[Person] = field(default_factory=list)

    async def begin(self) -> None:
        self.store = MemoryStore(self.disk)
        self.post = Post(self.store, self, self.sim.clock, lambda: 0.0)
        means = Means(self.store, self.post, self.sim.clock, lambda number: 1.0)
        self.tables = Tables(means, Narrators(NarratorSettings(kind="deck"), Pocket()))
        self.rooms = await Rooms.load(self.store)
        writer = Writer(self.sim.client, self.pace)
        self.outlet = DiscordOutlet(writer, self.store, self.tables, self.rooms, self._trouble, self._gone)
        self.deliver = self.outlet.deliver
        await self.outlet.load()
        await self.tables.resume()
        await self.sim.settle()

    async def end(self) -> None:
        await self.tables.close()
        await self.post.close()
        await self.store.close()

    async def again(self, seconds: float = 0.0) -> None:
        """The program stops, time goes by, and it starts again."""
        await self.end()
        await self.sim.advance(seconds)
        await self.begin()

    async def seat(self, people: Sequence[Person | None], game: str = "g", tempo: str = "daily") -> Table:
        """A person for each, an automated councillor for each None."""
        room = Room(game, str(self.sim.guild.id), str(self.sim.channel.id), "1")
        sitters = tuple(Sitter(str(person.id)) if person else Sitter(temperament="guardian") for person in people)
        names = tuple(person.name if person else f"Automat {seat}" for seat, person in enumerate(people, 1))
        self.rooms.add(room)
        table = await self.tables.seat(Deal(game, "ziarno", PEACEFUL, names, sitters, tempo, (), "Ewa"), room.put())
        await self.sim.settle()
        return table

    async def move_to(self, game: str, channel: ChannelHandle) -> None:
        room = self.rooms._rooms[game]._replace(channel=str(channel.id))
        await self.store.write(room.put())
        self.rooms.add(room)

    async def say(self, place: str, *said: Lines, game: str = "g") -> None:
        """To be said at this place, one message for each."""
        letters = [Say(game, place, f"{next(NUMBERS):024x}", to_json(lines)) for lines in said]
        await self.store.write(*letters)
        self.post.send(unsaid(letters))
        await self.sim.settle()

    async def all_move(self, table: Table) -> None:
        """Everybody who is waited for does the first thing there is to do."""
        for seat in waiting_for(table.sitting.state):
            await self.move(table, seat)

    async def move(self, table: Table, seat: int) -> None:
        person = table.sitting.kept.sitters[seat - 1].person
        if person is not None:
            move = options(table.view(seat), seat)[0]
            await table.play(Order(person, f"click {next(NUMBERS)}", table.sitting.moment, move))
            await self.sim.settle()

    def public(self) -> list[Shown]:
        return [Shown(message) for message in self.sim.world.messages.get(self.sim.channel.id, {}).values()]

    def called(self) -> list[list[str]]:
        """Whom each message in the channel rings at, in order of sending."""
        path = f"/channels/{self.sim.channel.id}/messages"
        bodies = [
            request.body for request in self.sim.wire.requests if (request.method, request.path) == ("POST", path)
        ]
        assert all(body["allowed_mentions"]["parse"] == [] for body in bodies)
        return [[str(person) for person in body["allowed_mentions"]["users"]] for body in bodies]

    def letters(self, person: Person) -> list[Shown]:
        return person.sees(person.dm)

    async def _trouble(self, room: Room, error: discord.HTTPException) -> None:
        self.troubles.append((room.game, error.code))

    async def _gone(self, game: str, seat: int) -> bool:
        self.gone.append((game, seat))
        return self.sees_to_it


def texts(messages: Sequence[Shown]) -> list[str]:
    return [message.content for message in messages]


@pytest.fixture
async def house(start: Start) -> AsyncIterator[Outgoing]:
    opened = Outgoing(await start(quiet_client()))
    await opened.begin()
    yield opened
    await opened.end()


def people(sim: Sim) -> list[Person]:
    return [sim.person(name) for name in ("Ala", "Bob", "Cela")]


@pytest.fixture
async def seated(house: Outgoing) -> Outgoing:
    """A game whose first words have all been said."""
    house.people = people(house.sim)
    await house.seat(house.people)
    return house
