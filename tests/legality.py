"""What may be done and known in a state, checked from outside: `options` against `decide` over everything that could
be tried, and the views against the truth."""

from collections.abc import Iterable, Iterator
from copy import deepcopy

from engine.commands import (
    Abandon,
    Abstain,
    ClosePhase,
    Command,
    Leave,
    Move,
    Narrate,
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
from engine.decide import decide
from engine.events import Event, PhaseOpened, StatementsRevealed, Unmasked, VotesRevealed
from engine.options import ANY_TEXT, options
from engine.state import Councillor, State
from engine.terms import FACTIONS
from engine.view import view
from tests.players import words_for


def every_move(state: State, seat: int) -> Iterator[Move]:
    """The whole universe of a seat's moves, a step beyond every border."""
    yield from (SubmitStatement(seat, ANY_TEXT), StaySilent(seat), Abstain(seat), Pass(seat), Protect(seat))
    for other in range(len(state.councillors) + 2):
        yield VoteStatement(seat, other)
        yield Unmask(seat, other)
    yield from (Sow(seat, faction) for faction in FACTIONS)
    yield from (VotePolicy(seat, policy) for policy in range(5))


def accepted(state: State, command: Command) -> bool:
    try:
        decide(state, command)
    except Refused:
        return False
    return True


def check_seat(state: State, seat: int) -> None:
    """Every option is accepted, and whatever is no option is refused; neither touches the state."""
    before = deepcopy(state)
    listed = options(state, seat)
    assert len(set(listed)) == len(listed)
    assert {move for move in every_move(state, seat) if accepted(state, move)} == set(listed)
    playing = state.phase != "ended" and 1 <= seat <= len(state.councillors)
    active = playing and state.councillor(seat).status == "active"
    assert accepted(state, Leave(seat, "left")) == active
    assert state == before


def check_table(state: State) -> None:
    """What the moderator and the narrator may do."""
    assert accepted(state, Abandon()) == (state.phase != "ended")
    assert accepted(state, ClosePhase("deadline")) == (state.phase not in ("dilemma", "ended"))
    assert accepted(state, words_for(state)) == (state.phase == "dilemma")
    assert accepted(state, Narrate("Było i minęło.", "deck")) == (state.untold is not None)


def check_views(events: Iterable[Event], state: State, seat: int) -> None:
    """A seat's view is the truth about itself, and about others what everybody knows or what it was told."""
    told = tuple(events)
    own, public = view(told, seat), view(told, None)
    assert options(own, seat) == options(state, seat)
    assert own.councillor(seat) == state.councillor(seat)
    check_public(told, state, public)
    assert _without_seats(own) == _without_seats(public)
    influence = {event.target: event.influence for event in _unmasked(told, seat)}
    votes = {event.target: event.vote for event in _unmasked(_this_round(told), seat)}
    for c in public.councillors:
        if c.seat != seat:
            known = c._replace(influence=influence.get(c.seat, c.influence), vote=votes.get(c.seat, c.vote))
            assert own.councillor(c.seat) == known


def check_public(told: tuple[Event, ...], state: State, public: State) -> None:
    """The public knows what is announced, and holds no secret."""
    assert (public.seed, public.drawn) == ("", ())
    assert _without_seats(public) == _without_seats(state)
    revealed = [event.votes for event in _this_round(told) if isinstance(event, VotesRevealed)]
    votes = dict(pair for pairs in revealed for pair in pairs)
    start = state.rules.starting_influence
    revealed_statements = any(isinstance(event, StatementsRevealed) for event in _this_round(told))
    for seen, true in zip(public.councillors, state.councillors, strict=True):
        said, vote = true.statement if revealed_statements else None, votes.get(true.seat)
        known = Councillor(true.seat, true.name, true.faction, start, true.declared, true.status, said, vote=vote)
        assert seen == known


def _without_seats(state: State) -> State:
    return state._replace(seed="", drawn=(), councillors=())


def _this_round(told: tuple[Event, ...]) -> tuple[Event, ...]:
    opened = [n for n, event in enumerate(told) if isinstance(event, PhaseOpened) and event.phase == "statements"]
    return told[opened[-1] :]


def _unmasked(told: tuple[Event, ...], attacker: int) -> list[Unmasked]:
    return [event for event in told if isinstance(event, Unmasked) and event.seat == attacker]
