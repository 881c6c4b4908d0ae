"""Every difference, precision and ruling of the campaign of 1600 that can be played has a case named by its number."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
ELSEWHERE = {
    "S35": "the inventory of Kessen: tests/sekigahara/test_scenario.py",
}
"""Rulings about what is in the box, not about what is done."""


def named():
    """The numbers in the names of the tests and in the ids of the cases."""
    found = set()
    for file in FOLDER.iterdir():
        if file.suffix == ".toml":
            found.update(re.findall(r'^id = "(.*)"$', file.read_text(encoding="utf-8"), re.M))
        elif file.suffix == ".py":
            found.update(re.findall(r"^def test_(\w+)", file.read_text(encoding="utf-8"), re.M))
    return {number for name in found for number in re.findall(r"(?<![A-Za-z0-9])S\d+", name.replace("_", " "))}


def test_every_ruling_has_a_case():
    wanted = {f"S{number}" for number in range(1, 49)}
    assert sorted(wanted - named() - ELSEWHERE.keys(), key=lambda one: int(one[1:])) == []
    assert named() <= wanted
