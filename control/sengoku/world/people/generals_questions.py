"""The codes with which generals open their own pages: for the umpires at the map, and for what is printed."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.rows import Serial
from control.kernel.rows.base import A_CODE
from control.sengoku.rows import Army, Game
from control.sengoku.rules.people.generals_codes import general_code

NAME = f"general {A_CODE}army"
"""What counts the codes that were withdrawn. Such numbers only ever go up, so no undo brings an old code back."""


def serial_of(army: int) -> str:
    """The name of the count of an army's withdrawn codes."""
    return f"{NAME} {army}"


def code_of_army(session: Session, number: int) -> str:
    """The code of the general who leads an army now; empty if there never was such an army. That takes as long: whoever
    guesses may not learn which armies there are by how soon he is answered, and he is answered while the brake holds
    too."""
    general = session.scalar(select(Army.general).where(Army.id == number))
    given = session.get(Serial, serial_of(number))
    code = general_code(Game.only(session).secret, number, general or "", given.last if given else 0)
    return code if general else ""
