"""One trial: a program dies, starts again on what it has left, and plays on to the end. Whatever is wrong is said."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bot.oversight import recording
from bot.store import Game, Logged
from engine.jsonl import BrokenRecording
from engine.recording import Different, replay
from tests.crash.life import ITEMS, Job, Lives

UNEVEN: Final = ("reminder.", "notice.made_up")
"""What is said as often as time demands, and time is not the same after a crash."""


class Place(NamedTuple):
    game: str
    name: str


@dataclass
class Left:
    """What a store holds."""

    games: dict[str, Game] = field(default_factory=dict)
    logs: dict[str, list[Logged]] = field(default_factory=dict)
    notes: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    nonces: dict[Place, list[str]] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)
    unsaid: set[str] = field(default_factory=set)

    def told(self, place: Place) -> list[str]:
        """What is said the same however often the program has to start again."""
        bodies = [self.bodies[nonce] for nonce in self.nonces.get(place, [])]
        return [body for body in bodies if not json.loads(body)[0]["key"].startswith(UNEVEN)]


def left_in(folder: Path) -> Left:
    """Nothing, before there is a whole store."""
    left = Left()
    if not (folder / "rada.db").exists():
        return left
    with closing(sqlite3.connect(folder / "rada.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for key, game, header, kept, ended in db.execute("SELECT id, game, header, kept, ended FROM games").fetchall():
            left.games[game] = Game(game, header, kept, bool(ended), None, reminded=False)
            log = db.execute("SELECT n, asked, line FROM log WHERE game = ? ORDER BY n", (key,))
            left.logs[game] = [Logged(*row) for row in log]
            left.notes[game] = list(db.execute("SELECT who, what FROM notes WHERE game = ? ORDER BY id", (key,)))
            said = db.execute("SELECT place, nonce, body, said FROM messages WHERE game = ? ORDER BY id", (key,))
            for place, nonce, body, done in said:
                left.nonces.setdefault(Place(game, place), []).append(nonce)
                left.bodies[nonce] = body
                if not done:
                    left.unsaid.add(nonce)
    return left


@dataclass
class Heard:
    """What the world outside has from a program, life by life."""

    acknowledged: int
    lives: list[list[str]]

    @classmethod
    def of(cls, folder: Path) -> "Heard":
        path = folder / "journal"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        lives: list[list[str]] = []
        for line in lines:
            if line == "life":
                lives.append([])
            elif line.startswith("said "):
                lives[-1].append(line.removeprefix("said "))
        return cls(lines.count("ack"), lives)


def folder_for(parent: Path | None) -> TemporaryDirectory[str]:
    """Killing a program takes nothing that the system has been given, so memory will do for a disk."""
    memory = Path("/dev/shm")  # noqa: S108
    return TemporaryDirectory(dir=parent or (memory if memory.is_dir() else None))


class Undisturbed(NamedTuple):
    left: Left
    steps: dict[str, int]


def undisturbed(lives: Lives) -> Undisturbed:
    """The evening as it goes when nothing goes wrong, and every step it takes."""
    with folder_for(None) as name:
        assert (end := lives.live(Job(name, steps=True))) == "done", end
        left, heard = left_in(Path(name)), Heard.of(Path(name))
        assert heard.acknowledged == len(ITEMS)
        assert [*wrong_at_the_end(left, left, heard, set())] == []
        return Undisturbed(left, json.loads(Path(name, "steps").read_text("utf-8")))


def trial(lives: Lives, job: Job, usual: Left) -> list[str]:
    """What is wrong after a program died as the job says, and another has gone on. A doom that never comes is wrong."""
    with folder_for(None) as name:
        first = replace(job, folder=name)
        if (end := lives.live(first)) != "killed":
            return [f"it should have died: {end}"]
        return after_death(lives, first, usual)


def after_death(lives: Lives, job: Job, usual: Left) -> list[str]:
    folder = Path(job.folder)
    found = left_in(folder)
    wrong = [*wrong_on_disk(found, usual, Heard.of(folder).acknowledged)]
    if (end := lives.live(replace(job, doom=""))) != "done":
        return [*wrong, f"the next life: {end}"]
    heard = Heard.of(folder)
    if heard.acknowledged != len(ITEMS):
        wrong.append(f"only {heard.acknowledged} of {len(ITEMS)} were answered")
    return [*wrong, *wrong_at_the_end(left_in(folder), usual, heard, found.unsaid, job.fail)]


def wrong_on_disk(found: Left, usual: Left, acknowledged: int) -> Iterator[str]:
    """Whatever is there belongs there, and whatever somebody was answered is there."""
    for game, log in found.logs.items():
        if log != usual.logs[game][: len(log)]:
            yield f"{game}: the log is not the beginning of the usual one"
        if found.notes[game] != usual.notes[game][: len(found.notes[game])]:
            yield f"{game}: the audit log is not the beginning of the usual one"
    for item in ITEMS[:acknowledged]:
        if item.asked is not None and item.asked not in [
            (g, row.order) for g, log in found.logs.items() for row in log
        ]:
            yield f"lost: {item.asked}"
    for game, number in Counter(item.moderated for item in ITEMS[:acknowledged] if item.moderated).items():
        if number > len(found.notes.get(game, [])):
            yield f"{game}: an intervention is lost"


def wrong_at_the_end(left: Left, usual: Left, heard: Heard, unsaid: set[str], fail: str = "") -> Iterator[str]:
    if (left.logs, left.notes) != (usual.logs, usual.notes):
        yield "another game was played"
    for game, row in left.games.items():
        if not row.ended:
            yield f"{game} has not ended"
        elif fault := wrong_recording(row, left.logs[game]):
            yield f"{game}: {fault}"
    if left.unsaid:
        yield f"never said: {sorted(left.unsaid)}"
    yield from wrong_words(left, usual)
    yield from wrong_deliveries(left, heard, unsaid, fail)


def wrong_recording(row: Game, log: list[Logged]) -> str:
    lines = enumerate(recording(row, log).encode().splitlines(keepends=True), 1)
    try:
        *_, last = replay(lines)
    except (BrokenRecording, Different) as error:
        return f"the recording does not replay: {error}"
    return "" if last.state.outcome is not None else "the recording has no end"


def wrong_words(left: Left, usual: Left) -> Iterator[str]:
    """The same is said everywhere, once each, under whatever name."""
    for place in usual.nonces | left.nonces:
        if left.told(place) != usual.told(place):
            yield f"{place}: not what is usually said"


def wrong_deliveries(left: Left, heard: Heard, unsaid: set[str], fail: str) -> Iterator[str]:
    """What the receivers have, once they have dropped what they had: all of it, in order. And they had to drop only
    what nobody could know to have arrived."""
    arrived = list(dict.fromkeys(nonce for life in heard.lives for nonce in life))
    for place, nonces in left.nonces.items():
        if [nonce for nonce in arrived if nonce in set(nonces)] != nonces:
            yield f"{place}: not in order, or not all of it"
    most = 2 if fail in ("middle", "after") else 1
    if any(number > most for life in heard.lives for number in Counter(life).values()):
        yield "said again in the same life"
    *before, last = heard.lives
    if again := {nonce for life in before for nonce in life if nonce in last} - unsaid:
        yield f"said again although marked: {sorted(again)}"


def with_failures(lives: Lives, job: Job, usual: Left) -> list[str]:
    """What is wrong after nobody died, but every message arrived only at the second try."""
    with folder_for(None) as name:
        if (end := lives.live(replace(job, folder=name))) != "done":
            return [end]
        folder = Path(name)
        return [*wrong_at_the_end(left_in(folder), usual, Heard.of(folder), set(), job.fail)]
