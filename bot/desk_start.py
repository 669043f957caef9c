"""A game begins: everything that could fail in it is tried first, and what fails is said with its cure."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from secrets import token_hex
from typing import Final

from bot.address import Address
from bot.desk_lobby import free, hosted, show
from bot.lobby import Lobby, deal
from bot.lobby_boards import ask, blocked
from bot.office import Answer, Faults, Office, Value, Visitor
from bot.rooms import Room
from bot.screen import Reply, Screen
from bot.sitting import Declined
from bot.text import Line, line

Options = Mapping[str, Value]
PATIENCE: Final = 4.0
"""Seconds that whoever starts a game waits for the narrator's trial."""
NEIGHBOURS: Final = 3
"""Of so many last games on a server the next one avoids the crises."""


async def start_here(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    lobby = office.lobby_at(visitor.channel)
    if lobby is None:
        raise Declined("no_lobby")
    return await _start(office, visitor, lobby)


async def press_start(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    return await _start(office, visitor, hosted(office, visitor, at.game))


async def press_anyway(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    """Whoever presses this knows what was found."""
    lobby = hosted(office, visitor, at.game)
    faults = await office.chat.try_out(lobby.channel, ())
    if faults.rights:
        return Reply(blocked(lobby, tuple(_said(lobby, faults, narrator_fails=False))), replace=True)
    return await _deal(office, visitor, lobby, line("trial.anyway"))


async def _start(office: Office, visitor: Visitor, lobby: Lobby) -> Answer:
    if not lobby.guests:
        raise Declined("nobody")
    faults, narrator_fails = await _tried(office, lobby)
    said = tuple(_said(lobby, faults, narrator_fails=narrator_fails))
    if faults.absent:
        await free(office, lobby, faults.absent)
    if faults.rights:
        return Reply(blocked(lobby, said))
    if said:
        return Reply(ask(lobby, said))
    return await _deal(office, visitor, lobby, line("trial.fine"))


# -- the trial --------------------------------------------------------------------------------------------------------


async def _tried(office: Office, lobby: Lobby) -> tuple[Faults, bool]:
    """One at a time for a lobby, however often it is started: each writes to people."""
    if lobby.id not in office.trials:
        office.trials[lobby.id] = running = asyncio.ensure_future(_try_out(office, lobby))
        running.add_done_callback(lambda _: office.trials.pop(lobby.id, None))
    return await asyncio.shield(office.trials[lobby.id])


async def _try_out(office: Office, lobby: Lobby) -> tuple[Faults, bool]:
    """Who was reached once is not written to again."""
    await office.means.store.write(lobby.put())
    reached = office.reached.setdefault(lobby.id, set())
    people = tuple(person for person in lobby.people if person not in reached)
    faults, narrator_fails = await asyncio.gather(
        office.chat.try_out(lobby.channel, people), _narrator_fails(office, lobby)
    )
    reached.update(person for person in people if person not in (*faults.closed, *faults.absent))
    return faults, narrator_fails


async def _narrator_fails(office: Office, lobby: Lobby) -> bool:
    try:
        return await asyncio.wait_for(office.narrators.try_out(lobby.id), PATIENCE) is not None
    except TimeoutError:
        return True


def _said(lobby: Lobby, faults: Faults, *, narrator_fails: bool) -> Iterator[Line]:
    names = {guest.person: guest.name for guest in lobby.guests}
    yield from (line("trial.right", right=right) for right in faults.rights)
    yield from (line("trial.closed", name=names[person]) for person in faults.closed if person in names)
    yield from (line("trial.absent", name=names[person]) for person in faults.absent if person in names)
    if narrator_fails:
        yield line("trial.narrator")


# -- the deal ---------------------------------------------------------------------------------------------------------


async def _deal(office: Office, visitor: Visitor, tried: Lobby, found: Line) -> Answer:
    """As the lobby is now: somebody may have come or gone while it was tried out, or started it already."""
    async with office.lock(tried.channel):
        lobby = hosted(office, visitor, tried.id)
        if not lobby.guests:
            raise Declined("nobody")
        office.must_be_free(lobby.channel)
        await _begin(office, lobby, visitor.name)
    office.reached.pop(lobby.id, None)
    await show(office, lobby)
    return Reply(Screen((line("trial.title"), found, line("lobby.starting"))))


async def _begin(office: Office, lobby: Lobby, by: str) -> None:
    """The room is there first, for the first message looks for it."""
    game, seed = token_hex(6), token_hex(16)
    room = Room(game, lobby.guild, lobby.channel, lobby.opener)
    avoid = await _told_lately(office, lobby.guild)
    office.rooms.add(room)
    try:
        await office.tables.seat(deal(lobby, game, seed, avoid, by), room.put(), lobby.gone())
    except BaseException:
        office.rooms.forget(game)
        raise
    del office.lobbies[lobby.id]


async def _told_lately(office: Office, guild: str) -> tuple[str, ...]:
    told: list[str] = []
    for room in office.rooms.of_guild(guild)[-NEIGHBOURS:]:
        with suppress(Declined):
            told += (await office.look_at(room.game)).crises
    return tuple(told)
