"""Our own pace, below what Discord allows the token and each channel. Facts wait for their turn; a decoration goes only
where it keeps no fact waiting."""

from asyncio import Lock, get_running_loop, sleep
from collections import deque
from typing import Final

from aiolimiter import AsyncLimiter

AT_ONCE: Final = 5
TOKEN_RATE: Final = 40
"""Requests a second. With those that may go at once there are never more than 45 in a second, of the 50 allowed."""
MESSAGES: Final = 5
SECONDS: Final = 5.1
"""Discord counts five; on the way there messages may draw closer together."""
SPARE: Final = 3
"""So much must be free for a decoration, of what may go at once and in the channel."""
SWEEP: Final = 256


class Lane:
    """A channel takes five messages in any five seconds. What counts is when each has really gone, so the token's turn,
    which can take a while, is waited for inside."""

    def __init__(self) -> None:
        self._gone = deque([float("-inf")] * MESSAGES, maxlen=MESSAGES)
        self._queue = Lock()

    def free(self) -> int:
        now = get_running_loop().time()
        return sum(at + SECONDS <= now for at in self._gone)

    def is_quiet(self) -> bool:
        return self.free() == MESSAGES and not self._queue.locked()

    async def turn(self, token: AsyncLimiter) -> None:
        loop = get_running_loop()
        async with self._queue:
            await sleep(max(0.0, self._gone[0] + SECONDS - loop.time()))
            await token.acquire()
            self._gone.append(loop.time())


class Pace:
    def __init__(self) -> None:
        self._token = AsyncLimiter(AT_ONCE, AT_ONCE / TOKEN_RATE)
        self._lanes: dict[int, Lane] = {}
        self._sweep_at = SWEEP

    async def turn(self, channel: int | None = None) -> None:
        """Returns when a request may go; one that says something in a channel waits for the channel too."""
        if channel is None:
            await self._token.acquire()
        else:
            await self._lane(channel).turn(self._token)

    async def spare(self, channel: int) -> bool:
        """Whether a decoration may go now; then its turn is taken."""
        if self._lane(channel).free() < SPARE or not self._token.has_capacity(SPARE):
            return False
        await self.turn(channel)
        return True

    def _lane(self, channel: int) -> Lane:
        if channel not in self._lanes:
            self._sweep()
            self._lanes[channel] = Lane()
        return self._lanes[channel]

    def _sweep(self) -> None:
        """Forgets channels in which nothing has been said of late, whenever there are twice as many as were left."""
        if len(self._lanes) >= self._sweep_at:
            self._lanes = {channel: lane for channel, lane in self._lanes.items() if not lane.is_quiet()}
            self._sweep_at = max(SWEEP, 2 * len(self._lanes))
