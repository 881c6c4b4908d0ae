"""The worked battles of the rule texts, every figure of every step, through the command itself."""

import csv
import io
import json
from pathlib import Path

import pytest

from control.cli import main

FOLDER = Path(__file__).parent
SIDES = ("west", "east")
FIGURES = ("base", "same_clan_bonus", "special_bonus", "impact")
CARD_OF = {"kobayakawa": "ukita"}
"""The clan of the card that deployed a block that goes with any."""


def rows(file):
    """A table as it stands in the data, by the example that each row belongs to."""
    found = {}
    for row in csv.DictReader(io.StringIO((FOLDER / file).read_text(encoding="utf-8"))):
        found.setdefault(row["example"], []).append(row)
    return found


STEPS, RESULTS = rows("battle_examples.csv"), rows("battle_results.csv")


def a_type(row):
    """The type of a block in an example, by its mon and ability."""
    if row["mon"] == "4":
        return "wild"
    if row["ability"] != "none":
        return row["ability"]
    return "leader" if row["mon"] == "1" else "infantry"


def a_document(steps):
    """An example as `control-room combat` reads it."""
    document = {
        "edition": steps[0]["edition"],
        "kind": "battle",
        "attacker": steps[0]["side"],
        "blocks": {side: [] for side in SIDES},
        "cards": {side: [] for side in SIDES},
        "castle": None,
        "plays": [],
    }
    for row in steps:
        side, cards = row["side"], document["cards"][row["side"]]
        if row["action"] == "pass":
            document["plays"].append({"side": side, "pass": True})
            continue
        card = f"{side}-card-{len(cards)}"
        if row["action"] == "challenge":
            cards.append({"id": card, "type": "loyalty", "clan": "any"})
            owner = next(one for one in SIDES if one != side)
            document["plays"] += [{"side": side, "challenge": card}, {"side": owner, "refute": None}]
            continue
        block = {"id": f"{side}-{row['step']}", "clan": row["clan"], "type": a_type(row), "mon": int(row["mon"])}
        document["blocks"][side].append(block)
        if row["card"] == "none":
            document["plays"].append({"side": side, "block": block["id"]})
            continue
        clan = CARD_OF.get(row["clan"], row["clan"]) if row["edition"] == "kessen" else row["clan"]
        if row["card"] == "double" and cards and cards[-1]["type"] == "double":
            card = cards[-1]["id"]
        else:
            cards.append({"id": card, "type": row["card"], "clan": clan})
        document["plays"].append({"side": side, "block": block["id"], "card": card})
    return document


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """All examples as one list, answered by the command."""
    folder = tmp_path_factory.mktemp("combat")
    (folder / "examples.json").write_text(json.dumps([a_document(steps) for steps in STEPS.values()]), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        written = io.StringIO()
        patch.setattr("sys.stdout", written)
        assert main(["combat", str(folder / "examples.json")]) == 0
    return dict(zip(STEPS, json.loads(written.getvalue()), strict=True))


def test_each_worked_battle_of_the_texts_is_there_with_its_steps_and_its_result():
    """The first wording ends with cavalry, the Spanish edition with guns (P7); Kessen has its own."""
    assert {*STEPS} == {*RESULTS} == {"gmt_gun", "gmt_cavalry", "kessen"}
    assert all(STEPS[one][-1]["action"] == "pass" for one in STEPS)


@pytest.mark.parametrize("example", STEPS)
def test_every_step_is_as_printed(example, answers):
    done = answers[example]["steps"]
    assert len(done) == len(STEPS[example])
    for step, row in zip(done, STEPS[example], strict=True):
        figures = [int(row[name] or 0) for name in FIGURES]
        assert [step[name] for name in FIGURES] == figures, row["step"]
        assert (step["action"], step["side"]) == (row["action"], row["side"])
        assert (step["goes_to"] or "") == row["goes_to"]
        assert step["total"] == {role: int(row[f"total_{role}"]) for role in ("attacker", "defender")}
        assert (step["initiative"] or "none") == row["initiative_after"]


@pytest.mark.parametrize("example", RESULTS)
def test_and_so_is_what_comes_of_it(example, answers):
    (row,), answer = RESULTS[example], answers[example]
    assert answer["over"]
    assert answer["winner"] == row["winner"]
    for role in ("attacker", "defender"):
        losses = answer["losses"][role]
        assert [losses["impact"], losses["beaten"]] == [int(row[f"loss_{role}_{why}"]) for why in ("impact", "beaten")]
        assert answer["draws"][role] == int(row[f"draw_{role}"])
    assert answer["retreats"] == "west"
    if first := row["first_loss_attacker"]:
        document = a_document(STEPS[example])
        lost = next(one for one in document["blocks"]["west"] if one["id"] == answer["losses"]["attacker"]["blocks"][0])
        assert lost["clan"] == first
