"""The screens of a running game in a chat: what is said in public and to a seat, the panel with what can be pressed,
and what is asked before a step that cannot be undone. Pure."""

from typing import Final

from bot.address import Address
from bot.audience import known
from bot.dossier import dossier
from bot.messages import INVITATION
from bot.panels import Choice, choice_id, panel, progress, public_panel
from bot.phrases import Lines
from bot.pictures import alt, history, picture
from bot.screen import Attachment, Button, Option, Row, Screen, Select
from bot.sitting import Moment, Sitting
from bot.text import line
from engine.state import State

OPENING: Final = "phase_opened."
"""Begins the key of what opens a phase in public: the board, which leads to everybody's panel."""
RESOLUTION: Final = "votes_counted.title"
ENDING: Final = "game_ended.title"
PROGRESS: Final = "seat_acted.progress"
OWED: Final = "panel.nothing_yet"
DANGER: Final = "panel.danger"
NEAR: Final = 10
"""From here on panels warn of the fall, which everybody was told of at the start."""


# -- what is said -----------------------------------------------------------------------------------------------------


def public_screen(sitting: Sitting, lines: Lines) -> Screen:
    """What is said to everybody. A board tells, while its phase is open, how long and how many are waited for."""
    if lines[0].key == ENDING:
        return Screen(lines, ((_dossier_button(sitting),),))
    if lines[0].key == RESOLUTION:
        return Screen(lines, attachment=_chart(sitting, lines))
    if not lines[0].key.startswith(OPENING):
        return Screen(lines)
    if opened(lines) == sitting.moment:
        lines += clock(sitting) + tuple(progress(sitting.state))
    # of its own phase, however late it is said: it is known again by it
    address = Address("panel", sitting.game, *opened(lines))
    return Screen(lines, ((Button(str(address), line("button.panel"), "main"),),))


def _chart(sitting: Sitting, lines: Lines) -> Attachment | None:
    """The kingdom's course up to this resolution, which others may have followed already; none where somebody has won
    before its effects."""
    round_ = _round(lines)
    told = history(sitting.events)[: round_ + 1]
    if len(told) <= round_:
        return None
    return Attachment(f"krolestwo-{round_}.png", picture(told), alt(told))


def opened(lines: Lines) -> Moment:
    """Which phase a board opens."""
    return Moment(_round(lines), lines[0].key.removeprefix(OPENING).removesuffix(".title"))


def _round(lines: Lines) -> int:
    return int(str(dict(lines[0].fields)["round"]))


def clock(sitting: Sitting) -> Lines:
    if sitting.state.outcome is not None:
        return ()
    if sitting.paused:
        return (line("clock.paused"),)
    return (line("clock.endless") if sitting.due is None else line("clock.due", due=int(sitting.due)),)


def seat_screen(sitting: Sitting, seat: int, lines: Lines) -> Screen | None:
    """What is said to a seat. An invitation is its panel, or nothing where the phase has gone by."""
    if lines[0].key != INVITATION:
        return Screen(lines)
    asked = dict(lines[0].fields)
    if (asked["round"], asked["phase"]) != sitting.moment:
        return None
    return panel_screen(sitting, seat)


# -- what can be done -------------------------------------------------------------------------------------------------


def panel_screen(sitting: Sitting, seat: int, said: Lines = ()) -> Screen:
    """`said` is what follows from the last thing pressed. The dilemma's own words stand in the channel."""
    view = known(sitting.state, seat)
    shown = panel(view, seat)
    offered = () if sitting.paused else shown.choices
    hints = tuple(line("prompt.choice", label=c.label, hint=c.hint) for c in offered if c.needs)
    urgent = tuple(told for told in shown.task if told.key == OWED)
    task = tuple(told for told in _untimed(shown.task) if told.key != OWED)
    state = tuple(told for told in shown.state if told.key != DANGER or min(view.stats) <= NEAR)
    lines = (shown.title, *said, *clock(sitting), *urgent, *state, *task, *hints)
    refresh = Button(_address("refresh", sitting), line("button.refresh"))
    below = (_dossier_button(sitting),) if view.outcome is not None else (refresh, _dossier_button(sitting))
    return Screen(lines, (*_rows(sitting, seat, offered), below))


def _rows(sitting: Sitting, seat: int, choices: tuple[Choice, ...]) -> tuple[Row, ...]:
    if not choices:
        return ()
    if any(choice.needs for choice in choices):
        return (tuple(_button(sitting, choice) for choice in choices),)
    made = _made(sitting.state, seat)
    options = tuple(Option(choice_id(c.move), c.label, c.hint, choice_id(c.move) == made) for c in choices)
    return (Select(_address("do", sitting), line(f"prompt.{sitting.state.phase}"), options),)


def _button(sitting: Sitting, choice: Choice) -> Button:
    verb = {"text": "say", "confirm": "sure", None: "do"}[choice.needs]
    return Button(_address(verb, sitting, choice_id(choice.move)), choice.label, "main" if choice.needs else "plain")


def _made(state: State, seat: int) -> str:
    """The choice that stands, until it is changed."""
    me = state.councillor(seat)
    if seat not in state.acted:
        return ""
    if state.phase == "statement_vote":
        return f"vote_statement.{me.supports}" if me.supports else "abstain"
    if me.choice is None:
        return "pass"
    target = me.choice.target or me.choice.faction
    return f"{me.choice.action}.{target}" if target else me.choice.action


def confirm_vote(sitting: Sitting, choice: Choice) -> Screen:
    yes = Button(_address("do", sitting, choice_id(choice.move)), line("confirm.vote.yes"), "good")
    lines = (line("confirm.vote.title"), line("prompt.choice", label=choice.label, hint=choice.hint))
    back = Button(_address("refresh", sitting), line("button.back"))
    return Screen((*lines, line("confirm.vote.what")), ((yes, back),))


def confirm(sitting: Sitting, what: str, seat: int = 0) -> Screen:
    """Before somebody leaves or is removed, or a game is ended."""
    yes = Button(_address(what, sitting, str(seat)), line(f"confirm.{what}.yes"), "bad")
    named = {"name": sitting.state.councillor(seat).name} if seat else {}
    no = Button(_address("never", sitting), line("button.back"))
    return Screen((line(f"confirm.{what}.title"), line(f"confirm.{what}.what", **named)), ((yes, no),))


def dossier_screen(sitting: Sitting, seat: int) -> Screen:
    return Screen(dossier(sitting.events, seat))


def standing_screen(sitting: Sitting) -> Screen:
    """What everybody knows."""
    shown = public_panel(sitting.state)
    buttons = (Button(_address("panel", sitting), line("button.panel"), "main"), _dossier_button(sitting))
    return Screen((shown.title, *_untimed(shown.lines), *clock(sitting)), (buttons,))


def _untimed(lines: Lines) -> Lines:
    """How many have acted is told by the board, on its beat: whoever could ask at any time would time the others."""
    return tuple(said for said in lines if said.key != PROGRESS)


def _dossier_button(sitting: Sitting) -> Button:
    return Button(_address("dossier", sitting), line("button.dossier"))


def _address(verb: str, sitting: Sitting, choice: str = "") -> str:
    return str(Address(verb, sitting.game, *sitting.moment, choice))
