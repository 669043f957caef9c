"""Who is exiled goes on watching, to the end."""

import asyncio
import re
from pathlib import Path

from bot.console_lobby import deal
from bot.sitting import seat_game
from bot.sqlite_store import SqliteStore
from engine.rules import RuleSet
from tests.terminal.conftest import Open
from tests.terminal.players import diligent, play
from tests.terminal.screen import CONTROL

MERCILESS = RuleSet(rounds=3, starting_stats=20, dominance=1000, gain_max=2, loss_min=20, loss_max=20, loss_growth=0)
"""The first policy to win exiles whoever voted for it; with the powers of the factions the kingdom may stand."""


def begin(file: Path, people: tuple[str, ...], seed: str, seats: int) -> None:
    async def write() -> None:
        store = await SqliteStore.open(file)
        await store.write(*seat_game(deal("play-g", seed, MERCILESS, people, seats), 0.0).changes)
        await store.close()

    asyncio.run(write())


def test_who_is_exiled_watches_the_rest(opened: Open, tmp_path: Path) -> None:
    begin(tmp_path / "g.db", ("Ala",), "s19", 5)
    terminal = opened("--file", str(tmp_path / "g.db"))
    assert play(terminal, diligent) == 0
    told = CONTROL.sub("", terminal.all)
    order = ["Dotyczy: Ala", "to wygnanie z Rady", "Kronika rundy 1", "Runda 2 z 3", "Kronika rundy 2", "Koniec gry"]
    places = [told.index(words) for words in order]
    assert places == sorted(places)
    assert told.count("Oddać go?") == 1


def test_exiles_of_a_hot_seat_each_learn_it_alone(opened: Open, tmp_path: Path) -> None:
    begin(tmp_path / "g.db", ("Ala", "Bartek"), "s19", 5)
    terminal = opened("--file", str(tmp_path / "g.db"))
    assert play(terminal, diligent) == 0
    told = CONTROL.sub("", terminal.all)
    assert told.count("to wygnanie z Rady") == 2
    assert sorted(re.findall(r"^Teraz: (\w+)", told, re.MULTILINE)[-2:]) == ["Ala", "Bartek"]
    assert "Koniec gry" in "\n".join(terminal.visible())
