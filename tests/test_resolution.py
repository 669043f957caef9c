"""R1 to R8: what the votes decide, in the order of the rulings.

Seats 1 and 4 are merchants, 2 and 5 clergy, 3 and 6 guard. The policies: 1 economy +2, faith -3; 2 faith +1,
stability -2; 3 stability +4, faith -5."""

import pytest

from engine.commands import Protect, Sow, Unmask, VotePolicy
from engine.events import (
    Disgraced,
    FactionPower,
    InfluenceAwarded,
    KingdomFell,
    PolicyApplied,
    PolicyVoteRecorded,
    Unmasked,
    VotesCounted,
    VotesRevealed,
)
from engine.terms import Ending, Faction, Pairs, Stats
from tests.table import DEADLINE, Table, kinds, only, outcome, told_to

Votes = tuple[int | None, ...]

TALLIES: dict[str, tuple[Votes, tuple[int, ...], int]] = {
    "most": ((1, 1, 1, 1, 2, 2), (4, 2, 0), 1),
    "not by seat order": ((2, 3, 3, 3, 1, 2), (1, 2, 3), 3),
    "one vote is enough": ((None, None, None, 2), (0, 1, 0), 2),
    "missing votes count nowhere": ((3, 3, None, None, 1), (1, 0, 2), 3),
}
TIES: dict[str, tuple[Votes, tuple[int, ...], tuple[int, ...]]] = {
    "first two": ((1, 1, 2, 2, 3), (2, 2, 1), (1, 2)),
    "last two": ((2, 3, 2, 3, 1), (1, 2, 2), (2, 3)),
    "outer two": ((3, 1), (1, 0, 1), (1, 3)),
    "all": ((1, 2, 3, 3, 2, 1), (2, 2, 2), (1, 2, 3)),
    "nobody votes": ((), (0, 0, 0), (1, 2, 3)),
}


@pytest.mark.parametrize(("votes", "tally", "winner"), TALLIES.values(), ids=TALLIES)
def test_R1_most_votes_win(votes: Votes, tally: tuple[int, ...], winner: int) -> None:
    assert Table().vote(*votes)[0] == VotesCounted(tally, winner, drawn=False)


@pytest.mark.parametrize(("votes", "tally", "tied"), TIES.values(), ids=TIES)
def test_R1_a_tie_is_drawn_among_the_tied(votes: Votes, tally: tuple[int, ...], tied: tuple[int, ...]) -> None:
    counted = [Table(seed=str(seed)).vote(*votes)[0] for seed in range(30)]
    assert set(counted) == {VotesCounted(tally, winner, drawn=True) for winner in tied}
    assert Table(seed="7").vote(*votes)[0] == counted[7]


def test_R1_the_tally_is_public_single_votes_are_not() -> None:
    table = Table()
    table.vote(1, 1, 2, 2, 2, 2)
    heard = told_to(6, table.events)
    assert [event.seat for event in only(PolicyVoteRecorded, heard)] == [6]
    assert VotesCounted((2, 4, 0), 2, drawn=False) in heard


def test_R2_actions_come_by_seat_order_and_each_faction_once() -> None:
    table = Table().reach("actions")
    table.do(Sow(6, "merchants"), Unmask(5, 3), Sow(3, "guard"), Unmask(2, 4), Sow(1, "guard"))
    assert table.vote(1, 2, 1, 1, 2, 1)[1:5] == (
        VotesRevealed("guard", Pairs(((3, 1), (6, 1)))),
        Unmasked(2, 4, protected=False, influence=50, declared=0, vote=1),
        Unmasked(5, 3, protected=False, influence=25, declared=0, vote=1),
        VotesRevealed("merchants", Pairs(((1, 1), (4, 1)))),
    )


def test_R2_discord_comes_at_the_turn_of_the_first_who_sowed_it() -> None:
    table = Table().reach("actions")
    table.do(Sow(4, "clergy"), Unmask(3, 1), Sow(2, "clergy"), Unmask(1, 2))
    assert kinds(table.vote(1))[1:4] == ["unmasked", "votes_revealed", "unmasked"]


def test_R2_tells_of_a_missing_vote_and_of_declared_influence() -> None:
    table = Table().reach("actions").craft(2, influence=33, declared=4)
    table.do(Unmask(1, 2), Protect(3), Sow(4, "clergy"))
    assert table.vote(1)[1:3] == (
        Unmasked(1, 2, protected=False, influence=33, declared=4, vote=None),
        VotesRevealed("clergy", Pairs(((2, None), (5, None)))),
    )


REWARDS: dict[str, tuple[Votes, list[tuple[int, int]]]] = {
    "two factions of three agree": ((1, 1, 1, 1, 1, 2), [(5, 3), (5, 3), (5, 0), (5, 3), (5, 3), (0, 0)]),
    "agreed on what lost": ((1, 1, 2, 1, 1, 2), [(5, 3), (5, 3), (0, 3), (5, 3), (5, 3), (0, 3)]),
    "a missing vote is no agreement": ((1, 1, 2, None, 1, 1), [(5, 0), (5, 3), (0, 0), (0, 0), (5, 3), (5, 0)]),
    "nobody votes": ((), [(0, 0)] * 6),
    "one voice": ((None, None, 3), [(0, 0), (0, 0), (5, 0), (0, 0), (0, 0), (0, 0)]),
}


@pytest.mark.parametrize(("votes", "rewards"), REWARDS.values(), ids=REWARDS)
def test_R3_majority_and_consensus(votes: Votes, rewards: list[tuple[int, int]]) -> None:
    awarded = only(InfluenceAwarded, Table().vote(*votes))
    assert [(event.majority, event.consensus) for event in awarded] == rewards
    assert [event.influence for event in awarded] == [50 + sum(reward) for reward in rewards]
    assert [event.to for event in awarded] == [(seat,) for seat in range(1, 7)]


def test_R3_rewards_are_rules_and_follow_the_costs() -> None:
    table = Table(majority_reward=7, consensus_reward=2).reach("actions")
    table.do(Protect(1))
    assert only(InfluenceAwarded, table.vote(1, 2, 1, 1))[0] == InfluenceAwarded(1, 7, 2, 50 - 5 + 9)


def test_R3_a_faction_of_one_agrees_if_it_votes() -> None:
    awarded = only(InfluenceAwarded, Table(4).vote(1, 2, None, 1))
    assert [(event.majority, event.consensus) for event in awarded] == [(5, 3), (0, 3), (0, 0), (5, 3)]


def test_R3_the_exiled_neither_hinder_nor_share_consensus() -> None:
    awarded = only(InfluenceAwarded, Table().craft(5, status="exiled").vote(1, 2, 1, 1))
    assert [(event.seat, event.consensus) for event in awarded] == [(1, 3), (2, 3), (3, 0), (4, 3), (6, 0)]


# With these votes seats 1 and 4 get 8, seats 2 and 3 get 5, seats 5 and 6 nothing.
DOMINANCE: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "a hundred": ((92, 50, 50, 50), (1,)),
    "ninety-nine": ((91, 94, 94, 91), ()),
    "the highest": ((92, 96, 95, 92), (2,)),
    "sharing": ((93, 96, 95, 93), (1, 2, 4)),
    "without a reward": ((92, 50, 50, 50, 101), (5,)),
}


@pytest.mark.parametrize(("influence", "winners"), DOMINANCE.values(), ids=DOMINANCE)
def test_R4_dominance(influence: tuple[int, ...], winners: tuple[int, ...]) -> None:
    table = Table().influence(*influence)
    table.vote(1, 1, 1, 1, 2, 2)
    ended = table.state.outcome
    assert (ended.winners if ended else ()) == winners
    assert ended is None or ended.ending == "dominance"


def test_R4_stops_the_rest_even_a_fall() -> None:
    table = Table(rounds=1).influence(92).stats(1, 1, 1)
    events = table.vote(1, 1, 1, 1, 2, 2)
    assert kinds(events) == ["votes_counted", *["influence_awarded"] * 6, "game_ended"]
    assert table.state.stats == Stats(1, 1, 1)
    assert outcome(table).winners == (1,)


def test_R4_comes_after_the_actions_and_before_exile() -> None:
    table = Table().reach("actions").influence(25 + 92).stats(10, 10, 3)
    table.do(Sow(1, "guard"), Unmask(2, 1))
    events = table.vote(1, 1, 1, 1, 1, 1)
    assert kinds(events)[:3] == ["votes_counted", "votes_revealed", "unmasked"]
    assert {c.status for c in table.state.councillors} == {"active"}


def test_R4_is_not_for_the_exiled() -> None:
    table = Table().craft(1, influence=200, status="exiled")
    table.vote(None, 1, 1)
    assert table.state.outcome is None


def test_R4_the_threshold_is_a_rule() -> None:
    table = Table(dominance=55)
    table.vote(None, 1)
    assert outcome(table).winners == (2,)


POWERS: dict[str, tuple[Votes, list[Faction], Stats]] = {
    "none": ((1, 1, 1, 2), [], Stats(10, 12, 7)),
    "one": ((1, 1, 1, 1), ["merchants"], Stats(10, 15, 7)),
    "for another policy": ((1, 1, 2, 1, 1, 2), ["merchants", "clergy", "guard"], Stats(13, 15, 10)),
    "guard": ((None, 1, 1, 2, None, 1), ["guard"], Stats(13, 12, 7)),
    "clergy": ((None, 2, None, None, 2), ["clergy"], Stats(8, 10, 14)),
}


@pytest.mark.parametrize(("votes", "factions", "stats"), POWERS.values(), ids=POWERS)
def test_R5_each_faction_in_consensus_raises_its_stat(votes: Votes, factions: list[Faction], stats: Stats) -> None:
    table = Table()
    events = only(FactionPower, table.vote(*votes))
    raises = {"merchants": "economy", "clergy": "faith", "guard": "stability"}
    assert [(e.faction, e.stat, e.amount, e.to) for e in events] == [(f, raises[f], 3, "all") for f in factions]
    assert table.state.stats == stats


SPLIT: Votes = (1, 1, 1, 1, 2, 2)
UNITED: Votes = (1, 1, 2, 1, 1, 2)
# faith before, votes, judged before the powers, who is exiled, faith afterwards
DISGRACE: dict[str, tuple[int, Votes, bool, tuple[int, ...], int]] = {
    "to nought, saved": (3, UNITED, True, (1, 2, 4, 5), 3),
    "below nought, saved": (1, UNITED, True, (1, 2, 4, 5), 1),
    "to nought, lost": (3, SPLIT, True, (1, 2, 3, 4), 0),
    "below nought, lost": (2, SPLIT, True, (1, 2, 3, 4), -1),
    "one is left": (4, SPLIT, True, (), 1),
    "one is left beside a power": (4, UNITED, True, (), 4),
    "judged after, saved": (3, UNITED, False, (), 3),
    "judged after, just saved": (1, UNITED, False, (), 1),
    "judged after, lost": (3, SPLIT, False, (1, 2, 3, 4), 0),
}


@pytest.mark.parametrize(("faith", "votes", "before", "exiled", "after"), DISGRACE.values(), ids=DISGRACE)
def test_R6_disgrace(faith: int, votes: Votes, before: bool, exiled: tuple[int, ...], after: int) -> None:  # noqa: FBT001
    table = Table(disgrace_before_powers=before).stats(1, 1, faith)
    events = table.vote(*votes)
    assert only(Disgraced, events) == ([Disgraced(exiled)] if exiled else [])
    assert tuple(c.seat for c in table.state.councillors if c.status == "exiled") == exiled
    assert table.state.stats.faith == after
    assert (table.state.phase == "ended") == (after <= 0)


def test_R6_a_power_may_also_fail_to_save() -> None:
    table = Table(faction_power=2, disgrace_before_powers=False).stats(10, 10, 1)
    events = table.vote(*UNITED)
    assert only(Disgraced, events) == [Disgraced((1, 2, 4, 5))]
    assert outcome(table).ending == "fall"


def test_R6_without_votes_nobody_is_disgraced() -> None:
    table = Table().stats(1, 1, 1)
    events = table.vote()
    assert "disgraced" not in kinds(events)
    assert outcome(table).ending == "fall"


def test_R6_the_exiled_keep_the_rewards_of_the_round_in_the_table_only() -> None:
    table = Table(rounds=1).stats(9, 9, 3)
    table.vote(*UNITED)
    score = dict(outcome(table).scores)[1]
    assert (score.influence, score.bonus, score.total, score.status) == (58, 0, 0, "exiled")


def test_R7_a_fallen_kingdom_in_order() -> None:
    table = Table().stats(10, 10, 2)
    events = table.vote(*SPLIT)
    assert kinds(events)[7:] == ["faction_power", "disgraced", "policy_applied", "kingdom_fell", "game_ended"]
    assert events[9] == PolicyApplied(Pairs((("economy", 2), ("faith", -3))), Stats(10, 15, -1))
    assert events[10] == KingdomFell(("faith",))


def test_R7_everybody_loses_and_the_exiles_are_recorded() -> None:
    table = Table().stats(10, 10, 3)
    table.vote(*SPLIT)
    assert (outcome(table).ending, outcome(table).winners) == ("fall", ())
    assert [score.status for _, score in outcome(table).scores] == ["exiled"] * 4 + ["active"] * 2


def test_R7_names_every_fallen_stat() -> None:
    assert KingdomFell(("stability", "faith")) in Table().stats(0, 10, 3).vote(1)


@pytest.mark.parametrize(("faith", "ending"), [(3, "fall"), (4, "points")])
def test_R7_counts_in_the_last_round_too(faith: int, ending: Ending) -> None:
    table = Table(rounds=1).stats(10, 10, faith)
    table.vote(*SPLIT)
    assert outcome(table).ending == ending


def test_R8_stats_have_no_upper_bound() -> None:
    table = Table().stats(10, 999, 10**9)
    table.vote(1, 1, 1, 1, 1, 1)
    assert table.state.stats == Stats(13, 1004, 10**9)


def test_R1_to_R7_in_order() -> None:
    table = Table().reach("actions").stats(10, 10, 3)
    table.do(Unmask(3, 1), DEADLINE)
    table.present()
    table.do(*[VotePolicy(seat, policy) for seat, policy in enumerate((1, 1, 2, 1, 1), 1)])
    assert kinds(table.do(VotePolicy(6, 2))) == [
        "policy_vote_recorded",
        "seat_acted",
        "votes_counted",
        "unmasked",
        *["influence_awarded"] * 6,
        *["faction_power"] * 3,
        "disgraced",
        "policy_applied",
        "phase_opened",
        "dilemma_drawn",
    ]
