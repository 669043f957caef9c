"""How Discord writes what it keeps: as much of it as discord.py reads."""

import datetime as dt

from tests.discord.wire.world import (
    CREATED,
    DM,
    RIGHTS,
    THREAD,
    Channel,
    Guild,
    Json,
    Member,
    Message,
    Role,
    User,
)


def user_json(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": user.name.title(),
        "discriminator": "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
    }


def member_json(member: Member) -> Json:
    return {
        "user": user_json(member.user),
        "nick": None,
        "avatar": None,
        "roles": [str(role.id) for role in member.roles],
        "joined_at": CREATED,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }


def asking_member_json(guild: Guild, channel: Channel, user: User) -> Json:
    return member_json(guild.members[user.id]) | {"permissions": str(guild.rights(user, channel))}


def role_json(role: Role) -> Json:
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(role.rights),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def channel_json(channel: Channel, bot: User) -> Json:
    body: Json = {"id": str(channel.id), "type": channel.kind, "flags": 0, "last_message_id": None}
    if channel.kind == DM:
        assert channel.person
        return body | {"recipients": [user_json(channel.person)]}
    assert channel.guild
    body |= {"name": channel.name, "guild_id": str(channel.guild.id), "rate_limit_per_user": 0}
    if channel.kind >= THREAD:
        return body | _thread_json(channel, bot)
    deny = sum(RIGHTS[name] for name in channel.denied)
    overwrites = [{"id": str(bot.id), "type": 1, "allow": "0", "deny": str(deny)}] if deny else []
    return body | {"position": 0, "nsfw": False, "topic": None, "permission_overwrites": overwrites, "parent_id": None}


def _thread_json(channel: Channel, bot: User) -> Json:
    assert channel.parent
    return {
        "parent_id": str(channel.parent.id),
        "owner_id": str(bot.id),
        "message_count": len(channel.messages),
        "total_message_sent": len(channel.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": channel.archived,
            "auto_archive_duration": 1440,
            "archive_timestamp": CREATED,
            "locked": False,
            "create_timestamp": CREATED,
        },
        "member": {"id": str(channel.id), "user_id": str(bot.id), "join_timestamp": CREATED, "flags": 0},
    }


def guild_json(guild: Guild, bot: User) -> Json:
    """The bot knows of no other members: it does not ask to."""
    plain = [channel for channel in guild.channels if channel.kind < THREAD]
    threads = [channel for channel in guild.channels if channel.kind >= THREAD and not channel.archived]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner.id),
        "roles": [role_json(role) for role in guild.roles],
        "channels": [channel_json(channel, bot) for channel in plain],
        "threads": [channel_json(channel, bot) for channel in threads],
        "members": [member_json(guild.members[bot.id])],
        "member_count": len(guild.members),
        "joined_at": CREATED,
        "large": False,
        "unavailable": False,
        "preferred_locale": "pl",
        "features": [],
        **dict.fromkeys(("emojis", "stickers", "presences", "voice_states", "stage_instances"), ()),
        **dict.fromkeys(("guild_scheduled_events", "soundboard_sounds"), ()),
        **dict.fromkeys(("icon", "splash", "banner", "description", "vanity_url_code", "afk_channel_id")),
        **dict.fromkeys(("rules_channel_id", "public_updates_channel_id", "system_channel_id", "application_id")),
        **dict.fromkeys(("verification_level", "default_message_notifications", "explicit_content_filter"), 0),
        **dict.fromkeys(("mfa_level", "premium_tier", "premium_subscription_count", "nsfw_level", "afk_timeout"), 0),
        "system_channel_flags": 0,
    }


def message_json(message: Message) -> Json:
    """Without its nonce, which Discord tells only whoever sends it."""
    edits = [one.at for one in message.told if one.change == "edited"]
    return {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": 0,
        "author": user_json(message.author),
        "content": message.content,
        "timestamp": _time(message.told[0].at),
        "edited_timestamp": _time(edits[-1]) if edits else None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [{name: value for name, value in file.items() if name != "data"} for file in message.files],
        "embeds": message.body.get("embeds") or [],
        "components": message.components,
        "pinned": False,
        "flags": message.flags,
    }


def _time(when: float) -> str:
    return dt.datetime.fromtimestamp(when, dt.UTC).isoformat()
