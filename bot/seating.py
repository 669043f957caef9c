"""Who sits where when a game begins: people first, then automated councillors, each drawn."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.sitting import Sitter
from bot.text import catalogue
from engine.chance import draw
from engine.temperaments import TEMPERAMENTS


class Guest(NamedTuple):
    """`person` is the outlet's own key for them."""

    person: str
    name: str


class Seating(NamedTuple):
    names: tuple[str, ...]
    sitters: tuple[Sitter, ...]


def seating(seed: str, guests: Sequence[Guest], seats: int) -> Seating:
    names = tuple(guest.name for guest in guests)
    tempers = list(TEMPERAMENTS)
    drawn = [
        tempers[draw(f"{seed}/seats", f"temperament/{seat}", len(tempers))]
        for seat in range(len(guests) + 1, seats + 1)
    ]
    sitters = [Sitter(person=guest.person) for guest in guests]
    sitters += [Sitter(temperament=temperament) for temperament in drawn]
    return Seating(names + councillors(seed, names, seats - len(names)), tuple(sitters))


def councillors(seed: str, people: Iterable[str], number: int) -> tuple[str, ...]:
    """Names nobody at the table has."""
    taken = {name.casefold() for name in people}
    names = [name for name in catalogue()["councillor.names"].split(", ") if name.casefold() not in taken]
    return tuple(names.pop(draw(f"{seed}/seats", f"name/{n}", len(names))) for n in range(number))
