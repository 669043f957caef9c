"""What the bot may ask over HTTP, apart from answering interactions (callbacks.py). Routes as a table."""

from typing import TYPE_CHECKING, Final

from tests.discord.wire.door import Call, Handler
from tests.discord.wire.payloads import channel_json, guild_json, member_json, message_json, user_json
from tests.discord.wire.world import (
    DM,
    PRIVATE_THREAD,
    RIGHTS,
    THREAD,
    Channel,
    Guild,
    Json,
    Message,
    Refusal,
    missing,
    snowflake,
)

if TYPE_CHECKING:
    from tests.discord.wire.fake import Discord

LONGEST: Final = 2000
LONGEST_NONCE: Final = 25


class Rest:
    def __init__(self, discord: "Discord") -> None:
        self._discord = discord
        channel, message = "/channels/{channel}", "/channels/{channel}/messages/{message}"
        commands = "/applications/{application}/commands"
        self.routes: dict[tuple[str, str], Handler] = {
            ("GET", "/users/@me"): lambda call: user_json(discord.bot),
            ("GET", "/users/{user}"): lambda call: user_json(discord.user_by_id(call.id("user"))),
            ("GET", "/oauth2/applications/@me"): self._application,
            ("GET", "/applications/@me"): self._application,
            ("GET", "/gateway"): lambda call: {"url": discord.socket},
            ("GET", "/gateway/bot"): self._gateway,
            ("GET", commands): lambda call: discord.commands,
            ("PUT", commands): self._register,
            ("POST", "/users/@me/channels"): self._open_dm,
            ("GET", "/guilds/{guild}"): lambda call: guild_json(self._guild(call), discord.bot),
            ("GET", "/guilds/{guild}/members/{user}"): self._member,
            ("GET", channel): lambda call: channel_json(self._channel(call), discord.bot),
            ("PATCH", channel): self._edit_channel,
            ("POST", f"{channel}/threads"): self._thread,
            ("POST", f"{channel}/typing"): self._typing,
            ("POST", f"{channel}/messages"): self._send,
            ("GET", f"{channel}/messages"): self._history,
            ("GET", message): lambda call: message_json(self._message(call)),
            ("PATCH", message): self._edit,
            ("DELETE", message): self._delete,
        }

    # -- the bot itself -----------------------------------------------------------------------------------------------

    def _application(self, _: Call) -> Json:
        me = self._discord
        return {
            "id": str(me.application),
            "name": me.bot.name,
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "owner": user_json(me.bot),
            "bot": user_json(me.bot),
            "team": None,
            "rpc_origins": [],
        }

    def _gateway(self, _: Call) -> Json:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {"url": self._discord.socket, "shards": 1, "session_start_limit": limit}

    def _register(self, call: Call) -> list[Json]:
        """A command keeps its id as long as it keeps its name."""
        before = {command["name"]: command["id"] for command in self._discord.commands}
        ids = {"application_id": str(self._discord.application), "version": "1"}
        self._discord.commands = [
            command | ids | {"id": before.get(command["name"], str(snowflake()))} for command in call.json
        ]
        return self._discord.commands

    # -- people and places --------------------------------------------------------------------------------------------

    def _guild(self, call: Call) -> Guild:
        for guild in self._discord.guilds:
            if guild.id == call.id("guild"):
                return guild
        raise missing("Guild", 10004)

    def _member(self, call: Call) -> Json:
        member = self._guild(call).members.get(call.id("user"))
        if member is None:
            raise missing("Member", 10007)
        return member_json(member)

    def _open_dm(self, call: Call) -> Json:
        user = self._discord.user_by_id(int(call.json["recipient_id"]))
        return channel_json(self._discord.dm(user), self._discord.bot)

    def _channel(self, call: Call, *rights: str) -> Channel:
        channel = self._discord.channel(call.id("channel"))
        if channel.guild is None:
            return channel
        has = channel.guild.rights(self._discord.bot, channel)
        if not has & RIGHTS["view_channel"]:
            raise Refusal(403, 50001, "Missing Access")
        if any(not has & RIGHTS[right] for right in rights):
            raise Refusal(403, 50013, "Missing Permissions")
        return channel

    def _edit_channel(self, call: Call) -> Json:
        channel = self._channel(call)
        channel.name = call.json.get("name", channel.name)
        channel.archived = call.json.get("archived", channel.archived)
        return channel_json(channel, self._discord.bot)

    def _thread(self, call: Call) -> Json:
        parent = self._channel(call, "create_public_threads")
        assert parent.guild
        kind = call.json.get("type", PRIVATE_THREAD)
        thread = Channel(kind, call.json["name"], parent.guild, parent)
        parent.guild.channels.append(thread)
        body = channel_json(thread, self._discord.bot)
        self._discord.gateway.tell("THREAD_CREATE", body | {"newly_created": True})
        return body

    def _typing(self, call: Call) -> None:
        self._channel(call, "send_messages")

    # -- messages -----------------------------------------------------------------------------------------------------

    def _send(self, call: Call) -> Json:
        channel = self._channel(call)
        self._channel(call, "send_messages_in_threads" if channel.kind >= THREAD else "send_messages")
        if channel.person is not None and self._is_closed(channel):
            raise Refusal(403, 50007, "Cannot send messages to this user")
        check(call.json, call.files)
        if call.files and channel.kind != DM:
            self._channel(call, "attach_files")
        message = self._known(channel, call) or self._new(channel, call)
        return message_json(message) | ({"nonce": message.nonce} if message.nonce is not None else {})

    def _is_closed(self, channel: Channel) -> bool:
        """So too where the two have no server in common."""
        assert channel.person
        shared = any(channel.person.id in guild.members for guild in self._discord.guilds)
        return channel.person.dms_closed or not shared

    def _known(self, channel: Channel, call: Call) -> Message | None:
        nonce = call.json.get("nonce")
        if nonce is None or not call.json.get("enforce_nonce"):
            return None
        if len(str(nonce)) > LONGEST_NONCE:
            raise Refusal(400, 50035, "Invalid Form Body")
        same = [one for one in channel.messages if one.nonce == str(nonce) and one.recalled]
        return same[0] if same else None

    def _new(self, channel: Channel, call: Call) -> Message:
        nonce = call.json.get("nonce")
        body = {name: value for name, value in call.json.items() if name not in {"nonce", "attachments"}}
        message = Message(
            channel,
            self._discord.bot,
            body,
            call.files,
            nonce=None if nonce is None else str(nonce),
            flags=call.json.get("flags") or 0,
        )
        return self._discord.keep(message)

    def _history(self, call: Call) -> list[Json]:
        """Newest first, but what follows a message begins with what follows it at once."""
        channel = self._channel(call, "read_message_history")
        limit = int(call.query.get("limit", 50))
        chosen = channel.standing
        if "before" in call.query:
            chosen = [message for message in chosen if message.id < int(call.query["before"])]
        if "after" in call.query:
            chosen = [message for message in chosen if message.id > int(call.query["after"])][:limit]
        return [message_json(message) for message in reversed(chosen[-limit:])]

    def _message(self, call: Call) -> Message:
        return self._channel(call).message(call.id("message"))

    def _own(self, call: Call) -> Message:
        message = self._message(call)
        if message.author is not self._discord.bot:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        return message

    def _edit(self, call: Call) -> Json:
        message = self._own(call)
        check(message.body | call.json, [*message.files, *call.files])
        message.edit(call.json, call.files)
        self._discord.changed(message)
        return message_json(message)

    def _delete(self, call: Call) -> None:
        message = self._own(call)
        message.delete()
        self._discord.changed(message)


def check(body: Json, files: list[Json]) -> None:
    """Nothing empty, nothing too long: Discord takes neither."""
    if not (body.get("content") or body.get("embeds") or body.get("components") or files):
        raise Refusal(400, 50006, "Cannot send an empty message")
    if len(body.get("content") or "") > LONGEST:
        raise Refusal(400, 50035, "Invalid Form Body")
