"""The screens of a lobby, and of the trial before its game. Pure."""

from collections.abc import Iterator
from typing import Final

from bot.address import Address
from bot.lobby import Lobby, seats_to_choose
from bot.phrases import Lines
from bot.screen import Button, Option, Row, Screen, Select
from bot.tempo import TEMPOS
from bot.text import Line, line
from engine.rules import PRESETS

STARTED: Final = Screen((line("lobby.title"), line("lobby.starting")))
CLOSED: Final = Screen((line("lobby.title"), line("lobby.closed")))


def lobby_screen(lobby: Lobby) -> Screen:
    presets = tuple(Option(name, line(f"wariant.{name}"), None, name == lobby.preset) for name in PRESETS)
    tempos = tuple(Option(name, line(f"tempo.{name}"), None, name == lobby.tempo) for name in TEMPOS)
    seats = tuple(
        Option(str(n), line("lobby.seats.label", number=n), None, n == lobby.seats) for n in seats_to_choose(lobby)
    )
    rows: tuple[Row, ...] = (
        (
            Button(_to(lobby, "join"), line("lobby.button.join"), "good"),
            Button(_to(lobby, "quit"), line("lobby.button.quit")),
            Button(_to(lobby, "start"), line("lobby.button.start"), "main"),
            Button(_to(lobby, "cancel"), line("lobby.button.cancel"), "bad"),
        ),
        Select(_to(lobby, "choose", "preset"), line("lobby.prompt.preset"), presets),
        Select(_to(lobby, "choose", "tempo"), line("lobby.prompt.tempo"), tempos),
        Select(_to(lobby, "choose", "seats"), line("lobby.prompt.seats"), seats),
    )
    return Screen(tuple(_lines(lobby)), rows)


def _lines(lobby: Lobby) -> Iterator[Line]:
    yield line("lobby.title")
    yield line("lobby.what")
    yield line("lobby.preset", preset=lobby.preset)
    yield line("lobby.tempo", tempo=lobby.tempo)
    for number, guest in enumerate(lobby.guests, 1):
        yield line("lobby.guest", number=number, name=guest.name)
    if not lobby.guests:
        yield line("lobby.nobody")
    free = lobby.seats - len(lobby.guests)
    yield line("lobby.automata", number=free) if free > 0 else line("lobby.no_automata")
    yield line("lobby.how")


def where(lobby: Lobby) -> Screen:
    """Leads to the message that shows it."""
    place = {"guild": int(lobby.guild), "channel": int(lobby.channel), "message": int(lobby.message)}
    return Screen((line("lobby.again", **place),))


def blocked(lobby: Lobby, said: Lines) -> Screen:
    """What a game cannot do without."""
    again = Button(_to(lobby, "start"), line("trial.button.again"))
    return Screen((line("trial.title"), line("trial.blocked"), *said), ((again,),))


def ask(lobby: Lobby, said: Lines) -> Screen:
    anyway = Button(_to(lobby, "anyway"), line("trial.button.anyway"), "main")
    again = Button(_to(lobby, "start"), line("trial.button.again"))
    return Screen((line("trial.title"), *said, line("trial.ask")), ((anyway, again),))


def _to(lobby: Lobby, verb: str, choice: str = "") -> str:
    return str(Address(verb, lobby.id, choice=choice))
