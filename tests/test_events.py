"""Every kind of event exactly as it stands in a recording, who hears it, and how commands and the rest are written."""

from dataclasses import asdict
from itertools import product
from typing import Final, get_args

import pytest

from engine.commands import (
    Abandon,
    Abstain,
    Command,
    Leave,
    Narrate,
    Pass,
    Protect,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.decide import begin, decide
from engine.events import Event
from engine.notation import command_json, event_json, final_json, header_json, line_json
from engine.rules import Costs, RuleSet
from engine.view import heard_by, view
from tests.stories import FALLING, PEACEFUL, STORIES, Json, event, falling, opened, peaceful, stats
from tests.table import DEADLINE, POLICIES, Table, words


@pytest.mark.parametrize("story", STORIES)
def test_a_game_line_by_line(story: str) -> None:
    start, lines = STORIES[story]
    table = start()
    for command, expected in lines:
        caused = [event_json(event) for event in table.do(command)]
        assert [event for event in caused if event["event"] != "dilemma_drawn"] == expected


OWN: Final = {
    "starting_influence": 31,
    "starting_stats": 7,
    "gain_min": 1,
    "gain_max": 1,
    "loss_min": 2,
    "loss_max": 2,
    "gain_growth": 0,
    "loss_growth": 3,
    "title_max": 10,
    "crisis_max": 11,
    "policy_name_max": 12,
    "policy_text_max": 13,
    "narration_max": 14,
    "source_max": 15,
}
SHARED: Final = {
    "rounds": 8,
    "dominance": 100,
    "costs": {"protect": 5, "unmask": 20, "sow": 25},
    "majority_reward": 5,
    "consensus_reward": 3,
    "faction_power": 3,
    "ruling_bonus": 15,
    "effects_shown": "open",
    "disgrace_before_powers": True,
    "statement_max": 500,
}


def test_the_beginning() -> None:
    state, events = begin("popiół", RuleSet(**OWN), ("Ala", "Bartek", "Celina"))  # type: ignore[arg-type]
    started, phase, drawn = map(event_json, events)
    factions = {str(c.seat): c.faction for c in state.councillors}
    names = {"1": "Ala", "2": "Bartek", "3": "Celina"}
    rules = {**SHARED, **OWN}
    assert started == event(
        "game_started", names=names, factions=factions, stats=stats(7, 7, 7), influence=31, rules=rules
    )
    assert phase == opened("statements")
    assert drawn == event(
        "dilemma_drawn",
        [],
        policies=[{"helps": p.helps, "hurts": p.hurts, "effects": {p.helps: 1, p.hurts: -2}} for p in state.drawn],
    )


def test_deciding_gives_the_events_and_leaves_the_state() -> None:
    table = Table(3)
    before = repr(table.state)
    events = decide(table.state, DEADLINE)
    assert repr(table.state) == before
    assert table.do(DEADLINE) == events


def test_a_tie_is_marked_as_drawn() -> None:
    counted = event_json(Table(3, POLICIES[:2]).vote()[0])
    assert counted == event("votes_counted", tally=[0, 0], winner=counted["winner"], drawn=True)


def test_a_skipped_vote_causes_nothing() -> None:
    assert [event_json(event) for event in Table(3).do(DEADLINE)] == [
        event("statements_revealed", statements={}),
        opened("actions"),
    ]


def test_a_missing_vote_is_revealed_as_null() -> None:
    table = Table(4).reach("actions")
    table.do(Sow(1, "merchants"))
    revealed = event_json(table.vote(None, 1, 1, 2)[1])
    assert revealed == event("votes_revealed", faction="merchants", votes={"1": None, "4": 2})


def all_events() -> list[Event]:
    events: list[Event] = []
    for start, lines in STORIES.values():
        table = start()
        table.do(*[command for command, _ in lines])
        events += table.events
    return events


def test_every_kind_is_seen() -> None:
    assert {type(event) for event in all_events()} == set(get_args(Event))


def test_nobody_hears_what_is_not_addressed_to_them() -> None:
    for happened, seat in product(all_events(), (None, 1, 2, 3)):
        to = event_json(happened)["to"]
        assert heard_by(happened, seat) == (to == "all" or seat in to)


def test_a_view_folds_what_was_heard() -> None:
    table = peaceful()
    table.do(*[command for command, _ in PEACEFUL[:12]])
    own = view(table.events, 1)
    assert own.councillor(1) == table.state.councillor(1)
    assert own.councillor(2).choice is own.councillor(3).choice is None
    assert (own.seed, own.drawn) == ("", ())


COMMANDS: list[tuple[Command, Json]] = [
    (SubmitStatement(1, " a "), {"do": "submit_statement", "seat": 1, "text": " a "}),
    (StaySilent(1), {"do": "stay_silent", "seat": 1}),
    (VoteStatement(1, 2), {"do": "vote_statement", "seat": 1, "author": 2}),
    (Abstain(1), {"do": "abstain", "seat": 1}),
    (Protect(1), {"do": "choose_action", "seat": 1, "action": "protect"}),
    (Unmask(1, 2), {"do": "choose_action", "seat": 1, "action": "unmask", "target": 2}),
    (Sow(1, "guard"), {"do": "choose_action", "seat": 1, "action": "sow", "faction": "guard"}),
    (Pass(1), {"do": "choose_action", "seat": 1, "action": "pass"}),
    (
        words(1),
        {
            "do": "present_dilemma",
            "title": "Kryzys",
            "text": "Co się stało.",
            "policies": [{"name": "Polisa 1", "text": "Opis 1"}],
            "source": "deck",
        },
    ),
    (Narrate("a", "deck"), {"do": "narrate", "text": "a", "source": "deck"}),
    (VotePolicy(1, 2), {"do": "vote_policy", "seat": 1, "policy": 2}),
    (DEADLINE, {"do": "close_phase", "reason": "deadline"}),
    (Leave(1, "left"), {"do": "leave", "seat": 1, "reason": "left"}),
    (Abandon(), {"do": "abandon"}),
]


@pytest.mark.parametrize(("command", "written"), COMMANDS, ids=lambda value: getattr(value, "do", ""))
def test_commands_as_written(command: Command, written: Json) -> None:
    assert command_json(command) == written


def test_a_line_and_a_header_as_written() -> None:
    table = Table(3)
    assert line_json(4, Leave(1, "left"), table.do(Leave(1, "left"))) == {
        "n": 4,
        "command": {"do": "leave", "seat": 1, "reason": "left"},
        "events": [event("seat_left", seat=1, reason="left")],
    }
    rules = RuleSet(rounds=3, costs=Costs(protect=6))
    header = header_json("1", rules, ("Ala", "Bartek", "Celina"), ())
    assert header == {
        "format": "rada-popiolow/recording",
        "version": 1,
        "seed": "1",
        "rules": asdict(rules),
        "seats": ["Ala", "Bartek", "Celina"],
        "events": [],
    }


def test_where_the_game_stands() -> None:
    table = falling()
    table.do(*[command for command, _ in FALLING[:-1]])
    final = final_json(table.state)["final"]
    assert (final["ending"], final["winners"], final["phase"]) == (None, [], "policy_vote")
    table.do(FALLING[-1][0])
    names = [("Ala", "merchants", "active", 30), ("Bartek", "clergy", "exiled", 53), ("Celina", "guard", "exiled", 38)]
    seats = {
        str(seat): {"name": name, "faction": faction, "status": status, "influence": influence, "declared": 0}
        for seat, (name, faction, status, influence) in enumerate(names, 1)
    }
    assert final_json(table.state) == {
        "final": {
            "round": 1,
            "phase": "ended",
            "stats": stats(13, 11, -2),
            "ending": "fall",
            "winners": [],
            "seats": seats,
        }
    }
