"""What befalls an evening, drawn from a seed: the bot dies in every phase, the line breaks, requests get lost."""

import asyncio
import re
from collections import Counter
from random import Random
from typing import Final

from bot.sitting import Moment
from tests.discord.wire.fake import Discord
from tests.discord.wire.faults import Kind, Weather
from tests.discord.wire.process import Bot

WEATHER: Final[dict[Kind, int]] = {"limited": 3, "drop": 3, "lose": 3, "error": 1, "lose_error": 1, "slow": 2}
WHERE: Final = re.compile(r" /(channels|interactions|webhooks)/")
TIMES: Final = ("before", "amid", "after")
"""A phase is played, right after something was pressed, when all have acted."""
CLICKS: Final = 4
"""A phase has at least about so many."""
SOON: Final = 0.05
"""Seconds by which the bot has died: somewhere amid what follows from a click, or from the last one."""
CLOSED: Final = 4000


class Storm:
    """The bot dies in the lobby and in so many phases of each kind, and once its session is lost for good. A
    forgetful Discord knows no nonce of an earlier life, as after a long outage, and people come back later than the
    bot."""

    def __init__(self, discord: Discord, bot: Bot, seed: str, deaths: int, *, forgetful: bool = False) -> None:
        self._discord, self._bot, self._deaths = discord, bot, deaths
        self._forgetful = forgetful
        self._chance = Random(seed)
        self._number = -1
        self._clicks = 0
        self._death, self._dies_at, self._breaks_at = "", 0, 0
        self.deaths = Counter[str]()
        self.breaks = Counter[str]()
        discord.faults.weather = Weather(Random(f"{seed}/weather"), WEATHER, WHERE)

    async def before(self, moment: Moment) -> None:
        self._number += 1
        self._clicks = 0
        self._death = self._chance.choice(TIMES) if self.deaths[moment.phase] < self._deaths else ""
        self._dies_at, self._breaks_at = self._chance.randint(1, CLICKS), self._chance.randint(1, CLICKS)
        if self._death == "before":
            await self._die(moment)

    async def amid(self, moment: Moment) -> None:
        self._clicks += 1
        if self._clicks == self._breaks_at:
            await self._break()
        if self._death == "amid" and self._clicks == self._dies_at:
            await self._die(moment)

    async def after(self, moment: Moment) -> None:
        if self._death == "after" or (self._death == "amid" and self._clicks < self._dies_at):
            await self._die(moment)

    async def _die(self, moment: Moment) -> None:
        await asyncio.sleep(self._chance.random() * SOON)
        await self._bot.kill()
        if self._forgetful:
            self._discord.forget_nonces()
        await self._bot.start()
        if self._forgetful:
            await self._discord.quiet()
        self.deaths[moment.phase] += 1

    async def _break(self) -> None:
        gateway = self._discord.gateway
        how = self._chance.choice(("cut", "close", "reconnect", "twice"))
        if self._number == 1:
            how = "lost"  # takes discord.py five seconds to forgive
        self.breaks[how] += 1
        gateway.twice = how == "twice"
        match how:
            case "cut":
                gateway.cut()
            case "close":
                await gateway.close(CLOSED)
            case "reconnect":
                await gateway.ask_to_reconnect()
            case "lost":
                await gateway.invalidate()

    @property
    def summary(self) -> str:
        happened = Counter[str](kind for _, kind in self._discord.faults.happened)
        return ", ".join(f"{number} × {what}" for what, number in (self.deaths + self.breaks + happened).items())
