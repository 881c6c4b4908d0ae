"""Of what may not be done a side is told why: each stack, degree, mustering and the Mōri box is offered or closed."""

from __future__ import annotations

import re

import pytest

from control.sekigahara.rules.campaign.acts import Bring, Declare, Group, Move, Muster, Pay
from control.sekigahara.rules.campaign.campaign import BOX, MORI_BOX
from control.sekigahara.rules.phases.closed import closed
from control.sekigahara.rules.phases.moving import DEGREES
from control.sekigahara.rules.playing import legal
from tests.sekigahara.campaigns import EDITIONS, campaign, played
from tests.sekigahara.scenes import scene


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_is_offered_or_closed_and_nothing_both(edition):
    on, phases = campaign(edition), []

    def watch(before, act, after, said):
        if after.step not in ("pay", "move"):
            return
        offers = [(one.act, one.choices.get("degree") or one.choices.get("place", "")) for one in legal(on, after)]
        shut = [(one.act, one.about) for one in closed(on, after)]
        if after.step == "pay":
            wanted = {(Pay, degree) for degree in DEGREES}
        else:
            places = [place for place in on.board.places if after.at(on, after.active, place)]
            wanted = {*((Move, place) for place in places), (Muster, "")}
            wanted |= {(Bring, "")} if after.active == "west" else set()
        told = [one for one in (*offers, *shut) if one[0] in (Pay, Move, Muster, Bring)]
        assert sorted(told, key=str) == sorted(wanted, key=str)
        phases.append(shut)

    played(edition, 2, watch=watch)
    assert len(phases) > 50


def why(game, act, about=""):
    """Why an act is closed."""
    [found] = [one for one in closed(game.on, game.state) if (one.act, one.about) == (act, about)]
    assert re.search(rf"{re.escape(found.ruling)}.*\)\.$|{re.escape(found.ruling)}", found.why)
    return found.why


def test_what_is_closed_says_why():
    game = scene(step="pay", hands={"west": "ukita_normal_1"}, west={"kiso": 1})
    assert why(game, Pay, "total") == "Total movement takes 2 cards, and 1 in hand are too few (7.1)."
    assert why(game(Pay("west", "none")), Move, "kiso") == "No stack is left to move under no movement (7.1)."
    assert "takes the place of a stack" in why(game, Muster)
    assert why(game, Bring) == "The Mōri box is empty (9.3)."
    game = scene(west={"kiso": 1, "gifu": 1, BOX: 1, MORI_BOX: "mori_leader_1_1"}, east={"gifu": 2})
    assert "besieged and may not leave it (8.9.6)" in why(game, Move, "gifu")
    assert why(game, Bring) == "Each block from the Mōri box costs a card, and the hand is empty (9.3)."
    still = scene(step="pay", west={MORI_BOX: "mori_leader_1_1"}, mori_when_not_moving="no")
    assert why(still(Pay("west", "none")), Bring) == "Without movement the Mōri box stays closed (S13)."
    game(Move("west", (Group(tuple(game.at("west", "kiso")), ("kiso", "suwa")),)))
    assert why(game, Move, "suwa") == "All blocks at Suwa moved or arrived in this phase (7.3.1)."
    game(Muster("west", tuple(game.at("west", BOX)), "aizu"))
    assert why(game, Muster) == "Mustering is done once in a phase, and was (7.2)."
    game = scene(west={"edo": 1}, active="west")
    game.state.used = ["edo-hakone", "edo-mito", "edo-oshi", "edo-oyama"]
    assert why(game, Move, "edo") == "Every road from Edo was used in this phase (S9)."
    assert why(game, Muster) == "The recruitment box of the west is empty (7.2)."
    game = scene(west={BOX: 1}, east={"himeji": 1, "aizu": 1, "osaka": 1})
    assert "S14" in why(game, Muster)
    assert closed(game.on, scene(step="combat").state) == []
    assert Declare.__name__ == "Declare"
