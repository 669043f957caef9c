"""What is to be said is said in order at every place, once, and nothing blocks what follows."""

import asyncio
from itertools import pairwise

import pytest

from bot.post import FIRST_WAIT, MOST_ATTEMPTS, Post, unsaid
from bot.store import Change, NewGame, Put, Say, StoreError, Unsaid
from tests.tables.hall import Ears, Hall, HandClock, settle


def letters(*texts: str, place: str = "public") -> list[Say]:
    return [Say("g", place, f"{place} {text}", "[]") for text in texts]


async def sent(hall: Hall, *letters: Say) -> None:
    await hall.store.write(*letters)
    hall.post.send(unsaid(letters))
    await settle()


@pytest.fixture
async def office(hall: Hall) -> Hall:
    await hall.store.write(NewGame("g", "{}", "{}"))
    return hall


async def test_in_order_at_every_place(office: Hall) -> None:
    await sent(office, *letters("1", "2"), *letters("1", "2", place="seat:1"), *letters("3"))
    assert office.ears.nonces("public") == ["public 1", "public 2", "public 3"]
    assert office.ears.nonces("seat:1") == ["seat:1 1", "seat:1 2"]
    assert await office.store.unsaid() == ()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_delivery_of_unknown_outcome_is_tried_again_under_its_nonce(office: Hall, when: str) -> None:
    failures = office.ears.failures if when == "before" else office.ears.after
    failures += [TimeoutError(), ConnectionResetError()]
    await sent(office, *letters("1", "2"))
    assert office.ears.nonces("public") == (["public 1"] if when == "after" else [])
    (first, second) = await office.store.unsaid()
    assert (first.attempts, second.attempts) == (1, 0)
    await office.clock.turn(FIRST_WAIT)
    await office.clock.turn(2 * FIRST_WAIT)
    assert office.ears.nonces("public") == ["public 1", "public 2"]
    assert await office.store.unsaid() == ()


async def test_waits_double_and_end(office: Hall) -> None:
    office.ears.failures += [OSError()] * MOST_ATTEMPTS
    await sent(office, *letters("1", "2"))
    at = []
    while office.ears.failures:
        left = len(office.ears.failures)
        while len(office.ears.failures) == left:
            await office.clock.turn(1)
        at.append(office.clock.steady())
    waits = [later - earlier for earlier, later in pairwise(at)]
    assert waits[:4] == [2, 4, 8, 16]
    assert max(waits) == 300
    assert office.ears.nonces("public") == ["public 2"]
    (lost,) = await office.store.unsaid()
    assert (lost.nonce, lost.why) == ("public 1", "no answer")


async def test_what_can_never_be_delivered_is_set_aside_and_blocks_nothing(office: Hall) -> None:
    office.ears.deaf.add("seat:1")
    await sent(office, *letters("1", "2", place="seat:1"), *letters("1"))
    assert office.ears.nonces("public") == ["public 1"]
    assert [(message.nonce, message.why) for message in await office.store.unsaid()] == [
        ("seat:1 1", "closed"),
        ("seat:1 2", "closed"),
    ]


async def test_what_is_unsaid_at_a_stop_is_said_after_the_start_and_nothing_twice(office: Hall) -> None:
    office.ears.after.append(TimeoutError())
    await sent(office, *letters("1", "2", "3"))
    await office.post.close()
    again = Post(office.store, office.ears, HandClock(office.clock.now() + 60), lambda: 0.0)
    await again.resume()
    await again.quiet()
    assert office.ears.nonces("public") == ["public 1", "public 2", "public 3"]
    assert await office.store.unsaid() == ()


async def test_what_was_set_aside_is_not_tried_again(office: Hall) -> None:
    office.ears.deaf.add("public")
    await sent(office, *letters("1"))
    office.ears.deaf.clear()
    again = Post(office.store, office.ears, office.clock, lambda: 0.0)
    await again.resume()
    await again.quiet()
    assert office.ears.heard == []


async def test_a_mark_the_store_does_not_take_stops_nothing(
    office: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await office.store.write(*letters("1", "2"))

    async def full(*changes: Change) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(office.store, "write", full)
    office.post.send(unsaid(letters("1", "2")))
    await settle()
    assert office.ears.nonces("public") == ["public 1", "public 2"]
    assert [record.getMessage() for record in caplog.records] == [
        "the store did not take a delivery mark: the disk is full"
    ] * 2


async def test_nothing_of_a_message_stands_in_the_log(office: Hall, caplog: pytest.LogCaptureFixture) -> None:
    office.ears.failures.append(ValueError("TAJNE"))
    await sent(office, Say("g", "public", "nonce", '[{"key": "TAJNE", "fields": {}}]'))
    assert caplog.records
    assert "TAJNE" not in caplog.text


async def test_many_places_do_not_wait_for_each_other() -> None:
    """One receiver that hangs keeps only its own queue."""
    hung = asyncio.Event()

    class Hanging(Ears):
        async def deliver(self, message: Unsaid) -> tuple[Change, ...]:
            if message.place == "seat:1":
                await hung.wait()
            return await super().deliver(message)

    hall = Hall(ears=Hanging())
    await hall.store.write(NewGame("g", "{}", "{}"))
    await sent(hall, *letters("1", place="seat:1"), *letters("1", "2"))
    assert hall.ears.nonces("public") == ["public 1", "public 2"]
    hung.set()
    await hall.post.quiet()
    await hall.close()


async def test_what_an_outlet_has_learned_is_kept_with_the_mark() -> None:
    class Learning(Ears):
        async def deliver(self, message: Unsaid) -> tuple[Change, ...]:
            return (*await super().deliver(message), Put(f"last/{message.place}", message.nonce))

    hall = Hall(ears=Learning())
    await hall.store.write(NewGame("g", "{}", "{}"))
    await sent(hall, *letters("1", "2"))
    assert await hall.store.put("last/") == {"last/public": "public 2"}
    assert await hall.store.unsaid() == ()
    await hall.close()
