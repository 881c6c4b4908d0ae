"""Tables from and to a spreadsheet: CSV and XLSX, read and written through pandas.

Reading raises nothing for what is wrong in a cell: whoever imports looks at every row and tells every bad cell of them
all (`BadCells`), and changes nothing unless all are right. Writing makes cells harmless that a spreadsheet would run.
"""

from __future__ import annotations

import csv
import io
import math
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from control.kernel.errors import OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.typed import quoted
from control.kernel.values import dataclass
from control.kernel.wording import legible

if TYPE_CHECKING:
    import pandas

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell of text that begins with one of these would be run by a spreadsheet as a formula."""
MOST_ROWS = 5000
MOST_COLUMNS = 26
MOST_UNPACKED = 12_000_000
"""No workbook of so many lines is larger when it is unpacked: a small file may unpack to more than the server holds."""
MOST_ELEMENTS = 500_000
"""Nor has it more elements in its parts; reading takes time for each."""
MOST_LETTERS = 2_000_000
"""Nor more letters in all its cells: one long text may stand in many of them, and is stored once."""
MOST_FIELDS = 1_000_000
"""Nor is its widest line, empty cells and all, times its lines more than this: so much is made of it as a table."""
MOST_IN_A_TAG = 20_000
"""Nor more letters in one tag or remark: readers that take a part in pieces begin a long one again and again."""
EMPTY_ROWS = re.compile(rb'<row r="\d+"[^<>]{0,400}(?:/>|>(?:<c [^<>]{0,200}/>)*</row>)')
"""Rows of a sheet with no value: a spreadsheet keeps the height and the colour of lines in which nothing stands, and
LibreOffice those of the last of a million."""
MOST_IN_A_CELL = 32_766
"""A cell of a workbook holds so many letters, and the apostrophe of what would be a formula."""
MOST_ABOVE = 10
"""Among so many lines the heading is looked for."""
MARKS = "\t;,"
"""What stands between the cells of a CSV file; what is left of two in one line may stand within a cell."""
MOST_TOLD = 100
"""So many cells of a table that are wrong are told one by one."""
AS_THEY_ARE: Mapping[str, Any] = {}
NO_VALUE = "\0"
"""What is read of a cell of which a workbook keeps no value: its formula fails, or no program has reckoned it yet."""
UNREADABLE = "No value is kept of this cell’s formula, or it fails. Save the file in a spreadsheet, or type the value."
DITTO = {'"', "“", "”", "„", "″", "〃", "ditto", "do."}
"""What people write for the cell above."""
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
"""As workbooks of the old kind begin, and those that are protected by a password."""
CUT = "… (cut: a cell holds no more; as CSV it is whole)"
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""The kinds of file a table may be written as, and what they are called on the wire."""


def harmless(value: Any) -> Any:
    """Text that would be a formula gets an apostrophe before it, and what no workbook takes is left out; numbers stay
    numbers."""
    text = legible(value) if isinstance(value, str) else value
    return f"'{text}" if isinstance(text, str) and text.startswith(FORMULA) else text


def fitting(value: Any) -> Any:
    """What a cell of a workbook holds of a text; where it holds less than all, it says so."""
    if not isinstance(value, str) or len(value) <= MOST_IN_A_CELL:
        return value
    return value[: MOST_IN_A_CELL - len(CUT)] + CUT


def as_typed(cell: str) -> str:
    """What was in a cell before `harmless` put an apostrophe before it, with the blanks around it dropped."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


@dataclass(frozen=True)
class TableRow:
    """A row of a table as text, by column; ``line`` is its number in the spreadsheet (the heading is line 1)."""

    line: int
    cells: Mapping[str, str]


Line = tuple[int, Sequence[str]]
"""A line of a table: its number and its cells."""
IsHeading = Callable[[Sequence[str]], bool]
"""Whether the cells of a line are the heading that is looked for."""
Fault = tuple[int, str, str]
"""What is wrong in a table: the line, the column, and a sentence."""


class BadCells(OrderNotUnderstood):
    """Everything that is wrong with a table, cell by cell; nothing was changed."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        line, column, sentence = faults[0]
        super().__init__(in_place(line, column, sentence), field=f"{line}.{column}")
        self.more = [
            OrderNotUnderstood(in_place(line, column, sentence), field=f"{line}.{column}")
            for line, column, sentence in faults[1:MOST_TOLD]
        ]
        if more := len(faults[MOST_TOLD:]):
            words = "1 more cell is" if more == 1 else f"{more:,} more cells are"
            self.more.append(OrderNotUnderstood(f"{words} wrong. Mend these first.", field="file"))


def in_cells(error: OrderError, of: str, rows: Sequence[TableRow]) -> OrderError:
    """What was refused of an order that lists the rows of a table as its field ``of``, at the cells it is about; the
    error itself if no row is to blame."""
    faults = []
    for one in (error, *error.more):
        place, _, rest = one.field.partition(".")
        spot, _, column = rest.partition(".")
        if place != of or not spot.isdecimal():
            return error
        faults.append((rows[int(spot)].line, column, one.sentence))
    return BadCells(faults)


def in_place(line: int, column: str, sentence: str) -> str:
    """A fault with its cell."""
    return f"Line {line}, column {column}: {sentence}" if column else f"Line {line}: {sentence}"


@dataclass(frozen=True)
class BadCell:
    """Something wrong in a workbook: sheet, line and column (empty where it is about all of it), and the sentence."""

    sheet: str
    line: int
    column: str
    sentence: str

    @property
    def place(self) -> str:
        """Where it is, in words."""
        where = [f"Sheet {self.sheet}"] if self.sheet else []
        where += [f"line {self.line}"] if self.line else []
        return ", ".join(where + ([f"column {self.column}"] if self.column else []))


def with_dittos(rows: Iterable[TableRow]) -> list[TableRow]:
    """Rows in which what stands for the cell above is that cell."""
    found: list[TableRow] = []
    for row in rows:
        above = found[-1].cells if found else {}
        cells = {key: above.get(key, cell) if cell.lower() in DITTO else cell for key, cell in row.cells.items()}
        found.append(TableRow(row.line, cells))
    return found


def read_workbook(
    content: bytes, sheets: Mapping[str, Mapping[str, bool]], called: Mapping[str, Mapping[str, str]] = AS_THEY_ARE
) -> tuple[dict[str, list[TableRow]], list[str]]:
    """The rows of the sheets of an XLSX file, one that it does not have left out; and the sheets that were passed over.

    ``sheets`` are those it may have, with their columns, and what those are ``called``, as for `read_table`. Raises
    OrderNotUnderstood for a file that cannot be read or has other columns, no sheet of these, or one that is spelt
    almost so.
    """
    found = opened(content, "This file cannot be read as a workbook. Save it as XLSX.")
    filled = {str(name).strip(): table for name, table in found.items() if len(table)}
    if not filled:
        raise OrderNotUnderstood("The workbook is empty.", field="file")
    others = [name for name in filled if name.lower() not in sheets]
    for name in others:
        near = did_you_mean(name, sheets)
        if near or len(others) == len(filled):
            raise OrderNotUnderstood(
                f"There is no sheet {quoted(name)} here.{near} The sheets are {', '.join(sheets)}.", field="file"
            )
    rows = {}
    for name, table in ((name.lower(), filled[name]) for name in filled if name not in others):
        try:
            words, lines = called.get(name, AS_THEY_ARE), lines_in(table.itertuples(index=False, name=None))
            rows[name] = rows_of(from_heading(lines, heading_of(sheets[name], words)) or lines, sheets[name], words)
        except OrderNotUnderstood as error:
            told, *more = [
                OrderNotUnderstood(f"Sheet {name}: {one.sentence}", field="file") for one in (error, *error.more)
            ]
            told.more += more
            raise told from None
    return rows, others


def opened(content: bytes, sentence: str) -> dict[Any, Any]:
    """The sheets of an XLSX file as pandas reads them. Raises OrderNotUnderstood with the sentence.

    What the libraries raise for a file that is spoilt inside is of every kind: whatever it is, the file is to blame.
    """
    import pandas

    if content.startswith(OLD_WORKBOOK):
        raise OrderNotUnderstood(
            "This workbook is protected by a password, or of the old kind (.xls). Save it without a password as XLSX.",
            field="file",
        )
    seen = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(seen, "w") as looked_through:
            unpacked = sum(part.file_size for part in packed.infolist())
            parts = Parts()
            if unpacked <= MOST_UNPACKED:
                for name in dict.fromkeys(packed.namelist()):
                    part = EMPTY_ROWS.sub(b"", unpacked_part(packed, name))
                    parts.look_through(name, part)
                    looked_through.writestr(name, part)
    except TooMuch:
        raise OrderNotUnderstood(
            f"The file has more lines or columns than fit: {MOST_ROWS:,} fit, from A to Z.", field="file"
        ) from None
    except Exception:
        raise OrderNotUnderstood(sentence, field="file") from None
    if unpacked > MOST_UNPACKED:
        raise OrderNotUnderstood(
            f"This file is {unpacked / 1e6:,.0f} MB when it is unpacked; {MOST_UNPACKED / 1e6:,.0f} MB fit. Keep only "
            "the lines that are meant, in a new file.",
            field="file",
        )

    def read(**more: Any) -> Any:
        return pandas.read_excel(
            seen, sheet_name=None, dtype=str, keep_default_na=False, header=None, engine="openpyxl", engine_kwargs=more
        )

    try:
        found: dict[Any, Any] = read()
        if not parts.unkept:
            return found
        formulas = read(data_only=False)
    except Exception:
        raise OrderNotUnderstood(sentence, field="file") from None
    return {name: without_values(table, formulas[name], parts.unkept) for name, table in found.items()}


def without_values(table: Any, formulas: Any, unkept: Iterable[tuple[int, int]]) -> Any:
    """A sheet with what an error is read as in the cells whose formulas have no value; there it would be empty."""
    table = table.reindex(index=formulas.index, columns=formulas.columns, fill_value="")
    for row, column in unkept:
        if 0 < row <= len(formulas) and 0 < column <= len(formulas.columns):
            there = str(formulas.iat[row - 1, column - 1]).startswith("=")
            if there and table.iat[row - 1, column - 1] == "":
                table.iat[row - 1, column - 1] = math.nan
    return table


def unpacked_part(packed: zipfile.ZipFile, name: str) -> bytes:
    """A part of a workbook, as long as it says that it is and no longer: one may say so falsely, and whoever asks for
    all of it gets all. So nothing is read but what was unpacked here. Workbooks are packed in one way; others would
    unpack as they like. Raises NotImplementedError for them."""
    part = packed.getinfo(name)
    if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError
    with packed.open(part) as file:
        return file.read(part.file_size)


class TooMuch(Exception):
    """A workbook has more in it than a table may have."""


class Parts:
    """What is in the parts of a workbook, counted in one pass over each before anything else reads them.

    Any part may be a sheet, whatever it is called, and a cell need not say where it stands. Raises TooMuch as soon as
    there is more than a table may have: elements, lines, columns, letters in a tag.
    """

    def __init__(self) -> None:
        self.elements = self.fields = 0
        self.row = self.column = 0
        self.is_text = False
        self.unkept: set[tuple[int, int]] = set()
        """The cells, in whichever sheet, with a formula and no value."""
        self.here: set[tuple[int, int]] = set()

    def look_through(self, name: str, part: bytes) -> None:
        """Count one part. Raises ExpatError for XML that is spoilt, and for one that declares entities."""
        if part.lstrip()[:1] != b"<" and not name.endswith((".xml", ".rels")):
            return  # a picture
        self.row = self.column = 0
        self.here = set()
        self.reader = reader = expat.ParserCreate(namespace_separator=" ")
        reader.StartElementHandler = self.begins
        reader.CommentHandler = self.remark
        reader.ProcessingInstructionHandler = lambda _target, text: self.remark(text)
        reader.StartDoctypeDeclHandler = no_declarations
        reader.Parse(part, True)
        self.unkept |= self.here

    def begins(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element: a row and a cell stand where they say, or behind the one before."""
        self.elements += 1
        if self.elements > MOST_ELEMENTS:
            raise TooMuch
        if attributes:
            self.remark("".join(attributes) + "".join(attributes.values()))
        kind = name.rpartition(" ")[2]
        if kind == "row":
            before, self.row, self.column = self.row, whole(attributes.get("r"), self.row + 1), 0
            self.fields += max(self.row - before, 0)
        elif kind == "c":
            place = attributes.get("r", "")
            letters = place.rstrip("0123456789")
            before, self.column = self.column, column_of(letters) or self.column + 1
            self.row = whole(place[len(letters) :], self.row)
            self.fields += max(self.column - before, 0)
            self.is_text = attributes.get("t") == "str"  # which may be empty
            self.reader.CharacterDataHandler = None
        elif kind == "f" and not self.is_text:
            self.here.add((self.row, self.column))
        elif kind == "v" and self.here:
            self.reader.CharacterDataHandler = self.value
        if kind in ("v", "is") and (self.row > MOST_ROWS + 1 or self.column > MOST_COLUMNS):
            raise TooMuch  # the cell is not empty
        if self.fields > MOST_FIELDS:
            raise TooMuch

    def value(self, text: str) -> None:
        """A value, of a formula or not."""
        if text.strip():
            self.here.discard((self.row, self.column))

    @staticmethod
    def remark(text: str) -> None:
        """A tag, a remark or an instruction of this length."""
        if len(text) > MOST_IN_A_TAG:
            raise TooMuch


def whole(text: str | None, otherwise: int) -> int:
    """The number of a line as a workbook writes it; ``otherwise`` if it gives none."""
    if not text:
        return otherwise
    return int(text) if len(text) < 8 and text.isdecimal() else MOST_FIELDS


def column_of(letters: str) -> int:
    """The number of a column that is called so, from 1; 0 if it has no name."""
    number = 0
    for letter in letters.upper()[:5]:
        number = number * MOST_COLUMNS + ord(letter) - ord("A") + 1
    return number


def no_declarations(*_declared: Any) -> None:
    """No program that saves workbooks writes a document type; what one declares may grow without end."""
    raise expat.ExpatError


def frame(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> pandas.DataFrame:
    """A table as pandas has it, each of its cells harmless, and what it is: beside an empty cell pandas would make 57.0
    of a 57."""
    import pandas

    cells = [[harmless(cell) for cell in row] for row in rows]
    return pandas.DataFrame(cells, columns=list(columns), dtype=object)


def write_workbook(tables: Mapping[str, tuple[Sequence[str], Iterable[Sequence[Any]]]]) -> bytes:
    """Tables as the sheets of one XLSX file: of each its columns and rows."""
    import pandas

    to = io.BytesIO()
    with pandas.ExcelWriter(to) as workbook:
        for name, (columns, rows) in tables.items():
            table = frame(columns, ([fitting(cell) for cell in row] for row in rows))
            table.to_excel(workbook, sheet_name=name, index=False, freeze_panes=(1, 0))
    return to.getvalue()


def read_table(
    name: str, content: bytes, columns: Mapping[str, bool], called: Mapping[str, str] = AS_THEY_ARE
) -> list[TableRow]:
    """The rows of a CSV or XLSX file, empty ones skipped: of a workbook those of the first sheet that has the columns.

    ``columns`` are those it may have, and whether it must; ``called`` says which column another heading means, none if
    it is there to be read alone. Raises OrderNotUnderstood for a file that cannot be read or has other columns.
    """
    found, between = table_in(name, content, heading_of(columns, called))
    wide = len(found[0][1]) if found else 0
    if between and wide > 4 * MOST_COLUMNS:
        raise OrderNotUnderstood(f"The file has more columns than fit: {MOST_COLUMNS} fit.", field="file")
    too_wide = [line for line, cells in found if between and any(cell.strip() for cell in cells[wide:])]
    if too_wide:
        mark = {",": "comma", ";": "semicolon", "\t": "tab", "|": "stroke"}[between]
        more = f"More cells than the heading has columns. A cell with a {mark} in it stands in quotation marks."
        raise BadCells([(line, "", more) for line in too_wide])
    return rows_of(found, columns, called)


def is_workbook(name: str, content: bytes) -> bool:
    """Whether this is a workbook, and no text; of what is neither its name says what it was meant to be."""
    return name.lower().endswith(".xlsx") or content.startswith((b"PK\3\4", OLD_WORKBOOK))


def table_in(name: str, content: bytes, is_heading: IsHeading, *encodings: str) -> tuple[list[Line], str]:
    """The lines of a CSV or XLSX file from the first that is a heading on, all if none is; and what stands between the
    cells of a CSV file. A title or a remark may stand above the heading, other sheets before that with the table.

    ``encodings`` are those a text may have that is no Unicode. Raises OrderNotUnderstood.
    """
    if is_workbook(name, content):
        unreadable = "This file cannot be read as a table. Save it as CSV (UTF-8, with commas) or as XLSX."
        sheets = [lines_in(one.itertuples(index=False, name=None)) for one in opened(content, unreadable).values()]
        below = (from_heading(one, is_heading) for one in sheets)
        return next(filter(None, below), sheets[0] if sheets else []), ""
    text, marks = delimited(text_in(content, *encodings))

    def has_heading(mark: str) -> bool:
        with suppress(OrderNotUnderstood):
            return bool(from_heading(lines_in(records(text, mark), MOST_ABOVE), is_heading))
        return False

    between = next(filter(has_heading, marks), marks[0])
    found = lines_in(records(text, between))
    return from_heading(found, is_heading) or found, between


def heading_of(columns: Mapping[str, bool], called: Mapping[str, str]) -> IsHeading:
    """Whether cells are the heading of a table with these columns: they name two of them, or its only one."""

    def is_heading(cells: Sequence[str]) -> bool:
        named = {called.get(cell, cell) for cell in headings(cells)} & columns.keys()
        return len(named) >= min(2, len(columns))

    return is_heading


def from_heading(found: list[Line], is_heading: IsHeading) -> list[Line]:
    """The lines from the heading on; none if no heading is among the first."""
    return next((found[spot:] for spot, (_, cells) in enumerate(found[:MOST_ABOVE]) if is_heading(cells)), [])


def headings(cells: Iterable[str]) -> list[str]:
    """The cells of a heading, as columns are called."""
    return [" ".join(cell.lower().split()) for cell in cells]


def records(text: str, mark: str) -> Iterator[list[str]]:
    """The lines of a CSV file with that mark between their cells. Raises OrderNotUnderstood."""
    reader, line = csv.reader(io.StringIO(text), delimiter=mark, strict=True), 1
    try:
        for cells in reader:
            yield cells
            line = reader.line_num + 1
    except csv.Error:
        raise OrderNotUnderstood(
            f"Line {line} cannot be taken apart: a quotation mark is not closed, or stands within a cell.", field="file"
        ) from None


def lines_in(found: Iterable[Sequence[Any]], most: int = MOST_ROWS + 2) -> list[Line]:
    """The lines in which anything stands, with their numbers; no more of them than it takes to see that they are too
    many."""
    lines = ((line, [*map(cell_in, cells)]) for line, cells in enumerate(found, start=1))
    return list(islice((one for one in lines if any(map(str.strip, one[1]))), most))


def cell_in(cell: Any) -> str:
    """A cell as it was typed: a day is read with its midnight, and what is no text with its failure."""
    if isinstance(cell, float):
        return NO_VALUE
    return "" if cell is None else str(cell).removesuffix(" 00:00:00")


def delimited(text: str) -> tuple[str, str]:
    """The lines of a CSV file, and what may stand between its cells: what a line above them says (``sep=;``, as Excel
    reads it), or the marks of the first line that has one, and then the others."""
    first, _, rest = text.lstrip().partition("\n")
    if said := re.fullmatch(r'"?sep=([;,\t|])"?[;,]*', first.strip(" \r"), re.IGNORECASE):
        return rest, said[1]
    above = text.lstrip().split("\n", MOST_ABOVE)[:MOST_ABOVE]
    marked = next((line for line in above if any(mark in line for mark in MARKS)), ",")
    return text, "".join(sorted(MARKS, key=lambda mark: mark not in marked))


def text_in(content: bytes, *encodings: str) -> str:
    """The text of a CSV file, its lines ended as usual. Raises OrderNotUnderstood for another encoding than UTF-8,
    UTF-16 with its mark (without it each letter would be read with a zero beside it), and these."""
    unicode = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    for encoding in (unicode, *encodings):
        with suppress(UnicodeDecodeError):
            if "\0" not in (text := content.decode(encoding)):
                return text if "\n" in text else text.replace("\r", "\n")  # as on a Macintosh
    raise OrderNotUnderstood("This is not UTF-8 text. Save it as “CSV UTF-8” or as XLSX.", field="file")


def rows_of(
    found: Sequence[Line], columns: Mapping[str, bool], called: Mapping[str, str] = AS_THEY_ARE
) -> list[TableRow]:
    """The rows of a table below its heading, which is its first line. Raises BadCells for cells without a value."""
    if not found:
        raise OrderNotUnderstood("The file is empty. Its first line names the columns.", field="file")
    heading = [called.get(cell, cell) for cell in headings(found[0][1])]
    check_heading(heading, columns)
    if len(found) > MOST_ROWS + 1:
        raise OrderNotUnderstood(f"The file has more lines than fit: {MOST_ROWS:,} fit.", field="file")
    if sum(len(cell) for _line, values in found for cell in values) > MOST_LETTERS:
        raise OrderNotUnderstood(f"There is more text in the file than fits: {MOST_LETTERS:,} letters.", field="file")
    rows, faults = [], []
    for line, values in found[1:]:
        faults += [
            (line, column, UNREADABLE) for column, cell in zip(heading, values, strict=False) if cell == NO_VALUE
        ]
        cells = {
            column: as_typed(cell)
            for column, cell in zip_longest(heading, values[: len(heading)], fillvalue="")
            if column
        }
        if any(cells.values()):
            rows.append(TableRow(line, cells))
    if faults:
        raise BadCells(faults)
    return with_dittos(rows)


def check_heading(heading: Sequence[str], columns: Mapping[str, bool]) -> None:
    """Refuse a table whose first line does not name the right columns."""
    wanted = f"The columns are {', '.join(columns)}."
    for column in heading:
        if column and column not in columns:
            raise OrderNotUnderstood(
                f"There is no column {quoted(column)} here.{did_you_mean(column, columns)} {wanted}", field="file"
            )
        if column and heading.count(column) > 1:
            raise OrderNotUnderstood(f'The column "{column}" is there twice. {wanted}', field="file")
    for column, needed in columns.items():
        if needed and column not in heading:
            raise OrderNotUnderstood(f'The column "{column}" is missing. {wanted}', field="file")


def write_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], kind: str) -> bytes:
    """A table as the bytes of a file; ``kind`` is ``csv`` or ``xlsx``."""
    if kind == "xlsx":
        return write_workbook({"Sheet1": (columns, rows)})
    return str(frame(columns, rows).to_csv(index=False)).encode("utf-8-sig")
