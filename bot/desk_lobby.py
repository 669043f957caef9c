"""Before a game: a lobby is opened, filled and closed. Whatever changes one happens under its channel's lock, on the
lobby as it is by then."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from secrets import token_hex

from bot.address import Address
from bot.lobby import Lobby, choose, join, quit_lobby
from bot.lobby_boards import CLOSED, STARTED, lobby_screen, where
from bot.office import Answer, ChatError, Office, Server, Value, Visitor
from bot.screen import Reply, Screen
from bot.sitting import Declined
from bot.text import line

Options = Mapping[str, Value]


# -- opening ----------------------------------------------------------------------------------------------------------


async def open_lobby(office: Office, visitor: Visitor, options: Options, id_: str) -> Answer:
    server = office.server(visitor)
    if server.channel and server.channel not in (visitor.channel, visitor.parent):
        return Reply(Screen((line("lobby.elsewhere", channel=int(server.channel)),)))
    async with office.lock(visitor.channel):
        threaded = bool(options.get("watek")) and not visitor.parent
        here = office.lobby_by(visitor) if threaded else office.lobby_at(visitor.channel)
        if here is not None:
            return await _lead_to(office, here)
        if not threaded:
            office.must_be_free(visitor.channel)
        await _open(office, visitor, server, threaded=threaded)
    return Reply(Screen((line("lobby.opened"),)))


async def _open(office: Office, visitor: Visitor, server: Server, *, threaded: bool) -> None:
    channel = await office.chat.thread(visitor.channel, "Rada Popiołów") if threaded else visitor.channel
    empty = Lobby(token_hex(6), visitor.guild, channel, visitor.person, preset=server.preset, tempo=server.tempo)
    await _post(office, join(empty, visitor.person, visitor.name, visitor.handle))


async def _post(office: Office, lobby: Lobby) -> Lobby:
    shown = replace(lobby, message=await office.chat.post(lobby.channel, lobby_screen(lobby)))
    await keep(office, shown)
    return shown


async def _lead_to(office: Office, lobby: Lobby) -> Answer:
    """Its message is posted anew only where it is there no more."""
    try:
        await office.chat.edit(lobby.channel, lobby.message, lobby_screen(lobby))
    except ChatError:
        lobby = await _post(office, lobby)
    return Reply(where(lobby))


async def keep(office: Office, lobby: Lobby) -> None:
    await office.means.store.write(lobby.put())
    office.lobbies[lobby.id] = lobby


# -- who comes and goes -----------------------------------------------------------------------------------------------


def lobby_of(office: Office, visitor: Visitor, id_: str) -> Lobby:
    lobby = office.lobbies.get(id_)
    if lobby is None or lobby.guild != visitor.guild:
        raise Declined("no_lobby")
    return lobby


def hosted(office: Office, visitor: Visitor, id_: str) -> Lobby:
    lobby = lobby_of(office, visitor, id_)
    if visitor.person != lobby.opener and not office.moderates(visitor):
        raise Declined("not_opener")
    return lobby


async def press_join(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    def change() -> Lobby:
        return join(lobby_of(office, visitor, at.game), visitor.person, visitor.name, visitor.handle)

    return await _changed(office, lobby_of(office, visitor, at.game), change)


async def press_quit(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    def change() -> Lobby:
        return quit_lobby(lobby_of(office, visitor, at.game), visitor.person)

    return await _changed(office, lobby_of(office, visitor, at.game), change)


async def press_choose(office: Office, visitor: Visitor, at: Address, values: tuple[str, ...], id_: str) -> Answer:
    def change() -> Lobby:
        return choose(hosted(office, visitor, at.game), at.choice, "".join(values))

    return await _changed(office, hosted(office, visitor, at.game), change)


async def _changed(office: Office, lobby: Lobby, change: Callable[[], Lobby]) -> Answer:
    async with office.lock(lobby.channel):
        after = change()
        await keep(office, after)
    return Reply(lobby_screen(after), replace=True, anew=lambda: _now(office, after))


def _now(office: Office, lobby: Lobby) -> Screen:
    """Others may have pressed meanwhile."""
    if (known := office.lobbies.get(lobby.id)) is not None:
        return lobby_screen(known)
    return STARTED if office.table_at(lobby.channel) is not None else CLOSED


async def press_cancel(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    async with office.lock(hosted(office, visitor, at.game).channel):
        lobby = hosted(office, visitor, at.game)
        await office.means.store.write(lobby.gone())
        del office.lobbies[lobby.id]
    return Reply(CLOSED, replace=True)


async def quit_here(office: Office, visitor: Visitor) -> Answer | None:
    """None where there is no lobby to leave."""
    lobby = office.lobby_at(visitor.channel)
    if lobby is None or visitor.person not in lobby.people:
        return None
    await free(office, lobby, (visitor.person,))
    return Reply(Screen((line("lobby.left"),)))


async def free(office: Office, lobby: Lobby, people: tuple[str, ...]) -> None:
    """Without their pressing anything there."""
    async with office.lock(lobby.channel):
        for person in people:
            now = office.lobbies.get(lobby.id)
            if now is not None and person in now.people:
                await keep(office, quit_lobby(now, person))
    await show(office, lobby)


async def show(office: Office, lobby: Lobby) -> None:
    """Whoever presses something there is told how things are, so it is no loss where this fails."""
    with suppress(ChatError):
        await office.chat.edit(lobby.channel, lobby.message, _now(office, lobby))
