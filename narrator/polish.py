"""Just enough of the language to tell whether a text is in it, and whether two texts are the same one."""

import re
import unicodedata
from typing import Final

_COMMON: Final = frozenset(
    """
    a aby ale albo ani bez bo być był była było były by choć co czy dla do gdy go i ich już jak jako je jego jej jest ku
    lecz ma na nad nie nim nich niż o od oraz po pod przed przez przy są się tak tam ten ta to tego tej tym tych tylko
    tu u w we z za ze że żeby który która które których którzy kto kiedy nikt nic każdy jeszcze teraz póki
    """.split()  # noqa: SIM905
)
_FOREIGN: Final = frozenset(
    """
    the and of is are were you your this that with from for have will all und der das nicht ist ein des une est que
    ignore previous instructions prompt
    """.split()  # noqa: SIM905
)
_MARKS: Final = re.compile("[ąćęłńóśźż]")
LEAST_COMMON: Final = 0.04
LEAST_MARKS: Final = 0.025
"""Shares that Polish prose keeps, even a terse sentence: of small words among words, of ą, ć, ę … among letters."""
STEM: Final = 5
"""Letters of a word that its endings leave alone, near enough."""


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def bare_words(text: str) -> list[str]:
    """Words without case or marks, so that an echo does not hide behind missing accents, odd widths or signs that
    nobody sees."""
    letters = unicodedata.normalize("NFKD", text.casefold()).replace("ł", "l")
    return words_of("".join(letter for letter in letters if unicodedata.category(letter) not in ("Mn", "Cf")))


def is_foreign(text: str) -> bool:
    """Whether a word gives it away; all that can be asked of a title."""
    return not _FOREIGN.isdisjoint(words_of(text))


def stems(text: str) -> list[str]:
    """Words worth comparing, without their endings."""
    return [word[:STEM] for word in words_of(text) if word not in _COMMON]


def is_polish(text: str) -> bool:
    words = words_of(text)
    letters = sum(map(len, words))
    if not words or is_foreign(text):
        return False
    common = sum(word in _COMMON for word in words)
    return common >= LEAST_COMMON * len(words) and len(_MARKS.findall(text.lower())) >= LEAST_MARKS * letters
