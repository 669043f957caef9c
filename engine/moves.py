"""A councillor's moves: the phase each belongs to, its own guards in the order of the refusals, and its fact."""

from collections.abc import Callable
from typing import Any, Final

from engine.commands import (
    Abstain,
    Choice,
    Command,
    Pass,
    Protect,
    Refused,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.events import ActionRecorded, Event, PolicyVoteRecorded, StatementRecorded, StatementVoteRecorded
from engine.state import State
from engine.terms import Faction, Phase
from engine.words import sound_statement, trim


def _submit_statement(state: State, move: SubmitStatement) -> Event:
    if not sound_statement(move.text, state.rules):
        raise Refused("bad_text")
    return StatementRecorded(move.seat, trim(move.text))


def _vote_statement(state: State, move: VoteStatement) -> Event:
    if move.author == move.seat:
        raise Refused("own_statement")
    if not state.has_seat(move.author):
        raise Refused("unknown_seat")
    author = state.councillor(move.author)
    if author.status != "active":
        raise Refused("inactive_target")
    if author.statement is None:
        raise Refused("silent_author")
    return StatementVoteRecorded(move.seat, move.author)


def _protect(state: State, move: Protect) -> Event:
    return _choice(state, move, state.rules.costs.protect)


def _unmask(state: State, move: Unmask) -> Event:
    if move.target == move.seat:
        raise Refused("own_target")
    if not state.has_seat(move.target):
        raise Refused("unknown_seat")
    if state.councillor(move.target).status != "active":
        raise Refused("inactive_target")
    return _choice(state, move, state.rules.costs.unmask, target=move.target)


def _sow(state: State, move: Sow) -> Event:
    if not state.members(move.faction):
        raise Refused("empty_faction")
    return _choice(state, move, state.rules.costs.sow, faction=move.faction)


def _pass(state: State, move: Pass) -> Event:
    return _choice(state, move, 0)


def _choice(
    state: State, move: Choice, cost: int, target: int | None = None, faction: Faction | None = None
) -> ActionRecorded:
    if cost > state.councillor(move.seat).influence:
        raise Refused("too_poor")
    return ActionRecorded(move.seat, move.action, target, faction, cost)


def _vote_policy(state: State, move: VotePolicy) -> Event:
    if move.seat in state.acted:  # D3
        raise Refused("already_voted")
    if not 1 <= move.policy <= len(state.drawn):
        raise Refused("unknown_policy")
    return PolicyVoteRecorded(move.seat, move.policy)


MOVES: Final[dict[type[Command], tuple[Phase, Callable[[State, Any], Event]]]] = {
    SubmitStatement: ("statements", _submit_statement),
    StaySilent: ("statements", lambda _, move: StatementRecorded(move.seat, None)),
    VoteStatement: ("statement_vote", _vote_statement),
    Abstain: ("statement_vote", lambda _, move: StatementVoteRecorded(move.seat, None)),
    Protect: ("actions", _protect),
    Unmask: ("actions", _unmask),
    Sow: ("actions", _sow),
    Pass: ("actions", _pass),
    VotePolicy: ("policy_vote", _vote_policy),
}
