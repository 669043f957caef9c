"""The door, with the real discord.py in front of it and a desk behind it that says what it is told to."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

import discord
import pytest

from bot.address import Address, address
from bot.clock import SystemClock
from bot.commands import COMMANDS, PLAYERS
from bot.desk import Desk
from bot.discord_commands import register
from bot.discord_door import DEAD, OVER, Door
from bot.discord_wire import view
from bot.office import Answer as Said
from bot.office import ChatError, Value, Visitor
from bot.screen import TEXT_LIMIT, Attachment, Button, Form, Option, Reply, Screen, Select
from bot.sitting import Declined
from bot.store import StoreError
from bot.text import Line, line, say
from engine.commands import Refused
from tests.discord.conftest import Start
from tests.discord.people import Answer, Person
from tests.discord.sim import Sim

TITLE: Final = line("choice.abstain.label")
PRESS: Final = line("choice.pass.label")
PICK: Final = line("choice.protect.label")
ADDRESS: Final = str(Address("vote", "g", 1, "actions", "3"))
ROWS: Final = (
    (Button(ADDRESS, PRESS),),
    Select(str(Address("pick", "g")), PICK, (Option("a", TITLE), Option("b", PRESS))),
)
BOARD: Final = Reply(Screen((TITLE,), ROWS))
FORM: Final = Form(str(Address("say", "g", 1, "statements")), TITLE, PRESS, 280)
LONG: Final = Screen((TITLE, *(line("choice.vote_statement.hint", text="a" * 280) for _ in range(15))), ROWS)
STATE: Final = "rada stan"
PRIVATE: Final = "rada panel"


class FakeDesk(Desk):
    """Says what it was told to say, in this order, and then always the board. While `gate` is shut, it thinks."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.says: list[Said | Exception] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def command(self, visitor: Visitor, key: str, options: Mapping[str, Value], id_: str) -> Said:
        return await self._say(visitor, key, dict(options), id_)

    async def press(self, visitor: Visitor, pressed: Address, values: tuple[str, ...], id_: str) -> Said:
        return await self._say(visitor, pressed, values, id_)

    async def submit(self, visitor: Visitor, form: Address, text: str, id_: str) -> Said:
        return await self._say(visitor, form, text, id_)

    def suggest(self, _: Visitor, key: str, option: str, typed: str) -> list[tuple[str, Value]]:
        if typed == "!":
            raise ZeroDivisionError
        return [(f"{key} {option} {typed} {number} {'x' * 100}", number) for number in range(30)]

    async def _say(self, *asked: Any) -> Said:
        self.asked.append(asked)
        said = self.says.pop(0) if self.says else BOARD
        await self.gate.wait()
        if isinstance(said, Exception):
            raise said
        return said


class Entrance(discord.Client):
    def __init__(self, desk: Desk) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.door = Door(desk, SystemClock())
        self.heard: list[discord.Interaction] = []

    async def setup_hook(self) -> None:
        await register(self)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.heard.append(interaction)
        self.door.knock(interaction)


class Stage:
    def __init__(self, sim: Sim, desk: FakeDesk, client: Entrance) -> None:
        self.sim, self.desk, self.client = sim, desk, client
        self.ala = sim.person("Ala")


@pytest.fixture
async def stage(start: Start) -> Stage:
    desk = FakeDesk()
    client = Entrance(desk)
    return Stage(await start(client), desk, client)


def text(key: str) -> str:
    return say(line(key))


async def shown_in_private(stage: Stage) -> Answer:
    return await stage.ala.command(PRIVATE, where=stage.ala.dm)


async def shown_to_all(stage: Stage, person: Person) -> Any:
    """A public message with the board's buttons."""
    channel = stage.client.get_partial_messageable(stage.sim.channel.id)
    made = view(ROWS)
    assert made is not None
    with stage.sim.env._bot_scope():
        await channel.send("wszyscy", view=made)
    await stage.sim.settle()
    return person.last()


# -- what is asked ----------------------------------------------------------------------------------------------------


async def test_a_command_comes_with_who_asks_and_where(stage: Stage) -> None:
    boss = stage.sim.person("Szefowa", manages=True)
    await boss.command("rada-mod przedluz", minuty=5)
    ((visitor, key, options, id_),) = stage.desk.asked
    assert visitor._replace(roles=frozenset()) == Visitor(
        str(boss.id), "Szefowa", "szefowa", str(stage.sim.guild.id), str(stage.sim.channel.id), manages=True
    )
    assert len(visitor.roles) == 2  # their own, and everybody's
    assert (key, options) == ("rada-mod.przedluz", {"minuty": 5})
    assert id_ == str(stage.client.heard[0].id)


async def test_people_channels_and_roles_come_as_ids(stage: Stage) -> None:
    boss, bob = stage.sim.person("Szefowa", manages=True), stage.sim.person("Bob")
    role = stage.sim.guild.create_role("mistrzowie")
    await boss.command("rada-mod przekaz", miejsce=3, osoba=bob)
    await boss.command("rada-mod ustawienia", kanal=stage.sim.channel, rola=role)
    assert [asked[2] for asked in stage.desk.asked] == [
        {"miejsce": 3, "osoba": str(bob.id)},
        {"kanal": str(stage.sim.channel.id), "rola": str(role.id)},
    ]


async def test_no_bot_takes_a_seat(stage: Stage) -> None:
    boss, bob = stage.sim.person("Szefowa", manages=True), stage.sim.person("Bob")
    stage.sim.world.users[bob.id].bot = True
    answer = await boss.command("rada-mod przekaz", miejsce=3, osoba=bob)
    assert answer.message.content == text("refusal.no_bots")
    assert stage.desk.asked == []


async def test_whoever_manages_nothing_is_not_said_to(stage: Stage) -> None:
    await stage.ala.command(STATE)
    assert not stage.desk.asked[0][0].manages


async def test_in_private_there_is_no_server(stage: Stage) -> None:
    await shown_in_private(stage)
    ((visitor, *_),) = stage.desk.asked
    assert (visitor.person, visitor.guild, visitor.roles, visitor.manages) == (
        str(stage.ala.id),
        "",
        frozenset(),
        False,
    )


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.group == PLAYERS], ids=lambda one: one.key)
async def test_in_private_only_what_is_meant_for_it_is_asked(stage: Stage, command: Any) -> None:
    answer = await stage.ala.command(f"rada {command.name}", where=stage.ala.dm)
    assert bool(stage.desk.asked) == command.in_private
    assert command.in_private or answer.message.content == text("door.only_server")


async def test_a_button_and_a_list_come_with_their_address(stage: Stage) -> None:
    await stage.ala.command(STATE)
    await stage.ala.press(say(PRESS))
    await stage.ala.command(STATE)
    await stage.ala.choose(say(PICK), say(PRESS))
    asked = [asked[1:3] for asked in stage.desk.asked]
    assert asked[1] == (address(ADDRESS), ())
    assert asked[3] == (Address("pick", "g"), ("b",))


@pytest.mark.parametrize("slow", [False, True])
async def test_a_form_that_belongs_to_no_message_is_answered(stage: Stage, *, slow: bool) -> None:
    answer = await hurried(stage, stage.ala.forge_form(FORM.address, "text", "słowa"), slow=slow)
    assert (answer.message.content, answer.hidden) == (say(TITLE), True)


async def test_a_command_of_an_older_version_is_explained(stage: Stage) -> None:
    ((kind, known), *_) = stage.sim.world.commands[None].items()
    stage.sim.world.commands[None][("rada-stare", kind[1])] = {**known, "name": "rada-stare"}
    assert (await stage.ala.command("rada-stare pomoc")).message.content == text("door.unknown_command")
    assert stage.desk.asked == []


async def test_a_form_is_opened_at_once_and_what_is_written_comes_with_plain_line_ends(stage: Stage) -> None:
    stage.desk.says = [BOARD, FORM]
    await stage.ala.command(STATE)
    opened = await stage.ala.press(say(PRESS))
    assert opened.form.custom_id == FORM.address
    await stage.ala.fill(opened, "raz\r\ndwa\rtrzy\nkoniec")
    assert stage.desk.asked[-1][1:3] == (address(FORM.address), "raz\ndwa\ntrzy\nkoniec")


async def test_suggestions_fit_their_box(stage: Stage) -> None:
    found = await stage.ala.suggest("rada zasady", "rozdzial", "abc")
    assert len(found) == 25
    assert all(len(label) == 100 for label, _ in found)
    assert found[0][0].startswith("rada.zasady rozdzial abc 0 x")


async def test_a_fault_suggests_nothing(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    assert await stage.ala.suggest("rada zasady", "rozdzial", "!") == []
    assert "rada.zasady had no suggestions (ZeroDivisionError)" in caplog.text


# -- how it is answered -----------------------------------------------------------------------------------------------


async def test_a_command_is_answered_to_whoever_asked(stage: Stage) -> None:
    answer = await stage.ala.command(STATE)
    assert answer.hidden
    assert answer.message.content == say(TITLE)
    assert [button.label for button in answer.message.buttons] == [say(PRESS)]


@pytest.mark.parametrize("slow", [False, True])
async def test_a_press_may_take_the_message_s_place_or_leave_it(stage: Stage, *, slow: bool) -> None:
    stage.desk.says = [BOARD, Reply(Screen((PICK,)), replace=True), BOARD, Reply(Screen((PICK,)))]
    for replaced in (True, False):
        first = await stage.ala.command(STATE)
        answer = await hurried(stage, stage.ala.press(say(PRESS)), slow=slow)
        assert first.message.content == say(PICK if replaced else TITLE)
        assert bool(first.message.buttons) != replaced
        assert [more.content for more in answer.more if more.hidden] == ([say(PICK)] if slow and not replaced else [])


async def hurried(stage: Stage, verb: Any, *, slow: bool) -> Answer:
    """`slow`: the desk takes longer than anybody likes to wait."""
    if slow:
        stage.desk.gate.clear()
    answer: Answer = await verb
    if slow:
        assert not answer.record.responded
        await stage.sim.advance(0.9)
        assert answer.result.acknowledged
        stage.desk.gate.set()
        await stage.sim.settle()
    return answer


@pytest.mark.parametrize("slow", [False, True])
async def test_a_long_answer_takes_several_messages_with_the_buttons_last(stage: Stage, *, slow: bool) -> None:
    stage.desk.says = [Reply(LONG)]
    answer = await hurried(stage, stage.ala.command(STATE), slow=slow)
    pages = [answer.message, *answer.more]
    assert len(pages) == 3
    assert all(page.hidden and len(page.content) <= TEXT_LIMIT for page in pages)
    assert [bool(page.buttons) for page in pages] == [False, False, True]


@pytest.mark.parametrize("slow", [False, True])
async def test_a_long_answer_in_place_goes_on_below(stage: Stage, *, slow: bool) -> None:
    stage.desk.says = [BOARD, Reply(LONG, replace=True)]
    first = await stage.ala.command(STATE)
    answer = await hurried(stage, stage.ala.press(say(PRESS)), slow=slow)
    assert first.message.content.startswith(f"### {say(TITLE)}")
    assert not first.message.buttons
    assert [bool(page.buttons) for page in answer.more] == [False, True]


@pytest.mark.parametrize("slow", [False, True])
async def test_a_picture_comes_with_its_words_and_goes_with_its_message(stage: Stage, *, slow: bool) -> None:
    picture = Reply(Screen((TITLE,), ROWS, Attachment("a.png", b"png", TITLE)))
    stage.desk.says = [picture, Reply(Screen((PICK,)), replace=True)]
    answer = await hurried(stage, stage.ala.command(STATE), slow=slow)
    assert [one.alt for one in answer.message.pictures] == [say(TITLE)]
    await hurried(stage, stage.ala.press(say(PRESS)), slow=slow)
    assert answer.message.pictures == ()


async def test_nothing_is_announced_where_the_answer_is_quick(stage: Stage) -> None:
    answer = await stage.ala.command(STATE)
    await stage.sim.advance(5)
    assert not answer.result.deferred


async def test_a_form_that_comes_too_late_is_asked_for_again(stage: Stage) -> None:
    stage.desk.says = [BOARD, FORM]
    await stage.ala.command(STATE)
    answer = await hurried(stage, stage.ala.press(say(PRESS)), slow=True)
    assert [more.content for more in answer.more] == [text("door.too_slow")]


async def test_one_who_is_slow_keeps_nobody_waiting(stage: Stage) -> None:
    bob = stage.sim.person("Bob")
    shut = stage.desk.gate
    shut.clear()
    slow = await stage.ala.command(STATE)
    stage.desk.gate = asyncio.Event()
    stage.desk.gate.set()
    assert (await bob.command(STATE)).answered
    assert not slow.answered
    await stage.sim.advance(0.9)
    assert slow.record.responded
    shut.set()
    await stage.sim.settle()
    assert slow.answered


# -- refusals and faults ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (Declined("paused"), "refusal.paused"),
        (Refused("too_poor"), "refusal.too_poor"),
        (StoreError("/x: the disk is full"), "refusal.store_failed"),
        (ChatError(), "door.chat"),
        (ZeroDivisionError("sekret"), "door.fault"),
        (TimeoutError("sekret"), "door.fault"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value,
)
@pytest.mark.parametrize("slow", [False, True])
async def test_whatever_goes_wrong_is_said_calmly(
    stage: Stage, error: Exception, key: str, *, slow: bool, caplog: pytest.LogCaptureFixture
) -> None:
    stage.desk.says = [error, BOARD, error]
    answer = await hurried(stage, stage.ala.command(STATE), slow=slow)
    assert (answer.message.content, answer.hidden) == (text(key), True)
    board = await stage.ala.command(STATE)
    answer = await hurried(stage, stage.ala.press(say(PRESS)), slow=slow)
    (told,) = answer.more if slow else [answer.message]
    assert (told.content, told.hidden) == (text(key), True)
    assert board.message.buttons
    logged = [record.getMessage() for record in caplog.records if record.name == "rada.door"]
    assert "sekret" not in caplog.text
    if isinstance(error, Declined | Refused):
        assert not logged
    else:
        assert [type(error).__name__ in line for line in logged] == [True, True]
        assert logged[1].startswith("game g, round 1: vote ")


@pytest.mark.parametrize("code", sorted(DEAD))
@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("in_dm", [False, True])
async def test_a_dead_button_explains_itself_and_disappears(
    stage: Stage, code: Any, *, slow: bool, in_dm: bool
) -> None:
    stage.desk.says = [BOARD, Declined(code)]
    board = await stage.ala.command(PRIVATE, where=stage.ala.dm if in_dm else None)
    answer = await hurried(stage, stage.ala.press(say(PRESS)), slow=slow)
    assert board.message.content == text(f"refusal.{code}")
    assert board.message.rows == ()
    assert answer.more == []


@pytest.mark.parametrize("code", sorted(DEAD))
async def test_in_public_it_stays_for_others_while_its_game_lasts(stage: Stage, code: Any) -> None:
    public = await shown_to_all(stage, stage.ala)
    stage.desk.says = [Declined(code)]
    answer = await stage.ala.press(say(PRESS), on=public)
    assert bool(public.rows) == (code not in OVER)
    (told,) = answer.more or [answer.message]
    assert (told.content, told.hidden) == (text(f"refusal.{code}"), True)


@pytest.mark.parametrize("custom_id", ["", "rada", "rada|vote|g|x||", "other|vote|g|1||", "rada|vote|g|1", "x" * 100])
async def test_what_is_not_ours_is_explained(stage: Stage, custom_id: str) -> None:
    board = await shown_in_private(stage)
    answer = await stage.ala.forge(custom_id, board.message)
    assert answer.more == []
    assert board.message.content == text("door.unknown")
    assert board.message.rows == ()
    assert len(stage.desk.asked) == 1


async def test_a_form_that_is_stale_takes_its_buttons_with_it(stage: Stage) -> None:
    stage.desk.says = [BOARD, FORM, Declined("stale")]
    board = await stage.ala.command(STATE)
    opened = await stage.ala.press(say(PRESS))
    await stage.ala.fill(opened, "za późno")
    assert board.message.rows == ()
    assert board.message.content == kept("refusal.stale", "za późno")


def kept(why: str, words: str) -> str:
    return f"### {text('form.title')}\n{text(why)}\n\n{say(line('form.kept', text=words))}"


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize(
    ("error", "key"),
    [
        (ZeroDivisionError(), "door.fault"),
        (StoreError("the disk is full"), "refusal.store_failed"),
        (ChatError(), "door.chat"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_was_written_is_not_lost_with_its_form(
    stage: Stage, error: Exception, key: str, *, slow: bool
) -> None:
    stage.desk.says = [BOARD, FORM, error]
    board = await stage.ala.command(STATE)
    opened = await stage.ala.press(say(PRESS))
    answer = await hurried(stage, stage.ala.fill(opened, "Długa mowa."), slow=slow)
    (told,) = answer.more if slow else [answer.message]
    assert (told.content, told.hidden) == (kept(key, "Długa mowa."), True)
    assert board.message.buttons


async def test_nor_is_it_where_the_bot_stops_or_its_answer_cannot_be_shown(stage: Stage) -> None:
    unshown = Reply(Screen((Line("no.such.key"),)))
    stage.desk.says = [BOARD, FORM, unshown, BOARD, FORM]
    for key in ("door.unshown", "door.closing"):
        await stage.ala.command(STATE)
        opened = await stage.ala.press(say(PRESS))
        if key == "door.closing":
            await stage.client.door.close(1)
        answer = await stage.ala.fill(opened, "Długa mowa.")
        assert answer.message.content == kept(key, "Długa mowa.")


async def test_a_screen_without_words_in_the_catalogue_is_a_fault_that_is_told(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.desk.says = [Reply(Screen((Line("no.such.key"),)))]
    answer = await stage.ala.command(STATE)
    assert answer.message.content == text("door.unshown")
    assert "rada.stan could not be shown (KeyError)" in caplog.text


# -- what happens on the way ------------------------------------------------------------------------------------------

CALLBACK: Final = "/interactions/*/callback"
EDIT: Final = "/webhooks/*/messages/@original"
FOLLOW_UP: Final = "/webhooks/*"


@pytest.mark.parametrize("carried", [False, True])
async def test_an_answer_whose_connection_broke_is_given_once(stage: Stage, *, carried: bool) -> None:
    stage.sim.wire.cut("POST", CALLBACK, carried=carried)
    answer = await stage.ala.command(STATE)
    assert answer.message.content == say(TITLE)
    assert answer.more == []
    assert len(stage.desk.asked) == 1


@pytest.mark.parametrize("carried", [False, True])
async def test_a_change_whose_connection_broke_is_made(stage: Stage, *, carried: bool) -> None:
    stage.sim.wire.cut("PATCH", EDIT, carried=carried)
    answer = await hurried(stage, stage.ala.command(STATE), slow=True)
    assert answer.message.content == say(TITLE)


@pytest.mark.parametrize("carried", [False, True])
@pytest.mark.parametrize("pressed", [False, True])
async def test_where_nobody_knows_whether_it_was_announced_it_is_answered(
    stage: Stage, *, pressed: bool, carried: bool
) -> None:
    board = await stage.ala.command(STATE)
    stage.desk.says = [Reply(Screen((PICK,)))]
    stage.sim.wire.cut("POST", CALLBACK, carried=carried)
    stage.sim.wire.cut("POST", CALLBACK, carried=False)
    if not carried:  # as Discord answers those who follow up nothing, and our Discord does not
        stage.sim.wire.fail("POST", FOLLOW_UP, 404, 10015)
    stage.desk.gate.clear()
    answer = await (stage.ala.press(say(PRESS)) if pressed else stage.ala.command(STATE))
    await stage.sim.advance(0.9)
    stage.desk.gate.set()
    await stage.sim.settle()
    (told,) = answer.more if pressed and carried else [answer.message]
    assert (told.content, told.hidden) == (say(PICK), True)
    assert board.message.content == say(TITLE)


async def test_nobody_waits_for_a_page_that_was_lost(stage: Stage) -> None:
    stage.desk.says = [Reply(LONG)]
    stage.sim.wire.cut("POST", FOLLOW_UP, carried=False)
    assert len((await stage.ala.command(STATE)).more) == 2


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (404, 10015), (401, 50027), (500, 0)])
@pytest.mark.parametrize("slow", [False, True])
async def test_where_nobody_can_be_told_any_more_nothing_is_raised(
    stage: Stage, status: int, code: int, *, slow: bool, caplog: pytest.LogCaptureFixture
) -> None:
    stage.sim.wire.fail("POST", CALLBACK, status, code, times=9)
    stage.desk.gate.clear()
    if not slow:
        stage.desk.gate.set()
    await stage.ala.command(STATE)
    await stage.sim.advance(0.9)
    stage.desk.gate.set()
    await stage.sim.settle()
    assert stage.desk.asked
    assert "was not answered" in caplog.text
    assert all(record.exc_info is None for record in caplog.records)


async def test_a_repeated_event_is_answered_once(stage: Stage) -> None:
    await stage.ala.command(STATE)
    (heard,) = stage.client.heard
    with stage.sim.env._bot_scope():
        await stage.client.on_interaction(heard)
    await stage.sim.settle()
    assert len(stage.desk.asked) == 1


async def test_clicks_at_once_are_all_answered(stage: Stage) -> None:
    people = [stage.sim.person(f"Osoba{number}") for number in range(8)]
    answers = await asyncio.gather(*(person.command(STATE) for person in people))
    assert all(answer.message.content == say(TITLE) for answer in answers)
    assert len(stage.desk.asked) == 8


async def test_what_many_press_at_once_shows_the_last_answer(stage: Stage) -> None:
    """Even where the first answer takes longer on its way."""
    people = [stage.sim.person(f"Osoba{number}") for number in range(3)]
    public = await shown_to_all(stage, stage.ala)
    texts = [line("panel.public.out", faction="guard", name=f"{number}", status="left") for number in range(3)]
    stage.desk.says = [Reply(Screen((said,), ROWS), replace=True) for said in texts]
    with stage.sim.wire.held("POST", CALLBACK):
        presses = [asyncio.create_task(person.press(say(PRESS), on=public)) for person in people]
        await stage.sim.settle()
        (first,) = [request for request in stage.sim.wire.requests if request.path.endswith("/callback")]
    await asyncio.gather(*presses)
    await stage.sim.settle()
    assert first.body["data"]["content"] == say(texts[0])
    assert stage.ala.last().content == say(texts[2])


# -- the end ----------------------------------------------------------------------------------------------------------


async def test_whoever_comes_while_the_door_closes_hears_that_nothing_was_done(stage: Stage) -> None:
    await stage.client.door.close(0)
    assert (await stage.ala.command(STATE)).message.content == text("door.closing")
    assert stage.desk.asked == []


async def test_whoever_was_let_in_is_still_answered(stage: Stage) -> None:
    stage.desk.gate.clear()
    answer = await stage.ala.command(STATE)
    closing = asyncio.create_task(stage.client.door.close(60))
    await stage.sim.settle()
    assert not closing.done()
    stage.desk.gate.set()
    await closing
    assert answer.message.content == say(TITLE)


async def test_whoever_waits_too_long_hears_nothing_and_nothing_is_logged(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    with stage.sim.wire.held("POST", CALLBACK):
        asking = asyncio.create_task(stage.ala.command(STATE))
        await stage.sim.settle()
        await stage.client.door.close(0)
    answer = await asking
    assert not answer.answered
    stage.sim.answers.remove(answer)  # as it should be
    assert [record for record in caplog.records if record.name == "rada.door"] == []


@pytest.fixture(autouse=True)
def _hear_all(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
