"""The whole bot as hosts run it, on a Discord of our own: only store, clock, chance and pace are the tests'."""

from contextlib import AbstractAsyncContextManager

from bot.discord_client import RadaClient
from bot.rooms import Room
from bot.serve import Manner, open_bot
from bot.table import Table
from bot.text import line, say
from narrator.settings import NarratorSettings
from tests.discord.people import Person
from tests.discord.sim import Sim
from tests.store.memory import Disk, MemoryStore


class Host:
    """Its bots see the same disk, one after the other. `start(host)` begins the first."""

    def __init__(self) -> None:
        self.disk = Disk()

    def __call__(self, sim: Sim) -> AbstractAsyncContextManager[RadaClient]:
        manner = Manner(sim.clock, lambda: 0.0, lambda number: 20.0 + number / 1000)
        return open_bot(MemoryStore(self.disk), NarratorSettings(kind="deck"), manner)


def rada(sim: Sim) -> RadaClient:
    assert isinstance(sim.client, RadaClient)
    return sim.client


async def begin(sim: Sim, people: list[Person], *, thread: bool = False) -> tuple[Room, Table]:
    """A game between these people, opened by the first of them; automated councillors fill the rest."""
    opener, *others = people
    await opener.command("rada nowa", watek=thread)
    for person in others:
        await person.press(say(line("lobby.button.join")))
    await opener.press(say(line("lobby.button.start")))
    await sim.advance(10)
    (room,) = rada(sim).house.troubles.games()
    return room, table_of(sim, room)


def table_of(sim: Sim, room: Room) -> Table:
    return rada(sim).house.tables[room.game]
