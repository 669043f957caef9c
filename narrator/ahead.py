"""Ahead of time: a round's dilemma is asked for when the round opens, and taken when its actions close."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from engine.commands import Narrate, PresentDilemma
from narrator.brief import Brief, Chronicle
from narrator.narrator import Narrator
from narrator.teller import DeckNarrator, log_deck_tells


class Ahead:
    """One per game, within one event loop. Nothing here waits but `close`."""

    def __init__(self, narrator: Narrator, deck: DeckNarrator) -> None:
        self._narrator = narrator
        self._deck = deck
        self._asked: tuple[Brief, asyncio.Task[PresentDilemma]] | None = None
        self._running: set[asyncio.Task[Any]] = set()

    def ask(self, brief: Brief) -> None:
        """When a round opens, or a table is resumed inside one. The deck need not be asked ahead."""
        self._drop()
        if self._narrator is not self._deck:
            self._asked = (brief, self._start(self._narrator.tell_dilemma(brief)))

    def take(self, brief: Brief) -> PresentDilemma:
        """When the actions have closed: what was asked for in this round if it is there, else the deck's."""
        asked, self._asked = self._asked, None
        if asked is None:
            return self._deck.dilemma(brief)
        for_round, task = asked[0].chronicle.round, asked[1]
        if task.done() and not task.cancelled() and task.exception() is None and for_round == brief.chronicle.round:
            return task.result()
        task.cancel()
        log_deck_tells("late")
        return self._deck.dilemma(brief)

    def tale(self, told: Chronicle) -> asyncio.Task[Narrate]:
        """Begun once a resolution's facts are out. Whoever plays it must see, under the table's lock, that
        `untold` is still `told.last.round`: the next resolution may have come first."""
        return self._start(self._narrator.tell_tale(told))

    def tale_at_once(self, told: Chronicle) -> Narrate | None:
        """Where nobody but the deck is asked anyway."""
        return self._deck.tale(told) if self._narrator is self._deck else None

    async def close(self) -> None:
        """Give up whatever is still being told."""
        self._drop()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _drop(self) -> None:
        if self._asked is not None:
            self._asked[1].cancel()
            self._asked = None

    def _start(self, telling: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(telling)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task
