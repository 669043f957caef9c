"""`rada doctor`: every fault is found and named with its cure, and no secret is shown. Discord is played by a server of
our own."""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from aiohttp import web
from pydantic import SecretStr

from bot import discord_checkup, doctor
from bot.__main__ import main
from bot.discord_checkup import examine
from bot.discord_rights import FOR_THREADS, IN_CHANNEL, LABELS, invite, labels, missing, permissions
from bot.doctor import Finding, look_at_env, look_at_narrator, look_at_store, python, spent_today
from bot.purse import StoredPurse
from bot.settings import read
from bot.sqlite_file import make
from bot.sqlite_store import SqliteStore
from bot.store import Put
from bot.text import catalogue
from narrator import choose
from narrator.budget import Spent, utc_day
from narrator.settings import NarratorSettings

TOKEN: Final = "MTE.never.shown"  # noqa: S105 - nobody's
KEY: Final = "AIza-never-shown"
ME, SERVER, ROLE = 11, 22, 33
ALL: Final = permissions().value
VARIABLES: Final = ("DISCORD_TOKEN", "RADA_STORE", "NARRATOR", "GEMINI_API_KEY", "GOOGLE_API_KEY", "NARRATOR_DEADLINE")

Json = dict[str, Any]


def faults(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.level == "fault"]


def levels(findings: list[Finding]) -> list[str]:
    return [finding.level for finding in findings]


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without anybody's own settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


# -- Discord, as far as the doctor looks at it ------------------------------------------------------------------------


def user_json(id_: int, name: str) -> Json:
    return {"id": str(id_), "username": name, "discriminator": "0", "avatar": None, "global_name": None, "bot": True}


class FakeDiscord:
    def __init__(self) -> None:
        self.status: dict[str, int] = {}
        self.application: Json = {"bot_require_code_grant": False, "bot_public": True, "flags": 0}
        self.rights = ALL
        self.channels: list[Json] = [self.channel(1, "rada"), self.channel(2, "plotki")]
        self.servers = 1
        self.ahead = 0.0
        self.silent = False
        self.asked: list[str] = []

    def channel(self, id_: int, name: str, deny: int = 0, kind: int = 0) -> Json:
        rule = {"id": str(SERVER), "type": 0, "allow": "0", "deny": str(deny)}
        return {
            "id": str(id_),
            "name": name,
            "type": kind,
            "position": id_,
            "permission_overwrites": [rule] if deny else [],
            "bitrate": 64000,
            "user_limit": 0,
        }

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path
        self.asked.append(path)
        if self.silent:
            await asyncio.Event().wait()
        status = self.status.get(path, 200)
        body = self._body(path) if status == 200 else {"message": f"no {TOKEN}", "code": 0}
        headers = {"Date": formatdate(time.time() - self.ahead, usegmt=True)}
        known = request.headers["Authorization"] == f"Bot {TOKEN}"
        headers["Content-Type"] = "application/json"  # discord.py does not understand it with a charset
        return web.Response(body=json.dumps(body), status=status if known else 401, headers=headers)

    def _body(self, path: str) -> Any:
        me, server = user_json(ME, "Rada"), f"/guilds/{SERVER}"
        return {
            "/users/@me": me,
            "/oauth2/applications/@me": self._application(),
            "/applications/@me": self._application(),
            "/users/@me/guilds": [{"id": str(SERVER), "name": "Dwór"}] * self.servers,
            server: self._server(),
            f"{server}/members/{ME}": {"user": me, "roles": [str(ROLE)], "joined_at": None, "flags": 0},
            f"{server}/channels": self.channels,
        }[path]

    def _application(self) -> Json:
        plain: Json = {"id": "99", "name": "Rada", "description": "", "icon": None, "verify_key": "", "rpc_origins": []}
        return plain | {"owner": user_json(5, "gospodarz"), "team": None} | self.application

    def _server(self) -> Json:
        roles = [self._role(SERVER, "@everyone", 0), self._role(ROLE, "Rada", self.rights)]
        return {"id": str(SERVER), "name": "Dwór", "owner_id": "5", "roles": roles, "emojis": [], "features": []}

    def _role(self, id_: int, name: str, rights: int) -> Json:
        return {
            "id": str(id_),
            "name": name,
            "permissions": str(rights),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }


@asynccontextmanager
async def served(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    application = web.Application()
    application.router.add_get("/{path:.*}", fake.answer)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert site._server is not None
    host, port = site._server.sockets[0].getsockname()[:2]  # type: ignore[attr-defined]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    try:
        yield
    finally:
        await runner.cleanup()


async def examined(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch, token: str = TOKEN) -> list[Finding]:
    async with served(fake, monkeypatch):
        return await examine(token)


async def test_a_healthy_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    found = await examined(FakeDiscord(), monkeypatch)
    assert [str(finding) for finding in found] == [
        "ok     token: Discord knows the bot as Rada",
        "ok     privileged intents: none is needed",
        "ok     clock: it agrees with Discord's",
        f"ok     invitation: {invite(99)}",
        "ok     server Dwór: the bot can play in #rada, #plotki",
    ]


def _no_code_grant(fake: FakeDiscord) -> None:
    fake.application["bot_require_code_grant"] = True


def _web_address(fake: FakeDiscord) -> None:
    fake.application["interactions_endpoint_url"] = "https://example.invalid"


def _no_rights(fake: FakeDiscord) -> None:
    fake.rights &= ~discord.Permissions(attach_files=True).value


def _no_channel(fake: FakeDiscord) -> None:
    fake.channels = []


def _denied(fake: FakeDiscord) -> None:
    fake.channels = [fake.channel(1, "rada", deny=discord.Permissions(attach_files=True).value)]


def _unwell(fake: FakeDiscord) -> None:
    fake.status["/users/@me"] = 403


def _unwell_later(fake: FakeDiscord) -> None:
    fake.status[f"/guilds/{SERVER}/channels"] = 403


def _newer(fake: FakeDiscord) -> None:
    fake.channels.append(fake.channel(3, "nowość", kind=999))


def _refused(fake: FakeDiscord) -> None:
    fake.status["/users/@me"] = 401


@pytest.mark.parametrize(
    ("sicken", "what", "cure"),
    [
        (_no_code_grant, "asks for a code grant", "switch off Requires OAuth2 Code Grant"),
        (_web_address, "never reach the bot", "Interactions Endpoint URL"),
        (_no_rights, "can play in no channel", "allow the bot's role Attach Files, or"),
        (_no_channel, "can play in no channel", "View Channels, Send Messages, Attach Files, Read Message History"),
        (_denied, "can play in no channel", "Attach Files"),
        (_unwell, "status 403", "wait a while"),
        (_unwell_later, "status 403", "wait a while"),
        (_newer, "does not know", "update"),
        (_refused, "token: Discord does not accept it", "Reset Token"),
    ],
)
async def test_every_fault_of_discord_is_found(
    sicken: Callable[[FakeDiscord], None], what: str, cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeDiscord()
    sicken(fake)
    (fault,) = faults(await examined(fake, monkeypatch))
    assert what in fault.what
    assert cure in fault.cure


async def test_what_was_found_before_a_failure_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    _unwell_later(fake)
    assert levels(await examined(fake, monkeypatch)) == ["ok", "ok", "ok", "ok", "fault"]


async def test_one_channel_that_lacks_nothing_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    fake.channels.append(fake.channel(3, "zasady", deny=discord.Permissions(send_messages=True).value))
    fake.channels.append(fake.channel(4, "głos", kind=2))
    fake.channels += [fake.channel(number, f"k{number}") for number in range(5, 10)]
    last = (await examined(fake, monkeypatch))[-1]
    assert last == Finding("ok", "server Dwór: the bot can play in #rada, #plotki, #k5, #k6, #k7 and 2 more")


async def test_intents_that_are_on_for_nothing_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    fake.application["flags"] = discord.ApplicationFlags(gateway_message_content_limited=True).value
    finding = (await examined(fake, monkeypatch))[1]
    assert finding == Finding("ok", "privileged intents: none is needed; Message Content can be switched off")


@pytest.mark.parametrize(("ahead", "words"), [(60, "60 seconds fast"), (-60, "60 seconds slow")])
async def test_a_wrong_clock_is_a_warning(ahead: float, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    fake.ahead = ahead
    (warning,) = [finding for finding in await examined(fake, monkeypatch) if finding.level == "warn"]
    assert words in warning.what
    assert warning.cure


async def test_a_bot_in_no_server_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    fake.servers = 0
    assert (await examined(fake, monkeypatch))[-1].level == "warn"


async def test_a_bot_in_many_servers_is_looked_at_in_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_checkup, "MOST_SERVERS", 2)
    fake = FakeDiscord()
    fake.servers = 3
    assert (await examined(fake, monkeypatch))[-1].what == "servers: 1 more were not looked at"
    assert fake.asked.count(f"/guilds/{SERVER}/channels") == 2


async def test_a_silent_discord_is_waited_for_no_longer_than_our_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_checkup, "PATIENCE", 0.05)
    fake = FakeDiscord()
    fake.silent = True
    (fault,) = await examined(fake, monkeypatch)
    assert "has not answered" in fault.what


async def test_whatever_else_answers_is_not_taken_for_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    monkeypatch.setattr(fake, "_body", lambda path: "Log in to our Wi-Fi")
    (fault,) = await examined(fake, monkeypatch)
    assert "something else answers" in fault.what
    assert fault.cure


async def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(FakeDiscord(), monkeypatch):
        base = discord.http.Route.BASE
    monkeypatch.setattr(discord.http.Route, "BASE", base)  # where nobody listens any more
    (fault,) = await examine(TOKEN)
    assert "cannot be reached" in fault.what
    assert fault.cure


@pytest.mark.parametrize("token", ["", "abc", "Bot a.b.c", "a.b", "a.b.c\nX: y", "a.b.ż"])
async def test_what_is_no_token_is_sent_nowhere(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    (fault,) = await examined(fake, monkeypatch, token)
    assert "no bot token" in fault.what
    assert fake.asked == []


async def test_a_server_without_threads_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    fake.rights &= ~discord.Permissions(create_public_threads=True).value
    fine, warning = (await examined(fake, monkeypatch))[-2:]
    assert (fine.level, warning.level) == ("ok", "warn")
    assert "Create Public Threads" in warning.cure


def test_rights_are_exactly_those_that_have_words() -> None:
    assert {*IN_CHANNEL, *FOR_THREADS} == set(LABELS)
    assert set(LABELS) == {key.removeprefix("right.") for key in catalogue() if key.startswith("right.")}
    assert permissions().value == sum(discord.Permissions(**{name: True}).value for name in LABELS)
    assert missing(discord.Permissions.none(), IN_CHANNEL) == IN_CHANNEL
    assert missing(permissions(), LABELS) == ()
    assert labels(("attach_files", "view_channel")) == "Attach Files, View Channels"
    assert f"permissions={ALL}" in invite(99)
    assert "scope=bot+applications.commands" in invite(99)


# -- Python, settings and the store -----------------------------------------------------------------------------------


def test_an_old_python() -> None:
    assert python((3, 11)).level == "ok"
    assert python((3, 10)).level == "fault"
    assert "3.11" in python((3, 10)).cure


def test_a_wrong_setting_is_named_without_its_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARRATOR", KEY)
    monkeypatch.setenv("NARRATOR_DEADLINE", "99")
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    named = [finding.partition(":")[0] for finding in out.splitlines() if "the setting" in finding]
    assert named == ["fault  the setting NARRATOR", "fault  the setting NARRATOR_DEADLINE"]
    assert KEY not in out


def test_settings_come_from_the_file_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("NARRATOR=deck\n", encoding="utf-8")
    assert read(NarratorSettings).kind == "deck"


@pytest.mark.parametrize(("mode", "found"), [(0o600, []), (0o640, ["warn"]), (0o604, ["warn"])])
def test_settings_that_others_can_read(mode: int, found: list[str], tmp_path: Path) -> None:
    (tmp_path / ".env").touch()
    (tmp_path / ".env").chmod(mode)
    assert levels(list(look_at_env(tmp_path / ".env"))) == found
    assert not list(look_at_env(tmp_path / "none"))


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> Path:
    path = tmp_path / "rada.db"
    make(path)
    return path


def test_a_sound_store(store: Path) -> None:
    (finding,) = look_at_store(store)
    assert finding.level == "ok"
    assert finding.what.endswith("kB")


def test_no_store_yet(tmp_path: Path) -> None:
    (finding,) = look_at_store(tmp_path / "far" / "away" / "rada.db")
    assert finding.level == "ok"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "what", "cure"),
    [
        ("file/rada.db", "/file is no folder", "name a file in one"),
        (".", " is a folder", "name a file in it, like {}/rada.db"),
        ("/proc/rada.db", "no file can be made in /proc (", "RADA_STORE"),
        ("long" * 100, "File name too long", "RADA_STORE"),
    ],
)
def test_no_place_for_a_store(name: str, what: str, cure: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (finding,) = look_at_store(tmp_path / name)
    assert finding.level == "fault"
    assert what in finding.what
    assert cure.format(tmp_path) in finding.cure


def test_a_store_in_a_folder_that_takes_no_files(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor, "TemporaryFile", refuse)
    (finding,) = look_at_store(store)
    assert finding == ("fault", f"store: no file can be made in {store.parent} (Permission denied)", doctor.ELSEWHERE)


def test_a_damaged_store(store: Path) -> None:
    store.write_bytes(b"no database at all" * 1000)
    (finding,) = look_at_store(store)
    assert finding.level == "fault"
    assert "rada restore" in finding.cure


def test_a_store_that_others_can_read(store: Path) -> None:
    store.chmod(0o644)
    assert levels(list(look_at_store(store))) == ["ok", "warn"]


def test_a_store_of_somebody_else(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: store.stat().st_uid + 1)
    assert levels(list(look_at_store(store))) == ["ok", "fault"]


async def test_a_store_in_use_is_no_fault(store: Path) -> None:
    opened = await SqliteStore.open(store)
    (during,) = look_at_store(store)
    await opened.close()
    (after,) = look_at_store(store)
    assert during.what.endswith("in use by a running bot")
    assert after.what.endswith("kB")


async def test_a_row_that_cannot_be_read(store: Path) -> None:
    opened = await SqliteStore.open(store)
    await opened.write(Put("lobby/x", "{}"), Put("dm/5", "7"), Put("told/g/5", "yes"))
    await opened.close()
    (fault,) = look_at_store(store)
    assert fault.level == "fault"
    assert "the row 'lobby/x' cannot be read" in fault.what


def test_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    (fault,) = look_at_store(tmp_path / "a")
    assert "in a circle" in fault.what


# -- the narrator -----------------------------------------------------------------------------------------------------


def narrator(spent: Spent | None = None, **settings: Any) -> list[Finding]:
    return list(look_at_narrator(NarratorSettings(**settings), spent or Spent()))


def test_the_deck_needs_nothing() -> None:
    assert levels(narrator()) == levels(narrator(kind="deck", api_key=SecretStr(KEY))) == ["ok"]


def test_a_narrator_without_a_key() -> None:
    (fault,) = narrator(kind="genai")
    assert fault.level == "fault"
    assert "GEMINI_API_KEY" in fault.cure


def test_a_narrator_without_its_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "installed", lambda kind: False)
    (fault,) = narrator(kind="gemini", api_key=SecretStr(KEY))
    assert "pip install" in fault.cure
    (warning,) = narrator(api_key=SecretStr(KEY))
    assert warning.level == "warn"
    assert "pip install" in warning.cure


def test_a_narrator_whose_sdk_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise ImportError(KEY)

    monkeypatch.setattr(doctor, "import_module", broken)
    (fault,) = narrator(kind="genai", api_key=SecretStr(KEY))
    assert fault.level == "fault"
    assert "NARRATOR=deck" in fault.cure
    assert KEY not in str(fault)


def test_a_narrator_with_all_it_needs() -> None:
    found = narrator(Spent(3, 4000), kind="genai", api_key=SecretStr(KEY))
    assert levels(found) == ["ok", "ok"]
    assert "497 calls and 1996000 tokens are left" in found[1].what


@pytest.mark.parametrize("spent", [Spent(500, 0), Spent(0, 2_000_000)])
def test_a_budget_that_is_gone(spent: Spent) -> None:
    warning = narrator(spent, kind="genai", api_key=SecretStr(KEY))[1]
    assert warning.level == "warn"
    assert warning.cure


async def test_what_was_spent_today_is_read_beside_a_running_bot(store: Path) -> None:
    opened = await SqliteStore.open(store)
    assert spent_today(store) == Spent()
    purse = await StoredPurse.load(opened, utc_day(), [])
    for account in (f"day/{utc_day()}", "game/17"):
        purse.spend(account, 7, 8000)
    await purse.close()
    assert spent_today(store) == Spent(7, 8000)
    await opened.close()


def test_where_there_is_no_store_nothing_was_spent(tmp_path: Path) -> None:
    assert spent_today(tmp_path / "none") == Spent()
    (tmp_path / "odd").write_bytes(b"odd" * 1000)
    assert spent_today(tmp_path / "odd") == Spent()


# -- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture(name="discord_answers")
def _discord_answers(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    found = [Finding("ok", "token: fine")]

    async def answer(token: str) -> list[Finding]:
        assert token == TOKEN
        return found

    monkeypatch.setattr(discord_checkup, "examine", answer)
    return found


def test_the_command_says_it_line_by_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    store: Path,
    discord_answers: list[Finding],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN} ")
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    monkeypatch.setenv("NARRATOR", "deck")
    assert main(["doctor", "--store", str(store)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["ok"] * 4
    discord_answers.append(Finding("fault", "clock: gone", "buy one"))
    assert main(["doctor", "--store", str(store)]) == 1
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "fault  clock: gone. Cure: buy one"
    assert TOKEN not in out
    assert KEY not in out


def test_without_a_token_the_command_says_where_one_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 1
    assert "docs/hosting.md" in capsys.readouterr().out


def test_everything_wrong_at_once_is_told_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "odd").write_bytes(b"odd" * 1000)
    monkeypatch.setenv("RADA_STORE", str(tmp_path / "odd"))
    monkeypatch.setenv("NARRATOR", "nobody")
    monkeypatch.setenv("DISCORD_TOKEN", "what is this")
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["ok", "fault", "fault", "fault"]
    assert all(". Cure: " in line for line in lines if line.startswith("fault"))
    assert "what is this" not in "".join(lines)


def test_where_nothing_can_be_looked_at_all_of_it_is_tried(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(_: str) -> list[Finding]:
        raise OSError(5, "no such luck")

    def fail(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr(discord_checkup, "examine", answer)
    for name in ("look_at_store", "look_at_env"):
        monkeypatch.setattr(doctor, name, lambda *_: (fail() for _ in "1"))
    monkeypatch.setattr(doctor, "_deck", fail)
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["store:", "narrator:", ".env:", "Discord:"]
    assert "no such luck" in lines[-1]


def test_in_a_folder_that_is_gone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert main(["doctor", "--store", "rada.db"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["ok", "fault", "ok", "fault"]


def test_what_fails_is_the_output_only_where_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str | None) -> int:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(doctor, "doctor", fail)
    assert main(["doctor"]) == 1
    assert capsys.readouterr().err == "rada: the system: No such file or directory\n"
