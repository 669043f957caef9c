"""Recordings: reading, replaying and comparing what was played. The engine's border: whatever comes
from a file is checked here, by pydantic, before the rules see it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from engine.commands import Command, Refused
from engine.decide import MAX_SEATS, MIN_SEATS, begin, play
from engine.events import Event
from engine.jsonl import BrokenRecording, parse_line, write_json
from engine.notation import FORMAT, VERSION, event_json
from engine.rules import Costs, RuleSet, UnsoundRules
from engine.state import State
from engine.terms import Words

FAULTS_NAMED: Final = 30


class Different(Exception):
    """The replay does not arrive at what the recording says. Names the line and the first difference."""


class Step(NamedTuple):
    """One line replayed: as it is to be written again, the refusal if there was one, the facts, the game after it."""

    line: dict[str, Any]
    refused: str | None
    events: tuple[Event, ...]
    state: State


def replay(lines: Iterable[tuple[int, bytes]]) -> Iterator[Step]:
    """Play what is recorded, line by line. Raises BrokenRecording or Different; a refusal is a step."""
    numbered = iter(lines)
    number, line = next(numbered, (1, b""))
    if not line:
        raise BrokenRecording(1, "the file is empty")
    given = parse_line(number, line)
    header = _read_header(number, given)
    state, events = begin(header.seed, _read_rules(number, header.rules), tuple(header.seats))
    yield Step({**given, "events": _compared(number, header.events, events)}, None, events, state)
    for number, line in numbered:
        given = parse_line(number, line)
        step = _checked(_Line, number, given)
        n = number - 1 if step.n is None else step.n
        try:
            state, events = play(state, _read_command(number, step.command))
        except Refused as refusal:
            yield Step({"n": n, "command": step.command, "refused": refusal.code}, refusal.code, (), state)
        else:
            yield Step({"n": n, **given, "events": _compared(number, step.events, events)}, None, events, state)


# -- reading ----------------------------------------------------------------------------------------------------------


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _Header(_Strict):
    format: str
    version: int
    seed: str
    rules: dict[str, Any]
    seats: list[str] = Field(min_length=MIN_SEATS, max_length=MAX_SEATS)
    events: list[Any] | None = None


class _Line(_Strict):
    n: int | None = None
    at: str | None = None
    command: dict[str, Any]
    events: list[Any] | None = None


class _Words(_Strict):
    name: str
    text: str


_M = TypeVar("_M", bound=BaseModel)


def _checked(model: type[_M], number: int, given: dict[str, Any]) -> _M:
    try:
        checked = model.model_validate(given)
    except ValidationError as error:
        faults = [f"{'.'.join(map(_short, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
        raise BrokenRecording(number, _listed(faults)) from None
    if nulls := [key for key, value in given.items() if value is None]:
        raise BrokenRecording(number, f"{nulls[0]}: null where a value belongs")
    return checked


def _read_header(number: int, given: dict[str, Any]) -> _Header:
    if given.get("format") != FORMAT:
        raise BrokenRecording(number, f'no recording: its "format" is not "{FORMAT}"')
    version = given.get("version")
    if type(version) is not int or version != VERSION:
        raise BrokenRecording(number, f'its "version" is not {VERSION}, the only one known here')
    return _checked(_Header, number, given)


def _read_rules(number: int, given: dict[str, Any]) -> RuleSet:
    try:
        return rules_from(given)
    except UnsoundRules as error:
        raise BrokenRecording(number, f"rules: {_listed(error.faults)}") from None


def rules_from(given: dict[str, Any]) -> RuleSet:
    """The RuleSet with these fields, the rest at their defaults. Raises UnsoundRules, with all that is wrong."""
    known = {field.name for field in fields(RuleSet)}
    faults = [f"{_short(name)} is no rule" for name in given if name not in known]
    values = {name: value for name, value in given.items() if name in known}
    if "costs" in values:
        values["costs"] = _costs(values["costs"])
    try:
        rules = RuleSet(**values)
    except UnsoundRules as error:
        raise UnsoundRules((*faults, *error.faults)) from None
    if faults:
        raise UnsoundRules(tuple(faults))
    return rules


def _costs(given: Any) -> Any:
    """All three costs and no other; anything else is left for the RuleSet to refuse."""
    if isinstance(given, dict) and given.keys() == {field.name for field in fields(Costs)}:
        return Costs(**given)
    return given


def _listed(faults: Sequence[str]) -> str:
    """All that is wrong, in a line that somebody can still read."""
    more = f"; and {len(faults) - FAULTS_NAMED} more" if len(faults) > FAULTS_NAMED else ""
    return "; ".join(faults[:FAULTS_NAMED]) + more


def _short(name: object) -> str:
    """A name out of the file, safe to print."""
    text = str(name)[:40]
    return text if re.fullmatch(r"\w+", text, re.ASCII) else ascii(text)


def _read_command(number: int, given: dict[str, Any]) -> Command:
    do = given.get("do")
    if not isinstance(do, str) or do not in _SHAPES:
        raise BrokenRecording(number, 'the command\'s "do" is missing or unknown')
    rest = {key: value for key, value in given.items() if key != "do"}
    action = rest.pop("action", None) if do == "choose_action" else None
    if not isinstance(action, str | None) or action not in _SHAPES[do]:
        raise Refused("malformed")
    command, shape = _SHAPES[do][action]
    try:
        values = vars(shape.model_validate(rest))
    except ValidationError:
        raise Refused("malformed") from None
    if "policies" in values:
        values["policies"] = tuple(Words(words.name, words.text) for words in values["policies"])
    return command(**values)


def _shape(command: type[Command]) -> type[BaseModel]:
    """The pydantic twin of a command: the same fields, checked strictly."""
    types = get_type_hints(command)
    names = [field.name for field in fields(command)]
    shape: dict[str, Any] = {name: (list[_Words] if name == "policies" else types[name], ...) for name in names}
    return create_model(command.__name__, __base__=_Strict, **shape)


def _shapes() -> dict[str, dict[str | None, tuple[type[Command], type[BaseModel]]]]:
    shapes: dict[str, dict[str | None, tuple[type[Command], type[BaseModel]]]] = {}
    for command in get_args(Command):
        shapes.setdefault(command.do, {})[getattr(command, "action", None)] = (command, _shape(command))
    return shapes


_SHAPES: Final = _shapes()


# -- comparing --------------------------------------------------------------------------------------------------------


def _compared(number: int, recorded: list[Any] | None, events: tuple[Event, ...]) -> list[dict[str, Any]]:
    replayed = [event_json(event) for event in events]
    if recorded is None or write_json(recorded) == write_json(replayed):
        return replayed
    if difference := first_difference(recorded, replayed, "events"):
        raise Different(f"line {number}: {difference}")
    return replayed  # the same but for the order of keys


def first_difference(recorded: Any, replayed: Any, place: str) -> str | None:
    """Where two JSON values part, or None. 1, 1.0 and true are three different things."""
    if type(recorded) is not type(replayed):
        return _differ(recorded, replayed, place)
    if isinstance(recorded, dict):
        for key in [*recorded, *replayed]:
            if key not in recorded or key not in replayed:
                return f"{place}.{_short(key)} is only in the {'recording' if key in recorded else 'replay'}"
            if difference := first_difference(recorded[key], replayed[key], f"{place}.{key}"):
                return difference
        return None
    if isinstance(recorded, list):
        for index, (one, other) in enumerate(zip(recorded, replayed, strict=False)):
            if difference := first_difference(one, other, f"{place}[{index}]"):
                return difference
        return _differ(len(recorded), len(replayed), f"the number of {place}")
    return _differ(recorded, replayed, place)


def _differ(recorded: Any, replayed: Any, place: str) -> str | None:
    if type(recorded) is type(replayed) and recorded == replayed:
        return None
    return f"{place}: recorded {ascii(recorded)[:80]}, replayed {ascii(replayed)[:80]}"
