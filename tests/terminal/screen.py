"""`rada play` in a real pseudo-terminal, and a terminal emulator that shows what somebody in front of it sees."""

import codecs
import fcntl
import os
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from struct import pack
from typing import Any, Final, Self

import pyte

ROOT: Final = Path(__file__).parent.parent.parent
PATIENCE: Final = 30.0
CONTROL: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\r\a]")
ASKED: Final = re.compile(r"[:?.)>] $")
# Opening a terminal makes it the session's own, so that Ctrl-C in it interrupts who runs there.
IN_TERMINAL: Final = """
import os, sys, fcntl, termios
end = os.open(sys.argv[1], os.O_RDWR)
fcntl.ioctl(end, termios.TIOCSCTTY, 0)
[os.dup2(end, number) for number in (0, 1, 2)]
os.closerange(3, 20)
os.execv(sys.argv[2], sys.argv[2:])
"""


def environment(home: Path, **others: str) -> dict[str, str]:
    """Nothing of the machine's own but where programs are."""
    plain = {"PATH": os.environ["PATH"], "HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    return plain | {"NARRATOR": "deck", "INPUTRC": "/dev/null"} | others


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", "play", *arguments]


class Terminal:
    """Runs the command in a terminal of so many columns and rows. Closing it leaves no process behind."""

    def __init__(self, arguments: list[str], env: Mapping[str, str], columns: int = 80, rows: int = 24) -> None:
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000, ratio=0.5)
        self._stream = pyte.Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("strict")
        self.since = ""
        self.all = ""
        self._master, slave = os.openpty()
        _resize(slave, columns, rows)
        self.settings_before = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, os.ttyname(slave), *arguments],
            cwd=ROOT,
            env=dict(env),
            start_new_session=True,
            stdin=subprocess.DEVNULL,
        )
        self._slave = slave  # kept open, so that what is left in it can be read after the end

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._slave)
        os.close(self._master)

    def type(self, text: str) -> None:
        """Whatever comes from now on answers it."""
        self.since = ""
        os.write(self._master, text.encode())

    def asks(self) -> str | None:
        """The question that waits for its answer."""
        text = CONTROL.sub("", self.since)
        return " ".join(text.rpartition("\n\n")[2].split()) if ASKED.search(text) else None

    def prompt(self) -> str | None:
        """Waits for the next question; none where the program has ended."""
        self._until(lambda: self.asks() is not None or self.process.poll() is not None)
        return self.asks()

    def ended(self) -> int:
        """Waits for the end."""
        self._until(lambda: self.process.poll() is not None)
        self._read(0.05)
        return self.process.wait()

    def settings(self) -> list[Any]:
        return termios.tcgetattr(self._slave)

    def visible(self) -> list[str]:
        """All that can be seen, scrolled off or not."""
        gone = ["".join(row[column].data for column in range(self.screen.columns)) for row in self.screen.history.top]
        return [row.rstrip() for row in (*gone, *self.screen.display)]

    def _until(self, done: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until, f"waited in vain, seeing:\n{self.since}"
            self._read(0.02)

    def _read(self, seconds: float) -> None:
        while select.select([self._master], [], [], seconds)[0]:
            text = self._decoder.decode(os.read(self._master, 65536))
            self._stream.feed(text)
            self.since += text
            self.all += text
            seconds = 0.0


def _resize(end: int, columns: int, rows: int) -> None:
    fcntl.ioctl(end, termios.TIOCSWINSZ, pack("HHHH", rows, columns, 0, 0))
