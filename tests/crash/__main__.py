"""The whole matrix: every step of every kind, every delivery, every way in which an outlet fails."""

import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tests.crash.life import Job, Lives
from tests.crash.matrix import deaths, failures
from tests.crash.trial import trial, undisturbed, with_failures

PROGRAMS = 2
SHOWN = 20


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")


def main() -> int:
    began = time.monotonic()
    programs = [Lives() for _ in range(PROGRAMS)]
    usual = undisturbed(programs[0])
    jobs = [*deaths(usual)]
    parts = [jobs[number::PROGRAMS] for number in range(PROGRAMS)]

    def run(lives: Lives, part: list[Job]) -> list[tuple[Job, list[str]]]:
        return [(job, trial(lives, job, usual.left)) for job in part]

    with ThreadPoolExecutor(PROGRAMS) as pool:
        results = [result for done in pool.map(run, programs, parts) for result in done]
    results += [(job, with_failures(programs[0], job, usual.left)) for job in failures()]
    for lives in programs:
        lives.end()
    wrong = [(job, why) for job, why in results if why]
    for job, why in wrong[:SHOWN]:
        say(f"{job.doom or job.fail}: {'; '.join(why)[-2000:]}")
    kinds = Counter((job.doom or f"fail {job.fail}").split()[0] for job, _ in results)
    say(", ".join(f"{number} × {kind}" for kind, number in kinds.items()))
    say(f"{len(results)} trials in {time.monotonic() - began:.0f} s, {len(wrong)} of them wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
