"""A game to tell of, and what a good model would answer."""

import json
from typing import Any, Final

from engine.events import DilemmaDrawn, Event
from engine.rules import RuleSet
from narrator.brief import Brief, Chronicle, brief, chronicle
from tests.players import Game, Habits, SeededPlayers, names_for, play_out

TITLE: Final = "Dzwon bez serca"
CRISIS: Final = (
    "W nocy z dzwonnicy nad Bramą Solną zniknęło serce wielkiego dzwonu i od tej pory nikt nie wie, kiedy zamyka się"
    " miasto. Straż otwiera wrota na słowo przekupek, kupcy liczą godziny po świecach, a kapłani mówią, że cisza jest"
    " odpowiedzią, tylko nie wiadomo jeszcze na co. Ludwisarz żąda zapłaty z góry i patrzy przy tym w okno. Rada musi"
    " powiedzieć, czym odtąd będzie mierzyć się wieczór, zanim zrobi to ktoś inny."
)
POLICIES: Final = (
    (
        "Nowe serce z broni",
        "Odlew pójdzie z mieczy złożonych w zbrojowni; wieczór wróci na swoje miejsce, a komuś zabraknie ostrza.",
    ),
    (
        "Trąby zamiast spiżu",
        "Godziny ogłoszą trębacze na murach, głośno i za opłatą, której nie lubi nikt prócz samych trębaczy.",
    ),
    (
        "Modlitwa do milczenia",
        "Kapłani każą słuchać ciszy jak wyroku; w świątyniach przybędzie ludzi, na targu ubędzie pośpiechu.",
    ),
)
TALE: Final = (
    "Postanowienie Rady wykonano jeszcze przed zmrokiem, choć każdy z wykonawców rozumiał je po swojemu. Na murach było"
    " ciszej niż zwykle, a w karczmach mówiono, że taka cisza też kosztuje. Rano przyszły rachunki, jedne na papierze,"
    " inne w spojrzeniach, i trzeba było zapłacić jedne i drugie."
)


def good_dilemma(asked: Brief) -> dict[str, Any]:
    policies = [
        {"helps": policy.helps, "hurts": policy.hurts, "name": name, "text": text}
        for policy, (name, text) in zip(asked.policies, POLICIES, strict=False)
    ]
    return {"standings": dict(asked.chronicle.standings), "title": TITLE, "crisis": CRISIS, "policies": policies}


def good_tale(told: Chronicle) -> dict[str, Any]:
    helped, hurt = told.last.helped or "none", told.last.hurt or "none"
    return {"standings": dict(told.standings), "helped": helped, "hurt": hurt, "text": TALE}


def as_json(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def public(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if event.to == "all"]


def drawn_in(events: tuple[Event, ...]) -> tuple[Any, ...]:
    return [event.policies for event in events if isinstance(event, DilemmaDrawn)][-1]


def brief_after(events: tuple[Event, ...]) -> Brief:
    return brief(chronicle(public(events)), drawn_in(events))


def a_game(
    seed: str = "dzwon", statements: tuple[str, ...] = ("Milczę, więc słucham.",), names: tuple[str, ...] = ()
) -> Game:
    """Some rounds, everybody speaking and voting; the kingdom does not fall on the way."""
    players = SeededPlayers(seed, Habits(agree=800), statements)
    rules = RuleSet(rounds=3, starting_stats=60, dominance=10_000)
    return play_out(seed, rules, names or names_for(6), players)


def until_round(game: Game, round_: int) -> tuple[Event, ...]:
    """What has happened when this round has just opened."""
    events = list(game.opening)
    for step in game.steps:
        if events_round(events) == round_:
            break
        events.extend(step.events)
    return tuple(events)


def events_round(events: list[Event]) -> int:
    return chronicle(event for event in events if event.to == "all").round


def a_brief(**game: Any) -> Brief:
    return brief_after(until_round(a_game(**game), 2))


def a_chronicle(**game: Any) -> Chronicle:
    return a_brief(**game).chronicle
