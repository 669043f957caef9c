"""How the bot comes to Discord: whatever stands there in its place, however long its own games take, whoever else has
games in the store."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
from aiohttp import web

from bot import discord_client
from bot.discord_client import Offline, RadaClient
from bot.rooms import Room
from bot.serve import open_bot
from bot.sitting import Deal, Sitter, seat_game
from engine.rules import PRESETS
from narrator.settings import NarratorSettings
from tests.discord.hosting import Host, rada
from tests.discord.sim import Sim
from tests.store.memory import MemoryStore

ME: Final = '{"id": "11", "username": "Rada", "discriminator": "0", "avatar": null, "bot": true}'


@asynccontextmanager
async def answering(monkeypatch: pytest.MonkeyPatch, *bodies: tuple[str, str]) -> AsyncIterator[None]:
    """A server that is not Discord's: says these in turn, each with its kind, and the last one ever after."""
    left = list(bodies)

    async def answer(_: web.Request) -> web.Response:
        kind, body = left.pop(0) if len(left) > 1 else left[0]
        return web.Response(body=body, headers={"Content-Type": kind})

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    try:
        yield
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("before", [(), (("application/json", ME),)])
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html", "<html>Log in to our Wi-Fi</html>"),
        ("application/json", "{}"),
        ("application/json", "[]"),
        ("application/json", "null"),
        ("application/json", "<html>"),
    ],
)
async def test_whatever_else_answers_is_not_taken_for_discord(
    monkeypatch: pytest.MonkeyPatch, before: tuple[tuple[str, str], ...], kind: str, body: str
) -> None:
    async with answering(monkeypatch, *before, (kind, body)), open_bot(MemoryStore(), deck()) as client:
        with pytest.raises(Offline, match="something else answers"):
            await client.serve("a.b.c")


def deck() -> NarratorSettings:
    return NarratorSettings(kind="deck")


class Slow:
    """Takes much longer than Discord may take."""

    def __init__(self) -> None:
        self.resumed: set[str] = set()

    async def load(self) -> None:
        await asyncio.sleep(0.1)

    async def resume(self, games: set[str]) -> None:
        self.resumed = games

    async def run(self, _: Any) -> None: ...


@pytest.mark.parametrize("hangs", [False, True])
async def test_the_patience_with_discord_is_not_for_what_games_take(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, hangs: bool
) -> None:
    async def at_once(*_: Any) -> None:
        if hangs and _[-1] != "a.b.c":
            await asyncio.Event().wait()

    slow = Slow()
    rooms = [Room("g", "1", "2", "3")]
    monkeypatch.setattr(discord_client, "LONGEST_LOGIN", 0.02)
    monkeypatch.setattr(discord_client, "register", at_once)
    monkeypatch.setattr(discord.Client, "login", at_once)
    client = RadaClient()
    client.house = SimpleNamespace(outlet=slow, tables=slow, rooms=rooms, clock=None)  # type: ignore[assignment]
    await client.login("a.b.c")
    assert slow.resumed == {"g"}
    assert ("did not take our commands (TimeoutError" in caplog.text) == hangs
    await client.leave()


async def test_the_games_of_a_terminal_are_left_alone() -> None:
    host = Host()
    sitters = (Sitter(person="Ala"), Sitter(temperament="guardian"), Sitter(temperament="guardian"))
    deal = Deal("play-1", "s", PRESETS["rulebook"], ("Ala", "B", "C"), sitters, "evening")
    store = MemoryStore(host.disk)
    await store.write(*seat_game(deal, 1_767_225_600.0).changes)
    before, unsaid = await store.games(), await store.unsaid()
    assert unsaid
    async with Sim(host) as sim:
        await sim.advance(4000)
        assert "play-1" not in rada(sim).house.tables
    assert (await store.games(), await store.unsaid()) == (before, unsaid)


def test_nobody_is_warned_of_a_voice_that_is_not_wanted() -> None:
    program = "import logging; logging.basicConfig(); from bot.discord_client import RadaClient; RadaClient()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr == b""
