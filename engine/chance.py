"""Every draw of the game: a pure function of the seed and of what is drawn. The algorithm is a promise of the
recording format, so it may never change."""

from hashlib import blake2b

from engine.rules import RuleSet
from engine.terms import FACTIONS, STATS, DrawnPolicy, Faction, Pairs, Stat

PAIRS: tuple[tuple[Stat, Stat], ...] = tuple((helps, hurts) for helps in STATS for hurts in STATS if helps != hurts)


def draw(seed: str, purpose: str, n: int) -> int:
    """A whole number from 0 to n-1, each as likely as the others."""
    limit = 2**64 - 2**64 % n
    attempt = 0
    while True:
        digest = blake2b(f"{seed}\n{purpose}\n{attempt}".encode()).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return number % n
        attempt += 1


def deal(seed: str, seats: int) -> tuple[Faction, ...]:
    """The faction of each seat, in seat order (S2)."""
    order = list(range(seats))
    for k in range(seats, 1, -1):
        other = draw(seed, f"deal/{k}", k)
        order[k - 1], order[other] = order[other], order[k - 1]
    first = draw(seed, "deal/first", 3)
    factions = [FACTIONS[0]] * seats
    for place, seat in enumerate(order):
        factions[seat] = FACTIONS[(first + place) % 3]
    return tuple(factions)


def draw_dilemma(seed: str, rules: RuleSet, round_: int) -> tuple[DrawnPolicy, ...]:
    """What the policies of a round will do (D1): how many, which pairs of stats, how strongly."""
    purpose = f"dilemma/{round_}"
    pairs = list(PAIRS)
    policies = []
    lowest_gain, highest_gain = rules.gain_bounds(round_)
    lowest_loss, highest_loss = rules.loss_bounds(round_)
    gains, losses = highest_gain - lowest_gain + 1, highest_loss - lowest_loss + 1
    for number in range(1, 3 + draw(seed, f"{purpose}/count", 2)):
        rest, pair = divmod(draw(seed, f"{purpose}/{number}", len(pairs) * gains * losses), len(pairs))
        more_loss, more_gain = divmod(rest, gains)
        helps, hurts = pairs.pop(pair)
        effects = Pairs(((helps, lowest_gain + more_gain), (hurts, -lowest_loss - more_loss)))
        policies.append(DrawnPolicy(helps, hurts, effects))
    return tuple(policies)


def break_tie(seed: str, round_: int, tied: tuple[int, ...]) -> int:
    """One of the tied policies, which ascend (R1); where one stands alone, that one."""
    return tied[draw(seed, f"tie/{round_}", len(tied))]
