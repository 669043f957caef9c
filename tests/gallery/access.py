"""What keeps somebody from following a screen who sees it badly or not at all: each check gives the faults it finds."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from bot.screen import TEXT_LIMIT
from bot.text import MARGIN, catalogue
from engine.terms import FACTIONS, STATS
from tests.discord.seen import Button, Menu, Picture, Shown
from tests.gallery.markdown import plain

Check = Callable[[Shown], Iterator[str]]

WORDS_OF: Final = {
    catalogue()[f"symbol.{key}"]: catalogue()[f"{table}.{key}"]
    for table, keys in (("faction", FACTIONS), ("stat", STATS))
    for key in keys
}
SYMBOLS: Final = re.compile(f"[{''.join(WORDS_OF)}]")
CUSTOM_EMOJI: Final = re.compile(r"<a?:\w+:\d+>|(?<![\w\\]):[a-z_]{2,}:")
DRAWN: Final = re.compile(r"([^\w\s.])\1{3}|[\u2500-\u257f\u2580-\u259f]|```|\S {3,}\S")
WORD: Final = re.compile(r"[^\W\d_]{2,}")
HEADING: Final = re.compile(r"#{1,6} |-# ")
TITLE: Final = "### "
CALL: Final = re.compile(r"(?:<@\d+> ?)*")
MOST_LINES: Final = 14
"""In one block, as long as everybody around the largest table."""


def faults(shown: Shown, before: Shown | None = None) -> list[str]:
    """`before` is the message above it, which it may continue."""
    found = [fault for check in CHECKS for fault in check(shown)]
    if before is None or before.rows or len(before.content) + len(shown.content) < TEXT_LIMIT:
        found += untitled(shown)
    return found


def texts(shown: Shown) -> Iterator[str]:
    """All there is to read, as it is read."""
    yield plain(shown.content)
    for item in pressable(shown):
        yield item.label
        if isinstance(item, Menu):
            yield from (text for one in item.choices for text in (one.label, one.hint))
    yield from (picture.alt for picture in shown.pictures)


def pressable(shown: Shown) -> list[Button | Menu]:
    return [item for row in shown.rows for item in row]


# -- what is told by a sign alone -------------------------------------------------------------------------------------


def symbols(shown: Shown) -> Iterator[str]:
    for text in texts(shown):
        for found in SYMBOLS.finditer(text):
            if not text[found.end() :].startswith(f" {WORDS_OF[found[0]]}"):
                yield f"{found[0]} stands without its word: {text[found.start() :][:40]!r}"


def emoji(shown: Shown) -> Iterator[str]:
    for part in (part for row in shown.raw.components for part in row["components"]):
        if part.get("emoji") or any(option.get("emoji") for option in part.get("options") or ()):
            yield f"an emoji on {part['custom_id']}"
    for text in texts(shown):
        signs = [sign for sign in text if unicodedata.category(sign) == "So" and sign not in {*WORDS_OF, MARGIN[0]}]
        if signs or CUSTOM_EMOJI.search(text):
            yield f"an emoji in {text[:40]!r}"


# -- pictures ---------------------------------------------------------------------------------------------------------


def alts(shown: Shown) -> Iterator[str]:
    for picture in shown.pictures:
        if picture.name.endswith(".png"):
            yield from _twin(picture, shown)


def _twin(picture: Picture, shown: Shown) -> Iterator[str]:
    """The last number of each course is what the message says, too."""
    if not picture.alt:
        yield f"{picture.name} has no alternative text"
        return
    for stat in STATS:
        word = catalogue()[f"stat.{stat}"]
        course = re.search(rf"{word}: ([−\d, i]+)\.", picture.alt)
        said = re.search(rf"Królestwo: .*?{word} (−?\d+)", plain(shown.content))
        if course is None:
            yield f"the numbers of {word} are in the picture alone"
        elif said is None or re.findall(r"−?\d+", course[1])[-1] != said[1]:
            yield f"the picture and the message do not say the same of {word}"


# -- what can be pressed ----------------------------------------------------------------------------------------------


def labels(shown: Shown) -> Iterator[str]:
    for item in pressable(shown):
        if not WORD.search(item.label):
            yield f"no words on {item.custom_id}"
        if isinstance(item, Menu):
            yield from (f"no words on the option {one.value}" for one in item.choices if not _names(one.label))


def _names(label: str) -> bool:
    return any(sign.isalnum() for sign in label)


def alike(shown: Shown) -> Iterator[str]:
    together = [[item.label for item in pressable(shown)]]
    together += [[one.label for one in menu.choices] for menu in shown.menus]
    for group in together:
        yield from (f"two are called {label!r}" for label in sorted({one for one in group if group.count(one) > 1}))


def order(shown: Shown) -> Iterator[str]:
    """First what it is about, then what can be done: that on the screen first that is done at the table."""
    if pressable(shown) and not shown.content.strip():
        yield "something to press, and not a word on what it is about"
    styles = [item.style for item in shown.buttons]
    if "plain" in styles and "main" in styles[styles.index("plain") :] and styles[0] == "plain":
        yield "what matters most stands after what matters less"


# -- how it is built --------------------------------------------------------------------------------------------------


def headings(shown: Shown) -> Iterator[str]:
    first, *rest = shown.content.split("\n")
    if HEADING.match(first) and not first.startswith(TITLE):
        yield f"the heading {first[:40]!r} is not of our one level"
    yield from (f"another heading: {line[:40]!r}" for line in rest if HEADING.match(line))


def untitled(shown: Shown) -> Iterator[str]:
    """One line needs no title; whom it calls stands below it."""
    first, *rest = shown.content.split("\n")
    if not first.startswith(TITLE) and not all(CALL.fullmatch(line) for line in rest):
        yield f"no title above {first[:40]!r}"


def drawings(shown: Shown) -> Iterator[str]:
    for line in shown.content.split("\n"):
        if found := DRAWN.search(line.removeprefix(MARGIN)):
            yield f"a drawing: {found[0]!r} in {line[:40]!r}"


def blocks(shown: Shown) -> Iterator[str]:
    for built, block in groupby(shown.content.split("\n"), key=lambda line: not line or line.startswith(("**", "#"))):
        lines = list(block)
        if not built and len(lines) > MOST_LINES:
            yield f"{len(lines)} lines in one block, from {lines[0][:40]!r}"


def slips(shown: Shown) -> Iterator[str]:
    for text in texts(shown):
        for found in re.finditer(r"\S  +\S| [,.;:!?](?:\s|$)|\(\s|\s\)|(?<!\.)\.\.(?!\.)|[ \t]+$|„„|””|,,", text):
            yield f"a slip: {text[max(0, found.start() - 20) : found.end() + 10]!r}"


CHECKS: Final[tuple[Check, ...]] = (symbols, emoji, alts, labels, alike, order, headings, drawings, blocks, slips)
