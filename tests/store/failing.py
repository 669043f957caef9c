"""Run with the library of disk.c in between: every call to the disk fails once, in every way, and the store goes on."""

import asyncio
import errno
import sys
from pathlib import Path

from bot import sqlite_file
from bot.sqlite_store import SqliteStore
from bot.store import StoreConflict, StoreError
from tests.store.changes import contents, new, numbers, step
from tests.store.disk import SYNCS, WRITES, Orders
from tests.store.memory import MemoryStore


async def main(path: Path, orders: Orders) -> None:
    store, reference, told = await SqliteStore.open(path), MemoryStore(), list[str]()
    await store.write(new())
    await reference.write(new())
    last = 0
    for fault in (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT):
        for kinds in (WRITES, SYNCS):
            for after in range(9):
                last += 1
                await reference.write(*step(last))
                orders.give(fail=fault, kinds=kinds, after=after)
                try:
                    await store.write(*step(last))
                except StoreConflict:
                    raise
                except StoreError as error:
                    told.append(str(error).removeprefix(f"{path}: "))
                    assert await numbers(store) == list(range(1, last))
                    orders.give()
                    await store.write(*step(last))
                orders.give()
                assert await numbers(store) == list(range(1, last + 1))
    await store.close()
    store = await SqliteStore.open(path)
    assert await contents(store) == await contents(reference)
    await store.close()
    print(*sorted(set(told)), len(told), sep="\n")  # noqa: T201 – the parent reads it


if __name__ == "__main__":
    sqlite_file.SETTINGS += ("wal_autocheckpoint = 10",)
    asyncio.run(main(Path(sys.argv[1]), Orders(Path(sys.argv[2]))))
