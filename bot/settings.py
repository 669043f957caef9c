"""Where the bot keeps its games, and what it logs in with."""

import os
from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


def data_file(name: str) -> Path:
    """A file among the user's data."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".local" / "share"
    return base / "rada" / name


class Settings(BaseSettings):
    """Read from the environment and from .env: DISCORD_TOKEN, and RADA_… for the rest."""

    model_config = SettingsConfigDict(
        env_prefix="RADA_", env_file=".env", env_ignore_empty=True, extra="ignore", str_strip_whitespace=True
    )

    token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    store: Path = Field(default_factory=lambda: data_file("rada.db"))
