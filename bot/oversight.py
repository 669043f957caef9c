"""What moderators, who usually play too, are shown: who has acted, who is missing, whose messages fail. Never what
anybody chose, nor the seed; the whole recording only when the game has ended (K4)."""

from collections.abc import Iterable

from bot.messages import seat_place
from bot.phrases import Lines, lasting
from bot.post import NO_ANSWER, unsaid
from bot.sitting import Declined, Sitting, noted
from bot.store import Game, Logged, Unsaid
from bot.table import Means
from bot.taking_up import take_up
from bot.text import Line, line
from engine.state import waiting_for


def standing(sitting: Sitting, unsaid: Iterable[Unsaid], now: float) -> Lines:
    state = sitting.state
    missing = waiting_for(state)
    acted = tuple(c.name for c in state.active if c.seat in state.acted)
    lines = [line("standing.phase", round=state.round, rounds=state.rules.rounds, phase=state.phase)]
    if sitting.paused:
        lines.append(line("standing.paused"))
    elif sitting.due is not None:
        lines.append(line("standing.left", time=lasting(max(0.0, sitting.due - now))))
    if acted:
        lines.append(line("standing.acted", names=acted))
    if missing:
        lines.append(line("standing.missing", names=tuple(state.councillor(seat).name for seat in missing)))
    failing = [message for message in unsaid if message.game == sitting.game and (message.why or message.attempts)]
    lines += [line("standing.failing", to=_whom(sitting, message), why=_why(message)) for message in failing]
    return tuple(dict.fromkeys(lines))


def _whom(sitting: Sitting, message: Unsaid) -> str | Line:
    names = {seat_place(c.seat): c.name for c in sitting.state.councillors}
    return names.get(message.place) or line("standing.everybody")


def _why(message: Unsaid) -> str | Line:
    if message.why is None:
        return line("standing.trying")
    return line("standing.no_answer") if message.why == NO_ANSWER else message.why


async def export(means: Means, game: str, by: str) -> str:
    """The recording of a game that has ended, for a moderator: said in public and noted like everything they do. Raises
    Declined, KeyError or StoreError."""
    row = await means.store.game(game)
    if row is None:
        raise KeyError(game)
    log = await means.store.log(game)
    text = recording(row, log)
    changes = noted(take_up(row, log), by, line("notice.exported", who=by), means.clock.now())
    await means.store.write(*changes)
    means.post.send(unsaid(changes))
    return text


def recording(row: Game, log: Iterable[Logged]) -> str:
    """The game as a file to replay. Raises Declined while it runs."""
    if not row.ended:
        raise Declined("running")
    return "".join(f"{text}\n" for text in (row.header, *(entry.line for entry in log)))
