"""Plays the sessions anew and keeps them; or looks whether restarts change anything in them."""

import asyncio
import logging
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Final

from tests.discord.sessions.plans import PLANS
from tests.discord.sessions.players import Recorder
from tests.discord.sessions.session import Session, play_again, read

KEPT: Final = Path(__file__).parent / "kept"


def kept(name: str) -> str:
    return (KEPT / f"{name}.txt").read_text("utf-8")


async def record(name: str) -> str:
    plan = PLANS[name]
    async with Session.open(plan.cast) as session:
        await Recorder(session, plan).play()
        return session.text


def keep_all() -> None:
    for name in PLANS:
        text = asyncio.run(record(name))
        (KEPT / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text.encode()) / 1000:.0f} kB")  # noqa: T201


def difference(before: str, after: str) -> str:
    return "\n".join(unified_diff(before.splitlines(), after.splitlines(), "kept", "played", lineterm=""))


def restart_everywhere(name: str) -> bool:
    """Whether some restart changed something."""
    as_kept, changed = kept(name), False
    cast, deeds = read(as_kept)
    for number in range(1, len(deeds) + 1):
        told = difference(as_kept, asyncio.run(play_again(cast, deeds, number)).text)
        if told:
            changed = True
            print(f"{name}, restarted before {number}: {deeds[number - 1]}\n{told}")  # noqa: T201
    print(f"{name}: restarted before each of {len(deeds)} deeds")  # noqa: T201
    return changed


def main(arguments: list[str]) -> int:
    logging.getLogger("rada").setLevel(logging.CRITICAL)
    if arguments == ["restarts"]:
        return int(any([restart_everywhere(name) for name in PLANS]))  # noqa: C419 - each of them
    keep_all()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
