"""What a fake service does with a request, said once for both protocols."""

from dataclasses import dataclass
from typing import Any, Final

MODEL: Final = "gemini-3.5-flash-lite"
KEY: Final = "klucz-KANAREK-0451"


@dataclass(frozen=True)
class Reply:
    """An answer with `text`, unless something else is said."""

    text: str = ""
    status: int = 200
    finish: str = "STOP"
    blocked: bool = False
    candidates: bool = True
    content: bool = True
    parts: int = 1
    garbage: bool = False
    then: str = "answer"
    """Or `hang`, `cut`, `drip`."""


def body(reply: Reply, unknown_reason: Any) -> dict[str, Any]:
    """The answer in the JSON of the REST interface."""
    used = {"promptTokenCount": 70, "candidatesTokenCount": 30, "totalTokenCount": 100}
    if reply.blocked:
        return {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": used}
    if not reply.candidates:
        return {"usageMetadata": used}
    size = -(-len(reply.text) // reply.parts) or 1
    parts = [{"text": reply.text[i : i + size]} for i in range(0, len(reply.text), size)]
    content = {"content": {"role": "model", "parts": parts}} if reply.content else {}
    finish = unknown_reason if reply.finish == "unknown" else reply.finish
    return {"candidates": [{"index": 0, "finishReason": finish, **content}], "usageMetadata": used}


def complaint(reply: Reply, asked: str) -> str:
    """What a service may say of a refusal: it quotes the key and the request."""
    return f"API key {KEY} not valid. Request was: {asked}"


SAMPLING: Final = ("temperature", "topP", "topK", "seed", "presencePenalty", "frequencyPenalty", "candidateCount")
