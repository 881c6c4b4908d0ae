"""What all tables share."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Self

from sqlalchemy import JSON, MetaData
from sqlalchemy.orm import (
    DeclarativeBase,
    InstrumentedAttribute,
    Mapped,
    Relationship,
    Session,
    declared_attr,
    mapped_column,
    registry,
    relationship,
)

from control.kernel.roles import INSIDE, Roles

TABLES_OF = "0055"
"""The migration that these tables are of. An entry of the journal says with which it was made: another version of the
program had other rules and other columns."""
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
PLAIN = {dict[str, Any]: JSON, list[Any]: JSON}


class Base(DeclarativeBase):
    """A table of the game. Constraints have names, so that migrations can speak of them."""

    registry = registry(metadata=MetaData(naming_convention=NAMES), type_annotation_map=PLAIN)

    when_undone: ClassVar[str] = ""
    """How an undo treats the table (kernel/undo/wake.py): a later change of the same row stands in its way, or
    besides, or instead: ``gated``, ``reckoned``, ``aside``, ``hall``."""
    part_of: ClassVar[str] = ""
    """The table whose row it is a part of, by its first key: whatever changes it has changed that."""
    goes_with_entry: ClassVar[bool] = False
    """Whether a row goes with the entry it came with though it has moved on since: others hang on that, or it tells the
    hall of what is taken back."""
    on_shelves: ClassVar[bool] = False
    """Whether its rows are counted on shelves of thousands (World.number)."""
    in_state: ClassVar[str] = ""
    """The part of the state that its rows are; none if that is empty."""
    seen_by: ClassVar[tuple[str, ...] | None] = None
    """The desks that see its rows, in the state and as changes in the journal; without, those inside."""
    state_for: ClassVar[tuple[str, ...] | None] = None
    """The desks that have it in the state, if they are others."""
    columns_for: ClassVar[Mapping[str, tuple[str, ...]]] = {"version": (INSIDE,)}
    """The desks that see a column, if not all do who see the row."""
    shown_columns: ClassVar[tuple[str, ...] | None] = None
    """The columns that anything is made of which everybody is shown, a page, a screen or the state; without, all but
    those that its columns_for keeps from the public."""

    @classmethod
    def is_shown(cls, row: Mapping[str, Any]) -> bool:
        """Whether anything of a row is shown to everybody. In doubt it is: what is kept for the public is made anew as
        soon as something may have changed that it is shown."""
        return True

    @classmethod
    def only(cls, session: Session) -> Self:
        """The row of a table that has one, as that of the game has."""
        return session.get_one(cls, 1)

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...] | None:
        """The desks that may notice a change of this row beside those that read the entry: by a page, a part or a
        figure that is made of it. None is every desk, as of most tables."""
        return None

    @classmethod
    def tenures(cls, session: Session, change: dict[str, Any]) -> Iterator[tuple[str, bool]]:
        """What there is once and a change of this row gave, took or rested on, though other rows than this have had it
        and will: an office, the keeping of a hostage. Each by its name, and whether it went over to another by this: a
        later change that has to do with it rests on that."""
        yield from ()

    @classmethod
    def whole(cls, session: Session, change: dict[str, Any]) -> dict[str, Any]:
        """The row that a change is of: as it came or went, else as it is now; empty if it is no more."""
        if change["before"] is None or change["after"] is None:
            return dict(change["after"] or change["before"] or {})
        row = session.get(cls, tuple(change["key"]))
        return row.as_dict() if row is not None else {}

    @classmethod
    def key_in(cls, change: Mapping[str, Any]) -> tuple[Any, ...]:
        """The key of the row that a change is of, as the table has it by now: an older entry may have had another."""
        return tuple(change["key"])

    @classmethod
    def is_another_by_now(cls, row: Base | None, change: Mapping[str, Any]) -> bool:
        """Whether a change that an older entry made is of a row that became one with another since: ``row`` is the one
        that stands there, if any."""
        return False

    @classmethod
    def hidden(cls, game: Roles, desk: str) -> frozenset[str]:
        """The columns that a desk does not see."""
        return frozenset(name for name, seen_by in cls.columns_for.items() if desk not in game.desks(*seen_by))

    @classmethod
    def reckoned_with(cls, row: dict[str, Any]) -> Collection[str]:
        """The columns of the game's row that have reckoned with this one when they move on, as at the end of a season
        or of more; for tables that are ``reckoned``."""
        return ()

    @classmethod
    @cache
    def named_columns(cls) -> Mapping[str, InstrumentedAttribute[Any]]:
        """The columns by their names, as they are asked for."""
        return {column.key: getattr(cls, column.key) for column in cls.__mapper__.column_attrs}

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data, column by column."""
        return {name: getattr(self, name) for name in self.named_columns()}


def row_named_by(key: Mapped[Any]) -> Relationship[Any]:
    """The row that a key names, beside the key: ``army.the_general`` where ``army.general`` is his id.

    Whoever reads it has asked for it with its own (``joinedload``, ``selectinload``), for nothing is asked row by row.
    It is for reading: what is to change is the key, and until it is read again the row beside it is the one before.
    """
    return relationship(foreign_keys=[key], lazy="raise", viewonly=True)


def rows_naming_it(key: str, order_by: str | None = None) -> Relationship[Any]:
    """The row, or the rows in this order, that name a row by their ``key``; asked for like the other way round."""
    return relationship(foreign_keys=key, lazy="raise", viewonly=True, order_by=order_by or False)


class Hushed:
    """A table of which nothing is shown, nor made, where an entry that changes it may not be read: of such an entry no
    other desk knows that there is one."""

    @classmethod
    def noticed_by(cls, game: Roles, session: Session, row: dict[str, Any]) -> tuple[str, ...]:
        """Nobody beside those who read the entry."""
        return ()


class Uncounted:
    """A table of which some see rows and may not count the others: a row keeps as its ``line`` its place among all,
    which nobody is shown, and its number may be drawn by the key of its entry and by ``whose`` it is (World.new). That
    is so always, or, where only umpires with codes of their own see no more than a part (``drawn`` is false), once
    somebody has one."""

    whose: ClassVar[tuple[str, ...]]
    drawn: ClassVar[bool] = False
    columns_for: ClassVar[Mapping[str, tuple[str, ...]]] = {"version": (INSIDE,), "line": ()}

    line: Mapped[int] = mapped_column(default=0, server_default="0")


class Numbered:
    """A row that has a number; what is made in play gets the next one (World.new)."""

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, sort_order=-1)


class Versioned:
    """A row that two umpires may have open at once: a form sends back the version it showed."""

    version: Mapped[int] = mapped_column(default=1)

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:
        return {"version_id_col": cls.version}


class Dated:
    """A row that keeps a moment of its game: its place among all moments (``moment``), from which the game tells what
    answers say of it (UmpiredGame.told), and the words of the ``stretch`` it is in ("spring 1550")."""

    moment: Mapped[int]
    stretch: Mapped[str]


A_CODE = "code of "
"""Stands in the name of a count of codes that were withdrawn. Those go back by no undo, nor by a restore."""
A_VERSION = "version of "
"""Stands before table and key of a row that went, in the name of what keeps its version: if one of that key comes again
it goes on from there."""
EVERY_VERSION = "version"
"""The name of what keeps the version that none which was made since may have: a restore sets it."""


class Serial(Base):
    """The last number given to a kind of row. Numbers are never given twice, not even after an undo:
    a card printed for an army that was taken back must not open another one."""

    __tablename__ = "serial"

    name: Mapped[str] = mapped_column(primary_key=True)
    last: Mapped[int] = mapped_column(default=0)
