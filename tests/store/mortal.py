"""A program made to be killed. Told a job on standard input, it forks; the child plays games into a store and says what
is acknowledged, the parent says when it is dead. Forking from a warm program makes a life cost milliseconds."""

import asyncio
import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from bot import sqlite_file
from bot.sqlite_store import SqliteStore
from tests.store.changes import new, step


@dataclass(frozen=True)
class Job:
    path: str
    games: int = 1
    steps: int = 1000
    settings: tuple[str, ...] = ()

    def text(self) -> str:
        return json.dumps(asdict(self)) + "\n"


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
    asyncio.run(play(job))
    os._exit(0)


def main() -> None:
    for words in sys.stdin:
        values = json.loads(words)
        child = os.fork()
        if not child:
            live(Job(values["path"], values["games"], values["steps"], tuple(values["settings"])))
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    os.chdir(Path(__file__).parents[2])
    main()
