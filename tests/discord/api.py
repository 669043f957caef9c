"""Checks every request against Discord's own description of its API, where that lies beside the checkout, and always
against the limits that the description does not know (limits.py)."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError, relevance
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.discord import limits

DESCRIPTION: Final = Path(__file__).parents[2].parent / "shared" / "discord" / "openapi.json"
MISSING: Final = "Discord's description of its API is not here: ../shared/discord/openapi.json"
ROOT: Final = "urn:discord"
MENDED: Final = {
    "ApplicationCommandCreateRequest": {"nsfw": {"type": "boolean"}},
    "ApplicationCommandUpdateRequest": {"nsfw": {"type": "boolean"}},
    "ApplicationCommandPatchRequestPartial": {"nsfw": {"type": "boolean"}},
    "RichEmbed": {"flags": {"type": "integer"}},
    "MessageEditRequestPartial": {"tts": {"type": "boolean"}},
    "IncomingWebhookUpdateRequestPartial": {"tts": {"type": "boolean"}},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts": {"type": "boolean"}},
}
"""What Discord takes, discord.py sends and the description does not know."""


class Request(NamedTuple):
    """`path` without the address and version of the API. `files` are names."""

    method: str
    path: str
    body: Any = None
    files: tuple[str, ...] = ()


def violations(request: Request) -> list[str]:
    """What has the wrong shape is measured no further."""
    found = _described().broken(request) if DESCRIPTION.exists() else []
    return [f"{request.method} {request.path}: {one}" for one in found or limits.broken(*request)]


def _of_its_type(validator: Any, kinds: dict[Any, Any], instance: Any, _: Any) -> Iterator[ValidationError]:
    kind = instance.get("type") if isinstance(instance, dict) else instance
    if kind not in kinds:
        yield ValidationError(f"{kind!r} is none of {list(kinds)}")
    elif kind is not None:
        yield from validator.descend(instance, kinds[kind])


Validator: Final = validators.extend(Draft202012Validator, {"ofItsType": _of_its_type})  # type: ignore[no-untyped-call]
"""A union is decided by the field `type` where that can be done: quicker, and its errors can be read."""


class Description:
    def __init__(self, text: str) -> None:
        document = json.loads(text)
        self._mend(document["components"]["schemas"])
        _decide(document, document["components"]["schemas"])
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(ROOT, resource)
        self._operations = [
            (method.upper(), template, operation)
            for template, item in document["paths"].items()
            for method, operation in item.items()
            if method in ("get", "put", "post", "patch", "delete")
        ]
        self._validators: dict[tuple[str, str], Any] = {}

    def broken(self, request: Request) -> list[str]:
        found = self._operation(request.method, request.path)
        if found is None:
            return ["no such operation"]
        template, operation = found
        described = operation.get("requestBody")
        if described is None:
            return ["this takes no body"] if request.body else []
        if request.body is None:
            return ["a body is missing"] if described.get("required") else []
        errors = self._validator(request.method, template, described).iter_errors(request.body)
        return [_words(error) for error in errors]

    def _operation(self, method: str, path: str) -> tuple[str, dict[str, Any]] | None:
        """As routers do: what is written out counts for more than what is left open."""
        fits = [
            (template.count("{"), template, operation)
            for known, template, operation in self._operations
            if known == method and _fits(template, path)
        ]
        return min(fits, key=lambda fit: fit[0])[1:] if fits else None

    def _validator(self, method: str, template: str, described: dict[str, Any]) -> Any:
        """Files apart, all forms of a body have the same fields."""
        if (method, template) not in self._validators:
            schema = _rooted(described["content"]["application/json"]["schema"])
            self._validators[method, template] = Validator(schema, registry=self._registry)
        return self._validators[method, template]

    def _mend(self, schemas: dict[str, Any]) -> None:
        """Ids may be numbers, and what is not described is a mistake."""
        for name, fields in MENDED.items():
            schemas[name]["properties"] |= fields
        schemas["SnowflakeType"]["type"] = ["string", "integer"]
        for schema in schemas.values():
            if "properties" in schema:
                schema.setdefault("additionalProperties", False)


def _fits(template: str, path: str) -> bool:
    expected, given = template.split("/"), path.split("/")
    return len(expected) == len(given) and all(
        one.startswith("{") or one == two for one, two in zip(expected, given, strict=True)
    )


def _rooted(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: ROOT + value if key == "$ref" else _rooted(value) for key, value in schema.items()}
    return [_rooted(one) for one in schema] if isinstance(schema, list) else schema


def _decide(part: Any, schemas: dict[str, Any]) -> None:
    """Write unions so that their members need not be tried one after another."""
    if isinstance(part, list):
        for one in part:
            _decide(one, schemas)
    if not isinstance(part, dict):
        return
    for word in ("oneOf", "anyOf"):
        if isinstance(part.get(word), list):
            if all("const" in one for one in part[word]):
                part["enum"] = [one["const"] for one in part.pop(word)]
            elif kinds := _kinds(part[word], schemas):
                del part[word]
                part["ofItsType"] = kinds
    for one in part.values():
        _decide(one, schemas)


def _kinds(members: list[dict[str, Any]], schemas: dict[str, Any]) -> dict[Any, Any]:
    """What each `type` stands for; nothing where that does not decide."""
    kinds: list[tuple[Any, Any]] = []
    for member in members:
        schema = schemas[member["$ref"].rsplit("/", 1)[1]] if "$ref" in member else member
        types = schema.get("properties", {}).get("type", {}).get("enum", [])
        kinds += [(None, None)] if schema == {"type": "null"} else [(one, member) for one in types]
        if not types and schema != {"type": "null"}:
            return {}
    return dict(kinds) if len(dict(kinds)) == len(kinds) else {}


def _words(error: ValidationError) -> str:
    """Of all that might have been meant, the nearest."""
    while error.context:
        meant = [one for one in error.context if one.schema != {"type": "null"}]
        error = min(meant or error.context, key=relevance)
    return f"{error.json_path}: {error.message[:300]}"


@cache
def _described() -> Description:
    return Description(DESCRIPTION.read_text())
