"""The rulings of 1600: every number that the program or a case names is one, and the document shows them all."""

import re
from pathlib import Path

import pytest

from control.sekigahara.rules.options import CHOICES, Options
from control.sekigahara.rules.rulings import OPTIONS, as_markdown, rulings

HOUSE = Path(__file__).parents[2]
CODE = sorted((HOUSE / "control" / "sekigahara").rglob("*.py"))
CASES = sorted((HOUSE / "tests" / "rulebook" / "sekigahara").glob("*.toml"))
SHEETS = sorted((HOUSE / "scenarios").glob("sekigahara_1600_*/*.toml"))


def test_every_ruling_and_every_difference_is_there_once_in_order():
    assert list(rulings()) == [f"S{one}" for one in range(1, 49)] + [f"D{one}" for one in range(1, 36)]


@pytest.mark.parametrize("path", [*CODE, *CASES, *SHEETS], ids=lambda path: "/".join(path.parts[-2:]))
def test_every_number_that_is_named_is_a_ruling(path):
    named = set(re.findall(r"\b[SD][1-9][0-9]?\b", path.read_text(encoding="utf-8")))
    assert named <= set(rulings())


def test_the_options_are_those_of_the_rulings_and_in_words():
    assert {one.option for one in rulings().values()} - {""} == set(CHOICES) - {"setup"}
    assert {name: tuple(text.values) for name, text in OPTIONS.items()} == CHOICES
    for name, text in OPTIONS.items():
        assert getattr(Options(), name) == next(iter(text.values))
        assert not text.ruling or rulings()[text.ruling].option == name


def test_the_document_has_them_as_they_are():
    document = (HOUSE / "docs" / "rulings-1600.md").read_text(encoding="utf-8")
    assert document[document.index("## Rulings") :] == as_markdown()
