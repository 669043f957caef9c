"""Two games told line by line: what is done, and exactly what stands in the recording as caused by it.

Seat 1 is merchants, 2 clergy, 3 guard. The draws of the rounds are left out; test_chance.py has them."""

from collections.abc import Callable
from typing import Any, Final

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
from tests.table import DEADLINE, POLICIES, Table, policy, words

Json = dict[str, Any]


def event(name: str, to: str | list[int] = "all", **values: Any) -> Json:
    return {"event": name, "to": to, **values}


def acted(seat: int, phase: str) -> Json:
    return event("seat_acted", seat=seat, phase=phase)


def opened(phase: str, round_: int = 1) -> Json:
    return event("phase_opened", round=round_, phase=phase)


def said(seat: int, text: str | None) -> Json:
    return event("statement_recorded", [seat], seat=seat, text=text)


def supported(seat: int, author: int | None) -> Json:
    return event("statement_vote_recorded", [seat], seat=seat, author=author)


def chose(seat: int, action: str, cost: int, target: int | None = None, faction: str | None = None) -> Json:
    return event("action_recorded", [seat], seat=seat, action=action, target=target, faction=faction, cost=cost)


def paid(seat: int, cost: int, influence: int) -> Json:
    return event("action_paid", [seat], seat=seat, cost=cost, influence=influence)


def voted(seat: int, choice: int) -> Json:
    return event("policy_vote_recorded", [seat], seat=seat, policy=choice)


def awarded(seat: int, majority: int, consensus: int, influence: int) -> Json:
    return event("influence_awarded", [seat], seat=seat, majority=majority, consensus=consensus, influence=influence)


def power(faction: str, stat: str) -> Json:
    return event("faction_power", faction=faction, stat=stat, amount=3)


def stats(stability: int, economy: int, faith: int) -> Json:
    return {"stability": stability, "economy": economy, "faith": faith}


def score(influence: int, declared: int, bonus: int, total: int, status: str = "active") -> Json:
    return {"influence": influence, "declared": declared, "bonus": bonus, "total": total, "status": status}


SHOWN: Final = [
    {"name": "Polisa 1", "text": "Opis 1", "effects": {"economy": 2, "faith": -3}},
    {"name": "Polisa 2", "text": "Opis 2", "effects": {"faith": 1, "stability": -2}},
]
PEACEFUL: list[tuple[Command, list[Json]]] = [
    (SubmitStatement(1, " Pokój. "), [said(1, "Pokój."), acted(1, "statements")]),
    (StaySilent(2), [said(2, None), acted(2, "statements")]),
    (SubmitStatement(1, "Wojna."), [said(1, "Wojna.")]),
    (
        SubmitStatement(3, "Chleb."),
        [
            said(3, "Chleb."),
            acted(3, "statements"),
            event("statements_revealed", statements={"1": "Wojna.", "3": "Chleb."}),
            opened("statement_vote"),
        ],
    ),
    (VoteStatement(2, 1), [supported(2, 1), acted(2, "statement_vote")]),
    (VoteStatement(2, 3), [supported(2, 3)]),
    (VoteStatement(1, 3), [supported(1, 3), acted(1, "statement_vote")]),
    (
        Abstain(3),
        [
            supported(3, None),
            acted(3, "statement_vote"),
            event("statement_awarded", winner=3, votes={"3": 2}),
            opened("actions"),
        ],
    ),
    (Pass(1), [chose(1, "pass", 0), acted(1, "actions")]),
    (Unmask(1, 3), [chose(1, "unmask", 20, target=3)]),
    (Sow(3, "clergy"), [chose(3, "sow", 25, faction="clergy"), acted(3, "actions")]),
    (
        Protect(2),
        [
            chose(2, "protect", 5),
            acted(2, "actions"),
            paid(1, 20, 30),
            paid(2, 5, 45),
            paid(3, 25, 25),
            opened("dilemma"),
        ],
    ),
    (
        words(2),
        [
            event("dilemma_presented", title="Kryzys", text="Co się stało.", source="deck", policies=SHOWN),
            opened("policy_vote"),
        ],
    ),
    (VotePolicy(3, 2), [voted(3, 2), acted(3, "policy_vote")]),
    (VotePolicy(1, 1), [voted(1, 1), acted(1, "policy_vote")]),
    (
        VotePolicy(2, 1),
        [
            voted(2, 1),
            acted(2, "policy_vote"),
            event("votes_counted", tally=[2, 1], winner=1, drawn=False),
            event("unmasked", [1], seat=1, target=3, protected=False, influence=25, declared=2, vote=2),
            event("votes_revealed", faction="clergy", votes={"2": 1}),
            awarded(1, 5, 3, 38),
            awarded(2, 5, 3, 53),
            awarded(3, 0, 3, 28),
            power("merchants", "economy"),
            power("clergy", "faith"),
            power("guard", "stability"),
            event("policy_applied", effects={"economy": 2, "faith": -3}, stats=stats(13, 15, 10)),
            opened("statements", 2),
        ],
    ),
    (Narrate(" Było źle.\n", "deck"), [event("narrated", round=1, text="Było źle.", source="deck")]),
    (Leave(2, "removed"), [event("seat_left", seat=2, reason="removed")]),
    (
        Abandon(),
        [
            event(
                "game_ended",
                ending="abandoned",
                winners=[],
                ruling_faction="merchants",
                scores={"1": score(38, 0, 15, 53), "2": score(53, 0, 0, 0, "left"), "3": score(28, 2, 0, 30)},
            )
        ],
    ),
]
HINTS: Final = [
    {"name": "Polisa 1", "text": "Opis 1", "helps": "economy", "hurts": "faith"},
    {"name": "Polisa 2", "text": "Opis 2", "helps": "economy", "hurts": "faith"},
]
FALLING: list[tuple[Command, list[Json]]] = [
    (SubmitStatement(1, "a"), [said(1, "a"), acted(1, "statements")]),
    (SubmitStatement(2, "b"), [said(2, "b"), acted(2, "statements")]),
    (
        DEADLINE,
        [event("statements_revealed", statements={"1": "a", "2": "b"}), opened("statement_vote")],
    ),
    (VoteStatement(1, 2), [supported(1, 2), acted(1, "statement_vote")]),
    (VoteStatement(2, 1), [supported(2, 1), acted(2, "statement_vote")]),
    (DEADLINE, [event("statement_awarded", winner=None, votes={"1": 1, "2": 1}), opened("actions")]),
    (Unmask(1, 2), [chose(1, "unmask", 20, target=2), acted(1, "actions")]),
    (Protect(2), [chose(2, "protect", 5), acted(2, "actions")]),
    (
        Unmask(3, 1),
        [
            chose(3, "unmask", 20, target=1),
            acted(3, "actions"),
            paid(1, 20, 30),
            paid(2, 5, 45),
            paid(3, 20, 30),
            opened("dilemma"),
        ],
    ),
    (
        words(2),
        [
            event("dilemma_presented", title="Kryzys", text="Co się stało.", source="deck", policies=HINTS),
            opened("policy_vote"),
        ],
    ),
    (VotePolicy(2, 1), [voted(2, 1), acted(2, "policy_vote")]),
    (VotePolicy(3, 1), [voted(3, 1), acted(3, "policy_vote")]),
    (
        DEADLINE,
        [
            event("votes_counted", tally=[2, 0], winner=1, drawn=False),
            event("unmasked", [1], seat=1, target=2, protected=True),
            event("unmasked", [3], seat=3, target=1, protected=False, influence=30, declared=0, vote=None),
            awarded(1, 0, 0, 30),
            awarded(2, 5, 3, 53),
            awarded(3, 5, 3, 38),
            power("clergy", "faith"),
            power("guard", "stability"),
            event("disgraced", seats=[2, 3]),
            event("policy_applied", effects={"economy": 1, "faith": -15}, stats=stats(13, 11, -2)),
            event("kingdom_fell", fallen=["faith"]),
            event(
                "game_ended",
                ending="fall",
                winners=[],
                ruling_faction="merchants",
                scores={
                    "1": score(30, 0, 15, 45),
                    "2": score(53, 0, 0, 0, "exiled"),
                    "3": score(38, 0, 0, 0, "exiled"),
                },
            ),
        ],
    ),
]
STEEP: Final = (policy("economy", 1, "faith", 15), policy("economy", 2, "faith", 15))


def peaceful() -> Table:
    return Table(3, POLICIES[:2])


def falling() -> Table:
    return Table(3, STEEP, effects_shown="tendency")


STORIES: Final[dict[str, tuple[Callable[[], Table], list[tuple[Command, list[Json]]]]]] = {
    "peaceful": (peaceful, PEACEFUL),
    "falling": (falling, FALLING),
}
