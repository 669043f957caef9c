"""The whole of it, on a port of its own: `async with Discord() as discord`."""

import asyncio
from typing import Final, Self

from aiohttp import web

from tests.discord.wire.asking import Interaction
from tests.discord.wire.callbacks import Callbacks
from tests.discord.wire.door import PREFIX, Door, Watcher
from tests.discord.wire.faults import Faults
from tests.discord.wire.gateway import Gateway, Session
from tests.discord.wire.payloads import channel_json, guild_json, message_json, user_json
from tests.discord.wire.rest import Rest
from tests.discord.wire.world import (
    ALL_RIGHTS,
    DM,
    Channel,
    Guild,
    Json,
    Message,
    Role,
    User,
    missing,
    snowflake,
)

TOKEN: Final = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.never-to-be-seen-anywhere"  # noqa: S105 - nobody lets us in with it
QUIET: Final = 0.8
MESSAGE_INTENTS: Final = {True: 1 << 9, False: 1 << 12}


class Discord:
    """`patience` is how long it waits for an answer to an interaction, in seconds."""

    def __init__(self, *watchers: Watcher) -> None:
        self.bot = User("Rada Popiołów", bot=True)
        self.application = snowflake()
        self.patience = 3.0
        self.guilds: list[Guild] = []
        self.users: list[User] = []
        self.private: dict[int, Channel] = {}
        self.commands: list[Json] = []
        self.interactions: list[Interaction] = []
        self.whispers: list[Message] = []
        self.faults = Faults()
        self.door = Door(TOKEN, self.faults)
        self.door.watchers += watchers
        self.gateway = Gateway(TOKEN, self._greeting)
        self.port = 0

    # -- being there --------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=32 * 2**20)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/gateway/", self.gateway.serve)
        for table in (Rest(self).routes, Callbacks(self).routes):
            for (method, path), handler in table.items():
                secret = "{token}" not in path
                application.router.add_route(method, PREFIX + path, self.door.wrap(handler, secret=secret))
        application.router.add_route("*", "/{path:.*}", self.door.unknown)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.door.released.set()
        self.gateway.cut()
        for interaction in self.interactions:
            interaction.forget()
        await self._runner.cleanup()
        await asyncio.sleep(0)

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}{PREFIX}"

    @property
    def socket(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    # -- who and what there is ----------------------------------------------------------------------------------------

    def user(self, name: str) -> User:
        user = User(name)
        self.users.append(user)
        return user

    def guild(self, name: str, owner: User) -> Guild:
        guild = Guild(name, owner)
        guild.join(owner)
        guild.join(self.bot, Role("Rada", ALL_RIGHTS))
        self.guilds.append(guild)
        return guild

    def invite(self, guild: Guild) -> None:
        """To a bot that is already there."""
        if guild not in self.guilds:
            self.guilds.append(guild)
        self.gateway.tell("GUILD_CREATE", guild_json(guild, self.bot))

    def kick(self, guild: Guild) -> None:
        self.guilds.remove(guild)
        self.gateway.tell("GUILD_DELETE", {"id": str(guild.id)})

    def delete_channel(self, channel: Channel) -> None:
        assert channel.guild
        channel.guild.channels.remove(channel)
        name = "THREAD_DELETE" if channel.parent else "CHANNEL_DELETE"
        self.gateway.tell(name, channel_json(channel, self.bot))

    def deny(self, channel: Channel, *rights: str) -> None:
        channel.denied |= set(rights)
        self.gateway.tell("CHANNEL_UPDATE", channel_json(channel, self.bot))

    def channel(self, id_: int) -> Channel:
        everywhere = [channel for guild in self.guilds for channel in guild.channels]
        for channel in [*everywhere, *self.private.values()]:
            if channel.id == id_:
                return channel
        raise missing("Channel", 10003)

    def user_by_id(self, id_: int) -> User:
        for user in (*self.users, self.bot):
            if user.id == id_:
                return user
        raise missing("User", 10013)

    def dm(self, user: User) -> Channel:
        if user.id not in self.private:
            self.private[user.id] = Channel(DM, user.name, person=user)
        return self.private[user.id]

    def forget_nonces(self) -> None:
        """As after some minutes."""
        for channel in (*self.private.values(), *(one for guild in self.guilds for one in guild.channels)):
            for message in channel.messages:
                message.recalled = False

    async def quiet(self) -> None:
        """Returns when the bot has asked for nothing for a while."""
        asked = -1
        while asked != len(self.door.calls):
            asked = len(self.door.calls)
            await asyncio.sleep(QUIET)

    # -- what is said -------------------------------------------------------------------------------------------------

    def keep(self, message: Message) -> Message:
        (self.whispers if message.seen_by else message.channel.messages).append(message)
        self._tell_of(message, "MESSAGE_CREATE")
        return message

    def changed(self, message: Message) -> None:
        self._tell_of(message, "MESSAGE_DELETE" if message.deleted else "MESSAGE_UPDATE")

    def _tell_of(self, message: Message, name: str) -> None:
        """Only to a bot that asked to hear of messages."""
        guild = message.channel.guild
        intent = MESSAGE_INTENTS[guild is not None]
        data = message_json(message) | ({"guild_id": str(guild.id)} if guild else {})
        if message.seen_by is None and any(session.intents & intent for session in self.gateway.sessions.values()):
            self.gateway.tell(name, data)

    def _greeting(self, session: Session) -> list[tuple[str, Json]]:
        ready = {
            "v": 10,
            "user": user_json(self.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in self.guilds],
            "session_id": session.id,
            "resume_gateway_url": self.socket,
            "application": {"id": str(self.application), "flags": 0},
        }
        return [("READY", ready), *(("GUILD_CREATE", guild_json(guild, self.bot)) for guild in self.guilds)]
