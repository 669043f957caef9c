"""Both SDKs, unmodified, against strict services on loopback: one table of what can happen, run for each."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

import pytest
from pydantic import SecretStr

from narrator.budget import Pocket
from narrator.choose import installed
from narrator.guard import Guard
from narrator.model import Answer, Cause, Model
from narrator.settings import Kind, NarratorSettings
from narrator.teller import DeckNarrator, ModelNarrator
from tests.narrator import kingdom
from tests.narrator.logs import everything_logged, of_the_narrator
from tests.narrator.replies import KEY, MODEL, Reply

MARK: Final = "KANAREK siedzi w oświadczeniu"
BRIEF: Final = kingdom.a_brief(statements=(MARK,))
GOOD: Final = kingdom.as_json(kingdom.good_dilemma(BRIEF))
WORST: Final = NarratorSettings().max_output_tokens
SHORT, LONG = 1.5, 10.0
"""Deadlines: for what never answers, and for what does, on however slow a machine."""


class Case(NamedTuple):
    reply: Reply
    cause: Cause | None = None
    deadline: float = LONG


CASES: Final = {
    "a good answer": Case(Reply(GOOD)),
    "a good answer in many parts": Case(Reply(GOOD, parts=7)),
    "400": Case(Reply(status=400), "request"),
    "401": Case(Reply(status=401), "key"),
    "403": Case(Reply(status=403), "key"),
    "404": Case(Reply(status=404), "request"),
    "429": Case(Reply(status=429), "quota"),
    "500": Case(Reply(status=500), "outage"),
    "503": Case(Reply(status=503), "outage"),
    "a hang": Case(Reply(then="hang"), "timeout", SHORT),
    "a cut connection": Case(Reply(GOOD, then="cut"), "outage"),
    "a slow drip": Case(Reply(GOOD, then="drip"), "timeout", SHORT),
    "no JSON at all": Case(Reply("Dobry wieczór, Rado."), "shape"),
    "JSON that ends too soon": Case(Reply(GOOD[:200]), "shape"),
    "JSON cut by the token limit": Case(Reply(GOOD[:200], finish="MAX_TOKENS"), "cut"),
    "a body that is no answer": Case(Reply(garbage=True), "shape"),
    "a prompt blocked for safety": Case(Reply(blocked=True), "blocked"),
    "an answer blocked for safety": Case(Reply(finish="SAFETY", content=False), "blocked"),
    "no candidate": Case(Reply(candidates=False), "blocked"),
    "an empty candidate": Case(Reply(content=False), "empty"),
    "a candidate without text": Case(Reply(""), "empty"),
    "a wrong shape": Case(Reply('{"title": "Tylko tytuł"}'), "shape"),
    "a field too many": Case(Reply(GOOD[:-1] + ', "effects": {"faith": 99}}'), "shape"),
    "an unknown finish reason": Case(Reply(GOOD, finish="unknown"), "blocked"),
}


@asynccontextmanager
async def connected(kind: Kind, reply: Reply, settings: NarratorSettings) -> AsyncIterator[tuple[Any, Model]]:
    """A service that replies so, and the SDK's model talking to it."""
    if not installed(kind):
        pytest.skip(f"the SDK of {kind} is not installed")
    key = SecretStr(KEY)
    if kind == "genai":
        from narrator.genai import GenAI  # noqa: PLC0415
        from tests.narrator.http_service import HttpService  # noqa: PLC0415

        async with HttpService(reply).running() as http:
            yield http, GenAI(settings, key, base_url=f"http://127.0.0.1:{http.relay.port}")
    else:
        from narrator.gemini import Gemini  # noqa: PLC0415
        from tests.narrator.grpc_service import GrpcService  # noqa: PLC0415

        async with GrpcService(reply).running() as grpc:
            yield grpc, Gemini(settings, key, grpc.transport)


@pytest.mark.filterwarnings("ignore:SOMETHING_NEW is not a valid FinishReason:UserWarning")
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("kind", ["genai", "gemini"])
async def test_the_right_words_arrive_in_time_and_nothing_is_left_behind(
    kind: Kind, case: Case, capfd: pytest.CaptureFixture[str]
) -> None:
    deck = DeckNarrator("ziarno")
    settings = NarratorSettings(deadline=case.deadline)
    with everything_logged() as log:
        async with connected(kind, case.reply, settings) as (service, model):
            purse = Pocket()
            guard = Guard(model, settings, purse)
            started = time.monotonic()
            words = await ModelNarrator(guard, deck, "gra", source=MODEL).tell_dilemma(BRIEF)
            took = time.monotonic() - started
            await guard.close()
            gc.collect()  # a failed gRPC call is part of a cycle, and its connection with it
            await service.relay.emptied()
    assert took < case.deadline + 5
    assert (service.requests, service.faults) == (1, [])
    if case.cause is None:
        assert (words.title, words.source, of_the_narrator(log.getvalue())) == (kingdom.TITLE, MODEL, [])
    else:
        assert words == deck.dilemma(BRIEF)
        assert of_the_narrator(log.getvalue()) == [f"the deck tells it: {case.cause}"]
    assert billed(kind, case) == min(purse.spent("game/gra").tokens, WORST)
    said = log.getvalue() + "".join(capfd.readouterr()) + repr(words)
    assert KEY not in said
    assert "KANAREK" not in said
    await no_task_is_left()


def billed(kind: Kind, case: Case) -> int:
    """What the service says, nothing for a refusal, and the worst where nobody can tell."""
    lost_to_grpc = kind == "gemini" and case.reply.then == "cut"  # the same to it as a 503
    if case.reply.status != 200 or lost_to_grpc:
        return 0
    return WORST if case.reply.garbage or case.reply.then != "answer" else 100


def test_thoughts_are_no_words() -> None:
    if not installed("genai"):
        pytest.skip("google-genai is not installed")
    from google.genai import types  # noqa: PLC0415

    from narrator.genai import _words  # noqa: PLC0415

    parts = [{"text": "Myślę…", "thought": True}, {"text": "Słowa"}]
    said = {"candidates": [{"finish_reason": "STOP", "content": {"parts": parts}}]}
    assert _words(types.GenerateContentResponse.model_validate(said)) == Answer("Słowa", None)


async def no_task_is_left() -> None:
    async with asyncio.timeout(5):
        while asyncio.all_tasks() != {asyncio.current_task()}:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
