"""What Discord keeps: people, servers, channels, messages. Every place's messages stay here, deleted ones too."""

import itertools
import time
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

Json = dict[str, Any]

EPOCH: Final = 1_420_070_400_000
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
TEXT, DM, THREAD, PRIVATE_THREAD = 0, 1, 11, 12
CREATED: Final = "2026-01-01T00:00:00.000000+00:00"

RIGHTS: Final = {
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_application_commands": 1 << 31,
    "create_public_threads": 1 << 35,
    "send_messages_in_threads": 1 << 38,
}
ALL_RIGHTS: Final = sum(RIGHTS.values())
MEMBER_RIGHTS: Final = ALL_RIGHTS & ~sum(
    RIGHTS[name] for name in ("manage_channels", "manage_guild", "manage_messages")
)


class Refusal(Exception):
    """What Discord answers when it does not do what it is asked."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def missing(what: str, code: int) -> Refusal:
    return Refusal(404, code, f"Unknown {what}")


_numbers = itertools.count(1)


def snowflake() -> int:
    """Rises for ever, and carries the time, which discord.py reads from it."""
    return (int(time.time() * 1000) - EPOCH << 22) | (next(_numbers) & 0x3FFFFF)


@dataclass(eq=False)
class User:
    name: str
    bot: bool = False
    locale: str = "pl"
    dms_closed: bool = False
    id: int = field(default_factory=snowflake)


@dataclass(eq=False)
class Role:
    name: str
    rights: int = 0
    id: int = field(default_factory=snowflake)


Change = Literal["created", "edited", "deleted"]


class Told(NamedTuple):
    at: float
    change: Change
    content: str


@dataclass(eq=False)
class Message:
    """Its nonce is `recalled` for a few minutes: who repeats it writes nothing new. `seen_by` is set where only one
    person can see it. `told` is everything that was ever done to it."""

    channel: "Channel"
    author: User
    body: Json
    files: list[Json] = field(default_factory=list)
    nonce: str | None = None
    recalled: bool = True
    flags: int = 0
    seen_by: User | None = None
    id: int = field(default_factory=snowflake)
    told: list[Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.note("created")

    @property
    def content(self) -> str:
        return str(self.body.get("content") or "")

    @property
    def components(self) -> list[Json]:
        return list(self.body.get("components") or [])

    @property
    def deleted(self) -> bool:
        return self.told[-1].change == "deleted"

    @property
    def edited(self) -> bool:
        return any(one.change == "edited" for one in self.told)

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)

    def edit(self, body: Json, files: list[Json]) -> None:
        self.body |= {name: value for name, value in body.items() if name not in {"attachments", "flags"}}
        if "attachments" in body:
            kept = {int(one["id"]) for one in body["attachments"] or []}
            self.files = [file for file in self.files if int(file["id"]) in kept]
        self.files += files
        self.flags &= ~LOADING
        self.note("edited")

    def delete(self) -> None:
        self.note("deleted")

    def note(self, change: Change) -> None:
        self.told.append(Told(time.time(), change, self.content))


@dataclass(eq=False)
class Channel:
    """`denied` are the rights the bot lacks here; `people` the two of a private conversation."""

    kind: int
    name: str
    guild: "Guild | None" = None
    parent: "Channel | None" = None
    person: User | None = None
    denied: set[str] = field(default_factory=set)
    messages: list[Message] = field(default_factory=list)
    archived: bool = False
    id: int = field(default_factory=snowflake)

    @property
    def standing(self) -> list[Message]:
        return [message for message in self.messages if not message.deleted]

    def message(self, id_: int) -> Message:
        for message in self.standing:
            if message.id == id_:
                return message
        raise missing("Message", 10008)


@dataclass(eq=False)
class Member:
    user: User
    roles: list[Role] = field(default_factory=list)


@dataclass(eq=False)
class Guild:
    name: str
    owner: User
    id: int = field(default_factory=snowflake)
    roles: list[Role] = field(default_factory=list)
    members: dict[int, Member] = field(default_factory=dict)
    channels: list[Channel] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.roles.append(Role("@everyone", MEMBER_RIGHTS, self.id))

    def join(self, user: User, *roles: Role) -> Member:
        self.roles += [role for role in roles if role not in self.roles]
        self.members[user.id] = Member(user, list(roles))
        return self.members[user.id]

    def text_channel(self, name: str) -> Channel:
        channel = Channel(TEXT, name, self)
        self.channels.append(channel)
        return channel

    def rights(self, user: User, channel: Channel) -> int:
        if user is self.owner:
            return ALL_RIGHTS
        rights = self.roles[0].rights
        for role in self.members[user.id].roles:
            rights |= role.rights
        return rights & ~denied_rights(user, channel)


def denied_rights(user: User, channel: Channel) -> int:
    where = channel.parent or channel
    return sum(RIGHTS[name] for name in where.denied) if user.bot else 0
