"""K1 to K4: the final table, who wins, and that nothing stays secret. Seats 1 and 4 are merchants, 2 and 5 clergy,
3 and 6 guard."""

from typing import Any

import pytest

from engine.commands import Abandon, Leave, Narrate, Protect, StaySilent, SubmitStatement, Unmask, VoteStatement
from engine.events import GameEnded, Narrated
from engine.evolve import fold
from engine.state import blank
from engine.terms import Ending, Faction, Pairs, Phase, Score
from tests.table import DEADLINE, Table, kinds, outcome, told_to, totals, words

Amounts = tuple[int, ...]

# Influence by seat, what else is crafted by seat, the Ruling Faction, the totals. Nobody votes in the last round.
RULING: dict[str, tuple[Amounts, dict[int, dict[str, Any]], Faction | None, list[int]]] = {
    "highest sum": ((10, 20, 30, 10, 20, 31), {}, "guard", [10, 20, 45, 10, 20, 46]),
    "sums, not single scores": ((60, 35, 0, 0, 35, 0), {}, "clergy", [60, 50, 0, 0, 50, 0]),
    "a tie": ((30, 30, 1, 30, 30, 1), {}, None, [30, 30, 1, 30, 30, 1]),
    "a tie of different shares": ((60, 25, 1, 0, 35, 1), {}, None, [60, 25, 1, 0, 35, 1]),
    "nobody has anything": ((0,) * 6, {}, None, [0] * 6),
    "declared decides": ((9,) * 6, {4: {"declared": 1}}, "merchants", [24, 9, 9, 25, 9, 9]),
    "declared ties": ((9, 9, 9, 9, 9, 8), {3: {"declared": 1}}, None, [9, 9, 10, 9, 9, 8]),
    "four seats, a faction of two": ((10, 15, 15, 10), {}, "merchants", [25, 15, 15, 25]),
    "without the exiled": ((9, 12, 9, 9, 99, 9), {5: {"status": "exiled"}}, None, [9, 12, 9, 9, 0, 9]),
    "without who left": ((9, 19, 9, 9, 99, 9), {5: {"status": "left", "declared": 7}}, "clergy", [9, 34, 9, 9, 0, 9]),
    "an empty faction has no sum": (
        (0,) * 6,
        {seat: {"status": "exiled"} for seat in (1, 3, 4, 6)},
        "clergy",
        [0, 15, 0, 0, 15, 0],
    ),
}


@pytest.mark.parametrize(("influence", "crafted", "ruling", "expected"), RULING.values(), ids=RULING)
def test_K1_the_ruling_faction(
    influence: Amounts, crafted: dict[int, dict[str, Any]], ruling: Faction | None, expected: list[int]
) -> None:
    table = Table(len(influence), rounds=1).influence(*influence)
    for seat, changes in crafted.items():
        table.craft(seat, **changes)
    table.vote()
    assert outcome(table).ruling_faction == ruling
    assert totals(table) == expected
    bonuses = [score.bonus for _, score in outcome(table).scores]
    active = [c.status == "active" and c.faction == ruling for c in table.state.councillors]
    assert bonuses == [15 if rules else 0 for rules in active]


def test_K1_after_the_last_round() -> None:
    table = Table(rounds=2)
    assert kinds(table.vote())[-2:] == ["phase_opened", "dilemma_drawn"]
    table.stats(9, 9, 9)
    assert kinds(table.vote())[-2:] == ["policy_applied", "game_ended"]
    assert (outcome(table).ending, table.state.round, table.state.phase) == ("points", 2, "ended")


def test_K1_eight_rounds_without_more_ado() -> None:
    table = Table()
    for round_ in range(1, 9):
        assert table.state.round == round_
        table.stats(9, 9, 9).vote()
    assert outcome(table).ending == "points"


def test_K1_the_bonus_is_a_rule() -> None:
    table = Table(3, rounds=1, ruling_bonus=40).influence(10, 11, 12)
    table.vote()
    assert totals(table) == [10, 11, 52]


WINNERS: dict[str, tuple[Amounts, Amounts]] = {
    "one": ((10, 20, 30, 10, 20, 31), (6,)),
    "the bonus decides": ((40, 30, 10, 0, 20, 20), (2,)),
    "the bonus does not decide": ((50, 30, 10, 0, 30, 10), (1,)),
    "the bonus makes a tie": ((45, 30, 10, 0, 20, 20), (1, 2)),
    "all share": ((7,) * 6, (1, 2, 3, 4, 5, 6)),
    "all share nothing": ((0,) * 6, (1, 2, 3, 4, 5, 6)),
}


@pytest.mark.parametrize(("influence", "winners"), WINNERS.values(), ids=WINNERS)
def test_K2_the_highest_score_wins(influence: Amounts, winners: Amounts) -> None:
    table = Table(rounds=1).influence(*influence)
    table.vote()
    assert outcome(table).winners == winners


def test_K2_declared_influence_counts_for_the_winner() -> None:
    table = (
        Table(rounds=1).influence(10, 10, 10, 10, 10, 10).craft(1, declared=3).craft(2, declared=3).craft(5, declared=1)
    )
    table.vote()
    assert totals(table) == [13, 28, 10, 10, 26, 10]
    assert outcome(table).winners == (2,)


def test_K2_who_is_out_does_not_win_even_with_the_highest() -> None:
    table = Table(rounds=1).influence(0, 0, 0, 0, 0, 90).craft(6, status="exiled", declared=90)
    table.vote()
    assert outcome(table).winners == (1, 2, 3, 4, 5)
    assert dict(outcome(table).scores)[6] == Score(90, 90, 0, 0, "exiled")


def test_K2_the_dominator_wins_whatever_the_scores() -> None:
    table = Table().influence(95, 94, 0, 0, 94, 0).craft(2, declared=90)
    table.vote(1)
    expected = [100, 94 + 90 + 15, 0, 0, 94 + 15, 0]
    assert outcome(table) == GameEnded("dominance", (1,), "clergy", outcome(table).scores)
    assert totals(table) == expected


def end(table: Table, ending: Ending) -> None:
    match ending:
        case "dominance":
            table.influence(99).vote(1)
        case "points":
            table.stats(9, 9, 9).vote(1)
        case "fall":
            table.stats(1, 1, 1).vote()
        case "deserted":
            table.do(*[Leave(seat, "left") for seat in (2, 3, 4, 5, 6)])
        case "abandoned":
            table.do(Abandon())


ENDINGS: dict[Ending, Amounts] = {"dominance": (1,), "points": (1,), "fall": (), "deserted": (1,), "abandoned": ()}


@pytest.mark.parametrize("ending", ENDINGS)
def test_K2_a_full_table_at_every_ending(ending: Ending) -> None:
    table = Table(rounds=1).influence(60).craft(4, declared=2)
    end(table, ending)
    result = outcome(table)
    assert (result.ending, result.winners, result.ruling_faction) == (ending, ENDINGS[ending], "merchants")
    assert [seat for seat, _ in result.scores] == [1, 2, 3, 4, 5, 6]
    bonuses = [15, 0, 0, 0 if ending == "deserted" else 15, 0, 0]
    assert [score.bonus for _, score in result.scores] == bonuses
    assert [score.declared for _, score in result.scores] == [0, 0, 0, 2, 0, 0]


@pytest.mark.parametrize("phase", ["statements", "statement_vote", "actions", "dilemma", "policy_vote"])
def test_K3_an_abandoned_game_has_no_winner(phase: Phase) -> None:
    table = Table().reach(phase).influence(70)
    assert kinds(table.do(Abandon())) == ["game_ended"]
    assert (outcome(table).ending, outcome(table).winners) == ("abandoned", ())
    assert outcome(table).ruling_faction == "merchants"
    assert totals(table) == [85, 50, 50, 65, 50, 50]


def test_K3_pending_choices_are_not_paid() -> None:
    table = Table().reach("actions")
    table.do(Unmask(1, 2), Abandon())
    assert dict(outcome(table).scores)[1].influence == 50


def test_K4_the_events_tell_the_whole_game() -> None:
    """Nothing in the engine's state comes from anywhere else, and all that was secret stands in some event."""
    table = Table(rounds=1)
    table.do(SubmitStatement(1, "cofnięte"), SubmitStatement(1, "jawne"), StaySilent(2), DEADLINE)
    table.do(VoteStatement(2, 1), DEADLINE, Protect(1), Unmask(2, 1), DEADLINE)
    table.vote(1, 2, 3)
    assert fold(blank("stół"), table.events) == table.state
    secret = [event for event in table.events if event not in told_to(0, table.events)]
    assert set(kinds(secret)) == {
        "statement_recorded",
        "statement_vote_recorded",
        "action_recorded",
        "action_paid",
        "dilemma_drawn",
        "policy_vote_recorded",
        "unmasked",
        "influence_awarded",
    }


@pytest.mark.parametrize("ending", ["dominance", "points", "fall"])
def test_K4_the_last_tale_may_be_told_after_the_end_and_nothing_more(ending: Ending) -> None:
    table = Table(rounds=1)
    end(table, ending)
    for command in (StaySilent(1), DEADLINE, words(3), Leave(1, "left"), Abandon()):
        assert table.refusal(command) == "game_over"
    assert table.do(Narrate("Koniec.", "deck")) == (Narrated(1, "Koniec.", "deck"),)
    assert table.refusal(Narrate("Koniec.", "deck")) == "wrong_phase"


@pytest.mark.parametrize("ending", ["deserted", "abandoned"])
def test_K4_an_end_without_a_resolution_has_no_tale(ending: Ending) -> None:
    table = Table()
    end(table, ending)
    assert table.refusal(Narrate("Koniec.", "deck")) == "wrong_phase"


def test_K4_the_final_table_is_public() -> None:
    table = Table()
    (ended,) = table.do(Abandon())
    assert ended.to == "all"
    assert outcome(table).scores == Pairs((seat, Score(50, 0, 0, 50, "active")) for seat in range(1, 7))
