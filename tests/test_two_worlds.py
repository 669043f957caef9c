"""No secret leaks: games that differ in a secret look the same to whoever must not know it. And the test itself is
tested: whatever leak is planted in the engine, it notices."""

from itertools import chain
from typing import Final

import pytest

from tests.cases import cases
from tests.leaks import LEAKS
from tests.pairs import MUTATIONS, random_pairs
from tests.worlds import MOVES, common, knowledge, leaks, observers

WORTH: Final = 100
"""How often, at least, the pairs of a mutation give somebody the same to know."""


def test_cases_made_by_hand() -> None:
    for pair in cases():
        assert pair.one.refused is None
        assert pair.other.refused is None
        assert pair.one.commands != pair.other.commands or pair.one.start != pair.other.start
        assert list(leaks(pair)) == []


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_random_games(mutation: str) -> None:
    for pair in random_pairs(mutation):
        assert list(leaks(pair)) == []


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_pairs_are_worth_comparing(mutation: str) -> None:
    """At the parting only who moves may notice anything, and long after it many still must not."""
    same = 0
    for pair in random_pairs(mutation):
        parting = [game.commands[pair.parting] for game in (pair.one, pair.other)]
        movers = [command.seat for command in parting if isinstance(command, MOVES)]
        for observer in observers(pair):
            one, other = knowledge(pair, observer)
            assert one[0] == other[0] or observer in movers
            same += common(one, other)
    assert same >= WORTH


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    pairs = chain(cases(), *(random_pairs(mutation) for mutation in MUTATIONS))
    assert next((found for pair in pairs for found in leaks(pair)), None) is not None
