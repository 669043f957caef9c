"""Everything the bot asks of Discord passes here: it is written down, checked, and may fail on its way."""

import asyncio
import copy
import re
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Any, Final, NamedTuple

import aiohttp
from discord.http import Route
from simcord.backend.errors import BackendError
from simcord.http import FakeHTTPClient, FakeWebhookAdapter
from simcord.http.client import _path_of, _raise_for
from simcord.http.router import parse_form

from tests.discord.api import Request, violations
from tests.discord.seen import World

MESSAGES: Final = re.compile(r"/channels/(\d+)/messages")
CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback")
UNPACED: Final = ("/interactions/", "/webhooks/", "/oauth2/", "/applications/")
NONCE_WINDOW: Final = 180.0
MODAL: Final = 9


class Fault(NamedTuple):
    """`error` None: the connection breaks. `carried`: what was asked for is done all the same."""

    method: str
    path: str
    error: BackendError | None
    carried: bool
    times: int


class Wire:
    def __init__(self, world: World) -> None:
        self.requests: list[Request] = []
        self.times: list[float] = []
        """When each was made, in seconds of the simulation."""
        self.violations: list[str] = []
        self.failed: list[Request] = []
        """Requests whose answer the bot never had, or was a fault that a test ordered."""
        self.closed: set[int] = set()
        """Who takes no private messages."""
        self.turns: Callable[[], int] = lambda: 2
        """How often everybody else may go on before a request arrives, and before its answer does. To look for
        races: `lambda: chance.randrange(9)`."""
        self._world = world
        self._faults: list[Fault] = []
        self._nonces: dict[tuple[int, str], tuple[float, Any]] = {}
        self._gates: list[tuple[str, str, asyncio.Event]] = []

    def fail(self, method: str, path: str, status: int, code: int = 0, times: int = 1) -> None:
        """The next requests of this kind are answered so. `path` as in fnmatch, without /api/v10."""
        self._faults.append(Fault(method, path, BackendError(status, code, "ordered by a test"), False, times))  # noqa: FBT003

    def cut(self, method: str, path: str, times: int = 1, *, carried: bool) -> None:
        """The connection breaks: before the request arrives, or only before its answer does (`carried`)."""
        self._faults.append(Fault(method, path, None, carried, times))

    @contextmanager
    def held(self, method: str, path: str) -> Iterator[None]:
        """Requests of this kind do not arrive until the block is left."""
        gate = (method, path, asyncio.Event())
        self._gates.append(gate)
        try:
            yield
        finally:
            self._gates.remove(gate)
            gate[2].set()

    def hurried(self) -> list[str]:
        """Where the bot asked faster than our pace, which is below what Discord allows: answers to interactions do not
        count, nor what it asks to log in, before all else. A bot that was begun again knows nothing of what another
        said, so this is for tests that begin none."""
        timed = list(zip(self.requests, self.times, strict=True))
        everything = [time for one, time in timed if not one.path.startswith(UNPACED)]
        said: dict[str, list[float]] = {}
        for one, time in timed:
            if one.method in {"POST", "PATCH"} and (found := MESSAGES.match(one.path)):
                said.setdefault(found[0], []).append(time)
        crowded = [f"{path}: more than 5 in 5 s" for path, times in said.items() if _most(times, 5.0) > 5]
        return crowded + (["more than 45 in a second"] if _most(everything, 1.0) > 45 else [])

    async def carry(self, request: Request, send: Callable[[], Awaitable[Any]]) -> Any:
        self.requests.append(request)
        self.times.append(self._world.clock.elapsed)
        self.violations += violations(request)
        await self._travel(request)
        fault = self._fault(request)
        if fault is not None:
            self.failed.append(request)
            if fault.error is not None:
                _raise_for(fault.error)
            if not fault.carried:
                raise aiohttp.ServerDisconnectedError
        self._refuse_closed(request)
        answer = await self._once(request, send)
        self._note(request)
        await self._turn()
        if fault is not None:
            raise aiohttp.ServerDisconnectedError
        return answer

    async def _travel(self, request: Request) -> None:
        for method, path, event in self._gates:
            if method == request.method and fnmatchcase(request.path, path):
                await event.wait()
        await self._turn()

    async def _turn(self) -> None:
        for _ in range(self.turns()):
            await asyncio.sleep(0)

    def _fault(self, request: Request) -> Fault | None:
        for at, fault in enumerate(self._faults):
            if fault.method == request.method and fnmatchcase(request.path, fault.path):
                self._faults[at : at + 1] = [fault._replace(times=fault.times - 1)] if fault.times > 1 else []
                return fault
        return None

    def _refuse_closed(self, request: Request) -> None:
        found = MESSAGES.fullmatch(request.path)
        if request.method == "POST" and found and int(found[1]) in self._closed_channels():
            _raise_for(BackendError(403, 50007, "Cannot send messages to this user"))

    def _closed_channels(self) -> set[int]:
        return {channel for person, channel in self._world.dm_channels.items() if person in self.closed}

    async def _once(self, request: Request, send: Callable[[], Awaitable[Any]]) -> Any:
        """A nonce that comes again within a few minutes, and within the channel, is the same message."""
        found = MESSAGES.fullmatch(request.path)
        body = request.body if isinstance(request.body, dict) else {}
        if request.method != "POST" or not found or not body.get("enforce_nonce"):
            return await send()
        key, now = (int(found[1]), str(body["nonce"])), self._world.clock.elapsed
        if key in self._nonces and now - self._nonces[key][0] < NONCE_WINDOW:
            return copy.deepcopy(self._nonces[key][1])
        answer = await send()
        self._nonces[key] = (now, copy.deepcopy(answer))
        return answer

    def _note(self, request: Request) -> None:
        found = CALLBACK.fullmatch(request.path)
        if found and isinstance(request.body, dict) and request.body["type"] == MODAL:
            self._world.note_form(self._world.interactions[int(found[1])])


def _most(times: list[float], window: float) -> int:
    """In any window; what is a millionth of a second apart from its end is outside."""
    return max((bisect_left(times, time + window - 1e-6) - at for at, time in enumerate(times)), default=0)


def _request(method: str, url: str, body: Any, files: list[Any]) -> Request:
    return Request(method, _path_of(url), copy.deepcopy(body), tuple(file.filename for file in files))


class WatchedClient(FakeHTTPClient):
    wire: Wire

    async def request(self, route: Route, *, files: Any = None, form: Any = None, **kwargs: Any) -> Any:
        body, uploads = kwargs.get("json"), list(files or [])
        if form is not None:
            parsed, uploads = parse_form(list(form), uploads)
            body = body if parsed is None else parsed
        send = super().request
        return await self.wire.carry(
            _request(route.method, route.url, body, uploads),
            lambda: send(route, files=files, form=form, **kwargs),
        )


class WatchedAdapter(FakeWebhookAdapter):
    wire: Wire

    async def request(self, route: Any, session: Any, **kwargs: Any) -> Any:
        body, uploads = kwargs.get("payload"), list(kwargs.get("files") or [])
        if kwargs.get("multipart"):
            parsed, uploads = parse_form(kwargs["multipart"], uploads)
            body = body if parsed is None else parsed
        send = super().request
        return await self.wire.carry(
            _request(route.method, route.url, body, uploads), lambda: send(route, session, **kwargs)
        )
