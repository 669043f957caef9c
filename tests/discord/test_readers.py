"""What is kept beside the games: whatever a game leaves can be read, and what cannot be is named by its row."""

import re
from pathlib import Path

import pytest

from bot import serve
from bot.__main__ import main
from bot.readers import READERS, unreadable
from bot.rows import rows
from bot.sqlite_store import SqliteStore
from bot.store import Put, StoreError
from tests.discord.hosting import Host, begin
from tests.discord.sim import Sim
from tests.store.memory import MemoryStore
from tests.tables.hall import settle

ODD = ("", "{", "{}", "[]", '"abc"', "null", "[[]]", '[1, {"a": 2}]', "[" * 5000)


async def test_what_a_game_leaves_can_be_read() -> None:
    host = Host()
    async with Sim(host) as sim:
        ala, bob, mod = sim.person("Ala"), sim.person("Bob"), sim.person("Mod", manages=True)
        await mod.command("rada-mod ustawienia", tempo="daily")
        await begin(sim, [ala, bob])
        await sim.deny("send_messages")
        await sim.advance(10)
        await bob.command("rada nowa", where=sim.guild.create_text_channel("inny"))
        await settle()
    kept = {name: value for name, value in host.disk.put.items() if value is not None}
    assert list(unreadable(kept.items())) == []
    found = {prefix for prefix in READERS if any(name.startswith(prefix) for name in kept)}
    assert found == set(READERS) - {"spent/"}  # the deck costs nothing


def test_every_row_has_a_reader_unless_anything_may_stand_in_it() -> None:
    sources = [path.read_text("utf-8") for path in Path(serve.__file__).parent.glob("*.py")]
    prefixes = [prefix for source in sources for prefix in re.findall(r'(?m)^[A-Z]+: Final = "([a-z]+/)"', source)]
    accounts = {"day/", "game/"}  # among what is spent
    assert set(prefixes) - accounts == set(READERS) | {"closed/", "gone/", "told/"}


@pytest.mark.parametrize("prefix", READERS)
@pytest.mark.parametrize("value", ODD)
async def test_what_cannot_be_read_is_named(prefix: str, value: str) -> None:
    if (prefix, value) == ("server/", "[]"):  # so one begins that knew of no settings yet
        return
    name = f"{prefix}x"
    (told,) = unreadable([("told/g/5", "yes"), (name, value)])
    assert repr(name) in told
    store = MemoryStore()
    await store.write(Put(name, value))
    with pytest.raises(StoreError, match=name):
        await rows(store, prefix, READERS[prefix])


@pytest.fixture
async def spoiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RADA_STORE", str(tmp_path / "rada.db"))
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("NARRATOR", "deck")
    monkeypatch.setattr(serve, "keep_log", lambda _: None)
    store = await SqliteStore.open(tmp_path / "rada.db")
    await store.write(Put(request.param, "{"))
    await store.close()


@pytest.mark.parametrize("spoiled", ["lobby/x", "server/5", "room/g", "spent/day/1", "trouble/g"], indirect=True)
def test_hosts_are_told_of_it_in_a_line(
    spoiled: None, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    name = request.node.callspec.params["spoiled"]
    for command in ("bot", "check"):
        assert main([command]) == 1
        out, err = capsys.readouterr()
        assert f"the row '{name}' cannot be read" in out + err
        assert (out + err).count("\n") == 1
