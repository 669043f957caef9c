"""Gaps and bold words, and nothing else, come between the catalogue and a message."""

import pytest

from bot.discord_layout import HEADS, LISTED, RESULTS, SPREAD, TOGETHER, laid_out
from bot.discord_wire import HEADING, contents, escape
from bot.phrases import Lines
from bot.rulebook import SECTIONS, help_lines, section
from bot.screen import TEXT_LIMIT
from bot.text import Line, catalogue, line, say
from engine.rules import RuleSet

TITLE = line("votes_counted.title", round=1)
POLICY = line("votes_counted.policy", number=1, name="Sól", votes=2)
WINNER = line("votes_counted.winner", policy="Sól")
LONG = line("panel.danger")
STATE = line("panel.exiled")


def shown(*lines: Line) -> list[str]:
    return list(laid_out(lines, escape))


@pytest.mark.parametrize("table", [HEADS, LISTED, RESULTS, SPREAD, TOGETHER])
def test_every_key_is_one_of_the_catalogue(table: frozenset[str]) -> None:
    assert table <= catalogue().keys()


def test_what_everybody_looks_for_is_bold_and_apart() -> None:
    assert shown(TITLE, POLICY, POLICY, WINNER, POLICY)[2:] == [
        say(POLICY),
        f"\n**{say(WINNER)}**",
        f"\n{say(POLICY)}",
    ]


def test_a_head_stands_on_what_it_begins() -> None:
    head, entry = line("dossier.round", round=2), line("action_recorded.pass")
    assert shown(TITLE, entry, head, entry)[2:] == [f"\n**{say(head)}**", say(entry)]


def test_nothing_parts_a_title_from_what_is_below() -> None:
    assert shown(TITLE, LONG)[1] == say(LONG)
    assert shown(TITLE, WINNER)[1] == f"**{say(WINNER)}**"


def test_paragraphs_are_apart_and_short_lines_together() -> None:
    short = line("clock.paused")
    assert shown(TITLE, short, short, STATE, STATE)[2:] == [say(short), f"\n{say(STATE)}", say(STATE)]
    assert shown(TITLE, STATE, LONG)[2] == say(LONG), "which belongs to the line before"


def test_a_numbered_list_is_a_block() -> None:
    starts = [text[:2] for text in laid_out(help_lines(), escape)]
    assert starts[2:6] == ["\n1", "2.", "3.", "\nC"]


@pytest.mark.parametrize("key", SECTIONS)
def test_every_word_is_kept(key: str) -> None:
    lines: Lines = section(key, RuleSet())
    assert [text.strip("\n*") for text in laid_out(lines, escape)] == [say(said, escape) for said in lines]


def test_no_page_begins_with_a_gap_or_is_longer_than_a_message() -> None:
    told = (line("narrated.text", text="Słowo. " * size) for size in range(20, 120))
    pages = contents((TITLE, *(said for words in told for said in (words, STATE))))
    assert len(pages) > 5
    assert pages[0].startswith(HEADING)
    assert all(page == page.strip("\n") and 0 < len(page) <= TEXT_LIMIT for page in pages)
