"""The README leads to everything there is."""

import argparse
import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from bot.__main__ import _parser

ROOT: Final = Path(__file__).parent.parent
PYPROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
README: Final = (ROOT / "README.md").read_text("utf-8")


def commands() -> list[str]:
    (found,) = [action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return list(found.choices)


@pytest.mark.parametrize("command", commands())
def test_every_command_is_told(command: str) -> None:
    assert f"`rada {command}" in README


def test_everything_it_links_to_is_there() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_page_of_the_docs_is_linked() -> None:
    assert [page.name for page in (ROOT / "docs").glob("*.md") if f"docs/{page.name}" not in README] == []


TOLD: Final = [file for kind in ("*.md", "docs/*.md", "bot/*.py", "narrator/*.py") for file in sorted(ROOT.glob(kind))]


@pytest.mark.parametrize("file", TOLD, ids=lambda file: str(file.relative_to(ROOT)))
def test_nothing_is_installed_that_no_registry_has(file: Path) -> None:
    text = file.read_text("utf-8")
    assert f"{PYPROJECT['name']}[" not in text
    assert set(re.findall(r"'\.\[(\w+)\]'", text)) <= set(PYPROJECT["optional-dependencies"])
