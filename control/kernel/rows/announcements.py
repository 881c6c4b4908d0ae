"""What the desk that leads says to the umpires, and who has read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import LEAD, Roles
from control.kernel.rows.base import Base, Numbered
from control.kernel.wording import any_spelling

ALL_OF_IT = "="
"""Beside the desks that hear of an entry: of one that is shared out everybody does (kernel/journal/audience.py)."""


class Announcement(Numbered, Base):
    """Something said to the umpires of all desks, or of those in ``desks``: no other desk knows that there is one, so
    its number is of a shelf of theirs, and which came last says ``at``."""

    __tablename__ = "announcement"
    in_state = "announcements"
    state_for = (LEAD,)
    when_undone = "hall"
    goes_with_entry = True
    on_shelves = True

    at: Mapped[str]
    umpire: Mapped[str]
    text: Mapped[str]
    desks: Mapped[list[Any]] = mapped_column(default=list)
    ended: Mapped[bool] = mapped_column(default=False)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...] | None:
        """The desks that it went to."""
        return (*row["desks"], ALL_OF_IT) if row["desks"] else None


def his_name(context: Any) -> str:
    """The name by which a mark is an umpire's."""
    return any_spelling(context.get_current_parameters()["umpire"])


class AnnouncementRead(Base):
    """Who has read an announcement, and when: umpires go by their names, however these are written, and their desks. Of
    two desks two may have one name."""

    __tablename__ = "announcement_read"
    in_state = "announcements_read"
    state_for = (LEAD,)
    when_undone = "hall"
    goes_with_entry = True

    announcement: Mapped[int] = mapped_column(ForeignKey("announcement.id"), primary_key=True, autoincrement=False)
    reader: Mapped[str] = mapped_column(primary_key=True, default=his_name)
    desk: Mapped[str] = mapped_column(primary_key=True)
    umpire: Mapped[str]
    at: Mapped[str]

    @classmethod
    def key_in(cls, change: Mapping[str, Any]) -> tuple[Any, ...]:
        """Its key was the announcement and the name alone before there was a reader (version 0054)."""
        number, *by = change["key"]
        row = change["after"] or change["before"]
        return (number, *by) if len(by) > 1 else (number, any_spelling(by[0]), row["desk"])

    @classmethod
    def is_another_by_now(cls, row: Base | None, change: Mapping[str, Any]) -> bool:
        """Each way of writing an umpire's name had a mark of its own then; the last of these is kept for all."""
        if len(change["key"]) > 2:
            return False
        there, after = row.as_dict() if row else {}, change["after"]
        if change["before"] is None and after is not None:
            return bool(there) and (there["at"], there["umpire"]) > (after["at"], after["umpire"])
        return not there or there["umpire"] != change["key"][1]

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...] | None:
        """The desks that it went to; one that is gone tells by itself who they were."""
        one = session.get(Announcement, row["announcement"])
        return () if one is None else Announcement.noticed_by(game, session, one.as_dict())
