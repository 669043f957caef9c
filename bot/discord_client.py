"""Our client: what Discord tells it goes to the door or to the troubles, and nothing else is listened to."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from discord import AllowedMentions, Guild, Intents, MemberCacheFlags

from bot.clock import Clock
from bot.discord_chat import Place, lacking, why_shut
from bot.discord_commands import register
from bot.discord_door import Door
from bot.discord_outlet import DiscordOutlet
from bot.discord_writer import Writer
from bot.rooms import Room, Rooms
from bot.tables import Tables
from bot.trouble import Troubles

LOG: Final = logging.getLogger("rada.discord")

LONGEST_LOGIN: Final = 60.0
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody is to hear our voice
FAREWELL: Final = 1.0


class Offline(Exception):
    """Says in one line why there is no Discord."""


class House(NamedTuple):
    """All that the client leads to."""

    door: Door
    troubles: Troubles
    outlet: DiscordOutlet
    tables: Tables
    rooms: Rooms
    clock: Clock
    writer: Writer


class RadaClient(discord.Client):
    """Sees servers and their channels: no members, no messages, no presences."""

    house: House

    def __init__(self) -> None:
        super().__init__(
            intents=Intents(guilds=True),
            allowed_mentions=AllowedMentions.none(),
            member_cache_flags=MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self._beat: asyncio.Task[None] | None = None
        self._asleep: dict[int, Place] = {}
        self._looked_over: set[int] = set()
        self._look_again: set[int] = set()

    async def serve(self, token: str) -> None:
        """Until it is closed. Raises Offline, and what taking up the games does."""
        try:
            await self.login(token)
            await self.connect()
        except discord.LoginFailure:
            raise Offline("Discord does not accept DISCORD_TOKEN: take a new token from its developer page") from None
        except discord.HTTPException as error:
            raise Offline(f"Discord answers with status {error.status}; try again in a while") from None
        except discord.ConnectionClosed as error:
            raise Offline(f"Discord closed the connection (code {error.code})") from None
        except (aiohttp.ClientError, OSError) as error:
            raise Offline(f"Discord cannot be reached ({type(error).__name__}): look at the connection") from None

    async def login(self, token: str) -> None:
        """Discord has so long to know us. What follows takes as long as there are games."""
        try:
            async with asyncio.timeout(LONGEST_LOGIN):
                await super().login(token)
        except (KeyError, TypeError, ValueError):  # so discord.py stumbles over a page that is not Discord's
            raise Offline("something else answers in Discord's place: look at the connection") from None
        await self._move_in()

    async def _move_in(self) -> None:
        """Before anybody can press anything."""
        try:
            async with asyncio.timeout(LONGEST_LOGIN):
                await register(self)
        except (discord.HTTPException, TimeoutError) as error:
            code = getattr(error, "code", "no answer")
            LOG.error("Discord did not take our commands (%s %s)", type(error).__name__, code)  # noqa: TRY400
        await self.house.outlet.load()
        await self.house.tables.resume({room.game for room in self.house.rooms})
        self._beat = asyncio.create_task(self.house.outlet.run(self.house.clock))

    async def leave(self) -> None:
        """Discord need not be there any more to say goodbye."""
        if self._beat is not None:
            self._beat.cancel()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.close(), FAREWELL)

    async def shut_out(self, room: Room, error: discord.HTTPException) -> None:
        """A room took no message. Which servers and channels there are is known only once Discord has told."""
        await self.wait_until_ready()
        why, rights = why_shut(self, room, error.code)
        await self.house.troubles.found(room, why, rights)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.house.door.knock(interaction)

    # -- what becomes of the places where games are played: each event is told once, whatever happens to the connection

    async def on_ready(self) -> None:
        """What happened while we were away."""
        games = self.house.troubles.games()
        LOG.info("ready: %s games on %s servers", len(games), len(self.guilds))
        for server in dict.fromkeys(room.guild for room in games):
            if (guild := self.get_guild(int(server))) is None:
                await self._shut_out_of(server)
            elif not guild.unavailable:
                await self._look_over(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._gone(channel.id)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        await self._gone(deleted.thread_id)

    async def on_guild_remove(self, guild: Guild) -> None:
        await self._shut_out_of(str(guild.id))

    async def on_guild_join(self, guild: Guild) -> None:
        await self._look_over(guild)

    async def on_guild_available(self, guild: Guild) -> None:
        await self._look_over(guild)

    async def on_guild_channel_update(self, _: Any, channel: discord.abc.GuildChannel) -> None:
        await self._look_over(channel.guild)

    async def on_raw_thread_update(self, updated: discord.RawThreadUpdateEvent) -> None:
        """Of one that sleeps, or wakes, discord.py tells in no other way."""
        self._asleep.pop(updated.thread_id, None)
        if (guild := self.get_guild(updated.guild_id)) is not None:
            await self._look_over(guild)

    async def on_guild_role_update(self, _: Any, role: discord.Role) -> None:
        await self._look_over(role.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self._look_over(role.guild)

    async def on_member_update(self, _: Any, member: discord.Member) -> None:
        """Without the intent for members, that is ourselves."""
        await self._look_over(member.guild)

    async def _shut_out_of(self, server: str) -> None:
        for room in self.house.troubles.games_of(server):
            await self.house.troubles.found(room, "guild_gone")

    async def _gone(self, channel: int) -> None:
        self._asleep.pop(channel, None)
        for room in self.house.troubles.games_at(str(channel)):
            await self.house.troubles.found(room, "channel_gone")

    async def _look_over(self, guild: Guild) -> None:
        """However much happens on a server at once: one look at a time, and one after all of it."""
        self._look_again.add(guild.id)
        if guild.id in self._looked_over:
            return
        self._looked_over.add(guild.id)
        try:
            while guild.id in self._look_again:
                self._look_again.discard(guild.id)
                await self._look_at_all(guild.id)
        finally:
            self._looked_over.discard(guild.id)

    async def _look_at_all(self, server: int) -> None:
        for room in self.house.troubles.games_of(str(server)):
            if (guild := self.get_guild(server)) is not None:
                await self._look_at(room, guild)

    async def _look_at(self, room: Room, guild: Guild) -> None:
        place = await self._place(room, guild)
        if place is None:
            return
        if rights := lacking(place):
            await self.house.troubles.found(room, "no_rights", rights)
        elif isinstance(place, discord.Thread) and place.locked:
            await self.house.troubles.found(room, "locked")
        elif await self.house.troubles.mended(room):
            self.house.outlet.reopened(room.game)

    async def _place(self, room: Room, guild: Guild) -> Place | None:
        """A thread that sleeps is not in discord.py's memory, nor is a channel that was deleted."""
        channel = int(room.channel)
        if (known := guild.get_channel_or_thread(channel)) is not None:
            return known
        asleep = self._asleep.get(channel)
        if asleep is not None and asleep.guild is guild:  # a server is another one after a new connection
            return asleep
        return None if self.house.troubles.has_lost(room) else await self._ask_for(room, guild)

    async def _ask_for(self, room: Room, guild: Guild) -> Place | None:
        await self.house.writer.turn()
        try:
            self._asleep[int(room.channel)] = found = await guild.fetch_channel(int(room.channel))
        except discord.NotFound:
            await self.house.troubles.found(room, "channel_gone")
        except (discord.HTTPException, OSError):
            LOG.warning("game %s: its channel could not be looked at", room.game)
        else:
            return found
        return None
