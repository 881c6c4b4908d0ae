"""Sheets of the fallback pack, whatever stands on them: everything is there, on as many pages as it needs."""

from __future__ import annotations

import dataclasses
from io import BytesIO

import pytest
from pypdf import PdfReader

from printouts.safety.fallback import FallbackColumn, FallbackList, FallbackSheet, fallback_sheet
from tests.printouts.pdfs import pdf_of

COLUMNS = (FallbackColumn("Clan", 30), FallbackColumn("Text", 60), FallbackColumn("Points", 20, number=True),
           FallbackColumn("Read only", 30, typed=False))  # fmt: skip


def a_sheet(*rows, spare=2, **more):
    """A sheet with one list of these rows."""
    one = FallbackList("Things", "", COLUMNS, rows, spare)
    usual = {"number": 1, "of": 6, "title": "Map list", "why": "Why", "when": "Spring 1550 · entry 7", "lists": (one,)}
    return FallbackSheet(**usual | more)


def pages(sheet, stock="A4"):
    """The words of each page."""
    reader = PdfReader(BytesIO(pdf_of(fallback_sheet, sheet, stock=stock)))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_an_empty_list_says_so_and_has_room_to_write_in():
    (page,) = pages(a_sheet(spare=3))
    assert "There are none." in page
    assert "1 2 3" in page


def test_an_empty_cell_is_a_dash_but_not_where_nothing_is_typed():
    (page,) = pages(a_sheet(("Oda", "", "", ""), spare=0))
    assert page.count("–") == 2


def test_two_hundred_lines_run_over_pages_each_with_its_headings():
    found = pages(a_sheet(*((f"Clan {number}", "words", str(number), "") for number in range(1, 201))))
    assert len(found) > 6
    assert all("Clan Text Points Read only" in page for page in found)
    assert sum(page.count("Things, continued") for page in found) == len(found) - 1
    said = " ".join(found)
    assert all(f"{number} Clan {number} " in said for number in range(1, 201))


@pytest.mark.parametrize("before", range(12, 24))
def test_a_table_begins_on_a_page_only_with_three_of_its_lines(before):
    sheet = a_sheet(*(("Oda", "words", "1", ""),) * before)
    then = FallbackList("Rivers", "", COLUMNS, (("Kamo", "water", "1", ""),) * 5, 0)
    found = pages(dataclasses.replace(sheet, lists=(*sheet.lists, then)))
    (first,) = (page for page in found if "Rivers Clan Text" in page)
    assert first.count("Kamo water") >= 3


def test_a_column_of_many_lines_takes_the_room_that_short_words_leave():
    sheet = a_sheet(("Oda", "word " * 80, "1", ""), ("Enryaku-ji", "", "22", "short"))
    first = PdfReader(BytesIO(pdf_of(fallback_sheet, sheet))).pages[0].extract_text()
    assert max(line.count("word") for line in first.splitlines()) > 20
    assert "2 Enryaku-ji – 22 short" in first


def test_five_thousand_words_in_a_cell_are_all_there():
    words = [f"word{number}" for number in range(5000)]
    said = " ".join(pages(a_sheet(("Oda", " ".join(words), "1", "")))).split()
    assert [word for word in said if word.startswith("word")] == words


@pytest.mark.parametrize("name", ["A-clan-with-one-endless-name-" * 4, "שלום", "たけだ 武田", "Takeda 🐎"])
def test_any_name_finds_room(name):
    (page,) = pages(a_sheet((name, name, "1", name)))
    assert "Spring 1550" in page


def test_a_secret_sheet_has_a_cover_without_what_is_in_it():
    cover, content = pages(a_sheet(("Oda", "hidden", "7", ""), secret=True))
    assert "Sealed" in cover
    assert "hidden" not in cover
    assert "For Game Control alone" in content


def test_letter_has_the_same_words():
    sheet = a_sheet(*(("Oda", "words", "1", "read") for _ in range(60)))
    assert pages(sheet, "Letter") == pages(sheet)


def test_words_before_the_lists_are_never_a_heading_alone():
    said = (("How", tuple(f"Line {number}. " + "and so on " * 30 for number in range(30))), ("Then", ("One.",)))
    found = pages(a_sheet(words=said))
    assert "Line 29." in " ".join(found)
    assert not any(page.endswith("Then") for page in found)
