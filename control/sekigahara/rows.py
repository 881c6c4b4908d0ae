"""The tables of the campaign: how far it is, which everybody sees, and the state of play, which nobody sees but as his
side does (`control.sekigahara.rules.sight`)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, MetaData
from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import LEAD
from control.kernel.rows import Game, base


class Base(base.Base):
    """A table of this game."""

    __abstract__ = True
    metadata = MetaData(naming_convention=base.NAMES)


class Course(Game):
    """The row of this game: the week, its turn (`A` or `B`), and what is being done in it, in words."""

    __tablename__ = "course"
    metadata = Base.metadata
    __mapper_args__ = {"polymorphic_identity": "sekigahara"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(ForeignKey(Game.id), primary_key=True)
    week: Mapped[int]
    turn: Mapped[str]
    doing: Mapped[str]


class StateOfPlay(Base):
    """The state of play (`control.sekigahara.rules.campaign.campaign.State`), a column for each of its parts; its seed
    is that of the game. The order of ``bags`` and ``piles`` lies under a seal: whoever reads the journal draws no
    better."""

    __tablename__ = "state_of_play"
    seen_by = (LEAD,)

    id: Mapped[int] = mapped_column(primary_key=True)
    week: Mapped[int]
    turn: Mapped[str]
    step: Mapped[str]
    first: Mapped[str]
    active: Mapped[str]
    spot: Mapped[dict[str, Any]]
    bags: Mapped[str]
    hands: Mapped[dict[str, Any]]
    piles: Mapped[str]
    discards: Mapped[dict[str, Any]]
    table: Mapped[dict[str, Any]]
    disks: Mapped[list[Any]]
    resources: Mapped[dict[str, Any]]
    held: Mapped[dict[str, Any]]
    entered: Mapped[dict[str, Any]]
    known: Mapped[list[Any]]
    waiting: Mapped[list[Any]]
    bids: Mapped[dict[str, Any]]
    degree: Mapped[str]
    stacks: Mapped[int]
    mustered: Mapped[bool]
    activated: Mapped[str]
    led: Mapped[bool]
    moved: Mapped[list[Any]]
    used: Mapped[list[Any]]
    fought: Mapped[list[Any]]
    fight: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    last: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    owed: Mapped[dict[str, Any]]
    winner: Mapped[str]
    points: Mapped[dict[str, Any]]
