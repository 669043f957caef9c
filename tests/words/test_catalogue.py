"""The whole catalogue: complete, filled as written, and in the language and style of the house."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest

from bot.facts import _OWN, _PUBLIC
from bot.text import HOLE, Field, Line, catalogue, line, say
from engine import terms
from engine.commands import Code
from engine.events import DilemmaDrawn, Event, SeatActed
from tests.polish import guesses, readings, second_person, unknown_words
from tests.words.speech import games, holes, nested, spoken

TEXTS = catalogue()
TABLES = (
    "symbol",
    "faction",
    "faction_genitive",
    "power",
    "stat",
    "action",
    "status",
    "phase",
    "ending",
    "refusal",
    "tempo",
    "wariant",
    "right",
    "done",
)
TABLE_CODES = ("paused", "stale", "not_seated", "store_failed", "unknown_choice")
OTHERS = [
    table
    for file in (files("bot") / "texts").iterdir()
    if file.name not in ("events.toml", "panels.toml", "terms.toml", "refusals.toml")
    for table in tomllib.loads(file.read_text("utf-8"))
] + ["lasting", "councillor"]
"""What is said beside the games themselves: by tables, terminals and chats."""
CHAT = re.compile(r"<(t:|#|@&)[^>]*>|https://\S+|/rada(-mod)?( \w+)?|\brada \w+")
"""What only a chat reads, and commands."""
NAMES = {"Discord", "Discordzie", "Discorda"}
OF_THINGS = {
    "statement_awarded.nobody": "padł",
    "votes_counted.nobody": "padł",
    "ending.deserted": "opustoszała",
    "notice.closed": "zrobił",
    "door.too_slow": "zdążył",
    "notice.made_up": "był",
    "trial_letter.title": "dotarła",
    "reminder.actions": "zapadł",
}
"""Past tenses whose subject is a thing, or nobody in particular."""
PLURALS = [(key, hole) for key, text in TEXTS.items() for hole in HOLE.finditer(text) if hole["forms"]]
NUMBERS = {0: 2, 1: 0, 2: 1, 5: 2, 12: 2, 22: 1, 25: 2, 112: 2, 122: 1, -1: 0, -2: 1}
"""Which of the three forms goes with a number."""
IMPERATIVES = {"Chroń", "Zdemaskuj", "Zasiej"}
ALLOWED = re.compile(r"[A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż0-9 ,.;:?!–()„”→●★■○☆□|]+")
MASCULINE = re.compile(
    r"\b(gracz\w*|zwycięzc\w*|autor\w*|członk\w*|członek|radn\w+|wygnan(y|a|i|ego|emu|ym|ych|ej|ą)|pan(a|u|em|ie|i|ią|ów)?|zdrajc\w*|który|każdy|sam)\b"
)


@cache
def said() -> tuple[Line, ...]:
    """Every line of the games, those within others included."""
    return tuple(dict.fromkeys(inner for game in games() for outer in spoken(game) for inner in nested(outer)))


def sample(key: str, number: int) -> dict[str, Field]:
    """Something for every hole."""
    found = list(HOLE.finditer(TEXTS[key]))
    fields: dict[str, Field] = {hole["field"]: "·" for hole in found}
    fields |= {hole["field"]: number for hole in found if hole["forms"] or hole["table"] == "+"}
    tables = {hole["field"]: hole["table"] for hole in found if hole["table"] in TABLES}
    return fields | {name: next(iter(members(table))) for name, table in tables.items()}


def members(table: str) -> set[str]:
    return {key.removeprefix(f"{table}.") for key in TEXTS if key.startswith(f"{table}.")}


def words() -> dict[str, str]:
    """Every template with its plurals written out and other holes left empty."""
    filled = {key: HOLE.sub(lambda hole: (hole["forms"] or "").replace("|", " "), text) for key, text in TEXTS.items()}
    return {key: CHAT.sub("5", text) for key, text in filled.items()}


# -- complete ---------------------------------------------------------------------------------------------------------


def test_no_key_stands_in_two_files() -> None:
    tables = [set(tomllib.loads(file.read_text("utf-8"))) for file in (files("bot") / "texts").iterdir()]
    assert sum(map(len, tables)) == len(set().union(*tables))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_has_words(kind: type[Event]) -> None:
    assert any(key.startswith(f"{kind.event}.") for key in TEXTS) == (kind is not DilemmaDrawn)
    assert (kind in _PUBLIC or kind in _OWN) == (kind not in (DilemmaDrawn, SeatActed))


@pytest.mark.parametrize("code", [*get_args(Code), *TABLE_CODES])
def test_every_refusal_has_words_and_needs_no_fields(code: str) -> None:
    assert say(line(f"refusal.{code}")).endswith(".")


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("symbol", (*terms.FACTIONS, *terms.STATS)),
        ("faction", terms.FACTIONS),
        ("faction_genitive", terms.FACTIONS),
        ("power", terms.FACTIONS),
        ("stat", terms.STATS),
        ("action", get_args(terms.Action)),
        ("status", get_args(terms.Status)),
        ("phase", get_args(terms.Phase)),
        ("ending", get_args(terms.Ending)),
    ],
)
def test_terms_are_complete(table: str, values: tuple[str, ...]) -> None:
    assert members(table) == set(values)


def test_no_two_things_share_a_symbol() -> None:
    symbols = [text for key, text in TEXTS.items() if key.startswith("symbol.")]
    assert len(symbols) == len(set(symbols))


# -- filled -----------------------------------------------------------------------------------------------------------


def test_every_hole_is_well_formed() -> None:
    for key, text in TEXTS.items():
        assert not re.search("[{}]", HOLE.sub("", text)), key
        assert all(hole["forms"].count("|") == 2 for hole in HOLE.finditer(text) if hole["forms"]), key
        tables = [hole["table"] for hole in HOLE.finditer(text) if hole["table"]]
        assert set(tables) <= {*TABLES, "+"}, key


def test_everything_in_the_catalogue_is_said() -> None:
    assert {key for key in TEXTS if key.partition(".")[0] not in (*TABLES, *OTHERS)} == {inner.key for inner in said()}


def named(tree: ast.AST) -> Iterator[str]:
    """The texts in a program, as patterns: what is put into them can be anything."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values)
            yield "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value:
            yield re.escape(node.value)


def test_everything_else_is_named_somewhere() -> None:
    trees = [ast.parse(file.read_text("utf-8")) for file in Path(str(files("bot"))).glob("*.py")]
    patterns = {pattern for tree in trees for pattern in named(tree) if r"\." in pattern}
    anything = re.compile("|".join(sorted(patterns)))
    others = {key for key in TEXTS if key.partition(".")[0] in OTHERS and key.partition(".")[0] not in TABLES}
    assert {key for key in others if not anything.fullmatch(key)} == set()


def test_fields_match_holes_both_ways() -> None:
    for inner in said():
        assert {name for name, _ in inner.fields} == holes(TEXTS[inner.key]), inner


def test_nothing_is_left_unfilled() -> None:
    for inner in said():
        rendered = say(inner, lambda _: "·")
        assert not re.search(r"[{}]|  |None", rendered), rendered


# -- plurals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("key", {key for key, _ in PLURALS})
def test_every_plural_of_every_template(key: str, number: int) -> None:
    rendered = say(line(key, **sample(key, number)))
    for name, hole in PLURALS:
        if name == key:
            form = hole["forms"].split("|")[NUMBERS[number]]
            assert form in rendered
            assert str(number).replace("-", "−") in rendered


@pytest.mark.parametrize("forms", sorted({hole["forms"] for _, hole in PLURALS}))
def test_plurals_are_forms_of_one_word(forms: str) -> None:
    one, few, many = (set(readings(form)) for form in forms.split("|"))
    assert any(
        _is(one, lemma, first) and _is(few, lemma, second) and _is(many, lemma, third)
        for lemma in {lemma for lemma, _ in one}
        for first, second, third in (
            ("subst:sg:nom", "subst:pl:nom", "subst:pl:gen"),
            ("subst:sg:acc", "subst:pl:acc", "subst:pl:gen"),
            ("subst:sg:gen", "subst:pl:gen", "subst:pl:gen"),  # after „do”
            ("fin:sg:ter", "fin:pl:ter", "fin:sg:ter"),
        )
    )


def _is(found: set[tuple[str, str]], lemma: str, form: str) -> bool:
    """Morfeusz writes several cases of one form as subst:sg:nom.acc:…"""
    kind, number, case = form.split(":")
    return any(
        name == lemma and tag.split(":")[:2] == [kind, number] and case in tag.split(":")[2].split(".")
        for name, tag in found
        if tag.count(":") >= 2
    )


# -- the language and the style ---------------------------------------------------------------------------------------


def test_the_spelling() -> None:
    found = {word: key for key, text in words().items() for word in unknown_words(text)}
    assert set(found) <= {*"●★■○☆□→", *NAMES}, found


def test_nobody_is_guessed_at() -> None:
    for key, text in words().items():
        assert set(guesses(text)) <= {OF_THINGS.get(key)}, key
        assert not MASCULINE.search(text.lower()), (key, MASCULINE.search(text.lower()))


def test_who_is_addressed_is_addressed_in_the_present() -> None:
    for key, text in words().items():
        for word in second_person(text):
            tags = [tag for _, tag in readings(word)]
            assert not any(tag.startswith(("praet", "aglt")) for tag in tags), (key, word)


def test_the_style_of_the_house() -> None:
    for key, text in words().items():
        assert not ALLOWED.sub("", text), key
        assert text.count("„") == text.count("”"), key
        assert "-" not in text, key
        assert text.count("–") == text.count(" – "), key
        assert not re.search(r" [.,;:?!)”]|[(„] |\w[,;:]\w", CHAT.sub("X", HOLE.sub("X", TEXTS[key]))), key
        assert "  " not in TEXTS[key], key
        assert TEXTS[key] == TEXTS[key].strip(), key


def test_symbols_stand_beside_their_words() -> None:
    for key, text in TEXTS.items():
        for hole in HOLE.finditer(text):
            if hole["table"] == "symbol":
                assert re.match(r" \{(\w+:(faction|stat)|name)\}", text[hole.end() :]), key


def test_the_checks_see_what_they_are_for() -> None:
    assert unknown_words("Gosopdarka rośnie") == {"Gosopdarka"}
    assert guesses("Ala zdobyła punkt") == ["zdobyła"]
    assert guesses("Nie udało się") == []
    assert second_person("Już głosowałeś")
    assert MASCULINE.search("ten gracz")
    assert not ALLOWED.fullmatch("**ważne**")
