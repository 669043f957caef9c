"""What an interaction asks for, read from what Discord sends."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import discord

from bot.address import Address, address
from bot.office import Value, Visitor

SUBCOMMAND: Final = 1
NEW_LINES: Final = str.maketrans({"\r": "\n"})


class Called(NamedTuple):
    """A command by its key, with its options; `typed` is the one that somebody is typing."""

    key: str
    options: dict[str, Value]
    typed: str = ""


def visitor(interaction: discord.Interaction) -> Visitor:
    user, rights, channel = interaction.user, interaction.permissions, interaction.channel
    return Visitor(
        person=str(user.id),
        name=user.display_name,
        handle=str(user),
        guild=str(interaction.guild_id or ""),
        channel=str(interaction.channel_id or ""),
        roles=frozenset(str(role.id) for role in getattr(user, "roles", ())),
        manages=rights.manage_guild or rights.administrator,
        parent=str(channel.parent_id) if isinstance(channel, discord.Thread) else "",
    )


def called(interaction: discord.Interaction) -> Called:
    data = _data(interaction)
    nothing: dict[str, Any] = {"name": ""}
    inner = next((option for option in data.get("options", ()) if option["type"] == SUBCOMMAND), nothing)
    options = inner.get("options", ())
    typed = next((option["name"] for option in options if option.get("focused")), "")
    values = {option["name"]: option["value"] for option in options}
    return Called(f"{data['name']}.{inner['name']}", values, typed)


def names_bot(interaction: discord.Interaction) -> bool:
    """Whether one of the people among the options is none."""
    resolved = _data(interaction).get("resolved", {})
    return any(user.get("bot") for user in resolved.get("users", {}).values())


def pressed(interaction: discord.Interaction) -> Address | None:
    """None where it is no button, list or form of ours."""
    return address(str(_data(interaction).get("custom_id", "")))


def chosen(interaction: discord.Interaction) -> tuple[str, ...]:
    return tuple(_data(interaction).get("values", ()))


def written(interaction: discord.Interaction) -> str:
    """What a form was sent with. Some clients end lines in the way of their system."""
    texts = _texts(_data(interaction).get("components", ()))
    return next(texts, "").replace("\r\n", "\n").translate(NEW_LINES)


def is_private(message: discord.Message | None) -> bool:
    return message is not None and (message.guild is None or message.flags.ephemeral)


def _texts(components: Any) -> Iterator[str]:
    for component in components:
        if "value" in component:
            yield component["value"]
        yield from _texts(component.get("components") or [component[key] for key in ("component",) if key in component])


def _data(interaction: discord.Interaction) -> dict[str, Any]:
    return dict(interaction.data or {})
