"""`rada backup`, `rada restore` and `rada check`: what a host does with the store."""

import sys
from pathlib import Path
from typing import Final

from bot.backup import backup, check, restore
from bot.settings import BadSettings, Settings, named, read
from bot.store import StoreError

FINE: Final = 0
FAILED: Final = 1


def keep(task: str, store: str | None, file: str) -> int:
    try:
        done, faults = _done(task, named(store) if store else read(Settings).store, Path(file))
    except (StoreError, BadSettings) as error:
        done, faults = [], [str(error)]
    for fault in faults:
        print(f"rada {task}: {fault}", file=sys.stderr)
    for line in done:
        print(line)
    return FAILED if faults else FINE


def _done(task: str, store: Path, file: Path) -> tuple[list[str], list[str]]:
    """What to say of it, and what is wrong."""
    match task:
        case "backup":
            backup(store, file)
            return [f"{store} is copied to {file}."], []
        case "restore":
            old = restore(store, file)
            kept = [f"What stood there is kept as {old}."] if old else []
            return [f"{store} is now what {file} holds.", *kept], []
        case _:
            faults = list(check(store))
            return [] if faults else [f"{store} is sound."], faults
