"""Thousands of seeded interleavings: whatever comes first, the log is one the engine accepts, in the order in which
answers were given, and nobody is told anything twice."""

import asyncio
from collections.abc import Awaitable
from random import Random

import pytest

from bot.sitting import Declined, Order, Outcome, Sitter
from bot.store import Change
from bot.table import Table
from bot.taking_up import take_up
from engine.commands import Leave, Refused, StaySilent, SubmitStatement
from engine.options import options
from tests.store.memory import MemoryStore
from tests.tables.hall import NAMES, Hall, settle

SEEDS = 300
STEPS = 25


class MoodyStore(MemoryStore):
    """Takes its time, a different one for every call."""

    chance: Random

    async def write(self, *changes: Change) -> None:
        for _ in range(self.chance.randrange(6)):
            await asyncio.sleep(0)
        await super().write(*changes)


def asked(table: Table, chance: Random, number: int) -> Awaitable[Outcome]:
    """Something that somebody wants, sensible or not."""
    id_ = f"order {number - chance.randrange(3)}"
    seat = chance.randrange(1, 5)
    person = table.sitting.kept.sitters[seat - 1].person or "Nikt"
    moves = options(table.view(seat), seat) or (StaySilent(seat),)
    roll = chance.randrange(22)
    if roll < 14:
        move = chance.choice([*moves, SubmitStatement(seat, f"zdanie {number}")])
        return table.play(Order(person, id_, chance.choice([None, table.sitting.moment]), move))
    match roll:
        case 14:
            return table.pause("Mod", f"pause {number}")
        case 15 | 16:
            return table.resume("Mod", f"resume {number}")
        case 17:
            return table.close_phase("Mod", f"close {number}")
        case 18:
            return table.hand_over("Mod", f"hand {number}", seat, Sitter(person=f"Nowa osoba {number}"))
        case 19:
            return table.extend("Mod", f"extend {number}", chance.randrange(1, 9))
        case 20:
            return table.remove("Mod", f"remove {number}", seat)
        case _:
            return table.play(Order(person, id_, None, Leave(seat, "left")))


@pytest.mark.parametrize("part", range(4))
async def test_any_interleaving_is_a_game_in_the_order_of_its_answers(part: int) -> None:
    for seed in range(part, SEEDS, 4):
        await interleave(Random(seed))


async def interleave(chance: Random) -> None:
    hall = Hall()
    store = MoodyStore(hall.disk)
    store.chance = chance
    hall.store.write = store.write  # type: ignore[method-assign]
    table = await hall.seat(NAMES, tempo="blitz")
    answered: list[int] = []

    async def click(number: int) -> None:
        try:
            outcome = await asked(table, chance, number)
        except (Declined, Refused):
            return
        answered.append(outcome.sitting.n)

    for number in range(STEPS):
        burst = [asyncio.ensure_future(click(number * 10 + place)) for place in range(chance.randrange(1, 6))]
        if chance.random() < 0.2:
            burst[0].cancel()
        await asyncio.gather(*burst, return_exceptions=True)
        if chance.random() < 0.3:
            await hall.clock.turn(chance.choice([1, 20, 70]))
        if table.sitting.state.outcome is not None:
            break
    await settle()
    (row,) = await hall.store.games()
    log = await hall.store.log("g")
    assert answered == sorted(answered)
    assert [entry.n for entry in log] == list(range(1, len(log) + 1))
    again = take_up(row, log)
    assert (again.state, again.events, again.kept) == (
        table.sitting.state,
        table.sitting.events,
        table.sitting.kept,
    ), "what is stored is what is so"
    assert len(hall.ears.heard) == len({message.nonce for message in hall.ears.heard})
    await hall.close()
