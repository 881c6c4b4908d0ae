"""The codes with which generals open their own pages: for the umpires at the map, and for what is printed."""

from __future__ import annotations

from sqlalchemy import select
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
    return code_under(session, army.id, army.general)


def code_under(session: Session, army: int, general: str) -> str:
    """The code of an army of that number under a general."""
    given = session.get(Serial, serial_of(army))
    return general_code(Game.only(session).secret, army, general, given.last if given else 0)


def code_of_army(session: Session, number: int) -> str:
    """The same by the army's number; empty if there never was such an army. That takes as long: whoever guesses may not
    learn which armies there are by how soon he is answered, and he is answered while the brake holds too."""
    general = session.scalar(select(Army.general).where(Army.id == number))
    code = code_under(session, number, general or "")
    return code if general else ""
