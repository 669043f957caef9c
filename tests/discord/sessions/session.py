"""A session being played, and written down as it goes."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from difflib import SequenceMatcher
from hashlib import blake2b
from itertools import count
from typing import Any, Final, NamedTuple, Self
from unittest.mock import patch

from pydantic import SecretStr

from bot.discord_client import RadaClient
from bot.serve import Manner, open_bot
from narrator import choose
from narrator.settings import NarratorSettings
from tests.discord.people import Answer, Person
from tests.discord.seen import Event, Shown
from tests.discord.sessions.scribe import Scribe
from tests.discord.sim import Sim
from tests.store.memory import Disk, MemoryStore

BREATH: Final = 48.0
"""Three beats of the boards: they are put right at the last, where those before left the way to what had to be said."""
DEED: Final = "== "
SEEN: Final = "-- "
LONG: Final = 30
BEGINNING: Final = 24
CAST: Final = re.compile(r"# (.*)\nseed: (.*)\nnarrator: (deck|model)\npeople: (.*)\nclosed: ?(.*)")
ACT: Final = re.compile(r"(\w+): (.+)", re.DOTALL)
PRESS: Final = re.compile(r"\[(.+?)\](?: on (.+))?")
CHOOSE: Final = re.compile(r"<(.+?): (.+)>(?: on (.+))?")
CALL: Final = re.compile(r"/(\S+ \S+) ?(.*)")
TYPED: Final = re.compile(r"\? (\S+ \S+) (\S+): (.*)")
MARKS: Final = ("- ", "+ ", "= ")
OPTION: Final = "\n  | "
WAIT: Final = re.compile(r"(\d+) s")


class Cast(NamedTuple):
    title: str
    seed: str
    narrator: str
    people: tuple[str, ...]
    closed: tuple[str, ...] = ()

    def __str__(self) -> str:
        people, closed = ", ".join(self.people), ", ".join(self.closed)
        head = f"# {self.title}\nseed: {self.seed}\nnarrator: {self.narrator}\npeople: {people}\nclosed: {closed}"
        return head.rstrip()


class Place(NamedTuple):
    """One place as one person, or everybody there, sees it."""

    rank: int
    name: str


def read(text: str) -> tuple[Cast, list[str]]:
    """A kept session: its cast and deeds."""
    found = CAST.match(text)
    assert found, "a session begins with its cast"
    title, seed, narrator, people, closed = found.groups()
    cast = Cast(title, seed, narrator, _names(people), _names(closed))
    return cast, [line.removeprefix(DEED) for line in text.splitlines() if line.startswith(DEED)]


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.split(", ") if name)


class Session:
    def __init__(self, cast: Cast) -> None:
        self.cast: Final = cast
        self.sim: Final = Sim(self.bot)
        self.disk: Final = Disk()
        self.people: dict[str, Person] = {}
        self.steps: list[str] = [str(cast)]
        self.last: dict[str, Answer] = {}
        """What each was answered last."""
        self._heard = 0
        self._numbers: dict[int, tuple[Place, int]] = {}
        self._texts: dict[int, str] = {}
        self._known: dict[str, int] = {}
        self._offered: list[str] = []

    @classmethod
    @asynccontextmanager
    async def open(cls, cast: Cast) -> AsyncIterator[Self]:
        with ExitStack() as stack:
            drawing = drawn(cast.seed)
            for place in ("bot.desk_lobby.token_hex", "bot.desk_start.token_hex"):
                stack.enter_context(patch(place, drawing))
            stack.enter_context(patch.dict(choose._BUILD, genai=lambda *_: Scribe()))
            session = cls(cast)
            async with session.sim as sim:
                for name in cast.people:
                    session.people[name.rstrip("*")] = sim.person(name.rstrip("*"), manages=name.endswith("*"))
                for name in cast.closed:
                    sim.close_dms(session.people[name])
                yield session

    @property
    def text(self) -> str:
        return "\n\n".join(self.steps) + "\n"

    # -- the bot ------------------------------------------------------------------------------------------------------

    def bot(self, sim: Sim) -> AbstractAsyncContextManager[RadaClient]:
        key = SecretStr("none") if self.cast.narrator == "model" else None
        narrating = NarratorSettings(kind="genai" if key else "deck", api_key=key)
        return open_bot(MemoryStore(self.disk), narrating, Manner(sim.clock, lambda: 0.0, lambda number: 1.0))

    async def restart(self, *, killed: bool) -> None:
        await self.sim.restart(self.bot, killed=killed)
        await self.sim.settle()

    # -- deeds --------------------------------------------------------------------------------------------------------

    async def do(self, deed: str) -> None:
        """Where it is not said on which message something is pressed, it is the newest that has it."""
        if wait := WAIT.fullmatch(deed):
            await self.sim.advance(float(wait[1]))
        else:
            deed = await self._act(deed)
            await self.sim.advance(BREATH)
        self.steps.append("\n\n".join((f"{DEED}{deed}", *self._offered, *self._news())))
        self._offered = []

    async def _act(self, deed: str) -> str:
        """Gives the deed as it can be done again."""
        found = ACT.fullmatch(deed)
        assert found, deed
        name, what = found.groups()
        person = self.people[name]
        if press := PRESS.fullmatch(what):
            shown = self._meant(person, press[1], press[2])
            self.last[name] = await person.press(press[1], on=shown)
            return f"{name}: [{press[1]}] on {self._name_of(shown)}"
        if picked := CHOOSE.fullmatch(what):
            shown = self._meant(person, picked[1], picked[3])
            self.last[name] = await person.choose(picked[1], picked[2], on=shown)
            return f"{name}: <{picked[1]}: {picked[2]}> on {self._name_of(shown)}"
        if what.startswith("«"):
            self.last[name] = await person.fill(self.last[name], what[1:-1])
        elif typed := TYPED.fullmatch(what):
            return await self._suggest(person, deed, *typed.groups())
        else:
            call = CALL.fullmatch(what)
            assert call, deed
            self.last[name] = await person.command(call[1], **self._options(call[2]))
        return deed

    async def _suggest(self, person: Person, deed: str, command: str, option: str, typed: str) -> str:
        offered = await person.suggest(command, option, typed)
        self._offered = ["\n".join((f"{SEEN}offered", *(f"{label} = {value}" for label, value in offered)))]
        return deed

    def _options(self, text: str) -> dict[str, Any]:
        """Numbers, flags, people, and words without commas."""
        return {key: self._value(value) for key, value in (option.split(": ") for option in text.split(", ") if option)}

    def _value(self, value: str) -> object:
        if value.startswith("@"):
            return self.people[value[1:]]
        if value in ("True", "False"):
            return value == "True"
        return int(value) if value.isdigit() else value

    def _meant(self, person: Person, what: str, on: str | None) -> Shown:
        if on is None:
            return next(shown for shown in reversed(person.sees()) if what in _labels(shown))
        (id_,) = [id_ for id_ in self._numbers if self._spelled(id_) == on]
        return next(shown for shown in person.sees() if shown.id == id_)

    def _name_of(self, shown: Shown) -> str:
        return self._spelled(shown.id)

    def _spelled(self, message: int) -> str:
        place, number = self._numbers[message]
        return f"{place.name} {number}"

    # -- what is seen -------------------------------------------------------------------------------------------------

    def _news(self) -> list[str]:
        """What has appeared since the last deed, place by place: what is new, and then what is no more as it was."""
        events = [event for event in self.sim.world.journal[self._heard :] if event.what != "did"]
        self._heard = len(self.sim.world.journal)
        fresh = [event for event in events if event.what in ("new", "form")]
        stale = {event.message: event for event in events if event.what in ("edited", "gone")}.values()
        return [*filter(None, map(self._told, sorted((*fresh, *stale), key=self._place)))]

    def _told(self, event: Event) -> str:
        """Nothing, where it is as it was."""
        place, text = self._place(event), _options_below(self._named(event.text))
        if event.what == "form":
            return self._begun(f"{place.name}: a form", text)
        if event.what == "new":
            number = sum(known == place for known, _ in self._numbers.values()) + 1
            self._numbers[event.message] = place, number
        before, self._texts[event.message] = self._texts.get(event.message, ""), text
        if event.what == "edited":
            return (
                self._begun(f"{self._spelled(event.message)} edited", changed(before, text)) if before != text else ""
            )
        return self._begun(f"{self._spelled(event.message)}{' gone' * (event.what == 'gone')}", text)

    def _begun(self, title: str, text: str) -> str:
        """Long lines that have been told before are only begun, with their number among those lines."""
        told = [f"{SEEN}{title}"]
        for line in text.splitlines():
            mark, words = (line[:2], line[2:]) if line[:2] in MARKS else ("", line)
            told.append(f"{mark}{words[:BEGINNING]}…{self._known[words]}" if words in self._known else line)
            if len(words) > LONG and not words.startswith("#"):
                self._known.setdefault(words, len(self._known) + 1)
        return "\n".join(told)

    def _place(self, event: Event) -> Place:
        if event.only is None:
            return Place(0, event.place)
        name = self._person(event.only)
        return Place(2, f"DM {name}") if event.place == "DM" else Place(1, f"{event.place.split(',')[0]}, only {name}")

    def _person(self, id_: int) -> str:
        return next(name for name, person in self.people.items() if person.id == id_)

    def _named(self, text: str) -> str:
        """Whoever is called by their number: by name."""
        for name, person in self.people.items():
            text = text.replace(f"<@{person.id}>", f"<@{name}>")
        return text


def _labels(shown: Shown) -> list[str]:
    return [*(button.label for button in shown.buttons), *(menu.label for menu in shown.menus)]


def changed(before: str, after: str) -> str:
    """The lines that went and that came; or all of it, where most is new."""
    old, new = before.splitlines(), after.splitlines()
    told: list[str] = []
    for what, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            told += [f"- {line}" for line in old[start:end]] + [f"+ {line}" for line in new[first:last]]
    shown = "\n".join(told)
    return shown if len(shown) < len(after) else f"= {after}"


def _options_below(text: str) -> str:
    """Each option of a select in a line of its own; a hint like the one above it is not told again."""
    told, above = [], ""
    for line in text.replace(" | ", OPTION).splitlines():
        label, opened, hint = line.partition(" (") if line.startswith(OPTION[1:]) else (line, "", "")
        told.append(f"{label} (=)" if opened and hint.rstrip(">") == above else line)
        above = hint.rstrip(">")
    return "\n".join(told)


def drawn(seed: str) -> Callable[[int], str]:
    """Instead of chance: the same tokens in every run."""
    numbers = count(1)
    return lambda size: blake2b(f"{seed}/{next(numbers)}".encode(), digest_size=size).hexdigest()


async def play_again(cast: Cast, deeds: Sequence[str], restart_before: int = 0, *, killed: bool = True) -> Session:
    """With a restart before the deed of that number, counted from one; none before 0."""
    async with Session.open(cast) as session:
        for number, deed in enumerate(deeds, 1):
            if number == restart_before:
                await session.restart(killed=killed)
            await session.do(deed)
        return session
