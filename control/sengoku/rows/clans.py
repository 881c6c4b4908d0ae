"""The clans: whoever sits at a table."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import EVERYBODY, LEAD, Roles
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

    @property
    def minded_at(self) -> str:
        """The desk that minds it: Team Control a played clan, the Bakufu its own, NPD Control all others."""
        if self.kind == "bakufu":
            return "bakufu"
        return "team" if self.played else "npd"


def keepers(game: Roles, session: Session, *clans: str | None) -> tuple[str, ...]:
    """The desks that keep the books and the letters of these clans, with the one that leads."""
    rows = [session.get_one(Clan, one) for one in clans if one]
    return (*game.desks(LEAD), *(one.minded_at for one in rows))
