"""Narrators for one game: the deck, and a model with the deck behind it."""

import logging
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from engine.commands import Narrate, PresentDilemma
from narrator import deck
from narrator.answer import ToldDilemma, ToldTale, as_dilemma, as_tale, read
from narrator.audit import audited_dilemma, audited_tale
from narrator.brief import Brief, Chronicle
from narrator.guard import Guard
from narrator.model import ModelFailed
from narrator.prompt import dilemma_prompt, tale_prompt

LOG: Final = logging.getLogger("rada.narrator")


def log_deck_tells(cause: str) -> None:
    """The one line there is: never a word of what was asked, answered or thrown."""
    LOG.warning("the deck tells it: %s", cause)


@dataclass(frozen=True, slots=True)
class DeckNarrator:
    seed: str
    avoid: Collection[str] = ()

    def dilemma(self, brief: Brief) -> PresentDilemma:
        return deck.tell_dilemma(brief, self.seed, self.avoid)

    async def tell_dilemma(self, brief: Brief) -> PresentDilemma:
        return self.dilemma(brief)

    def tale(self, told: Chronicle) -> Narrate:
        return deck.tell_tale(told, self.seed)

    async def tell_tale(self, told: Chronicle) -> Narrate:
        return self.tale(told)


@dataclass(frozen=True, slots=True)
class ModelNarrator:
    """`game` names the account that its calls are charged to, `source` the model."""

    guard: Guard
    deck: DeckNarrator
    game: str
    source: str = field(kw_only=True)

    async def tell_dilemma(self, brief: Brief) -> PresentDilemma:
        try:
            return await self._dilemma(brief)
        except Exception as failure:  # noqa: BLE001 - whatever it is, the table does not wait for it
            log_deck_tells(_cause(failure))
            return await self.deck.tell_dilemma(brief)

    async def tell_tale(self, told: Chronicle) -> Narrate:
        try:
            return await self._tale(told)
        except Exception as failure:  # noqa: BLE001
            log_deck_tells(_cause(failure))
            return await self.deck.tell_tale(told)

    async def _dilemma(self, brief: Brief) -> PresentDilemma:
        answer = read(ToldDilemma, (await self.guard.ask(dilemma_prompt(brief), self.game)).text)
        source = self.source[: brief.chronicle.rules.source_max]
        return audited_dilemma(answer, as_dilemma(answer, source), brief)

    async def _tale(self, told: Chronicle) -> Narrate:
        answer = read(ToldTale, (await self.guard.ask(tale_prompt(told), self.game)).text)
        return audited_tale(answer, as_tale(answer, self.source[: told.rules.source_max]), told)


def _cause(failure: Exception) -> str:
    return failure.cause if isinstance(failure, ModelFailed) else f"unexpected {type(failure).__name__}"
