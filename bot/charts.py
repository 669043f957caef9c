"""The figures of the balance laboratory as one picture. Needs matplotlib, the `charts` extra."""

from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bot.figures import Figures

STACKED: Final = ("Ending, %", "Decided in round, %", "Winners by faction, %")
SIDE_BY_SIDE: Final = ("Chance by temperament", "Influence spent a game", "Chance of users")


def draw(path: Path, results: dict[int, Figures]) -> None:
    with mpl.rc_context({"svg.hashsalt": "rada", "font.size": 8}):
        figure = Figure(figsize=(11, 6.5), layout="constrained")
        axes = figure.subplots(2, 3)
        for place, section in zip(axes[0], STACKED, strict=True):
            _stack(place, section, results)
        for place, section in zip(axes[1], SIDE_BY_SIDE, strict=True):
            _group(place, section, results)
        # Without a date the same figures make the same file.
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})


def _series(section: str, results: dict[int, Figures]) -> dict[str, list[float]]:
    rows = dict.fromkeys(row for result in results.values() for row in result[section])
    return {row: [result[section].get(row, 0.0) for result in results.values()] for row in rows}


def _stack(axes: Axes, section: str, results: dict[int, Figures]) -> None:
    sizes = [str(seats) for seats in results]
    floor = [0.0] * len(sizes)
    for row, values in _series(section, results).items():
        axes.bar(sizes, values, bottom=floor, label=row)
        floor = [low + value for low, value in zip(floor, values, strict=True)]
    _label(axes, section)


def _group(axes: Axes, section: str, results: dict[int, Figures]) -> None:
    series = _series(section, results)
    width = 0.8 / len(series)
    for number, (row, values) in enumerate(series.items()):
        shift = (number - (len(series) - 1) / 2) * width
        axes.bar([place + shift for place in range(len(values))], values, width, label=row)
    axes.set_xticks(range(len(results)), [str(seats) for seats in results])
    _label(axes, section)


def _label(axes: Axes, section: str) -> None:
    axes.set_title(section)
    axes.set_xlabel("seats")
    axes.legend(fontsize=6, ncols=5, loc="upper center", bbox_to_anchor=(0.5, -0.15), frameon=False)
