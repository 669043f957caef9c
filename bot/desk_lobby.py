"""Before a game: a lobby is opened, filled, tried out and dealt."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from secrets import token_hex
from typing import Final

from bot.address import Address
from bot.lobby import Lobby, choose, deal, join, lobby_lines, quit_lobby, seats_to_choose
from bot.office import Answer, ChatError, Faults, Office, Value, Visitor
from bot.phrases import Lines
from bot.rooms import Room
from bot.screen import Button, Option, Reply, Row, Screen, Select
from bot.sitting import Declined
from bot.tempo import TEMPOS
from bot.text import Line, line
from engine.rules import PRESETS

Options = Mapping[str, Value]
PATIENCE: Final = 4.0
"""Seconds that whoever starts a game waits for the narrator's trial."""
NEIGHBOURS: Final = 3
"""Of so many last games on a server the next one avoids the crises."""


async def open_lobby(office: Office, visitor: Visitor, options: Options, id_: str) -> Answer:
    server = office.server(visitor)
    if server.channel and server.channel not in (visitor.channel, visitor.parent):
        raise Declined("elsewhere")
    channel = visitor.channel
    if options.get("watek"):
        channel = await office.chat.thread(channel, "Rada Popiołów")
    if (here := office.lobby_at(channel)) is not None:
        return await _show_anew(office, here)
    room = office.rooms.last_at(channel)
    if room is not None and room.game in office.tables:
        raise Declined("already_there")
    lobby = Lobby(token_hex(6), visitor.guild, channel, visitor.person, preset=server.preset, tempo=server.tempo)
    office.lobbies[lobby.id] = lobby = join(lobby, visitor.person, visitor.name, visitor.handle)
    try:
        await _post(office, lobby)
    except BaseException:
        office.lobbies.pop(lobby.id, None)
        raise
    return Reply(Screen((line("lobby.opened"),)))


async def _show_anew(office: Office, lobby: Lobby) -> Answer:
    """Its message may have been deleted, or be far above."""
    await _post(office, lobby)
    await _show_change(office, lobby, Screen((line("lobby.title"), line("lobby.moved"))))
    return Reply(Screen((line("lobby.again"),)))


async def _post(office: Office, lobby: Lobby) -> None:
    message = await office.chat.post(lobby.channel, lobby_screen(lobby))
    if (now := office.lobbies.get(lobby.id)) is not None:  # others may have come, or the game begun
        await _keep(office, replace(now, message=message))


async def _keep(office: Office, lobby: Lobby) -> None:
    """Seen at once, so that whoever comes next builds on it; taken back if it cannot be kept."""
    before = office.lobbies[lobby.id]
    office.lobbies[lobby.id] = lobby
    try:
        await office.means.store.write(lobby.put())
    except BaseException:
        if office.lobbies.get(lobby.id) is lobby:
            office.lobbies[lobby.id] = before
        raise


# -- its screen -------------------------------------------------------------------------------------------------------


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
    return Screen(lobby_lines(lobby), rows)


def _to(lobby: Lobby, verb: str, choice: str = "") -> str:
    return str(Address(verb, lobby.id, choice=choice))


# -- who comes and goes -----------------------------------------------------------------------------------------------


def _lobby(office: Office, visitor: Visitor, id_: str) -> Lobby:
    lobby = office.lobbies.get(id_)
    if lobby is None or lobby.guild != visitor.guild:
        raise Declined("no_lobby")
    return lobby


def _hosted(office: Office, visitor: Visitor, id_: str) -> Lobby:
    lobby = _lobby(office, visitor, id_)
    if visitor.person != lobby.opener and not office.moderates(visitor):
        raise Declined("not_opener")
    return lobby


async def press_join(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    lobby = _lobby(office, visitor, at.game)
    return await _changed(office, join(lobby, visitor.person, visitor.name, visitor.handle))


async def press_quit(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    return await _changed(office, quit_lobby(_lobby(office, visitor, at.game), visitor.person))


async def press_choose(office: Office, visitor: Visitor, at: Address, values: tuple[str, ...], id_: str) -> Answer:
    return await _changed(office, choose(_hosted(office, visitor, at.game), at.choice, "".join(values)))


async def _changed(office: Office, lobby: Lobby) -> Answer:
    await _keep(office, lobby)
    return Reply(lobby_screen(lobby), replace=True)


async def press_cancel(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    lobby = _hosted(office, visitor, at.game)
    await office.means.store.write(lobby.gone())
    office.lobbies.pop(lobby.id, None)
    return Reply(Screen((line("lobby.closed"),)), replace=True)


async def quit_here(office: Office, visitor: Visitor) -> Answer | None:
    """None where there is no lobby to leave."""
    lobby = office.lobby_at(visitor.channel)
    if lobby is None or visitor.person not in lobby.people:
        return None
    await _changed(office, quit_lobby(lobby, visitor.person))
    await _show_change(office, lobby, lobby_screen(office.lobbies[lobby.id]))
    return Reply(Screen((line("lobby.left"),)))


async def _show_change(office: Office, lobby: Lobby, screen: Screen) -> None:
    with suppress(ChatError):  # whoever presses something there is told how things are
        await office.chat.edit(lobby.channel, lobby.message, screen)


# -- the game begins --------------------------------------------------------------------------------------------------


async def start_here(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    lobby = office.lobby_at(visitor.channel)
    if lobby is None:
        raise Declined("no_lobby")
    return await _start(office, visitor, lobby, anyway=False)


async def press_start(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    return await _start(office, visitor, _hosted(office, visitor, at.game), anyway=False)


async def press_anyway(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    return await _start(office, visitor, _hosted(office, visitor, at.game), anyway=True)


async def _start(office: Office, visitor: Visitor, lobby: Lobby, *, anyway: bool) -> Answer:
    """What can be done without is tried once: whoever starts anyway knows of it."""
    await office.means.store.write(lobby.put())
    people = () if anyway else lobby.people
    faults, fails = await asyncio.gather(
        office.chat.try_out(lobby.channel, people), _narrator_fails(office, anyway=anyway)
    )
    said = tuple(_said(lobby, faults, narrator_fails=fails))
    await _free(office, lobby, faults.absent)
    if faults.rights:
        again = Button(_to(lobby, "start"), line("trial.button.again"))
        return Reply(Screen((line("trial.title"), line("trial.blocked"), *said), ((again,),)))
    if said:
        return Reply(_ask(lobby, said))
    return await _deal(office, visitor, lobby)


async def _free(office: Office, lobby: Lobby, absent: tuple[str, ...]) -> None:
    """The seats of those who are not on the server any more."""
    for person in absent:
        now = office.lobbies.get(lobby.id)
        if now is not None and person in now.people:
            await _keep(office, quit_lobby(now, person))
    if absent and lobby.id in office.lobbies:
        await _show_change(office, lobby, lobby_screen(office.lobbies[lobby.id]))


async def _narrator_fails(office: Office, *, anyway: bool) -> bool:
    if anyway:
        return False
    try:
        return await asyncio.wait_for(office.narrators.try_out(), PATIENCE) is not None
    except TimeoutError:
        return True


def _said(lobby: Lobby, faults: Faults, *, narrator_fails: bool) -> Iterator[Line]:
    names = {guest.person: guest.name for guest in lobby.guests}
    yield from (line("trial.right", right=right) for right in faults.rights)
    yield from (line("trial.closed", name=names[person]) for person in faults.closed)
    yield from (line("trial.absent", name=names[person]) for person in faults.absent)
    if narrator_fails:
        yield line("trial.narrator")


def _ask(lobby: Lobby, said: Lines) -> Screen:
    anyway = Button(_to(lobby, "anyway"), line("trial.button.anyway"), "main")
    again = Button(_to(lobby, "start"), line("trial.button.again"))
    return Screen((line("trial.title"), *said, line("trial.ask")), ((anyway, again),))


async def _deal(office: Office, visitor: Visitor, lobby: Lobby) -> Answer:
    """As the lobby is now: somebody may have come or gone while it was tried out, or started it already."""
    avoid = await _told_lately(office, lobby.guild)
    lobby = _hosted(office, visitor, lobby.id)
    game, seed = token_hex(6), token_hex(16)
    room = Room(game, lobby.guild, lobby.channel, lobby.opener)
    office.lobbies.pop(lobby.id, None)
    office.rooms.add(room)
    try:
        await office.tables.seat(deal(lobby, game, seed, avoid, visitor.name), room.put(), lobby.gone())
    except BaseException:
        office.lobbies[lobby.id] = lobby
        office.rooms.forget(game)
        raise
    await _show_change(office, lobby, Screen((line("lobby.title"), line("lobby.starting"))))
    return Reply(Screen((line("trial.title"), line("trial.fine"), line("lobby.starting"))))


async def _told_lately(office: Office, guild: str) -> tuple[str, ...]:
    told: list[str] = []
    for room in office.rooms.of_guild(guild)[-NEIGHBOURS:]:
        with suppress(Declined):
            told += (await office.look_at(room.game)).crises
    return tuple(told)
