"""Where the bot keeps its games."""

import os
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def data_file(name: str) -> Path:
    """A file among the user's data."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".local" / "share"
    return base / "rada" / name


class Settings(BaseSettings):
    """Read from the environment and from .env: RADA_…"""

    model_config = SettingsConfigDict(env_prefix="RADA_", env_file=".env", env_ignore_empty=True, extra="ignore")

    store: Path = Field(default_factory=lambda: data_file("rada.db"))
