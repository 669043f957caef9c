"""The legal moves of a seat, in full, for concrete situations. Seats 1 and 4 are merchants, 2 and 5 clergy,
3 and 6 guard."""

import pytest

from engine.commands import (
    Abandon,
    Abstain,
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
from engine.options import ANY_TEXT, options
from engine.view import view
from tests.table import POLICIES, Table

SPEAK = (SubmitStatement(1, ANY_TEXT), StaySilent(1))


def test_statements() -> None:
    table = Table()
    assert options(table.state, 1) == SPEAK
    table.do(SubmitStatement(1, "a"))
    assert options(table.state, 1) == SPEAK


def test_the_vote_on_statements() -> None:
    table = Table()
    table.speak(1, 3, 5)
    table.do(Leave(5, "left"))
    assert options(table.state, 1) == (VoteStatement(1, 3), Abstain(1))
    assert options(table.state, 2) == (VoteStatement(2, 1), VoteStatement(2, 3), Abstain(2))
    table.do(VoteStatement(2, 1))
    assert options(table.state, 2) == (VoteStatement(2, 1), VoteStatement(2, 3), Abstain(2))


def test_with_nobody_to_vote_for_there_is_abstaining() -> None:
    table = Table()
    table.speak(1)
    assert options(table.state, 1) == (Abstain(1),)


ACTIONS: dict[int, tuple[Move, ...]] = {
    0: (Pass(1),),
    4: (Pass(1),),
    5: (Pass(1), Protect(1)),
    19: (Pass(1), Protect(1)),
    20: (Pass(1), Protect(1), Unmask(1, 3), Unmask(1, 4), Unmask(1, 6)),
    24: (Pass(1), Protect(1), Unmask(1, 3), Unmask(1, 4), Unmask(1, 6)),
    25: (Pass(1), Protect(1), Unmask(1, 3), Unmask(1, 4), Unmask(1, 6), Sow(1, "merchants"), Sow(1, "guard")),
}


@pytest.mark.parametrize("influence", ACTIONS)
def test_actions_by_what_one_can_pay(influence: int) -> None:
    """Seat 2 has left and 5 was exiled, which leaves no clergy."""
    table = Table()
    table.do(Leave(2, "left"))
    table.craft(5, status="exiled").craft(1, influence=influence, declared=99).reach("actions")
    assert options(table.state, 1) == ACTIONS[influence]


def test_a_choice_does_not_narrow_the_next_one() -> None:
    table = Table().reach("actions").influence(25)
    before = options(table.state, 1)
    table.do(Sow(1, "guard"))
    assert options(table.state, 1) == before


@pytest.mark.parametrize("policies", [2, 3])
def test_the_vote_on_the_dilemma_is_given_once(policies: int) -> None:
    table = Table(policies=POLICIES[:policies]).reach("policy_vote")
    assert options(table.state, 1) == tuple(VotePolicy(1, number) for number in range(1, policies + 1))
    table.do(VotePolicy(1, 2))
    assert options(table.state, 1) == ()


def test_there_is_nothing_to_do_for_who_is_out_or_unknown() -> None:
    table = Table().craft(1, status="exiled")
    table.do(Leave(2, "left"))
    assert [options(table.state, seat) for seat in (0, 1, 2, 7, -1)] == [()] * 5


def test_while_the_narrator_is_waited_for_and_after_the_end() -> None:
    table = Table().reach("dilemma")
    assert options(table.state, 1) == ()
    table.do(Abandon())
    assert options(table.state, 1) == ()


def test_a_seat_finds_its_moves_from_its_own_view() -> None:
    table = Table()
    for phase in ("statements", "statement_vote", "actions", "dilemma", "policy_vote"):
        table.reach(phase)
        for seat in range(1, 7):
            assert options(view(table.events, seat), seat) == options(table.state, seat)
