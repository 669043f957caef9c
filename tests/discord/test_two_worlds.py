"""Two worlds on Discord: who must not know in what two games differ sees the same in both: content, what can be
pressed, pictures, order, number and time, in the channel, in letters and in answers. And the test itself is tested:
leaks that are planted are found."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

import pytest

from bot import boards, desk_moderator, desk_player, discord_outlet
from bot.boards import dossier_screen, panel_screen, public_screen
from bot.desk_player import _play
from bot.discord_boards import Board
from bot.discord_outlet import DiscordOutlet
from bot.discord_writer import Letter
from bot.messages import Message, messages, seat_place
from bot.oversight import standing
from bot.phrases import Lines
from bot.screen import Screen
from bot.sitting import Sitting
from bot.store import Change, Unsaid
from bot.text import Line, line
from engine.events import Event, Unmasked
from engine.state import State
from tests.cases import cases
from tests.discord.evening import choosing, evening
from tests.discord.two_worlds import Watch, differences, numbered, shortened
from tests.pairs import MUTATIONS, random_pairs
from tests.worlds import Pair

AMONG: Final = 8
"""So many pairs of each mutation; the one with the fewest seats is played. The engine's own tests look at all."""


def small(mutation: str) -> Pair:
    return shortened(min(islice(random_pairs(mutation), AMONG), key=lambda pair: len(pair.one.start.councillors)))


@pytest.mark.parametrize("pair", list(cases()), ids=lambda pair: pair.name)
async def test_cases_made_by_hand(pair: Pair) -> None:
    assert await differences(pair) == []


@pytest.mark.parametrize("mutation", MUTATIONS)
async def test_random_games(mutation: str) -> None:
    assert await differences(small(mutation)) == []


@pytest.mark.parametrize("name", ["whom 2 unmasks", "whether 2 tries the protected 1", "how 3 voted and left"])
async def test_where_letters_do_not_arrive(name: str) -> None:
    """Moderators see whose do not, and that tells nothing either."""
    (pair,) = (pair for pair in cases() if pair.name == name)
    assert await differences(pair, closed=(2, 3)) == []


# -- who acts first ---------------------------------------------------------------------------------------------------

BEAT: Final = 15
PHASES: Final = {
    "statements": "stay_silent",
    "statement_vote": "abstain",
    "actions": "protect",
    "policy_vote": "vote_policy.1",
}
Acts = tuple[tuple[int, int], tuple[int, int]]
FIRST: Final[Acts] = ((0, 2), (1, BEAT + 3))
SECOND: Final[Acts] = ((1, 9), (0, BEAT + 11))
"""Who acts, and how many seconds after a beat."""


async def seen_while(phase: str, acts: Acts) -> list[list[object]]:
    """What the others see, and a moderator who does not play."""
    async with evening(["Ala", "Bartek", "Celina", "Dawid"], begun=False) as game:
        game.sim.world.journal = watch = Watch(game)
        moderator = game.sim.person("Mod", manages=True)
        await game.start()
        await game.until(phase)
        await game.sim.advance(2 * BEAT - game.sim.clock.steady() % BEAT)
        beat = game.sim.clock.steady()
        watch.take()
        for seat, at in acts:
            await game.sim.advance(beat + at - game.sim.clock.steady())
            await game.move(game.people[seat], choosing(PHASES[phase]))
        await game.sim.advance(beat + 3 * BEAT - game.sim.clock.steady())
        await moderator.command("rada-mod zamknij")
        await game.sim.advance(BEAT)
        sights = watch.take()
        return [numbered(sights, person.id) for person in (*game.people[2:], moderator)]


@pytest.mark.parametrize("phase", PHASES)
async def test_who_acts_first_and_when_makes_no_difference(phase: str) -> None:
    one = await seen_while(phase, FIRST)
    assert one == await seen_while(phase, SECOND)
    edited = [sight for sight in one[0] if "edited" in str(sight)]
    assert len(edited) >= 3, "the counter of the board goes up on two beats, and away in the end"


# -- leaks ------------------------------------------------------------------------------------------------------------

Leak = Callable[[pytest.MonkeyPatch], None]


def also(screen: Screen, about: object) -> Screen:
    return screen._replace(lines=(*screen.lines, rumour(about)))


def rumour(about: object) -> Line:
    return line("narrated.text", text=f"{about}")


def _panels_tell_votes(patch: pytest.MonkeyPatch) -> None:
    def leaky(sitting: Sitting, seat: int, said: Lines = ()) -> Screen:
        return also(panel_screen(sitting, seat, said), [c.vote for c in sitting.state.councillors])

    patch.setattr(boards, "panel_screen", leaky)
    patch.setattr(desk_player, "panel_screen", leaky)


def _dossiers_tell_plans(patch: pytest.MonkeyPatch) -> None:
    def leaky(sitting: Sitting, seat: int) -> Screen:
        return also(dossier_screen(sitting, seat), [event for event in sitting.events if isinstance(event, Unmasked)])

    patch.setattr(desk_player, "dossier_screen", leaky)


def _moderators_see_plans(patch: pytest.MonkeyPatch) -> None:
    def leaky(sitting: Sitting, *more: Any) -> Lines:
        return (*standing(sitting, *more), rumour([c.supports for c in sitting.state.councillors]))

    patch.setattr(desk_moderator, "standing_lines", leaky)


def _targets_get_letters(patch: pytest.MonkeyPatch) -> None:
    def leaky(before: State, events: Sequence[Event]) -> list[Message]:
        found = [event.target for event in events if isinstance(event, Unmasked)]
        return [*messages(before, events), *(Message(seat_place(seat), (rumour("!"),)) for seat in found)]

    patch.setattr("bot.sitting.messages", leaky)


def _the_channel_waits_for_some(patch: pytest.MonkeyPatch) -> None:
    publish = DiscordOutlet._publish

    async def leaky(outlet: DiscordOutlet, message: Unsaid, lines: Lines) -> tuple[Change, ...]:
        sitting = await outlet._tables.sitting(message.game)
        if any(isinstance(event, Unmasked) for event in sitting.events):
            await asyncio.sleep(1.5)
        return await publish(outlet, message, lines)

    patch.setattr(DiscordOutlet, "_publish", leaky)


def _pictures_tell_influence(patch: pytest.MonkeyPatch) -> None:
    def leaky(sitting: Sitting, lines: Lines) -> Screen:
        screen = public_screen(sitting, lines)
        if screen.attachment is None:
            return screen
        hidden = f"{[c.influence for c in sitting.state.councillors]}".encode()
        return screen._replace(attachment=screen.attachment._replace(data=screen.attachment.data + hidden))

    patch.setattr(discord_outlet, "public_screen", leaky)


def _their_words_tell_influence(patch: pytest.MonkeyPatch) -> None:
    def leaky(sitting: Sitting, lines: Lines) -> Screen:
        screen = public_screen(sitting, lines)
        if screen.attachment is None:
            return screen
        said = rumour([c.influence for c in sitting.state.councillors])
        return screen._replace(attachment=screen.attachment._replace(alt=said))

    patch.setattr(discord_outlet, "public_screen", leaky)


def _addresses_count_commands(patch: pytest.MonkeyPatch) -> None:
    made = boards._address

    def leaky(verb: str, sitting: Sitting, choice: str = "") -> str:
        return made(verb, sitting, choice or f"{sitting.n}")

    patch.setattr(boards, "_address", leaky)


def _boards_count_clicks(patch: pytest.MonkeyPatch) -> None:
    letter = Board.letter

    def leaky(board: Board, sitting: Sitting) -> Letter:
        made = letter(board, sitting)
        return made._replace(screen=also(made.screen, sitting.n)) if board.is_open(sitting) else made

    patch.setattr(Board, "letter", leaky)


def _boards_call_who_is_missing(patch: pytest.MonkeyPatch) -> None:
    letter = Board.letter

    def leaky(board: Board, sitting: Sitting) -> Letter:
        people = [
            sitter.person for seat, sitter in enumerate(sitting.kept.sitters, 1) if seat not in sitting.state.acted
        ]
        return letter(board, sitting)._replace(people=tuple(filter(None, people)))

    patch.setattr(Board, "letter", leaky)


def _boards_move_with_every_click(patch: pytest.MonkeyPatch) -> None:
    outlets: list[DiscordOutlet] = []
    load = DiscordOutlet.load

    async def known(outlet: DiscordOutlet) -> None:
        outlets.append(outlet)
        await load(outlet)

    async def leaky(*asked: Any) -> Any:
        answer = await _play(*asked)
        await outlets[-1]._boards.refresh(outlets[-1]._tables)
        return answer

    patch.setattr(DiscordOutlet, "load", known)
    patch.setattr(desk_player, "_play", leaky)


LEAKS: Final[dict[str, tuple[Leak, str]]] = {
    "panels tell votes": (_panels_tell_votes, "another ballot"),
    "dossiers tell who was unmasked": (_dossiers_tell_plans, "whom 2 unmasks"),
    "moderators see whom one supports": (_moderators_see_plans, "whom 3 and 4 support"),
    "targets get letters": (_targets_get_letters, "whether 2 tries the protected 1"),
    "the channel waits for some": (_the_channel_waits_for_some, "whether 2 tries the protected 1"),
    "pictures tell Influence": (_pictures_tell_influence, "whether 3 sows too"),
    "the words for pictures tell Influence": (_their_words_tell_influence, "whether 3 sows too"),
    "addresses count commands": (_addresses_count_commands, "a draft"),
    "boards count clicks": (_boards_count_clicks, "a draft"),
}
"""Each with the pair of worlds that gives it away."""
TIMED: Final[dict[str, Leak]] = {
    "boards call who is missing": _boards_call_who_is_missing,
    "boards move with every click": _boards_move_with_every_click,
}


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, name = LEAKS[leak]
    plant(monkeypatch)
    pair = small(name) if name in MUTATIONS else next(pair for pair in cases() if pair.name == name)
    assert await differences(pair)


@pytest.mark.parametrize("leak", TIMED)
async def test_what_tells_who_acted_or_when_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    TIMED[leak](monkeypatch)
    assert await seen_while("actions", FIRST) != await seen_while("actions", SECOND)
