"""What our statements say in PostgreSQL's words; imported where a game is in one, for it takes long."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, UnaryExpression
from sqlalchemy.dialects.postgresql.base import PGCompiler
from sqlalchemy.sql.operators import asc_op, desc_op


class OurPostgreSQL(PGCompiler):
    """Puts statements into PostgreSQL's words."""

    def order_by_clause(self, select: Any, **more: Any) -> str:
        """The order of rows: what is nothing comes first where it goes up, last where it goes down."""
        parts = [placed(one, self.process(one, **more)) for one in select._order_by_clauses]
        return f" ORDER BY {', '.join(parts)}" if parts else ""


def placed(element: Any, words: str) -> str:
    """One thing by which is ordered, and where what is nothing comes."""
    within, down = element, False
    while isinstance(within, UnaryExpression) and within.modifier in (asc_op, desc_op):
        within, down = within.element, within.modifier is desc_op
    if (isinstance(within, Column) and not within.nullable) or " NULLS " in words:
        return words
    return f"{words} NULLS {'LAST' if down else 'FIRST'}"
