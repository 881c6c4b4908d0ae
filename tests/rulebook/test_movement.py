"""The movement chapter of the rulebook, case by case: `pytest -k R14` tells what the program makes of R14."""

import re
import tomllib
from pathlib import Path

import pytest

from control.kernel.chance.dice import PACK, Dice
from control.kernel.errors import OrderNotAllowed
from control.sengoku.rules.battle import risk
from control.sengoku.scripting.movement import adjudicate

CORPUS = tomllib.loads(Path(__file__).with_name("12-movement.toml").read_text(encoding="utf-8"))
CASES, DRAWS = CORPUS["case"], CORPUS["draw"]


def pairs(lines):
    return [line.split() for line in lines]


def an_army(line, wounded):
    """``A1 takeda 3 kai: shinano hida`` as the scripting surface writes an army."""
    head, _, route = line.partition(":")
    army, side, experience, province = head.split()
    return {
        "id": army,
        "side": side,
        "experience": int(experience),
        "province": province,
        "route": route.split(),
        "wounded": army in wounded,
    }


def document(case):
    """The case as `control-room movement` reads it, with the map all cases share."""
    shared = CORPUS["map"]
    roads = {
        road: pairs([*shared["roads"].get(road, []), *case.get("roads", {}).get(road, [])])
        for road in {**shared["roads"], **case.get("roads", {})}
    }
    return {
        "season": case.get("season", "spring"),
        "adjacency": pairs([*shared["land"], *case.get("land", [])]),
        "sea_crossings": pairs([*shared["sea"], *case.get("sea", [])]),
        "roads": roads,
        "armies": [an_army(line, case.get("wounded", [])) for line in case["armies"]],
        "hostile": pairs(case.get("hostile", [])),
        "closed": case.get("closed", {}),
        "options": case.get("options", {}),
    }


def called_out(answer):
    """The answer in the notation of the corpus."""
    phases = answer["phases"]
    return {
        "moves": [f"{p['phase']} {m['army']} {m['from']} {m['to']}" for p in phases for m in p["moves"]],
        "encounters": [
            " ".join([str(p["phase"]), met["province"], met["kind"], *met["armies"]])
            for p in phases
            for met in p["encounters"]
        ],
        "stopped": [f"{p['phase']} {s['army']} {s['reason']}" for p in phases for s in p["stopped"]],
        "errors": [f"{e['army']} {e['leg']} {e['to']}" for e in answer["errors"]],
        "positions": answer["positions"],
        "allowances": answer["allowances"],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_handbook_movement(case, tables):
    gives = case["gives"]
    if "refused" in gives:
        with pytest.raises(OrderNotAllowed) as caught:
            adjudicate(document(case), tables=tables)
        assert caught.value.ruling == gives["refused"]
        return
    found = called_out(adjudicate(document(case), tables=tables))
    assert {name: found[name] for name in gives} == gives


@pytest.mark.parametrize("case", DRAWS, ids=lambda case: case["id"])
def test_handbook_risk(case):
    effects = {risk.draw(Dice(thrown=[card]), "battle", "Takeda Shingen").effect for card in case["cards"]}
    assert effects == {case["effect"]}


def test_of_a_pack_one_card_kills_and_three_wound():
    effects = [risk.effect_of(card) for card in PACK]
    assert {effect: effects.count(effect) for effect in effects} == {"dead": 1, "wounded": 3, "unharmed": 48}


def test_every_ruling_on_movement_and_risk_has_a_case():
    cited = {re.match(r"[RS]\d+", case["id"])[0] for case in CASES + DRAWS}
    assert cited >= {f"R{number}" for number in range(12, 20)}


def test_case_ids_are_unique_and_every_case_expects_something():
    ids = [case["id"] for case in CASES + DRAWS]
    assert len(ids) == len(set(ids))
    assert all(case["gives"] for case in CASES)
