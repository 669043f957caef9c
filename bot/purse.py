"""What the narrator has spent, in the store: a restart, or a crash, gives nobody a new budget."""

import asyncio
import json
import logging
from collections.abc import Collection
from typing import Final, Self

from bot.rows import rows
from bot.store import Put, Store, StoreError
from narrator.budget import Spent, utc_day

LOG: Final = logging.getLogger("rada.purse")
SPENT: Final = "spent/"
DAY: Final = "day/"
GAME: Final = "game/"


class StoredPurse:
    """Spending is known here at once and written behind: the narrator waits for no disk."""

    def __init__(self, store: Store, spent: dict[str, Spent]) -> None:
        self._store = store
        self._spent = spent
        self._unwritten: dict[str, Spent | None] = {}
        self._writing: asyncio.Task[None] | None = None

    @classmethod
    async def load(cls, store: Store, today: str, running: Collection[str]) -> Self:
        """Forgets all days but this one, and all games but those that run. Raises StoreError."""
        kept = await rows(store, SPENT, spent_from)
        wanted = {f"{DAY}{today}", *(f"{GAME}{game}" for game in running)}
        if old := sorted(set(kept) - wanted):
            await store.write(*(Put(f"{SPENT}{account}", None) for account in old))
        return cls(store, {account: spent for account, spent in kept.items() if account in wanted})

    def spent(self, account: str) -> Spent:
        return self._spent.get(account, Spent())

    def spend(self, account: str, calls: int, tokens: int) -> None:
        before = self.spent(account)
        self._forget_other_days(account)
        self._spent[account] = self._unwritten[account] = Spent(before.calls + calls, before.tokens + tokens)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def close(self) -> None:
        if self._writing is not None:
            await asyncio.wait([self._writing])
        await self._write()

    def _forget_other_days(self, account: str) -> None:
        """A call that began before midnight is settled after it, on an account that is there no more: that is all."""
        if account.startswith(DAY) and account not in self._spent:
            for old in [known for known in self._spent if known.startswith(DAY) and known < account]:
                del self._spent[old]
                self._unwritten[old] = None

    async def _write(self) -> None:
        while self._unwritten:
            behind, self._unwritten = self._unwritten, {}
            changes = [Put(f"{SPENT}{account}", _text(spent)) for account, spent in behind.items()]
            try:
                await self._store.write(*changes)
            except StoreError as error:
                LOG.warning("what the narrator spent was not stored: %s", error)
                self._unwritten = behind | self._unwritten  # with whatever is spent next, or at the end
                return


def spent_from(text: str) -> Spent:
    calls, tokens = json.loads(text)
    return Spent(int(calls), int(tokens))


def _text(spent: Spent | None) -> str | None:
    return None if spent is None else json.dumps(spent)


async def purse_of(store: Store) -> StoredPurse:
    """With what today, and the games that run, have cost already."""
    running = [row.game for row in await store.games() if not row.ended]
    return await StoredPurse.load(store, utc_day(), running)
