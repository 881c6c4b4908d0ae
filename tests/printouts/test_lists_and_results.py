"""Umpires' sheets and what is handed out after the game: long names, very many and none; every word stays on paper."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import pytest
from pypdfium2.raw import FPDF_PAGEOBJ_TEXT as TEXT

from printouts.battle.npd_sheet import Ground, Neighbour, UnplayedClan, npd_sheets
from printouts.hall.desk_codes import DeskCode, desk_codes
from printouts.honour.honour_tally import HonourTally, Reason, honour_tally
from printouts.honour.precedence_list import PrecedenceList, Ranked, precedence_list
from printouts.land.province_list import ListedProvince, ProvinceList, province_list
from printouts.listing import BOX, DRAWN_IN, Boxes, Column, Head, Section, lines_to_write, row_of, sheets
from printouts.march.map_log import Leg, MapLog, March, Meeting, map_log
from printouts.paper import A4, LEGIBLE, MM
from printouts.people.clan_sheet import Booking, ClanSheet, Holding, Member, clan_sheet
from printouts.people.results import Course, Fought, Results, results
from printouts.people.story import Event, Story, story
from printouts.styles import BODY, LABEL
from tests.paper.reading import opened, pages_of, sizes_of
from tests.printouts.conftest import TAKEDA, words_of
from tests.printouts.pdfs import pdf_of

LONG = "Nijō no Kampaku Konoe Sakihisa no Taishōgun Ashikaga-Hatakeyama Yoshinobu 足利畠山義信"
ODD = "דוד 北条 ひらがな 🦊"
BAND = {"clan": TAKEDA["clan"]}


def said(pdf: bytes) -> str:
    """All the words of a file, without line ends."""
    return " ".join(" ".join(words_of(pdf)).split())


def a_march(**changes):
    """Takeda's army on its way to Shinano."""
    usual = March(
        "A2-5",
        "TAK",
        "Takeda Harunobu",
        3,
        20,
        "Kai",
        (Leg(shut=True), Leg(False, "Shinano", walked=True), Leg(False, ""), Leg(shut=True)),
    )
    return dataclasses.replace(usual, **changes)


def a_sheet(**changes):
    """Takeda's sheet."""
    usual = ClanSheet(
        **BAND,
        when="Spring 1550",
        place="2nd of 16",
        rice=7,
        cash=12,
        income=9,
        income_of="7 rice, 2 mining",
        upkeep=2,
        lent=3,
        people=(Member("Takeda Harunobu", "Daimyo", "Anna Meier", 29, 3, "", "Governor of Kai"),),
        lands=(Holding("Kai", 5, "castle: 2 each winter", 3, 2, half=True),),
        bookings=(Booking("Spring 1550", "Troops, Kai", -2, 0),),
        bonds=("Takeda allied with Hōjō",),
        tell=("A battle.",),
    )
    return dataclasses.replace(usual, **changes)


def an_npd_clan(**changes):
    """Asakura."""
    usual = UnplayedClan(
        clan=replace(TAKEDA["clan"], name="Asakura"),
        when="Spring 1550",
        rice=4,
        cash=1,
        people=("Asakura Norikage (Daimyo, 77)",),
        lands=(Ground("Echizen", 10, "castle", 10),),
        neighbours=(Neighbour("Kinoshita", "Wakasa", "peace"),),
        bonds=(),
        answers=("Oda asks to pass through Echizen: not answered yet",),
    )
    return dataclasses.replace(usual, **changes)


def a_tally(people=5, reasons=23):
    """Takeda's tally."""
    return HonourTally(
        **BAND, when="Spring 1550", people=tuple((f"Man {number}", "Taisho") for number in range(people)),
        reasons=tuple(
            Reason(
                f"Reason {number} of honour", f"Group {number // 5}", number - 5,
                ("person", "clan", "either")[number % 3],
            ) for number in range(reasons)
        ),
    )  # fmt: skip


def some_results(**changes):
    """Takeda's results."""
    usual = Results(
        **BAND,
        when="Spring 1550 to autumn 1552",
        figures=(("Provinces", "4", "3 at the start"),),
        courses=(Course("Provinces", (("Start", 3), ("Spring 1550", 4))), Course("Place", (("Spring 1550", 2),), True)),
        lands=("Holds: Kai (5)",),
        battles=(Fought("Spring 1550", "Shinano", "Uesugi", "won", 3),),
        dead=("Obu Toramasa, winter 1551: an illness.",),
        titles=("Governor of Kai: Takeda Harunobu",),
        spent=(("Troops", 40),),
    )
    return dataclasses.replace(usual, **changes)


def a_story(events=3, **changes):
    """The story of Takeda Harunobu; every third event is great."""
    usual = Story(
        "Takeda Harunobu", "武田晴信", "Daimyo of Takeda", "Anna Meier", **BAND, when="Spring 1550 to autumn 1552",
        figures=(("Age", "29"), ("Battles won", "2 of 3")), end="Takeda Harunobu lived to see the end.",
        events=tuple(
            Event(f"Season {number // 6}", f"Event {number} was told of by all who had been there.",
                  3 if number % 3 == 0 else 1, own=number % 3 != 2)
            for number in range(events)
        ),
    )  # fmt: skip
    return dataclasses.replace(usual, **changes)


def a_province(**changes):
    """Kai."""
    usual = ListedProvince(
        "Kai",
        "甲斐",
        "Tōkaidō",
        5,
        "Takeda",
        "TAK",
        "mountains",
        "castle",
        "Kōfu 2 (Takeda)",
        "Shinano, Suruga",
        "",
    )
    return dataclasses.replace(usual, **changes)


def a_ranked(number=1, **changes):
    """A Daimyo in the order of precedence."""
    usual = Ranked(number, "Daimyo and abbots", "Takeda Harunobu", "Takeda", "Daimyo", "Minamoto", 29, "Kai")
    return dataclasses.replace(usual, **changes)


CROWDED = {
    "map_log": (map_log, MapLog("Spring 1550", False, tuple(
        a_march(general=f"{LONG} {number}", note=f"{ODD} {LONG}") for number in range(60)
    ), tuple(Meeting(2, LONG, f"{LONG}, {LONG}", "", "") for _ in range(20)))),
    "clan_sheet": (clan_sheet, a_sheet(
        people=tuple(Member(f"{LONG} {number}", LONG, ODD, None, 4, LONG, LONG) for number in range(60)),
        lands=tuple(Holding(f"{LONG} {number}", 99, LONG, 99, 99) for number in range(40)),
        bonds=("peace " * 5000 + "forever",), tell=(ODD,) * 30,
    )),
    "npd_sheet": (npd_sheets, [
        an_npd_clan(clan=replace(TAKEDA["clan"], name=LONG), people=(f"{LONG} (Daimyo, 30)",) * 30,
                    lands=tuple(Ground(f"{LONG} {number}", 99, LONG, 9) for number in range(number_of)))
        for number_of in (0, 1, 60)
    ]),
    "honour_tally": (honour_tally, a_tally(60, 60)),
    "province_list": (province_list, ProvinceList(
        "Spring 1550", (a_province(name=LONG, places=f"{LONG}; " * 40),) * 12,
    )),
    "precedence_list": (precedence_list, PrecedenceList("Spring 1550", tuple(
        a_ranked(number, name=f"{LONG} {number}", titles=LONG, age=None, equal=True) for number in range(1, 200)
    ))),
    "results": (results, some_results(
        battles=tuple(Fought("Autumn 1552", LONG, f"{LONG} {number}", "undecided", 999) for number in range(60)),
        dead=(f"{LONG} {ODD}",) * 30, courses=(Course(LONG, tuple((f"Season {n}", n % 5) for n in range(60))),) * 5,
    )),
    "story": (story, a_story(400, name=f"{LONG} and {LONG}", player=ODD, office=LONG, end=f"{LONG}. {LONG}.")),
    "desk_codes_without_address": (desk_codes, [DeskCode(LONG, LONG, "abc234", "", LONG, "AB:" * 32)] * 3),
    "desk_codes": (desk_codes, [DeskCode(LONG, LONG, "abc234", "http://192.0.2.1:8000/sign-in?code=abc234")] * 7),
}  # fmt: skip


@pytest.mark.parametrize("stock", ["A4", "Letter"])
@pytest.mark.parametrize("kind", CROWDED)
def test_whatever_there_is_of_it_no_word_leaves_its_page(kind, stock):
    draw, thing = CROWDED[kind]
    assert all(pages_of(pdf_of(draw, thing, stock=stock)))  # what else is looked at at its end, as of every test


def test_sixty_people_and_five_thousand_words_are_all_on_the_clan_sheet():
    draw, sheet = CROWDED["clan_sheet"]
    text = said(pdf_of(draw, sheet))
    assert text.count("peace") == 5000
    assert "forever" in text
    assert text.count("Yoshinobu 足利畠山義信 59") == 1
    assert "People, continued" in text


@pytest.mark.parametrize("kind", [
    (clan_sheet, a_sheet(people=(), lands=(), bookings=(), bonds=(), tell=())), (map_log, MapLog("x", True, (), ())),
    (npd_sheets, [an_npd_clan(people=(), lands=(), neighbours=(), answers=())]), (honour_tally, a_tally(0, 0)),
    (results, some_results(figures=(), courses=(), lands=(), battles=(), dead=(), titles=(), spent=())),
    (story, a_story(0)), (precedence_list, PrecedenceList("x", ())), (province_list, ProvinceList("x", ())),
])  # fmt: skip
def test_of_nothing_there_is_still_a_page_that_says_so(kind):
    draw, thing = kind
    assert len(said(pdf_of(draw, thing))) > 20


def test_of_each_land_the_clan_sheet_says_what_may_be_raised_what_is_announced_and_whether_it_pays_half():
    lands = (Holding("Kai", 5, "castle", 3, 2, half=True), Holding("Shinano", 9, "", 8))
    text = pages_of(pdf_of(clan_sheet, a_sheet(lands=lands)))[0]
    assert "Kai 5 castle 3 2 pays half (R21) Shinano 9 8 Treaties" in text
    assert "Rice 7 Cash 12 lent 3 Upkeep each winter 2 Income this year 9 7 rice, 2 mining" in text


def test_the_map_log_has_a_box_only_where_an_army_may_move():
    text = said(pdf_of(map_log, MapLog("Spring 1550", False, (a_march(),), ())))
    assert "A2-5 TAK Takeda Harunobu 3 20 Kai Shinano" in text
    assert "no army moves" in said(pdf_of(map_log, MapLog("Winter 1551", True, (), ())))


def test_a_row_that_goes_on_over_a_page_has_its_headings_again():
    columns = (Column("What", 100, BODY), Column("Tick", 60))
    rows = tuple(row for number in range(60) for row in row_of(columns, (f"thing {number}", Boxes(("so", "not so")))))
    pages = words_of(pdf_of(lambda paper: sheets(paper, Head("a", "b", "c"), [Section("Things", columns, rows)], A4)))
    assert len(pages) == 2
    assert "Things, continued" in pages[1]
    assert all("What" in page for page in pages)
    assert BOX * MM * min(DRAWN_IN) > 10  # points: large enough for a pen


@pytest.mark.parametrize(("more", "pages"), [(1, 1), (2, 1), (10, 2)])
def test_two_rows_more_than_a_page_holds_are_drawn_in_and_ten_are_not(more, pages):
    columns = (Column("Words", 186),)
    rows = [row for number in range(38 + more) for row in row_of(columns, (f"line {number}",))]
    pdf = pdf_of(sheets, Head("For all", "Rows", "Now"), [Section("", columns, tuple(rows))])
    assert len(words_of(pdf)) == pages
    assert sizes_of(pdf) == [(210.0, 297.0)] * pages


@pytest.mark.parametrize(("stock", "least"), [("A4", 5), ("Letter", 4.75)])  # there every page comes smaller
def test_words_as_small_as_may_be_can_be_read_on_a_list_that_was_drawn_in(stock, least):
    columns = (Column("Words", 186),)
    rows = [row for number in range(39) for row in row_of(columns, (f"line {number}",))]
    pdf = pdf_of(sheets, Head("For all", "Rows", "Now"), [Section("W" * 300, columns, tuple(rows))], stock=stock)
    with opened(pdf) as document:
        found = [(one.get_font_size(), one.get_matrix().a) for page in document for one in page.get_objects([TEXT])]
    assert len(words_of(pdf)) == 1
    assert min(size for size, _ in found) == pytest.approx(LEGIBLE)
    assert min(size * scale for size, scale in found) >= least


def test_headings_of_many_lines_stand_clear_of_what_is_above_them(lines_drawn):
    columns = (Column("Armies that may go on", 12), Column("Words", 100))
    section = Section("Things", columns, row_of(columns, ("1", "words")))
    pdf_of(sheets, Head("For all", "Rows", "Now"), [section])
    at = {words: baseline for words, _, _, baseline in lines_drawn}
    assert at["Things"] + LABEL.leading < at["Armies"] < at["on"] < at["1"]


def test_lines_to_write_on_are_no_reason_for_another_page():
    columns = (Column("Words", 186),)
    rows = [row for number in range(33) for row in row_of(columns, (f"line {number}",))]
    notes = Section("Notes", (), lines_to_write(9, 186))
    pages = words_of(pdf_of(sheets, Head("For all", "Rows", "Now"), [Section("", columns, tuple(rows)), notes]))
    assert len(pages) == 1


def test_no_columns_are_named_over_the_sentence_where_there_is_no_row():
    assert "How it ended" in said(pdf_of(results, some_results()))
    none = said(pdf_of(results, some_results(battles=(), spent=())))
    assert "Battles It fought no battle." in none
    assert "What its points went into It spent nothing." in none


def test_a_tally_has_as_many_pages_as_people_and_reasons_need_and_names_each_on_every_one():
    assert len(words_of(pdf_of(honour_tally, a_tally()))) == 1
    pages = words_of(pdf_of(honour_tally, a_tally(20, 60)))
    assert len(pages) == 6  # 21 rows on two pages, 60 reasons on three
    assert sum("Reason 59 of honour" in page for page in pages) == 2
    assert all("no player’s eye" in page for page in pages)


def test_the_foot_of_a_tally_is_no_nearer_to_the_edge_than_printers_print():
    tally = HonourTally(clan=TAKEDA["clan"], when="Spring 1550", people=(("Takeda Harunobu", "Daimyo"),), reasons=())
    with opened(pdf_of(honour_tally, tally)) as document:
        page = document[0].get_textpage()
        lowest = min(page.get_charbox(number)[1] for number in range(page.count_chars()))
    assert lowest >= 5 * MM


def test_a_reason_of_many_words_is_set_smaller_until_it_fits_two_lines():
    long = "A province taken by storm from a clan that was an ally until the winter of the year before the last one"
    tally = dataclasses.replace(a_tally(2, 0), reasons=(Reason(long, "War", 5, "clan"),))
    assert all(word in words_of(pdf_of(honour_tally, tally))[0] for word in long.split())


def test_the_code_of_an_umpire_says_whose_it_is_and_that_of_a_desk_that_all_there_have_it():
    url = "http://192.0.2.1:8000/sign-in?code=abc234"
    [page] = words_of(pdf_of(desk_codes, [DeskCode("The hall", "Team Control", "abc234", url, "Hans")]))
    assert page.split("\n")[:3] == ["Secret: for nobody else", "Hans", "Team Control"]
    [page] = words_of(pdf_of(desk_codes, [DeskCode("The hall", "Team Control", "abc234", url)]))
    assert page.split("\n")[:2] == ["Secret: for the umpires of this desk", "Team Control"]


def test_a_clan_nobody_plays_stays_on_one_page():
    pages = words_of(
        pdf_of(npd_sheets, [an_npd_clan(clan=replace(TAKEDA["clan"], name=f"Clan {number}")) for number in range(12)])
    )
    assert len(pages) > 1
    for page in pages:
        assert page.count("Clan ") == page.count("Echizen: not answered yet") == page.count("武田")  # each its sign


def test_a_story_is_one_page_however_long_and_says_what_it_leaves_out():
    short, long = pdf_of(story, a_story(60)), pdf_of(story, a_story(400))
    assert len(words_of(short)) == len(words_of(long)) == 1
    assert all(f"Event {number} was" in said(short) for number in range(60))
    left_out = int(said(long).partition(" more things")[0].rpartition(" ")[2])
    assert 0 < said(long).count("was told of") == 400 - left_out
    middling = said(pdf_of(story, a_story(110)))
    assert not [number for number in range(0, 110, 3) if f"Event {number} was" not in middling], "the great things stay"
    assert "more things are left out" in middling


def test_a_story_that_fills_one_column_takes_the_whole_width_so_that_no_half_of_the_page_is_empty(lines_drawn):
    for many in range(10, 25):
        lines_drawn.clear()
        pdf_of(story, a_story(many))
        assert max(right for words, _left, right, _y in lines_drawn if words.startswith("Event")) > 110
