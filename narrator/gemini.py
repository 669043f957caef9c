"""Gemini through google-generativeai, which reached its end of life on 2025-11-30 (the `gemini` extra)."""

import warnings
from collections.abc import Callable
from typing import Any

from pydantic import SecretStr

from narrator.model import SDK_TIMEOUT, Answer, ModelFailed, Prompt, refused
from narrator.settings import NarratorSettings

with warnings.catch_warnings():  # both say that it is old, which docs/narrator.md says too
    warnings.filterwarnings("ignore", r"\s*All support for the `google\.generativeai` package has ended", FutureWarning)
    warnings.filterwarnings("ignore", r"You are using a Python version .* google\.api_core", FutureWarning)
    import google.generativeai as sdk
    from google.api_core.exceptions import GoogleAPICallError
    from google.generativeai.client import get_default_generative_async_client

STOP, MAX_TOKENS = 1, 2


class Gemini:
    """Within one event loop, and one per process: the SDK keeps a single client, and binds it. It cannot limit the
    thinking. `transport` is there for tests."""

    def __init__(
        self, settings: NarratorSettings, key: SecretStr, transport: str | Callable[..., Any] = "grpc_asyncio"
    ) -> None:
        self._settings = settings
        sdk.configure(api_key=key.get_secret_value(), transport=transport)

    async def ask(self, prompt: Prompt) -> Answer:
        model = sdk.GenerativeModel(self._settings.model, system_instruction=prompt.system)
        try:
            response = await model.generate_content_async(
                prompt.material,
                generation_config={
                    "max_output_tokens": self._settings.max_output_tokens,
                    "response_mime_type": "application/json",
                    "response_schema": in_proto_spelling(prompt.schema),
                },
                # Its default retry would ignore the timeout and go on for ten minutes.
                request_options={"timeout": SDK_TIMEOUT, "retry": None},
            )
        except GoogleAPICallError as error:
            raise refused(error.code or 500) from None  # its text may quote the request
        except AttributeError:  # an unreadable message is None to the SDK, which then trips over it
            raise ModelFailed("shape") from None
        return _words(response)

    async def close(self) -> None:
        await get_default_generative_async_client().transport.close()


def in_proto_spelling(schema: dict[str, Any]) -> dict[str, Any]:
    """The only spelling of a schema that survives this SDK."""
    proto: dict[str, Any] = {key: schema[key] for key in ("required", "enum") if key in schema}
    proto["type"] = schema["type"].upper()
    if "enum" in schema:
        proto["format"] = "enum"
    if "properties" in schema:
        proto["properties"] = {name: in_proto_spelling(part) for name, part in schema["properties"].items()}
    if "items" in schema:
        proto["items"] = in_proto_spelling(schema["items"])
        proto |= {"min_items": schema["minItems"], "max_items": schema["maxItems"]}
    return proto


def _words(response: Any) -> Answer:
    """Read from the bare message: `.text` raises on a blocked answer and joins parts with line breaks, and a finish
    reason that this SDK has never heard of would warn."""
    message = response._result._pb  # noqa: SLF001
    tokens = message.usage_metadata.total_token_count or None
    if not message.candidates:
        raise ModelFailed("blocked", tokens)
    candidate = message.candidates[0]
    if candidate.finish_reason != STOP:
        raise ModelFailed("cut" if candidate.finish_reason == MAX_TOKENS else "blocked", tokens)
    text = "".join(part.text for part in candidate.content.parts)
    if not text:
        raise ModelFailed("empty", tokens)
    return Answer(text, tokens)
