"""A game as people meet it in a chat: panels, moves and what comes of them."""

import pytest

from bot.address import Address, address
from bot.boards import OPENING, public_screen, seat_screen
from bot.desk import Answer, ChatError
from bot.screen import Form, Reply, Screen
from bot.sitting import Declined
from bot.store import StoreError
from bot.table import Table
from bot.text import from_json, line, say
from engine.commands import Refused
from tests.desk.lounge import GUILD, Lounge, button, labels, mod, options, screen, selects, text, visitor

PEOPLE = ("Ala", "Bartek", "Celina")


def panel_of(table: Table) -> str:
    return str(Address("panel", table.sitting.game))


async def speak(lounge: Lounge, who: str, table: Table, words: str) -> Answer:
    shown = screen(await lounge.press(who, panel_of(table)))
    form = await lounge.press(who, button(shown, "Złóż"))
    assert isinstance(form, Form)
    return await lounge.write(who, form, words)


async def act(lounge: Lounge, who: str, table: Table, choice: str = "") -> Answer:
    """Press whatever the panel offers: the choice, or the first."""
    shown = screen(await lounge.press(who, panel_of(table)))
    if selects(shown):
        return await lounge.press(who, selects(shown)[0].address, choice or options(shown)[0])
    if table.sitting.state.phase == "statements":
        return await lounge.press(who, button(shown, "Zachowaj"))
    asked = screen(await lounge.press(who, button(shown, "Polisa 1")))
    return await lounge.press(who, button(asked, "Tak"))


async def test_a_statement_is_written_shown_and_changed(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    answer = await speak(lounge, "Ala", table, "Niech żyje król.")
    assert isinstance(answer, Reply)
    assert answer.replace
    assert "Przyjęto." in text(answer)
    assert "Niech żyje król." in text(answer)
    form = await lounge.press("Ala", button(screen(answer), "Złóż"))
    assert isinstance(form, Form)
    assert form.text == "Niech żyje król."
    await lounge.write("Ala", form, "Precz z królem.")
    assert table.sitting.state.councillor(1).statement == "Precz z królem."


async def test_what_was_written_is_not_lost_with_the_refusal(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    for words in ("\u202eodwrotnie", " "):
        answer = await speak(lounge, "Ala", table, words)
        assert "nie można przyjąć" in text(answer)
    form = await lounge.press("Ala", str(Address("say", table.sitting.game, 1, "statements", "submit_statement")))
    assert isinstance(form, Form)
    await lounge.command(mod("Mirka"), "rada-mod.zamknij")
    late = await lounge.write("Ala", form, "Moje długo pisane słowa.")
    assert "zamkniętej już fazy" in text(late)
    assert "Moje długo pisane słowa." in text(late)
    assert table.sitting.state.councillor(1).statement is None


async def test_a_whole_game_by_pressing_what_is_offered(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    for _ in range(8 * 4 * 3 + 10):
        if table.sitting.state.outcome is not None:
            break
        for who in PEOPLE:
            if table.sitting.state.outcome is None:
                seat = table.sitting.seat_of(who)
                if seat is not None and seat not in table.sitting.state.acted:
                    assert "Przyjęto." in text(await act(lounge, who, table))
        await lounge.hall.clock.turn(1)
    assert table.sitting.state.outcome is not None
    ended = await lounge.press("Ala", panel_of(table))
    assert screen(ended).rows[0] != ()
    assert "Teczka: Ala" in text(await lounge.command("Ala", "rada.teczka"))
    standing = await lounge.command(visitor("Gość"), "rada.stan")
    assert text(standing).splitlines()[0] == text(ended).splitlines()[0]
    with pytest.raises(Refused, match="game_over"):
        await lounge.press("Ala", str(Address("do", table.sitting.game, 8, "policy_vote", "vote_policy.1")))


async def test_the_final_vote_is_asked_for_once_more(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    await lounge.command(mod("Mirka"), "rada-mod.zamknij")
    await lounge.command(mod("Mirka"), "rada-mod.zamknij")
    await lounge.hall.clock.turn(1)
    assert table.sitting.state.phase == "policy_vote"
    shown = screen(await lounge.press("Ala", panel_of(table)))
    asked = screen(await lounge.press("Ala", button(shown, "Polisa 2")))
    assert table.sitting.state.acted == ()
    assert "nie da się potem zmienić" in text(asked)
    back = screen(await lounge.press("Ala", button(asked, "Wróć")))
    assert labels(back) == labels(shown)
    done = await lounge.press("Ala", button(asked, "Tak"))
    assert "ostateczny" in text(done)
    with pytest.raises(Refused, match="already_voted"):
        await lounge.press("Ala", button(asked, "Tak"))
    assert table.sitting.state.councillor(1).vote == 2


async def test_a_choice_stands_out_until_it_is_changed(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    await lounge.command(mod("Mirka"), "rada-mod.zamknij")
    assert table.sitting.state.phase == "actions"
    for choice in ("unmask.2", "sow.guard", "protect", "pass"):
        shown = screen(await act(lounge, "Ala", table, choice))
        assert [option.value for option in selects(shown)[0].options if option.chosen] == [choice]


async def test_a_repeated_click_counts_once(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    shown = screen(await lounge.press("Ala", panel_of(table)))
    for _ in range(2):
        answer = await lounge.press("Ala", button(shown, "Zachowaj"), id_="same")
        assert "Przyjęto." in text(answer)
    assert table.sitting.n == 1


async def test_a_late_click_is_named_so(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    shown = screen(await lounge.press("Ala", panel_of(table)))
    await lounge.command(mod("Mirka"), "rada-mod.zamknij")
    with pytest.raises(Declined, match="stale"):
        await lounge.press("Ala", button(shown, "Zachowaj"))


async def test_while_paused_nothing_is_offered_or_taken(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    shown = screen(await lounge.press("Ala", panel_of(table)))
    await lounge.command(mod("Mirka"), "rada-mod.pauza")
    with pytest.raises(Declined, match="paused"):
        await lounge.press("Ala", button(shown, "Zachowaj"))
    paused = screen(await lounge.press("Ala", panel_of(table)))
    assert "wstrzymana" in text(paused)
    assert labels(paused) == ["Odśwież", "Moja teczka"]


async def test_whoever_leaves_is_asked_first(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    asked = screen(await lounge.command("Ala", "rada.opusc"))
    await lounge.press("Ala", button(asked, "Wróć"))
    assert table.sitting.state.councillor(1).status == "active"
    await lounge.press("Ala", button(asked, "Tak"))
    assert table.sitting.state.councillor(1).status == "left"
    with pytest.raises(Refused, match="not_active"):
        await lounge.command("Ala", "rada.opusc")


async def test_elsewhere_ones_own_games_are_offered(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    private = visitor("Ala")._replace(guild="", channel="dm")
    assert "Ala" in text(await lounge.command(private, "rada.panel"))
    with pytest.raises(Declined, match="no_game"):
        await lounge.command(visitor("Gość")._replace(guild="", channel="dm"), "rada.panel")
    await lounge.command(visitor("Ala")._replace(channel="601"), "rada.nowa")
    (lobby,) = lounge.office.lobbies
    await lounge.press(visitor("Ala")._replace(channel="601"), str(Address("start", lobby)))
    which = screen(await lounge.command(private, "rada.teczka"))
    assert len(labels(which)) == 2
    assert all(found.verb == "dossier" for row in which.rows for found in filter(None, map(_pressed, row)))
    assert table.sitting.game in str(which.rows)


def _pressed(part: object) -> Address | None:
    return address(str(getattr(part, "address", "")))


async def test_the_store_that_fails_loses_no_words(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await lounge.game(*PEOPLE)

    async def full(*changes: object) -> None:
        raise StoreError("full")

    monkeypatch.setattr(lounge.hall.store, "write", full)
    answer = await speak(lounge, "Ala", table, "Słowa bez miejsca.")
    assert "Słowa bez miejsca." in text(answer)
    assert "Nie udało się zapisać" in text(answer)
    assert table.sitting.n == 0


# -- what is delivered ------------------------------------------------------------------------------------------------


async def test_a_board_leads_to_the_panel_and_tells_the_time(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    heard = [from_json(message.body) for message in lounge.hall.ears.heard if message.place == "public"]
    (board,) = [lines for lines in heard if lines[0].key.startswith(OPENING)]
    shown = public_screen(table.sitting, board)
    assert labels(shown) == ["Mój panel"]
    assert f"<t:{int(table.sitting.due or 0)}:R>" in text(shown)
    assert "0 z 3" in text(shown)
    await lounge.command(mod("Mirka"), "rada-mod.zamknij")
    assert "Koniec fazy" not in text(public_screen(table.sitting, board))


async def test_nobody_can_time_the_others_by_asking(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    before = [text(await lounge.press("Ala", panel_of(table))), text(await lounge.command("Ala", "rada.stan"))]
    await act(lounge, "Bartek", table)
    after = [text(await lounge.press("Ala", panel_of(table))), text(await lounge.command("Ala", "rada.stan"))]
    assert after == before


async def test_an_invitation_is_a_panel_while_it_counts(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    invited = (line("panel.invite", round=1, phase="statements"),)
    shown = seat_screen(table.sitting, 2, invited)
    assert shown is not None
    assert "Bartek" in text(shown)
    await lounge.command(mod("Mirka"), "rada-mod.zamknij")
    assert seat_screen(table.sitting, 2, invited) is None


async def test_everything_of_the_worst_game_fits(lounge: Lounge) -> None:
    """With the longest names and words, panels need one message."""
    names = tuple(f"{'_' * 28}{number:04}" for number in range(12))
    table = await lounge.game(*names)
    for who in names:
        answer = await speak(lounge, who, table, "*_~" * 166 + who[-2:])
        assert fits(screen(answer))
    await lounge.hall.clock.turn(1)
    while table.sitting.state.round == 1:
        for who in names:
            if table.sitting.state.round == 1:
                shown = screen(await lounge.press(who, panel_of(table)))
                assert fits(shown)
                await act(lounge, who, table)
        await lounge.hall.clock.turn(1)


def fits(shown: Screen) -> bool:
    escaped = "\n".join(
        say(said, lambda words: "".join(f"\\{c}" if not c.isalnum() else c for c in words)) for said in shown.lines
    )
    return len(escaped) <= 2000 and len(shown.rows) <= 5 and all(len(select.options) <= 25 for select in selects(shown))


async def test_members_of_other_servers_and_strangers_get_nothing(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    stranger = visitor("Obcy")._replace(guild="another", channel="elsewhere")
    for verb in ("panel", "refresh", "dossier", "leaving"):
        with pytest.raises(Declined, match="not_seated"):
            await lounge.press(stranger, str(Address(verb, table.sitting.game)))
    assert GUILD not in stranger.guild


async def test_where_a_game_has_ended_ones_own_elsewhere_is_meant(lounge: Lounge) -> None:
    first = await lounge.game(*PEOPLE)
    await first.abandon("Mirka", "end")
    await lounge.hall.clock.turn(1)
    thread = visitor("Ala")._replace(channel="6009", parent="600")
    await lounge.command(thread, "rada.nowa")
    (lobby,) = lounge.office.lobbies
    await lounge.press(thread, str(Address("start", lobby)))
    assert "Runda 1 z 8" in text(await lounge.command("Ala", "rada.panel"))
    assert "Gra przerwana" in text(await lounge.command("Bartek", "rada.panel"))


async def test_a_game_moves_only_to_where_the_bot_can_speak(lounge: Lounge) -> None:
    table = await lounge.game(*PEOPLE)
    there = mod("Mirka")._replace(channel="601")
    lounge.chat.unreachable |= {"600", "601"}
    with pytest.raises(ChatError):
        await lounge.command(there, "rada-mod.przenies")
    lounge.chat.unreachable.discard("601")
    await lounge.command(there, "rada-mod.przenies")
    assert lounge.chat.again == [table.sitting.game]
    await lounge.command(there, "rada-mod.pauza")
    assert table.sitting.paused
