"""A program made to be killed. Told a job on standard input, it forks; the child plays games into a store and says what
is acknowledged, the parent says when it is dead. Forking from a warm program makes a life cost milliseconds."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bot import sqlite_file
from bot.backup import restore
from bot.sqlite_store import SqliteStore
from tests.store.changes import new, step


@dataclass(frozen=True)
class Job:
    path: str
    games: int = 1
    steps: int = 1000
    settings: tuple[str, ...] = ()
    source: str = ""  # a backup: this life puts it back instead of playing

    def text(self) -> str:
        return json.dumps(asdict(self)) + "\n"


class Mortal:
    """It, seen from outside: many lives, one after the other."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "tests.store.mortal"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=Path(__file__).parents[2],
            env=environment,
        )

    def born(self, job: Job) -> int:
        assert self._parent.stdin
        self._parent.stdin.write(job.text())
        return int(next(self._words()).removeprefix("pid "))

    def last_words(self) -> Iterator[str]:
        """All it says until it is dead."""
        return iter(self._words().__next__, "dead\n")

    def _words(self) -> Iterator[str]:
        assert self._parent.stdout
        return iter(self._parent.stdout.readline, "")

    def end(self) -> None:
        assert self._parent.stdin
        assert self._parent.stdout
        self._parent.stdin.close()
        self._parent.stdout.close()
        assert self._parent.wait(10) == 0


async def play(job: Job) -> None:
    acknowledged = os.open(f"{job.path}.acks", os.O_WRONLY | os.O_CREAT, 0o600)

    async def write_on(game: str) -> None:
        if game not in known:
            await store.write(new(game))
        for n in range(len(await store.log(game)) + 1, job.steps + 1):
            await store.write(*step(n, game))
            words = f"ack {game} {n}\n".encode()
            os.write(acknowledged, words)
            os.write(1, words)

    store = await SqliteStore.open(job.path)
    known = [game.game for game in await store.games()]
    await asyncio.gather(*(write_on(f"g{number}") for number in range(job.games)))
    await store.close()


def live(job: Job) -> None:
    os.write(1, f"pid {os.getpid()}\n".encode())
    sqlite_file.SETTINGS += job.settings
    if job.source:
        restore(Path(job.path), Path(job.source))
    else:
        asyncio.run(play(job))
    os._exit(0)


def main() -> None:
    for words in sys.stdin:
        values = json.loads(words)
        child = os.fork()
        if not child:
            live(Job(**values | {"settings": tuple(values["settings"])}))
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
