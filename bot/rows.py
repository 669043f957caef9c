"""What is kept beside the games, row by row. One that cannot be read is named, so that somebody can mend it."""

import json
from collections.abc import Callable
from typing import Final, TypeVar

from bot.store import Store, StoreError

UNREADABLE: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What reading raises that meets something else than was written."""

T = TypeVar("T")


async def rows(store: Store, prefix: str, read: Callable[[str], T]) -> dict[str, T]:
    """By what stands behind the prefix. Raises StoreError."""
    kept = await store.put(prefix)
    return {name.removeprefix(prefix): readable(name, value, read) for name, value in kept.items()}


def readable(name: str, value: str, read: Callable[[str], T]) -> T:
    try:
        return read(value)
    except UNREADABLE:
        raise StoreError(f"the row {name!a} cannot be read; docs/hosting.md says how to delete it") from None


def texts(value: str, least: int, most: int) -> list[str]:
    """A list of so many texts. Raises one of UNREADABLE."""
    found = json.loads(value)
    if not isinstance(found, list) or not least <= len(found) <= most or not all(isinstance(one, str) for one in found):
        raise ValueError("no such list")
    return found
