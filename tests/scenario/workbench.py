"""A copy of the shipped scenario that a test may spoil."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from control.kernel import settings
from control.kernel.scenarios.faults import Fault
from control.kernel.scenarios.folder import Row, faults_in
from control.sengoku.scenario.load import read_folder
from control.sengoku.scenario.model import (
    Border,
    Character,
    Clan,
    Courtier,
    Crossing,
    Income,
    Name,
    Place,
    Province,
    RoadLeg,
    RoadPoint,
    Title,
)

SHIPPED = settings.folder("scenarios") / "sengoku_1550"

ROW_FILES: dict[str, type[Row]] = {
    "provinces.csv": Province,
    "places.csv": Place,
    "incomes.csv": Income,
    "clans.csv": Clan,
    "characters.csv": Character,
    "titles.csv": Title,
    "court.csv": Courtier,
    "names.csv": Name,
    "adjacency.csv": Border,
    "sea_crossings.csv": Crossing,
    "roads.csv": RoadLeg,
    "geometry/road_points.csv": RoadPoint,
}
"""The CSV files of a scenario, and what a row of each becomes."""


class Workbench:
    """A scenario folder of its own, and the few ways to spoil it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(SHIPPED, folder)

    def mend(self) -> None:
        """Make it again what it was, whoever spoilt it and how: a copy is as old as what it was copied from until
        somebody writes to it."""
        shipped, ours = files_in(SHIPPED), files_in(self.folder)
        for file in ours.keys() - shipped.keys():
            (self.folder / file).unlink()
        for file in (file for file, as_it_is in shipped.items() if ours.get(file) != as_it_is):
            shutil.copy2(SHIPPED / file, self.folder / file)

    def text(self, file: str) -> str:
        """What is in a file now."""
        return (self.folder / file).read_text(encoding="utf-8")

    def write(self, file: str, text: str | bytes) -> None:
        """Put something else into a file."""
        content = text if isinstance(text, bytes) else text.encode()
        (self.folder / file).write_bytes(content)

    def replace(self, file: str, old: str, new: str) -> int:
        """Change the one place where ``old`` stands; the line it is on."""
        text = self.text(file)
        assert text.count(old) == 1, f"{file} has {text.count(old)} times {old!r}"
        self.write(file, text.replace(old, new))
        return text[: text.index(old)].count("\n") + 1

    def append(self, file: str, line: str) -> int:
        """Add a line at the end of a file; its number."""
        text = self.text(file)
        self.write(file, f"{text}{line}\n")
        return text.count("\n") + 1

    def remove(self, file: str) -> None:
        """Take a file away."""
        (self.folder / file).unlink()

    def faults(self) -> list[Fault]:
        """Everything the checker finds now."""
        return faults_in(read_folder, self.folder)


def files_in(folder: Path) -> dict[str, tuple[int, int]]:
    """The files in a folder, each with its size and when it was written."""
    found = {}
    for within, _, names in os.walk(folder):
        for name in names:
            seen = os.stat(path := f"{within}/{name}")
            found[os.path.relpath(path, folder)] = seen.st_size, seen.st_mtime_ns
    return found
