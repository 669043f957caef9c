"""Discord as a function that takes everything at once, to measure what a bot alone costs."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.discord_pace import Pace
from tests.discord.wire.asking import COMPONENT
from tests.discord.wire.payloads import user_json
from tests.discord.wire.world import Json, User, snowflake

SAID: Final = (4, 7)
"""Kinds of answers that show a message."""


class Heard(NamedTuple):
    """What the bot answered first: of which kind, what, and when."""

    kind: int
    data: Json
    at: float


class Quick:
    """Discord, if it took no time."""

    def __init__(self) -> None:
        self.bot = User("rada", bot=True)
        self.requests = 0
        self.paced = False
        self.waits: list[float] = []
        self.asked: dict[int, asyncio.Future[Heard]] = {}
        self._ids = count(snowflake())

    async def request(self, route: Any, **sent: Any) -> Any:
        self.requests += 1
        if route.path == "/users/@me/channels":
            person = int(sent["json"]["recipient_id"])
            recipient = {"id": str(person), "username": "x", "discriminator": "0", "avatar": None}
            return {"id": str(person + 1), "type": 1, "recipients": [recipient]}
        if route.path.startswith("/channels/{channel_id}/messages"):
            return self.message(route.channel_id, sent.get("json") or {})
        return {} if route.path.startswith("/guilds/") else []

    async def answer(self, route: Any, payload: Json | None = None) -> Any:
        self.requests += 1
        told = payload or {}
        data = told.get("data") or {}
        if route.webhook_id not in self.asked:  # what follows, where the answer was promised first
            return self.message(1, told)
        self.asked.pop(route.webhook_id).set_result(Heard(told["type"], data, time.perf_counter()))
        about = {"id": str(route.webhook_id), "type": COMPONENT}
        if told["type"] not in SAID:
            return {"interaction": about}
        return {"interaction": about, "resource": {"type": told["type"], "message": self.message(1, data)}}

    def message(self, channel: object, body: Json) -> Json:
        return {
            "id": str(next(self._ids)),
            "channel_id": str(channel),
            "type": 0,
            "author": user_json(self.bot),
            "content": body.get("content") or "",
            "timestamp": "2026-01-01T00:00:00.000000+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": body.get("components") or [],
            "pinned": False,
            "flags": body.get("flags") or 0,
        }


@contextmanager
def instead_of_discord(quick: Quick) -> Iterator[None]:
    async def request(_: object, route: Any, **sent: Any) -> Any:
        return await quick.request(route, **sent)

    async def answer(_: object, route: Any, session: object, *, payload: Json | None = None, **__: Any) -> Any:
        return await quick.answer(route, payload)

    wait, look = Pace.turn, Pace.spare

    async def turn(self: Pace, channel: int | None = None) -> None:
        began = time.perf_counter()
        if quick.paced:
            await wait(self, channel)
        quick.waits.append(time.perf_counter() - began)

    async def spare(self: Pace, channel: int) -> bool:
        return await look(self, channel) if quick.paced else True

    with ExitStack() as stack:
        stack.enter_context(patch.object(HTTPClient, "request", request))
        stack.enter_context(patch.object(AsyncWebhookAdapter, "request", answer))
        stack.enter_context(patch.object(Pace, "turn", turn))
        stack.enter_context(patch.object(Pace, "spare", spare))
        yield
