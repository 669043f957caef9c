"""What a seat, or the public, knows: folded from the facts addressed to it and from nothing else."""

from collections.abc import Iterable

from engine.events import Event
from engine.evolve import fold
from engine.state import State, blank


def heard_by(event: Event, seat: int | None) -> bool:
    """Whether a seat may see a fact; None asks for the public."""
    return event.to == "all" or (seat is not None and seat in event.to)


def view(events: Iterable[Event], seat: int | None) -> State:
    """The game as this seat knows it. Of others' Influence it holds what was last heard."""
    return fold(blank(), (event for event in events if heard_by(event, seat)))
