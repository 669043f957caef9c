"""How the kept sessions came about."""

from typing import Final

from tests.discord.sessions.players import Plan
from tests.discord.sessions.session import Cast

TRIO: Final = ("Ala", "Bartek", "Celina")

PLANS: Final = {
    "three": Plan(
        Cast("Three people, one evening: in letters, and by the button in the channel", "węgiel", "deck", TRIO),
        TRIO,
        lobby=(
            "Bartek: [Dołącz]",
            "Celina: [Dołącz]",
            "Ala: <Liczba osób w Radzie: 3>",
            "Ala: <Wariant zasad: evening>",
            "Ala: <Tempo: daily>",
        ),
        aloof=("Celina",),
        idle=4,
    ),
    "seven": Plan(
        Cast(
            "Seven seats by the rulebook; the moderator steps in, seats change hands, somebody leaves",
            "dym",
            "deck",
            ("Ala", "Bartek", "Celina", "Dawid", "Mirka*"),
        ),
        TRIO,
        lobby=(
            "Bartek: [Dołącz]",
            "Bartek: [Dołącz]",
            "Dawid: [Dołącz]",
            "Dawid: [Wychodzę]",
            "Dawid: [Wychodzę]",
            "Celina: [Dołącz]",
            "Bartek: <Wariant zasad: harsh>",
            "Ala: <Liczba osób w Radzie: 7>",
            "Mirka: <Tempo: daily>",
            "Ala: ? rada zasady rozdzial: gło",
            "Ala: /rada pomoc",
            "Mirka: /rada-mod ustawienia tempo: daily",
            "Mirka: /rada-mod pauza",
        ),
        deeds={
            (1, "statements"): ("Dawid: [Mój panel]", "Dawid: /rada stan", "Mirka: /rada-mod stan"),
            (1, "statement_vote"): ("Mirka: /rada-mod pauza", "Ala: [Odśwież]", "Mirka: /rada-mod wznow"),
            (1, "actions"): ("Mirka: /rada-mod przedluz minuty: 10", "Ala: /rada panel"),
            (1, "policy_vote"): ("Ala: /rada teczka", "Mirka: ? rada-mod przekaz miejsce: Cel"),
            (2, "statements"): ("Mirka: /rada-mod przekaz miejsce: 3, osoba: @Dawid", "Celina: [Mój panel]"),
            (2, "actions"): ("Bartek: /rada opusc", "Bartek: [Wróć]", "Mirka: /rada-mod zamknij"),
            (3, "statements"): ("Bartek: /rada opusc", "Bartek: [Tak, opuszczam Radę]", "Bartek: [Mój panel]"),
            (3, "policy_vote"): ("Mirka: /rada-mod usun miejsce: 6", "Mirka: [Tak, zwolnij miejsce]"),
            (4, "statements"): ("Mirka: /rada-mod przekaz miejsce: 3", "Mirka: /rada-mod tempo tempo: blitz"),
            (5, "actions"): (
                "Mirka: /rada-mod zakoncz",
                "Mirka: [Wróć]",
                "Mirka: /rada-mod zakoncz",
                "Mirka: [Tak, zakończ grę]",
            ),
        },
        after=("Mirka: /rada-mod dziennik", "Mirka: /rada-mod eksport", "Ala: [Moja teczka]", "Ala: /rada stan"),
    ),
    "twelve": Plan(
        Cast("Twelve seats in harsh times", "dym", "deck", ("Ala", "Bartek")),
        ("Ala", "Bartek"),
        lobby=(
            "Bartek: [Dołącz]",
            "Ala: <Liczba osób w Radzie: 12>",
            "Ala: <Wariant zasad: harsh>",
            "Ala: <Tempo: daily>",
        ),
    ),
    "closed": Plan(
        Cast("Two of three take no private messages", "dym", "deck", TRIO, ("Ala", "Bartek")),
        TRIO,
        lobby=(
            "Bartek: [Dołącz]",
            "Celina: [Dołącz]",
            "Ala: <Liczba osób w Radzie: 3>",
            "Ala: <Wariant zasad: evening>",
            "Ala: <Tempo: weekly>",
        ),
        aloof=("Ala", "Bartek"),
    ),
    "model": Plan(
        Cast(
            "One among automated councillors; a model tells the story, and sometimes fails", "model", "model", ("Ala",)
        ),
        ("Ala",),
        lobby=("Ala: <Liczba osób w Radzie: 5>", "Ala: <Wariant zasad: evening>"),
        idle=20,
    ),
}
