"""The game as one value that never changes, and the questions the rules ask of it.

The same value serves as what a seat knows (see view.py): there it is folded from fewer facts, and what was not
told stays at its default."""

from typing import NamedTuple

from engine.events import ActionRecorded, DilemmaPresented, GameEnded
from engine.rules import RuleSet
from engine.terms import DrawnPolicy, Faction, Phase, Stats, Status


class Councillor(NamedTuple):
    """One seat. `influence` is, in a view, what was last heard of it; the rest from `statement` on lasts a round."""

    seat: int
    name: str
    faction: Faction
    influence: int
    declared: int = 0
    status: Status = "active"
    statement: str | None = None
    supports: int | None = None
    choice: ActionRecorded | None = None
    vote: int | None = None


class State(NamedTuple):
    """`acted` lists who has acted in the open phase, `untold` is the resolved round whose tale may be told."""

    seed: str
    rules: RuleSet
    round: int
    phase: Phase
    stats: Stats
    councillors: tuple[Councillor, ...]
    acted: tuple[int, ...]
    drawn: tuple[DrawnPolicy, ...]
    dilemma: DilemmaPresented | None
    untold: int | None
    outcome: GameEnded | None

    @property
    def active(self) -> tuple[Councillor, ...]:
        return tuple([c for c in self.councillors if c.status == "active"])

    def members(self, faction: Faction) -> tuple[Councillor, ...]:
        """The active councillors of a faction."""
        return tuple([c for c in self.councillors if c.faction == faction and c.status == "active"])

    def has_seat(self, seat: int) -> bool:
        return 1 <= seat <= len(self.councillors)

    def councillor(self, seat: int) -> Councillor:
        return self.councillors[seat - 1]


def blank(seed: str = "") -> State:
    """Before anything has happened. Only the engine's own state is given the seed."""
    return State(seed, RuleSet(), 0, "statements", Stats(0, 0, 0), (), (), (), None, None, None)


def owes(state: State, councillor: Councillor) -> bool:
    """Whether the open phase still waits for this councillor. Nobody owes a vote they cannot give (O2)."""
    if councillor.status != "active" or councillor.seat in state.acted:
        return False
    if state.phase == "statement_vote":
        return any(may_support(councillor, author) for author in state.councillors)
    return state.phase in ("statements", "actions", "policy_vote")


def may_support(voter: Councillor, author: Councillor) -> bool:
    """Whether one may vote for the other's statement (O2)."""
    return author.statement is not None and author.status == "active" and author.seat != voter.seat


def waiting_for(state: State) -> tuple[int, ...]:
    """The seats the open phase still waits for."""
    return tuple([c.seat for c in state.councillors if owes(state, c)])


def in_consensus(state: State, faction: Faction) -> bool:
    """All active members voted, and for the same policy (R3)."""
    votes = [c.vote for c in state.members(faction)]
    return bool(votes) and votes[0] is not None and votes.count(votes[0]) == len(votes)
