"""What was ruled in play."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text as empty
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import LEAD, Roles
from control.kernel.rows.base import Base, Dated, Numbered


class Ruling(Numbered, Dated, Base):
    """A ruling made in play: a rule option that was changed (``option``, ``before``, ``after``), or a decision in
    words; ``ruling`` is the number it concerns (R1 …), if any. Who
    may read one that is ``secret`` the game says (UmpiredGame.only_rows)."""

    __tablename__ = "ruling"
    in_state = "rulings"
    state_for = (LEAD,)
    when_undone = "aside"

    entry: Mapped[int]
    at: Mapped[str]
    moment: Mapped[int] = mapped_column(default=0, server_default="0")
    stretch: Mapped[str] = mapped_column(default="", server_default=empty("''"))
    umpire: Mapped[str]
    ruling: Mapped[str] = mapped_column(default="")
    option: Mapped[str] = mapped_column(default="")
    before: Mapped[str] = mapped_column(default="")
    after: Mapped[str] = mapped_column(default="")
    text: Mapped[str]
    secret: Mapped[bool] = mapped_column(default=False)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...] | None:
        """Of one that is secret, nobody beside those who read the entry."""
        return () if row["secret"] else None
