"""The drawing that is kept between two starts is the drawing that would be made."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from control.kernel.drawing import kept
from control.kernel.drawing.kept import kept_drawing
from control.kernel.drawing.maps.atlas import Country
from control.kernel.drawing.maps.map import MapDrawing, Scene


class Maker:
    """Hands out a drawing that is there, and counts how often it was asked."""

    def __init__(self, base: MapDrawing) -> None:
        self.base, self.made = base, 0

    def __call__(self, _country: Country, **_how: float) -> MapDrawing:
        self.made += 1
        return self.base


@pytest.fixture
def make(base: MapDrawing) -> Maker:
    return Maker(base)


def test_it_is_made_once_and_read_the_next_time_the_same(tmp_path, scenario, base, make):
    folder = tmp_path / "cache"
    first, second = kept_drawing(scenario, folder, make), kept_drawing(scenario, folder, make)
    assert make.made == 1
    assert second is not first
    holders = {"kai": None}
    assert second.svg(Scene(holders, selected="kai")) == base.svg(Scene(holders, selected="kai"))


def test_another_country_is_another_drawing(scenario):
    kai = scenario.provinces["kai"]
    other = replace(scenario, provinces={**scenario.provinces, "kai": kai.model_copy(update={"name": "Kōshū"})})
    assert kept.mark(other) != kept.mark(scenario)
    assert kept.mark(replace(scenario)) == kept.mark(scenario)


def test_whatever_file_of_the_room_is_changed_the_drawing_is_another():
    room = Path(kept.__file__).parent
    assert {"shapes.py", "land/ground.py", "words/labels.py", "marks/crests.py", "maps/atlas.py"} <= {
        str(file.relative_to(room)) for file in kept.files_that_draw()
    }


def test_a_torn_file_is_made_anew(tmp_path, scenario, make):
    folder = tmp_path / "cache"
    kept_drawing(scenario, folder, make)
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:1000])
    kept_drawing(scenario, folder, make)
    assert make.made == 2
    kept_drawing(scenario, folder, make)
    assert make.made == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no owner and no mode")
def test_a_folder_that_others_may_write_is_neither_read_nor_written(tmp_path, scenario, make):
    folder = tmp_path / "cache"
    kept_drawing(scenario, folder, make)
    folder.chmod(0o777)
    kept_drawing(scenario, folder, make)
    assert make.made == 2


def test_only_the_newest_are_kept(tmp_path, scenario, make):
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    for number in range(12):
        (folder / f"{number}.drawing").write_bytes(b"")
    kept_drawing(scenario, folder, make)
    assert len(list(folder.iterdir())) == kept.MOST_KEPT
