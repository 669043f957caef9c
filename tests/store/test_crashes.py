"""Nothing acknowledged is lost, and nothing is half there: when the program is killed, and when the power goes."""

import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from bot.sqlite_file import open_file
from tests.store.disk import Disk, Preloaded, Record, acknowledged, records
from tests.store.mortal import Job, Mortal


def lines(path: Path) -> Counter[str]:
    """How many lines each game has, once it is certain that everything in the file fits together."""
    with closing(open_file(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = Counter[str]()
        for key, game in db.execute("SELECT id, game FROM games").fetchall():
            ns = [n for (n,) in db.execute("SELECT n FROM log WHERE game = ? ORDER BY n", (key,))]
            said = [nonce for (nonce,) in db.execute("SELECT nonce FROM messages WHERE game = ? ORDER BY id", (key,))]
            noted = [at for (at,) in db.execute("SELECT at FROM notes WHERE game = ? ORDER BY id", (key,))]
            assert ns == noted == list(range(1, len(ns) + 1))
            assert said == [f"{game}.{n}" for n in ns]
            found[game] = len(ns)
        return found


def assert_nothing_is_lost(path: Path, heard: Counter[str]) -> None:
    found = lines(path)
    assert heard <= found, (heard, found)


@pytest.mark.parametrize("games", [1, 20])
def test_killed_after_every_acknowledgement(mortal: Mortal, quick: Path, games: int) -> None:
    for number in range(1, 16):
        path = quick / f"{number}.db"
        pid, heard = mortal.born(Job(str(path), games)), list[str]()
        for words in mortal.last_words():
            heard.append(words)
            if len(heard) == number:
                os.kill(pid, signal.SIGKILL)
        assert len(heard) >= number
        assert_nothing_is_lost(path, acknowledged(heard))


def test_killed_at_any_moment_again_and_again(mortal: Mortal, quick: Path) -> None:
    """On the same file: each life goes on with what the lives before it have left."""
    path, chance, heard = quick / "rada.db", random.Random(7), Counter[str]()
    for _ in range(25):
        pid = mortal.born(Job(str(path), games=8, steps=10_000))
        time.sleep(chance.uniform(0, 0.05))
        os.kill(pid, signal.SIGKILL)
        heard |= acknowledged(list(mortal.last_words()))
        assert_nothing_is_lost(path, heard)
    assert heard.total() > 100


def test_killed_before_every_single_call_to_the_disk(watched: Mortal, disk: Preloaded) -> None:
    """From the very first, which makes the file, to the last, which tidies up."""
    for after in count():
        path = disk.folder / f"{after}.db"
        disk.orders.give(kill=True, after=after)
        watched.born(Job(str(path), games=2, steps=2))
        heard = acknowledged(list(watched.last_words()))
        assert_nothing_is_lost(path, heard)
        if disk.orders.still_due():
            break
    assert heard.total() == 4
    assert after > 40


def play_and_record(watched: Mortal, disk: Preloaded, settings: tuple[str, ...]) -> list[Record]:
    watched.born(Job(str(disk.folder / "rada.db"), games=3, steps=8, settings=settings))
    assert acknowledged(list(watched.last_words())).total() == 24
    return list(records(disk.log))


def cuts(happened: list[Record], chance: random.Random) -> Iterator[tuple[dict[str, bytes], Counter[str]]]:
    """What may be on the disk after a power cut at any moment, and what had been acknowledged by then."""
    disk, heard = Disk(), list[str]()
    for record in happened:
        if record.path.endswith(".acks"):
            heard += [record.data.decode()] if record.kind == "W" else []
        else:
            disk.take(record)
        yield disk.at_worst(), acknowledged(heard)
        yield disk.by_chance(chance), acknowledged(heard)


def lost(happened: list[Record], folder: Path) -> int:
    """In how many power cuts something acknowledged is gone. Anything else that is wrong fails the test at once."""
    cases = 0
    for number, (files, heard) in enumerate(cuts(happened, random.Random(1))):
        after = folder / str(number)
        after.mkdir()
        for path, content in files.items():
            if not path.endswith("-shm"):  # memory, which is gone
                (after / Path(path).name).write_bytes(content)
        cases += not heard <= lines(after / "rada.db")
        shutil.rmtree(after)
    return cases


CHECKPOINTS = "wal_autocheckpoint = 10"  # many, and right among the writes


def test_a_power_cut_loses_nothing(watched: Mortal, disk: Preloaded, quick: Path) -> None:
    happened = play_and_record(watched, disk, (CHECKPOINTS,))
    assert lost(happened, quick) == 0


def test_such_a_loss_would_be_seen(watched: Mortal, disk: Preloaded, quick: Path) -> None:
    happened = play_and_record(watched, disk, (CHECKPOINTS, "synchronous = NORMAL"))
    assert lost(happened, quick) > 0
