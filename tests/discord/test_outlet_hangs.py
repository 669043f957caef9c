"""A request that hangs is given up soon, and a wait that Discord asks for is not: over a real connection."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Final

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot import discord_writer
from bot.discord_writer import Letter, Writer
from bot.screen import Screen
from bot.text import line
from tests.discord.outgoing import Hurry

LETTER: Final = Letter(Screen((line("notice.made_up"),)), "0" * 24)
PATIENCE: Final = 0.2
MESSAGE: Final[dict[str, Any]] = {
    "id": "9",
    "channel_id": "5",
    "author": {"id": "1", "username": "rada", "discriminator": "0", "avatar": None},
    "content": "",
    "timestamp": "2026-01-01T00:00:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "mentions": [],
    "mention_roles": [],
    "attachments": [],
    "embeds": [],
    "pinned": False,
    "type": 0,
    "components": [],
}


class Deaf:
    """Answers the first requests as it is told to, then as Discord would."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.released = asyncio.Event()

    async def serve(self, request: web.Request) -> web.Response:
        if request.path.endswith("/users/@me"):
            return answer(MESSAGE["author"])
        match self.answers.pop(0) if self.answers else "":
            case "hang":
                await self.released.wait()
            case "limit":
                return answer({"message": "", "retry_after": 2 * PATIENCE, "global": True}, 429)
        return answer(MESSAGE)


def answer(body: object, status: int = 200) -> web.Response:
    headers = {"Content-Type": "application/json", "Via": "1.1"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)


@pytest.fixture
async def deaf(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Deaf]:
    opened, app = Deaf(), web.Application()
    app.router.add_route("*", "/{path:.*}", opened.serve)
    monkeypatch.setattr(discord_writer, "LONGEST_REQUEST", PATIENCE)
    async with TestServer(app) as server:
        monkeypatch.setattr(discord.http.Route, "BASE", str(server.make_url("/api/v10")))
        yield opened
        opened.released.set()


@pytest.fixture
async def writer(deaf: Deaf) -> AsyncIterator[Writer]:
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.http.static_login("token")
        writer = Writer(client, Hurry())
        writer.hurry()
        yield writer


async def test_a_request_that_hangs_is_given_up(deaf: Deaf, writer: Writer) -> None:
    deaf.answers += ["hang"]
    with pytest.raises(TimeoutError):
        await writer.write(5, LETTER)
    assert await writer.write(5, LETTER) == 9


async def test_a_longer_wait_that_discord_asks_for_is_kept_and_stops_nobody_for_ever(
    deaf: Deaf, writer: Writer
) -> None:
    deaf.answers += ["limit"]
    both = await asyncio.gather(writer.write(5, LETTER), writer.write(6, LETTER))
    assert list(both) == [9, 9]
