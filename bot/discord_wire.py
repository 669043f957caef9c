"""Screens as Discord takes them: plain text in pages, buttons and selects, a form, a file. Views and forms are stopped
before they are sent, so that discord.py keeps none of them: one function answers every press."""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, Final

import discord
from discord import ButtonStyle
from discord.ui import Button, Modal, Select, TextInput, View

from bot import screen
from bot.discord_layout import laid_out
from bot.phrases import Lines
from bot.screen import Attachment, Form, Row, Screen, Style
from bot.text import MARGIN, Line, paged, pages, say

HEADING: Final = "### "
PROMPT_LIMIT: Final = 150
TITLE_LIMIT: Final = 45
STYLES: Final[dict[Style, ButtonStyle]] = {
    "plain": ButtonStyle.secondary,
    "main": ButtonStyle.primary,
    "good": ButtonStyle.success,
    "bad": ButtonStyle.danger,
}
MARKS: Final = re.compile(
    r"[\\*_~`|\[\]<@]"  # emphasis, spoilers, links by name; mentions, moments, emoji, commands
    r"|:(?=//)|(?<=\w)\.(?=\w)"  # addresses, with their beginning and without it
)
BEGINNINGS: Final = re.compile(r"^\s*(?:(?=[-+>#])|\d+(?=[.)](?:\s|$)))")
"""Of lists, quotes and headings, up to the sign that makes them such."""


def escape(text: str) -> str:
    """Foreign text that Discord shows as it was written."""
    return BEGINNINGS.sub(r"\g<0>\\", MARKS.sub(r"\\\g<0>", text))


def contents(lines: Lines, room: int = screen.TEXT_LIMIT) -> list[str]:
    """One text for each message. A title is a heading where anything stands below it."""
    if len(lines) == 1:
        return pages(lines, room, escape)
    first, *more = paged(laid_out(lines, escape), room - len(HEADING))
    return [HEADING + first, *(page.removeprefix("\n") for page in more)]


def mention(people: Iterable[str]) -> str:
    return " ".join(f"<@{person}>" for person in people)


def view(rows: Iterable[Row]) -> View | None:
    """None where there is nothing to press."""
    made = View(timeout=None)
    for number, row in enumerate(rows):
        for item in _items(row):
            item.row = number
            made.add_item(item)
    made.stop()
    return made if made.children else None


def modal(form: Form) -> Modal:
    made = Modal(title=cut(form.title, TITLE_LIMIT), custom_id=form.address, timeout=None)
    made.add_item(
        TextInput(
            label=cut(form.label, TITLE_LIMIT),
            custom_id="text",
            style=discord.TextStyle.paragraph,
            default=form.text or None,
            max_length=form.most,
        )
    )
    made.stop()
    return made


def file(attachment: Attachment) -> discord.File:
    alt = attachment.alt
    return discord.File(BytesIO(attachment.data), attachment.name, description=say(alt)[:1024] if alt else None)


def addresses(shown: Screen) -> set[str]:
    """By which a message is known again, even where its words have changed."""
    return {part.address for row in shown.rows for part in ((row,) if isinstance(row, screen.Select) else row)}


def cut(said: Line, most: int) -> str:
    """On one line, where Discord knows no markup."""
    text = " ".join(say(said).replace(f"\n{MARGIN}", " ").split())
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _items(row: Row) -> Iterator[Button[Any] | Select[Any]]:
    if isinstance(row, screen.Select):
        yield Select(
            custom_id=row.address,
            placeholder=cut(row.prompt, PROMPT_LIMIT),
            options=[_option(option) for option in row.options],
        )
        return
    for button in row:
        label = cut(button.label, screen.LABEL_LIMIT)
        yield Button(custom_id=button.address, label=label, style=STYLES[button.style])


def _option(option: screen.Option) -> discord.SelectOption:
    return discord.SelectOption(
        value=option.value,
        label=cut(option.label, screen.OPTION_LIMIT),
        description=cut(option.hint, screen.OPTION_LIMIT) if option.hint else None,
        default=option.chosen,
    )
