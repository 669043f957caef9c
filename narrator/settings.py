"""Which narrator, and what it may take."""

from typing import Literal

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

Kind = Literal["auto", "deck", "gemini", "genai"]
Thinking = Literal["minimal", "low", "medium", "high", "unset"]


class NarratorSettings(BaseSettings):
    """Read from the environment: NARRATOR, GEMINI_API_KEY (or GOOGLE_API_KEY), and NARRATOR_… for the rest."""

    model_config = SettingsConfigDict(
        env_prefix="NARRATOR_",
        env_ignore_empty=True,
        validate_by_name=True,
        extra="ignore",
        frozen=True,
        str_strip_whitespace=True,
    )

    kind: Kind = Field(default="auto", validation_alias="NARRATOR")
    api_key: SecretStr | None = Field(default=None, validation_alias=AliasChoices("GEMINI_API_KEY", "GOOGLE_API_KEY"))
    model: str = Field(default="gemini-3.5-flash-lite", min_length=1, max_length=100)
    thinking: Thinking = "minimal"
    """How long the model thinks; `unset` leaves it to the model. google-generativeai cannot pass it on."""
    deadline: float = Field(default=12, gt=0, le=14)
    """Seconds for a whole attempt. Shorter than the SDKs' own timeout, which the service will not have below 10."""
    max_output_tokens: int = Field(default=8192, ge=1024)
    """Thinking counts against it."""
    at_once: int = Field(default=4, ge=1)
    calls_per_day: int = Field(default=500, ge=0)
    tokens_per_day: int = Field(default=2_000_000, ge=0)
    calls_per_game: int = Field(default=40, ge=0)
    tokens_per_game: int = Field(default=250_000, ge=0)
    failures_before_rest: int = Field(default=3, ge=1)
    rest: float = Field(default=60, gt=0)
    """Seconds without a call after so many failures in a row."""
