"""What can be done, and why: exactly the legal moves, with their price, on a screen that gives nothing away."""

from bot.dossier import dossier
from bot.panels import panel, public_panel, receipt
from bot.text import from_json, say, to_json
from engine.commands import (
    Abstain,
    Move,
    Pass,
    Protect,
    Sow,
    StaySilent,
    SubmitStatement,
    Unmask,
    VotePolicy,
    VoteStatement,
)
from engine.options import options
from engine.view import heard_by, view
from tests.table import DEADLINE, Table
from tests.words.speech import all_of, games, screens, someone


def texts(table: Table, seat: int) -> list[str]:
    return [say(line) for line in all_of(panel(view(table.events, seat), seat))]


def hint(table: Table, move: Move) -> str:
    shown = panel(view(table.events, move.seat), move.seat)
    return next(say(choice.hint) for choice in shown.choices if choice.move == move)


def test_choices_are_exactly_the_options() -> None:
    for game in games():
        seat = someone(game)
        for state, known, shown in screens(game, seat):
            assert tuple(choice.move for choice in shown.choices) == options(known, seat) == options(state, seat)
            assert len({say(choice.label) + say(choice.hint) for choice in shown.choices}) == len(shown.choices)


def test_only_a_statement_needs_words_and_only_the_last_vote_a_confirmation() -> None:
    for game in games():
        for _, _, shown in screens(game, someone(game)):
            for choice in shown.choices:
                expected = {SubmitStatement: "text", VotePolicy: "confirm"}.get(type(choice.move))
                assert choice.needs == expected


def test_the_public_panel_is_the_same_whoever_asks_for_it() -> None:
    for game in games():
        heard = list(game.opening)
        for step in game.steps:
            heard += step.events
            if step.after.phase not in (step.before.phase, "ended"):
                public = public_panel(view(heard, None))
                assert public == public_panel(step.after) == public_panel(view(heard, 1))
                assert public.choices == ()


def test_prices_and_what_is_left() -> None:
    table = Table(starting_influence=27).reach("actions")
    assert hint(table, Pass(1)).startswith("Nic nie kosztuje. Zostaje 27 Wpływów.")
    assert hint(table, Protect(1)).endswith("Koszt 5, zostaną 22 Wpływy.")
    assert hint(table, Unmask(1, 2)).endswith("Koszt 20, zostanie 7 Wpływów.")
    assert hint(table, Sow(1, "guard")).endswith("Koszt 25, zostaną 2 Wpływy.")


def test_a_policy_shows_what_it_leads_to_and_whom_it_would_exile() -> None:
    table = Table().reach("policy_vote")
    assert hint(table, VotePolicy(1, 1)) == "○ Gospodarka 10 → 12 i ☆ Wiara 10 → 7."
    steep = Table(starting_stats=3).reach("policy_vote")
    assert "Reguła Hańby" in hint(steep, VotePolicy(1, 1))
    assert "Reguła Hańby" not in hint(steep, VotePolicy(1, 2))


def test_a_policy_shows_its_tendency_where_the_table_plays_so() -> None:
    table = Table(starting_stats=3, effects_shown="tendency").reach("policy_vote")
    assert hint(table, VotePolicy(1, 1)) == "○ Gospodarka w górę i ☆ Wiara w dół."


def test_what_was_chosen_so_far_is_shown_and_can_be_changed() -> None:
    table = Table().reach("statements")
    for move, words in (
        (SubmitStatement(1, "Raz"), "Twoje oświadczenie: „Raz”"),
        (StaySilent(1), "Twoje oświadczenie: milczenie."),
    ):
        before = table.state
        events = table.do(move)
        assert [say(line) for line in receipt(before, events, 1)] == [
            "Przyjęto.",
            words,
            "Do zamknięcia fazy możesz to zmienić.",
        ]
        assert {words, "Do zamknięcia fazy możesz to zmienić.", "Ruchy wykonane: 1 z 6."} <= set(texts(table, 1))
    assert "Ruchy wykonane: 1 z 6." in texts(table, 2)
    assert "Twój ruch: jeszcze nie wykonany." in texts(table, 2)


def test_votes_and_actions_chosen_so_far() -> None:
    table = Table().reach("statement_vote")
    table.do(VoteStatement(1, 2))
    assert "Twój głos na oświadczenie: Bartek." in texts(table, 1)
    table.do(Abstain(1))
    assert "Twój głos na oświadczenie: wstrzymany." in texts(table, 1)
    table.reach("actions").do(Unmask(1, 2))
    assert "Twoja akcja: Zdemaskuj, cel: Bartek, koszt 20." in texts(table, 1)
    table.reach("policy_vote").do(VotePolicy(1, 2))
    assert "Ten głos jest ostateczny." in texts(table, 1)


def test_a_receipt_promises_nothing_that_is_over() -> None:
    table = Table(seats=3).reach("actions")
    table.do(Pass(1), Pass(2))
    before = table.state
    events = table.do(Protect(3))
    assert [say(line) for line in receipt(before, events, 3)] == ["Przyjęto.", "Twoja akcja: Chroń Reputację, koszt 5."]


def test_a_receipt_holds_nothing_of_another_seat() -> None:
    table = Table(seats=3).reach("actions")
    before = table.state
    assert [said.key for said in receipt(before, table.do(Protect(3)), 1)] == ["receipt.taken", "receipt.changeable"]


def test_a_receipt_of_the_last_vote_holds_nothing_but_the_vote() -> None:
    table = Table(seats=3).reach("policy_vote")
    table.do(VotePolicy(1, 1), VotePolicy(2, 1))
    before = table.state
    events = table.do(VotePolicy(3, 1))
    assert [say(line) for line in receipt(before, events, 3)] == [
        "Przyjęto.",
        "Twój głos w sprawie dylematu: polisa 1 „Polisa 1”.",
        "Ten głos jest ostateczny.",
    ]


def test_a_dossier_holds_the_final_choice_its_price_and_what_it_brought() -> None:
    table = Table().reach("actions")
    table.do(Pass(1), Unmask(1, 2), DEADLINE)
    table.present()
    table.vote(1, 2)
    found = [say(line) for line in dossier(table.events, 1)]
    for words in (
        "Teczka: Ala",
        "Runda 1",
        "Twoja akcja: Zdemaskuj, cel: Bartek, koszt 20.",
        "Koszt akcji: 20 Wpływów. Zostaje 30.",
        "Zdemaskuj, Bartek: Wpływy 50, z oświadczeń 0, głos w tej rundzie: polisa 2 „Polisa 2”.",
    ):
        assert words in found
    assert "Twoja akcja: brak." not in found


def test_a_dossier_holds_nothing_that_others_did() -> None:
    table = Table().reach("actions")
    table.do(Unmask(1, 2), Protect(2), DEADLINE)
    table.present()
    table.vote(1, 2)
    assert dossier(table.events, 3) == dossier([event for event in table.events if heard_by(event, 3)], 3)
    assert not any("Zdemaskuj" in say(line) for line in dossier(table.events, 2))


def test_screens_survive_json() -> None:
    for game in games()[:5]:
        for _, _, shown in screens(game, 1):
            lines = tuple(all_of(shown))
            assert from_json(to_json(lines)) == lines
