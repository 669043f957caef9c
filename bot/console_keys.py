"""Reading lines without making the table wait: a narrator may be telling something meanwhile.

A thread waits for each line. It is a daemon, for nothing ends a blocked read but the program's own end."""

import asyncio
import os
import sys
import termios
from contextlib import suppress
from threading import Thread
from typing import Any, Final

PASTE_ENDS: Final = "\x1b[?2004l"
"""Undoes the bracketed paste that readline turns on, where it cannot do so itself."""


class Keyboard:
    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._before: list[Any] | None = termios.tcgetattr(sys.stdin) if self.interactive else None
        self._rest = b""
        if self.interactive:
            _prepare_readline()

    async def line(self, prompt: str) -> str:
        """Raises EOFError where nothing more will come."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()

        def read() -> None:
            try:
                text = input(prompt) if self.interactive else self._read(prompt)
            except Exception as error:  # noqa: BLE001 - whoever waits for the line shall have it
                self._tell(loop, answer, error)
            else:
                self._tell(loop, answer, text)

        Thread(target=read, daemon=True).start()
        return await answer

    def forget_typed(self) -> None:
        """What was typed before the question was not meant for it."""
        if self.interactive:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def restore(self) -> None:
        """The terminal as it was, also from under a read that was given up."""
        if self._before is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)
            if os.environ.get("TERM", "dumb") != "dumb":
                print(PASTE_ENDS, end="", flush=True)

    @staticmethod
    def _tell(loop: asyncio.AbstractEventLoop, answer: "asyncio.Future[str]", what: str | Exception) -> None:
        def tell() -> None:
            if not answer.done():
                answer.set_exception(what) if isinstance(what, Exception) else answer.set_result(what)

        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(tell)

    def _read(self, prompt: str) -> str:
        """From a pipe or a file: below Python's buffers, whose locks a blocked thread would keep at exit."""
        print(prompt, end="", flush=True)
        while b"\n" not in self._rest:
            if not (piece := os.read(sys.stdin.fileno(), 4096)):
                break
            self._rest += piece
        if not self._rest:
            raise EOFError
        raw, _, self._rest = self._rest.partition(b"\n")
        text = raw.decode(errors="replace")
        if not sys.stdin.isatty():
            print(text)
        return text


def _prepare_readline() -> None:
    """Arrow keys for a line, and nothing of it for the next person: no history, nothing to yank."""
    with suppress(ImportError):
        import readline

        readline.set_auto_history(False)
        for setting in ("set input-meta on", "set output-meta on", "set convert-meta off", '"\\C-y": abort'):
            readline.parse_and_bind(setting)
