"""What goes wrong between the bot and Discord, asked for one by one or drawn from a seed."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

Kind = Literal["limited", "error", "drop", "lose", "lose_error", "slow", "hang"]
"""`drop` cuts the line before anything happened; `lose` afterwards; `lose_error` says 500 though it was done."""
EVERYTHING: Final = re.compile("")
RETRY_AFTER: Final = 0.05
SLOW: Final = 0.3


@dataclass
class Fault:
    """`where` is found in "METHOD /path". `status` is that of an error."""

    kind: Kind
    where: re.Pattern[str] = EVERYTHING
    times: int = 1
    status: int = 500


@dataclass
class Weather:
    """How many of a hundred requests suffer each kind, drawn from the seed. Never twice in a row on the same request:
    even then the bot must come through, but a test has to end."""

    chance: Random
    odds: dict[Kind, int]
    where: re.Pattern[str] = EVERYTHING
    _last: str = ""

    def draw(self, request: str) -> Fault | None:
        if not self.where.search(request) or request == self._last:
            self._last = ""
            return None
        number = self.chance.randrange(100)
        for kind, odds in self.odds.items():
            number -= odds
            if number < 0:
                self._last = request
                return Fault(kind)
        return None


@dataclass
class Faults:
    waiting: list[Fault] = field(default_factory=list)
    weather: Weather | None = None
    happened: list[tuple[str, Kind]] = field(default_factory=list)

    def add(self, kind: Kind, where: str = "", times: int = 1, status: int = 500) -> None:
        self.waiting.append(Fault(kind, re.compile(where), times, status))

    def meet(self, request: str) -> Fault | None:
        fault = self._next(request) or (self.weather.draw(request) if self.weather else None)
        if fault is not None:
            self.happened.append((request, fault.kind))
        return fault

    def _next(self, request: str) -> Fault | None:
        for fault in self.waiting:
            if fault.where.search(request):
                fault.times -= 1
                if not fault.times:
                    self.waiting.remove(fault)
                return fault
        return None
