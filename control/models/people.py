"""People: clans, characters and the titles they hold."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from control.models.base import Base, Versioned


class Clan(Versioned, Base):
    """A side: a Daimyo's clan, a temple or the Bakufu. ``code`` is the three letters on its flags."""

    __tablename__ = "clan"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    kanji: Mapped[str]
    code: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str]
    played: Mapped[bool]
    colour: Mapped[str]
    text_colour: Mapped[str]
    home_province: Mapped[str | None]
    home_place: Mapped[str | None]


class Character(Versioned, Base):
    """A person. ``experience`` is 1 to 4; ``battles`` counts those fought this season (R9)."""

    __tablename__ = "character"

    id: Mapped[str] = mapped_column(primary_key=True)
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    name: Mapped[str]
    role: Mapped[str]
    title: Mapped[str]
    age: Mapped[int | None]
    ancestor: Mapped[str]
    experience: Mapped[int] = mapped_column(default=1)
    alive: Mapped[bool] = mapped_column(default=True)
    wounded: Mapped[bool] = mapped_column(default=False)
    battles: Mapped[int] = mapped_column(default=0)


class Title(Base):
    """A title held: governor or constable of a province, or a court rank (R30)."""

    __tablename__ = "title"

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    character: Mapped[str] = mapped_column(ForeignKey("character.id"))
    province: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    rank: Mapped[int | None]
