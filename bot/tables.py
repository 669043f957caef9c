"""Which tables there are: opened anew, taken up after a restart, found by their name, closed together."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final

from bot.post import unsaid
from bot.sitting import Deal, Sitting, seat_game, take_up
from bot.table import Means, Table
from engine.jsonl import BrokenRecording
from engine.recording import Different
from narrator.choose import Narrators

LOG: Final = logging.getLogger("rada.tables")


class Tables:
    def __init__(self, means: Means, narrators: Narrators) -> None:
        self._means = means
        self._narrators = narrators
        self._tables: dict[str, Table] = {}
        self._running: dict[str, asyncio.Task[Any]] = {}

    def __getitem__(self, game: str) -> Table:
        return self._tables[game]

    def __contains__(self, game: str) -> bool:
        return game in self._tables

    async def resume(self) -> None:
        """Every game that has not ended goes on, and whatever is unsaid is said. One that cannot be read is left as it
        is, and keeps no other from being played."""
        for row in await self._means.store.games():
            if not row.ended:
                try:
                    log = await self._means.store.log(row.game)
                    self._open(take_up(row, log), (entry.order for entry in log))
                except (BrokenRecording, Different) as error:
                    LOG.error("game %s cannot be taken up: %s", row.game, error)  # noqa: TRY400 - one line is enough
        await self._means.post.resume()

    async def seat(self, deal: Deal) -> Table:
        """Begin a game. Raises StoreError; then there is none."""
        outcome = seat_game(deal, self._means.clock.now())
        await self._means.store.write(*outcome.changes)
        self._means.post.send(unsaid(outcome.changes))
        return self._open(outcome.sitting)

    async def close(self) -> None:
        """What is being written is finished; the rest is in the store already."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self._tables.values()))

    def _open(self, sitting: Sitting, obeyed: Iterable[str] = ()) -> Table:
        ahead = self._narrators.for_game(sitting.game, sitting.kept.bots)
        table = Table(sitting, self._means, ahead, obeyed)
        self._tables[sitting.game] = table
        self._running[sitting.game] = asyncio.get_running_loop().create_task(table.run())
        return table
