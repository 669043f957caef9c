"""The board of a phase is kept true on a beat, tells of nobody, and is put up anew where it was taken down."""

import asyncio
from dataclasses import replace

import pytest

from bot.discord_outlet import BEAT
from tests.discord.outgoing import Outgoing, house, people, seated
from tests.discord.seen import Shown

__all__ = ["house", "seated"]


def board(house: Outgoing) -> Shown:
    return [shown for shown in house.public() if "Mój panel" in [button.label for button in shown.buttons]][-1]


async def beat(house: Outgoing) -> None:
    await house.outlet._boards.refresh(house.tables)
    await house.sim.settle()


def edits(house: Outgoing) -> int:
    return sum(request.method == "PATCH" for request in house.sim.wire.requests)


async def test_it_counts_on_the_beat_and_names_nobody(seated: Outgoing) -> None:
    table, before = seated.tables["g"], board(seated).content
    assert "0 z 3" in before
    await seated.move(table, 2)
    assert board(seated).content == before
    await beat(seated)
    assert board(seated).content == before.replace("0 z 3", "1 z 3")
    assert board(seated).buttons


async def test_the_beat_goes_on_by_itself(seated: Outgoing) -> None:
    running = asyncio.ensure_future(seated.outlet.run(seated.sim.clock))
    await seated.move(seated.tables["g"], 2)
    await seated.sim.advance(BEAT - 1)
    assert "0 z 3" in board(seated).content
    await seated.sim.advance(1)
    assert "1 z 3" in board(seated).content
    running.cancel()


async def test_nothing_new_is_nothing_said(seated: Outgoing) -> None:
    await beat(seated)
    await beat(seated)
    assert edits(seated) == 0


async def test_a_longer_phase_is_shown(seated: Outgoing) -> None:
    before = board(seated).content
    await seated.tables["g"].extend("Ewa", "click 1", 60)
    await beat(seated)
    assert "<t:" in before
    assert board(seated).content != before
    await seated.tables["g"].pause("Ewa", "click 2")
    await beat(seated)
    assert "<t:" not in board(seated).content


async def test_without_room_it_waits_for_the_next_beat(seated: Outgoing) -> None:
    seated.pace.room = False
    await seated.move(seated.tables["g"], 2)
    await beat(seated)
    assert "0 z 3" in board(seated).content
    seated.pace.room = True
    await beat(seated)
    assert "1 z 3" in board(seated).content


async def test_it_is_put_right_when_the_phase_is_over_and_then_left_alone(seated: Outgoing) -> None:
    table, old = seated.tables["g"], board(seated)
    await seated.all_move(table)
    assert table.sitting.moment.phase == "statement_vote"
    await beat(seated)
    assert " z 3" not in old.content
    assert "<t:" not in old.content
    await beat(seated)
    assert edits(seated) == 1
    assert len(await seated.store.put("board/")) == 1


async def test_that_of_a_game_that_has_ended_too(seated: Outgoing) -> None:
    old = board(seated)
    await seated.tables["g"].abandon("Ewa", "click")
    await seated.sim.settle()
    assert "g" not in seated.tables
    await beat(seated)
    assert "<t:" not in old.content
    assert await seated.store.put("board/") == {}


async def test_it_goes_on_after_a_restart(seated: Outgoing) -> None:
    await seated.move(seated.tables["g"], 2)
    await seated.again()
    await beat(seated)
    assert "1 z 3" in board(seated).content


async def test_one_that_was_deleted_is_put_up_anew_and_calls_nobody(house: Outgoing) -> None:
    seats = people(house.sim)
    house.sim.close_dms(seats[1])
    await house.seat(seats)
    await house.all_move(house.tables["g"])
    assert house.called()[-1] == [str(seats[1].id)]
    await house.sim.delete_message(board(house))
    before = len(house.public())
    await house.move(house.tables["g"], 1)
    for _ in range(3):
        await beat(house)
    assert len(house.public()) == before + 1
    assert "1 z 3" in board(house).content
    assert house.public()[-1].id == board(house).id
    assert house.called()[-1] == []
    assert "<@" not in board(house).content
    await house.again()
    await house.move(house.tables["g"], 2)
    await beat(house)
    assert "2 z 3" in board(house).content
    assert len(house.public()) == before + 1


async def test_one_that_is_over_stays_deleted(seated: Outgoing) -> None:
    await seated.sim.delete_message(board(seated))
    await seated.all_move(seated.tables["g"])
    before = len(seated.public())
    await beat(seated)
    assert len(seated.public()) == before
    assert len(await seated.store.put("board/")) == 1


async def test_that_of_a_game_that_has_ended_stays_deleted(seated: Outgoing) -> None:
    await seated.sim.delete_message(board(seated))
    await seated.tables["g"].abandon("Ewa", "click")
    await seated.sim.settle()
    before = len(seated.public())
    await beat(seated)
    assert len(seated.public()) == before
    assert await seated.store.put("board/") == {}


async def test_the_beat_goes_on_when_a_game_has_ended_and_remembers_nothing_of_it(seated: Outgoing) -> None:
    running = asyncio.ensure_future(seated.outlet.run(seated.sim.clock))
    assert seated.outlet._looked_for
    await seated.tables["g"].abandon("Ewa", "click")
    await seated.sim.advance(2 * BEAT)
    assert seated.outlet._looked_for == set()
    assert not running.done()
    running.cancel()


async def test_it_moves_with_the_game(seated: Outgoing) -> None:
    other = seated.sim.guild.create_text_channel("nowy")
    await seated.move_to("g", other)
    await beat(seated)
    await beat(seated)
    (moved,) = seated.people[0].sees(other)
    assert "0 z 3" in moved.content


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_where_it_must_not_it_does_not_insist(
    seated: Outgoing, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    seated.sim.wire.fail("PATCH", "/channels/*", 403, code)
    await seated.move(seated.tables["g"], 2)
    for _ in range(3):
        await beat(seated)
    assert edits(seated) == 1
    assert caplog.records == []
    await seated.move(seated.tables["g"], 1)
    await beat(seated)
    assert "2 z 3" in board(seated).content


async def test_a_fault_of_discord_is_tried_again_and_stops_no_other_board(
    seated: Outgoing, caplog: pytest.LogCaptureFixture
) -> None:
    await seated.seat(people(seated.sim), "h")
    for game in ("g", "h"):
        await seated.move(seated.tables[game], 1)
    seated.sim.wire.fail("PATCH", "/channels/*", 500)
    await beat(seated)
    assert sum("1 z 3" in shown.content for shown in seated.public()) == 1
    await beat(seated)
    assert sum("1 z 3" in shown.content for shown in seated.public()) == 2
    assert [record.getMessage() for record in caplog.records] == ["game g: its board is not up to date (HTTPException)"]


async def test_that_of_a_game_that_cannot_be_read_is_left_alone(
    seated: Outgoing, caplog: pytest.LogCaptureFixture
) -> None:
    await seated.end()
    seated.disk.games["g"].game = replace(seated.disk.games["g"].game, header="{}")
    await seated.begin()
    await beat(seated)
    caplog.clear()
    await beat(seated)
    assert caplog.records == []
    assert len(await seated.store.put("board/")) == 1, "another start may be able to"
