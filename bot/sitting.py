"""A game at a table as one value, and everything that may happen to it as pure functions: each gives the sitting
after it and the changes that make it true in the store. The table (table.py) only queues, writes and wakes."""

import json
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Final, Literal, NamedTuple

from bot.messages import INVITATION, PUBLIC, Message, messages, seat_place
from bot.store import Append, Arm, Change, Disarm, EndGame, Keep, NewGame, Note, Say
from bot.tempo import TEMPOS
from bot.text import Line, from_json, line, to_json
from engine.chance import draw
from engine.commands import Command, Leave, Move
from engine.decide import begin, play
from engine.events import DilemmaPresented, Event
from engine.jsonl import write_json
from engine.notation import header_json, line_json
from engine.rules import RuleSet
from engine.state import State, blank

REMEMBERED: Final = 64
"""How many orders and interventions a table remembers by their ids; older ones are stale by their moment."""
No = Literal[
    "paused",
    "stale",
    "not_seated",
    "not_paused",
    "no_deadline",
    "longest",
    "seat_taken",
    "running",
    "unknown_choice",
    # before a game, and beside it (desk.py)
    "no_game",
    "no_lobby",
    "already_there",
    "already_in",
    "not_in",
    "full",
    "not_opener",
    "not_moderator",
    "nobody",
    "not_yourself",
    "not_here",
    "unreadable",
    "no_bots",
]


FOLLOWING: Final = ("phase_opened.", "game_ended.")
"""Begins the keys of what comes after a resolution, in public."""


class Declined(Exception):
    """The table says no, before the rules are asked. Its sentence stands in the catalogue under the code."""

    def __init__(self, code: No) -> None:
        super().__init__(code)
        self.code: No = code


class Moment(NamedTuple):
    """What a click was made for: it never counts in another phase."""

    round: int
    phase: str


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person (the outlet's own key for them), or an automated councillor."""

    person: str | None = None
    temperament: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """What the table itself remembers beside the log. `bots` seeds the automated councillors, `left` are the seconds
    a paused phase still has, `extended` those it was given on top, `settled` the interventions already carried out."""

    sitters: tuple[Sitter, ...]
    tempo: str
    bots: str
    left: float | None = None
    extended: float = 0.0
    settled: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sitting:
    """`n` counts the recorded commands, `due` is the open phase's deadline; while `kept.left` is set, it is paused."""

    game: str
    state: State
    events: tuple[Event, ...]
    kept: Kept
    n: int
    due: float | None
    reminded: bool

    @property
    def moment(self) -> Moment:
        return Moment(self.state.round, self.state.phase)

    @property
    def paused(self) -> bool:
        return self.kept.left is not None

    @property
    def crises(self) -> tuple[str, ...]:
        """The titles told so far, which the next game may want to avoid."""
        return tuple(event.title for event in self.events if isinstance(event, DilemmaPresented))

    def has_settled(self, id_: str) -> bool:
        return id_ in self.kept.settled

    def seat_of(self, person: str) -> int | None:
        return next((seat for seat, sitter in enumerate(self.kept.sitters, 1) if sitter.person == person), None)


@dataclass(frozen=True, slots=True)
class Order:
    """A move somebody asks for. The id is the click's own, so that a repeated one is answered, not played twice;
    the moment is what the click was made for, where that is known."""

    person: str
    id: str
    moment: Moment | None
    move: Move | Leave


@dataclass(frozen=True, slots=True)
class Intervention:
    """What a moderator asks for: who, the click's id, and what the table is told of it."""

    by: str
    id: str
    said: Line


class Outcome(NamedTuple):
    sitting: Sitting
    changes: tuple[Change, ...]
    events: tuple[Event, ...] = ()


# -- a game begins -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """What a game starts with. `names` and `sitters` go by seat; `avoid` are the crises its neighbours were told,
    `by` the moderator who starts it."""

    game: str
    seed: str
    rules: RuleSet
    names: tuple[str, ...]
    sitters: tuple[Sitter, ...]
    tempo: str
    avoid: tuple[str, ...] = ()
    by: str = ""


def seat_game(deal: Deal, now: float) -> Outcome:
    people = [sitter.person for sitter in deal.sitters if sitter.person is not None]
    if len(set(people)) < len(people):
        raise ValueError("nobody sits on two seats")
    state, events = begin(deal.seed, deal.rules, deal.names)
    kept = Kept(deal.sitters, deal.tempo, bots=f"{deal.seed}/councillors", avoid=deal.avoid)
    fresh = Sitting(deal.game, blank(deal.seed), (), kept, 0, None, reminded=False)
    header = write_json(header_json(deal.seed, deal.rules, deal.names, events))
    outcome = _happened(fresh, (state, events), NewGame(deal.game, header, kept_json(kept)), now)
    if not deal.by:
        return outcome
    new, *further = outcome.changes
    return outcome._replace(changes=(new, *_started(fresh, deal.by, now), *further))


def _started(sitting: Sitting, by: str, now: float) -> tuple[Change, ...]:
    return noted(sitting, by, line("notice.started", who=by), now)


def noted(sitting: Sitting, by: str, said: Line, now: float) -> tuple[Change, ...]:
    """A moderator's step that no rule knows of: a public line, and a row of the audit log."""
    message = Message(PUBLIC, (said,))
    return (
        *queued(sitting, [message], f"{said.key}/{now}"),
        Note(sitting.game, now, by, said.key.removeprefix("notice.")),
    )


def kept_json(kept: Kept) -> str:
    return json.dumps(asdict(kept), ensure_ascii=False)


# -- what happens in the game ------------------------------------------------------------------------------------------


def obey(sitting: Sitting, order: Order, now: float) -> Outcome:
    """What a person asks for their own seat. Raises Declined or Refused."""
    if sitting.seat_of(order.person) != order.move.seat:
        raise Declined("not_seated")
    if order.moment is not None and order.moment != sitting.moment:
        raise Declined("stale")
    if sitting.paused and not isinstance(order.move, Leave):
        raise Declined("paused")
    return carry_out(sitting, order.id, order.move, now)


def carry_out(sitting: Sitting, id_: str, command: Command, now: float) -> Outcome:
    """A command that is nobody's click: of an automated councillor, the narrator, the clock, a moderator."""
    state, events = play(sitting.state, command)
    n = sitting.n + 1
    recorded = write_json(line_json(n, command, events))
    return _happened(replace(sitting, n=n), (state, events), Append(sitting.game, n, id_, recorded), now)


def automaton(sitting: Sitting, id_: str, moment: Moment, move: Move, now: float) -> Outcome | None:
    """The move of an automated councillor, unless the table has gone on while it thought."""
    if sitting.paused or sitting.moment != moment or sitting.kept.sitters[move.seat - 1].person is not None:
        return None
    return carry_out(sitting, id_, move, now)


def _happened(before: Sitting, played: tuple[State, tuple[Event, ...]], written: Change, now: float) -> Outcome:
    """Facts make the next sitting, move the deadline, and are said: all in one write."""
    state, events = played
    after = replace(before, state=state, events=before.events + events)
    changes = [written]
    if after.moment != before.moment:
        after = _new_phase(after, now, changes)
    if state.outcome is not None and state.untold is None:  # else the last tale is still to come
        changes.append(EndGame(after.game))
    said = [message for message in messages(before.state, events) if _has_hearer(message, after)]
    changes += queued(after, _shuffled(said, after), f"{after.n}")
    return Outcome(after, tuple(changes), events)


def _has_hearer(message: Message, sitting: Sitting) -> bool:
    """Nobody invites an automated councillor."""
    return message.lines[0].key != INVITATION or message.place not in {
        seat_place(seat) for seat, sitter in enumerate(sitting.kept.sitters, 1) if sitter.person is None
    }


def _new_phase(after: Sitting, now: float, changes: list[Change]) -> Sitting:
    tempo = TEMPOS[after.kept.tempo]
    given = tempo.given(after.state.phase) if tempo else None
    kept = replace(after.kept, extended=0.0, left=(given or 0.0) if after.paused else None)
    if kept != after.kept:
        changes.append(Keep(after.game, kept_json(kept)))
    due = now + given if given is not None and kept.left is None else None
    changes.append(Arm(after.game, due) if due is not None else Disarm(after.game))
    return replace(after, kept=kept, due=due, reminded=False)


def queued(sitting: Sitting, said: list[Message], cause: str) -> list[Change]:
    return [
        Say(sitting.game, message.place, _nonce(sitting, f"{cause}/{number}"), to_json(message.lines))
        for number, message in enumerate(said)
    ]


def before_what_follows(changes: tuple[Change, ...], told: tuple[Change, ...]) -> tuple[Change, ...]:
    """With what a tale says ahead of the next round, or of the end."""
    said = tuple(change for change in told if isinstance(change, Say))
    rest = tuple(change for change in told if not isinstance(change, Say))
    place = next((place for place, change in enumerate(changes) if _opens_what_follows(change)), len(changes))
    return changes[:place] + said + changes[place:] + rest


def _opens_what_follows(change: Change) -> bool:
    return isinstance(change, Say) and change.place == PUBLIC and from_json(change.body)[0].key.startswith(FOLLOWING)


def _nonce(sitting: Sitting, fact: str) -> str:
    """Names the fact, so that the same fact is never said under two names. Receivers may see it, and must not read in
    it how many commands there were before: minds are changed in secret. Discord takes 25 characters."""
    return blake2b(f"{sitting.kept.bots}\n{sitting.game}/{fact}".encode(), digest_size=12).hexdigest()


def _shuffled(said: list[Message], sitting: Sitting) -> list[Message]:
    """Private messages leave in drawn order, after the public ones: neither existence nor time tells anything."""
    purpose = f"post/{sitting.n}"
    public = [message for message in said if message.place == PUBLIC]
    private = [message for message in said if message.place != PUBLIC]
    return public + sorted(private, key=lambda message: draw(sitting.kept.bots, f"{purpose}/{message.place}", 2**32))
