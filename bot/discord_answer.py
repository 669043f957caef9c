"""One interaction and its answers, in the order and the ways that Discord allows: something at once, more later."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord.utils import MISSING

from bot.discord_asked import is_private, pressed
from bot.discord_wire import contents, file, modal, view
from bot.discord_writer import pressable
from bot.phrases import Lines
from bot.screen import Attachment, Form, Reply, Row, Screen
from bot.text import line

LONGEST_REQUEST: Final = 5.0
"""Seconds, after which a request is thought to be lost. discord.py would wait for 300."""
LONGEST_TURN: Final = 1.0
ACKNOWLEDGED: Final = 40060
LOST: Final = (OSError, aiohttp.ClientError, TimeoutError)


class Page(NamedTuple):
    content: str
    rows: tuple[Row, ...] = ()
    attachment: Attachment | None = None

    def new(self) -> dict[str, Any]:
        """Files are read once, so they are made anew for every attempt."""
        attached = file(self.attachment) if self.attachment else MISSING
        return {"content": self.content, "view": view(self.rows) or MISSING, "file": attached, "ephemeral": True}

    def changed(self) -> dict[str, Any]:
        """Instead of what stood there."""
        attached = [file(self.attachment)] if self.attachment else []
        return {"content": self.content, "view": view(self.rows), "attachments": attached}


def pages_of(screen: Screen) -> list[Page]:
    *first, last = contents(screen.lines)
    return [*map(Page, first), Page(last, screen.rows, screen.attachment)]


def _as_it_is(anew: Callable[[], Screen]) -> dict[str, Any]:
    return pages_of(anew())[0].changed()


class Refusal(NamedTuple):
    """Why nothing was done. `dead`: what was pressed will never work again; `over`: nothing in its game will. `kept` is
    what was written in vain."""

    key: str
    dead: bool = False
    over: bool = False
    kept: str = ""

    @property
    def lines(self) -> Lines:
        why = line(self.key)
        return (line("form.title"), why, line("form.kept", text=self.kept)) if self.kept else (why,)


class Turns:
    """What many press at once, as a lobby, changes in the order in which they were answered: the last one stays."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, message: int) -> AsyncIterator[None]:
        """Who has waited too long goes on all the same, for Discord waits no longer."""
        lock = self._locks.setdefault(message, asyncio.Lock())
        try:
            await asyncio.wait_for(lock.acquire(), LONGEST_TURN)
        except TimeoutError:
            yield
            return
        try:
            yield
        finally:
            lock.release()


class Answer:
    """Everything here raises what discord.py and aiohttp do."""

    def __init__(self, interaction: discord.Interaction, turns: Turns) -> None:
        self._interaction, self._turns = interaction, turns
        self._response = interaction.response
        self._begun = False
        self._waiting = False
        self._doubtful = False

    async def hold(self) -> None:
        """Whoever asks is told that it takes a while: in place of the answer, or where they pressed."""
        self._waiting = self._interaction.message is None
        try:
            await self._first(lambda: self._response.defer(ephemeral=True, thinking=self._waiting))
        except LOST:
            self._begun = self._doubtful = True
            raise

    async def give(self, said: Reply | Form | Refusal) -> None:
        try:
            await self._give(said)
        except discord.NotFound:
            if not self._doubtful:
                raise
            self._begun = self._waiting = self._doubtful = False  # Discord never heard that it takes a while
            await self._give(said)

    async def _give(self, said: Reply | Form | Refusal) -> None:
        match said:
            case Reply():
                await self._show(pages_of(said.screen), replace=said.replace, anew=said.anew)
            case Form() if self._begun:
                await self._refuse(Refusal("door.too_slow"))
            case Form():
                await self._first(lambda: self._response.send_modal(modal(said)))
            case Refusal():
                await self._refuse(said)

    async def _refuse(self, refusal: Refusal) -> None:
        """What is dead explains itself in its own place, or, where others see it, only loses what can be pressed."""
        mine = is_private(self._interaction.message)
        if refusal.over and not mine and self._may_change():
            await self._change(lambda: {"view": None})
        await self._show(pages_of(Screen(refusal.lines)), replace=mine and (refusal.dead or refusal.over))

    async def _show(self, pages: list[Page], *, replace: bool, anew: Callable[[], Screen] | None = None) -> None:
        first, *more = pages
        if replace and self._may_change():
            await self._change(partial(_as_it_is, anew) if anew else first.changed)
        elif not self._begun:
            await self._first(lambda: self._response.send_message(**first.new()))
        elif self._waiting:
            await self._change(first.changed)
        else:
            more = pages
        for page in more:
            await _insist(partial(self._follow_up, page))

    def _may_change(self) -> bool:
        """One that others see too only by what stands on it: whatever is made up changes nothing for them."""
        message = self._interaction.message
        if message is None or is_private(message):
            return message is not None
        return str(pressed(self._interaction)) in pressable(message)

    async def _follow_up(self, page: Page) -> None:
        await self._interaction.followup.send(**page.new())

    async def _change(self, to: Callable[[], dict[str, Any]]) -> None:
        """What was pressed, or what stands for the answer still to come."""
        message = self._interaction.message
        async with self._turns.of(message.id if message is not None else self._interaction.id):
            if self._begun:
                await _insist(lambda: self._interaction.edit_original_response(**to()))
            else:
                await self._first(lambda: self._response.edit_message(**to()))
        self._waiting = False

    async def _first(self, respond: Callable[[], Awaitable[Any]]) -> None:
        """Where the connection broke, Discord may have it already, and says so to whoever repeats it."""
        try:
            await _insist(respond)
        except discord.HTTPException as error:
            if error.code != ACKNOWLEDGED:
                raise
        self._begun = True


async def _insist(request: Callable[[], Awaitable[Any]]) -> None:
    """Once more, where nobody knows whether Discord has it."""
    try:
        await asyncio.wait_for(request(), LONGEST_REQUEST)
    except LOST:
        await asyncio.wait_for(request(), LONGEST_REQUEST)
