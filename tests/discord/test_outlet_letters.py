"""Letters to seats: who takes none, who has left, who is reminded, and who sits in several games."""

import pytest

from bot.discord_boards import Board
from bot.discord_writer import NOTHING, Letter, Written
from bot.screen import Button, Screen
from bot.store import Change, Put, StoreError
from bot.text import from_json, line, say
from tests.discord.evening import choosing, evening
from tests.discord.outgoing import Outgoing, house, people, seated, texts
from tests.discord.test_outlet import ONE, THREE, TWO, WINDOW
from tests.discord.two_worlds import Watch, numbered

__all__ = ["house", "seated"]


# -- closed doors -----------------------------------------------------------------------------------------------------


async def test_closed_messages_are_told_of_once_in_the_channel(house: Outgoing) -> None:
    ala, bob, cela = people(house.sim)
    house.sim.close_dms(bob)
    table = await house.seat([ala, bob, cela])
    notices = [(shown, who) for shown, who in zip(house.public(), house.called(), strict=True) if who]
    ((notice, who),) = notices
    assert notice.content.endswith(f"{say(line('closed.how'))}\n<@{bob.id}>")
    assert who == [str(bob.id)]
    why = {(message.place, message.why) for message in await house.store.unsaid()}
    assert why == {("seat:2", say(line("undeliverable.closed")))}
    await house.again()
    await house.all_move(table := house.tables["g"])
    assert table.sitting.moment.phase == "statement_vote"
    assert sum(say(line("closed.how")) in text for text in texts(house.public())) == 1
    assert len(house.letters(ala)) == 3


@pytest.mark.parametrize("first", ["the notice", "the board"])
async def test_one_message_of_a_phase_calls_somebody_and_no_other(house: Outgoing, first: str) -> None:
    """In the second game it is known from the first board on that Bob takes no letters; still he is told why."""
    seats = people(house.sim)
    house.sim.close_dms(seats[1])
    await house.seat(seats, "g")
    late = seats[1].dm.id if first == "the board" else house.sim.channel.id
    before = len(house.public())
    with house.sim.wire.held("POST", f"/channels/{late}/messages"):
        await house.seat(seats, "h")
    await house.sim.settle()
    named = [shown for shown in house.public()[before:] if f"<@{seats[1].id}>" in shown.content]
    assert sum(say(line("closed.how")) in shown.content for shown in named) == 1
    assert [who for who in house.called()[before:] if who] == [[str(seats[1].id)]]


async def test_a_board_that_is_late_calls_nobody(house: Outgoing) -> None:
    seats = people(house.sim)
    house.sim.close_dms(seats[1])
    table = await house.seat(seats)
    (board,) = (await house.store.put("board/")).values()
    await house.all_move(table)
    assert house.called()[-1] == [str(seats[1].id)]
    await house.say("public", from_json(Board.read(board).body))
    assert house.public()[-1].buttons
    assert house.called()[-1] == []
    assert len(await house.store.put("board/")) == 2


async def test_whoever_is_out_of_the_council_is_not_called(house: Outgoing) -> None:
    seats = [*people(house.sim), house.sim.person("Dora")]
    house.sim.close_dms(seats[1])
    table = await house.seat(seats)
    await table.remove("Ewa", "click remove", 2)
    await house.sim.settle()
    await house.all_move(table)
    assert table.sitting.moment.phase == "statement_vote"
    assert house.called()[-1] == []


async def test_the_board_calls_only_those_whom_no_letter_calls(house: Outgoing) -> None:
    ala, bob, cela = people(house.sim)
    house.sim.close_dms(bob)
    await house.seat([ala, bob, cela])
    await house.all_move(house.tables["g"])
    board = house.public()[-1]
    assert board.buttons
    assert house.called()[-1] == [str(bob.id)]
    house.sim.open_dms(bob)
    await house.say("seat:2", ONE)
    assert "Jeden" in house.letters(bob)[-1].content
    await house.all_move(house.tables["g"])
    assert house.called()[-1] == []


@pytest.mark.parametrize("code", [50007, 50278, 10013])
async def test_every_way_of_being_out_of_reach(seated: Outgoing, code: int) -> None:
    seated.sim.wire.fail("POST", f"/channels/{seated.people[0].dm.id}/messages", 403, code)
    await seated.say("seat:1", ONE)
    assert [message.why for message in await seated.store.unsaid()] == [say(line("undeliverable.closed"))]
    assert seated.called()[-1] == [str(seated.people[0].id)]
    assert seated.outlet._doubtful == set()


async def test_the_notice_does_not_depend_on_the_letter(house: Outgoing) -> None:
    """Two games that differ in nothing but what a letter says."""
    found = []
    for game, letter in (("g", ONE), ("h", THREE)):
        ala, bob, cela = people(house.sim)
        await house.seat([ala, bob, cela], game)
        before = len(house.public())
        house.sim.close_dms(ala)
        await house.say("seat:1", letter, game=game)
        found.append([text.replace(str(ala.id), "") for text in texts(house.public())[before:]])
    assert found[0] == found[1] != []


async def test_whoever_left_the_server_is_told_of_once(house: Outgoing) -> None:
    ala, bob, cela = people(house.sim)
    table = await house.seat([ala, bob, cela])
    assert house.gone == []
    await house.sim.leave(bob)
    await house.all_move(table)
    assert house.gone == [("g", 2)]
    await house.all_move(table)
    await house.again()
    await house.all_move(house.tables["g"])
    assert house.gone == [("g", 2)]


async def test_whom_nobody_has_seen_to_is_told_of_once_in_a_phase(house: Outgoing) -> None:
    house.sees_to_it = False
    ala, bob, cela = people(house.sim)
    table = await house.seat([ala, bob, cela])
    await house.sim.leave(bob)
    await house.all_move(table)
    await house.say("seat:2", (line("panel.invite", round=1, phase="statement_vote"),))
    assert house.gone == [("g", 2)]
    await house.all_move(table)
    assert house.gone == [("g", 2)] * 2


# -- reminders, which go to those alone who owe -----------------------------------------------------------------------


async def seen_while_somebody_owes(seat: int, *, reached: bool) -> list[list[object]]:
    """What all but the first two see: of those neither takes private messages when one of them is reminded; or neither
    did before, and both do then."""
    async with evening(["Ala", "Bartek", "Celina", "Dawid"], begun=False) as game:
        game.sim.world.journal = watch = Watch(game)
        if reached:
            for person in game.people[:2]:
                game.sim.close_dms(person)
        await game.start()
        for person in game.people[:2]:
            (game.sim.open_dms if reached else game.sim.close_dms)(person)
        for number, person in enumerate(game.people, 1):
            if number != seat:
                await game.move(person, choosing("stay_silent"))
        before = game.table.sitting.moment
        while game.table.sitting.moment == before:
            await game.sim.advance(30)
        await game.sim.advance(30)
        sights = watch.take()
        return [numbered(sights, person.id) for person in game.people[2:]]


@pytest.mark.parametrize("reached", [True, False])
async def test_a_reminder_tells_nobody_else_who_was_reminded(*, reached: bool) -> None:
    one = await seen_while_somebody_owes(1, reached=reached)
    assert one == await seen_while_somebody_owes(2, reached=reached)
    assert say(line("closed.title")) in str(one), "that of other letters is told"


async def test_a_reminder_that_does_not_arrive_is_set_aside(seated: Outgoing) -> None:
    before = texts(seated.public())
    seated.sim.close_dms(seated.people[0])
    await seated.say("seat:1", (line("reminder.actions"),))
    assert [message.why for message in await seated.store.unsaid()] == [say(line("undeliverable.closed"))]
    assert texts(seated.public()) == before


# -- several games ----------------------------------------------------------------------------------------------------


@pytest.fixture
async def twice(seated: Outgoing) -> Outgoing:
    """The first of the people also sits in another game, in another channel."""
    dora, emil = seated.sim.person("Dora"), seated.sim.person("Emil")
    await seated.seat([seated.people[0], dora, emil], "h")
    other = seated.sim.guild.create_text_channel("inny")
    await seated.move_to("h", other)
    return seated


async def test_whoever_sits_in_several_games_is_told_which_a_letter_is_of(twice: Outgoing) -> None:
    for game in ("g", "h"):
        await twice.say("seat:1", ONE, game=game)
        await twice.say("seat:2", ONE, game=game)
    of = [say(line("letter.game", channel=int(room.channel))) for room in twice.rooms]
    found = texts(twice.letters(twice.people[0]))[-2:]
    assert [text.rpartition("\n")[2] for text in found] == of
    assert not any(text in twice.letters(twice.people[1])[-1].content for text in of)
    await twice.tables["h"].abandon("Ewa", "click")
    await twice.sim.settle()
    await twice.say("seat:1", ONE)
    assert not any(text in twice.letters(twice.people[0])[-1].content for text in of)


async def test_the_same_words_of_two_games_are_both_said_after_a_crash(twice: Outgoing) -> None:
    ala = twice.people[0]
    before = len(twice.letters(ala))
    twice.sim.wire.cut("POST", f"/channels/{ala.dm.id}/messages", carried=False)
    for game in ("h", "g"):
        await twice.say("seat:1", ONE, game=game)
    assert len(twice.letters(ala)) == before + 1
    await twice.again(WINDOW)
    assert len(twice.letters(ala)) == before + 2


async def test_what_can_be_pressed_tells_two_letters_with_the_same_words_apart(seated: Outgoing) -> None:
    writer, channel = seated.outlet._writer, seated.sim.channel.id
    first, second = (
        Letter(Screen(ONE, ((Button(f"rada|panel|{game}|1||", line("button.panel")),),)), game * 24) for game in "gh"
    )
    id_ = await writer.write(channel, first)
    assert await writer.find(channel, second, 0) == NOTHING
    assert await writer.find(channel, first._replace(nonce="x"), 0) == Written(1, id_)


# -- the notice, once -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["the request", "the answer", "the mark"])
async def test_the_notice_is_said_once_whatever_is_lost_and_however_long(
    seated: Outgoing, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    write, told = seated.store.write, say(line("closed.how"))

    async def write_no_mark(*changes: Change) -> None:
        if any(isinstance(change, Put) and change.value == "yes" and "told/" in change.name for change in changes):
            raise StoreError("the power is gone")
        await write(*changes)

    if lost == "the mark":
        monkeypatch.setattr(seated.store, "write", write_no_mark)
    else:
        seated.sim.wire.cut("POST", f"/channels/{seated.sim.channel.id}/messages", carried=lost == "the answer")
    seated.sim.close_dms(seated.people[0])
    await seated.say("seat:1", ONE)
    assert sum(told in text for text in texts(seated.public())) == (lost != "the request")
    await seated.say("public", TWO)
    await seated.again(WINDOW)
    await seated.sim.advance(1)
    assert sum(told in text for text in texts(seated.public())) == 1
    assert [message.why for message in await seated.store.unsaid()] == [say(line("undeliverable.closed"))]
