"""The preview of a phase: what it shows, that it is what happens, and that an old one runs nothing."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from control.sengoku.march.marching_questions import empty_to
from tests.conftest import sign_in
from tests.tags import shown


@pytest.fixture
def ready(hall_at, app_of):
    """Orders are in and phase 1 is done; a browser at the map."""
    hall = hall_at("orders")
    hall.phases(1)
    return hall, sign_in(app_of(hall), "map")


def hidden(page, name):
    """The value of a hidden field."""
    return re.search(rf'name="{name}" value="([^"]*)"', page).group(1)


def test_the_desk_leads_to_the_preview_and_the_preview_runs_the_phase(ready):
    hall, map_desk = ready
    assert 'href="/map/phase"' in shown(map_desk.get("/map/business"))
    page = shown(map_desk.get("/map/phase"))
    assert "Uesugi Kenshin" in page
    assert "2 armies move, 1 encounter" in page
    assert "Run phase 2" in page
    form = {name: hidden(page, name) for name in ("phase", "seen", "key")}
    for _ in range(2):
        assert map_desk.post("/map/phase", data=form).status_code == 303
    assert hall.state()[("game", 1)]["phase"] == 2
    assert sum(key[0] == "encounter" for key in hall.state()) == 1


def test_looking_changes_nothing(ready):
    hall, map_desk = ready
    before = hall.everything()
    map_desk.get("/map/phase")
    assert hall.everything() == before


def test_orders_changed_since_are_shown_instead_of_run(ready):
    hall, map_desk = ready
    page = shown(map_desk.get("/map/phase"))
    form = {name: hidden(page, name) for name in ("phase", "seen", "key")}
    hall.march(2, "suruga", late="he thought again")
    before = hall.everything()
    answer = map_desk.post("/map/phase", data=form, answers=409)
    assert "Orders have changed since this preview" in shown(answer)
    assert "Suruga" in shown(answer)
    assert hall.everything() == before


def test_a_banner_says_that_the_preview_is_old(ready):
    hall, map_desk = ready
    news = re.search(r'hx-get="(/news/phase/[^"]*)"', shown(map_desk.get("/map/phase"))).group(1)
    assert map_desk.get(news).status_code == 204
    hall.march(2, "suruga", late="he thought again")
    assert map_desk.get(news).status_code == 200


def test_with_something_open_there_is_no_button_and_it_says_what(hall_at, app_of):
    page = shown(sign_in(app_of(hall_at("encounter")), "map").get("/map/phase"))
    assert "Encounter 1 in shinano" in page or "Encounter 1 in Shinano" in page
    assert 'id="run-phase"' not in page


def test_winter_and_the_end_of_the_phases_have_no_preview(hall_at, app_of):
    assert "No army moves in winter" in shown(sign_in(app_of(hall_at("winter")), "map").get("/map/phase"))


def test_the_planned_moves_are_arrows_on_the_map(ready):
    _, map_desk = ready
    page = shown(map_desk.get("/map/phase"))
    assert re.search(r'data-from="echigo" data-to="shinano"', page)


@pytest.mark.parametrize("desk", ["team", "npd", "bakufu", "intelligence"])
def test_the_preview_is_for_the_map_and_game_control(ready, app_of, desk):
    hall, _ = ready
    assert sign_in(app_of(hall), desk).get("/map/phase").status_code == 403


def test_empty_phases_are_run_in_one_act_and_each_is_an_entry(ready):
    hall, map_desk = ready
    for army in (1, 2):
        hall.march(army, late="they stay after all")
    page = shown(map_desk.get("/map/phase"))
    assert "Nobody moves in phases 2 to 4." in page
    form = {name: hidden(page, name) for name in ("phase", "seen", "key")} | {"to": "4"}
    before = len(hall.entries())
    for _ in range(2):
        assert map_desk.post("/map/phase", data=form).status_code == 303
    assert hall.state()[("game", 1)]["phase"] == 4
    assert len(hall.entries()) == before + 3


def test_phases_that_are_not_empty_are_not_run_unseen(ready):
    hall, map_desk = ready
    assert "Nobody moves" not in shown(map_desk.get("/map/phase"))
    page = shown(map_desk.get("/map/phase"))
    form = {name: hidden(page, name) for name in ("phase", "seen", "key")} | {"to": "4"}
    before = hall.everything()
    answer = map_desk.post("/map/phase", data=form, answers=409)
    assert "are not empty any more" in shown(answer)
    for first, last in (("5", "6"), ("-9", "4")):
        map_desk.post("/map/phase", data=form | {"phase": first, "to": last}, answers=400)
    assert hall.everything() == before


def test_a_phase_in_which_somebody_moves_is_not_empty_though_the_rest_of_the_season_is(ready):
    hall, map_desk = ready
    hall.march(1, late="he stays after all")
    page = shown(map_desk.get("/map/phase"))
    assert "1 army moves, no encounters" in page
    assert "Nobody moves in phases" not in page
    hall.phases(2)
    assert "Nobody moves in phases 3 to 4." in shown(map_desk.get("/map/phase"))


@pytest.mark.parametrize(("moves", "met", "last"), [((), (), 4), (("a move",), (), 0), ((), ("an encounter",), 0)])
def test_where_somebody_moves_or_meets_a_phase_is_not_empty_whatever_comes_after(shipped, moves, met, last):
    found = SimpleNamespace(report=SimpleNamespace(moves=moves), met=met, marches=())
    assert empty_to(found, 2, shipped.tables.movement) == last
