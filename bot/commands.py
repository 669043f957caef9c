"""Every slash command, as a table: the chat registers it, the desk answers it, a test finds words for it. Polish
descriptions stand in the catalogue under `command.<name>`, those of options under `command.<name>.<option>`."""

from typing import Final, Literal, NamedTuple

from bot.tempo import TEMPOS
from engine.rules import PRESETS

Kind = Literal["text", "number", "flag", "person", "role", "channel"]
PLAYERS: Final = "rada"
MODERATORS: Final = "rada-mod"
LONGEST_EXTENSION: Final = 3 * 24 * 60


class Asked(NamedTuple):
    """An option of a command. `choices` are all there are, keys of the catalogue's table of its name; where it is
    `suggested`, the desk proposes some while somebody types."""

    name: str
    kind: Kind
    english: str
    required: bool = False
    choices: tuple[str, ...] = ()
    suggested: bool = False
    least: int = 1
    most: int = 0


class Command(NamedTuple):
    group: str
    name: str
    english: str
    options: tuple[Asked, ...] = ()
    in_private: bool = False

    @property
    def key(self) -> str:
        return f"{self.group}.{self.name}"


SEAT: Final = Asked("miejsce", "number", "The number of the seat", required=True, suggested=True, most=12)
TEMPO: Final = Asked("tempo", "text", "How long phases last", choices=tuple(TEMPOS))

COMMANDS: Final = (
    Command(
        PLAYERS,
        "nowa",
        "Open a lobby for a new game here",
        (Asked("watek", "flag", "Play in a thread of its own"),),
    ),
    Command(PLAYERS, "stan", "The state of the kingdom and the council, as everybody knows it", in_private=True),
    Command(PLAYERS, "panel", "What you can do now; only you see it", in_private=True),
    Command(PLAYERS, "teczka", "All that your seat has learned, done and paid; only you see it", in_private=True),
    Command(
        PLAYERS,
        "zasady",
        "The rules, section by section",
        (Asked("rozdzial", "text", "Which section", suggested=True),),
        in_private=True,
    ),
    Command(PLAYERS, "opusc", "Leave the lobby, or your seat for good", in_private=True),
    Command(PLAYERS, "pomoc", "How to begin", in_private=True),
    Command(MODERATORS, "start", "Start the game whose lobby is open here"),
    Command(MODERATORS, "stan", "Who has acted, who is missing, whose messages fail"),
    Command(MODERATORS, "pauza", "Stop the clock"),
    Command(MODERATORS, "wznow", "Let the clock run again"),
    Command(
        MODERATORS,
        "przedluz",
        "Give the phase more time",
        (Asked("minuty", "number", "How many minutes", required=True, most=LONGEST_EXTENSION),),
    ),
    Command(MODERATORS, "zamknij", "Close the phase now"),
    Command(
        MODERATORS,
        "przekaz",
        "Hand a seat over to somebody else, or to an automated councillor",
        (SEAT, Asked("osoba", "person", "Who takes the seat; nobody: an automated councillor")),
    ),
    Command(MODERATORS, "usun", "Remove whoever sits on a seat, for good", (SEAT,)),
    Command(MODERATORS, "zakoncz", "End the game without a winner"),
    Command(MODERATORS, "tempo", "Change how long phases last", (TEMPO._replace(required=True),)),
    Command(
        MODERATORS,
        "ustawienia",
        "Settings of this server",
        (
            Asked("kanal", "channel", "The only channel where games are opened"),
            Asked("rola", "role", "Whose members may moderate"),
            Asked("wariant", "text", "The preset of rules that lobbies begin with", choices=tuple(PRESETS)),
            TEMPO,
            Asked("wyczysc", "text", "Which setting to take back", choices=("kanal", "rola")),
        ),
    ),
    Command(MODERATORS, "przenies", "Move a game whose channel is gone to this one"),
    Command(MODERATORS, "eksport", "The whole recording of the last game here, once it has ended"),
    Command(MODERATORS, "dziennik", "What moderators did in this game"),
)
