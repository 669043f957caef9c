"""What several facts and screens say alike."""

from collections.abc import Iterable
from math import ceil

from bot.text import Line, line
from engine.events import ActionRecorded
from engine.state import State
from engine.terms import STATS, HintedPolicy, OpenPolicy, Pairs, Stat, Stats

Lines = tuple[Line, ...]


def name_of(state: State, seat: int) -> str:
    return state.councillor(seat).name


def names_of(state: State, seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(name_of(state, seat) for seat in seats)


def kingdom(stats: Stats) -> Line:
    pairs = zip(STATS, stats, strict=True)
    return line("kingdom.stats", stats=tuple(line("phrase.stat", stat=stat, value=value) for stat, value in pairs))


def changes(effects: Pairs[Stat, int]) -> Lines:
    return tuple(line("phrase.change", stat=stat, change=change) for stat, change in effects)


def effects_of(policy: OpenPolicy | HintedPolicy) -> Lines:
    """As far as the table shows them (D2)."""
    if isinstance(policy, OpenPolicy):
        return changes(policy.effects)
    return line("phrase.rise", stat=policy.helps), line("phrase.drop", stat=policy.hurts)


def policies(state: State) -> tuple[OpenPolicy | HintedPolicy, ...]:
    """Those of the dilemma on the table, which lies there from its presentation to the end of the round."""
    return state.dilemma.policies if state.dilemma is not None else ()


def disgraces(state: State, policy: OpenPolicy | HintedPolicy) -> bool:
    """Whether it would exile those who vote for it (R6), as far as that can be known."""
    return isinstance(policy, OpenPolicy) and min(state.stats.plus(policy.effects)) <= 0


def ballot(state: State, number: int | None) -> Line:
    """A vote on the dilemma of the round."""
    if number is None:
        return line("phrase.no_ballot")
    return line("phrase.ballot", number=number, name=policies(state)[number - 1].name)


def own_vote(state: State, number: int | None) -> Line:
    if number is None:
        return line("policy_vote_recorded.none")
    return line("policy_vote_recorded.policy", policy=ballot(state, number))


def own_action(state: State, choice: ActionRecorded | None) -> Line:
    if choice is None or choice.action == "pass":
        return line("action_recorded.pass")
    if choice.target is not None:
        return line("action_recorded.unmask", name=name_of(state, choice.target), cost=choice.cost)
    if choice.faction is not None:
        return line("action_recorded.sow", faction=choice.faction, cost=choice.cost)
    return line("action_recorded.protect", cost=choice.cost)


def lasting(seconds: float) -> Lines:
    """A time to come, in its two largest units, never less than a minute. Stands after a colon, in the nominative."""
    minutes = max(1, ceil(seconds / 60))
    sizes = {"days": minutes // 1440, "hours": minutes // 60 % 24, "minutes": minutes % 60}
    found = [line(f"lasting.{unit}", number=number) for unit, number in sizes.items() if number]
    return tuple(found[:1] if sizes["days"] and not sizes["hours"] else found[:2])
