"""Everything that anybody logs, kept as text alone: kept records would hold calls, and those their connections."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def everything_logged() -> Iterator[io.StringIO]:
    """All but the SDK's own tracing of requests, which docs/narrator.md tells everybody to leave off."""
    root, text = logging.getLogger(), io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    handlers, level = root.handlers, root.level
    root.handlers = [handler]
    root.setLevel(logging.DEBUG)
    logging.getLogger("google").setLevel(logging.INFO)
    try:
        yield text
    finally:
        root.handlers = handlers
        root.setLevel(level)
        logging.getLogger("google").setLevel(logging.NOTSET)


def of_the_narrator(text: str) -> list[str]:
    return [line.partition(": ")[2] for line in text.splitlines() if line.startswith("rada.narrator: ")]
