"""All that is said in whole games: messages, panels, receipts, dossiers."""

from collections.abc import Iterator
from functools import cache

from bot.dossier import dossier
from bot.messages import Message, messages
from bot.panels import Panel, panel, public_panel, receipt
from bot.text import HOLE, Line
from engine.commands import ClosePhase, VotePolicy
from engine.decide import begin
from engine.events import Disgraced
from engine.evolve import evolve
from engine.rules import RuleSet
from engine.state import State, blank
from engine.view import heard_by
from tests.players import Game, any_game, follow, names_for, play_out, words_for
from tests.playthroughs.games import GOLDEN, played
from tests.worlds import MOVES

GAMES = 40
CLOSE = ClosePhase("deadline")


@cache
def games() -> tuple[Game, ...]:
    """Random ones, the golden ones, and one in which nobody is left."""
    return (*(any_game(f"words/{number}") for number in range(GAMES)), *map(played, GOLDEN), forsaken())


def forsaken() -> Game:
    """Powers save the kingdom, and all who voted are exiled."""
    rules = RuleSet(rounds=2, starting_stats=3, loss_min=3, loss_max=3, loss_growth=0)
    votes = [VotePolicy(seat, 1) for seat in (1, 2, 3)]
    start, _ = begin("forsaken", rules, names_for(3))
    return play_out("forsaken", rules, names_for(3), follow([CLOSE, CLOSE, words_for(start), *votes]))


def told(game: Game) -> Iterator[Message]:
    yield from messages(blank(), game.opening)
    for step in game.steps:
        yield from messages(step.before, step.events)


def screens(game: Game, seat: int) -> Iterator[tuple[State, State, Panel]]:
    """The engine's state, what the seat knows, and its panel: whenever either of them changes."""
    state, view = game.start, blank()
    for events, after in [(game.opening, game.start), *((step.events, step.after) for step in game.steps)]:
        last, state = view, after
        for event in events:
            view = evolve(view, event) if heard_by(event, seat) else view
        if view != last:
            yield state, view, panel(view, seat)


def receipts(game: Game) -> Iterator[tuple[Line, ...]]:
    for step in game.steps:
        if isinstance(step.command, MOVES):
            yield receipt(step.before, step.events, step.command.seat)


def spoken(game: Game) -> Iterator[Line]:
    """Every line of a game, at one seat and in public."""
    seat = someone(game)
    for message in told(game):
        yield from message.lines
    for _, view, shown in screens(game, seat):
        yield from all_of(shown)
        yield from all_of(public_panel(view))
    for lines in receipts(game):
        yield from lines
    yield from dossier(game.opening, seat)
    yield from dossier(game.events, seat)


def someone(game: Game) -> int:
    """Whoever has most to tell: the first who is exiled, else the first."""
    return next((seat for event in game.events if isinstance(event, Disgraced) for seat in event.seats), 1)


def all_of(shown: Panel) -> Iterator[Line]:
    yield shown.title
    yield from shown.lines
    for choice in shown.choices:
        yield from (choice.label, choice.hint)


def nested(said: Line) -> Iterator[Line]:
    """A line and the lines that fill its holes."""
    yield said
    for _, value in said.fields:
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Line):
                yield from nested(item)


def holes(template: str) -> set[str]:
    return {hole["field"] for hole in HOLE.finditer(template)}
