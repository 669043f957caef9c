"""Pairs of games made by hand. Each says in its name what differs, and who is `blind` to it from beginning to end."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from engine.chance import deal, draw_dilemma
from engine.commands import (
    ClosePhase,
    Command,
    Leave,
    Pass,
    Protect,
    Sow,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.rules import RuleSet
from engine.terms import DrawnPolicy
from tests.players import UNTUNED, Game, names_for, play_out, words_for
from tests.worlds import Observer, Pair

Script = list[Command]
Row = tuple[str, Script, Script, tuple[Observer, ...]]
"""What differs, both scripts, and who is blind to it."""

SEED: Final = "dwa światy"
SEATS: Final = 5
RULES: Final = replace(UNTUNED, rounds=2, starting_stats=20)
TENDENCY: Final = replace(RULES, effects_shown="tendency")
POOR: Final = replace(RULES, starting_influence=9, majority_reward=0, consensus_reward=0)

STATEMENTS: Final[Script] = [SubmitStatement(seat, f"Słowo {seat}.") for seat in range(1, SEATS + 1)]
PASSES: Final = [Pass(seat) for seat in range(1, SEATS + 1)]


def supports(*authors: int) -> Script:
    return [VoteStatement(seat, author) for seat, author in enumerate(authors, 1)]


def ballots(*policies: int) -> Script:
    return [VotePolicy(seat, policy) for seat, policy in enumerate(policies, 1)]


SUPPORTS: Final = supports(2, 1, 1, 1, 1)
BALLOTS: Final = ballots(1, 2, 1, 2, 1)


def acting(*choices: Command, ballots: Script = BALLOTS) -> Script:
    """A round in which these act and the others pass."""
    busy = {getattr(choice, "seat", 0): choice for choice in choices}
    return [*STATEMENTS, *SUPPORTS, *(busy.get(choice.seat, choice) for choice in PASSES), *ballots]


def evening(script: Script, rules: RuleSet = RULES, seed: str = SEED) -> Game:
    """A game by script, with a narrator who has the words ready."""
    commands = iter(script)
    return play_out(
        seed,
        rules,
        names_for(SEATS),
        lambda state: words_for(state) if state.phase == "dilemma" else next(commands, None),
    )


def but(*seats: int) -> tuple[Observer, ...]:
    """Everybody else, the public too."""
    return (None, *(seat for seat in range(1, SEATS + 1) if seat not in seats))


def sibling(alike: Callable[[tuple[DrawnPolicy, ...], tuple[DrawnPolicy, ...]], bool]) -> str:
    """Another seed with the same deal, and with a first dilemma that is alike in a way and yet another."""
    first = draw_dilemma(SEED, RULES, 1)
    for number in range(100_000):
        other = f"{SEED} {number}"
        drawn = draw_dilemma(other, RULES, 1)
        if drawn != first and alike(drawn, first) and deal(other, SEATS) == deal(SEED, SEATS):
            return other
    raise AssertionError("no such seed")


def cases() -> Iterator[Pair]:
    for name, one, other, blind in (*plans(), *votes(), *leavers()):
        yield Pair(name, evening(one), evening(other), blind=blind)
    # A1: who can no longer pay for anything is waited for like everybody else.
    again: Script = [*STATEMENTS, *SUPPORTS, *PASSES[:2], *PASSES[3:], PASSES[2]]
    one, other = acting(Protect(3)), acting()
    yield Pair("whether 3 is poor", evening([*one, *again], POOR), evening([*other, *again], POOR), blind=but(3))
    yield from seeds()


def plans() -> Iterator[Row]:
    """A1, R2: an action is its owner's secret, and so is an unmasking and its failure (A3)."""
    yield "whom 2 unmasks", acting(Unmask(2, 1)), acting(Unmask(2, 3)), but(2)
    shy, bold = acting(Protect(1), Unmask(2, 3)), acting(Protect(1), Unmask(2, 1))
    yield "whether 2 tries the protected 1", shy, bold, but(2)
    yield "whether 1 is protected", acting(Protect(1), Protect(4)), acting(Protect(4)), but(1)
    # Once however many chose it.
    yield "whether 3 sows too", acting(Sow(2, "guard"), Sow(3, "guard")), acting(Sow(2, "guard")), but(3)


def votes() -> Iterator[Row]:
    """O1, O3, R1: only the tallies are public, and only the last word counts."""
    # 4 and 5 do not vote, so that no consensus comes or goes.
    one, other = ([*ballots(1, *two), ClosePhase("deadline")] for two in ((1, 2), (2, 1)))
    yield "how 2 and 3 voted", acting(ballots=one), acting(ballots=other), but(2, 3)
    one, other = ([*STATEMENTS, *supports(5, 5, *two, 1)] for two in ((1, 2), (2, 1)))
    yield "whom 3 and 4 support", one, other, but(3, 4)
    first, second = SubmitStatement(1, "Jeszcze inaczej."), SubmitStatement(2, "Po namyśle.")
    one, other = ([*STATEMENTS[:4], *two, STATEMENTS[4]] for two in ((first, second), (second, first)))
    yield "who wrote last", one, other, but()


def leavers() -> Iterator[Row]:
    """E4: nobody learns what was pending."""
    gone = Leave(3, "left")
    before: Script = [*STATEMENTS, *SUPPORTS, *PASSES[:2]]
    one, other = ([*before, plan, gone, *PASSES[3:]] for plan in (Unmask(3, 1), Sow(3, "guard")))
    yield "what 3 planned and left", one, other, but(3)
    one, other = (acting(ballots=[*BALLOTS[:2], VotePolicy(3, vote), gone, *BALLOTS[3:]]) for vote in (1, 2))
    yield "how 3 voted and left", one, other, but(3)
    one, other = ([*STATEMENTS[:2], SubmitStatement(3, words), gone] for words in ("To.", "Tamto."))
    yield "what 3 wrote and left", one, other, but(3)


def seeds() -> Iterator[Pair]:
    """What is drawn is nobody's until it is told (D1), and where only tendencies are shown not even then (D2)."""
    untold: Script = [*STATEMENTS, *SUPPORTS, *PASSES[:4]]
    twin = sibling(lambda drawn, first: True)
    yield Pair("which dilemma was drawn", evening(untold), evening(untold, seed=twin), blind=but())
    unresolved = acting()[:-1]
    twin = sibling(lambda drawn, first: [policy[:2] for policy in drawn] == [policy[:2] for policy in first])
    one, other = (evening(unresolved, TENDENCY, seed) for seed in (SEED, twin))
    yield Pair("how strong the policies are", one, other, blind=but())
