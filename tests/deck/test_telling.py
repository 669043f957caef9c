"""Games told by the deck from beginning to end."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest

from engine.chance import draw
from engine.commands import ClosePhase, Command, Leave, Narrate, PresentDilemma
from engine.decide import begin, play
from engine.events import Event
from engine.options import options
from engine.rules import PRESETS, RuleSet
from engine.state import State, waiting_for
from narrator.brief import Chronicle, brief, chronicle
from narrator.deck import tell_dilemma, tell_tale
from narrator.deck.stock import crises

GAMES = 1000
DISCORD_TITLE, DISCORD_BUTTON, DISCORD_FIELD = 256, 80, 1024
LONG = 60


class Told(NamedTuple):
    """One told game: its dilemmas, its tales, and the chronicle at its end."""

    dilemmas: tuple[PresentDilemma, ...]
    tales: tuple[Narrate, ...]
    end: Chronicle

    @property
    def texts(self) -> list[str]:
        policies = [text for told in self.dilemmas for words in told.policies for text in words]
        return [*(told.title for told in self.dilemmas), *(told.text for told in self.dilemmas), *policies] + [
            tale.text for tale in self.tales
        ]


def told_game(seed: str, rules: RuleSet, seats: int, avoid: tuple[str, ...] = ()) -> Told:
    state, events = begin(seed, rules, tuple(f"Seat{number}" for number in range(seats)))
    public = [event for event in events if event.to == "all"]
    dilemmas: list[PresentDilemma] = []
    tales: list[Narrate] = []
    while state.outcome is None:
        command = next_command(state, seed, len(public), public, avoid)
        if isinstance(command, PresentDilemma):
            dilemmas.append(command)
        before = state.untold
        state, events = play(state, command)
        public += [event for event in events if event.to == "all"]
        if state.untold is not None and state.untold != before:
            tales.append(tell_tale(chronicle(public), seed))
            state, events = play(state, tales[-1])
    return Told(tuple(dilemmas), tuple(tales), chronicle(public))


def next_command(state: State, seed: str, turn: int, public: list[Event], avoid: tuple[str, ...]) -> Command:
    if state.phase == "dilemma":
        return tell_dilemma(brief(chronicle(public), state.drawn), seed, avoid)
    chance = draw(seed, f"player/{turn}", 1000)
    if chance < 3 and state.rules.rounds < LONG:
        return Leave(state.active[0].seat, "left")
    if chance < 15:
        return ClosePhase("deadline")
    moves = options(state, waiting_for(state)[0])
    return moves[chance % len(moves)]


@cache
def many_games() -> tuple[Told, ...]:
    """Game after game on one server: each avoids the crises of the one before."""
    games: list[Told] = []
    presets = tuple(PRESETS.values())
    for number in range(GAMES):
        before = tuple(told.title for told in games[-1].dilemmas) if games else ()
        games.append(told_game(f"gra {number}", presets[number % len(presets)], 3 + number % 4, before))
    return tuple(games)


def test_nothing_is_repeated_within_a_game() -> None:
    for game in many_games():
        assert [text for text, count in Counter(game.texts).items() if count > 1] == []


def test_no_sentence_of_a_tale_comes_back_within_a_game() -> None:
    for game in many_games():
        sentences = [part for tale in game.tales for part in re.split(r"(?<=[.!?]) ", tale.text)]
        assert [part for part, count in Counter(sentences).items() if count > 1] == []


def test_neighbouring_games_do_not_share_a_crisis() -> None:
    games = many_games()
    for one, other in pairwise(games):
        assert not {told.title for told in one.dilemmas} & {told.title for told in other.dilemmas}


def test_every_text_fits_and_every_placeholder_is_filled() -> None:
    for game in many_games():
        for told in game.dilemmas:
            assert len(told.title) <= DISCORD_TITLE
            assert all(len(name) <= DISCORD_BUTTON and len(text) <= DISCORD_FIELD for name, text in told.policies)
        for text in game.texts:
            assert text
            assert not re.search(r"[{}]|Seat\d|None|„”|…$", text), text  # whole, too: nothing had to be cut


def test_every_crisis_and_every_kind_of_ending_is_told() -> None:
    games = many_games()
    assert {told.title for game in games for told in game.dilemmas} == {crisis.title for crisis in crises()}
    assert {game.end.ending for game in games} >= {"points", "fall", "deserted"}
    assert any(game.end.last.disgraced for game in games)


def test_the_same_seed_tells_the_same_game() -> None:
    rules = RuleSet()
    assert told_game("ziarno", rules, 5) == told_game("ziarno", rules, 5)
    assert told_game("ziarno", rules, 5).dilemmas != told_game("inne", rules, 5).dilemmas


@pytest.mark.parametrize("most", [1, 2, 60, 300])
def test_the_deck_can_tell_it_however_short_the_words_must_be(most: int) -> None:
    """The engine accepts every command of the deck, or play would have raised."""
    short = RuleSet(
        title_max=most, crisis_max=most, policy_name_max=most, policy_text_max=most, narration_max=most, source_max=most
    )
    game = told_game("krótko", short, 4)
    assert all(len(text) <= most for text in game.texts)
    assert game.tales


def test_a_very_long_game_goes_on_when_the_box_is_empty() -> None:
    endless = RuleSet(rounds=LONG, starting_stats=5000, dominance=5000)
    titles = [told.title for told in told_game("długo", endless, 4).dilemmas]
    again = titles[len(crises()) :]
    assert (len(titles), len(set(again))) == (LONG, len(again))
