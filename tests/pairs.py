"""Pairs of games that differ in a secret: random games, and what they would have been had somebody done otherwise."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from engine.commands import (
    Command,
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
from engine.options import options
from engine.terms import EffectsShown
from tests.players import (
    UNTUNED,
    Chance,
    Game,
    Habits,
    SeededPlayers,
    Step,
    follow,
    names_for,
    play_out,
)
from tests.worlds import MOVES, Pair

GAMES: Final = 10
TRIES: Final = 2
"""Pairs of each kind from each game."""
HABITS: Final = Habits(reconsider=250, agree=250, narrate=100, leave=8, hurry=8)

Script = list[Command]
Mutation = Callable[[Game, int, Chance], Script | None]
"""Another script that parts from the game at a step, if that step has such a secret."""


def random_pairs(name: str) -> Iterator[Pair]:
    """The pairs one mutation makes."""
    for number in range(GAMES):
        chance = Chance(f"worlds/{number}")
        game = small_game(f"worlds/{number}", chance)
        for parting, script in _tries(game, MUTATIONS[name], chance):
            yield Pair(name, game, retold(game, script), parting)


def small_game(seed: str, chance: Chance) -> Game:
    seats, start = 3 + chance.below(4), chance.pick((60, 60, 22))
    shown: EffectsShown = chance.pick(("open", "tendency"))
    rules = replace(UNTUNED, rounds=2, starting_influence=start, effects_shown=shown)
    return play_out(seed, rules, names_for(seats), SeededPlayers(f"{seed}/players", HABITS))


def retold(game: Game, script: Script) -> Game:
    names = tuple(c.name for c in game.start.councillors)
    return play_out(game.start.seed, game.start.rules, names, follow(script))


def _tries(game: Game, mutation: Mutation, chance: Chance) -> Iterator[tuple[int, Script]]:
    """A phase's last move is left alone: it shows at once, and what it shows differs by right."""
    moves = [at for at, step in enumerate(game.steps) if isinstance(step.command, MOVES)]
    quiet = [at for at in moves if game.steps[at].before.phase == game.steps[at].after.phase]
    found = 0
    while quiet and found < TRIES:
        at = quiet.pop(chance.below(len(quiet)))
        if (script := mutation(game, at, chance)) is not None:
            found += 1
            yield at, script


# -- mutations: at the parting only the mover may notice anything -----------------------------------------------------


def _instead(game: Game, at: int, *commands: Command) -> Script:
    return [*game.commands[:at], *commands, *game.commands[at + 1 :]]


def _others(step: Step, kinds: tuple[type[Move], ...]) -> list[Move]:
    """What else the mover could have done."""
    assert isinstance(step.command, MOVES)
    seat = step.command.seat
    listed = options(step.before, seat)
    moves = [SubmitStatement(seat, "Inaczej!") if isinstance(move, SubmitStatement) else move for move in listed]
    return [move for move in moves if isinstance(move, kinds) and move != step.command]


def another(*kinds: type[Move]) -> Mutation:
    def mutation(game: Game, at: int, chance: Chance) -> Script | None:
        step = game.steps[at]
        others = _others(step, kinds) if isinstance(step.command, kinds) else []
        return _instead(game, at, chance.pick(others)) if others else None

    return mutation


def draft(game: Game, at: int, chance: Chance) -> Script | None:
    """The mover did something else before: a change of mind is nobody else's business (O1, O2, A1)."""
    others = _others(game.steps[at], MOVES)
    if not others or isinstance(game.steps[at].command, VotePolicy):
        return None
    return _instead(game, at, chance.pick(others), game.commands[at])


def swapped(kind: type[Move], field: str) -> Mutation:
    """Two voters vote the other way round: the tally stays, so only those two may notice (O3, R1), or whoever gains
    or loses a consensus, unmasks one of them, or reads their faction's votes (R2, R3)."""

    def mutation(game: Game, at: int, chance: Chance) -> Script | None:
        step = game.steps[at]
        if not isinstance(step.command, kind):
            return None
        for n in range(at + 1, len(game.steps)):
            later = game.steps[n]
            if isinstance(later.command, kind) and later.before.round == step.before.round:
                one = replace(step.command, **{field: getattr(later.command, field)})
                other = replace(later.command, **{field: getattr(step.command, field)})
                if one in _others(step, (kind,)) and other in _others(later, (kind,)):
                    return [*game.commands[:at], one, *game.commands[at + 1 : n], other, *game.commands[n + 1 :]]
        return None

    return mutation


def reordered(game: Game, at: int, chance: Chance) -> Script | None:
    """Two changed their minds the other way round: nobody at all may notice, not even they."""
    pair = game.steps[at : at + 2]
    seats = [step.command.seat for step in pair if isinstance(step.command, MOVES)]
    if len(set(seats)) < 2 or any(seat not in step.before.acted for seat, step in zip(seats, pair, strict=True)):
        return None
    return [*game.commands[:at], pair[1].command, pair[0].command, *game.commands[at + 2 :]]


MUTATIONS: Final[dict[str, Mutation]] = {
    # O1: hidden until all are revealed.
    "another statement": another(SubmitStatement, StaySilent),
    # O2: secret; the tally shows at the close.
    "another support": another(VoteStatement),
    # A1: choice and target are secret until the resolution, and then the choice still is: only its cost shows, to its
    # owner, and its effect, to the owner or, sown discord, to all.
    "another choice": another(Protect, Unmask, Sow, Pass),
    # A3: the cost is the same and the targets learn nothing, so nobody but the attacker ever notices.
    "another target": another(Unmask),
    # D3: secret; the tally shows at the close.
    "another ballot": another(VotePolicy),
    "a draft": draft,
    "swapped supports": swapped(VoteStatement, "author"),
    "swapped ballots": swapped(VotePolicy, "policy"),
    "reordered": reordered,
}
