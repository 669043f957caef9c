"""The end of a game: the final table and who has won (K1 to K3)."""

from engine.course import Course
from engine.events import GameEnded
from engine.state import State
from engine.terms import FACTIONS, Ending, Faction, Pairs, Score


def end_game(course: Course, ending: Ending, dominators: tuple[int, ...] = ()) -> None:
    state = course.state
    ruling = ruling_faction(state)
    scores = final_scores(state, ruling)
    winners = dominators
    if ending in ("points", "deserted"):
        best = max((score.total for _, score in scores if score.status == "active"), default=0)
        winners = tuple(seat for seat, score in scores if score.status == "active" and score.total == best)
    course.add(GameEnded(ending, winners, ruling, scores))


def ruling_faction(state: State) -> Faction | None:
    """K1: the highest sum, alone; a faction without active members has none."""
    sums = {
        faction: sum(c.influence + c.declared for c in members)
        for faction in FACTIONS
        if (members := state.members(faction))
    }
    best = [faction for faction, total in sums.items() if total == max(sums.values())]
    return best[0] if len(best) == 1 else None


def final_scores(state: State, ruling: Faction | None) -> Pairs[int, Score]:
    """K1, K2; whoever is out keeps their pools in the table and scores 0 (E1)."""
    lines = []
    for c in state.councillors:
        active = c.status == "active"
        bonus = state.rules.ruling_bonus if active and c.faction == ruling else 0
        total = c.influence + c.declared + bonus if active else 0
        lines.append((c.seat, Score(c.influence, c.declared, bonus, total, c.status)))
    return Pairs(lines)
