"""A whole game over the wire: the bot is killed and started again in every phase, requests and answers get lost, the
line breaks; and in the end everything was said once and in order, and everybody knows what became of each click."""

import pytest

from tests.discord.wire.evening import Evening
from tests.discord.wire.fake import Discord
from tests.discord.wire.process import Bot
from tests.discord.wire.storm import Storm
from tests.discord.wire.verdict import wrong


async def test_a_calm_game(fake: Discord, bot: Bot) -> None:
    evening = Evening(fake, bot)
    await bot.start()
    await evening.play()
    await fake.quiet()
    assert await bot.stop() == 0
    assert wrong(evening) == []
    assert {click.end for click in evening.clicks} == {"answered"}


@pytest.mark.parametrize(("seed", "forgetful", "rounds"), [("one", False, 0), ("two", True, 2)])
async def test_a_stormy_game(fake: Discord, bot: Bot, seed: str, forgetful: bool, rounds: int) -> None:  # noqa: FBT001
    storm = Storm(fake, bot, seed, 1, forgetful=forgetful)
    evening = Evening(fake, bot, storm, seed, rounds=rounds)
    await bot.start()
    await evening.play()
    fake.faults.weather = None
    await fake.quiet()
    assert await bot.stop() == 0
    assert wrong(evening) == []
    assert set(storm.deaths) == {"lobby", *(moment.phase for moment in evening.moments)}
