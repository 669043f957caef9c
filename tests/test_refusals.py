"""Every "no" has a name; where two apply, the first in the order of the format wins; and none changes anything.

Of seven seats 2 has been exiled and 5 has left, so that the clergy is empty. Seat 1 owns nothing. Only 3 and 6 spoke
in `statement_vote`; only 6 has voted in `policy_vote`."""

import json
from dataclasses import replace
from typing import Any, Final, get_args

import pytest

from engine.commands import (
    Abandon,
    Abstain,
    Code,
    Command,
    Leave,
    Narrate,
    Pass,
    Protect,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.events import Narrated
from engine.recording import replay
from engine.terms import Phase
from tests.table import DEADLINE, Table, words

PHASES: Final[tuple[Phase, ...]] = ("statements", "statement_vote", "actions", "dilemma", "policy_vote")


def at(phase: Phase) -> Table:
    table = Table(7).craft(1, influence=0).craft(2, status="exiled")
    table.do(Leave(5, "left"))
    if phase == "ended":
        table.do(Abandon())
    elif phase == "statement_vote":
        table.speak(3, 6)
    else:
        table.reach(phase)
    if phase == "policy_vote":
        table.do(VotePolicy(6, 1))
    return table


# What one councillor may not do, in the phase it belongs to.
MOVES: list[tuple[Code, Phase, Any]] = [
    ("bad_text", "statements", SubmitStatement(3, " ")),
    ("own_statement", "statement_vote", VoteStatement(3, 3)),
    ("unknown_seat", "statement_vote", VoteStatement(3, 8)),
    ("unknown_seat", "statement_vote", VoteStatement(3, 0)),
    ("inactive_target", "statement_vote", VoteStatement(3, 2)),
    ("inactive_target", "statement_vote", VoteStatement(3, 5)),
    ("silent_author", "statement_vote", VoteStatement(3, 1)),
    ("own_target", "actions", Unmask(3, 3)),
    ("unknown_seat", "actions", Unmask(3, 8)),
    ("unknown_seat", "actions", Unmask(3, -1)),
    ("inactive_target", "actions", Unmask(3, 2)),
    ("inactive_target", "actions", Unmask(3, 5)),
    ("empty_faction", "actions", Sow(3, "clergy")),
    ("too_poor", "actions", Protect(1)),
    ("too_poor", "actions", Unmask(1, 3)),
    ("too_poor", "actions", Sow(1, "guard")),
    ("already_voted", "policy_vote", VotePolicy(6, 2)),
    ("unknown_policy", "policy_vote", VotePolicy(3, 4)),
    ("unknown_policy", "policy_vote", VotePolicy(3, 0)),
]
# What is allowed in its phase, and to its actor.
ALLOWED: list[tuple[Phase, Any]] = [
    ("statements", SubmitStatement(3, "a")),
    ("statements", StaySilent(3)),
    ("statement_vote", VoteStatement(3, 6)),
    ("statement_vote", Abstain(3)),
    ("actions", Protect(3)),
    ("actions", Unmask(3, 1)),
    ("actions", Sow(3, "guard")),
    ("actions", Pass(1)),
    ("policy_vote", VotePolicy(3, 1)),
]
OTHERS: list[tuple[Code, Phase, Command]] = [
    ("bad_dilemma", "dilemma", words(2)),
    ("wrong_phase", "dilemma", DEADLINE),
    ("wrong_phase", "statements", Narrate("Nic.", "deck")),
    ("unknown_seat", "actions", Leave(8, "left")),
    ("not_active", "actions", Leave(2, "left")),
    ("not_active", "dilemma", Leave(5, "removed")),
    ("game_over", "ended", Abandon()),
    ("game_over", "ended", words(3)),
]
BOUND = [(phase, move) for _, phase, move in MOVES] + ALLOWED


@pytest.mark.parametrize(("code", "phase", "command"), MOVES + OTHERS)
def test_refused(code: Code, phase: Phase, command: Command) -> None:
    assert at(phase).refusal(command) == code


@pytest.mark.parametrize(("phase", "command"), ALLOWED)
def test_not_refused(phase: Phase, command: Command) -> None:
    assert at(phase).do(command)


def test_every_code_is_reached() -> None:
    """`malformed` belongs to the border, and is reached below."""
    reached = {code for code, _, _ in MOVES + OTHERS}
    assert reached | {"malformed"} == set(get_args(Code))


@pytest.mark.parametrize("command", [move for _, move in BOUND] + [command for _, _, command in OTHERS])
def test_game_over_comes_first(command: Command) -> None:
    if not isinstance(command, Narrate):
        assert at("ended").refusal(command) == "game_over"


@pytest.mark.parametrize("seat", [0, 8, -7])
@pytest.mark.parametrize(("phase", "move"), BOUND)
def test_unknown_seat_comes_before_all_but_game_over(phase: Phase, move: Any, seat: int) -> None:
    strange = replace(move, seat=seat)
    for other in PHASES:
        assert at(other).refusal(strange) == "unknown_seat"
    assert at("ended").refusal(strange) == "game_over"


@pytest.mark.parametrize(("phase", "move"), BOUND)
def test_wrong_phase_comes_before_the_rest(phase: Phase, move: Any) -> None:
    for other in PHASES:
        if other != phase:
            assert at(other).refusal(move) == "wrong_phase"
            assert at(other).refusal(replace(move, seat=2)) == "wrong_phase"


@pytest.mark.parametrize("seat", [2, 5])
@pytest.mark.parametrize(("phase", "move"), BOUND)
def test_not_active_comes_before_what_the_move_itself_does_wrong(phase: Phase, move: Any, seat: int) -> None:
    assert at(phase).refusal(replace(move, seat=seat)) == "not_active"


def test_leaving_knows_no_phase() -> None:
    for phase in PHASES:
        assert at(phase).refusal(Leave(8, "left")) == "unknown_seat"
        assert at(phase).refusal(Leave(5, "left")) == "not_active"
    assert at("ended").refusal(Leave(8, "left")) == "game_over"


# Two reasons at once: the first, the second, the command, and the same with nothing but the second.
PAIRS: list[tuple[Code, Code, Phase, Command, Command]] = [
    ("unknown_seat", "own_statement", "statement_vote", VoteStatement(8, 8), VoteStatement(3, 3)),
    ("unknown_seat", "own_target", "actions", Unmask(8, 8), Unmask(3, 3)),
    ("not_active", "own_statement", "statement_vote", VoteStatement(2, 2), VoteStatement(3, 3)),
    ("not_active", "own_target", "actions", Unmask(2, 2), Unmask(3, 3)),
    ("own_statement", "silent_author", "statement_vote", VoteStatement(1, 1), VoteStatement(3, 1)),
    ("inactive_target", "silent_author", "statement_vote", VoteStatement(3, 2), VoteStatement(3, 1)),
    ("own_target", "too_poor", "actions", Unmask(1, 1), Unmask(1, 3)),
    ("unknown_seat", "too_poor", "actions", Unmask(1, 8), Unmask(1, 3)),
    ("inactive_target", "too_poor", "actions", Unmask(1, 2), Unmask(1, 3)),
    ("empty_faction", "too_poor", "actions", Sow(1, "clergy"), Sow(1, "guard")),
    ("already_voted", "unknown_policy", "policy_vote", VotePolicy(6, 4), VotePolicy(3, 4)),
]


@pytest.mark.parametrize(("first", "second", "phase", "both", "alone"), PAIRS)
def test_the_first_reason_is_named(first: Code, second: Code, phase: Phase, both: Command, alone: Command) -> None:
    assert at(phase).refusal(both) == first
    assert at(phase).refusal(alone) == second


def test_words_in_the_wrong_phase() -> None:
    for phase in PHASES:
        if phase != "dilemma":
            assert at(phase).refusal(words(1)) == at(phase).refusal(words(3)) == "wrong_phase"


UNTELLABLE = {
    "empty text": Narrate("", "deck"),
    "blank text": Narrate("\n\u2003", "deck"),
    "long text": Narrate("a" * 8, "deck"),
    "half a character": Narrate("a\udc00", "deck"),
    "empty source": Narrate("a", " "),
    "long source": Narrate("a", "abcde"),
}


@pytest.mark.parametrize("tale", UNTELLABLE.values(), ids=UNTELLABLE)
def test_a_tale_that_does_not_fit(tale: Narrate) -> None:
    table = Table(rounds=1, narration_max=7, source_max=4)
    assert table.refusal(tale) == "wrong_phase"
    table.vote(1)
    assert table.refusal(tale) == "bad_text"
    assert table.do(Narrate(" " + "a" * 7 + "\n", "deck ")) == (Narrated(1, "a" * 7, "deck"),)
    assert table.refusal(tale) == "wrong_phase"


@pytest.mark.parametrize("phase", PHASES)
def test_a_tale_is_told_once_until_the_next_resolution(phase: Phase) -> None:
    table = Table()
    table.vote(1)
    table.reach(phase)
    assert table.do(Narrate("raz", "deck")) == (Narrated(1, "raz", "deck"),)
    assert table.refusal(Narrate("dwa", "deck")) == "wrong_phase"
    table.vote(1)
    assert table.do(Narrate("dwa", "deck")) == (Narrated(2, "dwa", "deck"),)


def test_an_untold_tale_is_lost_at_the_next_resolution_but_not_at_the_end() -> None:
    table = Table()
    table.vote(1)
    table.vote(1)
    table.do(Abandon())
    assert table.do(Narrate("a", "deck")) == (Narrated(2, "a", "deck"),)
    assert table.refusal(Narrate("a", "deck")) == "wrong_phase"


def test_malformed_comes_before_game_over() -> None:
    header = {"format": "rada-popiolow/recording", "version": 1, "seed": "1", "rules": {}, "seats": ["A", "B", "C"]}
    commands = [{"do": "abandon"}, {"do": "stay_silent", "seat": 99, "text": "a"}, {"do": "stay_silent", "seat": 99}]
    lines = [header, *({"command": command} for command in commands)]
    steps = list(replay((number, json.dumps(line).encode()) for number, line in enumerate(lines, 1)))
    assert [step.refused for step in steps] == [None, None, "malformed", "game_over"]
