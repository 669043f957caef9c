"""The outbox at work: what the store holds unsaid is said, in order at every place, and once.

A delivery whose outcome is unknown is tried again under the same nonce, by which the receiver drops a repetition. What
can never be delivered is set aside and blocks nothing that follows."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple, Protocol

from bot.clock import Clock
from bot.store import Change, Defer, Said, Say, SetAside, Store, StoreError, Unsaid

LOG: Final = logging.getLogger("rada.post")
FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 300.0
MOST_ATTEMPTS: Final = 12
NO_ANSWER: Final = "no answer"
"""Why a message was set aside whose delivery was tried in vain."""


class Undeliverable(Exception):
    """The place will never take this message: say why, in words a moderator understands."""


class Outlet(Protocol):
    async def deliver(self, message: Unsaid) -> tuple[Change, ...]:
        """Returns when the receiver has it, with what is to be remembered of that. Raises Undeliverable; anything else
        means: perhaps, try again."""


class Place(NamedTuple):
    game: str
    name: str


class Post:
    """One for all tables. Every place has its own queue, and a task only while there is something in it."""

    def __init__(self, store: Store, outlet: Outlet, clock: Clock, jitter: Callable[[], float]) -> None:
        self._store = store
        self._outlet = outlet
        self._clock = clock
        self._jitter = jitter
        self._queues: dict[Place, deque[Unsaid]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def resume(self, games: Collection[str] | None = None) -> None:
        """What an earlier run left unsaid in these games, or in all."""
        left = [message for message in await self._store.unsaid() if message.why is None]
        self.send(message for message in left if games is None or message.game in games)

    def send(self, messages: Iterable[Unsaid]) -> None:
        """Already in the store: said as soon as their turn comes."""
        for message in messages:
            place = Place(message.game, message.place)
            if place in self._queues:
                self._queues[place].append(message)
            else:
                self._queues[place] = deque([message])
                task = asyncio.get_running_loop().create_task(self._serve(place))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def quiet(self) -> None:
        """Returns when nothing is left to be said."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """What is unsaid stays in the store."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, place: Place) -> None:
        queue = self._queues[place]
        try:
            while queue:
                await self._say(queue[0])
                queue.popleft()
        finally:
            del self._queues[place]

    async def _say(self, message: Unsaid) -> None:
        attempts = message.attempts
        await self._wait_until(message.not_before)
        while True:
            try:
                learned = await self._outlet.deliver(message)
            except Undeliverable as reason:
                return await self._write(SetAside(message.nonce, str(reason)))
            except Exception as failure:  # noqa: BLE001 - whatever an outlet throws, the outcome is unknown
                attempts += 1
                LOG.warning("game %s: a message did not arrive (%s)", message.game, type(failure).__name__)
                if attempts >= MOST_ATTEMPTS:
                    return await self._write(SetAside(message.nonce, NO_ANSWER))
                not_before = self._clock.now() + self._wait(attempts)
                await self._write(Defer(message.nonce, attempts, not_before))
                await self._wait_until(not_before)
            else:
                return await self._write(Said(message.nonce), *learned)

    def _wait(self, attempts: int) -> float:
        """Doubles, with up to as much again by chance, so that many do not knock at once."""
        return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (attempts - 1)) * (1 + self._jitter())

    async def _wait_until(self, time: float) -> None:
        if (left := time - self._clock.now()) > 0:
            await self._clock.sleep(min(left, 2 * LONGEST_WAIT))

    async def _write(self, *changes: Change) -> None:
        """A mark that cannot be written now must not stop the post; at worst the receiver drops a repetition."""
        try:
            await self._store.write(*changes)
        except StoreError as error:
            LOG.error("the store did not take a delivery mark: %s", error)  # noqa: TRY400 - one line, no traceback


def unsaid(changes: Iterable[Change]) -> list[Unsaid]:
    """What a write has added to what is to be said."""
    return [
        Unsaid(said.game, said.place, said.nonce, said.body, attempts=0, not_before=0.0, why=None)
        for said in changes
        if isinstance(said, Say)
    ]
