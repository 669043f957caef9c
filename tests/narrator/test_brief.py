"""What a narrator makes of public facts."""

from typing import Any, Final

import pytest

from engine.events import (
    DilemmaPresented,
    Disgraced,
    Event,
    FactionPower,
    GameStarted,
    PhaseOpened,
    SeatLeft,
    VotesCounted,
)
from engine.rules import RuleSet
from engine.terms import DrawnPolicy, Faction, HintedPolicy, Pairs, Stats
from narrator.brief import Chronicle, Decision, brief, chronicle, standing

RULES: Final = RuleSet(starting_stats=30, gain_min=1, gain_max=3, gain_growth=3, loss_min=1, loss_max=3, loss_growth=6)
SEATS: Final[Pairs[int, Faction]] = Pairs(((1, "merchants"), (2, "clergy"), (3, "guard"), (4, "merchants")))
START: Final = (
    GameStarted(Pairs((seat, f"Seat{seat}") for seat, _ in SEATS), SEATS, Stats(30, 30, 30), 40, RULES),
    PhaseOpened(1, "statements"),
)
DILEMMA: Final = DilemmaPresented(
    "Tytuł",
    "Sprawa",
    "deck",
    (HintedPolicy("Jedno", "…", "faith", "economy"), HintedPolicy("Drugie", "…", "economy", "faith")),
)


def decided(*facts: Event) -> Decision:
    return chronicle([*START, *facts]).last


@pytest.mark.parametrize(
    ("tally", "drawn", "manner"),
    [
        ((3, 1), False, ()),
        ((4, 0), False, ("unanimous",)),
        ((3, 0), False, ()),  # somebody kept silent, so it was not all of them
        ((2, 2), True, ("by_lot",)),
        ((0, 0), True, ("by_lot", "nobody_voted")),
    ],
)
def test_how_it_was_decided(tally: tuple[int, ...], drawn: bool, manner: tuple[str, ...]) -> None:  # noqa: FBT001
    decision = decided(DILEMMA, VotesCounted(tally, 1, drawn=drawn))
    assert tuple(name for name in ("unanimous", "by_lot", "nobody_voted") if getattr(decision, name)) == manner


def test_who_has_gone_is_missed_once_and_not_waited_for() -> None:
    going = (DILEMMA, SeatLeft(2, "left"), VotesCounted((3, 0), 1, drawn=False))
    assert (decided(*going).left, decided(*going).unanimous) == (1, True)
    assert decided(*going, DILEMMA, VotesCounted((3, 0), 1, drawn=False)).left == 0
    exiled = (DILEMMA, VotesCounted((3, 1), 1, drawn=False), Disgraced((1, 2, 3)))
    assert decided(*exiled).disgraced == 3
    next_one = decided(*exiled, DILEMMA, VotesCounted((1, 0), 1, drawn=False))
    assert (next_one.left, next_one.disgraced, next_one.unanimous) == (0, 0, True)


def test_all_powers_are_remembered() -> None:
    powers = FactionPower("clergy", "faith", 3), FactionPower("guard", "stability", 3)
    assert decided(DILEMMA, VotesCounted((4, 0), 1, drawn=False), *powers).powers == ("clergy", "guard")


@pytest.mark.parametrize(
    ("stat", "word"),
    [(1, "brink"), (10, "brink"), (11, "shaken"), (29, "shaken"), (30, "steady"), (44, "steady"), (45, "strong")],
)
def test_a_stat_stands_by_where_it_began(stat: int, word: str) -> None:
    assert standing(stat, RULES) == word


@pytest.mark.parametrize(
    ("gain", "loss", "words"),
    [(1, 1, ("mild", "mild")), (3, 4, ("clear", "clear")), (4, 6, ("clear", "clear")), (6, 9, ("severe", "severe"))],
)
def test_strength_is_measured_by_all_that_the_game_can_draw(gain: int, loss: int, words: Any) -> None:
    drawn = DrawnPolicy("faith", "economy", Pairs((("faith", gain), ("economy", -loss))))
    (policy,) = brief(Chronicle(rules=RULES), (drawn,)).policies
    assert (policy.helps, policy.hurts, policy.gain, policy.loss) == ("faith", "economy", *words)
