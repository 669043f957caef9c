"""The balance laboratory: whole games between automated councillors, and what there is to count in them."""

from collections import Counter
from typing import Final, NamedTuple

from engine.chance import draw
from engine.commands import Command, Move, PresentDilemma
from engine.councillors import choose
from engine.decide import begin, play
from engine.events import (
    Disgraced,
    Event,
    GameEnded,
    InfluenceAwarded,
    KingdomFell,
    UnmaskingFailed,
    VotesRevealed,
)
from engine.evolve import fold
from engine.options import options
from engine.rules import RuleSet
from engine.state import State, blank, waiting_for
from engine.temperaments import TEMPERAMENTS
from engine.terms import Action, Ending, Faction, Words
from engine.view import heard_by

RANDOM: Final = "random"
"""Not a temperament: takes any legal move. What every temperament has to beat."""
MOVERS: Final = (*TEMPERAMENTS, RANDOM)

ACTIONS: Final[tuple[Action, ...]] = ("protect", "unmask", "sow")

Tally = Counter[tuple[str | int, ...]]


class Deed(NamedTuple):
    """An action that was paid for, and whether it paid: a protection that met an attack, an unmasking that was not
    parried, a sowing that showed a faction to be of two minds."""

    seat: int
    action: Action
    paid: bool


class GameRecord(NamedTuple):
    """What one game leaves behind. `votes` counts every vote on a dilemma, `majorities` and `consensuses` those that
    were rewarded, `saved` the disgraces that a faction power kept from being the end."""

    ending: Ending
    round: int
    factions: tuple[Faction, ...]
    movers: tuple[str, ...]
    winners: tuple[int, ...]
    deeds: tuple[Deed, ...]
    votes: int
    majorities: int
    consensuses: int
    disgraces: int
    saved: int


def play_game(seed: str, rules: RuleSet, seats: int, mixture: tuple[str, ...]) -> GameRecord:
    """A game in which every seat draws its mover from the mixture, and bears its name."""
    movers = tuple(mixture[draw(seed, f"mover/{seat}", len(mixture))] for seat in range(1, seats + 1))
    state, events = begin(seed, rules, movers)
    views = _tell((blank(),) * seats, events)
    resolutions: list[tuple[State, tuple[Event, ...]]] = []
    while state.outcome is None:
        for command in _commands(state, views, f"{seed}/movers"):
            before = state
            state, events = play(before, command)
            views = _tell(views, events)
        if before.phase == "policy_vote":
            resolutions.append((before, events))
    return _record(state, state.outcome, resolutions)


def _tell(views: tuple[State, ...], events: tuple[Event, ...]) -> tuple[State, ...]:
    """What each seat knows after what it now hears."""
    return tuple([fold(view, [e for e in events if heard_by(e, seat)]) for seat, view in enumerate(views, 1)])


def _commands(state: State, views: tuple[State, ...], seed: str) -> list[Command]:
    """What completes the open phase. Nobody in it learns more than who has acted, so all may decide as it opens."""
    if state.phase == "dilemma":
        return [PresentDilemma("…", "…", (Words("…", "…"),) * len(state.drawn), "deck")]
    return [move(views[seat - 1], seat, state.councillor(seat).name, seed) for seat in waiting_for(state)]


def move(view: State, seat: int, mover: str, seed: str) -> Move:
    if mover in TEMPERAMENTS:
        return choose(view, seat, TEMPERAMENTS[mover], seed)
    moves = options(view, seat)
    return moves[draw(seed, f"{view.phase}/{view.round}/{seat}", len(moves))]


def _record(end: State, outcome: GameEnded, resolutions: list[tuple[State, tuple[Event, ...]]]) -> GameRecord:
    awards = [event for _, caused in resolutions for event in caused if isinstance(event, InfluenceAwarded)]
    disgraces = [caused for _, caused in resolutions if _any(Disgraced, caused)]
    return GameRecord(
        ending=outcome.ending,
        round=end.round,
        factions=tuple(c.faction for c in end.councillors),
        movers=tuple(c.name for c in end.councillors),
        winners=outcome.winners,
        deeds=tuple(deed for before, caused in resolutions for deed in _deeds(before, caused)),
        votes=len(awards),
        majorities=sum(award.majority > 0 for award in awards),
        consensuses=sum(award.consensus > 0 for award in awards),
        disgraces=len(disgraces),
        saved=sum(not _any(KingdomFell, caused) for caused in disgraces),
    )


def _any(kind: type[Event], events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, kind) for event in events)


def _deeds(before: State, caused: tuple[Event, ...]) -> list[Deed]:
    failed = [event for event in caused if isinstance(event, UnmaskingFailed)]
    attackers, met = [event.seat for event in failed], [event.target for event in failed]
    split = [e.faction for e in caused if isinstance(e, VotesRevealed) and len({vote for _, vote in e.votes}) > 1]
    deeds = []
    for c in before.active:
        if c.choice is not None and c.choice.action != "pass":
            pays = {"protect": c.seat in met, "unmask": c.seat not in attackers, "sow": c.choice.faction in split}
            deeds.append(Deed(c.seat, c.choice.action, pays[c.choice.action]))
    return deeds


def tally(record: GameRecord) -> Tally:
    """One game as numbers that add up over many. A shared victory counts for everyone who shares it."""
    counts: Tally = Counter()
    counts["games",] += 1
    counts["ending", record.ending] += 1
    counts["round", record.round] += 1
    counts["votes",] += record.votes
    counts["majorities",] += record.majorities
    counts["consensuses",] += record.consensuses
    counts["disgraces",] += record.disgraces
    counts["saved",] += record.saved
    for deed in record.deeds:
        counts["action", deed.action] += 1
        counts["paid", deed.action] += deed.paid
    for seat in range(1, len(record.movers) + 1):
        for trait in _traits(record, seat):
            counts["played", *trait] += 1
            counts["won", *trait] += seat in record.winners
    return counts


def _traits(record: GameRecord, seat: int) -> list[tuple[str | int, ...]]:
    faction, done = record.factions[seat - 1], [deed.action for deed in record.deeds if deed.seat == seat]
    return [
        ("faction", faction),
        ("faction size", record.factions.count(faction)),
        ("seat", seat),
        ("mover", record.movers[seat - 1]),
        *[(action, "used" if action in done else "unused") for action in ACTIONS],
    ]
