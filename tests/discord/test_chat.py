"""What the desk asks of Discord: a thread, a message, and a trial of everything that could fail."""

from typing import Final

import discord
import pytest

from bot.address import Address
from bot.desk import ChatError, Faults
from bot.discord_chat import RIGHTS, DiscordChat, lacking, why_shut
from bot.discord_writer import Writer
from bot.rooms import Room
from bot.screen import Attachment, Button, Screen
from bot.text import catalogue, line
from tests.discord.conftest import Start
from tests.discord.outgoing import Hurry, Outgoing, house, people, seated, texts

__all__ = ["house", "seated"]

SCREEN: Final = Screen(
    (line("notice.made_up"), line("notice.paused", who="@everyone")),
    ((Button(str(Address("join", "lobby")), line("button.panel")),),),
)


@pytest.fixture
def chat(house: Outgoing) -> DiscordChat:
    return DiscordChat(house.sim.client, Writer(house.sim.client, Hurry()), house.outlet)


@pytest.fixture
def here(house: Outgoing) -> str:
    return str(house.sim.channel.id)


# -- messages and threads ---------------------------------------------------------------------------------------------


async def test_a_message_is_posted_and_changed(house: Outgoing, chat: DiscordChat, here: str) -> None:
    id_ = await chat.post(here, SCREEN)
    (posted,) = house.public()
    assert str(posted.id) == id_
    assert [button.label for button in posted.buttons] == ["Mój panel"]
    assert house.called() == [[]]
    await chat.edit(here, id_, Screen((line("notice.made_up"),)))
    assert posted.content == catalogue()["notice.made_up"]
    assert posted.buttons == ()


async def test_a_picture_is_posted_with_its_words(house: Outgoing, chat: DiscordChat, here: str) -> None:
    await chat.post(here, SCREEN._replace(attachment=Attachment("wykres.png", b"png", line("notice.made_up"))))
    (picture,) = house.public()[0].pictures
    assert (picture.name, picture.alt) == ("wykres.png", catalogue()["notice.made_up"])


@pytest.mark.parametrize("lost", ["the request", "the answer"])
async def test_a_lost_message_is_posted_once(house: Outgoing, chat: DiscordChat, here: str, lost: str) -> None:
    house.sim.wire.cut("POST", "/channels/*/messages", carried=lost == "the answer")
    await chat.post(here, SCREEN)
    assert len(house.public()) == 1


async def test_a_thread_is_a_place_to_play(house: Outgoing, chat: DiscordChat, here: str) -> None:
    thread = await chat.thread(here, "Rada " * 40)
    assert thread != here
    await chat.post(thread, SCREEN)
    assert await chat.reaches(thread)
    made = house.sim.client.get_channel(int(thread))
    assert isinstance(made, discord.Thread)
    assert made.type is discord.ChannelType.public_thread
    with pytest.raises(ChatError):
        await chat.thread(thread, "Rada")


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("asked", ["post", "edit", "thread"])
async def test_what_discord_refuses_is_one_error(
    house: Outgoing, chat: DiscordChat, here: str, asked: str, times: int
) -> None:
    id_ = await chat.post(here, SCREEN)
    method = "PATCH" if asked == "edit" else "POST"
    if times == 1:
        house.sim.wire.fail(method, "/channels/*", 403, 50013)
    else:
        house.sim.wire.cut(method, "/channels/*", times=2, carried=False)
    work = {"post": chat.post(here, SCREEN), "edit": chat.edit(here, id_, SCREEN), "thread": chat.thread(here, "Rada")}
    for name, one in work.items():
        if name != asked:
            one.close()
    with pytest.raises(ChatError):
        await work[asked]


async def test_what_waits_for_a_game_is_tried_anew(seated: Outgoing, chat: DiscordChat) -> None:
    await seated.sim.deny("send_messages")
    await seated.say("public", (line("notice.made_up"),))
    await seated.sim.allow_all()
    chat.reopened("g")
    await seated.sim.settle()
    assert await seated.store.unsaid() == ()


# -- the trial --------------------------------------------------------------------------------------------------------


async def test_everybody_is_really_written_to(house: Outgoing, chat: DiscordChat, here: str) -> None:
    seats = people(house.sim)
    assert await chat.try_out(here, tuple(str(person.id) for person in seats)) == Faults()
    for person in seats:
        assert texts(house.letters(person))[0].startswith(f"### {catalogue()['trial_letter.title']}")
    assert house.public() == []


async def test_who_cannot_be_reached_and_who_is_not_there(house: Outgoing, chat: DiscordChat, here: str) -> None:
    ala, bob, cela = people(house.sim)
    house.sim.close_dms(bob)
    await house.sim.leave(cela)
    found = await chat.try_out(here, tuple(str(person.id) for person in (ala, bob, cela)))
    assert found == Faults(closed=(str(bob.id),), absent=(str(cela.id),))
    assert house.letters(cela) == []


@pytest.mark.parametrize("right", ["send_messages", "read_message_history", "attach_files"])
async def test_a_right_that_is_missing_is_named(house: Outgoing, chat: DiscordChat, here: str, right: str) -> None:
    await house.sim.deny(right)
    assert (await chat.try_out(here, ())).rights == (right,)
    assert not await chat.reaches(here)
    await house.sim.allow_all()
    assert (await chat.try_out(here, ())).rights == ()
    assert await chat.reaches(here)


async def test_a_channel_that_cannot_be_seen(house: Outgoing, chat: DiscordChat, here: str) -> None:
    await house.sim.deny("view_channel")
    assert (await chat.try_out(here, ())).rights == ("view_channel",)


async def test_a_thread_needs_its_own_right(house: Outgoing, chat: DiscordChat, here: str) -> None:
    thread = await chat.thread(here, "Rada")
    await house.sim.deny("send_messages")
    assert (await chat.try_out(thread, ())).rights == ()
    await house.sim.deny("send_messages_in_threads")
    assert (await chat.try_out(thread, ())).rights == ("send_messages_in_threads",)


async def test_a_trial_without_an_answer_is_an_error(house: Outgoing, chat: DiscordChat, here: str) -> None:
    ala = house.sim.person("Ala")
    house.sim.wire.fail("POST", "/channels/*", 500)
    with pytest.raises(ChatError):
        await chat.try_out(here, (str(ala.id),))
    house.sim.wire.cut("GET", "/guilds/*", carried=False)
    with pytest.raises(ChatError):
        await chat.try_out(here, (str(ala.id),))
    with pytest.raises(ChatError):
        await chat.try_out("1", ())


async def test_no_channel_is_out_of_reach_and_no_answer_is_not(house: Outgoing, chat: DiscordChat, here: str) -> None:
    await house.sim.delete_channel()
    assert not await chat.reaches(here)
    house.sim.wire.cut("GET", "/channels/*", carried=False)
    assert await chat.reaches(here)


@pytest.mark.parametrize("right", [*RIGHTS, "send_messages_in_threads", "create_public_threads"])
def test_every_right_has_words_and_is_one_of_discord(right: str) -> None:
    assert catalogue()[f"right.{right}"]
    assert right in discord.Permissions.VALID_FLAGS


# -- why a room is shut -----------------------------------------------------------------------------------------------


async def test_why_a_room_took_no_message(start: Start) -> None:
    sim = await start(discord.Client(intents=discord.Intents(guilds=True)))
    room = Room("g", str(sim.guild.id), str(sim.channel.id), "1")
    assert why_shut(sim.client, room, 10003) == ("channel_gone", ())
    assert why_shut(sim.client, room, 50083) == ("locked", ())
    await sim.deny("attach_files")
    assert why_shut(sim.client, room, 50013) == ("no_rights", ("attach_files",))
    await sim.allow_all()
    assert why_shut(sim.client, room, 50001) == ("no_rights", RIGHTS)
    await sim.kick()
    assert why_shut(sim.client, room, 50001) == ("guild_gone", ())


async def test_what_is_lacking_in_a_thread_of_a_hidden_channel(house: Outgoing, chat: DiscordChat, here: str) -> None:
    thread = house.sim.client.get_channel(int(await chat.thread(here, "Rada")))
    assert isinstance(thread, discord.Thread)
    thread.parent_id = 1
    assert lacking(thread) == ("view_channel",)
