"""`control-room play`: a campaign from JSON, action by action, to the umpire's state."""

from __future__ import annotations

import json

import pytest

from control.cli import main
from control.kernel.journal.state_questions import state
from tests.games import ask
from tests.sekigahara.games import AT, a_room, order_of, play, standing_in

SEED = "as it was played"


def asked(tmp_path, *actions, **otherwise):
    """The file of a script."""
    file = tmp_path / "play.json"
    about = {"scenario": "sekigahara_1600_gmt", "seed": SEED, "actions": list(actions)}
    file.write_text(json.dumps(about | otherwise), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("edition", ["gmt", "kessen"])
def test_a_script_comes_out_as_the_game_that_was_played(tmp_path, capsys, edition):
    room, actions = a_room(tmp_path / "campaign.db", edition, SEED), []

    def watch(act, entry):
        name, order = order_of(act)
        actions.append({"action": name, "role": act.side, "name": "Ieyasu", "order": order})

    play(room, 40, watch=watch, by_umpire=0)
    known = json.loads(json.dumps(ask(room, state, "umpire")))
    room.store.close()
    file = asked(tmp_path, *actions, scenario=f"sekigahara_1600_{edition}")
    assert main(["play", file]) == 0
    first = capsys.readouterr().out
    found = json.loads(first)
    assert found["campaign"] == known["campaign"]
    assert [one["sentence"] for one in found["journal"]] == [one["sentence"] for one in known["journal"]]
    assert {one["umpire"] for one in found["journal"]} == {"Ieyasu"}
    assert {one["at"] for one in found["journal"]} == {AT}
    assert main(["play", file]) == 0
    assert capsys.readouterr().out == first, "the same is answered whenever it is asked"


def a_bid(tmp_path, side):
    """A bid that a side may make first."""
    room = a_room(tmp_path / "first.db", seed=SEED)
    card = standing_in(room)[1].hands[side][0]
    room.store.close()
    return {"action": "week.bid", "role": side, "order": {"card": card}}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (
            {"action": "week.bid", "role": "west", "order": {"card": "tokugawa_normal_1"}},
            "actions[1].order.card: That Tokugawa card is not in the hand of the west; only cards of the own hand "
            "are played (3.3).",
        ),
        ({"action": "move.end", "role": "west"}, "actions[1].order.side: The west bids a card"),
        ({"action": "week.bit", "role": "west"}, 'actions[1].action: There is no action "week.bit". Did you mean'),
        ({"action": "week.bid", "role": "north"}, 'actions[1].role: There is no role "north"; it is one of umpire, '),
        ({"action": "week.bid", "role": "west", "order": {"card": 7}}, "actions[1].order.card: A card is text, not 7."),
        ({"action": "week.bid", "role": "west", "order": {}}, 'actions[1].order.card: "card" is missing.'),
        ({"action": "week.bid", "role": "west", "order": {"card": "a", "side": "east"}}, "actions[1].order.side: This"),
        ({"action": "ruling.record", "role": "west", "order": {}}, "actions[1].role: “"),
        ({"action": "week.bid", "role": "west", "orders": {}}, 'actions[1].orders: There is no field "orders" here.'),
    ],
)
def test_what_is_refused_names_its_number_and_nothing_is_written(tmp_path, capsys, wrong, told):
    assert main(["play", asked(tmp_path, a_bid(tmp_path, "east"), wrong)]) == 2
    out, said = capsys.readouterr()
    assert out == ""
    assert said.startswith(f"control-room: {told}")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("otherwise", "told"),
    [
        ({"scenario": "sengoku_1550"}, 'scenario: "sengoku_1550" is no scenario of the campaign of 1600'),
        ({"scenario": "sekigahara"}, "scenario: There is no scenario"),
        ({"seed": 7}, "seed: A seed is text, not 7."),
        ({"actions": {}}, 'actions: "actions" is a list'),
    ],
)
def test_a_script_that_cannot_be_read_is_told_where(tmp_path, capsys, otherwise, told):
    assert main(["play", asked(tmp_path, **otherwise)]) == 2
    assert capsys.readouterr().err.startswith(f"control-room: {told}")
