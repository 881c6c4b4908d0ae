"""What the tables of this game share."""

from __future__ import annotations

from sqlalchemy import MetaData

from control.kernel.rows import base
from control.kernel.rows.base import NAMES, Hushed, Numbered, Uncounted, Versioned, row_named_by, rows_naming_it

__all__ = ["Base", "Hushed", "Numbered", "Uncounted", "Versioned", "row_named_by", "rows_naming_it"]


class Base(base.Base):
    """A table of this game, beside those that every game has."""

    __abstract__ = True
    metadata = MetaData(naming_convention=NAMES)
