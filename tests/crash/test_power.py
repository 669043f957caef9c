"""The power goes: whatever was written and not yet synced may be gone, and yet no answer was given in vain."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.crash.life import Job, Lives
from tests.crash.trial import Heard, Left, Undisturbed, after_death, folder_for, left_in, wrong_on_disk
from tests.store.disk import Disk, Record, preloaded, records

LOOKED_AT = 150
PLAYED_ON = 12
CHECKPOINTS = "wal_autocheckpoint = 10"  # many, and right among the writes
JOURNAL = "journal"


def happened(*settings: str) -> list[Record]:
    """All that reaches the disk in an evening, and between it what reaches the world outside."""
    with folder_for(None) as name:
        disk = preloaded(Path(name))
        program = Lives(disk.environment)
        try:
            assert program.live(Job(str(disk.folder), settings=settings)) == "done"
        finally:
            program.end()
        return list(records(disk.log))


def cuts(all_of_it: list[Record], number: int) -> Iterator[TemporaryDirectory[str]]:
    """What may be left at moments spread over the evening: by turns at worst, and by chance."""
    disk, journal, chance = Disk(), b"", Random(2)
    moments = set(range(len(all_of_it) // number, len(all_of_it), len(all_of_it) // number))
    for moment, record in enumerate(all_of_it):
        if Path(record.path).name == JOURNAL:
            journal += record.data
        elif Path(record.path).name != "stderr":
            disk.take(record)
        if moment in moments:
            yield left_behind(disk.by_chance(chance) if chance.random() < 0.5 else disk.at_worst(), journal)


def left_behind(files: dict[str, bytes], journal: bytes) -> TemporaryDirectory[str]:
    folder = folder_for(None)
    for path, content in files.items():
        if not path.endswith("-shm"):  # memory, which is gone
            Path(folder.name, Path(path).name).write_bytes(content)
    Path(folder.name, JOURNAL).write_bytes(journal)
    return folder


def lost(all_of_it: list[Record], usual: Left) -> list[str]:
    wrong: list[str] = []
    for folder in cuts(all_of_it, LOOKED_AT):
        with folder as name:
            wrong += wrong_on_disk(left_in(Path(name)), usual, Heard.of(Path(name)).acknowledged)
    return wrong


def test_no_answer_is_lost(usual: Undisturbed) -> None:
    assert lost(happened(CHECKPOINTS), usual.left) == []


def test_such_a_loss_would_be_seen(usual: Undisturbed) -> None:
    assert lost(happened(CHECKPOINTS, "synchronous = NORMAL"), usual.left) != []


def test_the_games_go_on_to_the_same_end(lives: Lives, usual: Undisturbed) -> None:
    for folder in cuts(happened(CHECKPOINTS), PLAYED_ON):
        with folder as name:
            assert after_death(lives, Job(name), usual.left) == []
