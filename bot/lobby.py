"""Who gathers for a game that has not begun, and how it is to be played. Pure; a lobby is one row of the store."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Final

from bot.phrases import Lines
from bot.seating import Guest, seating
from bot.sitting import Deal, Declined
from bot.store import Put
from bot.tempo import TEMPOS
from bot.text import line
from engine.decide import MAX_SEATS, MIN_SEATS
from engine.rules import PRESETS

LOBBY: Final = "lobby/"
LONGEST_NAME: Final = 32
PRESET: Final = "rulebook"
TEMPO: Final = "evening"
SEATS: Final = 6
"""As many take part unless somebody chooses otherwise: automated councillors fill what people leave empty."""


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
    return Lobby(**data | {"guests": tuple(Guest(*guest) for guest in data["guests"])})


def join(lobby: Lobby, person: str, name: str, handle: str) -> Lobby:
    """Under their own name, unless somebody has that already or nothing of it can be shown."""
    if person in lobby.people:
        raise Declined("already_in")
    if len(lobby.guests) == MAX_SEATS:
        raise Declined("full")
    taken = {guest.name.casefold() for guest in lobby.guests}
    wanted = (sound(name), sound(handle), sound(f"{handle[: LONGEST_NAME - 4]} {len(taken) + 1}"))
    free = next((name for name in wanted if name and name.casefold() not in taken), f"#{person}"[:LONGEST_NAME])
    guests = (*lobby.guests, Guest(person, free))
    return replace(lobby, guests=guests, seats=max(lobby.seats, len(guests)))


def sound(name: str) -> str:
    """As it can stand at a table: in one line, and with something to see in it."""
    visible = "".join(c if c.isprintable() else " " if c.isspace() else "" for c in name)
    shown = " ".join(visible.split())[:LONGEST_NAME].strip()
    return shown if any(c.isalnum() for c in shown) else ""


def quit_lobby(lobby: Lobby, person: str) -> Lobby:
    if person not in lobby.people:
        raise Declined("not_in")
    return replace(lobby, guests=tuple(guest for guest in lobby.guests if guest.person != person))


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


def lobby_lines(lobby: Lobby) -> Lines:
    yet = max(0, lobby.seats - len(lobby.guests))
    guests = [line("lobby.guest", number=number, name=guest.name) for number, guest in enumerate(lobby.guests, 1)]
    return (
        line("lobby.title"),
        line("lobby.what"),
        line("lobby.preset", preset=lobby.preset),
        line("lobby.tempo", tempo=lobby.tempo),
        *(guests or [line("lobby.nobody")]),
        line("lobby.automata", number=yet) if yet else line("lobby.no_automata"),
        line("lobby.how"),
    )
