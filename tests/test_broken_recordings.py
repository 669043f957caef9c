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
    "unknown rule": (with_rules(luck=1), "luck is no rule"),
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
    "a number without end": (with_rules(ruling_bonus=10**100), "ruling_bonus"),
    "empty bounds": (with_rules(loss_min=5, loss_max=4), "loss_max"),
    "several faults at once": (with_rules(luck=1, rounds=0, dominance="x"), "luck is no rule; rounds"),
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


def seat(text: str) -> str:
    return command(f'{{"do":"stay_silent","seat":{text}}}')


BRACKETS_AT_THE_LIMIT = "[" + "[]," * 349_500 + "[]]"

LINES: dict[str, tuple[str | bytes, str]] = {
    "empty line": ("", "not JSON at character 1: Expecting value"),
    "blank line": ("  ", "not JSON at character 3: Expecting value"),
    "cut line": ('{"command": {"do": "leave", "seat"', "not JSON at character 35: Expecting ':' delimiter"),
    "two values": (command('{"do":"abandon"}') + " {}", "not JSON at character 30: Extra data"),
    "a list": ("[]", "not a JSON object"),
    "a number": ("7", "not a JSON object"),
    "no command": ('{"n": 1}', "command: Field required"),
    "command null": (command("null"), "command: Input should be a valid dictionary"),
    "command a list": (command("[]"), "command: Input should be a valid dictionary"),
    "no do": (command('{"seat": 1}'), 'the command\'s "do" is missing or unknown'),
    "do null": (command('{"do": null}'), 'the command\'s "do" is missing or unknown'),
    "do a list": (command('{"do": ["leave"]}'), 'the command\'s "do" is missing or unknown'),
    "unknown do": (command('{"do": "surrender", "seat": 1}'), 'the command\'s "do" is missing or unknown'),
    "unknown key": ('{"command":{"do":"abandon"},"mood":"grim"}', "mood: Extra inputs are not permitted"),
    "n as text": ('{"n":"1","command":{"do":"abandon"}}', "n: Input should be a valid integer"),
    "n null": ('{"n":null,"command":{"do":"abandon"}}', "n: null where a value belongs"),
    "at a number": ('{"at":5,"command":{"do":"abandon"}}', "at: Input should be a valid string"),
    "events an object": ('{"command":{"do":"abandon"},"events":{}}', "events: Input should be a valid list"),
    "events null": ('{"command":{"do":"abandon"},"events":null}', "events: null where a value belongs"),
    "two faults": (
        '{"n":"1","command":{"do":"abandon"},"at":1}',
        "n: Input should be a valid integer; at: Input should be a valid string",
    ),
    "key twice": (seat('1,"seat":2'), 'the key "seat" stands twice in one object'),
    "key twice, escaped": (seat('1,"\\u0073eat":2'), 'the key "seat" stands twice in one object'),
    "long key twice": (f'{{"{"k" * 60}":1,"{"k" * 60}":1}}', f'the key "{"k" * 40}" stands twice in one object'),
    "NaN": (seat("NaN"), "NaN is no JSON"),
    "Infinity": (seat("Infinity"), "Infinity is no JSON"),
    "-Infinity": (seat("-Infinity"), "-Infinity is no JSON"),
    "too large a fraction": (seat("1e999"), "a number beyond all bounds"),
    "too small a fraction": (seat("-1e999"), "a number beyond all bounds"),
    "digits without end": (seat("9" * 5000), "a number of more than 200 digits"),
    "one digit too many": (seat("1" + "0" * 200), "a number of more than 200 digits"),
    "a key that writes lines": (
        '{"command":{"do":"abandon"},"a\\n\\u001b\\u202e":1}',
        r"'a\n\x1b\u202e': Extra inputs",
    ),
    "a long key": (f'{{"command":{{"do":"abandon"}},"{"k" * 9999}":1}}', f"{'k' * 40}: Extra inputs"),
    "many keys": (
        '{"command":{"do":"abandon"},' + ",".join(f'"k{number}":1' for number in range(40)) + "}",
        "; ".join(f"k{number}: Extra inputs are not permitted" for number in range(30)) + "; and 10 more",
    ),
    "lone surrogate": (command('{"do":"narrate","text":"\\ud800","source":"x"}'), "a lone surrogate"),
    "lone surrogate in capitals": (command('{"do":"narrate","text":"\\uDFFF","source":"x"}'), "a lone surrogate"),
    "lone surrogate in a key": (command('{"do":"abandon","\\udfff":1}'), "a lone surrogate"),
    "surrogate in bytes": (b'{"command":{"do":"\xed\xa0\x80"}}', "not UTF-8 at byte 19"),
    "not UTF-8": (b'{"command":{"do":"\xff"}}', "not UTF-8 at byte 19"),
    "control character": (seat('"\t"'), "not JSON at character 40: Invalid control character at"),
    "deep list": (seat("[" * 5 + "]" * 5), "nested too deeply"),
    "deep object": (seat('{"a":' * 5 + "1" + "}" * 5), "nested too deeply"),
    "nesting without end": ("[" * 100_000, "nested too deeply"),
    "nesting as deep as it goes": (seat("[" * 200_000 + "]" * 200_000), "nested too deeply"),
    "brackets without end": (seat("[" + "[]," * 400_000 + "[]]"), "far too much structure for a recording"),
    "open text without end": (
        '{"command":"' + '\\"' * 2_000_000,
        "not JSON at character 12: Unterminated string starting at",
    ),
    "byte order mark": (b"\xef\xbb\xbf" + seat("1").encode(), "not JSON at character 1: Expecting value"),
}


@pytest.mark.parametrize("case", LINES)
def test_broken_line(replay: Replay, case: str) -> None:
    line, why = LINES[case]
    code, out, err = replay(HEADER, silence(1), line, silence(2))
    assert code == 2
    assert [json.loads(line).get("n") for line in out] == [None, 1], "the good lines, and nothing after them"
    assert err.startswith("rada replay: ")
    assert f"game.jsonl: line 3: {why}" in err
    assert err.count("\n") == 1
    assert len(err) < 1600


@pytest.mark.parametrize("text", ["[" * 4 + "]" * 4, '{"a":' * 4 + "1" + "}" * 4, BRACKETS_AT_THE_LIMIT])
def test_what_is_just_within_the_bounds_is_a_refusal(replay: Replay, text: str) -> None:
    code, out, _ = replay(HEADER, seat(text), flags=("--keep-going",))
    assert code == 0
    assert json.loads(out[0])["refused"] == "malformed"


@pytest.mark.parametrize("flags", [(), ("--json",), ("--keep-going",), ("--json", "--keep-going")])
def test_broken_line_under_every_flag(replay: Replay, flags: tuple[str, ...]) -> None:
    assert replay(HEADER, "{", flags=flags)[0] == 2


def test_a_file_with_nothing_in_it(replay: Replay) -> None:
    code, out, err = replay()
    assert (code, out) == (2, [])
    assert err.endswith("game.jsonl: line 1: the file is empty\n")


@pytest.mark.parametrize(("path", "named"), [("missing.jsonl", "No such file"), (".", "directory")])
def test_no_file(tmp_path: Path, capfd: pytest.CaptureFixture[str], path: str, named: str) -> None:
    assert main(["replay", str(tmp_path / path)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert named in err
    assert err.count("\n") == 1


def test_a_file_whose_name_writes_lines_is_named_on_one(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "no\nsuch\x1bfile"]) == 2
    assert capfd.readouterr().err == "rada replay: 'no\\nsuch\\x1bfile': No such file or directory\n"


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
