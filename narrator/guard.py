"""Around any model: one deadline, one attempt, one limit for all tables, a breaker and a budget."""

import asyncio
import time
from collections.abc import Callable

from narrator.breaker import Breaker
from narrator.budget import Budget, Purse, utc_day
from narrator.model import Answer, Model, ModelFailed, Prompt
from narrator.settings import NarratorSettings


class Guard:
    """One per process: all tables share its limits. `clock` and `today` are there for tests."""

    def __init__(
        self,
        model: Model,
        settings: NarratorSettings,
        purse: Purse,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], str] = utc_day,
    ) -> None:
        self._model = model
        self._deadline = settings.deadline
        self._max_output = settings.max_output_tokens
        self._slots = asyncio.Semaphore(settings.at_once)
        self._breaker = Breaker(settings.failures_before_rest, settings.rest, clock)
        self._budget = Budget(settings, purse, today)

    async def ask(self, prompt: Prompt, game: str) -> Answer:
        """Exactly one attempt. Raises ModelFailed within the deadline, the wait for a free slot included. That may take
        half of it: a call begun in the last moment would only be paid for, and held against the service."""
        until = asyncio.get_running_loop().time() + self._deadline
        try:
            async with asyncio.timeout(self._deadline / 2):
                await self._slots.acquire()
        except TimeoutError:
            raise ModelFailed("busy", tokens=0) from None
        try:
            return await self._attempt(prompt, game, until)
        finally:
            self._slots.release()

    async def close(self) -> None:
        await self._model.close()

    async def _attempt(self, prompt: Prompt, game: str, until: float) -> Answer:
        most = self._most(prompt)
        self._budget.check(game, most)
        with self._breaker.attempt():
            settle = self._budget.set_aside(game, most)
            try:
                async with asyncio.timeout_at(until):
                    answer = await self._model.ask(prompt)
            except TimeoutError:
                raise ModelFailed("timeout") from None
            except ModelFailed as failure:
                if failure.tokens is not None:
                    settle(failure.tokens)
                raise
            if answer.tokens is not None:
                settle(answer.tokens)
            return answer

    def _most(self, prompt: Prompt) -> int:
        """The tokens a call can use: Polish takes about one for two characters, and every answer has its end."""
        return (len(prompt.system) + len(prompt.material)) // 2 + self._max_output
