"""What waits until a second umpire has said yes."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import EVERY_DESK, LEAD
from control.kernel.rows.base import Base, Hushed, Numbered


class Confirmation(Numbered, Hushed, Base):
    """A critical order that waits for a second umpire (kernel/actions/action.py: ``critical``). ``told`` is what it
    would do, ``why`` why it waits; ``answer`` is given or declined, empty until then. Before it is done only the desk
    that asked and the one that leads know of it; ``audience`` is who may read of it then."""

    __tablename__ = "confirmation"
    on_shelves = True
    in_state = "confirmations"
    state_for = (EVERY_DESK,)
    columns_for = {"arguments": (LEAD,)}  # noqa: RUF012 (nobody changes it)

    at: Mapped[str]
    umpire: Mapped[str]
    desk: Mapped[str]
    action: Mapped[str]
    arguments: Mapped[dict[str, Any]]
    why: Mapped[str]
    told: Mapped[str]
    audience: Mapped[str | None]
    answer: Mapped[str] = mapped_column(default="")
