"""What a Polish dictionary says of a text."""

import re
from collections.abc import Iterator

import morfeusz2

MORFEUSZ = morfeusz2.Morfeusz(generate=False)
NOUNS = {"rozdział"}
"""What looks like a past tense and is none, in all our texts."""


def unknown_words(text: str) -> set[str]:
    return {analysis[2][0] for analysis in MORFEUSZ.analyse(text) if analysis[2][2] == "ign"}


def second_person(text: str) -> list[str]:
    """Verbs that speak to one player, and past tenses that guess who speaks or is spoken to."""
    return [word for word in re.findall(r"\w+", text) if _addresses(word)]


def guesses(text: str) -> list[str]:
    """Verbs that say of one person or thing, masculine or feminine, what it did or was."""
    return [word for word in re.findall(r"\w+", text) if word.lower() not in NOUNS and _is_past(word)]


def readings(word: str) -> Iterator[tuple[str, str]]:
    """The lemmas and tags of a word, or of its parts."""
    for _, _, (_, lemma, tag, _, _) in MORFEUSZ.analyse(word):
        yield lemma.partition(":")[0], tag


def _is_past(word: str) -> bool:
    """A past tense (był, byłam) or powinna in the singular; neuters guess at nobody, and działa is a present, too."""
    found = [(lemma, *tag.split(":")) for lemma, tag in readings(word)]
    present = any(kind == "fin" for _, kind, *_ in found)
    past = [rest for lemma, kind, *rest in found if kind == "praet" or lemma == "powinien"]
    return not present and any(number == "sg" and gender != "n" for number, gender, *_ in past)


def _addresses(word: str) -> bool:
    """Whether every reading of a word is of the second person, or of the first or second with a gender."""
    found = [(start, end, tag) for start, end, (_, _, tag, _, _) in MORFEUSZ.analyse(word)]
    last = max(end for _, end, _ in found)
    whole = [tag for start, end, tag in found if (start, end) == (0, last)]
    if not whole:
        return any(tag.startswith("aglt:sg") for _, _, tag in found)
    return all(tag.startswith(("fin:sg:sec", "impt:sg:sec")) for tag in whole)
