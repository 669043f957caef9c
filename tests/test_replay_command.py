"""`rada replay` as recording.md describes it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from tests.scripts import HEADER, silence, write

SPOKEN: dict[str, Any] = {
    "at": "2026-11-18T19:00:00Z",
    "command": {"do": "submit_statement", "seat": 1, "text": " Za króla! "},
}


def replay(path: Path, *flags: str) -> int:
    return main(["replay", str(path), *flags])


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def filled(tmp_path: Path, capfd: pytest.CaptureFixture[str], *script: Any) -> list[dict[str, Any]]:
    assert replay(write(tmp_path / "script.jsonl", *script), "--json") == 0
    return lines(capfd.readouterr().out)


def test_a_script_is_filled_in(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    header, first, second, final = filled(tmp_path, capfd, HEADER, SPOKEN, {"n": 7, **silence(2)})
    assert {**header, "events": None} == {**HEADER, "events": None}
    assert [event["event"] for event in header["events"]] == ["game_started", "phase_opened", "dilemma_drawn"]
    assert first == {
        "n": 1,
        **SPOKEN,
        "events": [
            {"event": "statement_recorded", "to": [1], "seat": 1, "text": "Za króla!"},
            {"event": "seat_acted", "to": "all", "seat": 1, "phase": "statements"},
        ],
    }
    assert second["n"] == 7
    assert final["final"]["phase"] == "statements"
    assert final["final"]["round"] == 1
    assert final["final"]["ending"] is None
    assert final["final"]["winners"] == []
    assert final["final"]["seats"]["3"]["name"] == "Celina"
    assert set(final["final"]["seats"]["3"]) == {"name", "faction", "status", "influence", "declared"}


def test_what_json_prints_is_a_recording_again(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    *recording, _ = filled(tmp_path, capfd, HEADER, SPOKEN, silence(2), silence(3))
    again = write(tmp_path / "again.jsonl", *recording)
    assert replay(again) == 0
    assert capfd.readouterr().out.startswith("Replayed 3 commands, refused 0. The game stands in round 1, phase ")
    assert replay(again, "--json") == 0
    assert lines(capfd.readouterr().out)[:-1] == recording


def test_the_largest_numbers_there_may_be_are_written_and_read_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    most = 10**100 - 1
    rules = {"starting_influence": most - 1, "dominance": most, "ruling_bonus": most}
    *recording, _ = filled(tmp_path, capfd, {**HEADER, "rules": rules}, {"command": {"do": "abandon"}})
    assert replay(write(tmp_path / "again.jsonl", *recording)) == 0


def test_a_full_rule_set_and_keys_in_another_order_are_the_same_game(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    header, line, _ = filled(tmp_path, capfd, HEADER, SPOKEN)
    full = {**header, "rules": header["events"][0]["rules"]}
    turned = dict(reversed(line.items()))
    turned["events"] = [dict(reversed(event.items())) for event in line["events"]]
    assert replay(write(tmp_path / "turned.jsonl", full, turned)) == 0


DIFFERENCES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "another value": (lambda e: e[0].update(seat=2), "events[0].seat: recorded 2, replayed 1"),
    "another type": (lambda e: e[0].update(seat=1.0), "events[0].seat: recorded 1.0, replayed 1"),
    "true for 1": (lambda e: e[0].update(seat=True), "events[0].seat: recorded True, replayed 1"),
    "another audience": (lambda e: e[0].update(to="all"), "events[0].to: recorded 'all', replayed [1]"),
    "wider audience": (lambda e: e[0].update(to=[1, 2]), "the number of events[0].to: recorded 2, replayed 1"),
    "a field more": (lambda e: e[1].update(mood="grim"), "events[1].mood is only in the recording"),
    "a field less": (lambda e: e[1].pop("phase"), "events[1].phase is only in the replay"),
    "an event less": (lambda e: e.pop(), "the number of events: recorded 1, replayed 2"),
    "an event more": (lambda e: e.append({}), "the number of events: recorded 3, replayed 2"),
    "not an event": (lambda e: e.__setitem__(0, None), "events[0]: recorded None, replayed"),
}


@pytest.mark.parametrize("case", DIFFERENCES)
def test_the_first_difference_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str], case: str) -> None:
    change, named = DIFFERENCES[case]
    header, line, _ = filled(tmp_path, capfd, HEADER, SPOKEN)
    change(line["events"])
    assert replay(write(tmp_path / "changed.jsonl", header, line)) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert f"line 2: {named}" in err
    assert err.count("\n") == 1


def test_a_difference_in_the_header_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (header, _) = filled(tmp_path, capfd, HEADER)
    header["events"][0]["factions"]["2"] = "nobody"
    assert replay(write(tmp_path / "changed.jsonl", header), "--keep-going") == 1
    assert "line 1: events[0].factions.2: recorded 'nobody', replayed" in capfd.readouterr().err


def test_a_refusal_stops_the_replay(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "refused.jsonl", HEADER, silence(1), silence(0), silence(2))
    assert replay(path, "--json") == 1
    out, err = capfd.readouterr()
    assert len(lines(out)) == 2
    assert "line 3: refused: unknown_seat" in err


@pytest.mark.parametrize("flags", [("--keep-going",), ("--keep-going", "--json")])
def test_refusals_are_printed_when_asked_to_keep_going(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], flags: tuple[str, ...]
) -> None:
    vote = {"n": 40, "command": {"do": "vote_policy", "seat": 1, "policy": 1}, "events": []}
    path = write(tmp_path / "refused.jsonl", HEADER, silence(0), silence(2), vote)
    assert replay(path, *flags) == 0
    refused = [json.loads(line) for line in capfd.readouterr().out.splitlines() if '"refused"' in line]
    assert refused == [
        {"n": 1, "command": {"do": "stay_silent", "seat": 0}, "refused": "unknown_seat"},
        {"n": 40, "command": vote["command"], "refused": "wrong_phase"},
    ]


def policies(*words: Any) -> dict[str, Any]:
    return {"do": "present_dilemma", "title": "T", "text": "x", "source": "deck", "policies": list(words)}


WORDS = {"name": "n", "text": "t"}
MALFORMED: list[dict[str, Any]] = [
    {"do": "stay_silent"},
    {"do": "stay_silent", "seat": True},
    {"do": "stay_silent", "seat": 1.0},
    {"do": "stay_silent", "seat": "1"},
    {"do": "stay_silent", "seat": None},
    {"do": "stay_silent", "seat": 1, "text": "x"},
    {"do": "stay_silent", "seat": 1, "action": None},
    {"do": "submit_statement", "seat": 1},
    {"do": "submit_statement", "seat": 1, "text": None},
    {"do": "submit_statement", "seat": 1, "text": ["x"]},
    {"do": "vote_statement", "seat": 1, "author": "2"},
    {"do": "abstain", "seat": []},
    {"do": "choose_action", "seat": 1},
    {"do": "choose_action", "seat": 1, "action": None},
    {"do": "choose_action", "seat": 1, "action": ["pass"]},
    {"do": "choose_action", "seat": 1, "action": "bribe"},
    {"do": "choose_action", "seat": 1, "action": "pass", "target": None},
    {"do": "choose_action", "seat": 1, "action": "protect", "target": 2},
    {"do": "choose_action", "seat": 1, "action": "unmask"},
    {"do": "choose_action", "seat": 1, "action": "unmask", "target": True},
    {"do": "choose_action", "seat": 1, "action": "unmask", "target": 2, "faction": "guard"},
    {"do": "choose_action", "seat": 1, "action": "sow", "faction": "poets"},
    {"do": "choose_action", "seat": 1, "action": "sow", "faction": 1},
    {"do": "vote_policy", "seat": 1, "policy": 1.0},
    {"do": "close_phase"},
    {"do": "close_phase", "reason": "boredom"},
    {"do": "leave", "seat": 1, "reason": None},
    {"do": "abandon", "seat": 1},
    {"do": "narrate", "text": "x"},
    {"do": "narrate", "text": "x", "source": "deck", "round": 1},
    policies(WORDS, None),
    policies(WORDS, {"name": "n"}),
    policies(WORDS, {**WORDS, "effects": {}}),
    policies(WORDS, {"name": "n", "text": 5}),
    policies(WORDS, ["n", "t"]),
    {**policies(WORDS), "policies": {}},
]


@pytest.mark.parametrize("command", MALFORMED, ids=json.dumps)
def test_a_malformed_command_is_a_refusal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], command: dict[str, Any]
) -> None:
    path = write(tmp_path / "malformed.jsonl", HEADER, {"command": {"do": "abandon"}}, {"command": command})
    assert replay(path, "--keep-going") == 0, "malformed comes before game_over"
    assert json.loads(capfd.readouterr().out.splitlines()[0]) == {"n": 2, "command": command, "refused": "malformed"}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"do": "submit_statement", "seat": 1, "text": "ż" * 5_000_000}, "bad_text"),
        ({"do": "submit_statement", "seat": 1, "text": "a\u202eb"}, "bad_text"),
        ({"do": "stay_silent", "seat": -1}, "unknown_seat"),
        ({"do": "stay_silent", "seat": 10**99}, "unknown_seat"),
        (policies(*[WORDS] * 5000), "wrong_phase"),
    ],
    ids=["10 MB", "bidi", "below", "beyond", "many policies"],
)
def test_hostile_but_well_formed_commands_are_refusals(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], command: dict[str, Any], code: str
) -> None:
    assert replay(write(tmp_path / "hostile.jsonl", HEADER, {"command": command}), "--keep-going") == 0
    assert json.loads(capfd.readouterr().out.splitlines()[0])["refused"] == code


def test_astral_escapes_and_a_missing_last_line_break_are_fine(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "script.jsonl"
    spoken = '{"command":{"do":"submit_statement","seat":1,"text":"\\ud83d\\udd25"}}'
    path.write_text(json.dumps(HEADER) + "\r\n" + spoken)
    assert replay(path, "--json") == 0
    assert lines(capfd.readouterr().out)[1]["events"][0]["text"] == "🔥"


def run(*arguments: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "bot", *arguments], capture_output=True, check=False, env=env or None)


def test_output_is_utf8_whatever_the_locale_says(tmp_path: Path) -> None:
    path = write(tmp_path / "script.jsonl", HEADER, SPOKEN)
    done = run("replay", str(path), "--json", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Za króla!".encode() in done.stdout


def test_a_reader_who_leaves_early_sees_no_traceback(tmp_path: Path) -> None:
    path = write(tmp_path / "script.jsonl", HEADER, *[SPOKEN] * 2000)
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "replay", str(path), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_to_be_the_output(tmp_path: Path) -> None:
    path = write(tmp_path / "script.jsonl", HEADER, *[SPOKEN] * 200)
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "bot", "replay", str(path), "--json"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"rada: the output could not be written: No space left on device\n")


PEAK = (
    "import resource, sys; from bot.__main__ import main; code = main(sys.argv[1:]);"
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss); sys.exit(code)"
)


def peak_memory(path: Path) -> int:
    done = subprocess.run([sys.executable, "-c", PEAK, "replay", str(path)], capture_output=True, check=True)
    return int(done.stdout.splitlines()[-1])


def test_a_long_recording_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    change_of_mind = [SPOKEN, {**SPOKEN, "command": {**SPOKEN["command"], "text": "Za lud! " * 60}}]
    short = write(tmp_path / "short.jsonl", HEADER, *change_of_mind * 10)
    long = write(tmp_path / "long.jsonl", HEADER, *change_of_mind * 10_000)
    assert long.stat().st_size > 500 * short.stat().st_size
    assert peak_memory(long) < 1.15 * peak_memory(short)
