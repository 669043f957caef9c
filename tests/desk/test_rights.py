"""Who may do what, at the desk: everything in the table is tried, and whatever is refused changes nothing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

import pytest

from bot.address import Address, address
from bot.commands import COMMANDS as KNOWN
from bot.desk import PRESSED, Visitor
from bot.office import Server
from bot.screen import Form, Reply, Select
from bot.sitting import Declined
from bot.table import Table
from bot.text import catalogue
from engine.commands import Refused
from engine.rules import PRESETS, RuleSet
from tests.desk.lounge import CHANNEL, GUILD, Lounge, mod, text, visitor
from tests.discord.table_of_rights import BUTTONS, COMMANDS, OPTIONS, PEOPLE, Cell, cells
from tests.tables.hall import settle

INFLUENCE: Final = 1789
RULES: Final = RuleSet(starting_stats=1000, dominance=5000, starting_influence=INFLUENCE)
WORDS: Final = "Tajne słowa"
ROLE: Final = "77"
OPENER: Final = visitor("Ala")
WHO: Final[dict[str, Visitor]] = {
    "opener": OPENER,
    "player": visitor("Bartek"),
    "guest": visitor("Gaja"),
    "seated mod": mod("Dawid"),
    "mod": visitor("Mirka")._replace(roles=frozenset({ROLE})),
    "stranger": mod("Xymena")._replace(guild="501", channel="601"),
    "private": OPENER._replace(guild="", channel="dm"),
    "nobody": visitor("Nikt")._replace(guild="", channel="dm 2"),
}
SEATED: Final = {"opener": 1, "player": 2, "seated mod": 3, "private": 1}
MODERATORS: Final = frozenset({"seated mod", "mod"})
LOBBY: Final = "123456abcdef"
CHOICES: Final = {"choose": "tempo", "remove": "2", "leave": "1"}
VALUES: Final = {"choose": "daily", "rules": "actions"}


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRESETS, "rulebook", RULES)


# -- what goes on in the channel --------------------------------------------------------------------------------------


async def arrange(situation: str) -> Lounge:
    """And always there is a game on a third server, too."""
    lounge = await Lounge.open()
    lounge.office.servers[GUILD] = Server(role=ROLE)
    await begin(lounge, visitor("Zenon")._replace(guild="502", channel="602"))
    if situation != "nothing":
        await open_lobby(lounge)
    if situation not in ("nothing", "lobby"):
        await begin_here(lounge, situation)
    return lounge


async def begin(lounge: Lounge, who: Visitor) -> None:
    await lounge.command(who, "rada.nowa")
    (lobby,) = lounge.office.lobbies
    await lounge.press(who, str(Address("start", lobby)))
    await settle()


async def open_lobby(lounge: Lounge) -> None:
    await lounge.command(OPENER, "rada.nowa")
    (lobby,) = lounge.office.lobbies.values()
    lounge.office.lobbies = {LOBBY: replace(lobby, id=LOBBY, seats=3)}
    for name in ("player", "seated mod"):
        await lounge.press(WHO[name], str(Address("join", LOBBY)))


async def begin_here(lounge: Lounge, situation: str) -> None:
    await lounge.press(OPENER, str(Address("start", LOBBY)))
    await settle()
    table, mirka = table_of(lounge), WHO["mod"]
    await speak(lounge, table)
    match situation:
        case "vote":
            while table.sitting.state.phase != "policy_vote":
                await lounge.command(mirka, "rada-mod.zamknij")
        case "paused":
            await lounge.command(mirka, "rada-mod.pauza")
        case "ended":
            await lounge.press(mirka, str(Address("abandon", table.sitting.game)))
    await settle()


async def speak(lounge: Lounge, table: Table) -> None:
    """The player has said something that nobody may know yet."""
    form = await lounge.press(WHO["player"], to(table, "say", "submit_statement"))
    assert isinstance(form, Form)
    await lounge.write(WHO["player"], form, WORDS)


def table_of(lounge: Lounge) -> Table:
    room = lounge.office.rooms.last_at(CHANNEL)
    assert room is not None
    return lounge.office.tables[room.game]


def to(table: Table, verb: str, choice: str = "") -> str:
    return str(Address(verb, table.sitting.game, *table.sitting.moment, choice))


def picture(lounge: Lounge) -> object:
    """All that is kept, known and said."""
    office, hall = lounge.office, lounge.hall
    sittings = [office.tables[room.game].sitting for room in office.rooms if room.game in office.tables]
    kept = repr(hall.disk), dict(office.lobbies), tuple(office.rooms), dict(office.servers)
    return kept, sittings, dict(lounge.chat.posted), len(hall.ears.heard)


# -- the table --------------------------------------------------------------------------------------------------------


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
    return await lounge.press(who, genuine(lounge, cell), *values)


def genuine(lounge: Lounge, cell: Cell) -> str:
    """As it stands on the button."""
    lobby = cell.what in ("join", "quit", "choose", "start", "anyway", "cancel")
    room = lounge.office.rooms.last_at(CHANNEL)
    if lobby or room is None:
        return str(Address(cell.what, LOBBY, choice=CHOICES.get(cell.what, "")))
    votes = cell.situation == "vote" or cell.what == "sure"
    moves = {"do": "vote_policy.1" if votes else "stay_silent", "sure": "vote_policy.1", "say": "submit_statement"}
    choice = moves.get(cell.what) or CHOICES.get(cell.what, "")
    if room.game not in lounge.office.tables:
        return str(Address(cell.what, room.game, 1, "statements", choice))
    return to(table_of(lounge), cell.what, choice)


def test_every_refusal_has_its_sentence() -> None:
    for cell in (*cells(COMMANDS), *cells(BUTTONS)):
        assert not cell.code or f"{'door' if cell.code == 'only_server' else 'refusal'}.{cell.code}" in catalogue()


def addresses(answer: Reply) -> Iterator[Address]:
    for row in answer.screen.rows:
        for part in (row,) if isinstance(row, Select) else row:
            found = address(part.address)
            assert found is not None
            yield found


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
