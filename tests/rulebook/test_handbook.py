"""A year of the handbook: every sentence of sections 2 to 8 has a case that shows it, or says why there is none."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from control.sengoku.hall.book.handbook_pages import PLACES
from control.sengoku.rules.handbook import ADVICE, JUDGED, handbook
from tests.rulebook.corpus import FOLDER

HOUSE = Path(__file__).parents[2]
SHOWN = tomllib.loads((FOLDER / "handbook.toml").read_text(encoding="utf-8"))["shown"]
SENTENCES = [says for section in handbook() for says in section.says]
LAST_RULING = 44
"""Whoever rules anew takes the number after it."""
WHY_NOT = {
    ADVICE: "advice to players: nothing to compute",
    JUDGED: "judged by the umpires: the program computes nothing here",
}
HEADINGS = {
    "H2": ["In the hall", "The turn", "Winter"],
    "H3": ["Teams", "Parts", "Control"],
    "H4": ["Manners", "Precedence", "Titles", "Bonds and hostages"],
    "H5": ["Income", "Troops", "Castles", "Display and gifts", "Savings"],
    "H6": ["Armies", "When armies meet", "A battle", "Generals", "Marches", "Risk", "Fortifications"],
    "H7": ["Conquest", "Land that nobody plays"],
    "H8": ["What the Bakufu does", "A new Shogun"],
}
"""The sections of the handbook that hold rules, and what each is about, under our own headings."""


@cache
def corpus() -> str:
    """All cases of the corpus, as they are written."""
    files = [*FOLDER.glob("0*.toml"), *FOLDER.glob("1*.toml"), *FOLDER.glob("*.json")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def is_there(case: str) -> bool:
    """Whether a case exists: a test in its file, or an id of the corpus."""
    if case.startswith("rulebook: "):
        return f'"{case.removeprefix("rulebook: ")}"' in corpus()
    file, _, name = case.partition("::")
    path = HOUSE / file
    return path.is_file() and bool(re.search(rf"^def {re.escape(name)}\(", path.read_text(encoding="utf-8"), re.M))


def test_every_section_of_the_handbook_has_its_sentences():
    assert {one.number: list(dict.fromkeys(says.spot for says in one.says)) for one in handbook()} == HEADINGS
    assert [says.number for says in SENTENCES] == [
        f"{one.number}.{count}" for one in handbook() for count in range(1, len(one.says) + 1)
    ]


def test_every_sentence_has_a_case_and_every_case_a_sentence():
    assert list(SHOWN) == [says.number for says in SENTENCES]


@pytest.mark.parametrize("says", SENTENCES, ids=lambda says: says.number)
def test_the_case_of_a_sentence_exists_and_so_does_the_page_where_it_is_done(says, endpoints):
    assert says.kind in ("", ADVICE, JUDGED)
    case = SHOWN[says.number]
    if says.kind:
        assert case == WHY_NOT[says.kind]
    else:
        assert is_there(case), f"{says.number} “{says.words}” is shown by nothing: {case}"
        assert says.where, "what the program does is done on some page"
    if says.where:
        assert says.where in endpoints
        assert says.where in PLACES
    assert set(says.rulings) <= {f"R{number}" for number in range(1, LAST_RULING + 1)}


def test_a_case_that_does_not_exist_is_noticed():
    assert is_there("tests/rulebook/test_handbook.py::test_a_case_that_does_not_exist_is_noticed")
    assert not is_there("tests/rulebook/test_handbook.py::test_that_nobody_wrote")
    assert not is_there("tests/rulebook/test_nowhere.py::test_a_case_that_does_not_exist_is_noticed")
    assert is_there("rulebook: R3 Kawanakajima, round 1")
    assert not is_there("rulebook: R3 Kawanakajima, round 7")


@pytest.fixture(scope="module")
def endpoints() -> set[str]:
    """The pages that open without an argument, read from the files of pages."""
    found = set()
    for file in (HOUSE / "control").rglob("*_pages.py"):
        text = file.read_text(encoding="utf-8")
        name = re.search(r'Blueprint\("(\w+)"', text)
        for view in re.findall(r'@bp\.get\("[^"<]*"\)\n(?:@[^\n]*\n)*def (\w+)', text) if name else ():
            found.add(f"{name[1]}.{view}")
    return found
