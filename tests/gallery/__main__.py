"""`python -m tests.gallery [FILE]` puts a whole game, and more, on one page: build/gallery.html, unless it is named."""

import asyncio
import logging
import sys
from pathlib import Path

from tests.gallery.album import Album
from tests.gallery.elsewhere import elsewhere
from tests.gallery.evening import evening
from tests.gallery.page import page


async def album() -> Album:
    made = Album()
    await evening(made)
    await elsewhere(made)
    return made


def main() -> None:
    logging.getLogger("rada").setLevel(logging.ERROR)  # games are paused on purpose, to show what is said then
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "build/gallery.html")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(asyncio.run(album())), "utf-8")
    print(file)  # noqa: T201


if __name__ == "__main__":
    main()
