"""What a narrator may know, folded from public facts alone. No names of players, no numbers of the game."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.events import (
    DilemmaPresented,
    Disgraced,
    Event,
    FactionPower,
    GameEnded,
    GameStarted,
    KingdomFell,
    PhaseOpened,
    PolicyApplied,
    SeatLeft,
    StatementsRevealed,
    VotesCounted,
)
from engine.rules import RuleSet
from engine.terms import STATS, DrawnPolicy, Ending, Faction, Pairs, Stat, Stats

Strength = Literal["mild", "clear", "severe"]
Standing = Literal["brink", "shaken", "steady", "strong"]


class NotPublic(ValueError):
    """A fact that is not addressed to everyone was handed to a narrator."""


@dataclass(frozen=True, slots=True)
class Tendency:
    """What a policy of the coming dilemma will do: which stats and how strongly, never how much (D1)."""

    helps: Stat
    hurts: Stat
    gain: Strength
    loss: Strength


@dataclass(frozen=True, slots=True)
class Quote:
    """What somebody said in the last revealed statements: a voice of a faction, and text that nobody vouches for."""

    faction: Faction
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the ledger: a dilemma and what came of it."""

    round: int
    title: str
    crisis: str
    policies: tuple[str, ...]
    chosen: str = ""
    by_lot: bool = False
    unanimous: bool = False
    nobody_voted: bool = False
    helped: Stat | None = None
    hurt: Stat | None = None
    powers: tuple[Faction, ...] = ()
    disgraced: int = 0
    left: int = 0
    fallen: tuple[Stat, ...] = ()


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The game as the public knows it, as far as it is worth telling. `seats`: how many still sit at the table; `left`:
    how many went since the last decision."""

    rules: RuleSet = field(default_factory=RuleSet)
    round: int = 0
    stats: Stats = field(default=Stats(0, 0, 0))
    factions: Pairs[int, Faction] = field(default=Pairs())
    seats: int = 0
    quotes: tuple[Quote, ...] = ()
    decisions: tuple[Decision, ...] = ()
    left: int = 0
    ending: Ending | None = None

    @property
    def last(self) -> Decision:
        """The last decision that was taken; a dilemma still on the table is none."""
        return next(decision for decision in reversed(self.decisions) if decision.chosen)

    @property
    def standings(self) -> Pairs[Stat, Standing]:
        return Pairs((stat, standing(getattr(self.stats, stat), self.rules)) for stat in STATS)


@dataclass(frozen=True, slots=True)
class Brief:
    """For telling a dilemma: the chronicle so far, and the round's own draw."""

    chronicle: Chronicle
    policies: tuple[Tendency, ...]


def chronicle(facts: Iterable[Event]) -> Chronicle:
    """Raises NotPublic for a fact that some seat must not see."""
    told = Chronicle()
    for fact in facts:
        if fact.to != "all":
            raise NotPublic(type(fact).__name__)
        told = _noted(told, fact)
    return told


def brief(told: Chronicle, drawn: tuple[DrawnPolicy, ...]) -> Brief:
    """What the narrator is told ahead of the table: tendencies, never sizes."""
    return Brief(told, tuple(_tendency(policy, told.rules) for policy in drawn))


def standing(stat: int, rules: RuleSet) -> Standing:
    """How a stat stands, in a word, measured by where all of them began."""
    if stat * 3 <= rules.starting_stats:
        return "brink"
    if stat < rules.starting_stats:
        return "shaken"
    return "steady" if stat < rules.starting_stats * 3 // 2 else "strong"


def _tendency(policy: DrawnPolicy, rules: RuleSet) -> Tendency:
    sizes = dict(policy.effects)
    return Tendency(
        policy.helps,
        policy.hurts,
        _strength(sizes[policy.helps], rules.gain_min, rules.gain_max + rules.gain_growth),
        _strength(-sizes[policy.hurts], rules.loss_min, rules.loss_max + rules.loss_growth),
    )


def _strength(size: int, least: int, most: int) -> Strength:
    """Which third of all possible sizes this one lies in."""
    third = 3 * (size - least) // (most - least + 1)
    return ("mild", "clear", "severe")[third]


def _noted(told: Chronicle, fact: Event) -> Chronicle:
    match fact:
        case GameStarted():
            return replace(told, rules=fact.rules, stats=fact.stats, factions=fact.factions, seats=len(fact.factions))
        case PhaseOpened(phase="statements"):
            return replace(told, round=fact.round)
        case StatementsRevealed():
            factions = dict(told.factions)
            return replace(told, quotes=tuple(Quote(factions[seat], text) for seat, text in fact.statements))
        case DilemmaPresented():
            names = tuple(policy.name for policy in fact.policies)
            return replace(told, decisions=(*told.decisions, Decision(told.round, fact.title, fact.text, names)))
        case SeatLeft():
            return replace(told, left=told.left + 1, seats=told.seats - 1)
        case GameEnded():
            return replace(told, ending=fact.ending)
        case VotesCounted():
            return replace(_with_last(told, _counted(told, fact)), left=0)
        case FactionPower():
            return _with_last(told, replace(told.last, powers=(*told.last.powers, fact.faction)))
        case Disgraced():
            exiled = len(fact.seats)
            return replace(_with_last(told, replace(told.last, disgraced=exiled)), seats=told.seats - exiled)
        case PolicyApplied():
            (helped, _), (hurt, _) = fact.effects
            return replace(_with_last(told, replace(told.last, helped=helped, hurt=hurt)), stats=fact.stats)
        case KingdomFell():
            return _with_last(told, replace(told.last, fallen=fact.fallen))
        case _:
            return told


def _with_last(told: Chronicle, decision: Decision) -> Chronicle:
    return replace(told, decisions=(*told.decisions[:-1], decision))


def _counted(told: Chronicle, fact: VotesCounted) -> Decision:
    decision = told.decisions[-1]
    return replace(
        decision,
        chosen=decision.policies[fact.winner - 1],
        by_lot=fact.drawn,
        unanimous=fact.tally[fact.winner - 1] == told.seats,
        nobody_voted=not any(fact.tally),
        left=told.left,
    )
