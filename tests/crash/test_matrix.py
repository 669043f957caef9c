"""Killed at any step, the program starts again: nothing acknowledged is lost, nothing is said twice, every clock is
armed, and the games go on to the same end."""

import pytest

from tests.crash.life import Job, Lives
from tests.crash.matrix import FAILURES, sample
from tests.crash.trial import (
    Undisturbed,
    trial,
    with_failures,
)

SAMPLE = 24


def test_the_evening_reaches_what_it_is_for(usual: Undisturbed) -> None:
    files = {step.split()[-1].partition(":")[0] for step in usual.steps}
    assert files >= {"table.py", "tables.py", "sitting.py", "interventions.py", "post.py", "sqlite_store.py"}
    assert {what for notes in usual.left.notes.values() for _, what in notes} == {
        "paused",
        "resumed",
        "extended",
        "handed_over",
        "closed",
        "removed",
        "abandoned",
    }
    assert len(usual.steps) > 3000


def test_killed_at_steps_from_everywhere(lives: Lives, usual: Undisturbed) -> None:
    assert {job.doom: wrong for job in sample(usual, SAMPLE) if (wrong := trial(lives, job, usual.left))} == {}


@pytest.mark.parametrize("fail", FAILURES)
def test_an_outlet_that_fails(lives: Lives, usual: Undisturbed, fail: str) -> None:
    assert with_failures(lives, Job("", fail=fail), usual.left) == []


@pytest.mark.parametrize("fail", FAILURES)
def test_an_outlet_that_fails_and_a_program_that_dies(lives: Lives, usual: Undisturbed, fail: str) -> None:
    assert trial(lives, Job("", doom="step 20000", fail=fail), usual.left) == []
