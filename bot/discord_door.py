"""The door: one function answers every interaction and lets no fault through. It asks the desk, and tells whoever
asked what it said; somebody who presses always learns what became of it."""

import asyncio
import logging
from typing import Final, NamedTuple

import discord
from discord import InteractionType
from discord.app_commands import Choice

from bot.clock import Clock
from bot.commands import COMMANDS
from bot.desk import Desk
from bot.discord_answer import Answer, Refusal, Turns
from bot.discord_asked import called, chosen, names_bot, pressed, visitor, written
from bot.office import Answer as Said
from bot.office import ChatError
from bot.screen import OPTION_LIMIT, OPTIONS_LIMIT
from bot.sitting import Declined
from bot.store import StoreError
from engine.commands import Refused

LOG: Final = logging.getLogger("rada.door")
PATIENCE: Final = 0.8
"""Seconds until whoever asks is told that it takes a while. Discord gives three."""
REMEMBERED: Final = 4096
IN_PRIVATE: Final = {command.key: command.in_private for command in COMMANDS}
OVER: Final = frozenset({"game_over", "no_game", "no_lobby"})
"""Refusals after which no button of that game or lobby will ever do anything."""
DEAD: Final = OVER | {"stale", "unknown_choice", "wrong_phase"}
"""Refusals after which this button will not."""


class Subject(NamedTuple):
    """What the log says of an interaction. Commands name no game: the desk finds it."""

    verb: str
    game: str = "-"
    round: int = 0


class Door:
    def __init__(self, desk: Desk, clock: Clock) -> None:
        self._desk, self._clock = desk, clock
        self._seen: dict[int, None] = {}
        self._busy: set[asyncio.Task[None]] = set()
        self._closing = False
        self._turns = Turns()

    def knock(self, interaction: discord.Interaction) -> None:
        """Each is answered in its own time; one that the gateway repeats, once."""
        if interaction.id in self._seen:
            return
        self._remember(interaction.id)
        task = asyncio.get_running_loop().create_task(self._answer(interaction))
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def close(self, seconds: float) -> None:
        """From now on nothing is done for anybody; whoever was let in has so long to hear what was, and hears nothing
        after that: it may not be true any more."""
        self._closing = True
        if self._busy:
            _, late = await asyncio.wait(self._busy, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _remember(self, id_: int) -> None:
        self._seen[id_] = None
        if len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]

    async def _answer(self, interaction: discord.Interaction) -> None:
        subject = _subject(interaction)
        try:
            if interaction.type is InteractionType.autocomplete:
                await interaction.response.autocomplete(self._suggested(interaction))
            else:
                await self._attend(interaction, subject)
        except Exception as error:  # noqa: BLE001 - nobody is there to tell
            _log(subject, "was not answered", error)

    async def _attend(self, interaction: discord.Interaction, subject: Subject) -> None:
        answer = Answer(interaction, self._turns)
        asking = asyncio.get_running_loop().create_task(self._ask(interaction, subject))
        if not await self._in_time(asking):
            try:
                await answer.hold()
            except Exception as error:  # noqa: BLE001 - what was asked for is done all the same
                _log(subject, "could not be held", error)
        said = await asking
        try:
            await answer.give(said)
        except discord.NotFound:
            raise
        except Exception as error:  # noqa: BLE001 - a last word, that it is done may be true
            _log(subject, "could not be shown", error)
            await answer.give(_keeping(interaction, Refusal("door.unshown")))

    async def _in_time(self, asking: "asyncio.Task[Said | Refusal]") -> bool:
        patience = asyncio.ensure_future(self._clock.sleep(PATIENCE))
        try:
            await asyncio.wait((asking, patience), return_when=asyncio.FIRST_COMPLETED)
        finally:
            patience.cancel()
        return asking.done()

    async def _ask(self, interaction: discord.Interaction, subject: Subject) -> Said | Refusal:
        said = await self._asked(interaction, subject)
        return _keeping(interaction, said) if isinstance(said, Refusal) else said

    async def _asked(self, interaction: discord.Interaction, subject: Subject) -> Said | Refusal:
        if self._closing:
            return Refusal("door.closing")
        try:
            return await self._at_desk(interaction)
        except (Declined, Refused) as no:
            return Refusal(f"refusal.{no.code}", dead=no.code in DEAD, over=no.code in OVER)
        except StoreError as error:
            _log(subject, "was not stored", error)
            return Refusal("refusal.store_failed")
        except ChatError as error:
            _log(subject, "was not allowed", error)
            return Refusal("door.chat")
        except Exception as error:  # noqa: BLE001 - a fault of ours, which must not look like one of theirs
            _log(subject, "failed", error)
            return Refusal("door.fault")

    async def _at_desk(self, interaction: discord.Interaction) -> Said | Refusal:
        who, id_ = visitor(interaction), str(interaction.id)
        if interaction.type is InteractionType.application_command:
            key, options, _ = called(interaction)
            if key not in IN_PRIVATE:
                return Refusal("door.unknown_command")
            if not who.guild and not IN_PRIVATE[key]:
                return Refusal("door.only_server")
            if names_bot(interaction):
                raise Declined("no_bots")
            return await self._desk.command(who, key, options, id_)
        if (where := pressed(interaction)) is None:
            return Refusal("door.unknown", dead=True)
        if interaction.type is InteractionType.modal_submit:
            return await self._desk.submit(who, where, written(interaction), id_)
        return await self._desk.press(who, where, chosen(interaction), id_)

    def _suggested(self, interaction: discord.Interaction) -> list[Choice[str | int | float]]:
        try:
            key, options, typed = called(interaction)
            found = self._desk.suggest(visitor(interaction), key, typed, str(options.get(typed, "")))
        except Exception as error:  # noqa: BLE001 - whoever types can finish without us
            _log(_subject(interaction), "had no suggestions", error)
            found = []
        return [Choice(name=label[:OPTION_LIMIT], value=value) for label, value in found[:OPTIONS_LIMIT]]


def _keeping(interaction: discord.Interaction, refusal: Refusal) -> Refusal:
    """The form is gone once it was sent; what somebody wrote into it must not be."""
    if interaction.type is not InteractionType.modal_submit:
        return refusal
    return refusal._replace(kept=written(interaction))


def _subject(interaction: discord.Interaction) -> Subject:
    if interaction.type in (InteractionType.application_command, InteractionType.autocomplete):
        return Subject(called(interaction).key)
    where = pressed(interaction)
    return Subject(where.verb, where.game, where.round) if where is not None else Subject("unknown")


def _log(subject: Subject, what: str, error: Exception) -> None:
    """Never what the error says: it may quote somebody. Discord's own number tells enough."""
    code = f" {error.code}" if isinstance(error, discord.HTTPException) else ""
    kind = f"{type(error).__name__}{code}"
    LOG.warning("game %s, round %s: %s %s (%s)", subject.game, subject.round, subject.verb, what, kind)
