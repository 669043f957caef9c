"""Where each game is played: which channel of which server. One game to a channel."""

import json
from collections.abc import Iterator
from typing import Final, NamedTuple, Self

from bot.rows import rows, texts
from bot.store import Put, Store

ROOM: Final = "room/"


class Room(NamedTuple):
    """`opener` is who opened the lobby, and is told when nobody else can be."""

    game: str
    guild: str
    channel: str
    opener: str

    def put(self) -> Put:
        return Put(f"{ROOM}{self.game}", json.dumps(self[1:]))


def room_from(text: str) -> list[str]:
    """What is kept under the game's name."""
    return texts(text, 3, 3)


class Rooms:
    """All there ever were, oldest first: a game that has ended can still be exported."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}

    @classmethod
    async def load(cls, store: Store) -> Self:
        rooms = cls()
        order = [row.game for row in await store.games()]
        kept = await rows(store, ROOM, room_from)
        for game in order:
            if game in kept:
                rooms.add(Room(game, *kept[game]))
        return rooms

    def add(self, room: Room) -> None:
        self._rooms[room.game] = room

    def forget(self, game: str) -> None:
        self._rooms.pop(game, None)

    def get(self, game: str) -> Room | None:
        return self._rooms.get(game)

    def at(self, channel: str) -> list[Room]:
        return [room for room in self._rooms.values() if room.channel == channel]

    def of_guild(self, guild: str) -> list[Room]:
        return [room for room in self._rooms.values() if room.guild == guild]

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms.values())
