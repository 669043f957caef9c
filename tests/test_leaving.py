"""E1 to E5: who is out, what was pending, and when too few remain."""

from dataclasses import fields
from typing import Any, Literal, get_args

import pytest

from engine.commands import (
    Abstain,
    Command,
    Leave,
    Move,
    Pass,
    Protect,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.events import (
    ActionPaid,
    ActionRecorded,
    Disgraced,
    InfluenceAwarded,
    PhaseOpened,
    SeatLeft,
    StatementAwarded,
    StatementsRevealed,
    StatementVoteRecorded,
    VotesCounted,
    VotesRevealed,
)
from engine.options import options
from engine.state import waiting_for
from engine.terms import Ending, Pairs, Phase
from engine.view import view
from tests.table import DEADLINE, POLICIES, Table, kinds, only, outcome, policy, told_to, totals

PHASES: tuple[Phase, ...] = ("statements", "statement_vote", "actions", "dilemma", "policy_vote")
MOVES: list[tuple[Phase, Move]] = [
    ("statements", SubmitStatement(2, "a")),
    ("statements", StaySilent(2)),
    ("statement_vote", VoteStatement(2, 1)),
    ("statement_vote", Abstain(2)),
    ("actions", Protect(2)),
    ("actions", Unmask(2, 1)),
    ("actions", Sow(2, "guard")),
    ("actions", Pass(2)),
    ("policy_vote", VotePolicy(2, 1)),
]


def leave(seat: int) -> Leave:
    return Leave(seat, "left")


def an_exile(**numbers: Any) -> Table:
    """Round 2 or the end, after all of seven but seats 3 and 6 were exiled though the kingdom was saved."""
    table = Table(7, **numbers).stats(10, 10, 3)
    table.vote(1, 1, 2, 1, 1, 2, 1)
    return table


@pytest.mark.parametrize(("phase", "move"), MOVES, ids=lambda value: getattr(value, "do", value))
@pytest.mark.parametrize("way", ["exiled", "left"])
def test_E1_E2_who_is_out_makes_no_move(way: str, phase: Phase, move: Move) -> None:
    table = Table()
    if way == "left":
        table.do(leave(2))
    else:
        table.craft(2, status="exiled")
    table.reach(phase)
    assert table.refusal(move) == "not_active"
    assert options(table.state, 2) == ()
    assert 2 not in waiting_for(table.state)


def test_E1_exile_by_disgrace_lasts() -> None:
    table = an_exile()
    assert [c.seat for c in table.state.councillors if c.status == "exiled"] == [1, 2, 4, 5, 7]
    assert [c.seat for c in table.state.active] == [3, 6]
    assert waiting_for(table.state) == (3, 6)
    assert table.refusal(leave(1)) == "not_active"
    table.reach("actions")
    assert table.refusal(Unmask(3, 1)) == "inactive_target"
    assert table.refusal(Sow(3, "clergy")) == "empty_faction"
    awarded = only(InfluenceAwarded, table.vote(None, None, 2, None, None, 2))
    assert [(event.seat, event.consensus) for event in awarded] == [(3, 3), (6, 3)]


def test_E1_an_exile_scores_nothing_and_cannot_win() -> None:
    table = an_exile(rounds=1)
    assert (outcome(table).ending, outcome(table).winners) == ("points", (3, 6))
    assert totals(table) == [0, 0, 50 + 3 + 15, 0, 0, 50 + 3 + 15, 0]


def test_E1_an_exile_keeps_watching() -> None:
    table = an_exile()
    before = len(table.events)
    table.vote(None, None, 2, None, None, 2)
    heard = told_to(1, table.events[before:])
    assert heard == told_to(0, table.events[before:])
    assert view(table.events, 1).stats == table.state.stats


@pytest.mark.parametrize("reason", ["left", "removed"])
def test_E2_leaving_is_no_disgrace(reason: Literal["left", "removed"]) -> None:
    table = Table(rounds=1).influence(10, 99)
    assert table.do(Leave(2, reason)) == (SeatLeft(2, reason),)
    assert table.refusal(Leave(2, reason)) == "not_active"
    table.vote(1, None, 1)
    score = dict(outcome(table).scores)[2]
    assert (score.influence, score.bonus, score.total, score.status) == (99, 0, 0, "left")
    assert outcome(table).winners == (3,)


def test_E2_counts_for_neither_consensus_nor_total() -> None:
    table = Table(rounds=1).influence(50, 50, 50, 50, 99)
    table.do(leave(5))
    assert only(InfluenceAwarded, table.vote(None, 1))[1] == InfluenceAwarded(2, 5, 3, 58)
    assert outcome(table).ruling_faction is None  # merchants 100, clergy 58, guard 100


@pytest.mark.parametrize("phase", PHASES)
def test_E3_one_left_is_the_end_on_points(phase: Phase) -> None:
    table = Table(4).reach(phase).influence(50, 1, 50, 50)
    assert kinds(table.do(leave(1), leave(4))) == ["seat_left"]
    assert kinds(table.do(leave(3))) == ["seat_left", "game_ended"]
    assert (outcome(table).ending, outcome(table).winners) == ("deserted", (2,))
    assert outcome(table).ruling_faction == "clergy"
    assert totals(table) == [0, 16, 0, 0]


def test_E3_is_looked_at_before_the_phase_closes() -> None:
    table = Table(3).reach("policy_vote").stats(1, 1, 1)
    table.do(VotePolicy(1, 1), VotePolicy(2, 1))
    table.craft(2, status="exiled")
    assert kinds(table.do(leave(3))) == ["seat_left", "game_ended"]
    assert outcome(table).winners == (1,)


# Clergy alone can save the faith; who votes for policy 1 is exiled; seat by seat merchants, clergy, guard.
DESERTION: dict[str, tuple[tuple[int | None, ...], int, Ending, tuple[int, ...]]] = {
    "one left": ((1, 1, 2), 3, "deserted", (3,)),
    "everyone exiled": ((1, 1, 1), 3, "deserted", ()),
    "one left in a fallen kingdom": ((1, None, 1), 3, "fall", ()),
    "everyone exiled in a fallen kingdom": ((1, 1, 1), 0, "fall", ()),
}


@pytest.mark.parametrize("rounds", [1, 8])
@pytest.mark.parametrize(("votes", "power", "ending", "winners"), DESERTION.values(), ids=DESERTION)
def test_E3_after_an_exile(
    rounds: int, votes: tuple[int | None, ...], power: int, ending: Ending, winners: tuple[int, ...]
) -> None:
    table = Table(3, faction_power=power, rounds=rounds).stats(9, 9, 3)
    events = table.vote(*votes)
    assert kinds(events)[-1] == "game_ended"
    assert "policy_applied" in kinds(events)
    assert (outcome(table).ending, outcome(table).winners) == (ending, winners)


def test_E3_two_play_on() -> None:
    table = Table(3).stats(9, 9, 9)
    table.do(leave(1))
    table.vote(None, 1, 1)
    assert (table.state.round, table.state.phase) == (2, "statements")


def test_E4_a_statement_not_yet_revealed_is_dropped() -> None:
    table = Table(3)
    table.do(SubmitStatement(1, "a"), SubmitStatement(2, "b"))
    assert table.do(leave(1)) == (SeatLeft(1, "left"),)
    assert StatementsRevealed(Pairs(((2, "b"),))) in table.do(StaySilent(3))


CLOSING: dict[Phase, tuple[tuple[Move, ...], str]] = {
    "statements": ((StaySilent(1), SubmitStatement(2, "a")), "statements_revealed"),
    "statement_vote": ((VoteStatement(1, 2), Abstain(2)), "statement_awarded"),
    "actions": ((Pass(1), Protect(2)), "action_paid"),
    "policy_vote": ((VotePolicy(1, 1), VotePolicy(2, 1)), "votes_counted"),
}


@pytest.mark.parametrize("phase", CLOSING)
def test_E4_leaving_may_complete_and_close_the_phase(phase: Phase) -> None:
    moves, closing = CLOSING[phase]
    table = Table(3).reach(phase)
    table.do(*moves)
    assert kinds(table.do(leave(3)))[:2] == ["seat_left", closing]


@pytest.mark.parametrize("phase", [*CLOSING, "dilemma"])
def test_E4_leaving_closes_nothing_that_others_are_waited_for(phase: Phase) -> None:
    table = Table(4).reach(phase)
    table.do(*CLOSING.get(phase, ((), ""))[0])
    assert table.do(leave(1)) == (SeatLeft(1, "left"),)
    assert table.state.phase == phase


def test_E4_votes_for_the_statement_of_who_left_are_void() -> None:
    table = Table(4)
    table.speak(1, 2, 3, 4)
    table.do(VoteStatement(1, 2), VoteStatement(3, 2), leave(2))
    assert table.refusal(VoteStatement(4, 2)) == "inactive_target"
    assert table.do(VoteStatement(4, 3))[2:] == (StatementAwarded(3, Pairs(((3, 1),))), PhaseOpened(1, "actions"))


def test_E4_whose_vote_became_void_may_vote_anew() -> None:
    table = Table(4)
    table.speak(1, 2, 3, 4)
    table.do(VoteStatement(1, 2), leave(2))
    assert table.do(VoteStatement(1, 3)) == (StatementVoteRecorded(1, 3),)
    assert StatementAwarded(3, Pairs(((3, 1),))) in table.do(DEADLINE)


def test_E4_the_vote_of_who_left_is_dropped() -> None:
    table = Table(4)
    table.speak(1, 2)
    table.do(VoteStatement(3, 1), VoteStatement(4, 2), leave(3))
    assert StatementAwarded(2, Pairs(((2, 1),))) in table.do(DEADLINE)


def test_E4_nobody_to_vote_for_after_the_only_speaker_left() -> None:
    table = Table(4)
    table.speak(1)
    table.do(VoteStatement(2, 1))
    expected = (SeatLeft(1, "left"), StatementAwarded(None, Pairs()), PhaseOpened(1, "actions"))
    assert table.do(leave(1)) == expected


def test_E4_a_choice_not_yet_paid_is_dropped() -> None:
    table = Table().reach("actions")
    table.do(Sow(1, "guard"), Unmask(2, 3), leave(1))
    assert only(ActionPaid, table.do(DEADLINE)) == [ActionPaid(2, 20, 30)]
    assert only(VotesRevealed, table.vote(None, 1)) == []
    assert table.state.councillor(1).influence == 50


@pytest.mark.parametrize("phase", ["actions", "dilemma", "policy_vote"])
@pytest.mark.parametrize("protected", [False, True])
def test_E4_a_choice_aimed_at_who_left_is_paid_for_nothing(phase: Phase, protected: bool) -> None:  # noqa: FBT001
    table = Table().reach("actions")
    table.do(Unmask(1, 2), *([Protect(2)] if protected else []))
    table.reach(phase).do(leave(2))
    assert "unmasked" not in kinds(table.vote(1))
    assert ActionPaid(1, 20, 30) in table.events


def test_E4_such_a_choice_may_still_be_changed() -> None:
    table = Table().reach("actions")
    table.do(Unmask(1, 2), leave(2))
    assert table.refusal(Unmask(1, 2)) == "inactive_target"
    assert table.do(Protect(1)) == (ActionRecorded(1, "protect", None, None, 5),)


@pytest.mark.parametrize("phase", ["actions", "dilemma", "policy_vote"])
def test_E4_discord_finds_only_who_is_still_there(phase: Phase) -> None:
    table = Table(7).reach("actions")
    table.do(Sow(3, "merchants"), Sow(6, "clergy"))
    table.reach(phase).do(leave(1), leave(2), leave(5))
    assert only(VotesRevealed, table.vote(None, None, 1, 2)) == [VotesRevealed("merchants", Pairs(((4, 2), (7, None))))]
    assert ActionPaid(6, 25, 25) in table.events


@pytest.mark.parametrize("phase", ["dilemma", "policy_vote"])
def test_E4_what_who_left_had_paid_has_no_effect(phase: Phase) -> None:
    table = Table().reach("actions")
    table.do(Sow(1, "guard"), Sow(2, "clergy"), Unmask(3, 1), Sow(4, "guard"), Unmask(5, 4))
    table.reach(phase).do(leave(1), leave(5))
    events = table.vote()
    assert kinds(events)[:4] == ["votes_counted", "votes_revealed", "votes_revealed", "influence_awarded"]
    assert [event.faction for event in only(VotesRevealed, events)] == ["clergy", "guard"]
    assert table.state.councillor(1).influence == 25


def test_E4_the_vote_on_the_dilemma_does_not_count() -> None:
    table = Table(policies=(*POLICIES[:2], policy("stability", 1, "economy", 9))).stats(9, 9, 9).reach("policy_vote")
    table.do(
        VotePolicy(1, 3), VotePolicy(2, 3), VotePolicy(3, 1), VotePolicy(4, 1), VotePolicy(5, 3), leave(1), leave(2)
    )
    events = table.do(VotePolicy(6, 1))
    assert VotesCounted((3, 0, 1), 1, drawn=False) in events
    rewards = [(e.seat, e.majority, e.consensus) for e in only(InfluenceAwarded, events)]
    assert rewards == [(3, 5, 3), (4, 5, 3), (5, 0, 3), (6, 5, 3)]


def test_E4_who_left_is_not_disgraced() -> None:
    table = Table().stats(9, 9, 3).reach("policy_vote")
    table.do(VotePolicy(1, 1), VotePolicy(2, 1), leave(1))
    events = table.do(DEADLINE)
    assert only(Disgraced, events) == [Disgraced((2,))]
    assert table.state.councillor(1).status == "left"


def test_E5_a_seat_is_a_seat_whoever_sits_in_it() -> None:
    """No command can say who sits where."""
    named = {field.name for command in get_args(Command) for field in fields(command)}
    acts = {"seat", "author", "target", "faction", "policy", "reason"}
    assert named == acts | {"title", "text", "policies", "source"}
