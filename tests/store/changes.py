"""Changes for tests, and all that a store holds, to compare."""

from typing import Any

from bot.store import Append, Change, NewGame, Note, Say, Store


def new(game: str = "g") -> NewGame:
    return NewGame(game, f'{{"seed":"{game}"}}', "{}")


def line(n: int, game: str = "g") -> Append:
    return Append(game, n, f"order {n}", f'{{"n":{n}}}')


def step(n: int, game: str = "g") -> tuple[Change, ...]:
    """What one command changes: its line, what is said of it, a row of the audit log."""
    return line(n, game), Say(game, "public", f"{game}.{n}", f"said {n}"), Note(game, n, "seat", f"did {n}")


async def contents(store: Store) -> list[Any]:
    games = await store.games()
    of_each = [(await store.log(game.game), await store.notes(game.game)) for game in games]
    return [games, of_each, await store.unsaid(), *(await store.put("")).items()]


async def numbers(store: Store, game: str = "g") -> list[int]:
    return [row.n for row in await store.log(game)]
