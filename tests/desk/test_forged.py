"""Custom ids that are made up, or stand on messages of long ago: nobody does with them what they may not, and nothing
but a refusal comes of the rest."""

from collections.abc import Iterator
from typing import Final

import pytest

from bot.address import Address
from bot.desk import PRESSED
from bot.screen import Form, Reply
from bot.sitting import Declined
from engine.commands import Refused
from tests.desk.lounge import CHANNEL, Lounge, text
from tests.desk.town import (
    IN_LOBBIES,
    LOBBY,
    MODERATORS,
    SEATED,
    WHO,
    WORDS,
    ZENON,
    arrange,
    genuine,
    picture,
    table_of,
)
from tests.tables.hall import settle

UNKNOWN: Final = "fedcba654321"
PHASES: Final = ("statements", "statement_vote", "actions", "policy_vote", "lobby", "")
CHOICES: Final = (
    *("", "0", "1", "2", "3", "99", "-1", "²", "zzz", "preset", "seats"),
    *("submit_statement", "stay_silent", "pass", "unmask.1", "unmask.2", "vote_statement.1", "vote_policy.9"),
)
VALUES: Final[tuple[tuple[str, ...], ...]] = ((), ("zzz",), ("99",), ("unmask.1", "pass"))
Pressed = tuple[Address, tuple[str, ...]]


def games(lounge: Lounge) -> list[str]:
    """Everything that is no name of the game in the channel, or of the lobby."""
    foreign = lounge.office.room_at(ZENON.channel)
    assert foreign is not None
    return [UNKNOWN, foreign.game, "", "²" * 12]


def forgeries(lounge: Lounge, verb: str) -> Iterator[Pressed]:
    true = genuine(lounge, verb)
    yield from ((true._replace(game=game), ()) for game in (*games(lounge), LOBBY))
    yield from ((true._replace(round=number), ()) for number in (0, 2, 8, 999))
    yield from ((true._replace(phase=phase), ()) for phase in PHASES)
    yield from ((true._replace(choice=choice), ()) for choice in CHOICES)
    yield from ((true, values) for values in VALUES)


@pytest.mark.parametrize("situation", ["lobby", "game", "vote"])
@pytest.mark.parametrize("verb", PRESSED)
async def test_nobody_does_with_a_forged_button_what_they_may_not(verb: str, situation: str) -> None:
    lounge = await arrange(situation)
    for person in WHO:
        for number in range(len([*forgeries(lounge, verb)])):
            at, values = [*forgeries(lounge, verb)][number]  # names of games are new in every lounge
            before, others = picture(lounge), of_others(lounge, person)
            code = await press(lounge, person, at, values)
            if picture(lounge) != before:
                assert not code, (person, at, code)
                assert may(verb, person), (person, at)
                assert at.game in (LOBBY, *here(lounge)), (person, at)
                assert verb in ("remove", "abandon") or others in (None, of_others(lounge, person)), (person, at)
                await lounge.close()
                lounge = await arrange(situation)
    await settle()
    await lounge.close()


async def press(lounge: Lounge, person: str, at: Address, values: tuple[str, ...]) -> str:
    try:
        answer = await lounge.desk.press(WHO[person], at, values, f"{person} {at} {values}")
    except (Declined, Refused) as no:
        return no.code
    assert isinstance(answer, Form) or text(answer)
    assert person == "player" or in_public(lounge) or WORDS not in str(answer)
    return ""


def here(lounge: Lounge) -> list[str]:
    room = lounge.office.room_at(CHANNEL)
    return [room.game] if room else []


def in_public(lounge: Lounge) -> bool:
    return not here(lounge) or table_of(lounge).sitting.state.phase != "statements"


def may(verb: str, person: str) -> bool:
    """Change anything at all by this."""
    if verb in ("remove", "abandon"):
        return person in MODERATORS
    if verb in IN_LOBBIES:
        return WHO[person].guild == WHO["opener"].guild
    return person in SEATED and verb in ("do", "leave")


def of_others(lounge: Lounge, person: str) -> object:
    """All that is known of other seats."""
    if not here(lounge) or here(lounge)[0] not in lounge.office.tables:
        return None
    councillors = table_of(lounge).sitting.state.councillors
    return [
        (c.seat, c.status, c.statement, c.supports, c.choice, c.vote)
        for c in councillors
        if c.seat != SEATED.get(person)
    ]


# -- what exactly is said ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("verb", "situation"), [("do", "game"), ("say", "game"), ("sure", "vote"), ("do", "vote")])
async def test_a_move_for_another_moment_is_named_so(verb: str, situation: str) -> None:
    lounge = await arrange(situation)
    true = genuine(lounge, verb)
    unknown, foreign, *_ = games(lounge)
    for at, code in (
        (true._replace(game=unknown), "no_game"),
        (true._replace(game=foreign), "not_seated"),
        (true._replace(game=LOBBY), "no_game"),
        (true._replace(round=2), "stale"),
        (true._replace(phase="actions"), "stale"),
    ):
        assert await press(lounge, "opener", at, ()) == code, at
    for choice in ("unmask.2", "vote_policy.9", ""):
        code = "" if verb == "say" else "unknown_choice"  # a form is for words, whatever its address says besides
        assert await press(lounge, "opener", true._replace(choice=choice), ()) == code
    await lounge.close()


async def test_a_verb_that_nobody_knows() -> None:
    lounge = await arrange("game")
    before = picture(lounge)
    for verb in ("", "vote", "standing ", "DO", "say\n"):
        assert await press(lounge, "opener", genuine(lounge, "do")._replace(verb=verb), ()) == "unknown_choice"
    assert picture(lounge) == before
    await lounge.close()


async def test_forms_that_are_made_up_change_nothing() -> None:
    """And whoever wrote something reads it again."""
    lounge = await arrange("game")
    true, before = genuine(lounge, "say"), picture(lounge)
    forged = [at for at, _ in forgeries(lounge, "say") if at._replace(choice=true.choice) != true]
    for person, who in WHO.items():
        for at in forged if person in SEATED else [*forged, true]:
            answer = await lounge.desk.submit(who, at, "Moje słowa", f"{person} {at}")
            assert isinstance(answer, Reply)
            assert "Moje słowa" in text(answer), (person, at)
            assert picture(lounge) == before, (person, at)
    for verb in set(PRESSED) - {"say"}:
        with pytest.raises(Declined, match="unknown_choice"):
            await lounge.desk.submit(WHO["opener"], true._replace(verb=verb), "Moje słowa", verb)
    await lounge.close()


async def test_who_took_a_seat_over_acts_for_it_and_who_had_it_does_not() -> None:
    """By the panel that both have seen."""
    lounge = await arrange("game")
    at = genuine(lounge, "do")
    await lounge.command(WHO["mod"], "rada-mod.przekaz", miejsce=2, osoba="Gaja")
    assert await press(lounge, "player", at, ()) == "not_seated"
    assert await press(lounge, "guest", at, ()) == ""
    state = table_of(lounge).sitting.state
    assert state.acted == (2,)
    await lounge.close()
