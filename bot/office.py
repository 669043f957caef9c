"""What the desk works with: the tables and the rooms they stand in, lobbies, the settings of servers, the chat."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol, Self
from weakref import WeakValueDictionary

from bot.lobby import LOBBY, PRESET, TEMPO, Lobby, lobby_from
from bot.rooms import Room, Rooms
from bot.rows import rows, texts
from bot.screen import Form, Reply, Screen
from bot.sitting import Declined, Sitting
from bot.store import Put
from bot.table import Means, Table
from bot.tables import Tables, Unreadable
from engine.commands import Refused
from narrator.choose import Narrators

SERVER: Final = "server/"
Value = str | int | bool
Answer = Reply | Form


class Visitor(NamedTuple):
    """Who asks, and where. `handle` is the name nobody else has; `manages` whether the chat says that the server is
    theirs to manage. In a private conversation there is no guild; `parent` is the channel that a thread belongs to."""

    person: str
    name: str
    handle: str
    guild: str = ""
    channel: str = ""
    roles: frozenset[str] = frozenset()
    manages: bool = False
    parent: str = ""


class Faults(NamedTuple):
    """What a trial found: rights that are missing in the channel (keys of the catalogue's table `right`), people whose
    private messages are closed, people who are not members."""

    rights: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


class ChatError(Exception):
    """The chat does not allow it, or did not answer."""


class Chat(Protocol):
    """What the desk asks of the chat it serves."""

    async def thread(self, channel: str, name: str) -> str:
        """A new thread in this channel. Raises ChatError."""

    async def post(self, channel: str, screen: Screen) -> str:
        """A message that is not a game's; gives its id. Raises ChatError."""

    async def edit(self, channel: str, message: str, screen: Screen) -> None:
        """Such a message is now this. Raises ChatError."""

    async def try_out(self, channel: str, people: tuple[str, ...]) -> Faults:
        """What would fail in a game: each right is looked up, each person is written to."""

    async def reaches(self, channel: str) -> bool:
        """Whether anything can be said there."""

    def reopened(self, game: str) -> None:
        """What is to be said in this game may be tried anew; its room may be another one now."""


class Server(NamedTuple):
    """What moderators have set. `channel`: the only one where games are opened; `role`: whose members moderate."""

    channel: str = ""
    role: str = ""
    preset: str = PRESET
    tempo: str = TEMPO

    def put(self, guild: str) -> Put:
        return Put(f"{SERVER}{guild}", json.dumps(self))


def server_from(text: str) -> Server:
    """One of an older version has fewer settings."""
    return Server(*texts(text, 0, len(Server._fields)))


@dataclass
class Office:
    means: Means
    tables: Tables
    rooms: Rooms
    chat: Chat
    narrators: Narrators
    lobbies: dict[str, Lobby] = field(default_factory=dict)
    servers: dict[str, Server] = field(default_factory=dict)
    trials: dict[str, asyncio.Future[tuple[Faults, bool]]] = field(default_factory=dict)
    reached: dict[str, set[str]] = field(default_factory=dict)
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def load(self) -> Self:
        self.lobbies |= await rows(self.means.store, LOBBY, lobby_from)
        self.servers |= await rows(self.means.store, SERVER, server_from)
        return self

    def server(self, visitor: Visitor) -> Server:
        return self.servers.get(visitor.guild, Server())

    def moderates(self, visitor: Visitor) -> bool:
        return bool(visitor.guild) and (visitor.manages or self.server(visitor).role in visitor.roles)

    # -- which game ---------------------------------------------------------------------------------------------------

    def running(self, game: str) -> Table:
        """Raises Declined or Refused, by whether there ever was such a game."""
        if game in self.tables:
            return self.tables[game]
        if self.tables.unreadable(game):
            raise Declined("unreadable")
        if self.rooms.get(game) is not None:
            raise Refused("game_over")
        raise Declined("no_game")

    async def look_at(self, game: str) -> Sitting:
        if self.rooms.get(game) is None:
            raise Declined("no_game")
        try:
            return await self.tables.sitting(game)
        except Unreadable:
            raise Declined("unreadable") from None
        except KeyError:  # not begun yet
            raise Declined("no_game") from None

    def table_here(self, visitor: Visitor) -> Table:
        """The game that is played in this channel."""
        table = self.table_at(visitor.channel)
        if table is None:
            raise Declined("no_game")
        return table

    def room_at(self, channel: str) -> Room | None:
        """Of the game that is played in this channel, or else of the last one that was."""
        here = self.rooms.at(channel)
        return next((room for room in here if self._goes_on(room.game)), here[-1] if here else None)

    def _goes_on(self, game: str) -> bool:
        """As soon as it can be read again, at the latest."""
        return game in self.tables or self.tables.unreadable(game)

    def table_at(self, channel: str) -> Table | None:
        """Raises Declined where nobody can say how that game stands."""
        room = self.room_at(channel)
        if room is not None and self.tables.unreadable(room.game):
            raise Declined("unreadable")
        return self.tables[room.game] if room is not None and room.game in self.tables else None

    def must_be_free(self, channel: str) -> None:
        """A channel has one game at a time."""
        if self.table_at(channel) is not None:
            raise Declined("already_there")

    def meant(self, visitor: Visitor) -> list[str]:
        """The game of this channel; elsewhere, or where it has ended, those that whoever asks is playing."""
        here = self.room_at(visitor.channel)
        if here is not None and self._goes_on(here.game):
            return [here.game]
        playing = [room.game for room in self.rooms if self._plays(visitor, room)]
        return playing or ([here.game] if here else [])

    def _plays(self, visitor: Visitor, room: Room) -> bool:
        if visitor.guild not in ("", room.guild) or room.game not in self.tables:
            return False
        return self.tables[room.game].sitting.seat_of(visitor.person) is not None

    def lobby_at(self, channel: str) -> Lobby | None:
        return next((lobby for lobby in self.lobbies.values() if lobby.channel == channel), None)

    def lobby_by(self, visitor: Visitor) -> Lobby | None:
        """Opened by them on this server."""
        theirs = (visitor.guild, visitor.person)
        return next((lobby for lobby in self.lobbies.values() if (lobby.guild, lobby.opener) == theirs), None)

    def lock(self, channel: str) -> asyncio.Lock:
        """Held by whoever changes what is open in a channel."""
        return self._locks.setdefault(channel, asyncio.Lock())
