"""One writer: what is answered is durable, what is repeated is not played twice, what is late does not count."""

import asyncio
import json
from dataclasses import replace

import pytest

from bot import interventions as may
from bot.sitting import Declined, Moment, Order, Outcome, Sitter
from bot.store import Change, EndGame, Keep, StoreError
from bot.table import REST, Table
from bot.tables import Unreadable
from bot.taking_up import take_up
from engine.commands import Leave, Pass, Refused, StaySilent, SubmitStatement
from narrator.ahead import Ahead
from tests.tables.hall import NAMES, PEACEFUL, START, Hall, HandClock, settle

SEATS = (None, 1, 2, 3)
HOUR = 3600.0
SPOKEN = SubmitStatement(1, "Za króla!")


async def test_a_whole_game_of_people_is_played_and_kept(hall: Hall) -> None:
    table = await hall.seat()
    while table.sitting.state.outcome is None:
        await hall.all_move(table)
    assert table.sitting.state.outcome.ending == "points"
    (row,) = await hall.store.games()
    assert row.ended
    assert take_up(row, await hall.store.log("g")).state == table.sitting.state


async def test_the_last_tale_is_told_when_the_game_has_ended(hall: Hall) -> None:
    table = await hall.seat(rules=replace(PEACEFUL, rounds=1))
    while table.sitting.state.outcome is None:
        await hall.all_move(table)
    (row,) = await hall.store.games()
    assert row.ended
    assert take_up(row, await hall.store.log("g")).state.untold is None
    assert "Kronika rundy 1" in hall.ears.at("public")[-2]


async def test_what_the_deck_tells_stands_behind_its_facts_and_before_the_next_round(hall: Hall) -> None:
    table = await hall.seat()
    while table.sitting.state.round == 1:
        await hall.all_move(table)
    titles = [said.split("\n")[0] for said in hall.ears.at("public")]
    told = titles.index("Kronika rundy 1")
    assert titles[told - 1] == "Runda 1: wynik głosowania nad dylematem"
    assert titles[told + 1].startswith("Runda 2 z 8")


@pytest.mark.usefixtures("slow_tales")
async def test_what_takes_its_time_keeps_no_round_waiting(hall: Hall) -> None:
    table = await hall.seat()
    while table.sitting.state.round == 1:
        await hall.all_move(table)
    titles = [said.split("\n")[0] for said in hall.ears.at("public")]
    assert titles.index("Kronika rundy 1") > titles.index("Runda 2 z 8 – Faza Oświadczeń")


@pytest.fixture
def slow_tales(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a model: no tale is there at once."""
    monkeypatch.setattr(Ahead, "tale_at_once", lambda ahead, told: None)


@pytest.mark.usefixtures("slow_tales")
async def test_a_game_is_not_over_before_its_last_tale(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program stops between the two."""
    with monkeypatch.context() as patch:
        patch.setattr(Table, "_tell_tale", lambda table, round_: asyncio.sleep(0))
        table = await hall.seat(rules=replace(PEACEFUL, rounds=1))
        while table.sitting.state.outcome is None:
            await hall.all_move(table)
    hall = await hall.again()
    assert "Kronika rundy 1" in hall.ears.at("public")[-1]
    assert (await hall.store.games())[0].ended
    await hall.close()


@pytest.mark.usefixtures("slow_tales")
async def test_a_last_tale_the_store_did_not_take_is_told_later(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await hall.seat(tempo="endless")
    real = hall.store.write

    async def write(*changes: Change) -> None:
        if any(isinstance(change, EndGame) for change in changes):
            raise StoreError("the disk is full")
        await real(*changes)

    with monkeypatch.context() as outage:
        outage.setattr(hall.store, "write", write)
        while table.sitting.state.outcome is None:
            await hall.all_move(table)
        await hall.clock.turn(60)
        assert not (await hall.store.games())[0].ended
    await hall.clock.turn(REST)
    assert (await hall.store.games())[0].ended
    assert sum("Kronika rundy 8" in text for text in hall.ears.at("public")) == 1


async def test_a_game_begins_even_if_whoever_began_it_goes_away(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    beginning = asyncio.ensure_future(hall.seat())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    beginning.cancel()
    await settle()
    assert len(await hall.store.games()) == 1
    assert "g" in hall.tables


async def test_a_table_that_fails_says_so_and_nothing_more(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*anything: object) -> None:
        raise ValueError("TAJNE")

    monkeypatch.setattr(may, "remind", fail)
    await hall.seat()
    assert [record.getMessage() for record in caplog.records] == ["game g stands still: ValueError"]


async def test_what_was_left_unsaid_is_said_before_anything_new(hall: Hall) -> None:
    hall.ears.failures += [OSError()] * 3
    await hall.seat(tempo="blitz")
    before = [message.nonce for message in await hall.store.unsaid() if message.place == "public"]
    hall = await hall.again(3600)
    assert hall.ears.nonces("public")[: len(before)] == before
    assert "nowy czas" in hall.ears.at("public")[len(before)]
    await hall.close()


async def test_a_nonce_tells_nothing_and_fits(hall: Hall) -> None:
    table = await hall.seat()
    await hall.all_move(table)
    nonces = [message.nonce for message in hall.ears.heard]
    assert {len(nonce) for nonce in nonces} == {24}
    assert len({nonce[:4] for nonce in nonces}) == len(nonces)


async def test_a_repeated_click_is_answered_and_not_played_twice(hall: Hall) -> None:
    table = await hall.seat()
    first = await hall.play(table, "Ala", SPOKEN, "click")
    again = await hall.play(table, "Ala", SPOKEN, "click")
    assert again == Outcome(first.sitting, (), first.events)
    assert len(await hall.store.log("g")) == 1


async def test_a_click_repeated_after_a_restart_is_not_played_twice(hall: Hall) -> None:
    table = await hall.seat()
    await hall.play(table, "Ala", SPOKEN, "click")
    hall = await hall.again()
    assert (await hall.play(hall.tables["g"], "Ala", SPOKEN, "click")).events == ()
    assert len(await hall.store.log("g")) == 1
    await hall.close()


async def test_a_click_for_another_phase_never_counts(hall: Hall) -> None:
    table = await hall.seat()
    moment = table.sitting.moment
    for name, seat in zip(NAMES, (1, 2, 3, 4), strict=True):
        await hall.play(table, name, StaySilent(seat))
    assert table.sitting.moment == Moment(1, "actions"), "nobody spoke, so the vote is skipped"
    with pytest.raises(Declined, match="stale"):
        await table.play(Order("Ala", "late", moment, StaySilent(1)))


@pytest.mark.parametrize("person", ["Bartek", "Nikt"])
async def test_nobody_plays_for_another_seat(hall: Hall, person: str) -> None:
    table = await hall.seat()
    with pytest.raises(Declined, match="not_seated"):
        await hall.play(table, person, SPOKEN)


async def test_a_refusal_of_the_rules_changes_nothing(hall: Hall) -> None:
    table = await hall.seat()
    before = table.sitting
    with pytest.raises(Refused, match="wrong_phase"):
        await hall.play(table, "Ala", Pass(1))
    assert table.sitting is before
    assert await hall.store.log("g") == ()


async def test_what_the_store_did_not_take_was_not_played(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await hall.seat()
    before, heard = table.sitting, len(hall.ears.heard)

    async def full(*changes: Change) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(hall.store, "write", full)
        with pytest.raises(StoreError):
            await hall.play(table, "Ala", SPOKEN, "click")
        assert table.sitting is before
        assert len(hall.ears.heard) == heard
    await hall.play(table, "Ala", SPOKEN, "click")
    assert len(await hall.store.log("g")) == 1


async def test_nothing_is_announced_before_it_is_durable(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await hall.seat(NAMES[:3])
    heard = len(hall.ears.heard)
    write, gate = hall.store.write, asyncio.Event()

    async def slow(*changes: Change) -> None:
        await gate.wait()
        await write(*changes)

    monkeypatch.setattr(hall.store, "write", slow)
    playing = asyncio.ensure_future(table.play(Order("Ala", "click", None, SPOKEN)))
    await settle()
    assert not playing.done()
    assert table.sitting.n == 0
    assert len(hall.ears.heard) == heard
    gate.set()
    assert (await playing).sitting.n == 1


async def test_who_goes_away_while_it_is_written_has_still_moved(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await hall.seat()
    write = hall.store.write

    async def slow(*changes: Change) -> None:
        await settle()
        await write(*changes)

    monkeypatch.setattr(hall.store, "write", slow)
    playing = asyncio.ensure_future(table.play(Order("Ala", "click", None, SPOKEN)))
    await asyncio.sleep(0)
    playing.cancel()
    await settle()
    await settle()
    assert table.sitting.n == len(await hall.store.log("g")) == 1
    assert (await hall.play(table, "Bartek", StaySilent(2))).sitting.n == 2


async def test_a_restart_between_any_two_clicks_loses_and_repeats_nothing(hall: Hall) -> None:
    table = await hall.seat(NAMES[:3])
    while table.sitting.state.outcome is None:
        await hall.all_move(table)
        hall = await hall.again()
        if "g" not in hall.tables:
            break
        assert hall.tables["g"].sitting == table.sitting
        assert [hall.tables["g"].view(seat) for seat in SEATS] == [table.view(seat) for seat in SEATS]
        table = hall.tables["g"]
    assert len(hall.ears.heard) == len({message.nonce for message in hall.ears.heard})
    assert any("Koniec gry" in text for text in hall.ears.at("public"))
    await hall.close()


@pytest.mark.parametrize(
    "change",
    [
        ('"text":"Za króla!"', '"text":"Za królową!"'),
        ('"seat_acted","to":"all"', '"seat_acted","to":[]'),
        ('{"event":"seat_acted"', '{"event":"nothing"},{"event":"seat_acted"'),
        ('"do":"submit_statement","seat":1', '"do":"submit_statement","seat":9'),
        ('{"n"', '"n"'),
    ],
)
async def test_a_log_the_engine_would_not_have_written_is_left_alone(
    hall: Hall, caplog: pytest.LogCaptureFixture, change: tuple[str, str]
) -> None:
    table = await hall.seat()
    await hall.play(table, "Ala", SPOKEN)
    await hall.play(table, "Bartek", SubmitStatement(2, 'A\\ ","events":[ i tak dalej'))
    log = hall.disk.games["g"].log
    sound = log[0]
    log[0] = replace(sound, line=sound.line.replace(*change, 1))
    assert log[0] != sound
    hall = await hall.again()
    assert "g" not in hall.tables
    assert "g cannot be taken up: line 2" in caplog.text
    assert "król" not in caplog.text
    log[0] = sound
    hall = await hall.again()
    assert hall.tables["g"].sitting == table.sitting
    await hall.close()


@pytest.mark.parametrize(
    "change",
    [
        ("{", "["),
        ('"sitters"', '"seats"'),
        ('"evening"', '"morning"'),
        ('{"person": "Ala", "temperament": null}, ', ""),
    ],
)
async def test_what_a_table_kept_and_cannot_be_read_keeps_no_other_from_going_on(
    hall: Hall, caplog: pytest.LogCaptureFixture, change: tuple[str, str]
) -> None:
    for game in ("g", "h"):
        await hall.seat(game=game)
    kept = hall.disk.games["g"].game.kept
    await hall.store.write(Keep("g", kept.replace(*change, 1)))
    hall = await hall.again()
    assert ("g" in hall.tables, "h" in hall.tables) == (False, True)
    assert "g cannot be taken up: what the table kept" in caplog.text
    assert (hall.tables.unreadable("g"), hall.tables.unreadable("h")) == (True, False)
    with pytest.raises(Unreadable):
        await hall.tables.sitting("g")
    await hall.close()


async def test_what_a_game_that_cannot_be_read_has_to_say_waits_for_it(hall: Hall) -> None:
    hall.ears.failures += [TimeoutError()] * 99
    await hall.seat()
    unsaid = await hall.store.unsaid()
    assert unsaid
    kept = hall.disk.games["g"].game.kept
    await hall.store.write(Keep("g", "{}"))
    hall.ears.failures.clear()
    hall = await hall.again(HOUR)
    assert (hall.ears.heard, await hall.store.unsaid()) == ([], unsaid)
    await hall.store.write(Keep("g", kept))
    hall = await hall.again()
    assert {message.nonce for message in unsaid} <= {message.nonce for message in hall.ears.heard}
    await hall.close()


async def test_only_the_games_that_are_wanted_go_on(hall: Hall) -> None:
    for game in ("g", "h"):
        hall.ears.failures += [TimeoutError()] * 9
        await hall.seat(game=game)
    await hall.close()
    hall.ears.failures.clear()
    hall = Hall(HandClock(START + HOUR), hall.disk, hall.ears)
    unsaid = [message for message in await hall.store.unsaid() if message.game == "h"]
    assert unsaid
    await hall.tables.resume({"g"})
    await hall.clock.turn(HOUR)
    assert ("g" in hall.tables, "h" in hall.tables) == (True, False)
    assert {message.game for message in hall.ears.heard} == {"g"}
    assert [message for message in await hall.store.unsaid() if message.game == "h"] == unsaid
    await hall.close()


async def test_a_game_of_an_older_version_goes_on(hall: Hall) -> None:
    table = await hall.seat()
    older = {name: value for name, value in json.loads(hall.disk.games["g"].game.kept).items() if name != "avoid"}
    await hall.store.write(Keep("g", json.dumps(older)))
    hall = await hall.again()
    assert hall.tables["g"].sitting == table.sitting
    await hall.close()


async def test_people_leave_and_the_table_goes_on(hall: Hall) -> None:
    table = await hall.seat()
    await table.play(Order("Ala", "bye", None, Leave(1, "left")))
    assert table.sitting.state.councillor(1).status == "left"


async def test_automata_play_a_whole_game_alone(hall: Hall) -> None:
    table = await hall.seat([None] * 5)
    for _ in range(200):
        await hall.clock.turn(3)
    assert table.sitting.state.outcome is not None


async def test_a_seat_changes_hands_with_all_it_has(hall: Hall) -> None:
    table = await hall.seat()
    await hall.play(table, "Ala", SPOKEN)
    before = table.view(1)
    await table.hand_over("Mod", "swap", 1, Sitter(person="Zofia"))
    with pytest.raises(Declined, match="not_seated"):
        await hall.play(table, "Ala", StaySilent(1))
    assert table.view(1) == before
    assert SPOKEN.text in hall.ears.at("seat:1")[-1]
    await hall.play(table, "Zofia", StaySilent(1))
    with pytest.raises(Declined, match="seat_taken"):
        await table.hand_over("Mod", "swap 2", 2, Sitter(person="Zofia"))
    with pytest.raises(Refused, match="unknown_seat"):
        await table.hand_over("Mod", "swap 3", 9, Sitter(person="Xawery"))


async def test_whoever_takes_a_seat_over_is_told_its_past_and_invited(hall: Hall) -> None:
    table = await hall.seat()
    await table.hand_over("Mod", "swap", 1, Sitter(person="Zofia"))
    await hall.clock.turn()
    assert hall.ears.at("seat:1")[-1].startswith("Teczka: Ala")
    assert hall.ears.invited("seat:1") == 2
    assert hall.ears.invited("seat:2") == 1


async def test_who_has_left_leaves_no_seat_to_hand_over(hall: Hall) -> None:
    table = await hall.seat()
    await table.play(Order("Ala", "leave", None, Leave(1, "left")))
    with pytest.raises(Refused, match="not_active"):
        await table.hand_over("Mod", "swap", 1, Sitter(person="Zofia"))


async def test_an_automaton_takes_over_in_mid_game(hall: Hall) -> None:
    table = await hall.seat()
    await table.hand_over("Mod", "swap", 1, Sitter(temperament="schemer"))
    await hall.clock.turn(3)
    assert table.sitting.state.acted == (1,)


async def test_every_intervention_is_public_audited_and_done_once(hall: Hall) -> None:
    table = await hall.seat()
    for _ in range(2):
        await table.pause("Mod", "p")
        await table.resume("Mod", "r")
        await table.extend("Mod", "e", 5)
        await table.hand_over("Mod", "h", 1, Sitter(person="Zofia"))
        await table.close_phase("Mod", "c")
        await table.remove("Mod", "x", 4)
        await table.abandon("Mod", "a")
    await settle()
    notes = [note.what for note in await hall.store.notes("g")]
    assert notes == ["paused", "resumed", "extended", "handed_over", "closed", "removed", "abandoned"]
    assert sum("Mod" in text for text in hall.ears.at("public")) == len(notes)
    assert {note.who for note in await hall.store.notes("g")} == {"Mod"}


async def test_what_is_stored_of_an_intervention_holds_no_secret(hall: Hall) -> None:
    table = await hall.seat()
    await hall.play(table, "Ala", SubmitStatement(1, "TAJNE"))
    await table.pause("Mod", "p")
    notes = json.dumps([[note.who, note.what] for note in await hall.store.notes("g")])
    assert "TAJNE" not in notes
    assert all("TAJNE" not in text for text in hall.ears.at("public"))


async def test_a_neighbouring_game_is_told_other_crises_also_after_a_restart(hall: Hall) -> None:
    first = await hall.seat(tempo="endless")
    while first.sitting.state.outcome is None:
        await hall.all_move(first)
    second = await hall.seat(tempo="endless", game="h", avoid=first.sitting.crises)
    while second.sitting.state.round < 4:
        await hall.all_move(second)
    hall = await hall.again()
    second = hall.tables["h"]
    while second.sitting.state.outcome is None:
        await hall.all_move(second)
    assert len(first.sitting.crises) == len(second.sitting.crises) == 8
    assert not set(first.sitting.crises) & set(second.sitting.crises)
    await hall.close()


@pytest.mark.parametrize("phase", ["statements", "actions", "policy_vote"])
async def test_a_restart_asks_for_a_dilemma_only_where_one_is_still_to_come(
    hall: Hall, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Ahead, "ask", lambda _, brief: asked.append(brief.chronicle.round))
    table = await hall.seat()
    while table.sitting.moment.phase != phase:
        await hall.all_move(table)
    asked.clear()
    hall = await hall.again()
    assert asked == ([] if phase == "policy_vote" else [1])
    await hall.close()


async def test_nobody_sits_on_two_seats(hall: Hall) -> None:
    with pytest.raises(ValueError, match="two seats"):
        await hall.seat(["Ala", "Ala", "Bartek"])
