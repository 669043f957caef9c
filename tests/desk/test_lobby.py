"""Before a game: who gathers, how it is to be played, and what could fail."""

import asyncio

import pytest

from bot.address import Address
from bot.desk import ChatError, Faults
from bot.lobby import Lobby, join, lobby_from, sound
from bot.rooms import Rooms
from bot.sitting import Declined
from bot.store import StoreError
from engine.decide import MAX_SEATS
from tests.desk.lounge import CHANNEL, GUILD, Lounge, button, labels, mod, screen, selects, text, visitor


def lobby_of(lounge: Lounge) -> Lobby:
    (lobby,) = lounge.office.lobbies.values()
    return lobby


def to(lounge: Lounge, verb: str, choice: str = "") -> str:
    return str(Address(verb, lobby_of(lounge).id, choice=choice))


async def test_a_table_is_opened_filled_and_dealt(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    (shown,) = lounge.chat.posted.values()
    assert "1. Ala" in text(shown)
    assert labels(shown) == ["Dołącz", "Wychodzę", "Zacznij grę", "Zamknij stół"]
    shown_then = await lounge.press("Bartek", button(shown, "Dołącz"))
    assert "2. Bartek" in text(shown_then)
    await lounge.press("Ala", to(lounge, "choose", "tempo"), "daily")
    await lounge.press("Ala", to(lounge, "choose", "preset"), "harsh")
    await lounge.press("Ala", to(lounge, "choose", "seats"), "7")
    await lounge.press("Ala", to(lounge, "start"))
    assert lounge.office.lobbies == {}
    room = lounge.office.room_at(CHANNEL)
    assert room is not None
    sitting = lounge.office.tables[room.game].sitting
    assert len(sitting.kept.sitters) == 7
    assert [sitter.person for sitter in sitting.kept.sitters][:3] == ["Ala", "Bartek", None]
    assert sitting.kept.tempo == "daily"
    assert sitting.state.rules.effects_shown == "tendency"
    (shown,) = lounge.chat.posted.values()
    assert "zaczyna" in text(shown)
    assert shown.rows == ()


async def test_what_is_chosen_is_shown_as_chosen(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    for what, value in (("preset", "evening"), ("tempo", "blitz"), ("seats", "12")):
        await lounge.press("Ala", to(lounge, "choose", what), value)
    answer = await lounge.press("Bartek", to(lounge, "join"))
    chosen = [option.value for select in selects(screen(answer)) for option in select.options if option.chosen]
    assert chosen == ["evening", "blitz", "12"]


@pytest.mark.parametrize(
    ("what", "value"),
    [("preset", "none"), ("tempo", "ages"), ("seats", "13"), ("seats", "2"), ("seats", "²"), ("x", "1")],
)
async def test_only_what_is_offered_can_be_chosen(lounge: Lounge, what: str, value: str) -> None:
    await lounge.command("Ala", "rada.nowa")
    before = lobby_of(lounge)
    with pytest.raises(Declined, match="unknown_choice"):
        await lounge.press("Ala", to(lounge, "choose", what), value)
    assert lobby_of(lounge) == before


async def test_a_lobby_outlives_the_program(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    await lounge.press("Bartek", to(lounge, "join"))
    before = lobby_of(lounge)
    again = await lounge.again()
    assert lobby_of(again) == before
    assert lobby_from(str(before.put().value)) == before
    await again.press("Celina", to(again, "join"))
    await again.press("Ala", to(again, "start"))
    third = await again.again()
    assert third.office.lobbies == {}
    assert [room.channel for room in await Rooms.load(third.hall.store)] == [CHANNEL]
    await third.close()


async def test_whoever_comes_twice_or_too_late_is_told_so(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    with pytest.raises(Declined, match="already_in"):
        await lounge.press("Ala", to(lounge, "join"))
    for number in range(MAX_SEATS - 1):
        await lounge.press(f"Osoba {number}", to(lounge, "join"))
    with pytest.raises(Declined, match="full"):
        await lounge.press("Zofia", to(lounge, "join"))
    gone = to(lounge, "join")
    await lounge.press("Ala", to(lounge, "cancel"))
    with pytest.raises(Declined, match="no_lobby"):
        await lounge.press("Zofia", gone)


async def test_whoever_leaves_is_gone_whichever_way(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    await lounge.press("Bartek", to(lounge, "join"))
    await lounge.command("Bartek", "rada.opusc")
    assert "Bartek" not in text(lounge.chat.posted["1"])
    await lounge.press("Ala", to(lounge, "quit"))
    assert lobby_of(lounge).guests == ()
    with pytest.raises(Declined, match="not_in"):
        await lounge.press("Ala", to(lounge, "quit"))


@pytest.mark.parametrize("verb", ["start", "anyway", "cancel", "choose"])
async def test_only_the_opener_and_moderators_decide(lounge: Lounge, verb: str) -> None:
    await lounge.command("Ala", "rada.nowa")
    await lounge.press("Bartek", to(lounge, "join"))
    pressed, value = to(lounge, verb, "tempo" if verb == "choose" else ""), "blitz"
    with pytest.raises(Declined, match="not_opener"):
        await lounge.press("Bartek", pressed, value)
    with pytest.raises(Declined, match="no_lobby"):
        await lounge.press(visitor("Ala")._replace(guild="another"), pressed, value)
    await lounge.press(mod("Mirka"), pressed, value)


async def test_a_channel_has_one_table(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    again = await lounge.command("Bartek", "rada.nowa")
    assert text(again).endswith("/500/600/1")
    assert len(lounge.office.lobbies) == 1
    lounge.chat.deleted.add("1")
    again = await lounge.command("Bartek", "rada.nowa")
    assert text(again).endswith("/500/600/2")
    assert lobby_of(lounge).message == "2"
    await lounge.press("Ala", to(lounge, "start"))
    with pytest.raises(Declined, match="already_there"):
        await lounge.command("Bartek", "rada.nowa")
    await lounge.command(visitor("Bartek")._replace(channel="601"), "rada.nowa")


async def test_a_thread_of_its_own(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa", watek=True)
    assert lobby_of(lounge).channel == f"{CHANNEL}9"


async def test_a_server_may_have_one_channel_for_games(lounge: Lounge) -> None:
    await lounge.command(mod("Mirka"), "rada-mod.ustawienia", kanal="700", tempo="weekly", wariant="evening")
    assert "<#700>" in text(await lounge.command("Ala", "rada.nowa"))
    assert lounge.office.lobbies == {}
    await lounge.command(visitor("Ala")._replace(channel="701", parent="700"), "rada.nowa")
    assert (lobby_of(lounge).tempo, lobby_of(lounge).preset) == ("weekly", "evening")
    again = await lounge.again()
    assert "<#700>" in text(await again.command("Ala", "rada.nowa"))
    shown = await again.command(mod("Mirka"), "rada-mod.ustawienia", wyczysc="kanal")
    assert "na każdym kanale" in text(shown)
    assert "stół jest otwarty" in text(await again.command("Ala", "rada.nowa")).lower()


async def test_what_would_fail_is_found_before(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    lounge.chat.faults = Faults(rights=("send_messages",))
    answer = await lounge.press("Ala", to(lounge, "start"))
    assert "nie można jeszcze zacząć" in text(answer)
    await lounge.press("Bartek", to(lounge, "join"))
    lounge.chat.faults = Faults(closed=("Bartek",))
    answer = await lounge.press("Ala", to(lounge, "start"))
    assert lounge.chat.tried == [("Ala",), ("Bartek",)]
    assert labels(screen(answer)) == ["Zacznij mimo to", "Sprawdź ponownie"]
    assert list(lounge.office.rooms) == []
    tried = len(lounge.chat.tried)
    await lounge.press("Ala", button(screen(answer), "Zacznij mimo to"))
    assert lounge.chat.tried[tried:] == [()]
    assert len(list(lounge.office.rooms)) == 1


async def test_a_lobby_that_cannot_be_kept_or_shown_is_as_it_was(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch
) -> None:
    lounge.chat.broken = True
    with pytest.raises(ChatError):
        await lounge.command("Ala", "rada.nowa")
    lounge.chat.broken = False
    await lounge.command("Ala", "rada.nowa")

    async def full(*changes: object) -> None:
        raise StoreError("full")

    before = lobby_of(lounge)
    monkeypatch.setattr(lounge.hall.store, "write", full)
    for pressed in ("quit", "start", "cancel"):
        with pytest.raises(StoreError):
            await lounge.press("Ala", to(lounge, pressed))
        assert lobby_of(lounge) == before
    assert list(lounge.office.rooms) == []


async def test_a_game_starts_once_however_often_it_is_started(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    start = to(lounge, "start")
    answers = await asyncio.gather(*(lounge.press("Ala", start) for _ in range(3)), return_exceptions=True)
    assert [str(answer) for answer in answers if isinstance(answer, BaseException)] == ["no_lobby"] * 2
    assert len(list(lounge.office.rooms)) == 1


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ala", "Ala"),
        ("\u202eAla\u202c", "Ala"),
        ("A\nB\tC", "A B C"),
        ("\u200b\u200d", ""),
        ("🦊", ""),
        ("   ", ""),
        ("x" * 40, "x" * 32),
        ("Żółć 🦊", "Żółć 🦊"),
    ],
)
def test_a_name_as_it_stands_at_the_table(name: str, shown: str) -> None:
    assert sound(name) == shown


def test_everybody_has_a_name_of_their_own() -> None:
    lobby = Lobby("l", GUILD, CHANNEL, "1")
    for person, name, handle in (
        ("1", "Ala", "ala.k"),
        ("2", "ALA", "ala.m"),
        ("3", "\u200b", "ala"),
        ("4", "🦊", "lis"),
        ("5", "🦊", "…"),
    ):
        lobby = join(lobby, person, name, handle)
    names = [guest.name for guest in lobby.guests]
    assert len({name.casefold() for name in names}) == 5
    assert names[:2] == ["Ala", "ala.m"]
    assert all(sound(name) for name in names)


async def test_neighbours_are_not_told_the_same(lounge: Lounge) -> None:
    table = await lounge.game("Ala", seats=3)
    for _ in range(60):
        await lounge.hall.clock.turn(60)
    told = set(table.sitting.crises)
    assert told
    await lounge.command(mod("Mirka"), "rada-mod.zakoncz")
    await lounge.press(mod("Mirka"), str(Address("abandon", table.sitting.game, *table.sitting.moment)))
    await lounge.hall.clock.turn(1)
    second = await lounge.game("Ala", seats=3)
    assert told <= set(second.sitting.kept.avoid)


async def test_whoever_has_left_the_server_loses_the_place(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    await lounge.press("Bartek", to(lounge, "join"))
    lounge.chat.faults = Faults(absent=("Bartek",))
    answer = await lounge.press("Ala", to(lounge, "start"))
    assert "Bartek: tej osoby nie ma już" in text(answer)
    assert lobby_of(lounge).people == ("Ala",)
    assert "Bartek" not in text(lounge.chat.posted["1"])


async def test_two_who_open_at_once_open_one(lounge: Lounge) -> None:
    await asyncio.gather(*(lounge.command(who, "rada.nowa") for who in ("Ala", "Bartek")))
    assert lobby_of(lounge).people == ("Ala",)


async def test_nobody_is_lost_while_a_lobby_is_shown_anew(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    join_ = to(lounge, "join")
    await asyncio.gather(
        lounge.command("Ala", "rada.nowa"), lounge.press("Bartek", join_), lounge.press("Celina", join_)
    )
    assert set(lobby_of(lounge).people) == {"Ala", "Bartek", "Celina"}
    again = await lounge.again()
    assert lobby_of(again).people == lobby_of(lounge).people
    await again.close()


async def test_beside_a_game_a_thread_can_be_opened(lounge: Lounge) -> None:
    await lounge.game("Ala")
    with pytest.raises(Declined, match="already_there"):
        await lounge.command("Bartek", "rada.nowa")
    await lounge.command("Bartek", "rada.nowa", watek=True)
    assert lobby_of(lounge).people == ("Bartek",)


async def test_an_opener_who_goes_hands_the_lobby_on(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    await lounge.press("Bartek", to(lounge, "join"))
    await lounge.press("Ala", to(lounge, "quit"))
    await lounge.press("Bartek", to(lounge, "start"))
    assert lounge.office.table_at(CHANNEL) is not None


async def test_nobody_plays_a_game_of_nobody(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    await lounge.press("Ala", to(lounge, "quit"))
    for verb in ("start", "anyway"):
        with pytest.raises(Declined, match="nobody"):
            await lounge.press("Ala", to(lounge, verb))


async def test_a_trial_writes_to_everybody_once(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    lounge.chat.faults = Faults(rights=("send_messages",))
    await asyncio.gather(*(lounge.press("Ala", to(lounge, "start")) for _ in range(5)))
    assert lounge.chat.tried == [("Ala",)]
    await lounge.press("Ala", to(lounge, "start"))
    assert lounge.chat.tried == [("Ala",), ()]


async def test_a_lobby_that_is_closed_stays_closed(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa")
    answers = await asyncio.gather(
        lounge.press("Ala", to(lounge, "cancel")), lounge.press("Bartek", to(lounge, "join")), return_exceptions=True
    )
    assert [str(answer) for answer in answers if isinstance(answer, Declined)] == ["no_lobby"]
    again = await lounge.again()
    assert again.office.lobbies == {}
    await again.close()


async def test_one_who_opens_threads_opens_one(lounge: Lounge) -> None:
    await lounge.command("Ala", "rada.nowa", watek=True)
    assert "czeka" in text(await lounge.command("Ala", "rada.nowa", watek=True))
    assert len(lounge.office.lobbies) == 1


@pytest.mark.parametrize("blank", ["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\ufe0f"])
def test_nobody_is_called_nothing(blank: str) -> None:
    assert sound(blank) == ""
    lobby = join(Lobby("l", GUILD, CHANNEL, "1"), "1", "Ala", "ala")
    assert join(lobby, "2", f"Ala{blank}", "ala.2").guests[1].name == "ala.2"
