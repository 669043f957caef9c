"""The nouns of the game, in the one order in which everything lists them."""

from typing import Final, Generic, Literal, NamedTuple, TypeVar

K = TypeVar("K")
V = TypeVar("V")

Faction = Literal["merchants", "clergy", "guard"]
Stat = Literal["stability", "economy", "faith"]
Phase = Literal["statements", "statement_vote", "actions", "dilemma", "policy_vote", "ended"]
Action = Literal["protect", "unmask", "sow", "pass"]
Status = Literal["active", "exiled", "left"]
Ending = Literal["dominance", "points", "fall", "deserted", "abandoned"]
EffectsShown = Literal["open", "tendency"]

FACTIONS: Final[tuple[Faction, ...]] = ("merchants", "clergy", "guard")
STATS: Final[tuple[Stat, ...]] = ("stability", "economy", "faith")
POWER_RAISES: Final[dict[Faction, Stat]] = {"merchants": "economy", "clergy": "faith", "guard": "stability"}


class Pairs(tuple[tuple[K, V], ...], Generic[K, V]):
    """A small mapping that cannot change: pairs in a fixed order, an object in a recording."""

    __slots__ = ()


class Stats(NamedTuple):
    """The three global statistics."""

    stability: int
    economy: int
    faith: int

    def plus(self, effects: Pairs[Stat, int]) -> "Stats":
        change = dict(effects)
        return Stats(*[value + change.get(stat, 0) for stat, value in zip(STATS, self, strict=True)])


class DrawnPolicy(NamedTuple):
    """What one policy of a round will do (D1); its words come from the narrator."""

    helps: Stat
    hurts: Stat
    effects: Pairs[Stat, int]


class Words(NamedTuple):
    """The narrator's words for one policy."""

    name: str
    text: str


class OpenPolicy(NamedTuple):
    """A policy as presented when the table plays with effects shown (D2)."""

    name: str
    text: str
    effects: Pairs[Stat, int]


class HintedPolicy(NamedTuple):
    """A policy as presented when only the tendency of its effects is shown (D2)."""

    name: str
    text: str
    helps: Stat
    hurts: Stat


class Score(NamedTuple):
    """One line of the final table."""

    influence: int
    declared: int
    bonus: int
    total: int
    status: Status
