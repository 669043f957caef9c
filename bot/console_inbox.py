"""What the table says to the terminal, and how far each seat has read.

Where somebody stopped reading needs no keeping: up to their last move they have seen everything, for a move is asked
for below the news. So the log alone tells, after any crash, what to show again."""

from collections.abc import Iterable, Iterator

from bot.facts import RECORDED
from bot.messages import INVITATION, PUBLIC, Message, messages, seat_place
from bot.phrases import Lines
from bot.store import Change, Game, Logged, Unsaid
from bot.text import from_json
from engine.events import Event
from engine.evolve import fold
from engine.recording import replay
from engine.state import State, blank


class Inbox:
    """An outlet: the post hands over each message as soon as it is durable. `game` is the one that is played."""

    def __init__(self) -> None:
        self.game: str | None = None
        self._told: list[Message] = []
        self._read: dict[int, int] = {}

    async def deliver(self, message: Unsaid) -> tuple[Change, ...]:
        """Of other games in the same file nothing is shown; their logs tell it when they are played."""
        told = Message(message.place, from_json(message.body))
        if message.game == self.game and _is_news(told):
            self._told.append(told)
        return ()

    def retell(self, row: Game, log: Iterable[Logged]) -> None:
        """A game that is taken up again, instead of whatever was left unsaid of it."""
        self.game, self._told = row.game, []
        state = blank()
        for events in _batches(row, log):
            self._read |= {event.seat: len(self._told) for event in events if isinstance(event, RECORDED)}
            self._told += _as_delivered(state, events)
            state = fold(state, events)

    def unread(self, seat: int) -> list[Message]:
        return [told for told in self._told[self._read.get(seat, 0) :] if told.place in (PUBLIC, seat_place(seat))]

    def has_letter(self, seat: int) -> bool:
        return any(told.place != PUBLIC for told in self.unread(seat))

    def read(self, seat: int) -> list[Lines]:
        """What is new, after which nothing is."""
        news = [told.lines for told in self.unread(seat)]
        self._read[seat] = len(self._told)
        return news

    def public(self) -> list[Lines]:
        return [told.lines for told in self._told if told.place == PUBLIC]


def _batches(row: Game, log: Iterable[Logged]) -> Iterator[tuple[Event, ...]]:
    lines = (row.header, *(entry.line for entry in log))
    return (step.events for step in replay((number, text.encode()) for number, text in enumerate(lines, 1)))


def _is_news(told: Message) -> bool:
    """Who is waited for needs no invitation here: the panel comes by itself."""
    return told.lines[0].key != INVITATION


def _as_delivered(before: State, events: tuple[Event, ...]) -> list[Message]:
    """Letters overtake all but the first of the public messages they come with."""
    told = [message for message in messages(before, events) if _is_news(message)]
    public = [message for message in told if message.place == PUBLIC]
    return [*public[:1], *(message for message in told if message.place != PUBLIC), *public[1:]]
