"""What a chat shows, as values that know of no chat: text, and below it buttons or selects that carry an address."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from bot.phrases import Lines
from bot.text import Line

TEXT_LIMIT: Final = 2000
"""Characters in one message. Longer screens take several; what can be pressed stands below the last."""
LABEL_LIMIT: Final = 80
OPTION_LIMIT: Final = 100
OPTIONS_LIMIT: Final = 25

Style = Literal["plain", "main", "good", "bad"]


class Button(NamedTuple):
    address: str
    label: Line
    style: Style = "plain"


class Option(NamedTuple):
    """`value` is what the address is sent back with."""

    value: str
    label: Line
    hint: Line | None = None
    chosen: bool = False


class Select(NamedTuple):
    address: str
    prompt: Line
    options: tuple[Option, ...]


Row = tuple[Button, ...] | Select


class Attachment(NamedTuple):
    """`alt` says what a picture shows; a file to keep has none."""

    name: str
    data: bytes
    alt: Line | None = None


class Screen(NamedTuple):
    """The first line is the title."""

    lines: Lines
    rows: tuple[Row, ...] = ()
    attachment: Attachment | None = None


class Form(NamedTuple):
    """Asks for words. `text` is what stands there already."""

    address: str
    title: Line
    label: Line
    most: int
    text: str = ""


class Reply(NamedTuple):
    """The answer to whoever asked: seen by nobody else, unless it takes the place of the message they pressed."""

    screen: Screen
    replace: bool = False
    anew: Callable[[], Screen] | None = None
    """How it is when its turn has come, for what many people change."""
