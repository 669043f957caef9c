"""Time, as the table needs it: what the calendar says, and what really goes by."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970 (UTC), as the system believes. May jump."""

    def steady(self) -> float:
        """Seconds that went by; never jumps, and stands still while the machine sleeps."""

    async def sleep(self, seconds: float) -> None:
        """By the steady clock."""


class SystemClock:
    def now(self) -> float:
        return time.time()

    def steady(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
