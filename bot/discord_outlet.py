"""What the outbox holds, said on Discord: in public in the game's channel, to a seat in the private messages of whoever
sits there. Who takes none is told once in the channel where their panel opens."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Final

import discord
from discord.utils import time_snowflake

from bot.boards import OPENING, RESOLUTION, opened, public_screen, seat_screen
from bot.clock import Clock
from bot.discord_boards import Board, Boards
from bot.discord_writer import NO_CHANNEL, NO_ENTRY, NO_LETTERS, NOTHING, Letter, Writer
from bot.messages import INVITATION, PUBLIC
from bot.phrases import Lines
from bot.post import Undeliverable
from bot.rooms import Room, Rooms
from bot.rows import rows
from bot.screen import Screen
from bot.sitting import Moment, Sitting
from bot.store import Change, Put, Store, Unsaid
from bot.tables import Tables
from bot.text import from_json, line, say

CLOSED: Final = "closed/"
CONVERSATION: Final = "dm/"
GONE: Final = "gone/"
LAST: Final = "last/"
TOLD: Final = "told/"
REMINDER: Final = "reminder."
"""Begins the key of what goes to those alone who owe something: whatever it did in the channel would name them."""
CLOCKS_DIFFER: Final = 120.0
"""Seconds by which ours may be ahead of Discord's."""
DISCORD_BEGAN: Final = 1_420_070_400.0
BEAT: Final = 15.0
LOOK_AGAIN: Final = 300.0
"""Seconds. Not everything that gives a room back is told to us."""

Trouble = Callable[[Room, discord.HTTPException], Awaitable[None]]
"""Told once that a room cannot be written to. The game waits until it is reopened."""
Gone = Callable[[str, int], Awaitable[bool]]
"""Told that whoever sits on this seat of this game has left the server, until it says that it has seen to that."""


class DiscordOutlet:
    def __init__(  # noqa: PLR0917 - it stands in the middle of them all
        self, writer: Writer, store: Store, tables: Tables, rooms: Rooms, on_trouble: Trouble, on_gone: Gone
    ) -> None:
        self._writer, self._store, self._tables, self._rooms = writer, store, tables, rooms
        self._on_trouble, self._on_gone = on_trouble, on_gone
        self._boards = Boards(writer, store, rooms)
        self._drawing = asyncio.Lock()
        self._doubtful: set[str] = set()
        self._closed: set[str] = set()
        self._conversations: dict[str, int] = {}
        self._shut: dict[str, asyncio.Event] = {}
        self._looked_for: set[tuple[str, Moment, str]] = set()
        self._rung: dict[tuple[str, Moment, str], str] = {}

    async def load(self) -> None:
        """Once the client has logged in, and before the post resumes: what is unsaid by then may have been said by an
        earlier run."""
        self._writer.hurry()
        self._doubtful = {message.nonce for message in await self._store.unsaid()}
        self._closed = {name.removeprefix(CLOSED) for name in await self._store.put(CLOSED)}
        self._conversations = await rows(self._store, CONVERSATION, int)
        await self._boards.load()

    async def deliver(self, message: Unsaid) -> tuple[Change, ...]:
        lines = from_json(message.body)
        if message.place == PUBLIC:
            return await self._publish(message, lines)
        return await self._whisper(message, int(message.place.partition(":")[2]), lines)

    async def run(self, clock: Clock) -> None:
        """The beat of the boards."""
        while True:
            await clock.sleep(BEAT)
            await self._boards.refresh(self._tables)
            self._looked_for = {looked for looked in self._looked_for if self._is_now(*looked[:2])}
            self._rung = {at: nonce for at, nonce in self._rung.items() if self._is_now(*at[:2])}

    def _is_now(self, game: str, moment: Moment) -> bool:
        return game in self._tables and self._tables[game].sitting.moment == moment

    def reopened(self, game: str) -> None:
        """Its room can be written to again, or it has another."""
        if game in self._shut:
            self._shut.pop(game).set()

    # -- in public ----------------------------------------------------------------------------------------------------

    async def _publish(self, message: Unsaid, lines: Lines) -> tuple[Change, ...]:
        """However long it takes: what is said in public is not lost with the room."""
        while True:
            room = self._room(message.game)
            try:
                learned = await self._announce(message, lines, int(room.channel))
            except discord.HTTPException as error:
                if error.code not in NO_ENTRY:
                    raise
                await self._until_reopened(room, error)
            else:
                self._shut.pop(room.game, None)
                return learned

    async def _announce(self, message: Unsaid, lines: Lines, channel: int) -> tuple[Change, ...]:
        sitting = await self._tables.sitting(message.game)
        screen = await self._drawn(sitting, lines)
        if not lines[0].key.startswith(OPENING) or opened(lines) != sitting.moment:
            return (await self._once(message, channel, Letter(screen, message.nonce)),)
        people = tuple(person for person in self._unreachable(sitting) if self._rings(sitting, person, message.nonce))
        letter = Letter(screen, message.nonce, people)
        last = await self._once(message, channel, letter)
        board = Board(message.game, int(last.value or 0), channel, message.body, people)
        return last, self._boards.add(board, letter)

    async def _drawn(self, sitting: Sitting, lines: Lines) -> Screen:
        """A chart takes twenty milliseconds, in which nobody else must wait, and as many megabytes: one at a time."""
        if lines[0].key != RESOLUTION:
            return public_screen(sitting, lines)
        async with self._drawing:
            return await asyncio.to_thread(public_screen, sitting, lines)

    def _unreachable(self, sitting: Sitting) -> tuple[str, ...]:
        """Whom no letter calls to the table, so that the board has to."""
        people = [sitting.kept.sitters[c.seat - 1].person for c in sitting.state.active]
        return tuple(person for person in people if person in self._closed)

    def _rings(self, sitting: Sitting, person: str, nonce: str) -> bool:
        """One message of a phase calls somebody in the channel: this one, unless it was another."""
        return self._rung.setdefault((sitting.game, sitting.moment, person), nonce) == nonce

    async def _until_reopened(self, room: Room, error: discord.HTTPException) -> None:
        if room.game not in self._shut:
            self._shut[room.game] = asyncio.Event()
            await self._on_trouble(room, error)
        if (reopened := self._shut.get(room.game)) is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(reopened.wait(), LOOK_AGAIN)

    def _room(self, game: str) -> Room:
        room = self._rooms.get(game)
        if room is None:
            raise LookupError("no room")
        return room

    # -- to a seat ----------------------------------------------------------------------------------------------------

    async def _whisper(self, message: Unsaid, seat: int, lines: Lines) -> tuple[Change, ...]:
        sitting = await self._tables.sitting(message.game)
        person = sitting.kept.sitters[seat - 1].person
        screen = seat_screen(sitting, seat, lines)
        if person is None or screen is None:
            return ()
        if lines[0].key == INVITATION:
            await self._look_for(sitting, seat, person)
        to_all = not lines[0].key.startswith(REMINDER)
        quiet = to_all and lines[0].key != INVITATION  # a phase rings once, when there is something to do
        try:
            letter = Letter(self._placed(screen, message.game, person), message.nonce, quiet=quiet)
            last = await self._write_to(person, message, letter)
        except discord.HTTPException as error:
            if error.code not in NO_LETTERS:
                raise
            if to_all:
                await self._tell_closed(sitting, person)
            self._doubtful.discard(message.nonce)
            raise Undeliverable(say(line("undeliverable.closed"))) from None
        return last, *(self._open(person) if to_all else ())

    def _placed(self, screen: Screen, game: str, person: str) -> Screen:
        """Whoever sits in several games is told which this is of. It also keeps the same words of two games apart."""
        if not any(self._sits(room.game, person) for room in self._rooms if room.game != game):
            return screen
        return screen._replace(lines=(*screen.lines, line("letter.game", channel=int(self._room(game).channel))))

    def _sits(self, game: str, person: str) -> bool:
        return game in self._tables and self._tables[game].sitting.seat_of(person) is not None

    async def _write_to(self, person: str, message: Unsaid, letter: Letter) -> Put:
        try:
            return await self._once(message, await self._conversation(person), letter)
        except discord.NotFound as error:
            if error.code == NO_CHANNEL:  # found anew when it is tried again
                self._conversations.pop(person, None)
            raise

    async def _conversation(self, person: str) -> int:
        if person not in self._conversations:
            channel = await self._writer.dm(person)
            await self._store.write(Put(f"{CONVERSATION}{person}", str(channel)))
            self._conversations[person] = channel
        return self._conversations[person]

    def _open(self, person: str) -> tuple[Change, ...]:
        if person not in self._closed:
            return ()
        self._closed.discard(person)
        return (Put(f"{CLOSED}{person}", None),)

    async def _tell_closed(self, sitting: Sitting, person: str) -> None:
        """Once in a game, whatever the letter was."""
        if person not in self._closed:
            await self._store.write(Put(f"{CLOSED}{person}", "yes"))
            self._closed.add(person)
        told = f"{TOLD}{sitting.game}/{person}"
        known = (await self._store.put(told)).get(told)
        if known == "yes":
            return
        nonce = blake2b(told.encode(), digest_size=12).hexdigest()
        said = Screen((line("closed.title"), line("closed.how")))
        notice = Letter(said, nonce, (person,), self._rings(sitting, person, nonce))
        try:
            await self._tell(sitting.game, notice, Put(told, known))
        except discord.HTTPException as error:
            if error.code not in NO_ENTRY:
                raise
        else:
            await self._store.write(Put(told, "yes"))

    async def _tell(self, game: str, notice: Letter, told: Put) -> None:
        """What `told` keeps before it is known to be said is the message after which it may stand."""
        channel, written = int(self._room(game).channel), NOTHING
        if told.value is None:
            after = await self._said_last(game, f"{LAST}{game}/{PUBLIC}")
            await self._store.write(replace(told, value=str(after)))
        else:
            written = await self._writer.find(channel, notice, int(told.value))
        await self._writer.write(channel, notice, written)

    async def _look_for(self, sitting: Sitting, seat: int, person: str) -> None:
        """Once in a phase, before they are called to the table. What has been seen to is not told of again."""
        looked = (sitting.game, sitting.moment, person)
        if looked in self._looked_for:
            return
        here = await self._writer.is_member(self._room(sitting.game).guild, person)
        gone = f"{GONE}{sitting.game}/{person}"
        if not here and gone not in await self._store.put(gone) and await self._on_gone(sitting.game, seat):
            await self._store.write(Put(gone, "yes"))
        self._looked_for.add(looked)

    # -- once ---------------------------------------------------------------------------------------------------------

    async def _once(self, message: Unsaid, channel: int, letter: Letter) -> Put:
        """What may have been written before is looked for first, after the last thing this place is known to have.
        Gives what it has then."""
        name, written = f"{LAST}{message.game}/{message.place}", NOTHING
        if message.nonce in self._doubtful:
            written = await self._writer.find(channel, letter, await self._said_last(message.game, name))
        self._doubtful.add(message.nonce)
        id_ = await self._writer.write(channel, letter, written)
        self._doubtful.discard(message.nonce)
        return Put(name, str(id_))

    async def _said_last(self, game: str, name: str) -> int:
        """A message's id tells its time: where nothing has been said yet, everything is later than the game."""
        if (kept := await self._store.put(name)).get(name) is not None:
            return int(kept[name] or 0)
        begun = min((note.at for note in await self._store.notes(game)), default=0.0)
        return time_snowflake(datetime.fromtimestamp(max(begun - CLOCKS_DIFFER, DISCORD_BEGAN), UTC))
