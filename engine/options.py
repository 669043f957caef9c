"""The legal moves of a seat, as commands. Needs only what the seat itself knows, so it works on a view too."""

from typing import Final

from engine.commands import (
    Abstain,
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
from engine.state import State, may_support
from engine.terms import FACTIONS

ANY_TEXT: Final = "…"
"""Stands for whatever a councillor may want to say."""


def options(state: State, seat: int) -> tuple[Move, ...]:
    """Everything this seat may do now. Leaving is not a move: it is open to every active seat until the end."""
    if not state.has_seat(seat) or state.councillor(seat).status != "active":
        return ()
    match state.phase:
        case "statements":
            return (SubmitStatement(seat, ANY_TEXT), StaySilent(seat))
        case "statement_vote":
            return _statement_votes(state, seat)
        case "actions":
            return _actions(state, seat)
        case "policy_vote" if seat not in state.acted and state.dilemma is not None:
            return tuple(VotePolicy(seat, policy) for policy in range(1, len(state.dilemma.policies) + 1))
        case _:
            return ()


def _statement_votes(state: State, seat: int) -> tuple[Move, ...]:
    voter = state.councillor(seat)
    votes = [VoteStatement(seat, author.seat) for author in state.councillors if may_support(voter, author)]
    return (*votes, Abstain(seat))


def _actions(state: State, seat: int) -> tuple[Move, ...]:
    costs, influence = state.rules.costs, state.councillor(seat).influence
    moves: list[Move] = [Pass(seat)]
    if influence >= costs.protect:
        moves.append(Protect(seat))
    if influence >= costs.unmask:
        moves.extend(Unmask(seat, other.seat) for other in state.active if other.seat != seat)
    if influence >= costs.sow:
        moves.extend(Sow(seat, faction) for faction in FACTIONS if state.members(faction))
    return tuple(moves)
