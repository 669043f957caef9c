"""Every word of the table's own has a caller, and its holes are filled."""

import re
from pathlib import Path
from typing import get_args

import pytest

from bot.sitting import No
from bot.text import HOLE, catalogue
from engine.commands import Code

BOT = Path(__file__).parents[2] / "bot"
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in BOT.glob("*.py"))
OWN = [key for key in catalogue() if key.partition(".")[0] in ("notice", "reminder", "standing")]


@pytest.mark.parametrize("key", OWN)
def test_it_is_said_with_exactly_the_fields_of_its_holes(key: str) -> None:
    holes = {hole["field"] for hole in HOLE.finditer(catalogue()[key])}
    if key.startswith("reminder."):
        assert not holes
        assert 'line(f"reminder.{sitting.state.phase}")' in SOURCE
    else:
        calls = re.findall(rf'line\("{re.escape(key)}"((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)', SOURCE)
        assert calls, "nobody says it"
        assert all(set(re.findall(r"(\w+)=", call)) == holes for call in calls)


def test_every_no_of_the_table_has_its_sentence() -> None:
    own = {"store_failed", "unknown_choice"}
    refusals = {key.removeprefix("refusal.") for key in catalogue() if key.startswith("refusal.")}
    assert refusals == {*get_args(No), *get_args(Code), *own}
