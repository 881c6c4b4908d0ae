"""The battle chapter of the rulebook, case by case: `pytest -k Kawanakajima` shows what becomes of the example."""

import re

import pytest

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotAllowed
from control.sengoku.rules.battle.battle import Ground, Side, check_battles_fought, check_settled, fight_round, recovery
from control.sengoku.rules.tables import Options, rounded_percent
from control.sengoku.scripting.battle import resolve
from tests.rulebook import corpus

TABLES = corpus.tables()
TACTICS = corpus.cells("06-battle-tactics.toml")
RESULTS = corpus.cells("06-battle-results.toml")
RECKONER = corpus.cells("06-battle-reckoner.toml")
RULES = corpus.cases("06-battle-rules.toml")
KAWANAKAJIMA = corpus.document("06-battle-kawanakajima.json")


def every(kind):
    """A test for every case of this kind."""
    return pytest.mark.parametrize(
        "case", [case for found, case in RULES if found == kind], ids=lambda case: case["id"]
    )


def every_cell(cells):
    """A test for every cell of a printed table."""
    return pytest.mark.parametrize("cell", cells, ids=lambda cell: cell.id)


def a_side(case, role):
    """One side of a case, with what the case leaves out."""
    return {"name": role.capitalize(), "experience": 1, **case[role]}


def a_round(case):
    """The round of a case, fought."""
    attacker, defender = (Side(**a_side(case, role)) for role in ("attacker", "defender"))
    return fight_round(
        attacker,
        defender,
        Ground(case.get("mountainous", False), case.get("sea", False)),
        tuple(case.get("tactics", ("outflank", "outflank"))),
        tables=TABLES,
        options=Options(**case.get("options", {})),
        dice=Dice([case.get("die", 3)]),
    )


def a_document(case):
    """The battle of a case as `control-room battle` reads it."""
    rounds = [line.split() for line in case["rounds"]]
    return {
        "province": {name: case.get(name, False) for name in ("mountainous", "sea")},
        **{role: a_side(case, role) for role in ("attacker", "defender")},
        "options": case.get("options", {}),
        "rounds": [
            {"attacker_tactic": attacker, "defender_tactic": defender, "die": int(die)}
            for attacker, defender, die in rounds
        ],
        **({"then": case["then"]} if "then" in case else {}),
    }


def read_out(shift):
    """A shift in the notation of the corpus."""
    return " ".join(filter(None, [shift.reason, shift.side, f"{shift.columns:+d}", shift.odds]))


@every_cell(TACTICS)
def test_tactic_matrix(cell):
    report = a_round({"attacker": {"troops": 10}, "defender": {"troops": 10}, "tactics": [cell.row, cell.column]})
    assert sum(shift.columns for shift in report.shifts) == cell.value


@every_cell(RESULTS)
def test_results_table(cell):
    attacker, defender = (10 * int(part) for part in cell.column.split("-"))
    report = a_round({"attacker": {"troops": attacker}, "defender": {"troops": defender}, "die": int(cell.row)})
    assert (report.odds, report.result) == (cell.column, cell.value)


@every_cell(RECKONER)
def test_ready_reckoner(cell):
    assert rounded_percent(int(cell.row), cell.column) == cell.value


def test_the_reckoner_to_print_is_the_printed_one():
    assert [list(row) for _, row in TABLES.reckoner.rows()] == [
        list(row) for row in corpus.document("06-battle-reckoner.toml")["rows"].values()
    ]


@every("odds")
def test_odds_column(case):
    column = TABLES.odds.column(*case["strengths"], case.get("rounding", "defender"))
    assert TABLES.odds.names[column] == case["gives"]


@every("round")
def test_round(case):
    report = a_round(case)
    found = {name: getattr(report, name) for name in case["gives"]}
    if "shifts" in found:
        found["shifts"] = [read_out(shift) for shift in report.shifts]
    assert found == case["gives"]


@every("percent")
def test_losses_beyond_the_reckoner(case):
    assert rounded_percent(case["of"], case["percent"]) == case["gives"]


@every("battle")
def test_battle(case):
    answer = resolve(a_document(case), tables=TABLES, dice=Dice())
    answer["winner"] = answer["winner"] or "nobody"
    assert {name: answer[name] for name in case["gives"]} == case["gives"]


@pytest.mark.parametrize("case", [KAWANAKAJIMA], ids=lambda case: case["id"])
def test_battle_to_the_letter(case):
    assert resolve(case["asks"], tables=TABLES, dice=Dice()) == case["gives"]


@every("refused")
def test_refused_battle(case):
    with pytest.raises(OrderNotAllowed) as caught:
        resolve(a_document(case), tables=TABLES, dice=Dice())
    gives = case["gives"]
    assert (caught.value.field, caught.value.ruling) == (gives["field"], gives["ruling"])
    assert gives["says"] in caught.value.sentence


@every("recovery")
def test_recovery(case):
    options = {name: case[name] for name in ("season", "has_general") if name in case}
    assert recovery(case["lost"], case["how"], tables=TABLES, **options) == case["gives"]


@every("season")
def test_battles_in_a_season(case):
    assert (
        is_allowed(check_battles_fought, "Uesugi", case["experience"], case["fought"], case.get("wounded", False))
        == case["gives"]
    )


@every("settled")
def test_who_attacks(case):
    sides = [
        Side(name, 10, level, wounded=hurt)
        for name, level, hurt in zip(("A", "B"), case["experience"], case.get("wounded", (False, False)), strict=True)
    ]
    assert is_allowed(check_settled, case["how"], *sides) == case["gives"]


def is_allowed(check, *arguments):
    """Whether a check lets this pass."""
    try:
        check(*arguments)
    except OrderNotAllowed:
        return False
    return True


def test_every_ruling_on_battles_has_a_case():
    cited = {re.match(r"[RH]\d+", case["id"])[0] for _, case in RULES}
    assert cited >= {f"R{number}" for number in range(1, 12)}


def test_every_kind_of_case_is_run():
    assert {kind for kind, _ in RULES} == {
        "odds",
        "round",
        "percent",
        "battle",
        "refused",
        "recovery",
        "season",
        "settled",
    }


def test_the_printed_tables_are_there_cell_by_cell():
    assert (len(TACTICS), len(RESULTS), len(RECKONER)) == (36, 78, 100)


def test_no_two_cases_share_an_id():
    ids = [case["id"] for _, case in RULES] + [cell.id for cell in TACTICS + RESULTS + RECKONER]
    assert len(ids) == len(set(ids))
