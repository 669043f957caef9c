"""What the balance laboratory has counted, as figures to read: by section, then by row."""

from typing import Final

from engine.balance import ACTIONS, Tally
from engine.rules import RuleSet
from engine.terms import FACTIONS

Figures = dict[str, dict[str, float]]
ENDINGS: Final = ("dominance", "fall", "points", "deserted")


def figures(tally: Tally, rules: RuleSet) -> Figures:
    """Shares are in per cent. A chance of 1 to win is that of the average seat."""
    games, votes = tally["games",], tally["votes",]
    victories = sum(tally["won", "faction", faction] for faction in FACTIONS)
    uses = {action: tally["action", action] for action in ACTIONS}
    return {
        "Ending, %": {ending: _share(tally["ending", ending], games) for ending in ENDINGS},
        "Decided in round, %": {
            str(round_): _share(tally["round", round_], games) for round_ in range(1, rules.rounds + 1)
        },
        "Median round": {"decided": median_round(tally)},
        "Winners by faction, %": {faction: _share(tally["won", "faction", faction], victories) for faction in FACTIONS},
        "Chance by faction size": _chances(tally, "faction size"),
        "Chance by seat": _chances(tally, "seat"),
        "Chance by temperament": _chances(tally, "mover"),
        "Votes rewarded, %": {
            "majority": _share(tally["majorities",], votes),
            "consensus": _share(tally["consensuses",], votes),
        },
        "Actions a game": {action: round(uses[action] / games, 2) for action in ACTIONS},
        "Influence spent a game": {
            action: round(uses[action] * getattr(rules.costs, action) / games, 1) for action in ACTIONS
        },
        "Actions that paid, %": {action: _share(tally["paid", action], uses[action]) for action in ACTIONS},
        "Chance of users": {action: _chance(tally, action, "used") for action in ACTIONS},
        "Chance of the others": {action: _chance(tally, action, "unused") for action in ACTIONS},
        "Disgrace, %": {
            "pronounced": _share(tally["disgraces",], games),
            "kingdom saved": _share(tally["saved",], games),
        },
    }


def median_round(tally: Tally) -> int:
    rounds = [key[1] for key, count in tally.items() if key[0] == "round" for _ in range(count)]
    return sorted(map(int, rounds))[(len(rounds) - 1) // 2]


def _share(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 1)


def _chances(tally: Tally, trait: str) -> dict[str, float]:
    values = [key[2] for key in tally if key[:2] == ("played", trait)]
    return {str(value): _chance(tally, trait, value) for value in sorted(values, key=lambda v: (type(v) is str, v))}


def _chance(tally: Tally, trait: str, value: str | int) -> float:
    """How often such a seat won, as a multiple of how often the average seat did."""
    won, played = (sum(tally[what, "faction", faction] for faction in FACTIONS) for what in ("won", "played"))
    seats = tally["played", trait, value]
    return round(tally["won", trait, value] * played / max(1, seats * won), 2)
