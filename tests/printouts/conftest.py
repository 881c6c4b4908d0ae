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
