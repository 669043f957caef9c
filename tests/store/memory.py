"""A store that keeps everything in a dictionary: the reference for the others, and quick company for tests of tables.

Stores opened on the same `disk` see the same games, as programs do that run one after the other on one file."""

import asyncio
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Self

from bot.store import (
    Append,
    Arm,
    Change,
    Defer,
    Disarm,
    EndGame,
    Game,
    Keep,
    Logged,
    NewGame,
    Note,
    Put,
    Said,
    Say,
    SetAside,
    StoreConflict,
    StoreError,
    Unsaid,
)


@dataclass
class Kept:
    """One game, whole."""

    game: Game
    log: list[Logged] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    orders: set[str] = field(default_factory=set)

    def __copy__(self) -> Self:
        return type(self)(self.game, list(self.log), list(self.notes), set(self.orders))


@dataclass
class Disk:
    games: dict[str, Kept] = field(default_factory=dict)
    messages: dict[str, Unsaid | None] = field(default_factory=dict)  # None: said
    put: dict[str, str | None] = field(default_factory=dict)


class MemoryStore:
    def __init__(self, disk: Disk | None = None) -> None:
        self.disk = Disk() if disk is None else disk
        self._closed = False

    async def write(self, *changes: Change) -> None:
        self._refuse_if_closed()
        call = _Call(self.disk)
        for change in changes:
            call.apply(change)
        self.disk.games.update(call.games)
        self.disk.messages.update(call.messages)
        self.disk.put.update(call.put)
        await asyncio.sleep(0)  # as with a disk, others have their turn before it is acknowledged

    async def games(self) -> tuple[Game, ...]:
        self._refuse_if_closed()
        return tuple(kept.game for kept in self.disk.games.values())

    async def game(self, game: str) -> Game | None:
        self._refuse_if_closed()
        return self.disk.games[game].game if game in self.disk.games else None

    async def log(self, game: str) -> tuple[Logged, ...]:
        self._refuse_if_closed()
        return tuple(self.disk.games[game].log) if game in self.disk.games else ()

    async def unsaid(self) -> tuple[Unsaid, ...]:
        self._refuse_if_closed()
        return tuple(message for message in self.disk.messages.values() if message is not None)

    async def notes(self, game: str) -> tuple[Note, ...]:
        self._refuse_if_closed()
        return tuple(self.disk.games[game].notes) if game in self.disk.games else ()

    async def put(self, prefix: str) -> dict[str, str]:
        self._refuse_if_closed()
        return {
            name: value
            for name, value in sorted(self.disk.put.items())
            if value is not None and name.startswith(prefix)
        }

    async def close(self) -> None:
        self._closed = True

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")


class _Call:
    """What a call would change, beside what is there, so that a conflict leaves nothing behind."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.games: dict[str, Kept] = {}
        self.messages: dict[str, Unsaid | None] = {}
        self.put: dict[str, str | None] = {}

    def apply(self, change: Change) -> None:
        match change:
            case NewGame():
                self._require(change.game not in self._disk.games and change.game not in self.games)
                self.games[change.game] = Kept(Game(change.game, change.header, change.kept, False, None, False))  # noqa: FBT003
            case Append():
                self._append(self._game(change.game), change)
            case Keep():
                self._set(change.game, kept=change.kept)
            case Arm():
                self._require(not self._game(change.game).game.ended)
                self._set(change.game, due=change.due, reminded=change.reminded)
            case Disarm():
                self._set(change.game, due=None, reminded=False)
            case EndGame():
                self._set(change.game, ended=True, due=None, reminded=False)
            case Say():
                self._game(change.game)
                self._require(change.nonce not in self._disk.messages and change.nonce not in self.messages)
                self.messages[change.nonce] = Unsaid(change.game, change.place, change.nonce, change.body, 0, 0, None)
            case Said():
                self._require(change.nonce in self._disk.messages or change.nonce in self.messages)
                self.messages[change.nonce] = None
            case Defer():
                waiting = self._waiting(change.nonce)
                self.messages[change.nonce] = replace(waiting, attempts=change.attempts, not_before=change.not_before)
            case SetAside():
                self.messages[change.nonce] = replace(self._waiting(change.nonce), why=change.why)
            case Note():
                self._game(change.game).notes.append(change)
            case Put():
                self.put[change.name] = change.value

    def _append(self, kept: Kept, line: Append) -> None:
        self._require(not kept.game.ended and line.n == len(kept.log) + 1 and line.order not in kept.orders)
        kept.log.append(Logged(line.n, line.order, line.line))
        kept.orders.add(line.order)

    def _set(self, game: str, **values: object) -> None:
        kept = self._game(game)
        kept.game = replace(kept.game, **values)  # type: ignore[arg-type]

    def _game(self, game: str) -> Kept:
        if game not in self.games:
            self._require(game in self._disk.games)
            self.games[game] = copy(self._disk.games[game])
        return self.games[game]

    def _waiting(self, nonce: str) -> Unsaid:
        message = self.messages[nonce] if nonce in self.messages else self._disk.messages.get(nonce)
        if message is None:
            raise StoreConflict("no such message is waiting")
        return message

    def _require(self, holds: bool) -> None:  # noqa: FBT001
        if not holds:
            raise StoreConflict("it contradicts what is there")
