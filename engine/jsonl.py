"""Strict JSON, line by line: what a recording must not contain is refused here, in one line and in bounded memory."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn

LINE_MAX: Final = 64 * 2**20
DEPTH_MAX: Final = 6
"""line > events > event > policies > policy > effects: deeper than that the format never goes."""
DIGITS_MAX: Final = 200
PLAIN_LINE: Final = 2**16
STRUCTURE_MAX: Final = 2**20
"""A longer line may hold long texts, but what stands between them, white space apart, must be no more than this."""
TEXT: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)|\s++', re.DOTALL)


class BrokenRecording(Exception):
    """The file is no recording. Says where and why, in one line."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")


class _BadJson(ValueError):
    pass


def read_lines(readline: Callable[[int], bytes]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines from a binary file's readline, never holding more than one."""
    number = 1
    while line := readline(LINE_MAX + 1):
        if len(line) > LINE_MAX and not line.endswith(b"\n"):
            raise BrokenRecording(number, "longer than 64 MiB")
        yield number, line
        number += 1


def parse_line(number: int, line: bytes) -> dict[str, Any]:
    """The object on one line."""
    try:
        value = _parse(line)
    except UnicodeDecodeError as error:
        raise BrokenRecording(number, f"not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise BrokenRecording(number, f"not JSON at character {error.pos + 1}: {error.msg}") from None
    except RecursionError:
        raise BrokenRecording(number, "nested too deeply") from None
    except _BadJson as error:
        raise BrokenRecording(number, str(error)) from None
    if not isinstance(value, dict):
        raise BrokenRecording(number, "not a JSON object")
    return value


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def write_json(value: Any) -> str:
    """As compact text, keys in the order given."""
    return _ENCODER.encode(value)


def _parse(line: bytes) -> Any:
    if len(line) > PLAIN_LINE and len(TEXT.sub(b"", line)) > STRUCTURE_MAX:
        raise _BadJson("far too much structure for a recording")
    text = line.decode().removesuffix("\n")
    value = _DECODER.decode(text)
    if "\\u" in text:
        _refuse_surrogates(value)
    if text.count("{") + text.count("[") > DEPTH_MAX:
        _refuse_depth(value, DEPTH_MAX)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _BadJson(f"the key {json.dumps(twice[:40])} stands twice in one object")
    return value


def _integer(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise _BadJson(f"a number of more than {DIGITS_MAX} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _BadJson("a number beyond all bounds")
    return value


def _constant(name: str) -> NoReturn:
    raise _BadJson(f"{name} is no JSON")


def _refuse_depth(value: Any, room: int) -> None:
    if room == 0:
        raise _BadJson("nested too deeply")
    for item in value.values() if type(value) is dict else value:
        if type(item) is dict or type(item) is list:
            _refuse_depth(item, room - 1)


def _refuse_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _BadJson("a lone surrogate") from None


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
)
