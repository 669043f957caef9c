"""The offline narrator: crises and tales from the box, chosen by a seed. Always there, never late."""

from collections.abc import Collection
from typing import Final

from engine.chance import draw
from engine.commands import Narrate, PresentDilemma
from engine.terms import STATS, Words
from narrator.brief import Brief, Chronicle, Decision, Strength, Tendency
from narrator.deck.stock import Crisis, crises, voices

SOURCE: Final = "deck"
WEIGHT: Final[dict[Strength, int]] = {"mild": 0, "clear": 1, "severe": 2}
STARK: Final = 2
"""From this weight of gain and loss together, a policy is told in stark words."""


def tell_dilemma(brief: Brief, seed: str, avoid: Collection[str] = ()) -> PresentDilemma:
    """A crisis this game has not seen; none of the titles to avoid (say, of the last game) while there are others."""
    told, rules = brief.chronicle, brief.chronicle.rules
    crisis = _fresh_crisis(told, seed, avoid)
    text = f"{_introduction(told, seed)} {crisis.text}"
    return PresentDilemma(
        title=_cut(crisis.title, rules.title_max),
        text=_cut(text if len(text) <= rules.crisis_max else crisis.text, rules.crisis_max),
        policies=tuple(
            Words(
                _cut(crisis.policies[policy.helps, policy.hurts].name, rules.policy_name_max),
                _cut(_in_words(crisis, policy), rules.policy_text_max),
            )
            for policy in brief.policies
        ),
        source=_cut(SOURCE, rules.source_max),
    )


def tell_tale(told: Chronicle, seed: str) -> Narrate:
    """What followed from the last decision: how it fell, what it brought, who rose and who went."""
    decision = told.last
    facts = {"chosen": decision.chosen, "title": decision.title}
    sentences = [_voice(kind, seed, decision.round).format(**facts) for kind in _kinds(told)]
    if own := _own_sequel(decision):
        sentences.insert(1, own)
    return Narrate(_cut(" ".join(sentences), told.rules.narration_max), _cut(SOURCE, told.rules.source_max))


def _fresh_crisis(told: Chronicle, seed: str, avoid: Collection[str]) -> Crisis:
    order = sorted(crises(), key=lambda crisis: draw(seed, f"deck/{crisis.title}", 2**32))
    used = [decision.title for decision in told.decisions]
    told_this_time = used[len(used) // len(order) * len(order) :]
    fresh = [crisis for crisis in order if crisis.title not in told_this_time]
    return next((crisis for crisis in fresh if crisis.title not in avoid), fresh[0])


def _in_words(crisis: Crisis, policy: Tendency) -> str:
    card = crisis.policies[policy.helps, policy.hurts]
    return card.strong if WEIGHT[policy.gain] + WEIGHT[policy.loss] >= STARK else card.mild


def _introduction(told: Chronicle, seed: str) -> str:
    """One sentence that remembers: the state of the kingdom, or something decided before."""
    decided = [decision for decision in told.decisions if decision.chosen]
    if not decided:
        return _voice("opening", seed, 1)
    kinds = [f"{level}_{stat}" for stat, level in told.standings if level != "steady"]
    kinds += ["remember", "remember"]
    if decided[-1].disgraced:
        kinds.append("empty_chairs")
    kind = kinds[draw(seed, f"introduction/{told.round}", len(kinds))]
    past = decided[draw(seed, f"remember/{told.round}", len(decided))]
    return _voice(kind, seed, told.round).format(chosen=past.chosen, title=past.title)


def _kinds(told: Chronicle) -> list[str]:
    """The kinds of sentences a tale is made of, in order."""
    decision = told.last
    kinds = [_manner(decision)]
    if decision.helped and decision.hurt and not _own_sequel(decision):
        kinds += [f"helped_{decision.helped}", f"hurt_{decision.hurt}"]
    kinds += [f"power_{faction}" for faction in decision.powers]
    if decision.disgraced:
        kinds.append("disgrace_one" if decision.disgraced == 1 else "disgrace_many")
    if decision.left:
        kinds.append("left")
    if told.ending == "fall":
        kinds.append(f"fall_{decision.fallen[0]}")
    else:
        kinds += [f"near_{stat}" for stat in STATS if dict(told.standings)[stat] == "brink"]
    if told.ending in ("dominance", "points", "deserted"):
        kinds.append(f"end_{told.ending}")
    return kinds


def _manner(decision: Decision) -> str:
    if decision.nobody_voted:
        return "nobody_voted"
    if decision.by_lot:
        return "by_lot"
    return "unanimous" if decision.unanimous else "majority"


def _own_sequel(decision: Decision) -> str | None:
    """What the box knows to have followed: nothing where a model told the crisis, or the policy never took hold."""
    if decision.helped and decision.hurt:
        for crisis in crises():
            card = crisis.policies[decision.helped, decision.hurt]
            if crisis.title == decision.title and card.name == decision.chosen:
                return card.after
    return None


def _voice(kind: str, seed: str, round_: int) -> str:
    """The round's own sentence of a kind: none comes twice in a game while there are enough."""
    stock = voices()[kind]
    order = sorted(stock, key=lambda sentence: draw(seed, f"voice/{sentence}", 2**32))
    return order[(round_ - 1) % len(order)]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
