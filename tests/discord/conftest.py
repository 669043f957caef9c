"""Sims that are closed after every test, whatever happened in it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import discord
import pytest

from tests.discord.sim import Sim

Start = Callable[[discord.Client], Awaitable[Sim]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts a client on a Discord of its own. What the bot should not have done fails the test at its end."""
    async with AsyncExitStack() as stack:

        async def begin(client: discord.Client) -> Sim:
            return await stack.enter_async_context(Sim(client))

        yield begin
