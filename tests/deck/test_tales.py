"""What the deck says fits what happened: by hand, one thing at a time."""

from dataclasses import replace
from typing import Any, Final

import pytest

from engine.rules import RuleSet
from engine.terms import STATS, Stats
from narrator.brief import Brief, Chronicle, Decision, Tendency
from narrator.deck import tell_dilemma, tell_tale
from narrator.deck.stock import crises, voices

STEADY: Final = RuleSet().starting_stats
DECIDED: Final = Decision(3, "Obcy tytuł", "Obca sprawa.", ("Jedno", "Drugie"), "Jedno", helped="faith", hurt="economy")
TOLD: Final = Chronicle(round=4, stats=Stats(STEADY, STEADY, STEADY), decisions=(DECIDED,))


def kinds_in(text: str, decision: Decision = DECIDED) -> list[str]:
    facts = {"chosen": decision.chosen, "title": decision.title}
    return [kind for kind, stock in voices().items() if any(voice.format(**facts) in text for voice in stock)]


def tale(told: Chronicle = TOLD, **happened: Any) -> list[str]:
    told = replace(told, decisions=(replace(DECIDED, **happened),))
    return kinds_in(tell_tale(told, "ziarno").text)


PLAIN: Final = ["majority", "helped_faith", "hurt_economy"]


@pytest.mark.parametrize(
    ("happened", "kinds"),
    [
        ({}, PLAIN),
        ({"unanimous": True}, ["unanimous", *PLAIN[1:]]),
        ({"by_lot": True}, ["by_lot", *PLAIN[1:]]),
        ({"by_lot": True, "nobody_voted": True}, ["nobody_voted", *PLAIN[1:]]),
        ({"powers": ("merchants", "guard")}, [*PLAIN, "power_merchants", "power_guard"]),
        ({"disgraced": 1}, [*PLAIN, "disgrace_one"]),
        ({"disgraced": 2}, [*PLAIN, "disgrace_many"]),
        ({"left": 1}, [*PLAIN, "left"]),
        ({"helped": None, "hurt": None}, ["majority"]),
    ],
    ids=str,
)
def test_a_tale_says_what_happened(happened: dict[str, Any], kinds: list[str]) -> None:
    assert sorted(tale(**happened)) == sorted(kinds)


@pytest.mark.parametrize("stat", STATS)
def test_a_tale_warns_of_the_brink_unless_the_kingdom_has_fallen(stat: str) -> None:
    low = replace(TOLD, stats=TOLD.stats._replace(**{stat: 1}))
    assert f"near_{stat}" in tale(low)
    assert tale(replace(low, ending="fall"), fallen=(stat,)) == [*PLAIN, f"fall_{stat}"]


@pytest.mark.parametrize("ending", ["dominance", "points", "deserted"])
def test_a_tale_closes_the_story(ending: Any) -> None:
    assert tale(replace(TOLD, ending=ending)) == [*PLAIN, f"end_{ending}"]


def test_a_crisis_of_the_deck_has_its_own_consequences() -> None:
    card = crises()[0].policies["faith", "economy"]
    told = replace(TOLD, decisions=(replace(DECIDED, title=crises()[0].title, chosen=card.name),))
    text = tell_tale(told, "ziarno").text
    assert kinds_in(text, told.last) == ["majority"]
    assert text.endswith(card.after)


@pytest.mark.parametrize(("gain", "loss", "stark"), [("mild", "clear", False), ("clear", "clear", True)])
def test_a_policy_is_told_by_what_it_does_and_how_strongly(gain: Any, loss: Any, stark: bool) -> None:  # noqa: FBT001
    told = tell_dilemma(Brief(TOLD, (Tendency("stability", "faith", gain, loss),)), "ziarno")
    crisis = next(crisis for crisis in crises() if crisis.title == told.title)
    card = crisis.policies["stability", "faith"]
    assert told.policies == ((card.name, card.strong if stark else card.mild),)


def introductions(told: Chronicle) -> set[str]:
    texts = (tell_dilemma(Brief(told, ()), f"ziarno {number}").text for number in range(60))
    return {kind for text in texts for kind in kinds_in(text)}


def test_an_introduction_remembers_the_kingdom_and_what_was_decided() -> None:
    assert introductions(replace(TOLD, decisions=(), round=1)) == {"opening"}
    assert introductions(TOLD) == {"remember"}
    low = replace(TOLD, stats=Stats(1, STEADY - 1, STEADY * 2))
    assert introductions(low) == {"remember", "brink_stability", "shaken_economy", "strong_faith"}
    assert "empty_chairs" in introductions(replace(TOLD, decisions=(replace(DECIDED, disgraced=1),)))


def test_a_dilemma_still_on_the_table_is_not_remembered() -> None:
    """A table may be taken up again while it votes."""
    open_ = Decision(4, "Sprawa na stole", "Jeszcze nic nie wiadomo.", ("Jedno", "Drugie"))
    assert introductions(replace(TOLD, decisions=(open_,))) == {"opening"}
    voting = replace(TOLD, decisions=(DECIDED, open_))
    texts = [tell_dilemma(Brief(voting, ()), f"ziarno {number}").text for number in range(60)]
    assert not any("„”" in text or open_.title in text for text in texts)
