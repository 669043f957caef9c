"""What the bot asks a server to let it do, as Discord calls it; docs/hosting.md says why of each."""

from collections.abc import Iterable
from typing import Final

import discord

IN_CHANNEL: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
LABELS: Final = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
SCOPES: Final = ("bot", "applications.commands")


def permissions() -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys(LABELS, True))


def invite(application: int) -> str:
    return discord.utils.oauth_url(application, permissions=permissions(), scopes=SCOPES)


def missing(given: discord.Permissions, needed: Iterable[str]) -> tuple[str, ...]:
    return tuple(right for right in needed if not getattr(given, right))


def labels(rights: Iterable[str]) -> str:
    return ", ".join(LABELS[right] for right in rights)
