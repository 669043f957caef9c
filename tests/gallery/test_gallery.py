"""The page is whole: every section has something to show, and every word of the chat stands in it or is named here."""

import asyncio
import re
from typing import Final

import pytest

from bot.text import HOLE, MARGIN, catalogue
from tests.gallery.__main__ import album
from tests.gallery.album import Album
from tests.gallery.markdown import plain
from tests.gallery.page import page

ELSEWHERE: Final = {
    "console.": "said by the terminal only",
    "command.": "stands in Discord's own list of commands",
    "picture.": "drawn in pictures",
    "panel.invite": "stands for a panel, which takes its place",
    "symbol.": "stands beside its word, wherever that is said",
    "wyczysc.": "stands in the list of commands",
    "councillor.": "names, of which every game has a few",
}
"""What no message has, and why."""
FAULT: Final = "needs a fault, as in the tests of the door, the desk and the outlet"
FORGED: Final = "needs a press of what is not offered"
RARE: Final = "needs a turn that these games do not take; said like its neighbours, which they do"
NOT_REACHED: Final = {
    FAULT: (
        "door.chat",
        "door.closing",
        "door.fault",
        "door.too_slow",
        "door.unshown",
        "notice.made_up",
        "refusal.store_failed",
        "refusal.unreadable",
        "standing.everybody",
        "standing.no_answer",
        "standing.trying",
        "trouble.locked",
    ),
    FORGED: (
        "door.only_server",
        "door.unknown_command",
        "refusal.already_voted",
        "refusal.bad_dilemma",
        "refusal.empty_faction",
        "refusal.inactive_target",
        "refusal.malformed",
        "refusal.not_active",
        "refusal.own_statement",
        "refusal.own_target",
        "refusal.silent_author",
        "refusal.too_poor",
        "refusal.unknown_choice",
        "refusal.unknown_policy",
        "refusal.wrong_phase",
    ),
    RARE: (
        "action.pass",
        "audit.empty",
        "choice.stay_silent.hint",
        "dossier.empty",
        "letter.game",
        "refusal.no_bots",
        "refusal.nobody",
        "refusal.not_yourself",
        "faction_genitive.clergy",
        "faction_genitive.merchants",
        "panel.why.dilemma",
        "phrase.no_ballot",
        "refusal.full",
        "trial.fine",
        "right.create_public_threads",
        "right.send_messages_in_threads",
        "right.view_channel",
        "rulebook.disgrace.after_powers",
        "unmasked.void",
        "votes_counted.drawn",
        "votes_counted.nobody",
    ),
}


@pytest.fixture(scope="module")
def shown() -> Album:
    return asyncio.run(album())


def said(shown: Album) -> str:
    """All that stands on the page, as plain text: every line once."""
    texts: list[str] = []
    for section in shown.sections:
        for item in section.items:
            if item.form is not None:
                texts += (item.form.title, *(one.label for one in item.form.fields))
            if item.shown is not None:
                texts.append(plain(item.shown.content))
                texts += (one.label for one in item.shown.buttons)
                for menu in item.shown.menus:
                    texts += (menu.label, *(part for one in menu.choices for part in (one.label, one.hint)))
                texts += (picture.alt for picture in item.shown.pictures)
    return "\n".join(dict.fromkeys("\n".join(texts).replace(f"\n{MARGIN}", MARGIN).split("\n")))


def test_every_section_has_something_to_show(shown: Album) -> None:
    assert [section.title for section in shown.sections if not section.screens] == []
    titles = [section.title for section in shown.sections]
    assert len(set(titles)) == len(titles)


def test_the_page_needs_nothing_else(shown: Album) -> None:
    made = page(shown)
    assert all(f">{section.title}</h2>" in made for section in shown.sections)
    assert made.count("data:image/png;base64,") == sum(len(item.files) for s in shown.sections for item in s.items) - 1
    assert not re.findall(r'(?:src|href)="(?!data:|#)', made)
    assert "http" not in re.sub(r'"data:[^"]*"|https://discord\.com/channels/', "", made)


def pattern(template: str) -> re.Pattern[str]:
    """What the template may look like once it is filled."""
    parts: list[str] = []
    end = 0
    for hole in HOLE.finditer(template):
        parts += (re.escape(template[end : hole.start()]), _hole(hole))
        end = hole.end()
    return re.compile("".join((*parts, re.escape(template[end:]))), re.DOTALL)


def _hole(hole: re.Match[str]) -> str:
    if hole["forms"]:
        return f"(?:{'|'.join(map(re.escape, hole['forms'].split('|')))})"
    return r"[+−]?\d+" if hole["table"] == "+" else r"[^\n]{1,600}?"


def test_every_word_of_the_chat_is_shown_or_listed(shown: Album) -> None:
    text = said(shown)
    missing = [
        key
        for key, template in catalogue().items()
        if not key.startswith(tuple(ELSEWHERE)) and not pattern(template).search(text)
    ]
    assert sorted(missing) == sorted(key for keys in NOT_REACHED.values() for key in keys)


def test_nothing_is_listed_that_is_not_in_the_catalogue() -> None:
    assert [beginning for beginning in ELSEWHERE if not any(key.startswith(beginning) for key in catalogue())] == []
