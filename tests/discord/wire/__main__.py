"""The long matrix: many evenings, each with a storm of its own. `python -m tests.discord.wire [EVENINGS [FIRST]]`."""

import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.rules import PRESETS
from tests.discord.wire.conftest import wrong_by_the_book
from tests.discord.wire.evening import Evening
from tests.discord.wire.fake import Discord
from tests.discord.wire.process import Bot
from tests.discord.wire.storm import Storm
from tests.discord.wire.verdict import wrong

EVENINGS: Final = 20
AT_ONCE: Final = 2
EVERY_PHASE: Final = range(1000)


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


async def evening(number: int) -> list[str]:
    with TemporaryDirectory() as folder:
        async with Discord(wrong_by_the_book) as discord, Bot(discord, Path(folder)) as bot:
            seed = f"evening {number}"
            storm = Storm(discord, bot, seed, EVERY_PHASE)
            played = Evening(discord, bot, storm, seed, list(PRESETS)[number % len(PRESETS)])
            try:
                await bot.start()
                await played.play()
                discord.faults.weather = None
                await played.settle()
                found = [] if await bot.stop() == 0 else ["it did not stop well"]
                found += wrong(played)
            except (AssertionError, TimeoutError) as fault:
                found = [f"{type(fault).__name__} at {played.now}: {fault}", bot.stderr[-3000:]]
            say(
                f"{seed}: {len(played.moments)} phases, {len(played.clicks)} clicks, {storm.summary}"
                + "".join(f"\n    {one}" for one in found)
            )
            return found


async def matrix(first: int, number: int) -> int:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(which: int) -> list[str]:
        async with gate:
            return await evening(which)

    return sum(bool(found) for found in await asyncio.gather(*map(one, range(first, first + number))))


def main() -> int:
    began = time.monotonic()
    number, first = [*map(int, sys.argv[1:]), *(EVENINGS, 0)[len(sys.argv) - 1 :]][:2]
    failed = asyncio.run(matrix(first, number))
    say(f"{number} evenings in {time.monotonic() - began:.0f} s, {failed} of them wrong")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
