"""Every kind of fault a scenario can have, made in a copy, is found in its place and said in a sentence."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from control.kernel.scenarios import sheets
from control.kernel.scenarios.faults import Fault, Findings, ScenarioFaults
from control.kernel.scenarios.folder import Folder
from control.kernel.scenarios.sheets import line_of, lines_in
from control.sengoku.scenario.load import load
from tests.scenario.workbench import ROW_FILES, Workbench

PROVINCES = "provinces.csv"
OUTLINES = "geometry/provinces.geojson"
STATIONS = "geometry/road_points.csv"
KAI = "kai,Kai,KAI,甲斐,5,takeda,none,yes,"
OKI_CROSSINGS = ("hoki,oki,", "izumo,oki,")


@dataclass(frozen=True)
class Slip:
    """A slip of the pen: what is changed, and where it must be reported. ``found`` is part of the sentence."""

    name: str
    file: str
    old: str
    new: str
    column: str
    found: str


SLIPS = [
    # cells
    Slip(
        "letters for a number",
        PROVINCES,
        KAI,
        KAI.replace("5", "ten"),
        "rice_value",
        'a rice value is a whole number from 0 to 99, not "ten"',
    ),
    Slip("a negative number", PROVINCES, KAI, KAI.replace("5", "-1"), "rice_value", "is from 0 to 99, not −1"),
    Slip(
        "a number beyond belief",
        PROVINCES,
        KAI,
        KAI.replace("5", "1000000000"),
        "rice_value",
        "is from 0 to 99, not 1,000,000,000",
    ),
    Slip("half a point", PROVINCES, KAI, KAI.replace("5", "5.5"), "rice_value", "whole number"),
    Slip("an empty cell", PROVINCES, KAI, KAI.replace("5", ""), "rice_value", "this cell is empty, and needs a value."),
    Slip(
        "a work that is none",
        PROVINCES,
        KAI,
        KAI.replace("none", "castel"),
        "castle",
        'a work is one of none, castle, fortress, not "castel". Did you mean "castle"?',
    ),
    Slip("neither yes nor no", PROVINCES, KAI, KAI.replace("yes", "y"), "mountainous", 'write yes or no, not "y"'),
    Slip(
        "a longitude off the globe",
        PROVINCES,
        "138.58,35.69",
        "1385.8,35.69",
        "lon",
        "a longitude is a number of degrees from −180 to 180",
    ),
    Slip("a latitude that is no number", PROVINCES, "138.58,35.69", "138.58,nan", "lat", 'not "nan"'),
    Slip("a capital in an id", PROVINCES, KAI, KAI.replace("kai,", "Kai,"), "id", "an id is plain small letters"),
    Slip("a bad colour", "clans.csv", "#be210d", "#d02f1", "colour", "a colour is # and six"),
    Slip("a colour by name", "clans.csv", "#be210d,#ffffff", "#be210d,white", "text_colour", 'not "white"'),
    Slip(
        "experience of five",
        "characters.csv",
        '25,Minamoto,2,history,"Younger brother of Harunobu',
        '25,Minamoto,5,history,"Younger brother of Harunobu',
        "experience",
        "experience is from 1 to 4, not 5",
    ),
    Slip("an unknown role", "characters.csv", "takeda,daimyo", "takeda,emperor", "role", "a role is one of"),
    Slip(
        "a crest that is none",
        "clans.csv",
        "four-lozenges",
        "four-lozenge",
        "crest",
        'no crest "four-lozenge". Did you mean "four-lozenges"?',
    ),
    Slip(
        "a crest that another bears",
        "clans.csv",
        "bamboo-leaves",
        "four-lozenges",
        "crest",
        '"four-lozenges" is there already',
    ),
    Slip("an unknown kind of clan", "clans.csv", "kai,,clan", "kai,,tribe", "kind", "the kind of clan is one of"),
    Slip(
        "an unknown class of crossing",
        "sea_crossings.csv",
        "Aki Sea,strait",
        "Aki Sea,wide",
        "class",
        "one of strait, open",
    ),
    Slip("an unknown road", "roads.csv", "nakasendo,main,1,", "nakasendu,main,1,", "road", 'Did you mean "nakasendo"?'),
    Slip(
        "a second Shogun",
        "characters.csv",
        "takeda,daimyo",
        "takeda,shogun",
        "role",
        '"ashikaga-yoshiteru" is shogun already, on line 13; there is one at most (R43).',
    ),
    # ids
    Slip(
        "an id used twice",
        PROVINCES,
        "\nkawachi,Kawachi",
        "\nkai,Kawachi",
        "id",
        'the id "kai" is used on line 35 already',
    ),
    Slip(
        "a place called as a province",
        "places.csv",
        "\nedo,Edo",
        "\nmusashi,Edo",
        "id",
        'the id "musashi" is that of a province already, in provinces.csv. Give the place another.',
    ),
    Slip("no such province", "adjacency.csv", "ise,omi", "ise,omni", "to", 'no province "omni". Did you mean "omi"?'),
    Slip(
        "no such clan",
        PROVINCES,
        KAI,
        KAI.replace("takeda", "takeba"),
        "ruler",
        'no clan "takeba". Did you mean "takeda"?',
    ),
    Slip("no such place", "clans.csv", "kaga,ishiyama-hongan-ji", "kaga,ishiyama", "home_place", 'no place "ishiyama"'),
    Slip("no such home province", "clans.csv", "kai,,clan", "kay,,clan", "home_province", 'no province "kay"'),
    Slip(
        "a leader nobody knows",
        "clans.csv",
        "takeda-harunobu",
        "takeda-shingen",
        "leader",
        'no character "takeda-shingen"',
    ),
    Slip(
        "no such holder of a title",
        "titles.csv",
        "governor,takeda-harunobu",
        "governor,takeda-harunob",
        "character",
        'Did you mean "takeda-harunobu"?',
    ),
    Slip("a character of no clan", "characters.csv", "takeda,heir", "takada,heir", "clan", 'no clan "takada"'),
    Slip("a station in no province", STATIONS, "suruga,Susono", "surga,Susono", "province", 'Did you mean "suruga"?'),
    # clans
    Slip("a clan without a leader", "clans.csv", "takeda-harunobu", "", "leader", "this cell is empty"),
    Slip(
        "a leader from another clan",
        "clans.csv",
        "takeda-harunobu",
        "uesugi-kenshin",
        "leader",
        '"uesugi-kenshin" is of clan "uesugi"',
    ),
    Slip("a clan without a home province", "clans.csv", "kai,,clan", ",,clan", "home_province", "(R31)"),
    Slip("a code of other signs", "clans.csv", ",UES,", ",U 2,", "code", 'capital letters ("TAK"), not "U 2".'),
    Slip("two clans with one code", "clans.csv", ",UES,", ",TAK,", "code", '"TAK" is there already'),
    # titles
    Slip(
        "a governor of nowhere",
        "titles.csv",
        "governor,takeda-harunobu,kai",
        "governor,takeda-harunobu,",
        "province",
        "a governor needs its province (R30)",
    ),
    Slip(
        "a court rank without its number",
        "titles.csv",
        "governor,takeda-harunobu,kai",
        "court_rank,takeda-harunobu,",
        "rank",
        "a court_rank needs its rank",
    ),
    Slip(
        "two governors of one province",
        "titles.csv",
        "governor,takeda-harunobu,kai",
        "governor,takeda-harunobu,dewa",
        "province",
        '"dewa" is there already, on line 2',
    ),
    Slip(
        "a court rank twice",
        "titles.csv",
        "governor,takeda-harunobu,kai,,",
        "court_rank,takeda-harunobu,,5,\ncourt_rank,takeda-harunobu,,4,",
        "character",
        '"takeda-harunobu" is there already',
    ),
    # the court
    Slip("a rank for the Emperor", "court.csv", "emperor,,", "emperor,1,", "rank", "stands above all ranks"),
    Slip("a noble without his rank", "court.csv", "Emperor,emperor,", "Emperor,noble,", "rank", "needs his court rank"),
    Slip("an Emperor of a clan", "court.csv", "\nemperor,", "\nkennyo,", "id", '"kennyo" is of a clan already'),
    # the way from province to province
    Slip("a province beside itself", "adjacency.csv", "ise,omi", "ise,ise", "to", '"ise" cannot be its own neighbour'),
    Slip(
        "a border listed twice, the other way round",
        "adjacency.csv",
        "\naki,suo\n",
        "\naki,suo\nsuo,aki\n",
        "to",
        '"suo" and "aki" are paired on line 4 already',
    ),
    Slip(
        "a crossing listed twice", "sea_crossings.csv", "awa-west,izumi", "awaji,awa-west", "to", "are paired on line 4"
    ),
    Slip(
        "a road across country",
        "roads.csv",
        "tokaido,main,2,omi,ise",
        "tokaido,main,2,omi,owari",
        "to",
        'no border or crossing joins "omi" and "owari"',
    ),
    Slip(
        "two legs with one number",
        "roads.csv",
        "tokaido,main,3,",
        "tokaido,main,2,",
        "order",
        '"2" is there already, on line 3',
    ),
    Slip(
        "two stations with one number",
        STATIONS,
        "tokaido,ashigara,3,",
        "tokaido,ashigara,2,",
        "order",
        '"2" is there already',
    ),
    # headers and rows
    Slip(
        "a column missing",
        PROVINCES,
        "kanji,rice_value,",
        "kanji,",
        "rice_value",
        "this column is missing. The file needs id, name, rice_value",
    ),
    Slip(
        "a column misspelt",
        PROVINCES,
        "mountain_note",
        "mountain_notes",
        "mountain_notes",
        'there is no column "mountain_notes". Did you mean "mountain_note"?',
    ),
    Slip("a column twice", PROVINCES, "handbook_name,kanji", "kanji,kanji", "kanji", "there twice"),
    Slip("a column without a name", PROVINCES, "handbook_name,kanji", ",kanji", "3", "has no name"),
    Slip(
        "a comma without quotation marks",
        PROVINCES,
        '"Hilly inland, but the western road follows the coast.",Yoshida',
        "Hilly inland, but the western road follows the coast.,Yoshida",
        "",
        "this row has 14 cells for 13 columns; a text with a comma in it needs quotation marks",
    ),
    Slip("a row too short", "adjacency.csv", "ise,omi", "ise", "", "this row has 1 cell for 2 columns"),
    Slip("a quotation mark never closed", "adjacency.csv", "ise,omi", 'ise,"omi', "", "a quotation mark is not closed"),
    # covert.toml
    Slip(
        "a difficulty that no dice reach",
        "covert.toml",
        "other = 11",
        "other = 90",
        "difficulty.other",
        "a difficulty is from 2",
    ),
    Slip(
        "a kind of work misspelt",
        "covert.toml",
        "bribe = 11",
        "bride = 11",
        "difficulty.bride",
        'Did you mean "bribe"?',
    ),
    Slip("more money that adds less", "covert.toml", "adds = 3", "adds = 1", "money.3.adds", "add no less"),
    Slip(
        "a part that is more than nothing",
        "covert.toml",
        "part = 1",
        "part = 4",
        "short_by.part",
        "no more than nothing",
    ),
    # locals.toml
    Slip("a clan misspelt", "locals.toml", 'id = "yuki"', 'id = "yukki"', "clan.19.id", 'Did you mean "yuki"?'),
    Slip(
        "an attitude to a clan misspelt",
        "locals.toml",
        "{ date = -1 }",
        "{ dates = -1 }",
        "clan.2.attitudes.dates",
        'Did you mean "date"?',
    ),
    Slip(
        "an attitude beyond the last step",
        "locals.toml",
        "{ date = -1 }",
        "{ date = -3 }",
        "clan.2.attitudes.date",
        "from −2 to 2",
    ),
    Slip("a clan told of twice", "locals.toml", 'id = "goto"', 'id = "chiba"', "clan.4.id", "stands here twice"),
    # reactions.toml
    Slip("an answer misspelt", "reactions.toml", "joins = 11", "join = 11", "passage.join", 'Did you mean "joins"?'),
    Slip("two answers at once", "reactions.toml", "asks = 4", "asks = 6", "treaty.asks", "begins at 6 too"),
    Slip("a die too many", "reactions.toml", "attitude = 1 ", "attitude = 9 ", "adds.attitude", "from −6 to 6"),
    # scenario.toml
    Slip("no TOML", "scenario.toml", "minutes = 30", "minutes = ", "", "this is not TOML: "),
    Slip("a text that does not end", "scenario.toml", '"spring" ', '"spring ', "", "mark is not closed on this line."),
    Slip("an unknown season", "scenario.toml", '"spring" ', '"sprin" ', "first_season", 'Did you mean "spring"?'),
    Slip(
        "an unknown rule set",
        "scenario.toml",
        'rule_set = "sengoku"',
        'rule_set = "go"',
        "rule_set",
        "the rule set is one of sengoku",
    ),
    Slip(
        "a year as text",
        "scenario.toml",
        "first_year = 1550",
        'first_year = "1550"',
        "first_year",
        "the first year is a whole number",
    ),
    Slip(
        "a setting misspelt",
        "scenario.toml",
        "first_year = 1532",
        "frist_year = 1532",
        "era.frist_year",
        'no field "frist_year" here. Did you mean "first_year"?',
    ),
    Slip(
        "an era that has not begun",
        "scenario.toml",
        "first_year = 1532",
        "first_year = 1558",
        "era.first_year",
        "after the game does",
    ),
    Slip(
        "phases that do not fill the season",
        "scenario.toml",
        "minutes = 30",
        "minutes = 35",
        "season.minutes",
        "the phases take 30 minutes together, the season 35",
    ),
    Slip(
        "an unknown rule option",
        "scenario.toml",
        "wound_penalty",
        "wound_penalti",
        "options.wound_penalti",
        'Did you mean "wound_penalty"?',
    ),
    Slip(
        "an unknown value of an option",
        "scenario.toml",
        '= "whole_route"',
        '= "whole_rout"',
        "options.road_bonus_needs",
        'Did you mean "whole_route"?',
    ),
    # geometry
    Slip(
        "an outline of no province",
        OUTLINES,
        '"properties":{"id":"kai"}',
        '"properties":{"id":"kay"}',
        "id",
        'no province "kay"',
    ),
    Slip(
        "an outline twice",
        OUTLINES,
        '"properties":{"id":"kai"}',
        '"properties":{"id":"aki"}',
        "id",
        'province "aki" is drawn twice',
    ),
    Slip(
        "a point that is none",
        OUTLINES,
        "[133.023,34.3235],[133.0231,",
        '["east",34.3235],[133.0231,',
        "geometry",
        'a position is a list of longitude and latitude in degrees, not ["east", 34.3235]',
    ),
    Slip(
        "an outline that is not closed",
        "geometry/lakes.geojson",
        ",[136.17,35.515]]]",
        "]]",
        "geometry",
        "a ring is not closed",
    ),
    Slip("a code kept for rebels", "clans.csv", ",尼子,AMK,", ",尼子,REB,", "code", "this is kept for rebels"),
    Slip(
        "an income of nobody",
        "incomes.csv",
        "mining,2,kai,,",
        "mining,2,,,",
        "clan",
        '"kai-gold" goes with a province or with a clan: fill in one of the two.',
    ),
    Slip(
        "a day that ends before it begins",
        "scenario.toml",
        'ends = "17:00"',
        'ends = "09:00"',
        "day.ends",
        "the day ends at 09:00, no later than it begins, at 10:00.",
    ),
    Slip(
        "a break after the day",
        "scenario.toml",
        'at = "13:00"',
        'at = "17:00"',
        "day.breaks.0.at",
        "the break Lunch at 17:00 does not lie within the day, 10:00 to 17:00.",
    ),
    Slip(
        "a break in a break",
        "scenario.toml",
        'at = "13:00"\nminutes = 40',
        'at = "13:00"\nminutes = 40\n\n[[day.breaks]]\nname = "Tea"\nminutes = 5\nat = "13:39"',
        "day.breaks.1.at",
        "the break Tea begins at 13:39, but Lunch lasts until 13:40.",
    ),
    Slip(
        "an attitude to itself",
        "locals.toml",
        "attitudes = { miyoshi = -1, hongan-ji = -1 }",
        "attitudes = { arima = -1, hongan-ji = -1 }",
        "clan.0.attitudes.arima",
        '"arima" has no attitude to itself.',
    ),
    Slip("no JSON", "geometry/lakes.geojson", ",[136.17,35.515]]]", ",[136.17,35.515]", "", "this is not JSON"),
]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_slip_is_found_where_it_was_made(bench: Workbench, slip: Slip) -> None:
    line = bench.replace(slip.file, slip.old, slip.new)
    line += slip.old.startswith("\n") + slip.new.count("\n", 1, -1)  # the fault is on the last line put in
    here = [
        fault for fault in bench.faults() if (fault.file, fault.line, fault.column) == (slip.file, line, slip.column)
    ]
    assert [fault for fault in here if slip.found in fault.sentence], bench.faults()


def test_all_faults_of_a_scenario_are_found_in_one_run(bench: Workbench) -> None:
    bench.replace("adjacency.csv", "ise,omi", "ise,omni")
    bench.replace("adjacency.csv", "aki,suo", "aki,aki")
    bench.replace("clans.csv", "#be210d", "red")
    bench.replace("scenario.toml", '= "whole_route"', '= "no_route"')
    bench.replace("tables/odds.toml", 'columns = ["1-6", ', "columns = [")
    bench.replace(OUTLINES, '"properties":{"id":"kai"}', '"properties":{"id":"kay"}')
    bench.replace(PROVINCES, KAI, KAI.replace("5,takeda,none", "ten,takeba,non"))
    bench.remove("titles.csv")
    found = {(fault.file, fault.column) for fault in bench.faults()}
    assert found >= {
        ("adjacency.csv", "to"),
        ("clans.csv", "colour"),
        ("scenario.toml", "options.road_bonus_needs"),
        ("tables/odds.toml", "results.1"),
        (OUTLINES, "id"),
        (OUTLINES, ""),
        ("titles.csv", ""),
        (PROVINCES, "rice_value"),
        (PROVINCES, "ruler"),
        (PROVINCES, "castle"),
    }
    with pytest.raises(ScenarioFaults) as refusal:
        load(bench.folder)
    assert list(refusal.value.faults) == bench.faults()
    assert f"has {len(bench.faults())} faults:" in refusal.value.sentence


@pytest.mark.parametrize(
    "file",
    [
        *(file for file in ROW_FILES if file != "court.csv"),  # which a scenario may do without
        "scenario.toml",
        OUTLINES,
        "geometry/lakes.geojson",
        "tables/odds.toml",
        "tables/tactics.toml",
        "tables/movement.toml",
        "tables/forces.toml",
    ],
)
class TestAnyFile:
    """What can befall every file alike."""

    def test_a_missing_file_is_one_fault_and_drags_no_others_along(self, bench: Workbench, file: str) -> None:
        bench.remove(file)
        assert bench.faults() == [Fault(file, None, "", "the file is missing.")]

    def test_a_file_in_another_encoding_is_named_with_its_line(self, bench: Workbench, file: str) -> None:
        content = bench.text(file).encode()
        bench.write(file, content + "# Ōmi".encode("shift_jis", "replace") + b"\xe9\n")
        assert bench.faults() == [
            Fault(file, content.count(b"\n") + 1, "", "this is not UTF-8 text. Save the file again, as UTF-8.")
        ]

    def test_a_byte_order_mark_does_no_harm(self, bench: Workbench, file: str) -> None:
        bench.write(file, bench.text(file).encode("utf-8-sig"))
        assert bench.faults() == []

    def test_windows_line_ends_do_no_harm(self, bench: Workbench, file: str) -> None:
        bench.write(file, bench.text(file).replace("\n", "\r\n"))
        assert bench.faults() == []


@pytest.mark.parametrize("file", ROW_FILES)
class TestAnyTable:
    """What can befall every CSV file alike."""

    def test_empty_rows_are_skipped(self, bench: Workbench, file: str) -> None:
        header, *rows = bench.text(file).splitlines()
        empty = "," * header.count(",")
        bench.write(file, "\n".join([header, "", *rows, empty, "", ""]))
        assert bench.faults() == []

    def test_an_empty_file_is_told_what_it_needs(self, bench: Workbench, file: str) -> None:
        bench.write(file, "")
        (fault,) = (fault for fault in bench.faults() if fault.file == file)
        assert fault.sentence.startswith("the file is empty. Its first line names the columns. The file needs ")

    def test_semicolons_are_recognised(self, bench: Workbench, file: str) -> None:
        bench.write(file, bench.text(file).replace(",", ";"))
        assert Fault(file, 1, "", "semicolons separate the cells; save the file with commas.") in bench.faults()

    def test_a_title_above_the_names_of_the_columns_is_one_fault(self, bench: Workbench, file: str) -> None:
        bench.write(file, f"My scenario,,,\n\n{bench.text(file)}")
        (fault,) = (fault for fault in bench.faults() if fault.file == file)
        above = "the names of the columns stand on line 3. Delete what stands above them."
        assert (fault.line, fault.sentence) == (1, above)


def test_lines_are_counted_as_an_editor_does_after_quoted_line_breaks(bench: Workbench) -> None:
    bench.replace(
        PROVINCES,
        '"Hilly inland, but the western road follows the coast.",Yoshida',
        '"Hilly inland,\nbut the western road\nfollows the coast.",Yoshida',
    )
    line = bench.replace(PROVINCES, KAI, KAI.replace("5", "ten"))
    (fault,) = bench.faults()
    assert (fault.line, fault.column) == (line, "rice_value")


def test_a_quotation_mark_within_a_cell_is_told_with_what_would_be_right(bench: Workbench) -> None:
    line = bench.replace(PROVINCES, '8,sue,none,no,"Hilly inland', '8,sue,none,no,"Hilly "inland"')
    faults = [(fault.line, fault.sentence) for fault in bench.faults() if fault.file == PROVINCES]
    assert (line, "the row that starts here cannot be read: a quotation mark is not closed, or stands within a cell, "
            "where it is written twice.") in faults  # fmt: skip


def test_a_row_over_several_lines_is_named_by_its_first(bench: Workbench) -> None:
    line = bench.replace(PROVINCES, '8,sue,none,no,"Hilly inland, but', 'ten,sue,none,no,"Hilly\ninland, but')
    (fault,) = bench.faults()
    assert fault.line == line


def test_a_province_that_nobody_can_reach_is_found(bench: Workbench) -> None:
    text = bench.text("sea_crossings.csv")
    kept = [row for row in text.splitlines() if not row.startswith(OKI_CROSSINGS)]
    bench.write("sea_crossings.csv", "\n".join(kept))
    line = 1 + bench.text(PROVINCES).splitlines().index(
        next(row for row in bench.text(PROVINCES).splitlines() if row.startswith("oki,"))
    )
    (fault,) = bench.faults()
    assert (fault.file, fault.line, fault.column) == (PROVINCES, line, "id")
    assert 'province "oki" has no neighbour' in fault.sentence


def test_a_province_without_an_outline_is_found(bench: Workbench) -> None:
    rows = bench.text(OUTLINES).splitlines()
    bench.write(OUTLINES, "\n".join(row for row in rows if '"id":"kai"' not in row))
    assert bench.faults() == [Fault(OUTLINES, None, "", 'province "kai" has no polygon.')]


@pytest.mark.parametrize(
    ("geometry", "sentence"),
    [
        (
            '{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}',
            "a ring has 3 positions; it takes 4, the last repeating the first.",
        ),
        (
            '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}',
            "a ring is not closed: it starts at [0.0, 0.0] and ends at [0.0, 1.0].",
        ),
        ('{"type":"Polygon","coordinates":[]}', "a polygon is a list of rings, and not empty."),
        ('{"type":"Polygon"}', "a polygon is a list of rings, and not empty."),
        ('{"type":"Point","coordinates":[0,0]}', 'the geometry is a Polygon or a MultiPolygon, not "Point".'),
        (
            '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,999],[0,0]]]}',
            "a position is a list of longitude and latitude in degrees, not [1, 999].",
        ),
        (
            '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,true],[0,0]]]}',
            "a position is a list of longitude and latitude in degrees, not [1, true].",
        ),
        ("null", "there is no geometry."),
    ],
)
def test_an_outline_that_cannot_be_drawn_is_found_with_its_line(bench: Workbench, geometry: str, sentence: str) -> None:
    feature = '{"type":"Feature","properties":{"id":"pond"},"geometry":%s}'
    bench.write("geometry/lakes.geojson", f'{{"features": [\n{feature % SQUARE},\n{feature % geometry}\n]}}')
    assert bench.faults() == [Fault("geometry/lakes.geojson", 3, "geometry", f'outline of "pond": {sentence}')]


SQUARE = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}'


@pytest.mark.parametrize("text", ["[]", "null", '{"features": 1}', '{"type": "FeatureCollection"}'])
def test_json_that_is_no_map_is_found(bench: Workbench, text: str) -> None:
    bench.write("geometry/lakes.geojson", text)
    (fault,) = bench.faults()
    assert (fault.file, fault.line, fault.column) == ("geometry/lakes.geojson", 1, "features")


def test_an_outline_without_an_id_is_found_with_its_line(bench: Workbench) -> None:
    line = bench.replace(OUTLINES, '"id":"kai","properties":{"id":"kai"}', '"properties":{"name":"kai"}')
    faults = bench.faults()
    assert Fault(OUTLINES, line, "id", 'this feature has no "id" in its properties.') in faults


def test_every_fault_of_the_printed_tables_is_found_with_its_line(bench: Workbench) -> None:
    columns = bench.replace("tables/odds.toml", 'columns = ["1-6", ', 'columns = ["1-7", "1-6", ')
    castle = bench.replace("tables/forces.toml", "castle = 5", 'castle = "five"')
    found = bench.faults()
    wrong = 'fortifications: castle counts as 0 or more counters, not "five".'
    assert Fault("tables/forces.toml", castle, "fortifications.castle", wrong) in found
    rows = {fault.column: fault.line for fault in found if fault.file == "tables/odds.toml"}
    assert rows.keys() == {f"results.{die}" for die in range(1, 7)}, "one cell too few in each row"
    text = bench.text("tables/odds.toml").split("\n")
    assert all(text[line - 1].startswith(f"{row[-1]} = ") for row, line in rows.items() if line)
    assert columns < min(line or 0 for line in rows.values())


def test_nobody_begins_with_more_experience_than_the_table_allows(bench: Workbench) -> None:
    bench.replace("tables/forces.toml", "most = 4", "most = 1")
    faults = bench.faults()
    assert {(fault.file, fault.column) for fault in faults} == {("characters.csv", "experience")}
    assert {fault.sentence for fault in faults} == {"experience is 1 at most, by tables/forces.toml, not 2 (R7)."}


def test_a_table_that_is_no_toml_is_found_with_its_line(bench: Workbench) -> None:
    line = bench.replace("tables/forces.toml", "castle = 5", "castle five")
    (fault,) = bench.faults()
    assert (fault.file, fault.line) == ("tables/forces.toml", line)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("[season]", "[saison]"),
        lambda text: text.split("[season]")[0] + '[season]\nminutes = 30\nphases = "four"\n',
        lambda text: text.split("[options]")[0] + "options = 1\n",
        lambda _: "",
    ],
)
def test_a_sheet_of_another_shape_is_refused_with_sentences(bench: Workbench, spoil: Callable[[str], str]) -> None:
    bench.write("scenario.toml", spoil(bench.text("scenario.toml")))
    faults = bench.faults()
    assert faults
    assert {fault.file for fault in faults} == {"scenario.toml"}


@pytest.mark.parametrize(
    ("fault", "reads"),
    [
        (
            Fault("adjacency.csv", 14, "to", 'no province "omni". Did you mean "omi"?'),
            'adjacency.csv, line 14, column to: no province "omni". Did you mean "omi"?',
        ),
        (Fault("scenario.toml", 3, "era.name", "it is wrong."), "scenario.toml, line 3, field era.name: it is wrong."),
        (Fault("titles.csv", None, "", "the file is missing."), "titles.csv: the file is missing."),
    ],
)
def test_a_fault_reads_as_a_line_for_people(fault: Fault, reads: str) -> None:
    assert str(fault) == reads


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("title", 1),
        ("era.name", 4),
        ("era.missing", 3),
        ("season.phases.1.minutes", 11),
        ("season.phases.1", 9),
        ("missing", None),
    ],
)
def test_a_field_of_a_toml_file_is_found_on_its_line(field: str, line: int | None) -> None:
    text = "\n".join(
        [
            'title = "A"',
            "",
            "[era]",
            'name = "B"',
            "",
            "[[season.phases]]",
            'name = "C"',
            "minutes = 5",
            "[[season.phases]]",
            'name = "D"',
            "minutes = 6",
        ]
    )
    assert line_of(field, lines_in(text)) == line


def test_a_file_is_gone_through_once_however_much_is_wrong_with_it(monkeypatch) -> None:
    gone_through = []
    monkeypatch.setattr(sheets, "lines_in", lambda text: gone_through.append(text) or lines_in(text))
    found = Findings()
    note = sheets.noting(Folder({}, found), "a.toml", "a = 1\nb = 2\n")
    assert gone_through == []
    note("a", "One.")
    note("b", "Two.")
    assert len(gone_through) == 1
    assert [fault.line for fault in found.faults()] == [1, 2]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a = 1\n" + "b." * 1500 + "c = 1", "sheet.toml, line 2: this names a table within far too many."),
        ("[" + '"b" . ' * 1500 + "c]", "sheet.toml, line 1: this names a table within far too many."),
        ("a = " + "[" * 100_000, "sheet.toml: this has lists or tables within far too many others."),
    ],
)
def test_a_sheet_that_is_far_too_deep_takes_no_memory_and_is_told_as_a_fault(text, found):
    findings = Findings()
    tracemalloc.start()
    try:
        assert Folder(None, findings, {"sheet.toml": text}).toml("sheet.toml") is None
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()
    assert [str(one) for one in findings.faults()] == [found]


@pytest.mark.parametrize(
    "text", ["a" * 300_000, "'" * 300_000, '"a' * 150_000, "a. " * 10 + "b = 1", "a = '" + "b." * 99 + "'"]
)
def test_looking_for_what_is_far_too_deep_takes_no_time_and_minds_no_words(text):
    findings, began = Findings(), time.process_time()
    Folder(None, findings, {"sheet.toml": text}).toml("sheet.toml")
    assert time.process_time() - began < 1
    assert "far too many" not in str([str(one) for one in findings.faults()])


def test_a_road_that_is_drawn_nowhere_is_named_once_at_its_first_leg(bench: Workbench) -> None:
    header, *stations = bench.text(STATIONS).splitlines()
    bench.write(STATIONS, "\n".join([header, *(line for line in stations if not line.startswith("tokaido,")), ""]))
    assert bench.faults() == [Fault("roads.csv", 2, "road", f'"tokaido" has no stations in {STATIONS}.')]


def test_roads_of_which_no_station_is_there_are_named(bench: Workbench) -> None:
    bench.write(STATIONS, bench.text(STATIONS).splitlines()[0] + "\n")
    assert [(fault.file, fault.column, fault.sentence) for fault in bench.faults()] == [
        ("roads.csv", "road", f'"{road}" has no stations in {STATIONS}.') for road in ("tokaido", "nakasendo")
    ]


def test_what_names_a_place_is_told_where_there_is_none(bench: Workbench) -> None:
    bench.write("places.csv", bench.text("places.csv").splitlines()[0] + "\n")
    told = {(fault.file, fault.column, fault.sentence) for fault in bench.faults()}
    assert ("clans.csv", "home_place", 'no place "ishiyama-hongan-ji".') in told


def test_a_reason_of_honour_twice_and_one_that_the_rules_need_are_told(bench: Workbench) -> None:
    line = bench.replace("honour.toml", 'key = "award-events"', 'key = "bow"')
    faults = {(fault.line, fault.sentence) for fault in bench.faults() if fault.file == "honour.toml"}
    assert faults == {
        (line, 'the key "bow" is used twice.'),
        (None, 'there must be a reason with the key "award-events" (R25).'),
    }


def test_a_list_of_honour_that_is_none_is_told_and_the_rest_is_read(bench: Workbench) -> None:
    bench.write("honour.toml", "reasons = 1\n")
    line = bench.replace("adjacency.csv", "ise,omi", "ise,omni")
    assert {(fault.file, fault.line) for fault in bench.faults()} >= {("honour.toml", 1), ("adjacency.csv", line)}


def test_a_matter_that_nobody_answers_is_told(bench: Workbench) -> None:
    line = bench.replace("reactions.toml", "joins = 11\npassage = 7\nfights = 5\nraises = 2\n\n[threat]", "\n[threat]")
    (fault,) = bench.faults()
    assert (fault.file, fault.line, fault.column) == ("reactions.toml", line - 1, "passage")
    assert fault.sentence == "name at least one answer: joins, passage, fights, raises."
