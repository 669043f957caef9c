"""`rada play` fed from a file and read through a pipe, and what it says to whoever starts it wrongly."""

import os
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.__main__ import main
from tests.terminal.screen import ROOT, command

GAME = ("--name", "Ala", "--seats", "3", "--seed", "ziarno")


class Finished(NamedTuple):
    code: int
    out: str
    error: str


Run = Callable[..., Finished]


@pytest.fixture
def run(
    env: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """In this very process, which saves most of the time."""
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(sys, "argv", ["bot/__main__.py"])

    def run_once(*arguments: str, typed: str | bytes = "") -> Finished:
        script = tmp_path / "typed"
        script.write_bytes(typed if isinstance(typed, bytes) else typed.encode())
        with script.open() as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            code = main(["play", *arguments])
        return Finished(code, *capsys.readouterr())

    return run_once


def told(finished: Finished) -> str:
    assert finished.error == ""
    return finished.out


# -- by itself --------------------------------------------------------------------------------------------------------


def test_auto_plays_the_same_game_twice(run: Run, tmp_path: Path) -> None:
    arguments = ("--auto", "--seed", "a", "--preset", "evening")
    once, again = (run(*arguments) for _ in range(2))
    assert once.code == 0
    assert once == again
    assert told(once).count("Kronika rundy") == 5
    assert "Koniec gry" in told(once)
    assert told(run("--auto", "--seed", "b", "--preset", "evening")) != told(once)
    assert not list(tmp_path.rglob("*.db*"))


def test_auto_keeps_its_game_where_a_file_is_named(run: Run, tmp_path: Path) -> None:
    assert run("--auto", "--preset", "evening", "--file", str(tmp_path / "auto.db")).code == 0
    assert (tmp_path / "auto.db").exists()


# -- from a script ----------------------------------------------------------------------------------------------------


def test_the_end_of_what_is_typed_is_leaving_for_now(run: Run) -> None:
    finished = run(*GAME)
    assert finished.code == 0
    assert told(finished).endswith("\nGra jest zapisana i czeka. Powrót: python -m bot play\n")
    assert "Wybierz od 1 do 2: 1\n" in told(run(typed="1\n"))


def test_nothing_was_begun_without_a_name(run: Run) -> None:
    assert "Gra jest zapisana" not in told(run())
    assert "Niedokończone" not in told(run())


def test_a_script_without_colours_and_pauses(run: Run) -> None:
    finished = run(*GAME, typed="1\nZgoda buduje.\n1\n1\n1\ntak\n")
    assert "\x1b" not in told(finished)
    assert "Dalej: Enter" not in told(finished)
    assert "Raport z rundy 1" in told(finished)
    assert max(map(len, told(finished).splitlines())) <= 80


def test_a_wrong_answer_is_asked_again(run: Run) -> None:
    wrong = ("0", "3", "-1", "1.0", "abc", "١", "1 2", "99999999999999999999", "S", "\x1b[A")
    answers = told(run(*GAME, typed="\n".join(wrong)))
    complaint = "Nie ma takiej możliwości. Wpisz numer od 1 do 2 albo ?, żeby przeczytać zasady."
    assert answers.count(complaint) == len(wrong)
    assert answers.count("Wybierz od 1 do 2 (?") == len(wrong) + 1


def test_a_statement_that_is_too_long(run: Run) -> None:
    answers = told(run(*GAME, typed=f"1\n{'ż' * 501}\n{'ż' * 500}\n"))
    assert "To oświadczenie ma 501 znaków, a może mieć najwyżej 500." in answers
    assert "Długość: 500 z 500 znaków." in answers


def test_an_empty_statement_is_silence(run: Run) -> None:
    assert "Twoje oświadczenie: milczenie." in told(run(*GAME, typed="1\n \n"))


def test_what_could_disturb_a_terminal_is_left_out(run: Run) -> None:
    typed = b"1\n\x1b[31mZgoda\x07 \xe2\x80\xaebuduje\xff\t!\x00\n"
    assert "Twoje oświadczenie: „[31mZgoda buduje\ufffd !”" in told(run(*GAME, typed=typed))


def test_a_last_vote_is_confirmed(run: Run) -> None:
    answers = told(run(*GAME, typed="2\n1\n1\n1\nmoże\nnie\n2\nT\n"))
    assert answers.count("Oddać go?") == 3
    assert "Odpowiedz słowem: tak albo nie." in answers
    assert "Twój głos w sprawie dylematu: polisa 2" in answers


def test_help_state_and_dossier(run: Run) -> None:
    answers = told(run(*GAME, typed="?\ns\nt\n\nq\n"))
    order = ["Zasady w skrócie", "z oświadczeń 0.", "Teczka: Ala", "══ Runda 1", "Gra jest zapisana"]
    places = [answers.rindex(words) for words in order]
    assert places == sorted(places)


def test_a_name_is_asked_for_until_it_is_one(run: Run) -> None:
    answers = told(run(typed=f"\n{'x' * 25}\n\x1b\nAla\n"))
    assert answers.count("Pod jakim imieniem") == 4
    assert answers.count("Imię musi mieć") == 3
    assert "Witaj w Radzie, Ala" in answers


def test_unfinished_games_are_offered_latest_first(run: Run) -> None:
    run("--name", "Ala")
    run("--hot-seat", "Bartek,Celina", "--new")
    answers = told(run("--name", "Ewa", typed="7\n3\n"))
    assert answers.index("Bartek i Celina") < answers.index("Ala, runda 1")
    assert "Witaj w Radzie, Ewa" in answers


def test_letters_the_terminal_does_not_know(env: dict[str, str]) -> None:
    """In a process and through pipes of its own."""
    finished = subprocess.run(
        command(*GAME), cwd=ROOT, env=env | {"PYTHONIOENCODING": "ascii"}, input=b"1\n", capture_output=True, check=True
    )
    assert re.search(rb"Krolestwo: = Stabilnosc 24, o Gospodarka 24 i x Wiara 24\.", finished.stdout)
    assert finished.stderr == b""


# -- the file ---------------------------------------------------------------------------------------------------------


def test_where_games_are_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*GAME)
    folder = tmp_path / ".local" / "share" / "rada"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "play.db").stat().st_mode) == 0o600
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    run(*GAME)
    assert (tmp_path / "data" / "rada" / "play.db").exists()


def test_a_way_back_to_another_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "moje gry.db"
    assert told(run(*GAME, "--file", str(file))).endswith(f"Powrót: python -m bot play --file '{file}'\n")


def test_a_file_that_is_none(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"a poem, and no database" * 100)
    finished = run(*GAME, "--file", str(tmp_path / "x.db"))
    assert (finished.code, finished.error.count("\n")) == (1, 1)
    assert finished.error.startswith("rada play: ")


def test_games_of_other_tables_are_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    run(*GAME, "--file", str(file))
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE games SET game = '1'")
        db.commit()
    finished = run(*GAME, "--file", str(file))
    assert (finished.code, finished.error.count("\n"), finished.out) == (2, 1, "")
    assert "games that are not played in a terminal" in finished.error


def test_a_game_that_cannot_be_read_keeps_nobody_from_another(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    run(*GAME, "--file", str(file), typed="2\n")
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE log SET line = 'x' WHERE n = 2")
        db.commit()
    finished = run(*GAME, "--file", str(file))
    assert finished.code == 0
    assert "cannot be taken up" in finished.error
    assert "Witaj w Radzie, Ala" in finished.out


# -- wrong arguments --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--seats", "2"], "--seats must be a number from 3 to 12"),
        (["--seats", "13"], "--seats must be a number from 3 to 12"),
        (["--seats", "six"], "--seats must be a number from 3 to 12"),
        (["--seats", "3", "--hot-seat", "A,B,C,D"], "not below that of people"),
        (["--hot-seat", ",".join("ABCDEFGHIJKLM")], "not below that of people"),
        (["--hot-seat", "Ala,ALA"], "--hot-seat needs different names"),
        (["--hot-seat", "Ala,"], "a name must have 1 to 24 characters"),
        (["--hot-seat", ""], "a name must have 1 to 24 characters"),
        (["--name", ""], "a name must have 1 to 24 characters"),
        (["--name", "Ala", "--auto"], "--auto and --name cannot go together"),
        (["--hot-seat", "A,B", "--name", "C"], "--hot-seat and --name cannot go together"),
        (["--preset", "chaos"], "--preset must be one of rulebook, evening, harsh"),
        (["--seed", os.fsdecode(b"\xff")], "--seed must be UTF-8 text"),
        (["--file", "/nowhere/at/all.db", "--auto"], "/nowhere/at/all.db"),
    ],
)
def test_a_wrong_argument(arguments: list[str], complaint: str, run: Run) -> None:
    code, out, error = run(*arguments)
    assert code in (1, 2)
    assert out == ""
    assert error.startswith("rada play: ")
    assert complaint in error
    assert error.count("\n") == 1


def test_hot_seat_needs_a_screen_that_can_be_cleared(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    finished = run("--hot-seat", "A,B")
    assert finished.code == 2
    assert "TERM is dumb" in finished.error


def test_a_wrong_setting(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR", "bard")
    finished = run(*GAME)
    assert (finished.code, finished.error.count("\n")) == (2, 1)
    assert finished.error.startswith("rada play: the setting NARRATOR: ")


def test_help_loads_nothing_of_the_game() -> None:
    code = "import sys; from bot.__main__ import _parser; _parser(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True).stdout.split()
    assert not {b"asyncio", b"pydantic", b"rich", b"sqlite3", b"engine", b"narrator"} & set(loaded)
