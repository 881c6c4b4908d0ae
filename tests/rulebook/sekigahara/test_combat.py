"""Combat in 1600, case by case (8, 9): `pytest -k "8.6.2"` or `-k S44` shows what becomes of a rule."""

import re

import pytest

from control.kernel.errors import OrderError
from control.sekigahara.scenario.load import of_edition
from control.sekigahara.scripting.combat import answers
from control.sekigahara.scripting.faults import in_one_sentence
from tests.rulebook.sekigahara.corpus import asked, cases
from tests.sekigahara.combats import a_combat

COMBAT = "08-combat.toml"
CASES = cases(COMBAT)["combat"]


def fought(case):
    """The answer to a case."""
    with in_one_sentence():
        return answers(a_combat(**asked(case)), of_edition)


def read_out(name, answer):
    """A part of an answer in the short notation of the corpus."""
    match name:
        case "impacts":
            return [step["impact"] for step in answer["steps"] if step["action"] == "deploy"]
        case "totals":
            return [f"{step['total']['attacker']}-{step['total']['defender']}" for step in answer["steps"]]
        case "total":
            return f"{answer['impact']['attacker']}-{answer['impact']['defender']}"
        case "initiative":
            return [step["initiative"] or "-" for step in answer["steps"]]
        case "lost":
            return [answer["losses"][role]["blocks"] for role in ("attacker", "defender")]
        case "counted":
            return [[answer["losses"][role][why] for why in ("impact", "beaten")] for role in ("attacker", "defender")]
        case "draws":
            return [answer["draws"][role] for role in ("attacker", "defender")]
        case "challenged":
            step = next(step for step in answer["steps"] if step["action"] == "challenge")
            return {key: step[key] for key in ("blocks", "impact", "goes_to", "refuted_by")}
        case "retreats" | "winner" | "victory":
            return answer[name] or "nobody"
        case "falls":
            return answer["castle"]["falls"]
        case "disk":
            return answer["castle"]["disk"] or "gone"
    return answer[name]


def wanted(value):
    """A value of the corpus, which has no null."""
    if isinstance(value, dict):
        return {key: None if one == "nobody" else one for key, one in value.items()}
    return value


@pytest.mark.parametrize("case", [case for case in CASES if "gives" in case], ids=lambda case: case["id"])
def test_what_comes_of_it(case):
    answer = fought(case)
    assert {name: read_out(name, answer) for name in case["gives"]} == {
        name: wanted(value) for name, value in case["gives"].items()
    }
    assert all(any(re.search(r"\((?:.*?[ ;])?(?:8|9)\.\d", why) for why in step["why"]) for step in answer["steps"])


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"west": ["mori gun"], "west_cards": ["mori"]}, "No special attack: its guns count nothing now (8.4.1)."),
        ({"west": ["mori cavalry"], "west_cards": ["mori"]}, "its cavalry counts nothing now (8.4.1)."),
        ({"west": ["ishida leader"], "west_cards": ["mori double"]}, ", which deploys it alone (8.4.2, D21)."),
        ({"west": ["mori 2"], "west_cards": ["mori"]}, "West 2, east 0: the east is behind"),
    ],
)
def test_a_play_says_why_it_counts_so(about, says):
    document = a_combat(plays=["w1 c1"], **about)
    assert says in " ".join(answers(document, of_edition)["steps"][0]["why"])


@pytest.mark.parametrize("case", [case for case in CASES if "refused" in case], ids=lambda case: case["id"])
def test_what_is_refused(case):
    with pytest.raises(OrderError) as caught:
        fought(case)
    refusal = case["refused"]
    assert (caught.value.field, caught.value.ruling) == (refusal["field"], refusal["rule"])
    assert refusal["says"] in caught.value.sentence
    assert caught.value.ruling in caught.value.sentence


RULES = {
    *(
        f"8.{one}"
        for one in ("1", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "3.3", "4.1", "4.2", "5", "6.1", "6.2", "6.3")
    ),
    *(f"8.{one}" for one in ("7.1", "7.2", "8.1", "9.1", "9.2", "9.3", "9.4", "9.5", "10")),
    *("9.1", "9.2", "9.4", "9.5", "9.1.1", "9.1.2", "9.1.3", *(f"9.4.{one}" for one in range(1, 7))),
    *(f"S{one}" for one in (7, *range(17, 28), 30, 35, 36, *range(40, 47))),
    *(f"D{one}" for one in (2, 3, 4, 10, 11, 13, *range(19, 26))),
}
"""What the rules and rulings say of a combat once it is declared; where one retreats to, and when Mōri comes, is the
campaign's."""


def test_every_rule_and_ruling_on_combat_has_a_case():
    cited = {case["id"].split()[0] for case in CASES}
    assert RULES - cited == set()


def test_every_case_is_named_once_and_gives_something():
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))
    assert all(("gives" in case) != ("refused" in case) for case in CASES)
