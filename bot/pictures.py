"""The kingdom's three statistics over the rounds, as a picture to be read on a phone, with its twin in words.

Which line is which is told by its marker, its dashes and the word at its end; the colour only helps."""

from collections.abc import Iterable, Iterator
from itertools import count, pairwise
from typing import Final, NamedTuple

from bot.pen import Pen
from bot.text import Line, line, say
from engine.events import Event, GameStarted, PolicyApplied
from engine.terms import STATS, Stat, Stats

History = tuple[Stats, ...]

WIDTH, HEIGHT = 1000, 700
LEFT, RIGHT, TOP, BOTTOM = 100, 610, 136, 606
NIGHT, GRID, WORDS, RED = "#1e1f22", "#45484f", "#f2f3f5", "#ff8a80"
SMALL, MIDDLE, LARGE = 36, 40, 50
THICK: Final = 6
MARKER: Final = 13
LABEL: Final = 56
"""What a label needs in height."""
ASIDE: Final = 9
"""By how much lines stand beside one another, for they may be the same."""
MOST_STEPS: Final = 6
MOST_ROUNDS: Final = 9
"""As many numbers as there is room for, beside the chart and under it."""


class Look(NamedTuple):
    """`corners` of the marker, as the symbols in words have them: a square, a circle (of so many), a star."""

    colour: str
    dash: tuple[int, int]
    corners: int


LOOKS: Final[dict[Stat, Look]] = {
    "stability": Look("#8ecbff", (10_000, 0), 4),
    "economy": Look("#ffc857", (26, 14), 32),
    "faith": Look("#d7b8ff", (6, 11), 10),
}


def history(events: Iterable[Event]) -> History:
    """The stats at the start and after each round, as everybody was told them."""
    return tuple(event.stats for event in events if isinstance(event, GameStarted | PolicyApplied))


def alt(told: History) -> Line:
    """All that the picture shows."""
    courses = {stat: _course(stat, told) for stat in STATS}
    if len(told) == 1:
        return line("picture.alt_start", **courses)
    return line("picture.alt", round=len(told) - 1, **courses)


def _course(stat: Stat, told: History) -> Line:
    values = tuple(line("picture.level", level=getattr(stats, stat)) for stats in told)
    return line("picture.course", stat=stat, values=values)


def picture(told: History) -> bytes:
    """A PNG, the same for the same numbers."""
    chart = Chart(told)
    chart.ground()
    for number, stat in enumerate(STATS):
        chart.course(stat, (number - 1) * ASIDE)
    chart.labels()
    return chart.pen.png()


class Chart:
    def __init__(self, told: History) -> None:
        self.pen = Pen(WIDTH, HEIGHT, NIGHT)
        self._told = told
        self._rounds = len(told) - 1
        self._lowest = min(0, *(min(stats) for stats in told))
        self._highest = max(10, *(max(stats) for stats in told))

    def ground(self) -> None:
        title = line("picture.title", round=self._rounds) if self._rounds else line("picture.beginning")
        self.pen.words((36, 56), say(title), LARGE, WORDS)
        self._danger()
        self._levels()
        self.pen.words((self._x(0) + 2 * ASIDE, BOTTOM + 48), say(line("picture.start")), SMALL, WORDS, "rm")
        step = 1 + self._rounds // MOST_ROUNDS
        for number in range(step, self._rounds + 1, step):
            self.pen.words((self._x(number), BOTTOM + 48), say(line("picture.round", round=number)), SMALL, WORDS, "mm")

    def course(self, stat: Stat, aside: int) -> None:
        look = LOOKS[stat]
        points = [(self._x(n) + aside, self._y(getattr(stats, stat))) for n, stats in enumerate(self._told)]
        for one, other in pairwise(points):
            self.pen.dashes(one, other, look.colour, THICK, look.dash)
        for point in points:
            self.pen.marker(point, MARKER, look.corners, look.colour)

    def labels(self) -> None:
        """Where the lines end, or as near as they leave one another room; the highest first."""
        last = self._told[-1]
        ranked = sorted(STATS, key=lambda stat: -getattr(last, stat))
        heights = spread([self._y(getattr(last, stat)) for stat in ranked], LABEL, BOTTOM)
        for stat, height in zip(ranked, heights, strict=True):
            look, words = LOOKS[stat], say(line("picture.last", stat=stat, value=getattr(last, stat)))
            self.pen.marker((RIGHT + 44, height), MARKER, look.corners, look.colour)
            self.pen.words((RIGHT + 72, height), words, MIDDLE, look.colour)

    def _danger(self) -> None:
        """Where one more blow may be the end: the lowest quarter of what the kingdom began with, hatched and named."""
        top, end = self._y(min(self._told[0]) // 4), self._y(0)
        for start in range(LEFT - BOTTOM + TOP, RIGHT, 20):
            left, right = max(LEFT, start), min(RIGHT, start + BOTTOM - top)
            if left < right:
                self.pen.line((left, BOTTOM - left + start), (right, BOTTOM - right + start), RED, 1)
        self.pen.line((LEFT, end), (RIGHT, end), RED, 4)
        place = (LEFT + RIGHT) / 2, min((top + end) / 2, end - LABEL / 2)
        self.pen.words(place, say(line("picture.danger")), SMALL, RED, "mm", boxed=True)

    def _levels(self) -> None:
        step = next(step for step in _steps() if self._highest - self._lowest <= MOST_STEPS * step)
        for level in range(-(-self._lowest // step) * step, self._highest + 1, step):
            height = self._y(level)
            if level:
                self.pen.line((LEFT, height), (RIGHT, height), GRID, 2)
            self.pen.words((LEFT - 16, height), say(line("picture.level", level=level)), SMALL, WORDS, "rm")

    def _x(self, number: int) -> float:
        return LEFT + 50 + (RIGHT - LEFT - 100) * (number / self._rounds if self._rounds else 0.5)

    def _y(self, level: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (level - self._lowest) / (self._highest - self._lowest)


def spread(heights: list[float], room: float, floor: float) -> list[float]:
    """From the top down, no two nearer than the room they need, none below the floor."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + room) if placed else height)
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = min(placed[number], floor - room * (len(placed) - 1 - number))
    return placed


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 …"""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))
