"""Which narrator a process has, and what its settings say."""

import subprocess
import sys
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from narrator import choose
from narrator.budget import Pocket
from narrator.choose import Narrators, NoNarrator, chosen
from narrator.settings import Kind, NarratorSettings
from tests.narrator import kingdom

BOTH, OLD, NONE = ("genai", "gemini"), ("gemini",), ()


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NARRATOR", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("kind", "key", "sdks", "expected"),
    [
        ("auto", "klucz", BOTH, "genai"),
        ("auto", "klucz", OLD, "gemini"),
        ("auto", "klucz", NONE, "deck"),
        ("auto", None, BOTH, "deck"),
        ("deck", "klucz", BOTH, "deck"),
        ("gemini", "klucz", BOTH, "gemini"),
        ("genai", "klucz", BOTH, "genai"),
    ],
)
def test_auto_takes_the_best_there_is(
    kind: Kind, key: Any, sdks: tuple[Kind, ...], expected: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choose, "installed", lambda kind: kind in sdks)
    assert chosen(NarratorSettings(kind=kind, api_key=key)) == expected


@pytest.mark.parametrize(
    ("kind", "key", "missing"),
    [
        ("genai", None, "GEMINI_API_KEY"),
        ("genai", "k", r"install '\.\[genai\]'"),
        ("gemini", "k", "generativeai"),
    ],
)
def test_what_was_asked_for_by_name_must_be_there(
    kind: Kind, key: Any, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choose, "installed", lambda kind: False)
    with pytest.raises(NoNarrator, match=missing):
        Narrators(NarratorSettings(kind=kind, api_key=key), Pocket())


@pytest.mark.parametrize("missing", ["google.genai", "aiohttp"])
def test_an_sdk_is_there_with_all_that_it_needs(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "find_spec", lambda name: None if name == missing else choose)
    assert not choose.installed("genai")
    assert choose.installed("gemini")


async def test_without_a_model_the_deck_tells_everything() -> None:
    narrators = Narrators(NarratorSettings(), Pocket())
    table, asked = narrators.for_game("gra", "ziarno"), kingdom.a_brief()
    table.ask(asked)
    assert table.take(asked).source == "deck"
    assert (await table.tale(asked.chronicle)).source == "deck"
    await narrators.close()


@pytest.mark.parametrize("kind", ["genai", "gemini"])
async def test_a_model_is_built_without_a_word_to_the_network(kind: Kind) -> None:
    if not choose.installed(kind):
        pytest.skip(f"the SDK of {kind} is not installed")
    narrators = Narrators(NarratorSettings(kind=kind, api_key=SecretStr("klucz bez przedrostka")), Pocket())
    assert narrators.kind == kind
    await narrators.close()


def test_no_sdk_is_imported_unless_it_was_chosen() -> None:
    code = (
        "import sys; from narrator.choose import *; from narrator.budget import Pocket;"
        "Narrators(NarratorSettings(kind='deck'), Pocket());"
        "sys.exit(any(name.startswith(('google.', 'grpc', 'aiohttp')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-W", "error", "-c", code], check=False).returncode == 0


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "NARRATOR": "deck",
        "NARRATOR_MODEL": "gemini-9",
        "NARRATOR_DEADLINE": "7.5",
        "NARRATOR_CALLS_PER_DAY": "",
        "GOOGLE_API_KEY": "AQ.tajny",
    }.items():
        monkeypatch.setenv(name, value)
    settings = NarratorSettings()
    assert (settings.kind, settings.model, settings.deadline, settings.calls_per_day) == ("deck", "gemini-9", 7.5, 500)
    assert "tajny" not in repr(settings)


@pytest.mark.parametrize("wrong", [{"deadline": 15}, {"deadline": 0}, {"kind": "gpt"}, {"at_once": 0}, {"model": " "}])
def test_settings_that_cannot_work_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        NarratorSettings(**wrong)
