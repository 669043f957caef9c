"""Kept sessions are played again, message by message; and with the bot killed and begun again on the way."""

from random import Random

import pytest

from bot.address import address
from bot.text import line, say
from tests.discord.people import Person
from tests.discord.seen import Shown
from tests.discord.sessions.__main__ import KEPT, difference, kept
from tests.discord.sessions.plans import PLANS
from tests.discord.sessions.session import Session, play_again, read
from tests.narrator.kingdom import TALE, TITLE

SAMPLE = 3
"""Restarts a session, of all there could be: `python -m tests.discord.sessions restarts` does every one."""
PLACES = [
    (name, number)
    for name in PLANS
    for number in Random(f"restarts/{name}").sample(range(2, len(read(kept(name))[1]) + 1), SAMPLE)
]


def test_every_plan_is_kept_and_nothing_else() -> None:
    assert {path.stem for path in KEPT.iterdir()} == set(PLANS)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("three", "### Koniec gry: Zwycięstwo na Punkty"),
        ("three", "[Mój panel] on #rada"),
        ("seven", "### Koniec gry: Gra przerwana"),
        ("seven", "Miejsce „Celina” przejmuje ktoś inny."),
        ("twelve", "### Koniec gry: Upadek królestwa"),
        ("twelve", "Reguła Hańby: wygnanie z Rady"),
        ("closed", "Bartek: prywatne wiadomości są zamknięte."),
        ("model", f"### Dylemat: {TITLE}"),
        ("model", TALE),
    ],
)
def test_what_a_session_is_kept_for_is_in_it(name: str, shown: str) -> None:
    """Played anew, it may come out otherwise: then another seed is needed."""
    assert shown in kept(name)


@pytest.mark.parametrize("name", PLANS)
async def test_a_kept_session_comes_out_as_it_is_kept(name: str) -> None:
    played = await play_again(*read(kept(name)))
    assert not difference(kept(name), played.text)


@pytest.mark.parametrize(("name", "number"), PLACES)
async def test_a_restart_changes_nothing_that_anybody_sees(name: str, number: int) -> None:
    """Nothing is told twice, nothing is lost, the order is kept, and what stood before can be pressed."""
    killed = number % 2 == 0
    played = await play_again(*read(kept(name)), number, killed=killed)
    assert not difference(kept(name), played.text)


@pytest.mark.parametrize("share", [0.4, 0.8, 1.0])
async def test_after_a_restart_whatever_was_ever_shown_can_be_pressed(share: float) -> None:
    """Each is told something, once; nobody is told that there is no such button."""
    cast, deeds = read(kept("three"))
    async with Session.open(cast) as session:
        for deed in deeds[: int(len(deeds) * share)]:
            await session.do(deed)
        await session.restart(killed=True)
        pressed = 0
        for person in session.people.values():
            pressed += await press_everything(person)
        assert pressed > 50
        seen = "".join(map(session.sim.transcript, session.people.values()))
        assert not [key for key in ("door.unknown", "door.fault") if say(line(key)) in seen]


async def press_everything(person: Person) -> int:
    """Where something was shown, and is shown; a message whose buttons are gone by then is left out."""
    standing = [shown for shown in person.sees() if shown.rows]
    pressed = 0
    for shown in standing:
        for custom_id, values in _everything(shown):
            answer = await person.forge(custom_id, shown, values)
            assert answer.answered, custom_id
            pressed += 1
    return pressed


def _everything(shown: Shown) -> list[tuple[str, list[str] | None]]:
    """All but what ends the game, or a seat."""
    buttons = [(button.custom_id, None) for button in shown.buttons]
    menus = [(menu.custom_id, [choice.value]) for menu in shown.menus for choice in menu.choices]
    found: list[tuple[str, list[str] | None]] = [*buttons, *menus]
    return [one for one in found if (where := address(one[0])) and where.verb not in ("leave", "abandon", "remove")]
