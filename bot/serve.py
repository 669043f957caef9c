"""`rada bot`: everything put together, from the store to Discord, started and stopped."""

import argparse
import asyncio
import logging
import random
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.clock import Clock, SystemClock
from bot.desk import Desk
from bot.discord_chat import DiscordChat
from bot.discord_client import House, Offline, RadaClient
from bot.discord_door import Door
from bot.discord_notice import Notice
from bot.discord_outlet import DiscordOutlet
from bot.discord_pace import Pace
from bot.discord_writer import Writer
from bot.logs import keep_log
from bot.office import Office
from bot.post import Outlet, Post
from bot.purse import purse_of
from bot.rooms import Rooms
from bot.settings import NO_TOKEN, TOKEN, BadSettings, Settings, named, read
from bot.sqlite_file import refuse_misplaced
from bot.sqlite_store import SqliteStore
from bot.store import Change, Store, StoreError, Unsaid
from bot.table import Means
from bot.tables import Tables
from bot.trouble import Troubles
from narrator.choose import Narrators, NoNarrator
from narrator.settings import NarratorSettings

LOG: Final = logging.getLogger("rada.bot")
FINE: Final = 0
FAILED: Final = 1
BAD_SETTING: Final = 2
LAST_ANSWERS: Final = 1.5
"""Seconds for whoever was let in to be answered, when the bot stops. All of it takes less than five."""
QUICKEST: Final = 4.0
SLOWEST: Final = 40.0


def thinking(number: int) -> float:
    """Seconds, from a number below 1000: mostly short, sometimes long, as with people."""
    return QUICKEST + (SLOWEST - QUICKEST) * (number / 1000) ** 2


class Manner(NamedTuple):
    """What hosts leave as it is and tests do not."""

    clock: Clock = SystemClock()
    jitter: Callable[[], float] = random.random
    pace: Callable[[int], float] = thinking


USUAL: Final = Manner()


class Forwarding:
    """The post needs an outlet, the outlet the tables, and the tables the post."""

    outlet: Outlet

    async def deliver(self, message: Unsaid) -> tuple[Change, ...]:
        return await self.outlet.deliver(message)


@asynccontextmanager
async def open_bot(store: Store, narrating: NarratorSettings, manner: Manner = USUAL) -> AsyncIterator[RadaClient]:
    """A client to be started, with all that stands behind it; both end with the context, and the store with them.
    Raises StoreError and NoNarrator."""
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        client, rooms = RadaClient(), await Rooms.load(store)
        writer = Writer(client, Pace())
        purse = await purse_of(store)
        stack.push_async_callback(purse.close)
        narrators = Narrators(narrating, purse)
        stack.push_async_callback(narrators.close)
        stack.push_async_callback(client.leave)
        forwarding = Forwarding()
        post = Post(store, forwarding, manner.clock, manner.jitter)
        stack.push_async_callback(post.close)
        means = Means(store, post, manner.clock, manner.pace)
        tables = Tables(means, narrators)
        stack.push_async_callback(tables.close)
        troubles = await Troubles(store, tables, rooms, Notice(writer)).load()
        outlet = DiscordOutlet(writer, store, tables, rooms, client.shut_out, troubles.left)
        forwarding.outlet = outlet
        office = Office(means, tables, rooms, DiscordChat(client, writer, outlet), narrators)
        door = Door(Desk(await office.load()), manner.clock)
        client.house = House(door, troubles, outlet, tables, rooms, manner.clock, writer)
        stack.push_async_callback(door.close, LAST_ANSWERS)
        yield client


# -- the command ------------------------------------------------------------------------------------------------------


class CannotStart(Exception):
    """Says in one line what is wrong, and what helps."""

    def __init__(self, why: str, code: int = FAILED) -> None:
        super().__init__(why)
        self.code = code


def serve(arguments: argparse.Namespace) -> int:
    try:
        settings, narrating = read(Settings), read(NarratorSettings)
        token = _token(settings)
        keep_log(token)
        return asyncio.run(_serve(named(arguments.store) if arguments.store else settings.store, token, narrating))
    except BadSettings as fault:
        return _complain(fault, BAD_SETTING)
    except CannotStart as fault:
        return _complain(fault, fault.code)


def _complain(fault: Exception, code: int) -> int:
    print(f"rada bot: {fault}", file=sys.stderr)
    return code


def _token(settings: Settings) -> str:
    token = settings.token.get_secret_value() if settings.token else ""
    if not token:
        raise CannotStart("there is no token: set DISCORD_TOKEN in the environment or in .env", BAD_SETTING)
    if not TOKEN.fullmatch(token):
        raise CannotStart(f"DISCORD_TOKEN is {NO_TOKEN}: copy it anew from Discord's developer page", BAD_SETTING)
    return token


async def _serve(path: Path, token: str, narrating: NarratorSettings) -> int:
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        async with open_bot(await _store(path), narrating) as client:
            running = asyncio.create_task(client.serve(token))
            await _first(running, stopped)
    except (StoreError, Offline) as error:
        raise CannotStart(str(error)) from None
    except NoNarrator as error:
        raise CannotStart(str(error), BAD_SETTING) from None
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    LOG.info("stopped")
    return FINE


async def _store(path: Path) -> Store:
    try:
        refuse_misplaced(path)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path.parent}: {error.strerror}; name another place with RADA_STORE") from None
    return await SqliteStore.open(path)


async def _first(running: "asyncio.Task[None]", stopped: asyncio.Event) -> None:
    """Raises what ended it, unless it was stopped."""
    stopping = asyncio.create_task(stopped.wait())
    await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if running.done():
        running.result()
