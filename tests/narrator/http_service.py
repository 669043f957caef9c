"""The REST service as google-genai meets it, strict: what the real one would refuse, or what we promised not to send,
is a fault."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from tests.narrator.relay import Relay
from tests.narrator.replies import KEY, MODEL, SAMPLING, Reply, body, complaint


class HttpService:
    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.relay = Relay()
        self.requests = 0
        self.faults: list[str] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator["HttpService"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            async with self.relay.to(server.sockets[0].getsockname()[1]):
                yield self
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                await self._answer(line.decode(), reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _answer(self, line: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.requests += 1
        headers: dict[str, str] = {}
        while header := (await reader.readline()).decode().strip():
            name, _, value = header.partition(":")
            headers[name.lower()] = value.strip()
        asked = await reader.readexactly(int(headers["content-length"]))
        self._check(line, headers, json.loads(asked))
        if self.reply.then == "hang":
            await reader.read()
        if self.reply.then == "cut":
            self.relay.cut()
        self.relay.dripping = self.reply.then == "drip"
        text = self._body(asked.decode())
        writer.write(
            f"HTTP/1.1 {self.reply.status} Whatever\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(text)}\r\n\r\n".encode()
            + text
        )
        await writer.drain()

    def _body(self, asked: str) -> bytes:
        if self.reply.garbage:
            return b'{"candidates": [{"content": '
        if self.reply.status != 200:
            error = {"code": self.reply.status, "message": complaint(self.reply, asked), "status": "REFUSED"}
            return json.dumps({"error": error}).encode()
        return json.dumps(body(self.reply, "SOMETHING_NEW")).encode()

    def _check(self, line: str, headers: dict[str, str], asked: dict[str, Any]) -> None:
        config = asked["generationConfig"]
        schema = config.get("responseJsonSchema", {})
        checks = {
            "path": line.split()[:2] == ["POST", f"/v1beta/models/{MODEL}:generateContent"],
            "key": headers.get("x-goog-api-key") == KEY and KEY not in line,
            "deadline under 10 s": int(headers.get("x-server-timeout", "0")) >= 10,
            "sampling": not [name for name in SAMPLING if name in config],
            "schema": schema.get("type") == "object" and bool(schema.get("required")),
            "mime": config.get("responseMimeType") == "application/json",
            "thinking": list(config.get("thinkingConfig", {}).values()) == ["MINIMAL"],
            "limit": config.get("maxOutputTokens") == 8192,
            "one turn": [turn["role"] for turn in asked["contents"]] == ["user"],
            "system": bool(asked.get("systemInstruction")),
        }
        self.faults += [name for name, sound in checks.items() if not sound]
