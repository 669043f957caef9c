"""A program made to be killed while it runs tables. Told a job on standard input, it forks; the child takes up what is
in the folder and plays the script on from the first item that was not acknowledged. It forks from a parent that has
imported everything and has neither threads nor a loop, so a life costs milliseconds."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final

from bot import sqlite_file
from bot.post import Post
from bot.sqlite_store import SqliteStore
from bot.store import Change, Unsaid
from bot.table import Means
from bot.tables import Tables
from bot.tempo import TEMPOS
from narrator.budget import Pocket
from narrator.choose import Narrators
from narrator.settings import NarratorSettings
from tests.crash.script import PATIENCE, THOUGHT, World, evening
from tests.tables.hall import START, HandClock, calm

ROOT: Final = Path(__file__).parents[2]
WATCHED: Final = str(ROOT / "bot") + os.sep
HOURS: Final = 3600.0
ITEMS: Final = evening()


@dataclass(frozen=True)
class Job:
    """`doom` is when to die: "line KIND FILE:NUMBER" at the first time this line is reached in an item of this kind,
    "step N" at the Nth line whatever it is, "before N" and "after N" at the Nth delivery. `fail` is how every first
    delivery of a message goes wrong: before, in the middle, or after. `outage`: hours that went by since the last life.
    `steps`: write down every step there is to die at."""

    folder: str
    doom: str = ""
    fail: str = ""
    outage: float = 0.0
    steps: bool = False
    settings: tuple[str, ...] = ()

    def text(self) -> str:
        return json.dumps(asdict(self)) + "\n"


class Lives:
    """It, seen from outside: many lives, one after the other."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.life"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=ROOT,
            env=environment,
        )

    def live(self, job: Job) -> str:
        """How it ended: "killed", "done", or what went wrong."""
        assert self._parent.stdin
        assert self._parent.stdout
        self._parent.stdin.write(job.text())
        status = int(self._parent.stdout.readline())
        if status == -signal.SIGKILL:
            return "killed"
        return "done" if status == 0 else Path(job.folder, "stderr").read_text("utf-8")

    def end(self) -> None:
        assert self._parent.stdin
        assert self._parent.stdout
        self._parent.stdin.close()
        self._parent.stdout.close()
        assert self._parent.wait(10) == 0


class Journal:
    """What outlives the program besides its store: what people were answered, what the receivers have, and what time
    it is. Each line is written by itself and at once."""

    def __init__(self, folder: str) -> None:
        path = Path(folder, "journal")
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self.answered = sum(line == "ack" for line in lines)
        self.now = max((float(line.split()[1]) for line in lines if line.startswith("now ")), default=START)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, words: str) -> None:
        os.write(self._file, f"{words}\n".encode())


class Receivers:
    """Everywhere something is said."""

    def __init__(self, journal: Journal, job: Job) -> None:
        self._journal, self._job = journal, job
        self._tried = set[str]()
        self._count = 0

    async def deliver(self, message: Unsaid) -> tuple[Change, ...]:
        self._count += 1
        number = self._count
        die_at(self._job, f"before {number}")
        fail = "" if message.nonce in self._tried else self._job.fail
        self._tried.add(message.nonce)
        if fail == "before":
            raise ConnectionRefusedError
        await asyncio.sleep(0)
        if fail != "middle" or number % 2:
            self._journal.write(f"said {message.nonce}")
        die_at(self._job, f"after {number}")
        if fail:
            raise TimeoutError
        return ()


class Program:
    """A life: what has to be there for tables to run."""

    kind: str = "start"

    def __init__(self, job: Job) -> None:
        self._job = job
        self._journal = Journal(job.folder)
        self._receivers = Receivers(self._journal, job)
        self._now = self._journal.now + job.outage * HOURS

    async def run(self) -> None:
        self._journal.write("life")
        await self._open()
        for item in ITEMS[self._journal.answered :]:
            self.kind = item.kind
            if item.deed is None:
                await self._close()
                await self._open()
            else:
                await item.deed(self._world)
            self._journal.write("ack")
            await self._calm()
        for _ in range(PATIENCE):
            if not await self._store.unsaid():
                break
            await self._pass_time(HOURS)
        self.kind = "stop"
        await self._close()

    async def _open(self) -> None:
        self._store = await SqliteStore.open(Path(self._job.folder, "rada.db"))
        self._clock = HandClock(self._now, self._calm)
        self._post = Post(self._store, self._receivers, self._clock, lambda: 0.0)
        means = Means(self._store, self._post, self._clock, lambda number: THOUGHT * (1 + number / 1000))
        self._tables = Tables(means, Narrators(NarratorSettings(kind="deck"), Pocket()))
        self._world = World(self._tables, self._clock, self._pass_time)
        await self._tables.resume()
        await self._clock.turn()
        await self._look_at_clocks()

    async def _look_at_clocks(self) -> None:
        """Wherever time is given, a deadline is armed, here and in the store."""
        for row in await self._store.games():
            if not row.ended:
                sitting = self._tables[row.game].sitting
                timed = TEMPOS[sitting.kept.tempo] is not None and not sitting.paused and sitting.state.outcome is None
                assert (sitting.due is not None) == timed, row.game
                assert sitting.due is None or sitting.due > self._clock.now(), row.game
                assert row.due == sitting.due, row.game

    async def _close(self) -> None:
        self._now = self._clock.now()
        await self._tables.close()
        await self._post.close()
        await self._store.close()

    async def _pass_time(self, seconds: float) -> None:
        self._journal.write(f"now {self._clock.now() + seconds}")
        await self._clock.turn(seconds)

    async def _calm(self) -> None:
        await calm(self._store)


# -- dying ------------------------------------------------------------------------------------------------------------


def die_at(job: Job, moment: str) -> None:
    if job.doom == moment:
        os.kill(os.getpid(), signal.SIGKILL)


class Fate:
    """Sees every line of ours that is reached, and ends the program at one of them."""

    def __init__(self, job: Job, program: Program) -> None:
        self.seen: dict[str, int] = {}
        self.count = 0
        self._job, self._program = job, program

    def watch(self) -> None:
        threading.settrace(self._call)
        sys.settrace(self._call)

    def unwatch(self) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _argument: object) -> Callable[..., Any] | None:
        return self._line if frame.f_code.co_filename.startswith(WATCHED) else None

    def _line(self, frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        if event == "line":
            name = frame.f_code.co_filename.removeprefix(WATCHED)
            self._step(f"line {self._program.kind} {name}:{frame.f_lineno}")
        return self._line

    def _step(self, step: str) -> None:
        self.count += 1
        self.seen.setdefault(step, self.count)
        die_at(self._job, step)
        die_at(self._job, f"step {self.count}")


def live(job: Job) -> None:
    os.dup2(os.open(Path(job.folder, "stderr"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 2)
    sqlite_file.SETTINGS += job.settings
    program = Program(job)
    fate = Fate(job, program)
    if job.steps or job.doom.startswith(("line", "step")):
        fate.watch()
    asyncio.run(program.run())
    fate.unwatch()
    if job.steps:
        Path(job.folder, "steps").write_text(json.dumps(fate.seen), "utf-8")


def lived(job: Job) -> int:
    try:
        live(job)
    except BaseException:  # noqa: BLE001 - told to whoever asked for this life
        os.write(2, traceback.format_exc().encode())
        return 1
    return 0


def main() -> None:
    for words in sys.stdin:
        values = json.loads(words)
        child = os.fork()
        if not child:
            os._exit(lived(Job(**values | {"settings": tuple(values["settings"])})))
        _, status = os.waitpid(child, 0)
        os.write(1, f"{os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main()
