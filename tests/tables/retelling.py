"""Games of the engine's own tests, played once more at a table: what was told where and when, step by step."""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from bot.messages import PUBLIC, seat_place
from bot.sitting import Deal, Order, Sitter
from bot.table import Table
from engine.commands import Abandon, ClosePhase, Command, Leave, Narrate, PresentDilemma
from engine.state import State
from tests.players import Game
from tests.tables.hall import Hall
from tests.worlds import Knowledge, Observer, Pair, common, knowledge, observers

PACE = 1.0
"""Seconds between two commands."""


class Told(NamedTuple):
    place: str
    body: str
    at: float


Telling = list[list[Told]]
"""First what is told as the game opens, then what each step leads to."""


async def retell(game: Game) -> Telling:
    hall, clicks = Hall(), count(1)
    try:
        table = await seat(hall, game.start)
        telling, since = [heard(hall, 0)], len(hall.ears.heard)
        for step in game.steps:
            if not isinstance(step.command, Narrate | PresentDilemma):  # the table does that by itself, and at once
                await carry_out(hall, table, step.command, f"click {next(clicks)}")
                await hall.clock.turn(PACE)
            if step.after.phase == "dilemma":  # and goes on: what it says belongs to the next phase already
                telling.append([])
                continue
            telling.append(heard(hall, since))
            since = len(hall.ears.heard)
        return telling
    finally:
        await hall.close()


async def seat(hall: Hall, start: State) -> Table:
    names = tuple(c.name for c in start.councillors)
    people = tuple(Sitter(person=name) for name in names)
    table = await hall.tables.seat(Deal("g", start.seed, start.rules, names, people, "evening"))
    await hall.clock.turn()
    return table


async def carry_out(hall: Hall, table: Table, command: Command, id_: str) -> None:
    match command:
        case ClosePhase("deadline"):
            assert table.sitting.due is not None
            await hall.clock.turn(table.sitting.due - hall.clock.now())
        case ClosePhase():
            await table.close_phase("Mod", id_)
        case Leave(seat, "removed"):
            await table.remove("Mod", id_, seat)
        case Abandon():
            await table.abandon("Mod", id_)
        case PresentDilemma() | Narrate():
            raise TypeError(command)
        case _:
            person = table.sitting.kept.sitters[command.seat - 1].person
            assert person is not None
            await table.play(Order(person, id_, None, command))


def heard(hall: Hall, since: int) -> list[Told]:
    times = hall.ears.times[since:]
    messages = hall.ears.heard[since:]
    return [Told(message.place, message.body, at) for message, at in zip(messages, times, strict=True)]


# -- two worlds -------------------------------------------------------------------------------------------------------


async def differences(pair: Pair) -> list[str]:
    """Who is told a difference that they must not know."""
    one, other = await retell(pair.one), await retell(pair.other)
    return [*_differences(pair, one, other)]


def _differences(pair: Pair, one: Telling, other: Telling) -> Iterator[str]:
    alike = pair.one.start.seed == pair.other.start.seed and pair.name != "a draft"
    for observer in observers(pair):
        due = knowledge(pair, observer)
        known = None if observer in pair.blind else common(*due)
        seen = [
            list(watch(telling, pair.parting, of_world, known, observer, alike=alike))
            for telling, of_world in zip((one, other), due, strict=True)
        ]
        if seen[0] != seen[1]:
            yield f"{pair.name}: {observer or 'the public'}: {_first(*seen)}"


def watch(
    telling: Telling, since: int, due: list[Knowledge], known: int | None, observer: Observer, *, alike: bool
) -> Iterator[object]:
    """As in the engine's two worlds: from the parting on, until the observer may know anything that differs."""
    for told in telling[: since + 1]:
        yield from noticed(told, observer, alike=alike)
    for told, entitled in zip(telling[since + 1 :], due, strict=True):
        if known is not None and entitled:
            if known == 0:
                return
            known -= 1
        yield from noticed(told, observer, alike=alike)


def noticed(told: list[Told], observer: Observer, *, alike: bool) -> Iterator[object]:
    """Content, number and order of what one is told; and, if both worlds go at the same pace, the time. The public may
    watch besides who is sent letters, when, and in which order, yet not what is in them."""
    own = PUBLIC if observer is None else seat_place(observer)
    yield from ((place, body, at if alike else None) for place, body, at in told if place in (PUBLIC, own))
    if observer is None:
        letters = [(place, at) for place, _, at in told if place != PUBLIC]
        yield from letters if alike else sorted({place for place, _ in letters})


def _first(one: list[object], other: list[object]) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[place : place + 1]} / {other[place : place + 1]}"
