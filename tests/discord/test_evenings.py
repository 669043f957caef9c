"""People who do things at the same time: each is told exactly one thing, and the game is one that the rules know."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.address import Address
from bot.pictures import History, picture
from bot.taking_up import take_up
from bot.text import line, say
from tests.discord.evening import Evening, evening, offers
from tests.discord.people import Answer, Person
from tests.discord.seen import Shown

SEEDS = range(3)
"""Each lets requests arrive in another order."""
ROUNDS, PHASES = 8, 4


@asynccontextmanager
async def fair(game: Evening, seed: int, caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    """All that was asked in the block was answered, each once, and the game can be told from its recording."""
    chance, before = Random(seed), len(game.sim.answers)
    game.sim.wire.turns = lambda: chance.randrange(9)
    yield
    await game.sim.advance(30)
    asked = game.sim.answers[before:]
    assert asked
    assert all(answer.answered for answer in asked)
    assert not [record for record in caplog.records if record.name == "rada.door"]
    await is_true(game)


async def is_true(game: Evening) -> None:
    """What is played is what is written."""
    for row in await game.store.games():
        told = take_up(row, await game.store.log(row.game))
        tables = game.client.house.tables
        assert row.game not in tables or told.state == tables[row.game].sitting.state


async def at_once(*deeds: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*deeds))


def word(code: str) -> str:
    return say(line(f"refusal.{code}"))


def told(answer: Answer) -> str:
    return "\n".join(shown.content for shown in (answer.message, *answer.more))


class Ready(NamedTuple):
    """All but the last press of a move is done."""

    person: Person
    custom_id: str
    shown: Shown
    values: list[str] | None

    def press(self) -> Awaitable[Answer]:
        return self.person.forge(self.custom_id, self.shown, self.values)


async def ready(game: Evening, person: Person, which: int = -1) -> Ready:
    """To do one of what the panel offers; its last offer asks for no words."""
    shown = await game.panel(person)
    offer = offers(shown)[which]
    if offer.where.verb == "sure":
        shown = (await person.press(offer.custom_id, on=shown)).message
        (offer,) = offers(shown)
    return Ready(person, offer.custom_id, shown, [offer.value] if offer.value else None)


# -- a phase ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
async def test_all_move_at_once(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """A whole game of which nobody ever waits for anybody."""
    async with evening(seed=f"naraz {seed}") as game, fair(game, seed, caplog):
        phases = 0
        while not game.over:
            phases += 1
            await at_once(*(game.move(person) for person in game.people if game._owes(person)))
            await game.sim.advance(6)
        assert phases <= ROUNDS * PHASES


@pytest.mark.parametrize("seed", SEEDS)
async def test_who_changes_their_mind_twice_at_once(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with evening() as game:
        await game.until("actions")
        ala, *_ = game.people
        async with fair(game, seed, caplog):
            shown = await game.panel(ala)
            menu = shown.menus[0]
            await at_once(*(ala.choose(menu.custom_id, value, on=shown) for value in ("protect", "unmask.2", "pass")))
        assert game.seat(ala) in game.state.acted


@pytest.mark.parametrize("seed", SEEDS)
async def test_the_final_vote_pressed_twice_counts_once(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with evening() as game:
        await game.until("policy_vote")
        ala, *_ = game.people
        one, two = await ready(game, ala, 0), await ready(game, ala, 1)
        async with fair(game, seed, caplog):
            answers: list[Answer] = await at_once(one.press(), one.press(), two.press(), two.press())
        seat = game.seat(ala)
        assert seat is not None
        assert game.state.councillor(seat).vote in (1, 2)
        taken = [answer for answer in answers if say(line("receipt.taken")) in told(answer)]
        assert taken


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_move_and_the_deadline(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """It counts, or its author reads that it came too late."""
    async with evening() as game:
        ala, *_ = game.people
        for _ in range(3):
            moment = game.table.sitting.moment
            async with fair(game, seed, caplog):
                move = await ready(game, ala)
                left = (game.table.sitting.due or 0.0) - game.sim.clock.now()
                await game.sim.advance(left - 0.001)
                _, answer = await at_once(game.sim.advance(1), move.press())
            assert game.table.sitting.moment != moment
            assert any(known in told(answer) for known in (word("stale"), say(line("receipt.taken"))))


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_vote_and_leaving(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with evening(["Ala", "Bartek", "Celina", "Dawid"]) as game:
        await game.until("policy_vote")
        ala, *_ = game.people
        vote, leaving = await ready(game, ala), (await ala.command("rada opusc")).message
        async with fair(game, seed, caplog):
            await at_once(vote.press(), ala.press("Tak, opuszczam Radę", on=leaving))
        seat = game.seat(ala)
        assert seat is not None
        assert game.state.councillor(seat).status == "left"


@pytest.mark.parametrize("seed", SEEDS)
async def test_the_moderator_closes_while_all_move(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with evening() as game:
        mirka = game.sim.person("Mirka", manages=True)
        for _ in range(4):
            moment = game.table.sitting.moment
            moves = [await ready(game, person) for person in game.people]
            async with fair(game, seed, caplog):
                await at_once(*(move.press() for move in moves), mirka.command("rada-mod zamknij"))
            assert game.table.sitting.moment != moment


# -- the lobby --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
async def test_started_twice_there_is_one_game(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with evening(begun=False) as game:
        ala, *_ = game.people
        async with fair(game, seed, caplog):
            await at_once(ala.press("Zacznij grę"), ala.press("Zacznij grę"))
        assert len(await game.store.games()) == 1
        boards = [shown for shown in ala.sees(game.sim.channel) if "Runda 1" in shown.content and not shown.hidden]
        assert len(boards) == 1


@pytest.mark.parametrize("seed", SEEDS)
async def test_joining_while_it_starts(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """In, or told that it is too late; never both or neither."""
    async with evening(begun=False) as game:
        ala, *_ = game.people
        dawid = game.sim.person("Dawid")
        shown = next(one for one in ala.sees() if any(button.label == "Dołącz" for button in one.buttons))
        join = next(button.custom_id for button in shown.buttons if button.label == "Dołącz")
        async with fair(game, seed, caplog):
            _, joined = await at_once(ala.press("Zacznij grę"), dawid.forge(join, shown))
        (table,) = game.client.house.tables._tables.values()
        assert (table.sitting.seat_of(str(dawid.id)) is None) == (word("no_lobby") in told(joined))


@pytest.mark.parametrize("seed", SEEDS)
async def test_all_come_and_go_at_once(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """The lobby's message shows in the end who is in."""
    async with evening(["Ala"], begun=False) as game:
        people = [game.sim.person(f"Osoba{number}") for number in range(8)]
        shown = game.people[0].sees()[0]
        (id_,) = {button.custom_id.split("|")[2] for button in shown.buttons}
        async with fair(game, seed, caplog):
            await at_once(*(one.forge(str(Address("join", id_)), shown) for one in people))
            await at_once(*(one.forge(str(Address("quit", id_)), shown) for one in people[:4]))
        now = next(one for one in game.people[0].sees() if one.id == shown.id)
        assert [f"Osoba{number}" in now.content for number in range(8)] == [False] * 4 + [True] * 4


# -- what takes long --------------------------------------------------------------------------------------------------


async def test_nobody_waits_for_a_chart_to_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn beside the loop that answers."""
    drawn: list[bool] = []

    def watched(told: History) -> bytes:
        drawn.append(threading.current_thread() is threading.main_thread())
        return picture(told)

    monkeypatch.setattr("bot.boards.picture", watched)
    async with evening() as game:
        while game.state.round == 1:
            await game.everybody_moves()
    assert drawn == [False]


async def test_of_all_letters_only_those_to_act_upon_make_a_sound() -> None:
    async with evening(["Ala", "Bartek", "Celina"]) as game:
        ala = game.people[0]
        await game.until("policy_vote")
        await game.everybody_moves()
        silent = {shown.content.split("\n")[0]: bool(shown.raw.flags & 4096) for shown in ala.sees(ala.dm)}
        assert silent["### Raport z rundy 1"]
        assert silent["### Witaj w Radzie, Ala"]
        assert not silent["### Runda 1 z 8 – Faza Akcji"]
        assert not silent["### Runda 2 z 8 – Faza Oświadczeń"]
