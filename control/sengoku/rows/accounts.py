"""The books: every point of rice or cash that moved, troops that are announced, and works (handbook 5; R21–R27)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, Session, mapped_column

from control.kernel.roles import INSIDE, LEAD, Roles
from control.sengoku.rows.base import Base, Numbered, Uncounted, Versioned, row_named_by
from control.sengoku.rows.clans import keepers
from control.sengoku.rows.politics import owed
from control.sengoku.rules.desks import SEES_BOOKS

if TYPE_CHECKING:
    from control.sengoku.rows.clans import Clan
    from control.sengoku.rows.land import Place, Province


ADDED_UP = ("year", "kind", "rice", "cash")
"""What is added up of a clan's bookings, as it stands in the index of them: no row need be looked at for it."""


class Transfer(Numbered, Uncounted, Base):
    """Points that moved from one account to another: double entry, one row for both sides.

    ``source`` and ``target`` are accounts (sengoku/rules/economy.py: ``clan:oda``, ``province:owari``,
    ``troops``, …); ``payer`` and ``payee`` are the clans among them. ``kind`` is a key of economy.KINDS, which says the
    section it rests on; ``treaty`` is the bond by which dues were paid (null: from before that was noted). ``number``
    is the season by Game.seasons, ``entry`` the journal entry that booked it, 0 for the
    opening of the books.
    """

    __tablename__ = "transfer"
    in_state = "transfers"
    seen_by = SEES_BOOKS
    when_undone = "reckoned"
    whose = ("payer", "payee")
    drawn = True
    columns_for: ClassVar = {**Uncounted.columns_for, "treaty": (LEAD,)}
    __table_args__ = (
        CheckConstraint("rice >= 0 AND cash >= 0 AND rice + cash > 0", name="points_move_forward"),
        Index("ix_transfer_payer", "payer", *ADDED_UP),
        Index("ix_transfer_payee", "payee", *ADDED_UP),
        Index("ix_transfer_year", "year", "kind"),
    )

    entry: Mapped[int]
    number: Mapped[int]
    year: Mapped[int]
    season: Mapped[str]
    kind: Mapped[str]
    source: Mapped[str]
    target: Mapped[str]
    payer: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    payee: Mapped[str | None] = mapped_column(ForeignKey("clan.id"))
    rice: Mapped[int] = mapped_column(default=0)
    cash: Mapped[int] = mapped_column(default=0)
    province: Mapped[str | None] = mapped_column(ForeignKey("province.id"))
    note: Mapped[str] = mapped_column(default="")
    treaty: Mapped[int | None] = mapped_column(ForeignKey("treaty.id"))

    the_province: Mapped[Province | None] = row_named_by(province)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Those who keep the books of the two clans."""
        return keepers(game, session, row["payer"], row["payee"])

    @classmethod
    def reckoned_with(cls, row: dict[str, Any]) -> Collection[str]:
        """Winter reckons with every point of the year (R22, R25), the end of a season with the upkeep paid (R24)."""
        return ("year", "season") if row.get("kind") == "upkeep" else ("year",)

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """What one clan owes another, where it paid that and the booking does not name the bond."""
        row = change["after"] or {}
        if row.get("kind") == "dues" and row.get("treaty") is None:
            yield owed(row["payer"], row["payee"]), False

    @property
    def points(self) -> int:
        """Rice and cash together: one is worth as much as the other (R26)."""
        return self.rice + self.cash


class Muster(Numbered, Base):
    """Counters announced in a province for the next season and paid (handbook 2; R23).

    They stand there from season ``number`` (by Game.seasons) on; then ``outcome`` is ``raised``, or ``lost`` if the
    clan no longer held the province. ``uniforms`` says whether they were paid to look splendid (R25). ``entry`` is the
    journal entry that announced and paid them, ``place`` the city or temple that raises them, if one does (R41).
    """

    __tablename__ = "muster"
    in_state = "musters"
    when_undone = "reckoned"

    entry: Mapped[int] = mapped_column(default=0)
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    place: Mapped[str | None] = mapped_column(ForeignKey("place.id"))
    number: Mapped[int]
    counters: Mapped[int]
    uniforms: Mapped[bool] = mapped_column(default=False)
    outcome: Mapped[str] = mapped_column(default="")

    the_clan: Mapped[Clan] = row_named_by(clan)
    the_province: Mapped[Province] = row_named_by(province)
    the_place: Mapped[Place | None] = row_named_by(place)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Besides, who keeps the clan's books."""
        return (*game.desks(INSIDE), *keepers(game, session, row["clan"]))

    @classmethod
    def reckoned_with(cls, row: dict[str, Any]) -> Collection[str]:
        """Every season begins with the troops that were announced (R23)."""
        return ("season",)


class Work(Numbered, Uncounted, Versioned, Base):
    """A castle, fortress or public building that was ordered in a winter and is ready the next (R24, R25).

    ``state`` is ``ordered``, ``standing`` (a building only: a finished castle is its province's), ``finished`` (a
    castle or fortress), ``abandoned`` or ``lost``. ``clan`` ordered it; who holds the province has it.
    ``ordered`` (in a winter, or forced before that one) and ``finished`` are years, ``place`` the city or temple it is
    built in, if it is (R24).
    """

    __tablename__ = "work"
    in_state = "works"
    seen_by = SEES_BOOKS
    on_shelves = True
    whose = ("clan",)
    shown_columns = ("kind", "province", "name", "state")

    kind: Mapped[str]
    clan: Mapped[str] = mapped_column(ForeignKey("clan.id"))
    province: Mapped[str] = mapped_column(ForeignKey("province.id"))
    place: Mapped[str | None] = mapped_column(ForeignKey("place.id"))
    name: Mapped[str] = mapped_column(default="")
    points: Mapped[int]
    state: Mapped[str] = mapped_column(default="ordered")
    ordered: Mapped[int]
    finished: Mapped[int | None]

    the_province: Mapped[Province] = row_named_by(province)
    the_place: Mapped[Place | None] = row_named_by(place)

    @classmethod
    def is_shown(cls, row: Mapping[str, Any]) -> bool:
        """The map shows the buildings that stand; a castle is its province's."""
        return bool(row["kind"] == "building" and row["state"] == "standing")

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...] | None:
        """While it is built, who keeps the clan's books; what stands everybody sees."""
        return keepers(game, session, row["clan"]) if row["state"] == "ordered" else None
