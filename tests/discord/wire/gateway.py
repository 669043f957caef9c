"""The websocket over which Discord tells what happens: sessions that can be resumed, and everything that goes wrong."""

import asyncio
import contextlib
import json
import secrets
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.discord.wire.world import Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
PRIVILEGED: Final = 1 << 1 | 1 << 8 | 1 << 15
HEARTBEAT_MS: Final = 41_250
GOODBYES: Final = (1000, 1001)
"""With these the bot ends its session."""
WRONG_TOKEN, FORBIDDEN_INTENTS = 4004, 4014


class Link:
    """One connection, compressed where that was asked for."""

    def __init__(self, request: web.Request) -> None:
        self.socket = web.WebSocketResponse()
        self.request = request
        self.closed_here = False
        self._zlib = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None

    async def send(self, op: int, data: Any = None, **more: Any) -> None:
        text = json.dumps({"op": op, "d": data, **more})
        with contextlib.suppress(ConnectionError, RuntimeError):  # it has hung up
            if self._zlib is None:
                await self.socket.send_str(text)
            else:
                await self.socket.send_bytes(self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH))

    async def close(self, code: int) -> None:
        self.closed_here = True
        await self.socket.close(code=code)

    def cut(self) -> None:
        """As a cable does it: nothing is said."""
        if self.request.transport is not None:
            self.request.transport.abort()


@dataclass(eq=False)
class Session:
    """Every event ever sent in it, so that it can be resumed from anywhere."""

    intents: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    events: list[tuple[str, Json]] = field(default_factory=list)
    more: asyncio.Event = field(default_factory=asyncio.Event)
    link: Link | None = None
    valid: bool = True

    def add(self, name: str, data: Json) -> None:
        self.events.append((name, data))
        self.more.set()

    async def pour(self, link: Link, begin: int) -> None:
        sent = begin
        while True:
            self.more.clear()
            while sent < len(self.events):
                name, data = self.events[sent]
                sent += 1
                await link.send(DISPATCH, data, t=name, s=sent)
            await self.more.wait()


class Gateway:
    """`greet` gives what a new session is told first. `twice` repeats every event, `shut` lets nobody in."""

    def __init__(self, token: str, greet: Callable[[Session], list[tuple[str, Json]]]) -> None:
        self._token = token
        self._greet = greet
        self.sessions: dict[str, Session] = {}
        self.links: set[Link] = set()
        self.twice = False
        self.shut = False
        self.identified = 0
        self.resumed = 0

    def tell(self, name: str, data: Json) -> None:
        for session in self.sessions.values():
            if session.valid:
                session.add(name, data)
                if self.twice:
                    session.add(name, data)

    @property
    def lines(self) -> int:
        """How often it was connected to."""
        return self.identified + self.resumed

    @property
    def heard(self) -> bool:
        return any(session.valid and session.link for session in self.sessions.values())

    # -- what goes wrong ----------------------------------------------------------------------------------------------

    def cut(self) -> None:
        for link in self.links:
            link.cut()

    async def close(self, code: int) -> None:
        for link in tuple(self.links):
            await link.close(code)

    async def ask_to_reconnect(self) -> None:
        for link in tuple(self.links):
            await link.send(RECONNECT)

    async def invalidate(self) -> None:
        for session in self.sessions.values():
            session.valid = False
        for link in tuple(self.links):
            await link.send(INVALID, data=False)

    # -- a connection -------------------------------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.StreamResponse:
        if self.shut:
            return web.Response(status=503)
        link = Link(request)
        await link.socket.prepare(request)
        self.links.add(link)
        try:
            await link.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
            await self._talk(link)
        finally:
            self.links.discard(link)
        return link.socket

    async def _talk(self, link: Link) -> None:
        pouring: asyncio.Task[None] | None = None
        session: Session | None = None
        try:
            async for message in link.socket:
                if message.type is not WSMsgType.TEXT:
                    break
                said = json.loads(message.data)
                if said["op"] == HEARTBEAT:
                    await link.send(ACK)
                elif said["op"] in (IDENTIFY, RESUME):
                    session, begin = await self._admit(link, said["op"], said["d"])
                    if session is not None:
                        session.link = link
                        pouring = asyncio.create_task(session.pour(link, begin))
        finally:
            if pouring is not None:
                pouring.cancel()
            if session is not None:
                self._hang_up(session, link)

    def _hang_up(self, session: Session, link: Link) -> None:
        if session.link is link:
            session.link = None
        if link.socket.close_code in GOODBYES and not link.closed_here:
            self.sessions.pop(session.id, None)

    async def _admit(self, link: Link, op: int, said: Json) -> tuple[Session | None, int]:
        if said["token"] != self._token:
            await link.close(WRONG_TOKEN)
            return None, 0
        if op == RESUME:
            return await self._resume(link, said)
        if said["intents"] & PRIVILEGED:
            await link.close(FORBIDDEN_INTENTS)
            return None, 0
        self.identified += 1
        self.sessions.clear()  # whoever was here before has another one now
        session = Session(said["intents"])
        self.sessions[session.id] = session
        session.events += self._greet(session)
        return session, 0

    async def _resume(self, link: Link, said: Json) -> tuple[Session | None, int]:
        session = self.sessions.get(said["session_id"])
        if session is None or not session.valid or not 0 <= (said["seq"] or 0) <= len(session.events):
            await link.send(INVALID, data=False)
            return None, 0
        self.resumed += 1
        session.add("RESUMED", {})
        return session, said["seq"] or 0
