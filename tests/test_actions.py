"""A1 to A4: what may be chosen in secret, and what it costs."""

import pytest

from engine.commands import Choice, Leave, Pass, Protect, Sow, Unmask
from engine.events import ActionPaid, ActionRecorded, Unmasked, UnmaskingFailed, VotesRevealed
from engine.rules import Costs
from engine.terms import FACTIONS, Action, Faction, Pairs
from tests.table import DEADLINE, Table, kinds, only, told_to

COSTS: dict[str, tuple[Choice, int]] = {
    "protect": (Protect(1), 5),
    "unmask": (Unmask(1, 2), 20),
    "sow": (Sow(1, "clergy"), 25),
    "pass": (Pass(1), 0),
}


@pytest.mark.parametrize(("choice", "cost"), COSTS.values(), ids=COSTS)
def test_A1_the_cost_is_taken_when_the_phase_closes(choice: Choice, cost: int) -> None:
    table = Table().reach("actions").influence(cost)
    assert kinds(table.do(choice)) == ["action_recorded", "seat_acted"]
    assert table.state.councillor(1).influence == cost
    assert only(ActionPaid, table.do(DEADLINE)) == ([ActionPaid(1, cost, 0)] if cost else [])
    assert table.state.councillor(1).influence == 0


@pytest.mark.parametrize(("choice", "cost"), [row for row in COSTS.values() if row[1]], ids=list(COSTS)[:3])
def test_A1_too_poor(choice: Choice, cost: int) -> None:
    assert Table().reach("actions").influence(cost - 1).refusal(choice) == "too_poor"


def test_A1_costs_are_rules() -> None:
    table = Table(costs=Costs(protect=51, unmask=0, sow=50)).reach("actions").craft(2, influence=0)
    assert table.refusal(Protect(1)) == "too_poor"
    table.do(Sow(1, "clergy"), Unmask(2, 1))
    assert only(ActionPaid, table.do(DEADLINE)) == [ActionPaid(1, 50, 0), ActionPaid(2, 0, 0)]


def test_A1_the_last_choice_alone_counts_and_is_paid() -> None:
    table = Table().reach("actions").influence(25)
    table.do(Unmask(1, 2), Sow(1, "guard"))
    assert table.do(Protect(1)) == (ActionRecorded(1, "protect", None, None, 5),)
    assert only(ActionPaid, table.do(DEADLINE)) == [ActionPaid(1, 5, 20)]
    events = table.vote(1, 1)
    assert only(Unmasked, events) == []
    assert only(VotesRevealed, events) == []


def test_A1_a_choice_may_be_taken_back_by_a_pass() -> None:
    table = Table().reach("actions")
    table.do(Sow(1, "guard"), Pass(1))
    assert only(ActionPaid, table.do(DEADLINE)) == []
    assert only(VotesRevealed, table.vote(1, 1, 1)) == []


def test_A1_a_refused_change_leaves_the_first_choice() -> None:
    table = Table().reach("actions").influence(20)
    table.do(Unmask(1, 2))
    assert table.refusal(Sow(1, "guard")) == "too_poor"
    assert only(ActionPaid, table.do(DEADLINE)) == [ActionPaid(1, 20, 0)]


def test_A1_costs_are_taken_in_seat_order() -> None:
    table = Table(3).reach("actions")
    events = table.do(Sow(3, "guard"), Pass(2), Protect(1))
    assert events[2:4] == (ActionPaid(1, 5, 45), ActionPaid(3, 25, 25))


def test_A1_who_does_not_choose_pays_nothing() -> None:
    table = Table().reach("actions")
    assert kinds(table.do(DEADLINE)) == ["phase_opened"]


def test_A1_the_choice_lasts_a_round() -> None:
    table = Table().reach("actions")
    table.do(Unmask(1, 2), Sow(2, "guard"))
    table.vote(1, 1)
    table.reach("actions")
    assert only(ActionPaid, table.do(DEADLINE)) == []
    assert only(Unmasked, table.vote(1, 1)) == []


def test_A1_nothing_is_given_back_for_a_failure() -> None:
    table = Table().reach("actions")
    table.do(Unmask(1, 2), Protect(2))
    table.vote(1)
    assert table.state.councillor(1).influence == 50 - 20 + 5


@pytest.mark.parametrize("status", ["exiled", "left"])
def test_A2_the_target_is_active(status: str) -> None:
    table = Table().reach("actions").craft(2, status=status)
    assert table.refusal(Unmask(1, 2)) == "inactive_target"


def test_A2_the_target_is_another() -> None:
    table = Table().reach("actions")
    assert table.refusal(Unmask(1, 1)) == "own_target"
    assert table.refusal(Unmask(1, 0)) == "unknown_seat"
    assert table.refusal(Unmask(1, 7)) == "unknown_seat"
    assert table.refusal(Unmask(1, -1)) == "unknown_seat"


@pytest.mark.parametrize("faction", FACTIONS)
def test_A2_discord_is_sown_in_any_faction_also_ones_own(faction: Faction) -> None:
    assert Table().reach("actions").do(Sow(1, faction))[0] == ActionRecorded(1, "sow", None, faction, 25)


def test_A2_but_not_in_an_empty_one() -> None:
    table = Table().reach("actions").craft(2, status="exiled")
    assert table.do(Sow(1, "clergy"))
    table.do(Leave(5, "left"))
    assert table.refusal(Sow(1, "clergy")) == "empty_faction"


def test_A3_each_attacker_gets_a_result_of_their_own() -> None:
    table = Table().reach("actions").influence(60, 20, 44).craft(3, declared=7)
    table.do(Unmask(1, 3), Unmask(2, 3), Unmask(3, 1))
    assert only(Unmasked, table.vote(2, 2, 1)) == [
        Unmasked(1, 3, protected=False, influence=24, declared=7, vote=1),
        Unmasked(2, 3, protected=False, influence=24, declared=7, vote=1),
        Unmasked(3, 1, protected=False, influence=40, declared=0, vote=2),
    ]


def test_A3_each_fails_on_the_protected() -> None:
    table = Table().reach("actions")
    table.do(Unmask(1, 3), Unmask(2, 3), Protect(3))
    events = table.vote(1, 1, 1)
    assert only(Unmasked, events) == []
    assert only(UnmaskingFailed, events) == [
        UnmaskingFailed(1, 3, protected=True),
        UnmaskingFailed(2, 3, protected=True),
    ]


@pytest.mark.parametrize("action", ["protect", "pass"])
def test_A3_the_target_and_the_others_learn_nothing(action: Action) -> None:
    table = Table().reach("actions")
    table.do(Unmask(1, 2), Protect(2) if action == "protect" else Pass(2), Unmask(3, 4))
    events = table.vote(1, 1, 1)
    for seat in (2, 4, 5):
        assert "unmasked" not in kinds(told_to(seat, events))
    assert kinds(told_to(1, events)).count("unmasked") == 1


def test_A3_nobody_hears_of_a_choice_but_its_owner() -> None:
    table = Table().reach("actions")
    events = table.do(Unmask(1, 2))
    assert kinds(told_to(1, events)) == ["action_recorded", "seat_acted"]
    assert kinds(told_to(2, events)) == ["seat_acted"]


def test_A4_protection_hides_no_votes_from_discord() -> None:
    table = Table().reach("actions")
    table.do(Protect(3), Sow(1, "guard"))
    assert VotesRevealed("guard", Pairs(((3, 2), (6, 1)))) in table.vote(1, 1, 2, 1, 1, 1)


def test_A4_one_cannot_hide_from_the_discord_one_sowed() -> None:
    table = Table().reach("actions")
    table.do(Sow(3, "guard"))
    assert VotesRevealed("guard", Pairs(((3, 2), (6, None)))) in table.vote(1, 1, 2)
