"""The part of `rada doctor` that asks Discord: it looks, and changes nothing."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.discord_rights import FOR_THREADS, IN_CHANNEL, invite, labels, missing
from bot.doctor import Finding
from bot.settings import NO_TOKEN, TOKEN
from bot.text import clean

PATIENCE: Final = 30.0
"""Seconds for all of it; discord.py alone would wait for minutes."""
TOLERANCE: Final = 2.0
"""Seconds by which the clock may be wrong: deadlines are shown by the clocks of the players."""
MOST_SERVERS: Final = 20
SHOWN: Final = 5
BOT_PAGE: Final = "on Discord's developer page, under Bot"
NEW_TOKEN: Final = f"{BOT_PAGE}, press Reset Token and put the new one into .env as DISCORD_TOKEN"
NETWORK: Final = "look at the connection, the firewall and https://discordstatus.com, then ask again"


async def examine(token: str, clock: Callable[[], float] = time.time) -> list[Finding]:
    if not TOKEN.fullmatch(token):
        return [Finding("fault", f"token: this is {NO_TOKEN}", NEW_TOKEN)]
    logging.getLogger("discord").addHandler(logging.NullHandler())  # what it says of retries helps nobody here
    findings: list[Finding] = []
    watch = Watch(clock)
    client = discord.Client(intents=discord.Intents(guilds=True), http_trace=watch.trace())
    try:
        async with asyncio.timeout(PATIENCE), client:
            await client.login(token)
            async for finding in _seen(client, watch):
                findings.append(finding)  # noqa: PERF401 - what was found before a failure is kept
    except discord.LoginFailure:
        findings.append(Finding("fault", "token: Discord does not accept it", NEW_TOKEN))
    except discord.HTTPException as error:
        findings.append(Finding("fault", f"Discord answers with status {error.status}", "wait a while, then ask again"))
    except TimeoutError:
        findings.append(Finding("fault", f"Discord has not answered in {PATIENCE:.0f} seconds", NETWORK))
    except discord.InvalidData:
        findings.append(
            Finding("fault", "Discord tells of something that this version does not know", "update the bot")
        )
    except (KeyError, TypeError, ValueError):  # so discord.py stumbles over a page that is not Discord's
        findings.append(Finding("fault", "something else answers in Discord's place", NETWORK))
    except (aiohttp.ClientError, OSError):
        findings.append(Finding("fault", "Discord cannot be reached; nothing there was looked at", NETWORK))
    return findings


class Watch:
    """By how much our clock is ahead of Discord's, from the first answer that says the time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.ahead: float | None = None

    def trace(self) -> aiohttp.TraceConfig:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._read)
        return trace

    async def _read(self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        said = end.response.headers.get("Date")
        if said and self.ahead is None:
            self.ahead = self._clock() - parsedate_to_datetime(said).timestamp() - 0.5  # it names whole seconds


async def _seen(client: discord.Client, watch: Watch) -> AsyncIterator[Finding]:
    application = client.application
    if application is None or client.user is None:
        raise TypeError("a client that has logged in knows both")
    yield Finding("ok", f"token: Discord knows the bot as {clean(client.user.name)}")
    for finding in _application(application):
        yield finding
    if watch.ahead is not None:
        yield _clock(watch.ahead)
    yield Finding("ok", f"invitation: {invite(application.id)}")
    async for finding in _servers(client, client.user.id):
        yield finding


def _application(application: discord.AppInfo) -> list[Finding]:
    flags = application.flags
    intents = {
        "Presence": flags.gateway_presence or flags.gateway_presence_limited,
        "Server Members": flags.gateway_guild_members or flags.gateway_guild_members_limited,
        "Message Content": flags.gateway_message_content or flags.gateway_message_content_limited,
    }
    on = [name for name, given in intents.items() if given]
    spare = f"; {' and '.join(on)} can be switched off" if on else ""
    findings = [Finding("ok", f"privileged intents: none is needed{spare}")]
    if application.interactions_endpoint_url:
        cure = "on Discord's developer page, under General Information, empty Interactions Endpoint URL"
        findings.append(Finding("fault", "commands and clicks go to a web address and never reach the bot", cure))
    if application.bot_require_code_grant:
        cure = f"{BOT_PAGE}, switch off Requires OAuth2 Code Grant"
        findings.append(Finding("fault", "the invitation cannot work: it asks for a code grant", cure))
    return findings


def _clock(ahead: float) -> Finding:
    if abs(ahead) <= TOLERANCE:
        return Finding("ok", "clock: it agrees with Discord's")
    way = "fast" if ahead > 0 else "slow"
    cure = "let the system keep the time, for instance with `timedatectl set-ntp true`"
    return Finding("warn", f"clock: it is {abs(ahead):.0f} seconds {way}, and so is every deadline", cure)


# -- servers ----------------------------------------------------------------------------------------------------------


async def _servers(client: discord.Client, me: int) -> AsyncIterator[Finding]:
    servers = [server async for server in client.fetch_guilds(limit=None, with_counts=False)]
    if not servers:
        yield Finding("warn", "servers: the bot is in none", "open the invitation in a browser and choose a server")
    for server in servers[:MOST_SERVERS]:
        for finding in await _server(client, server.id, me):
            yield finding
    if len(servers) > MOST_SERVERS:
        yield Finding("ok", f"servers: {len(servers) - MOST_SERVERS} more were not looked at")


async def _server(client: discord.Client, id_: int, me: int) -> list[Finding]:
    """By the server's roles and the channels' own rules."""
    server = await client.fetch_guild(id_, with_counts=False)
    member = await server.fetch_member(me)
    channels = [channel for channel in await server.fetch_channels() if isinstance(channel, discord.TextChannel)]
    held = {f"#{clean(channel.name)}": channel.permissions_for(member) for channel in channels}
    return _places(f"server {clean(server.name)}", held)


def _places(server: str, held: dict[str, discord.Permissions]) -> list[Finding]:
    """Where a game can be played, by what the bot may do in each text channel."""
    open_ = [name for name, rights in held.items() if not missing(rights, IN_CHANNEL)]
    if not open_:
        nearest = min((missing(rights, IN_CHANNEL) for rights in held.values()), key=len, default=IN_CHANNEL)
        cure = f"in a text channel, allow the bot's role {labels(nearest)}, or invite it again"
        return [Finding("fault", f"{server}: the bot can play in no channel", cure)]
    more = f" and {len(open_) - SHOWN} more" if len(open_) > SHOWN else ""
    found = [Finding("ok", f"{server}: the bot can play in {', '.join(open_[:SHOWN])}{more}")]
    if lacking := min((missing(held[name], FOR_THREADS) for name in open_), key=len):
        cure = f"allow the bot's role {labels(lacking)}, or invite it again"
        found.append(Finding("warn", f"{server}: a game cannot have a thread of its own", cure))
    return found
