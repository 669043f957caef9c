"""Draws for bot/pictures.py: lines with dashes, markers with corners, and words with accents."""

import unicodedata
from functools import cache
from io import BytesIO
from math import ceil, cos, hypot, pi, sin
from typing import Final

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

SCALE: Final = 2
"""All is drawn so many times larger and then reduced, for Pillow's lines have hard edges."""
ACUTE: Final = "\u0301"
STAR: Final = 10
"""A marker with so many corners is one: every other corner lies further in."""


class Pen:
    def __init__(self, width: int, height: int, paper: str) -> None:
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), paper)
        self._draw = ImageDraw.Draw(self._image)
        self._paper = paper

    def png(self) -> bytes:
        file = BytesIO()
        self._image.reduce(SCALE).save(file, "PNG")
        return file.getvalue()

    def line(self, one: Point, other: Point, colour: str, width: int) -> None:
        self._draw.line([_scaled(one), _scaled(other)], colour, width * SCALE)

    def dashes(self, one: Point, other: Point, colour: str, width: int, dash: tuple[int, int]) -> None:
        """So long, then so long a gap."""
        length, (on, gap) = hypot(other[0] - one[0], other[1] - one[1]), dash
        for number in range(ceil(length / (on + gap))):
            begin = number * (on + gap)
            end = min(begin + on, length)
            self.line(_between(one, other, begin / length), _between(one, other, end / length), colour, width)

    def marker(self, centre: Point, radius: int, corners: int, colour: str) -> None:
        """Hollow, as the symbols of the stats are."""
        places = [_scaled(place) for place in _corners(centre, radius, corners)]
        self._draw.polygon(places, self._paper)
        self._draw.line([*places, *places[:2]], colour, 4 * SCALE, joint="curve")

    def words(
        self, place: Point, words: str, size: int, colour: str, anchor: str = "lm", *, boxed: bool = False
    ) -> None:
        """`anchor` as Pillow has it. Its own font, the only one sure to be there, has no accents, so they are drawn."""
        font, plain, at = _font(size * SCALE), bare(words), _scaled(place)
        left, top, right, bottom = self._draw.textbbox(at, plain, font, anchor)
        if boxed:
            self._draw.rectangle((left - 20, top - 14, right + 20, bottom + 14), self._paper)
        self._draw.text(at, plain, colour, font, anchor)
        start = at[0] - font.getlength(plain) * {"l": 0, "m": 0.5, "r": 1}[anchor[0]]
        for number, letter in enumerate(words):
            if _has_accent(letter):
                corner = (start + font.getlength(plain[:number]), at[1])
                self._accent(self._draw.textbbox(corner, plain[number], font, f"l{anchor[1]}"), size * SCALE, colour)

    def _accent(self, box: tuple[float, float, float, float], size: int, colour: str) -> None:
        middle, top = (box[0] + box[2]) / 2, box[1]
        ends = (middle - 0.02 * size, top - 0.07 * size), (middle + 0.11 * size, top - 0.23 * size)
        self._draw.line(ends, colour, size // 11)


def bare(words: str) -> str:
    """Letter for letter what the font has of them."""
    return "".join(
        unicodedata.normalize("NFD", letter)[0] if _has_accent(letter) else letter for letter in words
    ).replace("−", "-")


def _has_accent(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[1:] == ACUTE


@cache
def _font(size: int) -> Font:
    return ImageFont.load_default(size)


def _scaled(place: Point) -> Point:
    return place[0] * SCALE, place[1] * SCALE


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _corners(centre: Point, radius: int, corners: int) -> list[Point]:
    """Standing on an edge, if there are four; on two points, if it is a star."""
    turn = pi / 4 if corners == 4 else pi / 2
    places = []
    for number in range(corners):
        reach = radius * (0.45 if corners == STAR and number % 2 else 1.2 if corners in (4, STAR) else 1)
        angle = 2 * pi * number / corners - turn
        places.append((centre[0] + reach * cos(angle), centre[1] + reach * sin(angle)))
    return places
