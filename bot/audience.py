"""What of the engine's own state may be told to whom. Whatever speaks works on this, never on the state itself."""

from engine.state import Councillor, State


def known(state: State, seat: int | None) -> State:
    """The state without its secrets, except a seat's own. None asks for the public."""
    revealed = state.phase != "statements"
    rows = tuple(c if c.seat == seat else _from_outside(c, revealed=revealed) for c in state.councillors)
    return state._replace(seed="", drawn=(), councillors=rows)


def _from_outside(c: Councillor, *, revealed: bool) -> Councillor:
    return Councillor(c.seat, c.name, c.faction, 0, c.declared, c.status, c.statement if revealed else None)
