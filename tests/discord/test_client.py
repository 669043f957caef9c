"""What happens to the places where games are played: the game pauses, and somebody who can help is told once."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord
import pytest
from simcord import ChannelHandle

from bot.discord_client import RadaClient
from bot.discord_writer import Writer
from bot.text import line, say
from bot.trouble import MOVE, REMOVE, REPLACE, RESUME
from tests.discord.conftest import Start
from tests.discord.hosting import Host, begin, rada, table_of
from tests.discord.people import Person
from tests.discord.sim import Sim

DELETED: Final = say(line("trouble.channel_gone", move=MOVE, resume=RESUME))
KICKED: Final = say(line("trouble.guild_gone", resume=RESUME))
PAUSED: Final = say(line("notice.paused", who=say(line("trouble.by"))))


class Stage:
    """A game of Ala, who opened it, and Bob, in a channel or in a thread of it."""

    def __init__(self, sim: Sim, host: Host) -> None:
        self.sim, self.host = sim, host
        self.ala, self.bob = sim.person("Ala", manages=True), sim.person("Bob")

    async def begin(self, *, thread: bool = False) -> "Stage":
        self.room, _ = await begin(self.sim, [self.ala, self.bob], thread=thread)
        return self

    def paused(self) -> bool:
        return table_of(self.sim, self.room).sitting.paused

    @property
    def place(self) -> ChannelHandle:
        return self.sim.place(int(self.room.channel))

    def told(self, person: Person) -> list[str]:
        """Of troubles, in private, as it reads."""
        letters = [shown.content.replace("\\", "") for shown in person.sees(person.dm)]
        return [letter for letter in letters if RESUME in letter]

    async def resume(self) -> None:
        await self.ala.command("rada-mod wznow")
        await self.sim.advance(10)


@pytest.fixture
async def stage(start: Start) -> Stage:
    host = Host()
    return Stage(await start(host), host)


def lacking(*rights: str) -> str:
    return say(line("trouble.no_rights", rights=tuple(line(f"right.{right}") for right in rights), resume=RESUME))


async def test_where_the_channel_is_deleted_the_game_pauses_and_its_opener_is_told(stage: Stage) -> None:
    await stage.begin()
    await stage.sim.delete_channel()
    await stage.sim.advance(10)
    assert stage.paused()
    assert stage.told(stage.ala) == [DELETED]
    assert stage.told(stage.bob) == []


@pytest.mark.parametrize("parent", [False, True])
async def test_a_deleted_thread_is_no_different(stage: Stage, parent: bool) -> None:  # noqa: FBT001
    await stage.begin(thread=True)
    await stage.sim.delete_channel(None if parent else stage.place)
    await stage.sim.advance(10)
    assert stage.paused()
    assert stage.told(stage.ala) == [DELETED]


async def test_a_game_is_moved_and_goes_on(stage: Stage) -> None:
    await stage.begin()
    other = stage.sim.guild.create_text_channel("inny")
    await stage.sim.delete_channel()
    await stage.sim.advance(10)
    await stage.ala.command("rada-mod przenies", where=other)
    await stage.ala.command("rada-mod wznow", where=other)
    await stage.sim.advance(20)
    assert not stage.paused()
    assert any(PAUSED in shown.content for shown in stage.bob.sees(other))
    await stage.sim.deny("send_messages", channel=other)
    await stage.sim.advance(10)
    assert len(stage.told(stage.ala)) == 2


async def test_another_channel_is_nobody_s_trouble(stage: Stage) -> None:
    await stage.begin()
    await stage.sim.delete_channel(stage.sim.guild.create_text_channel("inny"))
    assert not stage.paused()


async def test_where_the_bot_is_kicked_the_game_waits_until_it_is_invited_again(stage: Stage) -> None:
    await stage.begin()
    await stage.sim.kick()
    await stage.sim.advance(10)
    assert stage.paused()
    assert stage.told(stage.ala) == [KICKED]
    await stage.sim.invite()
    await stage.sim.advance(10)
    assert any(PAUSED in shown.content for shown in stage.bob.sees(stage.sim.channel))
    await stage.resume()
    assert not stage.paused()
    assert stage.told(stage.ala) == [KICKED]


@pytest.mark.parametrize("right", ["view_channel", "send_messages", "attach_files", "read_message_history"])
async def test_where_a_right_is_lost_it_is_named(stage: Stage, right: str) -> None:
    await stage.begin()
    await stage.sim.deny(right)
    await stage.sim.advance(10)
    assert stage.paused()
    ((told),) = stage.told(stage.ala)
    assert told.startswith(lacking(right).partition(":")[0])
    assert say(line(f"right.{right}")) in told
    await stage.sim.allow_all()
    await stage.sim.advance(10)
    assert any(PAUSED in shown.content for shown in stage.bob.sees(stage.sim.channel))
    await stage.resume()
    await stage.sim.deny(right)
    await stage.sim.advance(10)
    assert stage.paused()
    assert len(stage.told(stage.ala)) == 2


async def test_rights_that_a_game_needs_nowhere_may_go(stage: Stage) -> None:
    await stage.begin()
    await stage.sim.deny("create_public_threads", "manage_messages")
    assert not stage.paused()


async def test_nobody_is_told_twice_of_one_trouble(stage: Stage) -> None:
    await stage.begin()
    await stage.sim.deny("send_messages")
    await stage.sim.advance(10)
    for _ in range(2):
        await stage.sim.restart(stage.host)
        await stage.sim.advance(700)
    assert len(stage.told(stage.ala)) == 1
    assert stage.paused()


async def test_a_line_that_broke_repeats_nothing(stage: Stage) -> None:
    await stage.begin()
    await stage.sim.deny("send_messages")
    await stage.sim.advance(10)
    for _ in range(2):
        with stage.sim.env._bot_scope():
            await rada(stage.sim).on_ready()
        await stage.sim.advance(10)
    assert len(stage.told(stage.ala)) == 1


AWAY: Final[dict[str, Callable[[Sim], Awaitable[None]]]] = {
    "channel": lambda sim: sim.delete_channel(),
    "server": lambda sim: sim.kick(),
    "rights": lambda sim: sim.deny("send_messages"),
}


@pytest.mark.parametrize("what", AWAY)
@pytest.mark.parametrize("killed", [False, True])
async def test_what_happened_while_the_bot_was_away_is_found_out(
    stage: Stage,
    what: str,
    killed: bool,  # noqa: FBT001
) -> None:
    await stage.begin()
    await stage.sim.stop(killed=killed)
    await AWAY[what](stage.sim)
    await stage.sim.begin(stage.host)
    await stage.sim.advance(10)
    assert stage.paused()
    assert len(stage.told(stage.ala)) == 1


async def test_a_game_that_waits_already_is_told_of_all_the_same(stage: Stage) -> None:
    await stage.begin()
    await stage.ala.command("rada-mod pauza")
    await stage.sim.delete_channel()
    await stage.sim.advance(10)
    assert stage.told(stage.ala) == [DELETED]


async def test_where_nobody_can_be_told_the_game_waits_all_the_same(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    await stage.begin()
    for person in (stage.ala, stage.bob):
        stage.sim.close_dms(person)
    await stage.sim.delete_channel()
    await stage.sim.advance(10)
    assert stage.paused()
    assert caplog.text.count("could not be told (Forbidden)") == 2


async def test_where_the_opener_cannot_be_told_another_player_is(stage: Stage) -> None:
    await stage.begin()
    stage.sim.close_dms(stage.ala)
    await stage.sim.delete_channel()
    await stage.sim.advance(10)
    assert (stage.told(stage.ala), stage.told(stage.bob)) == ([], [DELETED])
    await stage.sim.restart(stage.host)
    await stage.sim.advance(700)
    assert stage.told(stage.bob) == [DELETED]


async def test_an_opener_who_plays_no_more_is_told_first(stage: Stage) -> None:
    await stage.begin()
    leaving = await stage.ala.command("rada opusc")
    await stage.ala.press(leaving.message.buttons[0].custom_id, on=leaving.message)
    await stage.sim.delete_channel()
    await stage.sim.advance(10)
    assert (stage.told(stage.ala), stage.told(stage.bob)) == ([DELETED], [])


async def test_of_whoever_left_the_server_everybody_is_told(stage: Stage) -> None:
    await stage.begin()
    await stage.sim.leave(stage.bob)
    await stage.ala.command("rada-mod zamknij")
    await stage.sim.advance(20)
    assert stage.paused()
    seat = table_of(stage.sim, stage.room).sitting.seat_of(str(stage.bob.id))
    said = line("trouble.left", name="Bob", seat=seat or 0, replace=REPLACE, remove=REMOVE, resume=RESUME)
    shown = [shown.content.replace("\\", "") for shown in stage.ala.sees(stage.sim.channel)]
    assert shown.count(say(said)) == 1


async def test_whoever_left_stops_the_game_once_however_often_it_is_resumed(stage: Stage) -> None:
    cela = stage.sim.person("Cela")
    await stage.begin()
    table = table_of(stage.sim, stage.room)
    sitters = [sitter.person for sitter in table.sitting.kept.sitters]
    await stage.ala.command("rada-mod przekaz", miejsce=sitters.index(None) + 1, osoba=cela)
    for person in (stage.bob, cela):
        await stage.sim.leave(person)
    paused = []
    for _ in range(4):
        await stage.ala.command("rada-mod zamknij")
        await stage.sim.advance(60)
        paused.append(stage.paused())
        await stage.resume()
    assert paused == [True, False, False, False]
    said = [shown.content for shown in stage.ala.sees(stage.sim.channel)]
    seats = [table.sitting.seat_of(str(person.id)) for person in (stage.bob, cela)]
    assert [sum(f"(miejsce numer {seat})" in text for text in said) for seat in seats] == [1, 1]


# -- how often Discord is asked ---------------------------------------------------------------------------------------


def asked_for(stage: Stage) -> int:
    """How often it was asked what the game's channel is."""
    path = f"/channels/{stage.room.channel}"
    return sum((one.method, one.path) == ("GET", path) for one in stage.sim.wire.requests)


async def much_happens(stage: Stage) -> None:
    """Each of which may concern the channel of the game."""
    for number in range(20):
        other = stage.sim.guild.create_text_channel(f"kanał {number}")
        await stage.sim.deny("send_messages", channel=other)


async def archive(stage: Stage, *, locked: bool = False) -> None:
    """The thread sleeps: discord.py forgets it."""
    thread = stage.sim.world.channels[int(stage.room.channel)]
    assert thread.thread_metadata is not None
    thread.thread_metadata.archived, thread.thread_metadata.locked = True, locked
    stage.sim.world.announce_channel_update(thread.id)
    await stage.sim.settle()


async def test_a_channel_that_is_gone_is_not_asked_for(stage: Stage) -> None:
    await stage.begin()
    await stage.sim.delete_channel()
    await much_happens(stage)
    assert asked_for(stage) == 0


async def test_a_thread_that_sleeps_is_asked_for_once(stage: Stage) -> None:
    await stage.begin(thread=True)
    await archive(stage)
    await much_happens(stage)
    assert asked_for(stage) == 1
    assert not stage.paused()
    await stage.sim.deny("send_messages_in_threads")
    await stage.sim.advance(10)
    assert stage.paused()


async def test_a_thread_that_is_locked_in_its_sleep_is_noticed_and_its_waking_too(stage: Stage) -> None:
    await stage.begin(thread=True)
    await archive(stage)
    await archive(stage, locked=True)
    assert stage.paused()
    thread = stage.sim.world.channels[int(stage.room.channel)]
    assert thread.thread_metadata is not None
    thread.thread_metadata.archived = thread.thread_metadata.locked = False
    stage.sim.world.announce_channel_update(thread.id)
    await stage.sim.settle()
    await archive(stage, locked=True)
    await stage.sim.advance(10)
    assert len(stage.told(stage.ala)) == 2


async def test_a_server_is_looked_over_once_while_much_happens_and_once_after(stage: Stage) -> None:
    await stage.begin(thread=True)
    path = f"/channels/{stage.room.channel}"
    stage.sim.wire.fail("GET", path, 500, times=100)
    with stage.sim.wire.held("GET", path):
        await archive(stage)
        await much_happens(stage)
    await stage.sim.settle()
    assert asked_for(stage) == 2


async def test_places_are_asked_for_at_our_pace(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = 0

    async def turn(_: Writer) -> None:
        nonlocal turns
        turns += 1

    await stage.begin(thread=True)
    monkeypatch.setattr(Writer, "turn", turn)
    await archive(stage)
    assert turns == asked_for(stage) == 1


async def test_it_listens_to_nothing_but_servers() -> None:
    client = RadaClient()
    assert client.intents == discord.Intents(guilds=True)
    assert client.allowed_mentions is not None
    assert client.allowed_mentions.to_dict()["parse"] == []


@pytest.fixture(autouse=True)
def _hear_all(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
