"""How fast the engine plays and replays one game of 9 seats and 8 rounds (296 commands), and what it keeps of it."""

import gc
import platform
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from engine.commands import Command, PresentDilemma, SubmitStatement
from engine.decide import begin, play
from engine.events import Event
from engine.jsonl import read_lines, write_json
from engine.notation import event_json, header_json, line_json
from engine.options import options
from engine.recording import replay
from engine.rules import RuleSet
from engine.state import State, waiting_for
from engine.terms import Words

SEED = "pomiar"
RULES = RuleSet(starting_stats=500, dominance=10_000)
NAMES = tuple(f"Radca {letter}" for letter in "ABCDEFGHI")
STATEMENT = "Rada nie po to zasiada w popiele, żeby w nim zasnąć: mówię za spichlerzami, przeciw wojnie."
MID_GAME = 148


def scripted_game() -> list[Command]:
    """Every seat acts in every phase; the moves walk through everything that is legal."""
    state, _ = begin(SEED, RULES, NAMES)
    script: list[Command] = []
    while state.outcome is None:
        command = next_command(state, len(script))
        script.append(command)
        state, _ = play(state, command)
    return script


def next_command(state: State, turn: int) -> Command:
    if state.phase == "dilemma":
        words = Words("Otwarcie spichlerzy", "Zboże trafi na targi, a skarb zapłaci kupcom z własnej kiesy.")
        return PresentDilemma("Głód pod murami", "Przed bramą stoi tłum. " * 10, (words,) * len(state.drawn), "deck")
    seat = waiting_for(state)[0]
    if state.phase == "statements":
        return SubmitStatement(seat, f"{STATEMENT} ({turn})")
    moves = options(state, seat)
    return moves[turn * 7 % len(moves)]


def play_keeping_events(script: list[Command]) -> tuple[State, list[Event]]:
    state, events = begin(SEED, RULES, NAMES)
    kept = list(events)
    for command in script:
        state, events = play(state, command)
        kept.extend(events)
    return state, kept


def write_recording(script: list[Command], path: Path) -> None:
    state, events = begin(SEED, RULES, NAMES)
    lines = [header_json(SEED, RULES, NAMES, events)]
    for n, command in enumerate(script, 1):
        state, events = play(state, command)
        lines.append(line_json(n, command, events))
    path.write_text("".join(write_json(line) + "\n" for line in lines), encoding="utf-8")


def replay_file(path: Path) -> None:
    with path.open("rb") as file:
        for _ in replay(read_lines(file.readline)):
            pass


def seconds(action: Callable[[], object], repeat: int = 60) -> float:
    """The best of many: what the code takes when the machine leaves it alone."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best


def bytes_per_game(script: list[Command], games: int) -> float:
    """Games in mid-play, each with its state, commands' texts and all events."""
    gc.collect()
    tracemalloc.start()
    kept = [play_keeping_events(script[:MID_GAME]) for _ in range(games)]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(kept)


def report() -> None:
    script = scripted_game()
    final, events = play_keeping_events(script)

    def replay_and_compare() -> None:
        assert play_keeping_events(script) == (final, events)

    played, compared = seconds(lambda: play_keeping_events(script)), seconds(replay_and_compare)
    written = seconds(lambda: write_json([event_json(event) for event in events]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        write_recording(script, path)
        from_file, size = seconds(lambda: replay_file(path), 30), path.stat().st_size
    print(f"Python {platform.python_version()}; one game of {len(script)} commands and {len(events)} events")
    print(f"played, all events kept    {len(script) / played:10,.0f} commands/s {1 / played:8,.0f} games/s")
    print(
        f"the yardstick: its events written as JSON take {written * 1000:.2f} ms, {written / played:.2f} of playing it"
    )
    print(f"replayed and compared      {compared * 1000:10.2f} ms per game")
    print(f"the same from a file       {from_file * 1000:10.2f} ms per game {size / from_file / 1e6:8.1f} MB/s")
    print(f"10,000 games in mid-play   {bytes_per_game(script, 10_000) / 1000:10.1f} kB per game")
