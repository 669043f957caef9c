"""How rules, commands, events and the state are written as JSON in a recording."""

from dataclasses import asdict, fields
from typing import Any, Final, get_args

from engine.commands import Choice, Command
from engine.events import Event
from engine.rules import RuleSet
from engine.state import State
from engine.terms import Pairs

FORMAT: Final = "rada-popiolow/recording"
VERSION: Final = 1


def header_json(seed: str, rules: RuleSet, names: tuple[str, ...], events: tuple[Event, ...]) -> dict[str, Any]:
    """With every rule in it: a default tuned later must not change a game already played."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "seed": seed,
        "rules": asdict(rules),
        "seats": list(names),
        "events": [event_json(event) for event in events],
    }


def line_json(n: int, command: Command, events: tuple[Event, ...]) -> dict[str, Any]:
    return {"n": n, "command": command_json(command), "events": [event_json(event) for event in events]}


def command_json(command: Command) -> dict[str, Any]:
    action = {"action": command.action} if isinstance(command, Choice) else {}
    values = {field.name: _plain(getattr(command, field.name)) for field in fields(command)}
    return {"do": command.do, **action, **values}


def event_json(event: Event) -> dict[str, Any]:
    to = event.to if event.to == "all" else list(event.to)
    value = {"event": event.event, "to": to}
    for name in _FIELDS[type(event)]:
        value[name] = _plain(getattr(event, name))
    return value


_FIELDS: Final = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(Event)}


def _plain(value: Any) -> Any:
    if isinstance(value, RuleSet):
        return asdict(value)
    if not isinstance(value, tuple):
        return value
    if isinstance(value, Pairs):
        return {str(key): _plain(item) for key, item in value}
    if hasattr(value, "_asdict"):
        return {key: _plain(item) for key, item in value._asdict().items()}
    return [_plain(item) for item in value]


def final_json(state: State) -> dict[str, Any]:
    """Where the game stands: the last line of a replay as JSON."""
    outcome = state.outcome
    seats = {
        str(c.seat): {
            "name": c.name,
            "faction": c.faction,
            "status": c.status,
            "influence": c.influence,
            "declared": c.declared,
        }
        for c in state.councillors
    }
    return {
        "final": {
            "round": state.round,
            "phase": state.phase,
            "stats": state.stats._asdict(),
            "ending": outcome.ending if outcome else None,
            "winners": list(outcome.winners) if outcome else [],
            "seats": seats,
        }
    }
