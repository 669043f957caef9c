"""Who may do what: every command and everything that can be pressed, for everybody, whatever goes on in the channel.

One sign for each person, in the order of `PEOPLE`: "+" it is done, another: the code of the refusal (`SIGNS`)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

PEOPLE: Final = ("opener", "player", "guest", "seated mod", "mod", "stranger", "private", "nobody")
"""Who opened the lobby and plays; another player; a member without a seat; who plays and manages the server; who
moderates by the role that was set and does not play; who manages another server; the opener, in private; and somebody
who plays nothing, in private."""

SIGNS: Final = {
    "+": "",
    ".": "only_server",  # by the door, before the desk is asked
    "g": "no_game",
    "l": "no_lobby",
    "s": "not_seated",
    "o": "not_opener",
    "m": "not_moderator",
    "i": "already_in",
    "n": "not_in",
    "t": "already_there",
    "h": "not_here",
    "r": "running",
    "p": "paused",
    "u": "not_paused",
    "e": "game_over",
    "x": "stale",
    "w": "unknown_choice",
    "d": "no_deadline",
}

COMMANDS: Final = """
#                    nothing   lobby     game      paused    ended
rada.nowa            ++++++..  ++++++..  ttttt+..  ttttt+..  ++++++..
rada.stan            gggggggg  gggggggg  +++++g+g  +++++g+g  +++++ggg
rada.panel           gggggggg  gggggggg  ++s+sg+g  ++s+sg+g  ++s+sggg
rada.teczka          gggggggg  gggggggg  ++s+sg+g  ++s+sg+g  ++s+sggg
rada.zasady          ++++++++  ++++++++  ++++++++  ++++++++  ++++++++
rada.opusc           gggggggg  ++g+gggg  ++s+sg+g  ++s+sg+g  eesesggg
rada.pomoc           ++++++++  ++++++++  ++++++++  ++++++++  ++++++++
rada-mod.start       mmmlll..  mmm++l..  mmmlll..  mmmlll..  mmmlll..
rada-mod.stan        mmmggg..  mmmggg..  mmm++g..  mmm++g..  mmmggg..
rada-mod.pauza       mmmggg..  mmmggg..  mmm++g..  mmmppg..  mmmggg..
rada-mod.wznow       mmmggg..  mmmggg..  mmmuug..  mmm++g..  mmmggg..
rada-mod.przedluz    mmmggg..  mmmggg..  mmm++g..  mmmddg..  mmmggg..
rada-mod.zamknij     mmmggg..  mmmggg..  mmm++g..  mmm++g..  mmmggg..
rada-mod.przekaz     mmmggg..  mmmggg..  mmm++g..  mmm++g..  mmmggg..
rada-mod.usun        mmmggg..  mmmggg..  mmm++g..  mmm++g..  mmmggg..
rada-mod.zakoncz     mmmggg..  mmmggg..  mmm++g..  mmm++g..  mmmggg..
rada-mod.tempo       mmmggg..  mmmggg..  mmm++g..  mmm++g..  mmmggg..
rada-mod.ustawienia  mmm+++..  mmm+++..  mmm+++..  mmm+++..  mmm+++..
rada-mod.przenies    mmmhhh..  mmmtth..  mmmtth..  mmmtth..  mmmhhh..
rada-mod.eksport     mmmggg..  mmmggg..  mmmrrg..  mmmrrg..  mmm++g..
rada-mod.dziennik    mmmggg..  mmmggg..  mmm++g..  mmm++g..  mmm++g..
"""

BUTTONS: Final = """
#           lobby     game      vote      paused    ended
join        ii+i+lll  llllllll  llllllll  llllllll  llllllll
quit        ++n+nlll  llllllll  llllllll  llllllll  llllllll
choose      +oo++lll  llllllll  llllllll  llllllll  llllllll
start       +oo++lll  llllllll  llllllll  llllllll  llllllll
anyway      +oo++lll  llllllll  llllllll  llllllll  llllllll
cancel      +oo++lll  llllllll  llllllll  llllllll  llllllll
standing    gggggggg  ++s+ss+s  ++s+ss+s  ++s+ss+s  ++s+ss+s
panel       gggggggg  ++s+ss+s  ++s+ss+s  ++s+ss+s  ++s+ss+s
refresh     gggggggg  ++s+ss+s  ++s+ss+s  ++s+ss+s  ++s+ss+s
dossier     gggggggg  ++s+ss+s  ++s+ss+s  ++s+ss+s  ++s+ss+s
leaving     gggggggg  ++s+ss+s  ++s+ss+s  ++s+ss+s  eesesses
do          gggggggg  ++s+ss+s  ++s+ss+s  ppspssps  eeeeeeee
say         gggggggg  ++s+ss+s  wwswssws  ppspssps  eeeeeeee
sure        gggggggg  wwswssws  ++s+ss+s  ppspssps  eeeeeeee
leave       gggggggg  ++s+ss+s  ++s+ss+s  ++s+ss+s  eeeeeeee
never       ++++++++  ++++++++  ++++++++  ++++++++  ++++++++
rules       ++++++++  ++++++++  ++++++++  ++++++++  ++++++++
remove      mmmmmmmm  mmm++mmm  mmm++mmm  mmm++mmm  mmmeemmm
abandon     mmmmmmmm  mmm++mmm  mmm++mmm  mmm++mmm  mmmeemmm
"""

OPTIONS: Final[dict[str, dict[str, str | int]]] = {
    "rada.zasady": {"rozdzial": "actions"},
    "rada-mod.przedluz": {"minuty": 2},
    "rada-mod.przekaz": {"miejsce": 2},
    "rada-mod.usun": {"miejsce": 2},
    "rada-mod.tempo": {"tempo": "daily"},
    "rada-mod.ustawienia": {"tempo": "weekly"},
}
"""What is named with a command here."""

CHANGING: Final = frozenset({
    "rada.nowa", "rada-mod.start", "rada-mod.pauza", "rada-mod.wznow", "rada-mod.przedluz", "rada-mod.zamknij",
    "rada-mod.przekaz", "rada-mod.tempo", "rada-mod.ustawienia", "rada-mod.eksport",
    "join", "quit", "choose", "start", "anyway", "cancel", "do", "leave", "remove", "abandon",
})  # fmt: skip
"""What changes something when it is done; /rada opusc does in a lobby. All the others only show."""


class Cell(NamedTuple):
    """`code` is empty where it is done."""

    what: str
    situation: str
    person: str
    code: str

    @property
    def changes(self) -> bool:
        leaves_lobby = (self.what, self.situation) == ("rada.opusc", "lobby")
        return not self.code and (self.what in CHANGING or leaves_lobby)


def cells(table: str) -> Iterator[Cell]:
    head, *rows = table.strip().splitlines()
    _, *situations = head.split()
    for row in rows:
        what, *signs = row.split()
        for situation, of_all in zip(situations, signs, strict=True):
            for person, sign in zip(PEOPLE, of_all, strict=True):
                yield Cell(what, situation, person, SIGNS[sign])
