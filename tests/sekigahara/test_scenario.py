"""The two scenarios of 1600: read without a fault, sure of what they are sure of, explained; and slips are found."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from control.cli import main
from control.kernel import settings
from control.kernel.errors import OrderError
from control.kernel.game import game_of_folder
from control.kernel.scenarios.folder import columns_of, faults_in
from control.sekigahara.rules.options import CHOICES
from control.sekigahara.scenario.campaign import cards_of
from control.sekigahara.scenario.load import editions, load, load_files, of_edition, read_folder
from control.sekigahara.scenario.meanings import meanings
from control.sekigahara.scenario.model import (
    BlockRow,
    CardRow,
    Clan,
    DrawnRow,
    Location,
    PeakRow,
    Road,
    SetupRow,
    WeekRow,
)
from control.sekigahara.scenario.sheets import DiskSheet, EditionSheet, Sheet

GUIDE = (Path(__file__).parents[2] / "docs" / "scenario-authors.md").read_text(encoding="utf-8")
GUIDE = GUIDE[GUIDE.index("## The campaign of 1600") :]
ROW_FILES = {
    "clans.csv": Clan,
    "locations.csv": Location,
    "roads.csv": Road,
    "blocks.csv": BlockRow,
    "cards.csv": CardRow,
    "setup.csv": SetupRow,
    "recruitment_track.csv": WeekRow,
    "geometry/peaks.csv": PeakRow,
    "geometry/drawn.csv": DrawnRow,
}
"""The CSV files of a scenario, and what a row of each becomes."""
BOTH = ("sekigahara_1600_gmt", "sekigahara_1600_kessen")


@pytest.mark.parametrize("name", BOTH)
def test_it_has_no_fault_and_says_what_is_not_sure(name, capsys):
    assert main(["check", name]) == 0
    said = capsys.readouterr().out
    assert f"{name}: no fault found." in said
    unsure = {
        "sekigahara_1600_gmt": ["blocks.csv: 69 of 96 pieces by reasoning", "setup.csv: 3 of 42 rows by reasoning"],
        "sekigahara_1600_kessen": [
            "locations.csv: 38 of 51 rows by reasoning",
            "roads.csv: 62 of 62 rows by reasoning",
        ],
    }
    assert all(sentence in said for sentence in unsure[name])


def test_each_edition_has_its_scenario():
    assert list(editions()) == ["gmt", "kessen"]
    assert of_edition("kessen").key == "sekigahara_1600_kessen"
    with pytest.raises(OrderError, match="Give one of gmt, kessen"):
        of_edition("second")


def test_what_the_editions_do_their_own_way_is_read():
    gmt, kessen = (of_edition(one).edition for one in ("gmt", "kessen"))
    assert (gmt.weeks, kessen.weeks) == (7, 8)
    assert (gmt.impact.special_again, kessen.impact.special_again) == (2, 1)
    assert (gmt.wild.double, kessen.wild.double) == ("alone", "beside")
    assert {one.id: (one.location, one.side, one.lost, one.wins) for one in gmt.disks.values()} == {
        "toyotomi": ("osaka", "west", "last", "east"),
        "sanada": ("ueda", "west", "any", ""),
    }
    assert {one.id: (one.location, one.side, one.wins) for one in kessen.disks.values()} == {
        "toyotomi": ("osaka", "west", "east"),
        "torii": ("kyoto", "east", ""),
        "mogami": ("yamagata", "east", ""),
    }


@pytest.mark.parametrize("name", BOTH)
def test_blocks_that_go_with_any_card_are_six_or_two(name):
    wild = [kind for kind in load(name).block_kinds.values() if kind.wild]
    assert len(wild) == {"sekigahara_1600_gmt": 2, "sekigahara_1600_kessen": 6}[name]


def test_a_scenario_may_answer_each_open_question_otherwise():
    gmt = of_edition("gmt")
    sheet = gmt.files["scenario.toml"]
    for option, (usual, other, *_) in CHOICES.items():
        settled = re.sub(rf'^{option} *= "{usual}"', f'{option} = "{other}"', sheet, flags=re.MULTILINE)
        mine = load_files("mine", {**gmt.files, "scenario.toml": settled})
        assert mine.options == replace(gmt.options, **{option: other})


def test_the_first_printing_sets_up_three_blocks_at_aizu():
    setup = [row for row in of_edition("gmt").setup if (row.location, row.item) == ("aizu", "block")]
    for variant, blocks in (("first", 3), ("revised", 5)):
        assert sum(row.count for row in setup if row.variant in ("all", variant)) == blocks


def test_a_game_of_it_can_be_begun():
    assert [game_of_folder(name).rule_set for name in BOTH] == ["sekigahara"] * 2


@pytest.mark.parametrize("file", ROW_FILES)
def test_every_column_is_explained_and_called_optional_if_it_is(file):
    (row,) = [line for line in GUIDE.splitlines() if line.startswith(f"| `{file}` |")]
    for column in columns_of(ROW_FILES[file]):
        assert re.search(rf"`{column}`|`random_east`, `{column}`", row), column


def test_every_setting_and_option_is_explained():
    named = set(re.findall(r"`([^`]+)`", GUIDE))
    assert named >= {*Sheet.model_fields, *EditionSheet.model_fields, *DiskSheet.model_fields}
    for part in EditionSheet.model_fields.values():
        assert named >= set(getattr(part.annotation, "model_fields", {}))
    assert named >= {*CHOICES, *(value for values in CHOICES.values() for value in values)}


SLIPS = {
    "an unknown clan": ("blocks.csv", "east,date,gun", "east,datte,gun", 'clan: no clan "datte". Did you mean "date"?'),
    "a clan of the other side": ("cards.csv", "east,date,double", "west,date,double", "date is a clan of the east"),
    "a card too few": ("cards.csv", "east,any,loyalty,4", "east,any,loyalty,3", "the east has 54 altogether, and must"),
    "a bid of both sides": ("cards.csv", "any,loyalty,3,7", "any,loyalty,3,8", "cards of both sides bid 8"),
    "a road to nowhere": ("roads.csv", "osaka,kyoto", "osaka,kyotto", 'no location "kyotto". Did you mean "kyoto"?'),
    "a road to itself": ("roads.csv", "osaka,kyoto", "osaka,osaka", "a road from osaka to itself"),
    "a road twice": ("roads.csv", "himeji,osaka", "kyoto,osaka", "this road is there already, on line 2"),
    "a disk without a side": ("locations.csv", "toyotomi:west", "toyotomi:north", "is no disk of edition.toml and its"),
    "a disk that is nowhere": ("locations.csv", "sanada:west", "none", 'the disk "sanada" stands at 0 places'),
    "a disk without a castle": (
        "locations.csv",
        "ordinary,west,none,,,sanada",
        "ordinary,none,none,,,sanada",
        "inside",
    ),
    "a disk that is a castle beside one": ("edition.toml", "\ncastle = false", "\ncastle = true", "there is no other"),
    "two places of one name": ("locations.csv", "himeji,Himeji", "himeji,Osaka", '"Osaka" is there already'),
    "a mon of nobody": ("locations.csv", "mori|ukita", "mori", "the mon of ukita is nowhere"),
    "a random block less": ("setup.csv", "edo,random,,,,2", "edo,random,,,,1", "edo gets 1 random block of the east"),
    "a block elsewhere": ("setup.csv", "kiyosu,block,ii", "edo,block,ii", "kiyosu ii wild 4 mon (revised): 0"),
    "a box of the other side": (
        "setup.csv",
        "recruitment_west",
        "recruitment_east",
        "recruitment_east is not of the west",
    ),
    "a block of the east in the Mōri box": ("blocks.csv", ",1,edo,", ",1,mori_box,", "mori_box is not of the east"),
    "the Mōri box of the east": ("setup.csv", "west,mori_box", "east,mori_box", "mori_box is not of the east"),
    "a week too few": ("recruitment_track.csv", "7,5,1,1,1,confirmed\n", "", "the weeks are 1 to 7"),
    "a source that is none": ("roads.csv", "printed,confirmed", "printed,sure", "A source is one of confirmed"),
    "an option that is none": ("scenario.toml", "castle_tie", "castle_ties", 'Did you mean "castle_tie"?'),
    "a value that is none": ("scenario.toml", '"one" ', '"two" ', "challenges is one of one, any"),
    "a double card that does what": ("edition.toml", '"alone"', '"twice"', "is one of alone, beside"),
    "a figure that is none": ("edition.toml", "special_again = 2", 'special_again = "two"', "is a whole number"),
    "a letter that was lost": (
        "clans.csv",
        ",Mōri",
        ",M?ri",
        "a letter was lost and a question mark stands in its place",
    ),
    "a leader who leads nobody": (
        "blocks.csv",
        "leader,none,protagonist",
        "leader,none,none",
        "type leader is one",
    ),
    "a gun that does not shoot": ("blocks.csv", "gun,gun", "gun,none", "a block of the type gun has that ability"),
    "a wild block that is like a tame one": (
        "blocks.csv",
        "east,tokugawa,infantry,none,none,no,3,2,pool",
        "east,tokugawa,infantry,none,none,yes,3,2,pool",
        "column wild: blocks of this clan, type and mon are on line 3 already, with another wild. Write the same on",
    ),
    "a card that bids unlike another": (
        "cards.csv",
        "east,tokugawa,normal,10,2,confirmed,confirmed,\n",
        "east,tokugawa,normal,6,2,confirmed,confirmed,\neast,tokugawa,normal,4,4,confirmed,confirmed,\n",
        "column initiative: cards of this clan and type are on line 3 already, with another initiative. Write the same",
    ),
    "a wild block that is tame": ("blocks.csv", "wild,none,none,yes", "wild,none,none,no", "any card: write yes"),
    "a challenge of a clan": ("cards.csv", "east,any,loyalty", "east,date,loyalty", "a loyalty challenge has the clan"),
    "a mon without cards": ("locations.csv", "mori|ukita", "mori|ukita|otani", '"otani" is no clan of the deck of the'),
    "a block that begins nowhere": ("blocks.csv", ",1,edo,", ",1,eddo,", 'no location or box "eddo". Did you'),
    "a block laid nowhere": (
        "setup.csv",
        "east,edo,block",
        "east,eddo,block",
        'no location or box "eddo". Did you mean',
    ),
    "a disk laid elsewhere": ("setup.csv", "west,osaka,disk", "west,kyoto,disk", 'no disk "toyotomi" of that side'),
    "a place nowhere on the globe": ("locations.csv", "134.694", "far east", "a number of degrees from"),
    "an id with a hyphen": ("locations.csv", "tanabe_kii", "tanabe-kii", "joined by underscores"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_found(slip, tmp_path, capsys):
    file, old, new, says = SLIPS[slip]
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    faults = faults_in(read_folder, folder)
    assert any(says.lower() in str(fault).lower() for fault in faults), faults
    assert main(["check", str(folder)]) == 2
    assert capsys.readouterr().out == ""


def test_a_disk_is_told_with_the_rule_of_its_edition():
    told = {one: dict(meanings(of_edition(one).edition))["Disk"] for one in ("gmt", "kessen")}
    assert "(8.9.3, S7)" in told["gmt"]
    assert "(3.4, 9.1, S7)" in told["kessen"]


@pytest.mark.parametrize("edition", ["gmt", "kessen"])
def test_whose_a_castle_is_is_told_as_it_is_played(edition):
    told = dict(meanings(of_edition(edition).edition))["Castle"]
    assert "where both stand, of who was there first; where nobody does, of its colour" in told
    assert "(2.2, 4.3, S4)" in told


def test_cards_of_one_kind_on_two_rows_are_all_there_and_each_bids_what_its_row_says_in_an_older_game(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    cards, row = (folder / "cards.csv").read_text(encoding="utf-8"), "east,tokugawa,normal,10,2,confirmed,confirmed,\n"
    alike, unlike = (row.replace("10,2", "6,2") + row.replace("10,2", f"4,{bid}") for bid in (2, 4))
    (folder / "cards.csv").write_text(cards.replace(row, alike), encoding="utf-8")
    mine = load(folder)
    assert cards_of(mine) == cards_of(load(BOTH[0]))
    deck, bids = cards_of(load_files("mine", {**mine.files, "cards.csv": cards.replace(row, unlike)}))
    assert Counter(card.side for card in deck.values()) == {"east": 55, "west": 55}
    assert [bids[f"tokugawa_normal_{number}"] for number in range(1, 11)] == [2] * 6 + [4] * 4


def test_random_blocks_are_counted_for_each_way_to_set_up(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    setup, row = (folder / "setup.csv").read_text(encoding="utf-8"), "all,west,aizu,random,,,,1,+1,confirmed,\n"
    each = row.replace("all", "revised") + row.replace("all", "first")
    (folder / "setup.csv").write_text(setup.replace(row, each), encoding="utf-8")
    assert [*map(str, faults_in(read_folder, folder))] == []
    (folder / "setup.csv").write_text(setup.replace(row, each.replace("first", "revised")), encoding="utf-8")
    assert [re.sub(r"setup.csv, column count: ", "", str(one)) for one in faults_in(read_folder, folder)] == [
        f"aizu gets {many} of the west ({variant}), and locations.csv has 1."
        for variant, many in (("revised", "2 random blocks"), ("first", "0 random blocks"))
    ]


def test_blocks_of_the_mori_box_need_osaka_to_come_to_random_ones_too(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    for file in [one for one in folder.rglob("*") if one.suffix in (".csv", ".toml", ".geojson")]:
        file.write_text(re.sub(r"\bosaka\b", "ozaka", file.read_text(encoding="utf-8")), encoding="utf-8")
    with (folder / "setup.csv").open("a", encoding="utf-8") as file:
        file.write("all,west,mori_box,random,,,,1,,confirmed,\n")
    faults = [*map(str, faults_in(read_folder, folder))]
    assert [re.sub(r"line \d+", "line", one) for one in faults] == [
        "setup.csv, line, column location: blocks of mori_box come to osaka (9.3): give that id to a location."
    ] * 3


def test_a_fault_of_a_line_is_told_above_the_counts_that_it_brings_about(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    setup = (folder / "setup.csv").read_text(encoding="utf-8")
    (folder / "setup.csv").write_text(setup.replace("east,edo,block", "east,eddo,block", 1), encoding="utf-8")
    first, *counts = map(str, faults_in(read_folder, folder))
    assert first.startswith("setup.csv, line 2, column location: no location")
    assert counts
    assert all(one.startswith("setup.csv, column count: ") for one in counts)


def test_a_row_that_cannot_be_read_is_all_that_is_told(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    places = (folder / "locations.csv").read_text(encoding="utf-8")
    (folder / "locations.csv").write_text(places.replace("\nkyoto,", "\nKyoto,", 1), encoding="utf-8")
    (said,) = map(str, faults_in(read_folder, folder))
    assert said.endswith('joined by underscores ("tanabe_kii"), not "Kyoto". Write "kyoto".')


def test_a_slip_in_the_sheet_that_names_the_rules_is_told_by_their_game_alone(tmp_path, capsys):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    sheet = (folder / "scenario.toml").read_text(encoding="utf-8")
    (folder / "scenario.toml").write_text(sheet.replace('title = "', "title = ", 1), encoding="utf-8")
    assert main(["check", str(folder)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert re.match(r"scenario\.toml, line \d+: this is not TOML", said)


def test_a_folder_in_the_place_of_a_file_and_a_map_without_end_are_told(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    (folder / "roads.csv").unlink()
    (folder / "roads.csv").mkdir()
    (folder / "geometry" / "coast.geojson").write_text("[" * 100_000, encoding="utf-8")
    said = [*map(str, faults_in(read_folder, folder))]
    assert "roads.csv: the file cannot be read (Is a directory)." in said
    assert "geometry/coast.geojson: this is not a map: brackets within brackets without end." in said


def test_a_place_that_no_road_leads_to_is_named(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    roads = (folder / "roads.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "roads.csv").write_text("".join(one for one in roads if "miyazu" not in one), encoding="utf-8")
    assert ["no road leads from himeji to miyazu." in str(fault) for fault in faults_in(read_folder, folder)] == [True]


@pytest.mark.parametrize("file", [*ROW_FILES, "edition.toml"])
def test_a_file_that_is_missing_is_named(file, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[1], folder)
    (folder / file).unlink()
    assert f"{file}: the file is missing." in map(str, faults_in(read_folder, folder))


@pytest.mark.parametrize("file", ["roads.csv", "blocks.csv", "cards.csv", "setup.csv", "recruitment_track.csv"])
@pytest.mark.parametrize(("separator", "called"), [(";", "semicolons"), ("\t", "tabs")])
def test_a_table_that_cannot_be_read_is_all_that_is_told(file, separator, called, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    (folder / file).write_text((folder / file).read_text(encoding="utf-8").replace(",", separator), encoding="utf-8")
    said = f"{file}, line 1: {called} separate the cells; save the file with commas."
    assert list(map(str, faults_in(read_folder, folder))) == [said]


def test_a_file_that_is_not_utf8_is_told_as_such_where_a_game_is_made(tmp_path, capsys):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / BOTH[0], folder)
    (folder / "clans.csv").write_bytes((folder / "clans.csv").read_text(encoding="utf-8").encode("utf-16"))
    assert main(["new", str(folder), "--game", str(tmp_path / "game.db")]) == 2
    assert "clans.csv, line 1: this is not UTF-8 text. Save the file again, as UTF-8." in capsys.readouterr().err
