"""The terminal: what is shown never runs off the screen unread, and what is asked is answered or left for now."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.console_help import KEYS
from bot.console_keys import Keyboard
from bot.console_text import Look, one_line, wants_colour, wrapped
from bot.text import Line, line, say

WIDEST: Final = 100
NARROWEST: Final = 20
CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""The screen, and what has scrolled off it."""


HEADINGS: Final = ("dilemma_presented.title", "dilemma_presented.policy", "dossier.round")
"""Titles within a message."""
APART: Final = (*HEADINGS, "panel.why.")
"""What these begin has an empty line above it."""
UNPAUSED: Final = "\x1b[2A\x1b[J"
"""The text goes on where it was interrupted."""


class LeftForNow(Exception):
    """Whoever plays has had enough, or there is nobody to answer."""


class Console:
    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(errors="rada.plainly")  # type: ignore[union-attr]
        self.keyboard = Keyboard()
        self.can_clear = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self._look = Look(colour=wants_colour(sys.stdout, os.environ))
        self._shown = 0

    # -- showing ------------------------------------------------------------------------------------------------------

    async def message(self, lines: Sequence[Line], rule: str = "─") -> None:
        """Its first line is a title."""
        title, *rest = lines
        rows = self._look.title(say(title), self._width(), rule)
        await self.rows(["", *rows, *self._body(rest)])

    async def lines(self, *lines: Line) -> None:
        """Below whatever was shown or asked last."""
        await self.rows(["", *self._body(lines)])

    def _body(self, lines: Iterable[Line]) -> Iterator[str]:
        for said in lines:
            rows = wrapped(say(said), self._width())
            if said.key.startswith(APART):
                yield ""
            yield from self._look.strong(rows) if said.key in HEADINGS else self._look.body(rows)

    async def choices(self, labelled: Iterable[tuple[Line, Line | None]]) -> None:
        """Numbered, each with what goes along with it."""
        width = self._width()
        rows = [""]
        for number, (label, hint) in enumerate(labelled, 1):
            lead = f"{number:>2}. "
            first, *more = wrapped(say(label), width - len(lead))
            rows += self._look.body([lead + first, *(f"    {row}" for row in more)])
            rows += self._look.faint(f"    {row}" for row in wrapped(say(hint), width - 4)) if hint else []
        await self.rows(rows)

    async def rows(self, rows: Iterable[str]) -> None:
        """Stops before the screen is full, rather between paragraphs than within one."""
        for paragraph in _paragraphs(rows):
            if self._shown + len(paragraph) > self._room():
                await self._pause()
            for row in paragraph:
                if self._shown >= self._room():
                    await self._pause()
                print(row)
                self._shown += 1

    def _room(self) -> float:
        """Rows of a screen above a pause; no end of them where nobody watches one."""
        return max(1, shutil.get_terminal_size().lines - 2) if self.keyboard.interactive else float("inf")

    def clear(self) -> None:
        if self.can_clear:
            print(CLEAR, end="", flush=True)
        self._shown = 0

    def _width(self) -> int:
        return min(WIDEST, max(NARROWEST, shutil.get_terminal_size().columns - 1))

    # -- asking -------------------------------------------------------------------------------------------------------

    async def ask(self, question: Line) -> str:
        """One line, harmless. Raises LeftForNow where there is nobody to answer."""
        *above, last = wrapped(say(question), self._width())
        await self.rows(["", *above])
        return await self._answer(last)

    async def ask_at_length(self, question: Line) -> str:
        """With a line of its own for the answer."""
        await self.lines(question)
        return await self._answer(">")

    async def _pause(self) -> None:
        if not self._shown:
            return
        print()
        await self._answer(say(line("console.more")))
        if self.can_clear:
            print(UNPAUSED, end="")

    async def _answer(self, prompt: str) -> str:
        sys.stdout.flush()
        self._shown = 0
        try:
            answer = one_line(await self.keyboard.line(f"{prompt} "))
        except EOFError:
            raise LeftForNow from None
        if answer == KEYS["leave"]:
            raise LeftForNow
        return answer


def _paragraphs(rows: Iterable[str]) -> list[list[str]]:
    """Each begins with its empty line."""
    paragraphs: list[list[str]] = []
    for row in rows:
        if not row or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(row)
    return paragraphs
