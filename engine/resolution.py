"""Phase four. The steps stand in the order of the rulings R1 to R7 and are to be read beside them."""

from engine.chance import break_tie
from engine.course import Course
from engine.ending import end_game
from engine.events import (
    Disgraced,
    FactionPower,
    InfluenceAwarded,
    KingdomFell,
    PolicyApplied,
    Unmasked,
    UnmaskingFailed,
    VotesCounted,
    VotesRevealed,
)
from engine.state import Councillor, State, in_consensus
from engine.terms import FACTIONS, POWER_RAISES, STATS, DrawnPolicy, Faction, Pairs, Stats


def resolve(course: Course) -> None:
    """From the closed vote to the end of the round, or of the game."""
    winner = count_votes(course)
    resolve_actions(course)
    united = tuple([faction for faction in FACTIONS if in_consensus(course.state, faction)])
    pay_rewards(course, winner, united)
    if dominators := dominant(course.state):
        end_game(course, "dominance", dominators)
        return
    policy = course.state.drawn[winner - 1]
    stats_before = course.state.stats
    raise_powers(course, united)
    judge_disgrace(course, winner, policy, stats_before)
    apply_policy(course, policy)
    if course.state.phase != "ended" and len(course.state.active) < 2:
        end_game(course, "deserted")  # E3, after R7 and before the last round's own ending


def count_votes(course: Course) -> int:
    """R1: most votes win; the seed breaks a tie."""
    state = course.state
    votes = [c.vote for c in state.active]
    tally = tuple([votes.count(policy) for policy in range(1, len(state.drawn) + 1)])
    tied = tuple([policy for policy, count in enumerate(tally, 1) if count == max(tally)])
    winner = break_tie(state.seed, state.round, tied)
    course.add(VotesCounted(tally, winner, drawn=len(tied) > 1))
    return winner


def resolve_actions(course: Course) -> None:
    """R2: by seat order. What is aimed at somebody who has left has no effect (E4)."""
    revealed: list[Faction] = []
    for councillor in course.state.active:
        choice = councillor.choice
        if choice is None:
            continue
        if choice.target is not None:
            unmask(course, councillor.seat, course.state.councillor(choice.target))
        elif choice.faction is not None and choice.faction not in revealed:
            revealed.append(choice.faction)
            reveal_votes(course, choice.faction)


def unmask(course: Course, seat: int, target: Councillor) -> None:
    if target.status != "active":
        return
    if target.choice is not None and target.choice.action == "protect":
        course.add(UnmaskingFailed(seat, target.seat, protected=True))
    else:
        course.add(
            Unmasked(
                seat,
                target.seat,
                protected=False,
                influence=target.influence,
                declared=target.declared,
                vote=target.vote,
            )
        )


def reveal_votes(course: Course, faction: Faction) -> None:
    if members := course.state.members(faction):
        course.add(VotesRevealed(faction, Pairs((c.seat, c.vote) for c in members)))


def pay_rewards(course: Course, winner: int, united: tuple[Faction, ...]) -> None:
    """R3: everyone learns their own, also that it is nothing."""
    state = course.state
    for c in state.active:
        majority = state.rules.majority_reward if c.vote == winner else 0
        consensus = state.rules.consensus_reward if c.faction in united else 0
        course.add(InfluenceAwarded(c.seat, majority, consensus, c.influence + majority + consensus))


def dominant(state: State) -> tuple[int, ...]:
    """R4: who wins at once; declared Influence does not count."""
    most = max(c.influence for c in state.active)
    if most < state.rules.dominance:
        return ()
    return tuple(c.seat for c in state.active if c.influence == most)


def raise_powers(course: Course, united: tuple[Faction, ...]) -> None:
    """R5."""
    for faction in united:
        course.add(FactionPower(faction, POWER_RAISES[faction], course.state.rules.faction_power))


def judge_disgrace(course: Course, winner: int, policy: DrawnPolicy, stats_before: Stats) -> None:
    """R6: on the policy's own effect, so a power may save the kingdom but not those who would have felled it."""
    stats = stats_before if course.state.rules.disgrace_before_powers else course.state.stats
    guilty = tuple(c.seat for c in course.state.active if c.vote == winner)
    if guilty and getattr(stats.plus(policy.effects), policy.hurts) <= 0:
        course.add(Disgraced(guilty))


def apply_policy(course: Course, policy: DrawnPolicy) -> None:
    """R7."""
    stats = course.state.stats.plus(policy.effects)
    course.add(PolicyApplied(policy.effects, stats))
    if fallen := tuple(stat for stat in STATS if getattr(stats, stat) <= 0):
        course.add(KingdomFell(fallen))
        end_game(course, "fall")
