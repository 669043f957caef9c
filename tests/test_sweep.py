"""Thousands of seeded games under rules of every kind: each is audited from beginning to end, and looked into at a few
of its states."""

from collections import Counter
from itertools import chain
from typing import Final, get_args

import pytest

from engine.decide import play
from engine.events import Disgraced, Event, PolicyApplied, StatementAwarded, VotesCounted
from engine.state import waiting_for
from engine.terms import Ending
from tests.books import audit
from tests.legality import check_seat, check_table, check_views
from tests.players import Chance, Game, any_game

GAMES: Final = 3000
CHUNKS: Final = 10
"""So that the games can be shared out among processes."""
LOOKS: Final = 2
"""States looked into per game."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_game_adds_up(chunk: int) -> None:
    for number in range(chunk, GAMES, CHUNKS):
        seed = f"sweep/{number}"
        try:
            _examine(any_game(seed), Chance(f"{seed}/looks"))
        except AssertionError as error:
            error.add_note(f"in any_game({seed!r})")
            raise


def _examine(game: Game, chance: Chance) -> None:
    audit(game)
    _check_end(game)
    for _ in range(LOOKS):
        look = chance.below(len(game.steps))
        state = game.steps[look].after
        seats = len(state.councillors)
        told = chain(game.opening, *(step.events for step in game.steps[: look + 1]))
        check_seat(state, chance.below(seats + 2))
        check_table(state)
        check_views(told, state, 1 + chance.below(seats))


def _check_end(game: Game) -> None:
    """It has ended, nobody is waited for any more, and while it went on somebody always was (or the narrator)."""
    assert game.end.phase == "ended"
    assert waiting_for(game.end) == ()
    assert all(waiting_for(step.before) or step.before.phase in ("dilemma", "ended") for step in game.steps)


def test_playing_twice_gives_the_same() -> None:
    for number in range(50):
        for step in any_game(f"sweep/{number}").steps:
            assert play(step.before, step.command) == (step.after, step.events)


def test_the_sweep_sees_everything() -> None:
    """Or it would prove little: every kind of fact and ending, ties, exile and lonely ends."""
    games = [any_game(f"sweep/{number}") for number in range(500)]
    events = [event for game in games for event in game.events]
    kinds = Counter(type(event) for event in events)
    endings = Counter(game.end.outcome.ending for game in games if game.end.outcome is not None)
    assert all(kinds[kind] >= 50 for kind in get_args(Event))
    assert all(endings[ending] >= 15 for ending in get_args(Ending))
    assert sum(isinstance(event, VotesCounted) and event.drawn for event in events) > 50
    assert sum(isinstance(event, StatementAwarded) and event.winner is None for event in events) > 50
    assert sum(_saved(step.events) for game in games for step in game.steps) >= 5
    assert sum(len(game.end.outcome.winners) > 1 for game in games if game.end.outcome is not None) > 10


def _saved(events: tuple[Event, ...]) -> bool:
    """Councillors were exiled, and a faction's power kept the kingdom standing (R6)."""
    exiled = any(isinstance(event, Disgraced) for event in events)
    stands = any(isinstance(event, PolicyApplied) and min(event.stats) > 0 for event in events)
    return exiled and stands
