"""What the desk that leads says to the umpires, and who has read it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import LEAD
from control.kernel.rows.base import Base


class Announcement(Base):
    """Something said to the umpires of all desks, or of those in ``desks``."""

    __tablename__ = "announcement"
    in_state = "announcements"
    state_for = (LEAD,)
    when_undone = "hall"
    goes_with_entry = True

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[str]
    umpire: Mapped[str]
    text: Mapped[str]
    desks: Mapped[list[Any]] = mapped_column(default=list)
    ended: Mapped[bool] = mapped_column(default=False)


class AnnouncementRead(Base):
    """Who has read an announcement, and when: umpires go by their names."""

    __tablename__ = "announcement_read"
    in_state = "announcements_read"
    state_for = (LEAD,)
    when_undone = "hall"
    goes_with_entry = True

    announcement: Mapped[int] = mapped_column(ForeignKey("announcement.id"), primary_key=True, autoincrement=False)
    umpire: Mapped[str] = mapped_column(primary_key=True)
    desk: Mapped[str]
    at: Mapped[str]
