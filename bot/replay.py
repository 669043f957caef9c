"""`rada replay`: a recording is played again and compared, or filled in."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.jsonl import BrokenRecording, read_lines, write_json
from engine.notation import final_json
from engine.recording import Different, Step, replay
from engine.state import State

FINE: Final = 0
DIFFERENT: Final = 1
BROKEN: Final = 2


class Unreadable(Exception):
    """The file cannot be read; says why."""


def replay_file(path: str, *, as_json: bool, keep_going: bool) -> int:
    """0 when all went as recorded, 1 at a difference or a refusal, 2 where there is no recording."""
    name = path if path.isprintable() else ascii(path)
    try:
        return _replay(path, name, as_json=as_json, keep_going=keep_going)
    except (Unreadable, BrokenRecording) as error:
        return _complain(f"{name}: {error}", BROKEN)
    except Different as error:
        return _complain(f"{name}: {error}", DIFFERENT)


def _replay(path: str, name: str, *, as_json: bool, keep_going: bool) -> int:
    played = refused = 0
    for position, step in enumerate(_steps(path), 1):
        if step.refused is None:
            played += 1
        elif keep_going:
            refused += 1
        else:
            return _complain(f"{name}: line {position}: refused: {step.refused}", DIFFERENT)
        if as_json or step.refused is not None:
            _print(step.line)
    if as_json:
        _print(final_json(step.state))
    else:
        print(_summary(step.state, played - 1, refused))
    return FINE


def _steps(path: str) -> Iterator[Step]:
    try:
        with Path(path).open("rb") as file:
            yield from replay(read_lines(file.readline))
    except OSError as error:
        raise Unreadable(error.strerror) from None


def _summary(state: State, played: int, refused: int) -> str:
    outcome = state.outcome
    if outcome is None:
        stands = f"The game stands in round {state.round}, phase {state.phase}."
    else:
        winners = ", ".join(f"seat {seat}" for seat in outcome.winners) or "nobody"
        stands = f"The game ended in round {state.round} ({outcome.ending}); won by {winners}."
    return f"Replayed {played} commands, refused {refused}. {stands}"


def _print(line: dict[str, Any]) -> None:
    sys.stdout.buffer.write(write_json(line).encode() + b"\n")


def _complain(message: str, code: int) -> int:
    sys.stdout.flush()  # what was good stands before the complaint
    print(f"rada replay: {message}", file=sys.stderr)
    return code
