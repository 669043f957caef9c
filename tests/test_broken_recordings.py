"""What is no recording: one line on stderr that names the place, exit 2, nothing on stdout after the last good line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from tests.scripts import HEADER, silence, write

Outcome = tuple[int, list[str], str]
Replay = Callable[..., Outcome]


@pytest.fixture
def replay(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Replay:
    def run(*lines: Any, flags: tuple[str, ...] = ("--json",)) -> Outcome:
        code = main(["replay", str(write(tmp_path / "game.jsonl", *lines)), *flags])
        out, err = capfdbinary.readouterr()
        return code, out.decode().splitlines(), err.decode()

    return run


def with_rules(**rules: Any) -> dict[str, Any]:
    return {**HEADER, "rules": rules}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in HEADER.items() if name != key}


HEADERS = {
    "another format": ({**HEADER, "format": "chess"}, "format"),
    "no format": (without("format"), "format"),
    "unknown version": ({**HEADER, "version": 2}, "version"),
    "version as text": ({**HEADER, "version": "1"}, "version"),
    "version true": ({**HEADER, "version": True}, "version"),
    "version 1.0": ({**HEADER, "version": 1.0}, "version"),
    "no seed": (without("seed"), "seed"),
    "seed a number": ({**HEADER, "seed": 7}, "seed"),
    "no rules": (without("rules"), "rules"),
    "rules a list": ({**HEADER, "rules": []}, "rules"),
    "no seats": (without("seats"), "seats"),
    "two seats": ({**HEADER, "seats": ["A", "B"]}, "seats"),
    "thirteen seats": ({**HEADER, "seats": list("ABCDEFGHIJKLM")}, "seats"),
    "a seat without a name": ({**HEADER, "seats": ["A", "B", None]}, "seats.2"),
    "unknown field": ({**HEADER, "colour": "red"}, "colour"),
    "events null": ({**HEADER, "events": None}, "events"),
    "events an object": ({**HEADER, "events": {}}, "events"),
    "unknown rule": (with_rules(luck=1), "'luck' is no rule"),
    "rounds 0": (with_rules(rounds=0), "rounds"),
    "rounds true": (with_rules(rounds=True), "rounds"),
    "rounds 8.0": (with_rules(rounds=8.0), "rounds"),
    "rounds as text": (with_rules(rounds="8"), "rounds"),
    "rounds null": (with_rules(rounds=None), "rounds"),
    "stats below 1": (with_rules(starting_stats=0), "starting_stats"),
    "statements of nothing": (with_rules(statement_max=0), "statement_max"),
    "negative reward": (with_rules(majority_reward=-1), "majority_reward"),
    "dominance at the start": (with_rules(starting_influence=100), "dominance"),
    "costs incomplete": (with_rules(costs={"protect": 5, "unmask": 20}), "costs"),
    "costs with another": (with_rules(costs={"protect": 5, "unmask": 20, "sow": 25, "bribe": 1}), "costs"),
    "costs a list": (with_rules(costs=[5, 20, 25]), "costs"),
    "cost negative": (with_rules(costs={"protect": -5, "unmask": 20, "sow": 25}), "costs.protect"),
    "effects half shown": (with_rules(effects_shown="half"), "effects_shown"),
    "disgrace 1": (with_rules(disgrace_before_powers=1), "disgrace_before_powers"),
    "empty bounds": (with_rules(loss_min=5, loss_max=4), "loss_max"),
    "several faults at once": (with_rules(luck=1, rounds=0, dominance="x"), "'luck' is no rule; rounds"),
}


@pytest.mark.parametrize("case", HEADERS)
def test_broken_header(replay: Replay, case: str) -> None:
    header, named = HEADERS[case]
    code, out, err = replay(header, silence(1))
    assert (code, out) == (2, [])
    assert named in err
    assert err.startswith("rada replay: ")
    assert err.count("\n") == 1
    assert "line 1" in err


def test_all_faults_of_the_rules_are_named_at_once(replay: Replay) -> None:
    _, _, err = replay(with_rules(luck=1, rounds=0, dominance="x", effects_shown=None, costs={}))
    for fault in ("luck", "rounds", "dominance", "effects_shown", "costs"):
        assert fault in err


def command(text: str) -> str:
    return f'{{"command":{text}}}'


LINES: dict[str, str | bytes] = {
    "empty line": "",
    "blank line": "  ",
    "cut line": '{"command": {"do": "stay_silent", "seat"',
    "two values": '{"command":{"do":"abandon"}} {}',
    "a list": "[]",
    "a number": "7",
    "no command": '{"n": 1}',
    "command null": command("null"),
    "command a list": command("[]"),
    "no do": command('{"seat": 1}'),
    "do null": command('{"do": null}'),
    "do a list": command('{"do": ["leave"]}'),
    "unknown do": command('{"do": "surrender", "seat": 1}'),
    "unknown key": '{"command":{"do":"stay_silent","seat":1},"mood":"grim"}',
    "n as text": '{"n":"1","command":{"do":"stay_silent","seat":1}}',
    "n null": '{"n":null,"command":{"do":"stay_silent","seat":1}}',
    "at a number": '{"at":5,"command":{"do":"stay_silent","seat":1}}',
    "events an object": '{"command":{"do":"stay_silent","seat":1},"events":{}}',
    "events null": '{"command":{"do":"stay_silent","seat":1},"events":null}',
    "key twice": command('{"do":"stay_silent","seat":1,"seat":2}'),
    "key twice, escaped": command('{"do":"stay_silent","seat":1,"\\u0073eat":2}'),
    "NaN": command('{"do":"stay_silent","seat":NaN}'),
    "Infinity": command('{"do":"stay_silent","seat":Infinity}'),
    "-Infinity": command('{"do":"stay_silent","seat":-Infinity}'),
    "too large a fraction": command('{"do":"stay_silent","seat":1e999}'),
    "digits without end": command('{"do":"stay_silent","seat":' + "9" * 5000 + "}"),
    "lone surrogate": command('{"do":"submit_statement","seat":1,"text":"\\ud800"}'),
    "lone surrogate in a key": command('{"do":"submit_statement","seat":1,"text":"a","\\udfff":1}'),
    "surrogate in bytes": b'{"command":{"do":"submit_statement","seat":1,"text":"\xed\xa0\x80"}}',
    "not UTF-8": b'{"command":{"do":"submit_statement","seat":1,"text":"\xff"}}',
    "control character": '{"command":{"do":"submit_statement","seat":1,"text":"\t"}}',
    "deep list": command('{"do":"stay_silent","seat":' + "[" * 7 + "]" * 7 + "}"),
    "deep object": command('{"do":"stay_silent","seat":' + '{"a":' * 6 + "1" + "}" * 6 + "}"),
    "nesting without end": "[" * 100_000,
    "nesting as deep as it goes": command('{"do":"stay_silent","seat":' + "[" * 200_000 + "]" * 200_000 + "}"),
    "brackets without end": command('{"do":"stay_silent","seat":[' + "[]," * 400_000 + "[]]}"),
    "open text without end": '{"command":"' + '\\"' * 2_000_000,
    "byte order mark": b'\xef\xbb\xbf{"command":{"do":"stay_silent","seat":1}}',
}


@pytest.mark.parametrize("case", LINES)
def test_broken_line(replay: Replay, case: str) -> None:
    code, out, err = replay(HEADER, silence(1), LINES[case], silence(2))
    assert code == 2
    assert [json.loads(line).get("n") for line in out] == [None, 1], "the good lines, and nothing after them"
    assert "line 3" in err
    assert err.count("\n") == 1
    assert len(err) < 400
    assert "Traceback" not in err


@pytest.mark.parametrize("flags", [(), ("--json",), ("--keep-going",), ("--json", "--keep-going")])
def test_broken_line_under_every_flag(replay: Replay, flags: tuple[str, ...]) -> None:
    assert replay(HEADER, "{", flags=flags)[0] == 2


def test_empty_file(replay: Replay) -> None:
    code, out, err = replay()
    assert (code, out) == (2, [])
    assert "empty" in err


@pytest.mark.parametrize(("path", "named"), [("missing.jsonl", "No such file"), (".", "directory")])
def test_no_file(tmp_path: Path, capfd: pytest.CaptureFixture[str], path: str, named: str) -> None:
    assert main(["replay", str(tmp_path / path)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert named in err
    assert err.count("\n") == 1


def test_line_over_64_mib(replay: Replay) -> None:
    text = "a" * (64 * 2**20)
    code, out, err = replay(HEADER, command(f'{{"do":"submit_statement","seat":1,"text":"{text}"}}'), flags=())
    assert (code, out) == (2, [])
    assert "line 2: longer than 64 MiB" in err


def test_endless_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "/dev/zero"]) == 2
    assert "line 1: longer than 64 MiB" in capfd.readouterr().err


@pytest.mark.parametrize(("spare", "code"), [(0, 0), (-1, 2)])
def test_the_longest_line_there_may_be(replay: Replay, spare: int, code: int) -> None:
    """Exactly 64 MiB, all of it white space around a short command, is still a line."""
    short = command('{"do":"stay_silent","seat":1}')
    assert replay(HEADER, short + " " * (64 * 2**20 - len(short) - spare), flags=())[0] == code
