"""Who may do what, at the desk: everything in the table is tried, and whatever is refused changes nothing."""

from itertools import groupby

import pytest

from bot.commands import COMMANDS as KNOWN
from bot.commands import MODERATORS
from bot.desk import PRESSED
from bot.screen import Form, Reply
from bot.sitting import Declined
from bot.text import catalogue
from engine.commands import Refused
from tests.desk.lounge import CHANNEL, Lounge, text
from tests.desk.town import INFLUENCE, OPENER, SEATED, VALUES, WHO, WORDS, addresses, arrange, begin, genuine, picture
from tests.discord.table_of_rights import BUTTONS, COMMANDS, OPTIONS, PEOPLE, Cell, cells
from tests.tables.hall import settle


def test_the_table_is_whole() -> None:
    assert {cell.what for cell in cells(COMMANDS)} == {command.key for command in KNOWN}
    assert {cell.what for cell in cells(BUTTONS)} == set(PRESSED)
    assert set(WHO) == set(PEOPLE)


@pytest.mark.parametrize("what", [command.key for command in KNOWN])
async def test_every_command_for_everybody(what: str) -> None:
    await try_all([cell for cell in cells(COMMANDS) if cell.what == what and cell.code != "only_server"])


@pytest.mark.parametrize("what", PRESSED)
async def test_everything_that_can_be_pressed_for_everybody(what: str) -> None:
    await try_all([cell for cell in cells(BUTTONS) if cell.what == what])


@pytest.mark.parametrize("who", ["private", "nobody"])
async def test_nobody_moderates_in_private(who: str) -> None:
    """Even if the chat should think so."""
    lounge = await arrange("game")
    before = picture(lounge)
    for command in KNOWN:
        if command.group == MODERATORS:
            with pytest.raises(Declined, match="not_moderator"):
                await lounge.command(WHO[who], command.key, **OPTIONS.get(command.key, {}))
    assert picture(lounge) == before
    await lounge.close()


async def test_seats_are_suggested_to_moderators_only() -> None:
    lounge = await arrange("game")
    for name in ("opener", "player", "guest", "private"):
        assert lounge.desk.suggest(WHO[name], "rada-mod.usun", "miejsce", "") == []
    for name in ("seated mod", "mod"):
        assert len(lounge.desk.suggest(WHO[name], "rada-mod.usun", "miejsce", "")) == 3
    with pytest.raises(Declined, match="no_game"):
        lounge.desk.suggest(WHO["stranger"], "rada-mod.usun", "miejsce", "")
    await lounge.close()


async def try_all(row: list[Cell]) -> None:
    wrong = []
    for situation, of_situation in groupby(row, lambda cell: cell.situation):
        lounge = await arrange(situation)
        for cell in of_situation:
            before = picture(lounge)
            code = await code_of(lounge, cell)
            await settle()
            if (code, picture(lounge) != before) != (cell.code, cell.changes):
                wrong.append((cell, code, "changed" if picture(lounge) != before else "as it was"))
            if picture(lounge) != before:
                await lounge.close()
                lounge = await arrange(situation)
        await lounge.close()
    assert wrong == []


async def code_of(lounge: Lounge, cell: Cell) -> str:
    """What becomes of it: the code of the refusal, or nothing."""
    try:
        answer = await ask(lounge, cell)
    except (Declined, Refused) as no:
        return no.code
    if cell.what != "rada-mod.eksport":
        assert cell.situation == "vote" or cell.person == "player" or WORDS not in str(answer)
        assert cell.situation == "ended" or cell.person in SEATED or str(INFLUENCE) not in str(answer)
    if isinstance(answer, Reply):
        assert text(answer)
        assert {where.verb for where in addresses(answer)} <= set(PRESSED)
    return ""


async def ask(lounge: Lounge, cell: Cell) -> Reply | Form:
    who = WHO[cell.person]
    if "." in cell.what:
        return await lounge.command(who, cell.what, **OPTIONS.get(cell.what, {}))
    values = (VALUES[cell.what],) if cell.what in VALUES else ()
    return await lounge.press(who, str(genuine(lounge, cell.what)), *values)


def test_every_refusal_has_its_sentence() -> None:
    for cell in (*cells(COMMANDS), *cells(BUTTONS)):
        assert not cell.code or f"{'door' if cell.code == 'only_server' else 'refusal'}.{cell.code}" in catalogue()


async def test_whoever_plays_several_games_chooses_which(lounge: Lounge) -> None:
    """Whatever is offered then, is answered."""
    for channel in (CHANNEL, "699"):
        await begin(lounge, OPENER._replace(channel=channel))
    for name in ("stan", "panel", "teczka", "opusc"):
        which = await lounge.command(WHO["private"], f"rada.{name}")
        assert isinstance(which, Reply)
        assert len(which.screen.rows) == 2
        for where in addresses(which):
            assert text(await lounge.press(WHO["private"], str(where)))
