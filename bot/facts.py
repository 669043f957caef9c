"""What is said of each event: to everybody, or to the one seat it is addressed to.

The state given is the one after the event, as its audience knows it."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any, Final

from bot.phrases import (
    Lines,
    ballot,
    changes,
    disgraces,
    effects_of,
    kingdom,
    name_of,
    names_of,
    own_action,
    own_vote,
    policies,
)
from bot.text import Line, line
from engine.events import (
    ActionPaid,
    ActionRecorded,
    DilemmaPresented,
    Disgraced,
    Event,
    FactionPower,
    GameEnded,
    GameStarted,
    InfluenceAwarded,
    KingdomFell,
    Narrated,
    PhaseOpened,
    PolicyApplied,
    PolicyVoteRecorded,
    SeatLeft,
    StatementAwarded,
    StatementRecorded,
    StatementsRevealed,
    StatementVoteRecorded,
    Unmasked,
    UnmaskingFailed,
    VotesCounted,
    VotesRevealed,
)
from engine.rules import RuleSet
from engine.state import State
from engine.terms import FACTIONS, Phase, Score

RECORDED: Final = (StatementRecorded, StatementVoteRecorded, ActionRecorded, PolicyVoteRecorded)
"""What a seat's own moves cause. A later one takes the place of an earlier one of its kind in the same round."""


def public_lines(state: State, event: Event) -> Lines:
    """Nothing for an event that is not announced."""
    tell = _PUBLIC.get(type(event))
    return tuple(tell(state, event)) if tell else ()


def own_lines(state: State, event: Event) -> Lines:
    """Nothing for an event that is addressed to everybody."""
    tell = _OWN.get(type(event))
    return tuple(tell(state, event)) if tell else ()


# -- for everybody ----------------------------------------------------------------------------------------------------


def _started(state: State, event: GameStarted) -> Iterable[Line]:
    rules = event.rules
    yield line("game_started.title")
    yield line("game_started.intro", seats=len(event.names))
    for faction in FACTIONS:
        names = tuple(c.name for c in state.members(faction))
        yield line("game_started.faction", faction=faction, names=names)
    yield line("game_started.dominance", dominance=rules.dominance, rounds=rules.rounds)
    yield line("game_started.fall")


def _opened(state: State, event: PhaseOpened) -> Iterable[Line]:
    """Rules are told in the first round, and what is at stake whenever it is. Nothing of the wait for the narrator, who
    is there at once."""
    if event.phase == "dilemma":
        return
    key, first = f"phase_opened.{event.phase}", event.round == 1
    yield line(f"{key}.title", round=event.round, rounds=state.rules.rounds)
    if event.phase == "statements":
        if first:
            yield kingdom(state.stats)
        if event.round == state.rules.rounds:
            yield line(f"{key}.last")
    if first:
        yield line(f"{key}.what", **_numbers(event.phase, state.rules))
    if event.phase == "policy_vote" and (first or any(disgraces(state, policy) for policy in policies(state))):
        yield line(f"{key}.disgrace")


def _numbers(phase: Phase, rules: RuleSet) -> dict[str, int]:
    if phase == "actions":
        return asdict(rules.costs)
    if phase == "policy_vote":
        return {"majority": rules.majority_reward, "consensus": rules.consensus_reward}
    return {}


def _revealed(state: State, event: StatementsRevealed) -> Iterable[Line]:
    yield line("statements_revealed.title")
    for seat, text in event.statements:
        author = state.councillor(seat)
        yield line("statements_revealed.statement", faction=author.faction, name=author.name, text=text)
    spoke = {seat for seat, _ in event.statements}
    if not spoke:
        yield line("statements_revealed.nobody")
    elif silent := tuple(c.name for c in state.active if c.seat not in spoke):
        yield line("statements_revealed.silent", names=silent)


def _awarded(state: State, event: StatementAwarded) -> Iterable[Line]:
    yield line("statement_awarded.title")
    for seat, votes in event.votes:
        yield line("statement_awarded.votes", name=name_of(state, seat), votes=votes)
    if event.winner is not None:
        winner, votes = state.councillor(event.winner), dict(event.votes)[event.winner]
        yield line("statement_awarded.winner", name=winner.name, votes=votes, declared=winner.declared)
    else:
        yield line("statement_awarded.tie" if event.votes else "statement_awarded.nobody")


def _presented(state: State, event: DilemmaPresented) -> Iterable[Line]:
    yield line("dilemma_presented.title", title=event.title)
    yield line("dilemma_presented.text", text=event.text)
    for number, policy in enumerate(event.policies, 1):
        yield line("dilemma_presented.policy", number=number, name=policy.name)
        yield line("dilemma_presented.text", text=policy.text)
        yield line("dilemma_presented.effects", effects=effects_of(policy))


def _counted(state: State, event: VotesCounted) -> Iterable[Line]:
    yield line("votes_counted.title", round=state.round)
    for number, (policy, votes) in enumerate(zip(policies(state), event.tally, strict=True), 1):
        yield line("votes_counted.policy", number=number, name=policy.name, votes=votes)
    how = ("drawn" if any(event.tally) else "nobody") if event.drawn else "winner"
    yield line(f"votes_counted.{how}", policy=ballot(state, event.winner))


def _sown(state: State, event: VotesRevealed) -> Iterable[Line]:
    yield line("votes_revealed.title", faction=event.faction)
    for seat, vote in event.votes:
        yield line("votes_revealed.vote", name=name_of(state, seat), vote=ballot(state, vote))


def _power(state: State, event: FactionPower) -> Iterable[Line]:
    yield line("faction_power.title", faction=event.faction, stat=event.stat, amount=event.amount)


def _disgraced(state: State, event: Disgraced) -> Iterable[Line]:
    yield line("disgraced.title", names=names_of(state, event.seats))


def _applied(state: State, event: PolicyApplied) -> Iterable[Line]:
    yield line("policy_applied.effects", effects=changes(event.effects))
    yield kingdom(event.stats)


def _fell(state: State, event: KingdomFell) -> Iterable[Line]:
    yield line("kingdom_fell.title", stats=tuple(line("phrase.fallen", stat=stat) for stat in event.fallen))


def _narrated(state: State, event: Narrated) -> Iterable[Line]:
    yield line("narrated.title", round=event.round)
    yield line("narrated.text", text=event.text)


def _left(state: State, event: SeatLeft) -> Iterable[Line]:
    yield line(f"seat_left.{event.reason}", name=name_of(state, event.seat))


def _ended(state: State, event: GameEnded) -> Iterable[Line]:
    yield line("game_ended.title", ending=event.ending)
    yield line(f"game_ended.{event.ending}")
    yield from _winners(state, event)
    if event.ruling_faction is None:
        yield line("game_ended.no_ruling")
    else:
        yield line("game_ended.ruling", faction=event.ruling_faction, bonus=state.rules.ruling_bonus)
    yield from final_table(state, event)
    yield line("game_ended.open")


def _winners(state: State, event: GameEnded) -> Iterable[Line]:
    names = names_of(state, event.winners)
    if len(names) == 1:
        yield line("game_ended.winner", name=names[0])
    elif names:
        yield line("game_ended.winners", names=names)
    elif event.ending == "deserted":
        yield line("game_ended.no_winner")


def final_table(state: State, event: GameEnded) -> Iterable[Line]:
    """Best first, equals sharing a place; who is out stands below."""
    scored = [(seat, score) for seat, score in event.scores if score.status == "active"]
    for seat, score in sorted(scored, key=lambda row: -row[1].total):
        place = 1 + sum(other.total > score.total for _, other in scored)
        yield line("game_ended.score", place=place, **_score(state, seat, score), total=score.total, bonus=score.bonus)
    for seat, score in event.scores:
        if score.status != "active":
            yield line("game_ended.out", **_score(state, seat, score), status=score.status)


def _score(state: State, seat: int, score: Score) -> dict[str, Any]:
    c = state.councillor(seat)
    return {"faction": c.faction, "name": c.name, "influence": score.influence, "declared": score.declared}


# -- for one seat -----------------------------------------------------------------------------------------------------


def _statement(state: State, event: StatementRecorded) -> Iterable[Line]:
    if event.text is None:
        yield line("statement_recorded.silent")
    else:
        yield line("statement_recorded.text", text=event.text)


def _support(state: State, event: StatementVoteRecorded) -> Iterable[Line]:
    if event.author is None:
        yield line("statement_vote_recorded.abstained")
    else:
        yield line("statement_vote_recorded.author", name=name_of(state, event.author))


def _action(state: State, event: ActionRecorded) -> Iterable[Line]:
    yield own_action(state, event)


def _paid(state: State, event: ActionPaid) -> Iterable[Line]:
    yield line("action_paid.paid", cost=event.cost, influence=event.influence)


def _vote(state: State, event: PolicyVoteRecorded) -> Iterable[Line]:
    yield own_vote(state, event.policy)


def _unmasked(state: State, event: Unmasked) -> Iterable[Line]:
    yield line(
        "unmasked.open",
        name=name_of(state, event.target),
        influence=event.influence,
        declared=event.declared,
        vote=ballot(state, event.vote),
    )


def _failed(state: State, event: UnmaskingFailed) -> Iterable[Line]:
    yield line("unmasked.protected", name=name_of(state, event.target))


def _rewarded(state: State, event: InfluenceAwarded) -> Iterable[Line]:
    if event.majority:
        yield line("influence_awarded.majority", amount=event.majority)
    if event.consensus:
        yield line("influence_awarded.consensus", amount=event.consensus)
    if not event.majority and not event.consensus:
        yield line("influence_awarded.nothing")
    yield line("influence_awarded.total", influence=event.influence)


Tell = Callable[[State, Any], Iterable[Line]]

_PUBLIC: Final[dict[type[Event], Tell]] = {
    GameStarted: _started,
    PhaseOpened: _opened,
    StatementsRevealed: _revealed,
    StatementAwarded: _awarded,
    DilemmaPresented: _presented,
    Narrated: _narrated,
    VotesCounted: _counted,
    VotesRevealed: _sown,
    FactionPower: _power,
    Disgraced: _disgraced,
    PolicyApplied: _applied,
    KingdomFell: _fell,
    SeatLeft: _left,
    GameEnded: _ended,
}
_OWN: Final[dict[type[Event], Tell]] = {
    StatementRecorded: _statement,
    StatementVoteRecorded: _support,
    ActionRecorded: _action,
    ActionPaid: _paid,
    PolicyVoteRecorded: _vote,
    Unmasked: _unmasked,
    UnmaskingFailed: _failed,
    InfluenceAwarded: _rewarded,
}
