"""A game at a test's table: factions and policies are known beforehand, and the ways to where a test begins are short.

Seats 1 and 4 are merchants, 2 and 5 clergy, 3 and 6 guard, and so on round. The numbers that simulation tunes are
given here, so that tuning them breaks no test.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

import pytest

from engine.commands import ClosePhase, Code, Command, PresentDilemma, Refused, SubmitStatement, VotePolicy
from engine.decide import begin, decide, play
from engine.events import DilemmaDrawn, Event, GameEnded, GameStarted, VotesCounted
from engine.evolve import evolve, fold
from engine.rules import RuleSet
from engine.state import State, blank
from engine.terms import FACTIONS, DrawnPolicy, Pairs, Phase, Stat, Stats, Words

E = TypeVar("E", bound=Event)

NAMES: Final = ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert", "Iga", "Jan", "Kasia", "Leon")
DEADLINE: Final = ClosePhase("deadline")


def policy(helps: Stat, gain: int, hurts: Stat, loss: int) -> DrawnPolicy:
    return DrawnPolicy(helps, hurts, Pairs(((helps, gain), (hurts, -loss))))


POLICIES: Final = (
    policy("economy", 2, "faith", 3),
    policy("faith", 1, "stability", 2),
    policy("stability", 4, "faith", 5),
)


class Table:
    """A game as it is played. `events` holds all that has happened."""

    def __init__(self, seats: int = 6, policies: tuple[DrawnPolicy, ...] = POLICIES, **numbers: Any) -> None:
        seed = numbers.pop("seed", "stół")
        rules = RuleSet(**{"starting_influence": 50, "starting_stats": 10, **numbers})
        started, opened, _ = begin(seed, rules, NAMES[:seats])[1]
        assert isinstance(started, GameStarted)
        factions = Pairs((seat, FACTIONS[(seat - 1) % 3]) for seat in range(1, seats + 1))
        self.policies = policies
        self.events: list[Event] = [replace(started, factions=factions), opened, DilemmaDrawn(policies)]
        self.state: State = fold(blank(seed), self.events)

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """What the last of the commands caused."""
        events: tuple[Event, ...] = ()
        for command in commands:
            self.state, events = play(self.state, command)
            self.events.extend(events)
        return events

    def refusal(self, command: Command) -> Code:
        """The code with which a command is refused. A refusal changes nothing."""
        before = repr(self.state)
        with pytest.raises(Refused) as refusal:
            decide(self.state, command)
        assert repr(self.state) == before
        return refusal.value.code

    # -- ways to a phase ----------------------------------------------------------------------------------------------

    def reach(self, phase: Phase) -> "Table":
        """On to a phase. Nobody does anything, except that all speak where the vote on statements is wanted."""
        while self.state.phase != phase:
            if self.state.phase == "dilemma":
                self.present()
            elif phase == "statement_vote":
                self.speak(*[c.seat for c in self.state.active])
            else:
                self.do(DEADLINE)
        return self

    def speak(self, *seats: int) -> tuple[Event, ...]:
        """These speak and nobody else. What closing the phase caused."""
        events = self.do(*[SubmitStatement(seat, f"Słowo {seat}") for seat in seats])
        return self.do(DEADLINE) if self.state.phase == "statements" else events

    def present(self) -> tuple[Event, ...]:
        self.state = evolve(self.state, DilemmaDrawn(self.policies))
        return self.do(words(len(self.policies)))

    def vote(self, *policies: int | None) -> tuple[Event, ...]:
        """The votes of seat 1, 2 and so on (None: no vote), and the resolution they lead to."""
        self.reach("policy_vote")
        events = self.do(*[VotePolicy(seat, policy) for seat, policy in enumerate(policies, 1) if policy])
        if self.state.phase == "policy_vote":
            events = self.do(DEADLINE)
        counted = next(place for place, event in enumerate(events) if isinstance(event, VotesCounted))
        return events[counted:]

    # -- states that few games come to --------------------------------------------------------------------------------

    def craft(self, seat: int, **fields: Any) -> "Table":
        changed = self.state.councillor(seat)._replace(**fields)
        councillors = tuple(changed if c.seat == seat else c for c in self.state.councillors)
        self.state = self.state._replace(councillors=councillors)
        return self

    def influence(self, *amounts: int) -> "Table":
        """The Influence of seat 1, 2 and so on."""
        for seat, amount in enumerate(amounts, 1):
            self.craft(seat, influence=amount)
        return self

    def stats(self, stability: int, economy: int, faith: int) -> "Table":
        self.state = self.state._replace(stats=Stats(stability, economy, faith))
        return self


def words(policies: int) -> PresentDilemma:
    told = tuple(Words(f"Polisa {number}", f"Opis {number}") for number in range(1, policies + 1))
    return PresentDilemma("Kryzys", "Co się stało.", told, "deck")


def outcome(table: Table) -> GameEnded:
    """How the game ended; it must have."""
    assert table.state.phase == "ended"
    assert table.state.outcome is not None
    return table.state.outcome


def totals(table: Table) -> list[int]:
    """The final scores, by seat."""
    return [score.total for _, score in outcome(table).scores]


def only(kind: type[E], events: Iterable[Event]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.event for event in events]


def told_to(seat: int, events: Iterable[Event]) -> list[Event]:
    """What a seat hears of the events."""
    return [event for event in events if event.to == "all" or seat in event.to]
