"""Tables from and to a spreadsheet."""

from __future__ import annotations

import pytest

from control.rules.errors import OrderNotUnderstood
from control.tabular import as_typed, harmless, read_table, write_table

COLUMNS = {"name": True, "points": False}
NASTY = ["=1+1", "+81", "-5 in cash", "@sum", "plain", "Ōmi, the lake", "'quoted'"]


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


@pytest.mark.parametrize(("name", "content", "words"), [
    ("a.csv", b"", "empty"),
    ("a.csv", b"nam,points\nOda,3\n", 'Did you mean "name"?'),
    ("a.csv", b"points\n3\n", '"name" is missing'),
    ("a.csv", "name\nŌmi\n".encode("cp932", "ignore") + b"\xff", "UTF-8"),
    ("a.xlsx", b"name\nOda\n", "cannot be read"),
    ("a.csv", b'name\n"Oda\n', "cannot be read"),
    ("a.csv", b"name,points\nOda\n1,2,3\n", "cannot be read"),
    ("a.csv", b"name\n" + b"Oda\n" * 6000, "5,000 fit"),
])
def test_a_file_that_is_no_such_table_is_refused_with_a_sentence(name, content, words):
    with pytest.raises(OrderNotUnderstood) as refused:
        read_table(name, content, COLUMNS)
    assert words in refused.value.sentence


def test_empty_rows_are_skipped_and_semicolons_are_understood():
    rows = read_table("a.csv", "name;points\nOda;3\n;\nŌtomo;4\n".encode(), COLUMNS)
    assert [(row.line, row.cells["name"]) for row in rows] == [(2, "Oda"), (4, "Ōtomo")]
