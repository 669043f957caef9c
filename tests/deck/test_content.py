"""What lies in the box: complete, of a decent length, in the house style, and in words a Polish dictionary knows."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from engine.rules import RuleSet
from engine.terms import STATS
from narrator.deck.stock import crises, voices
from tests.polish import second_person, unknown_words

FOLDER = files("narrator.deck") / "crises"
FILES = {
    file.name: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(FOLDER.iterdir(), key=lambda f: f.name)
}
PAIRS = [f"{helps}_{hurts}" for helps in STATS for hurts in STATS if helps != hurts]
LENGTHS = {
    "title": (10, 60),
    "crisis": (280, 700),
    "name": (8, 60),
    "mild": (80, 240),
    "strong": (80, 240),
    "after": (80, 300),
}
SENTENCES = [(kind, sentence) for kind, stock in voices().items() for sentence in stock]

# Places and people of this kingdom; everything else must stand in a dictionary.
NAMES = set((files("tests.deck") / "names.txt").read_text(encoding="utf-8").split())
ALLOWED = re.compile(r"[A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż ,.;:?!…–()„”«»'-]+")
GAME_TERMS = re.compile(
    r"\b(tur[aęyą]|rund\w*|punkt\w*|statystyk\w*|gracz\w*|kart\w* do gry|kostk\w* do gry|bonus\w*)\b", re.IGNORECASE
)


def texts(crisis: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "title", crisis["title"]
    yield "crisis", crisis["crisis"]
    for pair in PAIRS:
        yield from crisis[pair].items()


def everything() -> list[str]:
    told = [text for crisis in FILES.values() for _, text in texts(crisis)]
    return told + [re.sub(r"\{\w+\}", "tak", sentence) for _, sentence in SENTENCES]


def test_there_are_enough_crises() -> None:
    assert len(FILES) >= 40
    assert len(crises()) == len(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_crisis_is_complete_and_of_a_decent_length(name: str) -> None:
    crisis = FILES[name]
    assert set(crisis) == {"title", "crisis", *PAIRS}
    assert all(set(crisis[pair]) == {"name", "mild", "strong", "after"} for pair in PAIRS)
    for kind, text in texts(crisis):
        least, most = LENGTHS[kind]
        assert least <= len(text) <= most, (kind, len(text), text)
        assert text == text.strip()


@pytest.mark.parametrize("name", FILES)
def test_the_wordings_of_a_policy_differ(name: str) -> None:
    for pair in PAIRS:
        card = FILES[name][pair]
        mild, strong = (set(re.findall(r"\w{4,}", card[kind].lower())) for kind in ("mild", "strong"))
        assert len(mild & strong) <= len(mild | strong) / 3, card


def test_nothing_is_said_twice() -> None:
    counted = Counter(everything())
    assert [text for text, count in counted.items() if count > 1] == []
    assert len({crisis["title"] for crisis in FILES.values()}) == len(FILES)


def test_every_kind_of_voice_has_enough_sentences() -> None:
    for kind, stock in voices().items():
        once = kind.startswith(("fall_", "end_"))
        assert len(stock) >= (4 if once else RuleSet().rounds), kind
        assert all(25 <= len(sentence) <= 170 for sentence in stock), kind


@pytest.mark.parametrize(("kind", "sentence"), SENTENCES)
def test_placeholders_of_voices_are_known_and_quoted(kind: str, sentence: str) -> None:
    assert set(re.findall(r"\{(\w*)\}", sentence)) <= {"chosen", "title"}, kind
    assert all(quoted in ("„{chosen}”", "„{title}”") for quoted in re.findall(r".\{\w+\}.", sentence))
    assert sentence.format(chosen="x", title="y")[-1] in ".!?"


def test_the_style_of_the_house() -> None:
    for text in everything():
        assert ALLOWED.fullmatch(text), (text, set(ALLOWED.sub("", text)))
        assert not GAME_TERMS.search(text), text
        assert text.count("„") == text.count("”"), text
        assert " - " not in text, text
        assert "  " not in text, text


def test_nobody_is_addressed_or_guessed_at() -> None:
    assert [(word, text) for text in everything() for word in second_person(text)] == []


def test_the_spelling() -> None:
    found = {word: text for text in everything() for word in unknown_words(text) - NAMES}
    assert not found, sorted(found)


def test_the_checks_see_what_they_are_for() -> None:
    assert unknown_words("Rada otwrzyła bramy") == {"otwrzyła"}
    assert second_person("Dobrze zrobiłaś") == ["zrobiłaś"]
    assert second_person("Wybierasz dziś") == ["Wybierasz"]
    assert GAME_TERMS.search("Zdobywa punkty")
    assert not ALLOWED.fullmatch("Kosztuje 5 złotych")
    assert not ALLOWED.fullmatch("**ważne**")
