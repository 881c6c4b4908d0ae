"""The land: provinces, and the places within them that are held for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sqlalchemy import ForeignKey, false
from sqlalchemy.orm import Mapped, mapped_column, synonym

from control.kernel.roles import EVERYBODY
from control.sengoku.rows.base import Base, Numbered, Versioned, row_named_by, rows_naming_it
from control.sengoku.rules.desks import SEES_ARMIES

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan


class Province(Versioned, Base):
    """A province: one area of movement.

    ``rice_value`` is its yearly income in points (about 50,000 koku each), ``raised`` the counters raised
    there this year (R23), ``castle`` is ``none``, ``castle`` or ``fortress``. ``unrest`` is a mark the umpires put
    on the map: its people may rebel. ``taken`` says that it was taken by force since the last winter and pays half
    (R21), ``abandoned`` which work stands there unkept (R24), ``castle_since`` the year its castle was finished in,
    empty for one from before the game.
    """

    __tablename__ = "province"
    in_state = "provinces"
    state_for = EVERYBODY
    columns_for: ClassVar = {**Base.columns_for, "raised": SEES_ARMIES, "unrest": SEES_ARMIES, "taken": SEES_ARMIES}

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    kanji: Mapped[str]
    rice_value: Mapped[int]
    mountainous: Mapped[bool]
    castle: Mapped[str]
    holder: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    raised: Mapped[int] = mapped_column(default=0)
    unrest: Mapped[bool] = mapped_column(default=False, server_default=false())
    taken: Mapped[bool] = mapped_column(default=False, server_default=false())
    abandoned: Mapped[str | None]
    castle_since: Mapped[int | None]

    value: Mapped[int] = synonym("rice_value")
    """What is called so of a place."""
    the_holder: Mapped[Clan | None] = row_named_by(holder)
    places: Mapped[list[Place]] = rows_naming_it("Place.province", order_by="Place.name")

    @property
    def ground_key(self) -> tuple[str, str | None]:
        """The province, and no place in it."""
        return self.id, None


class Place(Versioned, Base):
    """A city or temple inside a province: no area of movement, but held and taken for itself.

    ``raised``, ``taken``, ``abandoned`` and ``castle_since`` are as for a province (R23, R24, R41).
    """

    __tablename__ = "place"
    in_state = "places"
    state_for = EVERYBODY
    columns_for: ClassVar = {**Base.columns_for, "raised": SEES_ARMIES, "taken": SEES_ARMIES}

    id: Mapped[str] = mapped_column(primary_key=True)
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    name: Mapped[str]
    kanji: Mapped[str]
    kind: Mapped[str]
    value: Mapped[int]
    fortification: Mapped[str]
    holder: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    taken: Mapped[bool] = mapped_column(default=False, server_default=false())
    abandoned: Mapped[str | None]
    raised: Mapped[int] = mapped_column(default=0, server_default="0")
    castle_since: Mapped[int | None]

    castle: Mapped[str] = synonym("fortification")
    """What is called so of a province."""
    the_province: Mapped[Province] = row_named_by(province)
    the_holder: Mapped[Clan | None] = row_named_by(holder)

    @property
    def ground_key(self) -> tuple[str, str | None]:
        """The province, and the place in it."""
        return self.province, self.id


class BeatenLevy(Numbered, Base):
    """The intrinsic defence of a province, or of a ``place`` in it, that was beaten in a season (by Game.seasons): it
    has dispersed and is back the following season (R4). ``clan`` has beaten it, or its holder's counters there, and
    may take the ground; one row for each clan of that side. ``battle`` is where, empty if its people gave way."""

    __tablename__ = "beaten_levy"
    in_state = "beaten_levies"

    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    place: Mapped[str | None] = mapped_column(ForeignKey("place.id"))
    season: Mapped[int]
    clan: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    battle: Mapped[int | None] = mapped_column(ForeignKey("battle.id"))
