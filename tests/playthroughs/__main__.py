"""Writes the golden games anew: as text to read, here, and as recordings to replay."""

from pathlib import Path
from typing import Final

from engine.jsonl import write_json
from engine.notation import header_json, line_json
from tests.players import Game
from tests.playthroughs.games import GOLDEN, Golden, played
from tests.playthroughs.prose import prose

TEXTS: Final = Path(__file__).parent
RECORDINGS: Final = TEXTS.parent / "recordings"
RENEW: Final = "if the change is meant, renew the golden games: python -m tests.playthroughs"


def recorded(golden: Golden, game: Game) -> str:
    names = tuple(c.name for c in game.start.councillors)
    header = header_json(golden.seed, golden.rules, names, game.opening)
    lines = [line_json(n, step.command, step.events) for n, step in enumerate(game.steps, 1)]
    return "".join(f"{write_json(line)}\n" for line in (header, *lines))


def golden_files() -> dict[Path, str]:
    files = {}
    for golden in GOLDEN:
        game = played(golden)
        files[TEXTS / f"{golden.name}.txt"] = prose(golden, game)
        files[RECORDINGS / f"{golden.name}.jsonl"] = recorded(golden, game)
    return files


if __name__ == "__main__":
    for path, text in golden_files().items():
        path.write_text(text, encoding="utf-8", newline="\n")
