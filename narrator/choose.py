"""Which narrator a process has: by its settings, and by what is installed."""

from collections.abc import Callable, Collection
from importlib.util import find_spec
from typing import Final

from pydantic import SecretStr

from narrator.ahead import Ahead
from narrator.budget import Purse
from narrator.guard import Guard
from narrator.model import Cause, Model, ModelFailed, Prompt
from narrator.settings import Kind, NarratorSettings
from narrator.teller import DeckNarrator, ModelNarrator

SDKS: Final[dict[Kind, tuple[str, ...]]] = {"genai": ("google.genai", "aiohttp"), "gemini": ("google.generativeai",)}
"""What each of them imports, in the order in which `auto` tries them."""


TRIAL: Final = Prompt(
    "Odpowiadasz jednym słowem.", "Czy słychać?", {"type": "object", "properties": {"answer": {"type": "string"}}}
)


class NoNarrator(Exception):
    """The narrator asked for cannot be had; says what is missing."""


class Narrators:
    """What all tables of a process share: a guarded model, or none."""

    def __init__(self, settings: NarratorSettings, purse: Purse) -> None:
        """Raises NoNarrator. Imports an SDK, which takes a second or two: build this before the first table opens."""
        self.kind, key = chosen(settings), settings.api_key
        self._source = settings.model
        self._guard: Guard | None = None
        if self.kind != "deck" and key is not None:
            self._guard = Guard(_BUILD[self.kind](settings, key), settings, purse)

    def for_game(self, game: str, seed: str, avoid: Collection[str] = ()) -> Ahead:
        """`game` names the game's account in the purse; `avoid` are titles that this server's last games have heard."""
        deck = DeckNarrator(seed, avoid)
        if self._guard is None:
            return Ahead(deck, deck)
        return Ahead(ModelNarrator(self._guard, deck, game, source=self._source), deck)

    async def try_out(self, game: str) -> Cause | None:
        """A real call, though a small one: why there would be no words now. The deck never fails."""
        if self._guard is None:
            return None
        try:
            await self._guard.ask(TRIAL, game)
        except ModelFailed as failure:
            return failure.cause
        return None

    async def close(self) -> None:
        if self._guard is not None:
            await self._guard.close()


def chosen(settings: NarratorSettings) -> Kind:
    """The kind meant by the settings, `auto` resolved. Raises NoNarrator."""
    if settings.kind == "deck":
        return "deck"
    if settings.kind == "auto":
        return next((kind for kind in SDKS if settings.api_key and installed(kind)), "deck")
    if not settings.api_key:
        raise NoNarrator(f"NARRATOR={settings.kind} needs a key: set GEMINI_API_KEY, or NARRATOR=deck")
    if not installed(settings.kind):
        raise NoNarrator(
            f"NARRATOR={settings.kind} needs {' and '.join(SDKS[settings.kind])}:"
            f" in the clone, .venv/bin/pip install '.[{settings.kind}]'"
        )
    return settings.kind


def installed(kind: Kind) -> bool:
    try:
        return all(find_spec(module) is not None for module in SDKS[kind])
    except ModuleNotFoundError:  # not even its parent package
        return False


def _genai(settings: NarratorSettings, key: SecretStr) -> Model:
    from narrator.genai import GenAI  # noqa: PLC0415 - imported only when chosen

    return GenAI(settings, key)


def _gemini(settings: NarratorSettings, key: SecretStr) -> Model:
    from narrator.gemini import Gemini  # noqa: PLC0415 - imported only when chosen

    return Gemini(settings, key)


_BUILD: Final[dict[Kind, Callable[[NarratorSettings, SecretStr], Model]]] = {"genai": _genai, "gemini": _gemini}
