"""Rows of text: their width, what begins them, and what becomes of letters that cannot be written."""

import re
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

import bot
from bot.console_lobby import sound_name
from bot.console_text import HANG, one_line, wrapped
from bot.seating import councillors
from bot.text import MARGIN, catalogue
from engine.decide import MAX_SEATS

ROUND_THE_WORLD = st.text(alphabet="aż 你好👩‍🚀e\u0301\u200b–„”│\n", max_size=300)


@example("\u0301\u200da", 10)
@given(ROUND_THE_WORLD, st.integers(10, 120))
def test_no_row_is_too_wide_and_nothing_is_lost(text: str, width: int) -> None:
    rows = wrapped(text, width)
    assert all(cell_len(row) <= width for row in rows)
    assert visible("".join(rows)) == visible(text)


def visible(text: str) -> str:
    return re.sub("[\\s│\u0301\u200b\u200d]", "", text)


def test_people_never_begin_a_row() -> None:
    rows = wrapped("● Ala: „" + "x" * 40 + " Runda 9 z 8”", 30)
    assert all(row.startswith(HANG) for row in rows[1:])
    assert wrapped(f"{MARGIN}{'a ' * 40}", 30)[1].startswith(MARGIN)


def test_a_short_text_is_left_alone() -> None:
    assert wrapped("Ala ma kota.\nI psa.", 20) == ["Ala ma kota.", "I psa."]


@pytest.mark.parametrize(
    ("typed", "line"),
    [("  a\tb ", "a b"), ("a\nb\x85c", "a b c"), ("\x1b[31ma\u202e", "[31ma"), ("\ud800", ""), ("a  b", "a  b")],
)
def test_what_is_typed_is_one_harmless_line(typed: str, line: str) -> None:
    assert one_line(typed) == line


def test_what_cannot_be_written_is_written_plainly() -> None:
    text = "„Zażółć gęślą jaźń” – ŁÓDŹ… ●★■○☆□ −1 → 2 │ ─═ 你"
    plain = '"Zazolc gesla jazn" - LODZ... *+#ox= -1 > 2 | -= ?'
    assert text.encode("ascii", "rada.plainly").decode() == plain


def test_names() -> None:
    assert sound_name("  Żaneta ") == "Żaneta"
    assert [sound_name(name) for name in ("", "\x1b", "x" * 25)] == [None] * 3


def test_automated_councillors_share_no_name_with_anybody() -> None:
    people = ("adela", "ZOFIA", "Emil")
    names = councillors("seed", people, MAX_SEATS - len(people))
    assert len({name.casefold() for name in (*names, *people)}) == MAX_SEATS
    assert names == councillors("seed", people, MAX_SEATS - len(people))


def test_every_word_of_the_terminal_is_used() -> None:
    folder = Path(str(files(bot)))
    source = "".join(path.read_text("utf-8") for path in (*folder.glob("console*.py"), folder / "play.py"))
    for key in (key for key in catalogue() if key.startswith("console.")):
        head, _, name = key.rpartition(".")
        assert f'"{key}"' in source or (head == "console.help" and f'_line("{name}"' in source), key
