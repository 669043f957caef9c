"""Screens as Discord takes them: nothing foreign is read as markup, nothing is longer than Discord allows."""

import re
from itertools import chain
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_wire import HEADING, addresses, contents, escape, file, mention, modal, view
from bot.screen import TEXT_LIMIT, Attachment, Button, Form, Option, Screen, Select
from bot.text import line, say

TORTURE: Final = (
    "@everyone",
    "@here",
    "<@1>",
    "<@&1>",
    "<#1>",
    "<t:1:R>",
    "<:kot:1>",
    "</rada nowa:1>",
    "<https://a.pl>",
    "`a`",
    "```\na\n```",
    "||a||",
    "**a** __b__ ~~c~~ *d* _e_",
    "[x](http://a.pl)",
    "https://a.pl/b",
    "discord.gg/abc",
    "# a",
    "-# a",
    "> a",
    ">>> a",
    "- a",
    "+ a",
    "* a",
    "1. a",
    "12) a",
    "1.5",
    "\\",
    "\\@everyone",
    "\\\\*a*",
    "a\n# b\n> c\n- d",
)
LIVE: Final = re.compile(
    r"[*_~`|\[\]<@]|https?://|\w\.\w|^\s*(?:[-+>#]|\d+[.)](?:\s|$))",
    re.MULTILINE,
)
"""What Discord reads as more than text."""
ESCAPED: Final = re.compile(r"\\([^\sA-Za-z0-9])")


def shown(text: str) -> str:
    """What stands there once Discord has read it; a mark of its own is in the place of everything escaped."""
    return ESCAPED.sub("·", text)


@pytest.mark.parametrize("text", TORTURE)
def test_what_players_write_is_shown_as_it_is(text: str) -> None:
    assert not LIVE.search(shown(escape(text.partition("\n")[0])))
    assert ESCAPED.sub(r"\1", escape(text)) == text


@given(st.text(st.sampled_from("a1 \\*_~`|[]()<>@#-+.:/")))
def test_nothing_foreign_is_alive_and_nothing_is_lost(text: str) -> None:
    assert not LIVE.search(shown(escape(text)))
    assert ESCAPED.sub(r"\1", escape(text)) == text


@pytest.mark.parametrize("text", TORTURE)
def test_a_foreign_text_keeps_to_its_place_in_a_message(text: str) -> None:
    """Further lines of it stand behind a margin, and right-to-left marks are gone."""
    said = line("choice.vote_statement.hint", text=f"{text}\u202eabc")
    (page,) = contents((line("notice.made_up"), said))
    title, *rest = page.removeprefix(HEADING).split("\n")
    assert title == say(line("notice.made_up"))
    assert rest[0].startswith("„")
    assert all(row.startswith("│ ") for row in rest[1:])
    assert not any(LIVE.search(shown(row)) for row in rest)
    assert "\u202e" not in page


def test_the_alarm_would_go_off() -> None:
    assert all(LIVE.search(text) for text in TORTURE if "\\" not in text)


def test_a_title_is_a_heading_where_something_stands_below() -> None:
    notice = line("notice.made_up")
    assert contents((notice,)) == [say(notice)]
    assert contents((notice, notice)) == [f"{HEADING}{say(notice)}\n{say(notice)}"]


def test_pages_are_full_and_none_is_too_long() -> None:
    texts = [line("choice.vote_statement.hint", text="*" * 280) for _ in range(12)]
    found = contents((line("notice.made_up"), *texts))
    assert 3 < len(found) < 6
    assert all(0 < len(page) <= TEXT_LIMIT for page in found)
    assert "".join(found).count("\\*") == 12 * 280


def test_room_can_be_left_for_mentions() -> None:
    texts = [line("choice.vote_statement.hint", text="a" * 280) for _ in range(12)]
    people = mention(str(10**19 + number) for number in range(12))
    assert all(len(f"{page}\n{people}") <= TEXT_LIMIT for page in contents(tuple(texts), TEXT_LIMIT - len(people) - 1))
    assert mention(["1", "2"]) == "<@1> <@2>"


LONG: Final = line("choice.vote_statement.hint", text="a " * 400 + "\nb")
ROWS: Final = (
    tuple(Button(f"rada|panel|g|1||{number}", LONG, "main") for number in range(5)),
    Select("rada|vote|g|1||", LONG, tuple(Option(str(number), LONG, LONG, number == 7) for number in range(25))),
    (Button("rada|panel|g|1||9", line("choice.pass.label")),),
)


async def test_the_longest_rows_fit() -> None:
    made = view(ROWS)
    assert made is not None
    assert made.is_finished()
    first, second, third = made.to_components()
    assert all(78 < len(button["label"]) <= 80 for button in first["components"])
    assert first["components"][0]["label"].endswith("a…")
    (menu,) = second["components"]
    assert len(menu["placeholder"]) <= 150
    assert all(len(option["label"]) <= 100 and len(option["description"]) <= 100 for option in menu["options"])
    assert [option["value"] for option in menu["options"] if option["default"]] == ["7"]
    assert third["components"][0]["label"] == "Bez akcji"


async def test_addresses_are_those_that_are_sent() -> None:
    made = view(ROWS)
    assert made is not None
    parts: list[Any] = list(chain.from_iterable(row["components"] for row in made.to_components()))
    assert {part["custom_id"] for part in parts} == addresses(Screen((), ROWS))


async def test_nothing_to_press_is_no_view() -> None:
    assert view(()) is None


async def test_a_form_asks_for_words() -> None:
    form = Form("rada|say|g|1||", LONG, LONG, 280, text="# jak było")
    made = modal(form)
    assert made.is_finished()
    sent = made.to_dict()
    assert sent["custom_id"] == form.address
    assert len(sent["title"]) <= 45
    ((field,),) = [row["components"] for row in sent["components"]]
    assert (field["value"], field["max_length"]) == ("# jak było", 280)
    assert len(field["label"]) <= 45


async def test_a_picture_says_what_it_shows() -> None:
    picture = file(Attachment("wykres.png", b"png", LONG))
    assert picture.filename == "wykres.png"
    assert picture.description is not None
    assert 0 < len(picture.description) <= 1024
    assert file(Attachment("zapis.jsonl", b"{}")).description is None
