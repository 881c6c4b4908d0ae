"""Reading the files of a scenario folder: text, TOML, and CSV rows with their line numbers.

Nothing here raises: whatever cannot be read is noted as a fault, and reading goes on with what can.
"""

from __future__ import annotations

import csv
import io
import os
import re
import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Generic, TypeVar, get_args

from pydantic import ConfigDict

from control.kernel.errors import OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.scenarios.cells import Joint, Refers
from control.kernel.scenarios.faults import Fault, Findings, ScenarioFaults
from control.kernel.scenarios.scenario_folders import files_below, files_of, find
from control.kernel.typed import Order, read
from control.kernel.values import dataclass
from control.kernel.wording import counted


class Row(Order):
    """One row of a CSV file. A column with a default may be empty, or left out altogether."""

    model_config = ConfigDict(populate_by_name=True)


TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
FAR_TOO_DEEP = re.compile(r"""(?<![\w"'.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){20}""")
"""A key of so many parts (`a.b.c`), as no sheet has one. Python's reader takes the square of their number in memory:
ten gigabytes for a file of a hundred kilobytes."""

R = TypeVar("R", bound=Row)
R_co = TypeVar("R_co", bound=Row, covariant=True)


@dataclass(frozen=True)
class Line(Generic[R_co]):
    """A row that could be read, and the line of the file that it starts on."""

    number: int
    row: R_co


def columns_of(model: type[Row]) -> dict[str, bool]:
    """The columns of a file in their order, and whether each must be filled in."""
    return {field.alias or name: field.is_required() for name, field in model.model_fields.items()}


@dataclass(frozen=True)
class Reference:
    """A cell that names a row of another file by its id."""

    file: str
    line: int
    column: str
    to: Refers
    id: str


@cache
def references_of(model: type[Row]) -> dict[str, Refers]:
    """The columns of a file that refer to another file."""
    found = {}
    for name, field in model.model_fields.items():
        optional = [mark for part in get_args(field.annotation) for mark in getattr(part, "__metadata__", ())]
        for mark in (*field.metadata, *optional):
            if isinstance(mark, Refers):
                found[field.alias or name] = mark
    return found


def joint_of(model: type[Row]) -> Joint | None:
    """What joins the words of the ids of a file; None if its rows have none."""
    field = model.model_fields.get("id")
    return next((mark for mark in field.metadata if isinstance(mark, Joint)), None) if field else None


class Folder:
    """A scenario folder, read file by file."""

    def __init__(
        self, path: Path | None, findings: Findings, files: Mapping[str, str] | None = None, changed: str = ""
    ) -> None:
        self.path = path
        self.changed = changed
        """The file that is changed of those that a game carries."""
        self.files = files or {}
        """What was read already, or all there is: a game carries its scenario, and has no folder."""
        self.findings = findings
        self.ids: dict[str, dict[str, int]] = {}
        """For each file with an ``id`` column the ids and their lines, also of rows with other faults; of an id that is
        written amiss what it should be, for so the other files have it, or will."""
        self.whole: set[str] = set()
        """The CSV files whose rows were all looked at, since their first row is right."""
        self.sound: set[str] = set()
        """Those in which every row could be read, so that what is not in them is missing indeed."""
        self.references: list[Reference] = []
        """Every cell that names a row of another file, also in rows with other faults."""
        self.asked_for: set[str] = set()
        """The files that were asked for by their names, also those that a scenario may do without."""
        self.missing: set[str] = set()
        """The files that are not there, and that no scenario may do without."""

    @property
    def begins(self) -> bool:
        """Whether a game is to begin with this: it is held to more than one that carries its files, which began with
        what stands in them and is to go on."""
        return self.path is not None

    def is_new(self, file: str) -> bool:
        """Whether a file comes new into a game, as it begins or by a change."""
        return self.begins or file == self.changed

    def has(self, file: str) -> bool:
        """Whether there is such a file, for one that a scenario may do without."""
        self.asked_for.add(file)
        return file in self.files or file in self.there

    @cached_property
    def there(self) -> set[str]:
        """All that lies in the folder, by its names as they are written: a disk to which capitals are nothing would
        open a file under another name, by which no game finds it again."""
        walked = os.walk(self.path) if self.path else ()
        found = (Path(within, name) for within, *names in walked for name in chain(*names))
        return {one.relative_to(self.path or "").as_posix() for one in found}

    def text(self, file: str) -> str | None:
        """The text of a file; None if there is none or it is not UTF-8. A byte-order mark is dropped."""
        self.asked_for.add(file)
        if file in self.files:
            return self.files[file].removeprefix("\ufeff")
        if self.path is None or file not in self.there:
            self._note_missing(file)
            return None
        try:
            content = (self.path / file).read_bytes()
        except FileNotFoundError:
            self._note_missing(file)
            return None
        except OSError as error:
            self.findings.add(file, None, "", f"the file cannot be read ({error.strerror}).")
            return None
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            if content.startswith(PACKED):
                self.findings.add(file, None, "", "this is a workbook under another name. Save its table as CSV UTF-8.")
                return None
            line = content[: error.start].count(b"\n") + 1
            self.findings.add(file, line, "", "this is not UTF-8 text. Save the file again, as UTF-8.")
            return None

    def _note_missing(self, file: str) -> None:
        """Note that a file is not there which no scenario may do without."""
        self.findings.add(file, None, "", "the file is missing.")
        self.missing.add(file)

    def below(self, folder: str, suffix: str) -> list[str]:
        """The files in a folder of this one, and in those within it, by their paths from here."""
        found = {file for file in self.files if file.startswith(f"{folder}/") and file.endswith(suffix)}
        if self.path is not None:
            there = (file.relative_to(self.path).as_posix() for file in files_below(self.path / folder))
            found |= {file for file in there if file.endswith(suffix)}
        return sorted(found)

    def toml(self, file: str) -> tuple[dict[str, Any], str] | None:
        """A TOML file as a document, and its text; None if it cannot be read."""
        text = self.text(file)
        if text is None:
            return None
        if deep := FAR_TOO_DEEP.search(text):
            self.findings.add(
                file, text.count("\n", 0, deep.start()) + 1, "", "this names a table within far too many."
            )
            return None
        try:
            return tomllib.loads(text), text
        except RecursionError:
            self.findings.add(file, None, "", "this has lists or tables within far too many others.")
            return None
        except tomllib.TOMLDecodeError as error:
            message, line = str(error), None
            if place := TOML_PLACE.search(message):
                message, line = message[: place.start()], int(place[1] or text.count("\n") + 1)
            hint = next((words for said, words in NOT_TOML.items() if said in message), "")
            self.findings.add(file, line, "", f"this is not TOML: {message}.{hint}")
            return None

    def rows(self, file: str, model: type[R]) -> list[Line[R]]:
        """The rows of a CSV file that could be read; empty rows are skipped."""
        text = self.text(file)
        if text is None:
            return []
        records = self._records(file, text)
        header_line, header = next(records, (1, []))
        columns = columns_of(model)
        faults = len(self.findings)
        if header and columns.keys().isdisjoint(header) and (second := next(records, None)):
            if not columns.keys().isdisjoint(second[1]):
                above = f"the names of the columns stand on line {second[0]}. Delete what stands above them."
                self.findings.add(file, header_line, "", ALONE if header[0].startswith("sep=") else above)
                return []
            records = chain([second], records)
        if not self._check_header(file, header_line, header, columns):
            return []
        if len(self.findings) == faults:
            self.whole.add(file)
            if joint_of(model) and self.is_new(file):
                self.ids.setdefault(file, {})  # of a list of which there is nothing no other file names anything
        found = []
        for number, cells in records:
            named = {name: cell for name, cell in zip(header, cells, strict=False) if name in columns}
            if len(cells) != len(header):  # what came before the cell too many is in its place: mostly the id
                self._note_id(file, number, named, model)
                self.findings.add(file, number, "", miscounted(cells, header))
                continue
            self._note_id(file, number, named, model)
            self._note_references(file, number, named, model)
            for column in OF_LETTERS & named.keys():
                if "?" in named[column]:
                    self.findings.add(file, number, column, LOST.format(named[column]))
            if row := self._row(file, number, named, model):
                found.append(Line(number, row))
        if len(self.findings) == faults:
            self.sound.add(file)
        return found

    def _records(self, file: str, text: str) -> Iterator[tuple[int, list[str]]]:
        """The cells of every row that is not empty, with the line the row starts on."""
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        while True:
            start = reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                hint = next((words for said, words in NO_CSV.items() if said in str(error)), str(error))
                self.findings.add(file, start, "", f"the row that starts here cannot be read: {hint}.")
                self.ids.pop(file, None)  # for who knows what stands in the rest?
                self.whole.discard(file)
                return
            if any(cell.strip() for cell in cells):
                yield start, [cell.strip() for cell in cells]

    def _check_header(self, file: str, line: int, header: list[str], columns: Mapping[str, bool]) -> bool:
        """Note what is wrong with the first row; whether it is a row of column names at all."""
        known = known_columns(columns)
        if not header:
            self.findings.add(file, None, "", f"the file is empty. Its first line names the columns. {known}")
            return False
        if header[0].startswith("sep="):
            self.findings.add(file, line, "", ALONE)
            return False
        for sign, words in SEPARATORS.items():
            if len(header) == 1 and sign in header[0]:
                self.findings.add(file, line, "", f"{words} separate the cells; save the file with commas.")
                return False
        for column, required in columns.items():
            if required and column not in header:
                self.findings.add(file, line, column, f"this column is missing. {known}")
        for spot, column in enumerate(header, start=1):
            if not column:
                self.findings.add(file, line, str(spot), "this column has no name. Give it one, or delete it.")
            elif column not in columns:
                near = did_you_mean(column, columns)
                self.findings.add(file, line, column, f'there is no column "{column}".{near} {known}')
            elif column in header[: spot - 1]:
                self.findings.add(file, line, column, "this column is there twice.")
        return True

    def _note_id(self, file: str, line: int, cells: Mapping[str, str], model: type[Row]) -> None:
        """Remember the id of a row, which no other may have."""
        if (own := cells.get("id")) and (joint := joint_of(model)):
            own = joint.meant(own) or own
            first = self.ids.setdefault(file, {}).setdefault(own, line)
            if first != line:
                self.findings.add(file, line, "id", f'the id "{own}" is used on line {first} already.')

    def _note_references(self, file: str, line: int, cells: Mapping[str, str], model: type[Row]) -> None:
        """Remember the ids that a row refers to."""
        for column, to in references_of(model).items():
            if cells.get(column):
                self.references.append(Reference(file, line, column, to, cells[column]))

    def _row(self, file: str, line: int, cells: Mapping[str, str], model: type[R]) -> R | None:
        """One row as the model, or None with its faults noted; a column that is missing was noted before."""
        try:
            return read(model, cells, form=True)
        except OrderNotUnderstood as first:
            for error in (first, *first.more):
                if error.field in cells:
                    self.findings.add(file, line, error.field, cell_sentence(error, cells))
            return None


NOT_TOML = {
    "Invalid value": " A text stands in straight quotation marks.",
    r"Illegal character '\n'": " A quotation mark is not closed on this line.",
    "Expected '='": " A setting is written as name = value.",
    "Cannot declare": " All settings of one table stand below one heading.",
    "Cannot overwrite": " A setting stands once.",
}
NO_CSV = {
    "unexpected end": "a quotation mark is not closed",
    "expected after": "a quotation mark is not closed, or stands within a cell, where it is written twice",
}
"""What is meant by the words of those who read these files."""
PACKED = b"PK\x03\x04"
"""What a workbook begins with, whatever its file is called."""
SEPARATORS = {";": "semicolons", "\t": "tabs"}
"""What some spreadsheets put between cells, as a header shows that was read as one cell."""
OF_LETTERS = {"name", "kanji", "handbook_name"}
"""Columns in which nobody asks anything."""
ALONE = "this line is for a spreadsheet alone. Delete it."
LOST = (
    'a letter was lost and a question mark stands in its place ("{}"). Type it again, and save the file as UTF-8 (in '
    "Excel: CSV UTF-8)."
)
"""What a spreadsheet does to ō and to kanji when it saves a file as plain CSV."""


def known_columns(columns: Mapping[str, bool]) -> str:
    """A sentence with the columns of a file: those it needs, and those it may leave out."""
    optional = [column for column, required in columns.items() if not required]
    more = f"; it may have {', '.join(optional)}" if optional else ""
    return f"The file needs {', '.join(c for c, required in columns.items() if required)}{more}."


def cell_sentence(error: OrderError, cells: Mapping[str, str]) -> str:
    """What is wrong with a cell."""
    return error.sentence if cells[error.field] else "this cell is empty, and needs a value."


def miscounted(cells: list[str], header: list[str]) -> str:
    """A row with too many or too few cells: mostly a comma in a text, which needs quotation marks."""
    much = "; a text with a comma in it needs quotation marks, and decimals stand after a point"
    hint = much if len(cells) > len(header) else ""
    many = counted(len(cells), "cell")
    return f"this row has {many} for {len(header)} columns{hint}."


def check_references(folder: Folder) -> None:
    """Every id that a row names must be there. A file that could not be read is not held against others."""
    for reference in folder.references:
        known = folder.ids.get(reference.to.file)
        if known is not None and reference.id not in known:
            near = did_you_mean(reference.id, known)
            folder.findings.add(
                reference.file, reference.line, reference.column, f'no {reference.to.noun} "{reference.id}".{near}'
            )


def check_unique(
    findings: Findings, file: str, column: str, lines: Sequence[Line[R]], key: Callable[[R], Hashable]
) -> None:
    """No two rows have the same key; ``column`` is where the second one is reported."""
    first: dict[Hashable, int] = {}
    for line in lines:
        here = key(line.row)
        if here in first:
            findings.add(
                file, line.number, column, f'"{getattr(line.row, column)}" is there already, on line {first[here]}.'
            )
        first.setdefault(here, line.number)


Scenario = TypeVar("Scenario")
Read = Callable[[Folder, str], Scenario | None]
"""Reads and checks what a folder's files hold, under a key; None if it has faults, which are in its findings then."""


def whole(
    read: Read[Scenario], key: str, files: Mapping[str, str], path: Path | None = None, changed: str = ""
) -> Scenario:
    """The scenario in these files, of which one may be ``changed`` in play. Raises ScenarioFaults with everything that
    is wrong with it."""
    findings = Findings()
    scenario = read(Folder(path, findings, files, changed), key)
    if scenario is None or len(findings):
        raise ScenarioFaults(key, findings.faults())
    return scenario


def faults_in(read: Read[Scenario], name_or_folder: str | Path) -> list[Fault]:
    """Everything that is wrong with a scenario. Raises OrderNotUnderstood if there is no such scenario."""
    path, findings = find(name_or_folder), Findings()
    folder = Folder(path, findings, files_of(path))
    read(folder, path.name)
    for file in unread_of(folder, path):
        if folder.missing and is_workbook(file):
            findings.add(file, None, "", NO_WORKBOOK)
        elif near := did_you_mean(file, folder.missing):
            findings.add(file, None, "", f"nothing reads this file.{near}")
    return findings.faults()


def unread_in(read: Read[Scenario], name_or_folder: str | Path) -> list[str]:
    """The files of a scenario's folder that nothing asks for, each in a sentence: one that was named amiss is missed by
    nobody, if a scenario may do without it. What an author writes for those who read the folder has its own name."""
    path = find(name_or_folder)
    folder = Folder(path, Findings(), files_of(path))
    read(folder, path.name)
    seen = seen_in(path)
    return [
        f"{file}: {NO_WORKBOOK}"
        if is_workbook(file)
        else f"{file}: nothing reads this file.{did_you_mean(file, folder.asked_for - seen)}"
        for file in unread_of(folder, path)
    ]


NO_WORKBOOK = "no workbook is read. Save each of its tables as CSV UTF-8, under the name that it has here."


def is_workbook(file: str) -> bool:
    """Whether a file is one that a spreadsheet keeps for itself, from which nothing comes into the tables."""
    return file.lower().endswith((".xlsx", ".xls", ".ods"))


def seen_in(path: Path) -> set[str]:
    """The files in a scenario's folder, by their paths from there, but those that are hidden."""
    return {file.relative_to(path).as_posix() for file in files_below(path)}


def unread_of(folder: Folder, path: Path) -> list[str]:
    """The files that nothing asked for."""
    return [file for file in sorted(seen_in(path) - folder.asked_for) if not file.startswith("README")]
