"""How words are set that stand on several papers; a paper has its own styles beside these."""

from __future__ import annotations

from printouts.paper import ACCENT, BOLD, GREY, REGULAR, SEMIBOLD, SERIF_BOLD, Style

EYEBROW = Style(SEMIBOLD, 10, ACCENT)
LARGE = Style(SERIF_BOLD, 30)
TITLE = Style(SERIF_BOLD, 20)
SECTION = Style(SERIF_BOLD, 13)
BODY = Style(REGULAR, 10)
STRONG = Style(SEMIBOLD, 10)
QUIET = Style(REGULAR, 10, GREY)
FACT = Style(REGULAR, 11)
FACT_STRONG = Style(BOLD, 11)
CELL = Style(REGULAR, 9.5)
NOTE = Style(REGULAR, 9, GREY)
SMALL = Style(REGULAR, 8.5, GREY)
FINE = Style(REGULAR, 8, GREY)
TINY = Style(REGULAR, 7.5, GREY)
LABEL = Style(SEMIBOLD, 8.5, GREY)
CODE = Style(BOLD, 15)
TOTAL = Style(BOLD, 12)
FIGURE = Style(BOLD, 10)
