"""People who press whatever they see, several at once, while the line breaks and the bot is killed: nothing is left
unanswered, and nothing is a fault of ours."""

import asyncio
import logging
import random
from typing import Final

import pytest

from bot.commands import COMMANDS, PLAYERS
from tests.discord.conftest import Start
from tests.discord.hosting import Host, begin, rada
from tests.discord.people import Person
from tests.discord.seen import Button, Menu
from tests.discord.sim import Sim

STEPS: Final = 60
LINES: Final = (
    ("POST", "/interactions/*/callback"),
    ("PATCH", "/webhooks/*"),
    ("POST", "/webhooks/*"),
    ("POST", "/channels/*/messages"),
)
ASKED: Final = [f"{PLAYERS} {command.name}" for command in COMMANDS if command.group == PLAYERS]
WORDS: Final = ("Słowo", "x" * 280, "@everyone **b**", " ", "a\r\nb")


async def act(person: Person, chance: random.Random) -> None:
    """Asks something, or presses something that stands before them, however old."""
    shown = [message for message in person.sees() if message.buttons or message.menus]
    if not shown or chance.random() < 0.15:
        await person.command(chance.choice(ASKED))
        return
    message = chance.choice(shown[-5:])
    items: tuple[Button | Menu, ...] = (*message.buttons, *message.menus)
    item = chance.choice(items)
    if isinstance(item, Menu):
        await person.choose(item.label, chance.choice(item.choices).value, on=message)
        return
    answer = await person.press(item.custom_id, on=message)
    if answer.record.modal is not None:
        await person.fill(answer, chance.choice(WORDS))


def disturb(sim: Sim, chance: random.Random) -> None:
    method, path = chance.choice(LINES)
    if chance.random() < 0.5:
        sim.wire.cut(method, path, carried=chance.random() < 0.5)
    else:
        sim.wire.fail(method, path, chance.choice((500, 503)))


@pytest.mark.parametrize("seed", range(4))
async def test_nothing_that_people_press_is_a_fault(start: Start, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    chance, host = random.Random(seed), Host()
    sim = await start(host)
    people = [sim.person(name) for name in ("Ala", "Bob", "Cela", "Dan")]
    await begin(sim, people)
    for _ in range(STEPS):
        if chance.random() < 0.3:
            disturb(sim, chance)
        if chance.random() < 0.05:
            await sim.restart(host, killed=chance.random() < 0.5)
        await asyncio.gather(*(act(person, chance) for person in chance.sample(people, chance.choice((1, 1, 2, 4)))))
        await sim.advance(chance.choice((0.1, 1, 5, 30, 100)))
    assert len(rada(sim).house.tables[next(iter(host.disk.games))].sitting.events) > 20
    faults = [
        record for record in caplog.records if record.levelno > logging.WARNING or " failed (" in record.getMessage()
    ]
    assert faults == []
