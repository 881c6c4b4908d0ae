"""Factories of cards, lines as they are drawn, and golden texts.

``RENEW_GOLDEN=1 pytest tests/printouts`` writes the golden texts anew; read the diff before keeping it.
"""

import os
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from control.kernel.drawing.marks.signs import Sign
from printouts import paper
from printouts.march.army_cards import ArmyCard
from printouts.march.order_cards import OrderCard
from tests.legible import words_amiss
from tests.printouts.pdfs import MADE

GOLDEN = Path(__file__).parent.parent / "golden"

TAKEDA = {
    "clan": Sign("takeda", "Takeda", "武田", "TKD", "#b7001b", "#ffffff"),
    "general": "Takeda Shingen", "season": "Spring 1550",
}  # fmt: skip


@pytest.fixture
def order_card():
    """An order card of Takeda's, with whatever the test changes."""

    def make(**changes):
        usual = {
            "code": "A7-F", "url": "http://192.168.1.20:8000/o/A7-F", "province": "Kai",
            "allowance": 2, "phases": "2 3",
            "allowance_note": "experience 2; −1 for each sea crossing; +1 along the Tōkaidō",
            "neighbours": ("Musashi", "Sagami", "Shinano", "Suruga"),
        }  # fmt: skip
        return OrderCard(**TAKEDA | usual | changes)

    return make


@pytest.fixture
def army_card():
    """An army card of Takeda's, with whatever the test changes."""

    def make(**changes):
        usual = {
            "code": "T2-9", "url": "http://192.168.1.20:8000/a/T2-9", "flag": "Takeda I", "experience": 2,
            "home_province": "Kai", "troops": 18,
        }  # fmt: skip
        return ArmyCard(**TAKEDA | usual | changes)

    return make


@pytest.fixture(autouse=True)
def every_word_can_be_read():
    """Looks over whatever a test put on paper."""
    MADE.clear()
    yield
    assert [words for pdf in MADE for words in words_amiss(pdf)] == []


@pytest.fixture
def lines_drawn(monkeypatch):
    """Every line of text as it is drawn: its words, left and right edge and baseline on the page, in mm."""
    lines = []
    draw = paper.Paper.text

    def recorded(page, x, y, words, style, align="left"):
        width = draw(page, x, y, words, style, align)
        left = page._left + x - width * {"left": 0, "centre": 0.5, "right": 1}[align]
        lines.append((words, left, left + width, 297 - page._top + y))
        return width

    monkeypatch.setattr(paper.Paper, "text", recorded)
    return lines


@pytest.fixture
def boxes_drawn(monkeypatch):
    """Every box as it is drawn: its width and height in mm, and its filling."""
    boxes = []
    draw = paper.Paper.box

    def recorded(page, x, y, width, height, **looks):
        boxes.append((round(width, 1), round(height, 1), looks.get("fill")))
        draw(page, x, y, width, height, **looks)

    monkeypatch.setattr(paper.Paper, "box", recorded)
    return boxes


@pytest.fixture
def rules_drawn(monkeypatch):
    """Every straight line as it is drawn: its two ends on the page, in mm."""
    rules = []
    draw = paper.Paper.line

    def recorded(page, x1, y1, x2, y2, **looks):
        left, top = page._left, 297 - page._top
        rules.append(tuple(round(at, 1) for at in (left + x1, top + y1, left + x2, top + y2)))
        draw(page, x1, y1, x2, y2, **looks)

    monkeypatch.setattr(paper.Paper, "line", recorded)
    return rules


def words_of(pdf):
    """The text of every page as a reader copies it out: lines and pages in order, blank lines left out."""
    pages = PdfReader(BytesIO(pdf), strict=True).pages
    return ["\n".join(line.strip() for line in page.extract_text().splitlines() if line.strip()) for page in pages]


@pytest.fixture
def assert_golden():
    """Compares a PDF's text with its golden file; every page starts with a line ``--- page 1``."""

    def check(pdf, name):
        pages = enumerate(words_of(pdf), start=1)
        text = "".join(f"--- page {number}\n{words}\n" for number, words in pages)
        file = GOLDEN / f"{name}.txt"
        if os.environ.get("RENEW_GOLDEN"):
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8")

    return check
