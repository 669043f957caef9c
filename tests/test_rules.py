"""The numbers of the rulebook, and what makes a RuleSet impossible: that and nothing else."""

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from engine.rules import PRESETS, Costs, RuleSet, UnsoundRules

RULEBOOK = {
    "rounds": 8,
    "dominance": 100,
    "costs": Costs(protect=5, unmask=20, sow=25),
    "majority_reward": 5,
    "consensus_reward": 3,
    "faction_power": 3,
    "ruling_bonus": 15,
    "effects_shown": "open",
    "disgrace_before_powers": True,
    "statement_max": 500,
}
TEXTS = ("title_max", "crisis_max", "policy_name_max", "policy_text_max", "narration_max", "source_max")
AT_LEAST_ONE = ("rounds", "starting_stats", "statement_max", *TEXTS)
AT_LEAST_NOUGHT = (
    "starting_influence",
    "majority_reward",
    "consensus_reward",
    "faction_power",
    "ruling_bonus",
    "gain_min",
    "loss_min",
    "gain_growth",
    "loss_growth",
)
NUMBERS = (*AT_LEAST_ONE, *AT_LEAST_NOUGHT, "dominance", "gain_max", "loss_max")
NO_WHOLE_NUMBERS: tuple[Any, ...] = (True, 8.0, "8", None, [8])


def sound(**changes: Any) -> RuleSet:
    return RuleSet(**changes)


def faults(**changes: Any) -> tuple[str, ...]:
    with pytest.raises(UnsoundRules) as unsound:
        sound(**changes)
    assert str(unsound.value) == "; ".join(unsound.value.faults)
    return unsound.value.faults


@pytest.mark.parametrize("name", RULEBOOK)
def test_defaults_are_the_rulebook(name: str) -> None:
    assert getattr(RuleSet(), name) == RULEBOOK[name]


def test_every_field_is_in_these_tables() -> None:
    others = {"costs", "effects_shown", "disgrace_before_powers"}
    assert {field.name for field in fields(RuleSet)} == {*NUMBERS, *others}


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [*NO_WHOLE_NUMBERS, -1], ids=repr)
def test_a_number_is_a_whole_number_from_nought_up(name: str, value: Any) -> None:
    assert any(name in fault for fault in faults(**{name: value}))


@pytest.mark.parametrize("name", AT_LEAST_ONE)
def test_some_numbers_are_at_least_one(name: str) -> None:
    assert faults(**{name: 0}) == (f"{name} must be a whole number from 1 up",)
    assert getattr(sound(**{name: 1}), name) == 1


@pytest.mark.parametrize("name", AT_LEAST_NOUGHT)
def test_the_others_may_be_nought(name: str) -> None:
    assert getattr(sound(**{name: 0}), name) == 0


@pytest.mark.parametrize("name", ["protect", "unmask", "sow"])
@pytest.mark.parametrize("value", [*NO_WHOLE_NUMBERS, -1], ids=repr)
def test_costs_are_whole_numbers_too(name: str, value: Any) -> None:
    assert faults(costs=Costs(**{name: value})) == (f"costs.{name} must be a whole number from 0 up",)
    assert getattr(sound(costs=Costs(**{name: 0})).costs, name) == 0


@pytest.mark.parametrize("value", [None, 5, {}, {"protect": 5, "unmask": 20, "sow": 25}, (5, 20, 25)], ids=repr)
def test_costs_are_costs(value: Any) -> None:
    assert faults(costs=value) == ("costs must name protect, unmask and sow",)


@pytest.mark.parametrize("value", ["closed", "", None, True, ["open"]], ids=repr)
def test_effects_are_open_or_a_tendency(value: Any) -> None:
    assert faults(effects_shown=value) == ("effects_shown must be open or tendency",)


@pytest.mark.parametrize("value", [1, 0, None, "true"], ids=repr)
def test_disgrace_before_powers_is_true_or_false(value: Any) -> None:
    assert faults(disgrace_before_powers=value) == ("disgrace_before_powers must be true or false",)


def test_dominance_is_above_what_everyone_starts_with() -> None:
    assert faults(starting_influence=100) == ("dominance must be above starting_influence",)
    assert faults(dominance=0, starting_influence=0) == ("dominance must be above starting_influence",)
    assert sound(starting_influence=99).dominance == 100
    assert sound(dominance=1, starting_influence=0).dominance == 1


@pytest.mark.parametrize("size", ["gain", "loss"])
def test_a_maximum_is_no_less_than_its_minimum(size: str) -> None:
    low, high = f"{size}_min", f"{size}_max"
    assert faults(**{low: 4, high: 3}) == (f"{high} must not be below {low}",)
    assert getattr(sound(**{low: 3, high: 3}), high) == 3


def test_all_faults_are_named_at_once() -> None:
    assert faults(rounds=0, dominance=1, costs=Costs(sow=-1), gain_min=9) == (
        "rounds must be a whole number from 1 up",
        "costs.sow must be a whole number from 0 up",
        "dominance must be above starting_influence",
        "gain_max must not be below gain_min",
    )


@pytest.mark.parametrize("name", ["rounds", "starting_stats", "statement_max", "dominance", "majority_reward"])
def test_no_number_is_too_large(name: str) -> None:
    assert getattr(sound(**{name: 10**30}), name) == 10**30


def test_nobody_changes_the_rules_of_a_game() -> None:
    with pytest.raises(FrozenInstanceError):
        RuleSet().rounds = 9  # type: ignore[misc]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_presets_keep_what_the_rulebook_says_of_influence(rules: RuleSet) -> None:
    kept = ("dominance", "costs", "majority_reward", "consensus_reward", "faction_power", "ruling_bonus")
    assert [getattr(rules, name) for name in kept] == [RULEBOOK[name] for name in kept]


def test_one_preset_is_the_rulebook_itself() -> None:
    assert PRESETS["rulebook"] == RuleSet()


@pytest.mark.parametrize("name", ["gain_max", "loss_max"])
def test_sizes_beyond_what_a_draw_can_hold_are_unsound(name: str) -> None:
    with pytest.raises(UnsoundRules) as refused:
        sound(**{name: 1_000_001})
    assert refused.value.faults == (f"{name} must not be above 1000000",)
