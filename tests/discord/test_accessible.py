"""Nobody needs eyes, colours or pictures to play: every screen of whole games is looked through."""

import asyncio
from typing import Any, Final

import pytest
from simcord.backend.models import Message

from bot.text import catalogue
from tests.discord.seen import Shown
from tests.gallery import access
from tests.gallery.__main__ import album
from tests.gallery.album import Album

BUTTON: Final = {"type": 2, "style": 1, "label": "Mój panel", "custom_id": "a"}
MENU: Final = {
    "type": 3,
    "placeholder": "Wybierz akcję",
    "custom_id": "b",
    "options": [{"label": "Bez akcji", "value": "1"}, {"label": "Zdemaskuj: Ala", "value": "2"}],
}
ALT: Final = "Wykres. □ Stabilność: 24 i 17. ○ Gospodarka: 24 i 23. ☆ Wiara: 24 i 32. Na poziomie 0 upada."
TEXT: Final = "### Runda 1\nKrólestwo: □ Stabilność 17, ○ Gospodarka 23 i ☆ Wiara 32.\n\nAla, ★ Wysokie Kapłaństwo."


@pytest.fixture(scope="module")
def shown() -> Album:
    return asyncio.run(album())


def test_every_screen_can_be_followed(shown: Album) -> None:
    found = []
    for section in shown.sections:
        above: Shown | None = None
        for item in section.items:
            if item.shown is not None:
                found += [f"{section.title}: {fault}" for fault in access.faults(item.shown, above)]
                above = item.shown
    assert not found, "\n".join(found)


def test_every_symbol_of_the_catalogue_is_looked_for() -> None:
    assert {text for key, text in catalogue().items() if key.startswith("symbol.")} == set(access.WORDS_OF)


def message(content: str = TEXT, alt: str | None = ALT, *rows: dict[str, Any]) -> Shown:
    components = [{"type": 1, "components": [row]} for row in rows or (BUTTON, MENU)]
    pictures = [{"filename": "krolestwo-1.png", "description": alt}]
    return Shown(Message(1, 2, 3, content, components=components, attachments=pictures))


def test_a_sound_screen_passes() -> None:
    assert access.faults(message()) == []


PLANTED: Final = {
    "a faction by its symbol alone": (message(f"{TEXT}\n● Bartek."), "stands without its word"),
    "the wrong word": (message(f"{TEXT}\n● Gwardia Królewska."), "stands without its word"),
    "a symbol on a button": (message(TEXT, ALT, BUTTON | {"label": "★ Ala"}), "stands without its word"),
    "a symbol in an option": (
        message(TEXT, ALT, MENU | {"options": [{"label": "Ala", "value": "1", "description": "■"}]}),
        "stands without its word",
    ),
    "a custom emoji": (message(f"{TEXT}\n<:korona:123>"), "an emoji in"),
    "an emoji for a word": (message(f"{TEXT}\n👑 Ala"), "an emoji in"),
    "an emoji on a button": (message(TEXT, ALT, BUTTON | {"emoji": {"name": "👑"}}), "an emoji on"),
    "an emoji on an option": (
        message(TEXT, ALT, MENU | {"options": [{"label": "Ala", "value": "1", "emoji": {"name": "👑"}}]}),
        "an emoji on",
    ),
    "a picture without words": (message(TEXT, None), "no alternative text"),
    "numbers in the picture alone": (message(TEXT, "Wykres statystyk."), "in the picture alone"),
    "another number in the picture": (message(TEXT, ALT.replace("i 32", "i 31")), "do not say the same"),
    "no numbers in the message": (message("### Runda 1\nKrólestwo trwa."), "do not say the same"),
    "a button without a label": (message(TEXT, ALT, BUTTON | {"label": ""}), "no words on"),
    "a button with a sign": (message(TEXT, ALT, BUTTON | {"label": "→"}), "no words on"),
    "a select without a prompt": (message(TEXT, ALT, MENU | {"placeholder": ""}), "no words on"),
    "an empty option": (
        message(TEXT, ALT, MENU | {"options": [{"label": " ", "value": "1"}]}),
        "no words on the option",
    ),
    "labels cut alike": (
        message(TEXT, ALT, BUTTON | {"label": "Polisa…"}, BUTTON | {"label": "Polisa…"}),
        "two are called",
    ),
    "options cut alike": (
        message(TEXT, ALT, MENU | {"options": [{"label": "Polisa…", "value": value} for value in "12"]}),
        "two are called",
    ),
    "buttons about nothing": (message("", ALT), "not a word on what it is about"),
    "the main thing last": (message(TEXT, ALT, BUTTON | {"style": 2, "label": "Wróć"}, BUTTON), "after what matters"),
    "a title below": (message(f"Wstęp.\n{TEXT}"), "another heading"),
    "a deep heading": (message(f"#{TEXT}"), "not of our one level"),
    "no title": (message(TEXT.removeprefix("### ")), "no title above"),
    "a drawn line": (message(f"{TEXT}\n=====\nDalej."), "a drawing"),
    "a drawn table": (message(f"{TEXT}\nAla    24"), "a drawing"),
    "a block of code": (message(f"{TEXT}\n```\nAla\n```"), "a drawing"),
    "a bar of blocks": (message(f"{TEXT}\n█████░░░"), "a drawing"),
    "a wall of text": (message(TEXT + "\nKolejny wiersz." * 20), "lines in one block"),
    "two spaces": (message(f"{TEXT}\nAla  gra."), "a slip"),
    "a space before a comma": (message(f"{TEXT}\nAla , Bartek."), "a slip"),
    "two full stops": (message(f"{TEXT}\nAla gra.."), "a slip"),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_what_is_planted_is_found(planted: str) -> None:
    screen, fault = PLANTED[planted]
    assert any(fault in found for found in access.faults(screen)), access.faults(screen)


def test_every_check_has_something_planted() -> None:
    checks = (*access.CHECKS, access.untitled)
    silent = [check.__name__ for check in checks if not any(list(check(screen)) for screen, _ in PLANTED.values())]
    assert silent == []


def test_a_further_page_needs_no_title() -> None:
    above, below = message("### Teczka\n" + "a" * 1980), message("Dalszy ciąg.\n\nI koniec.", "", BUTTON)
    above.raw.components = []
    assert list(access.untitled(below))
    assert not any("no title" in fault for fault in access.faults(below, above))
    assert any("no title" in fault for fault in access.faults(below, message()))
