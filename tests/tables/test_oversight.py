"""Moderators are blind: they see that something was done, never what."""

import pytest

from bot.oversight import export, recording, standing
from bot.post import NO_ANSWER
from bot.sitting import Declined
from bot.store import Unsaid
from bot.table import Means
from bot.text import say
from engine.commands import StaySilent, SubmitStatement
from engine.jsonl import read_lines
from engine.recording import replay
from tests.tables.hall import Hall, settle


def shown(hall: Hall, *unsaid: Unsaid) -> str:
    sitting = hall.tables["g"].sitting
    return "\n".join(map(say, standing(sitting, unsaid, hall.clock.now())))


async def test_they_see_who_has_acted_and_who_is_missing(hall: Hall) -> None:
    table = await hall.seat()
    await hall.play(table, "Ala", SubmitStatement(1, "TAJNE"))
    await hall.play(table, "Celina", StaySilent(3))
    text = shown(hall)
    assert "Ruch wykonany: Ala i Celina." in text
    assert "Brakuje ruchu: Bartek i Dawid." in text
    assert "Do końca fazy: 5 minut." in text
    assert "TAJNE" not in text
    assert table.sitting.state.seed not in text


async def test_silence_and_speech_look_the_same(hall: Hall) -> None:
    table, other = await hall.seat(game="g"), await hall.seat(game="h")
    await hall.play(table, "Ala", SubmitStatement(1, "TAJNE"))
    await hall.play(other, "Ala", StaySilent(1))
    now = hall.clock.now()
    assert standing(table.sitting, (), now) == standing(other.sitting, (), now)


async def test_they_see_whose_messages_fail_and_nothing_of_what_they_say(hall: Hall) -> None:
    await hall.seat()
    text = shown(
        hall,
        Unsaid("g", "seat:2", "a", "TAJNE", attempts=3, not_before=0.0, why="DM zamknięte"),
        Unsaid("g", "seat:3", "b", "TAJNE", attempts=0, not_before=0.0, why=None),
        Unsaid("h", "seat:4", "c", "TAJNE", attempts=3, not_before=0.0, why="inna gra"),
    )
    assert text.count("Niedostarczona") == 1
    assert "(Bartek): DM zamknięte." in text
    assert "TAJNE" not in text


async def test_what_fails_is_told_in_their_language(hall: Hall) -> None:
    await hall.seat()
    text = shown(
        hall,
        Unsaid("g", "public", "a", "", attempts=12, not_before=0.0, why=NO_ANSWER),
        Unsaid("g", "seat:1", "b", "", attempts=1, not_before=0.0, why=None),
    )
    assert "(do wszystkich): mimo wielu prób nie ma odpowiedzi." in text
    assert "(Ala): kolejna próba wkrótce." in text


async def test_whose_messages_fail_is_told_once(hall: Hall) -> None:
    await hall.seat()
    lost = [Unsaid("g", "seat:2", f"{n}", "", attempts=0, not_before=0.0, why="DM zamknięte") for n in range(40)]
    assert shown(hall, *lost).count("Niedostarczona") == 1


async def test_a_pause_is_shown(hall: Hall) -> None:
    table = await hall.seat()
    await table.pause("Mod", "p")
    assert "wstrzymana" in shown(hall)


async def test_the_recording_is_theirs_when_the_game_has_ended(hall: Hall) -> None:
    table = await hall.seat()
    (row,) = await hall.store.games()
    with pytest.raises(Declined, match="running"):
        recording(row, await hall.store.log("g"))
    await table.abandon("Mod", "a")
    (row,) = await hall.store.games()
    lines = recording(row, await hall.store.log("g")).encode().splitlines(keepends=True)
    *_, last = replay(read_lines(lambda _: lines.pop(0) if lines else b""))
    assert last.state == table.sitting.state


async def test_starting_and_exporting_are_public_and_audited(hall: Hall) -> None:
    table = await hall.seat(by="Mod")
    means = Means(hall.store, hall.post, hall.clock, lambda _: 0.0)
    with pytest.raises(Declined, match="running"):
        await export(means, "g", "Mod")
    await table.abandon("Mod", "a")
    text = await export(means, "g", "Mod")
    await settle()
    assert text.count("\n") == 1 + table.sitting.n
    assert [note.what for note in await hall.store.notes("g")] == ["started", "abandoned", "exported"]
    public = hall.ears.at("public")
    assert "Obrady otwarte. Decyzja: Mod." in public[0]
    assert public[-1] == "Pełny zapis zakończonej gry jest już wydany. Decyzja: Mod."
