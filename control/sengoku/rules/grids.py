"""Checks of a table as it is written down: its form, kinds of cell, keys, rows, and grids laid out as they are printed.

Each check yields for each fault where it is, as a dotted path of keys, and one sentence that names row and column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from control.kernel.errors import did_you_mean
from control.kernel.values import dataclass

Amiss = tuple[str, str]
"""The dotted path of what is amiss, and a sentence."""


def is_whole(value: Any) -> bool:
    """Whether this is a whole number (true and false are none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: Any) -> bool:
    """Whether this is a word or a line of text."""
    return isinstance(value, str) and bool(value)


def is_percent(value: Any) -> bool:
    """Whether this is a whole percentage from 0 to 100."""
    return is_whole(value) and 0 <= value <= 100


def is_list_of(value: Any, length: int | None, is_right: Callable[[Any], bool]) -> bool:
    """Whether this is a list of ``length`` (or any number of) right things."""
    return isinstance(value, list) and length in (None, len(value)) and all(map(is_right, value))


def key_faults(found: Mapping[str, Any], wanted: Iterable[str], table: str = "") -> Iterator[Amiss]:
    """A fault for each key that is missing or unknown, in the file or in a table of it."""
    known = list(wanted)
    path, place = (f"{table}.", f"{table}: ") if table else ("", "")
    for key in known:
        if key not in found:
            yield f"{path}{key}", f'{place}"{key}" is missing.'
    for key in found:
        if key not in known:
            yield f"{path}{key}", f'{place}there is no "{key}" here.{did_you_mean(key, known)}'


def row_faults(table: str, rows: Mapping[str, Any], wanted: Sequence[str]) -> Iterator[Amiss]:
    """A fault for each row of a table that is missing or unknown."""
    for name in wanted:
        if name not in rows:
            yield f"{table}.{name}", f"row {name} is missing."
    for name in rows:
        if name not in wanted:
            yield f"{table}.{name}", f"there is no row {name}; rows are {', '.join(wanted)}."


def grid_faults(
    table: str,
    rows: Mapping[str, Any],
    wanted: Sequence[str],
    columns: Sequence[str],
    cell_fault: Callable[[Any], str],
) -> Iterator[Amiss]:
    """A fault for each row missing, unknown or of the wrong length, and for each cell that cannot be."""
    yield from row_faults(table, rows, wanted)
    for name, cells in rows.items():
        here = f"{table}.{name}"
        if not isinstance(cells, list):
            yield here, f"row {name} is a list in square brackets."
        elif len(cells) != len(columns):
            yield here, f"row {name} has {len(cells)} cells for {len(columns)} columns."
        else:
            for column, cell in zip(columns, cells, strict=True):
                if fault := cell_fault(cell):
                    yield here, f"row {name}, column {column}: {fault}."


@dataclass(frozen=True)
class Form:
    """What a table's file must hold: its class, its keys and the kind of value under each."""

    table: Any
    keys: Mapping[str, type]
    of_new: Callable[[Mapping[str, Any]], Iterator[Amiss]] | None = None
    """What besides is a fault of a table that comes new into a game: one that began with such a table is to go on."""

    def faults_of(self, document: Mapping[str, Any] | None, new: bool = True) -> Iterator[Amiss]:
        """Every fault of the document; its cells are looked at only when its keys are right."""
        if document is None:
            yield "", "the file is missing."
            return
        shape = [*key_faults(document, self.keys), *self._kind_faults(document)]
        yield from shape or self.table.faults(document)
        if new and self.of_new and not shape:
            yield from self.of_new(document)

    def _kind_faults(self, document: Mapping[str, Any]) -> Iterator[Amiss]:
        words = {list: "a list in square brackets", dict: "a table of its own", int: "a whole number"}
        for key, kind in self.keys.items():
            value = document.get(key)
            if key in document and (not isinstance(value, kind) or isinstance(value, bool)):
                yield key, f'{key} is {words[kind]}, not "{value}".'
