"""The automated councillors' statements: plenty, all different, in sound Polish that betrays nobody's gender."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import morfeusz2
import pytest

from engine.speeches import SPEECHES

POLISH = morfeusz2.Morfeusz()
EVERY = [line for lines in SPEECHES.values() for line in lines]

ALPHABET = re.compile(r"[A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż ,.;:!?…–„”]+")
WORD = re.compile(r"[^\W\d_]+")
CLAUSE_END = re.compile(r"[,.;:!?…–„”]")
QUOTATION = re.compile(r"„[^„”]+”")
LOOSE_SPACING = re.compile(r"  | [,.;:!?…”]|„ |[,;:](?! |$)|(?<! )–|–(?! )")
FRAME = re.compile(r"„?[A-ZĆŁŚŹŻ].*[.!?]")

TERMS = {"tura", "runda", "gracz", "punkt", "statystyka", "polisa", "akcja", "dylemat", "konsensus", "narrator"}
STATS = {"stabilność", "gospodarka"}
FACTIONS = {"syndykat", "kupiec", "kupiecki", "kapłaństwo", "kapłan", "kapłanka", "gwardia", "gwardzista"}
NUMBERS = {"dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć", "sto", "tysiąc"}
FORBIDDEN_LEMMAS = TERMS | STATS | FACTIONS | NUMBERS | {"pan", "pani", "twój"}
# „Ci” is a demonstrative when a relative clause follows, else it is most likely "to you".
TELLTALE = re.compile(r"\b(sama?|sami|samemu|ci(?!, którzy))\b", re.IGNORECASE)
SECOND_SINGULAR = re.compile(r"(fin|impt|bedzie|ppron12):sg:(.+:)?sec\b")
COPULAS = {"być", "bywać", "zostać", "zostawać", "pozostać", "pozostawać", "stać", "czuć"}
OF_THE_SPEAKERS = re.compile(r"(fin|bedzie|impt):(sg|pl):(pri|sec)\b")


class Reading(NamedTuple):
    lemma: str
    tag: str
    whole: bool


@cache
def readings(word: str) -> tuple[Reading, ...]:
    edges = POLISH.analyse(word)
    end_of_word = max(end for _, end, _ in edges)
    return tuple(
        Reading(lemma.partition(":")[0], tag, (start, end) == (0, end_of_word))
        for start, end, (_, lemma, tag, *_) in edges
    )


def words(text: str) -> list[str]:
    return WORD.findall(text)


def unknown(word: str) -> bool:
    return any(reading.tag == "ign" for reading in readings(word))


def gendered_ending(word: str) -> bool:
    """Such as „robiłem”, „byliśmy”, „powinnam”, „gdybym”, but not „ktoś”: its ś is no personal ending."""
    read = readings(word)
    ending = any(reading.tag.startswith("aglt") for reading in read)
    past = any(reading.tag.startswith("praet") for reading in read)
    return ending and (past or not any(reading.whole for reading in read))


def second_singular(word: str) -> bool:
    return all(SECOND_SINGULAR.match(reading.tag) for reading in readings(word))


def forbidden(word: str) -> bool:
    return any(reading.lemma in FORBIDDEN_LEMMAS for reading in readings(word))


def copula(word: str) -> bool:
    return any(reading.lemma in COPULAS and OF_THE_SPEAKERS.match(reading.tag) for reading in readings(word))


def shows_gender(reading: Reading) -> bool:
    kind, *rest = reading.tag.split(":")
    if kind == "praet":
        return True
    if kind not in {"adj", "ppas", "pact"} or len(rest) < 3:
        return False
    _, cases, genders, *_ = rest
    return "nom" in cases.split(".") and bool({"m1", "f"} & set(genders.split(".")))


def gendered_clause(clause: str) -> bool:
    """Such as „jestem gotowa” or „będziemy pamiętali”, found by the copula and what agrees with it."""
    inside = words(clause)
    return any(map(copula, inside)) and any(shows_gender(reading) for word in inside for reading in readings(word))


WORD_CHECKS = {
    "unknown word": unknown,
    "gendered ending": gendered_ending,
    "second person singular": second_singular,
    "forbidden word": forbidden,
}


def faults(line: str) -> Iterator[str]:
    if not 40 <= len(line) <= 160:
        yield "length"
    if not ALPHABET.fullmatch(line):
        yield "character"
    if not FRAME.fullmatch(line):
        yield "frame"
    if LOOSE_SPACING.search(line):
        yield "spacing"
    if re.search("[„”]", QUOTATION.sub("", line)):
        yield "quotation"
    if TELLTALE.search(line):
        yield "telltale word"
    if any(map(gendered_clause, CLAUSE_END.split(line))):
        yield "gendered clause"
    yield from (name for name, check in WORD_CHECKS.items() if any(map(check, words(line))))


def runs(line: str) -> set[tuple[str, ...]]:
    """Four consecutive words, which no two statements share."""
    lower = [word.lower() for word in words(line)]
    return set(zip(lower, lower[1:], lower[2:], lower[3:], strict=False))


def stems(line: str) -> set[str]:
    return {word.lower()[:6] for word in words(line) if len(word) > 3}


def similarity(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)


def repeated_runs(lines: Iterable[str]) -> list[list[str]]:
    owners: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for line in lines:
        for run in runs(line):
            owners[run].append(line)
    return [sharing for sharing in owners.values() if len(sharing) > 1]


def twins(lines: Iterable[str]) -> list[tuple[str, str]]:
    stemmed = [(line, stems(line)) for line in lines]
    pairs = itertools.combinations(stemmed, 2)
    return [(one, other) for (one, some), (other, rest) in pairs if similarity(some, rest) > 0.25]


def monotonous(lines: Iterable[str]) -> list[str]:
    openings = Counter(words(line)[0] for line in lines)
    return [word for word, count in openings.items() if count > 6]


def test_there_are_five_temperaments() -> None:
    assert list(SPEECHES) == ["loyalist", "courtier", "guardian", "schemer", "saboteur"]


@pytest.mark.parametrize("temperament", SPEECHES)
def test_the_stock_is_large_and_sound(temperament: str) -> None:
    lines = SPEECHES[temperament]
    assert len(set(lines)) == len(lines) >= 100
    assert {line: found for line in lines if (found := list(faults(line)))} == {}


@pytest.mark.parametrize("temperament", SPEECHES)
def test_openings_vary(temperament: str) -> None:
    assert monotonous(SPEECHES[temperament]) == []


def test_no_two_statements_are_alike() -> None:
    assert repeated_runs(EVERY) == []
    assert twins(EVERY) == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Za krótko, Rado.", "length"),
        ("Za długo, Rado, " + "naprawdę " * 20 + "długo.", "length"),
        ("Rada ma w tym skarbcu już tylko 7 pustych skrzyń.", "character"),
        ("Rada powinna *natychmiast* zamknąć bramy i spichrze.", "character"),
        ('Rada mówi "tak", zanim padnie jakiekolwiek pytanie.', "character"),
        ("Rada mówi - jak zwykle - zanim padnie jakieś pytanie.", "character"),
        ("rada mówi „tak”, zanim padnie jakiekolwiek pytanie.", "frame"),
        ("Rada mówi „tak”, zanim padnie jakiekolwiek pytanie", "frame"),
        ("Rada mówi „tak” , zanim padnie jakiekolwiek pytanie.", "spacing"),
        ("Rada mówi „tak”,zanim padnie jakiekolwiek pytanie.", "spacing"),
        ("Rada mówi–jak zwykle–zanim padnie jakieś pytanie.", "spacing"),
        ("Rada mówi „tak, zanim padnie jakiekolwiek pytanie.", "quotation"),
        ("Rada mówi tak, zannim padnie jakiekolwiek pytanie.", "unknown word"),
        ("Dawno już o tym myślałem, szanowna Rado Popiołów.", "gendered ending"),
        ("Dawno już o tym miałem pisać do Rady Popiołów.", "gendered ending"),
        ("Chętnie powiedziałabym o tym Radzie coś więcej.", "gendered ending"),
        ("Przecież byliśmy zawsze po stronie tego królestwa.", "gendered ending"),
        ("Powinniśmy zamknąć bramy, zanim zrobi to ktoś inny.", "gendered ending"),
        ("Gdybym umiał czytać w myślach, kończyłyby się obrady.", "gendered ending"),
        ("Jestem tego absolutnie pewna, szanowna Rado Popiołów.", "gendered clause"),
        ("Jesteśmy wobec korony całkowicie zgodni i cierpliwi.", "gendered clause"),
        ("Czuję się tą wiadomością głęboko dotknięty, Rado.", "gendered clause"),
        ("Jutro będę o tym mówił znacznie głośniej, Rado.", "gendered clause"),
        ("Trwajmy razem i bądźmy wierni temu, co nasze.", "gendered clause"),
        ("O własnej winie najchętniej zaświadczę przed Radą sama.", "telltale word"),
        ("Powiem ci szczerze, że ta Rada lubi milczenie.", "telltale word"),
        ("Pamiętasz jeszcze, po co komu ta cała Rada?", "second person singular"),
        ("Nikt prócz ciebie nie zna drogi do skarbca.", "second person singular"),
        ("Wybieraj mądrze, bo Rada ma bardzo długą pamięć.", "second person singular"),
        ("Panowie, zamknijmy bramy, zanim zrobi to ktoś inny.", "forbidden word"),
        ("Każdy twój sojusz wygląda w tej sali na pożyczkę.", "forbidden word"),
        ("W tej turze gracze powinni zadbać o bramy i spichrze.", "forbidden word"),
        ("Gwardia Królewska zawsze stoi murem za każdym ze swoich.", "forbidden word"),
        ("Mamy przed sobą trzy drogi i ani jednej latarni.", "forbidden word"),
    ],
)
def test_a_planted_fault_is_found(line: str, fault: str) -> None:
    assert fault in set(faults(line))


def test_a_sound_statement_has_no_fault() -> None:
    assert list(faults("Ktoś kiedyś powie „dość” – ci, którzy czekają, mają gdzieś świecę.")) == []


def test_planted_twins_are_found() -> None:
    line = "Pośpiech zbudował wiele ruin i ani jednej świątyni."
    same_opening = "Pośpiech zbudował wiele ruin, więc radzę poczekać do wiosny."
    same_words = "Wiele ruin, ani jednej świątyni: tak budują ludzie niecierpliwi."
    assert repeated_runs([line, same_opening])
    assert twins([line, same_words])
    assert monotonous([line] * 7) == ["Pośpiech"]
