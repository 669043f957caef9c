"""A Discord and a bot for every test, both gone after it whatever happened."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord.api import Request, violations
from tests.discord.wire.door import Call
from tests.discord.wire.fake import Discord
from tests.discord.wire.process import Bot


def wrong_by_the_book(call: Call) -> list[str]:
    names = tuple(str(file["filename"]) for file in call.files)
    return violations(Request(call.method, call.path, call.json, names))


@pytest.fixture
async def fake() -> AsyncIterator[Discord]:
    async with Discord(wrong_by_the_book) as discord:
        yield discord


@pytest.fixture
async def bot(fake: Discord, tmp_path: Path) -> AsyncIterator[Bot]:
    async with Bot(fake, tmp_path) as process:
        yield process
