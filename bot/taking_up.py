"""A game as it was left becomes a sitting again: the engine finds its facts anew, and they must be those once told."""

import json
from typing import Any

from bot.sitting import Kept, Sitter, Sitting
from bot.store import Game, Logged
from bot.tempo import TEMPOS
from engine.events import Event
from engine.jsonl import write_json
from engine.recording import Different, replay
from engine.state import blank


def take_up(row: Game, log: tuple[Logged, ...]) -> Sitting:
    """A sitting as it was left. Raises BrokenRecording or Different where the log is not one the engine accepts."""
    told = [row.header, *(entry.line for entry in log)]
    state, events = blank(), list[Event]()
    for number, (text, step) in enumerate(zip(told, replay(enumerate(map(_asked, told), 1)), strict=True), 1):
        if write_json(step.line) != text:
            raise Different(f"line {number}: not the facts that were told")
        state = step.state
        events += step.events
    return Sitting(
        row.game, state, tuple(events), _kept_from(row.kept, len(state.councillors)), len(log), row.due, row.reminded
    )


def _asked(text: str) -> bytes:
    """A line of our own without its facts, which the engine finds anew: reading them would take as long as all the
    rest. Within a string the mark cannot stand, for there every quote has a backslash before it."""
    head, mark, _ = text.partition(',"events":[')
    return f"{head}}}".encode() if mark else text.encode()


def _kept_from(text: str, seats: int) -> Kept:
    """What an older version did not know of yet is at its default. Raises Different where no table keeps such."""
    try:
        kept_there = json.loads(text).items()
        data: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept_there}
        kept = Kept(**data | {"sitters": tuple(Sitter(**sitter) for sitter in data["sitters"])})
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Different("what the table kept cannot be read") from None
    if len(kept.sitters) != seats or kept.tempo not in TEMPOS:
        raise Different("what the table kept does not fit the game")
    return kept
