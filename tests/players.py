"""Whole games for tests: seeded players who use every liberty the rules give, and games out of a given script.
Their chance is the engine's own draw, so a game is the same in every Python."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from engine import chance, decide
from engine.commands import (
    Abandon,
    ClosePhase,
    Command,
    Leave,
    Move,
    Narrate,
    PresentDilemma,
    Refused,
    SubmitStatement,
)
from engine.events import Event
from engine.options import options
from engine.rules import Costs, RuleSet
from engine.state import State, waiting_for
from engine.terms import Words

T = TypeVar("T")

SOONEST_END: Final = 2000
"""More commands than any game here can need; who needs more does not end."""


class Step(NamedTuple):
    before: State
    command: Command
    after: State
    events: tuple[Event, ...]


class Game(NamedTuple):
    """A played game. `refused` is the command at which a script broke off, with the code."""

    start: State
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]
    refused: tuple[Command, str] | None = None

    @property
    def end(self) -> State:
        return self.steps[-1].after if self.steps else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        return (*self.opening, *(event for step in self.steps for event in step.events))

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(step.command for step in self.steps)


UNTUNED: Final = RuleSet(
    starting_influence=60,
    starting_stats=10,
    gain_min=1,
    gain_max=3,
    loss_min=1,
    loss_max=4,
    gain_growth=0,
    loss_growth=2,
)
"""Names every number that simulation tunes, so that tuning them changes no game here."""

Players = Callable[[State], Command | None]
"""Say what happens next at the table, or that nothing does."""


def names_for(seats: int) -> tuple[str, ...]:
    return ("Ala", "Bartek", "Celina", "Dawid", "Ewa", "Feliks", "Gaja", "Hubert", "Iga", "Jan", "Kaja", "Leon")[:seats]


def play_out(seed: str, rules: RuleSet, names: tuple[str, ...], players: Players) -> Game:
    start, opening = decide.begin(seed, rules, names)
    steps: list[Step] = []
    state = start
    while (command := players(state)) is not None:
        assert len(steps) < SOONEST_END
        try:
            after, events = decide.play(state, command)
        except Refused as refusal:
            return Game(start, opening, tuple(steps), (command, refusal.code))
        steps.append(Step(state, command, after, events))
        state = after
    return Game(start, opening, tuple(steps))


def follow(script: Iterable[Command]) -> Players:
    """Play what is written, to its end or to the first refusal."""
    commands = iter(script)
    return lambda state: next(commands, None)


class Chance:
    """As many draws as wanted from one seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, n: int) -> int:
        self._drawn += 1
        return chance.draw(self._seed, f"test/{self._drawn}", n)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def happens(self, permille: int) -> bool:
        return permille > 0 and self.below(1000) < permille


@dataclass(frozen=True, slots=True)
class Habits:
    """How often, of a thousand times, the table does what it need not."""

    abandon: int = 0
    leave: int = 0
    narrate: int = 0
    reconsider: int = 0
    hurry: int = 0
    """Close a phase before everybody has acted."""
    agree: int = 0
    """Vote for the first policy, so that majorities and consensus come about."""


STATEMENTS: Final = ("Spokój ponad wszystko.", "Skarb świeci pustkami!", "Módlmy się.\nI liczmy głosy.", "Ufam radzie.")


class SeededPlayers:
    """Everybody at the table, moderator and narrator included."""

    def __init__(self, seed: str, habits: Habits, statements: Sequence[str] = STATEMENTS) -> None:
        self._chance = Chance(seed)
        self._habits = habits
        self._statements = statements

    def __call__(self, state: State) -> Command | None:
        happens, habits = self._chance.happens, self._habits
        if state.untold is not None and happens(habits.narrate):
            return Narrate(f"Kronika rundy {state.untold}.", "deck")
        if state.phase == "ended":
            return None
        if happens(habits.abandon):
            return Abandon()
        if happens(habits.leave):
            return Leave(self._chance.pick(state.active).seat, self._chance.pick(("left", "removed")))
        return words_for(state) if state.phase == "dilemma" else self._go_on(state)

    def _go_on(self, state: State) -> Command:
        happens, habits = self._chance.happens, self._habits
        if happens(habits.hurry):
            return ClosePhase(self._chance.pick(("deadline", "moderator")))
        done = [seat for seat in state.acted if options(state, seat)]
        if done and happens(habits.reconsider):
            return self._move(state, self._chance.pick(done))
        return self._move(state, self._chance.pick(waiting_for(state)))

    def _move(self, state: State, seat: int) -> Move:
        moves = options(state, seat)
        move = moves[0] if self._chance.happens(self._habits.agree) else self._chance.pick(moves)
        if isinstance(move, SubmitStatement):
            return SubmitStatement(seat, self._chance.pick(self._statements))
        return move


def words_for(state: State) -> PresentDilemma:
    policies = tuple(Words(f"Polisa {n}", f"Opis polisy {n}.") for n in range(1, len(state.drawn) + 1))
    return PresentDilemma(f"Kryzys rundy {state.round}", "Posłańcy przynoszą złe wieści.", policies, "deck")


def any_rules(chance: Chance) -> RuleSet:
    """Rules under which every ending is near: the sweep must see all of them."""
    start = chance.pick((0, 7, 40, 40, 80, 95))
    gain, loss = chance.below(3), chance.below(4)
    return RuleSet(
        rounds=1 + chance.below(4),
        dominance=start + 1 + chance.below(60),
        starting_influence=start,
        starting_stats=1 + chance.below(12),
        costs=chance.pick((Costs(), Costs(1, 2, 3), Costs(0, 0, 0))),
        majority_reward=chance.below(8),
        consensus_reward=chance.below(5),
        faction_power=chance.below(5),
        ruling_bonus=chance.pick((0, 15)),
        effects_shown=chance.pick(("open", "tendency")),
        disgrace_before_powers=chance.happens(700),
        gain_min=gain,
        gain_max=gain + chance.below(3),
        loss_min=loss,
        loss_max=loss + chance.below(4),
        gain_growth=chance.below(3),
        loss_growth=chance.below(4),
    )


def any_habits(chance: Chance) -> Habits:
    return Habits(
        abandon=chance.pick((0, 0, 0, 0, 5)),
        leave=chance.pick((0, 0, 10, 60)),
        narrate=chance.pick((0, 100)),
        reconsider=chance.pick((0, 200)),
        hurry=chance.pick((0, 0, 50, 400)),
        agree=chance.pick((0, 300, 900)),
    )


def any_game(seed: str) -> Game:
    """A whole game in which everything, rules and seats included, follows from the seed."""
    chance = Chance(seed)
    seats = 3 + chance.below(10)
    rules, habits = any_rules(chance), any_habits(chance)
    return play_out(seed, rules, names_for(seats), SeededPlayers(f"{seed}/players", habits))
