"""The table of commands as Discord wants it, and Discord told only when it knows another one."""

from typing import Any, Final

import discord
from discord.http import Route

from bot.commands import COMMANDS, MODERATORS, PLAYERS, Asked, Command
from bot.text import line, say

GROUPS: Final = {PLAYERS: "A game of influence for 3 to 12 people", MODERATORS: "Running the games of this server"}
ENGLISH: Final = ("en-US", "en-GB")
SUBCOMMAND: Final = 1
TYPES: Final = {"text": 3, "number": 4, "flag": 5, "person": 6, "channel": 7, "role": 8}
TEXT_CHANNEL: Final = 0
SERVERS: Final = 0
PRIVATE: Final = 1
INSTALLED_TO_SERVERS: Final = 0
MANAGERS: Final = discord.Permissions(manage_guild=True).value
NOT_OURS: Final = ("id", "application_id", "version", "guild_id", "dm_permission", "handler")
"""What Discord adds to a command that it keeps."""

Payload = dict[str, Any]


def payloads() -> list[Payload]:
    return [_group(name, english) for name, english in GROUPS.items()]


async def register(client: discord.Client) -> bool:
    """Whether there was anything to tell. Raises what discord.py does."""
    wanted, application = payloads(), client.application_id
    registered = Route("GET", "/applications/{application}/commands", application=application)
    known = await client.http.request(registered, params={"with_localizations": "true"})
    if _plain(sorted(known, key=_name)) == _plain(sorted(wanted, key=_name)):
        return False
    await client.http.bulk_upsert_global_commands(application or 0, wanted)
    return True


def _name(command: Payload) -> str:
    return str(command["name"])


def _group(name: str, english: str) -> Payload:
    commands = [command for command in COMMANDS if command.group == name]
    private = any(command.in_private for command in commands)
    group = _described(name, name, english) | {
        "contexts": [SERVERS, PRIVATE] if private else [SERVERS],
        "integration_types": [INSTALLED_TO_SERVERS],
        "nsfw": False,
        "options": [_command(command) for command in commands],
    }
    return group | ({"default_member_permissions": MANAGERS} if name == MODERATORS else {})


def _command(command: Command) -> Payload:
    options = sorted(command.options, key=lambda option: not option.required)  # as Discord demands
    return _described(command.name, command.key, command.english) | {
        "options": [_option(command, option) for option in options]
    }


def _described(name: str, key: str, english: str) -> Payload:
    """Groups and what is in them are of one type, by chance."""
    return {
        "type": SUBCOMMAND,
        "name": name,
        "description": say(line(f"command.{key}")),
        "description_localizations": dict.fromkeys(ENGLISH, english),
    }


def _option(command: Command, option: Asked) -> Payload:
    described = _described(option.name, f"{command.key}.{option.name}", option.english)
    payload = described | {"type": TYPES[option.kind], "required": option.required}
    if option.suggested:
        payload["autocomplete"] = True
    if option.choices:
        labels = {choice: say(line(f"{option.name}.{choice}")) for choice in option.choices}
        payload["choices"] = [{"name": label, "value": choice} for choice, label in labels.items()]
    if option.kind == "number":
        payload |= {"min_value": option.least, "max_value": option.most}
    if option.kind == "channel":
        payload["channel_types"] = [TEXT_CHANNEL]
    return payload


def _plain(value: Any) -> Any:
    """Without what Discord adds, and what means the same as nothing. It answers some numbers with a text."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if inner and key not in NOT_OURS}
    return [_plain(inner) for inner in value] if isinstance(value, list) else str(value)
