"""The bot as a process: it starts, answers, ends in time, and takes up where it was killed."""

import asyncio

import pytest

from bot.commands import COMMANDS
from bot.text import catalogue, line, say
from tests.discord.wire.fake import TOKEN, Discord
from tests.discord.wire.faults import Kind
from tests.discord.wire.gateway import WRONG_TOKEN
from tests.discord.wire.people import Person
from tests.discord.wire.process import Bot
from tests.discord.wire.world import Channel

LONGEST_RETURN = 120.0
"""Seconds. discord.py waits longer from try to try."""
PATIENT = 30.0
"""Seconds that the fake waits where nothing is about time: a busy machine is no fault."""


@pytest.fixture
def room(fake: Discord) -> Channel:
    fake.patience = PATIENT
    return fake.guild("Server", fake.user("ola")).text_channel("rada")


@pytest.fixture
def ola(fake: Discord, room: Channel) -> Person:
    return Person(fake, fake.users[0])


async def back(fake: Discord) -> None:
    """Returns when the bot listens again."""
    async with asyncio.timeout(LONGEST_RETURN):
        while not fake.gateway.heard:  # noqa: ASYNC110 - only its socket tells
            await asyncio.sleep(0.05)


def well_behaved(fake: Discord, bot: Bot) -> None:
    assert fake.door.complaints == []
    assert "Traceback" not in bot.stderr
    assert TOKEN not in bot.stderr + bot.stdout


def assert_one_fault(bot: Bot) -> None:
    lines = bot.stderr.splitlines()
    assert lines[-1].startswith("rada bot: ")
    assert sum(not said.startswith("20") for said in lines) == 1, "the others are lines of the log"
    assert "Traceback" not in bot.stderr


async def test_it_starts_and_answers_and_stops(fake: Discord, bot: Bot, room: Channel, ola: Person) -> None:
    await bot.start()
    registered = {f"{group['name']}.{option['name']}" for group in fake.commands for option in group["options"]}
    assert registered == {command.key for command in COMMANDS}
    for where in (room, ola.dm):
        asked = ola.slash(where, "rada pomoc")
        assert await asked.end() == "answered"
        assert say(line("help.title")) in asked.text
    suggested = ola.suggest(room, "rada zasady", "rozdzial", "")
    assert await suggested.end() == "answered"
    assert suggested.choices
    assert await bot.stop() == 0
    well_behaved(fake, bot)


async def test_it_lives_on_after_it_was_killed(fake: Discord, bot: Bot, room: Channel, ola: Person) -> None:
    await bot.start()
    opened = ola.slash(room, "rada nowa")
    assert await opened.end() == "answered"
    await bot.kill()
    fake.patience = 0.2
    unheard = ola.slash(room, "rada pomoc")
    assert await unheard.end() == "failed"
    fake.patience = PATIENT
    await bot.start()
    again = ola.slash(room, "rada nowa")
    assert await again.end() == "answered"
    assert catalogue()["lobby.again"].partition("{")[0] in again.text
    assert await bot.stop() == 0
    well_behaved(fake, bot)


async def test_its_commands_are_told_once(fake: Discord, bot: Bot, room: Channel) -> None:
    for _ in range(2):
        await bot.start()
        assert await bot.stop() == 0
    assert [call.method for call in fake.door.calls if "/commands" in call.path] == ["GET", "PUT", "GET"]


@pytest.mark.parametrize("wrong", ["", "MTIzNDU2.wrong"])
async def test_without_its_token_it_says_so_in_a_line(fake: Discord, bot: Bot, wrong: str) -> None:
    bot.environment["DISCORD_TOKEN"] = wrong
    assert await bot.run() != 0
    assert "DISCORD_TOKEN" in bot.stderr
    assert_one_fault(bot)
    assert not wrong or wrong not in bot.stderr


@pytest.mark.parametrize("kind", ["drop", "error"])
async def test_where_discord_cannot_be_reached_it_says_so(fake: Discord, bot: Bot, kind: Kind) -> None:
    fake.faults.add(kind, times=1000, status=503)
    assert await bot.run() != 0
    assert_one_fault(bot)


async def test_it_stops_in_time_while_discord_hangs(fake: Discord, bot: Bot, room: Channel, ola: Person) -> None:
    await bot.start()
    fake.patience = 0.5
    fake.faults.add("hang", r" /(interactions|channels)", times=1000)
    ola.slash(room, "rada pomoc")
    ola.slash(room, "rada nowa")
    await fake.interactions[-1].settled.wait()
    assert await bot.stop() == 0
    well_behaved(fake, bot)


async def test_it_comes_back_from_every_kind_of_broken_line(
    fake: Discord, bot: Bot, room: Channel, ola: Person
) -> None:
    """What is pressed meanwhile is answered, however long discord.py waits before it tries again."""
    gateway = fake.gateway
    await bot.start()
    for broken in (gateway.cut, lambda: gateway.close(4000), gateway.ask_to_reconnect):
        if (breaking := broken()) is not None:
            await breaking
        asked = ola.slash(room, "rada pomoc")
        await back(fake)
        assert await asked.end() == "answered"
    assert fake.gateway.resumed >= 3
    assert fake.gateway.identified == 1
    assert await bot.stop() == 0
    well_behaved(fake, bot)


async def test_it_waits_where_nobody_lets_it_in(fake: Discord, bot: Bot, room: Channel, ola: Person) -> None:
    await bot.start()
    fake.gateway.shut = True
    fake.gateway.cut()
    await asyncio.sleep(0.3)
    assert not fake.gateway.heard
    fake.gateway.shut = False
    await back(fake)
    assert await ola.slash(room, "rada pomoc").end() == "answered"
    assert await bot.stop() == 0
    well_behaved(fake, bot)


async def test_it_says_that_its_token_was_taken_from_it(fake: Discord, bot: Bot, room: Channel) -> None:
    await bot.start()
    await fake.gateway.close(WRONG_TOKEN)
    assert await bot.end() != 0
    assert_one_fault(bot)
