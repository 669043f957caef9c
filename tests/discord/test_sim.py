"""The harness itself, with a small bot in it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.discord.conftest import Start
from tests.discord.sample import Sample
from tests.discord.sim import Sim


async def test_a_command_is_answered_for_all_to_see(start: Start) -> None:
    sim = await start(Sample())
    ala, bob = sim.person("Ala"), sim.person("Bob")
    answer = await ala.command("rada nowa", watek=True)
    assert answer.message.content == "Licznik: 0 True"
    assert not answer.hidden
    assert bob.last().id == answer.message.id


async def test_options_name_people_channels_and_roles(start: Start) -> None:
    sim = await start(Sample())
    ala, bob = sim.person("Ala"), sim.person("Bob")
    role = sim.guild.create_role("mistrz")
    answer = await ala.command("rada kto", osoba=bob, kanal=sim.channel, rola=role)
    assert answer.message.content == "bob rada mistrz"
    assert answer.hidden
    assert not bob.sees()


async def test_a_press_changes_the_message_in_place(start: Start) -> None:
    sim = await start(Sample())
    ala, bob = sim.person("Ala"), sim.person("Bob")
    opened = await ala.command("rada nowa")
    answer = await bob.press("Więcej")
    assert answer.replaced
    assert opened.message.content == "Licznik: 1"


async def test_a_select_takes_labels(start: Start) -> None:
    sim = await start(Sample())
    ala = sim.person("Ala")
    await ala.command("rada nowa")
    assert (await ala.choose("Wariant", "Krótki")).message.content == "Wybrane: ['b']"


async def test_a_form_is_opened_and_sent(start: Start) -> None:
    sim = await start(Sample())
    ala = sim.person("Ala")
    await ala.command("rada nowa")
    opened = await ala.press("Napisz")
    assert opened.form.title == "Mowa"
    assert opened.form.fields[0].most == 200
    assert (await ala.fill(opened, "Zgoda!")).message.content == "Zapisane: Zgoda!"


async def test_suggestions(start: Start) -> None:
    sim = await start(Sample())
    assert await sim.person("Ala").suggest("rada zasady", "rozdzial", "gł") == [("głosy", "g")]


async def test_private_conversations_work_like_channels(start: Start) -> None:
    sim = await start(Sample())
    ala, bob = sim.person("Ala"), sim.person("Bob")
    await ala.command("rada nowa")
    await bob.press("Do mnie")
    assert bob.last(bob.dm).content == "Panel"
    assert bob.last(bob.dm).pictures[0].alt == "Wykres: rosnąca krzywa"
    assert not ala.sees(bob.dm)
    assert (await bob.press("Więcej", on=bob.last(bob.dm))).replaced
    assert bob.last(bob.dm).content == "Licznik: 1"
    assert (await bob.command("rada kto", where=bob.dm, osoba=bob)).message.content == "bob"


async def test_two_may_act_at_once(start: Start) -> None:
    client = Sample()
    sim = await start(client)
    ala, bob = sim.person("Ala"), sim.person("Bob")
    await ala.command("rada nowa")
    await asyncio.gather(ala.press("Więcej"), bob.press("Więcej"))
    assert client.count == 1, "the race in the sample is visible: both read 0"


async def test_who_waits_for_time_is_at_rest(start: Start) -> None:
    client = Sample()
    sim = await start(client)
    ala = sim.person("Ala")
    await ala.command("rada nowa")
    answer = await ala.press("Później")
    assert not answer.answered
    assert client.slept == 0
    await sim.advance(61)
    assert answer.message.content == "Już"


async def test_whoever_is_not_answered_is_named(start: Start) -> None:
    sim = await start(Sample())
    ala = sim.person("Ala")
    await ala.command("rada nowa")
    forged = await ala.forge("silent", ala.last())
    assert sim.unanswered() == [forged]
    with pytest.raises(AssertionError, match="never answered"):
        sim.check()
    sim.answers.remove(forged)


async def test_commands_that_are_hidden_can_be_tried_anyhow(start: Start) -> None:
    sim = await start(Sample())
    ala, chair = sim.person("Ala"), sim.person("Ewa", manages=True)
    assert (await chair.command("rada-mod stop")).message.content == "Koniec"
    with pytest.raises(Exception, match="not visible"):
        await ala.command("rada-mod stop")
    assert (await ala.command("rada-mod stop", anyhow=True)).answered


async def test_locales(start: Start) -> None:
    client = Sample()
    sim = await start(client)
    await sim.person("Ala").command("rada nowa")
    await sim.person("Bob", locale="en-GB").command("rada nowa")
    assert client.locales == ["pl", "en-GB"]


async def test_what_each_saw_is_told_in_order(start: Start) -> None:
    sim = await start(Sample())
    ala, bob = sim.person("Ala"), sim.person("Bob")
    await ala.command("rada nowa")
    await bob.press("Do mnie")
    await bob.press("Napisz", on=ala.last())
    await ala.press("Więcej")
    buttons = "[Więcej] [Nie teraz, disabled] [Napisz] [Później] [Do mnie]"
    menu = "<Wariant: *Klasyczny (jak w pudełku) | Krótki>"
    public = f"Licznik: 0 False\n{buttons}\n{menu}"
    after = f"(#rada 1 edited)\nLicznik: 1\n{buttons}\n{menu}"
    assert sim.transcript(ala) == "\n\n".join(
        ("(#rada did)\n> /rada nowa", f"(#rada 1)\n{public}", "(#rada did)\n> [Więcej]", f"{after}\n")
    )
    panel = f"(DM 2)\nPanel\n{{wykres.png: Wykres: rosnąca krzywa}}\n{buttons}\n{menu}"
    form = ("(#rada did)\n> [Napisz]", "(#rada form)\nMowa\nTreść: «»")
    assert sim.transcript(bob) == "\n\n".join(
        (f"(#rada 1)\n{public}", "(#rada did)\n> [Do mnie]", panel, "(#rada, only you 3)\nWysłane", *form, f"{after}\n")
    )


async def test_servers_know_nothing_of_each_other(start: Start) -> None:
    sim = await start(Sample())
    ala, eve = sim.person("Ala"), sim.person("Ewa", home=sim.server("Inny"))
    await ala.command("rada nowa")
    await eve.command("rada nowa")
    await eve.press("Więcej")
    assert [len(one.sees()) for one in (ala, eve)] == [1, 1]
    assert ala.last().content == "Licznik: 0 False"
    assert "Licznik: 1" not in sim.transcript(ala)


async def test_forms_and_buttons_can_be_forged(start: Start) -> None:
    sim = await start(Sample())
    ala = sim.person("Ala")
    await ala.command("rada nowa")
    assert (await ala.forge("niema", ala.last())).message.content == "Nie znam tego przycisku"
    assert (await ala.forge("pick", ala.last(), ["x"])).message.content == "Wybrane: ['x']"
    assert (await ala.forge_form("words", "text", "Ha")).message.content == "Zapisane: Ha"


async def test_only_what_can_be_pressed_is_pressed(start: Start) -> None:
    sim = await start(Sample())
    ala = sim.person("Ala")
    await ala.command("rada nowa")
    for label in ("Nie teraz", "Nie ma"):
        with pytest.raises(AssertionError, match="sees no"):
            await ala.press(label)


async def test_threads_are_waited_for(start: Start) -> None:
    client = Sample()
    sim = await start(client)
    ala = sim.person("Ala")
    await ala.command("rada nowa")
    assert (await ala.forge("thread", ala.last())).message.content == "Policzone"


async def test_what_the_loop_does_not_know_is_waited_for(start: Start) -> None:
    sim = await start(Sample())
    left = [True] * 20
    sim.busy.append(lambda: bool(left and left.pop()))
    await sim.settle()
    assert not left


async def test_the_clock_is_turned_for_all_at_once(start: Start) -> None:
    sim = await start(Sample())
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        await sim.clock.sleep(seconds)
        slept.append(sim.clock.steady())

    began, tasks = sim.clock.now(), [asyncio.ensure_future(sleep(seconds)) for seconds in (86400.0, 0.5)]
    await sim.settle()
    assert not slept
    await sim.advance(100_000)
    assert slept == [0.5, 86400]
    assert sim.clock.now() - began == 100_000
    await asyncio.gather(*tasks)


async def test_a_bot_may_stand_behind_a_context(start: Start) -> None:
    steps: list[str] = []

    @asynccontextmanager
    async def behind(sim: Sim) -> AsyncIterator[Sample]:
        assert sim.clock.steady() == 0
        client = Sample()
        steps.append("open")
        yield client
        await client.close()
        steps.append("closed")

    sim = await start(behind)
    ala = sim.person("Ala")
    await ala.command("rada nowa")
    await sim.stop()
    assert steps == ["open", "closed"]
    nobody = await ala.press("Więcej")
    assert sim.unanswered() == [nobody]
    await sim.begin(behind)
    assert (await ala.press("Więcej")).answered
    sim.answers.remove(nobody)
