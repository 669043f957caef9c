"""Every check of requests, shown to fail on what it is there for."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.discord.api import DESCRIPTION, MISSING, Request, violations

Body = dict[str, Any]
Spoil = Callable[[Body], object]

CREATE: Final = ("POST", "/channels/1/messages")
EDIT: Final = ("PATCH", "/channels/1/messages/2")
FOLLOW_UP: Final = ("POST", "/webhooks/1/token")
ORIGINAL: Final = ("PATCH", "/webhooks/1/token/messages/@original")
CALLBACK: Final = ("POST", "/interactions/1/token/callback")
COMMANDS: Final = ("PUT", "/applications/1/commands")
NOBODY: Final[Body] = {"parse": []}
FILES: Final = ("wykres.PNG", "gra.jsonl")
WIDE: Final = "ż"


def button(at: int = 0) -> Body:
    return {"type": 2, "style": 1, "label": "Dołącz", "custom_id": f"b{at}", "disabled": False}


def row(*inside: Body) -> Body:
    return {"type": 1, "components": list(inside)}


def option(at: int = 0) -> Body:
    return {"label": "Klasyczny", "value": f"v{at}", "description": "jak w pudełku", "default": False}


def menu(at: int = 0) -> Body:
    return {
        "type": 3,
        "custom_id": f"m{at}",
        "placeholder": "Wariant",
        "min_values": 1,
        "max_values": 1,
        "options": [option(one) for one in range(25)],
    }


def message() -> Body:
    return {
        "content": WIDE * 2000,
        "tts": False,
        "allowed_mentions": {"parse": [], "users": [7]},
        "components": [row(*(button(at) for at in range(5))), row(menu())],
        "attachments": [{"id": 0, "filename": FILES[0], "description": "Wykres"}, {"id": 1, "filename": FILES[1]}],
    }


def created() -> Body:
    return message() | {"nonce": "n" * 25, "enforce_nonce": True}


def embedded() -> Body:
    embed = {"title": "t" * 200, "description": "d" * 3000, "flags": 0}
    embed |= {"fields": [{"name": "n" * 200, "value": "v" * 600}] * 3, "footer": {"text": "f" * 400}}
    return {"embeds": [embed], "allowed_mentions": NOBODY}


def reply() -> Body:
    return {"type": 4, "data": message() | {"flags": 64}}


def update() -> Body:
    return {"type": 7, "data": message()}


def modal() -> Body:
    box: Body = {"type": 4, "style": 2, "custom_id": "text", "label": "Treść", "value": "a", "min_length": 1}
    return {"type": 9, "data": {"custom_id": "f", "title": "Mowa", "components": [row(box | {"max_length": 9})]}}


def labelled() -> Body:
    box: Body = {"type": 4, "style": 2, "custom_id": "text"}
    label = {"type": 18, "label": "Treść", "component": box}
    return {"type": 9, "data": {"custom_id": "f", "title": "Mowa", "components": [label]}}


def suggestions() -> Body:
    return {"type": 8, "data": {"choices": [{"name": f"c{at}", "value": "v"} for at in range(25)]}}


def command() -> Body:
    text = {"type": 3, "name": "rozdział", "description": "Który", "required": True, "autocomplete": True}
    kind = {"type": 3, "name": "rodzaj", "description": "Jaki", "choices": [{"name": "a", "value": "b"}]}
    leaf = {"type": 1, "name": "zasady", "description": "Zasady", "options": [text, kind]}
    return {
        "type": 1,
        "name": "rada-mod",
        "description": "Gra",
        "description_localizations": {"en-US": "The game"},
        "options": [leaf],
        "nsfw": False,
    }


def of(data: Callable[[Body], Body], spoil: Spoil) -> Spoil:
    return lambda body: spoil(data(body))


def put(key: str, value: object) -> Spoil:
    return lambda body: body.__setitem__(key, value)


def drop(key: str) -> Spoil:
    return lambda body: body.pop(key)


def first_button(body: Body) -> Body:
    return body["components"][0]["components"][0]  # type: ignore[no-any-return]


def only_menu(body: Body) -> Body:
    return body["components"][1]["components"][0]  # type: ignore[no-any-return]


def first_option(body: Body) -> Body:
    return only_menu(body)["options"][0]  # type: ignore[no-any-return]


def box(body: Body) -> Body:
    return body["data"]["components"][0]["components"][0]  # type: ignore[no-any-return]


def leaf(body: Body) -> Body:
    return body["options"][0]  # type: ignore[no-any-return]


GOOD: Final[dict[str, tuple[tuple[str, str], Callable[[], Body], tuple[str, ...]]]] = {
    "create": (CREATE, created, FILES),
    "embed": (CREATE, embedded, ()),
    "edit": (EDIT, message, FILES),
    "follow-up": (FOLLOW_UP, message, FILES),
    "original": (ORIGINAL, message, FILES),
    "reply": (CALLBACK, reply, FILES),
    "update": (CALLBACK, update, FILES),
    "modal": (CALLBACK, modal, ()),
    "labelled modal": (CALLBACK, labelled, ()),
    "suggestions": (CALLBACK, suggestions, ()),
    "commands": (COMMANDS, command, ()),
}

LONG: Final = WIDE * 101
IN_MESSAGES: Final[list[tuple[str, Spoil]]] = [
    ("content: 2001 characters", put("content", WIDE * 2001)),
    ("everybody is called", put("content", "Hej @everyone")),
    ("everybody is called", put("content", "Hej @here")),
    ("everybody is called", put("content", r"Hej \\@here")),
    ("everybody may be called", put("allowed_mentions", {"parse": ["everyone"]})),
    ("everybody may be called", put("allowed_mentions", {"parse": ["roles"]})),
    ("has no alt text", drop("attachments")),
    ("has no alt text", put("attachments", [{"id": "0", "filename": FILES[0], "description": " "}])),
    ("alt text: 1025", put("attachments", [{"id": 0, "filename": FILES[0], "description": "a" * 1025}])),
    ("6 rows", put("components", [row(button(at)) for at in range(6)])),
    ("outside of rows", put("components", [{"type": 10, "content": "tekst"}])),
    ("custom id 'b0' stands 2 times", put("components", [row(button()), row(button())])),
    ("6 buttons in a row", put("components", [row(*(button(at) for at in range(6)))])),
    ("an empty row", put("components", [row()])),
    ("shares its row", put("components", [row(button(), menu())])),
    ("custom id: 101", of(first_button, put("custom_id", "b" * 101))),
    ("custom id: 101", of(only_menu, put("custom_id", "b" * 101))),
    ("custom id: empty", of(only_menu, put("custom_id", ""))),
    ("label: 81", of(first_button, put("label", WIDE * 81))),
    ("without a label", of(first_button, put("label", ""))),
    ("leads nowhere", of(first_button, drop("custom_id"))),
    ("leads nowhere", of(first_button, put("style", 5))),
    ("placeholder: 151", of(only_menu, put("placeholder", WIDE * 151))),
    ("a select of 26 options", of(only_menu, put("options", [option(at) for at in range(26)]))),
    ("a select of 0 options", of(only_menu, put("options", []))),
    ("value 'v0' stands 2 times", of(only_menu, put("options", [option(), option()]))),
    ("from 1 to 2 of 1 options", of(only_menu, lambda body: body.update(options=[option()], max_values=2))),
    ("more options chosen", of(only_menu, put("options", [option(at) | {"default": True} for at in (0, 1)]))),
    ("option's label: 101", of(first_option, put("label", LONG))),
    ("option's label: empty", of(first_option, put("label", " "))),
    ("option's value: 101", of(first_option, put("value", LONG))),
    ("option's value: empty", of(first_option, put("value", ""))),
    ("option's description: 101", of(first_option, put("description", LONG))),
]
IN_NEW_ONES: Final[list[tuple[str, Spoil]]] = [
    ("allowed_mentions are missing", drop("allowed_mentions")),
    ("allowed_mentions are missing", put("allowed_mentions", None)),
]
IN_CREATED: Final[list[tuple[str, Spoil]]] = [
    ("nonce: 26", put("nonce", "n" * 26)),
    ("not enforced", drop("enforce_nonce")),
    ("not enforced", lambda body: body.update(enforce_nonce=False)),
]
IN_MODALS: Final[list[tuple[str, Spoil]]] = [
    ("modal's title: 46", lambda body: body["data"].update(title="t" * 46)),
    ("modal's title: empty", lambda body: body["data"].update(title="")),
    ("modal's custom id: 101", lambda body: body["data"].update(custom_id="t" * 101)),
    ("a modal of 0 rows", lambda body: body["data"].update(components=[])),
    ("a modal of 6 rows", lambda body: body["data"].update(components=[row(box(modal()))] * 6)),
    ("'text' stands 2 times", lambda body: body["data"]["components"].append(row(box(modal())))),
    ("custom id: 101", of(box, put("custom_id", "t" * 101))),
    ("label of a box: 46", of(box, put("label", "t" * 46))),
    ("label of a box: empty", of(box, put("label", ""))),
    ("placeholder: 101", of(box, put("placeholder", "t" * 101))),
    ("text in a box: 10", of(box, put("value", "t" * 10))),
    ("text in a box: 4001", of(box, lambda body: body.update(value="t" * 4001, max_length=None))),
    ("impossible size", of(box, put("max_length", 4001))),
    ("impossible size", of(box, put("min_length", 10))),
]
IN_SUGGESTIONS: Final[list[tuple[str, Spoil]]] = [
    ("26 choices", lambda body: body["data"]["choices"].append({"name": "c", "value": "v"})),
    ("choice: 101", lambda body: body["data"]["choices"][0].update(name=LONG)),
    ("choice: empty", lambda body: body["data"]["choices"][0].update(name="")),
    ("choice's value: 101", lambda body: body["data"]["choices"][0].update(value=LONG)),
    ("choice 'c1' stands 2 times", lambda body: body["data"]["choices"][0].update(name="c1")),
]
IN_COMMANDS: Final[list[tuple[str, Spoil]]] = [
    ("'Rada' is no name", put("name", "Rada")),
    ("'rada mod' is no name", put("name", "rada mod")),
    ("is no name", put("name", "r" * 33)),
    ("'' is no name", put("name", "")),
    ("'Game' is no name", put("name_localizations", {"en-US": "Game"})),
    ("description of 'rada-mod': 101", put("description", LONG)),
    ("description of 'rada-mod': empty", put("description", "")),
    ("description of 'rada-mod': 101", put("description_localizations", {"en-US": LONG})),
    ("xx is no locale", put("description_localizations", {"xx": "Game"})),
    ("'Zasady' is no name", of(leaf, put("name", "Zasady"))),
    ("description of 'zasady': 101", of(leaf, put("description", LONG))),
    ("26 options", of(leaf, put("options", [{"type": 3, "name": f"o{at}", "description": "d"} for at in range(26)]))),
    ("option 'a' stands 2 times", of(leaf, put("options", [{"type": 3, "name": "a", "description": "d"}] * 2))),
    ("required options come first", of(leaf, lambda body: body["options"].reverse())),
    ("26 choices", of(leaf, lambda body: body["options"][1].update(choices=[{"name": "a", "value": "b"}] * 26))),
    (
        "choice 'a' stands 2 times",
        of(leaf, lambda body: body["options"][1]["choices"].append({"name": "a", "value": 1})),
    ),
    ("choice: 101", of(leaf, lambda body: body["options"][1]["choices"][0].update(name=LONG))),
    ("choice's value: 101", of(leaf, lambda body: body["options"][1]["choices"][0].update(value=LONG))),
    ("suggests others", of(leaf, lambda body: body["options"][1].update(autocomplete=True))),
]
KINDS: Final[list[tuple[str, list[tuple[str, Spoil]]]]] = [
    *((name, [*IN_MESSAGES]) for name in ("create", "edit", "follow-up", "original")),
    *((name, IN_NEW_ONES) for name in ("create", "follow-up", "original", "embed")),
    *(
        (name, [(words, of(lambda body: body["data"], spoil)) for words, spoil in IN_MESSAGES])
        for name in ("reply", "update")
    ),
    ("reply", [(words, of(lambda body: body["data"], spoil)) for words, spoil in IN_NEW_ONES]),
    ("create", IN_CREATED),
    ("modal", IN_MODALS),
    ("suggestions", IN_SUGGESTIONS),
    ("commands", IN_COMMANDS),
    ("embed", [("embeds: 6", lambda body: body["embeds"][0].update(author={"name": "n" * 1}))]),
    ("labelled modal", [("label of a box: 46", lambda body: body["data"]["components"][0].update(label="l" * 46))]),
]
CASES: Final = [(name, words, spoil) for name, cases in KINDS for words, spoil in cases]


def request(name: str, body: Body) -> Request:
    (method, path), _, files = GOOD[name]
    return Request(method, path, [body] if method == "PUT" else body, files)


@pytest.fixture
def _no_description(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.discord.api.DESCRIPTION", DESCRIPTION.with_name("none.json"))


@pytest.mark.parametrize("name", GOOD)
def test_what_is_right_passes(name: str) -> None:
    assert violations(request(name, GOOD[name][1]())) == []


def test_everybody_may_be_spoken_of() -> None:
    assert not violations(request("edit", message() | {"content": r"Hej \@everyone \\\@here"}))


@pytest.mark.usefixtures("_no_description")
@pytest.mark.parametrize(("name", "words", "spoil"), CASES, ids=lambda one: one if isinstance(one, str) else "")
def test_each_limit_is_known_without_the_description(name: str, words: str, spoil: Spoil) -> None:
    body = GOOD[name][1]()
    spoil(body)
    assert words in "\n".join(violations(request(name, body)))


@pytest.mark.parametrize(("name", "words", "spoil"), CASES, ids=lambda one: one if isinstance(one, str) else "")
def test_no_limit_is_missed_with_it(name: str, words: str, spoil: Spoil) -> None:
    """By whichever of the two."""
    body = GOOD[name][1]()
    spoil(body)
    assert violations(request(name, body))


@pytest.mark.usefixtures("_no_description")
def test_what_counts_all_together() -> None:
    many = [{"type": 17, "components": [{"type": 10, "content": "t"}] * 40}]
    v2 = Request(*CREATE, {"components": many, "flags": 1 << 15, "allowed_mentions": NOBODY})
    assert "41 components" in violations(v2)[0]
    assert "an empty message" in violations(Request(*CREATE, {"allowed_mentions": NOBODY}))[0]
    long = [{"type": 3, "name": f"o{at}", "description": "d" * 100} for at in range(25)]
    whole = command() | {
        "options": [{"type": 1, "name": f"s{at}", "description": "d", "options": long} for at in "abcd"]
    }
    assert "characters in all" in violations(Request(*COMMANDS, [whole]))[0]
    assert "command 'rada-mod' stands 2 times" in violations(Request(*COMMANDS, [command(), command()]))[0]
    assert "more than 10 files" in violations(Request(*CREATE, created(), (*FILES, *("a.txt",) * 9)))[0]
    assert "another shape" in violations(Request(*CREATE, {"content": 1, "allowed_mentions": NOBODY}))[0]


@pytest.mark.skipif(not DESCRIPTION.exists(), reason=MISSING)
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Request("GET", "/channels/1/nothing"), "no such operation"),
        (Request("GET", "/channels/1/messages", {"content": "a"}), "takes no body"),
        (Request(*CREATE), "a body is missing"),
        (Request(*CREATE, created() | {"unknown": 1}), "'unknown' was unexpected"),
        (Request(*CREATE, created() | {"content": 1}), "$.content: 1 is not of type"),
        (Request(*CREATE, created() | {"components": [row(button() | {"style": 9})]}), "$.components[0].components[0]"),
        (Request(*CREATE, created() | {"components": [{"type": 99}]}), "$.components[0]: 99 is none of"),
        (Request(*CALLBACK, {"type": 4, "data": {"content": 1}}), "$.data.content: 1 is not of type"),
        (Request(*CALLBACK, {"type": 77}), "77 is none of"),
        (Request(*COMMANDS, [command() | {"options": [{"type": 3, "name": "a"}]}]), "'description' is a required"),
        (Request(*COMMANDS, [command() | {"contexts": []}]), "$[0].contexts"),
        (Request("POST", "/users/@me/channels", {"recipient_id": "ala"}), "$.recipient_id"),
        (Request("POST", "/users/@me/channels", {"recipient_id": 1.5}), "$.recipient_id"),
    ],
    ids=str,
)
def test_the_description_is_obeyed(asked: Request, words: str) -> None:
    assert words in "\n".join(violations(asked))


@pytest.mark.skipif(not DESCRIPTION.exists(), reason=MISSING)
def test_numbers_are_ids_too() -> None:
    assert not violations(Request("POST", "/users/@me/channels", {"recipient_id": 12}))
