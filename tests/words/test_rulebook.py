"""The rulebook in the game: whole, true for every set of rules, found by whoever types, short enough for a phone."""

import re
from dataclasses import fields, replace

import pytest

from bot.commands import COMMANDS
from bot.rulebook import GOOD_SEATS, SECTIONS, contents, find, help_lines, section
from bot.screen import OPTION_LIMIT, OPTIONS_LIMIT, TEXT_LIMIT
from bot.text import HOLE, Line, catalogue, pages, say
from engine.decide import MAX_SEATS, MIN_SEATS
from engine.rules import NOT_NUMBERS, PRESETS, Costs, RuleSet
from engine.terms import FACTIONS
from tests.test_architecture import RULINGS
from tests.words.speech import holes

OURS = ("rulebook.", "help.")
TEXTS = {key: text for key, text in catalogue().items() if key.startswith(OURS)}
STRANGE = RuleSet(
    rounds=31,
    dominance=1932,
    starting_influence=233,
    starting_stats=334,
    costs=Costs(protect=435, unmask=536, sow=637),
    majority_reward=738,
    consensus_reward=839,
    faction_power=940,
    ruling_bonus=1041,
    statement_max=1142,
    gain_min=1243,
    gain_max=1344,
    loss_min=1445,
    loss_max=1546,
    gain_growth=300,
    loss_growth=400,
)
"""Every number of its own, so that none can stand for another."""
OF_NARRATORS = {"title_max", "crisis_max", "policy_name_max", "policy_text_max", "narration_max", "source_max"}
COVERED = {
    "S1": ("council.seats",),
    "S2": ("council.deal",),
    "S3": ("council.influence", "goal.kingdom"),
    "S4": ("council.secret", "council.declared", "council.public"),
    "O1": ("statements.write", "statements.reveal", "statements.signs"),
    "O2": ("statements.vote", "statements.whom"),
    "O3": ("statements.award",),
    "O4": ("statements.pool", "end.declared"),
    "A1": ("actions.what", "actions.cost"),
    "A2": ("actions.unmask", "actions.sow"),
    "A3": ("actions.several", "actions.quiet"),
    "A4": ("actions.shield",),
    "D1": ("dilemma.what", "dilemma.first", "dilemma.last", "dilemma.source"),
    "D2": ("dilemma.open", "dilemma.tendency"),
    "D3": ("dilemma.vote", "dilemma.none"),
    "R1": ("resolution.count",),
    "R2": ("resolution.actions", "actions.unmask", "actions.once"),
    "R3": ("resolution.rewards", "powers.what", "powers.missing", "powers.alone"),
    "R4": ("resolution.dominance",),
    "R5": ("powers.reward", *(f"powers.{faction}" for faction in FACTIONS)),
    "R6": ("disgrace.what", "disgrace.before_powers", "disgrace.after_powers"),
    "R7": ("resolution.effects", "disgrace.fall"),
    "R8": ("goal.kingdom",),
    "E1": ("leaving.exile", "disgrace.exile"),
    "E2": ("leaving.leave", "leaving.swap"),
    "E3": ("leaving.few",),
    "E4": tuple(f"leaving.{name}" for name in ("dropped", "support", "aimed", "paid", "vote", "closing")),
    "E5": ("leaving.swap",),
    "K1": ("end.declared", "end.ruling"),
    "K2": ("end.winner", "end.dominance", "end.fall"),
    "K3": ("end.fall",),
    "K4": ("end.open",),
}
"""Where each ruling is told."""


def told(rules: RuleSet) -> list[Line]:
    return [said for key in SECTIONS for said in section(key, rules)]


def text(rules: RuleSet) -> str:
    return "\n".join(say(said) for said in told(rules))


# -- whole ------------------------------------------------------------------------------------------------------------


def test_every_section_has_words_and_every_word_a_section() -> None:
    written = {key.split(".")[1] for key in TEXTS if key.startswith("rulebook.")} - {"contents"}
    assert written == set(SECTIONS)
    assert all(len(section(key, RuleSet())) > 1 for key in SECTIONS)
    assert all(section(key, RuleSet())[0].key == f"rulebook.{key}.title" for key in SECTIONS)


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_told(ruling: str) -> None:
    tellable = {said.key for rules in PRESETS.values() for said in told(rules)}
    tellable |= {said.key for said in told(replace(RuleSet(), disgrace_before_powers=False))}
    assert {f"rulebook.{place}" for place in COVERED[ruling]} <= tellable


def test_every_line_is_said_by_someone() -> None:
    variants = [RuleSet(), RuleSet(effects_shown="tendency"), RuleSet(disgrace_before_powers=False)]
    said = [*contents(), *help_lines(), *(line for rules in variants for line in told(rules))]
    assert {line.key for line in said} == set(TEXTS)


@pytest.mark.parametrize("rules", [*PRESETS.values(), STRANGE])
def test_every_section_fits_one_message(rules: RuleSet) -> None:
    for key in SECTIONS:
        assert len(pages(section(key, rules), TEXT_LIMIT)) == 1
    assert len(pages(contents(), TEXT_LIMIT)) == len(pages(help_lines(), TEXT_LIMIT)) == 1


def test_steps_are_numbered_in_their_order() -> None:
    for lines in (help_lines(), *(section(key, RuleSet()) for key in SECTIONS)):
        steps = [int(found[1]) for said in lines if (found := re.match(r"(\d+)\. ", say(said)))]
        assert steps == list(range(1, len(steps) + 1))


# -- true -------------------------------------------------------------------------------------------------------------


def test_every_number_comes_from_a_hole() -> None:
    for key, template in TEXTS.items():
        assert not re.search(r"\d", re.sub(r"^\d\. ", "", HOLE.sub("", template))), key


def test_fields_match_holes_both_ways() -> None:
    for said in (*contents(), *help_lines(), *told(RuleSet())):
        assert {name for name, _ in said.fields} == holes(TEXTS[said.key])


@pytest.mark.parametrize(
    "name", [field.name for field in fields(RuleSet) if field.name not in {*NOT_NUMBERS, *OF_NARRATORS}]
)
def test_every_number_of_the_rules_is_told(name: str) -> None:
    """Another number, another text."""
    assert text(replace(STRANGE, **{name: getattr(STRANGE, name) + 1})) != text(STRANGE)


def test_the_numbers_are_those_of_the_rules() -> None:
    numbers = {int(found) for found in re.findall(r"\d+", re.sub(r"(?m)^\d+\. ", "", text(STRANGE)))}
    ours = {
        getattr(STRANGE, field.name) for field in fields(RuleSet) if field.name not in {*NOT_NUMBERS, *OF_NARRATORS}
    }
    costs = {435, 536, 637}
    last = {1543, 1644, 1845, 1946}
    assert numbers == (ours - {300, 400}) | costs | last | {MIN_SEATS, MAX_SEATS, GOOD_SEATS}


def test_plurals_go_with_their_numbers() -> None:
    assert "32 Wpływy albo więcej" in text(RuleSet(dominance=32, starting_influence=1))
    assert "do 22 znaków" in text(RuleSet(statement_max=22))
    assert "najwyżej 2 rundy" in text(RuleSet(rounds=2))


def test_only_what_holds_is_told() -> None:
    keys = {said.key for said in told(RuleSet())}
    others = {said.key for said in told(RuleSet(effects_shown="tendency", disgrace_before_powers=False))}
    assert keys - others == {"rulebook.dilemma.open", "rulebook.disgrace.warned", "rulebook.disgrace.before_powers"}
    assert others - keys == {
        "rulebook.dilemma.tendency",
        "rulebook.disgrace.unwarned",
        "rulebook.disgrace.after_powers",
    }


# -- found ------------------------------------------------------------------------------------------------------------


def test_the_contents_name_every_section_in_order() -> None:
    assert [say(said) for said in contents()[2:]] == [
        f"{number}. {say(section(key, RuleSet())[0])}" for number, key in enumerate(SECTIONS, start=1)
    ]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Reguła Hańby", "disgrace"),
        ("regula hanby", "disgrace"),
        ("HAŃ", "disgrace"),
        ("oswiad", "statements"),
        ("  faza   akcji ", "actions"),
        ("moce", "powers"),
        ("remis", "statements"),
        ("bogatsza", None),
        ("najbogatsza", "resolution"),
        ("{0}", None),
    ],
)
def test_sections_are_found_as_people_type(typed: str, first: str | None) -> None:
    found = find(typed)
    assert (found[0][1] if found else None) == first


def test_who_types_nothing_is_shown_everything_within_limits() -> None:
    assert [key for _, key in find("")] == list(SECTIONS)
    assert len(SECTIONS) <= OPTIONS_LIMIT
    assert all(0 < len(label) <= OPTION_LIMIT for label, _ in find(""))


def test_titles_are_found_before_what_only_mentions_them() -> None:
    assert [key for _, key in find("faza")][:4] == ["statements", "actions", "dilemma", "resolution"]


# -- how to begin -----------------------------------------------------------------------------------------------------


def test_help_names_commands_that_exist() -> None:
    shown = "\n".join(say(said) for said in help_lines())
    mentioned = set(re.findall(r"/rada \w+", shown))
    assert mentioned == {f"/{c.group} {c.name}" for c in COMMANDS if c.group == "rada" and c.name != "pomoc"}
    assert "/rada-mod" in shown
