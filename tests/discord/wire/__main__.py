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
EVERY_PHASE: Final = 1000


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


async def evening(number: int) -> bool:
    """Whether it went well."""
    seed = f"evening {number}"
    with TemporaryDirectory() as folder:
        async with Discord(wrong_by_the_book) as discord, Bot(discord, Path(folder)) as bot:
            storm = Storm(discord, bot, seed, EVERY_PHASE, forgetful=number % 2 == 1)
            played = Evening(discord, bot, storm, seed, list(PRESETS)[number % len(PRESETS)])
            found = await verdict(played)
            say(f"{seed}: {len(played.moments)} phases, {played.ends}, {storm.summary}")
            if found:
                say("\n".join((*found, bot.stderr)))
    return not found


async def verdict(played: Evening) -> list[str]:
    try:
        await played.bot.start()
        await played.play()
        played.discord.faults.weather = None
        await played.discord.quiet()
        code = await played.bot.stop()
    except (AssertionError, TimeoutError) as fault:
        return [f"{type(fault).__name__} at {played.now}: {fault}"]
    return wrong(played) + ([f"it ended with {code}"] if code else [])


async def matrix(first: int, number: int) -> int:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(which: int) -> bool:
        async with gate:
            return await evening(which)

    return sum(not well for well in await asyncio.gather(*map(one, range(first, first + number))))


def main() -> int:
    began = time.monotonic()
    number, first = [*map(int, sys.argv[1:]), *(EVENINGS, 0)[len(sys.argv) - 1 :]][:2]
    failed = asyncio.run(matrix(first, number))
    say(f"{number} evenings in {time.monotonic() - began:.0f} s, {failed} of them wrong")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
