"""A lounge for every test."""

from collections.abc import AsyncIterator

import pytest

from tests.desk.lounge import Lounge


@pytest.fixture
async def lounge() -> AsyncIterator[Lounge]:
    lounge = await Lounge.open()
    yield lounge
    await lounge.close()
