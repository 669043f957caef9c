"""What any store must do. Each kind of store runs through all of it."""

import asyncio
import random

import pytest

from bot.store import (
    Append,
    Arm,
    Change,
    Defer,
    Disarm,
    EndGame,
    Game,
    Keep,
    Logged,
    NewGame,
    Note,
    Put,
    Said,
    Say,
    SetAside,
    Store,
    StoreConflict,
    StoreError,
    Unsaid,
)
from tests.store.changes import contents, line, new, numbers, step
from tests.store.conftest import Open
from tests.store.memory import MemoryStore


async def test_an_empty_store(store: Store) -> None:
    assert await contents(store) == [(), [], ()]
    assert await store.log("nowhere") == ()
    assert await store.notes("nowhere") == ()


async def test_nothing_is_written_by_an_empty_call(store: Store) -> None:
    await store.write()
    assert await contents(store) == [(), [], ()]


async def test_a_game_as_it_was_left(open_store: Open) -> None:
    store = await open_store()
    await store.write(NewGame("g", "header", "kept"), Append("g", 1, "a", "first"), Append("g", 2, "b", "second"))
    await store.write(
        Keep("g", "kept anew"), Arm("g", 1_700_000_000.25, reminded=True), Note("g", 1.5, "Ada", "paused")
    )
    await store.close()
    again = await open_store()
    assert await again.games() == (Game("g", "header", "kept anew", False, 1_700_000_000.25, True),)  # noqa: FBT003
    assert await again.log("g") == (Logged(1, "a", "first"), Logged(2, "b", "second"))
    assert await again.notes("g") == (Note("g", 1.5, "Ada", "paused"),)


async def test_a_new_game_has_no_deadline(store: Store) -> None:
    await store.write(new())
    (game,) = await store.games()
    assert (game.ended, game.due, game.reminded) == (False, None, False)


async def test_games_oldest_first(store: Store) -> None:
    for name in ("b", "c", "a"):
        await store.write(new(name))
    await store.write(Keep("b", "changed"))
    assert [game.game for game in await store.games()] == ["b", "c", "a"]
    assert [await store.game(game.game) for game in await store.games()] == list(await store.games())
    assert await store.game("B") is None


async def test_the_last_deadline_holds(store: Store) -> None:
    await store.write(new(), Arm("g", 1.0, reminded=True), Arm("g", 2.0))
    (game,) = await store.games()
    assert (game.due, game.reminded) == (2.0, False)
    await store.write(Disarm("g"))
    (game,) = await store.games()
    assert game.due is None


async def test_an_ended_game_keeps_its_log_and_loses_its_deadline(store: Store) -> None:
    await store.write(new(), *step(1), Arm("g", 5.0), EndGame("g"))
    (game,) = await store.games()
    assert (game.ended, game.due) == (True, None)
    assert await numbers(store) == [1]
    await store.write(Say("g", "public", "late", "the end"), Keep("g", "read"), Note("g", 9, "Ada", "exported"))
    assert [message.nonce for message in await store.unsaid()] == ["g.1", "late"]


async def test_messages_in_the_order_in_which_they_were_to_be_said(store: Store) -> None:
    await store.write(new("a"), new("b"))
    for nonce in ("z", "m", "a"):
        await store.write(Say("b", "p", f"{nonce}1", nonce), Say("a", "q", f"{nonce}0", nonce))
    assert [message.nonce for message in await store.unsaid()] == ["z1", "z0", "m1", "m0", "a1", "a0"]


async def test_a_message_until_it_is_said(store: Store) -> None:
    await store.write(new(), Say("g", "seat 1", "n", "psst"))
    assert await store.unsaid() == (Unsaid("g", "seat 1", "n", "psst", 0, 0.0, None),)
    await store.write(Defer("n", 2, 12.5))
    assert await store.unsaid() == (Unsaid("g", "seat 1", "n", "psst", 2, 12.5, None),)
    await store.write(SetAside("n", "gone"))
    assert await store.unsaid() == (Unsaid("g", "seat 1", "n", "psst", 2, 12.5, "gone"),)
    await store.write(Said("n"))
    await store.write(Said("n"))  # whoever does not know how a call ended makes it again
    assert await store.unsaid() == ()


async def test_said_in_the_very_call_that_says_it(store: Store) -> None:
    await store.write(new(), Say("g", "p", "n", "b"), Said("n"))
    assert await store.unsaid() == ()


TEXTS = ("Zażółć gęślą jaźń 🜂", "a\x00b", "'; DROP TABLE games; --", "\n\r\t\u2028", "", "ogrom " * 100_000)


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
async def test_text_comes_back_as_it_was(store: Store, text: str) -> None:
    await store.write(NewGame(text, text, text), Append(text, 1, text, text), Say(text, text, text, text))
    await store.write(Note(text, 0, text, text), SetAside(text, text))
    assert await store.games() == (Game(text, text, text, False, None, False),)  # noqa: FBT003
    assert await store.log(text) == (Logged(1, text, text),)
    assert await store.unsaid() == (Unsaid(text, text, text, text, 0, 0.0, text),)
    assert await store.notes(text) == (Note(text, 0, text, text),)


CONFLICTS: dict[str, tuple[Change, ...]] = {
    "a game again": (new(),),
    "a game twice at once": (new("h"), new("h")),
    "a line again": (Append("g", 1, "other", "x"),),
    "a line left out": (line(3),),
    "line zero": (line(0),),
    "an order again": (Append("g", 2, "order 1", "x"),),
    "a line of no game": (line(1, "h"),),
    "a line after the end": (line(1, "over"),),
    "a line after the end in one call": (line(2), EndGame("g"), line(3)),
    "keeping of no game": (Keep("h", "x"),),
    "a deadline of no game": (Arm("h", 1),),
    "a deadline after the end": (Arm("over", 1),),
    "disarming no game": (Disarm("h"),),
    "ending no game": (EndGame("h"),),
    "saying in no game": (Say("h", "p", "n", "b"),),
    "a message again": (Say("over", "p", "g.1", "b"),),
    "said of nothing": (Said("n"),),
    "deferring nothing": (Defer("n", 1, 1),),
    "setting nothing aside": (SetAside("n", "w"),),
    "deferring what was said": (Said("g.1"), Defer("g.1", 1, 1)),
    "setting aside what was said": (Said("g.1"), SetAside("g.1", "w")),
    "a note of no game": (Note("h", 1, "w", "w"),),
}


@pytest.mark.parametrize("name", CONFLICTS)
async def test_a_conflict_leaves_nothing_of_its_call(store: Store, name: str) -> None:
    await store.write(new(), *step(1), new("over"), EndGame("over"))
    before = await contents(store)
    rest = Say("g", "p", "rest", "b"), Keep("g", "rest"), Note("g", 1, "w", "rest"), Arm("g", 3)
    with pytest.raises(StoreConflict):
        await store.write(*rest, *CONFLICTS[name])
    with pytest.raises(StoreConflict):
        await store.write(*CONFLICTS[name], *rest)
    assert await contents(store) == before
    await store.write(*step(2))


async def test_order_ids_are_a_game_s_own(store: Store) -> None:
    await store.write(new("a"), new("b"), line(1, "a"), line(1, "b"))
    assert (await store.log("a"), await store.log("b")) == ((Logged(1, "order 1", '{"n":1}'),),) * 2


async def test_a_conflict_fails_alone(store: Store) -> None:
    games = [f"g{number}" for number in range(40)]
    await asyncio.gather(*(store.write(new(game)) for game in games))
    wrong = set(games[::7])
    calls = (store.write(*step(1, game), *([Said("nobody")] if game in wrong else [])) for game in games)
    answers = dict(zip(games, await asyncio.gather(*calls, return_exceptions=True), strict=True))
    assert {game for game, answer in answers.items() if isinstance(answer, StoreConflict)} == wrong
    assert {game for game in games if await store.log(game)} == set(games) - wrong


async def test_calls_take_effect_in_the_order_in_which_they_were_made(store: Store) -> None:
    await store.write(new())
    answers = await asyncio.gather(*(store.write(*step(n)) for n in range(1, 60)), return_exceptions=True)
    assert answers == [None] * 59
    assert await numbers(store) == list(range(1, 60))


async def test_a_cancelled_caller_has_written_all_the_same(store: Store) -> None:
    await store.write(new())
    for n in range(1, 20):
        call = asyncio.ensure_future(store.write(*step(n)))
        await asyncio.sleep(0)
        call.cancel()
        assert await numbers(store) == list(range(1, n + 1))


@pytest.mark.parametrize("seed", range(6))
async def test_a_storm_of_cancellations(open_store: Open, seed: int) -> None:
    """Writers are cancelled wherever they are; each goes on from what the store says, and nothing is half there."""
    store, chance, acknowledged = await open_store(), random.Random(seed), dict[str, int]()

    async def write_on(game: str) -> None:
        last = len(await store.log(game))
        assert last >= acknowledged.get(game, 0)
        while True:
            last += 1
            await store.write(*step(last, game))
            acknowledged[game] = last

    games = [f"g{number}" for number in range(12)]
    await asyncio.gather(*(store.write(new(game)) for game in games))
    writers = {game: asyncio.ensure_future(write_on(game)) for game in games}
    for _ in range(60):
        game = chance.choice(games)
        await asyncio.sleep(chance.choice((0, 0, 0.0005, 0.002)))
        writers[game].cancel()
        await asyncio.wait([writers[game]])
        assert writers[game].cancelled()
        writers[game] = asyncio.ensure_future(write_on(game))
    for writer in writers.values():
        writer.cancel()
    await asyncio.wait(writers.values())
    assert all(writer.cancelled() for writer in writers.values())
    await store.close()
    again = await open_store()
    said = [message.nonce for message in await again.unsaid()]
    for game in games:
        ns = await numbers(again, game)
        assert ns == list(range(1, len(ns) + 1))
        assert len(ns) >= acknowledged.get(game, 0)
        assert [note.at for note in await again.notes(game)] == ns
        assert [nonce for nonce in said if nonce.startswith(f"{game}.")] == [f"{game}.{n}" for n in ns]


async def test_closing_finishes_what_is_being_written(open_store: Open) -> None:
    store = await open_store()
    await store.write(new())
    calls = [asyncio.ensure_future(store.write(*step(n))) for n in range(1, 9)]
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    assert await asyncio.gather(*calls) == [None] * 8
    assert await numbers(await open_store()) == list(range(1, 9))


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    await store.close()
    for refused in (
        store.write(new()),
        store.games(),
        store.game("g"),
        store.log("g"),
        store.unsaid(),
        store.notes("g"),
    ):
        with pytest.raises(StoreError, match="closed"):
            await refused


def any_change(chance: random.Random) -> Change:
    game, nonce, n = chance.choice("abc"), chance.choice("uvwxyz"), chance.randrange(1, 9)
    choices: tuple[Change, ...] = (
        new(game),
        line(n, game),
        line(n, game),
        line(n, game),
        Keep(game, str(n)),
        Arm(game, n, reminded=chance.random() < 0.5),
        Disarm(game),
        Say(game, str(n), nonce, str(n)),
        Said(nonce),
        Defer(nonce, n, n),
        SetAside(nonce, str(n)),
        Note(game, n, nonce, str(n)),
    )
    return EndGame(game) if chance.random() < 0.02 else chance.choice(choices)


async def outcomes(store: Store, calls: list[list[Change]]) -> list[type]:
    answers = await asyncio.gather(*(store.write(*call) for call in calls), return_exceptions=True)
    return [type(answer) for answer in answers]


@pytest.mark.parametrize("seed", range(10))
async def test_the_same_as_the_reference_whatever_is_written(store: Store, seed: int) -> None:
    reference, chance = MemoryStore(), random.Random(seed)
    for _ in range(25):
        calls = [
            [any_change(chance) for _ in range(chance.choice((1, 1, 2, 3)))] for _ in range(chance.randrange(1, 9))
        ]
        ours, theirs = await outcomes(store, calls), await outcomes(reference, calls)
        assert ours == theirs
        assert await contents(store) == await contents(reference)


async def test_what_is_put_under_a_name(open_store: Open) -> None:
    store = await open_store()
    await store.write(Put("room/b", "1"), Put("room/a", ""), Put("roomy", "2"), Put("r%m/", "3"))
    await store.write(Put("room/b", "4"))
    await store.close()
    again = await open_store()
    assert list((await again.put("room/")).items()) == [("room/a", ""), ("room/b", "4")]
    assert await again.put("r%") == {"r%m/": "3"}
    assert len(await again.put("")) == 4


async def test_what_is_put_can_be_forgotten(store: Store) -> None:
    await store.write(Put("a", "1"), Put("b", "1"))
    await store.write(Put("a", None), Put("never there", None))
    assert await store.put("") == {"b": "1"}
    await store.write(Put("a", "2"))
    assert await store.put("") == {"a": "2", "b": "1"}


async def test_what_is_put_is_part_of_its_call(store: Store) -> None:
    with pytest.raises(StoreConflict):
        await store.write(Put("a", "1"), EndGame("nowhere"))
    assert await store.put("") == {}
