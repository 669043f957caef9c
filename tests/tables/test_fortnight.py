"""A fortnight of slow games in seconds, over the end of summer time: people look in when it suits them, the program is
stopped and started now and then, and everything keeps to its time."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from bot.sitting import Moment
from bot.taking_up import take_up
from bot.tempo import DAY, HOUR, MINUTE, TEMPOS
from engine.commands import SubmitStatement
from engine.options import options
from engine.rules import RuleSet
from engine.state import waiting_for
from tests.tables.hall import NAMES, Hall, HandClock

WARSAW: Final = ZoneInfo("Europe/Warsaw")
SUNDAY: Final = datetime(2026, 10, 18, 18, 0, tzinfo=WARSAW).timestamp()
SHIFT: Final = datetime(2026, 10, 25, 1, 0, tzinfo=UTC).timestamp()
"""Three in the morning becomes two."""
LONGER: Final = RuleSet(starting_stats=1000, dominance=1000, rounds=3)
AWAKE: Final = range(7, 23)
TABLES: Final[dict[str, list[str | None]]] = {
    "daily": [*NAMES[:3], None],
    "daily 2": [*NAMES],
    "weekly": [*NAMES[:2], None],
    "weekly 2": [None, None, "Ala", "Bartek", "Celina"],
}
LOOKS: Final = {"Ala": 0.9, "Bartek": 0.5, "Celina": 0.15, "Dawid": 0.02}
"""How likely somebody is to look in, in an hour in which they are awake."""


def at_home(now: float) -> datetime:
    return datetime.fromtimestamp(now, WARSAW)


async def look_in(hall: Hall, chance: Random) -> None:
    """Whoever is awake may look at every table they sit at, and do what they find to do."""
    for game in TABLES:
        if game in hall.tables:
            await look_at(hall, game, chance)


async def look_at(hall: Hall, game: str, chance: Random) -> None:
    table = hall.tables[game]
    for seat in waiting_for(table.sitting.state):
        person = table.sitting.kept.sitters[seat - 1].person
        if person is None or chance.random() > LOOKS[person] or seat not in waiting_for(table.sitting.state):
            continue
        move = chance.choice(options(table.view(seat), seat))
        if isinstance(move, SubmitStatement):
            move = SubmitStatement(seat, f"Słowo o {at_home(hall.clock.now()):%H:%M}.")
        await hall.play(table, person, move)


@pytest.mark.parametrize("seed", range(2))
async def test_a_fortnight(seed: int) -> None:
    chance = Random(seed)
    hall = Hall(HandClock(SUNDAY))
    for game, sitters in TABLES.items():
        await hall.seat(sitters, LONGER, game.split()[0], game=game)
    while hall.clock.now() < SUNDAY + 14 * DAY:
        if at_home(hall.clock.now()).hour in AWAKE:
            await look_in(hall, chance)
        if chance.random() < 0.04:
            hall = await hall.again(chance.choice([0, 30, 5 * MINUTE]))
        before = {game: hall.tables[game].sitting for game in TABLES if game in hall.tables}
        await hall.clock.turn(HOUR)
        for game, sitting in before.items():
            closed = game not in hall.tables or hall.tables[game].sitting.moment != sitting.moment
            assert sitting.due is not None or sitting.state.outcome is not None
            late = sitting.due is not None and sitting.due <= hall.clock.now()
            assert not late or closed, "a deadline is kept"
    assert_all_went_well(hall)
    await hall.close()


def assert_all_went_well(hall: Hall) -> None:
    for game, kept in hall.disk.games.items():
        state = take_up(kept.game, tuple(kept.log)).state
        slow = game.startswith("weekly")
        assert kept.game.ended or slow, game
        assert state.round > 1, game
    nonces = Counter(message.nonce for message in hall.ears.heard)
    assert nonces.most_common(1)[0][1] == 1
    reminders = Counter(
        (message.game, message.place, message.body) for message in hall.ears.heard if '"reminder.' in message.body
    )
    assert reminders
    assert max(reminders.values()) <= LONGER.rounds, "nobody is reminded twice of the same phase"


@pytest.mark.parametrize("tempo", ["daily", "weekly"])
async def test_a_day_is_24_hours_also_when_the_clocks_are_put_back(tempo: str) -> None:
    """Told in Warsaw, it ends an hour earlier than it began; and that hour, which comes twice, counts twice."""
    opened = SHIFT - 10 * HOUR
    hall = Hall(HandClock(opened))
    given = TEMPOS[tempo]
    assert given is not None
    table = await hall.seat(tempo=tempo)
    due = table.sitting.due
    assert due == opened + given.statements
    assert at_home(due) - at_home(opened) == timedelta(seconds=given.statements - HOUR)
    while hall.clock.now() < due - HOUR:
        assert table.sitting.moment == Moment(1, "statements")
        await hall.clock.turn(HOUR)
        if at_home(hall.clock.now()).fold:
            hall = await hall.again()
            table = hall.tables["g"]
    await hall.clock.turn(HOUR - 1)
    assert table.sitting.moment == Moment(1, "statements")
    assert len(hall.ears.at("seat:1")) == 2, "the welcome, and one reminder"
    await hall.clock.turn(1)
    assert table.sitting.moment == Moment(1, "actions")
    await hall.close()
