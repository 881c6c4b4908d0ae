"""What nobody sees on the map is told by the check: land that no way leads to, and two that are called alike."""

from __future__ import annotations

from control.sengoku.scenario.checks import namesakes, reach
from control.sengoku.scenario.load import load_files


def changed(shipped, file, before, after):
    """The shipped scenario with something else in a file."""
    assert before in shipped.files[file]
    return load_files("sengoku_1550", {**shipped.files, file: shipped.files[file].replace(before, after)})


def test_all_the_land_of_the_shipped_scenario_can_be_reached_and_no_two_are_called_alike(shipped):
    assert [*reach.notes(shipped), *namesakes.notes(shipped)] == []


def test_land_that_no_way_leads_to_is_named(shipped):
    lines = shipped.files["sea_crossings.csv"].splitlines(keepends=True)
    islands = {"awaji", "iyo", "sanuki", "tosa", "awa-west"}
    kept = [one for one in lines if len(islands & set(one.split(",")[:2])) != 1]
    files = {**shipped.files, "sea_crossings.csv": "".join(kept)}
    (note,) = reach.notes(load_files("sengoku_1550", files))
    assert note.startswith("adjacency.csv: no border and no crossing leads from ")
    assert all(name in note for name in ("Iyo", "Sanuki", "Tosa"))
    assert note.endswith(" to the rest of the land.")


def test_two_provinces_that_are_called_alike_are_named_with_the_one_that_is_meant(shipped):
    (note,) = namesakes.notes(changed(shipped, "provinces.csv", "kaga,Kaga,", "kaga,Kái,"))
    assert note == "provinces.csv: kaga and kai are called Kái alike; who types it means kaga."
