"""Tables from and to a spreadsheet."""

from __future__ import annotations

import io
import struct
import time
import tracemalloc
import zipfile
import zlib
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from control.kernel.errors import OrderNotUnderstood
from control.kernel.tabular import (
    CUT,
    MOST_ELEMENTS,
    MOST_IN_A_CELL,
    MOST_UNPACKED,
    BadCells,
    as_typed,
    harmless,
    read_table,
    read_workbook,
    write_table,
    write_workbook,
)

COLUMNS = {"name": True, "points": False}
NASTY = ["=1+1", "+81", "-5 in cash", "@sum", "plain", "Ōmi, the lake", "'quoted'"]


def test_a_whole_number_stays_one_beside_an_empty_cell():
    written = write_table(["name", "age"], [("Oda", 57), ("Imagawa", None)], "csv").decode("utf-8-sig")
    assert written.splitlines() == ["name,age", "Oda,57", "Imagawa,"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_is_written_is_read_again_and_no_cell_is_a_formula(kind):
    written = write_table(["name", "points"], [(cell, spot - 3) for spot, cell in enumerate(NASTY)], kind)
    rows = read_table(f"table.{kind}", written, COLUMNS)
    assert [row.cells["name"] for row in rows] == NASTY
    assert [row.cells["points"] for row in rows] == [str(spot - 3) for spot in range(len(NASTY))]
    assert [row.line for row in rows] == list(range(2, len(NASTY) + 2))


def test_text_that_would_run_is_made_harmless_and_numbers_stay_numbers():
    assert [harmless(cell) for cell in ("=1", "+1", "-1", "@a", "a=1", -1)] == ["'=1", "'+1", "'-1", "'@a", "a=1", -1]
    assert as_typed("'=1") == "=1"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"", "empty"),
        ("a.csv", b"nam,points\nOda,3\n", 'Did you mean "name"?'),
        ("a.csv", b"points\n3\n", '"name" is missing'),
        ("a.csv", "name\nŌmi\n".encode("cp932", "ignore") + b"\xff", "UTF-8"),
        ("a.xlsx", b"name\nOda\n", "cannot be read"),
        ("a.csv", b'name\nOda\n"Hojo\nDate\n', "Line 3 cannot be taken apart"),
        ("a.csv", b"name,points\nOda\n1,2,3\n", "Line 3: More cells"),
        ("a.csv", b"name\n" + b"Oda\n" * 6000, "5,000 fit"),
        ("a.csv", b"name,name\nOda,Hojo\n", "there twice"),
        ("a.csv", "name\nOda\n".encode("utf-16-le"), "not UTF-8"),
        ("a.csv", b"name\nO\0da\n", "not UTF-8"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "protected by a password, or of the old kind"),
        ("a.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "protected by a password, or of the old kind"),
        ("a.ods", b"PK\3\4mimetype", "or as XLSX"),
        ("a.csv", b"\x89PNG\r\n\x1a\n\0\0", "not UTF-8"),
        ("a.xlsx", write_workbook({"empty": ([], [])}), "empty"),
        ("a.csv", b"n" * 9000 + b"\nOda\n", 'n…" here'),
    ],
)
def test_a_file_that_is_no_such_table_is_refused_with_a_sentence(name, content, words):
    with pytest.raises(OrderNotUnderstood) as refused:
        read_table(name, content, COLUMNS)
    assert words in refused.value.sentence


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ({"people": ([], [])}, "The workbook is empty."),
        ({"people": (["nam"], [("Oda",)])}, 'Sheet people: There is no column "nam"'),
        ({"peopel": (["name"], [("Oda",)])}, 'There is no sheet "peopel" here. Did you mean "people"?'),
    ],
)
def test_a_workbook_is_refused_with_the_sheet_that_is_wrong(tables, says):
    with pytest.raises(OrderNotUnderstood) as refused:
        read_workbook(write_workbook(tables), {"people": COLUMNS})
    assert refused.value.sentence.startswith(says)
    assert refused.value.field == "file"


def test_a_sheet_more_in_a_workbook_is_passed_over_by_name():
    rows, passed_over = read_workbook(
        write_workbook({"Notes": (["to do"], [["print"]]), "People": (["name"], [["Oda"]])}), {"people": COLUMNS}
    )
    assert [row.cells["name"] for row in rows["people"]] == ["Oda"]
    assert passed_over == ["Notes"]


@pytest.mark.parametrize("name", ["a.csv", "a.xlsm"])
def test_a_workbook_is_read_whatever_its_file_is_called(name):
    content = write_workbook({"people": (["name"], [["Oda"]])})
    assert [row.cells["name"] for row in read_table(name, content, COLUMNS)] == ["Oda"]


@pytest.mark.parametrize(
    "text",
    [
        "name\tpoints\nOda, the fool\t3\n",
        "sep=;\r\nname;points\r\nOda, the fool;3\r\n",
        '"sep=|"\nname|points\nOda, the fool|3\n',
        'name;"points"\nOda, the fool;3\n',
    ],
)
def test_what_stands_between_cells_is_seen_or_said(text):
    [row] = read_table("a.csv", text.encode(), COLUMNS)
    assert (row.line, dict(row.cells)) == (2, {"name": "Oda, the fool", "points": "3"})


def spreadsheet(*rows):
    """A workbook as a program writes it that reckons nothing: of formulas it keeps no value."""
    book, to = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(to)
    return to.getvalue()


def test_a_formula_without_its_value_and_one_that_fails_are_told_at_their_cells():
    content = spreadsheet(["name", "points"], ["Oda", "=1+2"], ["#REF!", 4], ["Hojo", 5])
    with pytest.raises(BadCells) as refused:
        read_table("a.xlsx", content, COLUMNS)
    assert [one.field for one in (refused.value, *refused.value.more)] == ["2.points", "3.name"]
    assert refused.value.sentence.startswith("Line 2, column points: No value is kept of this cell’s formula")
    with pytest.raises(OrderNotUnderstood) as refused:
        read_workbook(content, {"sheet": COLUMNS})
    assert refused.value.more[0].sentence.startswith("Sheet sheet: Line 3, column name")


def test_a_formula_with_its_value_is_that_value_and_may_be_empty():
    content = spreadsheet(["name", "points"], ["Oda", "=1+2"], ["Hojo", '=""'], ["Date", 1])
    content = altered(content, "xl/worksheets/sheet1.xml", b"<f>1+2</f><v />", b"<f>1+2</f><v>3</v>")
    content = altered(content, "xl/worksheets/sheet1.xml", b'<c r="B3">', b'<c r="B3" t="str">')
    assert [row.cells["points"] for row in read_table("a.xlsx", content, COLUMNS)] == ["3", "", "1"]


def altered(content, name, before, after):
    """A workbook with something in one of its parts replaced."""
    to = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(to, "w") as new:
        for part in old.namelist():
            assert part != name or before in old.read(part)
            new.writestr(part, old.read(part).replace(before, after) if part == name else old.read(part))
    return to.getvalue()


def test_a_day_is_read_without_its_midnight():
    content = spreadsheet(["name", "points"], [date(1951, 4, 1), datetime(1951, 4, 1, 13, 30)])
    [row] = read_table("a.xlsx", content, COLUMNS)
    assert dict(row.cells) == {"name": "1951-04-01", "points": "1951-04-01 13:30:00"}


def test_of_very_many_faults_a_hundred_are_told_and_how_many_more_there_are():
    error = BadCells([(line, "name", "It is empty.") for line in range(2, 5002)])
    assert len(error.more) == 100
    assert error.more[-1].sentence == "4,900 more cells are wrong. Mend these first."


def test_lines_may_end_as_on_a_macintosh():
    assert [row.cells for row in read_table("a.csv", b"name\rOda\rHojo\r", {"name": True})] == [
        {"name": "Oda"},
        {"name": "Hojo"},
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"Points of spring\n\nname;points\nOda;3\n",
        b"Points, as of spring, 1550\nname;points\nOda;3\n",
        b"Points of spring,,\nname,points\nOda,3\n",
        "name\tpoints\r\nOda\t3\r\n".encode("utf-16"),  # Excel’s “Unicode text”
        b"Points\nname,points\nOda,3\n",  # a title of one word, which a column has too
        write_workbook({"Notes": (["to do"], [["print"]]), "Points": (["Name", "Points"], [["Oda", 3]])}),
    ],
)
def test_a_table_is_found_below_a_title_in_unicode_text_and_on_a_later_sheet(content):
    (row,) = read_table("a.xlsx" if content.startswith(b"PK") else "a.csv", content, COLUMNS)
    assert row.cells["name"] == "Oda"
    assert row.cells["points"] == "3"


def test_a_fault_below_a_title_is_told_with_its_line():
    with pytest.raises(OrderNotUnderstood, match="Line 3: More cells than the heading"):
        read_table("a.csv", b"Points of spring\nname,points\nOda,3,4\n", COLUMNS)


def test_empty_rows_are_skipped_and_semicolons_are_understood():
    rows = read_table("a.csv", "name;points\nOda;3\n;\nŌtomo;4\n".encode(), COLUMNS)
    assert [(row.line, row.cells["name"]) for row in rows] == [(2, "Oda"), (4, "Ōtomo")]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"name,points\nOda,3,,\n,,\n", 2),
        (b"name,points,,\nOda,3\n", 2),
        (b"\n,\nname,points\nOda,3\n", 4),
        (b"name,points\n" + b",,\n" * 6000 + b"Oda,3\n", 6002),
    ],
)
def test_empty_columns_and_lines_of_a_spreadsheet_are_passed_over(content, line):
    [row] = read_table("a.csv", content, COLUMNS)
    assert (row.line, dict(row.cells)) == (line, {"name": "Oda", "points": "3"})


def spoilt(part, content):
    """A workbook one part of which has another content; it may be a part that workbooks do not have."""
    with zipfile.ZipFile(io.BytesIO(write_table(["name"], [("Oda",)], "xlsx"))) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()} | {part: content}
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, inside in parts.items():
            packed.writestr(name, inside)
    return to.getvalue()


@pytest.mark.parametrize(
    ("part", "content", "words"),
    [
        ("[Content_Types].xml", b"<Types", "cannot be read"),
        ("xl/workbook.xml", b"", "cannot be read"),
        ("xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row r='1'><c", "cannot be read"),
        ("xl/styles.xml", b"<a/>", "cannot be read"),
        ("xl/media/large.bin", bytes(MOST_UNPACKED), "MB fit"),
    ],
)
def test_a_workbook_that_is_spoilt_inside_or_unpacks_to_far_too_much_is_refused_with_a_sentence(part, content, words):
    file = spoilt(part, content)
    for read in (lambda: read_table("a.xlsx", file, COLUMNS), lambda: read_workbook(file, {"sheet1": COLUMNS})):
        with pytest.raises(OrderNotUnderstood) as refused:
            read()
        assert words in refused.value.sentence


@pytest.mark.parametrize("cell", ["A1048576", "XFD2"])
def test_a_cell_far_from_the_others_makes_no_million_lines_or_columns(cell):
    line = cell.lstrip("AXFD")
    sheet = (
        "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
        "<row r='1'><c r='A1' t='inlineStr'><is><t>name</t></is></c></row>"
        f"<row r='{line}'><c r='{cell}'><v>1</v></c></row></sheetData></worksheet>"
    )
    with pytest.raises(OrderNotUnderstood) as refused:
        read_table("a.xlsx", spoilt("xl/worksheets/sheet1.xml", sheet.encode()), COLUMNS)
    assert "5,000 fit" in refused.value.sentence


def sheet_of(inside, before=""):
    """The XML of a sheet with these lines."""
    head = "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
    return f"{before}{head}{inside}</sheetData></worksheet>".encode()


HEADING = "<row r='1'><c r='A1' t='inlineStr'><is><t>name</t></is></c></row>"
BOMBS = {
    "a tag that never ends": ("xl/worksheets/sheet1.xml", b"<c r='A1' " * 140_000),
    "tags that never end": ("xl/worksheets/sheet1.xml", b"<c <c r='A1' " * 100_000),
    "a tag without end": ("xl/worksheets/sheet1.xml", sheet_of(f"<row r='1' spans='{'1:2 ' * 400_000}'/>")),
    "a remark without end": ("xl/worksheets/sheet1.xml", sheet_of(f"<!--{'> ' * 400_000}-->")),
    "lines that give no number": ("xl/worksheets/sheet1.xml", sheet_of("<row><c><v>1</v></c></row>" * 60_000)),
    "cells that give no place": ("xl/worksheets/sheet1.xml", sheet_of("<c><v>1</v></c>" * 60_000)),
    "empty lines of great width": ("xl/worksheets/sheet1.xml", sheet_of("<row><c r='XFD1'/></row>" * 5000)),
    "a far cell in a part of another name": ("xl/elsewhere.bin", sheet_of("<row r='9000'><c><v>1</v></c></row>")),
    "entities that grow": (
        "xl/worksheets/sheet1.xml",
        sheet_of("<row r='1'><c r='A1'><v>&b;</v></c></row>", "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>"),
    ),
    "texts without number": ("xl/sharedStrings.xml", b"<sst>" + b"<si/>" * (MOST_ELEMENTS + 1) + b"</sst>"),
}


@pytest.mark.parametrize(("part", "content"), BOMBS.values(), ids=BOMBS)
def test_a_small_workbook_that_unpacks_to_much_work_is_refused_at_once(part, content):
    file = spoilt(part, content)
    assert len(file) < 20_000
    began = time.process_time()
    with pytest.raises(OrderNotUnderstood):
        read_table("a.xlsx", file, COLUMNS)
    assert time.process_time() - began < 2, "the time of this thread and its kind: a tenth of a second, idle or busy"


def test_more_text_than_any_table_has_is_refused():
    cell = f"<is><t>{30_000 * 'x'}</t></is>"
    lines = "".join(f"<row r='{line}'><c r='A{line}' t='inlineStr'>{cell}</c></row>" for line in range(2, 102))
    with pytest.raises(OrderNotUnderstood) as refused:
        read_table("a.xlsx", spoilt("xl/worksheets/sheet1.xml", sheet_of(HEADING + lines)), COLUMNS)
    assert "more text" in refused.value.sentence


def test_a_line_coloured_far_beyond_its_cells_is_no_fault():
    coloured = HEADING.replace("</row>", "<c r='AMJ1' s='0'/></row>")
    filled = "<row r='2'><c r='A2' t='inlineStr'><is><t>Oda</t></is></c></row>"
    rows = read_table("a.xlsx", spoilt("xl/worksheets/sheet1.xml", sheet_of(coloured + filled)), COLUMNS)
    assert [row.cells["name"] for row in rows] == ["Oda"]


@pytest.mark.parametrize(
    "last",
    [
        '<row r="1048576" ht="15" hidden="false"></row>',  # as LibreOffice ends a sheet with tall lines
        '<row r="1048576" ht="15"/>',
        '<row r="1048576" s="1"><c r="A1048576" s="1"/><c r="B1048576" s="1"/></row>',
    ],
)
def test_lines_of_some_height_or_colour_in_which_nothing_stands_are_no_lines(last):
    filled = "<row r='2'><c r='A2' t='inlineStr'><is><t>Oda</t></is></c></row>"
    tall = "".join(f'<row r="{line}" ht="15"/>' for line in range(3, 65_000))
    content = spoilt("xl/worksheets/sheet1.xml", sheet_of(HEADING + filled + tall + last))
    assert [row.cells["name"] for row in read_table("a.xlsx", content, COLUMNS)] == ["Oda"]


@pytest.mark.parametrize("content", [b"name" + b"," * 1_000_000, b'"name\n"' + b"," * 1_000_000])
def test_a_table_of_a_million_columns_is_refused_at_once(content):
    with pytest.raises(OrderNotUnderstood) as refused:
        read_table("a.csv", content, COLUMNS)
    assert "columns" in refused.value.sentence


def false_about_itself(how):
    """A workbook of which one part unpacks to sixty million letters, and says that it is a thousand."""
    part, says = b" " * 60_000_000, b" " * 1000
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", how) as packed:
        packed.writestr("xl/sharedStrings.xml", b"<sst>" + part)
    made = to.getvalue()
    for true, false in ((zlib.crc32(b"<sst>" + part), zlib.crc32(b"<sst>" + says[5:])), (len(part) + 5, len(says))):
        made = made.replace(struct.pack("<I", true), struct.pack("<I", false))
    return made


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_workbook_that_says_falsely_how_large_it_is_takes_no_more_than_it_says(how):
    file = false_about_itself(how)
    assert len(file) < 100_000
    tracemalloc.start()
    try:
        with pytest.raises(OrderNotUnderstood, match="cannot be read"):
            read_table("list.xlsx", file, {"name": True})
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_what_moves_a_cursor_is_left_out_of_a_workbook_which_could_not_be_written_with_it():
    file = write_table(["name"], [("Oda\x1b[2J",), ("\x08=1+1",)], "xlsx")
    assert [row.cells["name"] for row in read_table("a.xlsx", file, {"name": True})] == ["Oda[2J", "=1+1"]
    assert b"'=1+1" in write_table(["name"], [("\x08=1+1",)], "csv")


@pytest.mark.parametrize("first", ["x", "="])
def test_a_text_longer_than_a_cell_says_in_the_workbook_that_it_is_cut_there(first):
    whole, longer = first + "x" * (MOST_IN_A_CELL - 1), first + "x" * 40_000
    file = write_table(["name"], [(whole,), (longer,)], "xlsx")
    cells = [row.cells["name"] for row in read_table("a.xlsx", file, {"name": True})]
    assert cells[0] == whole
    assert cells[1].endswith(CUT)
    assert longer.encode() in write_table(["name"], [(longer,)], "csv")
