"""Where a message has gaps and bold words, so that it can be looked over on a phone. What is said stays as it is."""

import re
from collections.abc import Iterator
from typing import Final

from bot.phrases import Lines
from bot.text import Escape, Line, say

HEADS: Final = frozenset(
    {"dilemma_presented.title", "dilemma_presented.policy", "dossier.round", "votes_revealed.title"}
)
"""Begin what stands right below them."""
RESULTS: Final = frozenset(
    {
        "votes_counted.winner",
        "votes_counted.drawn",
        "votes_counted.nobody",
        "statement_awarded.winner",
        "statement_awarded.tie",
        "statement_awarded.nobody",
        "disgraced.title",
        "kingdom_fell.title",
        "game_ended.winner",
        "game_ended.winners",
        "game_ended.no_winner",
        "report.exiled",
        "receipt.taken",
        "panel.nothing_yet",
    }
)
"""What everybody looks for."""
TOGETHER: Final = frozenset(
    {"panel.danger", "panel.distance", "dilemma_presented.effects", "kingdom.stats", "lobby.tempo"}
)
"""Belong to the line before."""
LISTED: Final = frozenset(
    {
        "game_started.faction",
        "statement_awarded.votes",
        "votes_counted.policy",
        "votes_revealed.vote",
        "panel.public.member",
        "panel.public.out",
        "game_ended.score",
        "game_ended.out",
    }
)
"""Stand among their like, apart from all else."""
CLOCK: Final = "clock."
"""Begins what nothing belongs to."""
SPREAD: Final = frozenset({"statements_revealed.statement", "prompt.choice"})
"""Are apart even from their like."""
ONE_ROW: Final = 60
"""Characters. What is longer takes several rows on a phone, and is a paragraph."""
NUMBERED: Final = re.compile(r"\d+\. ")


def laid_out(lines: Lines, escape: Escape) -> Iterator[str]:
    """The text of each line; the first is the title."""
    yield say(lines[0], escape)
    for number, said in enumerate(lines[1:], 1):
        text = say(said, escape)
        shown = f"**{text}**" if said.key in HEADS | RESULTS else text
        yield f"\n{shown}" if number > 1 and _apart(lines[number - 1], said) else shown


def _apart(before: Line, said: Line) -> bool:
    if said.key in HEADS or {before.key, said.key} & RESULTS:
        return True
    if before.key in HEADS:
        return False
    if said.key in TOGETHER:
        return before.key.startswith(CLOCK)
    if before.key == said.key or {before.key, said.key} <= LISTED:
        return said.key in SPREAD
    if {before.key, said.key} & LISTED:
        return True
    texts = say(before), say(said)
    numbered = [NUMBERED.match(text) is not None for text in texts]
    return not all(numbered) and (any(numbered) or any(len(text) > ONE_ROW for text in texts))
