"""What the outbox holds is said on Discord: in the right place, in order, once, and to whoever can be reached."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.discord_outlet import LOOK_AGAIN
from bot.discord_wire import escape
from bot.discord_writer import NOTHING, Letter
from bot.phrases import Lines
from bot.screen import Screen
from bot.store import Change, Said, StoreError
from bot.text import line, say
from engine.commands import Leave
from tests.discord.api import Request
from tests.discord.outgoing import Outgoing, house, people, seated, texts
from tests.discord.test_outlet_wire import TORTURE

__all__ = ["house", "seated"]

ONE, TWO, THREE = ((line("notice.paused", who=who),) for who in ("Jeden", "Dwa", "Trzy"))
LONG: Lines = (
    line("notice.made_up"),
    *(line("choice.vote_statement.hint", text=f"{n}: {'słowo ' * 45}") for n in range(12)),
)
POST = ("POST", "/channels/*/messages")
WINDOW = 200.0
"""Seconds, after which Discord has forgotten a nonce."""


def said(house: Outgoing) -> list[str]:
    """Who spoke in the notices ONE, TWO and THREE, in order."""
    found = [text for text in texts(house.public()) if "wstrzymana" in text]
    return [name for text in found for name in ("Jeden", "Dwa", "Trzy") if name in text]


def conversations(house: Outgoing) -> int:
    """How often one was asked for."""
    return sum(request.path == "/users/@me/channels" for request in house.sim.wire.requests)


# -- where ------------------------------------------------------------------------------------------------------------


async def test_public_words_stand_in_the_channel_and_letters_in_private(seated: Outgoing) -> None:
    started, *_, board = seated.public()
    assert "Decyzja: Ewa" in started.content
    assert board.content.startswith("### ")
    assert [button.label for button in board.buttons] == ["Mój panel"]
    for person in seated.people:
        welcome, panel = seated.letters(person)
        assert person.name in welcome.content
        assert "Runda 1" in panel.content
        assert panel.buttons
    assert await seated.store.unsaid() == ()


async def test_nobody_is_called_by_name(seated: Outgoing) -> None:
    await seated.say("public", (line("notice.paused", who=f"@everyone <@{seated.people[0].id}>"),))
    assert "@" in seated.public()[-1].content
    assert not any(seated.called())
    assert len(seated.called()) == len(seated.public())


@pytest.mark.parametrize("place", ["public", "seat:1"])
async def test_what_players_write_arrives_without_power(seated: Outgoing, place: str) -> None:
    """The harness checks every request; what Discord would make of each text is tried where it is escaped."""
    await seated.say(place, *((line("notice.paused", who=text),) for text in TORTURE))
    found = texts(seated.public() if place == "public" else seated.letters(seated.people[0]))[-len(TORTURE) :]
    assert found == [say(line("notice.paused", who=text), escape) for text in TORTURE]
    assert not any(seated.called())


async def test_an_invitation_whose_phase_has_gone_by_is_left_out(seated: Outgoing) -> None:
    ala = seated.people[0]
    before = len(seated.letters(ala))
    await seated.say("seat:1", (line("panel.invite", round=7, phase="actions"),))
    assert len(seated.letters(ala)) == before
    assert await seated.store.unsaid() == ()


async def test_a_seat_without_a_person_is_written_to_nowhere(house: Outgoing) -> None:
    ala = house.sim.person("Ala")
    await house.seat([ala, None, None])
    await house.say("seat:2", ONE)
    assert await house.store.unsaid() == ()
    assert not any("wstrzymana" in text for text in texts(house.letters(ala)))


async def test_a_conversation_is_opened_once_and_kept(seated: Outgoing) -> None:
    await seated.again()
    await seated.say("seat:1", ONE)
    assert conversations(seated) == len(seated.people)


async def test_a_conversation_that_is_gone_is_opened_anew(seated: Outgoing) -> None:
    seated.sim.wire.fail("POST", "/channels/*/messages", 404, 10003)
    await seated.say("seat:1", ONE)
    await seated.sim.advance(1)
    assert "Jeden" in seated.letters(seated.people[0])[-1].content
    assert conversations(seated) == len(seated.people) + 1


async def test_a_game_without_a_room_waits_for_one(seated: Outgoing) -> None:
    room = seated.rooms._rooms.pop("g")
    await seated.say("public", ONE)
    assert said(seated) == []
    seated.rooms.add(room)
    await seated.sim.advance(1)
    assert said(seated) == ["Jeden"]


# -- once, and in order -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["the request", "the answer"])
@pytest.mark.parametrize("times", [1, 3])
async def test_a_lost_answer_repeats_nothing(seated: Outgoing, times: int, lost: str) -> None:
    seated.sim.wire.cut(*POST, times=times, carried=lost == "the answer")
    await seated.say("public", ONE, TWO, THREE)
    await seated.sim.advance(60)
    assert said(seated) == ["Jeden", "Dwa", "Trzy"]


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_fault_of_discord_delays_only(seated: Outgoing, status: int) -> None:
    seated.sim.wire.fail(*POST, status, times=3)
    await seated.say("public", ONE, TWO)
    assert said(seated) == []
    await seated.sim.advance(60)
    assert said(seated) == ["Jeden", "Dwa"]


async def test_what_is_tried_for_longer_than_discord_remembers_is_said_once(seated: Outgoing) -> None:
    seated.sim.wire.cut(*POST, carried=True)
    seated.sim.wire.fail(*POST, 500, times=9)
    await seated.say("public", ONE)
    await seated.sim.advance(2 * WINDOW)
    assert said(seated) == ["Jeden"]
    await seated.sim.advance(1000)
    assert said(seated) == ["Jeden"]
    assert await seated.store.unsaid() == ()


async def test_the_same_words_again_are_said_again(seated: Outgoing) -> None:
    await seated.say("public", ONE)
    seated.sim.wire.cut(*POST, carried=False)
    await seated.say("public", ONE)
    await seated.sim.advance(1)
    assert said(seated) == ["Jeden", "Jeden"]


async def test_the_same_words_of_somebody_else_are_not_ours(seated: Outgoing) -> None:
    await seated.say("public", TWO)
    bob = seated.people[1]._actor(seated.sim.guild)
    await bob.send(seated.sim.channel, texts(seated.public())[-1].replace("Dwa", "Jeden"))  # type: ignore[union-attr]
    seated.sim.wire.cut(*POST, carried=False)
    await seated.say("public", ONE)
    await seated.sim.advance(1)
    assert said(seated) == ["Dwa", "Jeden", "Jeden"]


async def test_a_message_is_known_by_its_nonce_where_discord_tells_it(
    seated: Outgoing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words are others then, which proves it."""
    carry, sent = seated.sim.wire.carry, list[str]()

    async def telling(request: Request, send: Callable[[], Awaitable[Any]]) -> Any:
        if request.method == "POST" and "nonce" in request.body:
            sent.append(request.body["nonce"])
        told = await carry(request, send)
        if request.method == "GET" and request.path.endswith("/messages"):
            told[0] |= {"nonce": sent[-1], "content": ""}
        return told

    seated.sim.wire.cut(*POST, carried=True)
    monkeypatch.setattr(seated.sim.wire, "carry", telling)
    await seated.say("public", ONE)
    await seated.again(WINDOW)
    assert said(seated) == ["Jeden"]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("lost", ["the request", "the answer"])
@pytest.mark.parametrize("after", ["a retry", "a restart"])
async def test_pages_stand_in_order_and_once_whichever_is_lost(
    seated: Outgoing,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    lost: str,
    after: str,
) -> None:
    before, sent, carry = len(seated.public()), 0, seated.sim.wire.carry

    async def losing(request: Request, send: Callable[[], Awaitable[Any]]) -> Any:
        nonlocal sent
        sent += 1
        if sent == number:
            seated.sim.wire.cut(*POST, carried=lost == "the answer")
        return await carry(request, send)

    monkeypatch.setattr(seated.sim.wire, "carry", losing)
    await seated.say("public", LONG, TWO)
    if after == "a restart":
        await seated.again(WINDOW)
    await seated.sim.advance(60)
    first, second, third = texts(seated.public())[before:]
    assert first.startswith("### Stół")
    assert "11: słowo" in second
    assert "Dwa" in third


def lose_marks(seated: Outgoing, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is marked as delivered any more."""
    write = seated.store.write

    async def write_no_mark(*changes: Change) -> None:
        if any(isinstance(change, Said) for change in changes):
            raise StoreError("the power is gone")
        await write(*changes)

    monkeypatch.setattr(seated.store, "write", write_no_mark)


@pytest.mark.parametrize("place", ["public", "seat:1"])
@pytest.mark.parametrize("seconds", [0.0, WINDOW, 100_000.0])
async def test_what_was_said_before_a_crash_is_not_said_again(
    seated: Outgoing, monkeypatch: pytest.MonkeyPatch, place: str, seconds: float
) -> None:
    """The program ends between Discord's answer and the mark in the store."""
    lose_marks(seated, monkeypatch)
    await seated.say(place, ONE, TWO)
    assert len(await seated.store.unsaid()) == 2
    await seated.again(seconds)
    await seated.say(place, THREE)
    found = said(seated) if place == "public" else texts(seated.letters(seated.people[0]))[2:]
    assert len(found) == 3
    assert await seated.store.unsaid() == ()


async def test_a_board_that_looks_otherwise_after_a_crash_is_known_again(
    seated: Outgoing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has moved meanwhile, and how long there is, changes its words and the panels'."""
    lose_marks(seated, monkeypatch)
    table = seated.tables["g"]
    await seated.all_move(table)
    await seated.move(table, 1)
    public, private = len(seated.public()), [len(seated.letters(person)) for person in seated.people]
    monkeypatch.undo()
    await seated.end()
    await seated.sim.advance(WINDOW)
    await seated.begin()
    await table.close()
    assert len(seated.public()) == public
    assert [len(seated.letters(person)) for person in seated.people] == private
    assert await seated.store.unsaid() == ()


async def test_the_first_words_of_a_game_are_not_taken_for_those_of_the_last_one(house: Outgoing) -> None:
    seats = people(house.sim)
    await (await house.seat(seats, "f")).abandon("Ewa", "click f")
    await house.sim.settle()
    before = len(house.public())
    await house.sim.advance(3600)
    house.sim.wire.cut(*POST, carried=False)
    await house.seat(seats, "g")
    await house.sim.advance(60)
    first, again = texts(house.public())[0], texts(house.public())[before]
    assert first == again


# -- what is looked for -----------------------------------------------------------------------------------------------


async def test_old_messages_are_asked_for_at_our_pace(seated: Outgoing) -> None:
    bob = seated.people[1]._actor(seated.sim.guild)
    for number in range(250):
        await bob.send(seated.sim.channel, f"{number}")  # type: ignore[union-attr]
    asked, turns = len(histories(seated)), seated.pace.turns
    assert await seated.outlet._writer.find(seated.sim.channel.id, Letter(Screen(ONE), "0" * 24), 0) == NOTHING
    assert seated.pace.turns - turns == len(histories(seated)) - asked == 3


async def test_no_further_than_needed(seated: Outgoing) -> None:
    bob = seated.people[1]._actor(seated.sim.guild)
    marks = [await bob.send(seated.sim.channel, f"{number}") for number in range(150)]  # type: ignore[union-attr]
    asked = len(histories(seated))
    for mark, pages in ((marks[-1], 1), (marks[60], 1), (marks[40], 2)):
        await seated.outlet._writer.find(seated.sim.channel.id, Letter(Screen(ONE), "0" * 24), mark.id)
        asked += pages
        assert len(histories(seated)) == asked


def histories(house: Outgoing) -> list[str]:
    """How often old messages were asked for."""
    path = f"/channels/{house.sim.channel.id}/messages"
    return [one.path for one in house.sim.wire.requests if (one.method, one.path) == ("GET", path)]


# -- a room that is shut ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [10003, 50001, 50013])
async def test_a_shut_room_is_waited_for(seated: Outgoing, code: int) -> None:
    seated.sim.wire.fail("POST", f"/channels/{seated.sim.channel.id}/messages", 403, code, times=2)
    await seated.say("public", ONE, TWO)
    assert seated.troubles == [("g", code)]
    assert all((message.attempts, message.why) == (0, None) for message in await seated.store.unsaid())
    seated.outlet.reopened("g")
    await seated.sim.settle()
    assert seated.troubles == [("g", code)] * 2
    seated.outlet.reopened("g")
    await seated.sim.settle()
    assert said(seated) == ["Jeden", "Dwa"]


async def test_a_shut_room_is_tried_again_by_itself(seated: Outgoing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_outlet.LOOK_AGAIN", 0.001)
    seated.sim.wire.fail("POST", f"/channels/{seated.sim.channel.id}/messages", 403, 50013, times=3)
    await seated.say("public", ONE)
    await seated.post.quiet()
    assert LOOK_AGAIN > 60
    assert said(seated) == ["Jeden"]
    assert seated.troubles == [("g", 50013)]
    seated.sim.wire.fail("POST", f"/channels/{seated.sim.channel.id}/messages", 403, 50013)
    await seated.say("public", TWO)
    await seated.post.quiet()
    assert seated.troubles == [("g", 50013)] * 2


async def test_a_room_that_was_moved_is_found_where_it_is(seated: Outgoing) -> None:
    await seated.sim.delete_channel()
    await seated.say("public", ONE)
    assert seated.troubles == [("g", 10003)]
    other = seated.sim.guild.create_text_channel("nowy")
    await seated.move_to("g", other)
    seated.outlet.reopened("g")
    await seated.sim.settle()
    (moved,) = seated.people[0].sees(other)
    assert "Jeden" in moved.content


async def test_a_shut_room_keeps_no_letter_waiting_and_ends_with_the_program(seated: Outgoing) -> None:
    await seated.sim.deny("send_messages")
    await seated.say("public", ONE)
    await seated.say("seat:1", TWO)
    assert "Dwa" in seated.letters(seated.people[0])[-1].content
    await seated.again()
    assert said(seated) == []
    await seated.sim.allow_all()
    seated.outlet.reopened("g")
    await seated.sim.settle()
    assert said(seated) == ["Jeden"]


async def test_a_seat_that_was_left_gets_what_is_for_it(seated: Outgoing) -> None:
    ala = seated.people[0]
    await seated.tables["g"]._command("Ewa", "click left", line("notice.closed", who="Ewa"), Leave(1, "left"))
    await seated.say("seat:1", ONE)
    assert "Jeden" in seated.letters(ala)[-1].content
