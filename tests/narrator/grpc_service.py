"""The gRPC service as google-generativeai meets it, strict. Import only where the SDK is installed."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
from google.ai.generativelanguage_v1beta.services.generative_service.transports import (
    GenerativeServiceGrpcAsyncIOTransport,
)
from google.generativeai import protos

import narrator.gemini  # noqa: F401 - the first import of the SDK, so that its warning is silenced there
from tests.narrator.relay import Relay
from tests.narrator.replies import KEY, MODEL, Reply, body, complaint

METHOD = "/google.ai.generativelanguage.v1beta.GenerativeService/GenerateContent"
STATUS = {
    400: grpc.StatusCode.INVALID_ARGUMENT,
    401: grpc.StatusCode.UNAUTHENTICATED,
    403: grpc.StatusCode.PERMISSION_DENIED,
    404: grpc.StatusCode.NOT_FOUND,
    429: grpc.StatusCode.RESOURCE_EXHAUSTED,
    500: grpc.StatusCode.INTERNAL,
    503: grpc.StatusCode.UNAVAILABLE,
}
OBJECT, ARRAY = 6, 5


class GrpcService(grpc.GenericRpcHandler):  # type: ignore[misc]
    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.relay = Relay()
        self.requests = 0
        self.faults: list[str] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator["GrpcService"]:
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((self,))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        try:
            async with self.relay.to(port):
                yield self
        finally:
            await server.stop(None)

    def transport(self, **given: Any) -> GenerativeServiceGrpcAsyncIOTransport:
        """What configure(transport=…) takes: called by the SDK with what it would give its own transport."""
        headers: dict[str, str] = {}
        given["credentials"].before_request(None, "POST", "", headers)
        if headers.get("x-goog-api-key") != KEY:
            self.faults.append("key")
        channel = grpc.aio.insecure_channel(f"127.0.0.1:{self.relay.port}")
        return GenerativeServiceGrpcAsyncIOTransport(channel=channel)

    def service(self, call: grpc.HandlerCallDetails) -> Any:
        if call.method != METHOD:
            self.faults.append("method")
        return grpc.unary_unary_rpc_method_handler(self._answer, protos.GenerateContentRequest.deserialize)

    async def _answer(self, asked: protos.GenerateContentRequest, context: grpc.aio.ServicerContext) -> bytes:
        self.requests += 1
        self._check(asked, context)
        if self.reply.then == "hang":
            await asyncio.Event().wait()
        if self.reply.then == "cut":
            self.relay.cut()
        self.relay.dripping = self.reply.then == "drip"
        if self.reply.status != 200:
            await context.abort(STATUS[self.reply.status], complaint(self.reply, str(asked)))
        if self.reply.garbage:
            return b"\xff\xff\xff"
        answer = protos.GenerateContentResponse.from_json(json.dumps(body(self.reply, 77)))
        return bytes(protos.GenerateContentResponse.serialize(answer))

    def _check(self, asked: protos.GenerateContentRequest, context: grpc.aio.ServicerContext) -> None:
        message = asked._pb
        config = message.generation_config
        schema = config.response_schema
        policies = schema.properties["policies"]
        checks = {
            "model": message.model == f"models/{MODEL}",
            "deadline under 10 s": 10 < context.time_remaining() < 16,
            "sampling": {field.name for field, _ in config.ListFields()}
            == {"max_output_tokens", "response_mime_type", "response_schema"},
            "schema": schema.type_ == OBJECT and bool(schema.required),
            "policies": policies.type_ == ARRAY and policies.min_items == policies.max_items >= 2,
            "mime": config.response_mime_type == "application/json",
            "limit": config.max_output_tokens == 8192,
            "one turn": [turn.role for turn in message.contents] == ["user"],
            "system": bool(message.system_instruction.parts),
        }
        self.faults += [name for name, sound in checks.items() if not sound]
