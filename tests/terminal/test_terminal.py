"""Whole games in a real pseudo-terminal."""

import re
import signal
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from rich.cells import cell_len

from tests.terminal.conftest import Open
from tests.terminal.players import anyone, diligent, play
from tests.terminal.screen import CONTROL, Terminal

SHORT = ("--preset", "evening", "--seats", "3", "--seed", "ziarno")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
INTERRUPTED = 130
CTRL_C = "\x03"


def fits(terminal: Terminal) -> None:
    """What was written since the last answer, without the echo of that answer."""
    _, _, written = CONTROL.sub("", terminal.since).partition("\n")
    assert all(cell_len(row) <= terminal.screen.columns for row in written.split("\n")), written


@pytest.mark.parametrize(
    ("size", "variables", "coloured"),
    [
        ((80, 24), {}, True),
        ((200, 60), {"NO_COLOR": "1"}, False),
        ((80, 24), {"LANG": "C"}, True),
        ((80, 24), {"TERM": "dumb"}, False),
        ((40, 12), {"LC_ALL": "C"}, True),
    ],
)
def test_a_game_to_its_end(opened: Open, size: tuple[int, int], variables: dict[str, str], coloured: bool) -> None:  # noqa: FBT001
    terminal = opened("--name", "Żaneta", *SHORT, size=size, **variables)
    assert play(terminal, anyone(f"{size}"), fits) == 0
    told = CONTROL.sub("", terminal.all)
    assert "Koniec gry" in told
    assert "Gra skończona." in told
    assert "Witaj w Radzie, Żaneta" in told
    assert bool(COLOUR.search(terminal.all)) == coloured


def test_nothing_is_written_beyond_a_screen_unread(opened: Open) -> None:
    terminal = opened("--name", "Ala", *SHORT)

    def counted(terminal: Terminal) -> None:
        assert CONTROL.sub("", terminal.since).count("\n") <= terminal.screen.lines

    assert play(terminal, diligent, counted) == 0


# -- leaving, and coming back -----------------------------------------------------------------------------------------


PLACES: list[tuple[str, Callable[[Terminal, str], bool]]] = [
    ("the pause", lambda terminal, prompt: prompt.startswith("Dalej")),
    ("statements", lambda terminal, prompt: at(terminal, prompt, "Faza Oświadczeń ═")),
    ("a statement", lambda terminal, prompt: prompt.endswith(">")),
    ("statement vote", lambda terminal, prompt: at(terminal, prompt, "Faza Oświadczeń: głosowanie")),
    ("actions", lambda terminal, prompt: at(terminal, prompt, "Faza Akcji")),
    ("policy vote", lambda terminal, prompt: at(terminal, prompt, "Faza Dylematu: głosowanie")),
    ("confirmation", lambda terminal, prompt: prompt.endswith("(tak, nie)")),
    ("the second round", lambda terminal, prompt: at(terminal, prompt, "Runda 2 z 5 – Faza Oświadczeń ═")),
]


def title(terminal: Terminal) -> str:
    """Of the last panel."""
    titles = [row for row in CONTROL.sub("", terminal.all).split("\n") if row.startswith("══ Runda")]
    return titles[-1] if titles else ""


def at(terminal: Terminal, prompt: str, phase: str) -> bool:
    return prompt.startswith("Wybierz od 1 do") and phase in title(terminal)


def test_ctrl_c_and_back_everywhere(opened: Open) -> None:
    terminal, left = opened("--name", "Ala", *SHORT), 0
    while left < len(PLACES):
        prompt = terminal.prompt()
        assert prompt is not None
        if PLACES[left][1](terminal, prompt):
            terminal = interrupted(opened, terminal)
            left += 1
        else:
            terminal.type(f"{diligent(prompt)}\r")
    assert "Raport z rundy 1" in CONTROL.sub("", terminal.all) + told_again(terminal)
    assert play(terminal, diligent) == 0
    assert "Koniec gry" in terminal.all


def interrupted(opened: Open, terminal: Terminal) -> Terminal:
    """The same game, in a new run of the program."""
    terminal.type(CTRL_C)
    assert terminal.ended() == INTERRUPTED
    assert CONTROL.sub("", terminal.since).endswith("\nGra jest zapisana i czeka. Powrót: python -m bot play\n")
    assert terminal.settings() == terminal.settings_before
    again = opened(*SHORT)
    assert again.prompt() == "Wybierz od 1 do 2:"
    again.type("1\r")
    return again


def told_again(terminal: Terminal) -> str:
    terminal.prompt()
    return CONTROL.sub("", terminal.all)


def test_what_was_answered_before_a_crash_is_kept(opened: Open) -> None:
    terminal = opened("--name", "Ala", *SHORT)
    while not at(terminal, terminal.prompt() or "", "Faza Akcji"):
        terminal.type(f"{diligent(terminal.asks() or '')}\r")
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.ended() == -signal.SIGKILL
    again = opened()
    again.prompt()
    again.type("1\r")
    while not at(again, again.prompt() or "", "Faza Akcji"):
        again.type("\r")
    assert "Wynik głosowania na oświadczenia" in again.all
    again.type("t\r")
    again.prompt()
    assert "Twój głos na oświadczenie" in again.since


@pytest.mark.parametrize("key", ["q\r", "\x04"])
def test_leaving_for_now(opened: Open, key: str) -> None:
    terminal = opened("--name", "Ala", *SHORT)
    terminal.prompt()
    terminal.type(key)
    assert terminal.ended() == 0
    assert "Gra jest zapisana" in terminal.since


def test_ctrl_c_before_there_is_a_game(opened: Open) -> None:
    terminal = opened()
    assert (terminal.prompt() or "").startswith("Pod jakim imieniem")
    terminal.type(CTRL_C)
    assert terminal.ended() == INTERRUPTED
    assert "Traceback" not in terminal.all
    assert terminal.settings() == terminal.settings_before


# -- secrets ----------------------------------------------------------------------------------------------------------


PEOPLE = ("Ala", "Bartek", "Celina")


def test_whoever_ends_the_program_leaves_no_secret_on_a_shared_screen(opened: Open) -> None:
    terminal = opened("--hot-seat", ",".join(PEOPLE), *SHORT)
    while not at(terminal, terminal.prompt() or "", "Faza Oświadczeń"):
        if (terminal.asks() or "").endswith(">"):
            break
        terminal.type("\r")
    assert any("tajne" in row for row in terminal.visible())
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.ended() == INTERRUPTED
    assert not any("tajne" in row for row in terminal.visible())
    assert terminal.settings() == terminal.settings_before


@dataclass
class Watch:
    """Who sits at the keyboard, and what they could see there of others."""

    at_keyboard: str = ""
    handed_over: int = 0

    def look(self, terminal: Terminal) -> None:
        seen = [row for row in terminal.visible() if row]
        if now := re.search(r"^Teraz: (\w+)\.", terminal.asks() or ""):
            assert len(seen) == 1
            self.at_keyboard, self.handed_over = now[1], self.handed_over + 1
        told = "\n".join(seen)
        for name in set(PEOPLE) - {self.at_keyboard}:
            assert not re.search(rf"^{name}, [●★■]|Witaj w Radzie, {name}", told, re.MULTILINE)
            if "Faza Oświadczeń ═" in title(terminal):
                assert f"tajne {name}, {self.round(terminal)}" not in told

    def answer(self, terminal: Terminal, prompt: str) -> str:
        return f"tajne {self.at_keyboard}, {self.round(terminal)}" if prompt.endswith(">") else diligent(prompt)

    def round(self, terminal: Terminal) -> str:
        return " ".join(title(terminal).split()[1:3])


def test_nothing_of_one_seat_is_left_for_the_next(opened: Open) -> None:
    terminal = opened("--hot-seat", ",".join(PEOPLE), *SHORT[:2], "--seed", "s", "--seats", "4")
    watch = Watch()
    while not title(terminal).startswith("══ Runda 3"):
        prompt = terminal.prompt()
        assert prompt
        watch.look(terminal)
        terminal.type(f"{watch.answer(terminal, prompt)}\r")
    assert watch.handed_over > 12
    terminal.prompt()
    terminal.type(CTRL_C)
    assert terminal.ended() == INTERRUPTED
    assert [row for row in terminal.visible() if row] == ["Gra jest zapisana i czeka. Powrót: python -m bot play"]


def test_a_hot_seat_game_to_its_end(opened: Open) -> None:
    terminal = opened("--hot-seat", "Ala,Bartek", *SHORT)
    assert play(terminal, diligent) == 0
    assert "Koniec gry" in "\n".join(terminal.visible())


def test_nothing_of_one_person_comes_back_by_keys(opened: Open) -> None:
    """Neither by the history of lines nor by what was cut from one."""
    terminal = opened("--hot-seat", "Ala,Bartek", *SHORT)
    while not (terminal.prompt() or "").endswith(">"):
        terminal.type(f"{diligent(terminal.asks() or '')}\r")
    terminal.type("tajemnica\x15")
    terminal.type("nic\r")
    while True:
        prompt = terminal.prompt() or ""
        terminal.type("\x1b[A\x10\x19\x12a\x07")
        terminal.type(f"{diligent(prompt)}\r")
        if prompt.endswith(">"):
            break
    terminal.prompt()
    assert "tajemnica" not in terminal.since
    assert "Długość: 3 z" not in terminal.since


def test_a_changed_mind(opened: Open) -> None:
    terminal = opened("--hot-seat", "Ala,Bartek", *SHORT)
    while not (terminal.prompt() or "").startswith("Dalej: Enter. Zmiana"):
        terminal.type(f"{diligent(terminal.asks() or '')}\r")
    terminal.type("z\r")
    while not at(terminal, terminal.prompt() or "", "Faza Oświadczeń"):
        terminal.type("\r")
    terminal.type("2\r")
    terminal.prompt()
    assert "Twoje oświadczenie: milczenie." in terminal.since
