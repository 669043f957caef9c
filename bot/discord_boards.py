"""The board of every open phase: what opened it in public, kept true by editing. It is decoration, so it goes only
where there is room; and it moves on a beat, so that no change of it tells when somebody acted."""

import json
import logging
from hashlib import blake2b
from typing import Final, NamedTuple, Self

import discord

from bot.boards import opened, public_screen
from bot.discord_writer import Letter, Writer
from bot.rooms import Rooms
from bot.rows import rows
from bot.sitting import Sitting
from bot.store import Put, Store
from bot.tables import Tables
from bot.text import from_json

LOG: Final = logging.getLogger("rada.boards")
BOARD: Final = "board/"
DELETED: Final = 10008


class Board(NamedTuple):
    """`body` are the lines as the outbox had them, `people` those it called."""

    game: str
    message: int
    channel: int
    body: str
    people: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{BOARD}{self.game}/{self.message}"

    def put(self) -> Put:
        return Put(self.name, json.dumps(self))

    @classmethod
    def read(cls, kept: str) -> Self:
        game, message, channel, body, people = json.loads(kept)
        return cls(game, int(message), int(channel), body, tuple(people))

    def letter(self, sitting: Sitting) -> Letter:
        return Letter(public_screen(sitting, from_json(self.body)), self._next_nonce(), self.people)

    def is_open(self, sitting: Sitting) -> bool:
        return opened(from_json(self.body)) == sitting.moment

    def _next_nonce(self) -> str:
        """Of the message that takes its place, should it be deleted."""
        return blake2b(self.name.encode(), digest_size=12).hexdigest()


class Boards:
    def __init__(self, writer: Writer, store: Store, rooms: Rooms) -> None:
        self._writer, self._store, self._rooms = writer, store, rooms
        self._shown: dict[Board, str] = {}
        """What each says, as far as is known."""

    async def load(self) -> None:
        self._shown = dict.fromkeys((await rows(self._store, BOARD, Board.read)).values(), "")

    def add(self, board: Board, letter: Letter) -> Put:
        self._shown[board] = letter.pages[-1].text
        return board.put()

    async def refresh(self, tables: Tables) -> None:
        for board in list(self._shown):
            try:
                if (sitting := await self._sitting(board, tables)) is not None:
                    await self._refresh(board, sitting)
            except Exception as error:  # noqa: BLE001 - the beat goes on, whatever became of one board
                LOG.warning("game %s: its board is not up to date (%s)", board.game, type(error).__name__)

    async def _sitting(self, board: Board, tables: Tables) -> Sitting | None:
        """None for a game that cannot be read. Its board stays in the store: another start may be able to."""
        try:
            return await tables.sitting(board.game)
        except LookupError:
            del self._shown[board]
            return None

    async def _refresh(self, board: Board, sitting: Sitting) -> None:
        """One that is over is put right a last time, and forgotten."""
        letter, room = board.letter(sitting), self._rooms.get(board.game)
        if board.is_open(sitting) and room is not None and int(room.channel) != board.channel:
            return await self._replace(board, letter, int(room.channel))
        text = letter.pages[-1].text
        try:
            if text != self._shown[board] and not await self._writer.decorate(board.channel, board.message, letter):
                return None
        except discord.HTTPException as error:
            if error.code == DELETED and board.is_open(sitting):
                return await self._replace(board, letter, board.channel)
            if error.status >= 500:
                raise
        self._shown[board] = text  # where it was refused, it is not tried before there is something new
        if not board.is_open(sitting):
            await self._forget(board)
        return None

    async def _replace(self, board: Board, letter: Letter, channel: int) -> None:
        """Whom the old one called are not called again."""
        letter = letter._replace(people=())
        new = board._replace(message=await self._writer.write(channel, letter), channel=channel, people=())
        await self._store.write(Put(board.name, None), self.add(new, letter))
        del self._shown[board]

    async def _forget(self, board: Board) -> None:
        await self._store.write(Put(board.name, None))
        del self._shown[board]
