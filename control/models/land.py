"""The land: provinces, and the places within them that are held for themselves."""

from __future__ import annotations

from sqlalchemy import ForeignKey, false
from sqlalchemy.orm import Mapped, mapped_column

from control.models.base import Base, Versioned


class Province(Versioned, Base):
    """A province: one area of movement.

    ``rice_value`` is its yearly income in points (about 50,000 koku each), ``raised`` the counters raised
    there this year (R23), ``castle`` is ``none``, ``castle`` or ``fortress``. ``unrest`` is a mark the umpires put
    on the map: its people may rebel.
    """

    __tablename__ = "province"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    kanji: Mapped[str]
    rice_value: Mapped[int]
    mountainous: Mapped[bool]
    castle: Mapped[str]
    holder: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    raised: Mapped[int] = mapped_column(default=0)
    unrest: Mapped[bool] = mapped_column(default=False, server_default=false())


class Place(Versioned, Base):
    """A city or temple inside a province: no area of movement, but held and taken for itself."""

    __tablename__ = "place"

    id: Mapped[str] = mapped_column(primary_key=True)
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    name: Mapped[str]
    kanji: Mapped[str]
    kind: Mapped[str]
    value: Mapped[int]
    fortification: Mapped[str]
    holder: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
