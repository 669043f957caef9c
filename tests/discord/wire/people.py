"""People at their phones: what they can see, they can press; what becomes of it, they see."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tests.discord.wire.asking import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction, components
from tests.discord.wire.payloads import asking_member_json, channel_json, message_json, user_json
from tests.discord.wire.world import ALL_RIGHTS, DM, Channel, Json, Message, User

if TYPE_CHECKING:
    from tests.discord.wire.fake import Discord

SUBCOMMAND: Final = 1
USER, CHANNEL_OPTION, ROLE = 6, 7, 8


class Person:
    def __init__(self, discord: "Discord", user: User) -> None:
        self._discord = discord
        self.user = user

    @property
    def dm(self) -> Channel:
        return self._discord.dm(self.user)

    # -- asking -------------------------------------------------------------------------------------------------------

    def slash(self, where: Channel, words: str, **options: Any) -> Interaction:
        """`words` as they are typed, without the slash."""
        return self._ask(COMMAND, where, self._command(words, options))

    def suggest(self, where: Channel, words: str, option: str, typed: str) -> Interaction:
        return self._ask(AUTOCOMPLETE, where, self._command(words, {option: typed}, focused=option))

    def press(self, message: Message, custom_id: str) -> Interaction:
        return self._ask(COMPONENT, message.channel, self._part(message, custom_id, 2, []), message)

    def choose(self, message: Message, custom_id: str, *values: str) -> Interaction:
        part = self._part(message, custom_id, 3, list(values))
        return self._ask(COMPONENT, message.channel, part, message)

    def submit(self, asked: Interaction, *texts: str) -> Interaction:
        """Fills in the form that came in answer."""
        assert asked.form is not None
        words = iter(texts)
        data = {"custom_id": asked.form["custom_id"], "components": _filled(asked.form["components"], words)}
        assert next(words, None) is None, "more words than the form asks for"
        return self._ask(MODAL, asked.channel, data, asked.message)

    def stray(self, message: Message, custom_id: str, *values: str, select: bool = False) -> Interaction:
        """A press of something that is not there, as of a message that has changed meanwhile, or was forged."""
        data = {"custom_id": custom_id, "component_type": 3 if select else 2, "values": list(values)}
        return self._ask(COMPONENT, message.channel, data, message)

    # -- how it is written --------------------------------------------------------------------------------------------

    def _ask(self, kind: int, where: Channel, data: Json, message: Message | None = None) -> Interaction:
        assert where.kind != DM or where.person is self.user, "somebody else's private messages"
        interaction = Interaction(kind, self.user, where, data, message)
        interaction.wait(self._discord.patience)
        self._discord.interactions.append(interaction)
        self._discord.gateway.tell("INTERACTION_CREATE", self._written(interaction))
        return interaction

    def _written(self, asked: Interaction) -> Json:
        where, guild, bot = asked.channel, asked.channel.guild, self._discord.bot
        body: Json = {
            "id": str(asked.id),
            "application_id": str(self._discord.application),
            "type": asked.kind,
            "token": asked.token,
            "version": 1,
            "channel_id": str(where.id),
            "channel": channel_json(where, bot),
            "data": asked.data,
            "locale": self.user.locale,
            "app_permissions": str(guild.rights(bot, where) if guild else ALL_RIGHTS),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id) if guild else "0"},
            "context": 0 if guild else 1,
            "attachment_size_limit": 10_485_760,
        }
        if asked.message is not None:
            body["message"] = message_json(asked.message)
        if guild is None:
            return body | {"user": user_json(self.user)}
        about = {"id": str(guild.id), "locale": "pl", "features": []}
        member = asking_member_json(guild, where, self.user)
        return body | {"guild_id": str(guild.id), "guild": about, "guild_locale": "pl", "member": member}

    def _part(self, message: Message, custom_id: str, kind: int, values: list[str]) -> Json:
        assert message.seen_by in (None, self.user), "seen by somebody else only"
        assert not message.deleted, "a deleted message"
        part = next((one for one in components(message.components) if one.get("custom_id") == custom_id), None)
        assert part is not None, f"nothing to press: {custom_id}"
        assert part["type"] == kind
        assert not part.get("disabled"), f"disabled: {custom_id}"
        known = {option["value"] for option in part.get("options", [])}
        assert set(values) <= known, "no such options"
        more = {"values": values} if kind != 2 else {}
        return {"custom_id": custom_id, "component_type": kind, "id": 1, **more}

    def _command(self, words: str, options: Json, focused: str = "") -> Json:
        name, *path = words.split()
        known = next(command for command in self._discord.commands if command["name"] == name)
        definition, inner = known, list[Json]()
        for part in path:
            definition = next(option for option in definition["options"] if option["name"] == part)
        for option, value in options.items():
            kind = next(one["type"] for one in definition["options"] if one["name"] == option)
            inner.append(
                {"name": option, "type": kind, "value": value} | ({"focused": True} if option == focused else {})
            )
        for part in reversed(path):
            inner = [{"name": part, "type": SUBCOMMAND, "options": inner}]
        return {"id": known["id"], "name": name, "type": 1, "options": inner, "resolved": self._resolved(inner)}

    def _resolved(self, options: list[Json]) -> Json:
        found: Json = {}
        for option in _leaves(options):
            id_ = str(option.get("value", ""))
            if option["type"] == USER:
                user = self._discord.user_by_id(int(id_))
                found.setdefault("users", {})[id_] = user_json(user)
            elif option["type"] == CHANNEL_OPTION:
                channel = self._discord.channel(int(id_))
                full = channel_json(channel, self._discord.bot)
                found.setdefault("channels", {})[id_] = full | {"permissions": str(ALL_RIGHTS)}
        return found


def _leaves(options: list[Json]) -> Iterator[Json]:
    for option in options:
        if "options" in option:
            yield from _leaves(option["options"])
        else:
            yield option


def _filled(rows: list[Json], words: Iterator[str]) -> list[Json]:
    return [_filled_row(row, words) for row in rows]


def _filled_row(row: Json, words: Iterator[str]) -> Json:
    if "components" in row:
        return {"type": row["type"], "id": 1, "components": _filled(row["components"], words)}
    if "component" in row:
        return {"type": row["type"], "id": 1, "component": _filled_row(row["component"], words)}
    return {"type": row["type"], "id": 2, "custom_id": row["custom_id"], "value": next(words)}
