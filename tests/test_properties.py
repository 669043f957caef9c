"""What holds in every state a table can get into, whatever anybody tries: sought by hypothesis, which also finds the
shortest way there."""

import json
from collections.abc import Iterable
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.commands import (
    Abandon,
    Abstain,
    ClosePhase,
    Command,
    Leave,
    Narrate,
    Pass,
    PresentDilemma,
    Protect,
    Refused,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.decide import begin, play
from engine.evolve import fold
from engine.jsonl import BrokenRecording
from engine.options import options
from engine.recording import replay
from engine.rules import Costs, RuleSet
from engine.state import State, blank, waiting_for
from engine.terms import FACTIONS, Words
from tests.books import Books
from tests.legality import check_seat, check_table, check_views
from tests.players import names_for, words_for

QUICK: Final = settings(max_examples=100, stateful_step_count=40, deadline=None, database=None, derandomize=True)
LATE: Final = 40
"""Attempts after which a table may break off, so that most games get further than that."""

small = st.integers(0, 6)
numbers = st.integers(-1, 13) | st.sampled_from((10**30, -(10**30)))
texts = st.text(st.sampled_from("aż…😀 \n\t\0\x7f\x85\u202e\u2066\u2028\ud800"), max_size=8) | st.just("x" * 501)
factions = st.sampled_from(FACTIONS)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    start, gain, loss = draw(st.integers(0, 99)), draw(small), draw(small)
    return RuleSet(
        rounds=draw(st.integers(1, 4)),
        dominance=start + 1 + draw(st.integers(0, 20)),
        starting_influence=start,
        starting_stats=draw(st.integers(1, 20)),
        costs=Costs(*(draw(st.integers(0, 30)) for _ in range(3))),
        majority_reward=draw(small),
        consensus_reward=draw(small),
        faction_power=draw(small),
        effects_shown=draw(st.sampled_from(("open", "tendency"))),
        disgrace_before_powers=draw(st.booleans()),
        gain_min=gain,
        gain_max=gain + draw(small),
        loss_min=loss,
        loss_max=loss + draw(small),
        gain_growth=draw(small),
        loss_growth=draw(small),
    )


anything: st.SearchStrategy[Command] = st.one_of(
    st.builds(SubmitStatement, numbers, texts),
    st.builds(StaySilent, numbers),
    st.builds(VoteStatement, numbers, numbers),
    st.builds(Abstain, numbers),
    st.builds(Protect, numbers),
    st.builds(Unmask, numbers, numbers),
    st.builds(Sow, numbers, factions),
    st.builds(Pass, numbers),
    st.builds(VotePolicy, numbers, numbers),
    st.builds(Leave, numbers, st.sampled_from(("left", "removed"))),
    st.builds(ClosePhase, st.sampled_from(("deadline", "moderator"))),
    st.builds(Narrate, texts, texts),
    st.builds(PresentDilemma, texts, texts, st.lists(st.builds(Words, texts, texts), max_size=4).map(tuple), texts),
)


class Table(RuleBasedStateMachine):
    """A table at which anything may be tried. Commands either change the state as the books say, or nothing."""

    state: State
    books: Books

    @initialize(seed=st.text("ab", max_size=3), rules=rule_sets(), seats=st.integers(3, 12))
    def open(self, seed: str, rules: RuleSet, seats: int) -> None:
        self.state, self.events = begin(seed, rules, names_for(seats))
        self.books = Books(self.events)
        self.tried = 0

    def attempt(self, command: Command) -> bool:
        self.tried += 1
        try:
            after, events = play(self.state, command)
        except Refused:
            return False
        self.books.follow(command, events, after)
        self.state, self.events = after, (*self.events, *events)
        return True

    @rule(command=anything)
    def try_anything(self, command: Command) -> None:
        self.attempt(command)

    @precondition(lambda self: any(options(self.state, c.seat) for c in self.state.councillors))
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        moves = [move for c in self.state.councillors for move in options(self.state, c.seat)]
        assert self.attempt(data.draw(st.sampled_from(moves)))

    @rule(style=small)
    def a_round_goes_by(self, style: int) -> None:
        """Lest games stay in their first round."""
        round_ = self.state.round
        while self.state.phase != "ended" and self.state.round == round_:
            if self.state.phase == "dilemma":
                assert self.attempt(words_for(self.state))
            else:
                moves = options(self.state, waiting_for(self.state)[0])
                assert self.attempt(moves[style % len(moves)])

    @precondition(lambda self: self.state.phase == "dilemma")
    @rule()
    def present(self) -> None:
        assert self.attempt(words_for(self.state))

    @precondition(lambda self: self.state.phase not in ("dilemma", "ended"))
    @rule()
    def close(self) -> None:
        assert self.attempt(ClosePhase("deadline"))

    @precondition(lambda self: self.state.untold is not None)
    @rule()
    def narrate(self) -> None:
        assert self.attempt(Narrate("Było, minęło.", "deck"))

    @precondition(lambda self: self.tried > LATE and self.state.phase != "ended")
    @rule()
    def abandon(self) -> None:
        assert self.attempt(Abandon())

    @precondition(lambda self: len(self.state.active) > 2 and self.state.phase != "ended")
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        assert self.attempt(Leave(data.draw(st.sampled_from([c.seat for c in self.state.active])), "left"))

    @invariant()
    def options_and_decisions_agree(self) -> None:
        check_seat(self.state, self.tried % (len(self.state.councillors) + 2))
        check_table(self.state)

    @invariant()
    def views_tell_the_truth_and_no_more(self) -> None:
        check_views(self.events, self.state, 1 + self.tried % len(self.state.councillors))

    def teardown(self) -> None:
        """The facts alone lead here; and if nobody does anything any more, the game still ends in good time."""
        if not hasattr(self, "state"):
            return
        assert fold(blank(self.state.seed), self.events) == self.state
        rounds_left = self.state.rules.rounds - self.state.round + 1
        assert silent_end(self.state) <= 5 * rounds_left


def silent_end(state: State) -> int:
    """How many deadlines and dilemmas it takes to the end."""
    steps = 0
    while state.phase != "ended":
        state, _ = play(state, words_for(state) if state.phase == "dilemma" else ClosePhase("deadline"))
        steps += 1
    return steps


TestTable = Table.TestCase
TestTable.settings = QUICK


# -- through the border: JSON of any shape ----------------------------------------------------------------------------

scalars = st.none() | st.booleans() | numbers | st.floats() | texts | factions
values = scalars | st.lists(scalars, max_size=2) | st.dictionaries(st.sampled_from(("name", "text")), texts)
KEYS: Final = ("seat", "text", "author", "action", "target", "faction", "policy", "reason", "policies", "source", "x")
DOS: Final = tuple(dict.fromkeys(kind.do for kind in Command.__args__))
ACTIONS: Final = ("protect", "unmask", "sow", "pass")
shapeless = st.builds(
    lambda do, action, rest: {"do": do, **rest, **action},
    st.sampled_from(DOS) | values,
    st.just({}) | st.builds(lambda action: {"action": action}, st.sampled_from(ACTIONS)),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=4),
)


def lines(commands: Iterable[dict[str, Any]]) -> list[tuple[int, bytes]]:
    header = {"format": "rada-popiolow/recording", "version": 1, "seed": "s", "rules": {}, "seats": ["A", "B", "C"]}
    written = [header, *({"command": command} for command in commands)]
    return [(number, json.dumps(line).encode()) for number, line in enumerate(written, 1)]


@settings(QUICK, max_examples=300)
@given(st.lists(shapeless, max_size=5))
def test_whatever_stands_in_a_file_is_played_refused_or_no_recording(commands: list[dict[str, Any]]) -> None:
    state = None
    try:
        for step in replay(lines(commands)):
            assert step.refused is None or step.state is state
            state = step.state
    except BrokenRecording:
        return
