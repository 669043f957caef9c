"""`rada simulate`: what it prints, what it refuses, and that it leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.figures import figures, median_round
from bot.simulate import Plan, run
from engine.balance import Tally
from engine.rules import RuleSet

QUICK = ("simulate", "--games", "3", "--seats", "3")
RADA = (sys.executable, "-m", "bot")
PLAN = Plan(games=45, sizes=(3, 4), preset="evening", mixture=("loyalist", "random"), seed="s")


def simulate(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(simulate(capsys, *arguments, "--json"))
    return value


# -- what it plays ----------------------------------------------------------------------------------------------------


def test_the_totals_do_not_depend_on_the_number_of_processes() -> None:
    done: list[int] = []
    alone, together = run(PLAN, 1, done.append), run(PLAN, 3, done.append)
    assert alone == together
    assert done == 2 * [20, 20, 5, 20, 20, 5]
    assert {seats: total["games",] for seats, total in alone.items()} == {3: 45, 4: 45}
    assert alone[3] != alone[4]


def test_the_seed_decides_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    first, again, other = (simulated(capsys, *QUICK[1:], "--seed", seed) for seed in ("a", "a", "b"))
    assert first == again
    assert first["figures"] != other["figures"]


def test_json_says_what_was_asked_and_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    value = simulated(capsys, "--games", "2", "--seats", "4-5", "--preset", "evening", "--temperaments", "courtier")
    asked = value["asked"]
    assert (asked["games"], asked["sizes"], asked["preset"], asked["mixture"]) == (2, [4, 5], "evening", ["courtier"])
    assert asked["rules"]["rounds"] == 5
    assert list(value["figures"]) == ["4", "5"]
    assert list(value["figures"]["4"]["Chance by temperament"]) == ["courtier"]


def test_the_table_fits_80_columns_for_all_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulate(capsys, "--games", "1", "--seats", "3-12").splitlines()
    assert max(len(line) for line in lines) <= 80
    assert lines[0] == "1 games of each size, preset rulebook, seed 'rada'"
    assert lines[2].split() == ["Seats", *map(str, range(3, 13))]
    assert any(line.startswith("  dominance ") and len(line.split()) == 11 for line in lines)


def test_without_a_terminal_there_is_no_progress_bar() -> None:
    ended = subprocess.run((*RADA, *QUICK, "--json"), capture_output=True, check=True)
    assert ended.stderr == b""
    assert json.loads(ended.stdout)["asked"]["games"] == 3


# -- the figures ------------------------------------------------------------------------------------------------------


def test_figures_of_a_known_tally() -> None:
    tally = Tally(
        {
            ("games",): 4,
            ("ending", "dominance"): 3,
            ("ending", "fall"): 1,
            ("round", 7): 1,
            ("round", 8): 3,
            ("votes",): 90,
            ("majorities",): 60,
            ("consensuses",): 30,
            ("disgraces",): 2,
            ("saved",): 1,
            ("action", "unmask"): 6,
            ("paid", "unmask"): 3,
            ("played", "faction", "guard"): 4,
            ("won", "faction", "guard"): 1,
            ("played", "faction", "clergy"): 8,
            ("won", "faction", "clergy"): 2,
            ("played", "seat", 10): 4,
            ("won", "seat", 10): 2,
            ("played", "seat", 9): 8,
            ("won", "seat", 9): 1,
        }
    )
    value = figures(tally, RuleSet())
    assert value["Ending, %"] == {"dominance": 75, "fall": 25, "points": 0, "deserted": 0}
    assert value["Decided in round, %"]["7"] == 25
    assert value["Median round"] == {"decided": 8}
    assert value["Winners by faction, %"] == {"merchants": 0, "clergy": 66.7, "guard": 33.3}
    assert value["Votes rewarded, %"] == {"majority": 66.7, "consensus": 33.3}
    assert value["Chance by seat"] == {"9": 0.5, "10": 2}
    assert list(value["Chance by seat"]) == ["9", "10"]
    assert value["Actions a game"] == {"protect": 0, "unmask": 1.5, "sow": 0}
    assert value["Influence spent a game"] == {"protect": 0, "unmask": 30, "sow": 0}
    assert value["Actions that paid, %"] == {"protect": 0, "unmask": 50, "sow": 0}
    assert value["Disgrace, %"] == {"pronounced": 50, "kingdom saved": 25}


@pytest.mark.parametrize(
    ("rounds", "median"), [({8: 1}, 8), ({7: 2, 8: 2}, 7), ({2: 1, 7: 1, 8: 3}, 8), ({10: 2, 9: 1}, 10)]
)
def test_median_round(rounds: dict[int, int], median: int) -> None:
    assert median_round(Tally({("round", round_): games for round_, games in rounds.items()})) == median


# -- the chart --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "magic"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml")])
def test_the_chart_is_drawn_the_same_twice(
    name: str, magic: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    simulate(capsys, *QUICK[1:], "--chart", str(path))
    first = path.read_bytes()
    assert first.startswith(magic)
    simulate(capsys, *QUICK[1:], "--chart", str(path))
    assert path.read_bytes() == first


# -- what it refuses --------------------------------------------------------------------------------------------------

BAD = {
    "no games": (("--games", "0"), "--games must be"),
    "games in words": (("--games", "many"), "--games must be"),
    "negative games": (("--games=-5",), "--games must be"),
    "too many games": (("--games", "99999999"), "--games must be"),
    "two seats": (("--seats", "2"), "--seats must be"),
    "13 seats": (("--seats", "3-13"), "--seats must be"),
    "backwards": (("--seats", "9-6"), "--seats must be"),
    "seats in words": (("--seats", "six"), "--seats must be"),
    "unknown preset": (("--preset", "mild"), "--preset must be one of rulebook, evening, harsh, not 'mild'"),
    "unknown temperament": (("--temperaments", "loyalist,jester"), "but not 'jester'"),
    "no temperament": (("--temperaments", ""), "but not ''"),
    "seed that is no text": (("--seed", "\udc80"), "--seed must be UTF-8"),
    "chart of another kind": (("--chart", "a.pdf"), "--chart must end in .png or .svg"),
    "chart nowhere": (("--chart", "no/such/a.png"), "there is no directory 'no/such'"),
}


@pytest.mark.parametrize(("arguments", "complaint"), BAD.values(), ids=BAD)
def test_bad_arguments_are_one_clear_line(
    arguments: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rada simulate: ")
    assert complaint in err
    assert err.count("\n") == 1


def test_a_chart_without_matplotlib_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["simulate", "--chart", "a.png"]) == 2
    assert "in the clone, .venv/bin/pip install '.[charts]'" in capsys.readouterr().err


def test_a_chart_that_cannot_be_written_comes_after_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "a.svg").mkdir()
    assert main([*QUICK, "--json", "--chart", str(tmp_path / "a.svg")]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)
    assert err.startswith("rada simulate: --chart: ")
    assert err.count("\n") == 1


# -- how it is stopped ------------------------------------------------------------------------------------------------


def group(leader: int) -> list[int]:
    """The living processes of a process group."""
    living = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it has ended meanwhile
            continue
        if state != "Z" and int(its_group) == leader:
            living.append(int(stat.parent.name))
    return living


def wait_until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.05)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@pytest.fixture
def endless() -> Any:
    """A simulation that will not end by itself, with at least one worker at work, in a process group of its own."""
    process = subprocess.Popen(
        (*RADA, "simulate", "--games", "9999999"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        # The parent, Python's tracker of shared resources, and a worker.
        wait_until(lambda: len(group(process.pid)) >= 3)
        yield process
    finally:
        for pid in group(process.pid):
            os.kill(pid, signal.SIGKILL)
        process.communicate()


@needs_proc
def test_ctrl_c_leaves_no_process_and_no_traceback(endless: "subprocess.Popen[bytes]") -> None:
    os.killpg(endless.pid, signal.SIGINT)  # as a terminal does
    wait_until(lambda: not group(endless.pid))
    out, err = endless.communicate()
    assert (endless.returncode, out, err) == (130, b"", b"")


@needs_proc
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGKILL])
def test_killed_it_leaves_no_process(endless: "subprocess.Popen[bytes]", stop: signal.Signals) -> None:
    endless.send_signal(stop)
    wait_until(lambda: not group(endless.pid))
    assert endless.wait() == -stop
