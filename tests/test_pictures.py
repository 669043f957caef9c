"""The picture of the kingdom: told to everybody alike, in words too, the same every time, and readable."""

from io import BytesIO
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageFont

from bot.pen import bare
from bot.pictures import LABEL, LOOKS, History, alt, history, picture, spread
from bot.text import Line, catalogue, line, say
from engine.events import PolicyApplied
from engine.terms import STATS, Stats
from engine.view import heard_by
from tests.table import Table
from tests.words.speech import games, holes, nested

DISCORD_ALT_LIMIT = 1024
LONG = tuple(Stats(24 - 3 * n, 20 + n % 5, 22 - n) for n in range(9))
DRAWN = ("title", "beginning", "danger", "start", "round", "level", "last")


def texts_drawn(told: History) -> list[str]:
    number = len(told) - 1
    last = [line("picture.last", stat=stat, value=getattr(stats, stat)) for stats in told for stat in STATS]
    plain = [line("picture.title", round=number), line("picture.beginning"), line("picture.danger")]
    levels = [line("picture.level", level=level) for stats in told for level in stats]
    said = [*plain, line("picture.start"), line("picture.round", round=number), *levels, *last]
    return [say(one) for one in said]


# -- what is told -----------------------------------------------------------------------------------------------------


def test_history_is_the_start_and_every_resolution() -> None:
    for game in games():
        resolved = [step.after.stats for step in game.steps if any(isinstance(e, PolicyApplied) for e in step.events)]
        assert history(game.events) == (game.start.stats, *resolved)


def test_history_holds_what_everybody_is_told_and_nothing_else() -> None:
    for game in games():
        assert history(game.events) == history(event for event in game.events if heard_by(event, None))


def test_history_of_a_table() -> None:
    table = Table(seats=3)
    assert history(table.events) == (Stats(10, 10, 10),)
    table.reach("policy_vote").vote(1, 1, 1)
    assert history(table.events) == (Stats(10, 10, 10), table.state.stats)


def test_no_picture_before_the_game() -> None:
    assert history([]) == ()


@pytest.mark.parametrize("rounds", range(len(LONG)))
def test_the_twin_in_words_has_every_number(rounds: int) -> None:
    told = LONG[: rounds + 1]
    words = say(alt(told))
    for number, stat in enumerate(STATS):
        values = [str(stats[number]).replace("-", "−") for stats in told]
        listed = f"{', '.join(values[:-1])} i {values[-1]}" if rounds else values[0]
        assert f"{say(line('phrase.fallen', stat=stat))}: {listed}." in words
    assert (f"runda {rounds}." in words) == (rounds > 0)


def test_the_twin_fits_where_discord_keeps_it() -> None:
    assert len(say(alt(tuple(Stats(-100, -100, -100) for _ in range(31))))) <= DISCORD_ALT_LIMIT


def test_every_word_of_pictures_is_said_and_filled() -> None:
    said: list[Line] = [inner for told in (LONG[:1], LONG) for inner in nested(alt(told))]
    keys = {one.key for one in said} | {f"picture.{name}" for name in DRAWN}
    assert keys == {key for key in catalogue() if key.startswith("picture.")}
    for one in said:
        assert {name for name, _ in one.fields} == holes(catalogue()[one.key])


# -- the picture ------------------------------------------------------------------------------------------------------


def test_the_same_numbers_make_the_same_bytes_and_others_do_not() -> None:
    pictures = {picture(LONG[: rounds + 1]) for rounds in range(len(LONG))}
    assert len(pictures) == len(LONG)
    assert picture(LONG) in pictures
    assert picture((*LONG[:-1], Stats(1, 1, 1))) not in pictures


@pytest.mark.parametrize(
    "told",
    [
        LONG[:1],
        LONG,
        tuple(Stats(n, n, n) for n in range(31)),
        (Stats(1, 1, 1), Stats(-40, 0, 3)),
        (Stats(24, 24, 24), Stats(2000, 24, 24)),
        (Stats(0, 0, 0),),
    ],
)
def test_any_history_can_be_drawn(told: History) -> None:
    image = Image.open(BytesIO(picture(told)))
    assert image.format == "PNG"
    assert image.size == (1000, 700)


def test_lines_are_told_apart_without_their_colours() -> None:
    assert set(LOOKS) == set(STATS)
    for one, other in combinations(LOOKS.values(), 2):
        assert one.corners != other.corners
        assert one.dash != other.dash
        assert one.colour != other.colour


@pytest.mark.parametrize("colour", [look.colour for look in LOOKS.values()])
def test_colours_stand_out_from_the_night(colour: str) -> None:
    assert contrast(colour, "#1e1f22") >= 7


def contrast(one: str, other: str) -> float:
    """As the accessibility guidelines reckon it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_letter_can_be_drawn() -> None:
    """The font that comes with Pillow has few: anything else would be an empty box."""
    font = ImageFont.load_default(40)
    box = bytes(font.getmask("\uffff"))
    letters = {letter for told in (LONG[:1], LONG) for words in texts_drawn(told) for letter in bare(words)} - {" "}
    assert [letter for letter in sorted(letters) if bytes(font.getmask(letter)) == box] == []


def test_such_a_box_would_be_found_and_accents_are_drawn() -> None:
    font = ImageFont.load_default(40)
    assert bytes(font.getmask("ł")) == bytes(font.getmask("\uffff"))
    assert bare("Stabilność Ó −3 łż") == "Stabilnosc O -3 łż"


def test_labels_keep_their_distance_and_their_order() -> None:
    for heights in ([100.0, 100.0, 100.0], [136.0, 400.0, 410.0], [600.0, 603.0, 606.0], [136.0, 300.0, 606.0]):
        placed = spread(heights, LABEL, 606)
        assert all(lower - upper >= LABEL for upper, lower in pairwise(placed))
        assert placed[-1] <= 606
    assert spread([136.0, 300.0, 606.0], LABEL, 606) == [136.0, 300.0, 606.0]
