"""A word to somebody who can help, outside any game's messages. Said at most once; whether it arrived, the log says."""

import logging
from secrets import token_hex
from typing import Final

import aiohttp
import discord

from bot.discord_writer import Letter, Writer
from bot.screen import Screen
from bot.text import Line

LOG: Final = logging.getLogger("rada.notice")
FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError)


class Notice:
    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def to_person(self, person: str, said: Line) -> bool:
        try:
            await self._write(await self._writer.dm(person), said)
        except FAILURES as error:
            LOG.warning("somebody who could help could not be told (%s)", type(error).__name__)
            return False
        return True

    async def to_channel(self, channel: str, said: Line) -> None:
        try:
            await self._write(int(channel), said)
        except FAILURES as error:
            LOG.warning("a channel could not be told (%s)", type(error).__name__)

    async def _write(self, channel: int, said: Line) -> None:
        await self._writer.write(channel, Letter(Screen((said,)), token_hex(12)))
