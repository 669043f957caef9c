"""Stores to test: each kind opened, and opened again, on the same disk; whatever a test leaves open is closed."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import pytest

from bot.sqlite_store import SqliteStore
from bot.store import Store
from tests.store.disk import Preloaded, preloaded
from tests.store.memory import Disk, MemoryStore
from tests.store.mortal import Mortal

Open = Callable[[], Awaitable[Store]]


@pytest.fixture
def quick() -> Iterator[Path]:
    """A folder in memory where there is such a thing: what the tests are about does not need a slow disk, for killing a
    program takes nothing that the system has been given, and power cuts are a matter of what was asked of the disk."""
    memory = Path("/dev/shm")  # noqa: S108
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(params=["memory", "sqlite"])
async def open_store(request: pytest.FixtureRequest, quick: Path) -> AsyncIterator[Open]:
    disk, opened = Disk(), list[Store]()

    async def open_one() -> Store:
        sqlite = request.param == "sqlite"
        opened.append(await SqliteStore.open(quick / "rada.db") if sqlite else MemoryStore(disk))
        return opened[-1]

    yield open_one
    for store in opened:
        await store.close()


@pytest.fixture
async def store(open_store: Open) -> Store:
    return await open_store()


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path)
    yield store
    await cast("Store", store).close()


@pytest.fixture(scope="module")
def mortal() -> Iterator[Mortal]:
    program = Mortal()
    yield program
    program.end()


@pytest.fixture
def disk(quick: Path) -> Preloaded:
    return preloaded(quick)


@pytest.fixture
def watched(disk: Preloaded) -> Iterator[Mortal]:
    program = Mortal(disk.environment)
    yield program
    program.end()


@pytest.fixture
def path(quick: Path) -> Path:
    return quick.resolve() / "rada.db"
