"""The circuit breaker: a service that fails is left alone for a while, then tried with a single call."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from narrator.model import Cause, ModelFailed

FINAL: Final[frozenset[Cause]] = frozenset({"key", "request"})
"""What the next call will meet again: rest at once."""
SERVICE: Final[frozenset[Cause]] = FINAL | {"timeout", "outage", "quota"}
"""Only these count. What a table can bring about with its statements must not silence the others."""


class Breaker:
    def __init__(self, failures: int, rest: float, clock: Callable[[], float]) -> None:
        self._most = failures
        self._rest = rest
        self._clock = clock
        self._failures = 0
        self._rests_until = 0.0

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Around one call. Raises ModelFailed("resting") instead of letting it begin."""
        if trial := self._failures >= self._most:
            self._let_one_through()
        try:
            yield
        except ModelFailed as failure:
            self._note(failure.cause)
            raise
        except Exception:
            self._note("outage")
            raise
        except BaseException:  # given up from outside, which says nothing of the service
            if trial:
                self._rests_until = self._clock()
            raise
        self._failures = 0

    def _let_one_through(self) -> None:
        now = self._clock()
        if now < self._rests_until:
            raise ModelFailed("resting", tokens=0)
        self._rests_until = now + self._rest

    def _note(self, cause: Cause) -> None:
        if cause not in SERVICE:
            self._failures = 0
            return
        self._failures = self._most if cause in FINAL else self._failures + 1
        if self._failures >= self._most:
            self._rests_until = self._clock() + self._rest
