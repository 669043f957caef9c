"""The facts of one decision as they come about, each folded at once, so that what follows builds on them."""

from engine.events import Event
from engine.evolve import evolve
from engine.state import State


class Course:
    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)
