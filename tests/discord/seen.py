"""What people see: messages as they stand, and everything that ever appeared, as text."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple

from simcord.backend import Backend
from simcord.backend.models import Interaction, Message

BUTTON: Final = 2
TEXT_SELECT: Final = 3
TEXT_INPUT: Final = 4
LINK: Final = 5
LOADING: Final = 1 << 7
STYLES: Final = {1: "main", 2: "plain", 3: "good", 4: "bad", 5: "link"}

What = Literal["new", "edited", "gone", "form", "did"]


class Button(NamedTuple):
    label: str
    custom_id: str
    disabled: bool
    style: str

    def __str__(self) -> str:
        return f"[{self.label}, disabled]" if self.disabled else f"[{self.label}]"


class Choice(NamedTuple):
    label: str
    value: str
    hint: str
    chosen: bool

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{'*' * self.chosen}{self.label}{hint}"


class Menu(NamedTuple):
    """A select. Its label is the text that stands in it while nothing is chosen."""

    label: str
    custom_id: str
    disabled: bool
    choices: tuple[Choice, ...]

    def __str__(self) -> str:
        disabled = ", disabled" if self.disabled else ""
        return f"<{self.label}{disabled}: {' | '.join(map(str, self.choices))}>"


class Picture(NamedTuple):
    name: str
    alt: str

    def __str__(self) -> str:
        return f"{{{self.name}: {self.alt}}}"


class Field(NamedTuple):
    """The box of a form."""

    label: str
    custom_id: str
    text: str
    most: int | None


class Form(NamedTuple):
    title: str
    custom_id: str
    fields: tuple[Field, ...]

    def __str__(self) -> str:
        boxes = (f"{field.label}: «{field.text}»" for field in self.fields)
        return "\n".join((self.title, *boxes))


class Shown:
    """A message as it stands now."""

    def __init__(self, message: Message) -> None:
        self.raw: Final = message
        self.id: Final = message.id
        self.channel: Final = message.channel_id

    @property
    def content(self) -> str:
        return self.raw.content

    @property
    def hidden(self) -> bool:
        """Ephemeral."""
        return self.raw.is_ephemeral

    @property
    def loading(self) -> bool:
        return bool(self.raw.flags & LOADING)

    @property
    def rows(self) -> tuple[tuple[Button | Menu, ...], ...]:
        return tuple(tuple(_pressable(item) for item in row["components"]) for row in self.raw.components)

    @property
    def buttons(self) -> tuple[Button, ...]:
        return tuple(item for row in self.rows for item in row if isinstance(item, Button))

    @property
    def menus(self) -> tuple[Menu, ...]:
        return tuple(item for row in self.rows for item in row if isinstance(item, Menu))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(Picture(item["filename"], item.get("description") or "") for item in self.raw.attachments)

    def __str__(self) -> str:
        rows = (" ".join(map(str, row)) for row in self.rows)
        return "\n".join((*([self.content] if self.content else []), *map(str, self.pictures), *rows))

    def __repr__(self) -> str:
        return f"<Shown {self.id}: {self}>"


def _pressable(item: dict[str, Any]) -> Button | Menu:
    disabled = bool(item.get("disabled"))
    if item["type"] == BUTTON:
        return Button(item.get("label") or "", item.get("custom_id") or "", disabled, STYLES[item["style"]])
    choices = (
        Choice(one["label"], one["value"], one.get("description") or "", bool(one.get("default")))
        for one in item.get("options") or ()
    )
    return Menu(item.get("placeholder") or "", item["custom_id"], disabled, tuple(choices))


def form(modal: dict[str, Any]) -> Form:
    return Form(modal["title"], modal["custom_id"], tuple(_fields(modal["components"])))


def _fields(items: list[dict[str, Any]], label: str = "") -> Iterator[Field]:
    for item in items:
        if item["type"] == TEXT_INPUT:
            yield Field(
                label or item.get("label") or "", item["custom_id"], item.get("value") or "", item.get("max_length")
            )
        inner = item.get("components") or ([item["component"]] if "component" in item else [])
        yield from _fields(inner, item.get("label") or "")


class Event(NamedTuple):
    """`only` is who alone sees it, if it is one person."""

    what: What
    place: str
    guild: int | None
    only: int | None
    message: int
    text: str


class World(Backend):
    """SimCord's Discord, with a journal of all that appeared, and people who speak other languages than en-US."""

    def __init__(self) -> None:
        self.journal: list[Event] = []
        self.locales: dict[int, str] = {}
        self.locale = "pl"
        super().__init__()

    def emit(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            person = int((payload.get("user") or payload["member"]["user"])["id"])
            payload = {**payload, "locale": self.locales.get(person, self.locale)}
            if "guild_locale" in payload:
                payload["guild_locale"] = self.locale
        super().emit(event, payload)

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        kept = super().commit_message(message, broadcast=broadcast)
        self._note_message("new", message)
        return kept

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        was = self.get_message(channel_id, message_id).flags & LOADING
        message = super().edit_message(channel_id, message_id, fields)
        self._note_message("new" if was else "edited", message)
        return message

    def delete_message(self, channel_id: int, message_id: int) -> None:
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        self._note_message("gone", message)

    def note_form(self, interaction: Interaction) -> None:
        assert interaction.modal is not None
        self._note("form", interaction.channel_id, interaction.user_id, text=str(form(interaction.modal)))

    def note_deed(self, channel: int, person: int, text: str) -> None:
        self._note("did", channel, person, text=text)

    def _note_message(self, what: What, message: Message) -> None:
        """Whether an answer came at once or was announced before is nothing that could be compared."""
        if not message.flags & LOADING:
            text = "" if what == "gone" else str(Shown(message))
            self._note(what, message.channel_id, viewer(message), message.id, text)

    def _note(self, what: What, channel: int, only: int | None, message: int = 0, text: str = "") -> None:
        raw = self.channels[channel]
        if raw.guild_id is None:
            self.journal.append(Event(what, "DM", None, raw.recipient_ids[0], message, text))
            return
        place = f"#{raw.name}" + (", only you" if only is not None and message else "")
        self.journal.append(Event(what, place, raw.guild_id, only, message, text))


def viewer(message: Message) -> int | None:
    """Who alone sees the message."""
    if not message.is_ephemeral or message.interaction_metadata is None:
        return None
    return int(message.interaction_metadata["user"]["id"])


def transcript(events: list[Event], name: Callable[[int], str]) -> str:
    """Messages are numbered as they appear: their true numbers differ from run to run."""
    numbers: dict[int, int] = {}
    blocks = []
    for event in events:
        number = f" {numbers.setdefault(event.message, len(numbers) + 1)}" if event.message else ""
        what = "" if event.what == "new" else f" {event.what}"
        text = re.sub(r"<@!?(\d+)>", lambda found: f"@{name(int(found[1]))}", event.text)
        blocks.append(f"({event.place}{number}{what})\n{text}".rstrip())
    return "\n\n".join(blocks) + "\n"
