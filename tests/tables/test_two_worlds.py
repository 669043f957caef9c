"""Two worlds at a table: who must not know in what two games differ is told the same in both, in content, number,
order and time. And the test itself is tested: leaks planted in the table are found."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

import pytest

from bot import messages, sitting
from bot.messages import PUBLIC, Message, seat_place
from bot.post import Post
from bot.sitting import Sitting
from bot.store import Unsaid
from bot.text import line, to_json
from engine.events import (
    ActionRecorded,
    Event,
    InfluenceAwarded,
    SeatLeft,
    StatementRecorded,
    Unmasked,
    UnmaskingFailed,
)
from engine.state import State
from narrator import brief
from narrator.ahead import Ahead
from narrator.choose import Narrators
from tests.cases import cases
from tests.pairs import MUTATIONS, random_pairs
from tests.tables.retelling import differences
from tests.worlds import Pair

PAIRS = 10
"""Of each mutation; the engine's own tests look at many more."""


@pytest.fixture(autouse=True)
def _same_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds may differ in their seeds alone. Which crisis the deck tells is drawn from the seed and tells nothing; and
    how strong a policy is may stand between the lines, for the narrator is told so (D1)."""
    for_game = Narrators.for_game

    def same(narrators: Narrators, game: str, seed: str, avoid: object) -> Ahead:
        return for_game(narrators, game, "talia")

    monkeypatch.setattr(Narrators, "for_game", same)
    monkeypatch.setattr(brief, "_strength", lambda *size: "clear")


def some(mutation: str) -> Iterator[Pair]:
    return islice(random_pairs(mutation), PAIRS)


async def test_cases_made_by_hand() -> None:
    for pair in cases():
        assert await differences(pair) == []


@pytest.mark.parametrize("mutation", MUTATIONS)
async def test_random_games(mutation: str) -> None:
    for pair in some(mutation):
        assert await differences(pair) == []


# -- leaks ------------------------------------------------------------------------------------------------------------

Leak = Callable[[pytest.MonkeyPatch], None]
Further = Callable[[State, Sequence[Event]], Iterator[Message]]


def also_said(further: Further) -> Leak:
    """One who knows everything says more than the table should."""
    told = messages.messages

    def leaky(before: State, events: Sequence[Event]) -> list[Message]:
        return [*told(before, events), *further(before, events)]

    return lambda patch: patch.setattr("bot.sitting.messages", leaky)


def rumour(place: str, about: object) -> Message:
    return Message(place, (line("narrated.text", text=f"{about}"),))


def unmaskings(before: State, events: Sequence[Event]) -> Iterator[Message]:
    if any(isinstance(event, Unmasked | UnmaskingFailed) for event in events):
        yield rumour(PUBLIC, "Ktoś kogoś zdemaskował.")


def to_the_target(before: State, events: Sequence[Event]) -> Iterator[Message]:
    yield from (rumour(seat_place(event.target), "Zdemaskowano!") for event in events if isinstance(event, Unmasked))


def changes_of_mind(before: State, events: Sequence[Event]) -> Iterator[Message]:
    for event in events:
        if isinstance(event, StatementRecorded | ActionRecorded) and event.seat in before.acted:
            yield rumour(PUBLIC, event.seat)


def plans_of_leavers(before: State, events: Sequence[Event]) -> Iterator[Message]:
    for event in events:
        if isinstance(event, SeatLeft):
            yield rumour(PUBLIC, before.councillor(event.seat).choice)


def votes_in_letters(before: State, events: Sequence[Event]) -> Iterator[Message]:
    for event in events:
        if isinstance(event, InfluenceAwarded):
            yield rumour(seat_place(event.seat), [c.vote for c in before.councillors])


def _no_empty_letters(patch: pytest.MonkeyPatch) -> None:
    told = messages._letters

    def leaky(before: State, events: Sequence[Event]) -> Iterator[Message]:
        return (message for message in told(before, events) if not empty(to_json(message.lines)))

    patch.setattr(messages, "_letters", leaky)


def empty(body: str) -> bool:
    return "report.title" in body and "unmasked." not in body


def _letters_by_action(patch: pytest.MonkeyPatch) -> None:
    shuffled = sitting._shuffled

    def leaky(said: list[Message], after: Sitting) -> list[Message]:
        last = {message.place for message in said if empty(to_json(message.lines))}
        return sorted(shuffled(said, after), key=lambda message: message.place in last)

    patch.setattr(sitting, "_shuffled", leaky)


def _letters_as_they_come(patch: pytest.MonkeyPatch) -> None:
    """By how much somebody was awarded."""
    told = messages._letters

    def leaky(before: State, events: Sequence[Event]) -> Iterator[Message]:
        won = {seat_place(e.seat): e.influence for e in events if isinstance(e, InfluenceAwarded)}
        return iter(sorted(told(before, events), key=lambda message: won.get(message.place, 0)))

    patch.setattr(messages, "_letters", leaky)
    patch.setattr(sitting, "_shuffled", lambda said, after: said)


def _sooner_for_some(patch: pytest.MonkeyPatch) -> None:
    say = Post._say

    async def leaky(post: Post, message: Unsaid) -> None:
        if empty(message.body):
            await post._clock.sleep(0.2)
        await say(post, message)

    patch.setattr(Post, "_say", leaky)


LEAKS: dict[str, Leak] = {
    "unmaskings are news": also_said(unmaskings),
    "targets are warned": also_said(to_the_target),
    "changes of mind are news": also_said(changes_of_mind),
    "who leaves leaves a plan": also_said(plans_of_leavers),
    "letters tell all votes": also_said(votes_in_letters),
    "nobody gets an empty letter": _no_empty_letters,
    "full letters go first": _letters_by_action,
    "letters go by Influence": _letters_as_they_come,
    "full letters come sooner": _sooner_for_some,
}


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    for pair in chain(cases(), *map(some, MUTATIONS)):
        if await differences(pair):
            return
    pytest.fail("nobody noticed")
