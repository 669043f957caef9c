"""One program for all who are to die here, and the evening as it goes without any harm."""

from collections.abc import Iterator

import pytest

from tests.crash.life import Lives
from tests.crash.trial import Undisturbed, undisturbed


@pytest.fixture(scope="session")
def lives() -> Iterator[Lives]:
    program = Lives()
    yield program
    program.end()


@pytest.fixture(scope="session")
def usual(lives: Lives) -> Undisturbed:
    return undisturbed(lives)
