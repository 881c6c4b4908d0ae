"""The works of a clan on a phone, and the page on which a province changes hands."""

from __future__ import annotations

import re

import pytest

from control.sengoku.rows import BeatenLevy, Place, Province, Work
from tests.conftest import sign_in
from tests.tags import shown

BRIDGE = {"kind": "building", "province": "kai", "name": "Great Bridge", "points": "6", "key": "one"}


def test_three_taps_order_a_castle_works_province_order(at):
    team, hall = at("winter")
    page = shown(team.get("/works/takeda"))
    assert "leaves" in page
    assert 'value="kai" required' in page
    assert page.index("Back to the clan") < page.index("Has now"), "at the head, as on the pages it leads back to"
    answer = team.post("/works/takeda/order", data={"kind": "castle", "province": "kai", "key": "one"})
    assert (answer.status_code, answer.location) == (303, "/works/takeda")
    assert "ready winter 1552" in shown(team.get("/works/takeda"))
    assert hall.get(Work, 1).clan == "takeda"


def test_a_work_is_the_main_button_only_where_there_are_points_for_it(at):
    def main_buttons(team):
        return re.findall(r'<button class="main">(.*?)</button>', team.get("/works/takeda").text)

    team, hall = at("winter")
    assert main_buttons(team) == ["Order the castle", "Order the fortress", "Order the building"]
    has = int(re.search(r'<dd id="has">(\d+) points', team.get("/works/takeda").text)[1])
    hall.do("account.spend", "team", clan="takeda", kind="event", points=has - 4)
    assert main_buttons(team) == []


def test_an_order_sent_twice_is_paid_once(at):
    team, hall = at("winter")
    for _ in range(2):
        assert team.post("/works/takeda/order", data=BRIDGE).status_code == 303
    assert sum(entry.action == "work.order" for entry in hall.entries()) == 1


@pytest.mark.parametrize(("field", "typed", "words"), [
    ("points", "4", "costs 5 or more, not 4"), ("points", "many", "whole number"), ("points", "9000", "Spend"),
    ("name", "", "is missing"), ("province", "owari", "does not hold Owari"), ("province", "nowhere", "no province"),
])  # fmt: skip
def test_what_is_wrong_is_said_at_the_field_and_the_typing_kept(at, field, typed, words):
    team, hall = at("winter")
    before = hall.everything()
    answer = team.post("/works/takeda/order", data={**BRIDGE, field: typed})
    assert answer.status_code in (400, 422)
    page = shown(answer)
    assert f'id="wrong-{field}"' in page or words == "is missing"
    assert words in page or "needs a name" in page
    assert field == "name" or 'value="Great Bridge"' in page
    assert hall.everything() == before


def test_a_limit_is_explained_where_the_province_is_chosen(at):
    team, _hall = at("works")
    page = shown(team.get("/works/takeda"))
    assert "Kai is having a castle built already." in page
    assert "Shinano has an abandoned castle: re-commission it for 8." in page
    answer = team.post("/works/takeda/order", data={"kind": "fortress", "province": "kai", "key": "one"}, answers=422)
    assert "castle and fortress are never ordered in one year" in shown(answer)


@pytest.mark.parametrize(
    ("castle", "words"),
    [
        ("fortress", "Shinano has a fortress already."),
        ("castle", "Shinano is having its castle made a fortress already."),
    ],
)
def test_no_second_fortress_is_ordered(at, castle, words):
    team, hall = at("winter")
    if castle == "castle":
        hall.do("work.order", "team", kind="fortress", clan="takeda", province="shinano")
    else:
        hall.correct("province", "shinano", "castle", "fortress")
    answer = team.post(
        "/works/takeda/order", data={"kind": "fortress", "province": "shinano", "key": "one"}, answers=422
    )
    assert words in shown(answer)


def test_an_abandoned_place_is_offered_with_its_price(at):
    team, hall = at("winter")
    hall.do("place.take_over", "game", place="enryaku-ji", clan="takeda", how="force", force="a test")
    hall.correct("place", "enryaku-ji", "fortification", "none")
    hall.correct("place", "enryaku-ji", "abandoned", "fortress")
    page = shown(team.get("/works/takeda/list"))
    assert "Enryaku-ji" in page
    assert "Re-commission for 20" in page


def test_outside_winter_team_control_is_told_why_and_game_control_may_force_it(at, hall_at, app_of):
    hall = hall_at("start")
    app = app_of(hall)
    page = shown(sign_in(app, "team").get("/works/takeda"))
    assert "are ordered in winter" in page
    assert "Order the castle" not in page
    game = sign_in(app, "game")
    game.post("/works/takeda/order", data={"kind": "castle", "province": "kai", "key": "a"}, answers=422)
    forced = {"kind": "castle", "province": "kai", "key": "b", "force": "they asked in winter"}
    assert game.post("/works/takeda/order", data=forced).status_code == 303
    assert hall.get(Work, 1).province == "kai"


def test_an_abandoned_castle_is_recommissioned_with_one_button(at):
    team, hall = at("works")
    page = shown(team.get("/works/takeda/list"))
    assert "Re-commission for 8" in page
    assert "<input" in page
    assert not re.search(r'<input(?! type="hidden")', page)  # live: nobody types there
    team.post("/works/takeda/recommission", data={"province": "shinano", "key": "one"}, answers=303)
    assert hall.get(Province, "shinano").castle == "castle"
    again = team.post("/works/takeda/recommission", data={"province": "shinano", "key": "two"}, answers=422)
    assert "Nothing in Shinano is abandoned" in shown(again)


def test_game_control_forces_what_a_clan_cannot_pay_to_put_in_order(at):
    game, hall = at("works", "game")
    hall.do("account.spend", "team", clan="takeda", kind="other", points=sum(hall.has("takeda")) - 3, note="a test")
    sent = {"province": "shinano", "key": "one"}
    page = shown(game.post("/works/takeda/recommission", data=sent | {"key": "two"}, answers=422))
    (form,) = re.findall(r"<form[^>]*recommission(?:(?!</form>).)*Reason to force it.*?</form>", page, re.S)
    assert page.count("Wait for the new income") == 1
    sends = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([\w-]*)"', form))
    sends["force"] = "the monks lend it"
    game.post("/works/takeda/recommission", data=sends, answers=303)
    assert hall.get(Province, "shinano").castle == "castle"


def test_a_clan_without_works_says_so(at):
    team, _hall = at("start")
    assert "No castle, fortress or public building." in shown(team.get("/works/imagawa"))


@pytest.mark.parametrize("desk", ["npd", "bakufu", "map", "intelligence", None])
def test_other_desks_do_not_see_the_works_of_a_clan(at, desk):
    browser, _hall = at("works", desk)
    answer = browser.get("/works/takeda")
    assert answer.status_code in (303, 403)
    assert "Great Bridge" not in shown(answer)


def test_what_a_building_costs_is_in_no_page_of_map_control_and_none_for_the_public(hall_at, app_of):
    hall = hall_at("winter")
    hall.do(
        "work.order",
        "game",
        kind="building",
        clan="takeda",
        province="kai",
        points=7531,
        name="Great Bridge",
        force="to be found again",
    )
    app = app_of(hall)
    for desk, addresses in {
        "map": ("/map/", "/map/provinces/kai", "/journal/", "/api/state"),
        None: ("/display/", "/api/state"),
        "intelligence": ("/api/state",),
    }.items():
        for address in addresses:
            assert not re.search(r"\b7,?531\b", shown(sign_in(app, desk).get(address))), (desk, address)


# ---- changing hands


def test_two_taps_who_and_how_give_a_province_to_its_taker(at):
    desk, hall = at("start", "map")
    with hall.room.store.write() as session:
        session.add(BeatenLevy(id=1, province="shinano", season=0, clan="uesugi"))
    page = shown(desk.get("/map/provinces/shinano/take"))
    assert "Uesugi" in page
    version = re.search(r'name="version-" value="(\d+)"', page).group(1)
    answer = desk.post(
        "/map/provinces/shinano/take",
        data={
            "near": "uesugi",
            "how": "force",
            "version-": version,
            "key": "one",
            "clan": "",
            "what": "",
        },
    )
    assert (answer.status_code, answer.location) == (303, "/map/?province=shinano")
    assert hall.get(Province, "shinano").holder == "uesugi"
    assert "taken by force" in shown(desk.get("/map/provinces/shinano"))


def test_a_place_is_taken_on_its_provinces_page_and_a_clan_may_be_typed(at):
    desk, hall = at("start", "game")
    form = {"what": "kyoto", "clan": "Ōtomo", "how": "submits", "version-kyoto": "1", "vassalage": "yes", "key": "k"}
    assert desk.post("/map/provinces/yamashiro/take", data=form).status_code == 303
    assert (hall.get(Place, "kyoto").holder, hall.get(Place, "kyoto").taken) == ("otomo", False)
    assert hall.get(Province, "yamashiro").holder == "miyoshi"


def test_the_forms_are_headed_with_the_place_that_was_chosen(at):
    desk, _ = at("start", "map")
    assert "<h1>What becomes of Enryaku-ji?</h1>" in shown(desk.get("/map/provinces/yamashiro/settle?what=Enryaku-ji"))
    assert "<h1>What becomes of Yamashiro?</h1>" in shown(desk.get("/map/provinces/yamashiro/settle"))
    refused = desk.post("/map/provinces/yamashiro/take", data={"what": "kyoto", "clan": "nobody", "how": "submits"})
    assert "<h1>Kyoto changes hands</h1>" in shown(refused)


def test_an_old_page_does_not_take_a_province_that_has_changed_hands_since(at):
    desk, hall = at("start", "map")
    hall.do("province.take_over", "map", province="shinano", clan="hojo", how="force")
    answer = desk.post(
        "/map/provinces/shinano/take",
        data={
            "near": "uesugi",
            "how": "force",
            "version-": "1",
            "key": "one",
            "note": "after the battle",
        },
        answers=409,
    )
    assert "changed at another desk" in shown(answer)
    assert 'value="after the battle"' in shown(answer)
    assert hall.get(Province, "shinano").holder == "hojo"


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"how": "force"}, "is missing"),
        ({"near": "nobody", "how": "force"}, "no clan"),
        ({"near": "oda"}, "Choose how it was taken"),
        ({"near": "takeda", "how": "force"}, "holds Shinano already"),
    ],
)
def test_a_taking_that_cannot_be_is_refused_on_the_page(at, form, words):
    desk, hall = at("start", "map")
    before = hall.everything()
    answer = desk.post("/map/provinces/shinano/take", data={**form, "key": "one"})
    assert answer.status_code in (400, 409)
    assert words in shown(answer)
    assert hall.everything() == before


def test_the_card_shows_buildings_and_what_is_abandoned(hall_at, app_of):
    hall = hall_at("works")
    with hall.room.store.write() as session:
        session.get_one(Work, 2).state = "standing"
    card = shown(sign_in(app_of(hall), "map").get("/map/provinces/hida"))
    assert "Great Bridge" in card
    assert "castle, abandoned" in shown(sign_in(app_of(hall), "map").get("/map/provinces/shinano"))
    public = sign_in(app_of(hall), None).get("/display/drawing").text
    assert "Great Bridge in Hida" in public
