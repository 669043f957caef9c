"""The golden games as recordings: replayed by the engine and by the command, wherever and whenever, to the byte."""

import os
import subprocess
import sys
from itertools import count

import pytest

from engine.jsonl import write_json
from engine.notation import final_json
from engine.recording import replay
from tests.playthroughs.__main__ import RECORDINGS, RENEW, recorded
from tests.playthroughs.games import GOLDEN, Golden, played

each_game = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)


def written(golden: Golden) -> bytes:
    return (RECORDINGS / f"{golden.name}.jsonl").read_bytes()


@each_game
def test_is_recorded_as_written(golden: Golden) -> None:
    now = recorded(golden, played(golden)).encode().splitlines()
    for number, was, line in zip(count(1), written(golden).splitlines(), now, strict=False):
        assert was == line, f"{golden.name}.jsonl, line {number}; {RENEW}"
    assert written(golden).count(b"\n") == len(now), f"{golden.name}.jsonl, its length; {RENEW}"


@each_game
def test_replays_to_where_it_was_played(golden: Golden) -> None:
    steps = list(replay(enumerate(written(golden).splitlines(), 1)))
    assert [step.refused for step in steps] == [None] * len(steps)
    assert steps[-1].state == played(golden).end


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
@each_game
def test_the_command_prints_the_same_whatever_the_hashes(golden: Golden, hash_seed: str) -> None:
    """`rada replay --json`: the recording to the byte, and then the final state."""
    printed = subprocess.run(
        [sys.executable, "-m", "bot", "replay", "--json", RECORDINGS / f"{golden.name}.jsonl"],
        capture_output=True,
        check=False,
        cwd=RECORDINGS.parent.parent,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    final = f"{write_json(final_json(played(golden).end))}\n".encode()
    assert (printed.returncode, printed.stderr) == (0, b"")
    assert printed.stdout == written(golden) + final


def test_no_recording_is_left_over() -> None:
    assert {path.stem for path in RECORDINGS.glob("*.jsonl")} == {golden.name for golden in GOLDEN}
