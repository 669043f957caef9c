"""What the narrator has spent survives every end of the program."""

import asyncio

from bot.purse import StoredPurse
from bot.store import Change, StoreError
from narrator.budget import Budget, Spent
from narrator.settings import NarratorSettings
from tests.store.memory import Disk, MemoryStore

TODAY, TOMORROW = "2026-11-18", "2026-11-19"


async def purse(disk: Disk, today: str = TODAY, running: tuple[str, ...] = ("g",)) -> StoredPurse:
    return await StoredPurse.load(MemoryStore(disk), today, running)


async def test_what_was_spent_is_known_at_once_and_after_a_restart() -> None:
    disk = Disk()
    before = await purse(disk)
    budget = Budget(NarratorSettings(), before, lambda: TODAY)
    budget.set_aside("g", 1000)(300)
    budget.set_aside("g", 500)
    assert before.spent("game/g") == before.spent(f"day/{TODAY}") == Spent(2, 800)
    await before.close()
    after = await purse(disk)
    assert after.spent("game/g") == after.spent(f"day/{TODAY}") == Spent(2, 800)


async def test_a_crash_forgets_nothing_that_was_written_meanwhile() -> None:
    disk = Disk()
    (await purse(disk)).spend("game/g", 1, 100)
    await asyncio.sleep(0)
    assert (await purse(disk)).spent("game/g") == Spent(1, 100)


async def test_other_days_and_games_that_are_over_are_forgotten() -> None:
    disk = Disk()
    before = await purse(disk, running=("g", "h"))
    for account in (f"day/{TODAY}", "game/g", "game/h"):
        before.spend(account, 1, 10)
    await before.close()
    after = await purse(disk, TOMORROW, running=("h",))
    assert [after.spent(account) for account in (f"day/{TODAY}", "game/g", "game/h")] == [
        Spent(),
        Spent(),
        Spent(1, 10),
    ]
    assert set(await MemoryStore(disk).put("spent/")) == {"spent/game/h"}


async def test_while_it_runs_a_new_day_takes_the_place_of_the_old() -> None:
    disk = Disk()
    kept = await purse(disk)
    for day in (TODAY, TOMORROW):
        kept.spend(f"day/{day}", 1, 10)
    await kept.close()
    assert set(await MemoryStore(disk).put("spent/")) == {f"spent/day/{TOMORROW}"}


class Moody(MemoryStore):
    fails = True

    async def write(self, *changes: Change) -> None:
        if self.fails:
            raise StoreError("the disk is full")
        await super().write(*changes)


async def test_what_the_store_did_not_take_is_written_later() -> None:
    disk = Disk()
    store = Moody(disk)
    kept = await StoredPurse.load(store, TODAY, ("g",))
    kept.spend("game/g", 1, 100)
    await asyncio.sleep(0)
    kept.spend("game/g", 1, 100)
    await asyncio.sleep(0)
    assert kept.spent("game/g") == Spent(2, 200)
    store.fails = False
    await kept.close()
    assert (await purse(disk)).spent("game/g") == Spent(2, 200)
