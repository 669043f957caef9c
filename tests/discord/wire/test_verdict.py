"""The verdict on an evening sees what it is there to see."""

import pytest

from tests.discord.wire.verdict import wrong_order

A, B, INVITED = "a" * 24, "b" * 24, "c" * 24
BODIES = {A: '[{"key": "phase"}]', B: '[{"key": "votes"}]', INVITED: '[{"key": "panel.invite"}]'}


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ([f"{A}0", f"{A}1", B, INVITED], ""),
        ([A, B], ""),
        ([A, A, B], "2 times"),
        ([f"{A}0", f"{A}1", f"{A}1", B], "2 times"),
        ([B, A], "out of order"),
        ([f"{A}1", f"{A}0", B], "out of order"),
        ([A], "missing"),
        ([A, B, "d" * 24], "unknown"),
    ],
)
def test_what_was_said_at_a_place(said: list[str], fault: str) -> None:
    found = list(wrong_order([A, B, INVITED], said, BODIES))
    assert bool(found) == bool(fault)
    assert any(fault in words for words in found) or not fault
