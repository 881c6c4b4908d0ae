"""Forces: armies under a general, garrisons, the marching orders and what will be recovered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import INSIDE, Roles
from control.sengoku.rows.base import Base, Numbered, Versioned, row_named_by, rows_naming_it
from control.sengoku.rows.people import keeping

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.land import Place, Province
    from control.sengoku.rows.people import Character


class Army(Numbered, Versioned, Base):
    """An army: counters of 1,000 men under a general.

    ``code`` is what its cards carry. ``started`` is where it stood when the season began, ``came_from`` the
    province it entered from last, the way it may go back (R15). ``halted`` says why it moves no more this
    season, ``walked`` how many legs it went, ``allowance`` is fixed when the first phase is run. ``held_by`` is a
    battle without a clear victory after which it may only stay or go to ``way_back`` while its enemies stand (R15).
    ``place`` is the city or temple of its province that it is in, empty while it is in the province around (R41).
    """

    __tablename__ = "army"
    in_state = "armies"
    shown_columns = ("clan", "province", "standing")
    __table_args__ = (CheckConstraint("troops >= 0", name="troops_not_negative"),)

    code: Mapped[str] = mapped_column(unique=True)
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    general: Mapped[str] = mapped_column(ForeignKey("character.id"))
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    troops: Mapped[int]
    standing: Mapped[bool] = mapped_column(default=True)
    started: Mapped[str] = mapped_column(ForeignKey("province.id"))
    came_from: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    walked: Mapped[int] = mapped_column(default=0)
    allowance: Mapped[int | None]
    halted: Mapped[str | None]
    held_by: Mapped[int | None]
    way_back: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    place: Mapped[str | None] = mapped_column(ForeignKey("place.id"))

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_general: Mapped[Character] = row_named_by(general)
    the_province: Mapped[Province] = row_named_by(province)
    the_origin: Mapped[Province | None] = row_named_by(came_from)
    the_place: Mapped[Place | None] = row_named_by(place)
    the_order: Mapped[MarchOrder | None] = rows_naming_it("MarchOrder.army")

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """Who keeps its general: a hostage leads for his hosts."""
        if general := (change["after"] or {}).get("general"):
            yield keeping(general), False


class Companion(Base):
    """A person who goes along with an army without leading it; in its battles he is at risk as its general is."""

    __tablename__ = "companion"
    in_state = "companions"

    character: Mapped[str] = mapped_column(ForeignKey("character.id"), primary_key=True)
    army: Mapped[int] = mapped_column(ForeignKey("army.id"))

    the_character: Mapped[Character] = row_named_by(character)
    the_army: Mapped[Army] = row_named_by(army)


class Garrison(Numbered, Versioned, Base):
    """Counters without a general: they stay where they are, in a ``place`` of their province or, without one, in the
    province around it (R41). One garrison for each clan and ground. ``marched`` are those of them that an army left
    there which had marched or fought this season: they go no further in it (R12)."""

    __tablename__ = "garrison"
    in_state = "garrisons"
    __table_args__ = (CheckConstraint("troops >= 0", name="troops_not_negative"),)

    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    place: Mapped[str | None] = mapped_column(ForeignKey("place.id"))
    troops: Mapped[int]
    standing: Mapped[bool] = mapped_column(default=True)
    marched: Mapped[int] = mapped_column(default=0, server_default="0")

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_province: Mapped[Province] = row_named_by(province)
    the_place: Mapped[Place | None] = row_named_by(place)

    @property
    def rested(self) -> int:
        """The counters that stood there all season: these may go along with an army."""
        return max(0, self.troops - self.marched)


class MarchOrder(Versioned, Base):
    """This season's order of an army: the provinces to enter, in order (an empty route is "stay here").

    ``late`` is the reason for taking it after orders were locked, ``late_minutes`` how long after, ``late_phase`` the
    last phase that had been run by then.
    """

    __tablename__ = "march_order"
    in_state = "orders"
    when_undone = "gated"

    army: Mapped[int] = mapped_column(ForeignKey("army.id"), primary_key=True, autoincrement=False)
    route: Mapped[list[Any]] = mapped_column(default=list)
    late: Mapped[str] = mapped_column(default="")
    late_minutes: Mapped[int | None]
    late_phase: Mapped[int | None]

    the_army: Mapped[Army] = row_named_by(army)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Those who see orders; what spies bring of them is asked for when they do."""
        return game.desks(INSIDE)


class LinkToForce:
    """A row that is about an army or a garrison."""

    if TYPE_CHECKING:
        the_army: Mapped[Army | None]
        the_garrison: Mapped[Garrison | None]

    @property
    def force(self) -> Army | Garrison:
        """The army or garrison that it is about."""
        found = self.the_army or self.the_garrison
        assert found is not None
        return found


class Recovery(Numbered, LinkToForce, Base):
    """Counters that come back to a force at the start of the next season other than winter (R8), of those that a unit
    of a battle has ``lost`` (the number of that unit): its men may be in another force by then. Of what never came
    ``counters`` are 0."""

    __tablename__ = "recovery"
    in_state = "recoveries"

    army: Mapped[int | None] = mapped_column(ForeignKey("army.id"))
    garrison: Mapped[int | None] = mapped_column(ForeignKey("garrison.id"))
    battle: Mapped[int] = mapped_column(ForeignKey("battle.id"))
    lost: Mapped[int | None] = mapped_column()
    counters: Mapped[int]
    reason: Mapped[str]
    done: Mapped[bool] = mapped_column(default=False)

    the_army: Mapped[Army | None] = row_named_by(army)
    the_garrison: Mapped[Garrison | None] = row_named_by(garrison)
