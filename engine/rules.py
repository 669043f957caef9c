"""Every number of the game. A RuleSet that exists is sound: an unsound one is refused with all its faults at once."""

from dataclasses import dataclass, fields
from typing import Final, get_args

from engine.terms import EffectsShown


class UnsoundRules(ValueError):
    """Says everything that is wrong with a RuleSet, one fault each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Costs:
    """What each action takes from its owner's Influence."""

    protect: int = 5
    unmask: int = 20
    sow: int = 25


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rulebook's numbers, and those it leaves open (tuned in docs/balance.md)."""

    rounds: int = 8
    dominance: int = 100
    starting_influence: int = 44
    starting_stats: int = 24
    costs: Costs = Costs()
    majority_reward: int = 5
    consensus_reward: int = 3
    faction_power: int = 3
    ruling_bonus: int = 15
    effects_shown: EffectsShown = "open"
    disgrace_before_powers: bool = True
    statement_max: int = 500
    # How much a policy helps one stat and hurts another: bounds of the draw in round 1 …
    gain_min: int = 2
    gain_max: int = 5
    loss_min: int = 3
    loss_max: int = 14
    # … and what the last round adds to both bounds; the rounds between add their share.
    gain_growth: int = 0
    loss_growth: int = 11
    # The longest words the engine takes from a narrator.
    title_max: int = 150
    crisis_max: int = 1500
    policy_name_max: int = 100
    policy_text_max: int = 400
    narration_max: int = 1500
    source_max: int = 100

    def __post_init__(self) -> None:
        faults = (*_number_faults(self), *_other_faults(self))
        if faults:
            raise UnsoundRules(faults)

    def gain_bounds(self, round_: int) -> tuple[int, int]:
        extra = self._grown(self.gain_growth, round_)
        return self.gain_min + extra, self.gain_max + extra

    def loss_bounds(self, round_: int) -> tuple[int, int]:
        extra = self._grown(self.loss_growth, round_)
        return self.loss_min + extra, self.loss_max + extra

    def _grown(self, growth: int, round_: int) -> int:
        return growth * (round_ - 1) // max(1, self.rounds - 1)


AT_LEAST_ONE: Final = frozenset(
    {
        "rounds",
        "starting_stats",
        "statement_max",
        "title_max",
        "crisis_max",
        "policy_name_max",
        "policy_text_max",
        "narration_max",
        "source_max",
    }
)
SIZE_MAX: Final = 1_000_000
"""A policy's pair, gain and loss are one draw, and a draw has 64 bits."""
NUMBER_LIMIT: Final = 10**100
"""What is won, lost and drawn stays short enough to be written down and read again."""
NOT_NUMBERS: Final = frozenset({"costs", "effects_shown", "disgrace_before_powers"})


def _number_faults(rules: RuleSet) -> tuple[str, ...]:
    least = {field.name: int(field.name in AT_LEAST_ONE) for field in fields(RuleSet) if field.name not in NOT_NUMBERS}
    values = {name: getattr(rules, name) for name in least}
    if isinstance(rules.costs, Costs):
        values |= {f"costs.{field.name}": getattr(rules.costs, field.name) for field in fields(Costs)}
    return tuple(
        f"{name} must be a whole number from {least.get(name, 0)} up"
        for name, value in values.items()
        if type(value) is not int or not least.get(name, 0) <= value < NUMBER_LIMIT
    )


def _other_faults(rules: RuleSet) -> tuple[str, ...]:
    checks = (
        (not isinstance(rules.costs, Costs), "costs must name protect, unmask and sow"),
        (rules.effects_shown not in get_args(EffectsShown), "effects_shown must be open or tendency"),
        (not isinstance(rules.disgrace_before_powers, bool), "disgrace_before_powers must be true or false"),
        (_below(rules.dominance, rules.starting_influence, 1), "dominance must be above starting_influence"),
        (_below(rules.gain_max, rules.gain_min), "gain_max must not be below gain_min"),
        (_below(rules.loss_max, rules.loss_min), "loss_max must not be below loss_min"),
        (_below(SIZE_MAX, rules.gain_max), f"gain_max must not be above {SIZE_MAX}"),
        (_below(SIZE_MAX, rules.loss_max), f"loss_max must not be above {SIZE_MAX}"),
    )
    return tuple(fault for faulty, fault in checks if faulty)


def _below(number: object, least: object, margin: int = 0) -> bool:
    return isinstance(number, int) and isinstance(least, int) and number < least + margin


PRESETS: Final[dict[str, RuleSet]] = {
    "rulebook": RuleSet(),
    "evening": RuleSet(rounds=5, starting_influence=62, starting_stats=20),
    "harsh": RuleSet(starting_stats=22, effects_shown="tendency"),
}
