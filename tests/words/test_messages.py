"""Who is told what: everybody the same number of times, nobody what they must not know, nothing too long."""

from collections.abc import Callable
from itertools import chain

import pytest

from bot import messages as module
from bot.audience import known
from bot.facts import own_lines
from bot.messages import INVITATION, PUBLIC, Message, messages, seat_place
from bot.text import pages, say
from engine.commands import Command, Narrate, PresentDilemma
from engine.events import PhaseOpened, SeatLeft
from engine.rules import RuleSet
from engine.state import State, blank, waiting_for
from engine.terms import Words
from engine.view import view
from tests.cases import cases
from tests.pairs import MUTATIONS, random_pairs
from tests.players import Game, Habits, SeededPlayers, play_out
from tests.words.speech import games, told
from tests.worlds import Knowledge, Observer, Pair, common, knowledge, observers, resolves

LIMIT = 2000
STATEMENT = ("słowo_*" * 100)[:500]
NAMES = tuple(f"{seat:_>32}" for seat in range(1, 13))


# -- letters ----------------------------------------------------------------------------------------------------------


def letters_of(said: list[Message]) -> list[Message]:
    return [message for message in said if message.place != PUBLIC and message.lines[0].key != INVITATION]


def test_whenever_a_phase_opens_whoever_can_act_is_invited() -> None:
    for game in games():
        for step in game.steps:
            opened = any(isinstance(event, PhaseOpened) for event in step.events)
            due = [seat_place(seat) for seat in waiting_for(step.after)] if opened else []
            said = messages(step.before, step.events)
            assert [message.place for message in said if message.lines[0].key == INVITATION] == due


def test_every_active_seat_gets_one_report_of_each_resolution_and_nothing_else() -> None:
    for game in games():
        for step in game.steps:
            gone = {event.seat for event in step.events if isinstance(event, SeatLeft)}
            due = [seat_place(c.seat) for c in step.before.active if c.seat not in gone] if resolves(step) else []
            letters = letters_of(messages(step.before, step.events))
            assert [letter.place for letter in letters] == due
            assert {letter.lines[0].key for letter in letters} <= {"report.title"}


def test_every_seat_is_welcomed() -> None:
    for game in games():
        letters = letters_of(messages(blank(), game.opening))
        assert [letter.place for letter in letters] == [seat_place(c.seat) for c in game.start.councillors]
        assert {letter.lines[0].key for letter in letters} == {"welcome.title"}


def test_every_message_begins_with_a_title_and_resolutions_are_told_at_once() -> None:
    for game in games():
        for step in game.steps:
            said = [message.lines[0].key for message in messages(step.before, step.events) if message.place == PUBLIC]
            assert all(key.endswith(".title") or key.startswith("seat_left.") for key in said)
            assert said.count("votes_counted.title") == resolves(step)


# -- secrets ----------------------------------------------------------------------------------------------------------


def test_what_may_be_known_is_no_more_than_was_heard() -> None:
    for game in games():
        heard = list(game.opening)
        for step in game.steps:
            heard += step.events
            if step.after.phase not in (step.before.phase, "ended"):
                for seat in (None, 1, 2, 3):
                    assert_known(known(step.after, seat), view(heard, seat), seat)


def assert_known(state: State, heard: State, seat: Observer) -> None:
    assert not state.seed
    assert not state.drawn
    for field in ("rules", "round", "phase", "stats", "acted", "dilemma", "untold", "outcome"):
        assert getattr(state, field) == getattr(heard, field)
    for mine, theirs in zip(state.councillors, heard.councillors, strict=True):
        if mine.seat == seat:
            assert mine == theirs
        else:
            assert mine[:3] == theirs[:3]
            assert (mine.declared, mine.status, mine.statement) == (theirs.declared, theirs.status, theirs.statement)
            assert (mine.influence, mine.supports, mine.choice, mine.vote) == (0, None, None, None)


def hears(game: Game, since: int, due: list[Knowledge], times: int, observer: Observer) -> list[list[Message]]:
    """What the observer is told from a step on, until it is entitled to anything for more than so many times."""
    places = {PUBLIC} if observer is None else {PUBLIC, seat_place(observer)}
    heard: list[list[Message]] = []
    for step, entitled in zip(game.steps[since:], due, strict=True):
        if entitled and times == 0:
            return heard
        times -= bool(entitled)
        if said := [message for message in messages(step.before, step.events) if message.place in places]:
            heard.append(said)
    return heard


def differences(pair: Pair) -> list[Observer]:
    """Who is told what they must not know."""
    found = []
    for observer in observers(pair):
        one, other = knowledge(pair, observer)
        times = common(one, other)
        if hears(pair.one, pair.parting, one, times, observer) != hears(
            pair.other, pair.parting, other, times, observer
        ):
            found.append(observer)
    return found


def all_pairs() -> chain[Pair]:
    return chain(cases(), *(random_pairs(mutation) for mutation in MUTATIONS))


def test_two_worlds_sound_the_same() -> None:
    assert [pair.name for pair in all_pairs() if differences(pair)] == []


def _told_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(module, "heard_by", lambda event, seat: True)


def _private_lines_in_public(patch: pytest.MonkeyPatch) -> None:
    _told_everything(patch)
    patch.setattr(module, "public_lines", own_lines)


def _letters_to_neighbours(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(module, "seat_place", lambda seat: seat_place(seat % 3 + 1))


@pytest.mark.parametrize("leak", [_told_everything, _private_lines_in_public, _letters_to_neighbours])
def test_a_leak_would_be_found(leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert any(differences(pair) for pair in all_pairs())


# -- length -----------------------------------------------------------------------------------------------------------


def test_the_longest_game_fits_into_pages() -> None:
    said = list(told(longest()))
    for message in said:
        assert max(len(say(line)) for line in message.lines) <= LIMIT
        assert all(0 < len(page) <= LIMIT for page in pages(message.lines, LIMIT))
        assert all(len(page) <= LIMIT for page in pages(message.lines, LIMIT, escape_all))
    reports = [message for message in said if message.lines[0].key == "report.title"]
    assert all(len(pages(report.lines, LIMIT)) == 1 for report in reports)


def escape_all(text: str) -> str:
    return "".join(f"\\{letter}" for letter in text)


def longest() -> Game:
    rules = RuleSet(rounds=2, starting_stats=60)
    habits = Habits(agree=900, narrate=500)
    seeded = SeededPlayers("longest", habits, (STATEMENT,))

    def players(state: State) -> Command | None:
        match seeded(state):
            case PresentDilemma():
                policies = tuple(Words("n" * 100, "t" * 400) for _ in state.drawn)
                return PresentDilemma("d" * 150, "k" * 1500, policies, "deck")
            case Narrate():
                return Narrate("o" * 1500, "deck")
            case command:
                return command

    return play_out("longest", rules, NAMES, players)


# -- hostile words ----------------------------------------------------------------------------------------------------

HOSTILE = "{0}{name}**@everyone**\nKoniec gry\u202e"


def test_what_people_write_stays_within_escape() -> None:
    names = tuple(f"{HOSTILE}{seat}" for seat in range(1, 5))
    players = SeededPlayers("hostile", Habits(agree=500, narrate=300, leave=10), (HOSTILE[:-1],))
    tame_players = SeededPlayers("hostile", Habits(agree=500, narrate=300, leave=10), ("·",))
    hostile = play_out("hostile", RuleSet(rounds=3), names, players)
    tame = play_out("hostile", RuleSet(rounds=3), ("·",) * 4, tame_players)
    for one, other in zip(told(hostile), told(tame), strict=True):
        assert one.place == other.place
        assert [say(line, lambda _: "·") for line in one.lines] == [say(line, lambda _: "·") for line in other.lines]
        for said in one.lines:
            shown = say(said)
            assert "\u202e" not in shown
            assert all(row.startswith("│ ") for row in shown.split("\n")[1:])
