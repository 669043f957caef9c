"""The desk answers whoever asks, in whatever chat: it knows which function is meant by a command or a button."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot import desk_lobby, desk_moderator, desk_player, desk_start
from bot.address import Address
from bot.commands import MODERATORS
from bot.office import Answer, Chat, ChatError, Faults, Office, Value, Visitor
from bot.rulebook import find
from bot.sitting import Declined

__all__ = ["Answer", "Chat", "ChatError", "Desk", "Faults", "Value", "Visitor"]

Options = Mapping[str, Value]
Commanded = Callable[[Office, Visitor, Options, str], Awaitable[Answer]]
Pressed = Callable[[Office, Visitor, Address, tuple[str, ...], str], Awaitable[Answer]]

COMMANDED: Final[dict[str, Commanded]] = {
    "rada.nowa": desk_lobby.open_lobby,
    "rada.stan": desk_player.standing,
    "rada.panel": desk_player.panel,
    "rada.teczka": desk_player.dossier,
    "rada.zasady": desk_player.rules,
    "rada.opusc": desk_player.leave,
    "rada.pomoc": desk_player.help_,
    "rada-mod.start": desk_start.start_here,
    "rada-mod.stan": desk_moderator.standing,
    "rada-mod.pauza": desk_moderator.pause,
    "rada-mod.wznow": desk_moderator.resume,
    "rada-mod.przedluz": desk_moderator.extend,
    "rada-mod.zamknij": desk_moderator.close_phase,
    "rada-mod.przekaz": desk_moderator.hand_over,
    "rada-mod.usun": desk_moderator.remove,
    "rada-mod.zakoncz": desk_moderator.abandon,
    "rada-mod.tempo": desk_moderator.retime,
    "rada-mod.ustawienia": desk_moderator.settings,
    "rada-mod.przenies": desk_moderator.move_here,
    "rada-mod.eksport": desk_moderator.export,
    "rada-mod.dziennik": desk_moderator.notes,
}
PRESSED: Final[dict[str, Pressed]] = {
    "standing": desk_player.press_standing,
    "panel": desk_player.press_panel,
    "refresh": desk_player.press_refresh,
    "dossier": desk_player.press_dossier,
    "do": desk_player.press_do,
    "say": desk_player.press_say,
    "sure": desk_player.press_sure,
    "leave": desk_player.press_leave,
    "leaving": desk_player.press_leaving,
    "never": desk_player.press_never,
    "rules": desk_player.press_rules,
    "join": desk_lobby.press_join,
    "quit": desk_lobby.press_quit,
    "choose": desk_lobby.press_choose,
    "start": desk_start.press_start,
    "anyway": desk_start.press_anyway,
    "cancel": desk_lobby.press_cancel,
    "remove": desk_moderator.press_remove,
    "abandon": desk_moderator.press_abandon,
}


class Desk:
    """Raises what the functions raise: Declined, Refused, StoreError, ChatError."""

    def __init__(self, office: Office) -> None:
        self._office = office

    async def command(self, visitor: Visitor, key: str, options: Options, id_: str) -> Answer:
        if key.startswith(f"{MODERATORS}.") and not self._office.moderates(visitor):
            raise Declined("not_moderator")
        return await COMMANDED[key](self._office, visitor, options, id_)

    async def press(self, visitor: Visitor, pressed: Address, values: tuple[str, ...], id_: str) -> Answer:
        if pressed.verb not in PRESSED:
            raise Declined("unknown_choice")
        return await PRESSED[pressed.verb](self._office, visitor, pressed, values, id_)

    async def submit(self, visitor: Visitor, form: Address, text: str, id_: str) -> Answer:
        if form.verb != "say":
            raise Declined("unknown_choice")
        return await desk_player.submit(self._office, visitor, form, text, id_)

    def suggest(self, visitor: Visitor, key: str, option: str, typed: str) -> list[tuple[str, Value]]:
        """For a box in which somebody types: labels, each with its value."""
        if key == "rada.zasady":
            return [*find(typed)]
        if option == "miejsce" and self._office.moderates(visitor):
            return desk_moderator.seats(self._office, visitor, typed)
        return []
