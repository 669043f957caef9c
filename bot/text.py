"""The look-up: a line is a key of the catalogue (bot/texts) and what fills the holes of its template.

`{field}` is a plain hole, `{field:+}` a number with its sign, `{field:table}` a word from another table of the
catalogue, `{field|one|few|many}` the plural that goes with a number. Any string that fills a plain hole was written by
a person or a narrator: it is cleaned and goes through the outlet's escape. Words of the catalogue never do, and what
fills a hole is never read as a template."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

Field: TypeAlias = "int | str | Line | tuple[str | Line, ...]"
Escape = Callable[[str], str]

HOLE: Final = re.compile(r"\{(?P<field>\w+)(?::(?P<table>\w+|\+))?(?:\|(?P<forms>[^{}]+))?\}")
# Control characters, surrogates, and the marks that turn the direction of writing.
UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
MARGIN: Final = "│ "
"""Begins every further line of a foreign text, so that it cannot pass for a line of ours or of somebody else."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say, in no language yet. Made by `line`, written down by `to_json`."""

    key: str
    fields: tuple[tuple[str, Field], ...] = ()


def line(key: str, /, **fields: Field) -> Line:
    return Line(key, tuple(fields.items()))


def identity(text: str) -> str:
    return text


def say(said: Line, escape: Escape = identity) -> str:
    """The line in Polish."""
    fields = dict(said.fields)
    return HOLE.sub(lambda hole: _filled(hole, fields[hole["field"]], escape), catalogue()[said.key])


def pages(lines: Iterable[Line], limit: int, escape: Escape = identity) -> list[str]:
    """Lines one below the other, in as few pieces as the limit allows."""
    return paged((say(said, escape) for said in lines), limit)


def paged(texts: Iterable[str], limit: int) -> list[str]:
    packed: list[str] = []
    for text in texts:
        for piece in _pieces(text, limit):
            if packed and len(packed[-1]) + len(piece) < limit:
                packed[-1] += f"\n{piece}"
            else:
                packed.append(piece)
    return packed


@cache
def catalogue() -> dict[str, str]:
    """Every template under its dotted key."""
    folder = files("bot") / "texts"
    tables = (tomllib.loads(file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".toml"))
    return {key: template for table in tables for key, template in _flat("", table)}


def _flat(path: str, table: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{path}{name}.", value)
        else:
            yield path + name, value


# -- filling holes ----------------------------------------------------------------------------------------------------


def _filled(hole: re.Match[str], value: Field, escape: Escape) -> str:
    if hole["forms"]:
        return plural(_number(value), *hole["forms"].split("|"))
    if hole["table"] == "+":
        return signed(_number(value))
    return catalogue()[f"{hole['table']}.{value}"] if hole["table"] else _shown(value, escape)


def _number(value: Field) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no number")
    return value


def _shown(value: Field, escape: Escape) -> str:
    match value:
        case int():
            return str(value).replace("-", "−")
        case str():
            return escape(clean(value))
        case Line():
            return say(value, escape)
        case _:
            return enumerated([_shown(item, escape) for item in value])


def clean(text: str) -> str:
    """Foreign text without what could disturb the text around it."""
    return f"\n{MARGIN}".join(UNSAFE.sub("", part) for part in text.splitlines())


def signed(number: int) -> str:
    return f"{number:+}".replace("-", "−") if number else "0"


def plural(number: int, one: str, few: str, many: str) -> str:
    """1 głos, 2 głosy, 5 głosów, 12 głosów, 22 głosy."""
    if abs(number) == 1:
        return one
    few_ends = 2 <= abs(number) % 10 <= 4 and not 12 <= abs(number) % 100 <= 14
    return few if few_ends else many


def enumerated(items: Sequence[str]) -> str:
    """A, B i C."""
    *rest, last = items
    return f"{', '.join(rest)} i {last}" if rest else last


def _pieces(text: str, limit: int) -> Iterator[str]:
    while len(text) > limit:
        places = (text.rfind(space, limit // 2, limit) for space in "\n ")
        place = next((place for place in places if place > 0), None)
        head = text[:place] if place else _whole(text[:limit])
        yield head
        text = MARGIN + text[len(head) :].lstrip("\n ").removeprefix(MARGIN)
    yield text


def _whole(head: str) -> str:
    """Not cut between a backslash and what it escapes."""
    return head[:-1] if (len(head) - len(head.rstrip("\\"))) % 2 else head


# -- as JSON ----------------------------------------------------------------------------------------------------------


def to_json(lines: Iterable[Line]) -> str:
    return json.dumps([_plain(said) for said in lines], ensure_ascii=False)


def from_json(text: str) -> tuple[Line, ...]:
    return tuple(_field(said) for said in json.loads(text))


def _plain(value: Field) -> Any:
    match value:
        case Line():
            return {"key": value.key, "fields": {name: _plain(field) for name, field in value.fields}}
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return value


def _field(value: Any) -> Any:
    match value:
        case dict():
            return Line(value["key"], tuple((name, _field(field)) for name, field in value["fields"].items()))
        case list():
            return tuple(_field(item) for item in value)
        case _:
            return value
