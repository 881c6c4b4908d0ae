"""The journal: every change of the game, in order. Entries are never edited or deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from sqlalchemy import JSON, ColumnElement, ForeignKey, Index, event, text
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from control.kernel.rows.base import Base, Dated

Change = dict[str, Any]
"""A changed row, as JournalEntry.changes lists it."""


class Entry(Dated, Base):
    """One action: who did what when, the dice, the rows before and after, and a sentence for the chronicle.

    ``changes`` lists ``{"table", "key", "before", "after"}``; ``before`` is null for a new row, ``after`` for a
    removed one, and both hold only the columns that changed otherwise. ``key`` makes a form sent twice act once; no
    desk is told another's, which may be made of what the order names, or tell that the entry is part of a hidden one.
    ``made_with`` names the tables of the program that made it (UmpiredGame.tables_of; null: older than that was noted).
    ``audience`` names the desks that may read it, in between spaces (`` game team ``); null is those inside.
    """

    __abstract__ = True

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[str]
    umpire: Mapped[str]
    desk: Mapped[str]
    moment: Mapped[int] = mapped_column(default=0, server_default="0")
    stretch: Mapped[str] = mapped_column(default="", server_default=text("''"))
    action: Mapped[str]
    arguments: Mapped[dict[str, Any]]
    dice: Mapped[list[Any]]
    changes: Mapped[list[Any]] = mapped_column(JSON)
    sentence: Mapped[str]
    key: Mapped[str] = mapped_column(unique=True)

    @declared_attr
    def undoes(cls) -> Mapped[int | None]:
        """The entry that it takes back, which stands where it does."""
        return mapped_column(ForeignKey(f"{cls.__tablename__}.number"))

    audience: Mapped[str | None]
    made_with: Mapped[str | None]
    hushed_before: ClassVar[Mapping[str, int] | None] = None
    """How many entries before it only these desks may know of, if that is known: of one just made. It is not kept."""


class JournalEntry(Entry):
    """An entry of the journal. ``heard_by`` are the desks that may know that there is one, and so count it
    (kernel/journal/numbering_questions.py); null is all of them."""

    __tablename__ = "journal"
    in_state = "journal"
    columns_for: ClassVar[Mapping[str, tuple[str, ...]]] = {"key": (), "heard_by": ()}
    __table_args__ = (
        Index("ix_journal_undoes", "undoes"),
        Index("ix_journal_stretch", "stretch"),
        Index("ix_journal_heard_by", "heard_by", sqlite_where=text("heard_by IS NOT NULL")),
    )

    heard_by: Mapped[str | None]


class ApartEntry(Entry):
    """An entry that stands apart: no desk but those of its ``audience`` can see it, or count it; null is those of
    UmpiredGame.apart (and the one that leads, if it looks).

    So it lies in a table of its own, which no other question asks, and takes no number of the journal: its own goes
    down from -1, and is shown as C1. Each audience counts for itself, from millions that are its own (OF_A_GROUP in
    kernel/wording.py): shown as H5.1. It comes ``after`` that entry of the journal, and before the next; ``turn`` is
    its place among all that stand apart, which no desk is shown. It ``stirs`` desks that may not read it, but are to
    look again at what they see: something lies there for them now, and they need not be told whence.
    ``heard_by`` is its audience and, of a desk that is shared out, for whom there it is (who_hears.shares).
    """

    __tablename__ = "journal_apart"
    columns_for: ClassVar[Mapping[str, tuple[str, ...]]] = {"key": (), "turn": (), "stirs": (), "heard_by": ()}

    after: Mapped[int]
    turn: Mapped[int] = mapped_column(default=0, server_default="0")
    stirs: Mapped[str | None]
    heard_by: Mapped[str | None]

    @classmethod
    def is_for(cls, desk: str) -> ColumnElement[bool]:
        """What stands apart for an audience that a desk is of."""
        return cls.audience.like(f"% {desk} %")


class OfAnEntry(Base):
    """Which rows an entry changed (``changed``), and which they point to: the index of a journal.

    It is made from the entries and says nothing of its own. The pages that filter the journal by clan, province or
    person ask it, and an undo, whether anything later rests on what it would take back.
    """

    __abstract__ = True

    table: Mapped[str] = mapped_column(primary_key=True, sort_order=1)
    key: Mapped[str] = mapped_column(primary_key=True, sort_order=2)
    changed: Mapped[bool] = mapped_column(sort_order=3)


class Touch(OfAnEntry):
    """The index of the journal."""

    __tablename__ = "touch"
    __table_args__ = (Index("ix_touch_row", "table", "key", "entry"),)

    entry: Mapped[int] = mapped_column(ForeignKey("journal.number"), primary_key=True, autoincrement=False)


class ApartTouch(OfAnEntry):
    """The index of what stands apart; it lies apart as well, for whoever asks the other counts it."""

    __tablename__ = "touch_apart"
    __table_args__ = (Index("ix_touch_apart_row", "table", "key", "entry"),)

    entry: Mapped[int] = mapped_column(ForeignKey("journal_apart.number"), primary_key=True, autoincrement=False)


@event.listens_for(JournalEntry, "before_update")
@event.listens_for(JournalEntry, "before_delete")
@event.listens_for(ApartEntry, "before_update")
@event.listens_for(ApartEntry, "before_delete")
def refuse(_mapper: Any, _connection: Any, entry: Entry) -> None:
    """Nobody rewrites the journal; undo adds an entry of its own."""
    raise RuntimeError(f"Journal entry {entry.number} cannot be changed.")
