"""What the table asks of whoever tells the game: words, never numbers."""

from typing import Protocol

from engine.commands import Narrate, PresentDilemma
from narrator.brief import Brief, Chronicle


class Narrator(Protocol):
    """Answers in time, whatever happens: behind every model stands the deck."""

    async def tell_dilemma(self, brief: Brief) -> PresentDilemma:
        """A crisis and a policy for each one drawn, in their order."""

    async def tell_tale(self, told: Chronicle) -> Narrate:
        """What followed from the last decision."""
