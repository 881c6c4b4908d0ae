"""Making a value from a row, or a row from a value, by the names that both have.

What goes out of the house, on a page, on paper or in an answer, is a value for those who see it, never a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from control.kernel.rows import Base

Made = TypeVar("Made")


def made_from(kind: Callable[..., Made], source: Any, /, **more: Any) -> Made:
    """One of this kind with what the source has under the names of its fields, and with what is given besides."""
    of: Any = type(source)
    return kind(**{name: getattr(source, name) for name in shared(kind, of, tuple(more))}, **more)


@cache
def shared(kind: Any, source: Any, given: tuple[str, ...]) -> tuple[str, ...]:
    """The fields of a kind that its source has, but for those given: of a row its columns, never the rows beside it."""
    has = {*names_of(source), *(name for name in dir(source) if isinstance(getattr(source, name, None), property))}
    return tuple(name for name in names_of(kind) if name in has and name not in given)


def names_of(kind: Any) -> Iterable[str]:
    """The fields of a row, a value, or a line of a scenario."""
    if issubclass(kind, Base):
        return [column.key for column in kind.__mapper__.column_attrs]
    return [one.name for one in fields(kind)] if is_dataclass(kind) else kind.model_fields
