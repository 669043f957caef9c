"""How the bot answers interactions: once and in time, then by edits and follow-ups as long as the token lives."""

from typing import TYPE_CHECKING

from tests.discord.wire.asking import Interaction
from tests.discord.wire.door import Call, Handler
from tests.discord.wire.payloads import message_json
from tests.discord.wire.rest import check
from tests.discord.wire.world import EPHEMERAL, LOADING, Json, Message, Refusal, missing

if TYPE_CHECKING:
    from tests.discord.wire.fake import Discord

MESSAGE, LATER, UPDATE_LATER, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9


class Callbacks:
    def __init__(self, discord: "Discord") -> None:
        self._discord = discord
        hook = "/webhooks/{application}/{token}"
        message = f"{hook}/messages/{{message}}"
        self.routes: dict[tuple[str, str], Handler] = {
            ("POST", "/interactions/{interaction}/{token}/callback"): self._answer,
            ("POST", hook): self._follow_up,
            ("GET", message): lambda call: message_json(self._message(call)),
            ("PATCH", message): self._edit,
            ("DELETE", message): self._delete,
        }

    def _answer(self, call: Call) -> Json | None:
        interaction = self._of_token(call)
        if interaction.failed:
            raise missing("interaction", 10062)
        if interaction.acknowledged is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        kind, data = call.json["type"], call.json.get("data") or {}
        self._take(interaction, kind, data, call.files)
        interaction.acknowledge(kind)
        if kind not in (LATER, UPDATE_LATER):
            interaction.settled.set()
        return _receipt(interaction, kind) if call.query.get("with_response") else None

    def _take(self, interaction: Interaction, kind: int, data: Json, files: list[Json]) -> None:
        match kind:
            case 4:
                check(data, files)
                interaction.answer = self._say(interaction, data, files)
            case 5:
                flags = (data.get("flags") or 0) | LOADING
                interaction.answer = self._say(interaction, data | {"flags": flags}, [])
            case 6:
                interaction.answer = interaction.message
            case 7:
                assert interaction.message
                interaction.answer = interaction.message
                self._change(interaction.message, data, files)
            case 8:
                interaction.choices = data["choices"]
            case 9:
                interaction.form = data
            case _:
                raise Refusal(400, 50035, "Invalid Form Body")

    def _say(self, interaction: Interaction, data: Json, files: list[Json]) -> Message:
        flags = data.get("flags") or 0
        body = {name: value for name, value in data.items() if name not in {"flags", "attachments"}}
        seen_by = interaction.person if flags & EPHEMERAL else None
        message = Message(interaction.channel, self._discord.bot, body, files, flags=flags, seen_by=seen_by)
        return self._discord.keep(message)

    # -- afterwards ---------------------------------------------------------------------------------------------------

    def _of_token(self, call: Call) -> Interaction:
        for interaction in self._discord.interactions:
            if interaction.token == call.parts["token"]:
                if interaction.expired:
                    raise Refusal(401, 50027, "Invalid Webhook Token")
                return interaction
        raise missing("Webhook", 10015)

    def _message(self, call: Call) -> Message:
        interaction, wanted = self._of_token(call), call.parts["message"]
        if interaction.acknowledged is None:
            raise missing("Webhook", 10015)
        known = [message for message in (interaction.answer, interaction.message, *interaction.more) if message]
        for message in known:
            if not message.deleted and wanted in ("@original", str(message.id)):
                return message
        raise missing("Message", 10008)

    def _follow_up(self, call: Call) -> Json:
        interaction = self._of_token(call)
        if interaction.acknowledged is None:
            raise missing("Webhook", 10015)
        check(call.json, call.files)
        if interaction.answer is not None and interaction.answer.loading:
            self._change(interaction.answer, call.json, call.files)
            message = interaction.answer
        else:
            message = self._say(interaction, call.json, call.files)
            interaction.more.append(message)
        interaction.settled.set()
        return message_json(message)

    def _edit(self, call: Call) -> Json:
        message = self._message(call)
        self._change(message, call.json, call.files)
        self._of_token(call).settled.set()
        return message_json(message)

    def _delete(self, call: Call) -> None:
        message = self._message(call)
        message.delete()
        self._discord.changed(message)
        self._of_token(call).settled.set()

    def _change(self, message: Message, data: Json, files: list[Json]) -> None:
        check(message.body | data, [*message.files, *files])
        message.edit(data, files)
        self._discord.changed(message)


def _receipt(interaction: Interaction, kind: int) -> Json:
    about: Json = {"id": str(interaction.id), "type": interaction.kind}
    answer = interaction.answer
    if answer is None:
        return {"interaction": about}
    about["response_message_id"] = str(answer.id)
    return {"interaction": about, "resource": {"type": kind, "message": message_json(answer)}}
