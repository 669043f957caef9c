"""All that a seat has learned, done and paid, round by round: for its owner, and for whoever takes it over."""

from collections.abc import Iterable, Iterator

from bot.facts import RECORDED, own_lines, public_lines
from bot.phrases import Lines
from bot.text import Line, line
from engine.events import (
    Disgraced,
    Event,
    FactionPower,
    GameEnded,
    PolicyApplied,
    SeatLeft,
    StatementAwarded,
    VotesCounted,
    VotesRevealed,
)
from engine.evolve import evolve
from engine.state import State, blank
from engine.view import heard_by


def dossier(events: Iterable[Event], seat: int) -> Lines:
    """From all that has happened; what the seat did not hear is left out first."""
    state = blank()
    rounds: dict[int, dict[object, Lines]] = {}
    for number, event in enumerate(event for event in events if heard_by(event, seat)):
        state = evolve(state, event)
        if lines := _noted(state, event, seat):
            entry = type(event) if isinstance(event, RECORDED) else number
            rounds.setdefault(state.round, {})[entry] = lines
    return tuple(_bound(state, seat, rounds))


def _bound(state: State, seat: int, rounds: dict[int, dict[object, Lines]]) -> Iterator[Line]:
    me = state.councillor(seat)
    yield line("dossier.title", name=me.name)
    yield line("panel.seat", name=me.name, faction=me.faction, influence=me.influence, declared=me.declared)
    if not rounds:
        yield line("dossier.empty")
    for round_, entries in rounds.items():
        yield line("dossier.round", round=round_)
        for lines in entries.values():
            yield from lines


def _noted(state: State, event: Event, seat: int) -> Lines:
    """Of public facts, what was learned of votes, and what became of the seat and the kingdom."""
    match event:
        case StatementAwarded():
            return public_lines(state, event)[-1:] if event.winner == seat else ()
        case VotesCounted():
            return public_lines(state, event)[-1:]
        case VotesRevealed() | FactionPower() | PolicyApplied() | SeatLeft() | GameEnded():
            return public_lines(state, event)
        case Disgraced():
            return public_lines(state, event) if seat in event.seats else ()
        case _:
            return own_lines(state, event)
