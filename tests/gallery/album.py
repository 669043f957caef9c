"""All that people saw of a bot, kept as it was when they saw it, in sections that a page can show."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tests.discord.people import Person
from tests.discord.seen import Event, Form, Shown, What, form
from tests.discord.sim import Bot, Sim


class Item(NamedTuple):
    """One thing on somebody's phone: what they did, a message as it stood then, or a form. `files` are its pictures."""

    what: What
    place: str
    text: str
    shown: Shown | None = None
    form: Form | None = None
    files: tuple[bytes, ...] = ()
    at: float = 0.0
    edits: int = 0

    @property
    def private(self) -> bool:
        """Ephemeral."""
        return self.shown is not None and self.shown.hidden


class Section(NamedTuple):
    """`names` are those of all that has an id."""

    title: str
    note: str
    items: tuple[Item, ...]
    names: dict[int, str]

    @property
    def screens(self) -> list[Item]:
        return [item for item in self.items if item.shown is not None]


class Kept(NamedTuple):
    event: Event
    item: Item


class Journal(list[Event]):
    """Takes a picture of every message in the moment that it is noted."""

    def __init__(self, sim: Sim) -> None:
        super().__init__()
        self._sim = sim
        self.kept: list[Kept] = []

    def append(self, event: Event) -> None:
        super().append(event)
        self.kept.append(Kept(event, self._item(event)))

    def names(self) -> dict[int, str]:
        world = self._sim.world
        people = {id_: user.global_name or "" for id_, user in world.users.items()}
        roles = {role.id: role.name for guild in world.guilds.values() for role in guild.roles.values()}
        return {**people, **roles, **{id_: channel.name or "" for id_, channel in world.channels.items()}}

    def _item(self, event: Event) -> Item:
        item = Item(event.what, event.place, event.text, at=self._sim.clock.now())
        if event.what == "form":
            modals = (one.modal for one in reversed(self._sim.world.interactions.values()) if one.modal)
            return item._replace(form=next(made for made in map(form, modals) if str(made) == event.text))
        if event.what not in {"new", "edited"}:
            return item
        message = next(kept[event.message] for kept in self._sim.world.messages.values() if event.message in kept)
        files = tuple(self._sim.world.cdn.get(one["url"]) or b"" for one in message.attachments)
        return item._replace(shown=Shown(copy.deepcopy(message)), files=files)


class Album:
    """`sections` grow as a play goes on; what is between them is left out."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self._journal: Journal | None = None

    def sim(self, bot: Bot) -> Sim:
        """The sections after this are of this Discord."""
        sim = Sim(bot)
        sim.world.journal = self._journal = Journal(sim)
        return sim

    @property
    def journal(self) -> Journal:
        assert self._journal is not None
        return self._journal

    @contextmanager
    def section(self, title: str, who: Person, note: str = "", *, public: bool = False) -> Iterator[None]:
        """What only this person sees meanwhile; `public`: and what everybody does."""
        start = len(self.journal.kept)
        yield
        self.add(title, who, note, start=start, public=public)

    def add(self, title: str, who: Person, note: str = "", *, start: int = 0, public: bool = False) -> None:
        found = [kept for kept in self.journal.kept[start:] if kept.event.only == who.id]
        if public:
            found = [kept for kept in self.journal.kept[start:] if kept.event.only in (None, who.id)]
        self._put(title, note, [kept.item for kept in found])

    def channel(self, title: str, note: str = "") -> None:
        """What stands in the channel in the end."""
        self._as_it_stands(title, note, [kept for kept in self.journal.kept if kept.event.only is None])

    def conversation(self, title: str, who: Person, note: str = "") -> None:
        """What stands in somebody's private messages in the end."""
        mine = [kept for kept in self.journal.kept if kept.event.only == who.id and kept.event.place == "DM"]
        self._as_it_stands(title, note, mine)

    def _as_it_stands(self, title: str, note: str, kept: list[Kept]) -> None:
        last: dict[int, Item] = {}
        for event, item in kept:
            if event.what == "gone":
                last.pop(event.message, None)
            elif item.shown is not None:
                edits = last[event.message].edits + 1 if event.message in last else 0
                last[event.message] = item._replace(edits=edits)
        self._put(title, note, list(last.values()))

    def _put(self, title: str, note: str, items: list[Item]) -> None:
        self.sections.append(Section(title, note, tuple(items), self.journal.names()))
