"""Who gathers for a game that has not begun, and how it is to be played. Pure; a lobby is one row of the store."""

import json
import re
from dataclasses import asdict, dataclass, replace
from typing import Final
from unicodedata import normalize

from bot.seating import Guest, seating
from bot.sitting import Deal, Declined
from bot.store import Put
from bot.tempo import TEMPOS
from engine.decide import MAX_SEATS, MIN_SEATS
from engine.rules import PRESETS

LOBBY: Final = "lobby/"
LONGEST_NAME: Final = 32
PRESET: Final = "rulebook"
TEMPO: Final = "evening"
SEATS: Final = 6
"""As many take part unless somebody chooses otherwise: automated councillors fill what people leave empty."""

INVISIBLE: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Printable, so Python says, but nothing is seen of them."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """`message` is the one that shows it."""

    id: str
    guild: str
    channel: str
    opener: str
    guests: tuple[Guest, ...] = ()
    seats: int = SEATS
    preset: str = PRESET
    tempo: str = TEMPO
    message: str = ""

    def put(self) -> Put:
        return Put(f"{LOBBY}{self.id}", json.dumps(asdict(self), ensure_ascii=False))

    def gone(self) -> Put:
        return Put(f"{LOBBY}{self.id}", None)

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(guest.person for guest in self.guests)


def lobby_from(text: str) -> Lobby:
    data = json.loads(text)
    lobby = Lobby(**data | {"guests": tuple(Guest(*guest) for guest in data["guests"])})
    if lobby.preset not in PRESETS or lobby.tempo not in TEMPOS or lobby.seats not in seats_to_choose(lobby):
        raise ValueError("no such lobby can be chosen")
    return lobby


def join(lobby: Lobby, person: str, name: str, handle: str) -> Lobby:
    """Under their own name, unless somebody has that already or nothing of it can be shown."""
    if person in lobby.people:
        raise Declined("already_in")
    if len(lobby.guests) == MAX_SEATS:
        raise Declined("full")
    taken = {_look(guest.name) for guest in lobby.guests}
    wanted = (sound(name), sound(handle), sound(f"{handle[: LONGEST_NAME - 4]} {len(taken) + 1}"))
    free = next((name for name in wanted if name and _look(name) not in taken), f"#{person}"[:LONGEST_NAME])
    guests = (*lobby.guests, Guest(person, free))
    return replace(lobby, guests=guests, seats=max(lobby.seats, len(guests)))


def sound(name: str) -> str:
    """As it can stand at a table: in one line, and with something to see in it."""
    visible = INVISIBLE.sub("", "".join(c if c.isprintable() else " " if c.isspace() else "" for c in name))
    shown = " ".join(visible.split())[:LONGEST_NAME].strip()
    return shown if any(c.isalnum() for c in shown) else ""


def _look(name: str) -> str:
    """Alike for names that look alike."""
    return normalize("NFKC", name).casefold()


def quit_lobby(lobby: Lobby, person: str) -> Lobby:
    """Whoever came next decides in place of an opener who goes."""
    if person not in lobby.people:
        raise Declined("not_in")
    guests = tuple(guest for guest in lobby.guests if guest.person != person)
    opener = guests[0].person if guests and person == lobby.opener else lobby.opener
    return replace(lobby, guests=guests, opener=opener)


def choose(lobby: Lobby, what: str, value: str) -> Lobby:
    """One of the three selects."""
    match what:
        case "preset" if value in PRESETS:
            return replace(lobby, preset=value)
        case "tempo" if value in TEMPOS:
            return replace(lobby, tempo=value)
        case "seats" if value.isascii() and value.isdigit() and int(value) in seats_to_choose(lobby):
            return replace(lobby, seats=int(value))
    raise Declined("unknown_choice")


def seats_to_choose(lobby: Lobby) -> range:
    return range(max(MIN_SEATS, len(lobby.guests)), MAX_SEATS + 1)


def deal(lobby: Lobby, game: str, seed: str, avoid: tuple[str, ...], by: str) -> Deal:
    names, sitters = seating(seed, lobby.guests, lobby.seats)
    return Deal(game, seed, PRESETS[lobby.preset], names, sitters, lobby.tempo, avoid, by)
