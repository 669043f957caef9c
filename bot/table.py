"""A game being played: one writer, first come first served. Decide, fold, write, answer, in that order: nobody hears
of a fact before it is durable. What may happen is a pure function in sitting.py; here it is queued, written and
announced, and here the table wakes when its time has come."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Final

from bot import interventions as may
from bot.clock import Clock
from bot.phrases import lasting
from bot.post import Post, unsaid
from bot.sitting import (
    REMEMBERED,
    Intervention,
    Order,
    Outcome,
    Sitter,
    Sitting,
    automaton,
    before_what_follows,
    carry_out,
    obey,
)
from bot.store import Store, StoreError
from bot.tempo import MINUTE, TEMPOS
from bot.text import Line, line
from engine.chance import draw
from engine.commands import Abandon, ClosePhase, Command, Leave, Refused
from engine.councillors import choose
from engine.events import Event
from engine.evolve import fold
from engine.state import State, waiting_for
from engine.temperaments import TEMPERAMENTS
from engine.view import heard_by, view
from narrator.ahead import Ahead
from narrator.brief import Brief, Chronicle, brief, chronicle

LOG: Final = logging.getLogger("rada.table")
JUMP: Final = 2.0
"""Seconds by which calendar and clock may part before the calendar is thought to have jumped."""
REST: Final = 5.0
"""Seconds before the table tries again by itself, after the store did not take something."""

BEFORE_THE_DILEMMA: Final = ("statements", "statement_vote", "actions")

Step = Callable[[float], Outcome | None]


@dataclass(frozen=True, slots=True)
class Means:
    """What tables share. `pace` gives the seconds an automated councillor seems to think, from a number below 1000."""

    store: Store
    post: Post
    clock: Clock
    pace: Callable[[int], float]


class Table:
    def __init__(self, sitting: Sitting, means: Means, ahead: Ahead, obeyed: Iterable[str] = ()) -> None:
        """`obeyed`: the ids of the orders in the log, so that a click repeated after a restart is not played twice."""
        self.sitting = sitting
        self._obeyed = set(obeyed)
        self._views: dict[int | None, State] = {}
        self._store, self._post, self._clock, self._pace = means.store, means.post, means.clock, means.pace
        self._ahead = ahead
        self._lock = asyncio.Lock()
        self._woken = asyncio.Event()
        self._answers: dict[str, tuple[Event, ...]] = {}
        self._opened = self._clock.steady()
        self._drift = self._clock.now() - self._clock.steady()
        self._outage = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def view(self, seat: int | None) -> State:
        """The game as this seat, or the public, knows it."""
        if seat not in self._views:
            self._views[seat] = view(self.sitting.events, seat)
        return self._views[seat]

    async def play(self, order: Order) -> Outcome:
        """Raises Declined, Refused or StoreError; then nothing has changed."""
        return await self._do(order.id, lambda now: obey(self.sitting, order, now))

    # -- for moderators, who see no contents; each raises what play does ----------------------------------------------

    async def pause(self, by: str, id_: str) -> Outcome:
        return await self._intervene(by, id_, line("notice.paused", who=by), may.pause)

    async def resume(self, by: str, id_: str) -> Outcome:
        return await self._intervene(by, id_, line("notice.resumed", who=by), may.resume)

    async def extend(self, by: str, id_: str, minutes: int) -> Outcome:
        """Says how much longer it really is: the tempo may allow less than was asked for."""

        def step(now: float) -> Outcome:
            outcome = may.extend(self.sitting, minutes * MINUTE)
            more = outcome.sitting.kept.extended - self.sitting.kept.extended
            said = line("notice.extended", who=by, time=lasting(more))
            return may.intervene(self.sitting, Intervention(by, id_, said), outcome, now)

        return await self._do(id_, step)

    async def close_phase(self, by: str, id_: str) -> Outcome:
        return await self._command(by, id_, line("notice.closed", who=by), ClosePhase("moderator"))

    async def remove(self, by: str, id_: str, seat: int) -> Outcome:
        return await self._command(by, id_, line("notice.removed", who=by), Leave(seat, "removed"))

    async def abandon(self, by: str, id_: str) -> Outcome:
        return await self._command(by, id_, line("notice.abandoned", who=by), Abandon())

    async def hand_over(self, by: str, id_: str, seat: int, to: Sitter) -> Outcome:
        if not self.sitting.state.has_seat(seat):
            raise Refused("unknown_seat")
        said = line("notice.handed_over", who=by, name=self.sitting.state.councillor(seat).name)
        return await self._intervene(by, id_, said, lambda sitting, _: may.hand_over(sitting, seat, to, id_))

    async def retime(self, by: str, id_: str, tempo: str) -> Outcome:
        said = line("notice.retimed", who=by, tempo=tempo)
        return await self._intervene(by, id_, said, lambda sitting, now: may.retime(sitting, tempo, now))

    async def _command(self, by: str, id_: str, said: Line, command: Command) -> Outcome:
        return await self._intervene(by, id_, said, lambda sitting, now: carry_out(sitting, id_, command, now))

    async def _intervene(self, by: str, id_: str, said: Line, step: Callable[[Sitting, float], Outcome]) -> Outcome:
        asked = Intervention(by, id_, said)
        return await self._do(id_, lambda now: may.intervene(self.sitting, asked, step(self.sitting, now), now))

    # -- the one writer -----------------------------------------------------------------------------------------------

    async def _do(self, id_: str | None, step: Step) -> Outcome:
        """Whoever asks may go away while it is done; what was begun is finished all the same."""
        return await asyncio.shield(self._start(self._turn(id_, step)))

    async def _turn(self, id_: str | None, step: Step) -> Outcome:
        async with self._lock:
            if id_ in self._obeyed or (id_ is not None and self.sitting.has_settled(id_)):
                return Outcome(self.sitting, (), self._answers.get(id_ or "", ()))
            await self._heed_jump()
            now = self._clock.now()
            outcome = step(now)
            if outcome is None:
                return Outcome(self.sitting, ())
            outcome = self._with_dilemma(self._with_tale(outcome, now), now)
            await self._write(outcome)
            self._settle(id_, outcome)
            return outcome

    async def _heed_jump(self) -> None:
        """Where the calendar jumped, the deadline keeps its distance before anything else is reckoned by it."""
        if jumped := self._jumped():
            if (outcome := may.shift(self.sitting, jumped)) is not None:
                await self._write(outcome)
                self.sitting = outcome.sitting
            self._drift += jumped

    def _jumped(self) -> float:
        """By how many seconds, if it is worth speaking of."""
        drift = self._clock.now() - self._clock.steady() - self._drift
        return drift if abs(drift) > JUMP else 0.0

    async def _write(self, outcome: Outcome) -> None:
        try:
            await self._store.write(*outcome.changes)
        except StoreError:
            self._outage = True
            raise
        self._outage = self._outage and _overdue(outcome.sitting, self._clock.now())

    def _with_dilemma(self, outcome: Outcome, now: float) -> Outcome:
        """Nobody waits for the narrator: the words are there, or the deck has them."""
        after = outcome.sitting
        if after.state.phase != "dilemma":
            return outcome
        told = self._ahead.take(self._brief(after))
        further = carry_out(after, f"dilemma/{after.state.round}", told, now)
        return Outcome(further.sitting, outcome.changes + further.changes, outcome.events + further.events)

    def _with_tale(self, outcome: Outcome, now: float) -> Outcome:
        """A tale that is there at once stands where it belongs: behind its facts, before what comes next."""
        after = outcome.sitting
        if after.state.untold in (None, self.sitting.state.untold):
            return outcome
        tale = self._ahead.tale_at_once(self._chronicle(after))
        if tale is None:
            return outcome
        further = carry_out(after, f"tale/{after.state.untold}", tale, now)
        return Outcome(
            further.sitting, before_what_follows(outcome.changes, further.changes), outcome.events + further.events
        )

    def _settle(self, id_: str | None, outcome: Outcome) -> None:
        """It is durable: now it is so."""
        before, self.sitting = self.sitting, outcome.sitting
        if id_ is not None:
            self._remember(id_, outcome.events)
        for seat, known in self._views.items():
            self._views[seat] = fold(known, (event for event in outcome.events if heard_by(event, seat)))
        if _scene(before) != _scene(self.sitting):
            self._opened = self._clock.steady()
        if before.moment != self.sitting.moment:
            LOG.info("game %s: round %s, %s", self.sitting.game, *self.sitting.moment)
        self._post.send(unsaid(outcome.changes))
        self._ask_narrator(before)
        self._woken.set()

    def _remember(self, id_: str, events: tuple[Event, ...]) -> None:
        self._obeyed.add(id_)
        self._answers[id_] = events
        if len(self._answers) > REMEMBERED:
            del self._answers[next(iter(self._answers))]

    # -- the narrator -------------------------------------------------------------------------------------------------

    def _brief(self, sitting: Sitting) -> Brief:
        return brief(self._chronicle(sitting), sitting.state.drawn)

    def _chronicle(self, sitting: Sitting) -> Chronicle:
        return chronicle(event for event in sitting.events if event.to == "all")

    def _ask_narrator(self, before: Sitting | None) -> None:
        """A round's dilemma when the round opens; the tale of a resolution behind its facts."""
        state = self.sitting.state
        if state.phase in BEFORE_THE_DILEMMA and (before is None or before.state.round != state.round):
            self._ahead.ask(self._brief(self.sitting))
        if state.untold is not None and (before is None or before.state.untold != state.untold):
            self._start(self._tell_tale(state.untold))

    async def _tell_tale(self, round_: int) -> None:
        tale = await self._ahead.tale(self._chronicle(self.sitting))

        def tell(now: float) -> Outcome | None:
            still_wanted = self.sitting.state.untold == round_
            return carry_out(self.sitting, f"tale/{round_}", tale, now) if still_wanted else None

        while self.sitting.state.untold == round_:  # a game ends with its last tale, so it must be taken some day
            await self._try(tell)

    # -- what happens by itself ---------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Take the game up, and act whenever its time has come, until it has ended and all is told."""
        self._outage = _overdue(self.sitting, self._clock.now())
        self._ask_narrator(None)
        while self.sitting.state.outcome is None:
            self._woken.clear()
            if not await self._act():
                await self._sleep(self._next())
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """What is being written is finished; everything else is in the store already."""
        await self._ahead.close()
        async with self._lock:
            for task in self._tasks:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _act(self) -> bool:
        """One thing whose time has come, if there is any."""
        if self._jumped() or self._in_time(self._clock.now()) is not None:
            return await self._try(self._in_time)
        return await self._move_automata()

    def _in_time(self, now: float) -> Outcome | None:
        """What the clock asks for. A deadline that passed while nobody could act, for the program was not running or
        the store took nothing, is given anew."""
        late = may.make_up if self._outage else may.expire
        return late(self.sitting, now) or may.remind(self.sitting, now)

    async def _move_automata(self) -> bool:
        due = [seat for seat, at in self._automata() if at <= self._clock.steady()]
        return bool(due) and await self._move_automaton(due[0])

    async def _move_automaton(self, seat: int) -> bool:
        temperament = TEMPERAMENTS[self.sitting.kept.sitters[seat - 1].temperament or ""]
        moment = self.sitting.moment
        move = choose(self.view(seat), seat, temperament, self.sitting.kept.bots)
        id_ = f"automaton/{moment.round}/{moment.phase}/{seat}"
        return await self._try(lambda now: automaton(self.sitting, id_, moment, move, now))

    def _automata(self) -> list[tuple[int, float]]:
        """Those who owe a move, and when each will have thought long enough."""
        sitting = self.sitting
        if sitting.paused:
            return []
        owing = [seat for seat in waiting_for(sitting.state) if sitting.kept.sitters[seat - 1].person is None]
        purpose = f"pace/{sitting.state.round}/{sitting.state.phase}"
        return [(seat, self._opened + self._pace(draw(sitting.kept.bots, f"{purpose}/{seat}", 1000))) for seat in owing]

    def _next(self) -> float | None:
        """Seconds until something is due."""
        times = [at - self._clock.steady() for _, at in self._automata()]
        if self.sitting.due is not None:
            left = self.sitting.due - self._clock.now()
            tempo = TEMPOS[self.sitting.kept.tempo]
            times.append(left if self.sitting.reminded or tempo is None else left - tempo.reminder)
        return max(0.0, min(times)) if times else None

    async def _sleep(self, seconds: float | None) -> None:
        """Until then, or until something has happened."""
        woken = asyncio.ensure_future(self._woken.wait())
        asleep = [] if seconds is None else [asyncio.ensure_future(self._clock.sleep(seconds))]
        try:
            await asyncio.wait([woken, *asleep], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (woken, *asleep):
                task.cancel()

    async def _try(self, step: Step) -> bool:
        """What nobody waits for an answer to. Where the store does not take it, the table rests and tries again."""
        before = self.sitting
        try:
            await self._do(None, step)
        except Refused as refusal:
            LOG.warning("game %s: the rules refused a step: %s", self.sitting.game, refusal.code)
            await self._clock.sleep(REST)
        except StoreError as error:
            LOG.warning("game %s: the store did not take a step: %s", self.sitting.game, error)
            await self._clock.sleep(REST)
        return self.sitting is not before

    def _start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _scene(sitting: Sitting) -> object:
    """Whatever is new in it is thought about anew."""
    return sitting.moment, sitting.paused, sitting.kept.sitters


def _overdue(sitting: Sitting, now: float) -> bool:
    return sitting.due is not None and sitting.due <= now
