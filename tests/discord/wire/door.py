"""The HTTP side of it: reads a request, lets it suffer what it is to suffer, and answers as Discord does."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import BodyPartReader, web

from tests.discord.wire.faults import RETRY_AFTER, SLOW, Fault, Faults
from tests.discord.wire.world import Json, Refusal, snowflake

PREFIX: Final = "/api/v10"
LOG: Final = logging.getLogger("wire")


@dataclass(frozen=True)
class Call:
    """A request, read. `json` is its body whatever way it came."""

    method: str
    path: str
    parts: dict[str, str]
    query: dict[str, str]
    json: Any
    files: list[Json]

    @property
    def words(self) -> str:
        return f"{self.method} {self.path}"

    def id(self, name: str) -> int:
        return int(self.parts[name])


Handler = Callable[[Call], Any]
Watcher = Callable[[Call], list[str]]
"""Says what is wrong with a request, if anything is."""


class Door:
    """`complaints`: whatever the bot asked for that Discord does not know or does not take."""

    def __init__(self, token: str, faults: Faults) -> None:
        self._token = token
        self._faults = faults
        self.calls: list[Call] = []
        self.complaints: list[str] = []
        self.watchers: list[Watcher] = []
        self.released = asyncio.Event()

    def wrap(self, handler: Handler, *, secret: bool) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            call = await _read(request)
            self.calls.append(call)
            if secret and request.headers.get("Authorization") != f"Bot {self._token}":
                return _answer(401, {"message": "401: Unauthorized", "code": 0})
            self.complaints += [said for watcher in self.watchers for said in watcher(call)]
            return await self._suffer(request, call, handler)

        return serve

    async def unknown(self, request: web.Request) -> web.Response:
        self.complaints.append(f"{request.method} {request.path}: no such route")
        return _answer(404, {"message": "404: Not Found", "code": 0})

    async def _suffer(self, request: web.Request, call: Call, handler: Handler) -> web.Response:
        fault = self._faults.meet(call.words)
        if fault is None:
            return self._serve(call, handler)
        if early := await self._before(fault):
            return early
        if fault.kind == "drop":
            return _cut(request)
        answer = self._serve(call, handler)
        if fault.kind == "lose":
            return _cut(request)
        return _answer(500, {"message": "500", "code": 0}) if fault.kind == "lose_error" else answer

    async def _before(self, fault: Fault) -> web.Response | None:
        match fault.kind:
            case "limited":
                return _limited()
            case "error":
                return web.Response(status=fault.status, text="<html>", content_type="text/html")
            case "slow":
                await asyncio.sleep(SLOW)
            case "hang":
                await self.released.wait()
        return None

    def _serve(self, call: Call, handler: Handler) -> web.Response:
        try:
            body = handler(call)
        except Refusal as refusal:
            return _answer(refusal.status, {"message": refusal.message, "code": refusal.code})
        except Exception as error:
            LOG.exception("the fake itself failed")
            self.complaints.append(f"{call.words}: the fake failed: {error!r}")
            return _answer(500, {"message": "500", "code": 0})
        return web.Response(status=204) if body is None else _answer(200, body)


def _answer(status: int, body: Any, **headers: str) -> web.Response:
    data = json.dumps(body).encode()
    return web.Response(status=status, body=data, content_type="application/json", headers={"Via": "1.1", **headers})


def _limited() -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": RETRY_AFTER, "global": False}
    return _answer(429, body, **{"Retry-After": "1"})


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)  # nobody hears it


async def _read(request: web.Request) -> Call:
    path = request.path.removeprefix(PREFIX)
    body, files = None, list[Json]()
    if request.content_type == "multipart/form-data":
        body, files = await _multipart(request)
    elif data := await request.read():
        body = json.loads(data)
    return Call(request.method, path, dict(request.match_info), dict(request.query), body, files)


async def _multipart(request: web.Request) -> tuple[Any, list[Json]]:
    body: Any = None
    files: list[Json] = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        data = await part.read()
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            number = str(part.name).removeprefix("files[").removesuffix("]")
            files.append({"number": number, "filename": part.filename, "size": len(data), "data": bytes(data)})
    return body, [_attachment(body, file) for file in files]


def _attachment(body: Json, file: Json) -> Json:
    """The description stands in the message, the file beside it."""
    listed = (body.get("data") or body).get("attachments") or []
    told: Json = next((one for one in listed if str(one.get("id")) == file["number"]), {})
    id_ = str(snowflake())
    url = f"https://cdn.invalid/{id_}/{file['filename']}"
    kept = {name: file[name] for name in ("filename", "size", "data")}
    return {"id": id_, "url": url, "proxy_url": url, "description": told.get("description"), **kept}
