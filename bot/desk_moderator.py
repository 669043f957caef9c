"""What moderators may ask for. They see who has acted and what fails, never contents (oversight.py); whatever they do
is said at the table and noted by the table itself."""

from collections.abc import Mapping

from bot.address import Address
from bot.boards import confirm
from bot.commands import LONGEST_EXTENSION
from bot.office import Answer, ChatError, Office, Server, Value, Visitor
from bot.oversight import export as export_game
from bot.oversight import standing as standing_lines
from bot.rooms import Room
from bot.screen import Attachment, Reply, Screen
from bot.sitting import Declined, Sitter
from bot.store import Note
from bot.table import Table
from bot.tempo import TEMPOS
from bot.text import Line, line
from engine.commands import Refused
from engine.rules import PRESETS

Options = Mapping[str, Value]
AUTOMATON = "guardian"
"""Who plays a seat that nobody else takes: thinks of the kingdom first, so harms no table."""
NOTES_SHOWN = 40


def _done(*also: Line, replace: bool = False) -> Answer:
    return Reply(Screen((line("moderator.done"), *also)), replace)


async def standing(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    sitting = office.table_here(visitor).sitting
    unsaid = await office.means.store.unsaid()
    return Reply(Screen(standing_lines(sitting, unsaid, office.means.clock.now())))


async def pause(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    await office.table_here(visitor).pause(visitor.name, id_)
    return _done()


async def resume(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    """Also where the game stood still because nothing could be said in its room."""
    table = office.table_here(visitor)
    office.chat.reopened(table.sitting.game)
    await table.resume(visitor.name, id_)
    return _done()


async def extend(office: Office, visitor: Visitor, options: Options, id_: str) -> Answer:
    minutes = min(int(options["minuty"]), LONGEST_EXTENSION)
    await office.table_here(visitor).extend(visitor.name, id_, minutes)
    return _done()


async def close_phase(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    await office.table_here(visitor).close_phase(visitor.name, id_)
    return _done()


async def retime(office: Office, visitor: Visitor, options: Options, id_: str) -> Answer:
    tempo = _among(options["tempo"], TEMPOS)
    await office.table_here(visitor).retime(visitor.name, id_, tempo)
    return _done()


async def hand_over(office: Office, visitor: Visitor, options: Options, id_: str) -> Answer:
    person = str(options.get("osoba", ""))
    if person == visitor.person:  # they would learn what moderators must not know
        raise Declined("not_yourself")
    to = Sitter(person=person) if person else Sitter(temperament=AUTOMATON)
    await office.table_here(visitor).hand_over(visitor.name, id_, int(options["miejsce"]), to)
    return _done()


def seats(office: Office, visitor: Visitor, typed: str) -> list[tuple[str, Value]]:
    """Who sits where, for somebody who types a number or a name."""
    councillors = office.table_here(visitor).sitting.state.councillors
    labels = [(f"{c.seat}. {c.name}", c.seat) for c in councillors]
    return [(label, seat) for label, seat in labels if typed.casefold() in label.casefold()]


# -- what cannot be undone --------------------------------------------------------------------------------------------


async def remove(office: Office, visitor: Visitor, options: Options, id_: str) -> Answer:
    sitting, seat = office.table_here(visitor).sitting, int(options["miejsce"])
    if not sitting.state.has_seat(seat):
        raise Refused("unknown_seat")
    return Reply(confirm(sitting, "remove", seat))


async def press_remove(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    table = _moderated(office, visitor, at.game)
    seat = next((c.seat for c in table.sitting.state.councillors if str(c.seat) == at.choice), 0)
    await table.remove(visitor.name, id_, seat)
    return _done(replace=True)


async def abandon(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    return Reply(confirm(office.table_here(visitor).sitting, "abandon"))


async def press_abandon(office: Office, visitor: Visitor, at: Address, _: tuple[str, ...], id_: str) -> Answer:
    await _moderated(office, visitor, at.game).abandon(visitor.name, id_)
    return _done(replace=True)


def _moderated(office: Office, visitor: Visitor, game: str) -> Table:
    """A button may have been forged, or be older than somebody's right to press it."""
    room = office.rooms.get(game)
    if room is None or room.guild != visitor.guild or not office.moderates(visitor):
        raise Declined("not_moderator")
    return office.running(game)


# -- the server -------------------------------------------------------------------------------------------------------


async def settings(office: Office, visitor: Visitor, options: Options, id_: str) -> Answer:
    """What is not named stays as it is."""
    before, cleared = office.server(visitor), options.get("wyczysc")
    after = Server(
        "" if cleared == "kanal" else str(options.get("kanal", before.channel)),
        "" if cleared == "rola" else str(options.get("rola", before.role)),
        _among(options.get("wariant", before.preset), PRESETS),
        _among(options.get("tempo", before.tempo), TEMPOS),
    )
    if after != before:
        await office.means.store.write(after.put(visitor.guild))
        office.servers[visitor.guild] = after
    return Reply(Screen(tuple(_settings_lines(after))))


def _settings_lines(server: Server) -> list[Line]:
    return [
        line("settings.title"),
        line("settings.channel", channel=int(server.channel)) if server.channel else line("settings.any_channel"),
        line("settings.role", role=int(server.role)) if server.role else line("settings.no_role"),
        line("settings.preset", preset=server.preset),
        line("settings.tempo", tempo=server.tempo),
    ]


def _among(value: Value, known: Mapping[str, object]) -> str:
    if value not in known:
        raise Declined("unknown_choice")
    return str(value)


async def move_here(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    """The first game of the server whose own channel cannot be reached."""
    async with office.lock(visitor.channel):
        office.must_be_free(visitor.channel)
        if office.lobby_at(visitor.channel) is not None:
            raise Declined("already_there")
        if not await office.chat.reaches(visitor.channel):
            raise ChatError
        for room in office.rooms.of_guild(visitor.guild):
            if room.game in office.tables and not await office.chat.reaches(room.channel):
                return await _move(office, room, visitor.channel)
    raise Declined("not_here")


async def _move(office: Office, room: Room, channel: str) -> Answer:
    moved = room._replace(channel=channel)
    await office.means.store.write(moved.put())
    office.rooms.add(moved)
    office.chat.reopened(room.game)
    return _done(line("moderator.moved"))


async def export(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    room = office.room_at(visitor.channel)
    if room is None:
        raise Declined("no_game")
    text = await export_game(office.means, room.game, visitor.name)
    return Reply(Screen((line("moderator.export"),), attachment=Attachment(f"rada-{room.game}.jsonl", text.encode())))


async def notes(office: Office, visitor: Visitor, _: Options, id_: str) -> Answer:
    room = office.room_at(visitor.channel)
    if room is None:
        raise Declined("no_game")
    rows = await office.means.store.notes(room.game)
    return Reply(Screen((line("audit.title"), *(map(_note, rows[-NOTES_SHOWN:]) if rows else [line("audit.empty")]))))


def _note(row: Note) -> Line:
    return line("audit.row", at=int(row.at), who=row.who, what=row.what)
