"""What goes wrong on Discord's side, or on the way there, can be ordered; and what the bot does wrong is seen."""

import asyncio
import random

import aiohttp
import discord
import pytest

from tests.discord.conftest import Start
from tests.discord.people import Person
from tests.discord.sample import NOBODY, Sample
from tests.discord.sim import Sim


class Talker(Sample):
    """Lets a test speak through the bot, as part of the bot."""

    async def say(self, sim: Sim, to: discord.abc.Messageable, text: str = "Słowo", nonce: str = "0") -> None:
        with sim.env._bot_scope():
            task = asyncio.ensure_future(to.send(text, nonce=nonce, allowed_mentions=NOBODY))
        await sim.settle()
        await task


@pytest.fixture
def client() -> Talker:
    return Talker()


@pytest.fixture
async def sim(start: Start, client: Talker) -> Sim:
    return await start(client)


@pytest.fixture
async def ala(sim: Sim) -> Person:
    return sim.person("Ala")


def public(sim: Sim) -> discord.PartialMessageable:
    return sim.client.get_partial_messageable(sim.channel.id)


async def private(sim: Sim, person: Person) -> discord.DMChannel:
    with sim.env._bot_scope():
        return await sim.client.create_dm(discord.Object(person.id))


async def test_closed_private_messages(sim: Sim, client: Talker, ala: Person) -> None:
    bob = sim.person("Bob")
    sim.close_dms(ala)
    with pytest.raises(discord.Forbidden) as refused:
        await client.say(sim, await private(sim, ala))
    assert refused.value.code == 50007
    await client.say(sim, await private(sim, bob))
    await client.say(sim, public(sim))
    sim.open_dms(ala)
    await client.say(sim, await private(sim, ala))
    assert [len(one.sees(one.dm)) for one in (ala, bob)] == [1, 1]


async def test_a_nonce_that_comes_again_is_the_same_message(sim: Sim, client: Talker, ala: Person) -> None:
    await client.say(sim, public(sim), "raz")
    await client.say(sim, public(sim), "raz")
    assert len(ala.sees()) == 1
    await client.say(sim, await private(sim, ala), "raz")
    await client.say(sim, public(sim), "dwa", nonce="1")
    assert len(ala.sees()) == 3
    await sim.advance(600)
    await client.say(sim, public(sim), "raz")
    assert len(ala.sees()) == 4


@pytest.mark.parametrize(("right", "code"), [("send_messages", 50013), ("view_channel", 50001)])
async def test_lost_rights(sim: Sim, client: Talker, right: str, code: int) -> None:
    await sim.deny(right)
    guild = client.guilds[0]
    assert not getattr(guild.channels[0].permissions_for(guild.me), right)
    with pytest.raises(discord.Forbidden) as refused:
        await client.say(sim, public(sim))
    assert refused.value.code == code
    await sim.allow_all()
    await client.say(sim, public(sim))


async def test_a_deleted_channel(sim: Sim, client: Talker) -> None:
    await sim.delete_channel()
    assert not client.guilds[0].channels
    with pytest.raises(discord.NotFound) as refused:
        await client.say(sim, public(sim))
    assert refused.value.code == 10003


async def test_a_deleted_message(sim: Sim, ala: Person) -> None:
    await ala.command("rada nowa")
    gone = ala.last()
    await sim.delete_message(gone)
    assert not ala.sees()
    with sim.env._bot_scope(), pytest.raises(discord.NotFound) as refused:
        await public(sim).get_partial_message(gone.id).edit(content="a", allowed_mentions=NOBODY)
    assert refused.value.code == 10008


async def test_an_answer_that_is_lost(sim: Sim, client: Talker, ala: Person) -> None:
    sim.wire.cut("POST", "/channels/*/messages", carried=True)
    with pytest.raises(aiohttp.ClientConnectionError):
        await client.say(sim, public(sim))
    assert len(ala.sees()) == 1
    await client.say(sim, public(sim))
    assert len(ala.sees()) == 1


async def test_a_request_that_is_lost(sim: Sim, client: Talker, ala: Person) -> None:
    sim.wire.cut("POST", "/channels/*/messages", times=2, carried=False)
    for _ in range(2):
        with pytest.raises(aiohttp.ClientConnectionError):
            await client.say(sim, public(sim))
    assert not ala.sees()
    await client.say(sim, public(sim))
    assert len(ala.sees()) == 1


async def test_any_status_can_be_ordered(sim: Sim, client: Talker, ala: Person) -> None:
    sim.wire.fail("POST", f"/channels/{sim.channel.id}/messages", 500, times=2)
    await client.say(sim, await private(sim, ala))
    for _ in range(2):
        with pytest.raises(discord.HTTPException) as refused:
            await client.say(sim, public(sim))
        assert refused.value.status == 500
    await client.say(sim, public(sim))


async def test_a_request_can_be_held(sim: Sim, ala: Person) -> None:
    bob = sim.person("Bob")
    await ala.command("rada nowa")
    with sim.wire.held("POST", "/interactions/*"):
        late = await ala.press("Więcej")
        assert sim.unanswered() == [late]
    await sim.settle()
    assert sim.unanswered() == []
    assert bob.last().content == "Licznik: 1"


async def test_members_leave_and_bots_are_kicked(sim: Sim, client: Talker, ala: Person) -> None:
    await ala.command("rada nowa")
    await sim.leave(ala)
    assert not ala.sees()
    bob = sim.person("Bob")
    await sim.kick()
    assert not client.guilds
    await sim.invite()
    assert (await bob.press("Więcej")).message.content == "Licznik: 1"


@pytest.mark.parametrize("killed", [True, False])
async def test_another_bot_takes_over(sim: Sim, client: Talker, ala: Person, *, killed: bool) -> None:
    await ala.command("rada nowa")
    other = Talker()
    await sim.restart(other, killed=killed)
    await ala.press("Więcej")
    assert (client.count, other.count) == (0, 1)


async def test_what_the_bot_does_wrong_is_named(sim: Sim, client: Talker) -> None:
    await client.say(sim, public(sim), "@everyone")
    with pytest.raises(AssertionError, match="everybody is called"):
        sim.check()
    sim.wire.violations.clear()


async def test_what_the_bot_raises_is_named(sim: Sim, client: Talker, ala: Person) -> None:
    await ala.command("rada nowa")
    sim.wire.fail("POST", "/interactions/*", 500)
    await ala.press("Więcej")
    assert not sim.unanswered(), "the test ordered it"
    with pytest.raises(ExceptionGroup):
        sim.check()


async def test_haste_is_named(sim: Sim, client: Talker) -> None:
    for number in range(6):
        assert sim.wire.hurried() == []
        await client.say(sim, public(sim), str(number), nonce=str(number))
    assert sim.wire.hurried() == [f"/channels/{sim.channel.id}/messages: more than 5 in 5 s"]
    for number in range(40):
        await client.say(sim, await private(sim, sim.person(f"Osoba {number}")))
    assert "more than 45 in a second" in sim.wire.hurried()


async def test_whoever_keeps_the_pace_is_not_hasty(sim: Sim, client: Talker) -> None:
    for number in range(9):
        await client.say(sim, public(sim), str(number), nonce=str(number))
        await sim.advance(1)
    assert sim.wire.hurried() == []


async def test_requests_may_take_turns_by_chance(sim: Sim, client: Talker, ala: Person) -> None:
    """Some of whoever presses at once read the same number, whatever the order is in which they are heard."""
    await ala.command("rada nowa")
    sim.wire.turns = lambda: chance.randrange(9)
    chance, others = random.Random(1), [sim.person(f"Osoba {number}") for number in range(5)]
    await asyncio.gather(*(one.press("Więcej") for one in others))
    assert 1 <= client.count < 5
    assert not sim.unanswered()
