"""The screens on the walls."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.rows.base import Base


class Display(Base):
    """A screen on the wall, by its name in the address, and what the desk that leads has it show.

    ``shows`` lists one view of the game, or several it takes in turns of ``seconds`` each.
    """

    __tablename__ = "display"
    in_state = "displays"
    when_undone = "hall"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    shows: Mapped[list[Any]] = mapped_column(default=list)
    seconds: Mapped[int] = mapped_column(default=20)
