"""The answer a model owes us: a schema for the request, checked again on arrival, and turned into commands."""

import re
from typing import Any, Final, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.commands import Narrate, PresentDilemma
from engine.terms import STATS, Stat, Words
from narrator.brief import Standing
from narrator.model import ModelFailed

Touched = Stat | Literal["none"]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Standings(_Strict):
    """How the model understood the state of the kingdom: it must say it back."""

    stability: Standing
    economy: Standing
    faith: Standing


class ToldPolicy(_Strict):
    helps: Stat
    hurts: Stat
    name: str
    text: str


class ToldDilemma(_Strict):
    standings: Standings
    title: str
    crisis: str
    policies: list[ToldPolicy]


class ToldTale(_Strict):
    standings: Standings
    helped: Touched
    hurt: Touched
    text: str


def _object(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _one_of(*names: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(names)}


_TEXT: Final[dict[str, Any]] = {"type": "string"}
_STAT: Final = _one_of(*STATS)
_TOUCHED: Final = _one_of(*STATS, "none")
_STANDING: Final = _one_of(*get_args(Standing))
_STANDINGS: Final = _object(stability=_STANDING, economy=_STANDING, faith=_STANDING)
_POLICY: Final = _object(helps=_STAT, hurts=_STAT, name=_TEXT, text=_TEXT)
TALE_SCHEMA: Final = _object(standings=_STANDINGS, helped=_TOUCHED, hurt=_TOUCHED, text=_TEXT)


def dilemma_schema(policies: int) -> dict[str, Any]:
    several = {"type": "array", "items": _POLICY, "minItems": policies, "maxItems": policies}
    return _object(standings=_STANDINGS, title=_TEXT, crisis=_TEXT, policies=several)


_T = TypeVar("_T", ToldDilemma, ToldTale)


def read(shape: type[_T], text: str) -> _T:
    try:
        return shape.model_validate_json(text)
    except ValidationError:
        raise ModelFailed("shape") from None  # the error would quote the answer


def as_dilemma(told: ToldDilemma, source: str) -> PresentDilemma:
    policies = tuple(Words(_flowing(policy.name), _flowing(policy.text)) for policy in told.policies)
    return PresentDilemma(_flowing(told.title), _flowing(told.crisis), policies, source)


def as_tale(told: ToldTale, source: str) -> Narrate:
    return Narrate(_flowing(told.text), source)


def _flowing(text: str) -> str:
    """One paragraph: a line that begins anew could become a list or a heading in the channel."""
    return re.sub("[ \n]+", " ", text).strip(" ")
