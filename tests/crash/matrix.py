"""All the moments at which a program may die, found by watching one that does not."""

from collections.abc import Iterator
from itertools import cycle
from random import Random

from tests.crash.life import Job
from tests.crash.trial import Undisturbed

ANYWHERE = 200
"""How often a program also dies at any step at all, not the first of its kind."""
OUTAGES = (0.0, 10.0)
"""Hours. After the longer, deadlines have passed."""
FAILURES = ("before", "middle", "after")


def deaths(usual: Undisturbed) -> Iterator[Job]:
    """At the first time each line is reached in each kind of item, before and after each delivery, and anywhere."""
    chance, last = Random(4), max(usual.steps.values())
    deliveries = range(1, 1 + sum(map(len, usual.left.nonces.values())))
    dooms = [
        *usual.steps,
        *(f"{when} {number}" for when in ("before", "after") for number in deliveries),
        *(f"step {chance.randint(1, last)}" for _ in range(ANYWHERE)),
    ]
    for doom, outage in zip(dooms, cycle(OUTAGES), strict=False):
        yield Job("", doom=doom, outage=outage)


def failures() -> Iterator[Job]:
    """An outlet of which every first delivery of a message goes wrong."""
    return (Job("", fail=fail) for fail in FAILURES)


def sample(usual: Undisturbed, size: int) -> list[Job]:
    """Spread over all of it, in the order in which it comes."""
    every = sorted(deaths(usual), key=lambda job: usual.steps.get(job.doom, 0))
    return every[:: len(every) // size][:size]
