"""What is asked of a model, whichever SDK speaks to it, and every way in which it can fail us."""

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, Protocol

Cause = Literal[
    # the service
    "timeout",
    "outage",
    "key",
    "request",
    "quota",
    # our own limits
    "busy",
    "resting",
    "budget",
    "late",
    # the answer
    "blocked",
    "empty",
    "cut",
    "shape",
    # the words (audit.py)
    "policies",
    "too_long",
    "language",
    "mention",
    "link",
    "markup",
    "characters",
    "number",
    "echo",
    "repeat",
    "standing",
    "name",
    # a mistake of ours or of the SDK's
    "unexpected",
]

SDK_TIMEOUT: Final = 15
"""Seconds. The live service refuses less than 10; our own, shorter deadline is the guard's."""

_CAUSES: Final[dict[int, Cause]] = {401: "key", 403: "key", 408: "timeout", 429: "quota", 504: "timeout"}


class ModelFailed(Exception):
    """No words. `tokens` is what the attempt has cost, None if nobody can tell."""

    def __init__(self, cause: Cause, tokens: int | None = None) -> None:
        super().__init__(cause)
        self.cause: Cause = cause
        self.tokens = tokens


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions, the material they are about, and the JSON Schema of the answer."""

    system: str
    material: str
    schema: dict[str, Any]


class Answer(NamedTuple):
    """`tokens` is what it has cost, None if the service did not say."""

    text: str
    tokens: int | None


class Model(Protocol):
    """One attempt per call, cancellable. Raises ModelFailed; never shows what a service has said of the failure."""

    async def ask(self, prompt: Prompt) -> Answer: ...

    async def close(self) -> None: ...


def refused(status: int) -> ModelFailed:
    """An answer with an HTTP status instead of words. It has cost no tokens."""
    return ModelFailed(_CAUSES.get(status, "outage" if status >= 500 else "request"), tokens=0)
