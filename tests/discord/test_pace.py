"""Never faster than Discord allows, in any second and any five; facts before decoration; nothing kept for ever. And the
whole bot keeps to it."""

import asyncio
import selectors
from bisect import bisect_left
from collections.abc import AsyncIterator, Sequence
from copy import copy
from typing import Final

import pytest
from simcord import ChannelHandle

from bot.discord_pace import MESSAGES, SECONDS, SPARE, SWEEP, Pace
from bot.discord_writer import NOTHING, Letter, Writer
from bot.screen import Screen
from bot.text import line, say
from tests.discord.conftest import Start
from tests.discord.evening import Host, evening
from tests.discord.outgoing import Hurry, quiet_client
from tests.discord.people import Person
from tests.discord.seen import Shown


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


# -- the whole bot ----------------------------------------------------------------------------------------------------

CROWD: Final = [f"Osoba {number}" for number in range(12)]
JOIN, START, ANYWAY = (say(line(key)) for key in ("lobby.button.join", "lobby.button.start", "trial.button.anyway"))


def offering(person: Person, channel: ChannelHandle, label: str) -> Shown:
    """The message in which this can be pressed."""
    return [shown for shown in person.sees(channel) if label in [button.label for button in shown.buttons]][-1]


async def test_haste_of_the_true_bot_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.serve.Pace", Hurry)
    with pytest.raises(AssertionError, match="too fast"):
        async with evening(CROWD):
            pass


async def test_full_tables_that_begin_at_once_keep_the_pace(start: Start) -> None:
    """Half of those who play take no private messages, so that the channels are full as well."""
    sim = await start(Host())
    openers = []
    for number in range(4):
        channel = sim.guild.create_text_channel(f"kanał {number}")
        crowd = [sim.person(f"{name} przy {number}") for name in CROWD]
        for person in crowd[::2]:
            sim.close_dms(person)
        await crowd[0].command("rada nowa", where=channel)
        for person in crowd[1:]:
            await person.press(JOIN, on=offering(crowd[0], channel, JOIN))
        openers.append((crowd[0], channel))
    for offer in (START, ANYWAY):
        asked = len(sim.wire.requests)
        await asyncio.gather(*(one.press(offer, on=offering(one, channel, offer)) for one, channel in openers))
        await sim.advance(60)
    assert len(sim.wire.requests) - asked > 100
    assert sim.wire.hurried() == []


async def test_old_messages_of_many_channels_are_asked_for_at_our_pace(start: Start) -> None:
    sim = await start(quiet_client())
    ala = sim.person("Ala")
    places = [sim.guild.create_text_channel(f"kanał {number}").id for number in range(7)]
    for place in places:
        await ala._actor(sim.guild).send(sim.place(place), "Gadka.")  # type: ignore[union-attr]
        (first,) = sim.world.messages[place].values()
        for number in range(1, 1000):
            sim.world.messages[place][first.id + number] = again = copy(first)
            again.id += number
    writer, letter = Writer(sim.client, Pace()), Letter(Screen((line("notice.made_up"),)), "0" * 24)
    with sim.env._bot_scope():
        looking = asyncio.gather(*(writer.find(place, letter, 0) for place in places))
    await sim.advance(10)
    assert await looking == [NOTHING] * len(places)
    assert sum(one.method == "GET" and one.path.endswith("/messages") for one in sim.wire.requests) == 70
    assert sim.wire.hurried() == []
