"""The codes with which generals open their own pages: for the umpires at the map, and for what is printed."""

from __future__ import annotations

from sqlalchemy.orm import Session

from control.kernel.rows import Serial
from control.sengoku.rows import Army, Game
from control.sengoku.rules.generals_codes import general_code

NAME = "general code of army"
"""What counts the codes that were withdrawn. Such numbers only ever go up, so no undo brings an old code back."""


def serial_of(army: int) -> str:
    """The name of the count of an army's withdrawn codes."""
    return f"{NAME} {army}"


def code_of(session: Session, army: Army) -> str:
    """The code of the general who leads an army now."""
    given = session.get(Serial, serial_of(army.id))
    return general_code(Game.only(session).secret, army.id, army.general, given.last if given else 0)


def code_of_army(session: Session, number: int) -> str:
    """The same by the army's number; empty if there never was such an army."""
    army = session.get(Army, number)
    return code_of(session, army) if army else ""
