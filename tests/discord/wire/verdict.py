"""What is wrong after an evening: with what was said at each place, with what people read, with what was logged."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from bot.text import line, say
from tests.crash.trial import Left, Place, left_in
from tests.discord.wire.evening import TAKEN, WORDS, Evening
from tests.discord.wire.fake import TOKEN
from tests.discord.wire.world import Channel, Message

NAME_OF_A_MESSAGE = 24
"""Characters of its nonce; what follows is the number of the page."""
MAY_BE_LEFT_OUT = '"panel.invite"'
"""An invitation whose phase has gone by."""

NO_FACTS = ("lobby.title", "trial_letter.title", "closed.title")
"""How messages begin that tell nothing of a game: they are said once for each time somebody asked."""


def wrong(evening: Evening) -> list[str]:
    left = left_in(evening.bot.store.parent)
    (game,) = left.games
    return [
        *evening.discord.door.complaints,
        *_wrong_at_places(evening, left, game),
        *_wrong_with_clicks(evening, left, game),
        *wrong_in_log(evening),
        *([] if left.games[game].ended else ["the game has not ended"]),
    ]


def wrong_in_log(evening: Evening) -> Iterator[str]:
    """It carries games and rounds, never a traceback, a secret, a name or a word of anybody's."""
    forbidden = ["Traceback", TOKEN, WORDS, *(person.user.name.title() for person in evening.people)]
    text = evening.bot.stderr + evening.bot.stdout
    yield from (f"the log shows {words!r}:\n{text}" for words in forbidden if words in text)


# -- places -----------------------------------------------------------------------------------------------------------


def _wrong_at_places(evening: Evening, left: Left, game: str) -> Iterator[str]:
    for place, channel in _places(evening, left, game).items():
        expected = left.nonces.get(place, [])
        facts = [str(one.nonce) for one in channel.messages if one.nonce is None or not _tells_no_fact(one)]
        yield from (f"{place.name}: {fault}" for fault in wrong_order(expected, facts, left.bodies))
        names = Counter(message.nonce for message in channel.messages if message.recalled)
        yield from (f"{place.name}: {times} times: {nonce}" for nonce, times in names.items() if times > 1)
        yield from (f"{place.name}: not marked as said: {left.bodies[nonce]}" for nonce in left.unsaid & {*expected})


def _tells_no_fact(message: Message) -> bool:
    return any(say(line(key)) in message.told[0].content for key in NO_FACTS)


def _places(evening: Evening, left: Left, game: str) -> dict[Place, Channel]:
    """Whoever takes no private messages has no place."""
    sitters = re.findall(r'"person": "(\d+)"', left.games[game].kept)
    open_doors = {str(person.user.id): person.dm for person in evening.people if not person.user.dms_closed}
    private = {Place(game, f"seat:{seat}"): open_doors.get(who) for seat, who in enumerate(sitters, 1)}
    return {Place(game, "public"): evening.room} | {place: dm for place, dm in private.items() if dm}


def wrong_order(expected: list[str], nonces: list[str], bodies: Mapping[str, str]) -> Iterator[str]:
    """Every page once; messages in the order in which they were to be said, none missing."""
    for nonce, times in Counter(nonces).items():
        if times > 1:
            yield f"{times} times: {bodies.get(nonce[:NAME_OF_A_MESSAGE], nonce)}"
    if nonces != sorted(nonces, key=lambda nonce: _rank(expected, nonce)):
        yield "out of order"
    said = {nonce[:NAME_OF_A_MESSAGE] for nonce in nonces}
    yield from (f"unknown: {nonce}" for nonce in said - set(expected))
    for nonce in expected:
        if nonce not in said and MAY_BE_LEFT_OUT not in bodies[nonce]:
            yield f"missing: {bodies[nonce]}"


def _rank(expected: list[str], nonce: str) -> tuple[int, str]:
    name = nonce[:NAME_OF_A_MESSAGE]
    return (expected.index(name) if name in expected else -1), nonce[NAME_OF_A_MESSAGE:]


# -- clicks -----------------------------------------------------------------------------------------------------------


def _wrong_with_clicks(evening: Evening, left: Left, game: str) -> Iterator[str]:
    """Whoever read that it was taken, has it in the game; nobody looks at a promise for ever, unless the bot died."""
    obeyed = {entry.order for entry in left.logs[game]}
    clicks = {str(click.asked.id): click for click in evening.clicks}
    for id_, click in clicks.items():
        if click.end == "thinking" and not click.died:
            yield f"never answered: {click.asked.data}"
        if click.end == "failed" and not (click.died or click.broken or _suffered(evening, id_)):
            yield f"left without an answer: {click.asked.data}"
        if click.end == "answered" and TAKEN in click.told and id_ not in obeyed:
            yield f"a receipt for nothing: {click.asked.data}"
    yield from (f"a move nobody made: {order}" for order in obeyed if order.isdigit() and order not in clicks)


def _suffered(evening: Evening, id_: str) -> bool:
    return any(f"/interactions/{id_}/" in request for request, _ in evening.discord.faults.happened)
