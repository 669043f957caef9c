"""Copies of the store: one taken while games run, one put back, and a look at whether all is well."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bot.sqlite_file import (
    FAILURES,
    code_of,
    connect,
    files_of,
    hold,
    part_of,
    refuse_misplaced,
    resolved,
    settle,
    sync,
    told,
    trouble,
)
from bot.sqlite_schema import version_of
from bot.store import StoreError

SHOWN: Final = 10
DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

UNMADE: Final = "; it is made when the bot starts, and RADA_STORE or --store names another"
"""Hosts look for the store before the bot has ever run."""


def backup(store: Path, target: Path) -> None:
    """The store as it is at this moment, in one plain file; games go on meanwhile."""
    store, target = resolved(store), resolved(target)
    with told(target), _claimed(target), part_of(target) as part:
        _copy(store, part, UNMADE)
        settle(part, target)


def restore(store: Path, source: Path) -> Path | None:
    """Puts a backup in the store's place. What stood there is kept; the answer is where."""
    store, source = resolved(store), resolved(source)
    with told(store), _held(store), part_of(store) as part:
        _copy(source, part)
        old = _put_aside(store)
        settle(part, store)
    return old


def check(store: Path) -> tuple[str, ...]:
    """What is wrong with it, in a few lines; nothing if all is well. Games may run meanwhile."""
    try:
        store = resolved(store)
        with told(store), closing(_look(store, UNMADE)) as db:
            version_of(db, store)
            return tuple(f"{store}: {fault}" for fault in _faults(db) or _odd_rows(db))
    except StoreError as error:
        return (str(error),)


def _look(path: Path, hint: str = "") -> sqlite3.Connection:
    """Only ever for reading: a second connection that tidies up may damage the file under the first."""
    with told(path):
        refuse_misplaced(path)
        if not path.exists():
            raise StoreError(f"{path}: there is no such file{hint}")
    return connect(path, "ro")


def _copy(source: Path, part: Path, hint: str = "") -> None:
    """In one piece, checked, and as a single file."""
    with closing(connect(part, "rw")) as copy:
        with closing(_look(source, hint)) as db:
            with told(source):
                version_of(db, source)
            db.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode = DELETE")
        if _faults(copy):
            raise StoreError(f"{source}: the file is damaged")


def _faults(db: sqlite3.Connection) -> list[str]:
    try:
        found = [words for (words,) in db.execute(f"PRAGMA integrity_check({SHOWN})") if words != "ok"]
        orphans = db.execute("PRAGMA foreign_key_check").fetchmany(SHOWN)
    except FAILURES as error:
        if code_of(error) not in DAMAGED:
            raise
        return [trouble(error)]
    return found + [f"a row of {table} belongs to no game" for table, *_ in orphans]


def _odd_rows(db: sqlite3.Connection) -> list[str]:
    from bot.readers import unreadable  # which takes its time, and nobody else here needs it

    return list(unreadable(db.execute("SELECT name, value FROM put WHERE value NOT NULL ORDER BY name")))


@contextmanager
def _claimed(target: Path) -> Iterator[None]:
    """Nothing that exists is ever written over, not even by two backups at once."""
    refuse_misplaced(target)
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise StoreError(f"{target}: the file exists already; name another") from None
    try:
        yield
    except BaseException:
        target.unlink(missing_ok=True)
        raise


@contextmanager
def _held(store: Path) -> Iterator[None]:
    lock = hold(store)
    try:
        yield
    finally:
        os.close(lock)


def _put_aside(store: Path) -> Path | None:
    """Under both names at first, so that a crash never leaves the store missing. The new one must not meet its -wal
    file: folded into it if it is sound, for a crash may come before the new one does; else kept beside it."""
    if not store.exists():
        return None
    if _sound(store):
        with closing(connect(store, "rw")) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    old = next(name for n in count(1) if not (name := store.with_name(f"{store.name}.old{n}")).exists())
    for name in files_of(store)[1:]:
        if name.exists():
            name.rename(f"{old}{name.name.removeprefix(store.name)}")
    os.link(store, old)
    sync(store.parent)
    return old


def _sound(path: Path) -> bool:
    """By reading only: SQLite deletes the -wal file of a damaged one."""
    with closing(connect(path, "ro")) as db:
        return bool(path.stat().st_size) and not _faults(db)
