"""Before a game: who plays, and which game of the file."""

from collections.abc import Sequence
from typing import Final

from bot.console import Console
from bot.console_help import KEYS
from bot.console_text import one_line
from bot.seating import Guest, seating
from bot.sitting import Deal, Sitting
from bot.text import line
from engine.rules import RuleSet

LONGEST_NAME: Final = 24
GAMES_SHOWN: Final = 5


def sound_name(text: str) -> str | None:
    """A name as it can stand at the table."""
    name = one_line(text)
    return name if 0 < len(name) <= LONGEST_NAME else None


async def greet(console: Console) -> None:
    how = line("console.greeting.how", help=KEYS["help"], leave=KEYS["leave"])
    await console.message((line("console.greeting.title"), line("console.greeting.what"), how), rule="═")


async def ask_name(console: Console) -> str:
    while True:
        if name := sound_name(await console.ask(line("console.ask.name"))):
            return name
        await console.lines(line("console.problem.name", most=LONGEST_NAME))


async def ask_game(console: Console, waiting: Sequence[Sitting]) -> Sitting | None:
    """Which one is taken up again; none means a new one."""
    offered = waiting[: -GAMES_SHOWN - 1 : -1]
    await console.message((line("console.lobby.title"),))
    told = [
        line("console.lobby.game", names=people(sitting), round=sitting.state.round, rounds=sitting.state.rules.rounds)
        for sitting in offered
    ]
    await console.choices((said, None) for said in (*told, line("console.lobby.new")))
    while True:
        answer = await console.ask(line("console.ask.game", most=len(told) + 1))
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(told) + 1:
            return offered[int(answer) - 1] if int(answer) <= len(told) else None
        await console.lines(line("console.problem.game", most=len(told) + 1))


def people(sitting: Sitting) -> tuple[str, ...]:
    return tuple(sitter.person for sitter in sitting.kept.sitters if sitter.person is not None)


def deal(game: str, seed: str, rules: RuleSet, people: Sequence[str], seats: int) -> Deal:
    return Deal(game, seed, rules, *seating(seed, [Guest(name, name) for name in people], seats), "endless")
