"""Recordings written by hand, for tests of the file format."""

import json
from pathlib import Path
from typing import Any

HEADER: dict[str, Any] = {
    "format": "rada-popiolow/recording",
    "version": 1,
    "seed": "ziarno",
    "rules": {},
    "seats": ["Ala", "Bartek", "Celina"],
}


def silence(seat: int) -> dict[str, Any]:
    return {"command": {"do": "stay_silent", "seat": seat}}


def write(path: Path, *lines: Any) -> Path:
    """One line each: an object as JSON, text and bytes as they are."""
    with path.open("wb") as file:
        for line in lines:
            raw = line if isinstance(line, bytes) else line.encode() if isinstance(line, str) else None
            file.write((raw if raw is not None else json.dumps(line, ensure_ascii=False).encode()) + b"\n")
    return path
