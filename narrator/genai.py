"""Gemini through google-genai, the current SDK (the `genai` extra)."""

from typing import Any

import aiohttp
from google import genai
from google.genai import errors, types
from pydantic import SecretStr

from narrator.model import SDK_TIMEOUT, Answer, ModelFailed, Prompt, refused
from narrator.settings import NarratorSettings


class GenAI:
    """Within one event loop. `base_url` is there for tests."""

    def __init__(self, settings: NarratorSettings, key: SecretStr, base_url: str | None = None) -> None:
        self._settings = settings
        self._key = key
        self._base_url = base_url
        self._session: aiohttp.ClientSession | None = None
        self._client: genai.Client | None = None

    async def ask(self, prompt: Prompt) -> Answer:
        client = self._client or self._open()
        try:
            response = await client.aio.models.generate_content(
                model=self._settings.model, contents=prompt.material, config=self._config(prompt)
            )
        except errors.APIError as error:
            raise refused(error.code) from None  # its text may quote the request
        except (aiohttp.ClientError, OSError):  # these escape the SDK as they are
            raise ModelFailed("outage") from None
        except ValueError:  # what came is not JSON, or not that of an answer
            raise ModelFailed("shape") from None
        return _words(response)

    async def close(self) -> None:
        if self._client is not None and self._session is not None:
            await self._client.aio.aclose()
            self._client.close()
            await self._session.close()
            self._client = self._session = None

    def _open(self) -> genai.Client:
        """A session of our own, since one can only be made inside the loop and only ours is closed for certain."""
        self._session = aiohttp.ClientSession()
        self._client = genai.Client(
            vertexai=False,
            api_key=self._key.get_secret_value(),
            http_options=types.HttpOptions(
                base_url=self._base_url,
                api_version="v1beta",  # the default has changed within the SDK's life
                timeout=SDK_TIMEOUT * 1000,
                retry_options=types.HttpRetryOptions(attempts=1),  # without, a lost connection sleeps up to 10 s
                aiohttp_client=self._session,
            ),
        )
        return self._client

    def _config(self, prompt: Prompt) -> types.GenerateContentConfig:
        thinking = self._settings.thinking
        return types.GenerateContentConfig(
            system_instruction=prompt.system,
            max_output_tokens=self._settings.max_output_tokens,
            response_mime_type="application/json",
            response_json_schema=prompt.schema,
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
            thinking_config=None
            if thinking == "unset"
            else types.ThinkingConfig(thinking_level=types.ThinkingLevel(thinking.upper())),
        )


def _words(response: types.GenerateContentResponse) -> Answer:
    """A blocked or broken answer raises nothing here: only a finished one counts, and only its own parts."""
    used = response.usage_metadata
    tokens = used.total_token_count if used else None
    if not response.candidates:
        raise ModelFailed("blocked", tokens)
    candidate = response.candidates[0]
    if candidate.finish_reason != types.FinishReason.STOP:
        raise ModelFailed("cut" if candidate.finish_reason == types.FinishReason.MAX_TOKENS else "blocked", tokens)
    parts: list[Any] = (candidate.content.parts or []) if candidate.content else []
    text = "".join(part.text or "" for part in parts if not part.thought)
    if not text:
        raise ModelFailed("empty", tokens)
    return Answer(text, tokens)
