"""An interaction: what a person asked of the bot, and what became of it before their eyes."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Final, Literal

from tests.discord.wire.world import Channel, Json, Message, User, snowflake

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
THINKING: Final = 15.0
"""Seconds after which a test calls a promised answer missing. Discord lets people look at it for 15 minutes."""
End = Literal["answered", "failed", "thinking"]


@dataclass(eq=False)
class Interaction:
    """`failed`: the person read that the interaction failed. `answer` is the message they got or that was changed;
    `more` what followed it."""

    kind: int
    person: User
    channel: Channel
    data: Json
    message: Message | None = None
    id: int = field(default_factory=snowflake)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    acknowledged: int | None = None
    failed: bool = False
    answer: Message | None = None
    more: list[Message] = field(default_factory=list)
    form: Json | None = None
    choices: list[Json] | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    expired: bool = False
    _timer: asyncio.TimerHandle | None = None

    def wait(self, patience: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(patience, self._fail)

    def _fail(self) -> None:
        self.failed = True
        self.settled.set()

    def acknowledge(self, kind: int) -> None:
        self.forget()
        self.acknowledged = kind

    def forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def end(self, patience: float = THINKING) -> End:
        """What the person sees in the end."""
        try:
            await asyncio.wait_for(self.settled.wait(), patience)
        except TimeoutError:
            return "thinking"
        return "failed" if self.failed else "answered"

    @property
    def text(self) -> str:
        """Everything the person was told in answer, that they did not see before."""
        told = [self.answer] if self.answer else []
        return "\n".join(message.content for message in (*told, *self.more))

    @property
    def custom_ids(self) -> list[str]:
        return [one["custom_id"] for one in components(self.answer.components if self.answer else [])]


def components(rows: list[Json]) -> list[Json]:
    """Everything in them that can be used, in order."""
    found: list[Json] = []
    for row in rows:
        inner = [*row.get("components", []), *([row["component"]] if "component" in row else [])]
        found += components(inner)
        if "custom_id" in row:
            found.append(row)
    return found
