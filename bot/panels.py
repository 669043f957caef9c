"""What a seat sees when it asks what it may do, and why that matters; what everybody sees; and what follows a move."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from bot.audience import known
from bot.facts import RECORDED, own_lines, public_lines
from bot.phrases import Lines, disgraces, effects_of, kingdom, own_action, own_vote, policies
from bot.text import Line, line
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
from engine.events import (
    Event,
    GameEnded,
    PhaseOpened,
    StatementRecorded,
    StatementVoteRecorded,
)
from engine.options import options
from engine.state import Councillor, State, waiting_for
from engine.terms import POWER_RAISES, HintedPolicy, OpenPolicy

Needs = Literal["text", "confirm"]
"""What a choice asks for before it is made: words of the player's own, or to be confirmed."""


class Choice(NamedTuple):
    move: Move
    label: Line
    hint: Line
    needs: Needs | None = None


class Panel(NamedTuple):
    """`told` is the dilemma on the table, which whoever has seen it can do without."""

    title: Line
    state: Lines
    told: Lines = ()
    task: Lines = ()
    choices: tuple[Choice, ...] = ()

    @property
    def lines(self) -> Lines:
        return self.state + self.told + self.task


def panel(view: State, seat: int) -> Panel:
    """From what the seat knows. The choices are exactly its options."""
    if view.outcome is not None:
        return _final(view, view.outcome)
    me = view.councillor(seat)
    choices = tuple(_choice(view, move) for move in options(view, seat))
    if me.status != "active":
        return Panel(_title(view), (kingdom(view.stats), line(f"panel.{me.status}")))
    return Panel(_title(view), tuple(_seat_lines(view, me)), _dilemma(view), tuple(_task(view, me)), choices)


def public_panel(view: State) -> Panel:
    state = known(view, None)
    return Panel(_title(state), tuple(_public_lines(state))) if state.outcome is None else _final(state, state.outcome)


def receipt(before: State, events: Sequence[Event], seat: int) -> Lines:
    """What the author of an accepted move is told at once."""
    state = known(before, seat)
    own = [event for event in events if isinstance(event, RECORDED) and event.seat == seat]
    done = [told for event in own for told in own_lines(state, event)]
    if state.phase == "policy_vote":
        done.append(line("receipt.final"))
    elif not any(isinstance(event, PhaseOpened) for event in events):
        done.append(line("receipt.changeable"))
    return (line("receipt.taken"), *done)


# -- lines ------------------------------------------------------------------------------------------------------------


def _title(view: State) -> Line:
    return line("panel.title", round=view.round, rounds=view.rules.rounds, phase=view.phase)


def _final(view: State, outcome: GameEnded) -> Panel:
    title, *lines = public_lines(view, outcome)
    return Panel(title, (*lines, kingdom(view.stats)))


def _public_lines(view: State) -> Iterator[Line]:
    yield kingdom(view.stats)
    yield line("panel.danger")
    for c in view.councillors:
        if c.status == "active":
            yield line("panel.public.member", faction=c.faction, name=c.name, declared=c.declared)
        else:
            yield line("panel.public.out", faction=c.faction, name=c.name, status=c.status)
    yield from _dilemma(view)
    yield from progress(view)


def _seat_lines(view: State, me: Councillor) -> Iterator[Line]:
    yield kingdom(view.stats)
    yield line("panel.danger")
    yield line("panel.seat", name=me.name, faction=me.faction, influence=me.influence, declared=me.declared)
    yield line("panel.distance", missing=view.rules.dominance - me.influence)


def _task(view: State, me: Councillor) -> Iterator[Line]:
    yield _why(view, me)
    yield from _chosen(view, me)
    yield from progress(view)


def _dilemma(view: State) -> Lines:
    return public_lines(view, view.dilemma) if view.dilemma is not None else ()


def _why(view: State, me: Councillor) -> Line:
    if view.phase != "policy_vote":
        return line(f"panel.why.{view.phase}")
    rules = view.rules
    return line(
        "panel.why.policy_vote",
        majority=rules.majority_reward,
        consensus=rules.consensus_reward,
        faction=me.faction,
        stat=POWER_RAISES[me.faction],
        amount=rules.faction_power,
    )


def _chosen(view: State, me: Councillor) -> Lines:
    """What the seat has done in this phase; until the phase closes all but the last vote can be changed."""
    if me.seat not in view.acted:
        return (line("panel.nothing_yet"),) if me.seat in waiting_for(view) else ()
    match view.phase:
        case "statements":
            own = own_lines(view, StatementRecorded(me.seat, me.statement))
        case "statement_vote":
            own = own_lines(view, StatementVoteRecorded(me.seat, me.supports))
        case "actions":
            own = (own_action(view, me.choice),)
        case _:
            return own_vote(view, me.vote), line("receipt.final")
    return (*own, line("receipt.changeable"))


def progress(view: State) -> Iterator[Line]:
    """How many have acted, never who."""
    done = sum(c.seat in view.acted for c in view.active)
    if owing := len(waiting_for(view)):
        yield line("seat_acted.progress", done=done, all=done + owing)


# -- choices ----------------------------------------------------------------------------------------------------------


def _choice(view: State, move: Move) -> Choice:
    costs = view.rules.costs
    match move:
        case SubmitStatement():
            hint = line("choice.submit_statement.hint", most=view.rules.statement_max)
            return Choice(move, line("choice.submit_statement.label"), hint, "text")
        case StaySilent():
            return Choice(move, line("choice.stay_silent.label"), line("choice.stay_silent.hint"))
        case VoteStatement():
            author = view.councillor(move.author)
            label = line("choice.vote_statement.label", faction=author.faction, name=author.name)
            return Choice(move, label, line("choice.vote_statement.hint", text=author.statement or ""))
        case Abstain():
            return Choice(move, line("choice.abstain.label"), line("choice.abstain.hint"))
        case Pass():
            left = view.councillor(move.seat).influence
            return Choice(move, line("choice.pass.label"), line("choice.pass.hint", left=left))
        case Protect():
            return Choice(move, line("choice.protect.label"), _price(view, move, costs.protect))
        case Unmask():
            target = view.councillor(move.target)
            label = line("choice.unmask.label", faction=target.faction, name=target.name)
            return Choice(move, label, _price(view, move, costs.unmask))
        case Sow():
            return Choice(move, line("choice.sow.label", faction=move.faction), _price(view, move, costs.sow))
        case VotePolicy():
            return _policy(view, move)


def choice_id(move: Move) -> str:
    """Names a choice where only a short name has room."""
    match move:
        case VoteStatement():
            return f"{move.do}.{move.author}"
        case Unmask():
            return f"{move.action}.{move.target}"
        case Sow():
            return f"{move.action}.{move.faction}"
        case Protect() | Pass():
            return move.action
        case VotePolicy():
            return f"{move.do}.{move.policy}"
        case _:
            return move.do


def _price(view: State, move: Protect | Unmask | Sow, cost: int) -> Line:
    return line(f"choice.{move.action}.hint", cost=cost, left=view.councillor(move.seat).influence - cost)


def _policy(view: State, move: VotePolicy) -> Choice:
    policy = policies(view)[move.policy - 1]
    label = line("choice.vote_policy.label", number=move.policy, name=policy.name)
    hint = "disgrace" if disgraces(view, policy) else "hint"
    return Choice(move, label, line(f"choice.vote_policy.{hint}", effects=_outlook(view, policy)), "confirm")


def _outlook(view: State, policy: OpenPolicy | HintedPolicy) -> Lines:
    """What the policy makes of the stats as they stand, as far as that is shown (D2)."""
    if isinstance(policy, HintedPolicy):
        return effects_of(policy)
    stats = view.stats._asdict()
    return tuple(
        line("phrase.shift", stat=stat, before=stats[stat], after=stats[stat] + change)
        for stat, change in policy.effects
    )
