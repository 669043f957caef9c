"""The file under the SQLite store: held by one program, private to its owner, whole from its first moment on."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Literal

from bot.sqlite_schema import migrate, version_of
from bot.store import StoreError

BUSY_SECONDS: Final = 2.0
SETTINGS: tuple[str, ...] = (
    "journal_mode = WAL",
    "synchronous = FULL",  # NORMAL syncs at checkpoints only, and a power cut takes what was acknowledged since
    "fullfsync = ON",  # macOS: its plain fsync leaves the data in the drive's own memory
    "foreign_keys = ON",
    "trusted_schema = OFF",
    "cell_size_check = ON",
)
TROUBLES: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file is read-only",
    sqlite3.SQLITE_BUSY: "another program has locked the file",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is damaged or no database at all",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
}
FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Whatever is wrong with disk or file, as one line. The cause is not passed on: it may quote a row."""
    try:
        yield
    except FAILURES as error:
        raise StoreError(f"{path}: {trouble(error)}") from None
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None


def trouble(error: Exception) -> str:
    words = TROUBLES.get(code_of(error), "SQLite cannot do it")
    return f"{words} ({getattr(error, 'sqlite_errorname', 'not UTF-8')})"


def code_of(error: Exception) -> int:
    """SQLite's primary code. There is none where text, of a row or of SQLite's own complaint, cannot be decoded."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF


def hold(path: Path) -> int:
    """Nobody else may hold it. Closing the descriptor lets go, and so does the kernel when the program dies; the file
    beside the store stays, for deleting it would let two programs lock two different ones."""
    refuse_misplaced(path)
    lock = _beside(path)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise StoreError(f"{path}: another program is using the store; end it, or name another file") from None
    return lock


def _beside(path: Path) -> int:
    try:
        return os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        cure = "name a file in a folder of your own"
        raise StoreError(f"{path}: no lock can be held beside it ({error.strerror}); {cure}") from None


def refuse_misplaced(path: Path) -> None:
    """Where no store can be, whoever may write there. A device looks empty, and a new store would take its place."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name a file in it, like {path / 'rada.db'}")
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is no file; name another")
    nearest = next(parent for parent in path.parents if parent.exists())
    if not nearest.is_dir():
        raise StoreError(f"{nearest} is no folder; name a file in one")


def resolved(path: str | os.PathLike[str]) -> Path:
    """The file that is meant, whatever the links to it. Raises StoreError."""
    try:
        found = Path(path).resolve()
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    except RuntimeError:  # so Python tells of it up to 3.12; later ones leave the link as it is
        found = Path(path)
    if found.is_symlink():
        raise StoreError(f"{path}: its links lead in a circle")
    return found


def connect(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=BUSY_SECONDS)


def open_file(path: Path) -> sqlite3.Connection:
    """The one connection that writes. A look comes first: opening for writing may already change what is not ours."""
    if not path.exists() or not path.stat().st_size:
        make(path)
    os.close(os.open(path, os.O_RDWR))  # SQLite would quietly open what is read-only, and let games begin
    if not Path(f"{path}-journal").exists():  # the trace of a crash while WAL was turned on: reading cannot mend that
        with closing(connect(path, "ro")) as db:
            version_of(db, path)
    keep_private(path)
    db = connect(path, "rw")
    try:
        configure(db)
        migrate(db, version_of(db, path))
    except BaseException:
        db.close()
        raise
    return db


def configure(db: sqlite3.Connection) -> None:
    for setting in SETTINGS:
        db.execute(f"PRAGMA {setting}")


def make(path: Path) -> None:
    """Under another name first, so that a crash leaves a whole store or none."""
    if Path(f"{path}-wal").exists():
        raise StoreError(f"{path}: the file is gone or empty, yet its -wal file is there")
    with part_of(path) as part:
        with closing(connect(part, "rw")) as db:
            configure(db)
            migrate(db, 0)
        settle(part, path)


@contextmanager
def part_of(path: Path) -> Iterator[Path]:
    """An empty private file beside it, gone afterwards unless it was settled; what a crash left of one goes first."""
    part = path.with_name(f".{path.name}.rada-part")
    remove(part)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield part
    finally:
        remove(part)


def remove(path: Path) -> None:
    for name in files_of(path):
        name.unlink(missing_ok=True)


def files_of(path: Path) -> tuple[Path, ...]:
    return path, *(Path(f"{path}-{suffix}") for suffix in ("wal", "shm", "journal"))


def settle(part: Path, path: Path) -> None:
    """From part to whole in one instant, for good."""
    sync(part)  # SQLite has done so, unless it was built not to
    part.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def keep_private(path: Path) -> None:
    """Also writable: SQLite makes its files like the first, which may have been read-only when somebody looked."""
    for name in files_of(path):
        if name.exists() and name.stat().st_mode & 0o777 != 0o600:
            name.chmod(0o600)
