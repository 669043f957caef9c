"""The log of a bot: a line to each record, on stderr, without a secret or anybody's words."""

import logging
import re
import sys
import time
from typing import Final

LINE: Final = "%(asctime)sZ %(levelname)s %(name)s: %(message)s"
TIME: Final = "%Y-%m-%dT%H:%M:%S"
TOKENS: Final = re.compile(r"(?<=/)((?:interactions|webhooks)/\d+)/[^/\s?'\"]+")
"""What Discord lets whoever knows it answer a player."""


class OneLine(logging.Formatter):
    """Of a failure only its kind: where it happened, and what it says, may quote somebody."""

    def __init__(self, token: str) -> None:
        super().__init__(LINE, TIME)
        self.converter = time.gmtime
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        kind = record.exc_info[0] if record.exc_info else None
        plain = logging.makeLogRecord(vars(record) | {"exc_info": None, "exc_text": None, "stack_info": None})
        text = super().format(plain)
        if record.name == "asyncio":  # goes on to show the task that failed, with all that its exception says
            text = text.partition("\n")[0]
        text += f" ({kind.__name__})" if kind else ""
        return TOKENS.sub(r"\1/…", " ".join(text.replace(self._token, "…").split()))


def keep_log(token: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine(token))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("rada").setLevel(logging.INFO)
