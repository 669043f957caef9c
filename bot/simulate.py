"""`rada simulate`: the balance laboratory on all cores, as tables, JSON or a chart."""

import argparse
import json
import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import asdict
from importlib.util import find_spec
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.figures import Figures, figures
from engine.balance import MOVERS, Tally, play_game, tally
from engine.decide import MAX_SEATS, MIN_SEATS
from engine.rules import PRESETS, RuleSet
from engine.temperaments import TEMPERAMENTS

BAD_ARGUMENTS: Final = 2
CHUNK: Final = 20
"""So many games are a worker's errand: short enough to be interrupted at once."""
CHARTS: Final = (".png", ".svg")


class BadArgument(ValueError):
    """Says in one line what cannot be done."""


class Plan(NamedTuple):
    games: int
    sizes: tuple[int, ...]
    preset: str
    mixture: tuple[str, ...]
    seed: str

    @property
    def rules(self) -> RuleSet:
        return PRESETS[self.preset]


class Errand(NamedTuple):
    plan: Plan
    seats: int
    games: range


def simulate(arguments: argparse.Namespace) -> int:
    try:
        plan, chart = read_plan(arguments), _chart_path(arguments.chart)
        totals = _with_progress(plan)
        results = {seats: figures(total, plan.rules) for seats, total in totals.items()}
        if arguments.json:
            print(json.dumps(_as_json(plan, results), indent=2))
        else:
            _print_table(plan, results)
        if chart:
            _draw(chart, results)
    except BadArgument as error:
        print(f"rada simulate: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    return 0


# -- what is asked ----------------------------------------------------------------------------------------------------


def read_plan(arguments: argparse.Namespace) -> Plan:
    if arguments.preset not in PRESETS:
        raise BadArgument(f"--preset must be one of {', '.join(PRESETS)}, not {arguments.preset!r}")
    return Plan(
        _games(arguments.games),
        _sizes(arguments.seats),
        arguments.preset,
        _mixture(arguments.temperaments),
        _seed(arguments.seed),
    )


def _seed(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadArgument("--seed must be UTF-8 text") from None
    return text


def _games(text: str) -> int:
    if not re.fullmatch("[0-9]{1,7}", text) or int(text) == 0:
        raise BadArgument(f"--games must be a whole number from 1 to 9999999, not {text!r}")
    return int(text)


def _sizes(text: str) -> tuple[int, ...]:
    match = re.fullmatch("([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not MIN_SEATS <= first <= last <= MAX_SEATS:
        raise BadArgument(f"--seats must be a number or a range from {MIN_SEATS} to {MAX_SEATS}, like 9 or 6-12")
    return tuple(range(first, last + 1))


def _mixture(text: str) -> tuple[str, ...]:
    names = tuple(TEMPERAMENTS) if text == "mixed" else tuple(text.split(","))
    if unknown := [name for name in names if name not in MOVERS]:
        raise BadArgument(f"--temperaments knows mixed, {', '.join(MOVERS)}, but not {unknown[0]!r}")
    return names


def _chart_path(text: str | None) -> Path | None:
    if text is None:
        return None
    path = Path(text)
    if path.suffix not in CHARTS:
        raise BadArgument(f"--chart must end in .png or .svg, not {text!r}")
    if not path.parent.is_dir():
        raise BadArgument(f"--chart: there is no directory {str(path.parent)!r}")
    if find_spec("matplotlib") is None:
        raise BadArgument("--chart needs matplotlib: in the clone, .venv/bin/pip install '.[charts]'")
    return path


# -- on all cores -----------------------------------------------------------------------------------------------------


def run(plan: Plan, processes: int, done: Callable[[int], object]) -> dict[int, Tally]:
    """The totals by number of seats: the same however many processes share the work."""
    totals = {seats: Tally() for seats in plan.sizes}
    with closing(_share(_errands(plan), processes)) as finished:
        for errand, total in finished:
            totals[errand.seats].update(total)
            done(len(errand.games))
    return totals


def _errands(plan: Plan) -> Iterator[Errand]:
    for seats in plan.sizes:
        for first in range(0, plan.games, CHUNK):
            yield Errand(plan, seats, range(first, min(first + CHUNK, plan.games)))


def _share(errands: Iterator[Errand], processes: int) -> Generator[tuple[Errand, Tally]]:
    """Hands out a few errands ahead, so that neither memory nor Ctrl-C has to wait for all of them."""
    pending: deque[tuple[Errand, Future[Tally]]] = deque()
    with ProcessPoolExecutor(processes, get_context("spawn"), _follow_parent) as pool:
        try:
            for errand in errands:
                pending.append((errand, _submit(pool, errand)))
                if len(pending) > 4 * processes:
                    yield _finished(*pending.popleft())
            for task in pending:
                yield _finished(*task)
        finally:
            pool.shutdown(cancel_futures=True)


def _finished(errand: Errand, future: "Future[Tally]") -> tuple[Errand, Tally]:
    return errand, future.result()


def _submit(pool: ProcessPoolExecutor, errand: Errand) -> "Future[Tally]":
    """This may start a worker, and workers inherit the blocked signal: Ctrl-C is for their parent, who stops them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_run_errand, errand)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_parent() -> None:
    """A worker must not outlive a parent that was killed."""
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run_errand(errand: Errand) -> Tally:
    plan, total = errand.plan, Tally()
    for number in errand.games:
        game = play_game(f"{plan.seed}/{errand.seats}/{number}", plan.rules, errand.seats, plan.mixture)
        total.update(tally(game))
    return total


def _with_progress(plan: Plan) -> dict[int, Tally]:
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("Playing", total=plan.games * len(plan.sizes))
        return run(plan, os.cpu_count() or 1, lambda games: progress.advance(task, games))


# -- what comes out ---------------------------------------------------------------------------------------------------


def _as_json(plan: Plan, results: dict[int, Figures]) -> dict[str, object]:
    asked = {**plan._asdict(), "rules": asdict(plan.rules)}
    return {"asked": asked, "figures": {str(seats): result for seats, result in results.items()}}


def _print_table(plan: Plan, results: dict[int, Figures]) -> None:
    print(f"{plan.games} games of each size, preset {plan.preset}, seed {plan.seed!r}\n")
    table = Table("Seats", box=None, padding=(0, 1, 0, 0))
    for seats in results:
        table.add_column(str(seats), justify="right")
    for section, rows in _rows(results).items():
        table.add_row(f"[bold]{section}[/bold]")
        for row in rows:
            table.add_row(f"  {row}", *[_cell(result[section].get(row)) for result in results.values()])
    Console().print(table)


def _rows(results: dict[int, Figures]) -> dict[str, list[str]]:
    """Every section with all rows that any size has, in order."""
    rows: dict[str, list[str]] = {}
    for result in results.values():
        for section, values in result.items():
            known = rows.setdefault(section, [])
            known.extend(row for row in values if row not in known)
    return rows


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _draw(path: Path, results: dict[int, Figures]) -> None:
    from bot.charts import draw

    try:
        draw(path, results)
    except OSError as error:
        raise BadArgument(f"--chart: {path}: {error.strerror}") from None
