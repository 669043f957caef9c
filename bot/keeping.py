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
        lines, code = _done(task, named(store) if store else read(Settings).store, Path(file))
    except (StoreError, BadSettings) as error:
        print(f"rada {task}: {error}", file=sys.stderr)
        return FAILED
    print("\n".join(lines))
    return code


def _done(task: str, store: Path, file: Path) -> tuple[list[str], int]:
    """What to say of it, and the exit code."""
    match task:
        case "backup":
            backup(store, file)
            return [f"{store} is copied to {file}."], FINE
        case "restore":
            old = restore(store, file)
            return [
                f"{store} is now what {file} holds.",
                *([f"What stood there is kept as {old}."] if old else []),
            ], FINE
        case _:
            faults = check(store)
            return list(faults) or [f"{store} is sound."], FAILED if faults else FINE
