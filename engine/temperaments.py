"""Who the automated councillors are: numbers only. What the numbers do stands in councillors.py."""

from dataclasses import dataclass
from typing import Final, Literal

Taste = Literal["anyone", "friends", "leaders", "trailing"]


@dataclass(frozen=True, slots=True)
class Mood:
    """What a vote is worth: each point of danger to the kingdom avoided (`kingdom`), voting with the own faction
    (`faction`) and with everybody (`crowd`). And how often, in per cent, an action is taken when there is cause."""

    kingdom: int
    faction: int
    crowd: int
    protect: int
    unmask: int
    sow: int


@dataclass(frozen=True, slots=True)
class Temperament:
    """`taste` says whose statements find favour; `calm` holds until the game looks lost."""

    name: str
    taste: Taste
    calm: Mood
    losing: Mood


LOYALIST: Final = Temperament(
    "loyalist",
    "friends",
    calm=Mood(kingdom=5, faction=55, crowd=35, protect=35, unmask=2, sow=4),
    losing=Mood(kingdom=5, faction=60, crowd=30, protect=15, unmask=4, sow=10),
)
COURTIER: Final = Temperament(
    "courtier",
    "leaders",
    calm=Mood(kingdom=3, faction=18, crowd=46, protect=65, unmask=5, sow=2),
    losing=Mood(kingdom=3, faction=18, crowd=46, protect=25, unmask=10, sow=4),
)
GUARDIAN: Final = Temperament(
    "guardian",
    "anyone",
    calm=Mood(kingdom=8, faction=20, crowd=12, protect=45, unmask=4, sow=3),
    losing=Mood(kingdom=8, faction=20, crowd=12, protect=15, unmask=8, sow=8),
)
SCHEMER: Final = Temperament(
    "schemer",
    "trailing",
    calm=Mood(kingdom=3, faction=42, crowd=45, protect=50, unmask=6, sow=1),
    losing=Mood(kingdom=3, faction=42, crowd=45, protect=20, unmask=15, sow=3),
)
SABOTEUR: Final = Temperament(
    "saboteur",
    "trailing",
    calm=Mood(kingdom=3, faction=40, crowd=48, protect=40, unmask=4, sow=4),
    losing=Mood(kingdom=-6, faction=20, crowd=20, protect=0, unmask=8, sow=12),
)
TEMPERAMENTS: Final = {t.name: t for t in (LOYALIST, COURTIER, GUARDIAN, SCHEMER, SABOTEUR)}
