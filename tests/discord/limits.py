"""Limits of Discord that its own description does not know, and manners of ours. Needs no description."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import discord

MESSAGE: Final = 2000
EMBEDS: Final = 6000
COMMAND: Final = 8000
"""Characters of names, descriptions and values in all."""
PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")
EVERYBODY: Final = re.compile(r"(?<!\\)(?:\\\\)*@(?:everyone|here)")
"""Unless a backslash stands before it that no other takes away."""
LOCALES: Final = {locale.value for locale in discord.Locale}
COMPONENTS_V2: Final = 1 << 15
ROW, BUTTON, MENU, INPUT, LABEL, LINK = 1, 2, 3, 4, 18, 5
MENUS: Final = (3, 5, 6, 7, 8)
REPLY, UPDATE, SUGGESTIONS, MODAL = 4, 7, 8, 9
Body = dict[str, Any]

CREATE: Final = re.compile(r"POST /channels/\d+/messages|POST /webhooks/\d+/[^/]+")
EDIT: Final = re.compile(r"PATCH /channels/\d+/messages/\d+|PATCH /webhooks/\d+/[^/]+/messages/[^/]+")
CALLBACK: Final = re.compile(r"POST /interactions/\d+/[^/]+/callback")
COMMANDS: Final = re.compile(r"(?:PUT|POST|PATCH) /applications/\d+(?:/guilds/\d+)?/commands(?:/\d+)?")


def broken(method: str, path: str, body: Any, files: tuple[str, ...]) -> list[str]:
    try:
        return list(_broken(method, path, body, files))
    except (AttributeError, KeyError, TypeError) as error:
        return [f"has another shape than it should: {error!r}"]


def _broken(method: str, path: str, body: Any, files: tuple[str, ...]) -> Iterator[str]:
    name = f"{method} {path}"
    if CREATE.fullmatch(name):
        yield from created(body, files)
        yield from nonce(body)
    elif EDIT.fullmatch(name):
        if name.endswith("original"):
            yield from _mentions(body)  # what was announced before is new, and may call people
        yield from message(body, files)
    elif CALLBACK.fullmatch(name):
        yield from _answered(body, files)
    elif COMMANDS.fullmatch(name):
        yield from commands(body if isinstance(body, list) else [body])


def _answered(body: Body, files: tuple[str, ...]) -> Iterator[str]:
    data = body.get("data") or {}
    if body["type"] == REPLY:
        yield from created(data, files)
    elif body["type"] == UPDATE:
        yield from message(data, files)
    elif body["type"] == MODAL:
        yield from modal(data)
    elif body["type"] == SUGGESTIONS:
        yield from choices(data.get("choices") or [])


def created(body: Body, files: tuple[str, ...]) -> Iterator[str]:
    if not (body.get("content") or body.get("embeds") or body.get("components") or files):
        yield "an empty message"
    yield from _mentions(body)
    yield from message(body, files)


def _mentions(body: Body) -> Iterator[str]:
    if not isinstance(body.get("allowed_mentions"), dict):
        yield "allowed_mentions are missing"


def message(body: Body, files: tuple[str, ...]) -> Iterator[str]:
    content = body.get("content") or ""
    yield from _long("content", content, MESSAGE)
    if EVERYBODY.search(content):
        yield "everybody is called"
    allowed = body.get("allowed_mentions") or {}
    if {"everyone", "roles"} & set(allowed.get("parse") or ()):
        yield "everybody may be called"
    yield from _long("embeds", "".join(_texts(body.get("embeds") or [])), EMBEDS)
    yield from _alts(body, files)
    yield from components(body.get("components") or [], v2=bool((body.get("flags") or 0) & COMPONENTS_V2))


def nonce(body: Body) -> Iterator[str]:
    if body.get("nonce") is None:
        return
    yield from _long("nonce", str(body["nonce"]), 25)
    if not body.get("enforce_nonce"):
        yield "the nonce is not enforced"


def _texts(embeds: list[Body]) -> Iterator[str]:
    for embed in embeds:
        yield from (embed.get("title") or "", embed.get("description") or "")
        yield (embed.get("footer") or {}).get("text") or ""
        yield (embed.get("author") or {}).get("name") or ""
        for field in embed.get("fields") or ():
            yield from (field["name"], field["value"])


def _alts(body: Body, files: tuple[str, ...]) -> Iterator[str]:
    if len(files) > 10:
        yield "more than 10 files"
    alts = {str(one.get("id")): (one.get("description") or "").strip() for one in body.get("attachments") or ()}
    for at, name in enumerate(files):
        if name.lower().endswith(PICTURES) and not alts.get(str(at)):
            yield f"{name} has no alt text"
    for alt in alts.values():
        yield from _long("alt text", alt, 1024)


def components(rows: list[Body], *, v2: bool) -> Iterator[str]:
    everything = list(_nested(rows))
    if len(everything) > 40:
        yield f"{len(everything)} components"
    if not v2 and len(rows) > 5:
        yield f"{len(rows)} rows"
    if not v2 and any(row["type"] != ROW for row in rows):
        yield "a component outside of rows"
    yield from _twice("custom id", [one["custom_id"] for one in everything if one.get("custom_id")])
    for one in everything:
        yield from _component(one)


def _nested(items: Iterable[Body]) -> Iterator[Body]:
    for item in items:
        yield item
        inner = [item[key] for key in ("component", "accessory") if item.get(key)]
        yield from _nested([*(item.get("components") or ()), *inner])


def _component(one: Body) -> Iterator[str]:
    if one["type"] == ROW:
        yield from _row(one.get("components") or [])
    if one["type"] == BUTTON:
        yield from _button(one)
    if one["type"] in MENUS:
        yield from _menu(one)
    if "custom_id" in one:
        yield from _sized("custom id", one["custom_id"], 100)


def _row(inside: list[Body]) -> Iterator[str]:
    kinds = {one["type"] for one in inside}
    if not inside:
        yield "an empty row"
    if len(inside) > 5:
        yield f"{len(inside)} buttons in a row"
    if kinds - {BUTTON} and len(inside) > 1:
        yield "a select or a box shares its row"


def _button(one: Body) -> Iterator[str]:
    yield from _long("label", one.get("label") or "", 80)
    if not one.get("label") and not one.get("emoji"):
        yield "a button without a label"
    if (one["style"] == LINK) == bool(one.get("custom_id")):
        yield "a button that leads nowhere, or twice"


def _menu(one: Body) -> Iterator[str]:
    yield from _long("placeholder", one.get("placeholder") or "", 150)
    if one["type"] != MENU:
        return
    options = one.get("options") or []
    if not 1 <= len(options) <= 25:
        yield f"a select of {len(options)} options"
    yield from _twice("value", [option["value"] for option in options])
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    if not 0 <= least <= most <= max(len(options), 1):
        yield f"from {least} to {most} of {len(options)} options"
    if sum(bool(option.get("default")) for option in options) > most:
        yield "more options chosen than may be"
    for option in options:
        yield from _sized("option's label", option["label"], 100)
        yield from _sized("option's value", option["value"], 100)
        yield from _long("option's description", option.get("description") or "", 100)


def modal(body: Body) -> Iterator[str]:
    yield from _sized("modal's title", body["title"], 45)
    yield from _sized("modal's custom id", body["custom_id"], 100)
    if not 1 <= len(body["components"]) <= 5:
        yield f"a modal of {len(body['components'])} rows"
    everything = list(_nested(body["components"]))
    yield from _twice("custom id", [one["custom_id"] for one in everything if "custom_id" in one])
    for one in everything:
        yield from _component(one)
        if one["type"] == LABEL or (one["type"] == INPUT and one.get("label") is not None):
            yield from _sized("label of a box", one["label"], 45)
        if one["type"] == INPUT:
            yield from _long("placeholder", one.get("placeholder") or "", 100)
            yield from _long("text in a box", one.get("value") or "", min(one.get("max_length") or 4000, 4000))
            if not 0 <= (one.get("min_length") or 0) <= (one.get("max_length") or 4000) <= 4000:
                yield "a box of an impossible size"


def commands(found: list[Body]) -> Iterator[str]:
    yield from _twice("command", [one["name"] for one in found])
    for one in found:
        yield from _command(one)
        if _size(one) > COMMAND:
            yield f"/{one['name']} is {_size(one)} characters in all"


def _command(one: Body) -> Iterator[str]:
    """Options are described like commands."""
    for name in (one["name"], *(one.get("name_localizations") or {}).values()):
        if not _is_name(name):
            yield f"{name!r} is no name"
    for text in (one.get("description") or "", *(one.get("description_localizations") or {}).values()):
        yield from _sized(f"description of {one['name']!r}", text, 100)
    for locale in {*(one.get("name_localizations") or {}), *(one.get("description_localizations") or {})} - LOCALES:
        yield f"{locale} is no locale"
    yield from _options(one)
    yield from choices(one.get("choices") or [])
    if one.get("choices") and one.get("autocomplete"):
        yield f"{one['name']!r} has choices and suggests others"


def _options(one: Body) -> Iterator[str]:
    options = one.get("options") or []
    if len(options) > 25:
        yield f"{len(options)} options"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{one['name']!r}: required options come first"
    yield from _twice("option", [option["name"] for option in options])
    for option in options:
        yield from _command(option)


def choices(found: list[Body]) -> Iterator[str]:
    if len(found) > 25:
        yield f"{len(found)} choices"
    yield from _twice("choice", [choice["name"] for choice in found])
    for choice in found:
        yield from _sized("choice", choice["name"], 100)
        if isinstance(choice["value"], str):
            yield from _sized("choice's value", choice["value"], 100)


def _is_name(name: str) -> bool:
    letters = all(one in "-_'" or unicodedata.category(one)[0] in "LN" for one in name)
    return 1 <= len(name) <= 32 and letters and name == name.lower()


def _size(one: Body) -> int:
    """In the longest of its languages."""
    names = (one["name"], *(one.get("name_localizations") or {}).values())
    texts = (one.get("description") or "", *(one.get("description_localizations") or {}).values())
    values = sum(len(choice["name"]) + len(str(choice["value"])) for choice in one.get("choices") or ())
    inner = sum(_size(option) for option in one.get("options") or ())
    return max(map(len, names)) + max(map(len, texts)) + values + inner


def _long(what: str, text: str, most: int) -> Iterator[str]:
    if len(text) > most:
        yield f"{what}: {len(text)} characters, not {most}"


def _sized(what: str, text: str, most: int) -> Iterator[str]:
    if not text.strip():
        yield f"{what}: empty"
    yield from _long(what, text, most)


def _twice(what: str, names: list[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{what} {name!r} stands {count} times"
