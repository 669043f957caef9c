"""As much of Discord's markup as our messages use, as HTML."""

import html
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
MOMENT: Final = re.compile(r"<t:(\d+)(?::([tTdDfFR]))?>")
HEADING: Final = re.compile(r"(#{1,3}) (.+)")
QUOTE: Final = re.compile(r"&gt; (.+)")
SMALL: Final = re.compile(r"-# (.+)")
ITEM: Final = re.compile(r"(?:[-*]|(\d+)\.) (.+)")
INLINE: Final = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"__(.+?)__"), r"<u>\1</u>"),
    (re.compile(r"\*(?=\S)(.+?)(?<=\S)\*"), r"<i>\1</i>"),
    (re.compile(r"(?<!\w)_(.+?)_(?!\w)"), r"<i>\1</i>"),
    (re.compile(r"`(.+?)`"), r"<code>\1</code>"),
)
MENTION: Final = re.compile(r"&lt;(@!?|@&amp;|#)(\d+)&gt;")
KEPT: Final = 0xF0000
"""Escaped characters wait here, outside of all that has a meaning."""

Names = Mapping[int, str]


def render(content: str, names: Names, now: float) -> str:
    text = ESCAPED.sub(lambda found: chr(KEPT + ord(found[1])), content)
    text = MOMENT.sub(lambda found: f"\x02{moment(int(found[1]), found[2] or 'f', now)}\x03", text)
    text = html.escape(text, quote=False)
    text = MENTION.sub(lambda found: f'<span class="mention">{found[1][0]}{names[int(found[2])]}</span>', text)
    text = text.replace("\x02", '<span class="moment">').replace("\x03", "</span>")
    for pattern, made in INLINE:
        text = pattern.sub(made, text)
    return "".join(map(_line, text.split("\n"))).translate(_BACK)


def plain(content: str) -> str:
    """As it was before it was made for Discord."""
    return ESCAPED.sub(r"\1", re.sub(r"(?<!\\)\*\*", "", content))


def _line(line: str) -> str:
    if found := HEADING.fullmatch(line):
        level = len(found[1])
        return f"<h{level}>{found[2]}</h{level}>"
    if found := SMALL.fullmatch(line):
        return f'<p class="small">{found[1]}</p>'
    if found := QUOTE.fullmatch(line):
        return f"<blockquote>{found[1]}</blockquote>"
    if found := ITEM.fullmatch(line):
        return f'<div class="item"><span>{found[1] + "." if found[1] else "•"}</span> <div>{found[2]}</div></div>'
    return f"<p>{line or '&nbsp;'}</p>"


_BACK: Final = {KEPT + code: html.escape(chr(code), quote=False) for code in range(128)}


def moment(at: int, style: str, now: float) -> str:
    """As a Polish client shows it."""
    when = datetime.fromtimestamp(at, UTC)
    if style == "R":
        return _relative(at - now)
    return when.strftime("%H:%M" if style == "t" else "%d.%m.%Y %H:%M")


def _relative(seconds: float) -> str:
    size, unit = next(
        (length, name)
        for length, name in ((86400, "dni"), (3600, "godz."), (60, "min"), (0, "s"))
        if abs(seconds) >= length
    )
    number = round(abs(seconds) / (size or 1))
    return f"za {number} {unit}" if seconds >= 0 else f"{number} {unit} temu"
