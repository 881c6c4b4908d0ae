"""A castle that lies in another province than its own, and a file that nobody reads, are named by the check."""

from __future__ import annotations

import pytest

from control.cli import main
from control.kernel import settings
from control.kernel.scenarios.folder import unread_in
from control.sekigahara.scenario import load as campaigns
from control.sengoku.scenario.checks.seats import lies_in, notes
from control.sengoku.scenario.load import load_files, read_folder


def test_each_castle_and_place_of_the_shipped_scenario_lies_in_its_province(shipped):
    assert list(notes(shipped)) == []


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("provinces.csv", "132.70,34.67", "133.20,34.67", "the castle of Aki lies in Bingo."),
        ("provinces.csv", "132.70,34.67", "132.70,30.00", "the castle of Aki lies in none."),
        ("places.csv", "135.82,35.07", "136.10,35.20", "Enryaku-ji of Yamashiro lies in Ōmi."),
    ],
)
def test_one_that_lies_elsewhere_is_named(shipped, file, before, after, said):
    rows = shipped.files[file]
    assert rows.count(before) == 1
    assert list(notes(load_files("sengoku_1550", {**shipped.files, file: rows.replace(before, after)}))) == [
        f"{file}: {said}"
    ]


def test_what_is_cut_out_of_an_outline_and_a_second_part_of_it_count():
    def square(low, high):
        return ((low, low), (high, low), (high, high), (low, high), (low, low))

    outline = ((square(0, 9), square(3, 6)), (square(20, 22),))
    assert [lies_in((at, at + 0.5), outline) for at in (-1, 1, 4, 7, 21)] == [False, True, False, True, True]


@pytest.mark.parametrize("name", ["sengoku_1550", "sekigahara_1600_gmt", "sekigahara_1600_kessen"])
def test_each_file_of_the_shipped_scenarios_is_read(name):
    read = read_folder if name == "sengoku_1550" else campaigns.read_folder
    assert unread_in(read, settings.folder("scenarios") / name) == []


def test_a_file_that_nothing_reads_is_named_with_the_one_that_it_may_be_meant_for(bench, capsys):
    bench.write("court.cvs", bench.text("court.csv"))
    bench.remove("court.csv")
    bench.write("places (copy).csv", bench.text("places.csv"))
    bench.write(".notes.txt", "hidden")
    assert main(["check", str(bench.folder)]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        'court.cvs: nothing reads this file. Did you mean "court.csv"?',
        "places (copy).csv: nothing reads this file.",
    ]
