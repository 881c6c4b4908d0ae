"""What docs/scripting.md promises of `combat` and `march`, sentence by sentence, where no rule is behind it: those
have their cases in `tests/rulebook/sekigahara/`."""

from __future__ import annotations

import copy
import io
import json
import re
from pathlib import Path

import pytest

from control.cli import main
from control.kernel.errors import OrderError
from control.sekigahara.rules.board.march import reach as reach_by_the_rules
from control.sekigahara.rules.campaign.acts import Move
from control.sekigahara.rules.playing import legal
from control.sekigahara.rules.sight import seen
from control.sekigahara.scenario.load import of_edition
from control.sekigahara.scripting import march
from control.sekigahara.scripting.combat import answers
from control.sekigahara.scripting.faults import in_brackets
from tests.scripting.test_march import MARCH
from tests.sekigahara.campaigns import EDITIONS, campaign, played
from tests.sekigahara.combats import BATTLE, a_combat

SIEGE = a_combat(
    west=["mori 3", "mori 3", "mori gun"],
    west_cards=["mori double", "mori special"],
    east=["tokugawa 2", "tokugawa 2"],
    castle="east",
    plays=["w1 c1", "w2 c1", "w3 c2", "west passes"],
)
REFUTED = a_combat(
    west=["ukita 3"],
    west_cards=["ukita", "ukita"],
    east_cards=["loyalty"],
    plays=["w1 c1", "k1!", "west shows c2", "e1", "east passes", "west passes"],
)
STEP = [
    "action", "side", "card", "blocks", "base", "same_clan_bonus", "special_bonus", "impact", "goes_to", "refuted_by",
    "total", "initiative", "why",
]  # fmt: skip
WHOLE = ["steps", "over", "impact", "winner", "retreats", "victory", "castle", "losses", "draws"]
LATER = ["winner", "retreats", "victory", "castle", "losses", "draws"]


def combat(document, **otherwise):
    """The answer of `combat`, with fields of the document otherwise."""
    return answers({**document, **otherwise}, of_edition)


def refused(document, field, *words, **otherwise):
    """A combat is refused at a field, in a sentence with these words."""
    with pytest.raises(OrderError) as caught:
        combat(document, **otherwise)
    assert in_brackets(caught.value.field) == field
    assert [word for word in words if word not in caught.value.sentence] == []


@pytest.mark.parametrize(("command", "document"), [("combat", BATTLE), ("march", MARCH)])
def test_a_line_is_standard_input_and_a_list_gives_a_list(command, document, capsys, monkeypatch):
    for asked in (document, [document, document]):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(asked).encode())))
        assert main([command, "-"]) == 0
    one, two = re.split(r"\n(?=\[)", capsys.readouterr().out)
    assert json.loads(two) == [json.loads(one)] * 2


def test_a_fault_is_told_as_the_document_shows_it(capsys, monkeypatch):
    spoiled = copy.deepcopy(BATTLE)
    spoiled["plays"][1]["card"] = "k2"
    many = [BATTLE] * 17 + [spoiled, BATTLE]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(many).encode())))
    assert main(["combat", "-"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    what = "k2 is a loyalty challenge and deploys nobody; for e1 fit k1 (8.2.2)."
    assert err == f"control-room: [17].plays[1].card: {what}\n"


@pytest.mark.parametrize("document", [BATTLE, SIEGE, REFUTED])
def test_every_key_is_always_there_and_in_its_order(document):
    for number in range(len(document["plays"]) + 1):
        plays = document["plays"][:number]
        if plays and "challenge" in plays[-1]:
            refused(document, f"plays[{number - 1}].challenge", "waits for its answer", plays=plays, losses=None)
            continue
        over = number == len(document["plays"])
        found = combat(document, plays=plays, **({} if over else {"losses": None}))
        assert list(found) == WHOLE
        assert found["over"] is over
        assert [name for name in LATER if found[name] is None] == LATER or over
        challenges = sum("challenge" in one for one in plays)
        assert len(found["steps"]) == len(plays) - challenges, "a challenge and its answer are one"
        for step in found["steps"]:
            assert list(step) == STEP
            assert step["impact"] == step["base"] + step["same_clan_bonus"] + step["special_bonus"]
            assert re.search(r"\(.*\d", " ".join(step["why"]))
        assert not found["steps"] or found["steps"][-1]["total"] == found["impact"]


def test_a_script_is_refused_in_the_words_of_the_page_and_goes_on_from_what_is_offered(capsys, monkeypatch):
    script = {"scenario": "sekigahara_1600_gmt", "seed": "5", "actions": []}

    def played(*acts):
        document = json.dumps({**script, "actions": acts})
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(document.encode())))
        return main(["play", "-"]), capsys.readouterr()

    def bid(card):
        return {"action": "week.bid", "role": "east", "order": {"card": card}}

    page = (Path(__file__).parents[2] / "docs" / "scripting.md").read_text(encoding="utf-8")
    code, told = played(bid("ukita_normal_1"))
    said = told.err.removeprefix("control-room: ").strip()
    assert (code, said.replace("actions[0]", "actions[17]") in page) == (2, True), said
    (offer,) = [one for one in json.loads(played()[1].out)["offers"] if one["side"] == "east"]
    assert played(bid(offer["choices"]["card"][0]))[0] == 0


def test_a_challenge_is_a_step_of_the_challenger():
    won = combat(BATTLE)["steps"][4]
    assert (won["action"], won["side"], won["card"], won["goes_to"]) == ("challenge", "east", "k2", "east")
    assert won["blocks"] == ["w2", "w3"], "both of a double card"
    assert (won["base"], won["same_clan_bonus"], won["special_bonus"], won["refuted_by"]) == (5, 1, 0, None)
    stays = combat(REFUTED)["steps"][1]
    assert (stays["blocks"], stays["refuted_by"], stays["goes_to"]) == (["w1"], "c2", None)
    assert (stays["base"], stays["same_clan_bonus"], stays["special_bonus"], stays["impact"]) == (0, 0, 0, 0)


def test_a_pass_has_no_blocks_no_card_and_counts_nothing():
    for step in combat(BATTLE)["steps"][5:]:
        assert (step["action"], step["blocks"], step["card"], step["goes_to"]) == ("pass", [], None, None)
        assert (step["base"], step["impact"], step["refuted_by"]) == (0, 0, None)


def test_the_initiative_is_the_attackers_throughout_a_siege_and_nobodys_when_it_is_over():
    assert [step["initiative"] for step in combat(SIEGE)["steps"]] == ["west", "west", "west", None]
    assert combat(BATTLE)["steps"][-1]["initiative"] is None


def test_what_is_lost_and_drawn():
    found = combat(BATTLE)
    assert (found["winner"], found["retreats"], found["castle"]) == ("east", "west", None)
    assert found["losses"]["attacker"] == {"impact": 1, "beaten": 1, "blocks": ["w2", "w3"]}
    assert found["draws"] == {"attacker": 1 + 2 // 2, "defender": 2}, "a double card is one, a challenge is one"
    assert combat(REFUTED)["draws"] == {"attacker": 1, "defender": 1}, "a card shown is none"
    siege = combat(SIEGE)
    assert (siege["winner"], siege["castle"]) == (None, {"falls": False, "disk": None})
    assert siege["losses"]["defender"] == {"impact": siege["impact"]["attacker"] // 7, "beaten": 0, "blocks": ["e1"]}
    assert siege["losses"]["attacker"]["impact"] == 0
    assert siege["draws"] == {"attacker": 2, "defender": 1}


def test_a_side_left_out_loses_in_the_rules_order_and_others_in_any_that_it_allows():
    assert combat(BATTLE, losses={"west": ["w3", "w2"]}) == combat(BATTLE, losses=None) == combat(BATTLE)
    turned = copy.deepcopy(BATTLE)
    turned["blocks"]["west"].reverse()
    assert combat(turned, losses=None)["losses"]["attacker"]["blocks"] == ["w3", "w2"], "as `blocks` stand"
    refused(BATTLE, "losses", "when the combat is over", plays=BATTLE["plays"][:6])


def test_how_many_there_are_of_a_kind_is_not_counted():
    found = combat(a_combat(west=["mori leader"] * 4, west_cards=["mori special"] * 9, plays=["w1"]))
    assert found["steps"][0]["impact"] == 1


def test_what_is_printed_on_a_block_is_read_in_the_edition():
    ishida = a_combat(west=["ishida leader"], plays=["w1"])
    assert combat(ishida)["steps"][0]["card"] is None, "he leads, so he needs no card"
    document = a_combat(
        edition="kessen",
        attacker="east",
        east=["ii wild 2"],
        east_cards=["tokugawa special"],
        plays=["e1 k1"],
    )
    assert combat(document)["steps"][0]["special_bonus"] == 2, "Ii of Kessen has cavalry"


def test_a_loyalty_card_is_of_any_clan_or_of_none():
    for clan in ({"clan": "any"}, {"clan": None}, {}):
        document = copy.deepcopy(BATTLE)
        document["cards"]["east"][1] = {"id": "k2", "type": "loyalty", **clan}
        assert combat(document) == combat(BATTLE)


@pytest.mark.parametrize(
    ("edition", "side", "disks"),
    [
        ("gmt", "west", ["toyotomi", "sanada"]),
        ("gmt", "east", []),
        ("kessen", "west", ["toyotomi"]),
        ("kessen", "east", ["torii", "mogami"]),
    ],
)
def test_the_disk_of_a_siege_is_one_of_the_side_inside(edition, side, disks):
    attacker = {"east": "west", "west": "east"}[side]
    for disk in ("toyotomi", "sanada", "torii", "mogami"):
        document = a_combat(edition=edition, attacker=attacker, castle=f"{side} {disk}", plays=[])
        if disk in disks:
            assert combat(document)["over"] is False
            alone = copy.deepcopy(document)
            alone["blocks"][side] = []
            assert combat(alone)["over"] is False, "nobody inside, behind a disk (S7)"
        else:
            refused(document, "castle.disk", disk, "(3.4)")
    three = a_combat(
        edition=edition, attacker=attacker, castle=side, **{side: ["mori 3" if side == "west" else "date 3"] * 3}
    )
    refused(three, f"blocks.{side}", "only 2", "(8.9.2)")


def test_plays_come_in_their_order():
    refused(BATTLE, "plays[8]", "Both sides have passed", plays=[*BATTLE["plays"], {"side": "west", "pass": True}])
    refused(SIEGE, "plays[1].side", plays=[SIEGE["plays"][0], {"side": "east", "pass": True}])
    late = [*BATTLE["plays"][:2], BATTLE["plays"][6], BATTLE["plays"][4], BATTLE["plays"][5]]
    refused(BATTLE, "plays[3].challenge", plays=late, losses=None)
    refused(BATTLE, "plays[0].side", "initiative", plays=[{"side": "east", "pass": True}], losses=None)


# ---- march


def reach(**about):
    """What is answered to a march, by place."""
    return {one["to"]: one for one in march.answer({**MARCH, **about})["reach"]}


def test_a_way_has_its_keys_and_figures():
    found = reach()
    for to, one in found.items():
        assert list(one) == ["to", "way", "cards", "allowance", "used", "overruns", "why"]
        assert (one["way"][0], one["way"][-1]) == (MARCH["stack"]["place"], to)
        assert len(one["way"]) - 1 == one["used"] <= one["allowance"]
        assert set(one["overruns"]) <= set(one["way"])
    assert found["sawayama"]["overruns"] == ["sawayama"], "the last place among them"


def test_the_way_of_fewest_cards_then_segments_then_the_first_by_its_places():
    units = {"osaka": {"west": 1}}
    found = reach(stack={"place": "osaka", "blocks": 1}, position={"units": units, "disks": []})
    without = reach(stack={"place": "osaka", "blocks": 1}, position={"units": units, "disks": []}, force_march=0)
    assert {to for to, one in found.items() if not one["cards"]} == set(without)
    assert all(found[to] == one for to, one in without.items())
    assert {one["cards"] for one in found.values()} == {0, 1}


def test_what_is_refused_and_what_is_not():
    for field, about in {
        "stack.blocks": {"stack": {"place": "osaka", "blocks": 6}},
        "stack.place": {"stack": {"place": "moon", "blocks": 1}},
        "position.used.0": {"position": {**MARCH["position"], "used": [["osaka", "edo"]]}},
        "force_march": {"force_march": 2},
    }.items():
        with pytest.raises(OrderError) as caught:
            reach(**about)
        assert caught.value.field == field
    stays = {"units": {"osaka": {"west": 16}}}
    assert march.answer({**MARCH, "force_march": 0, "stack": {"place": "osaka", "blocks": 15}, "position": stays}) == {
        "reach": []
    }
    held = {"units": {"osaka": {"west": 1, "east": 3}}, "disks": ["toyotomi"]}
    with pytest.raises(OrderError, match=r"8\.9\.6"):
        reach(stack={"place": "osaka", "blocks": 1}, position=held)


# march, of a state


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_state_becomes_a_position_of_which_march_tells_the_ways_of_the_rules(edition):
    on, asked = campaign(edition), []

    def watch(before, act, after, said):
        if not isinstance(act, Move) or after.step != "move" or len(asked) > 20:
            return
        known = seen(on, after, after.active)
        position = {
            "units": {
                place: {side: stack["number"] for side, stack in stacks.items()}
                | {"castle": known["castles_held_first"].get(place)}
                for place, stacks in known["places"].items()
            },
            "leaders": sorted(after.position(on).leaders[after.active]),
            "disks": known["disks"],
            "used": [one.split("-") for one in known["movement"]["used"]],
            "moved": known["movement"]["moved"],
        }
        for offer in legal(on, after):
            if offer.act is Move:
                place, blocks = offer.choices["place"], len(offer.choices["blocks"])
                stack = {"edition": edition, "side": after.active, "position": position}
                ways = march.answers(stack | {"stack": {"place": place, "blocks": blocks}})["reach"]
                told = reach_by_the_rules(on.board, after.position(on), after.active, place, blocks)
                assert [tuple(one["way"]) for one in ways] == [one.way for one in told]
                with pytest.raises(OrderError, match="at most"):
                    march.answers(stack | {"stack": {"place": place, "blocks": blocks + 1}})
                asked.append(place)

    played(edition, 1, watch=watch)
    assert len(asked) > 20
