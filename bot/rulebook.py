"""The rulebook inside the game: every section with the numbers of the table that asks, and how to begin."""

from dataclasses import asdict
from functools import cache
from operator import itemgetter
from typing import Final

from bot.commands import COMMANDS, MODERATORS, PLAYERS
from bot.phrases import Lines
from bot.text import HOLE, Field, Line, catalogue, line, say
from engine.decide import MAX_SEATS, MIN_SEATS
from engine.rules import RuleSet
from engine.terms import FACTIONS, STATS
from narrator.polish import bare_words

SECTIONS: Final = (
    "goal",
    "council",
    "round",
    "statements",
    "actions",
    "dilemma",
    "resolution",
    "powers",
    "disgrace",
    "leaving",
    "end",
    "numbers",
)
GOOD_SEATS: Final = 6
"""From here on no faction has to do with one member (S1)."""
SUGGESTED: Final = 25


def contents() -> Lines:
    entries = enumerate(SECTIONS, start=1)
    listed = (line("rulebook.contents.entry", number=number, title=_title(key)) for number, key in entries)
    return line("rulebook.contents.title"), line("rulebook.contents.what"), *listed


def section(key: str, rules: RuleSet) -> Lines:
    """One of SECTIONS; the first line is its title. The catalogue says in which order the lines stand."""
    numbers, foreign = _numbers(rules), _of_other_rules(rules)
    names = [name for name in catalogue() if name.startswith(f"rulebook.{key}.") and name not in foreign]
    return tuple(_filled(name, numbers) for name in names)


def find(typed: str) -> list[tuple[str, str]]:
    """Sections for what somebody is typing, as label and key: those first whose title has it."""
    wanted = _plain(typed)
    ranked = [(rank, key) for key in SECTIONS if (rank := _rank(key, wanted)) is not None]
    return [(say(_title(key)), key) for _, key in sorted(ranked, key=itemgetter(0))[:SUGGESTED]]


def help_lines() -> Lines:
    fields: dict[str, Field] = {
        **{command.name: f"/{PLAYERS} {command.name}" for command in COMMANDS if command.group == PLAYERS},
        "moderators": f"/{MODERATORS}",
        "join": line("lobby.button.join"),
        "start": line("lobby.button.start"),
        "button": line("button.panel"),
        **_seats(),
    }
    return tuple(_filled(name, fields) for name in catalogue() if name.startswith("help."))


# -- what fills the holes ---------------------------------------------------------------------------------------------


def _filled(key: str, fields: dict[str, Field]) -> Line:
    return line(key, **{hole["field"]: fields[hole["field"]] for hole in HOLE.finditer(catalogue()[key])})


def _numbers(rules: RuleSet) -> dict[str, Field]:
    """By the names of the RuleSet's own fields; terms stand for themselves."""
    gain_min, gain_max = rules.gain_bounds(rules.rounds)
    loss_min, loss_max = rules.loss_bounds(rules.rounds)
    return {
        **{name: value for name, value in asdict(rules).items() if isinstance(value, int)},
        **asdict(rules.costs),
        **{term: term for term in (*FACTIONS, *STATS)},
        **_seats(),
        "stats": tuple(line("phrase.fallen", stat=stat) for stat in STATS),
        "last_gain_min": gain_min,
        "last_gain_max": gain_max,
        "last_loss_min": loss_min,
        "last_loss_max": loss_max,
    }


def _seats() -> dict[str, Field]:
    return {"least_seats": MIN_SEATS, "most_seats": MAX_SEATS, "good_seats": GOOD_SEATS}


def _of_other_rules(rules: RuleSet) -> set[str]:
    """What does not hold where these rules are played (D2, R6)."""
    hidden = rules.effects_shown == "tendency"
    return {
        "rulebook.dilemma.open" if hidden else "rulebook.dilemma.tendency",
        "rulebook.disgrace.warned" if hidden else "rulebook.disgrace.unwarned",
        f"rulebook.disgrace.{'after' if rules.disgrace_before_powers else 'before'}_powers",
    }


# -- looking up -------------------------------------------------------------------------------------------------------


def _title(key: str) -> Line:
    return line(f"rulebook.{key}.title")


def _rank(key: str, wanted: str) -> int | None:
    """The lower the better; None where it does not have it at all."""
    title, *rest = _bare(key)
    places = (title.startswith(wanted), wanted in title, any(wanted in text for text in rest))
    return next((rank for rank, has in enumerate(places) if has), None)


@cache
def _bare(key: str) -> tuple[str, ...]:
    return tuple(_plain(say(said)) for said in section(key, RuleSet()))


def _plain(text: str) -> str:
    """Without case, marks and punctuation, as people type. A space before every word: only there is it found."""
    return "".join(f" {word}" for word in bare_words(text))
