"""Where the bot keeps its games, and what it logs in with; and how every command reads what hosts have set."""

import os
import re
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeVar

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV: Final = ".env"
TOKEN: Final = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)
NO_TOKEN: Final = "no bot token, which has three parts with points between"  # noqa: S105 - none at all

S = TypeVar("S", bound=BaseSettings)


class Flaw(NamedTuple):
    """What is wrong, without the value, which may be a secret."""

    what: str
    cure: str


class BadSettings(Exception):
    """Says the first flaw in one line."""

    def __init__(self, *flaws: Flaw) -> None:
        super().__init__("; ".join(flaws[0]))
        self.flaws = flaws


def at_home(path: Path) -> Path:
    """Only a shell knows what `~` means. Raises ValueError."""
    if "\0" in str(path):
        raise ValueError("no file can have such a name")
    try:
        return path.expanduser()
    except RuntimeError:
        raise ValueError("it begins with the home of nobody") from None


def data_file(name: str) -> Path:
    """A file among the user's data."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".local" / "share"
    return base / "rada" / name


class Settings(BaseSettings):
    """Read from the environment and from .env: DISCORD_TOKEN, and RADA_… for the rest."""

    model_config = SettingsConfigDict(
        env_prefix="RADA_", env_file=ENV, env_ignore_empty=True, extra="ignore", str_strip_whitespace=True
    )

    token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    store: Annotated[Path, AfterValidator(at_home)] = Field(default_factory=lambda: data_file("rada.db"))


def read(kind: type[S], env_file: str | None = ENV) -> S:
    """Raises BadSettings."""
    try:
        return kind(_env_file=env_file, _env_file_encoding="utf-8-sig")  # some editors put a mark before UTF-8
    except ValidationError as error:
        prefix = kind.model_config.get("env_prefix", "")
        raise BadSettings(
            *(
                Flaw(f"the setting {_variable(str(fault['loc'][0]), prefix)}: {fault['msg']}", "see .env.example")
                for fault in error.errors(include_input=False, include_context=False)
            )
        ) from None
    except UnicodeDecodeError:
        raise BadSettings(Flaw(f"{ENV}: it is no UTF-8 text", "save it as UTF-8")) from None
    except OSError as error:
        raise BadSettings(Flaw(f"{ENV}: {error.strerror}", "look whose file it is, and who may read it")) from None
    except RuntimeError:
        raise BadSettings(Flaw("it is not known whose home this is", "set HOME, or RADA_STORE")) from None


def named(store: str) -> Path:
    """The store that was named on the command line. Raises BadSettings."""
    try:
        return at_home(Path(store))
    except ValueError as error:
        raise BadSettings(Flaw(f"--store: {error}", "name the whole path")) from None


def _variable(name: str, prefix: str) -> str:
    return name if name.isupper() else f"{prefix}{name}".upper()
