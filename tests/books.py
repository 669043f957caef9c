"""A bookkeeper for tests: follows a game by its commands and facts, reckons everything the rules promise in another
way than the engine does, and objects to the first thing that does not add up."""

from collections import Counter
from typing import Final, TypeVar

from engine import events as facts
from engine.commands import Abandon, Abstain, Choice, Command, Leave, Narrate, Sow, Unmask, VotePolicy, VoteStatement
from engine.evolve import fold
from engine.rules import RuleSet
from engine.state import State, blank
from engine.terms import FACTIONS, POWER_RAISES, DrawnPolicy, Faction, Phase
from tests.players import Game

E = TypeVar("E", bound=facts.Event)

FOLLOWS: Final[dict[Phase | None, tuple[Phase, ...]]] = {
    None: ("statements",),
    "statements": ("statement_vote", "actions"),
    "statement_vote": ("actions",),
    "actions": ("dilemma",),
    "dilemma": ("policy_vote",),
    "policy_vote": ("statements",),
}


def audit(game: Game) -> None:
    """Everything adds up at every step, and the facts alone lead to where the game stands."""
    assert game.refused is None
    books = Books(game.opening)
    for step in game.steps:
        books.follow(step.command, step.events, step.after)
    assert fold(blank(game.start.seed), game.events) == game.end


class Books:
    rules: RuleSet
    factions: dict[int, Faction]
    influence: dict[int, int]
    declared: dict[int, int]
    stats: dict[str, int]
    drawn: tuple[DrawnPolicy, ...]

    def __init__(self, opening: tuple[facts.Event, ...]) -> None:
        self.phase: Phase | None = None
        self.round = 0
        self.left: list[int] = []
        self.exiled: list[int] = []
        self.said: dict[int, str] = {}
        self.supports: dict[int, int] = {}
        self.choices: dict[int, Choice] = {}
        self.ballots: dict[int, int] = {}
        self.untold: int | None = None
        self.outcome: facts.GameEnded | None = None
        self.step: list[facts.Event] = []
        for event in opening:
            self._enter(event)

    @property
    def active(self) -> list[int]:
        return [seat for seat in self.factions if seat not in self.left and seat not in self.exiled]

    def members(self, faction: Faction) -> list[int]:
        return [seat for seat in self.active if self.factions[seat] == faction]

    def united(self, faction: Faction) -> bool:
        votes = [self.ballots.get(seat) for seat in self.members(faction)]
        return votes != [] and votes[0] is not None and len(set(votes)) == 1

    def follow(self, command: Command, events: tuple[facts.Event, ...], after: State) -> None:
        self.step = []
        self._note(command)
        voting = [seat for seat in self.active if not isinstance(command, Leave) or seat != command.seat]
        plans = [self.choices[seat] for seat in voting if seat in self.choices]
        for event in events:
            self._enter(event)
        self._complete(voting, plans)
        self._justify(command)
        self._compare(after)

    def _note(self, command: Command) -> None:
        """What the commands alone say of a seat's plans."""
        match command:
            case VoteStatement(seat, author):
                self.supports[seat] = author
            case Abstain(seat):
                self.supports.pop(seat, None)
            case VotePolicy(seat, policy):
                assert seat not in self.ballots
                self.ballots[seat] = policy
            case Leave(seat):
                self._forget(seat)
            case _ if isinstance(command, Choice):
                self.choices[command.seat] = command

    def _forget(self, seat: int) -> None:
        """E4."""
        for pending in (self.said, self.supports, self.choices, self.ballots):
            pending.pop(seat, None)
        self.supports = {voter: author for voter, author in self.supports.items() if author != seat}

    def _cost(self, seat: int) -> int:
        action = self.choices[seat].action
        return 0 if action == "pass" else int(getattr(self.rules.costs, action))

    # -- facts, one by one --------------------------------------------------------------------------------------------

    def _enter(self, event: facts.Event) -> None:
        assert self.outcome is None or isinstance(event, facts.Narrated)
        seat = getattr(event, "seat", None)
        assert seat is None or seat in self.active, "who is out neither acts nor gets anything"
        getattr(self, f"_{event.event}", lambda _: None)(event)
        self.step.append(event)

    def _game_started(self, event: facts.GameStarted) -> None:
        self.rules = event.rules
        self.factions = dict(event.factions)
        sizes = [len(self.members(faction)) for faction in FACTIONS]
        assert max(sizes) - min(sizes) <= 1  # S2
        self.influence = dict.fromkeys(self.factions, event.influence)
        self.declared = dict.fromkeys(self.factions, 0)
        self.stats = event.stats._asdict()

    def _phase_opened(self, event: facts.PhaseOpened) -> None:
        assert event.phase in FOLLOWS[self.phase]
        fresh = event.phase == "statements"
        assert event.round == self.round + fresh <= self.rules.rounds
        self.phase, self.round = event.phase, event.round
        if fresh:
            self.said, self.supports, self.choices, self.ballots = {}, {}, {}, {}

    def _dilemma_drawn(self, event: facts.DilemmaDrawn) -> None:
        self.drawn = event.policies
        pairs = [(policy.helps, policy.hurts) for policy in event.policies]
        assert len(pairs) in (2, 3)
        assert len(set(pairs)) == len(pairs)
        assert all(dict(policy.effects).keys() == {policy.helps, policy.hurts} for policy in event.policies)

    def _statement_recorded(self, event: facts.StatementRecorded) -> None:
        self.said.pop(event.seat, None)
        if event.text is not None:
            self.said[event.seat] = event.text

    def _statements_revealed(self, event: facts.StatementsRevealed) -> None:
        assert event.statements == tuple(sorted(self.said.items()))

    def _statement_awarded(self, event: facts.StatementAwarded) -> None:
        votes = Counter(self.supports.values())
        assert event.votes == tuple(sorted(votes.items()))
        assert all(seat in self.active for seat in (*votes, *self.supports))
        top = [seat for seat, count in votes.items() if count == max(votes.values())]
        assert event.winner == (top[0] if len(top) == 1 else None)
        if event.winner is not None:
            self.declared[event.winner] += votes[event.winner]

    def _action_recorded(self, event: facts.ActionRecorded) -> None:
        assert event.cost == self._cost(event.seat) <= self.influence[event.seat]
        assert event.target is None or event.target in self.active
        assert event.faction is None or self.members(event.faction)

    def _action_paid(self, event: facts.ActionPaid) -> None:
        assert event.cost == self._cost(event.seat)
        self.influence[event.seat] -= event.cost
        assert event.influence == self.influence[event.seat] >= 0

    def _votes_counted(self, event: facts.VotesCounted) -> None:
        votes = list(self.ballots.values())
        assert all(seat in self.active for seat in self.ballots)
        assert event.tally == tuple(votes.count(policy) for policy in range(1, len(self.drawn) + 1))
        assert event.tally[event.winner - 1] == max(event.tally)
        assert event.drawn == (event.tally.count(max(event.tally)) > 1)
        self.untold = self.round

    def _unmasked(self, event: facts.Unmasked | facts.UnmaskingFailed) -> None:
        assert self.choices[event.seat] == Unmask(event.seat, event.target)
        assert event.target in self.active
        aimed = self.choices.get(event.target)
        assert event.protected == (aimed is not None and aimed.action == "protect")
        if isinstance(event, facts.Unmasked):
            learned = (event.influence, event.declared, event.vote)
            target = event.target
            assert learned == (self.influence[target], self.declared[target], self.ballots.get(target))

    def _votes_revealed(self, event: facts.VotesRevealed) -> None:
        assert any(isinstance(choice, Sow) and choice.faction == event.faction for choice in self.choices.values())
        assert event.votes == tuple((seat, self.ballots.get(seat)) for seat in self.members(event.faction))

    def _influence_awarded(self, event: facts.InfluenceAwarded) -> None:
        won = self.ballots.get(event.seat) == self._winner
        united = self.united(self.factions[event.seat])
        assert event.majority == (self.rules.majority_reward if won else 0)
        assert event.consensus == (self.rules.consensus_reward if united else 0)
        self.influence[event.seat] += event.majority + event.consensus
        assert event.influence == self.influence[event.seat]

    def _faction_power(self, event: facts.FactionPower) -> None:
        assert self.united(event.faction)
        assert event.amount == self.rules.faction_power
        assert event.stat == POWER_RAISES[event.faction]
        self.stats[event.stat] += event.amount

    def _disgraced(self, event: facts.Disgraced) -> None:
        assert list(event.seats) == [seat for seat in self.active if self.ballots.get(seat) == self._winner]
        assert self._ruinous(self.drawn[self._winner - 1])
        self.exiled.extend(event.seats)

    def _ruinous(self, policy: DrawnPolicy) -> bool:
        """R6: as the stats stood before the powers, unless the rules say otherwise."""
        powers = sum(event.amount for event in self._all(facts.FactionPower) if event.stat == policy.hurts)
        back = powers if self.rules.disgrace_before_powers else 0
        return self.stats[policy.hurts] - back + dict(policy.effects)[policy.hurts] <= 0

    def _policy_applied(self, event: facts.PolicyApplied) -> None:
        policy = self.drawn[self._winner - 1]
        guilty = self._winner in self.ballots.values() and self._ruinous(policy)
        assert guilty == bool(self._all(facts.Disgraced))
        assert event.effects == policy.effects
        for stat, change in event.effects:
            self.stats[stat] += change
        assert event.stats._asdict() == self.stats

    def _kingdom_fell(self, event: facts.KingdomFell) -> None:
        assert event.fallen == tuple(stat for stat, value in self.stats.items() if value <= 0) != ()

    def _seat_left(self, event: facts.SeatLeft) -> None:
        self.left.append(event.seat)

    def _narrated(self, event: facts.Narrated) -> None:
        assert event.round == self.untold is not None
        self.untold = None

    def _game_ended(self, event: facts.GameEnded) -> None:
        self.outcome, self.phase = event, "ended"

    # -- a step as a whole --------------------------------------------------------------------------------------------

    def _all(self, kind: type[E]) -> list[E]:
        return [event for event in self.step if isinstance(event, kind)]

    @property
    def _winner(self) -> int:
        return self._all(facts.VotesCounted)[0].winner

    def _complete(self, voting: list[int], plans: list[Choice]) -> None:
        """Nobody is left out of what a closing phase does."""
        opened = [event.phase for event in self._all(facts.PhaseOpened)]
        busy = [plan.seat for plan in plans if plan.action != "pass"] if "dilemma" in opened else []
        assert [event.seat for event in self._all(facts.ActionPaid)] == busy
        resolved = self._all(facts.VotesCounted) != []
        assert [event.seat for event in self._all(facts.InfluenceAwarded)] == (voting if resolved else [])
        self._complete_actions(voting, plans if resolved else [])

    def _complete_actions(self, voting: list[int], plans: list[Choice]) -> None:
        attackers = [plan.seat for plan in plans if isinstance(plan, Unmask) and plan.target in voting]
        results = [event for event in self.step if isinstance(event, facts.Unmasked | facts.UnmaskingFailed)]
        assert [event.seat for event in results] == attackers
        inhabited = [self.factions[seat] for seat in voting]
        sown = [plan.faction for plan in plans if isinstance(plan, Sow) and plan.faction in inhabited]
        assert [event.faction for event in self._all(facts.VotesRevealed)] == list(dict.fromkeys(sown))

    def _justify(self, command: Command) -> None:
        """A game ends exactly when one of its endings has come about (R4, R7, E3, K1, K3)."""
        resolved = bool(self._all(facts.VotesCounted))
        strongest = max((self.influence[seat] for seat in self.active), default=0)
        due: str | None = None
        if isinstance(command, Narrate):
            pass  # changes nothing, also after the end
        elif isinstance(command, Abandon):
            due = "abandoned"
        elif resolved and strongest >= self.rules.dominance:
            due = "dominance"
        elif min(self.stats.values()) <= 0:
            due = "fall"
        elif len(self.active) < 2:
            due = "deserted"
        elif resolved and self.round == self.rules.rounds and not self._all(facts.PhaseOpened):
            due = "points"
        ended = self._all(facts.GameEnded)
        assert [event.ending for event in ended] == ([due] if due else [])
        if ended:
            self._check_table(ended[0])

    def _check_table(self, end: facts.GameEnded) -> None:
        """K1, K2: the final scores add up, and the winners are the best of those who may win."""
        sums = {faction: 0 for faction in FACTIONS if self.members(faction)}
        for seat in self.active:
            sums[self.factions[seat]] += self.influence[seat] + self.declared[seat]
        top = [faction for faction, total in sums.items() if total == max(sums.values())]
        assert end.ruling_faction == (top[0] if len(top) == 1 else None)
        totals = {seat: score.total for seat, score in end.scores if score.status == "active"}
        assert list(totals) == self.active
        for seat, score in end.scores:
            assert (score.influence, score.declared) == (self.influence[seat], self.declared[seat])
            ruling = seat in totals and self.factions[seat] == end.ruling_faction
            assert score.bonus == (self.rules.ruling_bonus if ruling else 0)
            assert score.total == (score.influence + score.declared + score.bonus if seat in totals else 0)
        prizes = self.influence if end.ending == "dominance" else totals
        best = max((prizes[seat] for seat in self.active), default=0)
        winners = [seat for seat in self.active if prizes[seat] == best]
        assert list(end.winners) == ([] if end.ending in ("fall", "abandoned") else winners)

    def _compare(self, state: State) -> None:
        """The state says the same as the books."""
        assert (state.phase, state.round, state.stats._asdict()) == (self.phase, self.round, self.stats)
        assert (state.untold, state.outcome) == (self.untold, self.outcome)
        for c in state.councillors:
            assert (c.influence, c.declared) == (self.influence[c.seat], self.declared[c.seat])
            assert c.status == ("left" if c.seat in self.left else "exiled" if c.seat in self.exiled else "active")
            if c.status == "active":
                assert (c.supports, c.vote) == (self.supports.get(c.seat), self.ballots.get(c.seat))
                assert c.statement == self.said.get(c.seat)
                assert (c.choice is None) == (c.seat not in self.choices)
