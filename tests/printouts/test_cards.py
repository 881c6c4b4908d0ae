"""Order cards and army cards: complete, legible, the same every time."""

import math
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PdfReader

from control.kernel.drawing.marks.signs import Sign
from printouts.march.order_cards import CODE_SIDE, STAMP, STAMP_ASLANT, STAMP_AT
from tests.printouts.conftest import words_of
from tests.printouts.pdfs import army_cards, order_cards
from tests.printouts.test_paper import fonts_of

OTOMO = Sign("otomo", "Ōtomo", "大友", "OTO", "#b7001b", "#ffffff")
LONG = {
    "clan": Sign(
        "ashikaga",
        "Bakufu (Ashikaga Shogunate) of the Muromachi",
        "足利将軍家室町幕府",
        "ASHIKAGA",
        "#b7001b",
        "#ffffff",
    ),
    "general": "Ashikaga Yoshiteru 足利義輝, thirteenth Shogun of his house & <the> last to hold Nijō",
}


def test_order_cards_read_as_the_golden_text(order_card, assert_golden):
    cards = [
        order_card(),
        order_card(
            code="B3-X", clan=OTOMO, general="Ōtomo Yoshishige",
            province="Bungo", allowance=None, phases="", legs=("Buzen", "Nagato by sea"),
            neighbours=("Buzen", "Chikugo", "Higo", "Hyūga"),
        ),
        order_card(code="C9-2", allowance=1, phases="3", allowance_note="", neighbours=()),
        order_card(code="D4-M", general="Abbot 覚恕 Kakujo", allowance=4, phases="1 2 3 4", legs=2),
        order_card(code="E5-Q", late="LATE by 4 min, after phase 1"),
        order_card(
            code="F6-A", province="Sagami", allowance=4, phases="1 2 3 4", neighbours=("Izu", "Suruga (Tōkaidō)"),
            by_sea=("Kazusa",), beyond=("Shinano", "Tōtōmi"), beyond_by_sea=("Hitachi",),
        ),
        order_card(code="G7-C", neighbours=(), by_sea=("Nagato",), allowance=3, beyond_by_sea=("Aki",)),
    ]  # fmt: skip
    assert_golden(order_cards(cards), "order_cards")


def test_army_cards_read_as_the_golden_text(army_card, assert_golden):
    cards = [
        army_card(),
        army_card(code="U8-4", general="Abbot 覚恕 Kakujo", troops=None, experience=4),
        army_card(code="V1-C", season="", troops=31),
        army_card(companions=("Baba Nobufusa", "Obu Toramasa")),
    ]
    assert_golden(army_cards(cards), "army_cards")


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (4, 1), (5, 2), (60, 15)])
def test_order_cards_lie_four_to_a_page(order_card, count, pages):
    assert len(words_of(order_cards([order_card()] * count))) == pages


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (2, 1), (3, 2)])
def test_army_cards_lie_two_to_a_page(army_card, count, pages):
    assert len(words_of(army_cards([army_card()] * count))) == pages


def test_the_same_cards_are_the_same_bytes(order_card, army_card):
    cards = [order_card(), order_card(general="Ōtomo 大友")]
    assert order_cards(cards) == order_cards(list(cards))
    assert army_cards([army_card()]) == army_cards([army_card()])


@pytest.fixture
def restless_threads():
    """Threads that take turns as often as they can, so that a race shows."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_desks_that_print_at_the_same_moment_do_not_disturb_each_other(order_card, restless_threads):
    cards = [order_card(general=f"General {number} 大友") for number in range(8)]
    alone = order_cards(cards)
    with ThreadPoolExecutor(8) as desks:
        together = list(desks.map(order_cards, [cards] * 32))
    assert set(together) == {alone}


def test_every_font_is_an_embedded_subset_of_truetype(order_card, army_card):
    for pdf in (order_cards([order_card()]), army_cards([army_card()])):
        fonts = fonts_of(pdf)
        assert len(fonts) >= 5
        for font in fonts:
            assert "/FontFile2" in font
            assert "+" in font["/FontName"]


def test_every_font_that_a_page_names_is_embedded(order_card):
    reader = PdfReader(BytesIO(order_cards([order_card()])))
    named = reader.pages[0]["/Resources"]["/Font"].values()
    assert all("/FontFile2" in font.get_object()["/FontDescriptor"] for font in named)


def test_sixty_order_cards_with_very_long_names_stay_within_their_borders(order_card, lines_drawn):
    cards = [
        order_card(
            **LONG, code=f"A{number}-K",
            province="Yamashiro with the capital and all its shrines", season="The long spring of 1550",
            neighbours=("Awa (east) by sea",) * 14, legs=("Province of " * 8,) * 4,
            allowance_note="experience 4; " * 14,
        )
        for number in range(60)
    ]  # fmt: skip
    pdf = order_cards(cards)
    assert len(words_of(pdf)) == 15
    for words, left, right, _ in lines_drawn:
        if left < 105:
            assert 7 <= left < right <= 98.01 or not words
        else:
            assert 112 <= left < right <= 203.01 or not words


def test_long_names_are_printed_whole(order_card, army_card):
    for pdf in (order_cards([order_card(**LONG)]), army_cards([army_card(**LONG, flag="War band " * 6)])):
        page = " ".join(words_of(pdf)[0].split())
        assert LONG["clan"].name in page
        assert LONG["general"] in page


def test_every_way_from_where_an_army_stands_is_on_its_card_however_small(order_card, lines_drawn):
    near, far = ([f"The Far Marches of {name} {number}" for number in range(20)] for name in ("Mutsu", "Shimotsuke"))
    card = order_card(neighbours=tuple(near), by_sea=("Awaji",), beyond=tuple(far))
    words = " ".join(words_of(order_cards([card]))[0].split())
    assert [name for name in near + far if name not in words] == []
    at = {word: at for words, _, _, at in lines_drawn for word in ("Mutsu", "By sea", "Shimotsuke") if word in words}
    assert at["Mutsu"] + 3 < at["By sea"] < at["Shimotsuke"] - 3, "what is written large lies on the small"


def test_text_lines_of_a_full_order_card_do_not_touch(order_card, lines_drawn):
    order_cards(
        [
            order_card(
                **LONG,
                allowance_note="experience 4; " * 10,
                neighbours=("Awa (east)",) * 12,
                by_sea=("Awa (west)",) * 5,
                beyond=("Shimotsuke",) * 12,
                beyond_by_sea=("Kazusa",) * 3,
            )
        ]
    )
    left_column = sorted({round(baseline, 2) for _, left, _, baseline in lines_drawn if left == 7})
    assert min(below - above for above, below in pairwise(left_column)) > 2.3


def test_long_army_cards_stay_within_their_borders(army_card, lines_drawn):
    army_cards([army_card(**LONG, flag="Banner of the nine heavens " * 3, home_province="Yamashiro " * 4)])
    assert all(left >= 9 and right <= 201.01 for words, left, right, _ in lines_drawn if words)


def test_a_route_longer_than_an_army_can_go_is_printed_whole(order_card, lines_drawn):
    route = ("Kai", "Shinano", "Mino", "Ōmi", "Yamashiro", "Settsu")
    order_cards([order_card(legs=route, neighbours=())])
    at = {words: baseline for words, _, _, baseline in lines_drawn}
    assert [at[name] for name in route] == sorted(at[name] for name in route)
    assert at["Settsu"] < at["We stay where we are"] - 3


def corners(box, degrees):
    """The extent of a box turned round its middle: left, right, top, bottom (mm from there)."""
    (width, height), angle = box, math.radians(degrees)
    across = (width * math.cos(angle) + height * math.sin(angle)) / 2
    down = (width * math.sin(angle) + height * math.cos(angle)) / 2
    return -across, across, -down, down


def test_the_stamp_of_a_late_order_lies_where_nothing_else_is_printed(order_card, lines_drawn):
    order_cards([order_card()])
    left, right, top, bottom = corners(STAMP, STAMP_ASLANT)
    x, y = STAMP_AT
    assert x + left >= 7
    assert x + right <= 98
    under = [
        words
        for words, start, end, baseline in lines_drawn
        if words and start < x + right and end > x + left and baseline > y + top and baseline - 4 < y + bottom
    ]
    assert under == []


def test_the_words_of_a_stamp_stay_within_it(order_card, lines_drawn):
    order_cards([order_card(late="LATE by 125 min, after phase 4")])
    words, left, right, _ = next(line for line in lines_drawn if line[0].startswith("LATE"))
    assert words == "LATE by 125 min, after phase 4"
    assert right - left <= STAMP[0] - 3


def test_only_a_late_order_is_stamped(order_card):
    assert "LATE" not in words_of(order_cards([order_card()]))[0]
    assert "LATE by 4 min, after phase 1" in words_of(order_cards([order_card(late="LATE by 4 min, after phase 1")]))[0]


def test_an_army_card_names_the_people_who_go_along(army_card):
    card = army_card(companions=("Baba Nobufusa", "Obu Toramasa"))
    assert "With Baba Nobufusa, Obu Toramasa" in words_of(army_cards([card]))[0]


def test_an_order_card_has_as_many_boxes_as_it_is_given(order_card):
    assert order_card(legs=3).boxes == ("", "", "")
    assert order_card(legs=("Kai",)).boxes == ("Kai", "", "", "")


def test_the_qr_code_is_large_enough_for_a_phone():
    assert CODE_SIDE >= 22


def test_every_card_carries_its_code_twice(order_card):
    page = words_of(order_cards([order_card(code=f"A{number}-K") for number in range(4)]))[0]
    assert Counter(re.findall(r"A\d-K", page)) == {f"A{number}-K": 2 for number in range(4)}


def test_what_all_cards_share_is_kept_once(order_card):
    cards = [order_card(code=f"A{number}-K") for number in range(60)]
    assert order_cards(cards).count(b"/Subtype /Form") == 2  # the form and the crop marks
