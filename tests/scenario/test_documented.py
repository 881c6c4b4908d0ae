"""The guide for scenario authors knows every file, column, setting and word that the loader knows."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from control.kernel.scenarios.folder import columns_of
from control.sengoku.rules.people import titles
from control.sengoku.rules.rulings import CHOICES
from control.sengoku.rules.tables import FORMS, Options
from control.sengoku.scenario.files.sheet import EraSheet, PhaseSheet, SeasonSheet, Sheet
from control.sengoku.scenario.model import CLAN_KINDS, ROLES, SEASONS, WORKS
from tests.scenario.workbench import ROW_FILES

GUIDE = (Path(__file__).parents[2] / "docs" / "scenario-authors.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    """The guide's section on one file."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", GUIDE, re.MULTILINE | re.DOTALL)
    assert found, f"the guide has no section on {heading}"
    return found[1]


def named(text: str) -> set[str]:
    """Everything set in code type."""
    return set(re.findall(r"`([^`]+)`", text))


def columns_in(text: str) -> set[str]:
    """What the first cells of the section's table name."""
    return {name for line in text.splitlines() if line.startswith("| `") for name in named(line.split("|")[1])}


@pytest.mark.parametrize("file", ROW_FILES)
def test_every_column_is_explained_and_no_other(file: str) -> None:
    assert columns_in(section(file)) == set(columns_of(ROW_FILES[file]))


@pytest.mark.parametrize("file", ROW_FILES)
def test_every_column_that_may_be_empty_is_called_optional(file: str) -> None:
    rows = [line for line in section(file).splitlines() if line.startswith("| `")]
    for column, required in columns_of(ROW_FILES[file]).items():
        (row,) = (line for line in rows if column in named(line.split("|")[1]))
        if required:
            assert "optional" not in row or len(named(row.split("|")[1])) > 1, column
        else:
            assert "optional" in row, column


def test_every_setting_and_option_is_explained() -> None:
    words = named(section("scenario.toml"))
    assert words >= set(Sheet.model_fields) - {"era", "season"}
    assert words >= {f"era.{name}" for name in EraSheet.model_fields}
    assert words >= {f"season.{name}" for name in SeasonSheet.model_fields}
    assert words >= set(PhaseSheet.model_fields)
    assert words >= {option.name for option in fields(Options)}
    assert words >= {value for values in CHOICES.values() for value in values}


@pytest.mark.parametrize(
    ("file", "choices"),
    [
        ("provinces.csv", WORKS),
        ("places.csv", WORKS),
        ("clans.csv", CLAN_KINDS),
        ("characters.csv", ROLES),
        ("titles.csv", titles.KINDS),
        ("scenario.toml", SEASONS),
    ],
)
def test_every_word_that_a_cell_may_hold_is_listed(file: str, choices: tuple[str, ...]) -> None:
    assert named(section(file)) >= set(choices)


def test_every_printed_table_is_named() -> None:
    assert named(section("tables/")) == {f"{stem}.toml" for stem in FORMS}
