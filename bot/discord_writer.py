"""Writes messages into channels, each page once, however often it is tried.

What is repeated within a few minutes under the same nonce Discord drops. What may have been written longer ago is
looked for where it would stand."""

from string import ascii_lowercase, digits
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from discord import AllowedMentions, Client, Message, Object

from bot.discord_pace import Pace
from bot.discord_wire import addresses, contents, file, mention, view
from bot.screen import TEXT_LIMIT, Screen

LONGEST_REQUEST: Final = 20.0
"""Seconds, after which a request is thought to be lost."""
LOOKED_THROUGH: Final = 1000
"""So many of the newest messages are looked through at most."""
AT_A_TIME: Final = 100
"""So many of them Discord gives at once."""
NUMBERS: Final = digits + ascii_lowercase
LOST: Final = (aiohttp.ClientError, OSError)
"""What discord.py lets through where a connection breaks."""
NO_LETTERS: Final = frozenset({50007, 50278, 10013})
"""Discord's codes for: takes no private messages; no server in common; no such person."""
NO_CHANNEL: Final = 10003
LOCKED: Final = frozenset({50083, 160005})
NO_ENTRY: Final = frozenset({NO_CHANNEL, 10004, 50001, 50013, *LOCKED})
"""No such channel or server; no access, no right; a thread that is put away or locked."""
UNKNOWN_MEMBER: Final = 10007
NOBODY: Final = AllowedMentions.none()


class Page(NamedTuple):
    text: str
    nonce: str
    addresses: frozenset[str] = frozenset()

    def is_(self, message: Message) -> bool:
        """Discord rarely tells a nonce again. Where there is something to press, that is what tells: words of a board
        change meanwhile, and two games may have the same."""
        if message.nonce == self.nonce:
            return True
        if self.addresses:
            return not self.addresses.isdisjoint(pressable(message))
        return message.content == self.text


class Letter(NamedTuple):
    """`people` are named below it, which `rings` at their place; nobody else is ever called. A `quiet` one, and all
    pages but the last, lie there without a sound."""

    screen: Screen
    nonce: str
    people: tuple[str, ...] = ()
    rings: bool = True
    quiet: bool = False

    @property
    def pages(self) -> list[Page]:
        """What can be pressed stands below the last. Discord leaves out blanks around a text."""
        called = mention(self.people)
        *first, last = contents(self.screen.lines, TEXT_LIMIT - len(called) - 1)
        texts = [text.strip() for text in (*first, f"{last}\n{called}")]
        pages = [Page(text, f"{self.nonce}{number}") for text, number in zip(texts, NUMBERS, strict=False)]
        return [*pages[:-1], pages[-1]._replace(addresses=frozenset(addresses(self.screen)))]

    @property
    def mentions(self) -> AllowedMentions:
        called = [Object(int(person)) for person in self.people] if self.rings else []
        return AllowedMentions(everyone=False, roles=False, users=called)


class Written(NamedTuple):
    """How many pages stand, and the id of the last of them."""

    pages: int = 0
    last: int = 0


NOTHING: Final = Written()


class Writer:
    def __init__(self, client: Client, pace: Pace) -> None:
        self._client = client
        self._pace = pace

    def hurry(self) -> None:
        """No request hangs longer. To be called once the client has logged in: discord.py waits for 300 s and offers no
        choice, and where a call is cancelled from outside while it waits for the limit of all requests, it never lets
        another through."""
        session: aiohttp.ClientSession | None = vars(self._client.http)["_HTTPClient__session"]
        if session:
            session._timeout = aiohttp.ClientTimeout(total=LONGEST_REQUEST)  # noqa: SLF001

    async def turn(self) -> None:
        """Returns when a request may go that is none of ours."""
        await self._pace.turn()

    async def write(self, channel: int, letter: Letter, written: Written = NOTHING) -> int:
        """Gives the id of the last page. Raises what discord.py and aiohttp do."""
        last, pages = written.last, letter.pages
        for page in pages[written.pages :]:
            extras = _extras(letter.screen) if page is pages[-1] else {}
            await self._pace.turn(channel)
            message = await self._place(channel).send(
                page.text,
                nonce=page.nonce,
                allowed_mentions=letter.mentions,
                silent=letter.quiet or page is not pages[-1],
                **extras,
            )
            last = message.id
        return last

    async def find(self, channel: int, letter: Letter, after: int) -> Written:
        """What stands already of a letter that may have been written after this message."""
        ours = await self._ours(channel, after)
        for number, page in reversed(list(enumerate(letter.pages, 1))):
            if there := [message.id for message in ours if page.is_(message)]:
                return Written(number, max(there))
        return NOTHING

    async def decorate(self, channel: int, message: int, letter: Letter) -> bool:
        """Says it anew where its last page stands, if that keeps no fact waiting."""
        if not await self._pace.spare(channel):
            return False
        await self._anew(channel, message, letter)
        return True

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        """A message of one page is now this."""
        await self._pace.turn(channel)
        await self._anew(channel, message, Letter(screen, ""))

    async def dm(self, person: str) -> int:
        """Asks Discord every time, for whatever discord.py remembers may be gone."""
        await self._pace.turn()
        return int((await self._client.http.start_private_message(int(person)))["id"])

    async def is_member(self, guild: str, person: str) -> bool:
        """Where Discord does not tell, they are thought to be."""
        await self._pace.turn()
        try:
            await self._client.http.get_member(int(guild), int(person))
        except discord.HTTPException as error:
            return error.code != UNKNOWN_MEMBER
        return True

    async def _anew(self, channel: int, message: int, letter: Letter) -> None:
        page = self._place(channel).get_partial_message(message)
        await page.edit(content=letter.pages[-1].text, view=view(letter.screen.rows), allowed_mentions=NOBODY)

    async def _ours(self, channel: int, after: int) -> list[Message]:
        found: list[Message] = []
        before: Message | None = None
        for _ in range(LOOKED_THROUGH // AT_A_TIME):
            await self.turn()
            page = [one async for one in self._place(channel).history(limit=AT_A_TIME, before=before)]
            found += [one for one in page if one.id > after and one.author == self._client.user]
            if len(page) < AT_A_TIME or page[-1].id <= after:
                break
            before = page[-1]
        return found

    def _place(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


def pressable(message: Message) -> set[str]:
    return {
        str(part.custom_id)
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for part in row.children
        if isinstance(part, discord.Button | discord.SelectMenu)
    }


def _extras(screen: Screen) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if (pressed := view(screen.rows)) is not None:
        made["view"] = pressed
    if screen.attachment is not None:
        made["file"] = file(screen.attachment)
    return made
