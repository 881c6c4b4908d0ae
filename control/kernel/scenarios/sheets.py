"""Reading the TOML files of a scenario, with the line of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar

from control.kernel.errors import OrderNotUnderstood
from control.kernel.scenarios.folder import Folder
from control.kernel.typed import Order, read

Model = TypeVar("Model", bound=Order)
Note = Callable[[str, str], None]
"""Notes what is wrong with a field of a file: its dotted path, and a sentence."""


def sheet_in(folder: Folder, file: str, model: type[Model]) -> tuple[Model, Note] | None:
    """A TOML file of a scenario as ``model``, with what notes more that is wrong with it; None, and all of it noted, if
    it cannot be read."""
    parsed = folder.toml(file)
    if parsed is None:
        return None
    document, text = parsed
    note = noting(folder, file, text)
    try:
        return read(model, document), note
    except OrderNotUnderstood as first:
        for error in (first, *first.more):
            note(error.field, error.sentence)
        return None


def noting(folder: Folder, file: str, text: str) -> Note:
    """What notes what is wrong with the fields of a file of this text, which is gone through once at most."""
    lines = cache(lambda: lines_in(text))

    def note(field: str, sentence: str) -> None:
        folder.findings.add(file, line_of(field, lines()), field, sentence)

    return note


HEADING = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
SETTING = re.compile(r'\s*"?([\w-]+)"?\s*=')


def lines_in(text: str) -> dict[str, int]:
    """The lines where fields of a TOML file are set, and its headings, by their dotted paths with list items counted
    from 0: ``season.parts.1.minutes``."""
    lines: dict[str, int] = {}
    headings: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if heading := HEADING.match(line):
            brackets, name = heading.groups()
            headings[name] = headings.get(name, -1) + 1
            section = f"{name}.{headings[name]}." if brackets == "[[" else f"{name}."
            lines[section[:-1]] = number
        elif setting := SETTING.match(line):
            lines[section + setting[1]] = number
    return lines


def line_of(field: str, lines: Mapping[str, int]) -> int | None:
    """The line where a field is set, or else the heading it belongs under."""
    while field and field not in lines:
        field = field.rpartition(".")[0]
    return lines.get(field)
