"""How much time a table gives: presets from minutes to days, and none at all for a table that waits for everybody."""

from dataclasses import dataclass
from typing import Final

from engine.terms import Phase

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Tempo:
    """All in seconds. `reminder`: how long before the deadline those who owe something are reminded. `fair`: what
    everybody is left with at least after an outage. `longest`: what a phase may be extended to in all."""

    statements: float
    statement_vote: float
    actions: float
    policy_vote: float
    reminder: float
    fair: float
    longest: float

    def given(self, phase: Phase) -> float | None:
        """How long a phase lasts; nothing for those that nobody is waited for in."""
        if phase in ("dilemma", "ended"):
            return None
        seconds: float = getattr(self, phase)
        return seconds


TEMPOS: Final[dict[str, Tempo | None]] = {
    "blitz": Tempo(2 * MINUTE, MINUTE, MINUTE, MINUTE, reminder=20, fair=MINUTE, longest=10 * MINUTE),
    "evening": Tempo(
        5 * MINUTE, 3 * MINUTE, 3 * MINUTE, 3 * MINUTE, reminder=MINUTE, fair=3 * MINUTE, longest=30 * MINUTE
    ),
    "daily": Tempo(DAY, 12 * HOUR, 12 * HOUR, 12 * HOUR, reminder=3 * HOUR, fair=6 * HOUR, longest=3 * DAY),
    "weekly": Tempo(2 * DAY, DAY, DAY, 2 * DAY, reminder=6 * HOUR, fair=12 * HOUR, longest=7 * DAY),
    "endless": None,
}
