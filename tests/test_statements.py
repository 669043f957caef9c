"""O1 to O4: statements, the vote on them, and what it wins."""

from itertools import chain

import pytest

from engine.commands import Abstain, Protect, StaySilent, SubmitStatement, VoteStatement
from engine.events import PhaseOpened, SeatActed, StatementAwarded, StatementRecorded, StatementsRevealed
from engine.state import waiting_for
from engine.terms import Pairs
from engine.words import trim
from tests.table import DEADLINE, Table, kinds, outcome, told_to, totals

ACCEPTED = {
    "one": ("a", "a"),
    "500 characters": ("ż" * 500, "ż" * 500),
    "500 after trimming": ("  " + "a" * 500 + "\n\n", "a" * 500),
    "code points beyond the first plane count once": ("😀" * 500, "😀" * 500),
    "combining marks count for themselves": ("e\u0301" * 250, "e\u0301" * 250),
    "a line break inside": ("raz\n\ndwa", "raz\n\ndwa"),
    "line breaks around": ("\n a \n", "a"),
    "white space of Unicode": ("\u3000\u00a0\u1680\u2003a\u202f\u205f\u2028\u2029", "a"),
    "white space that is a control character, at the edge": ("\t\v\f\r\u0085a\t", "a"),
    "separators inside are no control characters": ("a\u2028b\u2029c", "a\u2028b\u2029c"),
    "zero width is no white space": ("\u200b", "\u200b"),
    "nor is the byte order mark": ("\ufeffa", "\ufeffa"),
    "nor the Mongolian vowel separator": ("\u180ea", "\u180ea"),
    "marks beside the refused ranges": ("\u200e\u200f\u2065\u206aa", "\u200e\u200f\u2065\u206aa"),
}
CONTROLS = [chr(code) for code in chain(range(0x20), range(0x7F, 0xA0)) if chr(code) != "\n"]
HALVES = [chr(0xD800), chr(0xDFFF)]
BIDI = [chr(code) for code in chain(range(0x202A, 0x202F), range(0x2066, 0x206A))]
REFUSED = {
    "empty": "",
    "spaces": "   ",
    "white space of Unicode": "\u3000\u2028\u0085\n",
    "501 characters": "a" * 501,
    "combining marks count": "e\u0301" * 250 + "e",
    "information separator at the edge, no white space to Unicode": "\x1ca",
    "bidi at the edge": "a\u2069",
}


@pytest.mark.parametrize(("text", "kept"), ACCEPTED.values(), ids=ACCEPTED)
def test_O1_accepts(text: str, kept: str) -> None:
    events = Table().do(SubmitStatement(1, text))
    assert events == (StatementRecorded(1, kept), SeatActed(1, "statements"))


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_O1_refuses(text: str) -> None:
    assert Table().refusal(SubmitStatement(1, text)) == "bad_text"


@pytest.mark.parametrize("mark", CONTROLS + BIDI + HALVES, ids=lambda mark: f"{ord(mark):04x}")
def test_O1_refuses_controls_bidi_and_half_characters_inside(mark: str) -> None:
    assert Table().refusal(SubmitStatement(1, f"a{mark}b")) == "bad_text"


def test_O1_trims_the_white_space_of_unicode_and_nothing_else() -> None:
    """To Python the information separators U+001C to U+001F are white space too, to Unicode they are not."""
    characters = [chr(code) for code in range(0xD800)]
    trimmed = [character for character in characters if trim(f"{character}a{character}") == "a"]
    assert trimmed == [
        character for character in characters if character.isspace() and character not in "\x1c\x1d\x1e\x1f"
    ]


def test_O1_the_longest_statement_is_a_rule() -> None:
    table = Table(statement_max=3)
    assert table.refusal(SubmitStatement(1, "abcd")) == "bad_text"
    assert table.do(SubmitStatement(1, " abc "))[0] == StatementRecorded(1, "abc")


def test_O1_is_hidden_until_all_are_revealed_at_once_and_signed() -> None:
    table = Table(3)
    table.do(SubmitStatement(3, "trzy"), StaySilent(2))
    assert kinds(told_to(1, table.events[3:])) == ["seat_acted", "seat_acted"]
    closing = table.do(SubmitStatement(1, "raz"))[2:]
    assert closing == (StatementsRevealed(Pairs(((1, "raz"), (3, "trzy")))), PhaseOpened(1, "statement_vote"))


def test_O1_may_be_replaced_until_the_phase_closes() -> None:
    table = Table(3)
    table.do(SubmitStatement(1, "raz"), StaySilent(2))
    assert table.do(SubmitStatement(1, "dwa")) == (StatementRecorded(1, "dwa"),)
    assert table.do(SubmitStatement(2, "jednak")) == (StatementRecorded(2, "jednak"),)
    assert table.do(StaySilent(1)) == (StatementRecorded(1, None),)
    assert StatementsRevealed(Pairs(((2, "jednak"),))) in table.do(StaySilent(3))
    assert table.refusal(SubmitStatement(2, "za późno")) == "wrong_phase"


def test_O1_a_refused_replacement_leaves_the_first() -> None:
    table = Table()
    table.do(SubmitStatement(1, "raz"))
    assert table.refusal(SubmitStatement(1, "")) == "bad_text"
    assert table.do(DEADLINE)[0] == StatementsRevealed(Pairs(((1, "raz"),)))


@pytest.mark.parametrize("silent", ["asked", "deadline"])
def test_O1_may_stay_silent(silent: str) -> None:
    table = Table(3)
    table.do(*([StaySilent(1), StaySilent(2)] if silent == "asked" else []))
    events = table.do(DEADLINE if silent == "deadline" else StaySilent(3))
    assert StatementsRevealed(Pairs()) in events


def test_O2_nobody_votes_for_their_own_or_for_the_silent() -> None:
    table = Table()
    table.speak(1, 3)
    assert table.refusal(VoteStatement(1, 1)) == "own_statement"
    assert table.refusal(VoteStatement(1, 2)) == "silent_author"
    assert table.refusal(VoteStatement(1, 7)) == "unknown_seat"
    assert table.do(VoteStatement(1, 3))


def test_O2_the_vote_may_be_changed_until_the_phase_closes() -> None:
    table = Table(3)
    table.speak(1, 2, 3)
    table.do(VoteStatement(1, 2), VoteStatement(2, 3))
    assert kinds(table.do(VoteStatement(1, 3))) == ["statement_vote_recorded"]
    assert kinds(table.do(Abstain(2))) == ["statement_vote_recorded"]
    assert StatementAwarded(3, Pairs(((3, 1),))) in table.do(Abstain(3))
    assert table.refusal(VoteStatement(1, 2)) == "wrong_phase"
    assert table.refusal(Abstain(1)) == "wrong_phase"


def test_O2_the_only_speaker_need_not_act() -> None:
    table = Table(3)
    table.speak(2)
    assert waiting_for(table.state) == (1, 3)
    table.do(Abstain(1))
    assert kinds(table.do(VoteStatement(3, 2)))[-2:] == ["statement_awarded", "phase_opened"]


def test_O2_who_need_not_act_may_still_abstain() -> None:
    table = Table(3)
    table.speak(2)
    assert kinds(table.do(Abstain(2))) == ["statement_vote_recorded", "seat_acted"]
    assert table.state.phase == "statement_vote"


def test_O2_without_statements_the_vote_is_skipped() -> None:
    assert Table().do(DEADLINE) == (StatementsRevealed(Pairs()), PhaseOpened(1, "actions"))


def test_O2_an_exile_is_not_waited_for() -> None:
    table = Table(4).craft(4, status="exiled")
    table.speak(1, 2, 3)
    assert table.state.phase == "statement_vote"
    assert waiting_for(table.state) == (1, 2, 3)


VOTES: dict[str, tuple[dict[int, int], int | None, dict[int, int]]] = {
    "most": ({1: 2, 3: 2, 4: 1}, 2, {1: 1, 2: 2}),
    "one vote alone": ({6: 5}, 5, {5: 1}),
    "everybody else": ({1: 2, 3: 2, 4: 2, 5: 2, 6: 2}, 2, {2: 5}),
    "tie of two": ({1: 2, 2: 1}, None, {1: 1, 2: 1}),
    "tie above a third": ({1: 2, 2: 1, 3: 2, 4: 1, 5: 3}, None, {1: 2, 2: 2, 3: 1}),
    "tie of all": ({1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 1}, None, dict.fromkeys(range(1, 7), 1)),
    "no vote": ({}, None, {}),
}


@pytest.mark.parametrize(("votes", "winner", "counts"), VOTES.values(), ids=VOTES)
def test_O3_most_votes_alone(votes: dict[int, int], winner: int | None, counts: dict[int, int]) -> None:
    table = Table()
    table.speak(1, 2, 3, 4, 5, 6)
    table.do(*[VoteStatement(seat, author) for seat, author in votes.items()])
    silent = [Abstain(seat) for seat in range(1, 7) if seat not in votes]
    table.do(*silent)
    assert only_award(table) == StatementAwarded(winner, Pairs(sorted(counts.items())))
    assert [c.declared for c in table.state.councillors] == [counts[s] if s == winner else 0 for s in range(1, 7)]
    assert {c.influence for c in table.state.councillors} == {50}


def only_award(table: Table) -> StatementAwarded:
    (award,) = [event for event in table.events if isinstance(event, StatementAwarded)]
    return award


def test_O3_a_closed_vote_counts_what_was_given() -> None:
    table = Table()
    table.speak(1, 2)
    table.do(VoteStatement(1, 2))
    assert table.do(DEADLINE) == (StatementAwarded(2, Pairs(((2, 1),))), PhaseOpened(1, "actions"))


def test_O3_declared_influence_adds_up() -> None:
    table = Table()
    for votes in (2, 3):
        table.reach("statement_vote")
        table.do(*[VoteStatement(seat, 1) for seat in range(2, 2 + votes)], DEADLINE)
        table.vote()
    assert table.state.councillor(1).declared == 5


def test_O3_a_tie_gives_nobody_and_takes_nothing() -> None:
    table = Table().craft(1, declared=4)
    table.speak(1, 2)
    table.do(VoteStatement(1, 2), VoteStatement(2, 1), DEADLINE)
    assert [c.declared for c in table.state.councillors] == [4, 0, 0, 0, 0, 0]


def test_O4_declared_influence_cannot_be_spent() -> None:
    table = Table().reach("actions").craft(1, influence=4, declared=90)
    assert table.refusal(Protect(1)) == "too_poor"


def test_O4_declared_influence_never_dominates() -> None:
    table = Table().craft(1, influence=91, declared=99)
    table.vote(1, 1, 1, 1, 1, 1)
    assert table.state.councillor(1).influence == 99
    assert table.state.outcome is None


def test_O4_is_added_before_the_ruling_faction_is_determined() -> None:
    table = Table(rounds=1).craft(4, declared=20)
    table.vote(1, 1, 1, 2, 2, 2)
    assert outcome(table).ruling_faction == "merchants"
    assert totals(table)[3] == table.state.councillor(4).influence + 20 + 15
