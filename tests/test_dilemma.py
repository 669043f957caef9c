"""D1 to D3: numbers from the engine, words from the narrator, and a final vote. The draw itself: test_chance.py."""

from dataclasses import replace
from typing import Any

import pytest

from engine.commands import PresentDilemma, SubmitStatement, VotePolicy
from engine.events import DilemmaDrawn, DilemmaPresented, PhaseOpened, PolicyApplied, PolicyVoteRecorded, SeatActed
from engine.state import waiting_for
from engine.terms import EffectsShown, HintedPolicy, OpenPolicy, Pairs, Words
from tests.table import DEADLINE, POLICIES, Table, kinds, only, told_to, words

SHORT: dict[str, Any] = {
    "title_max": 3,
    "crisis_max": 4,
    "policy_name_max": 5,
    "policy_text_max": 6,
    "source_max": 2,
    "narration_max": 7,
}
TOLD = PresentDilemma("abc", "abcd", (Words("abcde", "abcdef"),) * 3, "ab")


def with_second(name: str = "a", text: str = "a") -> dict[str, Any]:
    return {"policies": (TOLD.policies[0], Words(name, text), TOLD.policies[2])}


FITTING: dict[str, dict[str, Any]] = {
    "as long as may be": {},
    "trimmed first": {"title": "  abc\n", "text": "\u3000abcd", "source": " ab ", **with_second(" abcde ", "abcdef\t")},
    "the same words for each": {"policies": (Words("a", "a"),) * 3},
    "control characters are the narrator's matter": {"title": "a\tb"},
}
UNFIT: dict[str, dict[str, Any]] = {
    "no policy": {"policies": ()},
    "too few": {"policies": TOLD.policies[:2]},
    "too many": {"policies": TOLD.policies + TOLD.policies[:1]},
    "empty title": {"title": ""},
    "blank title": {"title": " \u2003"},
    "long title": {"title": "abcd"},
    "empty text": {"text": "\n"},
    "long text": {"text": "abcde"},
    "empty source": {"source": " "},
    "long source": {"source": "abc"},
    "empty name": with_second(name=" "),
    "long name": with_second(name="abcdef"),
    "empty policy text": with_second(text=""),
    "long policy text": with_second(text="abcdefg"),
}


@pytest.mark.parametrize("changes", FITTING.values(), ids=FITTING)
def test_D1_words_that_fit(changes: dict[str, Any]) -> None:
    table = Table(**SHORT).reach("dilemma")
    assert kinds(table.do(replace(TOLD, **changes))) == ["dilemma_presented", "phase_opened"]


@pytest.mark.parametrize("changes", UNFIT.values(), ids=UNFIT)
def test_D1_words_that_do_not_fit(changes: dict[str, Any]) -> None:
    assert Table(**SHORT).reach("dilemma").refusal(replace(TOLD, **changes)) == "bad_dilemma"


def test_D1_two_policies_take_two_descriptions() -> None:
    table = Table(policies=POLICIES[:2]).reach("dilemma")
    assert table.refusal(words(3)) == "bad_dilemma"
    assert len(only(DilemmaPresented, table.do(words(2)))[0].policies) == 2


def test_D1_the_draw_opens_each_round_and_nobody_sees_it() -> None:
    table = Table()
    table.vote(1)
    opened = [place for place, event in enumerate(table.events) if event in (_round(1), _round(2))]
    for place in opened:
        drawn = table.events[place + 1]
        assert isinstance(drawn, DilemmaDrawn)
        assert drawn.to == ()
    assert len(opened) == len(only(DilemmaDrawn, table.events)) == 2
    assert "dilemma_drawn" not in {kind for seat in range(1, 7) for kind in kinds(told_to(seat, table.events))}


def _round(number: int) -> PhaseOpened:
    return PhaseOpened(number, "statements")


def test_D1_the_words_change_no_number() -> None:
    told = words(3)
    lying = replace(told, policies=tuple(Words(f"economy +99 {p.name}", "hurts: nothing") for p in told.policies))
    applied = []
    for words_ in (told, lying):
        table = Table().reach("dilemma")
        table.do(words_, *[VotePolicy(seat, 1) for seat in range(1, 6)])
        applied.append(only(PolicyApplied, table.do(VotePolicy(6, 1))))
    assert applied[0] == applied[1]


def test_D1_nothing_anyone_does_changes_what_is_drawn() -> None:
    quiet, loud = Table(), Table()
    loud.do(SubmitStatement(1, "Niech spadnie stabilność!"))
    quiet.vote(None, 2, 2)
    loud.vote(1, 1, 1, 1, 1, 1)
    assert quiet.state.drawn == loud.state.drawn != POLICIES


def test_D1_the_vote_waits_for_the_words() -> None:
    table = Table().reach("dilemma")
    assert waiting_for(table.state) == ()
    assert table.refusal(VotePolicy(1, 1)) == "wrong_phase"
    assert table.refusal(DEADLINE) == "wrong_phase"


SHOWN: dict[EffectsShown, OpenPolicy | HintedPolicy] = {
    "open": OpenPolicy("Polisa 1", "Opis 1", Pairs((("economy", 2), ("faith", -3)))),
    "tendency": HintedPolicy("Polisa 1", "Opis 1", "economy", "faith"),
}


@pytest.mark.parametrize("shown", SHOWN)
def test_D2_effects_are_shown_before_the_vote(shown: EffectsShown) -> None:
    table = Table(effects_shown=shown).reach("dilemma")
    presented, opened = table.do(words(3))
    assert isinstance(presented, DilemmaPresented)
    assert presented.to == "all"
    assert presented.policies[0] == SHOWN[shown]
    assert opened == PhaseOpened(1, "policy_vote")


def test_D2_a_tendency_still_has_its_full_effect() -> None:
    table = Table(effects_shown="tendency")
    assert only(PolicyApplied, table.vote(1, 1, 1))[0].effects == POLICIES[0].effects


def test_D2_texts_are_trimmed() -> None:
    table = Table(policies=POLICIES[:1]).reach("dilemma")
    presented = table.do(PresentDilemma(" a\n", "\u2003b", (Words("\tc", "d "),), " e "))[0]
    assert presented == DilemmaPresented("a", "b", "e", (OpenPolicy("c", "d", POLICIES[0].effects),))


def test_D3_a_vote_is_final() -> None:
    table = Table().reach("policy_vote")
    assert table.do(VotePolicy(1, 1)) == (PolicyVoteRecorded(1, 1), SeatActed(1, "policy_vote"))
    assert table.refusal(VotePolicy(1, 2)) == "already_voted"
    assert table.refusal(VotePolicy(1, 1)) == "already_voted"


@pytest.mark.parametrize("policy", [0, -1, 4])
def test_D3_for_a_policy_there_is(policy: int) -> None:
    assert Table().reach("policy_vote").refusal(VotePolicy(1, policy)) == "unknown_policy"


def test_D3_who_does_not_vote_before_the_phase_closes_casts_no_vote() -> None:
    table = Table().reach("policy_vote")
    table.do(VotePolicy(2, 3))
    assert [c.vote for c in table.state.councillors] == [None, 3, None, None, None, None]
    counted = table.do(DEADLINE)[0]
    assert getattr(counted, "tally", None) == (0, 0, 1)
