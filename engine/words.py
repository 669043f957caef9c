"""What text the game accepts (O1, D1). Characters are code points; trimming takes Unicode white space."""

import re
from typing import Final

from engine.commands import Narrate, PresentDilemma
from engine.rules import RuleSet

WHITE_SPACE: Final = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
# Control characters but the line break, and the bidirectional controls (O1).
FORBIDDEN: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""Half a character: no recording could hold it."""


def trim(text: str) -> str:
    return text.strip(WHITE_SPACE)


def fits(text: str, most: int) -> bool:
    return 0 < len(trim(text)) <= most and not SURROGATE.search(text)


def sound_statement(text: str, rules: RuleSet) -> bool:
    return fits(text, rules.statement_max) and not FORBIDDEN.search(trim(text))


def sound_tale(tale: Narrate, rules: RuleSet) -> bool:
    return fits(tale.text, rules.narration_max) and fits(tale.source, rules.source_max)


def sound_dilemma(told: PresentDilemma, policies: int, rules: RuleSet) -> bool:
    """As many policies as were drawn, and every text there and not too long."""
    return (
        len(told.policies) == policies
        and fits(told.title, rules.title_max)
        and fits(told.text, rules.crisis_max)
        and fits(told.source, rules.source_max)
        and all(fits(p.name, rules.policy_name_max) and fits(p.text, rules.policy_text_max) for p in told.policies)
    )
