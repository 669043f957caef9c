"""What can be asked of the game: one class per intention, and the name of every "no"."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.terms import Action, Faction, Words

Code = Literal[
    "malformed",
    "game_over",
    "unknown_seat",
    "wrong_phase",
    "not_active",
    "bad_text",
    "bad_dilemma",
    "own_statement",
    "inactive_target",
    "silent_author",
    "own_target",
    "empty_faction",
    "too_poor",
    "already_voted",
    "unknown_policy",
]


class Refused(Exception):
    """The rules do not allow the command; nothing has changed."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


@dataclass(frozen=True, slots=True)
class SubmitStatement:
    do: ClassVar = "submit_statement"
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class StaySilent:
    do: ClassVar = "stay_silent"
    seat: int


@dataclass(frozen=True, slots=True)
class VoteStatement:
    do: ClassVar = "vote_statement"
    seat: int
    author: int


@dataclass(frozen=True, slots=True)
class Abstain:
    do: ClassVar = "abstain"
    seat: int


@dataclass(frozen=True, slots=True)
class Protect:
    do: ClassVar = "choose_action"
    action: ClassVar[Action] = "protect"
    seat: int


@dataclass(frozen=True, slots=True)
class Unmask:
    do: ClassVar = "choose_action"
    action: ClassVar[Action] = "unmask"
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Sow:
    do: ClassVar = "choose_action"
    action: ClassVar[Action] = "sow"
    seat: int
    faction: Faction


@dataclass(frozen=True, slots=True)
class Pass:
    do: ClassVar = "choose_action"
    action: ClassVar[Action] = "pass"
    seat: int


@dataclass(frozen=True, slots=True)
class PresentDilemma:
    """From the narrator: words for the policies drawn, in their order (D1)."""

    do: ClassVar = "present_dilemma"
    title: str
    text: str
    policies: tuple[Words, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Narrate:
    """From the narrator: the tale of the last resolution."""

    do: ClassVar = "narrate"
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class VotePolicy:
    do: ClassVar = "vote_policy"
    seat: int
    policy: int


@dataclass(frozen=True, slots=True)
class ClosePhase:
    do: ClassVar = "close_phase"
    reason: Literal["deadline", "moderator"]


@dataclass(frozen=True, slots=True)
class Leave:
    do: ClassVar = "leave"
    seat: int
    reason: Literal["left", "removed"]


@dataclass(frozen=True, slots=True)
class Abandon:
    do: ClassVar = "abandon"


Choice = Protect | Unmask | Sow | Pass
Move = SubmitStatement | StaySilent | VoteStatement | Abstain | Choice | VotePolicy
Command = Move | PresentDilemma | Narrate | ClosePhase | Leave | Abandon
