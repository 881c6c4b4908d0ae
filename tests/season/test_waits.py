"""What now: one line for each kind under the desk that has to act, the one next step largest."""

from __future__ import annotations

import pytest

from control.sengoku.season import gate_questions as gate
from control.sengoku.season.waits_questions import what_now
from tests.conftest import sign_in


def now(hall):
    with hall.room.store.read() as session:
        return what_now(session, gate.still_open(session))


def said(waits):
    return [(one.desk, one.kind, one.count) for one in waits]


def test_what_is_open_stands_under_the_desk_that_has_to_act(hall_at):
    found = now(hall_at("encounter"))
    assert found.mine == ()
    assert {desk: said(waits) for desk, waits in found.others} == {
        "map": [("map", "encounter", 1), ("map", "phase", 2)],
        "team": [("team", "told", 1), ("team", "tick", 15)],
    }


def test_what_waits_for_game_control_itself_comes_first_and_keeps_no_season_from_ending(hall_at):
    found = now(hall_at("breach"))
    assert said(found.mine) == [("game", "honour", 1)]
    assert found.next.words == "1 point of honour proposed"


@pytest.mark.parametrize(
    ("stage", "kind"),
    [("guests", "order"), ("orders", "phase"), ("encounter", "encounter"), ("battle", "battle"), ("winter", "draw")],
)
def test_the_next_step_is_what_the_rest_waits_for(hall_at, stage, kind):
    assert now(hall_at(stage)).next.kind == kind


def test_armies_without_an_order_are_one_line_that_opens_by_clan(hall_at):
    hall = hall_at("guests")
    orders = next(one for _, waits in now(hall).others for one in waits if one.kind == "order")
    assert (orders.words, orders.is_one) == ("2 armies without an order", False)
    assert [(clan, len(things)) for clan, things in orders.by_whom] == [("Hōjō", 1), ("Takeda", 1)]


def test_somebody_who_has_several_cards_to_draw_stands_once(hall_at, app_of):
    page = sign_in(app_of(hall_at("winter")), "game").get("/season/").get_data(as_text=True)
    assert page.count("Asakura Norikage is to draw 3 cards") == 1
    assert "Asakura Norikage is to draw a card" not in page


def test_game_control_opens_on_what_now_and_the_season_can_be_closed_from_there(hall_at, app_of):
    page = sign_in(app_of(hall_at("encounter")), "game").get("/game/").get_data(as_text=True)
    assert "What now" in page
    assert 'href="/map/encounters/1"' in page
    assert page.index("What now") < page.index("Waits for others") < page.index("Journal</a></h2>")


@pytest.mark.parametrize(
    ("stage", "address"), [("winter", "/people/"), ("guests", "/orders/"), ("encounter", "/map/encounters/1")]
)
def test_the_next_step_leads_to_where_all_of_it_is_done(hall_at, app_of, stage, address):
    page = sign_in(app_of(hall_at(stage)), "game").get("/game/").get_data(as_text=True)
    assert f'next-step" href="{address}"' in page
