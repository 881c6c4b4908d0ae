"""Whoever leads a clan is known by his role in play, so the check says where nobody would be known, or two."""

from __future__ import annotations

import pytest

from control.sengoku.scenario.checks.heads import notes
from control.sengoku.scenario.load import load_files


def test_each_clan_of_the_shipped_scenario_has_one_head(shipped):
    assert list(notes(shipped)) == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (",takeda,daimyo,", ",takeda,taisho,", "Takeda Harunobu leads Takeda, so his role would be daimyo, shogun or"),
        (",takeda,elder,", ",takeda,heir,", "Takeda Yoshinobu is heir of Takeda, and so is "),
        (",takeda,heir,", ",takeda,abbot,", "Takeda Yoshinobu is abbot where Takeda Harunobu leads; a clan has one"),
    ],
)
def test_a_clan_without_a_head_or_with_two_or_two_heirs_is_named(shipped, before, after, said):
    people = shipped.files["characters.csv"]
    assert people.count(before) == 1
    files = {**shipped.files, "characters.csv": people.replace(before, after)}
    (note,) = notes(load_files("sengoku_1550", files))
    assert note.startswith(f"characters.csv: {said}")
