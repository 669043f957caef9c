"""Text on a terminal: broken by what is seen rather than by what is stored, and coloured where that is wanted."""

import codecs
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, TextIO

from rich.cells import cell_len, chop_cells

from bot.text import MARGIN, UNSAFE

HANG: Final = "  "
"""Begins what is left of a line of ours, so that foreign text in it never begins a line of its own."""
PLAIN: Final = {"●": "*", "★": "+", "■": "#", "○": "o", "☆": "x", "□": "=", "„": '"', "”": '"', "–": "-", "−": "-"}
PLAIN_TOO: Final = {"→": ">", "…": "...", "─": "-", "═": "=", "│": "|", "ł": "l", "Ł": "L"}
COLOURS: Final = {"●": 33, "★": 35, "■": 36, "○": 33, "☆": 35, "□": 36}
"""A faction and the statistic its power raises share one."""
SYMBOL: Final = re.compile(f"[{''.join(COLOURS)}]")


def wrapped(text: str, width: int) -> list[str]:
    return [line for part in text.split("\n") for line in _broken(part, width)]


def _broken(text: str, width: int) -> list[str]:
    """One line as so many as it takes; words that fit on none are cut."""
    hang = MARGIN if text.startswith(MARGIN) else HANG
    rows = [""]
    for word in re.findall(r"^ *\S+|\S+", text):
        for piece in chop_cells(word, width - len(hang)) or [word]:  # of what has no width it makes nothing
            row = f"{rows[-1]} {piece}" if rows[-1] not in ("", hang) else rows[-1] + piece
            if cell_len(row) <= width:
                rows[-1] = row
            else:
                rows.append(hang + piece)
    return rows


def one_line(text: str) -> str:
    """What somebody typed, without anything that could disturb a terminal or a recording."""
    return UNSAFE.sub("", " ".join(text.replace("\t", " ").splitlines())).strip()


class Look:
    """How things are made to stand out."""

    def __init__(self, *, colour: bool) -> None:
        self._colour = colour

    def title(self, text: str, width: int, rule: str) -> list[str]:
        first, *rest = wrapped(text, width - 6)
        ruled = f"{rule * 2} {first} "
        return [self._in(1, row) for row in (ruled + rule * (width - cell_len(ruled)), *rest)]

    def body(self, rows: Iterable[str]) -> list[str]:
        return [SYMBOL.sub(lambda symbol: self._in(COLOURS[symbol[0]], symbol[0]), row) for row in rows]

    def strong(self, rows: Iterable[str]) -> list[str]:
        return [self._in(1, row) for row in rows]

    def faint(self, rows: Iterable[str]) -> list[str]:
        return [self._in(2, row) for row in rows]

    def _in(self, code: int, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour else text


def wants_colour(out: TextIO, environment: Mapping[str, str]) -> bool:
    return out.isatty() and environment.get("TERM", "dumb") != "dumb" and not environment.get("NO_COLOR")


# -- terminals that do not know our letters ---------------------------------------------------------------------------


def plainly(error: UnicodeError) -> tuple[str, int]:
    """What comes closest to a character that cannot be written."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    known = PLAIN.get(character) or PLAIN_TOO.get(character)
    return known or unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


codecs.register_error("rada.plainly", plainly)
