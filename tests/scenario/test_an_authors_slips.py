"""What befalls an author with a spreadsheet is one fault, at its place, with what would be right; it buries nothing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from control.cli import main
from control.kernel.errors import OrderNotUnderstood
from control.kernel.game import game_of_folder
from control.kernel.scenarios.scenario_folders import find
from control.sengoku.scenario.load import load
from tests.scenario.workbench import SHIPPED, Workbench

KAI = "kai,Kai,KAI,甲斐,5,takeda,none,yes,"


def told(bench: Workbench) -> list[str]:
    """What the check says of the scenario as it is now."""
    return [*map(str, bench.faults())]


@pytest.mark.parametrize("file", ["provinces.csv", "clans.csv", "characters.csv"])
def test_a_quotation_mark_that_is_not_closed_buries_no_other_file(bench, file):
    first, *others = bench.text(file).splitlines(keepends=True)
    others[4] = others[4].replace(",", ',"', 1)
    bench.write(file, "".join([first, *others]))
    (fault,) = told(bench)
    assert fault.startswith(f"{file}, line 6: the row that starts here cannot be read")


@pytest.mark.parametrize(("typed", "meant"), [("Kai", "kai"), ("KAI", "kai"), ("kāi", "kai")])
def test_an_id_that_is_written_amiss_is_one_fault_however_often_it_is_named(bench, typed, meant):
    line = bench.replace("provinces.csv", KAI, KAI.replace("kai", typed))
    rule = 'an id is plain small letters and digits, joined by hyphens ("awa-east")'
    assert told(bench) == [f'provinces.csv, line {line}, column id: {rule}, not "{typed}". Write "{meant}".']


def test_an_id_of_which_nothing_can_stand_in_one_gets_no_proposal(bench):
    bench.replace("provinces.csv", KAI, KAI.replace("kai", "甲斐"))
    assert any('hyphens ("awa-east"), not "甲斐".' in fault and "Write" not in fault for fault in told(bench))


def test_a_file_that_names_an_id_amiss_hears_which_is_meant(bench):
    bench.replace("provinces.csv", KAI, KAI.replace("kai", "Kai"))
    bench.replace("titles.csv", "governor,takeda-harunobu,kai", "governor,takeda-harunobu,Kai")
    assert any(
        "titles.csv, line" in fault and 'no province "Kai". Did you mean "kai"?' in fault for fault in told(bench)
    )


def test_decimals_after_a_comma_are_told_where_they_stand(bench):
    (row,) = (one for one in bench.text("provinces.csv").splitlines() if one.startswith("kai,"))
    lon = row.split(",")[-3]
    line = bench.replace("provinces.csv", row, row.replace(lon, lon.replace(".", ",")))
    (fault,) = told(bench)
    assert fault.startswith(f"provinces.csv, line {line}: this row has 14 cells for 13 columns")
    assert fault.endswith("and decimals stand after a point.")
    bench.mend()
    bench.replace("provinces.csv", row, row.replace(lon, f'"{lon.replace(".", ",")}"'))
    (fault,) = told(bench)
    assert fault.endswith(f'from −180 to 180, not "{lon.replace(".", ",")}". A point stands before its decimals.')


def test_what_a_spreadsheet_makes_of_yes_and_of_a_figure_is_read(bench):
    bench.replace("provinces.csv", KAI, KAI.replace(",5,", ",5.0,").replace("yes", "TRUE"))
    assert told(bench) == []


def test_the_line_that_sets_a_spreadsheet_right_is_told_to_go(bench):
    bench.write("titles.csv", f"sep=,\r\n{bench.text('titles.csv')}")
    assert told(bench) == ["titles.csv, line 1: this line is for a spreadsheet alone. Delete it."]


def test_a_file_that_was_named_amiss_is_told_beside_the_one_that_is_missing(bench):
    (bench.folder / "names.csv").rename(bench.folder / "Names.csv")
    assert told(bench) == [
        'Names.csv: nothing reads this file. Did you mean "names.csv"?',
        "names.csv: the file is missing.",
    ]


@pytest.mark.parametrize("file", ["names.csv", "court.csv"])
def test_a_file_in_capitals_is_no_other_on_a_disk_to_which_they_are_nothing(bench, monkeypatch, file):
    """As on Windows and macOS: the game would carry it under its own name, and could not be opened again."""
    (bench.folder / file).rename(bench.folder / file.upper())
    read, there = Path.read_bytes, Path.exists

    def as_it_lies(path):
        return path.with_name(file.upper()) if path.name == file else path

    monkeypatch.setattr(Path, "read_bytes", lambda path: read(as_it_lies(path)))
    monkeypatch.setattr(Path, "exists", lambda path, **how: there(as_it_lies(path), **how))
    if file == "names.csv":
        assert told(bench)[-1] == "names.csv: the file is missing."
    else:  # which a scenario may do without
        assert told(bench) == []
        assert load(bench.folder).court == ()


@pytest.mark.parametrize("wrong", [errno.ENOENT, errno.EACCES, errno.EIO])
def test_a_folder_within_that_is_gone_or_cannot_be_read_is_left_out(bench, monkeypatch, capsys, wrong):
    """It is thrown away, or its stick pulled, while the check goes through it."""
    within = bench.folder / "briefings"
    read = os.scandir

    def reading(folder):
        if os.fspath(folder) == str(within):
            raise OSError(wrong, os.strerror(wrong), str(within))
        return read(folder)

    monkeypatch.setattr(os, "scandir", reading)
    assert main(["check", str(bench.folder)]) == 0
    assert "briefings" not in capsys.readouterr().err


def test_a_workbook_is_told_to_be_saved_as_tables(bench, capsys):
    advice = "no workbook is read. Save each of its tables as CSV UTF-8, under the name that it has here."
    bench.write("clans.xlsx", b"PK\x03\x04\xff")
    assert main(["check", str(bench.folder)]) == 0
    assert f"clans.xlsx: {advice}" in capsys.readouterr().out
    bench.remove("clans.csv")
    assert told(bench) == ["clans.csv: the file is missing.", f"clans.xlsx: {advice}"]
    (bench.folder / "clans.xlsx").rename(bench.folder / "clans.csv")
    assert told(bench) == ["clans.csv: this is a workbook under another name. Save its table as CSV UTF-8."]


def test_a_date_and_a_text_without_marks_are_told_in_the_sheet(bench):
    bench.replace("scenario.toml", "first_year = 1550", "first_year = 1550-03-01")
    assert [fault.split(", not ")[1] for fault in told(bench)] == ['"1550-03-01".']
    bench.mend()
    bench.replace("scenario.toml", '"sengoku"', "“sengoku”")
    assert told(bench)[0].endswith(": this is not TOML: Invalid value. A text stands in straight quotation marks.")


def test_a_map_that_is_no_json_is_told_to_the_letter(bench):
    text = bench.text("geometry/lakes.geojson")
    bench.write("geometry/lakes.geojson", text.replace("[", "[,", 1))
    column = text.split("\n")[text[: text.index("[")].count("\n")].index("[") + 2
    assert told(bench)[0].endswith(f"this is not JSON: Expecting value (column {column}).")


def test_a_folder_that_lies_in_another_and_one_that_is_packed_are_told_so(tmp_path):
    (tmp_path / "outer" / "mine").mkdir(parents=True)
    (tmp_path / "outer" / "mine" / "scenario.toml").write_text('rule_set = "sengoku"')
    (tmp_path / "mine.zip").write_text("PK")
    with pytest.raises(OrderNotUnderstood, match=r"one within it does. Give .*outer/mine"):
        find(tmp_path / "outer")
    with pytest.raises(OrderNotUnderstood, match="That is a file, and a scenario a folder: unpack it"):
        find(tmp_path / "mine.zip")
    assert find(tmp_path / "outer" / "mine").name == "mine"


def test_a_typing_error_in_the_rule_set_calls_no_other_game(tmp_path):
    (tmp_path / "scenario.toml").write_text('rule_set = "sekigaharra"')
    said = 'there are no rules "sekigaharra", only .*sekigahara, sengoku.* Did you mean "sekigahara"'
    with pytest.raises(OrderNotUnderstood, match=said):
        game_of_folder(tmp_path)
    (tmp_path / "scenario.toml").write_text("")
    assert game_of_folder(tmp_path).rule_set == "sengoku"
    assert game_of_folder(SHIPPED).rule_set == "sengoku"
