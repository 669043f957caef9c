"""A game at the terminal: whose turn it is to look, what they are shown, and what they answer."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Final

from bot.console import Console
from bot.console_help import KEYS, rules_in_brief
from bot.console_inbox import Inbox
from bot.dossier import dossier
from bot.panels import Choice, Panel, panel, public_panel, receipt
from bot.phrases import Lines
from bot.post import Post
from bot.sitting import Declined, Moment, Order, Sitting
from bot.store import StoreError
from bot.table import Table
from bot.text import Line, line, say
from engine.commands import Move, Refused, StaySilent, SubmitStatement
from engine.events import Event
from engine.state import State, waiting_for
from engine.terms import Phase
from engine.words import trim

TICK: Final = 0.01
PATIENCE: Final = 3.0
"""Seconds of waiting for the table after which whoever plays is told what it waits for."""
TALE_TIME: Final = 1.0
"""Seconds given to the narrator to tell of a resolution before its facts are shown alone …"""
WHOLE_TALE_TIME: Final = 15.0
"""… and where nobody is kept waiting."""
CHANGE: Final = "z"
NEW_ROUND: Final = "phase_opened.statements.title"
TALE: Final = "narrated.title"
NEEDLESS: Final = ("panel.nothing_yet", "seat_acted.progress")
"""Whoever is asked is the one who is waited for."""
ON_PANEL: Final[dict[Phase, str]] = {
    "statement_vote": "statements_revealed.title",
    "policy_vote": "dilemma_presented.title",
}


@dataclass
class TerminalGame:
    console: Console
    table: Table
    post: Post
    inbox: Inbox
    at_keyboard: int | None = None

    async def play(self) -> None:
        """To its end, or until somebody leaves."""
        while (seat := await self._next_seat()) is not None:
            await self._turn(seat)
        await self._end()

    # -- whose turn it is ---------------------------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether several people share the keyboard."""
        return len(self.seats) > 1

    @property
    def seats(self) -> list[int]:
        """Those of people."""
        sitters = enumerate(self.table.sitting.kept.sitters, 1)
        return [seat for seat, sitter in sitters if sitter.person is not None]

    async def _next_seat(self) -> int | None:
        """Whoever owes a move or has a letter, if possible without passing the keyboard on."""
        await self._settle()
        owing = waiting_for(self.table.sitting.state)
        wanted = [seat for seat in self.seats if seat in owing or self.inbox.has_letter(seat)]
        return self.at_keyboard if self.at_keyboard in wanted else next(iter(wanted), None)

    async def _settle(self) -> None:
        """Everything that happens without people has happened, and has been said."""
        loop = asyncio.get_running_loop()
        began, told = loop.time(), False
        while not self._at_rest():
            await asyncio.sleep(TICK)
            if not told and loop.time() - began > PATIENCE:
                told = True
                await self.console.lines(line("console.unsaved"))
        waited = loop.time() + (TALE_TIME if self.seats else WHOLE_TALE_TIME)
        # a table announces facts, and nothing when it comes to rest
        while self.table.sitting.state.untold is not None and loop.time() < waited:  # noqa: ASYNC110
            await asyncio.sleep(TICK)
        await self.post.quiet()

    def _at_rest(self) -> bool:
        state = self.table.sitting.state
        owing = waiting_for(state)
        return state.outcome is not None or (bool(owing) and all(seat in self.seats for seat in owing))

    # -- a turn -------------------------------------------------------------------------------------------------------

    async def _turn(self, seat: int) -> None:
        if self.shared and seat != self.at_keyboard:
            await self._hand_over(seat)
        self.at_keyboard = seat
        state = self.table.sitting.state
        news = self.inbox.read(seat)
        if seat in waiting_for(state):
            await self._tell(_not_on_panel(news, state.phase))
            await self._move(seat, _rules_told(news))
        else:
            await self._tell(_for_watchers(news))
            await self._linger()

    async def _tell(self, news: Iterable[Lines]) -> None:
        for lines in news:
            await self.console.message(lines)

    async def _hand_over(self, seat: int) -> None:
        """Nothing of one seat is left for the next to see."""
        self.console.clear()
        self.console.keyboard.forget_typed()
        await self.console.ask(line("console.handover", name=self.table.view(seat).councillor(seat).name))
        self.console.clear()

    async def _linger(self) -> None:
        """Before the screen is cleared for somebody else."""
        if self.shared:
            await self.console.ask(line("console.more"))

    # -- a move -------------------------------------------------------------------------------------------------------

    async def _move(self, seat: int, rules_told: Lines) -> None:
        reconsiders = True
        while reconsiders:
            before = self.table.sitting
            shown = _without_needless(panel(self.table.view(seat), seat), rules_told)
            await self._show(shown)
            events = await self._make(seat, before, shown)
            await self.console.lines(*_taken(before.state, events, seat))
            reconsiders = await self._reconsiders(before.moment)

    async def _make(self, seat: int, before: Sitting, shown: Panel) -> tuple[Event, ...]:
        """Asks until there is a move that the table takes; then what it caused."""
        while True:
            move = await self._worded(await self._choose(seat, shown))
            if move is None:
                continue
            order = Order(before.kept.sitters[seat - 1].person or "", token_hex(8), before.moment, move)
            try:
                return (await self.table.play(order)).events
            except (Refused, Declined) as refusal:
                await self.console.lines(line(f"refusal.{refusal.code}"))
            except StoreError:
                await self.console.lines(line("refusal.store_failed"))

    async def _reconsiders(self, moment: Moment) -> bool:
        """While others are still to move, a move can be changed, but for the last vote (D3)."""
        if self.table.sitting.moment != moment or not self.shared:
            return False
        if moment.phase == "policy_vote":
            await self._linger()
            return False
        return await self.console.ask(line("console.give_way", change=CHANGE)) == CHANGE

    async def _worded(self, choice: Choice) -> Move | None:
        """The move with what it still needs."""
        match choice.needs:
            case "text":
                return await self._statement(choice.move.seat)
            case "confirm":
                return choice.move if await self._confirmed(choice) else None
            case _:
                return choice.move

    async def _statement(self, seat: int) -> Move:
        most = self.table.sitting.state.rules.statement_max
        while True:
            text = trim(await self.console.ask_at_length(line("console.ask.statement", most=most)))
            if not text:
                await self.console.lines(line("console.told.silence"))
                return StaySilent(seat)
            if len(text) <= most:
                await self.console.lines(line("console.told.length", length=len(text), most=most))
                return SubmitStatement(seat, text)
            await self.console.lines(line("console.problem.long", length=len(text), most=most))

    async def _confirmed(self, choice: Choice) -> bool:
        yes, no = line("console.ask.yes"), line("console.ask.no")
        await self.console.lines(choice.label)
        while True:
            answer = await self.console.ask(line("console.ask.confirm", yes=yes, no=no))
            for word in (yes, no):
                if answer and say(word).startswith(answer.casefold()):
                    return word is yes
            await self.console.lines(line("console.problem.confirm", yes=yes, no=no))

    async def _choose(self, seat: int, shown: Panel) -> Choice:
        while True:
            answer = await self.console.ask(line("console.ask.choice", most=len(shown.choices), **KEYS))
            if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(shown.choices):
                return shown.choices[int(answer) - 1]
            await self._answer(answer, shown, seat)

    async def _answer(self, answer: str, shown: Panel, seat: int) -> None:
        """To anything but a choice."""
        table = self.table
        match answer:
            case "":
                await self._show(shown)
            case "?":
                await self.console.message(rules_in_brief(table.sitting.state.rules))
            case "s":
                await self._show(public_panel(table.view(None)))
            case "t":
                await self.console.message(dossier(table.sitting.events, seat))
            case _:
                await self.console.lines(line("console.problem.choice", most=len(shown.choices), help=KEYS["help"]))

    async def _show(self, shown: Panel) -> None:
        await self.console.message((shown.title, *shown.lines), rule="═")
        if not shown.choices:
            return
        hints = [choice.hint for choice in shown.choices]
        following: list[Line | None] = [*hints[1:], None]
        pairs = zip(shown.choices, hints, following, strict=False)
        await self.console.choices((choice.label, hint if hint != after else None) for choice, hint, after in pairs)

    # -- the end ------------------------------------------------------------------------------------------------------

    async def _end(self) -> None:
        if self.shared:
            self.console.clear()
            await self._show(public_panel(self.table.view(None)))
        else:
            await self._tell(_for_watchers(self.inbox.read(self.seats[0]) if self.seats else self.inbox.public()))


def _not_on_panel(news: Iterable[Lines], phase: Phase) -> list[Lines]:
    """Without what the panel below repeats."""
    repeated = ("phase_opened.", ON_PANEL.get(phase, "phase_opened."))
    return [lines for lines in news if not lines[0].key.startswith(repeated)]


def _for_watchers(news: Iterable[Lines]) -> list[Lines]:
    """Without phases that nothing is said of, and with the tale of a round before the next one."""
    told: list[Lines] = []
    for lines in news:
        if lines[0].key == TALE and told and told[-1][0].key == NEW_ROUND:
            told.insert(-1, lines)
        elif len(lines) > 1 or lines[0].key == NEW_ROUND:
            told.append(lines)
    return told


def _rules_told(news: Sequence[Lines]) -> Lines:
    """What the opening of the phase says beyond its title and the state of the kingdom, for the panel to say."""
    openings = [lines for lines in news if lines[0].key.startswith("phase_opened.")]
    return tuple(said for lines in openings[-1:] for said in lines[1:] if said.key != "kingdom.stats")


def _without_needless(shown: Panel, rules_told: Lines) -> Panel:
    needed = tuple(said for said in shown.task if said.key not in NEEDLESS)
    return shown._replace(state=rules_told + shown.state, task=needed)


def _taken(before: State, events: Sequence[Event], seat: int) -> Iterator[Line]:
    """Whether it can be changed is asked, not told."""
    return (said for said in receipt(before, events, seat) if said.key != "receipt.changeable")
