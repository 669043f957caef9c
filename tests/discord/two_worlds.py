"""Games of the engine's own tests, played once more on Discord by people who press what their panels offer; and who
sees a difference that they must not know.

Whoever watches in public is a moderator without a seat, who also asks for everything that moderators may ask for."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from bot.panels import choice_id
from engine.commands import (
    Abandon,
    ClosePhase,
    Leave,
    Move,
    Narrate,
    PresentDilemma,
    SubmitStatement,
)
from narrator import brief
from narrator.ahead import Ahead
from narrator.choose import Narrators
from tests.discord.evening import Evening, choosing, evening, offers
from tests.discord.people import Person
from tests.discord.seen import Event, Shown
from tests.players import Game, Step
from tests.worlds import Knowledge, Observer, Pair, common, knowledge, observers

PACE: Final = 4.0
"""Seconds between two people who act. Who changes their mind does so at once, so that both worlds go at one pace."""
SAID: Final = 12.0
"""Seconds in which all that follows from the end of a phase is said."""
ASKED: Final = ("rada stan", "rada-mod stan", "rada-mod dziennik", "rada-mod eksport")


class Sight(NamedTuple):
    """`parts` is what can be pressed there, with the addresses; and the pictures."""

    event: Event
    parts: str
    at: float


class Telling(NamedTuple):
    """What was to be seen by whom: first as the game opened, then with each step. `people` by seat; nobody's: the
    moderator's."""

    steps: list[list[Sight]]
    people: dict[Observer, int]


class Watch(list[Event]):
    """The journal of all that appears, with the time and with what can be pressed."""

    def __init__(self, game: Evening) -> None:
        super().__init__()
        self._game = game
        self.sights: list[Sight] = []

    def append(self, event: Event) -> None:
        super().append(event)
        world, clock = self._game.sim.world, self._game.sim.clock
        found = [place[event.message] for place in world.messages.values() if event.message in place]
        pictures = [sha256(world.cdn.get(one["url"]) or b"").hexdigest() for raw in found for one in raw.attachments]
        self.sights.append(Sight(event, f"{[Shown(raw).rows for raw in found]} {pictures}", clock.now()))

    def take(self) -> list[Sight]:
        taken, self.sights = self.sights, []
        return taken


async def retell(game: Game, closed: Sequence[int] = ()) -> Telling:
    """These seats take no private messages."""
    names = [c.name for c in game.start.councillors]
    with ExitStack() as stack:
        same_deck(stack)
        async with evening(names, rules=game.start.rules, begun=False) as played:
            stack.enter_context(patch("bot.desk_start.token_hex", lambda size: game.start.seed if size == 16 else "g"))
            played.sim.world.journal = watch = Watch(played)
            moderator = played.sim.person("Mod", manages=True)
            people: dict[Observer, int] = {seat: person.id for seat, person in enumerate(played.people, 1)}
            people[None] = moderator.id
            for seat in closed:
                played.sim.close_dms(played.people[seat - 1])
            await played.start()
            await look_around(played, moderator)
            opened = watch.take()
            told = [await follow(played, moderator, step, watch) for step in game.steps]
            return Telling([opened, *told], people)


def same_deck(stack: ExitStack) -> None:
    """Worlds may differ in their seeds alone. Which crisis the deck tells is drawn from the seed and tells nothing; and
    how strong a policy is may stand between the lines (D1)."""
    for_game = Narrators.for_game

    def same(narrators: Narrators, game: str, seed: str, avoid: tuple[str, ...] = ()) -> Ahead:
        return for_game(narrators, game, "talia", avoid)

    stack.enter_context(patch.object(Narrators, "for_game", same))
    stack.enter_context(patch.object(brief, "_strength", lambda *size: "clear"))


async def follow(played: Evening, moderator: Person, step: Step, watch: Watch) -> list[Sight]:
    if not isinstance(step.command, Narrate | PresentDilemma):  # the table does that by itself, and at once
        await carry_out(played, moderator, step)
    if step.after.phase == "dilemma":  # and goes on: what it says belongs to the next phase already
        return []
    if step.after.phase != step.before.phase:
        await played.sim.advance(SAID)
        await look_around(played, moderator)
    return watch.take()


async def look_around(played: Evening, moderator: Person) -> None:
    """Everybody once in a round, before which their panels came as letters; the moderator in every phase."""
    if played.over or played.state.phase == "statements":
        for person in played.people:
            await person.command("rada teczka")
    for name in ASKED[: -1 if played.over else None]:  # after the end the whole recording is theirs to have (K4)
        await moderator.command(name)


async def carry_out(played: Evening, moderator: Person, step: Step) -> None:
    match step.command:
        case ClosePhase("deadline"):
            due = played.table.sitting.due
            assert due is not None
            await played.sim.advance(due - played.sim.clock.now())
        case ClosePhase():
            await moderator.command("rada-mod zamknij")
        case Leave(seat, "removed"):
            await sure(moderator, "rada-mod usun", miejsce=seat)
        case Abandon():
            await sure(moderator, "rada-mod zakoncz")
        case Leave(seat):
            await sure(played.people[seat - 1], "rada opusc")
        case PresentDilemma() | Narrate():
            raise TypeError(step.command)
        case _:
            mover, neighbour = played.people[step.command.seat - 1], played.people[step.command.seat - 2]
            first = step.command.seat not in step.before.acted
            await played.sim.advance(PACE if first else 0)
            await move(played, mover, step.command)
            if first and step.after.phase == step.before.phase:
                await neighbour.command("rada panel")


async def sure(person: Person, command: str, **options: Any) -> None:
    asked = await person.command(command, **options)
    await person.press(asked.message.buttons[0].custom_id, on=asked.message)


async def move(played: Evening, person: Person, wanted: Move) -> None:
    if isinstance(wanted, SubmitStatement):
        panel = await played.panel(person)
        opened = await person.press(choosing("submit_statement")(offers(panel)).custom_id, on=panel)
        await person.fill(opened, wanted.text)
    else:
        await played.move(person, choosing(choice_id(wanted)))


# -- two worlds -------------------------------------------------------------------------------------------------------


async def differences(pair: Pair, closed: Sequence[int] = ()) -> list[str]:
    """Who sees a difference that they must not know."""
    one, other = await retell(pair.one, closed), await retell(pair.other, closed)
    return [*_differences(pair, one, other)]


def shortened(pair: Pair) -> Pair:
    """To the end of the round in which the games part."""
    round_ = pair.one.steps[pair.parting].before.round
    return pair._replace(one=_until(pair.one, round_), other=_until(pair.other, round_))


def _until(game: Game, round_: int) -> Game:
    steps = [step for step in game.steps if step.before.round <= round_]
    return game._replace(steps=tuple(steps))


def _differences(pair: Pair, one: Telling, other: Telling) -> Iterator[str]:
    for observer in observers(pair):
        due = knowledge(pair, observer)
        known = None if observer in pair.blind else common(*due)
        seen = [
            numbered([*until(telling, pair.parting, of_world, known)], telling.people[observer])
            for telling, of_world in zip((one, other), due, strict=True)
        ]
        if seen[0] != seen[1]:
            yield f"{pair.name}: {observer or 'the public'}: {_first(*seen)}"


def until(telling: Telling, since: int, due: list[Knowledge], known: int | None) -> Iterator[Sight]:
    """All there was to see, until the observer may know anything that differs."""
    for told in telling.steps[: since + 1]:
        yield from told
    for told, entitled in zip(telling.steps[since + 1 :], due, strict=True):
        if known is not None and entitled:
            if known == 0:
                return
            known -= 1
        yield from told


def numbered(sights: list[Sight], person: int) -> list[object]:
    """What one person sees: content, what can be pressed, number, the second, and the order in each place. The true
    numbers of messages differ from run to run. What comes first within a second, a letter, an answer or a word in the
    channel, is drawn, or decided by how fast the machine is."""
    numbers: dict[int, int] = {}
    mine = [sight for sight in sights if sight.event.only in (None, person)]
    return [
        (event.what, event.place, numbers.setdefault(event.message, len(numbers)), event.text, parts, int(at))
        for event, parts, at in sorted(mine, key=lambda sight: (int(sight.at), sight.event.place))
    ]


def _first(one: list[object], other: list[object]) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[place : place + 1]} / {other[place : place + 1]}"
