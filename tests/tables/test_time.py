"""Deadlines, reminders, pauses and clocks that jump."""

from typing import cast

import pytest

from bot.sitting import Declined, Sitter
from bot.store import Change, StoreError
from bot.tempo import HOUR, MINUTE, TEMPOS, Tempo
from engine.commands import Refused, StaySilent
from tests.tables.hall import NAMES, Hall

EVENING = cast(Tempo, TEMPOS["evening"])


async def test_a_phase_closes_at_its_deadline_and_not_before(hall: Hall) -> None:
    table = await hall.seat()
    await hall.clock.turn(EVENING.statements - 1)
    assert table.sitting.moment.phase == "statements"
    await hall.clock.turn(1)
    assert table.sitting.moment.phase == "actions"
    assert table.sitting.due == hall.clock.now() + EVENING.actions


async def test_a_phase_closes_early_when_all_have_acted(hall: Hall) -> None:
    table = await hall.seat()
    await hall.all_move(table)
    assert table.sitting.moment.phase == "statement_vote"
    assert table.sitting.due == hall.clock.now() + EVENING.statement_vote


async def test_whole_rounds_go_by_when_nobody_comes(hall: Hall) -> None:
    table = await hall.seat()
    await hall.clock.turn(8 * HOUR)
    assert table.sitting.state.outcome is not None


async def test_exactly_those_who_owe_something_are_reminded_once(hall: Hall) -> None:
    table = await hall.seat([*NAMES[:3], None])
    await hall.play(table, "Ala", StaySilent(1))
    await hall.clock.turn(EVENING.statements - EVENING.reminder + 1)
    reminded = {place for place in ("seat:1", "seat:2", "seat:3", "seat:4") if len(hall.ears.at(place)) == 2}
    assert reminded == {"seat:2", "seat:3"}
    await hall.clock.turn(EVENING.reminder - 2)
    assert len(hall.ears.at("seat:2")) == 2
    assert "oświadczenie" in hall.ears.at("seat:2")[-1]


async def test_a_reminder_is_not_repeated_after_a_restart(hall: Hall) -> None:
    await hall.seat()
    await hall.clock.turn(EVENING.statements - EVENING.reminder + 1)
    hall = await hall.again(5)
    await hall.clock.turn(5)
    assert len(hall.ears.at("seat:2")) == 2
    await hall.close()


async def test_a_pause_keeps_the_time_that_was_left(hall: Hall) -> None:
    table = await hall.seat()
    await hall.clock.turn(100)
    await table.pause("Mod", "p")
    with pytest.raises(Declined, match="paused"):
        await hall.play(table, "Ala", StaySilent(1))
    with pytest.raises(Declined, match="paused"):
        await table.pause("Mod", "p2")
    await hall.clock.turn(10 * HOUR)
    assert table.sitting.moment.phase == "statements"
    hall = await hall.again(10 * HOUR)
    table = hall.tables["g"]
    assert table.sitting.paused
    await table.resume("Mod", "r")
    assert table.sitting.due == hall.clock.now() + EVENING.statements - 100
    with pytest.raises(Declined, match="not_paused"):
        await table.resume("Mod", "r2")
    await hall.clock.turn(EVENING.statements - 100)
    assert table.sitting.moment.phase == "actions"
    await hall.close()


async def test_an_extension_is_capped_and_given_once(hall: Hall) -> None:
    table = await hall.seat()
    due = table.sitting.due
    assert due is not None
    for _ in range(2):
        await table.extend("Mod", "e", 10)
    assert table.sitting.due == due + 10 * MINUTE
    await table.extend("Mod", "e2", 1000)
    assert table.sitting.due == due + EVENING.longest - EVENING.statements
    with pytest.raises(Declined, match="longest"):
        await table.extend("Mod", "e3", 1)
    await hall.all_move(table)
    await table.extend("Mod", "e4", 1)
    assert table.sitting.kept.extended == MINUTE


async def test_the_table_is_told_how_much_longer_it_really_is(hall: Hall) -> None:
    table = await hall.seat()
    await table.extend("Mod", "e", 100_000)
    await hall.clock.turn()
    assert "Dodatkowy czas: 25 minut." in hall.ears.at("public")[-1]


async def test_without_deadlines_there_is_nothing_to_extend_and_nothing_ends(hall: Hall) -> None:
    table = await hall.seat(tempo="endless")
    with pytest.raises(Declined, match="no_deadline"):
        await table.extend("Mod", "e", 1)
    await hall.clock.turn(1000 * HOUR)
    assert table.sitting.moment.phase == "statements"
    await table.pause("Mod", "p")
    await table.resume("Mod", "r")
    assert table.sitting.due is None


async def test_who_comes_first_after_an_outage_takes_no_time_from_the_others(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await hall.seat()
    await hall.clock.turn(EVENING.statements - 1)
    with monkeypatch.context() as outage:
        outage.setattr(hall.store, "write", _full)
        await hall.clock.turn(3)
    await hall.play(table, "Ala", StaySilent(1))
    await hall.clock.turn(10)
    assert table.sitting.moment.phase == "statements"
    assert "nowy czas" in hall.ears.at("public")[-1]


async def _full(*_: Change) -> None:
    raise StoreError("the disk is full")


async def test_a_deadline_missed_in_an_outage_gives_a_fair_time_anew(hall: Hall) -> None:
    await hall.seat()
    hall = await hall.again(10 * HOUR)
    table = hall.tables["g"]
    assert table.sitting.moment.phase == "statements"
    assert table.sitting.due == hall.clock.now() + EVENING.fair
    assert "nowy czas" in hall.ears.at("public")[-1]
    await hall.clock.turn(EVENING.fair)
    assert table.sitting.moment.phase == "actions"
    await hall.close()


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 100 * HOUR, -100 * HOUR])
async def test_a_calendar_that_jumps_closes_nothing_early_and_nothing_twice(hall: Hall, jump: float) -> None:
    table = await hall.seat()
    await hall.clock.turn(100)
    hall.clock.jump(jump)
    await hall.clock.turn(EVENING.statements - 101)
    assert table.sitting.moment.phase == "statements"
    await hall.clock.turn(EVENING.reminder + 2)
    assert table.sitting.moment.phase == "actions"
    await hall.clock.turn(EVENING.actions - EVENING.reminder - 5)
    assert table.sitting.moment.phase == "actions"


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_what_follows_a_jump_is_reckoned_by_the_calendar_after_it(hall: Hall, jump: float) -> None:
    """Also where somebody is faster than the table itself."""
    table = await hall.seat()
    await hall.clock.turn(100)
    hall.clock.jump(jump)
    await table.pause("Mod", "p")
    assert table.sitting.kept.left == EVENING.statements - 100
    await table.resume("Mod", "r")
    hall.clock.jump(jump)
    await hall.all_move(table)
    await hall.clock.turn()
    assert table.sitting.due == hall.clock.now() + EVENING.statement_vote


async def test_the_same_jump_twice_counts_twice(hall: Hall) -> None:
    table = await hall.seat()
    for jump in (HOUR, -HOUR, HOUR):
        hall.clock.jump(jump)
        table._woken.set()
        await hall.clock.turn(10)
    left = EVENING.statements - 30
    assert table.sitting.due == hall.clock.now() + left


async def test_whoever_is_given_the_time_anew_is_reminded_anew(hall: Hall) -> None:
    await hall.seat()
    table = hall.tables["g"]
    await hall.clock.turn(EVENING.statements - EVENING.reminder)
    await table.pause("Mod", "p")
    await table.resume("Mod", "r")
    await hall.clock.turn()
    assert len(hall.ears.at("seat:1")) == 3
    await hall.clock.turn(EVENING.reminder)
    assert table.sitting.moment.phase == "actions"


async def test_automata_think_anew_after_a_pause(hall: Hall) -> None:
    table = await hall.seat([*NAMES[:3], None])
    await table.pause("Mod", "p")
    await hall.clock.turn(HOUR)
    await table.resume("Mod", "r")
    await hall.clock.turn(0.9)
    assert table.sitting.n == 0
    await hall.clock.turn(1.1)
    assert table.sitting.state.acted == (4,)


async def test_after_the_end_nothing_is_paused_nor_handed_over(hall: Hall) -> None:
    table = await hall.seat()
    await table.abandon("Mod", "a")
    for asked in (table.pause("Mod", "p"), table.hand_over("Mod", "h", 1, Sitter("Ewa"))):
        with pytest.raises(Refused, match="game_over"):
            await asked
    await hall.clock.turn()
    assert "Koniec gry" in hall.ears.at("public")[-1]


async def test_a_new_tempo_counts_at_once(hall: Hall) -> None:
    table = await hall.seat(tempo="endless")
    await table.retime("Mod", "t", "evening")
    assert table.sitting.due == hall.clock.now() + EVENING.statements
    await hall.clock.turn(EVENING.statements)
    assert table.sitting.moment.phase != "statements"
    await table.retime("Mod", "t2", "endless")
    assert hall.tables["g"].sitting.due is None
    assert "Nowe tempo gry: bez zegara" in hall.ears.at("public")[-1]


async def test_a_new_tempo_in_a_pause_counts_when_it_is_over(hall: Hall) -> None:
    table = await hall.seat(tempo="endless")
    await table.pause("Mod", "p")
    await table.retime("Mod", "t", "evening")
    assert hall.tables["g"].sitting.due is None
    again = await hall.again()
    table = again.tables["g"]
    assert table.sitting.kept.tempo == "evening"
    await table.resume("Mod", "r")
    assert table.sitting.due == again.clock.now() + EVENING.statements
    await again.close()


async def test_a_pause_behind_a_deadline_that_was_missed_ends_with_a_fair_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await hall.seat()
    writes = hall.store.write

    async def full(*changes: Change) -> None:
        raise StoreError("full")

    monkeypatch.setattr(hall.store, "write", full)
    await hall.clock.turn(EVENING.statements + 1)
    monkeypatch.setattr(hall.store, "write", writes)
    await table.pause("Mod", "p")
    await hall.clock.turn(HOUR)
    await table.resume("Mod", "r")
    assert table.sitting.moment.phase == "statements"
    assert table.sitting.due == hall.clock.now() + EVENING.fair
