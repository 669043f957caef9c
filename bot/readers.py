"""Every kind of row that is kept beside the games, and what reads it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from bot.discord_boards import BOARD, Board
from bot.discord_outlet import CONVERSATION, LAST
from bot.lobby import LOBBY, lobby_from
from bot.office import SERVER, server_from
from bot.purse import SPENT, spent_from
from bot.rooms import ROOM, room_from
from bot.rows import readable
from bot.store import StoreError
from bot.trouble import TROUBLE, known_from

READERS: Final[dict[str, Callable[[str], Any]]] = {
    LOBBY: lobby_from,
    SERVER: server_from,
    ROOM: room_from,
    SPENT: spent_from,
    TROUBLE: known_from,
    BOARD: Board.read,
    CONVERSATION: int,
    LAST: int,
}


def unreadable(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What to say of each that the bot would stumble over."""
    for name, value in rows:
        try:
            readable(name, value, next((read for prefix, read in READERS.items() if name.startswith(prefix)), str))
        except StoreError as error:
            yield str(error)
