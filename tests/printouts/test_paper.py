"""Paper: text that always fits, letters that are always there, sheets that are cut where the marks are."""

from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from control.kernel.errors import OrderNotAllowed
from printouts import paper
from printouts.cards import A5_TWO_ON_A4, A6_FOUR_ON_A4, Sheet
from printouts.paper import (
    A4,
    BOLD,
    KANJI,
    REGULAR,
    SEMIBOLD,
    Paper,
    Style,
    stacked,
)
from tests.paper.reading import opened
from tests.paper.sheets import pieces
from tests.printouts.conftest import words_of


def a_page(draw):
    sheet = Paper("Test")
    draw(sheet)
    sheet.turn_page()
    return sheet.finish()


def fonts_of(pdf):
    """Every font descriptor that the file holds."""
    reader = PdfReader(BytesIO(pdf))
    objects = (reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1))
    return [thing for thing in objects if isinstance(thing, dict) and thing.get("/Type") == "/FontDescriptor"]


def test_words_are_drawn_as_they_are_and_never_read_as_markup():
    words = "<b>Takeda</b> & sons (Kai) \\ 100 %"
    assert words_of(a_page(lambda page: page.text(20, 20, words, Style()))) == [words]


def test_macrons_and_kanji_can_be_read_back_from_one_line():
    words = "Ōtomo 大友 of the Tōkaidō"
    assert words_of(a_page(lambda page: page.text(20, 20, words, Style()))) == [words]


def test_a_macron_typed_as_a_letter_of_its_own_is_joined_to_its_vowel():
    assert paper.runs("O\u0304tomo", REGULAR) == ((REGULAR, "Ōtomo"),)


def test_only_kanji_leave_the_face_they_are_set_in():
    assert paper.runs("Abbot 覚恕 Kakujo", BOLD) == ((BOLD, "Abbot "), (KANJI, "覚恕"), (BOLD, " Kakujo"))


def test_a_letter_that_no_font_has_is_a_geta_and_not_a_gap():
    assert paper.runs("Oda 🏯", REGULAR) == ((REGULAR, "Oda "), (KANJI, "〓"))


def test_a_page_without_kanji_holds_no_kanji_font():
    descriptors = fonts_of(a_page(lambda page: page.text(20, 20, "Ōtomo", Style())))
    assert [font["/FontName"].split("+")[1] for font in descriptors] == ["SourceSansPro-Regular"]


def test_a_missing_font_is_told_with_its_remedy(monkeypatch, tmp_path):
    monkeypatch.setattr(paper, "FONTS", tmp_path)
    with pytest.raises(OrderNotAllowed, match=r"SourceSansPro-Bold\.ttf is missing.*`pip install \.`"):
        paper.font.__wrapped__(BOLD)


@pytest.mark.parametrize("colour", ["red", "#12345", "#1234567", ""])
def test_a_colour_that_is_none_is_told_with_the_right_form(colour):
    with pytest.raises(OrderNotAllowed, match="six hexadecimal digits"):
        paper.ink(colour)


NAMES = st.text(st.sampled_from("abcXYZ Ōū<&>武田 \u00a0"), max_size=120)


@given(words=NAMES, size=st.floats(6, 40), room=st.floats(10, 190), lines=st.integers(1, 4))
def test_whatever_is_printed_fits_its_room_and_is_whole(words, size, room, lines):
    style, broken = paper.fitting(words, Style(BOLD, size), room, lines)
    assert len(broken) <= lines
    assert all(style.width(line) <= room for line in broken)
    assert style.size <= size
    assert "".join("".join(broken).split()) == "".join(words.split())
    if style.size > paper.LEGIBLE:
        assert " ".join(broken).split() == words.split()


def test_short_words_keep_their_size():
    assert paper.fitting("Kai", Style(size=12), room=60)[0].size == 12


def test_no_line_breaks_between_unbroken_words():
    names = f"Yamashiro, {paper.unbroken('Awa (east) by sea')}"
    assert paper.wrapped(names, Style(size=10), room=40) == [
        "Yamashiro,",
        paper.unbroken("Awa (east) by sea"),
    ]


def test_a_word_is_parted_before_it_is_too_small_to_read():
    style, broken = paper.fitting("W" * 40, Style(size=12), room=40, lines=2)
    assert style.size == paper.LEGIBLE
    assert len(broken) == 2


def test_what_would_be_too_small_to_read_is_shortened_on_paper():
    pdf = a_page(lambda page: page.fit(20, 20, "Echigo " + "W" * 90, Style(size=10), room=40))
    with opened(pdf) as document:
        found = [(size, words) for _, _, size, words in pieces(document[0])]
    assert min(size for size, _ in found) >= paper.LEGIBLE
    assert found[0][1].startswith("Echigo")
    assert found[-1][1].endswith("…")


@pytest.mark.parametrize("sheet", [A6_FOUR_ON_A4, A5_TWO_ON_A4])
def test_cards_fill_their_sheet_and_do_not_overlap(sheet):
    width, height = sheet.card
    assert len(sheet.places) * width * height == pytest.approx(A4[0] * A4[1])
    for (x, y), (next_x, next_y) in pairwise(sheet.places):
        assert next_x >= x + width or next_y >= y + height


def test_the_knife_goes_on_both_sides_of_a_gap():
    labels = Sheet(page=(210, 297), card=(60, 30), columns=2, rows=1, left=10, top=20, gap_x=5)
    assert labels.cuts(0) == [10, 70, 75, 135]
    assert labels.cuts(1) == [20, 50]


def test_cards_without_gaps_share_their_cut():
    assert A6_FOUR_ON_A4.cuts(0) == [105]
    assert A6_FOUR_ON_A4.cuts(1) == [148.5]


@pytest.mark.parametrize("room", [0.0, -12.5])
def test_words_without_any_room_are_still_set(room):
    style, lines = paper.fitting("Wakasugi-Higashikuze", Style(REGULAR, 12), room)
    assert lines == ["Wakasugi-Higashikuze"]
    assert 0 < style.width(lines[0]) <= paper.LEAST_ROOM


def test_a_name_takes_another_line_rather_than_become_too_small_to_read():
    style = Style(SEMIBOLD, 25)
    assert stacked("Oda", style, 60, 12, 2) == (style, ["Oda"])
    smaller, lines = stacked("the house of many " * 3, style, 60, 12, 2)
    assert len(lines) == 2
    assert 12 <= smaller.size <= 12.5
    smaller, lines = stacked("the house of many " * 9, style, 60, 12, 2)  # no more lines than there is room for
    assert len(lines) == 2
    assert all(smaller.width(line) <= 60 for line in lines)


def test_a_line_becomes_several_before_it_is_too_small_to_read():
    name = "Mitsuhide Mittelwellental von und zu Wallwitz der Weitgereiste"
    pdf = a_page(lambda page: page.fit(20, 20, name, Style(size=10), room=35))
    assert words_of(pdf) == ["Mitsuhide Mittelwellental von und zu\nWallwitz der Weitgereiste"]
