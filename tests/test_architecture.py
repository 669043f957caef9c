"""What the map promises and no single case can show: who imports whom, what the engine never touches, that no fact,
command or ruling is forgotten."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from engine import commands, decide, events, evolve, moves, recording

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = {"engine": {"engine"}, "narrator": {"engine", "narrator"}, "bot": {"engine", "narrator", "bot"}}
MODULES: Final = {
    path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8"))
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}
ENGINE: Final = [path for path in MODULES if path.startswith("engine/")]
BORDER: Final = "engine/recording.py"

FORBIDDEN_MODULES: Final = {
    "time",
    "datetime",
    "calendar",
    "random",
    "secrets",
    "uuid",
    "os",
    "io",
    "pathlib",
    "shutil",
    "tempfile",
    "logging",
    "warnings",
    "socket",
    "ssl",
    "subprocess",
    "threading",
    "asyncio",
    "urllib",
    "http",
    "sqlite3",
    "importlib",
    "builtins",
}
FORBIDDEN_NAMES: Final = ("open", "print", "input", "eval", "exec", "compile", "__import__", "globals", "hash", "id")


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level packages a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0] if node.level == 0 else "a relative import"


def test_the_map_knows_every_module() -> None:
    assert {Path(path).parts[0] for path in MODULES} == set(PACKAGES)
    assert len(ENGINE) > 15


@pytest.mark.parametrize("path", MODULES)
def test_imports_point_to_the_engine_and_never_back(path: str) -> None:
    ours = {name for name in imported(MODULES[path]) if name in {*PACKAGES, "tests", "a relative import"}}
    assert ours <= PACKAGES[Path(path).parts[0]]


@pytest.mark.parametrize("path", ENGINE)
def test_the_engine_needs_the_standard_library_only(path: str) -> None:
    others = {name for name in imported(MODULES[path]) if name not in sys.stdlib_module_names and name != "engine"}
    assert others <= ({"pydantic"} if path == BORDER else set())


def declared() -> set[str]:
    """The distributions that the wheel asks for, by itself or with an extra of its users."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [wanted for name, wanted in project["optional-dependencies"].items() if name != "dev"]
    return {re.split(r"[^\w.-]", line)[0] for line in sum(extras, project["dependencies"])}


DECLARED: Final = declared()
PROVIDERS: Final = packages_distributions()


@pytest.mark.parametrize("path", MODULES)
def test_what_is_imported_comes_with_the_wheel(path: str) -> None:
    others = {name for name in imported(MODULES[path]) if name not in {*sys.stdlib_module_names, *PACKAGES}}
    assert [name for name in sorted(others) if not DECLARED.intersection(PROVIDERS.get(name, ()))] == []


def touched(tree: ast.AST) -> set[str]:
    """What a module uses of clocks, files, chance and the outer world."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return {name for name in imported(tree) if name in FORBIDDEN_MODULES} | names.intersection(FORBIDDEN_NAMES)


@pytest.mark.parametrize("path", ENGINE)
def test_the_engine_touches_no_clock_file_or_chance(path: str) -> None:
    assert touched(MODULES[path]) == set()


CHATS: Final = {"discord", "aiohttp", "aiolimiter"}


@pytest.mark.parametrize("path", [path for path in MODULES if path.startswith("bot/")])
def test_only_the_files_at_the_edge_know_discord(path: str) -> None:
    known = {name for name in imported(MODULES[path]) if name in CHATS or "discord" in name}
    assert not known or path.startswith("bot/discord_")


# -- iteration over sets, whose order is anybody's guess -------------------------------------------------------------

SETS: Final = ("set", "frozenset")
SAFE: Final = (*SETS, "sorted", "len", "sum", "any", "all", "min", "max", "isinstance")


def is_set(node: ast.AST, named: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in SETS
        case ast.Name(id=name):
            return name in named
        case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
            return is_set(node.left, named) or is_set(node.right, named)
    return False


def iterated(tree: ast.AST) -> Iterator[ast.expr]:
    """Every expression whose order comes to matter."""
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=source) | ast.comprehension(iter=source) | ast.Starred(value=source):
                yield source
            case ast.Call(func=ast.Name(id=name), args=arguments) if name not in SAFE:
                yield from arguments
            case ast.Call(func=ast.Attribute(attr="join" | "extend" | "fromkeys"), args=arguments):
                yield from arguments


def named_sets(tree: ast.AST) -> set[str]:
    named: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_set(value, set()):
                named.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if is_set(value, set()):
                named.add(name)
    return named


def set_iterations(tree: ast.AST) -> list[int]:
    named = named_sets(tree)
    return [source.lineno for source in iterated(tree) if is_set(source, named)]


@pytest.mark.parametrize("path", ENGINE)
def test_the_engine_iterates_over_no_set(path: str) -> None:
    assert set_iterations(MODULES[path]) == []


@pytest.mark.parametrize(
    "code",
    [
        "for x in {1, 2}: pass",
        "[x for x in set(xs)]",
        "list(frozenset(xs))",
        "S: Final = frozenset(xs)\ntuple(S)",
        "s = {x for x in xs}\nf(*s)",
        "','.join(set(xs) - {1})",
    ],
)
def test_such_an_iteration_would_be_found(code: str) -> None:
    assert set_iterations(ast.parse(code))


@pytest.mark.parametrize("code", ["sorted(set(xs))", "x in {1, 2}", "len({1, 2})", "s = set(xs)\ns.add(1)"])
def test_what_has_no_order_may_be_a_set(code: str) -> None:
    assert not set_iterations(ast.parse(code))


@pytest.mark.parametrize("code", ["open('a')", "import time", "from os import path", "def f():\n  import random.x"])
def test_a_touch_would_be_found(code: str) -> None:
    assert touched(ast.parse(code))


# -- nothing is forgotten -------------------------------------------------------------------------------------------

EVENTS: Final[tuple[Any, ...]] = get_args(events.Event)
COMMANDS: Final[tuple[Any, ...]] = get_args(commands.Command)
EVENT_NAMES: Final = {
    "game_started",
    "phase_opened",
    "statement_recorded",
    "seat_acted",
    "statements_revealed",
    "statement_vote_recorded",
    "statement_awarded",
    "action_recorded",
    "action_paid",
    "dilemma_drawn",
    "dilemma_presented",
    "narrated",
    "policy_vote_recorded",
    "votes_counted",
    "unmasked",
    "votes_revealed",
    "influence_awarded",
    "faction_power",
    "disgraced",
    "policy_applied",
    "kingdom_fell",
    "seat_left",
    "game_ended",
}
COMMAND_NAMES: Final = {
    "submit_statement",
    "stay_silent",
    "vote_statement",
    "abstain",
    "choose_action",
    "present_dilemma",
    "narrate",
    "vote_policy",
    "close_phase",
    "leave",
    "abandon",
}
CODES: Final = {
    "wrong_phase",
    "unknown_seat",
    "not_active",
    "bad_text",
    "own_statement",
    "silent_author",
    "too_poor",
    "own_target",
    "inactive_target",
    "empty_faction",
    "already_voted",
    "unknown_policy",
    "bad_dilemma",
    "game_over",
    "malformed",
}
AUDIENCES: Final = (events.ToAll, events.ToItsSeat, events.ToNobody)


def test_the_names_are_those_of_the_format() -> None:
    assert {kind.event for kind in EVENTS} == EVENT_NAMES
    assert {kind.do for kind in COMMANDS} == COMMAND_NAMES
    assert set(get_args(commands.Code)) == CODES


def test_every_class_with_a_name_belongs_to_the_union() -> None:
    assert {kind for kind in vars(events).values() if hasattr(kind, "event")} == set(EVENTS)
    assert {kind for kind in vars(commands).values() if hasattr(kind, "do")} == set(COMMANDS)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_one_audience(kind: Any) -> None:
    (audience,) = [base for base in AUDIENCES if issubclass(kind, base)]
    assert "to" not in vars(kind)
    assert "to" not in {field.name for field in fields(kind)}
    if audience is events.ToItsSeat:
        assert "seat" in {field.name for field in fields(kind)}


def test_every_event_is_folded() -> None:
    assert set(evolve._FOLD) == set(EVENTS)


@pytest.mark.parametrize("kind", EVENTS + COMMANDS, ids=lambda kind: kind.__name__)
def test_facts_and_intentions_never_change(kind: Any) -> None:
    assert is_dataclass(kind)
    assert vars(kind)["__dataclass_params__"].frozen
    assert not hasattr(kind, "__dict__") or "__slots__" in vars(kind)


def test_every_command_is_decided_once_and_can_be_recorded() -> None:
    assert set(moves.MOVES) | set(decide._OTHERS) == set(COMMANDS)
    assert not set(moves.MOVES) & set(decide._OTHERS)
    readable = [command for shapes in recording._SHAPES.values() for command, _ in shapes.values()]
    assert set(readable) == set(COMMANDS)
    assert len(readable) == len(COMMANDS)


COUNTS: Final = {"S": 4, "O": 4, "A": 4, "D": 3, "R": 8, "E": 5, "K": 4}
RULINGS: Final = [f"{letter}{number}" for letter, most in COUNTS.items() for number in range(1, most + 1)]
CASES: Final = "".join(
    re.findall(r"def test_\w+", "".join(p.read_text("utf-8") for p in Path(__file__).parent.glob("test_*.py")))
)


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_has_a_case(ruling: str) -> None:
    assert re.search(rf"_{ruling}_", CASES)
