"""The page of the format forgets nothing: whoever writes recordings in another language has only that."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from engine.commands import Code, Command
from engine.events import Event
from engine.rules import RuleSet
from engine.terms import Ending, Phase

PAGE: Final = (Path(__file__).parent.parent / "docs" / "recording.md").read_text("utf-8")


def rows(section: str) -> dict[str, str]:
    """The rows of a section's table, by name."""
    table = PAGE.partition(f"## {section}\n")[2].partition("\n## ")[0]
    return {row.partition("`")[0]: row for row in re.findall(r"^\| `(.*) \|$", table, re.MULTILINE)}


EVENTS: Final = rows("Events")
COMMANDS: Final = rows("The lines")


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_stands_there_with_its_fields_and_its_audience(kind: Any) -> None:
    row = EVENTS[kind.event]
    audience = {"ToAll": "all", "ToItsSeat": "the seat", "ToNobody": "nobody"}[kind.__base__.__name__]
    assert row.split(" | ")[1] == audience
    assert {field.name for field in fields(kind)} <= words(row.split(" | ")[2])


@pytest.mark.parametrize("kind", get_args(Command), ids=lambda kind: kind.__name__)
def test_every_command_stands_there_with_its_fields(kind: Any) -> None:
    assert {field.name for field in fields(kind)} <= words(COMMANDS[kind.do])


def test_every_other_name_stands_there() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert {*get_args(Code), *get_args(Phase), *get_args(Ending)} <= named
    assert {field.name for field in fields(RuleSet)} <= named
