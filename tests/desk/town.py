"""Everybody who may ask the desk for something, and all that may go on in the channel when they do."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from unittest.mock import patch

from bot.address import Address, address
from bot.desk import Visitor
from bot.office import Server
from bot.screen import Form, Reply, Select
from bot.table import Table
from engine.rules import PRESETS, RuleSet
from tests.desk.lounge import CHANNEL, GUILD, Lounge, mod, visitor
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
    "nobody": mod("Nikt")._replace(guild="", channel="dm 2"),
}
SEATED: Final = {"opener": 1, "player": 2, "seated mod": 3, "private": 1}
MODERATORS: Final = frozenset({"seated mod", "mod"})
LOBBY: Final = "123456abcdef"
ZENON: Final = visitor("Zenon")._replace(guild="502", channel="602")
"""Plays a game of his own, on a third server."""
IN_LOBBIES: Final = ("join", "quit", "choose", "start", "anyway", "cancel")
CHOICES: Final = {"choose": "tempo", "remove": "2", "leave": "1"}
VALUES: Final = {"choose": "daily", "rules": "actions"}


async def arrange(situation: str) -> Lounge:
    """And always there is a game on a third server, too."""
    lounge = await Lounge.open()
    lounge.office.servers[GUILD] = Server(role=ROLE)
    with patch.dict(PRESETS, rulebook=RULES):
        await begin(lounge, ZENON)
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
            while not in_vote(table):
                await lounge.command(mirka, "rada-mod.zamknij")
        case "paused":
            await lounge.command(mirka, "rada-mod.pauza")
        case "ended":
            await lounge.press(mirka, str(Address("abandon", table.sitting.game)))
    await settle()


async def speak(lounge: Lounge, table: Table) -> None:
    """The player has said something that nobody may know yet."""
    form = await lounge.press(WHO["player"], str(to(table, "say", "submit_statement")))
    assert isinstance(form, Form)
    await lounge.write(WHO["player"], form, WORDS)


def table_of(lounge: Lounge) -> Table:
    room = lounge.office.room_at(CHANNEL)
    assert room is not None
    return lounge.office.tables[room.game]


def to(table: Table, verb: str, choice: str = "") -> Address:
    return Address(verb, table.sitting.game, *table.sitting.moment, choice)


def in_vote(table: Table) -> bool:
    return table.sitting.state.phase == "policy_vote"


def picture(lounge: Lounge) -> object:
    """All that is kept, known and said."""
    office, disk = lounge.office, lounge.hall.disk
    sittings = [office.tables[room.game].sitting for room in office.rooms if room.game in office.tables]
    games = [(kept.game, len(kept.log), len(kept.notes)) for kept in disk.games.values()]
    kept = games, len(disk.messages), dict(disk.put)
    known = dict(office.lobbies), tuple(office.rooms), dict(office.servers)
    return kept, known, sittings, dict(lounge.chat.posted), len(lounge.hall.ears.heard)


def genuine(lounge: Lounge, what: str) -> Address:
    """As it stands on the button."""
    room = lounge.office.room_at(CHANNEL)
    if what in IN_LOBBIES or room is None:
        return Address(what, LOBBY, choice=CHOICES.get(what, ""))
    votes = what == "sure" or (room.game in lounge.office.tables and in_vote(table_of(lounge)))
    moves = {"do": "vote_policy.1" if votes else "stay_silent", "sure": "vote_policy.1", "say": "submit_statement"}
    choice = moves.get(what) or CHOICES.get(what, "")
    if room.game not in lounge.office.tables:
        return Address(what, room.game, 1, "statements", choice)
    return to(table_of(lounge), what, choice)


def addresses(answer: Reply) -> Iterator[Address]:
    for row in answer.screen.rows:
        for part in (row,) if isinstance(row, Select) else row:
            found = address(part.address)
            assert found is not None
            yield found
