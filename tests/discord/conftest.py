"""Sims that are closed after every test, whatever happened in it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from tests.discord.sim import Bot, Sim

Start = Callable[[Bot], Awaitable[Sim]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts a client on a Discord of its own. What the bot should not have done fails the test at its end."""
    async with AsyncExitStack() as stack:

        async def begin(client: Bot) -> Sim:
            return await stack.enter_async_context(Sim(client))

        yield begin
