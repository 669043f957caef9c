"""What the narrator costs the table: how long a phase waits for words if the model answers, hangs, or is absent."""

import asyncio
import logging
import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from narrator.ahead import Ahead
from narrator.brief import Brief
from narrator.budget import Pocket
from narrator.guard import Guard
from narrator.model import Answer, Model, Prompt
from narrator.narrator import Narrator
from narrator.settings import NarratorSettings
from narrator.teller import DeckNarrator, ModelNarrator
from tests.narrator import kingdom

DEADLINE = 0.5
"""Seconds, instead of 12: what hangs is sent away at any deadline, and the report need not last."""
ANSWER = 0.2
ROUND = 0.3
"""From the opening of a round to the close of its actions, at a table in a great hurry."""
TIMES = 10
DECK = DeckNarrator("pomiar")
BRIEF: Brief = kingdom.a_brief()


class Slow:
    """Answers well after a while, or never."""

    def __init__(self, after: float) -> None:
        self._after = after
        self._words = kingdom.as_json(kingdom.good_dilemma(BRIEF)), kingdom.as_json(kingdom.good_tale(BRIEF.chronicle))

    async def ask(self, prompt: Prompt) -> Answer:
        await asyncio.sleep(self._after)
        return Answer(self._words["helped" in prompt.schema["properties"]], 2000)

    async def close(self) -> None: ...


class Cost(NamedTuple):
    dilemma: float
    facts: float
    tale: float
    source: str


def modelled(model: Model) -> Narrator:
    guard = Guard(model, NarratorSettings(deadline=DEADLINE), Pocket())
    return ModelNarrator(guard, DECK, "pomiar", source="model")


async def one_round(narrator: Narrator, length: float) -> Cost:
    table = Ahead(narrator, DECK)
    table.ask(BRIEF)
    await asyncio.sleep(length)
    closed = time.perf_counter()
    words = table.take(BRIEF)
    taken = time.perf_counter()
    telling = table.tale(BRIEF.chronicle)
    begun = time.perf_counter()
    await telling
    told = time.perf_counter()
    await table.close()
    return Cost(taken - closed, begun - taken, told - taken, words.source)


async def rounds(make: Callable[[], Narrator], length: float) -> list[Cost]:
    return [await one_round(make(), length) for _ in range(TIMES)]


def report() -> None:
    logging.getLogger("rada.narrator").disabled = True
    asyncio.run(one_round(DECK, 0))  # the deck reads its box once
    print(f"narrator: deadline {DEADLINE} s, a model that answers takes {ANSWER} s, a round {ROUND} s or none at all")
    print(f"{'':34}{'dilemma':>12}{'facts held':>12}{'tale after':>12}   told by")
    for name, make in {
        "absent (deck)": lambda: DECK,
        "answering at once": lambda: modelled(Slow(0)),
        "answering": lambda: modelled(Slow(ANSWER)),
        "hanging": lambda: modelled(Slow(3600)),
    }.items():
        for length in (ROUND, 0.0):
            costs = asyncio.run(rounds(make, length))
            dilemma, facts, tale = (1000 * median(column) for column in list(zip(*costs, strict=True))[:3])
            label = f"{name}, round {length} s"
            print(f"{label:34}{dilemma:9.2f} ms{facts:9.2f} ms{tale:9.1f} ms   {costs[0].source}")
    logging.getLogger("rada.narrator").disabled = False
