"""A SQLite store for tests: made, refused, and reached into."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.sqlite_store import SqliteStore
from bot.store import StoreError
from tests.store.changes import contents, new, step


def run(store: SqliteStore, work: Callable[[sqlite3.Connection], Any]) -> Any:
    return store._database.run(work)


async def made(path: Path, games: int = 3) -> list[Any]:
    """A store with something in it, closed."""
    store = await SqliteStore.open(path)
    for game in range(games):
        await store.write(new(str(game)), *(change for n in range(1, 6) for change in step(n, str(game))))
    found = await contents(store)
    await store.close()
    return found


async def refused(path: Path) -> str:
    with pytest.raises(StoreError) as error:
        await SqliteStore.open(path)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)
    return str(error.value).removeprefix(f"{path}: ")
