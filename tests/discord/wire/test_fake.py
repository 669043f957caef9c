"""The fake itself, with a small bot of discord.py's: what it keeps, forgets and does wrong."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from tests.discord.wire.conftest import wrong_by_the_book
from tests.discord.wire.fake import TOKEN, Discord
from tests.discord.wire.people import Person
from tests.discord.wire.world import Channel

HELLO = "wire-hello"


class Sample(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.up = asyncio.Event()
        self.tree = app_commands.CommandTree(self)
        self.answers: dict[str, Callable[[discord.Interaction], Awaitable[Any]]] = {}
        self.resumed = asyncio.Event()

    async def setup_hook(self) -> None:
        @self.tree.command(name="hello", description="says hello")
        async def hello(interaction: discord.Interaction, whom: str = "") -> None:
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label="Press", custom_id="press"))
            view.add_item(discord.ui.Button(label="Write", custom_id="write"))
            view.stop()
            await interaction.response.send_message(f"hello {whom}", view=view, ephemeral=True)

        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """It would wait for five seconds."""

    async def on_guild_available(self, _: discord.Guild) -> None:
        self.up.set()

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            assert interaction.data
            await self.answers[str(interaction.data.get("custom_id"))](interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.answers["form"](interaction)


@pytest.fixture
async def wire(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    async with Discord(wrong_by_the_book) as fake:
        fake.patience = 0.5
        monkeypatch.setattr(discord.http.Route, "BASE", fake.api)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(fake.socket))
        yield fake
        assert not fake.door.complaints


@pytest.fixture
def room(wire: Discord) -> Channel:
    return wire.guild("Server", wire.user("ola")).text_channel("rada")


@pytest.fixture
def ola(wire: Discord, room: Channel) -> Person:
    return Person(wire, wire.users[0])


@pytest.fixture
async def sample(wire: Discord, room: Channel) -> AsyncIterator[Sample]:
    client = Sample()
    running = asyncio.create_task(client.start(TOKEN))
    await asyncio.wait_for(client.up.wait(), 5)
    yield client
    await client.close()
    await running


async def test_commands_presses_and_forms(wire: Discord, room: Channel, sample: Sample, ola: Person) -> None:
    asked = ola.slash(room, "hello", whom="you")
    assert await asked.end() == "answered"
    assert asked.text == "hello you"
    assert asked.answer
    assert asked.answer.seen_by is ola.user
    assert room.messages == []

    async def press(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="pressed")

    sample.answers["press"] = press
    pressed = ola.press(asked.answer, "press")
    assert await pressed.end() == "answered"
    assert asked.text == "pressed"


async def test_a_form(wire: Discord, room: Channel, sample: Sample, ola: Person) -> None:
    class Form(discord.ui.Modal, title="Words"):
        words: discord.ui.TextInput["Form"] = discord.ui.TextInput(label="Words", custom_id="words")

    async def write(interaction: discord.Interaction) -> None:
        form = Form(custom_id="form")
        form.stop()
        await interaction.response.send_modal(form)

    async def form(interaction: discord.Interaction) -> None:
        assert interaction.data
        rows: Any = dict(interaction.data)["components"]
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content=rows[0]["components"][0]["value"])
        await interaction.followup.send("and more", ephemeral=True)

    sample.answers |= {"write": write, "form": form}
    asked = ola.slash(room, "hello")
    await asked.end()
    assert asked.answer
    wrote = ola.press(asked.answer, "write")
    assert await wrote.end() == "answered"
    filled = ola.submit(wrote, "my words")
    assert await filled.end() == "answered"
    for _ in range(100):
        if filled.more:
            break
        await asyncio.sleep(0.01)
    assert filled.text == "my words\nand more"


async def test_who_is_not_answered_in_time_reads_so(room: Channel, sample: Sample, ola: Person) -> None:
    late = asyncio.Event()

    async def press(interaction: discord.Interaction) -> None:
        await late.wait()
        with pytest.raises(discord.NotFound, match="10062"):
            await interaction.response.send_message("late")
        late.clear()

    sample.answers["press"] = press
    asked = ola.slash(room, "hello")
    await asked.end()
    assert asked.answer
    pressed = ola.press(asked.answer, "press")
    assert await pressed.end() == "failed"
    late.set()
    while late.is_set():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_private_messages_and_their_nonces(wire: Discord, sample: Sample, ola: Person) -> None:
    user = await sample.fetch_user(ola.user.id)
    first = await user.send("once", nonce="n1")
    again = await user.send("once", nonce="n1")
    assert again.id == first.id
    await user.send("twice", nonce="n2")
    assert [message.content for message in ola.dm.standing] == ["once", "twice"]
    assert [message.content async for message in user.history(limit=5)] == ["twice", "once"]
    assert [message.content async for message in user.history(limit=5, after=first)] == ["twice"]
    wire.forget_nonces()
    assert (await user.send("once", nonce="n1")).id != first.id
    ola.user.dms_closed = True
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("no")
    assert refused.value.code == 50007


async def test_messages_are_edited_and_deleted(room: Channel, sample: Sample) -> None:
    channel = sample.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("a", file=discord.File(__file__, "test.py", description="what it shows"))
    await message.edit(content="b")
    assert [change[1:] for change in room.messages[0].told] == [("created", "a"), ("edited", "b")]
    assert room.messages[0].files[0]["description"] == "what it shows"
    await message.delete()
    assert room.standing == []
    thread = await channel.create_thread(name="apart", type=discord.ChannelType.public_thread)
    await thread.send("there")
    room.denied.add("send_messages")
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("no")
    assert refused.value.code == 50013


async def test_a_limit_is_waited_for(wire: Discord, room: Channel, sample: Sample) -> None:
    wire.faults.add("limited", "POST /channels")
    channel = sample.get_partial_messageable(room.id)
    await channel.send("patient")
    assert [message.content for message in room.standing] == ["patient"]
    assert [kind for _, kind in wire.faults.happened] == ["limited"]


@pytest.mark.parametrize(("kind", "arrived"), [("drop", 0), ("lose", 1)])
async def test_a_cut_line(wire: Discord, room: Channel, sample: Sample, kind: Any, arrived: int) -> None:
    wire.faults.add(kind, "POST /channels")
    channel = sample.get_partial_messageable(room.id)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("perhaps", nonce="n")
    assert len(room.standing) == arrived
    await channel.send("perhaps", nonce="n")
    assert len(room.standing) == 1


async def test_errors_of_the_server(wire: Discord, room: Channel, sample: Sample) -> None:
    wire.faults.add("error", "POST /channels", status=503)
    wire.faults.add("lose_error", "POST /channels")
    channel = sample.get_partial_messageable(room.id)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("no")
    await channel.send("twice", nonce="n")
    assert [message.content for message in room.standing] == ["twice"]


@pytest.mark.parametrize("how", ["cut", "close", "ask_to_reconnect"])
async def test_a_session_is_resumed_without_a_loss(
    wire: Discord, room: Channel, sample: Sample, ola: Person, how: str
) -> None:
    done = getattr(wire.gateway, how)(*([4000] if how == "close" else []))
    asked = ola.slash(room, "hello", whom="again")
    if done is not None:
        await done
    assert await asked.end() == "answered"
    await asyncio.wait_for(sample.resumed.wait(), 5)
    assert (wire.gateway.identified, wire.gateway.resumed) == (1, 1)


async def test_an_invalid_session_begins_anew(wire: Discord, sample: Sample, room: Channel, ola: Person) -> None:
    sample.up.clear()
    await wire.gateway.invalidate()
    await asyncio.wait_for(sample.up.wait(), 5)
    assert (wire.gateway.identified, wire.gateway.resumed) == (2, 0)
    assert await ola.slash(room, "hello").end() == "answered"


async def test_an_event_that_comes_twice_is_answered_once(
    wire: Discord, room: Channel, sample: Sample, ola: Person
) -> None:
    asked = ola.slash(room, "hello")
    await asked.end()
    wire.gateway.twice = True
    outcomes: list[int] = []

    async def press(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("yes")
            outcomes.append(0)
        except discord.HTTPException as refused:
            outcomes.append(refused.code)

    sample.answers["press"] = press
    assert asked.answer
    await ola.press(asked.answer, "press").end()
    while len(outcomes) < 2:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert sorted(outcomes) == [0, 40060]
    assert [message.content for message in room.standing] == ["yes"]


async def test_a_wrong_token_is_refused(wire: Discord) -> None:
    client = Sample()
    with pytest.raises(discord.LoginFailure):
        await client.start("wrong")
    await client.close()
