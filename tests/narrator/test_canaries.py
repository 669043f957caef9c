"""Games full of marked secrets: no mark ever comes near a prompt, a log, or the words the table reads."""

import json
import re
from dataclasses import replace
from typing import Any, Final

import pytest

from engine.events import ActionPaid, DilemmaDrawn, Event, InfluenceAwarded, StatementRecorded, Unmasked
from engine.rules import Costs, RuleSet
from engine.terms import STATS, DrawnPolicy, Pairs
from narrator.brief import NotPublic, brief, chronicle
from narrator.budget import Pocket
from narrator.guard import Guard
from narrator.model import Prompt
from narrator.prompt import dilemma_prompt, tale_prompt
from narrator.settings import NarratorSettings
from narrator.teller import DeckNarrator, ModelNarrator
from tests.narrator import kingdom
from tests.narrator.logs import everything_logged, of_the_narrator
from tests.narrator.models import Scripted
from tests.players import Game, Habits, SeededPlayers, names_for, play_out

MARKED: Final = RuleSet(
    rounds=3,
    starting_stats=7700,
    dominance=999_999,
    starting_influence=77_131,
    costs=Costs(77_001, 77_002, 77_003),
    majority_reward=77_501,
    consensus_reward=77_301,
    faction_power=7703,
    gain_min=7711,
    gain_max=7719,
    loss_min=221,
    loss_max=229,
)
"""Every number of the game is one that no text has by chance."""
NAMES: Final = tuple(f"{name}-KANAREK" for name in names_for(6))
DIGIT: Final = re.compile(r"\d")


def game(seed: str) -> Game:
    return play_out(seed, MARKED, NAMES, SeededPlayers(seed, Habits(agree=500, reconsider=100)))


def prompts(played: Game) -> list[Prompt]:
    """All that a model would be asked in this game: at every opening and after every resolution."""
    asked, events = [], list(played.opening)
    for step in played.steps:
        if any(isinstance(event, DilemmaDrawn) for event in step.events):
            events.extend(step.events)
            asked.append(dilemma_prompt(kingdom.brief_after(tuple(events))))
            asked.append(tale_prompt(chronicle(kingdom.public(tuple(events)))))
        else:
            events.extend(step.events)
    return [*asked, tale_prompt(chronicle(kingdom.public(tuple(events))))]


@pytest.mark.parametrize("seed", [f"kanarek {n}" for n in range(10)])
def test_a_prompt_holds_no_number_and_no_name(seed: str) -> None:
    asked = prompts(game(seed))
    assert len(asked) >= 3
    for prompt in asked:
        said = json.loads(prompt.material.split("\n")[1])
        for line in (*said["ledger"], said.get("decision", {})):  # words of the stand-in narrator count their rounds
            for words in ("title", "crisis", "chosen", "policies"):
                line.pop(words, None)
        assert not DIGIT.search(json.dumps(said, ensure_ascii=False))
        assert "KANAREK" not in prompt.material + prompt.system


@pytest.mark.parametrize("seed", [f"świat {n}" for n in range(10)])
def test_a_prompt_does_not_know_what_happened_in_secret(seed: str) -> None:
    """All private facts of a game taken away or changed beyond recognition: the prompts stay the same to the letter."""
    played = game(seed)
    secret = [event for event in played.events if event.to != "all"]
    assert {type(event).__name__ for event in secret} >= {
        "ActionRecorded",
        "PolicyVoteRecorded",
        "StatementVoteRecorded",
    }
    steps = tuple(step._replace(events=tuple(map(falsified, step.events))) for step in played.steps)
    assert prompts(played._replace(steps=steps)) == prompts(played)


def falsified(event: Event) -> Any:
    return event if event.to == "all" or isinstance(event, DilemmaDrawn) else StatementRecorded(1, "KANAREK")


@pytest.mark.parametrize(
    "secret",
    [
        StatementRecorded(1, "KANAREK"),
        ActionPaid(1, 5, 77_131),
        Unmasked(1, 2, protected=False, influence=77_131, declared=0, vote=1),
        InfluenceAwarded(1, 77_501, 0, 77_131),
        DilemmaDrawn((DrawnPolicy("faith", "economy", Pairs((("faith", 7711), ("economy", -221)))),)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_fact_that_is_not_public_raises(secret: Event) -> None:
    with pytest.raises(NotPublic):
        chronicle([*kingdom.public(game("kanarek").opening), secret])


def test_a_brief_knows_how_strongly_but_not_how_much() -> None:
    played = game("kanarek")
    told = chronicle(kingdom.public(played.opening))
    one = brief(told, (DrawnPolicy("faith", "economy", Pairs((("faith", 7711), ("economy", -221)))),))
    other = brief(told, (DrawnPolicy("faith", "economy", Pairs((("faith", 7712), ("economy", -222)))),))
    assert one == other


async def test_neither_the_log_nor_the_table_hears_what_a_model_or_its_failure_says() -> None:
    marked = "KANAREK: Ala ma 77131 wpływów"
    asked = kingdom.a_brief()
    answers: list[Any] = [
        marked,
        RuntimeError(marked),
        kingdom.as_json(kingdom.good_dilemma(asked) | {"title": marked}),
        json.dumps({"standings": marked}),
    ]
    deck = DeckNarrator("ziarno")
    for answer in answers:
        with everything_logged() as log:
            guard = Guard(Scripted(answer), NarratorSettings(), Pocket())
            words = await ModelNarrator(guard, deck, "gra", source="model").tell_dilemma(asked)
        assert words == deck.dilemma(asked)
        assert len(of_the_narrator(log.getvalue())) == 1
        assert "KANAREK" not in log.getvalue()


def test_standings_are_told_in_words_for_every_height() -> None:
    told = kingdom.a_chronicle()
    for height in range(200):
        stats = type(told.stats)(*[height] * len(STATS))
        assert not DIGIT.search(json.dumps(dict(replace(told, stats=stats).standings)))
