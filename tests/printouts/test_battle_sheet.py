"""The battle sheet: its two sides say what the tables say."""

import dataclasses
from io import BytesIO

import pytest
from pypdf import PdfReader

from control.kernel.wording import signed
from control.sengoku.rules.tables import Options
from tests.printouts.conftest import words_of
from tests.printouts.pdfs import battle_sheet


def test_the_battle_sheet_reads_as_the_golden_text(tables, assert_golden):
    assert_golden(battle_sheet(tables), "battle_sheet")


def test_the_battle_sheet_is_one_leaf(tables):
    assert len(words_of(battle_sheet(tables))) == 2


def test_the_matrix_on_paper_is_the_programs(tables):
    lines = words_of(battle_sheet(tables))[0].splitlines()
    matrix = tables.tactics
    for attacker in matrix.names:
        cells = [signed(matrix.shifts[attacker, defender]) for defender in matrix.names]
        assert " ".join([matrix.labels[attacker], *cells]) in lines


def test_the_results_on_paper_are_the_programs(tables):
    lines = words_of(battle_sheet(tables))[1].splitlines()
    for die, results in tables.odds.results.items():
        assert " ".join([str(die), *results, str(die)]) in lines


def test_the_reckoner_on_paper_is_the_programs(tables):
    lines = words_of(battle_sheet(tables))[1].splitlines()
    for counters, shares in tables.reckoner.rows():
        assert " ".join(map(str, [counters, *shares])) in lines


def test_a_changed_table_changes_the_sheet(tables):
    forces = dataclasses.replace(tables.forces, fortifications={"none": 0, "castle": 6, "earth_wall": 2})
    page = words_of(battle_sheet(dataclasses.replace(tables, forces=forces)))[0]
    assert "Castle +6\n" in page
    assert "Earth wall +2\n" in page
    assert "Fortress +" not in page


def test_the_sheet_tells_whom_a_victory_teaches_nothing_and_what_a_wounded_general_may_do(tables):
    page = " ".join(words_of(battle_sheet(tables))[0].split())
    assert "gains 1 experience, up to 4, but none for beating a levy alone." in page
    assert "A general commands as many battles in a season as he has experience; more he fights only under" in page
    assert "A wounded general commands one, never fights in person, and is superior to nobody (R19)." in page


@pytest.mark.parametrize(
    ("option", "side", "words"),
    [
        ({"odds_rounding": "nearest"}, 0, "nearest to the true odds"),
        ({"losses_fall_on": "troops_first"}, 0, "Counters are lost before notional men"),
        ({"levy_gives_experience": "yes"}, 0, "gains 1 experience, up to 4. Every person"),
        ({"road_bonus_needs": "any_leg"}, 1, "for any leg along the Tōkaidō"),
    ],
)
def test_the_sheet_follows_the_rule_options(tables, option, side, words):
    pages = [" ".join(page.split()) for page in words_of(battle_sheet(tables, Options(**option)))]
    usual = [" ".join(page.split()) for page in words_of(battle_sheet(tables))]
    assert words in pages[side]
    assert words not in usual[side]


def test_the_sheet_is_the_same_every_time_and_names_its_language(tables):
    pdf = battle_sheet(tables)
    assert pdf == battle_sheet(tables)
    assert PdfReader(BytesIO(pdf)).trailer["/Root"]["/Lang"] == "en-GB"
