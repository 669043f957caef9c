"""Scripts that answer whatever the terminal asks, until the game is over."""

from collections.abc import Callable
from random import Random
from typing import Final

from tests.terminal.screen import Terminal

MOST_ANSWERS: Final = 2000
"""Nobody is asked more in a whole game."""
Answer = Callable[[str], str]


def anyone(seed: str) -> Answer:
    """Moves of all kinds, and what is asked on the way."""
    chance = Random(seed)

    def answer(prompt: str) -> str:
        if prompt.startswith("Wybierz"):
            return str(1 + chance.randrange(6))
        if prompt.endswith(">"):
            return chance.choice(["", "Zgoda buduje – ąćęłńóśźż.", "x" * 90])
        if prompt.endswith("(tak, nie)"):
            return chance.choice(["tak", "t", "nie", "może"])
        return ""

    return answer


def diligent(prompt: str) -> str:
    """Always the first choice, without hesitation."""
    if prompt.startswith("Wybierz"):
        return "1"
    if prompt.endswith(">"):
        return "Zgoda buduje."
    return "tak" if prompt.endswith("(tak, nie)") else ""


def play(terminal: Terminal, answer: Answer, look: Callable[[Terminal], object] = lambda _: None) -> int:
    """To the end; its exit code."""
    for _ in range(MOST_ANSWERS):
        if (prompt := terminal.prompt()) is None:
            break
        look(terminal)
        terminal.type(f"{answer(prompt)}\r")
    return terminal.ended()
