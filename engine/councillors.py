"""Automated councillors: a pure function from what a seat knows to one of its legal moves.

They weigh what anybody at the table could: the stats, the factions, what was announced. A whim keeps them from voting
as one. Their draws come from a seed of their own, never from the game's."""

from collections.abc import Callable
from math import gcd
from typing import Final, NamedTuple

from engine.chance import draw
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
from engine.speeches import SPEECHES
from engine.state import Councillor, State, may_support
from engine.temperaments import Mood, Taste, Temperament
from engine.terms import FACTIONS, POWER_RAISES, Faction, HintedPolicy, Pairs, Phase, Stat
from engine.words import sound_statement

DANGER: Final = 120
"""What a stat of 1 weighs; twice the stat, half the danger."""
RUIN: Final = 1000
"""What a fallen stat weighs: more than all else together, for whoever voted for it is exiled (R6)."""
PRIDE: Final = 30
"""What a point of its own stat is worth to a faction, in points of danger."""
WHIM: Final = 36
"""By how much two councillors of one mind may differ."""
NEAR: Final = 3
"""Dominance is near when it takes no more rounds than this."""
LOST: Final = 12
"""Who trails the strongest rival by more than this thinks the game lost."""


class Future(NamedTuple):
    """What a policy would do, and how dangerous the kingdom's life would then be."""

    effects: Pairs[Stat, int]
    danger: int


def choose(view: State, seat: int, temperament: Temperament, seed: str) -> Move:
    """The move of a seat that has one to make."""
    return _DECISIONS[view.phase](view, seat, temperament, seed)


def _draw(view: State, seat: int, seed: str, n: int) -> int:
    return draw(seed, f"{view.phase}/{view.round}/{seat}", n)


# -- statements -------------------------------------------------------------------------------------------------------


def _speak(view: State, seat: int, temperament: Temperament, seed: str) -> Move:
    """Every seat and round has its own place in the stock, so nothing is said twice, and in the end nothing at all."""
    stock = SPEECHES[temperament.name]
    place = (view.round - 1) * len(view.councillors) + seat - 1
    if place >= len(stock):
        return StaySilent(seat)
    text = stock[shuffled(place, len(stock), f"{seed}\n{temperament.name}")]
    return SubmitStatement(seat, text) if sound_statement(text, view.rules) else StaySilent(seat)


def shuffled(place: int, size: int, seed: str) -> int:
    """Where a place comes to lie when all are walked through from a drawn one in drawn, equal strides."""
    stride = 1 + draw(seed, "stride", size)
    while gcd(stride, size) > 1:
        stride += 1
    return (draw(seed, "first", size) + place * stride) % size


def _applaud(view: State, seat: int, temperament: Temperament, seed: str) -> Move:
    me = view.councillor(seat)
    authors = [author for author in view.councillors if may_support(me, author)]
    if not authors:
        return Abstain(seat)
    tickets = [author.seat for author in authors for _ in range(_TASTES[temperament.taste](me, author))]
    return VoteStatement(seat, tickets[_draw(view, seat, seed, len(tickets))])


_TASTES: Final[dict[Taste, Callable[[Councillor, Councillor], int]]] = {
    "anyone": lambda me, author: 1,
    "friends": lambda me, author: 4 if author.faction == me.faction else 1,
    "leaders": lambda me, author: 2 + min(author.declared, 8),
    "trailing": lambda me, author: 10 - min(author.declared, 8),
}


# -- actions ----------------------------------------------------------------------------------------------------------


def _act(view: State, seat: int, temperament: Temperament, seed: str) -> Move:
    """One roll decides between the actions there is cause and money for."""
    me, mood, costs = view.councillor(seat), mood_of(view, seat, temperament), view.rules.costs
    wishes = (
        (mood.protect * exposed(view, me), costs.protect, Protect(seat)),
        (mood.unmask, costs.unmask, Unmask(seat, suspect(view, seat).seat)),
        (mood.sow, costs.sow, Sow(seat, rivals(view, seat)[0].faction)),
    )
    roll = _draw(view, seat, seed, 100)
    for chance, cost, move in wishes:
        if roll < chance:
            return move if cost <= me.influence else Pass(seat)
        roll -= chance
    return Pass(seat)


def exposed(view: State, me: Councillor) -> bool:
    """Whether the others have cause to unmask: Dominance is near, unless the cost would put it off by a round; or a
    place among the leaders that everybody sees."""
    missing = view.rules.dominance - me.influence
    most = view.rules.majority_reward + view.rules.consensus_reward
    if missing <= NEAR * most:
        return _rounds(missing, most) == _rounds(missing + view.rules.costs.protect, most)
    return 2 * me.declared > max(c.declared for c in view.active)


def _rounds(missing: int, most: int) -> int:
    return -(-missing // most)


def rivals(view: State, seat: int) -> list[Councillor]:
    """The others, from the strongest down as far as one knows; equals as they sit round the table."""
    others = [c for c in view.active if c.seat != seat]
    return sorted(others, key=lambda c: (-believed(view, c), c.seat < seat, c.seat))


def suspect(view: State, seat: int) -> Councillor:
    """Whom to unmask: the strongest of those of whose Influence nothing was heard, if there are any."""
    others = rivals(view, seat)
    return next((c for c in others if not heard_of(view, c)), others[0])


def heard_of(view: State, c: Councillor) -> bool:
    return c.influence != view.rules.starting_influence


def believed(view: State, c: Councillor) -> int:
    """What a rival is thought to have: what was heard, or else what most will have won by now."""
    usual = 0 if heard_of(view, c) else (view.rules.majority_reward + view.rules.consensus_reward) // 2
    return c.influence + c.declared + usual * (view.round - 1)


def mood_of(view: State, seat: int, temperament: Temperament) -> Mood:
    me = view.councillor(seat)
    lost = believed(view, rivals(view, seat)[0]) - me.influence - me.declared > LOST
    return temperament.losing if lost else temperament.calm


# -- the dilemma ------------------------------------------------------------------------------------------------------


def _vote(view: State, seat: int, temperament: Temperament, seed: str) -> Move:
    mood, futures = mood_of(view, seat, temperament), foreseen(view)
    own = favourite(futures, view.councillor(seat).faction)
    minds, whims = divmod(_draw(view, seat, seed, WHIM ** len(futures) << 2 * len(view.active)), WHIM ** len(futures))
    crowd = voices(view, futures, seat, minds)
    worth = [
        mood.faction * (policy == own)
        + mood.crowd * crowd[policy] // sum(crowd)
        - mood.kingdom * future.danger // 10
        + whims // WHIM**policy % WHIM
        for policy, future in enumerate(futures)
    ]
    return VotePolicy(seat, 1 + worth.index(max(worth)))


def voices(view: State, futures: list[Future], seat: int, minds: int) -> list[int]:
    """A guess at how the others will vote. Two bits of `minds` for each: one in four follows common sense instead of
    the faction."""
    dangers = [future.danger for future in futures]
    wishes = {faction: favourite(futures, faction) for faction in FACTIONS}
    votes = [
        wishes[c.faction] if minds >> 2 * place & 3 else dangers.index(min(dangers))
        for place, c in enumerate(view.active)
        if c.seat != seat
    ]
    return [votes.count(policy) for policy in range(len(futures))]


def favourite(futures: list[Future], faction: Faction) -> int:
    """What a faction is expected to want: its own stat, unless that endangers the kingdom too much."""
    own = POWER_RAISES[faction]
    costs = [future.danger - PRIDE * dict(future.effects).get(own, 0) for future in futures]
    return costs.index(min(costs))


def foreseen(view: State) -> list[Future]:
    """What each policy will do, or is likely to where only the tendency is shown (D2)."""
    policies = view.dilemma.policies if view.dilemma else ()
    effects = [_likely(view, p) if isinstance(p, HintedPolicy) else p.effects for p in policies]
    return [Future(e, danger(view, e)) for e in effects]


def danger(view: State, effects: Pairs[Stat, int]) -> int:
    return sum(DANGER // stat if stat > 0 else RUIN for stat in view.stats.plus(effects))


def _likely(view: State, policy: HintedPolicy) -> Pairs[Stat, int]:
    gain, loss = sum(view.rules.gain_bounds(view.round)) // 2, -(-sum(view.rules.loss_bounds(view.round)) // 2)
    return Pairs(((policy.helps, gain), (policy.hurts, -loss)))


_DECISIONS: Final[dict[Phase, Callable[[State, int, Temperament, str], Move]]] = {
    "statements": _speak,
    "statement_vote": _applaud,
    "actions": _act,
    "policy_vote": _vote,
}
