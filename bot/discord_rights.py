"""What the bot asks a server to let it do: exactly this, for docs/hosting.md says why of each."""

from typing import Final

import discord

NEEDED: Final = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""As discord.py calls them, and as Discord does."""
SCOPES: Final = ("bot", "applications.commands")


def permissions() -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def missing(given: discord.Permissions) -> tuple[str, ...]:
    """What is lacking there, as discord.py calls it."""
    return tuple(name for name in NEEDED if not getattr(given, name))


def invite(application: int) -> str:
    return discord.utils.oauth_url(application, permissions=permissions(), scopes=SCOPES)
