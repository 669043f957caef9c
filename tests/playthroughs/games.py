"""The golden games: what each is there to show, and who plays it. None depends on a number that simulation tunes."""

from dataclasses import replace
from typing import Final, NamedTuple

from engine.commands import (
    Abandon,
    ClosePhase,
    Command,
    Leave,
    Narrate,
    PresentDilemma,
    Protect,
    Sow,
    Unmask,
    VotePolicy,
)
from engine.rules import RuleSet
from engine.state import State
from engine.terms import Ending, Phase
from tests.players import UNTUNED, Game, Habits, SeededPlayers, play_out
from tests.playthroughs.words import NAMES, STATEMENTS, narrate, tell

Plan = dict[tuple[int, Phase], tuple[Command, ...]]
"""What happens when a phase of a round opens, before the seeded players go on."""

LIVELY: Final = Habits(agree=350, reconsider=80, narrate=300)
HURRIED: Final = Habits(agree=250, reconsider=60, narrate=300, hurry=40)
UNITED: Final = Habits(agree=900)
DEADLINE: Final = ClosePhase("deadline")


class Golden(NamedTuple):
    name: str
    shows: str
    seed: str
    seats: int
    ending: Ending
    rules: RuleSet
    habits: Habits
    plan: Plan


GOLDEN: Final = (
    Golden(
        "three_on_points",
        "a game of full length, with every effect shown",
        "trzy 9",
        3,
        "points",
        replace(UNTUNED, starting_stats=30),
        LIVELY,
        {},
    ),
    Golden(
        "five_to_dominance",
        "a faction that votes as one, and what that is worth",
        "pięć 84",
        5,
        "dominance",
        replace(UNTUNED, starting_influence=86),
        UNITED,
        {},
    ),
    Golden(
        "six_to_the_fall",
        "only tendencies shown; whoever votes for ruin is exiled, and the kingdom falls",
        "sześć 137",
        6,
        "fall",
        replace(UNTUNED, starting_stats=8, loss_min=2, loss_max=5, effects_shown="tendency"),
        LIVELY,
        {},
    ),
    Golden(
        "six_with_exiles",
        "a faction's power saves the kingdom, not those who would have felled it (R6); the others go on",
        "wygnani 36",
        6,
        "points",
        replace(UNTUNED, rounds=4, starting_stats=3, loss_min=2, loss_growth=0),
        replace(LIVELY, agree=550),
        {},
    ),
    Golden(
        "nine_with_leavers",
        "leaving in every phase (E4), and disgrace judged after the powers",
        "dziewięć 64",
        9,
        "points",
        replace(UNTUNED, rounds=4, starting_stats=4, loss_min=2, disgrace_before_powers=False),
        LIVELY,
        {
            (1, "statement_vote"): (Leave(2, "left"),),
            (2, "actions"): (Unmask(1, 5), Protect(3), Unmask(4, 3), Leave(5, "removed")),
            (3, "dilemma"): (Leave(7, "left"),),
            (3, "policy_vote"): (VotePolicy(9, 2), Leave(9, "left")),
            (4, "statements"): (Leave(8, "removed"),),
        },
    ),
    Golden(
        "twelve_in_a_hurry",
        "a full table, short evenings, phases closed by deadline, ties, both costly actions",
        "dwanaście 5",
        12,
        "points",
        replace(UNTUNED, rounds=3, starting_stats=15, effects_shown="tendency"),
        HURRIED,
        {
            (1, "actions"): (
                Sow(1, "guard"),
                Sow(2, "guard"),
                Sow(3, "merchants"),
                Protect(4),
                Unmask(5, 4),
                Unmask(6, 5),
            )
        },
    ),
    Golden(
        "three_deserted",
        "a round in which nobody does anything, and then one remains",
        "pustka 1",
        3,
        "deserted",
        replace(UNTUNED, rounds=5, starting_stats=12),
        LIVELY,
        {
            (1, "statements"): (DEADLINE,),
            (1, "actions"): (DEADLINE,),
            (1, "policy_vote"): (DEADLINE,),
            (2, "actions"): (Leave(1, "left"),),
            (2, "policy_vote"): (Leave(3, "removed"),),
        },
    ),
    Golden(
        "five_abandoned",
        "a moderator ends it; the last tale may still be told",
        "dość 1",
        5,
        "abandoned",
        replace(UNTUNED, starting_stats=15),
        replace(LIVELY, narrate=0),
        {(2, "policy_vote"): (VotePolicy(1, 1), Abandon(), Narrate("Tu kronika się urywa.", "deck"))},
    ),
)


class Directed:
    """Seeded players who keep to a plan, with a narrator who has more to say than theirs."""

    def __init__(self, golden: Golden) -> None:
        self._players = SeededPlayers(f"{golden.seed}/players", golden.habits, STATEMENTS)
        self._plan = dict(golden.plan)
        self._due: list[Command] = []

    def __call__(self, state: State) -> Command | None:
        self._due += self._plan.pop((state.round, state.phase), ())
        if self._due:
            return self._due.pop(0)
        match self._players(state):
            case PresentDilemma():
                return tell(state)
            case Narrate():
                return narrate(state)
            case command:
                return command


def played(golden: Golden) -> Game:
    game = play_out(golden.seed, golden.rules, NAMES[: golden.seats], Directed(golden))
    assert game.refused is None, (golden.name, game.refused)
    return game
