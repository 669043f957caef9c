"""The bot as a process: started, stopped, killed, started again on the same store."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final, Self

from tests.discord.wire.fake import TOKEN, Discord

ROOT: Final = Path(__file__).parents[3]
LONGEST_START: Final = 30.0
LONGEST_STOP: Final = 5.0
"""Seconds. The second is a promise of the bot's."""
BLINK: Final = 0.01


class Bot:
    """`async with` kills it in the end, whatever happened."""

    def __init__(self, discord: Discord, folder: Path) -> None:
        self.store = folder / "rada.db"
        self._discord = discord
        self._folder = folder
        self.environment = {
            "DISCORD_TOKEN": TOKEN,
            "RADA_STORE": str(self.store),
            "NARRATOR": "deck",
            "PYTHONPATH": str(ROOT),
            "HOME": str(folder),
            "PATH": os.environ["PATH"],
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def start(self) -> None:
        """Returns when it is logged in and its commands are known."""
        known = self._discord.gateway.identified
        self._spawn()
        async with asyncio.timeout(LONGEST_START):
            while self._discord.gateway.identified == known or not self._discord.commands:
                assert self.alive, f"the bot ended while it started:\n{self.stderr}"
                await asyncio.sleep(BLINK)

    async def run(self) -> int:
        """For a start that is to fail: the code it ends with."""
        self._spawn()
        return await self.end()

    async def end(self) -> int:
        """Of itself: with which code."""
        return await self._wait(LONGEST_START)

    async def stop(self) -> int:
        """As a host asks it to. Fails where it takes too long."""
        self._signal(signal.SIGTERM)
        return await self._wait(LONGEST_STOP)

    async def kill(self) -> None:
        if self._process is not None:
            self._signal(signal.SIGKILL)
            await self._wait(LONGEST_START)

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def stderr(self) -> str:
        """Of all its lives."""
        return (self._folder / "stderr").read_text("utf-8")

    @property
    def stdout(self) -> str:
        return (self._folder / "stdout").read_text("utf-8")

    def _spawn(self) -> None:
        assert self._process is None
        self.starts += 1
        with open(self._folder / "stderr", "ab") as errors, open(self._folder / "stdout", "ab") as output:  # noqa: PTH123
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.discord.wire.child", self._discord.api, self._discord.socket],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=errors,
                cwd=self._folder,
                env=self.environment,
            )

    def _signal(self, number: int) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def _wait(self, seconds: float) -> int:
        process, self._process = self._process, None
        assert process is not None
        assert process.stdin is not None
        try:
            async with asyncio.timeout(seconds):
                while (code := process.poll()) is None:  # noqa: ASYNC110 - processes set no events
                    await asyncio.sleep(BLINK)
        except TimeoutError:
            process.kill()
            process.wait()
            raise AssertionError(f"the bot did not end within {seconds:.0f} s:\n{self.stderr}") from None
        finally:
            process.stdin.close()
        return code
