"""The clans: whoever sits at a table."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column

from control.kernel.roles import EVERYBODY
from control.sengoku.rows.base import Base, Versioned


class Clan(Versioned, Base):
    """A side: a Daimyo's clan, a temple or the Bakufu. ``code`` is the three letters on its flags."""

    __tablename__ = "clan"
    in_state = "clans"
    state_for = EVERYBODY

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
