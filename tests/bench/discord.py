"""What 200 games on Discord at once cost one bot: from a click to its answer, requests a second, memory a game.

Discord is a function here that takes everything at once: all that is measured is the bot with its discord.py, its store
and its narrator (deck). Clicks enter where the gateway would hand them over; an answer is what the bot hands to its
connection."""

import asyncio
import gc
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from discord.user import ClientUser

from bot.address import Address, address
from bot.discord_client import RadaClient
from bot.rooms import Room
from bot.serve import open_bot
from bot.sitting import Deal, Sitter
from bot.sqlite_store import SqliteStore
from bot.table import Table
from engine.rules import RuleSet
from engine.state import waiting_for
from narrator.settings import NarratorSettings
from tests.bench.quick import Heard, Quick, instead_of_discord
from tests.bench.tables import alone, resident
from tests.discord.wire.asking import COMPONENT, MODAL, components
from tests.discord.wire.payloads import asking_member_json, channel_json, guild_json, user_json
from tests.discord.wire.world import EPHEMERAL, Channel, Guild, Json, User, snowflake

GAMES: Final = 200
GAMES_ON_A_SERVER: Final = 10
SIZES: Final = (5, 6, 7)
PEACEFUL: Final = RuleSet(starting_stats=1000, dominance=10_000)
RATES: Final = (40, 100)
"""Clicks a second. At 40 each of the 1,200 people clicks every half minute."""
SECONDS: Final = 30.0
GLANCE: Final = 0.02
SELECT: Final = 3
FORM: Final = 9
CLICKS_BEFORE: Final = 100
"""At most so many in a game before anything is measured; a round takes about 54."""
STATEMENT: Final = "Rada nie po to zasiada w popiele, żeby w nim zasnąć."


class Player:
    """Opens the panel, and does the next thing that stands on it."""

    def __init__(self, hall: "Hall", table: Table, user: User, about: Json) -> None:
        self._hall, self._table, self._user, self._about = hall, table, user, about
        self._offers: list[Json] = []
        self._form = ""
        self.busy = False

    @property
    def game(self) -> str:
        return self._table.sitting.game

    @property
    def owes(self) -> bool:
        sitting = self._table.sitting
        return sitting.seat_of(str(self._user.id)) in waiting_for(sitting.state)

    async def click(self) -> float:
        """Seconds to its answer."""
        self.busy = True
        kind, data = self._next()
        asked = self._about | {"id": str(snowflake()), "type": kind, "data": data, "token": "token"}
        heard, began = await self._hall.ask(asked)
        self._look_at(heard, data)
        self.busy = False
        return heard.at - began

    def _next(self) -> tuple[int, Json]:
        if self._form:
            box = {"type": 4, "custom_id": "text", "value": STATEMENT}
            return MODAL, {"custom_id": self._form, "components": [{"type": 1, "components": [box]}]}
        if not self._offers:
            return COMPONENT, {"custom_id": str(Address("panel", self.game)), "component_type": 2}
        offer = self._hall.chance.choice(self._offers)
        data = {"custom_id": offer["custom_id"], "component_type": offer["type"]}
        return COMPONENT, data | ({"values": [self._option(offer)]} if offer["type"] == SELECT else {})

    def _option(self, offer: Json) -> str:
        return str(self._hall.chance.choice(offer["options"])["value"])

    def _look_at(self, heard: Heard, data: Json) -> None:
        """Whoever has moved looks away."""
        where = address(data["custom_id"])
        moved = bool(self._form) or (where is not None and where.verb == "do")
        self._form = heard.data["custom_id"] if heard.kind == FORM else ""
        shown = [] if moved or self._form else components(heard.data.get("components") or [])
        self._offers = [one for one in shown if (at := address(one["custom_id"])) and at.verb in ("do", "say", "sure")]


class Hall:
    """All the games, and all who play them."""

    def __init__(self, client: RadaClient, quick: Quick) -> None:
        self.client, self.quick = client, quick
        self.chance = Random(1)
        self.players: list[Player] = []

    async def ask(self, asked: Json) -> tuple[Heard, float]:
        id_ = int(asked["id"])
        self.quick.asked[id_] = answered = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.client._connection.parse_interaction_create(asked)  # type: ignore[arg-type]
        return await answered, began

    async def seat(self, number: int, guild: Guild) -> None:
        channel = guild.text_channel(f"rada-{number}")
        self.client._connection._add_guild_from_data(guild_json(guild, self.quick.bot))  # type: ignore[arg-type]
        people = [User(f"osoba {number} {seat}") for seat in range(SIZES[number % len(SIZES)])]
        names, sitters = tuple(one.name for one in people), tuple(Sitter(person=str(one.id)) for one in people)
        room = Room(f"g{number}", str(guild.id), str(channel.id), str(people[0].id))
        self.client.house.outlet._rooms.add(room)
        deal = Deal(room.game, f"ziarno {number}", PEACEFUL, names, sitters, "daily")
        table = await self.client.house.tables.seat(deal, room.put())
        for user in people:
            guild.join(user)
            self.players.append(Player(self, table, user, self._about(guild, channel, user)))

    def _about(self, guild: Guild, channel: Channel, user: User) -> Json:
        return {
            "application_id": "1",
            "version": 1,
            "channel_id": str(channel.id),
            "channel": channel_json(channel, self.quick.bot),
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "pl", "features": []},
            "guild_locale": "pl",
            "locale": "pl",
            "app_permissions": "0",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id)},
            "context": 0,
            "attachment_size_limit": 1,
            "member": asking_member_json(guild, channel, user),
            "message": self.quick.message(channel.id, {"flags": EPHEMERAL}),
        }

    async def warm_up(self, number: int) -> None:
        mine = [player for player in self.players if player.game == f"g{number}"]
        for _ in range(self.chance.randrange(CLICKS_BEFORE)):
            await self.chance.choice([player for player in mine if player.owes]).click()

    def next_player(self) -> Player | None:
        owing = [player for player in self.chance.sample(self.players, 50) if player.owes and not player.busy]
        return owing[0] if owing else None


@asynccontextmanager
async def playing(path: Path, *, paced: bool) -> AsyncIterator[Hall]:
    """Every game is somewhere in its first rounds, and nothing is left to be said."""
    quick = Quick()
    with instead_of_discord(quick):
        async with open_bot(await SqliteStore.open(path), NarratorSettings(kind="deck")) as client:
            state = client._connection
            state.user = ClientUser(state=state, data=user_json(quick.bot))  # type: ignore[arg-type]
            await client._async_setup_hook()
            await client.setup_hook()
            hall = Hall(client, quick)
            guilds = [Guild(f"serwer {number}", User("x")) for number in range(GAMES // GAMES_ON_A_SERVER)]
            for number in range(GAMES):
                guild = guilds[number % len(guilds)]
                guild.join(quick.bot)
                await hall.seat(number, guild)
            await asyncio.gather(*map(hall.warm_up, range(GAMES)))
            await client.house.tables._means.post.quiet()
            quick.paced = paced
            yield hall


# -- what is measured -------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """Of so many seconds. `waits` are those for a turn to say something, `cpu` the share of a core."""

    clicks: float
    requests: float
    answers: list[float]
    waits: list[float]
    cpu: float
    kib: float


class Watch:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        hall.quick.waits.clear()
        self._requests, self._busy, self._began = hall.quick.requests, time.process_time(), time.perf_counter()

    def found(self, answers: list[float], kib: float) -> Found:
        taken = time.perf_counter() - self._began
        cpu, quick = (time.process_time() - self._busy) / taken, self._hall.quick
        requests = (quick.requests - self._requests) / taken
        return Found(len(answers) / taken, requests, sorted(answers), sorted(quick.waits), cpu, kib)


async def at_a_rate(path: Path, rate: int, pace: str) -> Found:
    """Clicks come at their own times, whether or not those before them have been answered."""
    before = resident()
    async with playing(path, paced=pace == "on") as hall:
        watch, clicks = Watch(hall), list[asyncio.Task[float]]()
        start = time.perf_counter()
        for number in range(int(rate * SECONDS)):
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            if (player := hall.next_player()) is not None:
                clicks.append(asyncio.create_task(player.click()))
        answers = await asyncio.gather(*clicks)
        found = watch.found(answers, 0.0)
        gc.collect()
        return found._replace(kib=(resident() - before) / GAMES / 1024)


async def as_fast_as_they_can(path: Path) -> Found:
    """Everybody who owes something clicks, and clicks on as soon as they are answered."""
    async with playing(path, paced=False) as hall:
        watch, answers = Watch(hall), list[float]()
        end = time.perf_counter() + SECONDS

        async def play(player: Player) -> None:
            while time.perf_counter() < end:
                if player.owes:
                    answers.append(await player.click())
                else:
                    await asyncio.sleep(GLANCE)

        await asyncio.gather(*map(play, hall.players))
        return watch.found(answers, 0.0)


def part(found: list[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * found[int(len(found) * share)] if found else 0.0


def report() -> None:
    print(f"{GAMES} games of {SIZES[0]} to {SIZES[-1]} people on Discord, {SECONDS:.0f} s each")
    with tempfile.TemporaryDirectory() as name:
        for pace, rate in product(("on", "off"), RATES):
            report_rate(rate, pace, alone(at_a_rate, Path(name) / f"{rate} {pace}.db", rate, pace))
        most: Found = alone(as_fast_as_they_can, Path(name) / "most.db")
    print(
        f"as fast as they can: {most.clicks:,.0f} clicks/s, {most.requests:,.0f} requests/s, {most.cpu:.0%} of a core"
    )


def report_rate(rate: int, pace: str, found: Found) -> None:
    print(
        f"{rate:4} clicks/s, pace {pace:3}: answered in {part(found.answers, 0.5):.1f} ms (p50),"
        f" {part(found.answers, 0.99):.1f} ms (p99); {found.requests:.0f} requests/s, {found.cpu:.0%} of a core,"
        f" {found.kib:.0f} KiB a game; a message waits {part(found.waits, 0.5):.0f} ms (p50),"
        f" {part(found.waits, 0.99):.0f} ms (p99) for its turn"
    )


if __name__ == "__main__":
    report()
