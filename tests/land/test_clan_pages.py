"""The dossier of a clan: all its Controller must know of it, and what is done for its people from there."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from control.kernel.errors import ChangedElsewhere
from control.sengoku.land.clan_questions import clan_file
from control.sengoku.land.locals_questions import people
from control.sengoku.rows import Character, Treaty
from control.sengoku.world.land.land_questions import clan_signs
from tests.conftest import sign_in
from tests.test_pages import read
from tests.test_questions_asked import a_full_day


def file_at(hall, desk, clan):
    return hall.ask(clan_file, hall.room.scenario, desk, clan)


def test_a_clan_is_told_to_the_desk_that_minds_it_and_to_game_control_alone(hall):
    told = {(desk, clan): file_at(hall, desk, clan) is not None for desk in DESKS_ALL for clan in ("takeda", "yuki")}
    assert [one for one, there in told.items() if there] == [
        ("game", "takeda"), ("game", "yuki"), ("team", "takeda"), ("npd", "yuki"),
    ]  # fmt: skip


def test_whoever_stands_at_its_head_is_named_first(hall):
    assert [one.name for one in file_at(hall, "team", "takeda").people][:2] == ["Takeda Harunobu", "Anayama Nobutomo"]
    with hall.room.store.read() as session:
        assert next(people(session, clan_signs(session), "takeda")).name == "Takeda Harunobu"


DESKS_ALL = ("game", "map", "team", "npd", "bakufu", "intelligence")


def test_it_has_its_own_armies_with_how_strong_they_are_and_whether_their_orders_are_in(hall_at):
    found = file_at(hall_at("orders"), "team", "takeda")
    assert [(one.general, one.where, one.troops, one.has_order) for one in found.armies] == [
        ("Takeda Harunobu", "Kai", 20, True)
    ]
    hall_without = file_at(hall_at("guests"), "team", "takeda")
    assert [(one.troops, one.has_order) for one in hall_without.armies] == [(5, False)]
    assert hall_without.without_order == 1
    assert [(one.name, one.troops) for one in found.garrisons] == [("Hida", 2)]
    assert found.left == sum(one.left for one in found.grounds)


def test_of_another_clans_forces_it_says_nothing(hall_at, app_of):
    hall = hall_at("orders")
    hall.correct("army", 1, "troops", 4321)  # Uesugi's
    client = sign_in(app_of(hall), "team")
    assert not re.search(r"\b4,?321\b", client.get("/clans/takeda").text)
    assert "4321" in client.get("/clans/uesugi").text
    for desk in ("npd", "bakufu"):
        answer = sign_in(app_of(hall), desk).get("/clans/uesugi")
        assert (answer.status_code, "4321" in answer.text) == (403, False)


def test_it_has_hostages_both_ways_bonds_titles_calls_and_what_to_tell(hall):
    a_full_day(hall)
    hall.do("hostage.hand_over", "team", character="takeda-yoshinobu", to="uesugi")
    takeda, uesugi = file_at(hall, "team", "takeda"), file_at(hall, "team", "uesugi")
    assert [one.name for one in takeda.away] == ["Takeda Yoshinobu"] == [one.name for one in uesugi.keeps]
    assert [one.words for one in uesugi.bonds] == ["Uesugi at peace with Date"]
    assert len(takeda.calls) == 2
    assert takeda.to_tell
    assert any("Governor of Kai" in one.words for one in takeda.people)
    assert (takeda.honour is not None, file_at(hall, "npd", "yuki").honour) == (True, None)


def test_what_is_wrong_with_the_army_that_somebody_goes_along_with_stands_at_that_field(hall_at, app_of):
    hall = hall_at("people")
    client = sign_in(app_of(hall), "team")
    sent = {"character": "hojo-ujichika", "army": "1", "key": "along"}  # he is with it already
    page = read(client.post("/clans/hojo/accompany", data=sent, answers=422))
    (army,) = (box for box in page.boxes("army") if box["id"] == "along-army")
    assert army["aria-describedby"] in [found.get("id") for _, found in page.elements if found.get("role") == "alert"]


def test_somebody_goes_visiting_from_there_and_comes_back(hall, app_of):
    client = sign_in(app_of(hall), "team")
    sent = client.post("/clans/takeda/visit", data={"character": "obu-toramasa", "province": "Sagami"})
    assert (sent.status_code, sent.location) == (303, "/clans/takeda")
    assert "visiting in Sagami" in client.get("/clans/takeda").text
    assert client.post("/clans/takeda/return", data={"character": "obu-toramasa"}).status_code == 303
    assert "visiting in" not in client.get("/clans/takeda").text


def test_what_is_refused_there_is_said_at_its_form_with_what_was_typed(hall, app_of):
    client = sign_in(app_of(hall), "team")
    page = client.post("/clans/takeda/visit", data={"character": "obu-toramasa", "province": "Sagamo"}, answers=400)
    text = page.text
    assert "Did you mean" in text
    assert 'value="Sagamo"' in text


def test_nobody_of_another_clan_is_sent_anywhere_from_there(hall, app_of):
    client = sign_in(app_of(hall), "team")
    with hall.untouched():
        page = client.post("/clans/takeda/visit", data={"character": "uesugi-kenshin", "province": "kai"})
    assert page.status_code == 400
    assert "Choose somebody of Takeda." in page.text


@pytest.mark.parametrize("deed", ["visit", "return", "accompany", "call"])
def test_npd_control_sends_nobody_from_there(hall, app_of, deed):
    client = sign_in(app_of(hall), "npd")
    assert client.post(f"/clans/yuki/{deed}", data={"character": "x"}).status_code == 400
    assert f"/clans/yuki/{deed}" not in client.get("/clans/yuki").text


def test_the_part_that_follows_the_game_has_no_form(hall, app_of):
    part = sign_in(app_of(hall), "team").get("/clans/takeda/now").text
    assert not re.search("<form|<input|<html", part)
    assert "Takeda Harunobu" in part


def test_a_hostage_who_is_moved_on_by_two_taps_goes_once_and_both_are_answered_alike(hall, app_of):
    hall.do("hostage.hand_over", "team", character="oda-nobuyuki", to="takeda")
    client = sign_in(app_of(hall), "team")
    form = {"key": "moved-on", "character": "oda-nobuyuki", "to": "hojo"}
    first, again = (client.post("/clans/takeda/hand-over", data=form) for _tap in range(2))
    assert (first.status_code, again.status_code, again.location) == (303, 303, first.location)
    assert [one.action for one in hall.entries()].count("hostage.hand_over") == 2


@pytest.mark.parametrize("where", ["/people/oda-nobuyuki/hand-over", "/treaties/hostages/hand_over"])
@pytest.mark.parametrize("secret", [False, True], ids=["for no bond", "for a hidden bond"])
def test_who_moves_a_hostage_on_by_an_old_page_is_told_who_holds_him_now(hall, app_of, where, secret):
    terms = {"one": "oda", "other": "takeda", "audience": "secret", "terms": "hush"}
    hall.do("treaty.record", "team", kind="other", **terms)
    client = sign_in(app_of(hall), "game")
    opened = where.rpartition("/")[0]
    *_buttons, shown = re.findall(r'name="shown" value="([^"]*)"', client.get(opened).text)
    hall.do("hostage.hand_over", "map", character="oda-nobuyuki", to="takeda")
    form = {"character": "Oda Nobuyuki", "to": "Hōjō" if "treaties" in where else "hojo", "shown": shown}
    if secret and "treaties" in where:
        with hall.room.store.read() as session:
            form["treaty"] = str(session.scalar(select(Treaty.id)))
    answer = client.post(where, data={**form, "key": "old"}, answers=409)
    assert "a hostage of Takeda since you opened this" in answer.text
    assert hall.get(Character, "oda-nobuyuki").held_by == "takeda"
    *_buttons, shown = re.findall(r'name="shown" value="([^"]*)"', client.get(opened).text)
    answer = client.post(where, data={**form, "shown": shown, "key": "new", "force": "a test"})
    assert (answer.status_code, hall.get(Character, "oda-nobuyuki").held_by) == (303, "hojo")


@pytest.mark.parametrize(
    ("since", "order", "now"),
    [
        ("hostage.hand_over", {"to": "uesugi", "force": "a test"}, "a hostage of Uesugi"),
        ("hostage.release", {}, "nobody's hostage"),
    ],
)
def test_who_was_moved_on_or_sent_home_since_stays_there(hall, since, order, now):
    hall.do("hostage.hand_over", "game", character="oda-nobuyuki", to="takeda")
    hall.do(since, "game", character="oda-nobuyuki", **order)
    old = {"character": "oda-nobuyuki", "to": "hojo", "shown": ": oda-nobuyuki:takeda", "force": "a test"}
    with hall.untouched():
        refused = hall.refuse(ChangedElsewhere, "hostage.hand_over", "game", **old)
    assert refused.sentence.startswith(f"Oda Nobuyuki is {now} since you opened this.")
    assert refused.field == "character"


def test_who_hands_somebody_over_from_an_old_dossier_is_told_who_holds_him_now(hall, app_of):
    client = sign_in(app_of(hall), "game")
    (shown,) = re.findall(r'name="shown" value="([^"]*)"', client.get("/clans/takeda").text)
    hall.do("hostage.hand_over", "map", character="obu-toramasa", to="hojo")
    form = {"character": "obu-toramasa", "to": "date", "shown": shown, "force": "a test", "key": "old"}
    old = client.post("/clans/takeda/hand-over", data=form, answers=409)
    assert "a hostage of Hōjō since you opened this" in old.text
    assert hall.get(Character, "obu-toramasa").held_by == "hojo"


def test_the_dossier_of_a_clan_that_nobody_plays_says_whom_it_held(hall, app_of):
    client = sign_in(app_of(hall), "npd")
    page = client.get("/npd/clans/yuki").text
    (shown,) = set(re.findall(r'name="shown" value="([^"]*)"', page))
    assert shown == ":"


def test_a_page_of_the_hostages_of_one_clan_can_move_on_anothers(hall, app_of):
    hall.do("hostage.hand_over", "game", character="oda-nobuyuki", to="takeda")
    client = sign_in(app_of(hall), "game")
    *_buttons, shown = re.findall(r'name="shown" value="([^"]*)"', client.get("/treaties/hostages?clan=shimazu").text)
    form = {"character": "Oda Nobuyuki", "to": "Hōjō", "shown": shown, "key": "on", "force": "a test"}
    assert client.post("/treaties/hostages/hand_over", data=form).status_code == 303
    assert hall.get(Character, "oda-nobuyuki").held_by == "hojo"


def test_who_minds_a_clan_whose_head_died_is_led_to_where_he_names_the_next(hall, app_of):
    for clan in ("yuki-masakatsu", "takeda-harunobu"):
        hall.correct("character", clan, "alive", False)
    for desk, address in (("npd", "/clans/yuki/now"), ("npd", "/clans/yuki"), ("team", "/clans/takeda")):
        page = sign_in(app_of(hall), desk).get(address, follow_redirects=True).text
        assert "Name who follows</a>" in page, address
