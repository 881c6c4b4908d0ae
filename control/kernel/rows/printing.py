"""What was printed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import LEAD
from control.kernel.rows.base import Base, Dated, Numbered


class Printing(Numbered, Dated, Base):
    """One kind of printout, printed at one time: a page of the print manifest.

    ``items`` gives each thing that was printed (a clan, a person, an army; "" where there is only one) the mark of what
    was on it, so that it is known later whether it would come out otherwise. ``state`` is the number of the journal's
    last entry it was printed from; ``run`` is the same for all kinds printed together.
    """

    __tablename__ = "printing"
    in_state = "printings"
    state_for = (LEAD,)
    when_undone = "hall"

    run: Mapped[int]
    at: Mapped[str]
    moment: Mapped[int] = mapped_column(default=0, server_default="0")
    stretch: Mapped[str] = mapped_column(default="", server_default=text("''"))
    umpire: Mapped[str]
    desk: Mapped[str]
    kind: Mapped[str]
    stock: Mapped[str]
    state: Mapped[int]
    items: Mapped[dict[str, Any]] = mapped_column(default=dict)
