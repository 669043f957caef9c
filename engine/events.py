"""What has happened: one class per fact. Each names its audience where it is defined, by the class it derives from."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.rules import RuleSet
from engine.terms import (
    Action,
    DrawnPolicy,
    Ending,
    Faction,
    HintedPolicy,
    OpenPolicy,
    Pairs,
    Phase,
    Score,
    Stat,
    Stats,
)

Audience = Literal["all"] | tuple[int, ...]


class ToAll:
    __slots__ = ()
    to: ClassVar[Audience] = "all"


class ToNobody:
    __slots__ = ()
    to: ClassVar[Audience] = ()


class ToItsSeat:
    __slots__ = ()
    seat: int

    @property
    def to(self) -> Audience:
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class GameStarted(ToAll):
    event: ClassVar = "game_started"
    names: Pairs[int, str]
    factions: Pairs[int, Faction]
    stats: Stats
    influence: int
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class PhaseOpened(ToAll):
    event: ClassVar = "phase_opened"
    round: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class StatementRecorded(ToItsSeat):
    event: ClassVar = "statement_recorded"
    seat: int
    text: str | None


@dataclass(frozen=True, slots=True)
class SeatActed(ToAll):
    event: ClassVar = "seat_acted"
    seat: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class StatementsRevealed(ToAll):
    event: ClassVar = "statements_revealed"
    statements: Pairs[int, str]


@dataclass(frozen=True, slots=True)
class StatementVoteRecorded(ToItsSeat):
    event: ClassVar = "statement_vote_recorded"
    seat: int
    author: int | None


@dataclass(frozen=True, slots=True)
class StatementAwarded(ToAll):
    event: ClassVar = "statement_awarded"
    winner: int | None
    votes: Pairs[int, int]


@dataclass(frozen=True, slots=True)
class ActionRecorded(ToItsSeat):
    event: ClassVar = "action_recorded"
    seat: int
    action: Action
    target: int | None
    faction: Faction | None
    cost: int


@dataclass(frozen=True, slots=True)
class ActionPaid(ToItsSeat):
    event: ClassVar = "action_paid"
    seat: int
    cost: int
    influence: int


@dataclass(frozen=True, slots=True)
class DilemmaDrawn(ToNobody):
    event: ClassVar = "dilemma_drawn"
    policies: tuple[DrawnPolicy, ...]


@dataclass(frozen=True, slots=True)
class DilemmaPresented(ToAll):
    event: ClassVar = "dilemma_presented"
    title: str
    text: str
    source: str
    policies: tuple[OpenPolicy | HintedPolicy, ...]


@dataclass(frozen=True, slots=True)
class Narrated(ToAll):
    event: ClassVar = "narrated"
    round: int
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class PolicyVoteRecorded(ToItsSeat):
    event: ClassVar = "policy_vote_recorded"
    seat: int
    policy: int


@dataclass(frozen=True, slots=True)
class VotesCounted(ToAll):
    event: ClassVar = "votes_counted"
    tally: tuple[int, ...]
    winner: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class Unmasked(ToItsSeat):
    event: ClassVar = "unmasked"
    seat: int
    target: int
    protected: Literal[False]
    influence: int
    declared: int
    vote: int | None


@dataclass(frozen=True, slots=True)
class UnmaskingFailed(ToItsSeat):
    """The same kind of fact in a recording; a protected target gives nothing away."""

    event: ClassVar = "unmasked"
    seat: int
    target: int
    protected: Literal[True]


@dataclass(frozen=True, slots=True)
class VotesRevealed(ToAll):
    event: ClassVar = "votes_revealed"
    faction: Faction
    votes: Pairs[int, int | None]


@dataclass(frozen=True, slots=True)
class InfluenceAwarded(ToItsSeat):
    event: ClassVar = "influence_awarded"
    seat: int
    majority: int
    consensus: int
    influence: int


@dataclass(frozen=True, slots=True)
class FactionPower(ToAll):
    event: ClassVar = "faction_power"
    faction: Faction
    stat: Stat
    amount: int


@dataclass(frozen=True, slots=True)
class Disgraced(ToAll):
    event: ClassVar = "disgraced"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PolicyApplied(ToAll):
    event: ClassVar = "policy_applied"
    effects: Pairs[Stat, int]
    stats: Stats


@dataclass(frozen=True, slots=True)
class KingdomFell(ToAll):
    event: ClassVar = "kingdom_fell"
    fallen: tuple[Stat, ...]


@dataclass(frozen=True, slots=True)
class SeatLeft(ToAll):
    event: ClassVar = "seat_left"
    seat: int
    reason: Literal["left", "removed"]


@dataclass(frozen=True, slots=True)
class GameEnded(ToAll):
    event: ClassVar = "game_ended"
    ending: Ending
    winners: tuple[int, ...]
    ruling_faction: Faction | None
    scores: Pairs[int, Score]


Event = (
    GameStarted
    | PhaseOpened
    | StatementRecorded
    | SeatActed
    | StatementsRevealed
    | StatementVoteRecorded
    | StatementAwarded
    | ActionRecorded
    | ActionPaid
    | DilemmaDrawn
    | DilemmaPresented
    | Narrated
    | PolicyVoteRecorded
    | VotesCounted
    | Unmasked
    | UnmaskingFailed
    | VotesRevealed
    | InfluenceAwarded
    | FactionPower
    | Disgraced
    | PolicyApplied
    | KingdomFell
    | SeatLeft
    | GameEnded
)
