"""Prose on paper: whatever is written, all of it is there, in its column and in its order."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from pypdf import PdfReader

from printouts import flow, prose
from printouts.paper import Paper, Style
from printouts.people.briefing import imposed
from printouts.prose import Grid, Heading, Listing, Look, Paragraph, Picture, Quotation, Rule
from printouts.spans import Span, lines, plain

LOOK = Look(80)
WORDS = "The river Kiso runs between Mino and Owari and asks nobody for leave. "


def pages_said(blocks, look=LOOK, height=120.0, pictures=None):
    """The words of each page of prose."""
    paper = Paper("Prose")
    for page in prose.pages(blocks, look, height, pictures):
        prose.draw(paper, page, 20, 20)
        paper.turn_page()
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(paper.finish())).pages]


def width_of(line):
    """How far a line reaches, in millimetres."""
    return max((start + style.width(words) for start, words, style in line), default=0)


@given(
    some.lists(some.tuples(some.text(max_size=60), some.booleans(), some.booleans()), max_size=6),
    some.floats(15, 150),
    some.sampled_from((7.5, 10, 13)),
)
@example([("0MMW\u00a00MMW", True, False)], 15, 7.5)
def test_no_line_is_wider_than_its_column_and_no_letter_is_lost(spans, room, size):
    spans = tuple(Span(text.replace("\n", " "), bold, italic) for text, bold, italic in spans)
    found = lines(spans, Style(size=size), room)
    assert all(width_of(line) <= room + 0.01 for line in found)
    kept = "".join(words for line in found for _, words, _ in line)
    assert "".join(kept.split()) == "".join("".join(span.text for span in spans).split())


def test_blanks_stand_between_words_of_different_looks():
    spans = (Span("You are "), Span("Oda", bold=True), Span(" of "), Span("Owari", italic=True))
    (line,) = lines(spans, Style(), 90)
    (_, you, plain_style), (oda_at, oda, bold), (of_at, of, _), _ = line
    assert (you, oda, of) == ("You are", "Oda", "of")
    assert oda_at > plain_style.width("You are") + 0.5
    assert of_at > oda_at + bold.width("Oda") + 0.5


def test_a_line_feed_ends_a_line():
    assert len(lines(plain("One\nTwo"), Style(), 90)) == 2


@pytest.mark.parametrize(
    "words",
    ["שלום לכולם", "ひらがなとカタカナ" * 30, "A lantern 🏮 in the dark", "Langer" * 40, "", " ", "\n\n"],
)
def test_letters_of_any_kind_are_laid_out(words):
    spans = plain(words)
    blocks = [Paragraph(spans), Listing(((Paragraph(spans),),), 1), Grid((spans,), ((spans,),))]
    assert all(width_of(line) <= 80.01 for line in lines(plain(words), LOOK.body, 80))
    pages_said([*blocks, Quotation(tuple(blocks)), Heading(2, plain(words)), Rule(), Paragraph(plain("end"))])


def test_a_long_text_runs_on_with_every_word_in_order():
    words = [f"w{number}" for number in range(5000)]
    pages = pages_said([Paragraph(plain(" ".join(words[start : start + 50]))) for start in range(0, 5000, 50)])
    assert len(pages) > 10
    assert " ".join(pages).split() == words


def test_a_paragraph_leaves_no_single_line_on_a_page():
    rows = list(prose.paragraph(plain(WORDS * 8), LOOK.body, 80, LOOK.gap))
    one = LOOK.body.leading
    assert rows[0].height == pytest.approx(2 * one)
    assert rows[-1].height == pytest.approx(2 * one + LOOK.gap)


def test_a_heading_stands_with_what_it_heads():
    headings = Heading(2, plain("Head")), Heading(3, plain("Sub"))
    blocks = [*[Paragraph(plain("x"))] * 3, *headings, Paragraph(plain("below"))]
    for height in range(28, 60, 2):
        for page in pages_said(blocks, height=float(height)):
            assert not page.endswith(("Head", "Sub"))


def test_a_list_counts_from_its_first_number_and_holds_lists():
    inner = Listing(((Paragraph(plain("inside")),),))
    (said,) = pages_said([Listing(((Paragraph(plain("one")), inner), (Paragraph(plain("two")),)), 3)])
    assert said == "3. one • inside 4. two"


def test_a_table_has_its_headings_again_on_the_next_page_and_keeps_every_cell():
    rows = tuple((plain(f"Province {number}"), plain(str(number))) for number in range(60))
    pages = pages_said([Grid((plain("Name"), plain("Value")), rows, frozenset({1}))], height=70.0)
    assert len(pages) > 2
    assert all(page.startswith("Name Value") for page in pages)
    assert all(any(f"Province {number} {number}" in page for page in pages) for number in range(60))


def test_a_cell_higher_than_a_page_is_divided():
    words = [f"w{number}" for number in range(900)]
    pages = pages_said([Grid((plain("A"), plain("B")), ((plain(" ".join(words)), plain("b")),))])
    said = " ".join(pages).split()
    assert [word for word in said if word.startswith("w")] == words


def test_a_table_of_very_many_columns_stays_in_its_column():
    grid = Grid(tuple(plain(f"Heading{number}") for number in range(20)), ())
    widths = prose.widths_of(grid, LOOK.small, LOOK.small, 80)
    assert sum(widths) + prose.between(grid) * 19 == pytest.approx(80)


def test_a_very_long_word_breaks_itself_and_no_word_of_the_columns_beside_it():
    grid = Grid((plain("Name"), plain("Age"), plain("Office")), ((plain("W" * 57), plain("30"), plain("Chamberlain")),))
    widths = prose.widths_of(grid, LOOK.small, LOOK.small, 80)
    assert sum(widths) + prose.between(grid) * 2 == pytest.approx(80)
    name, *others = [
        [len(lines(cell, LOOK.small, width)) for cell in cells]
        for cells, width in zip(zip(grid.head, *grid.rows, strict=True), widths, strict=True)
    ]
    assert others == [[1, 1], [1, 1]]
    assert name[1] > 1


def test_a_picture_is_made_lower_to_stay_on_its_page_but_not_lower_than_it_may_be():
    drawn = []

    def draw(paper, x, y, width, height):
        paper.text(x, y, "map", Style())
        drawn.append((width, height))

    pictures = {"map": draw}
    picture = Picture("map", 60, 30, "Below it.")
    assert len(pages_said([Paragraph(plain("x"))] * 5 + [picture], height=90.0, pictures=pictures)) == 1
    assert len(pages_said([Paragraph(plain("x"))] * 10 + [picture], height=90.0, pictures=pictures)) == 2
    (width, low), (_, whole) = drawn
    assert (width, whole) == (80, 60)
    assert 30 <= low < 60


def test_rows_that_must_stand_together_stand_together_however_many():
    chain = [flow.Row(10, lambda paper, y: None, with_next=True)] * 3 + [flow.Row(10, lambda paper, y: None)]
    assert [len(page) for page in flow.pages([flow.Row(25, lambda paper, y: None), *chain], 60)] == [1, 4]


def test_a_heading_stands_with_as_many_lines_as_a_page_has_room_for():
    heading, line = flow.Row(10, lambda paper, y: None, with_next=True), flow.Row(25, lambda paper, y: None)
    kept = replace(line, with_next=True)
    assert [len(page) for page in flow.pages([line, heading, heading, kept, kept, line], 60)] == [1, 3, 2]


@pytest.mark.parametrize("count", [4, 8, 16])
def test_a_booklet_folds_into_order(count):
    """Sheets laid in each other: the left half of each side's front lies behind everything its right half is before."""
    sides = imposed(count)
    assert sorted(page for side in sides for page in side) == list(range(1, count + 1))
    fronts, backs = sides[::2], sides[1::2]
    reading = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    reading += [page for front, back in reversed(list(zip(fronts, backs, strict=True))) for page in (back[1], front[0])]
    assert reading == list(range(1, count + 1))
