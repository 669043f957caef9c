"""A Discord in this process, and people in it who use the real discord.py client of ours.

    async with Sim(client) as sim:                      # a server with one channel; or the fixture `start`
        ala, bob = sim.person("Ala"), sim.person("Bob")
        answer = await ala.command("rada nowa", watek=False)
        answer.message.content                          # what it was answered with: hidden, or for all to see
        await bob.press("Dołącz")                       # the newest message Bob sees with such a button
        await ala.choose("Wariant", "Klasyczny")        # by the select's prompt, the option's label or value
        shown = await ala.press("Napisz")
        await ala.fill(shown, "Moje słowa")             # the form that was opened
        await asyncio.gather(ala.press("A"), bob.press("B"))      # at the same time
        await bob.press("Głosuj", on=bob.last(bob.dm))  # in his private conversation
        await bob.forge("rada|vote|x|1||", on=message)  # a custom id that is on no button
        await bob.command("rada pomoc", where=bob.dm)
        await ala.suggest("rada zasady", "rozdzial", "gło")
        print(sim.transcript(ala))                      # all she ever saw, in order

The true bot stands behind a context: `Sim(lambda sim: open_bot(store, narrating, Manner(sim.clock, ...)))`. Every verb
returns when nobody in the bot can go on without people or time; `sim.advance(60)` lets time go by, for Discord,
`sim.clock`, and every timer and limiter in the bot: none of them ever goes off by itself. What works outside of the
loop, as a store's thread, is added to `sim.busy`.

Each request is checked (tests/discord/api.py): the block's end raises what was wrong, and which interactions were never
answered. `sim.wire` fails, cuts and holds requests; `sim.close_dms(bob)`, `sim.deny(...)`, `sim.delete_channel(...)`,
`sim.delete_message(...)`, `sim.leave(bob)`, `sim.kick()`, `sim.invite()` do what people do to bots; `sim.restart(...)`
ends the bot (`killed`: on the spot) and begins another. `sim.wire.hurried()` says where the bot asked too fast; the
true one must not, unless another was begun. What is done in the same order, and with the same `secrets.token_hex`, is
answered the same to the letter.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack
from typing import Any, Final, Self
from unittest.mock import patch

import discord
import simcord._runtime
from simcord import ChannelHandle, GuildHandle
from simcord.backend.models import Channel, Message, Overwrite
from simcord.backend.serializers import guild_create_payload
from simcord.enums import OverwriteType

from tests.discord.people import Answer, Person
from tests.discord.rest import Env, SimClock
from tests.discord.seen import Shown, World, transcript
from tests.discord.watch import CALLBACK, WatchedAdapter, WatchedClient, Wire

Bot = discord.Client | Callable[["Sim"], AbstractAsyncContextManager[discord.Client]]


class Sim:
    def __init__(self, client: Bot, channel: str = "rada") -> None:
        self.world: Final = World()
        self.wire: Final = Wire(self.world)
        self.env: Final = Env(discord.Client(intents=discord.Intents(guilds=True)), self.world)
        self.clock: Final = SimClock(self.env)
        self.guild: Final = self.env.create_guild("Serwer")
        self.channel: Final = self.guild.create_text_channel(channel)
        self.answers: list[Answer] = []
        self.busy: Final = self.env.busy
        """Add what says whether something works that the loop does not know, as a store's own thread."""
        self._stack = ExitStack()
        self._bot = client
        self._behind: AsyncExitStack | None = None
        self._begun_again = False
        self._away: dict[int, tuple[Channel, dict[int, Message]]] = {}

    @property
    def client(self) -> discord.Client:
        return self.env.bot

    async def __aenter__(self) -> Self:
        self._stack.enter_context(patch.object(simcord._runtime, "FakeHTTPClient", self._watched(WatchedClient)))
        self._stack.enter_context(patch.object(simcord._runtime, "FakeWebhookAdapter", self._watched(WatchedAdapter)))
        self.env.bot, self._behind = await self._opened(self._bot)
        await self.env.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            await self.stop()
            await self.env.shutdown()
        finally:
            self._stack.close()
        if kind is None:
            self.check()

    async def _opened(self, bot: Bot) -> tuple[discord.Client, AsyncExitStack]:
        stack = AsyncExitStack()
        if isinstance(bot, discord.Client):
            stack.push_async_callback(bot.close)
            return bot, stack
        return await stack.enter_async_context(bot(self)), stack

    def check(self) -> None:
        """What the bot should not have done so far."""
        self.env._raise_errors_since(self.env._errors_acknowledged)
        assert not self.wire.violations, "\n".join(self.wire.violations)
        if not self._begun_again and not isinstance(self._bot, discord.Client):  # the true bot
            assert not (hurried := self.wire.hurried()), f"too fast: {hurried}"
        assert not (silent := self.unanswered()), f"never answered: {[answer.record for answer in silent]}"

    def unanswered(self) -> list[Answer]:
        """Who would read that the interaction failed; not counting answers that a test let fail."""
        lost = {int(found[1]) for request in self.wire.failed if (found := CALLBACK.fullmatch(request.path))}
        return [answer for answer in self.answers if not answer.answered and answer.record.id not in lost]

    def keep(self, result: simcord.InteractionResult) -> Answer:
        answer = Answer(result)
        self.answers.append(answer)
        return answer

    def _watched(self, kind: type[WatchedClient | WatchedAdapter]) -> Callable[..., WatchedClient | WatchedAdapter]:
        def make(*args: Any, **kwargs: Any) -> WatchedClient | WatchedAdapter:
            made = kind(*args, **kwargs)
            made.wire = self.wire
            return made

        return make

    # the bot

    async def settle(self) -> None:
        await self.env._settle_internal()

    async def advance(self, seconds: float) -> None:
        """Let time go by, with all that happens meanwhile."""
        await self.env.advance_time(seconds)

    async def stop(self, *, killed: bool = False) -> None:
        """As SIGTERM would; or all that the bot is doing ends where it stands."""
        if self._behind is None:
            return
        if killed:
            await self.env._detach_bot()
        await self._behind.aclose()
        self._behind = None
        await self.settle()
        await self.env._detach_bot()

    async def begin(self, bot: Bot) -> None:
        """Another bot, on the same Discord."""
        client, self._behind = await self._opened(bot)
        self._begun_again = True
        await simcord._runtime._attach_bot(self.env, client)

    async def restart(self, bot: Bot, *, killed: bool = False) -> None:
        await self.stop(killed=killed)
        await self.begin(bot)

    # the people and their places

    def server(self, name: str, channel: str = "rada") -> ChannelHandle:
        """Another server; gives its only channel."""
        return self.env.create_guild(name).create_text_channel(channel)

    def person(
        self, name: str, *, locale: str = "pl", manages: bool = False, home: ChannelHandle | None = None
    ) -> Person:
        """A new member. `manages`: the server is theirs to manage. `home`: a channel of another server."""
        person = Person(self, self.env.create_user(name.lower(), global_name=name), home or self.channel)
        allowed = discord.Permissions(manage_guild=True)
        roles = [person.guild.create_role("Zarząd", permissions=allowed)] if manages else []
        person.guild.add_member(person.user, roles=roles)
        self.world.locales[person.id] = locale
        return person

    def place(self, channel: int) -> ChannelHandle:
        raw = self.world.channels[channel]
        guild = None if raw.guild_id is None else GuildHandle(self.env, self.world.guilds[raw.guild_id])
        return ChannelHandle(self.env, guild, raw)

    def transcript(self, person: Person) -> str:
        """All that this person ever saw, in order, with what they did."""
        seen = [event for event in self.world.journal if event.only in (None, person.id)]
        mine = [event for event in seen if event.guild in (None, person.guild.id)]
        return transcript(mine, lambda id_: self.world.users[id_].global_name or str(id_))

    # what people do to bots

    def close_dms(self, person: Person) -> None:
        self.wire.closed.add(person.id)

    def open_dms(self, person: Person) -> None:
        self.wire.closed.discard(person.id)

    async def deny(self, *rights: str, channel: ChannelHandle | None = None) -> None:
        """The bot loses rights in a channel: 50013, or 50001 where it may not even look (`view_channel`)."""
        denied = discord.Permissions(**dict.fromkeys(rights, True)).value
        bot = self.world.bot_user.id
        overwrite = Overwrite(target_id=bot, type=OverwriteType.MEMBER, deny=denied)
        self.world.set_overwrite((channel or self.channel).id, overwrite)
        await self.settle()

    async def allow_all(self, channel: ChannelHandle | None = None) -> None:
        """What was denied is allowed again."""
        self.world.delete_overwrite((channel or self.channel).id, self.world.bot_user.id)
        await self.settle()

    async def delete_channel(self, channel: ChannelHandle | None = None) -> None:
        self.world.delete_channel((channel or self.channel).id)
        await self.settle()

    async def delete_message(self, shown: Shown) -> None:
        self.world.delete_message(shown.channel, shown.id)
        await self.settle()

    async def leave(self, person: Person) -> None:
        person.guild.remove_member(person.user)
        await self.settle()

    async def kick(self) -> None:
        """The bot, from its server."""
        world, guild = self.world, self.guild._guild
        places = [*guild.channel_ids, *guild.thread_ids]
        kept = {id_: (world.channels[id_], world.messages.get(id_, {})) for id_ in places}
        world.remove_guild(guild.id)
        self._away = kept
        await self.settle()

    async def invite(self) -> None:
        """The bot, back to the server that it was kicked from: all stands as it did."""
        guild = self.guild._guild
        self.world.guilds[guild.id] = guild
        for id_, (channel, messages) in self._away.items():
            self.world.channels[id_], self.world.messages[id_] = channel, messages
        self.world.emit("GUILD_CREATE", guild_create_payload(self.world, guild))
        await self.settle()
