"""A desk in a hall of tests: the real tables and a chat that only remembers. People ask by their names."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from bot.address import Address, address
from bot.desk import Answer, ChatError, Desk, Faults, Value, Visitor
from bot.office import Office
from bot.rooms import Rooms
from bot.screen import Button, Form, Reply, Screen, Select
from bot.table import Means, Table
from bot.text import say
from narrator.budget import Pocket
from narrator.choose import Narrators
from narrator.settings import NarratorSettings
from tests.tables.hall import Hall, settle

IDS = count(1)
GUILD = "500"
CHANNEL = "600"


@dataclass
class Notebook:
    """A chat that does whatever it is asked, unless it is told otherwise."""

    posted: dict[str, Screen] = field(default_factory=dict)
    faults: Faults = field(default_factory=Faults)
    unreachable: set[str] = field(default_factory=set)
    again: list[str] = field(default_factory=list)
    broken: bool = False
    deleted: set[str] = field(default_factory=set)
    tried: list[tuple[str, ...]] = field(default_factory=list)

    async def thread(self, channel: str, _: str) -> str:
        return f"{channel}9"

    async def post(self, _: str, screen: Screen) -> str:
        await asyncio.sleep(0)
        if self.broken:
            raise ChatError
        message = str(len(self.posted) + 1)
        self.posted[message] = screen
        return message

    async def edit(self, _: str, message: str, screen: Screen) -> None:
        if self.broken or message in self.deleted:
            raise ChatError
        self.posted[message] = screen

    async def try_out(self, _: str, people: tuple[str, ...]) -> Faults:
        await asyncio.sleep(0)
        self.tried.append(people)
        return self.faults if people else Faults(self.faults.rights)

    async def reaches(self, channel: str) -> bool:
        return channel not in self.unreachable

    def reopened(self, game: str) -> None:
        self.again.append(game)


class Lounge:
    """One run of the program."""

    def __init__(self, hall: Hall, office: Office, chat: Notebook) -> None:
        self.hall, self.office, self.chat = hall, office, chat
        self.desk = Desk(office)

    @classmethod
    async def open(cls, hall: Hall | None = None) -> "Lounge":
        hall, chat = hall or Hall(), Notebook()
        means = Means(hall.store, hall.post, hall.clock, lambda number: 1.0)
        narrators = Narrators(NarratorSettings(kind="deck"), Pocket())
        rooms = await Rooms.load(hall.store)
        return cls(hall, await Office(means, hall.tables, rooms, chat, narrators).load(), chat)

    async def again(self) -> "Lounge":
        return await Lounge.open(await self.hall.again())

    async def close(self) -> None:
        await self.hall.close()

    # -- asking -------------------------------------------------------------------------------------------------------

    async def command(self, who: Visitor | str, key: str, **options: Value) -> Answer:
        return await self.desk.command(visitor(who), key, options, f"click {next(IDS)}")

    async def press(self, who: Visitor | str, to: str, *values: str, id_: str = "") -> Answer:
        where = address(to)
        assert where is not None, to
        answer = await self.desk.press(visitor(who), where, values, id_ or f"click {next(IDS)}")
        await settle()
        return answer

    async def write(self, who: Visitor | str, form: Form, text: str) -> Answer:
        where = address(form.address)
        assert where is not None
        answer = await self.desk.submit(visitor(who), where, text, f"click {next(IDS)}")
        await settle()
        return answer

    # -- whole steps --------------------------------------------------------------------------------------------------

    async def game(self, *names: str, seats: int = 3, tempo: str = "evening", **changes: Any) -> Table:
        """A game in the channel, opened by the first."""
        await self.command(names[0], "rada.nowa")
        (lobby,) = self.office.lobbies.values()
        self.office.lobbies[lobby.id] = replace(lobby, seats=max(seats, len(names)), tempo=tempo, **changes)
        for name in names[1:]:
            await self.press(name, str(Address("join", lobby.id)))
        await self.press(names[0], str(Address("start", lobby.id)))
        await self.hall.clock.turn()
        room = self.office.room_at(CHANNEL)
        assert room is not None
        return self.office.tables[room.game]


def visitor(who: Visitor | str) -> Visitor:
    """A member of the server, in the channel."""
    return who if isinstance(who, Visitor) else Visitor(who, who, who.lower(), GUILD, CHANNEL)


def mod(name: str) -> Visitor:
    return visitor(name)._replace(manages=True)


def screen(answer: Answer) -> Screen:
    assert isinstance(answer, Reply)
    return answer.screen


def text(answer: Answer | Screen) -> str:
    return "\n".join(map(say, (answer if isinstance(answer, Screen) else screen(answer)).lines))


def buttons(shown: Screen) -> list[Button]:
    return [button for row in shown.rows if not isinstance(row, Select) for button in row]


def selects(shown: Screen) -> list[Select]:
    return [row for row in shown.rows if isinstance(row, Select)]


def labels(shown: Screen) -> list[str]:
    return [say(button.label) for button in buttons(shown)]


def button(shown: Screen, label: str) -> str:
    (found,) = [pressed.address for pressed in buttons(shown) if say(pressed.label).startswith(label)]
    return found


def options(shown: Screen) -> Sequence[str]:
    (select,) = selects(shown)
    return [option.value for option in select.options]
