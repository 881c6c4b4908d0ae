"""Letters, edicts, statements, planning sheets and the cards of armies that stay: every word of them, however many."""

from __future__ import annotations

import dataclasses

import pytest

from control.sengoku.world.land.land_questions import ClanSign
from printouts.books.income_statement import IncomeStatement, StatementLine, StatementPart, income_statement
from printouts.books.planning_sheet import KeptWork, Offer, PlanningSheet, RaisedField, planning_sheet
from printouts.march.order_cards import MOST_STAYING, NoCards, StayingArmy, order_cards
from printouts.paper import SERIF, Style
from printouts.politics.bond import Bond, bond
from printouts.politics.edict import Edict, edict
from printouts.politics.letter import Letter, letter
from printouts.shadows.report_slip import ReportSlip, report_slip
from printouts.writing import lines_of, set_paragraphs
from tests.paper.reading import codes_on, pages_of
from tests.printouts.pdfs import pdf_of

TAKEDA = ClanSign("takeda", "Takeda", "武田", "TAK", "#d02f14", "#ffffff")
LONG = "Ashikaga Yoshiteru 足利義輝, thirteenth Shogun of his house & <the> last to hold Nijō"
NAMED_LONG = dataclasses.replace(TAKEDA, name=LONG)


def squeezed(pages):
    """All the letters of some pages, without blanks: where lines break makes no difference."""
    return "".join(" ".join(pages).split())


def a_letter(words="Let us hunt.", **changes):
    """Takeda's letter to itself."""
    usual = {"code": "L1-9", "url": "http://192.0.2.1:8000/c/L1-9", "sender": TAKEDA, "recipient": TAKEDA}
    return Letter(**usual | {"when": "winter 1551", "words": words} | changes)


def an_edict(**changes):
    """An edict of the Shogun."""
    return Edict(
        **{
            "code": "E1-C",
            "url": "http://192.0.2.1:8000/c/E1-C",
            "authority": "the Shogun",
            "seal": "将軍之印",
            "title": "On peace",
            "paragraphs": ("Let swords be sheathed.",),
            "when": "spring 1550, Tembun 19",
        }
        | changes
    )


def test_a_paragraph_breaks_at_spaces_and_within_words_that_are_wider_than_a_line():
    style = Style(SERIF, 12)
    words = f"Peace {'和' * 300} and {'x' * 200} shall be"
    lines = lines_of(words, style, 60)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert all(style.width(line) <= 60 for line in lines)


def test_words_that_do_not_fit_are_set_smaller_first_and_then_on_more_pages():
    styles = (Style(SERIF, 16), Style(SERIF, 11))
    assert set_paragraphs(["word " * 60], styles, 100, 40)[0] is not styles[0]
    style, pages = set_paragraphs(["word " * 400], styles, 100, 40)
    assert style is styles[1]
    assert len(pages) > 1
    assert " ".join(line for page in pages for line in page).split() == ["word"] * 400


@pytest.mark.parametrize(
    ("word", "count"), [("Peace. ", 280), ("和", 2000), ("x", 2000), ("שלום 🐎 ハルノブ ", 100), ("Peace. ", 5000)]
)
def test_a_letter_of_any_words_is_printed_whole_with_its_address_once(word, count):
    text = squeezed(pages_of(pdf_of(letter, a_letter(word * count, recipient=NAMED_LONG))))
    assert text.count(word.strip()[-4:]) == count
    assert text.count("forwhoeverhandsitover") == 1
    assert squeezed([LONG]) in text


def test_a_letter_of_very_many_short_lines_stands_in_columns_in_their_order():
    pages = pages_of(pdf_of(letter, a_letter("\n".join(f"{number}." for number in range(600)))))
    assert len(pages) == 4
    spots = [" ".join(pages).index(f" {number}. ") for number in range(600)]
    assert spots == sorted(spots)


def test_each_sheet_of_a_long_bond_says_which_it_is():
    parts = ("Neither shall build a castle within two days of the border. " * 3,) * 12
    pages = pages_of(pdf_of(bond, Bond("Takeda", "Uesugi", "Takeda at peace with Uesugi", "", parts, "spring 1551")))
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert f"Sheet {number} of {len(pages)}" in page


def test_a_letter_without_words_has_lines_to_write_on_and_no_more():
    (page,) = pages_of(pdf_of(letter, a_letter("")))
    assert "To Takeda" in page
    assert page.count("TAK 武田") == 2  # within the sender’s sign, outside that of whoever gets it
    assert codes_on(pdf_of(letter, a_letter(""))) == {"http://192.0.2.1:8000/c/L1-9"}


@pytest.mark.parametrize("asked", ["Who pays the monks of Ise, and how much? " * 9, "W" * 400, "和" * 400])
@pytest.mark.parametrize("count", [1, 600])
def test_a_slip_has_all_of_a_long_question_and_what_is_told_beneath_it(lines_drawn, asked, count):
    slip = ReportSlip("Takeda", "Spying", "Ise", f"{asked} Quickly.", ("Nobody. " * count,), "Spring 1550")
    text = squeezed(pages_of(pdf_of(report_slip, slip)))
    assert squeezed([slip.question]) in text
    assert text.count("Nobody.") == count
    last = max(at for words, _, _, at in lines_drawn if "Quickly." in words)
    assert all(last + 10 < at < 280 for words, _, _, at in lines_drawn if "Nobody." in words)


def test_an_edict_of_five_thousand_words_is_printed_whole_and_numbers_its_sheets():
    paragraphs = tuple(f"Article {number}. {'Let swords be sheathed. ' * 25}" for number in range(50))
    pages = pages_of(pdf_of(edict, an_edict(paragraphs=paragraphs, title=LONG)))
    assert " ".join(pages).count("sheathed.") == 50 * 25
    assert f"Sheet {len(pages)} of {len(pages)}" in pages[-1]
    assert all(page.count("E1-C") == 1 for page in pages)


def test_a_short_edict_has_no_sheet_number_and_its_seal_reads_down_and_to_the_left(lines_drawn):
    (page,) = pages_of(pdf_of(edict, an_edict()))
    assert "Sheet" not in page
    at = {words: (-left, top) for words, left, _, top in lines_drawn if words and words in "将軍之印"}
    assert "".join(sorted(at, key=at.get)) == "将軍之印"


def test_what_is_answered_has_a_box_for_each_answer(boxes_drawn):
    (page,) = pages_of(pdf_of(edict, an_edict(answers=("We obey", "We refuse"))))
    assert "We refuse" in page
    assert page.count("We obey") == 1
    assert boxes_drawn.count((5, 5, None)) == 2


def test_a_statement_of_hundreds_of_bookings_has_each_of_them_under_its_heading():
    lines = tuple(StatementLine("Rice income", f"province {number}, {LONG}", "R21", number, 0) for number in range(150))
    statement = IncomeStatement(NAMED_LONG, 1551, "Winter 1551", (3, 4), (
        StatementPart("Income", 99, 0, lines, "How it came about."), StatementPart("Spent", -5, 0, lines[:1]),
    ), (-7, 2))  # fmt: skip
    pages = pages_of(pdf_of(income_statement, statement))
    text = " ".join(pages)
    for number in range(150):
        assert f"province {number}," in text
    assert all("Where and what for" in page for page in pages)
    assert "TAK 武田" in pages[0]
    assert "How it came about." in text
    assert "Left over from 1550 3 4" in text
    assert "There now, -5 in rice and cash together" in text.replace("−", "-")


def test_a_statement_without_bookings_says_so():
    empty = IncomeStatement(TAKEDA, 1551, "Winter 1551", (0, 0), (), (0, 0))
    assert "Nothing was booked in 1551." in " ".join(pages_of(pdf_of(income_statement, empty)))


def a_plan(**changes):
    """Takeda's plan, without anything to plan with."""
    return PlanningSheet(
        **{
            "clan": TAKEDA,
            "when": "Winter 1551",
            "next_season": "spring 1551",
            "rice": 0,
            "cash": 5,
            "keeps": 9,
            "fields": (),
            "works": (),
            "winter": True,
            "under_way": (),
            "offers": (),
        }
        | changes
    )


def test_a_clan_without_anything_still_has_a_sheet_and_one_with_sixty_provinces_all_of_them():
    (page,) = pages_of(pdf_of(planning_sheet, a_plan()))
    assert "The clan holds no province and no place." in page
    assert "Nothing costs upkeep." in page
    large = a_plan(
        fields=tuple(RaisedField(f"{LONG} {number}", 9, 2, 3, 4) for number in range(60)),
        works=tuple(KeptWork("Castle", f"{LONG} {number}", 2, number % 2 == 0) for number in range(60)),
        offers=(Offer("Castle", "15", ", ".join([LONG] * 60)),),
    )
    pages = pages_of(pdf_of(planning_sheet, large))
    text = " ".join(pages)
    assert text.count("thirteenth Shogun") == 180
    assert "In all 540 120 180 240" in text
    assert text.count("keep give up") == 30


def test_armies_that_stay_are_all_named_with_their_reasons():
    stay = StayingArmy("A12-K", LONG, LONG, f"stopped: {'a very long reason, ' * 8}")
    card = NoCards(TAKEDA, season="Spring 1550", armies=(stay,) * MOST_STAYING)
    (page,) = pages_of(pdf_of(order_cards, [card]))
    assert page.count("A12-K") == MOST_STAYING
    assert page.count("a very long reason") == 8 * MOST_STAYING


def test_a_clan_whose_name_takes_two_lines_stands_clear_of_what_the_card_is(lines_drawn):
    clan = dataclasses.replace(TAKEDA, name="The elder house of Takeda and of Anayama on the Fuji river")
    stay = StayingArmy("A12-K", "Takeda Shingen", "Kai", "stopped")
    pdf_of(order_cards, [NoCards(clan, season="Spring 1550", armies=(stay,))])
    above, first = (
        baseline for words, _, _, baseline in lines_drawn if words.startswith(("No order card", "The elder house"))
    )
    assert first - above > 4  # millimetres: the letters of the name are more than three high


@pytest.mark.parametrize(
    ("draw", "thing"),
    [(letter, a_letter("Peace. " * 280)), (edict, an_edict(title=LONG)), (planning_sheet, a_plan()),
     (income_statement, IncomeStatement(NAMED_LONG, 1551, "Winter 1551", (3, 4), (), (3, 4)))],
)  # fmt: skip
def test_on_letter_paper_they_say_the_same(draw, thing):
    assert pages_of(pdf_of(draw, thing, stock="Letter")) == pages_of(pdf_of(draw, thing))
