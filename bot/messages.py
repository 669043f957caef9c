"""What is said where, once something has happened. Every message begins with its title.

Nothing private can get into the public place or to another seat: each message is made from the facts its own audience
hears, on a state stripped of what that audience does not know."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.audience import known
from bot.facts import own_lines, public_lines
from bot.phrases import Lines, name_of, own_action, own_vote
from bot.text import Line, line
from engine.events import (
    DilemmaPresented,
    Disgraced,
    Event,
    GameEnded,
    GameStarted,
    InfluenceAwarded,
    Narrated,
    PhaseOpened,
    StatementAwarded,
    StatementsRevealed,
    Unmasked,
    UnmaskingFailed,
    VotesCounted,
)
from engine.evolve import evolve, fold
from engine.state import Councillor, State, waiting_for
from engine.terms import POWER_RAISES
from engine.view import heard_by

PUBLIC: Final = "public"
INVITATION: Final = "panel.invite"
"""Says that there is something to do. An outlet may put the seat's panel in its place, or leave it out."""
TITLED: Final = (
    GameStarted,
    PhaseOpened,
    StatementsRevealed,
    StatementAwarded,
    DilemmaPresented,
    Narrated,
    VotesCounted,
    GameEnded,
)
"""What begins a message of its own; anything else continues the one before."""


class Message(NamedTuple):
    place: str
    lines: Lines


def seat_place(seat: int) -> str:
    return f"seat:{seat}"


def messages(before: State, events: Sequence[Event]) -> list[Message]:
    """All that is to be said after one command: in public, in this order, and to seats, in any order."""
    told = [Message(PUBLIC, lines) for lines in _announcements(before, events)]
    return told + list(_letters(before, events)) + list(_invitations(before, events))


def _announcements(before: State, events: Sequence[Event]) -> list[Lines]:
    state = known(before, None)
    told: list[Lines] = []
    for event in _heard(events, None):
        state = evolve(state, event)
        lines = public_lines(state, event)
        if told and not isinstance(event, TITLED):
            told[-1] += lines
        elif lines:
            told.append(lines)
    return told


def _heard(events: Iterable[Event], seat: int | None) -> list[Event]:
    return [event for event in events if heard_by(event, seat)]


def _invitations(before: State, events: Sequence[Event]) -> Iterator[Message]:
    """Whenever a phase has opened, to whoever can act in it."""
    if not any(isinstance(event, PhaseOpened) for event in events):
        return
    state = fold(known(before, None), _heard(events, None))
    said = line(INVITATION, round=state.round, phase=state.phase)
    yield from (Message(seat_place(seat), (said,)) for seat in waiting_for(state))


# -- letters: to every seat alike, so that getting one tells nothing --------------------------------------------------


def _letters(before: State, events: Sequence[Event]) -> Iterator[Message]:
    if not any(isinstance(event, GameStarted | InfluenceAwarded) for event in events):
        return  # the usual case, and what follows takes its time
    seats = [c.seat for c in before.councillors] or [seat for seat, _ in _dealt(events)]
    for seat in seats:
        if lines := _letter(known(before, seat), _heard(events, seat), seat):
            yield Message(seat_place(seat), lines)


def _dealt(events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    for event in events:
        if isinstance(event, GameStarted):
            yield from event.names


def _letter(state: State, heard: Sequence[Event], seat: int) -> Lines:
    """A welcome when the game starts, a report when a dilemma is resolved."""
    for event in heard:
        state = evolve(state, event)
        if isinstance(event, GameStarted):
            return tuple(_welcome(state, seat))
        if isinstance(event, InfluenceAwarded):
            return tuple(_report(state, heard, event))
    return ()


def _welcome(state: State, seat: int) -> Iterator[Line]:
    me = state.councillor(seat)
    stat, amount = POWER_RAISES[me.faction], state.rules.faction_power
    yield line("welcome.title", name=me.name)
    yield line("welcome.faction", faction=me.faction, stat=stat, amount=amount)
    if allies := tuple(c.name for c in state.members(me.faction) if c.seat != seat):
        yield line("welcome.allies", names=allies)
    else:
        yield line("welcome.alone")
    yield line("welcome.influence", influence=me.influence)


def _report(state: State, heard: Sequence[Event], awarded: InfluenceAwarded) -> Iterator[Line]:
    me = state.councillor(awarded.seat)
    yield line("report.title", round=state.round)
    yield own_vote(state, me.vote)
    yield own_action(state, me.choice)
    yield from _result(state, heard, me)
    yield from own_lines(state, awarded)
    if any(isinstance(event, Disgraced) and me.seat in event.seats for event in heard):
        yield line("report.exiled")


def _result(state: State, heard: Sequence[Event], me: Councillor) -> Iterator[Line]:
    """Of the seat's own action, as far as it has one to learn of."""
    learned = [event for event in heard if isinstance(event, Unmasked | UnmaskingFailed)]
    for event in learned:
        yield from own_lines(state, event)
    if me.choice is not None and me.choice.target is not None and not learned:
        yield line("unmasked.void", name=name_of(state, me.choice.target))
