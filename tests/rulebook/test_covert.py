"""Covert work, case by case (R37)."""

import pytest

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotAllowed
from control.sengoku.rules.covert import PRINTED, attempt, chance
from control.sengoku.scenario.load import load
from tests.rulebook import corpus

CASES = corpus.cases("05-covert.toml")


def every(kind):
    return pytest.mark.parametrize(
        "case", [case for found, case in CASES if found == kind], ids=lambda case: case["id"]
    )


def rolled(case):
    about = {name: case[name] for name in ("guarded", "watched", "modifier") if name in case}
    return attempt(
        PRINTED, Dice(case["dice"]), case["kind"], case["points"], outcome=case.get("overruled", ""), **about
    )


@every("chances")
def test_the_chances_are_those_of_the_ruling(case):
    found = [chance(PRINTED, case["kind"], points, case.get("guarded", False)) for points in (1, 3, 6, 10, 15)]
    assert found == case["percent"]


@every("attempt")
def test_what_comes_of_covert_work(case):
    report = rolled(case)
    assert {name: getattr(report, name) for name in case["gives"]} == case["gives"]


def test_a_report_tells_every_step_of_its_sum():
    report = attempt(PRINTED, Dice([4, 4]), "assassin", 6, guarded=True, watched=True, modifier=2, reason="bad weather")
    assert [step.text for step in report.steps] == [
        "Assassin, against one who is well guarded: 14 is needed.",
        "Counter-spies: +2, so 16 is needed.",
        "Dice 4 and 4: 8.",
        "6 points: +2.",
        "Umpire: +2 (bad weather).",
        "12 against 16, 4 short: caught.",
    ]
    assert {step.ruling for step in report.steps} == {"R37"}


@pytest.mark.parametrize("modifier", [-4, 4])
def test_the_umpire_adds_no_more_than_three(modifier):
    with pytest.raises(OrderNotAllowed, match=r"The umpire adds −3 to \+3 \(R37\), not [+−]4"):
        attempt(PRINTED, Dice([4, 4]), "spy", 1, modifier=modifier)


def test_the_scenario_that_is_shipped_plays_by_the_ruling():
    assert load("sengoku_1550").covert == PRINTED
