"""No leaf is handed to two: read back from the PDFs, with what they ask of the printer."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from printouts.paper import DUPLEX
from printouts.politics.letter import WORDS
from printouts.writing import set_paragraphs
from tests.paper.reading import pages_of, pdf_of, print_of

CARDS = ("order_cards", "army_cards", "generals_codes")


def asked_of_the_printer(pdf):
    """How a PDF wants to be printed."""
    return PdfReader(BytesIO(pdf)).trailer["/Root"]["/ViewerPreferences"]["/Duplex"]


def contents(pdf):
    """The list of contents: (words, page counted from 0), of all levels in order."""
    reader = PdfReader(BytesIO(pdf))

    def entries(found):
        for one in found:
            if isinstance(one, list):
                yield from entries(one)
            else:
                yield one.title, reader.get_destination_page_number(one)

    return list(entries(reader.outline))


def leaves(pdf):
    """The words on each leaf, both sides of it where both are printed."""
    pages = pages_of(pdf)
    if asked_of_the_printer(pdf) == "/Simplex":
        return pages
    return [" ".join(pages[first : first + 2]) for first in range(0, len(pages), 2)]


@pytest.fixture(scope="module")
def people(shipped):
    """The names of everybody, with their clans."""
    return {one.name: one.clan for one in shipped.characters.values()}


@pytest.fixture
def full(hall_at):
    """Armies of three clans, two of Takeda."""
    hall = hall_at("orders")
    hall.an_army("takeda", "kai", 2)
    hall.an_army("hojo", "sagami", 3)
    return hall


def clans_on(leaf, people):
    """The clans whose people are named on a leaf."""
    return {clan for name, clan in people.items() if name in leaf}


@pytest.mark.parametrize("kind", CARDS)
def test_no_leaf_of_cards_has_two_clans_on_it(full, people, kind):
    found = [clans_on(leaf, people) for leaf in leaves(pdf_of(full, kind))]
    assert all(len(clans) == 1 for clans in found), found
    assert {clan for clans in found for clan in clans} == {"takeda", "uesugi", "hojo"}


def test_in_a_pack_of_all_clans_every_clan_begins_a_leaf_in_every_kind(full):
    made = print_of(full, "pack", one_file=True)
    assert sorted(made.files) == ["printouts-booklets", "printouts-one-sided", "printouts-two-sided"]
    ways = {"printouts-booklets": "booklet", "printouts-one-sided": "one", "printouts-two-sided": "both"}
    for name, pdf in made.files.items():
        way = ways[name]
        assert asked_of_the_printer(pdf) == f"/{DUPLEX[way]}"
        listed = contents(pdf)
        batches = [batch for batch in made.gathered.batches if batch.kind.sides == way]
        told = iter(listed)
        for batch in batches:
            title, start = next(told)
            assert title == batch.kind.name
            before = None
            for item in batch.items:
                if not item.whose or (way == "one" and item.whose == before):
                    before = item.whose
                    continue
                words, page = next(told)
                assert words == (batch.owners[item.whose] if way == "one" else item.name)
                assert page >= start
                assert way == "one" or page % 2 == 0, f"{words} begins on the back of a leaf"
                before = item.whose
        assert next(told, None) is None
        pages = [page for _, page in listed]
        assert pages == sorted(pages)


def test_a_sealed_sheet_is_one_leaf_with_its_name_outside_and_the_text_inside(hall):
    pdf = pdf_of(hall, "personal_briefing", clan="takeda")
    assert asked_of_the_printer(pdf) == "/DuplexFlipLongEdge"
    pages = pages_of(pdf)
    outsides = [number for number, page in enumerate(pages) if "For the person named on the other side" in page]
    assert len(outsides) > 2
    assert all(number % 2 == 0 for number in outsides)
    assert len(pages) % 2 == 0
    for number in outsides:
        assert "For you alone" in pages[number + 1] or "Read on" in pages[number + 1]


def test_a_sheet_printed_on_both_sides_begins_a_leaf_after_one_of_odd_length(full):
    made = print_of(full, "rules_summary", "battle_sheet", "personal_briefing", one_file=True)
    starts = [page for _, page in contents(made.files["printouts"])]
    assert all(page % 2 == 0 for page in starts)


@pytest.mark.parametrize("kind", CARDS)
def test_what_is_printed_on_one_side_says_so_to_the_printer(full, kind):
    assert asked_of_the_printer(pdf_of(full, kind)) == "/Simplex"


# ---- Letters keep their lines


def test_the_lines_of_a_letter_are_kept_on_paper(hall_at):
    hall = hall_at("winter")
    typed = "To the lord of Kai:\r\n\r\n\r\nMy daughter is sixteen.   \n  The moon is full.\n\n"
    hall.do("letter.write", "team", sender="oda", recipient="takeda", text=typed)
    pdf = pdf_of(hall, "letters", clan="oda")
    text = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    lines = [line.strip() for line in text.splitlines()]
    at = lines.index("To the lord of Kai:")
    rest = [line for line in lines[at:] if line]
    assert rest[:3] == ["To the lord of Kai:", "My daughter is sixteen.", "The moon is full."]
    number = hall.numbers("letter")[0]
    kept = hall.state()[("letter", number)]["text"]
    assert kept == "To the lord of Kai:\n\nMy daughter is sixteen.\nThe moon is full."
    assert asked_of_the_printer(pdf) == "/Simplex", "or its second sheet would be seen from outside"


def test_a_gap_in_a_letter_is_a_gap_on_paper_and_a_break_is_none():
    _, (lines,) = set_paragraphs(["One", "", "Two", "Three"], WORDS, 160, 140, apart=False)
    assert lines == ["One", "", "Two", "Three"]
