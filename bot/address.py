"""What a button carries: never who pressed it, only where it leads. So it works after a restart, and a stale one is
known for what it is."""

from typing import Final, NamedTuple

OURS: Final = "rada"
SEPARATOR: Final = "|"
LONGEST: Final = 100


class Address(NamedTuple):
    """`verb` names what is asked for. `game` is a game or a lobby; round and phase are those the button was made in,
    where that matters."""

    verb: str
    game: str
    round: int = 0
    phase: str = ""
    choice: str = ""

    def __str__(self) -> str:
        text = SEPARATOR.join((OURS, self.verb, self.game, str(self.round), self.phase, self.choice))
        if len(text) > LONGEST:
            raise ValueError("an address must fit a button")
        return text


def address(text: str) -> Address | None:
    """None where it is none of ours."""
    parts = text.split(SEPARATOR)
    if len(parts) != 6 or parts[0] != OURS or not (parts[3].isascii() and parts[3].isdigit() and len(parts[3]) < 4):
        return None
    _, verb, game, round_, phase, choice = parts
    return Address(verb, game, int(round_), phase, choice)
