"""Draws docs/play.svg, a screen of a game: `python -m tests.terminal.picture`."""

import re
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from tests.terminal.players import diligent
from tests.terminal.screen import ROOT, Terminal, command, environment

PICTURE: Final = ROOT / "docs" / "play.svg"
SIZE: Final = (80, 60)
OFFLINE: Final = re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""Without the fonts that it would fetch from elsewhere."""


def screen() -> str:
    """The actions of the second round, as they come from the program."""
    arguments = command("--name", "Ala", "--seed", "rada")
    with TemporaryDirectory() as home, Terminal(arguments, environment(Path(home)), *SIZE) as terminal:
        while "Runda 2 z 8 – Faza Akcji" not in terminal.since:
            terminal.prompt()
            terminal.type(f"{diligent(terminal.asks() or '')}\r")
            terminal.prompt()
        shown = terminal.since.replace("\r", "")
        return shown[shown.index("\n\n\x1b[1m──") :]


def draw(path: Path) -> None:
    console = Console(record=True, width=SIZE[0], file=StringIO(), legacy_windows=False)
    console.print(Text.from_ansi(screen().strip()))
    path.write_text(console.export_svg(title=".ci/play", code_format=OFFLINE, unique_id="rada"), encoding="utf-8")


if __name__ == "__main__":
    draw(PICTURE)
