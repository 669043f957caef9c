"""What lies in the box: crises, one file each, and voices, the sentences that join them to this game."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from engine.terms import STATS, Stat


@dataclass(frozen=True, slots=True)
class Card:
    """One policy: its name, its words mild and stark, and what followed."""

    name: str
    mild: str
    strong: str
    after: str


@dataclass(frozen=True, slots=True)
class Crisis:
    title: str
    text: str
    policies: dict[tuple[Stat, Stat], Card]


@cache
def crises() -> tuple[Crisis, ...]:
    folder = files("narrator.deck") / "crises"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return tuple(_crisis(tomllib.loads((folder / name).read_text(encoding="utf-8"))) for name in names)


@cache
def voices() -> dict[str, tuple[str, ...]]:
    """Sentences by kind. `{chosen}` and `{title}` stand for names of a policy and a crisis, always in quotes."""
    text = (files("narrator.deck") / "voices.toml").read_text(encoding="utf-8")
    return {kind: tuple(sentences) for kind, sentences in tomllib.loads(text).items()}


def _crisis(data: dict[str, Any]) -> Crisis:
    cards = {(helps, hurts): Card(**data[f"{helps}_{hurts}"]) for helps in STATS for hurts in STATS if helps != hurts}
    return Crisis(data["title"], data["crisis"], cards)
