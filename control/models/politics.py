"""What clans have agreed with one another (handbook 4 and 7; R16)."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from control.models.base import Base


class Treaty(Base):
    """A treaty between two clans. ``kind`` is alliance, peace, passage or vassalage (``other`` is the vassal)."""

    __tablename__ = "treaty"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]
    one: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    other: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    terms: Mapped[str] = mapped_column(default="")
    year: Mapped[int]
    season: Mapped[str]
    ended: Mapped[bool] = mapped_column(default=False)


class Passage(Base):
    """Leave for a clan to go through a province, negotiated for one season (``season`` by Game.seasons; R16)."""

    __tablename__ = "passage"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    season: Mapped[int]
    note: Mapped[str] = mapped_column(default="")
