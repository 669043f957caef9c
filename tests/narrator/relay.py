"""Between an SDK and a fake service: counts connections, and cuts them or lets bytes drip when told to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

DRIP = 0.02
"""Seconds per byte: a whole answer would take much longer than any deadline here."""


class Relay:
    def __init__(self) -> None:
        self.port = 0
        self.open = 0
        self.dripping = False
        self._target = 0
        self._writers: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def to(self, target: int) -> AsyncIterator["Relay"]:
        self._target = target
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self.cut()
            server.close()
            await self.emptied()

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def emptied(self) -> None:
        """Until nobody is connected any more."""
        async with asyncio.timeout(5):
            while self.open:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open += 1
        upstream, onward = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers |= {writer, onward}
        pumps = {asyncio.ensure_future(self._pump(reader, onward)), asyncio.ensure_future(self._pump(upstream, writer))}
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            self._writers -= {writer, onward}
            for end in (writer, onward):
                end.close()
                with suppress(OSError):
                    await end.wait_closed()
            self.open -= 1

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                for drop in self._drops(data):
                    writer.write(drop)
                    await writer.drain()
                    await asyncio.sleep(DRIP if self.dripping else 0)

    def _drops(self, data: bytes) -> list[bytes]:
        return [data[i : i + 1] for i in range(len(data))] if self.dripping else [data]
