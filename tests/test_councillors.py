"""The automated councillors: always legal, never repeating themselves, each of a character of its own."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine import councillors
from engine.chance import draw
from engine.commands import (
    Abstain,
    ClosePhase,
    Command,
    Leave,
    Move,
    Pass,
    PresentDilemma,
    Protect,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.councillors import believed, choose, danger, exposed, favourite, foreseen, mood_of, rivals, suspect, voices
from engine.decide import begin, play
from engine.events import DilemmaPresented, Event
from engine.options import ANY_TEXT, options
from engine.rules import Costs, RuleSet
from engine.speeches import SPEECHES
from engine.state import Councillor, State, waiting_for
from engine.temperaments import COURTIER, GUARDIAN, LOYALIST, SABOTEUR, SCHEMER, TEMPERAMENTS, Temperament
from engine.terms import FACTIONS, HintedPolicy, OpenPolicy, Pairs, Stat, Stats, Words
from engine.view import view

RULES = RuleSet(starting_influence=50, starting_stats=20)
EVERYBODY = list(TEMPERAMENTS.values())


def offered(helps: Stat, gain: int, hurts: Stat, loss: int) -> OpenPolicy:
    return OpenPolicy("…", "…", Pairs(((helps, gain), (hurts, -loss))))


MERCHANTS_WISH = offered("economy", 4, "faith", 6)
CLERGYS_WISH = offered("faith", 4, "stability", 6)
GUARDS_WISH = offered("stability", 4, "economy", 6)
WISHES = (MERCHANTS_WISH, CLERGYS_WISH, GUARDS_WISH)


def seen(phase: Any, *policies: OpenPolicy | HintedPolicy, seats: int = 6, **known: Any) -> State:
    """A view. Seats 1 and 4 are merchants, 2 and 5 clergy, 3 and 6 guard, and so on round."""
    start = known.get("rules", RULES).starting_influence
    table = tuple(Councillor(seat, "…", FACTIONS[(seat - 1) % 3], start) for seat in range(1, seats + 1))
    dilemma = DilemmaPresented("…", "…", "deck", policies) if policies else None
    state = State("", RULES, 1, phase, Stats(20, 20, 20), table, (), (), dilemma, None, None)
    return state._replace(**known)


def knowing(state: State, seat: int, **known: Any) -> State:
    table = list(state.councillors)
    table[seat - 1] = table[seat - 1]._replace(**known)
    return state._replace(councillors=tuple(table))


def moves(state: State, seat: int, temperament: Temperament, times: int = 100) -> Counter[Move]:
    """What the seat does under so many seeds."""
    return Counter(choose(state, seat, temperament, f"seed {number}") for number in range(times))


# -- every move is legal ----------------------------------------------------------------------------------------------

STRANGE_RULES = {
    "default": RuleSet(),
    "tendency": RuleSet(effects_shown="tendency", starting_stats=9),
    "free and rich": RuleSet(starting_influence=99, costs=Costs(0, 0, 0)),
    "poor": RuleSet(starting_influence=0, dominance=1, majority_reward=0, consensus_reward=0, faction_power=0),
    "curt": RuleSet(statement_max=1, rounds=2),
    "mild": RuleSet(gain_min=0, gain_max=0, loss_min=0, loss_max=0, loss_growth=0, rounds=3),
    "fatal": RuleSet(starting_stats=1, faction_power=50, disgrace_before_powers=False),
    "after the powers": RuleSet(starting_stats=6, faction_power=20),
    "long": RuleSet(rounds=40, dominance=9999, loss_growth=0, loss_min=0, loss_max=2),
}


def told(events: list[Event], seat: int) -> State:
    return view(events, seat)


def whole_game(rules: RuleSet, seats: int, temperaments: list[Temperament], seed: str) -> Iterator[tuple[State, Move]]:
    """A game with a leaver, each view folded anew from what its seat was told, and every move made."""
    state, new = begin(seed, rules, ("…",) * seats)
    events = list(new)
    while state.phase != "ended":
        command: Command
        if state.phase == "dilemma":
            command = PresentDilemma("…", "…", (Words("…", "…"),) * len(state.drawn), "deck")
        elif state.phase == "actions" and state.round == 2 and len(state.active) == seats:
            command = Leave(1 + draw(seed, "leaver", seats), "left")
            command = command if state.councillor(command.seat).status == "active" else ClosePhase("deadline")
        else:
            seat = waiting_for(state)[0]
            command = choose(told(events, seat), seat, temperaments[seat % len(temperaments)], seed)
            yield told(events, seat), command
        state, new = play(state, command)
        events.extend(new)


def unworded(move: Move) -> Move:
    return replace(move, text=ANY_TEXT) if isinstance(move, SubmitStatement) else move


@pytest.mark.parametrize("name", STRANGE_RULES)
@pytest.mark.parametrize("seats", [3, 7])
def test_every_choice_is_one_of_the_options(name: str, seats: int) -> None:
    for known, move in whole_game(STRANGE_RULES[name], seats, EVERYBODY, f"{name} {seats}"):
        assert unworded(move) in options(known, move.seat)


def test_a_game_of_twelve_sees_every_kind_of_move() -> None:
    kinds = {type(move) for _, move in whole_game(RuleSet(), 12, EVERYBODY, "12")}
    assert kinds == {SubmitStatement, VoteStatement, Pass, Protect, Unmask, Sow, VotePolicy}


def test_the_view_and_the_seed_decide_alone() -> None:
    state = seen("policy_vote", *WISHES)
    assert choose(state, 1, COURTIER, "a") == choose(state, 1, COURTIER, "a")
    for phase in ("statement_vote", "actions", "policy_vote"):
        state = seen(phase, *WISHES, stats=Stats(20, 20, 8))
        for seat in range(1, 7):
            state = knowing(state, seat, statement="…")
        told_apart = [
            [choose(s, 1, SCHEMER, f"{number}") for number in range(50)]
            for s in (state, state._replace(round=2), state._replace(seed="the game's own"))
        ]
        assert len(Counter(told_apart[0])) > 1
        assert told_apart[0] != told_apart[1]
        assert told_apart[0] == told_apart[2]


# -- statements -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_nobody_repeats_anybody_even_if_all_are_of_one_temperament(name: str) -> None:
    said = [
        choose(seen("statements", seats=12, round=round_), seat, TEMPERAMENTS[name], "seed")
        for round_ in range(1, 9)
        for seat in range(1, 13)
    ]
    texts = {move.text for move in said if isinstance(move, SubmitStatement)}
    assert len(texts) == 96
    assert texts <= set(SPEECHES[name])


def test_who_has_said_everything_is_silent() -> None:
    size = len(SPEECHES["schemer"])
    last, beyond = divmod(size - 1, 3), divmod(size, 3)
    spoken = choose(seen("statements", seats=3, round=last[0] + 1), last[1] + 1, SCHEMER, "seed")
    assert isinstance(spoken, SubmitStatement)
    assert choose(seen("statements", seats=3, round=beyond[0] + 1), beyond[1] + 1, SCHEMER, "seed") == StaySilent(
        beyond[1] + 1
    )


def test_a_statement_too_long_for_the_table_is_not_made() -> None:
    assert choose(seen("statements", rules=replace(RULES, statement_max=1)), 2, LOYALIST, "seed") == StaySilent(2)


def test_another_seed_or_temperament_speaks_in_another_order() -> None:
    state = seen("statements")
    assert len(moves(state, 1, LOYALIST)) > 20
    places = [councillors.shuffled(place, 96, "seed") for place in range(96)]
    assert sorted(places) == list(range(96))
    assert places[:3] != [places[0], places[0] + 1, places[0] + 2]


@pytest.mark.parametrize("size", [1, 2, 6, 97, 100])
def test_a_shuffle_leaves_nothing_out(size: int) -> None:
    for seed in ("a", "b", "c"):
        assert sorted(councillors.shuffled(place, size, seed) for place in range(size)) == list(range(size))


def test_a_shuffle_is_the_same_for_good() -> None:
    assert [councillors.shuffled(place, 10, "seed") for place in range(10)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]


def test_what_is_said_is_the_same_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    stock = tuple(str(number) for number in range(30))
    monkeypatch.setattr(councillors, "SPEECHES", {"loyalist": stock, "courtier": stock})
    said = [
        [choose(seen("statements", round=round_), seat, t, "seed") for round_ in (1, 2) for seat in (1, 2)]
        for t in (LOYALIST, COURTIER)
    ]
    texts = [[move.text for move in moves if isinstance(move, SubmitStatement)] for moves in said]
    assert texts == [["27", "14", "9", "26"], ["22", "23", "28", "29"]]


# -- the vote on statements -------------------------------------------------------------------------------------------


def speakers(*seats: int, declared: tuple[int, ...] = (0, 0, 0, 0, 0, 0)) -> State:
    state = seen("statement_vote")
    for seat in range(1, 7):
        state = knowing(state, seat, declared=declared[seat - 1], statement="…" if seat in seats else None)
    return state


def test_with_nobody_to_vote_for_one_abstains() -> None:
    assert choose(speakers(3), 3, LOYALIST, "seed") == Abstain(3)
    assert choose(speakers(), 3, COURTIER, "seed") == Abstain(3)


def applause(temperament: Temperament, declared: tuple[int, ...]) -> dict[int, int]:
    votes = moves(speakers(1, 2, 3, 4, declared=declared), 1, temperament, times=300)
    return {move.author: count for move, count in votes.items() if isinstance(move, VoteStatement)}


def test_tastes() -> None:
    """Seat 4 is of one faction with the voter, seat 2 leads, seat 3 trails."""
    declared = (0, 9, 0, 4, 0, 0)
    friends, leaders, trailing, anyone = (applause(t, declared) for t in (LOYALIST, COURTIER, SCHEMER, GUARDIAN))
    assert friends[4] > 2 * max(friends[2], friends[3])
    assert leaders[2] > 1.3 * leaders[4] > 1.3 * 1.5 * leaders[3]
    assert trailing[3] > 1.2 * trailing[4] > 1.2 * 1.5 * trailing[2]
    assert all(70 < votes < 130 for votes in anyone.values())
    assert all(set(votes) == {2, 3, 4} for votes in (friends, leaders, trailing, anyone))


def test_the_weights_of_tastes() -> None:
    me, mate, leader = (
        Councillor(1, "…", "guard", 0),
        Councillor(2, "…", "guard", 0),
        Councillor(3, "…", "clergy", 0, 20),
    )
    weights = {taste: (weigh(me, mate), weigh(me, leader)) for taste, weigh in councillors._TASTES.items()}
    assert weights == {"anyone": (1, 1), "friends": (4, 1), "leaders": (2, 10), "trailing": (10, 2)}


# -- what one believes of the others ----------------------------------------------------------------------------------


def test_what_was_heard_is_believed_and_the_rest_is_guessed() -> None:
    state = knowing(knowing(seen("actions", round=4), 2, influence=31, declared=2), 3, declared=5)
    assert believed(state, state.councillor(2)) == 33
    assert believed(state, state.councillor(3)) == 50 + 5 + 3 * 4
    assert believed(state._replace(round=1), state.councillor(3)) == 55


def test_rivals_stand_from_the_strongest_down_and_equals_in_table_order() -> None:
    state = knowing(knowing(seen("actions"), 6, declared=3), 1, influence=20)
    assert [c.seat for c in rivals(state, 4)] == [6, 5, 2, 3, 1]
    assert [c.seat for c in rivals(knowing(state, 6, status="exiled"), 2)] == [3, 4, 5, 1]


def test_the_suspect_is_the_strongest_of_whom_nothing_was_heard() -> None:
    state = knowing(knowing(seen("actions", seats=3), 2, influence=90), 3, declared=1)
    assert suspect(state, 1).seat == 3
    assert suspect(knowing(state, 3, influence=60), 1).seat == 2
    assert suspect(seen("actions", seats=3), 2).seat == 3


def test_the_game_looks_lost_when_the_strongest_rival_is_out_of_reach() -> None:
    state = knowing(seen("actions"), 2, declared=12)
    assert mood_of(state, 1, SCHEMER) is SCHEMER.calm
    assert mood_of(knowing(state, 2, declared=13), 1, SCHEMER) is SCHEMER.losing
    assert mood_of(knowing(knowing(state, 2, declared=13), 1, declared=1), 1, SCHEMER) is SCHEMER.calm
    assert mood_of(knowing(knowing(state, 2, declared=13), 1, influence=51), 1, SCHEMER) is SCHEMER.calm


# -- actions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("influence", "worth_protecting"),
    [(75, False), (76, False), (77, False), (80, False), (81, True), (83, True), (84, False), (92, False), (97, True)],
)
def test_near_dominance_one_is_exposed_but_does_not_put_it_off(influence: int, worth_protecting: bool) -> None:  # noqa: FBT001
    state = seen("actions")
    assert exposed(state, state.councillor(1)._replace(influence=influence)) is worth_protecting


def test_a_leader_in_declared_influence_is_exposed() -> None:
    state = knowing(knowing(seen("actions"), 1, declared=8), 2, declared=4)
    assert [exposed(state, c) for c in state.councillors] == [True, False, False, False, False, False]
    state = knowing(state, 2, declared=5)
    assert [exposed(state, c) for c in state.councillors] == [True, True, False, False, False, False]
    assert not any(exposed(seen("actions"), c) for c in seen("actions").councillors)
    assert not exposed(knowing(state, 2, declared=4), state.councillor(2)._replace(declared=4))
    gone = knowing(state, 1, status="left")
    assert exposed(knowing(gone, 2, declared=1), gone.councillor(2)._replace(declared=1))


def acts(temperament: Temperament, *, mine: int = 50, declared: int = 0, rivals_declared: int = 0) -> Counter[str]:
    state = seen("actions")
    state = knowing(knowing(state, 1, influence=mine, declared=declared), 5, declared=rivals_declared)
    kinds: Counter[str] = Counter()
    for move, count in moves(state, 1, temperament, times=1000).items():
        assert move in (Pass(1), Protect(1), Unmask(1, 5), Sow(1, "clergy")) or rivals_declared == 0
        kinds[type(move).__name__] += count
    return kinds


@pytest.mark.parametrize("temperament", EVERYBODY, ids=lambda t: t.name)
def test_each_acts_as_often_as_its_mood_says(temperament: Temperament) -> None:
    calm, losing = temperament.calm, temperament.losing
    happened = acts(temperament, declared=13, rivals_declared=13)
    for kind, chance in (("Protect", calm.protect), ("Unmask", calm.unmask), ("Sow", calm.sow)):
        assert abs(happened[kind] / 10 - chance) < 5
    assert acts(temperament, rivals_declared=12)["Protect"] == 0
    happened = acts(temperament, declared=13, rivals_declared=26)
    for kind, chance in (("Protect", 0), ("Unmask", losing.unmask), ("Sow", losing.sow)):
        assert abs(happened[kind] / 10 - chance) < 5
        assert (happened[kind] == 0) == (chance == 0)


def test_nobody_spends_what_they_have_not() -> None:
    assert set(acts(SABOTEUR, mine=19, declared=1, rivals_declared=60)) == {"Pass"}
    assert set(acts(SABOTEUR, mine=24, rivals_declared=60)) == {"Pass", "Unmask"}
    assert set(acts(SABOTEUR, mine=25, rivals_declared=60)) == {"Pass", "Unmask", "Sow"}
    assert set(acts(COURTIER, mine=5, declared=45, rivals_declared=0)) == {"Pass", "Protect"}
    assert set(acts(COURTIER, mine=4, declared=46, rivals_declared=0)) == {"Pass"}


def test_the_characters_of_the_losing() -> None:
    """The schemer unmasks, the saboteur and the loyalist sow, nobody wastes as much while calm."""
    lost = {t.name: acts(t, rivals_declared=30) for t in EVERYBODY}
    assert max(lost, key=lambda name: lost[name]["Unmask"]) == "schemer"
    assert max(lost, key=lambda name: lost[name]["Sow"]) == "saboteur"
    for t in EVERYBODY:
        calm = acts(t)
        assert calm["Unmask"] + calm["Sow"] < lost[t.name]["Unmask"] + lost[t.name]["Sow"]


# -- what the policies are worth --------------------------------------------------------------------------------------


def test_danger_grows_as_stats_sink() -> None:
    state = seen("policy_vote", stats=Stats(12, 7, 3))
    assert danger(state, Pairs(())) == 10 + 17 + 40
    assert danger(state, Pairs((("faith", -2),))) == 10 + 17 + 120
    assert danger(state, Pairs((("faith", -3),))) == 10 + 17 + 1000
    assert danger(state, Pairs((("faith", -9), ("economy", 3)))) == 10 + 12 + 1000


def effects(state: State) -> list[Pairs[Stat, int]]:
    futures = foreseen(state)
    assert [future.danger for future in futures] == [danger(state, future.effects) for future in futures]
    return [future.effects for future in futures]


def test_effects_are_foreseen_as_shown_or_guessed_from_the_rules() -> None:
    assert effects(seen("policy_vote", MERCHANTS_WISH)) == [MERCHANTS_WISH.effects]
    assert effects(seen("policy_vote")) == []
    rules = RuleSet(gain_min=1, gain_max=4, loss_min=2, loss_max=5, gain_growth=7, loss_growth=14)
    hinted = seen("policy_vote", HintedPolicy("…", "…", "faith", "economy"), rules=rules)
    assert effects(hinted) == [Pairs((("faith", 2), ("economy", -4)))]
    assert effects(hinted._replace(round=3)) == [Pairs((("faith", 4), ("economy", -8)))]


def test_a_faction_wants_its_own_stat_unless_it_ruins_the_kingdom() -> None:
    state = seen("policy_vote", *WISHES)
    assert [favourite(foreseen(state), faction) for faction in FACTIONS] == [0, 1, 2]
    ruinous = state._replace(stats=Stats(20, 20, 6))
    assert [favourite(foreseen(ruinous), faction) for faction in FACTIONS] == [1, 1, 2]


def test_one_point_of_its_own_stat_is_worth_30_of_danger() -> None:
    helpful, safe = offered("economy", 1, "faith", 16), offered("stability", 1, "faith", 12)
    state = seen("policy_vote", safe, helpful, stats=Stats(60, 60, 20))
    assert favourite(foreseen(state), "merchants") == 1  # 30 of danger to 15, and the difference is below 30
    assert favourite(foreseen(state), "guard") == 0
    worse = seen("policy_vote", safe, offered("economy", 1, "faith", 18), stats=Stats(60, 60, 20))
    assert favourite(foreseen(worse), "merchants") == 0  # 60 to 15


def test_voices_follow_factions_and_one_in_four_common_sense() -> None:
    sensible = offered("economy", 1, "faith", 1)
    state = seen("policy_vote", sensible, CLERGYS_WISH, GUARDS_WISH)
    assert voices(state, foreseen(state), 1, 0) == [5, 0, 0]
    assert voices(state, foreseen(state), 1, 0b11_11_11_11_11_11) == [1, 2, 2]
    assert voices(state, foreseen(state), 2, 0b01_10_01_10_01_10) == [2, 1, 2]
    assert voices(state, foreseen(state), 1, 0b00_00_00_00_01_11) == [4, 1, 0]
    assert voices(knowing(state, 2, status="left"), foreseen(state), 1, 0b11_11_11_11_11) == [1, 1, 2]


# -- the characters of voters -----------------------------------------------------------------------------------------


def votes(state: State, seat: int, temperament: Temperament) -> list[int]:
    """How often each policy of three is voted for under 100 seeds."""
    counts = moves(state, seat, temperament)
    return [counts[VotePolicy(seat, policy)] for policy in (1, 2, 3)]


def test_the_courtier_follows_the_crowd_the_loyalist_the_faction() -> None:
    """All but the guard want the second policy, and it hurts nobody more than the first does."""
    state = seen("policy_vote", offered("stability", 4, "economy", 6), offered("faith", 4, "stability", 4), seats=9)
    others = {t.name: votes(state, 3, t)[1] for t in EVERYBODY}
    assert others["courtier"] > 60
    assert others["courtier"] > 2 * max(others[name] for name in ("schemer", "saboteur"))
    assert others["loyalist"] < 3


def test_the_guardian_spares_the_weakest_stat() -> None:
    """What the merchants want would leave faith at 2."""
    state = seen("policy_vote", *WISHES, stats=Stats(20, 20, 8))
    own = {t.name: votes(state, 1, t)[0] for t in EVERYBODY}
    assert min(own, key=lambda name: own[name]) == "guardian"
    assert own["guardian"] < 15
    assert own["loyalist"] > max(own["schemer"], own["saboteur"]) > 40


@pytest.mark.parametrize("temperament", EVERYBODY, ids=lambda t: t.name)
def test_nobody_calm_risks_disgrace_while_another_way_is_open(temperament: Temperament) -> None:
    tempting = offered("economy", 9, "faith", 6)
    state = seen("policy_vote", tempting, CLERGYS_WISH, stats=Stats(20, 20, 6))
    assert votes(state, 1, temperament) == [0, 100, 0]
    assert votes(state._replace(stats=Stats(20, 20, 7)), 1, LOYALIST)[0] > 50


def test_a_losing_saboteur_would_rather_see_the_kingdom_fall() -> None:
    state = seen("policy_vote", CLERGYS_WISH, offered("economy", 1, "faith", 6), stats=Stats(20, 20, 6))
    lost = knowing(state, 2, declared=30)
    assert votes(lost, 1, SABOTEUR) == [0, 100, 0]
    for temperament in (LOYALIST, COURTIER, GUARDIAN, SCHEMER):
        assert votes(lost, 1, temperament) == [100, 0, 0]


def test_whims_keep_councillors_of_one_mind_apart() -> None:
    state = seen("policy_vote", *WISHES, stats=Stats(20, 20, 8))
    for temperament in EVERYBODY:
        together = Counter(
            choose(state, 1, temperament, f"{n}") == VotePolicy(1, choose(state, 4, temperament, f"{n}").policy)  # type: ignore[union-attr]
            for n in range(100)
        )
        assert together[False] > 10
