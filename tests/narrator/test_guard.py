"""The guard: a deadline, one attempt, one limit for all, a breaker, a budget."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from narrator.budget import Pocket, Spent
from narrator.guard import Guard
from narrator.model import Cause, Model, ModelFailed, Prompt
from narrator.settings import NarratorSettings
from tests.narrator.models import Hanging, Scripted

PROMPT = Prompt("s" * 600, "m" * 400, {})
MOST = 500 + 8192
"""What the guard sets aside for it."""
OUTAGE = ModelFailed("outage")


def guarded(model: Model, purse: Pocket | None = None, **given: Any) -> Guard:
    more: dict[str, Callable[[], Any]] = {name: given.pop(name) for name in ("clock", "today") if name in given}
    return Guard(model, NarratorSettings(**{"deadline": 0.2, **given}), purse or Pocket(), **more)


async def cause_of(guard: Guard, game: str = "gra") -> Cause | None:
    try:
        await guard.ask(PROMPT, game)
    except ModelFailed as failure:
        return failure.cause
    return None


async def test_a_model_that_hangs_is_sent_away_at_the_deadline() -> None:
    model = Hanging()
    async with asyncio.timeout(5):
        assert await cause_of(guarded(model)) == "timeout"
    assert (model.inside, model.cancelled) == (0, 1)


async def test_whoever_gives_up_waiting_cancels_the_call() -> None:
    model = Hanging()
    asking = asyncio.ensure_future(cause_of(guarded(model, deadline=10)))
    while not model.inside:  # noqa: ASYNC110
        await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (model.inside, model.cancelled) == (0, 1)


async def test_all_tables_share_one_limit_and_wait_no_longer_than_the_deadline() -> None:
    model = Hanging()
    guard = guarded(model, at_once=2, failures_before_rest=99)
    causes = await asyncio.gather(*(cause_of(guard, f"gra {n}") for n in range(5)))
    assert model.most_inside == 2
    assert sorted(map(str, causes)) == ["busy"] * 3 + ["timeout"] * 2


async def test_a_call_begins_with_half_of_the_deadline_at_least() -> None:
    model = Hanging()
    guard = guarded(model, at_once=1, deadline=0.4)
    first = asyncio.ensure_future(cause_of(guard))
    await asyncio.sleep(0.1)
    assert await cause_of(guard) == "busy"
    assert not first.done()
    assert (await first, model.most_inside) == ("timeout", 1)


async def test_a_failure_is_not_tried_again() -> None:
    model = Scripted(OUTAGE, "słowa")
    assert await cause_of(guarded(model)) == "outage"
    assert len(model.asked) == 1


class TestTheBreaker:
    async def test_rests_after_so_many_failures_then_tries_with_one_call(self) -> None:
        now = 1000.0
        model = Scripted(OUTAGE)
        guard = guarded(model, failures_before_rest=3, rest=60, clock=lambda: now)
        assert [await cause_of(guard) for _ in range(5)] == ["outage"] * 3 + ["resting"] * 2
        now += 61
        assert [await cause_of(guard) for _ in range(2)] == ["outage", "resting"]
        assert len(model.asked) == 4

    async def test_closes_again_when_the_trial_succeeds(self) -> None:
        now = 1000.0
        guard = guarded(Scripted(OUTAGE, "słowa"), failures_before_rest=1, clock=lambda: now)
        assert [await cause_of(guard), await cause_of(guard)] == ["outage", "resting"]
        now += 61
        assert [await cause_of(guard) for _ in range(3)] == [None] * 3

    async def test_lets_only_one_call_try(self) -> None:
        now = 1000.0
        model = Hanging()
        guard = guarded(model, failures_before_rest=1, clock=lambda: now)
        await cause_of(guard)
        now += 61
        assert sorted(map(str, await asyncio.gather(cause_of(guard), cause_of(guard)))) == ["resting", "timeout"]

    async def test_does_not_mind_a_trial_that_was_given_up(self) -> None:
        now = 1000.0
        model = Hanging()
        guard = guarded(model, failures_before_rest=1, clock=lambda: now)
        await cause_of(guard)
        now += 61
        asking = asyncio.ensure_future(cause_of(guard))
        while not model.inside:  # noqa: ASYNC110
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert await cause_of(guard) == "timeout"

    async def test_goes_on_resting_when_an_older_call_is_given_up(self) -> None:
        model = Hanging()
        guard = guarded(model, failures_before_rest=1, deadline=0.4)
        older = asyncio.ensure_future(cause_of(guard))
        while not model.inside:  # noqa: ASYNC110
            await asyncio.sleep(0)
        guard._model = Scripted(OUTAGE)
        assert await cause_of(guard) == "outage"
        older.cancel()
        await asyncio.gather(older, return_exceptions=True)
        assert await cause_of(guard) == "resting"

    async def test_begins_to_count_anew_after_any_answer(self) -> None:
        answers = OUTAGE, "słowa", OUTAGE, ModelFailed("blocked"), OUTAGE, OUTAGE
        guard = guarded(Scripted(*answers), failures_before_rest=2)
        causes = [await cause_of(guard) for _ in range(7)]
        assert causes == ["outage", None, "outage", "blocked", "outage", "outage", "resting"]

    @pytest.mark.parametrize("cause", ["key", "request"])
    async def test_rests_at_once_after_what_can_only_happen_again(self, cause: Cause) -> None:
        guard = guarded(Scripted(ModelFailed(cause)))
        assert [await cause_of(guard), await cause_of(guard)] == [cause, "resting"]

    @pytest.mark.parametrize("cause", ["blocked", "empty", "cut", "shape"])
    async def test_is_not_opened_by_what_a_table_can_bring_about(self, cause: Cause) -> None:
        guard = guarded(Scripted(ModelFailed(cause)))
        assert [await cause_of(guard) for _ in range(9)] == [cause] * 9

    async def test_counts_what_nobody_foresaw(self) -> None:
        guard = guarded(Scripted(RuntimeError("treść")), failures_before_rest=1)
        with pytest.raises(RuntimeError):
            await cause_of(guard)
        assert await cause_of(guard) == "resting"


class TestTheBudget:
    async def test_ends_with_the_calls_of_a_game(self) -> None:
        guard = guarded(Scripted("słowa"), calls_per_game=2)
        assert [await cause_of(guard, game) for game in ("a", "a", "a", "b")] == [None, None, "budget", None]

    async def test_ends_with_the_calls_of_a_day_and_begins_again_with_the_next(self) -> None:
        day = "2026-11-18"
        guard = guarded(Scripted("słowa"), calls_per_day=1, today=lambda: day)
        assert [await cause_of(guard, "a"), await cause_of(guard, "b")] == [None, "budget"]
        day = "2026-11-19"
        assert await cause_of(guard, "b") is None

    async def test_survives_a_restart(self) -> None:
        purse = Pocket()
        assert await cause_of(guarded(Scripted("słowa"), purse, calls_per_game=1)) is None
        assert await cause_of(guarded(Scripted("słowa"), purse, calls_per_game=1)) == "budget"

    @pytest.mark.parametrize(
        ("answer", "tokens"),
        [
            ("słowa", 100),
            (ModelFailed("blocked"), MOST),
            (ModelFailed("blocked", 70), 70),
            (ModelFailed("quota", 0), 0),
            (OUTAGE, MOST),
            (RuntimeError(), MOST),
        ],
        ids=str,
    )
    async def test_counts_the_tokens_really_used_or_else_the_worst(self, answer: Any, tokens: int) -> None:
        purse = Pocket()
        await asyncio.gather(cause_of(guarded(Scripted(answer), purse)), return_exceptions=True)
        assert purse.spent("game/gra") == Spent(1, tokens)

    async def test_assumes_the_worst_of_an_answer_without_a_bill(self) -> None:
        purse = Pocket()
        assert await cause_of(guarded(Scripted("słowa", tokens=None), purse)) is None
        assert purse.spent("game/gra") == Spent(1, MOST)

    async def test_never_spends_more_tokens_than_it_has_even_with_calls_at_once(self) -> None:
        model = Scripted("słowa")
        guard = guarded(model, tokens_per_day=2 * MOST, at_once=5)
        causes = await asyncio.gather(*(cause_of(guard, str(n)) for n in range(5)))
        assert (sorted(map(str, causes)), len(model.asked)) == (["None"] * 2 + ["budget"] * 3, 2)

    async def test_a_refusal_costs_nothing_and_says_nothing_of_the_service(self) -> None:
        purse = Pocket()
        guard = guarded(Scripted(OUTAGE), purse, calls_per_game=1, failures_before_rest=2)
        causes = [await cause_of(guard, game) for game in ("a", "a", "b", "c")]
        assert causes == ["outage", "budget", "outage", "resting"]
        assert purse.spent("game/c") == Spent()
