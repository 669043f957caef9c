"""Leaks to be planted in the engine: what a slip would make of it. Each must be found by the test of the two worlds."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

import pytest

from engine import decide, evolve, moves, options, view
from engine.commands import Command, Refused, Unmask
from engine.course import Course
from engine.events import (
    ActionPaid,
    ActionRecorded,
    DilemmaDrawn,
    Event,
    InfluenceAwarded,
    PhaseOpened,
    PolicyVoteRecorded,
    SeatActed,
    SeatLeft,
    StatementAwarded,
    StatementRecorded,
    StatementsRevealed,
    StatementVoteRecorded,
    Unmasked,
    UnmaskingFailed,
)
from engine.state import Councillor, State, blank, owes
from engine.terms import DrawnPolicy, OpenPolicy, Pairs, Words

Leak = Callable[[pytest.MonkeyPatch], None]
Change = Callable[[State, Event], Iterable[Event]]


def addressed(kind: type[Event], audience: Callable[[Any], object]) -> Leak:
    """Facts of a kind reach more than they should."""
    return lambda patch: patch.setattr(kind, "to", property(audience))


def changed(change: Change) -> Leak:
    """Facts are changed, dropped or added as they come about."""
    add = Course.add

    def leaky(course: Course, event: Event) -> None:
        for other in change(course.state, event):
            add(course, other)

    return lambda patch: patch.setattr(Course, "add", leaky)


def _everybody(event: Event) -> str:
    return "all"


def _ballots_to_faction_mates(patch: pytest.MonkeyPatch) -> None:
    mates: dict[int, tuple[int, ...]] = {}

    def change(state: State, event: Event) -> Iterable[Event]:
        if isinstance(event, PolicyVoteRecorded):
            mates[event.seat] = tuple(c.seat for c in state.members(state.councillor(event.seat).faction))
        yield event

    changed(change)(patch)
    addressed(PolicyVoteRecorded, lambda event: mates[event.seat])(patch)


# -- facts that say too much, or say it by being there, or by where they stand ----------------------------------------


def _choice_in_seat_acted(state: State, event: Event) -> Iterable[Event]:
    if isinstance(event, SeatActed) and (choice := state.councillor(event.seat).choice):
        yield replace(event, phase=f"{event.phase}: {choice.action}")  # type: ignore[arg-type]
    else:
        yield event


def _no_word_of_a_pass(state: State, event: Event) -> Iterable[Event]:
    choice = state.councillor(event.seat).choice if isinstance(event, SeatActed) else None
    if choice is None or choice.action != "pass":
        yield event


def _word_of_a_change_of_mind(state: State, event: Event) -> Iterable[Event]:
    yield event
    if isinstance(event, StatementRecorded | StatementVoteRecorded | ActionRecorded) and event.seat in state.acted:
        yield SeatActed(event.seat, state.phase)


def _plan_of_a_leaver(state: State, event: Event) -> Iterable[Event]:
    if isinstance(event, SeatLeft):
        yield replace(event, reason=f"{event.reason} {state.councillor(event.seat).choice}")  # type: ignore[arg-type]
    else:
        yield event


def _vote_of_a_leaver(state: State, event: Event) -> Iterable[Event]:
    if isinstance(event, SeatLeft):
        yield replace(event, reason=f"{event.reason} {state.councillor(event.seat).vote}")  # type: ignore[arg-type]
    else:
        yield event


def _supports_in_order_of_voting(state: State, event: Event) -> Iterable[Event]:
    if isinstance(event, StatementAwarded):
        order = [c.supports for c in state.active]
        yield replace(event, votes=Pairs(sorted(event.votes, key=lambda pair: order.index(pair[0]))))
    else:
        yield event


def _statements_in_order_of_writing(patch: pytest.MonkeyPatch) -> None:
    written: list[int] = []

    def change(state: State, event: Event) -> Iterable[Event]:
        if isinstance(event, StatementRecorded):
            written.append(event.seat)
        if isinstance(event, StatementsRevealed):
            event = replace(
                event, statements=Pairs(sorted(event.statements, key=lambda said: written[::-1].index(said[0])))
            )
        yield event

    changed(change)(patch)


def _phase_shows_a_protection(patch: pytest.MonkeyPatch) -> None:
    close = decide._CLOSE["actions"]

    def leaky(course: Course) -> None:
        if any(_is_protected(c) for c in course.state.active):
            course.add(PhaseOpened(course.state.round, "actions"))
        close(course)

    patch.setitem(decide._CLOSE, "actions", leaky)


# -- rules that depend on a secret ------------------------------------------------------------------------------------


def _the_poor_are_not_waited_for(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, c: Councillor) -> bool:
        return owes(state, c) and not (state.phase == "actions" and c.influence < state.rules.costs.protect)

    patch.setattr(decide, "owes", leaky)


def _is_protected(c: Councillor) -> bool:
    return c.choice is not None and c.choice.action == "protect"


def _no_option_against_the_protected(patch: pytest.MonkeyPatch) -> None:
    actions = options._actions

    def leaky(state: State, seat: int) -> tuple[Command, ...]:
        return tuple(
            m
            for m in actions(state, seat)
            if not isinstance(m, Unmask) or not _is_protected(state.councillor(m.target))
        )

    patch.setattr(options, "_actions", leaky)


def _refusal_to_unmask_the_protected(patch: pytest.MonkeyPatch) -> None:
    phase, unmask = moves.MOVES[Unmask]

    def leaky(state: State, move: Unmask) -> Event:
        event = unmask(state, move)
        if _is_protected(state.councillor(move.target)):
            raise Refused("inactive_target")
        return event

    patch.setitem(moves.MOVES, Unmask, (phase, leaky))


def _strength_despite_tendency(patch: pytest.MonkeyPatch) -> None:
    def leaky(rules: object, drawn: DrawnPolicy, words: Words) -> OpenPolicy:
        return OpenPolicy(words.name, words.text, drawn.effects)

    patch.setattr(decide, "_shown", leaky)


# -- views that look further than what was told -----------------------------------------------------------------------


def _view_of(kind: type[Event]) -> Leak:
    def leaky(events: Iterable[Event], seat: int | None) -> State:
        told = [event for event in events if view.heard_by(event, seat) or isinstance(event, kind)]
        return evolve.fold(blank(), told)

    return lambda patch: patch.setattr(view, "view", leaky)


def _everything_is_heard(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(view, "heard_by", lambda event, seat: True)


LEAKS: Final[dict[str, Leak]] = {
    "actions are addressed to all": addressed(ActionRecorded, _everybody),
    "payments are addressed to all": addressed(ActionPaid, _everybody),
    "rewards are addressed to all": addressed(InfluenceAwarded, _everybody),
    "draws are addressed to all": addressed(DilemmaDrawn, _everybody),
    "statements are addressed to all": addressed(StatementRecorded, _everybody),
    "supports are addressed to the author too": addressed(
        StatementVoteRecorded, lambda event: (event.seat, event.author)
    ),
    "ballots are addressed to faction mates too": _ballots_to_faction_mates,
    "unmaskings are addressed to the target too": addressed(Unmasked, lambda event: (event.seat, event.target)),
    "failures are addressed to the target too": addressed(UnmaskingFailed, lambda event: (event.seat, event.target)),
    "failures are addressed to all": addressed(UnmaskingFailed, _everybody),
    "who has acted says how": changed(_choice_in_seat_acted),
    "who passes has not acted": changed(_no_word_of_a_pass),
    "changes of mind are announced": changed(_word_of_a_change_of_mind),
    "who leaves leaves a plan": changed(_plan_of_a_leaver),
    "who leaves leaves a vote": changed(_vote_of_a_leaver),
    "statements stand in order of writing": _statements_in_order_of_writing,
    "supports stand in order of voting": changed(_supports_in_order_of_voting),
    "the phase shows a protection": _phase_shows_a_protection,
    "the poor are not waited for": _the_poor_are_not_waited_for,
    "the protected are no option": _no_option_against_the_protected,
    "the protected cannot be chosen": _refusal_to_unmask_the_protected,
    "tendencies say how strong": _strength_despite_tendency,
    "views hold others' ballots": _view_of(PolicyVoteRecorded),
    "views hold others' choices": _view_of(ActionRecorded),
    "views hold others' Influence": _view_of(InfluenceAwarded),
    "views hold the draw": _view_of(DilemmaDrawn),
    "everything is heard": _everything_is_heard,
}
