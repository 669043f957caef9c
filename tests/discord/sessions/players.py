"""People who make up a session: they see what is shown to them, and press what is offered, by drawn lots."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.address import address
from bot.sitting import Moment, Sitting
from engine.state import waiting_for
from tests.discord.evening import MOVES
from tests.discord.seen import Button, Shown
from tests.discord.sessions.session import BREATH, Cast, Session

JOIN, START, ANYWAY = "Dołącz", "Zacznij grę", "Zacznij mimo to"
PANEL: Final = "Mój panel"
STATEMENTS: Final = (
    "Królestwo to my, a nie mury.",
    "Popiół grzeje tylko tego, kto go nie rozgrzebuje.",
    "**Precz** z podatkiem od _ciszy_! @everyone niech słyszy.",
    "Mam listę. Nie powiem czyją.",
    "Kto milczy, ten [płaci](https://example.com) – tak zawsze mówił mój ojciec.",
    "Zgoda? Owszem, ale na piśmie.",
    "# Spichlerze są puste, a <@1> śpi.",
    "Nie ufam nikomu, kto mi ufa.",
)


class Plan(NamedTuple):
    """`lobby` are deeds before the start, `deeds` those when a phase of a round opens. The `aloof` play by the button
    in the channel. Of a hundred moves `idle` are not made."""

    cast: Cast
    players: tuple[str, ...]
    lobby: tuple[str, ...] = ()
    deeds: Mapping[tuple[int, str], tuple[str, ...]] = MappingProxyType({})
    after: tuple[str, ...] = ()
    aloof: tuple[str, ...] = ()
    idle: int = 0


class Recorder:
    def __init__(self, session: Session, plan: Plan) -> None:
        self.session, self.plan = session, plan
        self.lots = Random(plan.cast.seed)
        self.done: set[Moment] = set()

    async def play(self) -> None:
        opener = self.plan.players[0]
        for deed in (f"{opener}: /rada nowa", *self.plan.lobby, f"{opener}: [{START}]"):
            await self.session.do(deed)
        if any(button.label == ANYWAY for button in self.session.last[opener].message.buttons):
            await self.session.do(f"{opener}: [{ANYWAY}]")
        while (sitting := self.sitting()) is not None:
            await self._play_phase(sitting.moment)
        for deed in self.plan.after:
            await self.session.do(deed)

    def sitting(self) -> Sitting | None:
        client = self.session.sim.client
        tables = client.house.tables._tables  # type: ignore[attr-defined]
        return next((table.sitting for table in tables.values()), None)

    async def _play_phase(self, moment: Moment) -> None:
        if moment not in self.done:
            self.done.add(moment)
            for deed in self.plan.deeds.get((moment.round, moment.phase), ()):
                await self.session.do(deed)
        names = self.lots.sample(self.plan.cast.people, len(self.plan.cast.people))
        for name in (name.rstrip("*") for name in names):
            if self._owes(name, moment) and self.lots.randrange(100) >= self.plan.idle:
                await self._move(name)
        if (sitting := self.sitting()) is not None and sitting.moment == moment:
            await self.session.do(f"{self._left(sitting)} s")

    def _left(self, sitting: Sitting) -> int:
        """Whole seconds, until the phase has closed and all is said."""
        due = sitting.due or 0.0
        return int(max(due - self.session.sim.clock.now(), 0.0) + BREATH)

    def _owes(self, name: str, moment: Moment) -> bool:
        sitting = self.sitting()
        if sitting is None or sitting.moment != moment or sitting.paused:
            return False
        seat = sitting.seat_of(str(self.session.people[name].id))
        return seat is not None and seat in waiting_for(sitting.state)

    async def _move(self, name: str) -> None:
        """In letters, or in the answer to the button in the channel."""
        if name in self.plan.aloof:
            await self.session.do(f"{name}: [{PANEL}]")
            shown = self.session.last[name].message
        else:
            shown = await self._letter(name)
        where = self.session._name_of(shown)
        what, picked = self.lots.choice(_offers(shown))
        if picked:
            return await self.session.do(f"{name}: <{what}: {picked}> on {where}")
        await self.session.do(f"{name}: [{what}] on {where}")
        await self._go_on(name)
        return None

    async def _go_on(self, name: str) -> None:
        """A form is filled in; what is asked once more is confirmed."""
        answer = self.session.last[name]
        if answer.record.modal is not None:
            await self.session.do(f"{name}: «{self.lots.choice(STATEMENTS)}»")
        elif (sitting := self.sitting()) is not None and sitting.state.phase == "policy_vote" and answer.replaced:
            sure = next((b for b in answer.message.buttons if _verb(b.custom_id) == "do"), None)
            if sure is not None:
                await self.session.do(f"{name}: [{sure.label}] on {self.session._name_of(answer.message)}")

    async def _letter(self, name: str) -> Shown:
        """The newest panel; looked at again, where the table stood still when it was last looked at."""
        person = self.session.people[name]
        panels = [shown for shown in person.sees(person.dm) if any(map(_refreshes, shown.buttons))]
        if not _offers(panels[-1]):
            again = next(filter(_refreshes, panels[-1].buttons))
            await self.session.do(f"{name}: [{again.label}] on {self.session._name_of(panels[-1])}")
        return panels[-1]


def _refreshes(button: Button) -> bool:
    return _verb(button.custom_id) == "refresh"


def _verb(custom_id: str) -> str:
    where = address(custom_id)
    return where.verb if where is not None else ""


def _offers(shown: Shown) -> list[tuple[str, str]]:
    """The moves that stand on a message: buttons by their labels, and selects with what is chosen from them."""
    pressed = [(button.label, "") for button in shown.buttons if _verb(button.custom_id) in MOVES]
    return pressed + [
        (menu.label, choice.label) for menu in shown.menus for choice in menu.choices if _verb(menu.custom_id) in MOVES
    ]
