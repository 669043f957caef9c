"""The rules on one screen, with the numbers of the game that is played."""

from collections.abc import Iterator
from typing import Any, Final

from bot.phrases import Lines
from bot.text import Line, line
from engine.rules import RuleSet

KEYS: Final = {"help": "?", "state": "s", "dossier": "t", "leave": "q"}
"""What can be typed instead of a choice."""


def rules_in_brief(rules: RuleSet) -> Lines:
    return tuple(_rules(rules))


def _rules(rules: RuleSet) -> Iterator[Line]:
    yield _line("title")
    yield _line("goal", dominance=rules.dominance, rounds=rules.rounds)
    yield _line("fall")
    yield _line("statements")
    yield _line("actions", protect=rules.costs.protect, unmask=rules.costs.unmask, sow=rules.costs.sow)
    yield _line("dilemma")
    yield _line("rewards", majority=rules.majority_reward, consensus=rules.consensus_reward)
    yield _line("disgrace")
    yield _line("ruling", ruling=rules.ruling_bonus)
    yield _line("keys", **KEYS)


def _line(name: str, **fields: Any) -> Line:
    return line(f"console.help.{name}", **fields)
