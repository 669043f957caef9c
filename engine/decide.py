"""The only entrance: a command either becomes facts or is refused with a code, and then nothing has changed."""

from collections.abc import Callable
from typing import Any, Final, cast

from engine.chance import deal, draw_dilemma
from engine.commands import (
    Abandon,
    ClosePhase,
    Code,
    Command,
    Leave,
    Move,
    Narrate,
    PresentDilemma,
    Refused,
)
from engine.course import Course
from engine.ending import end_game
from engine.events import (
    ActionPaid,
    DilemmaDrawn,
    DilemmaPresented,
    Event,
    GameStarted,
    Narrated,
    PhaseOpened,
    SeatActed,
    SeatLeft,
    StatementAwarded,
    StatementsRevealed,
)
from engine.moves import MOVES
from engine.resolution import resolve
from engine.rules import RuleSet
from engine.state import State, blank, may_support, owes
from engine.terms import DrawnPolicy, HintedPolicy, OpenPolicy, Pairs, Phase, Stats, Words
from engine.words import SURROGATE, sound_dilemma, sound_tale, trim

MIN_SEATS: Final = 3
MAX_SEATS: Final = 12


def begin(seed: str, rules: RuleSet, names: tuple[str, ...]) -> tuple[State, tuple[Event, ...]]:
    """Deal the seats and open the first round (S1 to S3)."""
    if not MIN_SEATS <= len(names) <= MAX_SEATS:
        raise ValueError(f"a game has {MIN_SEATS} to {MAX_SEATS} seats, not {len(names)}")
    if any(SURROGATE.search(text) for text in (seed, *names)):
        raise ValueError("the seed and the names must be whole characters")
    course = Course(blank(seed))
    factions = deal(seed, len(names))
    start = rules.starting_stats
    course.add(
        GameStarted(
            names=Pairs(enumerate(names, 1)),
            factions=Pairs(enumerate(factions, 1)),
            stats=Stats(start, start, start),
            influence=rules.starting_influence,
            rules=rules,
        )
    )
    _open_round(course, 1)
    return course.state, tuple(course.events)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The facts a command causes. Raises Refused."""
    return play(state, command)[1]


def play(state: State, command: Command) -> tuple[State, tuple[Event, ...]]:
    """Decide, and fold what was decided: the next state and the facts that lead there. Raises Refused."""
    course = Course(state)
    if (row := MOVES.get(type(command))) is not None:
        _move(course, cast(Move, command), *row)
    else:
        _OTHERS[type(command)](course, command)
    return course.state, tuple(course.events)


def _refuse_if_over(state: State) -> None:
    if state.phase == "ended":
        raise Refused("game_over")


# -- a councillor's move ----------------------------------------------------------------------------------------------


def _move(course: Course, move: Move, phase: Phase, fact: Callable[[State, Any], Event]) -> None:
    """The guards all moves share, the move's own fact, and what it completes."""
    state, seat = course.state, move.seat
    if state.phase != phase or not state.has_seat(seat) or state.councillors[seat - 1].status != "active":
        raise Refused(_why_not(state, seat, phase))
    course.add(fact(state, move))
    if seat not in state.acted:
        course.add(SeatActed(seat, phase))
        _close_if_complete(course)


def _why_not(state: State, seat: int, phase: Phase) -> Code:
    """Which of the shared guards stands first in the way of a move that one of them stops."""
    if state.phase == "ended":
        return "game_over"
    if not state.has_seat(seat):
        return "unknown_seat"
    return "wrong_phase" if state.phase != phase else "not_active"


# -- the narrator, the moderator, and those who leave -----------------------------------------------------------------


def _present_dilemma(course: Course, told: PresentDilemma) -> None:
    state = course.state
    _refuse_if_over(state)
    if state.phase != "dilemma":
        raise Refused("wrong_phase")
    if not sound_dilemma(told, len(state.drawn), state.rules):
        raise Refused("bad_dilemma")
    shown = tuple(_shown(state.rules, drawn, words) for drawn, words in zip(state.drawn, told.policies, strict=True))
    course.add(DilemmaPresented(trim(told.title), trim(told.text), trim(told.source), shown))
    _open(course, "policy_vote")


def _shown(rules: RuleSet, drawn: DrawnPolicy, words: Words) -> OpenPolicy | HintedPolicy:
    """D2."""
    if rules.effects_shown == "open":
        return OpenPolicy(trim(words.name), trim(words.text), drawn.effects)
    return HintedPolicy(trim(words.name), trim(words.text), drawn.helps, drawn.hurts)


def _narrate(course: Course, tale: Narrate) -> None:
    state = course.state
    if state.untold is None:
        raise Refused("wrong_phase")
    if not sound_tale(tale, state.rules):
        raise Refused("bad_text")
    course.add(Narrated(state.untold, trim(tale.text), trim(tale.source)))


def _close_on_demand(course: Course, command: ClosePhase) -> None:
    _refuse_if_over(course.state)
    if course.state.phase == "dilemma":  # the deck can always tell it
        raise Refused("wrong_phase")
    _close(course)


def _abandon(course: Course, command: Abandon) -> None:
    _refuse_if_over(course.state)
    end_game(course, "abandoned")


def _leave(course: Course, command: Leave) -> None:
    state = course.state
    _refuse_if_over(state)
    if not state.has_seat(command.seat):
        raise Refused("unknown_seat")
    if state.councillor(command.seat).status != "active":
        raise Refused("not_active")
    course.add(SeatLeft(command.seat, command.reason))
    if len(course.state.active) < 2:
        end_game(course, "deserted")  # E3 is looked at before E4 closes the phase
    elif state.phase != "dilemma":
        _close_if_complete(course)


# -- from phase to phase ----------------------------------------------------------------------------------------------


def _open(course: Course, phase: Phase) -> None:
    course.add(PhaseOpened(course.state.round, phase))


def _open_round(course: Course, round_: int) -> None:
    course.add(PhaseOpened(round_, "statements"))
    course.add(DilemmaDrawn(draw_dilemma(course.state.seed, course.state.rules, round_)))


def _close_if_complete(course: Course) -> None:
    state = course.state
    acted = state.acted
    for councillor in state.councillors:
        if councillor.seat not in acted and owes(state, councillor):
            return
    _close(course)


def _close(course: Course) -> None:
    _CLOSE[course.state.phase](course)


def _close_statements(course: Course) -> None:
    said = Pairs((c.seat, c.statement) for c in course.state.active if c.statement is not None)
    course.add(StatementsRevealed(said))
    voters = course.state.active
    if any(may_support(voter, author) for voter in voters for author in voters):
        _open(course, "statement_vote")
    else:
        _open(course, "actions")  # O2: nobody has anybody to vote for


def _close_statement_vote(course: Course) -> None:
    """O3."""
    supported = [c.supports for c in course.state.active if c.supports is not None]
    votes = Pairs((seat, supported.count(seat)) for seat in sorted(set(supported)))
    most = max((count for _, count in votes), default=0)
    best = [seat for seat, count in votes if count == most]
    course.add(StatementAwarded(best[0] if len(best) == 1 else None, votes))
    _open(course, "actions")


def _close_actions(course: Course) -> None:
    """A1: the cost is taken now and never given back."""
    for c in course.state.active:
        if c.choice is not None and c.choice.action != "pass":
            course.add(ActionPaid(c.seat, c.choice.cost, c.influence - c.choice.cost))
    _open(course, "dilemma")


def _close_policy_vote(course: Course) -> None:
    resolve(course)
    state = course.state
    if state.phase == "ended":
        return
    if state.round >= state.rules.rounds:
        end_game(course, "points")
    else:
        _open_round(course, state.round + 1)


_CLOSE: Final[dict[Phase, Callable[[Course], None]]] = {
    "statements": _close_statements,
    "statement_vote": _close_statement_vote,
    "actions": _close_actions,
    "policy_vote": _close_policy_vote,
}

_OTHERS: Final[dict[type[Command], Callable[[Course, Any], None]]] = {
    PresentDilemma: _present_dilemma,
    Narrate: _narrate,
    ClosePhase: _close_on_demand,
    Leave: _leave,
    Abandon: _abandon,
}
