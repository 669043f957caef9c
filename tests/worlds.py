"""Two worlds: if two games differ only in what somebody must not know, that somebody must see the same in both.

`entitled` says what the rulings let an observer know of each step. It reads commands and the true state, and neither
facts nor their audiences, so it cannot share a leak with them. Where two games entitle an observer to the same,
everything the observer sees must be the same: facts as JSON, view, options, and what is refused to it."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, NamedTuple

from engine import options, view
from engine.commands import Leave, Move, Narrate, PresentDilemma
from engine.events import Event
from engine.jsonl import write_json
from engine.notation import event_json
from engine.state import State
from engine.terms import FACTIONS, Faction
from tests.players import Game, Step

Observer = int | None
"""A seat, or None: the public."""
Knowledge = tuple[object, ...]


class Pair(NamedTuple):
    """Two games that part at a step. Whoever is `blind` must not be able to tell them apart to their very end,
    whatever `entitled` says."""

    name: str
    one: Game
    other: Game
    parting: int = 0
    blind: tuple[Observer, ...] = ()


def observers(pair: Pair) -> tuple[Observer, ...]:
    return (None, *range(1, len(pair.one.start.councillors) + 1))


def leaks(pair: Pair) -> Iterator[str]:
    """Who sees a difference that they must not see."""
    for observer in observers(pair):
        one, other = knowledge(pair, observer)
        known = None if observer in pair.blind else common(one, other)
        seen = [
            watch(pair.one, pair.parting, one, known, observer),
            watch(pair.other, pair.parting, other, known, observer),
        ]
        if seen[0] != seen[1]:
            yield f"{pair.name}: {observer or 'the public'} sees a difference: {_first(*seen)}"


def _first(one: list[object], other: list[object]) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[place : place + 1]} / {other[place : place + 1]}"


def knowledge(pair: Pair, observer: Observer) -> tuple[list[Knowledge], list[Knowledge]]:
    """What the observer is entitled to in both worlds, step by step."""
    one, other = ([entitled(step, observer) for step in game.steps[pair.parting :]] for game in (pair.one, pair.other))
    return one, other


def common(one: list[Knowledge], other: list[Knowledge]) -> int:
    """How many times in a row two worlds entitle an observer to the same."""
    pairs = zip_longest(filter(None, one), filter(None, other))
    return next((n for n, (a, b) in enumerate(pairs) if a != b), len(one))


def watch(game: Game, since: int, due: list[Knowledge], known: int | None, observer: Observer) -> list[object]:
    """What an observer sees, from a step on until it is entitled to anything for more than the `known` time."""
    told = [*game.opening, *(event for step in game.steps[:since] for event in step.events)]
    sight = looks(told, game.steps[since].before, observer)
    seen: list[object] = [(heard(game.opening, observer), sight)]
    for step, knowledge in zip(game.steps[since:], due, strict=True):
        if known is not None and knowledge:
            if known == 0:
                return seen
            known -= 1
        told.extend(step.events)
        last, sight = sight, looks(told, step.after, observer)
        if (facts := heard(step.events, observer)) or sight != last:
            seen.append((facts, sight))
    if game.refused and observer is not None and getattr(game.refused[0], "seat", None) == observer:
        seen.append(game.refused)
    return seen


def heard(events: tuple[Event, ...], observer: Observer) -> list[str]:
    return [write_json(event_json(event)) for event in events if view.heard_by(event, observer)]


def looks(told: list[Event], state: State, observer: Observer) -> object:
    """The view; and the options, by what the observer knows and by what the engine knows."""
    known = view.view(told, observer)
    if observer is None:
        return known
    return known, options.options(known, observer), options.options(state, observer)


# -- what the rulings let an observer know ----------------------------------------------------------------------------

MOVES: Final = Move.__args__


def entitled(step: Step, observer: Observer) -> Knowledge:
    """Empty where the step is none of the observer's business."""
    everybody = tuple(_announced(step))
    return everybody if observer is None else (*everybody, *_private(step, observer))


def _announced(step: Step) -> Iterator[object]:
    yield from _shadow(step)
    if (board := _board(step.after)) != _board(step.before):
        yield board
    if step.before.phase == "statements" and step.after.phase in ("statement_vote", "actions"):
        yield [(c.seat, c.statement) for c in step.after.active if c.statement is not None]  # O1
    if step.before.phase == "statement_vote" and step.after.phase == "actions":
        yield Counter(c.supports for c in step.after.active)  # O3
    if resolves(step):
        votes = ballots(step)
        yield Counter(votes.values())  # R1
        yield [(faction, votes_of(step, faction)) for faction, _ in sown(step)]  # R2
        yield [faction for faction in FACTIONS if _united(step, faction)]  # R5


def _shadow(step: Step) -> Iterator[object]:
    """What a command itself lets everybody know: of a move only that a seat has acted, and only the first time."""
    command = step.command
    if isinstance(command, MOVES):
        if command.seat not in step.before.acted:
            yield "acted", command.seat
    elif isinstance(command, PresentDilemma):
        shown = step.before.rules.effects_shown == "open"  # D2
        yield command, [policy.effects if shown else policy[:2] for policy in step.before.drawn]
    elif isinstance(command, Leave | Narrate):
        yield command


def _board(state: State) -> object:
    seats = [(c.status, c.declared) for c in state.councillors]
    return state.round, state.phase, state.stats, seats, state.outcome


def _private(step: Step, seat: int) -> Iterator[object]:
    if isinstance(step.command, MOVES) and step.command.seat == seat:
        yield step.command
    before, after = step.before.councillor(seat), step.after.councillor(seat)
    if before.influence != after.influence:
        yield after.influence  # A1, R3
    if resolves(step) and seat in _voting(step) and before.choice is not None and before.choice.target is not None:
        yield _unmasking(step, before.choice.target)
        # Actions are resolved by seat (R2), so an attacker can tell what was sown before its own turn.
        yield [faction for faction, sower in sown(step) if sower < seat]


def _unmasking(step: Step, target: int) -> object:
    """R2, A3; nothing of a target that has left (E4)."""
    if target not in _voting(step):
        return None
    c = step.before.councillor(target)
    if c.choice is not None and c.choice.action == "protect":
        return "protected"
    return c.influence, c.declared, ballots(step).get(target)


def resolves(step: Step) -> bool:
    return step.before.untold != step.before.round == step.after.untold


def _voting(step: Step) -> list[int]:
    gone = step.command.seat if isinstance(step.command, Leave) else None
    return [c.seat for c in step.before.active if c.seat != gone]


def ballots(step: Step) -> dict[int, int | None]:
    votes = {seat: step.before.councillor(seat).vote for seat in _voting(step)}
    if isinstance(step.command, MOVES):
        votes[step.command.seat] = getattr(step.command, "policy", None)
    return votes


def votes_of(step: Step, faction: Faction) -> list[tuple[int, int | None]]:
    votes = ballots(step)
    return [(c.seat, votes[c.seat]) for c in step.before.members(faction) if c.seat in votes]


def _united(step: Step, faction: Faction) -> bool:
    votes = {vote for _, vote in votes_of(step, faction)}
    return len(votes) == 1 and None not in votes


def sown(step: Step) -> list[tuple[Faction, int]]:
    """The factions whose votes are revealed, in order, each with the seat at whose turn that is."""
    first: dict[Faction, int] = {}
    for seat in _voting(step):
        choice = step.before.councillor(seat).choice
        if choice is not None and choice.faction is not None and votes_of(step, choice.faction):
            first.setdefault(choice.faction, seat)
    return list(first.items())
