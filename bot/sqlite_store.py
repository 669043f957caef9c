"""The store as one SQLite file. Whole transactions run in the connection's thread, so that nothing in the event loop,
a cancelled caller least of all, can come between BEGIN and COMMIT; what waits meanwhile goes into the next one."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import aiosqlite

from bot.sqlite_file import hold, open_file, resolved, told
from bot.sqlite_schema import apply
from bot.store import Change, Game, Logged, Note, StoreConflict, StoreError, Unsaid

T = TypeVar("T")
Call = tuple[Change, ...]
GAMES: Final = "SELECT game, header, kept, ended, due, reminded FROM games"


class _Database(aiosqlite.Connection):
    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._thread.daemon = True  # should close() ever be missed, the program ends all the same

    async def opened(self) -> Self:
        """Where that fails, the thread still has a last word for the loop, which may be about to end."""
        try:
            await self
        except BaseException:
            self._thread.join()
            raise
        return self

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """In the thread, in one go. No arguments: aiosqlite writes them to its debug log, and ours are secret."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result

    def close_now(self) -> None:
        """The loop will wait for nothing any more, so the thread is waited for here."""
        if self._connection is not None:
            self.stop()
            self._thread.join()


class SqliteStore:
    def __init__(self, path: Path, lock: int, database: _Database) -> None:
        self._path, self._lock, self._database = path, lock, database
        self._pending: list[tuple[Call, asyncio.Future[None]]] = []
        self._flusher: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: str | os.PathLike[str]) -> Self:
        """Makes the file where there is none. One program at a time; it must close what it has opened."""
        file = await asyncio.to_thread(resolved, path)
        with told(file):
            lock = hold(file)
            try:
                database = await _Database(lambda: open_file(file)).opened()
            except BaseException:
                os.close(lock)
                raise
        return cls(file, lock, database)

    async def write(self, *changes: Change) -> None:
        self._refuse_if_closed()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append((changes, done))
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush(), name="store flusher")
        await done

    async def games(self) -> tuple[Game, ...]:
        return tuple(map(_game, await self._rows(f"{GAMES} ORDER BY id")))

    async def game(self, game: str) -> Game | None:
        rows = await self._rows(f"{GAMES} WHERE game = ?", game)
        return _game(rows[0]) if rows else None

    async def log(self, game: str) -> tuple[Logged, ...]:
        rows = await self._rows(
            "SELECT n, asked, line FROM log WHERE game = (SELECT id FROM games WHERE game = ?) ORDER BY n", game
        )
        return tuple(Logged(*row) for row in rows)

    async def unsaid(self) -> tuple[Unsaid, ...]:
        rows = await self._rows(
            """SELECT games.game, place, nonce, body, attempts, not_before, why
            FROM messages JOIN games ON games.id = messages.game WHERE NOT said ORDER BY messages.id"""
        )
        return tuple(Unsaid(*row) for row in rows)

    async def notes(self, game: str) -> tuple[Note, ...]:
        rows = await self._rows(
            """SELECT games.game, at, who, what FROM notes JOIN games ON games.id = notes.game
            WHERE games.game = ? ORDER BY notes.id""",
            game,
        )
        return tuple(Note(*row) for row in rows)

    async def put(self, prefix: str) -> dict[str, str]:
        query = "SELECT name, value FROM put WHERE substr(name, 1, length(?1)) = ?1 AND value NOT NULL ORDER BY name"
        return dict(await self._rows(query, prefix))

    async def close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="store closing")
            self._closing.add_done_callback(self._let_go)
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        if self._flusher is not None:
            await asyncio.wait([self._flusher])
        with told(self._path):
            await self._database.close()

    def _let_go(self, _: asyncio.Task[None]) -> None:
        """Also where the loop was torn down before the task had its turn."""
        self._database.close_now()
        os.close(self._lock)

    def _refuse_if_closed(self) -> None:
        if self._closing is not None:
            raise StoreError(f"{self._path}: the store is closed")

    async def _rows(self, query: str, *values: str) -> list[Any]:
        self._refuse_if_closed()
        if self._pending:  # a read sees what was handed in before it, also by a caller that no longer waits
            with suppress(StoreError):
                await self.write()
        with told(self._path):
            return await self._database.run(lambda db: db.execute(query, values).fetchall())

    async def _flush(self) -> None:
        while self._pending:
            group, self._pending = self._pending, []
            try:
                answers = await self._commit([changes for changes, _ in group])
            except asyncio.CancelledError:  # the loop is being torn down; nobody knows how it ended, so nobody is told
                group, self._pending = group + self._pending, []
                for _, done in group:
                    done.cancel()
                raise
            for (_, done), error in zip(group, answers, strict=True):
                _answer(done, error)

    async def _commit(self, calls: list[Call]) -> Sequence[StoreError | None]:
        try:
            with told(self._path):
                return await self._database.run(lambda db: write_group(db, calls))
        except Exception as error:  # noqa: BLE001 – whatever it was, nobody may wait for ever
            why = str(error) if isinstance(error, StoreError) else f"writing failed ({type(error).__name__})"
            return [StoreError(why) for _ in calls]


def _game(row: tuple[str, str, str, int, float | None, int]) -> Game:
    game, header, kept, ended, due, reminded = row
    return Game(game, header, kept, bool(ended), due, bool(reminded))


def _answer(done: asyncio.Future[None], error: StoreError | None) -> None:
    if done.done():  # the caller was cancelled meanwhile
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def write_group(db: sqlite3.Connection, calls: Sequence[Call]) -> list[StoreConflict | None]:
    """Each call all or nothing; what fails them all, the disk, leaves nothing of any."""
    db.execute("BEGIN IMMEDIATE")
    try:
        conflicts = [_write_call(db, call) for call in calls]
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # SQLite itself has rolled back after some errors
            db.execute("ROLLBACK")
        raise
    return conflicts


def _write_call(db: sqlite3.Connection, call: Call) -> StoreConflict | None:
    db.execute("SAVEPOINT call")
    try:
        for change in call:
            apply(db, change)
    except (sqlite3.OperationalError, sqlite3.InternalError):
        raise
    except Exception as error:  # whatever a wrong value raises is that caller's own
        if type(error) is sqlite3.DatabaseError:  # damage, of which only the subclasses are the caller's fault
            raise
        db.execute("ROLLBACK TO call")
        db.execute("RELEASE call")
        if isinstance(error, StoreConflict):
            return error
        return StoreConflict(f"a value cannot be stored ({type(error).__name__})")
    db.execute("RELEASE call")
    return None
