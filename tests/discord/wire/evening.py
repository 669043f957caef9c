"""A whole game of three people over the wire: they press what they see, and press again where nothing came of it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final, NamedTuple, Protocol, TypeVar

from bot.address import Address, address
from bot.sitting import Moment
from bot.text import line, say
from tests.discord.wire.asking import End, Interaction, components
from tests.discord.wire.fake import Discord
from tests.discord.wire.people import Person
from tests.discord.wire.process import BLINK, Bot
from tests.discord.wire.world import Message

NAMES: Final = ("ola", "jan", "ewa")
TRIES: Final = 12
LONGEST: Final = 40.0
"""Seconds that anything may take to be said, whatever goes wrong."""
AFTER_A_DEATH: Final = 1.0
"""So long people look at an answer that was promised by somebody who has died since."""
TAKEN: Final = say(line("receipt.taken"))
SETTLED: Final = tuple(say(line(f"refusal.{code}")) for code in ("already_voted", "stale", "game_over"))
"""Nothing more to do for whoever reads this: their vote counts already, or the phase has gone by."""
WORDS: Final = "Words that no log may show"
ACTS: Final = {"do", "say", "sure"}
Seen = TypeVar("Seen")


class Offer(NamedTuple):
    """Something to press, and where it leads."""

    message: Message
    where: Address
    custom_id: str


def offers(message: Message) -> list[Offer]:
    found = [(str(one["custom_id"]), address(str(one["custom_id"]))) for one in components(message.components)]
    return [Offer(message, where, custom_id) for custom_id, where in found if where is not None]


def offered_in(message: Message, verb: str, choice: str = "", number: int = 0) -> Offer | None:
    found = [one for one in offers(message) if one.where.verb == verb and one.where.choice.startswith(choice)]
    return found[number % len(found)] if found else None


class Click(NamedTuple):
    """`told` is what its author read then. `died`: the bot was killed while the click waited; `broken`: its line to
    the gateway broke meanwhile."""

    asked: Interaction
    end: End
    told: str
    died: bool
    broken: bool


class Trouble(Protocol):
    """What befalls them: before a phase is played, right after something was pressed, and when all have acted."""

    async def before(self, moment: Moment) -> None: ...

    async def amid(self, moment: Moment) -> None: ...

    async def after(self, moment: Moment) -> None: ...


class Calm:
    async def before(self, moment: Moment) -> None: ...

    async def amid(self, moment: Moment) -> None: ...

    async def after(self, moment: Moment) -> None: ...


LOBBY: Final = Moment(0, "lobby")


@dataclass
class Evening:
    """The last of them takes no private messages. After so many rounds whoever began the game ends it."""

    discord: Discord
    bot: Bot
    trouble: Trouble = field(default_factory=Calm)
    seed: str = "evening"
    preset: str = "harsh"
    rounds: int = 0
    clicks: list[Click] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        people = [self.discord.user(name) for name in NAMES]
        guild = self.discord.guild("Server", people[0])
        for user in people:
            guild.join(user)
        people[-1].dms_closed = True
        self.people = [Person(self.discord, user) for user in people]
        self.room = guild.text_channel("rada")
        self.now = LOBBY

    @property
    def ends(self) -> str:
        return ", ".join(
            f"{number} clicks {end}" for end, number in Counter(click.end for click in self.clicks).items()
        )

    # -- the course of it ---------------------------------------------------------------------------------------------

    async def play(self) -> None:
        await self.gather()
        while not self.over:
            await self.phase()
            if self.now == (self.rounds, "policy_vote"):
                await self.abandon(self.people[0])

    async def gather(self) -> None:
        host, *guests = self.people
        await self.trouble.before(LOBBY)
        await self.click(lambda: host.slash(self.room, "rada nowa"))
        await self.see(partial(self.offered, "join"))
        for person in guests:
            await self.press(person, partial(self.offered, "join"))
        for what, value in (("preset", self.preset), ("seats", str(len(NAMES))), ("tempo", "endless")):
            await self.press(host, partial(self.offered, "choose", what), value)
        await self.start(host)
        await self.trouble.after(LOBBY)

    async def start(self, host: Person) -> None:
        """The trial finds a closed door, and is overruled; it may have to be tried again."""
        for _ in range(TRIES):
            asked = await self.press(host, partial(self.offered, "start"))
            if asked is None:
                break
            if asked.answer is not None:
                await self.press(host, partial(offered_in, asked.answer, "anyway"))
        await self.see(lambda: self.board)

    async def abandon(self, host: Person) -> None:
        for _ in range(TRIES):
            asked = await self.click(lambda: host.slash(self.room, "rada-mod zakoncz"))
            if asked is None or asked.answer is None or self.over:
                break
            await self.press(host, partial(offered_in, asked.answer, "abandon"))
        await self.see(lambda: self.over)

    async def phase(self) -> None:
        self.now = await self.see(lambda: self.board)
        self.moments.append(self.now)
        await self.trouble.before(self.now)
        people = self.people[:]
        self.chance.shuffle(people)
        for person in people:
            await self.act(person)
        await self.trouble.after(self.now)
        await self.see(lambda: self.over or self.board != self.now)

    async def act(self, person: Person) -> None:
        """Until it is known that it counts, or the phase has gone by."""
        told = ""
        for tried in range(TRIES):
            asked = await self.move(person, anew=tried > 0)
            told = asked.text if asked else ""
            if asked is None or any(words in told for words in (TAKEN, *SETTLED)):
                return
            await asyncio.sleep(BLINK)
        raise AssertionError(f"nothing {person.user.name} pressed was taken: {told}")

    async def move(self, person: Person, *, anew: bool) -> Interaction | None:
        if self.board != self.now or (panel := await self.panel(person, anew=anew)) is None:
            return None
        match self.now.phase:
            case "statements":
                return await self.speak(person, panel)
            case "policy_vote":
                return await self.vote(person, panel)
            case _:
                return await self.select(person, panel)

    async def speak(self, person: Person, panel: Message) -> Interaction | None:
        if self.chance.random() < 0.2:
            return await self.press(person, partial(offered_in, panel, "do"))
        asked = await self.press(person, partial(offered_in, panel, "say"))
        if asked is None or asked.form is None:
            return asked
        return await self.click(lambda: person.submit(asked, f"{WORDS} *{self.now.round}*"))

    async def vote(self, person: Person, panel: Message) -> Interaction | None:
        number = self.chance.randrange(3)
        asked = await self.press(person, partial(offered_in, panel, "sure", number=number))
        sure = asked.answer if asked and asked.answer else panel
        return await self.press(person, partial(offered_in, sure, "do"))

    async def select(self, person: Person, panel: Message) -> Interaction | None:
        found = offered_in(panel, "do")
        if found is None:
            return None
        part = next(one for one in components(panel.components) if one["custom_id"] == found.custom_id)
        value = self.chance.choice([str(option["value"]) for option in part["options"]])
        return await self.press(person, partial(offered_in, panel, "do"), value)

    # -- what can be seen ---------------------------------------------------------------------------------------------

    @property
    def board(self) -> Moment | None:
        found = self.offered("panel")
        return Moment(found.where.round, found.where.phase) if found else None

    @property
    def over(self) -> bool:
        return any({one.where.verb for one in offers(message)} == {"dossier"} for message in self.room.standing)

    async def panel(self, person: Person, *, anew: bool) -> Message | None:
        """As it came by a private message; else by the button under the board."""
        for message in () if anew else reversed(person.dm.standing):
            if any(
                (one.where.round, one.where.phase) == self.now and one.where.verb in ACTS for one in offers(message)
            ):
                return message
        asked = await self.press(person, lambda: self.offered("panel"))
        return asked.answer if asked else None

    def offered(self, verb: str, choice: str = "") -> Offer | None:
        """In the channel, as far down as there is any."""
        found = (offered_in(message, verb, choice) for message in reversed(self.room.standing))
        return next((offer for offer in found if offer), None)

    async def see(self, what: Callable[[], Seen | None]) -> Seen:
        """Waits until it can be seen."""
        async with asyncio.timeout(LONGEST):
            while not (seen := what()):  # noqa: ASYNC110 - people look at a screen, too
                await asyncio.sleep(BLINK)
        return seen

    # -- pressing -----------------------------------------------------------------------------------------------------

    async def press(self, person: Person, where: Callable[[], Offer | None], *values: str) -> Interaction | None:
        """Nothing where it has gone meanwhile."""

        def ask() -> Interaction | None:
            found = where()
            if found is None:
                return None
            if values:
                return person.choose(found.message, found.custom_id, *values)
            return person.press(found.message, found.custom_id)

        return await self.click(ask)

    async def click(self, ask: Callable[[], Interaction | None]) -> Interaction | None:
        for _ in range(TRIES):
            starts, lines, asked = self.bot.starts, self.discord.gateway.lines, ask()
            if asked is None:
                return None
            await self.trouble.amid(self.now)
            died = self.bot.starts != starts
            end = await asked.end(AFTER_A_DEATH) if died and asked.acknowledged is not None else await asked.end()
            self.clicks.append(
                Click(
                    asked, end, asked.text, died, self.discord.gateway.lines != lines or not self.discord.gateway.heard
                )
            )
            if end == "answered":
                return asked
        raise AssertionError("pressed in vain, again and again")
