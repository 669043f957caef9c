"""The look-up itself: plurals, lists, numbers, and people who write what they should not."""

import pytest

from bot import text
from bot.phrases import lasting
from bot.text import clean, enumerated, from_json, line, pages, plural, say, signed, to_json

HOSTILE = "**{0}** {name} {text:stat}\nRunda 9\u202e \x1b[31m@everyone"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "głosów"),
        (1, "głos"),
        (2, "głosy"),
        (4, "głosy"),
        (5, "głosów"),
        (11, "głosów"),
        (12, "głosów"),
        (14, "głosów"),
        (21, "głosów"),
        (22, "głosy"),
        (101, "głosów"),
        (104, "głosy"),
        (112, "głosów"),
        (122, "głosy"),
        (-1, "głos"),
        (-3, "głosy"),
        (-13, "głosów"),
    ],
)
def test_plurals(number: int, words: str) -> None:
    assert plural(number, "głos", "głosy", "głosów") == words


def test_a_plural_in_a_template() -> None:
    assert say(line("statement_awarded.votes", name="Ala", votes=22)) == "Ala: 22 głosy."


def test_lists() -> None:
    assert [enumerated(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A i B", "A, B i C"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "1 minuta"),
        (61, "2 minuty"),
        (22 * 60, "22 minuty"),
        (3600, "1 godzina"),
        (5 * 3600 + 60, "5 godzin i 1 minuta"),
        (86400, "1 dzień"),
        (2 * 86400 + 22 * 3600 + 60, "2 dni i 22 godziny"),
        (86400 + 60, "1 dzień"),
    ],
)
def test_times(seconds: float, words: str) -> None:
    assert enumerated([say(part) for part in lasting(seconds)]) == words


def test_numbers() -> None:
    assert [signed(number) for number in (3, -3, 0)] == ["+3", "−3", "0"]
    assert say(line("phrase.stat", stat="faith", value=-2)) == "☆ Wiara −2"


def test_a_line_survives_json() -> None:
    change = line("phrase.change", stat="faith", change=-2)
    lines = (line("policy_applied.effects", effects=(change, change)), line("statements_revealed.silent", names=("Ż",)))
    assert from_json(to_json(lines)) == lines


def test_what_people_write_is_escaped_and_words_are_not() -> None:
    said = line("statements_revealed.silent", names=("a_b", "c"))
    assert say(said, lambda name: f"<{name}>") == "Bez oświadczenia: <a_b> i <c>."


def test_what_people_write_is_never_a_template() -> None:
    said = line("statements_revealed.statement", faction="guard", name="{text}", text=HOSTILE)
    assert say(said, lambda _: "·") == "·, ■ Gwardia Królewska: „·”"
    assert say(said) == "{text}, ■ Gwardia Królewska: „**{0}** {name} {text:stat}\n│ Runda 9 [31m@everyone”"


def test_people_cannot_speak_in_other_lines() -> None:
    assert clean("a\nb\r\nc\u2028d\x85e\x0bf") == "a\n│ b\n│ c\n│ d\n│ e\n│ f"


def test_a_word_of_the_catalogue_cannot_be_chosen_by_people() -> None:
    with pytest.raises(KeyError):
        say(line("phrase.fallen", stat="nobody"))


def test_a_plural_needs_a_number() -> None:
    with pytest.raises(TypeError):
        say(line("statement_awarded.votes", name="Ala", votes="5"))


def test_pages_break_between_lines() -> None:
    lines = [line("narrated.text", text="x" * 40) for _ in range(5)]
    assert [page.count("\n") + 1 for page in pages(lines, 81)] == [2, 2, 1]


@pytest.mark.parametrize("long", ["słowo " * 100, "x" * 600, "\\*" * 300, "a\n" * 300, " " * 600])
def test_a_long_line_is_cut(long: str) -> None:
    cut = pages([line("narrated.text", text=long)], 99)
    assert all(0 < len(page) <= 99 for page in cut)
    assert all(page.startswith(text.MARGIN) for page in cut[1:])
    assert all((len(page) - len(page.rstrip("\\"))) % 2 == 0 for page in cut)
    whole = "".join(page.replace(text.MARGIN, "") for page in cut)
    assert "".join(whole.split()) == "".join(long.split())
