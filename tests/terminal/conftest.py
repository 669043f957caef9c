"""Terminals with a home of their own, all closed after the test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.terminal.screen import Terminal, command, environment

Open = Callable[..., Terminal]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return environment(tmp_path)


@pytest.fixture
def opened(env: dict[str, str]) -> Iterator[Open]:
    """`rada play` with these arguments, in a terminal of this size, with these variables."""
    with ExitStack() as stack:

        def open_one(*arguments: str, size: tuple[int, int] = (80, 24), **variables: str) -> Terminal:
            return stack.enter_context(Terminal(command(*arguments), env | variables, *size))

        yield open_one
