"""The rota of a game that has one (hall/rota/): what the table of duties has, whatever else an umpire may mind."""

from __future__ import annotations

from sqlalchemy import Boolean, true
from sqlalchemy.orm import Mapped, mapped_column


class DutyRow:
    """An umpire and what he minds, a job in words or a part of what the desk minds (the game's own column)."""

    __tablename__ = "duty"
    in_state = "duties"
    when_undone = "hall"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    umpire: Mapped[str]
    desk: Mapped[str]
    job: Mapped[str] = mapped_column(default="", sort_order=1)
    here: Mapped[bool] = mapped_column(Boolean, default=True, server_default=true(), sort_order=2)
