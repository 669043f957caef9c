"""The desk answers whoever asks, in whatever chat: who may, what there is, what was done. It knows no chat."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from bot.address import Address
from bot.screen import Form, Reply, Screen

Value = str | int | bool
Answer = Reply | Form


class Visitor(NamedTuple):
    """Who asks, and where. `handle` is the name nobody else has; `manages` whether the chat says that the server is
    theirs to manage. In a private conversation there is no guild."""

    person: str
    name: str
    handle: str
    guild: str = ""
    channel: str = ""
    roles: frozenset[str] = frozenset()
    manages: bool = False


class Faults(NamedTuple):
    """What a trial found: rights that are missing in the channel (keys of the catalogue's table `right`), people whose
    private messages are closed, people who are not members."""

    rights: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


class Chat(Protocol):
    """What the desk asks of the chat it serves."""

    async def thread(self, channel: str, name: str) -> str:
        """A new thread in this channel. Raises ChatError."""

    async def post(self, channel: str, screen: Screen) -> str:
        """A message that is not a game's; gives its id. Raises ChatError."""

    async def try_out(self, channel: str, people: tuple[str, ...]) -> Faults:
        """What would fail in a game: each right is looked up, each person is written to."""


class ChatError(Exception):
    """The chat does not allow it, or did not answer."""


class Desk:
    async def command(self, visitor: Visitor, key: str, options: Mapping[str, Value], id_: str) -> Answer:
        raise NotImplementedError

    async def press(self, visitor: Visitor, pressed: Address, values: tuple[str, ...], id_: str) -> Answer:
        raise NotImplementedError

    async def submit(self, visitor: Visitor, form: Address, text: str, id_: str) -> Answer:
        raise NotImplementedError

    def suggest(self, visitor: Visitor, key: str, option: str, typed: str) -> list[tuple[str, Value]]:
        """For a box in which somebody types: at most 25 labels, each with its value."""
        raise NotImplementedError
