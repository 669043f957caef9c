"""The prompt: what it says of a game, and that its schema is the answer's shape in both spellings."""

import json
from dataclasses import replace
from typing import Any, Final

import pytest

from engine.terms import STATS
from narrator.answer import TALE_SCHEMA, ToldDilemma, ToldTale, dilemma_schema
from narrator.brief import Quote, chronicle
from narrator.choose import installed
from narrator.prompt import CRISIS_MAX, QUOTE_MAX, dilemma_prompt, tale_prompt
from tests.narrator import kingdom

BRIEF: Final = kingdom.a_brief()
TOLD: Final = BRIEF.chronicle


def material(text: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(text.split("\n")[1])
    return said


def test_a_dilemma_is_asked_for_with_state_ledger_statements_and_tendencies() -> None:
    said = material(dilemma_prompt(BRIEF).material)
    assert said["standings"] == dict(TOLD.standings)
    assert [line["title"] for line in said["ledger"]] == [decision.title for decision in TOLD.decisions]
    assert [(p["helps"], p["gain"], p["hurts"], p["loss"]) for p in said["policies"]] == [
        (p.helps, p.gain, p.hurts, p.loss) for p in BRIEF.policies
    ]
    assert said["statements"][0] == {"faction": TOLD.quotes[0].faction, "text": TOLD.quotes[0].text}


def test_a_tale_is_asked_for_with_the_decision() -> None:
    said = material(tale_prompt(TOLD).material)
    assert said["decision"]["chosen"] == TOLD.last.chosen
    assert (said["decision"]["helped"], said["decision"]["hurt"]) == (TOLD.last.helped, TOLD.last.hurt)
    assert said["ledger"] == []
    assert "ending" not in said


def test_what_became_of_members_is_said_without_a_count() -> None:
    gone = replace(TOLD.last, disgraced=2, left=1, by_lot=True)
    said = material(tale_prompt(replace(TOLD, decisions=(gone,))).material)["decision"]
    assert (said["members_exiled_in_disgrace"], said["members_left"], said["by_lot"]) == (True, True, True)
    assert "members_left" not in material(tale_prompt(TOLD).material)["decision"]


def test_the_end_of_a_story_is_said() -> None:
    told = chronicle(kingdom.public(kingdom.a_game().events))
    assert material(tale_prompt(told).material)["ending"] == "points"
    assert len(material(tale_prompt(told).material)["ledger"]) == 2


def test_a_prompt_does_not_grow_with_long_texts() -> None:
    wordy = kingdom.a_brief(statements=("Rada! " * 80,))
    assert max(len(line["crisis"]) for line in material(dilemma_prompt(wordy).material)["ledger"]) <= CRISIS_MAX
    assert len(dilemma_prompt(wordy).material) < 12_000
    endless = replace(TOLD, quotes=(Quote("guard", "Rada! " * 800),))
    assert len(material(tale_prompt(endless).material)["statements"][0]["text"]) == QUOTE_MAX


def fields_of(schema: dict[str, Any]) -> Any:
    """A schema without how it is written."""
    if "properties" in schema:
        assert schema["required"] == list(schema["properties"])
        return {name: fields_of(part) for name, part in schema["properties"].items()}
    return [fields_of(schema["items"])] if "items" in schema else schema.get("enum", "text")


def resolved(schema: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """What pydantic says of a model, with its references followed."""
    schema = whole["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if "anyOf" in schema:
        return {"enum": [name for part in schema["anyOf"] for name in part.get("enum", [part.get("const")])]}
    schema = dict(schema)
    if "properties" in schema:
        schema["properties"] = {name: resolved(part, whole) for name, part in schema["properties"].items()}
    if "items" in schema:
        schema["items"] = resolved(schema["items"], whole)
    return schema


@pytest.mark.parametrize(("shape", "schema"), [(ToldDilemma, dilemma_schema(3)), (ToldTale, TALE_SCHEMA)])
def test_the_schema_asked_for_is_the_shape_that_is_checked(shape: Any, schema: dict[str, Any]) -> None:
    checked = shape.model_json_schema()
    assert fields_of(resolved(checked, checked)) == fields_of(schema)


def test_the_proto_spelling_keeps_everything() -> None:
    if not installed("gemini"):
        pytest.skip("google-generativeai is not installed")
    from narrator.gemini import in_proto_spelling  # noqa: PLC0415

    proto = in_proto_spelling(dilemma_schema(2))
    assert (proto["type"], proto["required"]) == ("OBJECT", ["standings", "title", "crisis", "policies"])
    policies = proto["properties"]["policies"]
    assert (policies["type"], policies["min_items"], policies["max_items"]) == ("ARRAY", 2, 2)
    assert policies["items"]["properties"]["helps"] == {"type": "STRING", "format": "enum", "enum": list(STATS)}
