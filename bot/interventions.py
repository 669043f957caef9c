"""What happens to a sitting from outside the game: time goes by, and moderators step in. Pure, like sitting.py."""

from dataclasses import replace

from bot.dossier import dossier
from bot.messages import INVITATION, PUBLIC, Message, seat_place
from bot.sitting import (
    REMEMBERED,
    Declined,
    Intervention,
    Outcome,
    Sitter,
    Sitting,
    carry_out,
    kept_json,
    queued,
)
from bot.store import Arm, Disarm, Keep, Note
from bot.tempo import TEMPOS
from bot.text import line
from engine.commands import ClosePhase, Refused
from engine.state import waiting_for

# -- time -------------------------------------------------------------------------------------------------------------


def expire(sitting: Sitting, now: float) -> Outcome | None:
    """The deadline, if it has come."""
    if sitting.due is None or now < sitting.due or sitting.paused:
        return None
    return carry_out(sitting, f"deadline/{sitting.state.round}/{sitting.state.phase}", ClosePhase("deadline"), now)


def remind(sitting: Sitting, now: float) -> Outcome | None:
    """Exactly those who still owe something are told so, once in a phase."""
    tempo = TEMPOS[sitting.kept.tempo]
    if tempo is None or sitting.due is None or sitting.reminded or now < sitting.due - tempo.reminder:
        return None
    owing = [seat for seat in waiting_for(sitting.state) if sitting.kept.sitters[seat - 1].person is not None]
    said = [Message(seat_place(seat), (line(f"reminder.{sitting.state.phase}"),)) for seat in owing]
    last = sitting.kept.settled[-1] if sitting.kept.settled else ""  # a phase resumed or extended is reminded of anew
    cause = f"remind.{sitting.state.round}.{sitting.state.phase}.{int(sitting.due)}.{last}"
    changes = (Arm(sitting.game, sitting.due, reminded=True), *queued(sitting, said, cause))
    return Outcome(replace(sitting, reminded=True), changes)


def shift(sitting: Sitting, seconds: float) -> Outcome | None:
    """The calendar jumped while we ran: the deadline keeps its distance."""
    if sitting.due is None:
        return None
    due = sitting.due + seconds
    return Outcome(replace(sitting, due=due), (Arm(sitting.game, due, sitting.reminded),))


def make_up(sitting: Sitting, now: float) -> Outcome | None:
    """A deadline that passed while nobody could act gives everybody a fair time anew."""
    tempo = TEMPOS[sitting.kept.tempo]
    if tempo is None or sitting.due is None or sitting.due > now:
        return None
    due = now + tempo.fair
    said = queued(sitting, [Message(PUBLIC, (line("notice.made_up"),))], f"make_up.{int(due)}")
    return Outcome(replace(sitting, due=due, reminded=False), (Arm(sitting.game, due), *said))


# -- moderators -------------------------------------------------------------------------------------------------------


def intervene(sitting: Sitting, asked: Intervention, outcome: Outcome, now: float) -> Outcome:
    """What a moderator did becomes a public line and a row of the audit log, and is done once however often asked."""
    if sitting.state.outcome is not None:
        raise Refused("game_over")
    kept = replace(outcome.sitting.kept, settled=(*outcome.sitting.kept.settled, asked.id)[-REMEMBERED:])
    changes = (
        *queued(sitting, [Message(PUBLIC, (asked.said,))], f"mod.{asked.id}"),
        *outcome.changes,
        Keep(sitting.game, kept_json(kept)),
        Note(sitting.game, now, asked.by, asked.said.key.removeprefix("notice.")),
    )
    return Outcome(replace(outcome.sitting, kept=kept), changes, outcome.events)


def pause(sitting: Sitting, now: float) -> Outcome:
    if sitting.paused:
        raise Declined("paused")
    left = max(0.0, sitting.due - now) if sitting.due is not None else 0.0
    kept = replace(sitting.kept, left=left)
    return Outcome(replace(sitting, kept=kept, due=None), (Disarm(sitting.game),))


def resume(sitting: Sitting, now: float) -> Outcome:
    """With the time that was left; a fair one, if none was, for the deadline passed in an outage before the pause."""
    if sitting.kept.left is None:
        raise Declined("not_paused")
    kept, left = replace(sitting.kept, left=None), sitting.kept.left
    tempo = TEMPOS[sitting.kept.tempo]
    if tempo is None or _given(sitting) is None:
        return Outcome(replace(sitting, kept=kept), ())
    due = now + (left or tempo.fair)
    return Outcome(replace(sitting, kept=kept, due=due, reminded=False), (Arm(sitting.game, due),))


def extend(sitting: Sitting, seconds: float) -> Outcome:
    """As far as the tempo allows a phase to last in all."""
    tempo, given = TEMPOS[sitting.kept.tempo], _given(sitting)
    if tempo is None or given is None or sitting.due is None:
        raise Declined("no_deadline")
    more = min(seconds, tempo.longest - given - sitting.kept.extended)
    if more <= 0:
        raise Declined("longest")
    kept = replace(sitting.kept, extended=sitting.kept.extended + more)
    due = sitting.due + more
    return Outcome(replace(sitting, kept=kept, due=due, reminded=False), (Arm(sitting.game, due),))


def retime(sitting: Sitting, tempo: str, now: float) -> Outcome:
    """From now on phases last so long, the open one from its beginning."""
    kept = replace(sitting.kept, tempo=tempo, extended=0.0)
    given = _given(replace(sitting, kept=kept))
    if sitting.paused:
        return Outcome(replace(sitting, kept=replace(kept, left=given or 0.0)), ())
    due = now + given if given is not None else None
    armed = Disarm(sitting.game) if due is None else Arm(sitting.game, due)
    return Outcome(replace(sitting, kept=kept, due=due, reminded=False), (armed,))


def hand_over(sitting: Sitting, seat: int, to: Sitter, id_: str) -> Outcome:
    """The seat goes on with all that it has (E2), whoever sits in it (E5); who takes it is told all that it learned."""
    if not sitting.state.has_seat(seat):
        raise Refused("unknown_seat")
    if sitting.state.councillor(seat).status == "left":  # E2
        raise Refused("not_active")
    if to.person is not None and sitting.seat_of(to.person) is not None:
        raise Declined("seat_taken")
    sitters = tuple(to if number == seat else sitter for number, sitter in enumerate(sitting.kept.sitters, 1))
    told = Message(seat_place(seat), dossier(sitting.events, seat))
    invited = Message(seat_place(seat), (line(INVITATION, round=sitting.state.round, phase=sitting.state.phase),))
    said = [] if to.person is None else [told, *([invited] if seat in waiting_for(sitting.state) else [])]
    after = replace(sitting, kept=replace(sitting.kept, sitters=sitters))
    return Outcome(after, tuple(queued(after, said, f"seat.{id_}")))


def _given(sitting: Sitting) -> float | None:
    tempo = TEMPOS[sitting.kept.tempo]
    return tempo.given(sitting.state.phase) if tempo else None
