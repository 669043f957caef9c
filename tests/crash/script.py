"""A scripted evening at three tables. Every item can be done again by a program that does not know whether it was done:
clicks have ids of their own, and time is waited for until what it must bring has come."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Final, NamedTuple

from bot.clock import Clock
from bot.sitting import Deal, Declined, Moment, Order, Sitter
from bot.table import Table
from bot.tables import Tables
from engine.commands import (
    Abstain,
    Leave,
    Move,
    Pass,
    Protect,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.rules import RuleSet
from engine.terms import FACTIONS

RULES: Final = RuleSet(rounds=2, starting_stats=1000, dominance=1000, starting_influence=60)
PATIENCE: Final = 20
"""How often is waited at most for a phase to be over, or for everything to be said."""
THOUGHT: Final = 1.0
"""Seconds that an automated councillor thinks at least; never twice as long."""
DECLINED: Final = ("be late", "be paused")
NOBODY: Final = Sitter(temperament="guardian")


class World(NamedTuple):
    """What a program that runs tables consists of, as far as the script needs it."""

    tables: Tables
    clock: Clock
    pass_time: Callable[[float], Awaitable[None]]


Deed = Callable[[World], Awaitable[object]]


class Item(NamedTuple):
    """`kind` names the kind of step; `deed` is None for a planned restart. `asked`: game and id of the order that then
    stands in the log. `moderated`: the game whose audit log then has another row."""

    kind: str
    deed: Deed | None
    asked: tuple[str, str] | None = None
    moderated: str = ""


def evening() -> tuple[Item, ...]:
    """`a` is played to its end with everything that can happen, while `b` is paused and then abandoned, and `c` is
    deserted."""
    return (*openings(), *first_round(), Item("restart", None), *second_round(), *others())


def openings() -> Iterator[Item]:
    yield seat("a", ("Ala", "Bartek", "Celina", None), "evening")
    yield seat("b", (None, None, None, None), "blitz")
    yield moderator("pause", "b", lambda table, id_: table.pause("Mod", id_))
    yield seat("c", ("Ala", "Bartek", "Celina"), "endless")


def first_round() -> Iterator[Item]:
    at = Moment(1, "statements")
    yield order("speak", "a", "Ala", SubmitStatement(1, "Pierwsza myśl."), at)
    yield order("reconsider", "a", "Ala", SubmitStatement(1, "Druga myśl."), at)
    yield order("be silent", "a", "Bartek", StaySilent(2), at)
    yield order("speak", "a", "Celina", SubmitStatement(3, "Za koronę!"), at)
    yield order("speak", "c", "Ala", SubmitStatement(1, "Chwila."), at)
    yield automata("a", at)
    at = Moment(1, "statement_vote")
    to = Sitter(person="Dorota")
    yield moderator("hand over", "a", lambda table, id_: table.hand_over("Mod", id_, 4, to))
    yield order("support", "a", "Ala", VoteStatement(1, 3), at)
    yield order("support", "a", "Bartek", VoteStatement(2, 3), at)
    yield order("abstain", "a", "Celina", Abstain(3), at)
    yield order("support", "a", "Dorota", VoteStatement(4, 1), at)
    at = Moment(1, "actions")
    yield order("act", "a", "Ala", Protect(1), at)
    yield order("act", "a", "Bartek", Unmask(2, 3), at)
    yield order("act", "a", "Celina", Sow(3, FACTIONS[0]), at)
    yield deadline("a", at)
    at = Moment(1, "policy_vote")
    yield moderator("extend", "a", lambda table, id_: table.extend("Mod", id_, 5))
    yield order("vote", "a", "Ala", VotePolicy(1, 1), at)
    yield order("be late", "a", "Dorota", Pass(4), Moment(1, "actions"))
    yield order("vote", "a", "Bartek", VotePolicy(2, 1), at)
    yield moderator("close", "a", lambda table, id_: table.close_phase("Mod", id_))


def second_round() -> Iterator[Item]:
    at = Moment(2, "statements")
    yield moderator("pause", "a", lambda table, id_: table.pause("Mod", id_))
    yield order("be paused", "a", "Ala", StaySilent(1), at)
    yield wait("pause", 3600)
    yield moderator("resume", "a", lambda table, id_: table.resume("Mod", id_))
    yield deadline("a", at)
    at = Moment(2, "actions")
    yield moderator("hand over", "a", lambda table, id_: table.hand_over("Mod", id_, 3, NOBODY), nth=2)
    yield order("leave", "a", "Bartek", Leave(2, "left"), at)
    yield moderator("remove", "a", lambda table, id_: table.remove("Mod", id_, 4))
    yield order("act", "a", "Ala", Pass(1), at)
    yield automata("a", at)
    at = Moment(2, "policy_vote")
    yield order("vote", "a", "Ala", VotePolicy(1, 2), at)
    yield automata("a", at)


def others() -> Iterator[Item]:
    yield moderator("resume", "b", lambda table, id_: table.resume("Mod", id_))
    yield automata("b", Moment(1, "statements"))
    yield moderator("abandon", "b", lambda table, id_: table.abandon("Mod", id_))
    yield order("leave", "c", "Ala", Leave(1, "left"), Moment(1, "statements"))
    yield order("desert", "c", "Bartek", Leave(2, "left"), Moment(1, "statements"))


# -- items ------------------------------------------------------------------------------------------------------------


def seat(game: str, names: tuple[str | None, ...], tempo: str) -> Item:
    people = tuple(Sitter(person=name) if name else NOBODY for name in names)
    called = tuple(name or f"Automat {number}" for number, name in enumerate(names, 1))

    async def deed(world: World) -> object:
        if game not in world.tables:
            await world.tables.seat(Deal(game, f"ziarno {game}", RULES, called, people, tempo))
        return None

    return Item("seat", deed)


def order(kind: str, game: str, person: str, move: Move | Leave, at: Moment) -> Item:
    id_ = f"{person} {kind} {at.round} {at.phase}"

    async def deed(world: World) -> object:
        if game not in world.tables:  # it has ended, and the program was started again
            return None
        try:
            return await world.tables[game].play(Order(person, id_, at, move))
        except Declined:
            if kind not in DECLINED:
                raise
            return None

    return Item(kind, deed, None if kind in DECLINED else (game, id_))


def moderator(kind: str, game: str, ask: Callable[[Table, str], Awaitable[object]], nth: int = 1) -> Item:
    async def deed(world: World) -> object:
        return await ask(world.tables[game], f"{kind} {game} {nth}") if game in world.tables else None

    return Item(kind, deed, moderated=game)


def wait(kind: str, seconds: float) -> Item:
    return Item(kind, lambda world: world.pass_time(seconds))


def automata(game: str, at: Moment) -> Item:
    """They close the phase, and do nothing yet in the next one."""
    return Item("automata", lambda world: wait_out(world, game, at, lambda _: THOUGHT / 4))


def deadline(game: str, at: Moment) -> Item:
    def left(world: World) -> float:
        due = world.tables[game].sitting.due
        assert due is not None
        return due - world.clock.now()

    return Item("deadline", lambda world: wait_out(world, game, at, left))


async def wait_out(world: World, game: str, at: Moment, left: Callable[[World], float]) -> None:
    for _ in range(PATIENCE):
        if game not in world.tables or world.tables[game].sitting.moment != at:
            return
        await world.pass_time(left(world))
    raise AssertionError(f"{at} was never over")
