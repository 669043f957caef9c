"""Which tables there are: opened anew, taken up after a restart, found by their name, closed together."""

import asyncio
import gc
import logging
from collections.abc import Collection, Iterable
from typing import Any, Final

from bot.post import unsaid
from bot.sitting import Deal, Sitting, seat_game
from bot.store import Change, Game
from bot.table import Means, Table
from bot.taking_up import take_up
from engine.jsonl import BrokenRecording
from engine.recording import Different
from narrator.choose import Narrators

LOG: Final = logging.getLogger("rada.tables")
SELDOM: Final = (100_000, 50, 100)
"""How seldom to look for garbage. What tables keep lives long and has no cycles in it, and to look through it as often
as Python does takes a program with ten thousand of them half of its time."""


class Unreadable(KeyError):
    """There is such a game, but its log is not one that the engine accepts."""


class Tables:
    def __init__(self, means: Means, narrators: Narrators) -> None:
        self._means = means
        self._narrators = narrators
        self._tables: dict[str, Table] = {}
        self._running: dict[str, asyncio.Task[Any]] = {}
        self._unreadable: set[str] = set()

    def __getitem__(self, game: str) -> Table:
        return self._tables[game]

    def __contains__(self, game: str) -> bool:
        return game in self._tables

    def unreadable(self, game: str) -> bool:
        """Whether it has not ended and could not be taken up: it stands still until another start can read it."""
        return game in self._unreadable

    async def sitting(self, game: str) -> Sitting:
        """A game to look at: as it is, or as it ended. Raises KeyError, Unreadable among them, or StoreError."""
        if game in self._tables:
            return self._tables[game].sitting
        row = await self._means.store.game(game)
        if row is None:
            raise KeyError(game)
        return (await self._kept(row))[0]

    async def resume(self, games: Collection[str] | None = None) -> None:
        """Of these games, or of all, whatever is unsaid is said, and every one that has not ended goes on. One that
        cannot be read is left as it is, and keeps no other from being played. Raises StoreError; then nothing goes
        on."""
        gc.set_threshold(*SELDOM)
        rows = [row for row in await self._means.store.games() if games is None or row.game in games]
        kept = [await self._if_readable(row) for row in rows if not row.ended]
        # first, for what is older is said before anything new
        await self._means.post.resume({row.game for row in rows} - self._unreadable)
        for sitting, orders in filter(None, kept):
            self._open(sitting, orders)

    async def _if_readable(self, row: Game) -> tuple[Sitting, list[str]] | None:
        try:
            return await self._kept(row)
        except Unreadable:
            self._unreadable.add(row.game)
            return None

    async def _kept(self, row: Game) -> tuple[Sitting, list[str]]:
        """A game as it was left, and the ids of its orders."""
        log = await self._means.store.log(row.game)
        try:
            return take_up(row, log), [entry.order for entry in log]
        except (BrokenRecording, Different) as error:
            LOG.error("game %s cannot be taken up: %s", row.game, error)  # noqa: TRY400 - one line is enough
            raise Unreadable(row.game) from None

    async def seat(self, deal: Deal, *also: Change) -> Table:
        """Begin a game, and make the other changes with it. Raises StoreError; then there is none. Whoever asks may go
        away meanwhile."""
        return await asyncio.shield(asyncio.get_running_loop().create_task(self._seat(deal, also)))

    async def _seat(self, deal: Deal, also: tuple[Change, ...]) -> Table:
        outcome = seat_game(deal, self._means.clock.now())
        await self._means.store.write(*outcome.changes, *also)
        self._means.post.send(unsaid(outcome.changes))
        return self._open(outcome.sitting)

    async def close(self) -> None:
        """What is being written is finished; the rest is in the store already."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self._tables.values()))

    def _open(self, sitting: Sitting, obeyed: Iterable[str] = ()) -> Table:
        ahead = self._narrators.for_game(sitting.game, sitting.kept.bots, sitting.kept.avoid)
        table = Table(sitting, self._means, ahead, obeyed)
        self._tables[sitting.game] = table
        self._running[sitting.game] = running = asyncio.get_running_loop().create_task(table.run())
        running.add_done_callback(lambda task: self._stopped(task, table))
        return table

    def _stopped(self, running: asyncio.Task[None], table: Table) -> None:
        _report(running, table.sitting.game)
        if table.sitting.state.outcome is not None:
            del self._tables[table.sitting.game], self._running[table.sitting.game]


def _report(running: asyncio.Task[None], game: str) -> None:
    """A table that stopped by a fault of ours must not stand still in silence. The fault may quote a secret."""
    if not running.cancelled() and (fault := running.exception()) is not None:
        LOG.error("game %s stands still: %s", game, type(fault).__name__)
