"""Counters, tactic cards, badges and table signs on paper: whatever they are called and however many there are."""

from __future__ import annotations

import pytest

from control.kernel.drawing.marks.signs import Sign
from printouts import paper
from printouts.battle.tactic_cards import TacticCard, tactic_cards
from printouts.hall.counters import Counter, CounterSheet, counters
from printouts.people.badges import Badge, badges
from printouts.people.table_sign import TableSign, table_sign
from tests.paper.reading import fonts_not_embedded, number_of_pages, opened, pages_of, picture, sizes_of
from tests.paper.sheets import pieces
from tests.printouts.pdfs import pdf_of

HOJO = Sign("hojo", "Hōjō", "北条", "HOJ", "#0f6d76", "#ffffff", "three-scales")
LONG = Sign(
    "ashikaga",
    "Ashikaga Shogunate of the Muromachi & its <deputies>",
    "足利将軍家室町幕府",
    "ASHI",
    "#770591",
    "#ffffff",
)
NAMES = ("Ashikaga Yoshiteru, thirteenth Shogun of his house, last to hold Nijō", "ハルノブ", "שלום", "🐎", "X" * 60)


@pytest.mark.parametrize("total", [0, 1, 4, 9, 10, 19, 40, 83, 1200])
def test_change_adds_up_and_has_ones_to_count_losses_with(total):
    for of_ten in (20, 40):
        found = Counter.coming_to("troops", total, of_ten)
        assert sum(one.value * one.count for one in found) == total
        assert min(one.count for one in found) >= 0
        assert found[-1].count * 4 >= total


def test_a_thousand_men_lie_in_a_cell_of_an_army_card_and_more_men_are_larger():
    sizes = [Counter("troops", 1, value).cells for value in (10, 5, 1)]
    assert [across * down for across, down in sizes] == [4, 2, 1]


def test_every_counter_of_troops_says_whose_and_how_many_it_is():
    troops = Counter.coming_to("troops", 83, 20)
    words = " ".join(pages_of(pdf_of(counters, [CounterSheet("Troops", HOJO, troops)]))).split()
    for one in troops:
        assert words.count(str(one.value)) == one.count, one.value
    assert words.count(HOJO.code) >= sum(one.count for one in troops)


def people(bearer, names):
    """A sheet with a counter of each kind that carries a name."""
    note = "Keeper of the northern gate"
    named = [Counter(kind, name=name, note=note) for name in names for kind in ("general", "hostage")]
    return CounterSheet(f"{bearer.name}: people", bearer, (*named, Counter("hostage", 2), Counter("flag", 3)))


def test_counters_carry_long_and_strange_names_within_their_edges(lines_drawn):
    pdf = pdf_of(counters, [people(LONG, NAMES), people(HOJO, NAMES)])
    page = " ".join(pages_of(pdf))
    assert all(word in page for word in NAMES[0].split())
    assert "ハルノブ" in page
    assert "〓" in page  # what no font has
    assert all(left >= 13.9 and right <= 196.1 for words, left, right, _ in lines_drawn if words)
    assert max(right - left for words, left, right, _ in lines_drawn if words.startswith("X")) < 25


def test_a_clan_without_anything_prints_nothing_and_sixty_generals_run_on():
    assert number_of_pages(pdf_of(counters, [CounterSheet("Nobody", HOJO, (Counter("troops", 0),))])) == 0
    many = people(HOJO, [f"General {number}" for number in range(60)])
    pages = pages_of(pdf_of(counters, [many]))
    assert len(pages) == 2
    assert sum(page.count("Hostage") for page in pages) == 62


def test_what_looks_alike_is_kept_once_in_the_file():
    def size(count):
        return len(pdf_of(counters, [CounterSheet("Troops", HOJO, (Counter("troops", count),))]))

    assert size(280) < size(14) * 1.3


def test_without_colour_crest_and_letters_still_tell_the_clans_apart():
    other = Sign("mori", "Mōri", "毛利", "MOR", HOJO.colour, HOJO.text_colour, "bar-and-three-discs")
    one, two = (
        picture(pdf_of(counters, [CounterSheet("Troops", bearer, (Counter("troops", 14),))])).convert("L")
        for bearer in (HOJO, other)
    )
    assert one.tobytes() != two.tobytes()


AGAINST = (("Outflank", 0), ("Subterfuge", -3), ("Conventional Battle", 2))


def test_tactic_cards_lie_six_to_a_page_each_side_on_its_own():
    sets = [[TacticCard(side, f"Tactic {n}", AGAINST) for n in range(6)] for side in ("attacker", "defender")]
    pages = pages_of(pdf_of(tactic_cards, sets))
    assert len(pages) == 2
    assert (pages[0].count("Attacker"), pages[1].count("Defender")) == (6, 6)
    assert "Subterfuge −3" in pages[0]


def test_a_tactic_with_a_long_name_and_many_rivals_stays_on_its_card(lines_drawn):
    card = TacticCard("defender", "A very long stratagem of the northern hills", AGAINST * 8, "Never on water " * 4)
    pdf_of(tactic_cards, [[card]])
    assert all(left >= 16.4 and right <= 67.6 for words, left, right, _ in lines_drawn if words)


@pytest.mark.parametrize("name", NAMES)
def test_a_badge_holds_any_name_and_many_titles(lines_drawn, name):
    badge = Badge(LONG, name, "足利義輝", name, ("Governor of Kai",) * 12, name)
    page = " ".join(pages_of(pdf_of(badges, [badge, Badge(HOJO, name, "", "Heir")])))
    assert page.count("Governor of Kai") == 12
    assert "played by" in page
    assert all(left >= 15 and right <= 195 for words, left, right, _ in lines_drawn if words)
    assert all(right <= 105 for words, left, right, _ in lines_drawn if words and left < 105)


@pytest.mark.parametrize(
    ("word", "parted"), [("Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren", 1), ("x" * 24, 0)]
)
def test_a_name_of_one_long_word_is_read_across_a_table(monkeypatch, word, parted):
    shown = {}
    draw = paper.Paper.text

    def recorded(page, x, y, words, style, align="left"):
        shown[words] = style.size
        return draw(page, x, y, words, style, align)

    monkeypatch.setattr(paper.Paper, "text", recorded)
    pdf_of(badges, [Badge(HOJO, word, "北条", "Heir")])
    name = {words: size for words, size in shown.items() if words and words.rstrip("-") in word}
    assert "".join(words.removesuffix("-") for words in name) == word
    assert len([words for words in name if words.endswith("-")]) == parted
    assert min(name.values()) >= 9


def test_a_long_name_of_several_words_takes_a_line_for_each_before_one_is_parted(lines_drawn):
    pdf_of(badges, [Badge(HOJO, "Wakabayashi-Tokugawa Harunobu-Nyūdō Shingen of the Eastern Sea", "", "Heir")])
    assert "Wakabayashi-Tokugawa" in {words for words, *_ in lines_drawn}


@pytest.mark.parametrize(("name", "role"), [("W" * 40, "Keeper of the northern gate"), ("W" * 60, "M" * 60)])
def test_wide_letters_can_be_read_on_a_counter_and_its_clan_always(name, role):
    bearer = Sign("wide", "W" * 40, "", "WID", "#b7001b", "#ffffff", "bar-and-three-discs")
    named = [Counter(kind, name=name, note=role) for kind in ("general", "hostage")]
    pdf = pdf_of(counters, [CounterSheet("People", bearer, (*named, Counter("flag")))])
    with opened(pdf) as document:
        sizes = [size for _, _, size, words in pieces(document[0]) if words]
    assert min(sizes) >= paper.LEGIBLE
    assert pages_of(pdf)[0].count("WID") == 3


def test_the_marks_for_the_knife_stand_at_the_edges_of_the_counters(rules_drawn):
    pdf_of(counters, [CounterSheet("Troops", HOJO, (Counter("troops", 14), Counter("troops", 3, 5)))])
    upright = {x for x, _, end, _ in rules_drawn if x == end}
    assert upright == {14 + 13 * cut for cut in range(15)}
    left, right = ({y for x, y, end, _ in rules_drawn if x != end and (x < 14) is aside} for aside in (True, False))
    assert left == right == {27, 40, 53}


def test_every_sheet_of_counters_says_whose_they_are():
    pages = pages_of(pdf_of(counters, [people(HOJO, ["Hōjō Ujiyasu"] * 90)]))
    assert len(pages) > 1
    assert all("Hōjō: people" in page for page in pages)


def test_a_table_sign_reads_from_both_sides_and_holds_a_long_name(lines_drawn):
    (page,) = pages_of(pdf_of(table_sign, TableSign(HOJO, "Home province Sagami")))
    assert page.count("HOJ") == 2
    lines_drawn.clear()
    pdf_of(table_sign, TableSign(LONG, "Home province Yamashiro with the capital and all its shrines"))
    upright = [line for line in lines_drawn if line[0] and line[1] >= 0]
    assert upright
    assert all(right <= 196.1 for _, _, right, _ in upright)


@pytest.mark.parametrize("stock", ["A4", "Letter"])
def test_all_of_it_lies_on_the_paper_in_the_tray_with_its_fonts(stock):
    for draw, things in (
        (counters, [people(HOJO, NAMES[:2])]),
        (tactic_cards, [[TacticCard("attacker", "Outflank", AGAINST)]]),
        (badges, [Badge(HOJO, "Hōjō Ujiyasu", "北条氏康", "Daimyo")]),
        (table_sign, TableSign(HOJO)),
    ):
        pdf = pdf_of(draw, things, stock=stock)
        assert set(sizes_of(pdf)) == {{"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}[stock]}
        assert fonts_not_embedded(pdf) == set()
