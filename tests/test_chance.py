"""Every draw, done again from the text of the promise, and what D1 says of the drawn dilemmas."""

from hashlib import blake2b
from itertools import count, product

import pytest

from engine.chance import break_tie, deal, draw, draw_dilemma
from engine.events import VotesCounted
from engine.rules import PRESETS, RuleSet
from engine.terms import FACTIONS, STATS, DrawnPolicy, Faction, Pairs
from tests.table import Table, policy

SEEDS = ["", "1", "popiół", "dwa\nwiersze", "😀", *map(str, range(100, 130))]


def promised(seed: str, purpose: str, n: int) -> int:
    for i in count():
        x = int(blake2b(f"{seed}\n{purpose}\n{i}".encode(), digest_size=64).hexdigest()[:16], 16)
        if x < 2**64 - (2**64 % n):
            return x % n
    raise AssertionError


def promised_deal(seed: str, seats: int) -> dict[int, Faction]:
    places = {place: place for place in range(1, seats + 1)}
    for k in reversed(range(2, seats + 1)):
        other = 1 + promised(seed, f"deal/{k}", k)
        places[k], places[other] = places[other], places[k]
    first = promised(seed, "deal/first", 3)
    return {places[place]: FACTIONS[(first + place - 1) % 3] for place in places}


def promised_dilemma(seed: str, rules: RuleSet, round_: int) -> tuple[DrawnPolicy, ...]:
    """As docs/recording.md has it."""
    share = max(1, rules.rounds - 1)
    gain = rules.gain_growth * (round_ - 1) // share + rules.gain_min
    loss = rules.loss_growth * (round_ - 1) // share + rules.loss_min
    gains, losses = rules.gain_max - rules.gain_min + 1, rules.loss_max - rules.loss_min + 1
    left = [(helps, hurts) for helps, hurts in product(STATS, STATS) if helps != hurts]
    policies = []
    for number in range(1, 2 + promised(seed, f"dilemma/{round_}/count", 2) + 1):
        x = promised(seed, f"dilemma/{round_}/{number}", len(left) * gains * losses)
        p = len(left)
        helps, hurts = left.pop(x % p)
        policies.append(policy(helps, gain + x // p % gains, hurts, loss + x // p // gains))
    return tuple(policies)


# The first 16 digits of what b2sum says of "1\nbig1\n0" and so on.
SUMS = {
    "big1": (0xA19AC10DBB13E852, 0xC0494A84D7236CF8, 0x4739CFDC62943B10),
    "big2": (0x89A5F5C4F03C188E, 0xFDA048DD653589F7, 0x679CB1463C43662F),
    "big3": (0x35DC5618BDE351E6, 0x88413F0723E85997, 0x2F106A480F3DBEFA),
}


@pytest.mark.parametrize(("purpose", "attempts"), [("big1", 3), ("big2", 3), ("big3", 1)])
def test_numbers_above_the_last_multiple_are_rejected(purpose: str, attempts: int) -> None:
    assert draw("1", purpose, 2**63 + 1) == SUMS[purpose][attempts - 1]


def test_the_limit_itself_is_rejected() -> None:
    """With n = x the last multiple of n is x: it gives no number, and the next below it does."""
    first, _, third = SUMS["big1"]
    assert draw("1", "big1", first) == third
    assert draw("1", "big1", first + 1) == first


@pytest.mark.parametrize(("n", "number"), [(1, 0), (2, 0), (3, SUMS["big1"][0] % 3), (2**64, SUMS["big1"][0])])
def test_a_draw_by_hand(n: int, number: int) -> None:
    assert draw("1", "big1", n) == number


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 72, 2**32, 2**63 + 1, 3 * 2**62 + 5, 2**64 - 1, 2**64])
def test_draws_as_promised(n: int) -> None:
    for seed, purpose in product(SEEDS, ["a", "tie/1", "żółw"]):
        assert draw(seed, purpose, n) == promised(seed, purpose, n)


def test_every_number_is_drawn_about_as_often() -> None:
    drawn = [draw(str(seed), "any", 6) for seed in range(1200)]
    assert all(150 < drawn.count(number) < 250 for number in range(6))


@pytest.mark.parametrize("seats", range(3, 13))
def test_S2_deals_as_promised(seats: int) -> None:
    for seed in SEEDS:
        assert dict(enumerate(deal(seed, seats), 1)) == promised_deal(seed, seats)


def test_S2_a_deal_by_hand() -> None:
    """Worked out on paper from b2sum's numbers: the list 5 8 2 7 4 1 6 3 9, merchants first."""
    order = (5, 8, 2, 7, 4, 1, 6, 3, 9)
    expected = {seat: FACTIONS[place % 3] for place, seat in enumerate(order)}
    assert dict(enumerate(deal("popiół", 9), 1)) == expected


@pytest.mark.parametrize("tied", [(1, 2), (1, 3), (2, 3), (1, 2, 3)])
def test_R1_ties_as_promised(tied: tuple[int, ...]) -> None:
    for seed, round_ in product(SEEDS, (1, 2, 8)):
        assert break_tie(seed, round_, tied) == tied[promised(seed, f"tie/{round_}", len(tied))]


def test_R1_ties_of_a_game_as_promised() -> None:
    for seed in SEEDS:
        table = Table(seed=seed)
        for round_ in (1, 2):
            winner = (2, 3)[promised(seed, f"tie/{round_}", 2)]
            assert table.vote(None, 3, 2)[0] == VotesCounted((0, 1, 1), winner, drawn=True)
            table.stats(9, 9, 9)


ALL_RULES = {
    **PRESETS,
    "one round": RuleSet(rounds=1, gain_growth=3),
    "two rounds": RuleSet(rounds=2, gain_growth=3),
    "steep": RuleSet(rounds=4, gain_growth=7, loss_growth=10),
    "nothing": RuleSet(gain_min=0, gain_max=0, loss_min=0, loss_max=0, loss_growth=0),
}
DRAWS = [
    (rules, seed, round_) for rules in ALL_RULES.values() for seed in SEEDS for round_ in range(1, rules.rounds + 1)
]


def test_D1_dilemmas_as_documented() -> None:
    for rules, seed, round_ in DRAWS:
        assert draw_dilemma(seed, rules, round_) == promised_dilemma(seed, rules, round_)


def test_D1_each_policy_helps_one_stat_and_hurts_one_other() -> None:
    for rules, seed, round_ in DRAWS:
        policies = draw_dilemma(seed, rules, round_)
        assert len({(p.helps, p.hurts) for p in policies}) == len(policies) in (2, 3)
        for p in policies:
            (helped, gain), (hurt, change) = p.effects
            assert (helped, hurt) == (p.helps, p.hurts)
            assert helped != hurt
            assert gain >= 0 >= change


def test_D1_two_and_three_policies_and_every_pair_occur() -> None:
    drawn = [draw_dilemma(str(seed), RuleSet(), 1) for seed in range(200)]
    assert {len(policies) for policies in drawn} == {2, 3}
    assert {(p.helps, p.hurts) for policies in drawn for p in policies} == {
        (helps, hurts) for helps, hurts in product(STATS, STATS) if helps != hurts
    }


@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
def test_D1_sizes_keep_to_their_bounds_and_reach_them(rules: RuleSet) -> None:
    for round_, grown in ((1, 0), (rules.rounds, rules.rounds > 1)):
        drawn = [p for seed in range(150) for p in draw_dilemma(str(seed), rules, round_)]
        gain, loss = rules.gain_growth * grown, rules.loss_growth * grown
        assert {dict(p.effects)[p.helps] for p in drawn} == set(range(rules.gain_min + gain, rules.gain_max + gain + 1))
        assert {-dict(p.effects)[p.hurts] for p in drawn} == set(
            range(rules.loss_min + loss, rules.loss_max + loss + 1)
        )


def test_D1_bounds_grow_with_the_round() -> None:
    rules = RuleSet(rounds=5, gain_min=1, gain_max=2, gain_growth=2, loss_min=3, loss_max=4, loss_growth=8)
    assert [rules.gain_bounds(round_) for round_ in range(1, 6)] == [(1, 2), (1, 2), (2, 3), (2, 3), (3, 4)]
    assert [rules.loss_bounds(round_) for round_ in range(1, 6)] == [(3, 4), (5, 6), (7, 8), (9, 10), (11, 12)]


def test_D1_seeds_and_rounds_draw_differently() -> None:
    drawn = {draw_dilemma(seed, RuleSet(), round_) for seed, round_ in product(SEEDS, range(1, 9))}
    assert len(drawn) > 150


def test_D1_of_an_effect_of_nothing() -> None:
    """Still one stat each, by name."""
    for drawn in draw_dilemma("1", ALL_RULES["nothing"], 1):
        assert drawn.effects == Pairs(((drawn.helps, 0), (drawn.hurts, 0)))


def test_D1_the_widest_bounds_there_may_be_are_drawn_from() -> None:
    rules = RuleSet(gain_max=1_000_000, loss_max=1_000_000, gain_growth=10**30)
    assert len(draw_dilemma("ziarno", rules, 8)) in (2, 3)
