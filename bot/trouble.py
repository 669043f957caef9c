"""A game that has lost the place where it is played is paused, and somebody of it is told once what helps. Knows no
chat: it is told what happened, and handed a way to tell."""

import json
import logging
from secrets import token_hex
from typing import Final, Literal, NamedTuple, Protocol, Self, get_args

from bot.rooms import Room, Rooms
from bot.rows import rows, texts
from bot.sitting import Declined
from bot.store import Put, Store, StoreError
from bot.tables import Tables
from bot.text import Line, line, say
from engine.commands import Refused

LOG: Final = logging.getLogger("rada.trouble")
TROUBLE: Final = "trouble/"
MOVE: Final = "/rada-mod przenies"
RESUME: Final = "/rada-mod wznow"

REPLACE: Final = "/rada-mod przekaz"
REMOVE: Final = "/rada-mod usun"

Why = Literal["no_rights", "locked", "guild_gone", "channel_gone"]
GRAVITY: Final[tuple[Why, ...]] = get_args(Why)
"""Of two troubles at one place the second tells nothing new unless it is graver."""


class Teller(Protocol):
    """Never raises."""

    async def to_person(self, person: str, said: Line) -> bool:
        """Whether it arrived."""

    async def to_channel(self, channel: str, said: Line) -> None: ...


class Known(NamedTuple):
    channel: str
    why: Why

    def covers(self, room: Room, why: Why) -> bool:
        return self.channel == room.channel and GRAVITY.index(self.why) >= GRAVITY.index(why)


def known_from(text: str) -> Known:
    channel, why = texts(text, 2, 2)
    return Known(channel, GRAVITY[GRAVITY.index(why)])


class Troubles:
    """What is known of is in the store, so that nobody is told again after a restart."""

    def __init__(self, store: Store, tables: Tables, rooms: Rooms, tell: Teller) -> None:
        self._store, self._tables, self._rooms, self._tell = store, tables, rooms, tell
        self._known: dict[str, Known] = {}

    async def load(self) -> Self:
        self._known = await rows(self._store, TROUBLE, known_from)
        return self

    def games_at(self, channel: str) -> list[Room]:
        return [room for room in self._rooms if room.channel == channel and self._runs(room.game)]

    def games_of(self, guild: str) -> list[Room]:
        return [room for room in self._rooms.of_guild(guild) if self._runs(room.game)]

    def games(self) -> list[Room]:
        return [room for room in self._rooms if self._runs(room.game)]

    async def found(self, room: Room, why: Why, rights: tuple[str, ...] = ()) -> None:
        """`rights` are keys of the catalogue's table of that name."""
        known = self._known.get(room.game)
        if not self._runs(room.game) or (known is not None and known.covers(room, why)):
            return
        people = self._people(room)
        await self._keep(room.game, Known(room.channel, why))
        await self._pause(room.game)
        LOG.warning("game %s is paused: %s", room.game, why)
        for person in people:
            if await self._tell.to_person(person, _said(why, rights)):
                return

    def _people(self, room: Room) -> list[str]:
        """Whoever opened the game, and then who sits in it: the first who can be reached is told."""
        sitters = self._tables[room.game].sitting.kept.sitters
        people = (room.opener, *(sitter.person for sitter in sitters))
        return [person for person in dict.fromkeys(people) if person is not None]

    async def left(self, game: str, seat: int) -> bool:
        """Whoever sits there is no member of the server any more. Whether everybody was told."""
        room = self._rooms.get(game)
        if room is None or not self._runs(game) or not await self._pause(game):
            return False
        LOG.warning("game %s is paused: seat %s has left the server", game, seat)
        name = self._tables[game].sitting.state.councillor(seat).name
        said = line("trouble.left", name=name, seat=seat, replace=REPLACE, remove=REMOVE, resume=RESUME)
        await self._tell.to_channel(room.channel, said)
        return True

    def has_lost(self, room: Room) -> bool:
        """Its channel, for good."""
        return self._known.get(room.game) == Known(room.channel, "channel_gone")

    async def mended(self, room: Room) -> bool:
        """Whether there was any trouble."""
        if room.game not in self._known:
            return False
        await self._keep(room.game, None)
        return True

    def _runs(self, game: str) -> bool:
        return game in self._tables and self._tables[game].sitting.state.outcome is None

    async def _pause(self, game: str) -> bool:
        """Whether it stands now."""
        try:
            await self._tables[game].pause(say(line("trouble.by")), f"trouble/{token_hex(8)}")
        except Declined:
            return True
        except Refused:
            return False
        except StoreError as error:
            LOG.warning("game %s could not be paused: %s", game, error)
            return False
        return True

    async def _keep(self, game: str, known: Known | None) -> None:
        """At worst somebody is told again."""
        self._known = {other: trouble for other, trouble in self._known.items() if other != game}
        if known is not None:
            self._known[game] = known
        try:
            await self._store.write(Put(f"{TROUBLE}{game}", json.dumps(known) if known else None))
        except StoreError as error:
            LOG.warning("game %s: its trouble could not be noted: %s", game, error)


def _said(why: Why, rights: tuple[str, ...]) -> Line:
    match why:
        case "channel_gone":
            return line("trouble.channel_gone", move=MOVE, resume=RESUME)
        case "guild_gone" | "locked":
            return line(f"trouble.{why}", resume=RESUME)
        case "no_rights":
            return line("trouble.no_rights", rights=tuple(line(f"right.{right}") for right in rights), resume=RESUME)
