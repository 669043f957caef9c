"""What Discord is told of our commands: within its limits, in both languages, and only when it is news."""

import json
import re
from pathlib import Path
from typing import Any, Final

import discord
import jsonschema
import pytest
import simcord

from bot.commands import COMMANDS, MODERATORS, PLAYERS
from bot.discord_commands import MANAGERS, payloads, register

DESCRIPTION: Final = Path(__file__).parents[2].parent / "shared" / "discord" / "openapi.json"
NAME: Final = re.compile(r"[-_'\w]{1,32}")
SIZE: Final = 8000
"""Characters of names, descriptions and values that a command may have in all, in its longest language."""


def described(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """A command and everything in it that has a description."""
    return [payload, *(inner for option in payload.get("options", []) for inner in described(option))]


EVERYTHING: Final = [one for payload in payloads() for one in described(payload)]
SUBCOMMANDS: Final = {f"{group['name']}.{one['name']}": one for group in payloads() for one in group["options"]}


def test_every_command_and_option_is_registered() -> None:
    assert set(SUBCOMMANDS) == {command.key for command in COMMANDS}
    for command in COMMANDS:
        told = {option["name"] for option in SUBCOMMANDS[command.key]["options"]}
        assert told == {option.name for option in command.options}


@pytest.mark.parametrize("one", EVERYTHING, ids=lambda one: one["name"])
def test_names_and_descriptions_fit(one: dict[str, Any]) -> None:
    assert NAME.fullmatch(one["name"])
    assert one["name"] == one["name"].lower()
    texts = {one["description"], *one["description_localizations"].values()}
    assert len(texts) == 2
    assert all(1 <= len(text) <= 100 for text in texts)
    assert len(one.get("options", [])) <= 25
    choices = one.get("choices", [])
    assert len(choices) <= 25
    assert all(1 <= len(choice["name"]) <= 100 and 1 <= len(choice["value"]) <= 100 for choice in choices)
    assert not (choices and "autocomplete" in one)


@pytest.mark.parametrize("one", SUBCOMMANDS.values(), ids=SUBCOMMANDS)
def test_what_is_required_comes_first(one: dict[str, Any]) -> None:
    required = [option["required"] for option in one["options"]]
    assert required == sorted(required, reverse=True)


@pytest.mark.parametrize("payload", payloads(), ids=lambda payload: payload["name"])
def test_a_whole_command_is_not_too_big(payload: dict[str, Any]) -> None:
    parts = described(payload)
    choices = [choice for one in parts for choice in one.get("choices", [])]
    longest = sum(len(one["name"]) + max(map(len, _texts(one))) for one in parts)
    assert longest + sum(len(choice["name"]) + len(choice["value"]) for choice in choices) <= SIZE


def _texts(one: dict[str, Any]) -> list[str]:
    return [one["description"], *one["description_localizations"].values()]


def test_names_are_unique_where_they_stand() -> None:
    for one in [{"options": payloads()}, *EVERYTHING]:
        names = [option["name"] for option in one.get("options", [])]
        assert len(names) == len(set(names))


def test_moderators_commands_are_hidden_from_others_and_players_work_in_private() -> None:
    groups = {payload["name"]: payload for payload in payloads()}
    assert groups[MODERATORS]["default_member_permissions"] == MANAGERS
    assert discord.Permissions(MANAGERS) == discord.Permissions(manage_guild=True)
    assert groups[MODERATORS]["contexts"] == [0]
    assert "default_member_permissions" not in groups[PLAYERS]
    assert groups[PLAYERS]["contexts"] == [0, 1]
    assert not any(payload["nsfw"] for payload in groups.values())


@pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's API description is not beside this checkout")
def test_discord_s_own_description_accepts_them() -> None:
    api = json.loads(DESCRIPTION.read_text("utf-8"))
    body = {"$ref": "#/components/schemas/ApplicationCommandUpdateRequest", "components": api["components"]}
    checker = jsonschema.Draft202012Validator(body)
    for payload in payloads():
        without = {key: value for key, value in payload.items() if key != "nsfw"}  # which it does not know
        checker.validate(without)
    with pytest.raises(jsonschema.ValidationError):
        checker.validate({"name": "x" * 33})


class Client(discord.Client):
    told: bool = False

    async def setup_hook(self) -> None:
        self.told = await register(self)


async def test_discord_is_told_once_and_again_only_of_a_change() -> None:
    def writes(env: simcord.Env) -> int:
        return [entry.method for entry in env.http_requests].count("PUT")

    async with simcord.run(Client(intents=discord.Intents(guilds=True))) as env:
        assert writes(env) == 1
        await env.restart_bot(Client(intents=discord.Intents(guilds=True)))
        assert writes(env) == 1
        ((_, command), *_) = env.backend.commands[None].items()
        command["options"][0]["description"] = "Coś innego"
        await env.restart_bot(Client(intents=discord.Intents(guilds=True)))
        assert writes(env) == 2


async def test_what_discord_adds_is_no_change() -> None:
    added = {"version": "1", "dm_permission": True, "name_localizations": None, "nsfw": False}
    async with simcord.run(Client(intents=discord.Intents(guilds=True))) as env:
        for command in env.backend.commands[None].values():
            command.update(added)
            for option in command["options"]:
                option["name_localizations"] = None
        await env.restart_bot(again := Client(intents=discord.Intents(guilds=True)))
        assert not again.told
