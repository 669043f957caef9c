"""Everything that makes a model's words unfit for the table. What passes is Polish prose of the right length, about
this kingdom, and new; nobody has to trust the model, nor whoever talked to it through a statement."""

import re
from collections.abc import Iterable
from typing import Final

from engine.commands import Narrate, PresentDilemma
from engine.terms import Stat
from engine.words import sound_dilemma, sound_tale
from narrator.answer import Standings, ToldDilemma, ToldTale
from narrator.brief import Brief, Chronicle, Standing
from narrator.model import Cause, ModelFailed
from narrator.polish import bare_words, is_foreign, is_polish, stems

TITLE_MAX: Final = 80
CRISIS_MAX: Final = 1000
NAME_MAX: Final = 80
"""Also the longest label Discord takes for a button."""
TEXT_MAX: Final = 350
TALE_MAX: Final = 1000

_LETTERS: Final = "A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż"
_FAULTS: Final[tuple[tuple[Cause, re.Pattern[str]], ...]] = (
    ("mention", re.compile(r"(?i)[@#<>&]|\b(?:everyone|here)\b")),
    ("link", re.compile(r"[/\\]|(?i:\b(?:https?|www|discord)\b)|\w\w\.\w\w|[a-ząćęłńóśźż][A-ZĄĆĘŁŃÓŚŹŻ]")),
    ("markup", re.compile(r"[*_~`|\[\]{}=^+$%]|^\W*-")),
    ("number", re.compile(r"(?i)\d|\bpunkt(?:y|ów|om|ami)\b|\brund\w*|\bgracz\w*|\bstatystyk\w*|\b(?:plus|minus)\b")),
    ("characters", re.compile(r"[^\w .,;:!?'’\"„”«»()–—…-]")),
    ("language", re.compile(rf"[^\W{_LETTERS}]")),
)


def audited_dilemma(answer: ToldDilemma, words: PresentDilemma, brief: Brief) -> PresentDilemma:
    """The words, if the table may read them. Raises ModelFailed with the cause."""
    told = brief.chronicle
    tendencies = [(policy.helps, policy.hurts) for policy in brief.policies]
    if [(policy.helps, policy.hurts) for policy in answer.policies] != tendencies:
        raise ModelFailed("policies")
    names, texts = [p.name for p in words.policies], [p.text for p in words.policies]
    if len({name.casefold() for name in names}) < len(names):
        raise ModelFailed("policies")
    _check_length(
        *((words.title, TITLE_MAX), (words.text, CRISIS_MAX)),
        *((name, NAME_MAX) for name in names),
        *((text, TEXT_MAX) for text in texts),
    )
    if not sound_dilemma(words, len(brief.policies), told.rules):
        raise ModelFailed("too_long")
    _check_words([words.title, *names], [words.text, *texts], told)
    _check_standings(answer.standings, [words.text], told)
    _check_new(words, told)
    return words


def audited_tale(answer: ToldTale, tale: Narrate, told: Chronicle) -> Narrate:
    """The tale, if the table may read it. Raises ModelFailed with the cause."""
    _check_length((tale.text, TALE_MAX))
    if not sound_tale(tale, told.rules):
        raise ModelFailed("too_long")
    if (answer.helped, answer.hurt) != (told.last.helped or "none", told.last.hurt or "none"):
        raise ModelFailed("standing")
    _check_words([], [tale.text], told)
    _check_standings(answer.standings, [tale.text], told)
    return tale


def _check_length(*limits: tuple[str, int]) -> None:
    for text, most in limits:
        if not text:
            raise ModelFailed("empty")
        if len(text) > most:
            raise ModelFailed("too_long")


def _check_words(labels: list[str], texts: list[str], told: Chronicle) -> None:
    for text in (*labels, *texts):
        for cause, pattern in _FAULTS:
            if pattern.search(text):
                raise ModelFailed(cause)
    if any(map(is_foreign, labels)) or not all(map(is_polish, texts)):
        raise ModelFailed("language")
    spoken = [bare_words(quote.text) for quote in told.quotes]
    if any(_echoes(bare_words(text), said) for text in (*labels, *texts) for said in spoken):
        raise ModelFailed("echo")
    if _named([*labels, *texts], told):
        raise ModelFailed("name")


# -- players' words ---------------------------------------------------------------------------------------------------

ECHO: Final = 5
"""So many words in a row are no coincidence; of a shorter statement, all of it, if it is a sentence at all."""
SENTENCE: Final = 3


def _echoes(text: list[str], said: list[str]) -> bool:
    length = min(ECHO, len(said))
    return length >= SENTENCE and not _runs(text, length).isdisjoint(_runs(said, length))


def _runs(words: list[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


_NAME: Final = re.compile(rf"\b[A-ZĄĆĘŁŃÓŚŹŻ][{_LETTERS}]{{2,}}")
_INSIDE: Final = re.compile(rf"(?<=[{_LETTERS},;:–(„«] ){_NAME.pattern}")
"""A capital letter that no sentence's beginning explains."""
_OURS: Final = frozenset(("bog", "bóg", "gwa", "kap", "kor", "kró", "kup", "pop", "rad", "syn", "wie", "wys"))


def _named(texts: Iterable[str], told: Chronicle) -> bool:
    """Whether a name that only the statements know has come into the narrator's mouth: it may be a player's. Names are
    compared by their first letters, since they are inflected."""
    ledger = " ".join(f"{decision.title} {decision.crisis}" for decision in told.decisions)
    known = _beginnings(_NAME, [ledger]) | _OURS
    said = _beginnings(_NAME, [quote.text for quote in told.quotes])
    return bool(_beginnings(_INSIDE, texts) & said - known)


def _beginnings(pattern: re.Pattern[str], texts: Iterable[str]) -> frozenset[str]:
    return frozenset(name[:3].casefold() for text in texts for name in pattern.findall(text))


# -- the ledger -------------------------------------------------------------------------------------------------------

ALIKE: Final = 0.2
"""The share of three-word runs (word stems) that makes two crises one; strangers share none or one."""


def _check_new(words: PresentDilemma, told: Chronicle) -> None:
    title, plot = frozenset(stems(words.title)), _runs(stems(words.text), 3)
    for earlier in told.decisions:
        old = _runs(stems(earlier.crisis), 3)
        shared = len(plot & old) / max(1, min(len(plot), len(old)))
        if title == frozenset(stems(earlier.title)) or shared > ALIKE:
            raise ModelFailed("repeat")


_RUINED: Final = r"(?:upad(?:ł|l)\w*|przepad\w+|leży w gruzach|legł\w* w gruzach|(?:umar|zgas)ł\w*|run(?:ął|ęł)\w*)"
_THRIVES: Final = r"(?:kwitn\w+|rozkwit\w*|niezachwian\w+|niewzruszon\w+|potężn\w+)"
_PILLARS: Final[dict[Stat, str]] = {
    "stability": r"(?:stabilność|porządek|ład|prawo)",
    "economy": r"(?:gospodarka|handel|skarb|skarbiec)",
    "faith": r"(?:wiara|pobożność)",
}
_CLAIMS: Final[dict[Standing, str]] = {"strong": _RUINED, "steady": _RUINED, "brink": _THRIVES}
_UNTRUE: Final = {
    (stat, standing): re.compile(rf"(?i)\b{pillar} (?:\w+ )?{claim}\b")
    for stat, pillar in _PILLARS.items()
    for standing, claim in _CLAIMS.items()
}
_KINGDOM_FELL: Final = re.compile(rf"(?i)\b(?:królestwo|kraj|korona) {_RUINED}\b")


def _check_standings(said: Standings, texts: Iterable[str], told: Chronicle) -> None:
    """What the model says back must be the ledger's, and the plainest claims to the contrary are not let through."""
    standings = dict(told.standings)
    text = " ".join(texts)
    untrue = [pattern for (stat, standing), pattern in _UNTRUE.items() if standings[stat] == standing]
    if told.ending != "fall":
        untrue.append(_KINGDOM_FELL)
    if said.model_dump() != standings or any(pattern.search(text) for pattern in untrue):
        raise ModelFailed("standing")
