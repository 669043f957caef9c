"""The tables of the SQLite store, how a file of an older version comes to have them, and each change as a statement."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.store import (
    Append,
    Arm,
    Change,
    Defer,
    Disarm,
    EndGame,
    Keep,
    NewGame,
    Note,
    Put,
    Said,
    Say,
    SetAside,
    StoreConflict,
    StoreError,
)

APPLICATION: Final = int.from_bytes(b"Rada")

# Version n is what the first n migrations make of an empty file. One that was ever released is never edited.
MIGRATIONS: list[tuple[str, ...]] = [
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL UNIQUE,
            header TEXT NOT NULL,
            kept TEXT NOT NULL,
            ended INTEGER NOT NULL DEFAULT 0,
            due REAL,
            reminded INTEGER NOT NULL DEFAULT 0
        )""",
        """CREATE TABLE log (
            game INTEGER NOT NULL REFERENCES games,
            n INTEGER NOT NULL,
            asked TEXT NOT NULL,
            line TEXT NOT NULL,
            PRIMARY KEY (game, n),
            UNIQUE (game, asked)
        ) WITHOUT ROWID""",
        # AUTOINCREMENT: the order in which things are said must hold for ever
        """CREATE TABLE messages (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games,
            place TEXT NOT NULL,
            nonce TEXT NOT NULL UNIQUE,
            body TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            not_before REAL NOT NULL DEFAULT 0,
            why TEXT,
            said INTEGER NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX unsaid ON messages (id) WHERE NOT said",
        """CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games,
            at REAL NOT NULL,
            who TEXT NOT NULL,
            what TEXT NOT NULL
        )""",
        "CREATE INDEX notes_of_game ON notes (game)",
    ),
    ("CREATE TABLE put (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",),
]

LAST_LINE: Final = "(SELECT coalesce(max(n), 0) FROM log WHERE log.game = games.id)"

# A statement that changes no row is a conflict: what it speaks of is not there.
STATEMENTS: Final[Mapping[type[Change], str]] = {
    NewGame: "INSERT INTO games (game, header, kept) VALUES (:game, :header, :kept)",
    Append: f"""INSERT INTO log (game, n, asked, line) SELECT id, :n, :order, :line FROM games
        WHERE game = :game AND NOT ended AND :n = {LAST_LINE} + 1""",  # noqa: S608 – our own words
    Keep: "UPDATE games SET kept = :kept WHERE game = :game",
    Arm: "UPDATE games SET due = :due, reminded = :reminded WHERE game = :game AND NOT ended",
    Disarm: "UPDATE games SET due = NULL, reminded = 0 WHERE game = :game",
    Say: """INSERT INTO messages (game, place, nonce, body) SELECT id, :place, :nonce, :body FROM games
        WHERE game = :game""",
    Said: "UPDATE messages SET said = 1 WHERE nonce = :nonce",
    Defer: "UPDATE messages SET attempts = :attempts, not_before = :not_before WHERE nonce = :nonce AND NOT said",
    SetAside: "UPDATE messages SET why = :why WHERE nonce = :nonce AND NOT said",
    Note: "INSERT INTO notes (game, at, who, what) SELECT id, :at, :who, :what FROM games WHERE game = :game",
    Put: "INSERT INTO put (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = :value",
    EndGame: "UPDATE games SET ended = 1, due = NULL, reminded = 0 WHERE game = :game",
}


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """The version of a file that is ours to open."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise StoreError(f"{path}: the file is not a store of this program")
    if version > len(MIGRATIONS):
        raise StoreError(f"{path}: a newer version of the program wrote it (schema {version}); it was left untouched")
    return int(version)


def migrate(db: sqlite3.Connection, version: int) -> None:
    """All of the way or none of it."""
    db.execute("BEGIN IMMEDIATE")
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            db.execute(statement)
    if version < len(MIGRATIONS):
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    db.execute("COMMIT")


def apply(db: sqlite3.Connection, change: Change) -> None:
    values = {name: getattr(change, name) for name in change.__slots__}
    try:
        done = db.execute(STATEMENTS[type(change)], values).rowcount
    except sqlite3.IntegrityError as error:
        raise _conflict(change, "it is there already" if "UNIQUE" in str(error) else str(error)) from None
    if not done:
        raise _conflict(change, _missing(db, change))


def _conflict(change: Change, why: str) -> StoreConflict:
    """Names, never contents: what is refused may be a secret, and errors end up in logs."""
    match change:
        case Said() | Defer() | SetAside():
            name = f"message {change.nonce}"
        case Put():
            name = change.name
        case _:
            name = f"game {change.game}"
    return StoreConflict(f"{type(change).__name__} for {name}: {why}")


def _missing(db: sqlite3.Connection, change: Change) -> str:
    if isinstance(change, Said | Defer | SetAside | Put):
        return "no such message is waiting"
    found = db.execute(f"SELECT ended, {LAST_LINE} FROM games WHERE game = ?", (change.game,)).fetchone()  # noqa: S608
    if found is None:
        return "there is no such game"
    ended, last = found
    if isinstance(change, Append) and not ended:
        return f"line {change.n} does not follow line {last}"
    return "it has ended"
