"""Commands and headers, written as JSON and read again."""

from dataclasses import asdict
from typing import Any, get_args

import pytest

from engine import recording
from engine.commands import (
    Abandon,
    Abstain,
    ClosePhase,
    Command,
    Leave,
    Narrate,
    Pass,
    PresentDilemma,
    Protect,
    Refused,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.decide import begin, play
from engine.jsonl import write_json
from engine.notation import command_json, final_json, header_json
from engine.rules import RuleSet
from engine.terms import Words

WRITTEN: list[tuple[Command, dict[str, Any]]] = [
    (SubmitStatement(1, "Za króla!"), {"do": "submit_statement", "seat": 1, "text": "Za króla!"}),
    (StaySilent(2), {"do": "stay_silent", "seat": 2}),
    (VoteStatement(1, 2), {"do": "vote_statement", "seat": 1, "author": 2}),
    (Abstain(3), {"do": "abstain", "seat": 3}),
    (Protect(1), {"do": "choose_action", "action": "protect", "seat": 1}),
    (Unmask(1, 2), {"do": "choose_action", "action": "unmask", "seat": 1, "target": 2}),
    (Sow(1, "guard"), {"do": "choose_action", "action": "sow", "seat": 1, "faction": "guard"}),
    (Pass(1), {"do": "choose_action", "action": "pass", "seat": 1}),
    (
        PresentDilemma("T", "x", (Words("a", "b"), Words("c", "d")), "deck"),
        {
            "do": "present_dilemma",
            "title": "T",
            "text": "x",
            "policies": [{"name": "a", "text": "b"}, {"name": "c", "text": "d"}],
            "source": "deck",
        },
    ),
    (Narrate("x", "deck"), {"do": "narrate", "text": "x", "source": "deck"}),
    (VotePolicy(1, 3), {"do": "vote_policy", "seat": 1, "policy": 3}),
    (ClosePhase("deadline"), {"do": "close_phase", "reason": "deadline"}),
    (Leave(1, "removed"), {"do": "leave", "seat": 1, "reason": "removed"}),
    (Abandon(), {"do": "abandon"}),
]
KINDS = [type(command).__name__ for command, _ in WRITTEN]


@pytest.fixture(autouse=True)
def fresh_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is checked is built here and now, not when the module was imported."""
    monkeypatch.setattr(recording, "_SHAPES", recording._shapes())


def test_every_kind_of_command_is_tried() -> None:
    assert sorted(KINDS) == sorted(kind.__name__ for kind in get_args(Command))


@pytest.mark.parametrize(("command", "written"), WRITTEN, ids=KINDS)
def test_a_command_is_written_and_read_again(command: Command, written: dict[str, Any]) -> None:
    assert command_json(command) == written
    assert recording._read_command(1, written) == command


@pytest.mark.parametrize(("command", "written"), WRITTEN, ids=KINDS)
def test_no_field_may_be_missing_or_added(command: Command, written: dict[str, Any]) -> None:
    for spoiled in ({**written, "mood": 1}, *({k: v for k, v in written.items() if k != key} for key in written)):
        if "do" in spoiled:
            with pytest.raises(Refused) as refused:
                recording._read_command(1, spoiled)
            assert (refused.value.code, str(refused.value)) == ("malformed", "malformed")


def test_a_header_holds_every_rule() -> None:
    rules = RuleSet(rounds=3, effects_shown="tendency")
    names = ("Ala", "Bartek", "Celina")
    state, events = begin("ziarno", rules, names)
    header = header_json("ziarno", rules, names, events)
    assert {key: header[key] for key in ("format", "version", "seed", "rules", "seats")} == {
        "format": "rada-popiolow/recording",
        "version": 1,
        "seed": "ziarno",
        "rules": asdict(rules),
        "seats": ["Ala", "Bartek", "Celina"],
    }
    assert [event["event"] for event in header["events"]] == ["game_started", "phase_opened", "dilemma_drawn"]
    assert recording.rules_from(header["rules"]) == rules
    assert final_json(state)["final"]["phase"] == "statements"


def test_a_replayed_step_carries_its_facts() -> None:
    names = ("Ala", "Bartek", "Celina")
    state, opening = begin("ziarno", RuleSet(), names)
    _, ending = play(state, Abandon())
    lines = [
        header_json("ziarno", RuleSet(), names, opening),
        {"command": {"do": "leave", "seat": 9, "reason": "left"}},
    ]
    lines.append({"command": command_json(Abandon())})
    steps = list(recording.replay((number, write_json(line).encode()) for number, line in enumerate(lines, 1)))
    assert [step.events for step in steps] == [opening, (), ending]
    assert [step.refused for step in steps] == [None, "unknown_seat", None]


def test_the_final_line_names_the_winners() -> None:
    state, _ = begin("ziarno", RuleSet(rounds=1), ("Ala", "Bartek", "Celina"))
    for command in (Leave(1, "left"), Leave(2, "left")):
        state, _ = play(state, command)
    final = final_json(state)["final"]
    assert (final["ending"], final["winners"]) == ("deserted", [3])


def test_a_difference_is_told_in_a_line_one_can_read() -> None:
    told = recording.first_difference("a" * 200, "b" * 200, "x")
    assert told == f"x: recorded '{'a' * 79}, replayed '{'b' * 79}"
