"""Tables with what one side must not see: a row (the other's scouts), a column (what the boat carries), a choice; and
what none of them may even count (what is smuggled)."""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import ForeignKey, MetaData
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import APART
from control.kernel.rows import Game, base
from control.kernel.rows.clocks import ClockRow, DayPlanRow, StretchTime
from control.kernel.rows.rota import DutyRow


class Base(base.Base):
    """A table of this game."""

    __abstract__ = True
    metadata = MetaData(naming_convention=base.NAMES)


class Crossings(Game):
    """The row of this game: how often the boat has gone over."""

    __tablename__ = "crossings"
    metadata = Base.metadata
    __mapper_args__ = {"polymorphic_identity": "toy"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(ForeignKey(Game.id), primary_key=True)
    crossings: Mapped[int] = mapped_column(default=0)


class Clock(ClockRow, Base):
    """The clock of a crossing."""


class CrossingTime(StretchTime, Base):
    """When a crossing really began."""

    __tablename__ = "crossing_time"
    in_state = "crossing_times"


class DayPlan(DayPlanRow, Base):
    """The plan of the day."""


class Duty(DutyRow, Base):
    """An umpire and his job."""


class Boat(Base):
    """The boat between the banks: everybody sees where it is, only the north what it carries."""

    __tablename__ = "boat"
    in_state = "boats"
    columns_for: ClassVar = {"cargo": ("umpire", "north")}

    id: Mapped[int] = mapped_column(primary_key=True)
    bank: Mapped[str]
    cargo: Mapped[str] = mapped_column(default="")


class Scout(Base):
    """Somebody a side has sent over; the other side does not know of him."""

    __tablename__ = "scout"
    in_state = "scouts"

    id: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[str]
    place: Mapped[str]


class Bid(Base):
    """What a side bids for the ferry: sealed until both have, then open."""

    __tablename__ = "bid"
    in_state = "bids"

    side: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[str]
    price: Mapped[str] = mapped_column(default="")


class Run(Base):
    """What was smuggled over, and how well."""

    __tablename__ = "run"
    in_state = "runs"
    seen_by = (APART,)

    id: Mapped[int] = mapped_column(primary_key=True)
    load: Mapped[str]
    die: Mapped[int]
