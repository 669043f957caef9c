"""The hall, closed after every test whatever happened in it."""

from collections.abc import AsyncIterator

import pytest

from tests.tables.hall import Hall


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    opened = Hall()
    yield opened
    await opened.close()
