"""People at a game of the true bot, each at their phone: they press what they see."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import count
from typing import Final
from unittest.mock import patch

from bot import desk_lobby, desk_start
from bot.phrases import policies
from bot.table import Table
from engine.state import State
from engine.terms import OpenPolicy
from tests.discord.hosting import rada
from tests.discord.people import Answer, Person
from tests.discord.seen import Shown
from tests.discord.sim import Sim

DISGRACE: Final = 3
"""So far below 0 powers still lift the kingdom."""
Taste = Callable[[State, int], int]
"""Which policy a seat votes for: its number."""


@contextmanager
def seeded(seed: str) -> Iterator[None]:
    """Every game that is begun inside is the same in every run."""
    numbers = count()

    def token(size: int) -> str:
        return blake2b(f"{seed} {next(numbers)}".encode(), digest_size=size).hexdigest()

    with patch.object(desk_lobby, "token_hex", token), patch.object(desk_start, "token_hex", token):
        yield


def kindest(state: State, _: int = 0) -> int:
    """The policy that leaves the lowest stat highest."""
    return _ranked(state)[-1]


def cruellest(state: State, _: int = 0) -> int:
    return _ranked(state)[0]


def split(state: State, seat: int) -> int:
    """Most want what is just bad enough to disgrace them, and otherwise as low as is safe; the Guard does not."""
    if state.councillor(seat).faction == "guard":
        return kindest(state)
    safe = [number for number in _ranked(state) if lowest(state, number) > -DISGRACE]
    return safe[0] if safe else kindest(state)


def _ranked(state: State) -> list[int]:
    return sorted(range(1, len(policies(state)) + 1), key=lambda number: lowest(state, number))


def lowest(state: State, number: int) -> int:
    policy = policies(state)[number - 1]
    assert isinstance(policy, OpenPolicy)
    return min(state.stats.plus(policy.effects))


class Play:
    """`taste` is what they vote by, unless they are told."""

    def __init__(self, sim: Sim, people: Sequence[Person], taste: Taste = kindest) -> None:
        self.sim, self.people, self.taste = sim, people, taste

    async def begin(self, preset: str = "rulebook", tempo: str = "evening", seats: int | None = None) -> None:
        opener, *others = self.people
        await opener.command("rada nowa")
        for person in others:
            await person.press("Dołącz")
        await opener.choose("Wariant zasad", preset)
        await opener.choose("Tempo", tempo)
        await opener.choose("Liczba osób w Radzie", str(seats or len(self.people)))
        await opener.press("Zacznij grę")
        await self.sim.advance(10)

    @property
    def table(self) -> Table:
        (table,) = (rada(self.sim).house.tables[room.game] for room in rada(self.sim).house.troubles.games())
        return table

    @property
    def over(self) -> bool:
        return not rada(self.sim).house.troubles.games()

    @property
    def state(self) -> State:
        return self.table.sitting.state

    def seat(self, person: Person) -> int:
        """0 for whoever has none."""
        return self.table.sitting.seat_of(str(person.id)) or 0

    def waits_for(self, person: Person) -> bool:
        seat = self.seat(person)
        return seat != 0 and self.state.councillor(seat).status == "active" and seat not in self.state.acted

    def panel(self, person: Person) -> Shown | None:
        """As it came by a private message."""
        found = [shown for shown in person.sees(person.dm) if "Odśwież" in [one.label for one in shown.buttons]]
        return found[-1] if found else None

    async def open_panel(self, person: Person) -> Shown:
        """As anybody may have it."""
        return (await person.command("rada panel")).message

    # -- moves --------------------------------------------------------------------------------------------------------

    async def speak(self, person: Person, words: str, on: Shown | None = None) -> Answer:
        return await person.fill(await person.press("Złóż oświadczenie", on or await self.open_panel(person)), words)

    async def pick(self, person: Person, value: str = "", on: Shown | None = None) -> Answer:
        """From the only select; the first, if nothing is said."""
        shown = on or await self.open_panel(person)
        (menu,) = shown.menus
        return await person.choose(menu.label, value or menu.choices[0].value, on=shown)

    async def vote(self, person: Person, number: int, on: Shown | None = None) -> Answer:
        asked = await self.ask_vote(person, number, on or await self.open_panel(person))
        return await person.press("Tak, oddaję ten głos", asked.message)

    async def ask_vote(self, person: Person, number: int, on: Shown) -> Answer:
        label = next(one.label for one in on.buttons if one.label.startswith(f"Polisa {number}"))
        return await person.press(label, on)

    async def act(self, person: Person, words: str = "") -> None:
        if self.over or not self.waits_for(person):
            return
        match self.state.phase:
            case "statements" if words:
                await self.speak(person, words)
            case "statements":
                await person.press("Zachowaj milczenie", await self.open_panel(person))
            case "statement_vote" | "actions":
                await self.pick(person)
            case "policy_vote":
                await self.vote(person, self.taste(self.state, self.seat(person)))

    async def rest(self, *others: Person) -> None:
        """All but these act, and the others are waited for; then time goes by until what is next is open."""
        before = self.table.sitting.moment
        for person in self.people:
            if person not in others:
                await self.act(person)
        await self.sim.advance(30)
        assert self.over or others or self.table.sitting.moment != before

    async def until(self, phase: str, round_: int = 0) -> None:
        while not self.over and (self.state.phase != phase or self.state.round < round_):
            await self.rest()

    async def to_the_end(self) -> None:
        while not self.over:
            await self.rest()
        await self.sim.advance(60)
