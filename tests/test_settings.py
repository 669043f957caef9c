"""Every setting stands in .env.example, with its default, and nothing else does."""

from pathlib import Path

import pytest
from pydantic import AliasChoices
from pydantic_settings import BaseSettings

from bot.settings import Settings
from narrator.settings import NarratorSettings

EXAMPLE = Path(__file__).parent.parent / ".env.example"
SETTINGS: tuple[type[BaseSettings], ...] = (NarratorSettings, Settings)


def documented() -> dict[str, str]:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def variables(settings: type[BaseSettings]) -> dict[str, object]:
    """The first name of each setting's variable, and its default."""
    found: dict[str, object] = {}
    for name, field in settings.model_fields.items():
        alias = field.validation_alias
        first = alias.choices[0] if isinstance(alias, AliasChoices) else alias
        found[str(first or f"{settings.model_config['env_prefix']}{name}".upper())] = field.default
    return found


def test_every_setting_is_in_the_example() -> None:
    assert set(documented()) == {name for settings in SETTINGS for name in variables(settings)}


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_example_shows_the_defaults(settings: type[BaseSettings], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in variables(settings):
        monkeypatch.delenv(name, raising=False)
    defaults = settings()
    for name, value in documented().items():
        monkeypatch.setenv(name, value)
    assert settings() == defaults
