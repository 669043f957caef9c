"""What the narrator may spend, per day and per game. Kept where the caller keeps things: a restart forgets nothing."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from narrator.model import ModelFailed
from narrator.settings import NarratorSettings


class Spent(NamedTuple):
    calls: int = 0
    tokens: int = 0


class Purse(Protocol):
    """The place the caller hands over. Accounts are names such as `day/2026-11-18` and `game/17`."""

    def spent(self, account: str) -> Spent: ...

    def spend(self, account: str, calls: int, tokens: int) -> None:
        """Add to what was spent; tokens may be negative, where less was used than set aside."""


class Pocket:
    """A purse that forgets, for a process that keeps nothing."""

    def __init__(self) -> None:
        self._spent: dict[str, Spent] = {}

    def spent(self, account: str) -> Spent:
        return self._spent.get(account, Spent())

    def spend(self, account: str, calls: int, tokens: int) -> None:
        before = self.spent(account)
        self._spent[account] = Spent(before.calls + calls, before.tokens + tokens)


def utc_day() -> str:
    return datetime.now(UTC).date().isoformat()


class Budget:
    def __init__(self, settings: NarratorSettings, purse: Purse, today: Callable[[], str] = utc_day) -> None:
        self._day_limit = Spent(settings.calls_per_day, settings.tokens_per_day)
        self._game_limit = Spent(settings.calls_per_game, settings.tokens_per_game)
        self._purse = purse
        self._today = today

    def check(self, game: str, most: int) -> None:
        """Raises ModelFailed unless there is enough for one more call that uses `most` tokens at the worst."""
        for account, limit in self._accounts(game).items():
            spent = self._purse.spent(account)
            if spent.calls >= limit.calls or spent.tokens + most > limit.tokens:
                raise ModelFailed("budget", tokens=0)

    def set_aside(self, game: str, most: int) -> Callable[[int], None]:
        """Before the call begins, so that calls at once and a crash in between count too. What it gives is told the
        tokens really used, if anybody knows them."""
        accounts = self._accounts(game)
        self._spend(accounts, 1, most)
        return lambda used: self._spend(accounts, 0, used - most)

    def _accounts(self, game: str) -> dict[str, Spent]:
        return {f"day/{self._today()}": self._day_limit, f"game/{game}": self._game_limit}

    def _spend(self, accounts: Iterable[str], calls: int, tokens: int) -> None:
        for account in accounts:
            self._purse.spend(account, calls, tokens)
