"""Ahead of time: what is there when the actions close, or the deck, and never a wait."""

import asyncio
from dataclasses import replace
from typing import Any

from engine.commands import Narrate, PresentDilemma
from narrator.ahead import Ahead
from narrator.brief import Brief, Chronicle
from narrator.budget import Pocket
from narrator.guard import Guard
from narrator.model import Model, ModelFailed
from narrator.settings import NarratorSettings
from narrator.teller import DeckNarrator, ModelNarrator
from tests.narrator import kingdom
from tests.narrator.logs import everything_logged, of_the_narrator
from tests.narrator.models import Hanging, Scripted

BRIEF = kingdom.a_brief()
DECK = DeckNarrator("ziarno")
GOOD = kingdom.as_json(kingdom.good_dilemma(BRIEF))


def ahead(model: Model, **settings: Any) -> Ahead:
    guard = Guard(model, NarratorSettings(**{"deadline": 5, **settings}), Pocket())
    return Ahead(ModelNarrator(guard, DECK, "gra", source="model"), DECK)


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_what_was_asked_for_is_there() -> None:
    table = ahead(Scripted(GOOD))
    table.ask(BRIEF)
    await settled()
    assert table.take(BRIEF).title == kingdom.TITLE


async def test_what_is_not_there_yet_is_not_waited_for() -> None:
    model = Hanging()
    table = ahead(model)
    with everything_logged() as log:
        table.ask(BRIEF)
        await settled()
        assert table.take(BRIEF) == DECK.dilemma(BRIEF)
        await settled()
    assert of_the_narrator(log.getvalue()) == ["the deck tells it: late"]
    assert (model.inside, model.cancelled) == (0, 1)


async def test_who_never_asked_gets_the_deck() -> None:
    assert ahead(Scripted(GOOD)).take(BRIEF) == DECK.dilemma(BRIEF)


async def test_words_of_another_round_are_not_taken() -> None:
    later = replace(BRIEF, chronicle=replace(BRIEF.chronicle, round=3))
    model = Hanging()
    for table in (ahead(Scripted(GOOD)), ahead(model)):
        table.ask(BRIEF)
        await settled()
        assert table.take(later) == DECK.dilemma(later)
        await settled()
    assert (model.inside, model.cancelled) == (0, 1)


async def test_a_table_without_a_model_is_never_late() -> None:
    table = Ahead(DECK, DECK)
    with everything_logged() as log:
        table.ask(BRIEF)
        assert table.take(BRIEF) == DECK.dilemma(BRIEF)
    assert of_the_narrator(log.getvalue()) == []


async def test_asking_again_gives_up_the_first_question() -> None:
    model = Hanging()
    table = ahead(model)
    table.ask(BRIEF)
    await settled()
    table.ask(BRIEF)
    await settled()
    assert (model.inside, model.cancelled) == (1, 1)
    await table.close()
    assert model.inside == 0


async def test_a_narrator_that_breaks_its_promise_costs_nothing() -> None:
    class Broken:
        async def tell_dilemma(self, brief: Brief) -> PresentDilemma:  # noqa: ARG002
            raise RuntimeError

        async def tell_tale(self, told: Chronicle) -> Narrate:  # noqa: ARG002
            raise RuntimeError

    table = Ahead(Broken(), DECK)
    table.ask(BRIEF)
    await settled()
    assert table.take(BRIEF) == DECK.dilemma(BRIEF)


async def test_a_tale_is_begun_at_once_and_told_when_it_is_there() -> None:
    told = BRIEF.chronicle
    tale = ahead(Scripted(kingdom.as_json(kingdom.good_tale(told)))).tale(told)
    assert not tale.done()
    assert await tale == Narrate(kingdom.TALE, "model")


async def test_a_tale_that_fails_is_the_decks() -> None:
    told = BRIEF.chronicle
    for failure in (ModelFailed("quota"), RuntimeError("treść")):
        assert await ahead(Scripted(failure)).tale(told) == await DECK.tell_tale(told)
    assert await ahead(Hanging(), deadline=0.1).tale(told) == await DECK.tell_tale(told)


async def test_closing_leaves_no_task() -> None:
    table = ahead(Hanging())
    table.ask(BRIEF)
    table.tale(BRIEF.chronicle)
    await settled()
    await table.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}
