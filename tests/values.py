"""What goes out of the house is a value made for an audience, never a row: looked at wherever a test shows a page or
makes a paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice
from typing import Any

from markupsafe import Markup

from control.kernel.rows import Base

FLASKS_OWN = {"g", "request", "session", "config"}
A_FEW, MANY = 3, 40
"""Of a list so many are looked at: they are all made alike. What has names has another thing under each, unless it has
this many: then it is a table of like things."""


PLAIN = {str, int, float, type(None), bool, bytes, Markup, type}
"""What holds nothing."""


@cache
def names_of(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass; None for what is none."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def rows_in(thing: Any, way: str = "", depth: int = 8) -> Iterator[str]:
    """The ways to rows in a thing that goes out, however deep."""
    kind = type(thing)
    if isinstance(thing, Base):
        yield f"{way} is a row of {kind.__name__}"
    elif depth == 0 or isinstance(thing, (str, type)):
        return
    elif (names := names_of(kind)) is not None:
        for name in names:
            if type(inside := getattr(thing, name)) not in PLAIN:
                yield from rows_in(inside, f"{way}.{name}", depth - 1)
    elif isinstance(thing, Mapping):
        named = len(thing) <= MANY and all(type(key) is str for key in thing)
        for key in thing if named else islice(thing, A_FEW):
            yield from rows_in(key, f"{way}'s key", depth - 1)
            if type(inside := thing[key]) not in PLAIN:
                yield from rows_in(inside, f"{way}[{key!r}]", depth - 1)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for spot, one in enumerate(islice(thing, A_FEW)):
            yield from rows_in(one, f"{way}[{spot}]", depth - 1)


def no_row_in_page(_app: Any, template: Any, context: Mapping[str, Any], **_more: Any) -> None:
    """Told of every page before it is rendered."""
    for name, thing in context.items():
        if name not in FLASKS_OWN:
            for found in rows_in(thing, name):
                raise AssertionError(f"{template.name} is given a row: {found}")


def no_row_on_paper(items: Any) -> None:
    """Told of the things of every paper before they are drawn."""
    for item in items:
        for found in rows_in(item.thing, item.key):
            raise AssertionError(f"a paper is given a row: {found}")
