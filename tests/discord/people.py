"""People: what they do, and what they see."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from simcord import ChannelHandle, GuildHandle, InteractionResult, MemberActor, UserHandle
from simcord import interactions as payloads
from simcord._modal import _submit_modal
from simcord.actors import _component_interaction, _dispatch_actor_interaction, _resolve_visible_command
from simcord.backend.access import can_access_message
from simcord.backend.models import Message

from tests.discord.seen import TEXT_SELECT, Button, Form, Menu, Shown, form

if TYPE_CHECKING:
    from tests.discord.sim import Sim

CHAT_INPUT: Final = 1
COMMAND: Final = 2
SUGGEST: Final = 4
SUBMIT: Final = 5
Item = TypeVar("Item", Button, Menu)
Actor = MemberActor | UserHandle


class Answer:
    """What came back to whoever acted."""

    def __init__(self, result: InteractionResult) -> None:
        self.result: Final = result
        self.record: Final = result._interaction

    @property
    def answered(self) -> bool:
        return self.record.responded and not self.record.loading

    @property
    def message(self) -> Shown:
        """As it stands now: the reply, or the message that was pressed and changed."""
        assert self.result.response is not None, f"no message, but {self.record.response_kind}"
        return Shown(self.result.response._message)

    @property
    def hidden(self) -> bool:
        return self.message.hidden

    @property
    def replaced(self) -> bool:
        """The pressed message took the answer in."""
        return self.record.message_id is not None and self.record.message_id == self.record.source_message_id

    @property
    def more(self) -> list[Shown]:
        """What was said after the answer: follow-ups."""
        return [Shown(item._message) for item in self.result.followups]

    @property
    def form(self) -> Form:
        assert self.record.modal is not None, f"no form, but {self.record.response_kind}"
        return form(self.record.modal)

    @property
    def choices(self) -> list[tuple[str, str | int | float]]:
        return [(one["name"], one["value"]) for one in self.record.autocomplete_choices or ()]


class Person:
    def __init__(self, sim: "Sim", user: UserHandle, home: ChannelHandle) -> None:
        self.sim: Final = sim
        self.user: Final = user
        self.home: Final = home
        """Where they are, unless it is said where."""
        self.id: Final = user.id
        self.name: Final = user.name

    @property
    def guild(self) -> GuildHandle:
        assert self.home.guild is not None
        return self.home.guild

    @property
    def dm(self) -> ChannelHandle:
        """The private conversation with the bot, as a place."""
        return self.user.dm_channel

    async def command(
        self, name: str, /, where: ChannelHandle | None = None, *, anyhow: bool = False, **options: Any
    ) -> Answer:
        """`name` with its subcommand: "rada nowa". An option is text, a number, a person, a role or a channel.
        `anyhow`: even where Discord would hide the command from this person."""
        where = where or self.home
        self._note(where.id, " ".join((f"/{name}", *(f"{key}: {_word(value)}" for key, value in options.items()))))
        return await self._call(COMMAND, name, where, options, anyhow=anyhow)

    async def suggest(
        self, name: str, option: str, typed: str, /, where: ChannelHandle | None = None, **options: Any
    ) -> list[tuple[str, str | int | float]]:
        """What is offered while this is typed into an option."""
        answer = await self._call(SUGGEST, name, where or self.home, options, (option, typed))
        return answer.choices

    async def press(self, what: str, on: Shown | None = None) -> Answer:
        """A button, by its label or custom id."""
        message, button = self._find(lambda shown: shown.buttons, what, on)
        self._note(message.channel, str(button))
        return await self.forge(button.custom_id, message)

    async def choose(self, what: str, *picks: str, on: Shown | None = None) -> Answer:
        """From a select, by labels or values."""
        message, menu = self._find(lambda shown: shown.menus, what, on)
        values = [next(one.value for one in menu.choices if pick in (one.label, one.value)) for pick in picks]
        self._note(message.channel, f"<{menu.label}: {' | '.join(picks)}>")
        return await self.forge(menu.custom_id, message, values)

    async def forge(self, custom_id: str, on: Shown, values: list[str] | None = None) -> Answer:
        """Press what need not be there. With values, choose it."""
        actor = self._actor(self.sim.place(on.channel).guild)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data |= {"component_type": TEXT_SELECT, "values": values}
        return self.sim.keep(await _component_interaction(actor, on.raw, data))

    async def fill(self, opened: Answer, *texts: str) -> Answer:
        """Send the form that was opened, with a text for each box."""
        fields = opened.form.fields
        actor = self._actor(self.sim.place(opened.record.channel_id).guild)
        values = {field.custom_id: text for field, text in zip(fields, texts, strict=True)}
        self._note(opened.record.channel_id, " ".join(f"«{text}»" for text in texts))
        opened.record.modal_consumed = False  # who shut a form by mistake may open and send it again
        return self.sim.keep(await _submit_modal(actor, opened.result, values))

    async def forge_form(self, custom_id: str, field: str, text: str, where: ChannelHandle | None = None) -> Answer:
        """Send a form that was never opened."""
        where = where or self.home
        box = {"type": 4, "custom_id": field, "value": text}
        data = {"custom_id": custom_id, "components": [{"type": 1, "components": [box]}]}
        actor = self._actor(where.guild)
        return self.sim.keep(await _dispatch_actor_interaction(actor, SUBMIT, where, data))

    def sees(self, where: ChannelHandle | None = None) -> list[Shown]:
        """The messages that stand before this person now, oldest first; everywhere, or in one place."""
        places = [where.id] if where else list(self.sim.world.messages)
        found = [message for place in places for message in self.sim.world.messages.get(place, {}).values()]
        return [Shown(message) for message in sorted(found, key=lambda one: one.id) if self._may_see(message)]

    def last(self, where: ChannelHandle | None = None) -> Shown:
        return self.sees(where)[-1]

    def _may_see(self, message: Message) -> bool:
        place = self.sim.place(message.channel_id)
        if place.guild is None:
            return self.sim.world.dm_channels.get(self.id) == place.id
        if self.id not in place.guild.member_ids():
            return False
        return bool(can_access_message(self.sim.env, place.id, message, self._actor(place.guild)))

    def _actor(self, guild: GuildHandle | None) -> Actor:
        return self.user if guild is None else MemberActor(self.sim.env, guild, self.user)

    def _find(self, pick: Callable[[Shown], Iterable[Item]], what: str, on: Shown | None) -> tuple[Shown, Item]:
        messages = [on] if on else self.sees()[::-1]
        for message in messages:
            for item in pick(message):
                if what in (item.label, item.custom_id) and not item.disabled:
                    return message, item
        raise AssertionError(f"{self.name} sees no {what!r} to press, only:\n" + "\n".join(map(str, messages)))

    def _note(self, channel: int, deed: str) -> None:
        self.sim.world.note_deed(channel, self.id, f"> {deed}")

    def _root(self, actor: Actor, name: str, where: ChannelHandle, *, anyhow: bool) -> dict[str, Any]:
        if not anyhow:
            return _resolve_visible_command(actor, where.id, name, CHAT_INPUT)
        found = self.sim.world.find_command(name, where.guild.id if where.guild else None)
        assert found is not None, f"no command {name!r}"
        return found

    async def _call(
        self,
        kind: int,
        name: str,
        where: ChannelHandle,
        options: dict[str, Any],
        typed: tuple[str, str] | None = None,
        *,
        anyhow: bool = False,
    ) -> Answer:
        actor, parts = self._actor(where.guild), name.split()
        root = self._root(actor, parts[0], where, anyhow=anyhow)
        leaf, path = payloads.walk_to_subcommand(root, parts[1:])
        given = {key: self._given(actor, value) for key, value in options.items()}
        filled, resolved = payloads.build_options(
            actor, name, leaf, given, partial=kind == SUGGEST, channel_id=where.id
        )
        if typed is not None:
            declared = next(one for one in leaf["options"] if one["name"] == typed[0])
            filled.append({"name": typed[0], "type": declared["type"], "value": typed[1], "focused": True})
        data = {"id": root["id"], "name": root["name"], "type": CHAT_INPUT}
        data["options"] = payloads.nest_options(root, path, filled)
        if resolved:
            data["resolved"] = resolved
        return self.sim.keep(await _dispatch_actor_interaction(actor, kind, where, data))

    def _given(self, actor: Actor, value: object) -> object:
        """Somebody named is a member of the server where that happens, if they are."""
        if not isinstance(value, Person):
            return value
        guild = actor.guild if isinstance(actor, MemberActor) else None
        return value._actor(guild if guild and value.id in guild.member_ids() else None)


def _word(value: object) -> str:
    return str(getattr(value, "name", value))
