"""What docs/hosting.md tells hosts to do is what the program does."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import _parser
from bot.backup import check
from bot.commands import COMMANDS
from bot.discord_rights import LABELS, SCOPES, permissions
from bot.readers import READERS
from bot.sqlite_store import SqliteStore
from bot.store import Put
from tests.test_settings import documented

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")


def test_every_permission_has_its_reason_and_no_other_is_named() -> None:
    table = PAGE[PAGE.index("| permission | why |") : PAGE.index("Panels and reports go")]
    named = re.findall(r"(?m)^\| ([A-Z][\w ]+) \|", table)
    assert sorted(named) == sorted(LABELS.values())


def test_the_number_and_the_scopes_of_the_invitation() -> None:
    assert f"together the number {permissions().value})" in PAGE
    assert all(f"`{scope}`" in PAGE for scope in SCOPES)


def test_every_command_of_players_and_moderators_exists() -> None:
    known = {f"/{command.group} {command.name}" for command in COMMANDS}
    named = set(re.findall(r"`(/rada(?:-mod)? [a-z]+)", PAGE))
    assert named
    assert named <= known


@pytest.mark.parametrize("typed", sorted(set(re.findall(r"(?m)^ +\.venv/bin/rada ([^#\n]*)", PAGE))))
def test_every_command_of_hosts_is_one(typed: str) -> None:
    assert callable(_parser().parse_args(typed.split()).run)


def test_every_setting_exists() -> None:
    assert set(re.findall(r"`((?:RADA|DISCORD|NARRATOR|GEMINI)\w*)", PAGE)) <= set(documented())


def test_every_page_it_leads_to_is_there() -> None:
    links = re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).is_file()] == []


def test_the_only_intent_is_no_privileged_one() -> None:
    client = (ROOT / "bot" / "discord_client.py").read_text("utf-8")
    assert re.findall(r"Intents\((\w+)=True\)", client) == ["guilds"]
    assert "the only intent it asks for, `guilds`" in " ".join(PAGE.split())


def test_the_complaints_it_explains_are_those_of_the_store() -> None:
    source = (ROOT / "bot" / "sqlite_file.py").read_text("utf-8")
    complaints = re.findall(r"(?m)^\| `((?:another|the) [\w ]+)` \|", PAGE)
    assert len(complaints) == 2
    assert all(complaint in source for complaint in complaints)


@pytest.mark.parametrize("prefix", READERS)
def test_of_every_row_that_may_be_deleted_it_says_what_is_lost(prefix: str) -> None:
    assert f"`{prefix}…`" in PAGE[PAGE.index("| row | what is lost with it |") :]


async def test_the_row_that_it_says_how_to_delete_is_gone_then(tmp_path: Path) -> None:
    path = tmp_path / "rada.db"
    store = await SqliteStore.open(path)
    await store.write(Put("lobby/x", "{"))
    await store.close()
    assert [fault.partition(": ")[2].partition(";")[0] for fault in check(path)] == ["the row 'lobby/x' cannot be read"]
    (statement,) = re.findall(r'(?m)^    sqlite3 \S+ "(.*)"$', PAGE)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)
    assert check(path) == ()
