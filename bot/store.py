"""What must outlive the program, and the protocol any store keeps to.

Whatever one step of a table changes is written in one call, all of it or nothing, and is durable when the call
returns: only then may anybody hear of it. Changes are values, so a store is little more than a table of meanings."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game begins. `header` is the recording's first line, `kept` what the table itself must remember, as JSON."""

    game: str
    header: str
    kept: str


@dataclass(frozen=True, slots=True)
class Append:
    """One accepted command: line `n` of the recording, and the id of the order that asked for it."""

    game: str
    n: int
    order: str
    line: str


@dataclass(frozen=True, slots=True)
class Keep:
    """What the table itself must remember (who sits where, the tempo, a pause) is now this."""

    game: str
    kept: str


@dataclass(frozen=True, slots=True)
class Arm:
    """The game's one deadline is now this, in seconds since 1970 (UTC). `reminded` once the reminder has gone out."""

    game: str
    due: float
    reminded: bool = False


@dataclass(frozen=True, slots=True)
class Disarm:
    game: str


@dataclass(frozen=True, slots=True)
class Say:
    """Something to be said at a place, after all that was to be said there before. The nonce is the message's name."""

    game: str
    place: str
    nonce: str
    body: str


@dataclass(frozen=True, slots=True)
class Said:
    """The receiver has it."""

    nonce: str


@dataclass(frozen=True, slots=True)
class Defer:
    """A delivery failed; not again before this time."""

    nonce: str
    attempts: int
    not_before: float


@dataclass(frozen=True, slots=True)
class SetAside:
    """It can never be delivered; moderators are shown why."""

    nonce: str
    why: str


@dataclass(frozen=True, slots=True)
class Note:
    """A row of the audit log: who did what, never what anybody chose."""

    game: str
    at: float
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class EndGame:
    """Nothing more will be played. The game stays readable; what is unsaid is still said."""

    game: str


@dataclass(frozen=True, slots=True)
class Put:
    """What an outlet or the narrator must remember beside the games, under a name like `room/…`. None forgets it."""

    name: str
    value: str | None


Change = NewGame | Append | Keep | Arm | Disarm | Say | Said | Defer | SetAside | Note | EndGame | Put


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was left. `lines` are those after the header, in order."""

    game: str
    header: str
    kept: str
    ended: bool
    due: float | None
    reminded: bool


@dataclass(frozen=True, slots=True)
class Logged:
    n: int
    order: str
    line: str


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A message still to be delivered, or set aside (`why`)."""

    game: str
    place: str
    nonce: str
    body: str
    attempts: int
    not_before: float
    why: str | None


class StoreError(Exception):
    """The store cannot do it now (disk full, read-only, locked, damaged). Nothing of the call was written."""


class StoreConflict(StoreError):
    """The changes contradict what is there: a fault of whoever wrote them, and trying again will not help."""


class Store(Protocol):
    """Every method raises StoreError, and nothing else, for what is wrong with the disk or the file."""

    async def write(self, *changes: Change) -> None:
        """All of it, durable on return, or nothing. Calls that wait at the same time may share a transaction, yet each
        is its own: where one of them is wrong, the others are written. A caller that stops waiting has written all the
        same, and reading, which sees all that was called for before it, tells how that ended."""

    async def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""

    async def game(self, game: str) -> Game | None: ...

    async def log(self, game: str) -> tuple[Logged, ...]: ...

    async def unsaid(self) -> tuple[Unsaid, ...]:
        """In the order in which it was to be said."""

    async def notes(self, game: str) -> tuple[Note, ...]: ...

    async def put(self, prefix: str) -> dict[str, str]:
        """Whatever was put under names that begin so, by name."""

    async def close(self) -> None:
        """What was being written is finished first."""
