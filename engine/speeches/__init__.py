"""What automated councillors say at the opening of a round, by temperament: fit for any faction, round and kingdom."""

from typing import Final

from engine.speeches import courtier, guardian, loyalist, saboteur, schemer

SPEECHES: Final[dict[str, tuple[str, ...]]] = {
    "loyalist": loyalist.LINES,
    "courtier": courtier.LINES,
    "guardian": guardian.LINES,
    "schemer": schemer.LINES,
    "saboteur": saboteur.LINES,
}
