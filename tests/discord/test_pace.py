"""Never faster than Discord allows, in any second and any five; facts before decoration; nothing kept for ever."""

import asyncio
import selectors
from bisect import bisect_left
from collections.abc import AsyncIterator, Sequence

import pytest

from bot.discord_pace import MESSAGES, SECONDS, SPARE, SWEEP, Pace


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Goes by as soon as everybody waits for it, and never quite stands still."""
    loop = asyncio.get_running_loop()
    selector: selectors.BaseSelector = loop._selector  # type: ignore[attr-defined]
    passed, really = 0.0, selector.select

    def select(timeout: float | None = None) -> object:
        nonlocal passed
        passed += max(timeout or 0.0, 1e-9)
        return really(0)

    monkeypatch.setattr(loop, "time", lambda: passed)
    monkeypatch.setattr(selector, "select", select)
    yield
    monkeypatch.undo()


def now() -> float:
    return asyncio.get_running_loop().time()


async def said(pace: Pace, channels: Sequence[int | None]) -> list[tuple[int | None, float]]:
    """When each had its turn; all ask at once."""
    times: list[tuple[int | None, float]] = []

    async def say(channel: int | None) -> None:
        await pace.turn(channel)
        times.append((channel, now()))

    await asyncio.gather(*map(say, channels))
    return times


def most(times: list[float], window: float) -> int:
    """In any window that begins with one of them; what is a millionth of a second apart from its end is outside."""
    return max(bisect_left(times, time + window - 1e-6) - number for number, time in enumerate(times))


@pytest.mark.usefixtures("time")
async def test_the_token_has_at_most_45_requests_in_any_second() -> None:
    times = [at for _, at in await said(Pace(), list(range(400)))]
    assert 40 <= most(times, 1.0) <= 45
    assert times[-1] < 400 / 39


@pytest.mark.usefixtures("time")
async def test_a_channel_has_at_most_five_messages_in_any_five_seconds() -> None:
    pace = Pace()
    await pace.turn(1)
    await asyncio.sleep(3)
    times = await said(pace, [1] * 23)
    assert most([at for _, at in times], SECONDS) == MESSAGES


@pytest.mark.usefixtures("time")
async def test_also_where_the_token_is_what_is_waited_for() -> None:
    pace = Pace()
    crowd = asyncio.ensure_future(said(pace, list(range(2, 60))))
    await asyncio.sleep(0)
    times = [at for _, at in await said(pace, [1] * 12)]
    await crowd
    assert most(times, SECONDS) == MESSAGES


@pytest.mark.usefixtures("time")
async def test_a_full_channel_keeps_no_other_waiting() -> None:
    times = dict(await said(Pace(), [1] * 12 + [2]))
    assert times[1] > SECONDS
    assert times[2] < 1


@pytest.mark.usefixtures("time")
async def test_those_who_wait_have_their_turn_in_order() -> None:
    pace, order = Pace(), list[int]()

    async def say(number: int) -> None:
        await pace.turn(1)
        order.append(number)

    await asyncio.gather(*(say(number) for number in range(17)))
    assert order == list(range(17))


@pytest.mark.usefixtures("time")
async def test_a_decoration_goes_only_where_there_is_room() -> None:
    pace = Pace()
    assert await pace.spare(1)
    await said(pace, [1, 1])
    assert not await pace.spare(1)
    await asyncio.sleep(SECONDS)
    assert await pace.spare(1)


@pytest.mark.usefixtures("time")
async def test_a_decoration_waits_while_facts_wait_for_the_token() -> None:
    pace = Pace()
    facts = asyncio.ensure_future(said(pace, list(range(100))))
    refused = 0
    while not facts.done():
        await asyncio.sleep(0.003)
        refused += not await pace.spare(1000)
    assert refused > 100
    await asyncio.sleep(1)
    assert await pace.spare(1000)


@pytest.mark.usefixtures("time")
async def test_a_decoration_leaves_room_for_facts() -> None:
    pace = Pace()
    while await pace.spare(1):
        pass
    before = now()
    await said(pace, [1] * (SPARE - 1))
    assert now() - before < 0.001


@pytest.mark.usefixtures("time")
async def test_quiet_channels_are_forgotten_and_busy_ones_are_not() -> None:
    pace = Pace()
    await said(pace, list(range(SWEEP)))
    await asyncio.sleep(SECONDS)
    await said(pace, [1] * MESSAGES)
    await said(pace, list(range(1000, 1010)))
    assert len(pace._lanes) < 20
    before = now()
    await said(pace, [1])
    assert now() - before > 1


@pytest.mark.usefixtures("time")
async def test_a_channel_that_waits_for_the_token_is_not_forgotten() -> None:
    pace = Pace()
    crowd = asyncio.ensure_future(said(pace, list(range(3 * SWEEP))))
    await asyncio.sleep(0.5)
    lanes = dict(pace._lanes)
    crowd.cancel()
    assert set(lanes) == set(range(3 * SWEEP))
