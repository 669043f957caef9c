"""S1 to S4: who sits at the table, what everyone is dealt, and what everyone may know."""

from collections import Counter

import pytest

from engine.commands import Abstain, Protect, SubmitStatement, Unmask, VotePolicy, VoteStatement
from engine.decide import begin
from engine.events import ActionPaid, GameStarted, InfluenceAwarded, StatementAwarded
from engine.rules import RuleSet
from engine.terms import FACTIONS, Stats
from engine.view import view
from tests.table import DEADLINE, NAMES, Table, only


def started(seed: str, seats: int, rules: RuleSet | None = None) -> GameStarted:
    event = begin(seed, rules or RuleSet(), NAMES[:seats])[1][0]
    assert isinstance(event, GameStarted)
    return event


@pytest.mark.parametrize("seats", [0, 1, 2, 13])
def test_S1_refuses_too_few_or_too_many(seats: int) -> None:
    with pytest.raises(ValueError, match="3 to 12"):
        begin("1", RuleSet(), tuple("ABCDEFGHIJKLM")[:seats])


@pytest.mark.parametrize("seats", range(3, 13))
def test_S1_takes_three_to_twelve(seats: int) -> None:
    state, _ = begin("1", RuleSet(), NAMES[:seats])
    assert [c.seat for c in state.active] == list(range(1, seats + 1))
    assert tuple(c.name for c in state.councillors) == NAMES[:seats]
    assert (state.round, state.phase) == (1, "statements")


@pytest.mark.parametrize("seats", range(3, 13))
def test_S2_sizes_of_factions_differ_by_at_most_one(seats: int) -> None:
    for seed in range(20):
        sizes = Counter(faction for _, faction in started(str(seed), seats).factions)
        assert set(sizes) == set(FACTIONS)
        assert max(sizes.values()) - min(sizes.values()) == (seats % 3 != 0)


@pytest.mark.parametrize("seats", [4, 5])
def test_S2_each_faction_may_be_the_odd_one_and_anyone_may_be_in_it(seats: int) -> None:
    deals = [dict(started(str(seed), seats).factions) for seed in range(60)]
    odd = {Counter(deal.values()).most_common()[0 if seats == 4 else -1][0] for deal in deals}
    assert odd == set(FACTIONS)
    assert {(seat, deal[seat]) for deal in deals for seat in deal} == {
        (seat, faction) for seat in range(1, seats + 1) for faction in FACTIONS
    }


def test_S2_the_deal_hangs_on_the_seed_and_the_seats_alone() -> None:
    other_rules = RuleSet(rounds=3, starting_influence=1, effects_shown="tendency")
    assert started("1", 9, other_rules).factions == started("1", 9).factions
    assert begin("1", RuleSet(), NAMES[3:])[1][0].factions == started("1", 9).factions  # type: ignore[union-attr]
    assert len({started(str(seed), 9).factions for seed in range(20)}) > 10


def test_S2_factions_are_public() -> None:
    state, events = begin("1", RuleSet(), NAMES)
    assert [c.faction for c in view(events, None).councillors] == [c.faction for c in state.councillors]


def test_S3_everyone_starts_with_the_same() -> None:
    event = started("1", 7, RuleSet(starting_influence=7, starting_stats=4))
    assert (event.influence, event.stats) == (7, Stats(4, 4, 4))
    state, _ = begin("1", RuleSet(starting_influence=7, starting_stats=4), NAMES[:7])
    assert {(c.influence, c.declared, c.status) for c in state.councillors} == {(7, 0, "active")}
    assert state.stats == Stats(4, 4, 4)


def a_round() -> Table:
    """Seat 2 wins the vote on statements with three votes; 1 and 3 pay for what they do; all are rewarded."""
    table = Table()
    table.do(SubmitStatement(2, "Zgoda."), DEADLINE)
    table.do(*[VoteStatement(seat, 2) for seat in (1, 3, 4)], Abstain(5), DEADLINE)
    table.do(Unmask(1, 2), Protect(3), DEADLINE)
    table.present()
    table.do(*[VotePolicy(seat, 1) for seat in range(1, 7)])
    return table


def test_S4_influence_is_known_to_its_owner_only() -> None:
    table = a_round()
    amounts = [50 - 20 + 8, 58, 50 - 5 + 8, 58, 58, 58]
    assert [c.influence for c in table.state.councillors] == amounts
    assert [c.influence for c in view(table.events, None).councillors] == [50] * 6
    for seat in range(2, 7):
        known = [c.influence for c in view(table.events, seat).councillors]
        assert known == [amount if at == seat else 50 for at, amount in enumerate(amounts, 1)]


def test_S4_unmasking_teaches_the_attacker() -> None:
    known = view(a_round().events, 1).councillors
    assert [c.influence for c in known] == [38, 50, 50, 50, 50, 50]
    table = Table().reach("actions")
    table.influence(50, 37).do(Unmask(1, 2))
    table.vote(1, 2)
    seen = view(table.events, 1).councillor(2)
    assert seen.influence == 37


def test_S4_events_about_influence_go_to_its_owner() -> None:
    events = a_round().events
    paid, rewarded = only(ActionPaid, events), only(InfluenceAwarded, events)
    assert [event.to for event in paid] == [(1,), (3,)]
    assert [event.to for event in rewarded] == [(seat,) for seat in range(1, 7)]


def test_S4_declared_influence_is_public() -> None:
    table = a_round()
    (award,) = only(StatementAwarded, table.events)
    assert award.to == "all"
    for seat in (None, 1, 6):
        assert [c.declared for c in view(table.events, seat).councillors] == [0, 3, 0, 0, 0, 0]


def test_S4_stats_tallies_factions_round_and_phase_are_public() -> None:
    table = a_round()
    public, state = view(table.events, None), table.state
    assert (public.stats, public.round, public.phase) == (state.stats, state.round, state.phase)
    assert [c.faction for c in public.councillors] == [c.faction for c in state.councillors]
    assert [c.status for c in public.councillors] == ["active"] * 6


@pytest.mark.parametrize(("seed", "names"), [("\ud800", "ABC"), ("1", "AB\udfff")])
def test_S1_half_a_character_is_no_name_and_no_seed(seed: str, names: str) -> None:
    with pytest.raises(ValueError, match="whole characters"):
        begin(seed, RuleSet(), tuple(names))
