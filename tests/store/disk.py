"""The library between a program and its disk (disk.c), and a model of what a power cut leaves of what was written."""

import os
import random
import shutil
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, Self

import pytest

ROOT: Final = Path(__file__).parents[2]
WRITES, SYNCS, NAMES = 1, 2, 4
HEAD: Final = struct.Struct("<ciqq")
SECTOR: Final = 512


def library(folder: Path) -> Path:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("no C compiler here, so nothing can stand between a program and its disk")
    built = folder / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", built, source, "-ldl", "-pthread"], check=True)
    return built


@dataclass
class Orders:
    """What the library is to do, in the file it shares with us."""

    file: Path

    def give(self, *, kill: bool = False, fail: int = 0, kinds: int = WRITES | SYNCS | NAMES, after: int = 0) -> None:
        with self.file.open("r+b") as file:
            file.write(struct.pack("<iiii", kill, fail, kinds, after))

    def still_due(self) -> bool:
        """Fewer calls were made than the orders wait for."""
        *_, countdown = struct.unpack("<iiii", self.file.read_bytes())
        return bool(countdown >= 0)


class Preloaded(NamedTuple):
    """A folder, and what a program needs to have the library between itself and that folder."""

    folder: Path
    orders: Orders
    log: Path
    environment: dict[str, str]


def preloaded(folder: Path) -> Preloaded:
    work = folder / "work"
    work.mkdir()
    orders, log = Orders(folder / "orders"), folder / "log"
    orders.file.write_bytes(bytes(16))
    names = {"LD_PRELOAD": library(folder), "DISK_ROOT": work, "DISK_LOG": log, "DISK_ORDERS": orders.file}
    return Preloaded(work, orders, log, os.environ | {name: str(value) for name, value in names.items()})


class Record(NamedTuple):
    kind: str
    path: str
    offset: int
    data: bytes


def records(log: Path) -> Iterator[Record]:
    content, at = log.read_bytes(), 0
    while at < len(content):
        kind, path, size, offset = HEAD.unpack_from(content, at)
        name = at + HEAD.size
        yield Record(kind.decode(), content[name : name + path].decode(), offset, content[name + path :][:size])
        at = name + path + size


Piece = tuple[int, bytes | None]  # None: cut off here


@dataclass
class Inode:
    durable: bytearray = field(default_factory=bytearray)
    pending: list[Piece] = field(default_factory=list)


def applied(content: bytearray, pieces: list[Piece]) -> bytearray:
    content = bytearray(content)
    for offset, data in pieces:
        if data is None:
            content = content[:offset].ljust(offset, b"\0")
        else:
            content = content.ljust(offset + len(data), b"\0")
            content[offset : offset + len(data)] = data
    return content


@dataclass
class Disk:
    """Names and contents as the disk has them for certain, and what is on the way to it."""

    names: dict[str, Inode] = field(default_factory=dict)
    renamed: list[tuple[str, Inode | None]] = field(default_factory=list)
    seen: dict[str, Inode] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path) -> Self:
        """What is there now, all of it synced."""
        names = {str(file): Inode(bytearray(file.read_bytes())) for file in folder.iterdir()}
        return cls(names, seen=dict(names))

    def take(self, record: Record) -> None:
        path = record.path
        match record.kind:
            case "O":
                self._name(path, Inode())
            case "W" if path in self.seen:
                self.seen[path].pending.append((record.offset, record.data))
            case "T":
                self.seen[path].pending.append((record.offset, None))
            case "S" if path in self.seen:
                inode = self.seen[path]
                inode.durable, inode.pending = applied(inode.durable, inode.pending), []
            case "S":
                self.names, self.renamed = self._settled(len(self.renamed)), []
            case "U":
                self._name(path, None)
            case "R":
                self._name(record.data.decode(), self.seen[path])
                self._name(path, None)
            case "L":
                self._name(record.data.decode(), self.seen[path])

    def _name(self, path: str, inode: Inode | None) -> None:
        self.renamed.append((path, inode))
        if inode is None:
            self.seen.pop(path)
        else:
            self.seen[path] = inode

    def _settled(self, names: int) -> dict[str, Inode]:
        found: dict[str, Inode | None] = {**self.names}
        found.update(dict(self.renamed[:names]))
        return {path: inode for path, inode in found.items() if inode is not None}

    def at_worst(self) -> dict[str, bytes]:
        return {path: bytes(inode.durable) for path, inode in self.names.items()}

    def by_chance(self, chance: random.Random) -> dict[str, bytes]:
        """Names in order up to some point, contents in any order, writes perhaps torn between sectors."""
        names = self._settled(chance.randint(0, len(self.renamed)))
        return {path: bytes(applied(inode.durable, some(inode.pending, chance))) for path, inode in names.items()}


def some(pieces: list[Piece], chance: random.Random) -> list[Piece]:
    kept = [piece for piece in pieces if chance.random() < 0.5]
    return [(offset, torn(data, chance) if data else data) for offset, data in kept]


def torn(data: bytes, chance: random.Random) -> bytes:
    return data if chance.random() < 0.7 else data[: chance.randrange(1 + len(data) // SECTOR) * SECTOR]


def acknowledged(words: list[str]) -> Counter[str]:
    """The last line of each game of which somebody heard."""
    heard = Counter[str]()
    for told in words:
        match told.split():
            case ["ack", game, n]:
                heard[game] = max(heard[game], int(n))
    return heard
