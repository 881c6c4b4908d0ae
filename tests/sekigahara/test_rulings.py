"""The rulings of 1600: the document has them all, and every number that the program or a case names is one."""

import re
from pathlib import Path

import pytest

from control.sekigahara.rules.options import CHOICES
from tests.sekigahara.rulings import rulings

HOUSE = Path(__file__).parents[2]
CODE = sorted((HOUSE / "control" / "sekigahara").rglob("*.py"))
CASES = sorted((HOUSE / "tests" / "rulebook" / "sekigahara").glob("*.toml"))
SHEETS = sorted((HOUSE / "scenarios").glob("sekigahara_1600_*/*.toml"))


def test_every_ruling_and_every_difference_is_there_once_in_order():
    assert list(rulings()) == [f"S{one}" for one in range(1, 50)] + [f"D{one}" for one in range(1, 36)]


@pytest.mark.parametrize("path", [*CODE, *CASES, *SHEETS], ids=lambda path: "/".join(path.parts[-2:]))
def test_every_number_that_is_named_is_a_ruling(path):
    named = set(re.findall(r"\b[SD][1-9][0-9]?\b", path.read_text(encoding="utf-8")))
    assert named <= set(rulings())


def test_the_options_are_those_of_the_rulings():
    assert set(rulings().values()) - {""} == set(CHOICES) - {"setup"}
