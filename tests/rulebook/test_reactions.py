"""What the people of a clan that nobody plays answer, case by case."""

import pytest

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotAllowed
from control.sengoku.rules.people.reactions import PRINTED, Stand, react
from control.sengoku.scenario.load import load
from tests.rulebook import corpus

CASES = [case for _kind, case in corpus.cases("07-reactions.toml")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_they_answer(case):
    said = {key: tuple(value) if isinstance(value, list) else value for key, value in case.get("stand", {}).items()}
    found = react(PRINTED, Dice(case["dice"]), case["matter"], Stand(**said), case.get("modifier", 0))
    assert {name: getattr(found, name) for name in case["gives"]} == case["gives"]


def test_a_suggestion_tells_every_step_of_its_sum():
    stand = Stand(attitude=-1, armies=3, gifts=1, bond=True, friends=("Hongan-ji",), foes=("Amako",))
    found = react(PRINTED, Dice([3, 4]), "passage", stand, 1, "he came himself")
    assert [step.text for step in found.steps] == [
        "Dice 3 and 4: 7.",
        "They are cold: −1.",
        "Armies of his in or beside their land: 3: +2.",
        "Gifts this year: 1: +1.",
        "A treaty binds them: +1.",
        "He is bound to their enemy Hongan-ji: −2.",
        "He has fought their enemy Amako: +1.",
        "Umpire: +1 (he came himself).",
        "10: free passage.",
    ]


def test_the_umpire_adds_no_more_than_three():
    with pytest.raises(OrderNotAllowed, match=r"not \+4"):
        react(PRINTED, Dice([1, 1]), "letter", Stand(), 4)


def test_the_scenario_that_is_shipped_has_the_same_table():
    assert load("sengoku_1550").reactions == PRINTED
