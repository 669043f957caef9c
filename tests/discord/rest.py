"""SimCord, brought to rest our own way: it would wait for tasks that wait for players, and never ends."""

import asyncio
from collections.abc import Callable
from typing import Final

import discord
import simcord
from simcord._settlement import _active_callbacks, _run_due_virtual_callbacks

from tests.discord.seen import World

PATIENCE: Final = 20.0
"""Real seconds, for a machine that is busy. Whoever reaches them hangs."""
QUIET: Final = 3
PAUSE: Final = 0.0005


class Env(simcord.Env):
    """At rest is when nobody can go on: nothing is ready to run, no thread is at work. Who waits for time or for
    people does not count. Several may wait for rest at once, so that people may act at once."""

    def __init__(self, bot: discord.Client, world: World) -> None:
        super().__init__(bot, settle_timeout=PATIENCE)
        self.backend = world
        self.busy: list[Callable[[], bool]] = []
        self._calming: asyncio.Task[None] | None = None
        self._resting: asyncio.Task[None] | None = None

    def _schedule_timer(self, *_: object) -> None:
        """SimCord's timers go off after that much real time, too. Ours do not: a slow machine changes nothing."""

    async def _settle_internal(self, **_: object) -> None:
        if asyncio.current_task() is self._advance_task:
            await self._rest()
            return
        if self._calming is None or self._calming.done():
            self._calming = asyncio.ensure_future(self._calm_all())
        await asyncio.shield(self._calming)

    async def _calm_all(self) -> None:
        """Time that is being turned brings itself to rest."""
        await self._rest()
        while (turning := self._advance_task) is not None:
            await asyncio.wait((turning,))
            await self._rest()

    async def _rest(self) -> None:
        """One at a time: two who looked on would keep each other awake."""
        if self._resting is None or self._resting.done():
            self._resting = asyncio.ensure_future(self._calm())
        await asyncio.shield(self._resting)

    async def _calm(self) -> None:
        loop = asyncio.get_running_loop()
        deadline, quiet = loop.time() + PATIENCE, 0
        _active_callbacks(self._settlement_state())  # forgets timers that were called off
        while quiet < QUIET:
            _run_due_virtual_callbacks(self._settlement_state(), deadline)
            working = bool(self._work.executors) or any(busy() for busy in self.busy)
            await asyncio.sleep(PAUSE if working else 0)
            quiet = 0 if working or loop._ready else quiet + 1  # type: ignore[attr-defined]
            if loop.time() > deadline:
                raise TimeoutError(f"the bot does not come to rest; ready: {list(loop._ready)}")  # type: ignore[attr-defined]


class SimClock:
    """The bot's clock, and Discord's: goes by in `advance` only. Messages bear its time, tokens run out by it."""

    def __init__(self, env: Env) -> None:
        self._env = env

    def now(self) -> float:
        return self._env.now().timestamp()

    def steady(self) -> float:
        return self._env.backend.clock.elapsed

    async def sleep(self, seconds: float) -> None:
        """Whoever sleeps: the bot, or what a test began for it."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._env._bot_scope():
            timer = asyncio.get_running_loop().call_later(seconds, _wake, woken)
        try:
            await woken
        finally:
            timer.cancel()


def _wake(sleeper: "asyncio.Future[None]") -> None:
    if not sleeper.done():
        sleeper.set_result(None)
