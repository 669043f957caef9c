"""Who may do what, through the real client: everything in the table is tried; answers are seen by whoever asks, and by
nobody else; what is refused changes nothing, and nothing that is made up changes what others see."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

import pytest

from bot.address import Address
from bot.commands import COMMANDS as KNOWN
from bot.desk import PRESSED
from bot.text import catalogue, line, say
from tests.discord.evening import Evening, evening, offers
from tests.discord.people import Answer, Person
from tests.discord.seen import Event, Shown
from tests.discord.table_of_rights import BUTTONS, CHANGING, COMMANDS, OPTIONS, PEOPLE, Cell, cells

ROWS: Final = (*cells(COMMANDS), *cells(BUTTONS))
SITUATIONS: Final = ("nothing", "lobby", "game", "vote", "paused", "ended")
IN_LOBBIES: Final = ("join", "quit", "choose", "start", "anyway", "cancel")
NAMES: Final = ("Dawid", "Gaja", "Mirka", "Nikt")
WORDS: Final = "Tajne słowa"
REFUSALS: Final = {text for key, text in catalogue().items() if key.startswith("refusal.")}
LONG_ENOUGH: Final = 40.0
"""Seconds, until all has been said and every board is true."""


@dataclass
class Town:
    """Everybody in the table, with a sheet of paper each: a private answer, on which they can press what they like."""

    game: Evening
    people: dict[str, Person]
    lobby: str = ""
    papers: dict[str, Shown] = field(default_factory=dict)

    async def ask(self, cell: Cell) -> Answer:
        person = self.people[cell.person]
        if "." in cell.what:
            where = person.dm if cell.person in ("private", "nobody") else None
            return await person.command(cell.what.replace(".", " "), where, anyhow=True, **OPTIONS.get(cell.what, {}))
        values = {"choose": ["daily"], "rules": ["actions"]}.get(cell.what)
        return await person.forge(self.address(cell.what), self.papers[cell.person], values)

    def address(self, verb: str) -> str:
        choices = {"choose": "tempo", "remove": "2", "leave": "1", "say": "submit_statement", "sure": "vote_policy.1"}
        if verb in IN_LOBBIES or not self.game.id:
            return str(Address(verb, self.lobby, choice=choices.get(verb, "")))
        moment = (1, "statements") if self.game.over else self.game.table.sitting.moment
        choice = "vote_policy.1" if moment[1] == "policy_vote" else "stay_silent"
        return str(Address(verb, self.game.id, *moment, choices.get(verb, choice if verb == "do" else "")))

    async def hand_out_paper(self) -> None:
        for name, person in self.people.items():
            where = person.dm if name in ("private", "nobody") else None
            self.papers[name] = (await person.command("rada pomoc", where)).message


@asynccontextmanager
async def town(situation: str) -> AsyncIterator[Town]:
    async with evening(["Ala", "Bartek"], begun=False) as game:
        sim, (ala, bartek) = game.sim, game.people
        dawid, gaja, mirka, nikt = (sim.person(name, manages=name == "Dawid") for name in NAMES)
        xymena = sim.person("Xymena", manages=True, home=sim.server("Inny"))
        made = Town(game, dict(zip(PEOPLE, (ala, bartek, gaja, dawid, mirka, xymena, ala, nikt), strict=True)))
        await dawid.press("Dołącz")
        made.lobby = next(button.custom_id for shown in ala.sees() for button in shown.buttons).split("|")[2]
        role = game.sim.guild.create_role("Prowadzący")
        sim.guild.remove_member(mirka.user)
        sim.guild.add_member(mirka.user, roles=[role])
        await dawid.command("rada-mod ustawienia", rola=role)
        await arrange(made, situation)
        await made.hand_out_paper()
        yield made


async def arrange(made: Town, situation: str) -> None:
    game, moderator = made.game, made.people["mod"]
    if situation == "nothing":
        await game.people[0].press("Zamknij stół")
    if situation in ("nothing", "lobby"):
        return
    await game.start()
    opened = await made.people["player"].press("Złóż oświadczenie")
    await made.people["player"].fill(opened, WORDS)
    while situation == "vote" and game.state.phase != "policy_vote":
        await moderator.command("rada-mod zamknij", anyhow=True)
    if situation == "paused":
        await moderator.command("rada-mod pauza", anyhow=True)
    if situation == "ended":
        asked = await moderator.command("rada-mod zakoncz", anyhow=True)
        await moderator.press("Tak, zakończ grę", on=asked.message)
    await game.sim.advance(LONG_ENOUGH)


# -- the table --------------------------------------------------------------------------------------------------------


def told(answer: Answer) -> list[str]:
    """What the answer says; nothing for a form."""
    if answer.record.modal is not None:
        return []
    return [shown.content for shown in (answer.message, *answer.more)]


def sentence(code: str) -> str:
    return say(line("door.only_server" if code == "only_server" else f"refusal.{code}"))


def wrong(cell: Cell, answer: Answer) -> bool:
    said = told(answer)
    refused = [text for text in said if text in REFUSALS or text == sentence("only_server")]
    return refused != ([sentence(cell.code)] if cell.code else [])


def may_know(cell: Cell) -> bool:
    """The words that one player has written; later they are public."""
    return cell.person == "player" or cell.situation == "vote"


def for_others(events: list[Event], person: Person) -> list[Event]:
    return [event for event in events if event.only != person.id]


@pytest.mark.parametrize("situation", SITUATIONS)
async def test_what_changes_nothing_is_seen_by_whoever_asks_alone(situation: str) -> None:
    async with town(situation) as made:
        world, host = made.game.sim.world, made.game.host
        for cell in [cell for cell in ROWS if cell.situation == situation and not cell.changes]:
            kept, since = repr(host.disk), len(world.journal)
            answer = await made.ask(cell)
            assert not wrong(cell, answer), (cell, told(answer))
            assert repr(host.disk) == kept, cell
            assert for_others(world.journal[since:], made.people[cell.person]) == [], cell
            assert may_know(cell) or WORDS not in f"{told(answer)}"
        kept, since = repr(host.disk), len(world.journal)
        await made.game.sim.advance(LONG_ENOUGH)
        assert (repr(host.disk), world.journal[since:]) == (kept, []), "nor anything later"


def first_of_each() -> Iterator[Cell]:
    done = [cell for cell in ROWS if cell.changes and not cell.code]
    for _, same in groupby(sorted(done, key=lambda cell: cell.what), key=lambda cell: cell.what):
        yield next(same)


@pytest.mark.parametrize("cell", list(first_of_each()), ids=lambda cell: cell.what)
async def test_what_is_done_is_done(cell: Cell) -> None:
    async with town(cell.situation) as made:
        kept = repr(made.game.host.disk)
        answer = await made.ask(cell)
        await made.game.sim.advance(LONG_ENOUGH)
        assert not wrong(cell, answer), told(answer)
        assert repr(made.game.host.disk) != kept
        assert answer.hidden or cell.person == "private"


def test_everything_that_changes_anything_is_tried() -> None:
    assert {cell.what for cell in first_of_each()} == CHANGING | {"rada.opusc"}
    assert {cell.what for cell in ROWS} == {command.key for command in KNOWN} | set(PRESSED)


# -- what is made up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["opener", "guest", "seated mod"])
async def test_what_is_made_up_changes_nothing_that_others_see(name: str) -> None:
    """The panel is not shown to all, nor does the board lose its button, whatever was pressed on it."""
    async with town("game") as made:
        board = next(shown for shown in reversed(made.people["guest"].sees(made.game.sim.channel)) if shown.buttons)
        person, stood = made.people[name], str(board)
        for verb in PRESSED:
            for game in (made.game.id, "unknown", made.lobby):
                answer = await person.forge(str(Address(verb, game, 1, "statements", "stay_silent")), board)
                hidden = answer.record.modal is not None or answer.hidden
                assert (str(board), hidden) == (stood, True), (verb, game)
        for garbage in ("", "rada", "rada|panel", f"rada|panel|{made.game.id}|x||", "x" * 100):
            answer = await person.forge(garbage, board)
            assert (str(board), answer.hidden) == (stood, True), garbage


@pytest.mark.parametrize("name", ["player", "guest", "mod"])
async def test_a_copy_of_a_panel_acts_for_whoever_presses_it(name: str) -> None:
    """For the owner of the panel nothing has happened, and nothing that they see has changed."""
    async with town("game") as made:
        ala, person, game = made.people["opener"], made.people[name], made.game
        seat = game.seat(person)
        before = [str(shown) for shown in ala.sees()]
        (silence,) = (offer for offer in offers(await game.panel(ala)) if offer.name == "stay_silent")
        await person.forge(silence.custom_id, made.papers[name])
        words = {c.seat: c.statement for c in game.state.councillors}
        assert game.state.acted == (2,)
        assert words == {1: None, 2: None if seat == 2 else WORDS, 3: None}
        assert [str(shown) for shown in ala.sees()][:-1] == before, "besides the panel that was asked for"
