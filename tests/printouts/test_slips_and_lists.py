"""Battle slips, the list of what is missing and the walk-round: every word of them, on as many pages as they need."""

import dataclasses
from collections import Counter
from io import BytesIO

import pypdfium2
import pytest
from pypdf import PdfReader

from printouts import paper
from printouts.flow import Row, pages
from printouts.march.missing_orders import MissingOrders, WaitingArmy, WaitingClan
from printouts.march.walk_round import ProvinceRow, WalkRound
from tests.printouts.conftest import TAKEDA, words_of
from tests.printouts.pdfs import army_cards, battle_slips, missing_orders, order_cards, walk_round
from tests.printouts.slips import COLUMNS, a_large_slip, a_round, a_side, a_slip, a_unit
from tests.printouts.test_paper import fonts_of


def sizes_of(pdf):
    """The sizes of the pages in whole millimetres."""
    boxes = (page.mediabox[2:] for page in PdfReader(BytesIO(pdf)).pages)
    return [tuple(round(float(side) / paper.MM) for side in box) for box in boxes]


def said(pdf):
    """All the words of a file, without line ends."""
    return " ".join(" ".join(words_of(pdf)).split())


# ---- battle slips


def test_a_battle_slip_reads_as_the_golden_text(assert_golden):
    begun = a_slip(number=4, rounds=(), outcome="", retreat=(), draws=())
    assert_golden(battle_slips([a_slip(), begun]), "battle_slip")


def test_a_slip_of_autumn_on_which_men_were_noted_says_that_they_lapse_over_winter():
    text = said(battle_slips([a_slip(lapses=True)]))
    assert "Uesugi Kenshin: what was to come back (2) lapses over winter." in text
    assert "next season" not in text


def test_a_short_slip_is_a5_for_each_general_side_by_side():
    pdf = battle_slips([a_slip()])
    assert sizes_of(pdf) == [(297, 210)]
    assert said(pdf).count("Battle slip 3") == 2
    assert "for Uesugi Kenshin" in said(pdf)
    assert "for Takeda Harunobu" in said(pdf)


def test_a_battle_of_three_rounds_with_twelve_units_is_a_page_of_a4_for_each_general():
    units = tuple(a_unit(name=f"Army {number}") for number in range(6))
    slip = a_slip(rounds=tuple(a_round(number) for number in (1, 2, 3)))
    sides = {role: dataclasses.replace(getattr(slip, role), units=units) for role in ("attacker", "defender")}
    pdf = battle_slips([dataclasses.replace(slip, **sides)])
    assert sizes_of(pdf) == [(210, 297)] * 2
    assert said(pdf).count("Army 5") == 4  # on both sides, for both generals


def test_slips_of_either_size_follow_one_another():
    sizes = sizes_of(battle_slips([a_slip(), a_large_slip(), a_slip()]))
    assert sizes[0] == sizes[-1] == (297, 210)
    assert set(sizes[1:-1]) == {(210, 297)}


def test_every_step_and_unit_of_a_very_large_slip_is_printed_whole():
    slip = a_large_slip()
    text = said(battle_slips([slip]))
    for one in slip.rounds:
        assert f"Round {one.number}" in text
        for words, _ruling in one.steps:
            assert text.count(words) >= 6  # three rounds, two generals
    for unit in (*slip.attacker.units, *slip.defender.units):
        assert text.count(unit.name) >= 2
    assert slip.attacker.name in text
    assert "page 1 of 2" in text


def test_an_army_has_its_code_on_a_slip_however_long_its_name_is():
    long = a_side(units=(a_unit(name="W" * 60),))
    assert said(battle_slips([a_slip(attacker=long)])).count("A1-3") == 2  # for both generals


def test_notional_men_stand_apart_from_counters():
    text = said(battle_slips([a_slip()]))
    assert "castle: 5, no counters" in text
    assert "and 5 notional men, who fell first (R5)" in text


def test_on_a_slip_the_columns_are_black_where_the_die_was_read_and_shaded_on_the_way(boxes_drawn):
    battle_slips([a_slip()])  # from 2-3 to 3-1, for both generals
    cells = [fill for _, height, fill in boxes_drawn if height == 5.6]
    shown = {COLUMNS[number % len(COLUMNS)]: fill for number, fill in enumerate(cells)}
    assert len(cells) == 2 * len(COLUMNS)
    assert [name for name, fill in shown.items() if fill] == ["1-1", "3-2", "2-1", "3-1"]
    assert (shown["3-1"], shown["1-1"]) == (paper.BLACK, paper.TINT)


# ---- missing from the table


def a_clan(armies=2, **changes):
    """Takeda with armies whose orders are not in."""
    waiting = tuple(WaitingArmy(f"M{number}-K", f"Baba Nobufusa {number}", "Kai") for number in range(armies))
    return WaitingClan(**{"clan": TAKEDA["clan"], "armies": waiting} | changes)


def test_the_list_of_missing_orders_reads_as_the_golden_text(assert_golden):
    sheet = MissingOrders(
        "Spring 1550 · Orders are open", 3, 6,
        (a_clan(), a_clan(1, clan=dataclasses.replace(TAKEDA["clan"], name="Ōtomo", code="OTO", kanji="大友"))),
        (("Battles to end", ("Battle 3 in Shinano, 2 rounds fought",)),
         ("Risk cards to draw", ("Uesugi Kenshin: battle 3", "Takeda Harunobu: battle 3"))),
    )  # fmt: skip
    assert_golden(missing_orders(sheet), "missing_orders")


def test_thirty_armies_of_twelve_clans_are_missing_on_one_page():
    clans = tuple(a_clan(3 if number < 6 else 2) for number in range(12))
    pdf = missing_orders(MissingOrders("Spring 1550", 0, 30, clans))
    assert len(words_of(pdf)) == 1
    assert said(pdf).count("Baba Nobufusa") == 30


def test_so_many_that_one_page_is_too_small_go_on_to_the_next():
    clans = tuple(a_clan(10) for _ in range(12))
    pages_of = words_of(missing_orders(MissingOrders("Spring 1550", 0, 120, clans)))
    assert len(pages_of) > 1
    assert sum(page.count("Baba Nobufusa") for page in pages_of) == 120


def test_nothing_missing_is_said_so():
    assert "Nothing is missing." in said(missing_orders(MissingOrders("Spring 1550", 4, 4, ())))


def test_where_no_army_is_no_order_is_told_to_be_in():
    words = said(missing_orders(MissingOrders("Spring 1550", 0, 0, ())))
    assert "No army waits for an order" in words
    assert "0 orders" not in words


# ---- the walk-round


def a_row(**changes):
    """Kai with an army and a garrison."""
    usual = {
        "name": "Kai", "kanji": "甲斐", "region": "Tōkaidō", "land": "held by Takeda, castle", "places": (),
        "forces": (("TAK", "A2-5 Takeda Harunobu, Baba Nobufusa", 20), ("TAK", "garrison", 3)),
    }  # fmt: skip
    return ProvinceRow(**usual | changes)


def test_the_walk_round_reads_as_the_golden_text(assert_golden):
    rows = (
        a_row(), a_row(name="Ōmi", kanji="近江", region="Tōsandō", forces=(), places=("Hino: Rokkaku",)),
        a_row(name="Mino", kanji="美濃", region="Tōsandō", checked="cloth map put right: it had slipped (Ōta)"),
    )  # fmt: skip
    assert_golden(walk_round(WalkRound("Spring 1550 · Orders are open", rows)), "walk_round")


def test_the_walk_round_says_on_every_page_that_it_is_for_umpires_only():
    pages_of = words_of(walk_round(WalkRound("Spring 1550", (a_row(),) * 70)))
    assert len(pages_of) > 3
    assert all(page.startswith("For umpires only") for page in pages_of)
    assert sum(page.count("甲斐") for page in pages_of) == 70


def test_a_crowded_province_is_printed_whole_on_one_page():
    forces = tuple(("TAK", f"A{number}-K General {number} of a long and illustrious house", 20) for number in range(40))
    pages_of = words_of(walk_round(WalkRound("Spring 1550", (a_row(), a_row(name="Ōmi", forces=forces), a_row()))))
    assert any(all(f"A{number}-K" in page for number in range(40)) for page in pages_of)


def test_a_province_with_more_than_a_page_of_forces_goes_on_with_a_box_of_its_own_and_nothing_below_the_foot():
    forces = tuple(("TAK", f"A{number}-K {'of a long and illustrious house ' * 3}", 20) for number in range(60))
    pdf = walk_round(WalkRound("Spring 1550", (a_row(forces=forces),)))
    pages_of = words_of(pdf)
    assert all(any(f"A{number}-K" in page for page in pages_of) for number in range(60))
    assert all("Kai" in page and ("held by Takeda" in page) == (page is pages_of[0]) for page in pages_of)
    for page in map(pypdfium2.PdfPage.get_textpage, pypdfium2.PdfDocument(pdf)):
        feet = [page.get_rect(number)[1] / 72 * 25.4 for number in range(page.count_rects())]
        assert all(foot > 13 or 5 < foot < 8 for foot in feet)  # in the list, or in the line at the foot


def test_what_is_ticked_or_written_by_hand_has_its_box(boxes_drawn, order_card, army_card):
    def boxes(draw, thing):
        boxes_drawn.clear()
        draw(thing)
        return Counter((width, height) for width, height, _ in boxes_drawn)

    legs = boxes(order_cards, [order_card()])
    assert (legs[91, 8.3], legs[5.5, 5.5]) == (4, 1)  # its route, or to stay
    assert boxes(army_cards, [army_card(troops=None)])[14, 14] == 30  # counters
    missing = MissingOrders("Spring 1550", 0, 2, (a_clan(),), (("To be told", ("A battle.",)),))
    assert (boxes(missing_orders, missing)[5.2, 5.2], boxes(missing_orders, missing)[4, 4]) == (2, 1)
    assert boxes(walk_round, WalkRound("Spring 1550", (a_row(), a_row(name="Ōmi"))))[6, 6] == 2


def test_a_heading_stays_with_what_it_heads():
    row, head = Row(10, lambda _paper, _y: None), Row(5, lambda _paper, _y: None, with_next=True)
    assert pages([row, row, head, row], 30) == [[row, row], [head, row]]
    assert pages([Row(99, row.draw), row], 30)[1] == [row]


@pytest.mark.parametrize("pdf", [
    lambda: battle_slips([a_slip()]), lambda: walk_round(WalkRound("Spring 1550", (a_row(),))),
    lambda: missing_orders(MissingOrders("Spring 1550", 0, 2, (a_clan(),))),
])  # fmt: skip
def test_these_too_are_the_same_every_time_with_fonts_embedded(pdf):
    assert pdf() == pdf()
    assert all("/FontFile2" in font and "+" in font["/FontName"] for font in fonts_of(pdf()))
