"""What the desk asks of Discord: a thread, a message, and a trial of everything that could fail in a game."""

import asyncio
from secrets import token_hex
from typing import Final, Literal, get_args

import discord
from discord import Client

from bot.desk import ChatError, Faults
from bot.discord_outlet import DiscordOutlet
from bot.discord_writer import LOCKED, LOST, NO_CHANNEL, NO_ENTRY, NO_LETTERS, Letter, Writer
from bot.rooms import Room
from bot.screen import Screen
from bot.text import line
from bot.trouble import Why

THREAD_NAME: Final = 100
WEEK: Final = 10080
"""Minutes without a word after which a thread is put away; the longest there is."""
FAILURES: Final = (discord.HTTPException, *LOST)
RIGHTS: Final = ("view_channel", "send_messages", "read_message_history", "attach_files")
"""What a game needs in its channel; in a thread it speaks by another right."""

Fault = Literal["closed", "absent"]
FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)
Place = discord.abc.GuildChannel | discord.Thread


def lacking(place: Place) -> tuple[str, ...]:
    """The rights that a game misses here: keys of the catalogue's table `right`. With a right Discord takes away all
    that goes through it; those are not named beside it."""
    speak = "send_messages_in_threads" if isinstance(place, discord.Thread) else "send_messages"
    try:
        held = place.permissions_for(place.guild.me)
    except discord.ClientException:  # a thread whose channel we cannot even see
        return ("view_channel",)
    if not held.view_channel:
        return ("view_channel",)
    needed = ("read_message_history", speak, *(("attach_files",) if getattr(held, speak) else ()))
    return tuple(right for right in needed if not getattr(held, right))


def why_shut(client: Client, room: Room, code: int) -> tuple[Why, tuple[str, ...]]:
    """Why a room took no message, and which rights would help."""
    guild = client.get_guild(int(room.guild))
    if guild is None:
        return "guild_gone", ()
    if code == NO_CHANNEL:
        return "channel_gone", ()
    if code in LOCKED:
        return "locked", ()
    place = guild.get_channel_or_thread(int(room.channel))
    return "no_rights", (lacking(place) if place is not None else ()) or RIGHTS


class DiscordChat:
    def __init__(self, client: Client, writer: Writer, outlet: DiscordOutlet) -> None:
        self._client, self._writer, self._outlet = client, writer, outlet

    async def thread(self, channel: str, name: str) -> str:
        place = self._client.get_channel(int(channel))
        if not isinstance(place, discord.TextChannel):
            raise ChatError("threads begin in text channels only")
        await self._writer.turn()
        try:
            made = await place.create_thread(
                name=name[:THREAD_NAME], type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
            )
        except FAILURES as error:
            raise ChatError(type(error).__name__) from error
        return str(made.id)

    async def post(self, channel: str, screen: Screen) -> str:
        try:
            return str(await self._insist(int(channel), screen))
        except FAILURES as error:
            raise ChatError(type(error).__name__) from error

    async def edit(self, channel: str, message: str, screen: Screen) -> None:
        try:
            await self._writer.edit(int(channel), int(message), screen)
        except FAILURES as error:
            raise ChatError(type(error).__name__) from error

    async def reaches(self, channel: str) -> bool:
        """Where Discord does not answer, it is thought to be there: what moved away would not come back."""
        try:
            place = await self._place(channel)
        except ChatError as error:
            return not isinstance(error.__cause__, discord.HTTPException) or error.__cause__.code not in NO_ENTRY
        return not lacking(place)

    def reopened(self, game: str) -> None:
        self._outlet.reopened(game)

    async def try_out(self, channel: str, people: tuple[str, ...]) -> Faults:
        place = await self._place(channel)
        found = await asyncio.gather(*(self._try_person(str(place.guild.id), person) for person in people))
        by_fault = {
            fault: tuple(person for person, has in zip(people, found, strict=True) if has == fault) for fault in FAULTS
        }
        return Faults(lacking(place), **by_fault)

    async def _try_person(self, guild: str, person: str) -> Fault | None:
        """Really writes to them: Discord tells in no other way whether they can be written to."""
        try:
            if not await self._writer.is_member(guild, person):
                return "absent"
            conversation = await self._writer.dm(person)
            await self._insist(conversation, Screen((line("trial_letter.title"), line("trial_letter.what"))))
        except discord.HTTPException as error:
            if error.code in NO_LETTERS:
                return "closed"
            raise ChatError(str(error.code)) from error
        except FAILURES as error:
            raise ChatError(type(error).__name__) from error
        return None

    async def _insist(self, channel: int, screen: Screen) -> int:
        """Once more where the answer was lost: under the same nonce, so that nothing stands there twice."""
        letter = Letter(screen, token_hex(12))
        try:
            return await self._writer.write(channel, letter)
        except LOST:
            return await self._writer.write(channel, letter)

    async def _place(self, channel: str) -> Place:
        place = self._client.get_channel(int(channel)) or await self._asked_for(int(channel))
        if isinstance(place, discord.abc.PrivateChannel):
            raise ChatError("games are played on servers")
        return place

    async def _asked_for(self, channel: int) -> Place | discord.abc.PrivateChannel:
        await self._writer.turn()
        try:
            return await self._client.fetch_channel(channel)
        except FAILURES as error:
            raise ChatError(type(error).__name__) from error
