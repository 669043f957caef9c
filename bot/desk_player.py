"""What anybody may ask for: the state of the game, their own panel and dossier, the rules; and what their seat does."""

from collections.abc import Mapping

from bot.address import Address
from bot.boards import confirm, confirm_vote, dossier_screen, panel_screen, standing_screen
from bot.desk_lobby import quit_here
from bot.office import Answer, Office, Value, Visitor
from bot.panels import Choice, choice_id, receipt
from bot.panels import panel as panel_of
from bot.rulebook import SECTIONS, contents, help_lines, section
from bot.screen import Button, Form, Option, Reply, Screen, Select
from bot.sitting import Declined, Moment, Order, Sitting
from bot.store import StoreError
from bot.table import Table
from bot.text import line
from engine.commands import Leave, Move, Refused, SubmitStatement
from engine.rules import PRESETS, RuleSet

Options = Mapping[str, Value]


# -- commands ---------------------------------------------------------------------------------------------------------


async def standing(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    return await _about(office, visitor, "standing")


async def panel(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    return await _about(office, visitor, "panel")


async def dossier(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    return await _about(office, visitor, "dossier")


async def leave(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    if (left := await quit_here(office, visitor)) is not None:
        return left
    return await _about(office, visitor, "leaving")


async def _about(office: Office, visitor: Visitor, verb: str) -> Answer:
    """The game that is meant, or the question which one."""
    games = office.meant(visitor)
    if not games:
        raise Declined("no_game")
    if len(games) == 1:
        return await _show(office, visitor, verb, games[0])
    rows = [(await _game_button(office, verb, game),) for game in games[-5:]]
    return Reply(Screen((line("which.title"),), tuple(rows)))


async def _game_button(office: Office, verb: str, game: str) -> Button:
    state = (await office.look_at(game)).state
    names = tuple(c.name for c in state.councillors)
    return Button(
        str(Address(verb, game)), line("which.game", round=state.round, rounds=state.rules.rounds, names=names)
    )


async def _show(office: Office, visitor: Visitor, verb: str, game: str, *, replace: bool = False) -> Answer:
    sitting = await office.look_at(game)
    if verb == "standing":
        return Reply(standing_screen(sitting), replace)
    seat = _seat(sitting, visitor)
    match verb:
        case "dossier":
            return Reply(dossier_screen(sitting, seat), replace)
        case "leaving":
            office.running(game)
            if sitting.state.councillor(seat).status == "left":
                raise Refused("not_active")
            return Reply(confirm(sitting, "leave", seat), replace)
        case _:
            return Reply(panel_screen(sitting, seat), replace)


def _seat(sitting: Sitting, visitor: Visitor) -> int:
    seat = sitting.seat_of(visitor.person)
    if seat is None:
        raise Declined("not_seated")
    return seat


async def rules(office: Office, visitor: Visitor, options: Options, id_: str) -> Answer:
    return Reply(_rules_screen(await _rules_here(office, visitor), str(options.get("rozdzial", ""))))


async def _rules_here(office: Office, visitor: Visitor) -> RuleSet:
    """Those of the game that is meant."""
    games = office.meant(visitor)
    return (await office.look_at(games[-1])).state.rules if games else PRESETS[office.server(visitor).preset]


def _rules_screen(rules: RuleSet, key: str) -> Screen:
    titles = {key: section(key, rules)[0] for key in SECTIONS}
    options = tuple(Option(name, title, chosen=name == key) for name, title in titles.items())
    select = Select(str(Address("rules", "")), line("prompt.rules"), options)
    return Screen(section(key, rules) if key in SECTIONS else contents(), (select,))


async def press_rules(office: Office, visitor: Visitor, _: Address, values: tuple[str, ...], id_: str) -> Answer:
    return Reply(_rules_screen(await _rules_here(office, visitor), "".join(values)), replace=True)


async def help_(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    return Reply(Screen(help_lines()))


# -- buttons ----------------------------------------------------------------------------------------------------------


async def press_standing(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    """Offered to those who play several games, elsewhere than there."""
    _seat(await office.look_at(at.game), visitor)
    return await _show(office, visitor, "standing", at.game, replace=True)


async def press_panel(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    return await _show(office, visitor, "panel", at.game)


async def press_refresh(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    return await _show(office, visitor, "panel", at.game, replace=True)


async def press_dossier(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    return await _show(office, visitor, "dossier", at.game)


async def press_leaving(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    return await _show(office, visitor, "leaving", at.game, replace=True)


async def press_never(office: Office, visitor: Visitor, _: Address, values: tuple[str, ...], id_: str) -> Answer:
    return Reply(Screen((line("confirm.never"),)), replace=True)


async def press_leave(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    table = office.running(at.game)
    seat = _seat(table.sitting, visitor)
    await table.play(Order(visitor.person, id_, None, Leave(seat, "left")))
    return Reply(Screen((line("confirm.left"),)), replace=True)


async def press_sure(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    table = office.running(at.game)
    choice = _choice(table, visitor, at, at.choice)
    return Reply(confirm_vote(table.sitting, choice), replace=True)


async def press_do(office: Office, visitor: Visitor, at: Address, values: tuple[str, ...], id_: str) -> Answer:
    table = office.running(at.game)
    choice = _choice(table, visitor, at, values[0] if values else at.choice)
    return await _play(table, visitor, choice.move, id_)


async def press_say(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    """No waiting here: a form must be the first answer."""
    table = office.running(at.game)
    state = table.sitting.state
    _choice(table, visitor, at, SubmitStatement.do)
    before = state.councillor(_seat(table.sitting, visitor)).statement or ""
    return Form(str(at), line("form.title"), line("form.statement"), state.rules.statement_max, before)


async def submit(office: Office, visitor: Visitor, form: Address, text: str, id_: str) -> Answer:
    """Where it is not taken, nothing that was written is lost."""
    try:
        table = office.running(form.game)
        _choice(table, visitor, form, SubmitStatement.do)
        return await _play(table, visitor, SubmitStatement(_seat(table.sitting, visitor), text), id_)
    except (Declined, Refused) as no:
        why = line(f"refusal.{no.code}")
    except StoreError:
        why = line("refusal.store_failed")
    return Reply(Screen((line("form.refused"), why, line("form.kept", text=text))))


def _choice(table: Table, visitor: Visitor, at: Address, id_: str) -> Choice:
    """One of those that the panel offers now, if it was made for now."""
    sitting = table.sitting
    seat = _seat(sitting, visitor)
    if Moment(at.round, at.phase) != sitting.moment:
        raise Declined("stale")
    if sitting.paused:
        raise Declined("paused")
    choices = panel_of(table.view(seat), seat).choices
    found = next((choice for choice in choices if choice_id(choice.move) == id_), None)
    if found is None and sitting.state.phase == "policy_vote" and seat in sitting.state.acted:
        raise Refused("already_voted")
    if found is None:
        raise Declined("unknown_choice")
    return found


async def _play(table: Table, visitor: Visitor, move: Move, id_: str) -> Answer:
    """The panel as it is now, or, where that was the last move of its phase, what was done."""
    before, seat = table.sitting, move.seat
    outcome = await table.play(Order(visitor.person, id_, before.moment, move))
    if table.sitting.moment == before.moment:
        return Reply(panel_screen(table.sitting, seat, (line("receipt.taken"),)), replace=True)
    done = receipt(before.state, outcome.events, seat)
    return Reply(Screen((*done, line("clock.closed"))), replace=True)
