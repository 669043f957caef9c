"""A game that cannot be read stands still: nobody is told that it is over, and nothing of it is lost."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.address import Address
from bot.discord_door import DEAD
from bot.sitting import Declined
from engine.commands import SubmitStatement
from tests.desk.lounge import CHANNEL, Lounge, mod, visitor

GAME = "rada-mod.zakoncz", "rada-mod.stan", "rada-mod.pauza", "rada.stan", "rada.panel", "rada.teczka", "rada.nowa"
ELSEWHERE = visitor("Ala")._replace(channel="700")


@pytest.fixture
async def spoiled(lounge: Lounge) -> AsyncIterator[tuple[Lounge, str]]:
    table = await lounge.game("Ala", "Bartek", "Celina")
    game = table.sitting.game
    disk = lounge.hall.disk
    kept = disk.games[game]
    disk.games[game] = replace(kept, game=replace(kept.game, kept="{}"))
    again = await lounge.again()
    yield again, game
    disk.games[game] = kept
    mended = await again.again()
    assert mended.office.tables[game].sitting == table.sitting
    await mended.close()


@pytest.mark.parametrize("key", GAME)
async def test_every_command_says_so(spoiled: tuple[Lounge, str], key: str) -> None:
    lounge, _ = spoiled
    with pytest.raises(Declined, match="unreadable"):
        await lounge.command(mod("Ala"), key)


@pytest.mark.parametrize("verb", ["panel", "do", "say", "sure", "leave", "leaving", "dossier", "refresh"])
async def test_every_button_says_so_and_stays(spoiled: tuple[Lounge, str], verb: str) -> None:
    lounge, game = spoiled
    with pytest.raises(Declined, match="unreadable") as told:
        await lounge.press("Ala", str(Address(verb, game, 1, "statements", SubmitStatement.do)))
    assert told.value.code not in DEAD


async def test_its_channel_is_taken_and_others_are_not(spoiled: tuple[Lounge, str]) -> None:
    lounge, _ = spoiled
    await lounge.command(ELSEWHERE, "rada.nowa")
    assert [lobby.channel for lobby in lounge.office.lobbies.values()] == ["700"]
    with pytest.raises(Declined, match="unreadable"):
        await lounge.command("Dan", "rada.nowa")
    assert lounge.office.room_at(CHANNEL) is not None
