"""The lists of what to tell: each desk its own, ticked with one tap, without sizes."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from control.kernel.actions.world import Umpire
from control.kernel.chance.dice import Dice
from control.sengoku.rows import Notice, NoticeTo
from control.sengoku.world.acting import World
from control.sengoku.world.telling.notices_actions import tell
from tests.conftest import sign_in
from tests.test_pages import read

WON = "Battle in Yamashiro: Miyoshi won."
PASSED = "Oda may pass through Mikawa."


@pytest.fixture
def lists(hall, app):
    """Browsers at the desks of a game in which two things must be told; ``rows`` has the recipients by clan."""
    with hall.room.store.write() as session:
        world = World(session, hall.room.scenario, Dice(seed="x"), Umpire("Ōta", "map"), "")
        tell(world, "battle", WON, "yamashiro", ["miyoshi", "oda"])
        tell(world, "encounter", PASSED, "mikawa", ["oda"])

    class Lists:
        def at(self, desk):
            return sign_in(app, desk)

        def text(self, desk, address="/tell/"):
            answer = self.at(desk).get(address, answers=200)
            return answer.text

    found = Lists()
    found.hall = hall
    with hall.room.store.read() as session:
        found.rows = {(row.notice, row.clan): row.id for row in session.scalars(select(NoticeTo))}
    return found


def ticks(html):
    """The recipients that a page has a button for."""
    return {int(number) for number in re.findall(r'id="tick-(\d+)"', html)}


def test_each_desk_sees_its_own_list_and_map_and_game_all(lists):
    desks = {key: lists.hall.get(NoticeTo, key).desk for key in lists.rows.values()}
    for desk in ("team", "npd", "bakufu"):
        assert ticks(lists.text(desk)) == {key for key, minds in desks.items() if minds == desk}
    for desk in ("map", "game"):
        assert ticks(lists.text(desk)) == set(desks)


def test_the_newest_comes_first_with_its_reasons(lists):
    text = lists.text("team")
    assert text.index(PASSED) < text.index(WON)
    assert "took part" in text
    assert "holds the province" in text  # Imagawa, of Mikawa


def test_who_hears_of_a_rebellion_is_not_said_to_have_taken_part_in_it(lists):
    lists.hall.do("rebellion.declare", "bakufu", clan="oda", reason="it kept the rice")
    rebellion = lists.text("team").partition('<article class="panel notice"')[2].partition("</article>")[0]
    assert "Oda in rebellion" in rebellion
    assert "is concerned" in rebellion
    assert "took part" not in rebellion


def test_who_lost_his_land_is_not_said_to_have_taken_part_in_that(lists):
    lists.hall.do("province.take_over", province="owari", clan="imagawa", how="force")
    page = lists.text("team", "/tell/?clan=oda")
    taken = page.partition('<article class="panel notice"')[2].partition("</article>")[0]
    assert "took Owari from Oda by force" in taken
    assert "took part" not in taken


def test_a_list_of_one_clan_has_nothing_for_others_and_its_address_keeps_it(lists):
    text = lists.text("team", "/tell/?clan=oda")
    assert ticks(text) == {lists.rows[1, "oda"], lists.rows[2, "oda"]}
    assert "clan=oda" in next(
        found["hx-get"]
        for _, found in read(lists.at("team").get("/tell/?clan=oda")).elements
        if "/tell/list" in found.get("hx-get", "")
    )
    assert ticks(lists.text("team", "/tell/?clan=nobody")) == ticks(lists.text("team"))


def test_a_tick_is_told_and_folds_away_once_everybody_has_heard(lists):
    browser = lists.at("team")
    for clan in ("oda", "miyoshi"):
        form = {"recipient": str(lists.rows[1, clan]), "told": "true", "filter": "", "key": f"k-{clan}"}
        answer = browser.post("/tell/notice.tell", data=form)
        assert (answer.status_code, answer.location) == (303, "/tell/")
    row = lists.hall.get(NoticeTo, lists.rows[1, "oda"])
    assert (row.told, row.told_by) == (True, "Ōta")
    form = {"notice": "1", "last": str(max(lists.rows.values())), "key": "k"}
    browser.post("/tell/notice.tell_all", data=form)
    text = lists.text("team")
    assert WON not in text
    assert "Told already: 1" in text
    told = lists.text("team", "/tell/?told=1")
    assert WON in told
    assert "told by Ōta" in told


def test_a_form_sent_twice_ticks_once_and_a_tick_may_be_taken_off(lists):
    browser = lists.at("team")
    form = {"recipient": str(lists.rows[1, "oda"]), "told": "true", "key": "the same"}
    entries = len(lists.hall.entries())
    for _ in range(2):
        assert browser.post("/tell/notice.tell", data=form).status_code == 303
    assert len(lists.hall.entries()) == entries + 1
    browser.post("/tell/notice.tell", data={**form, "told": "false", "key": "another"})
    assert not lists.hall.get(NoticeTo, lists.rows[1, "oda"]).told


def test_a_tap_gets_the_list_alone_and_the_filter_stays(lists):
    browser = lists.at("team")
    form = {"recipient": str(lists.rows[1, "oda"]), "filter": "oda", "key": "k"}
    answer = browser.post("/tell/notice.tell", data=form, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.location) == (303, "/tell/list?clan=oda")
    part = browser.get(answer.location, headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert ticks(part) == {lists.rows[2, "oda"]}


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [({"recipient": "999"}, 400, "There is no notice to"), ({"recipient": "many"}, 400, "not “many”|not \"many\""),
     ({}, 400, "missing")],
)  # fmt: skip
def test_a_tick_that_cannot_be_gets_a_sentence(lists, form, status, words):
    before = lists.hall.everything()
    answer = lists.at("team").post("/tell/notice.tell", data=form)
    assert answer.status_code == status
    assert re.search(words, " ".join(read(answer).alerts))
    assert lists.hall.everything() == before


def test_a_tick_of_another_desk_is_refused(lists):
    lists.at("npd").post("/tell/notice.tell", data={"recipient": str(lists.rows[1, "oda"])}, answers=403)
    assert not lists.hall.get(NoticeTo, lists.rows[1, "oda"]).told
    assert lists.at("team").post("/tell/figure.correct", data={}).status_code == 400


def test_the_count_says_how_many_are_left_and_nothing_when_none_are(lists):
    text = lists.text("npd", "/tell/count")
    left = sum(1 for key in lists.rows.values() if lists.hall.get(NoticeTo, key).desk == "npd")
    assert re.search(rf">{left}<", text)
    last = max(lists.rows.values())
    for notice in (1, 2):
        lists.hall.do("notice.tell_all", "npd", notice=notice, last=last)
    assert lists.text("npd", "/tell/count").strip() == ""
    assert "Everybody has heard everything." in lists.text("npd", "/tell/")


def test_a_desk_with_nothing_to_tell_is_told_so(client):
    assert "Nobody has anything to hear yet." in client("team").get("/tell/").text


def test_no_list_carries_a_size_or_a_general(hall_at, app_of):
    hall = hall_at("orders")
    hall.correct("army", 1, "troops", 7777)
    hall.correct("army", 2, "troops", 6543)
    hall.phases(1, 2)
    hall.one_round("attacker_withdraws")
    app = app_of(hall)
    for desk in ("team", "npd", "bakufu"):
        for address in ("/tell/", "/tell/?clan=takeda", "/tell/?told=1", "/tell/list", "/tell/count"):
            text = sign_in(app, desk).get(address).text
            found = re.search(r"(?<![\da-f])(7,?777|6,?543)(?![\da-f])|Kenshin|Harunobu", text)  # not in a form's key
            assert not found, (desk, address)
    assert "Shinano" in sign_in(app, "team").get("/tell/").text


def test_all_of_a_clan_is_ticked_off_by_what_was_shown_also_where_a_notice_is_numbered_by_chance(lists):
    """A call of the Bakufu has a number far above those that are counted."""
    hall, browser = lists.hall, lists.at("team")
    hall.do("call.issue", "bakufu", kind="points", clan="oda", amount=3, season="1550-summer")
    page = browser.get("/tell/?clan=oda").text
    shown = page.partition('name="clan" value="oda"')[2].partition("</form>")[0]
    form = {"clan": "oda", "key": "k"} | dict(re.findall(r'name="(last|drawn)" value="([^"]*)"', shown))
    hall.do("province.take_over", province="owari", clan="imagawa", how="force")
    browser.post("/tell/notice.tell_all", data=form)
    left = [row["notice"] for row in hall.rows("notice_to") if row["clan"] == "oda" and not row["told"]]
    assert [hall.get(Notice, number).kind for number in left] == ["taken"]
