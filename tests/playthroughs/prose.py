"""A game as text to read and to compare: a line per command, under it its facts with who may see them, and how the
table stands whenever a phase opens."""

from collections.abc import Iterator
from typing import Any

from engine.events import Event, PhaseOpened
from engine.jsonl import write_json
from engine.notation import command_json, event_json
from engine.state import Councillor, State
from tests.players import Game
from tests.playthroughs.games import Golden


def prose(golden: Golden, game: Game) -> str:
    return "\n".join(_lines(golden, game)) + "\n"


def _lines(golden: Golden, game: Game) -> Iterator[str]:
    yield f"{golden.name}: {golden.shows}"
    yield f'{golden.seats} seats, seed "{golden.seed}"'
    yield ""
    yield "0 begin"
    yield from _facts(game.opening, game.start)
    for number, step in enumerate(game.steps, 1):
        command = command_json(step.command)
        yield f"{number} {command.pop('do')}{_fields(command)}"
        yield from _facts(step.events, step.after)


def _facts(events: tuple[Event, ...], after: State) -> Iterator[str]:
    for event in events:
        fact = event_json(event)
        name, to = fact.pop("event"), fact.pop("to")
        audience = to if to == "all" else ",".join(map(str, to)) or "nobody"
        yield f"    ({audience}) {name}{_fields(fact)}"
    if any(isinstance(event, PhaseOpened) for event in events):
        yield from _table(after)


def _fields(values: dict[str, Any]) -> str:
    return "".join(f" {name}={write_json(value)}" for name, value in values.items())


def _table(state: State) -> Iterator[str]:
    stats = ", ".join(f"{name} {value}" for name, value in state.stats._asdict().items())
    yield ""
    yield f"== round {state.round}, {state.phase} == {stats}"
    if state.phase == "statements":
        yield from (_row(c) for c in state.councillors)
    yield ""


def _row(c: Councillor) -> str:
    return f"   {c.seat:2} {c.name}: {c.faction}, {c.status}, Influence {c.influence}, declared {c.declared}"
