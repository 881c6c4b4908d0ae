"""What goes out of the house, on a page, on paper or in an answer, is a value for those who see it, never a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from control.kernel.rows import Base

Value = TypeVar("Value")


def value_from(kind: Callable[..., Value], row: Base, /, **more: Any) -> Value:
    """A value with what a row has under the names of its fields, and with what is given besides."""
    return kind(**{name: getattr(row, name) for name in taken(kind, type(row), tuple(more))}, **more)


@cache
def taken(kind: Callable[..., Any], row: type[Base], given: tuple[str, ...]) -> tuple[str, ...]:
    """The fields that are columns of the row, or reckoned from them; never a row beside it."""
    return tuple(
        one.name
        for one in fields(kind)  # type: ignore[arg-type]
        if one.name not in given
        and (one.name in row.__mapper__.column_attrs or isinstance(getattr(row, one.name, None), property))
    )
