"""Stand-ins for a model: no SDK, no network."""

import asyncio

from narrator.model import Answer, Prompt


class Scripted:
    """Answers what it is told to, and keeps what it was asked."""

    def __init__(self, *answers: str | Exception, tokens: int | None = 100) -> None:
        self._answers = list(answers)
        self._tokens = tokens
        self.asked: list[Prompt] = []
        self.closed = False

    async def ask(self, prompt: Prompt) -> Answer:
        self.asked.append(prompt)
        await asyncio.sleep(0)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return Answer(answer, self._tokens)

    async def close(self) -> None:
        self.closed = True


class Hanging:
    """Never answers; counts who is inside and who was sent away."""

    def __init__(self) -> None:
        self.inside = 0
        self.most_inside = 0
        self.cancelled = 0

    async def ask(self, _prompt: Prompt) -> Answer:
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.inside -= 1
        raise AssertionError

    async def close(self) -> None: ...
