"""The golden games, line by line: whatever changes in what is played, or said to whom, shows here as text to read."""

from typing import get_args

import pytest

from engine.events import Disgraced, Event, KingdomFell, StatementAwarded, VotesCounted
from engine.terms import Ending
from tests.books import audit
from tests.playthroughs.__main__ import RENEW, TEXTS
from tests.playthroughs.games import GOLDEN, Golden, played
from tests.playthroughs.prose import prose

each_game = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)


@each_game
def test_is_played_as_written(golden: Golden) -> None:
    written = (TEXTS / f"{golden.name}.txt").read_text(encoding="utf-8").splitlines()
    game = played(golden)
    now = prose(golden, game).splitlines()
    for number, (was, line) in enumerate(zip(written, now, strict=False), 1):
        assert was == line, f"{golden.name}.txt, line {number}; {RENEW}"
    assert len(written) == len(now), f"{golden.name}.txt, its length; {RENEW}"


@each_game
def test_adds_up_and_ends_as_it_should(golden: Golden) -> None:
    game = played(golden)
    audit(game)
    assert game.end.outcome is not None
    assert game.end.outcome.ending == golden.ending


def test_no_text_is_left_over() -> None:
    assert {path.stem for path in TEXTS.glob("*.txt")} == {golden.name for golden in GOLDEN}


def test_together_they_show_everything() -> None:
    games = [played(golden) for golden in GOLDEN]
    steps = [step.events for game in games for step in game.steps]
    events = [event for game in games for event in game.events]
    assert {type(event) for event in events} == set(get_args(Event))
    assert {golden.ending for golden in GOLDEN} == set(get_args(Ending))
    assert {golden.seats for golden in GOLDEN} >= {3, 5, 6, 9, 12}
    assert any(isinstance(event, VotesCounted) and event.drawn for event in events)
    assert any(isinstance(event, StatementAwarded) and event.winner is None for event in events)
    exiling = [facts for facts in steps if any(isinstance(event, Disgraced) for event in facts)]
    assert {any(isinstance(event, KingdomFell) for event in facts) for facts in exiling} == {True, False}
