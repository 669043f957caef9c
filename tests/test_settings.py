"""Every setting stands in .env.example, with its default, and nothing else does; and every command says in a line what
is wrong with one."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import AliasChoices
from pydantic_settings import BaseSettings

from bot.__main__ import main
from bot.settings import BadSettings, Settings, named, read
from narrator.settings import NarratorSettings

EXAMPLE = Path(__file__).parent.parent / ".env.example"
SETTINGS: tuple[type[BaseSettings], ...] = (NarratorSettings, Settings)


def documented() -> dict[str, str]:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def variables(settings: type[BaseSettings]) -> dict[str, object]:
    """The first name of each setting's variable, and its default."""
    found: dict[str, object] = {}
    for name, field in settings.model_fields.items():
        alias = field.validation_alias
        first = alias.choices[0] if isinstance(alias, AliasChoices) else alias
        found[str(first or f"{settings.model_config['env_prefix']}{name}".upper())] = field.default
    return found


def test_every_setting_is_in_the_example() -> None:
    assert set(documented()) == {name for settings in SETTINGS for name in variables(settings)}


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_example_shows_the_defaults(settings: type[BaseSettings], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in variables(settings):
        monkeypatch.delenv(name, raising=False)
    defaults = settings()
    for name, value in documented().items():
        monkeypatch.setenv(name, value)
    assert settings() == defaults


# -- how they are read ------------------------------------------------------------------------------------------------


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A folder of nobody, with no settings but those of the test."""
    monkeypatch.chdir(tmp_path)
    for settings in SETTINGS:
        for name in variables(settings):
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return monkeypatch


def test_the_home_is_understood_without_a_shell(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare.setenv("RADA_STORE", "~/games.db")
    assert read(Settings).store == named("~/games.db") == tmp_path / "games.db"


def not_utf8(env: Path) -> None:
    env.write_bytes(b"DISCORD_TOKEN=\xb1\n")


def unreadable(env: Path) -> None:
    env.write_text("DISCORD_TOKEN=a.b.c\n", encoding="utf-8")
    env.chmod(0)


@pytest.mark.parametrize("spoil", [not_utf8, unreadable])
@pytest.mark.parametrize("command", ["bot", "doctor", "check", "backup x", "restore x"])
def test_a_file_that_cannot_be_read_is_named_in_one_line(
    bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], command: str
) -> None:
    spoil(Path(".env"))
    if spoil is unreadable and os.access(".env", os.R_OK):
        pytest.skip("whoever runs this may read everything")
    assert main(command.split()) in {1, 2}
    out, err = capsys.readouterr()
    (told,) = [line for line in (out + err).splitlines() if "fault  .env: " in line or ": .env: " in line]
    assert command == "doctor" or (out, err) == ("", f"{told}\n")


def test_a_mark_before_the_first_setting_is_no_part_of_it(bare: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("DISCORD_TOKEN=a.b.c\n", encoding="utf-8-sig")
    token = read(Settings).token
    assert token is not None
    assert token.get_secret_value() == "a.b.c"


def test_no_file_has_a_name_with_a_zero(bare: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("RADA_STORE=a\0b\n", encoding="utf-8")
    with pytest.raises(BadSettings, match="the setting RADA_STORE: "):
        read(Settings)


@pytest.mark.parametrize(("name", "value"), [("NARRATOR_DEADLINE", "sekret"), ("RADA_STORE", "~nobody-of-this-name/x")])
def test_a_bad_setting_is_named_as_hosts_know_it(bare: pytest.MonkeyPatch, name: str, value: str) -> None:
    bare.setenv(name, value)
    kind = Settings if name.startswith("RADA") else NarratorSettings
    with pytest.raises(BadSettings, match=f"the setting {name}: ") as told:
        read(kind)
    assert value not in str(told.value)


def test_a_home_of_nobody_on_the_command_line(bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--store", "~nobody-of-this-name/x"]) == 1
    assert capsys.readouterr().err.startswith("rada check: --store: ")


def test_without_a_home_it_is_said(bare: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError

    bare.delenv("XDG_DATA_HOME", raising=False)
    bare.setattr(Path, "home", nowhere)
    with pytest.raises(BadSettings, match="RADA_STORE"):
        read(Settings)
