"""Displays, news and announcements at the pages: what everybody sees, what Game Control does, who may read what."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from sqlalchemy import func, select, text

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.announcements.announcements_questions import announcements, newest_unread
from control.kernel.hall.screens.screens_actions import MOST
from control.kernel.open_room import public_mark
from control.kernel.proof.verify import verify
from control.kernel.rows import Announcement, Display
from control.sengoku.hall.news.news_questions import is_private
from control.sengoku.rows import Battle, News, StatusBoard, Work
from tests.conftest import sign_in
from tests.tags import shown
from tests.test_pages import read


@pytest.fixture
def hall(hall_at):
    """A game with a display, news and announcements."""
    return hall_at("screens")


@pytest.fixture
def game(client):
    """Game Control's browser."""
    return client("game")


def released(hall, *boards):
    """Release boards: rank and rank before for each clan."""
    with hall.room.store.write() as session:
        for number, ranks in enumerate(boards, start=1):
            lines = [{"clan": clan, "rank": rank, "was": was} for clan, rank, was in ranks]
            session.add(
                StatusBoard(
                    id=number,
                    number=0,
                    year=1550,
                    season="spring",
                    at="2026-01-01T09:00:00+00:00",
                    ranks=lines,
                )
            )


# --- Displays -----------------------------------------------------------------------------------------------


def test_the_map_of_the_hall_lies_wide_unless_its_address_says_otherwise(client):
    wall = client(None)
    for address in ("/display/", "/display/hall", "/display/drawing", "/display/view/map"):
        for asked, kind in (
            ("", "wide"),
            ("?view=wide", "wide"),
            ("?view=upright", "upright"),
            ("?view=x", "wide"),
        ):
            page = shown(wall.get(address + asked))
            assert page.count("<svg") == 1 or "drawing" not in address, "one drawing is loaded, not two"
            assert f'data-lies="{kind}"' in page


def test_the_legend_of_the_map_of_the_hall_is_fetched_anew_as_the_map_is(client, hall):
    wall = client(None)
    legend = re.search(r'<ul id="legend"[^>]*>', wall.get("/display/").text)
    assert legend
    assert 'hx-get="/display/legend" hx-trigger="sse:journal"' in legend[0]
    assert "serves" not in wall.get("/display/legend").text
    hall.do("treaty.record", "team", kind="vassalage", one="oda", other="takeda")
    assert "Takeda, serves Oda</li>" in wall.get("/display/legend").text
    assert "Takeda, serves Oda</li>" in wall.get("/display/").text


def test_a_new_lord_and_a_team_with_a_new_clan_are_offered_as_news(game, hall):
    hall.do("head.replace", "game", heir="takeda-yoshinobu", reason="his council", force="agreed")
    took = hall.do("team.take_clan", "game", team="oda", clan="ukita", reason="driven out", force="they would rather")
    page = shown(game.get("/news-desk/"))
    assert "in the place of Takeda Harunobu" in page
    assert took.sentence[:30] in page


def test_whom_a_clan_serves_is_news_for_the_hall_as_soon_as_everybody_may_know(hall):
    marks = [public_mark(hall.room)]
    bond = {"kind": "vassalage", "one": "oda", "other": "takeda"}
    hall.do("treaty.record", "team", **bond, audience="secret")
    marks.append(public_mark(hall.room))
    hidden = {*hall.numbers("treaty")}
    hall.do("treaty.record", "team", **bond | {"other": "uesugi"})
    marks.append(public_mark(hall.room))
    hall.do("treaty.end", "team", treaty=({*hall.numbers("treaty")} - hidden).pop(), reason="it rebelled")
    marks.append(public_mark(hall.room))
    assert [one != other for one, other in pairwise(marks)] == [False, True, True]


def test_a_rebellion_stands_above_the_map_of_the_hall_until_it_is_lifted(client, hall):
    wall = client(None)
    hall.do("rebellion.declare", "bakufu", clan="oda", reason="it kept the rice")
    for address in ("/display/", "/display/hall", "/display/view/map"):
        assert "In rebellion: Oda" in wall.get(address).text, address
    hall.do("rebellion.lift", "bakufu", clan="oda")
    assert "In rebellion" not in wall.get("/display/view/map").text


def test_a_display_shows_its_views_and_says_how_old_it_is(client):
    page = shown(client(None).get("/display/hall"))
    assert re.findall(r'data-view="(\w+)"', page) == ["clock", "map"]
    assert 'data-seconds="20"' in page
    assert re.search(r"As of \d\d:\d\d:\d\d", page)


def test_a_display_hears_when_it_is_pointed_at_something_else(client, hall, game):
    wall = client(None)
    before = wall.get("/display/hall/now").get_json()
    assert (before["display"]["shows"], before["display"]["seconds"]) == (["clock", "map"], 20)
    data = {"display": "hall", "shows": ["news", "status"], "seconds": "7", "key": "k"}
    for _ in range(2):  # sent twice
        assert game.post("/display/desk/point", data=data).status_code == 303
    after = wall.get("/display/hall/now").get_json()
    assert after["display"] == {"name": "Great hall", "shows": ["news", "status"], "seconds": 7}
    assert after["version"] == before["version"]


def test_the_page_of_an_unknown_display_says_which_exist_and_waits_for_it(client, game):
    answer = client(None).get("/display/door", answers=404)
    assert "Great hall" in shown(answer)
    assert "data-unknown" in shown(answer)
    assert client(None).get("/display/door/now").get_json()["display"] is None
    game.post("/display/desk/point", data={"new": "1", "display": "Door", "shows": "news", "key": "k"})
    assert client(None).get("/display/door").status_code == 200


def test_views_are_answered_alone_and_only_when_they_changed(client, hall):
    wall = client(None)
    answer = wall.get("/display/view/news")
    assert "The harvest is good." in shown(answer)
    assert wall.get("/display/view/news", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert wall.get("/display/view/honour").status_code == 404


def test_only_released_news_is_on_a_display_and_only_that_of_the_latest_season(client, hall):
    wall = client(None)
    hall.next_season()
    hall.do("news.choose", "game", text="A typhoon is near.")
    assert "harvest" in shown(wall.get("/display/view/news"))
    assert "comet" not in shown(wall.get("/display/view/news"))
    hall.do("news.release", "game", item=4)
    page = shown(wall.get("/display/view/news"))
    assert "A typhoon is near." in page
    assert "Summer 1550" in page
    assert "harvest" not in page


def test_much_news_is_paged_and_nothing_is_lost(client, hall):
    hall.do("news.drop", "game", item=1)
    hall.do("news.drop", "game", item=2)
    for number in range(9):
        hall.do("news.choose", "game", text=f"Rumour {'abcdefghi'[number]}: " + "the monks are angry; " * (number + 1))
    hall.do("news.release", "game")
    page = shown(client(None).get("/display/view/news"))
    slides = page.split("<section")[1:]
    assert len(slides) > 2
    assert f"1 of {len(slides)}" in page
    assert [page.count(f"Rumour {letter}") for letter in "abcdefghi"] == [1] * 9


def test_before_anything_is_released_the_views_say_so(app_of, hall_at):
    wall = sign_in(app_of(hall_at("orders")), None)
    assert "The order of the clans has not been released yet." in shown(wall.get("/display/view/status"))
    assert "There is no news yet." in shown(wall.get("/display/view/news"))


def test_the_order_of_the_clans_has_ranks_arrows_in_words_and_never_a_point(client, hall):
    released(
        hall,
        [("oda", 1, None), ("mori", 2, None)],
        [("takeda", 1, 3), ("hojo", 2, 2), ("uesugi", 2, 1), ("oda", 4, None)],
    )
    page = shown(client(None).get("/display/view/status"))
    rows = re.findall(r'class="rank">(\d+)<.*?class="clan">(\w+).*?class="way (\w+)">([\w ]+)<', page)
    assert rows == [
        ("1", "Takeda", "up", "up 2"),
        ("2", "Hōjō", "same", "as before"),
        ("2", "Uesugi", "down", "down 1"),
        ("4", "Oda", "new", "new"),
    ]
    assert page.count("shared") == 2
    assert "武田" in page
    assert "point" not in page


def test_the_first_board_has_no_arrows(client, hall):
    released(hall, [("oda", 1, None), ("mori", 2, None)])
    page = shown(client(None).get("/display/view/status"))
    assert "Mōri" in page
    assert 'class="way' not in page


def test_game_control_makes_changes_and_removes_a_display(game, hall):
    page = shown(game.get("/display/desk/"))
    assert "Great hall" in page
    assert "/display/hall" in page
    new = {"new": "1", "display": "door", "name": "At the door", "shows": ["news", "clock"], "seconds": "", "key": "a"}
    for _ in range(2):  # sent twice
        assert game.post("/display/desk/point", data=new).status_code == 303
    assert (hall.get(Display, "door").shows, hall.get(Display, "door").seconds) == (["news", "clock"], 20)
    assert 'value="At the door"' in shown(game.get("/display/desk/?change=door"))
    assert game.post("/display/desk/remove", data={"display": "door", "key": "b"}).status_code == 303
    told = shown(game.get("/display/desk/"))
    assert "“At the door” was removed" in told
    assert "Undo" in told
    assert "At the door" not in shown(game.get("/display/desk/list"))
    game.post("/journal/undo", data={"entry": len(hall.entries()), "key": "c"})
    assert hall.get(Display, "door").name == "At the door"


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("display", "the hall", "has small letters"),
        ("display", "hall", "already"),
        ("display", "desk", "Take another"),
        ("seconds", "2", "from 5 to 600"),
        ("shows", "", "Say what it shows"),
    ],
)
def test_what_is_wrong_with_a_display_is_said_at_the_field(game, hall, field, typed, words):
    before = hall.everything()
    data = {"new": "1", "display": "door", "name": "At the door", "shows": "map", "key": "k", field: typed}
    if not typed:
        del data[field]
    answer = game.post("/display/desk/point", data=data)
    assert answer.status_code in (400, 422)
    page = shown(answer)
    assert f'id="wrong-{field}"' in page
    assert words in page
    assert 'value="At the door"' in page
    assert hall.everything() == before


def test_there_are_no_more_displays_than_a_hall_has_walls_for(game, hall):
    with hall.room.store.write() as session:
        number = session.query(Display).count()
        session.add_all(
            Display(id=f"wall-{one}", name="Wall", shows=["map"], seconds=20) for one in range(MOST - number)
        )
    data = {"new": "1", "display": "door", "name": "At the door", "shows": "map", "key": "one too many"}
    answer = game.post("/display/desk/point", data=data, answers=422)
    assert f"There are {MOST} displays already. Remove one first." in shown(answer)
    with hall.room.store.read() as session:
        assert session.query(Display).count() == MOST


# --- News ---------------------------------------------------------------------------------------------------


def test_a_sentence_is_chosen_without_the_sizes_the_journal_has(hall_at, app_of):
    hall = hall_at("peace")
    game = sign_in(app_of(hall), "game")
    page = shown(game.get("/news-desk/"))
    assert "As news:" in page
    assert "Takeda won, and Uesugi gave way." in page
    over = next(entry.number for entry in hall.entries() if entry.action == "battle.end")
    for _ in range(2):  # a double tap
        assert game.post("/news-desk/choose", data={"entry": over, "number": "0", "key": "k"}).status_code == 303
    assert hall.get(News, 1).text == "Battle in Shinano, Uesugi against Takeda: Takeda won, and Uesugi gave way."
    assert hall.get(News, 1).entry == over
    assert "Chosen" in shown(game.get("/news-desk/journal"))
    fought = next(entry.number for entry in hall.entries() if entry.action == "battle.fight_round")
    warned = shown(game.get(f"/news-desk/?every=1&entry={fought}"))
    assert "nothing of that is for everybody" in warned


def test_news_is_edited_ordered_released_withdrawn_and_dropped(game, hall, client):
    wall = client(None)
    edited = {"item": "2", "version": "1", "text": "Takeda lost a battle.", "number": "0"}
    assert "A comet was seen." in shown(game.get("/news-desk/"))
    assert game.post("/news-desk/edit", data={**edited, "key": "a"}).status_code == 303
    assert game.post("/news-desk/move", data={"item": "2", "way": "up", "key": "b"}).status_code == 303
    assert game.post("/news-desk/release", data={"number": "0", "key": "c"}).status_code == 303
    page = shown(wall.get("/display/view/news"))
    assert page.index("Takeda lost a battle.") < page.index("A comet was seen.") < page.index("The harvest is good.")
    assert game.post("/news-desk/withdraw", data={"item": "1", "key": "d"}).status_code == 303
    assert "comet" not in shown(wall.get("/display/view/news"))
    assert game.post("/news-desk/drop", data={"item": "1", "key": "e"}).status_code == 303
    assert "comet" not in shown(game.get("/news-desk/list"))


def test_what_names_a_size_is_released_only_with_a_reason(game, hall, client):
    answer = game.post("/news-desk/release", data={"item": "2", "version": "1", "number": "0", "key": "a"}, answers=422)
    assert 'name="force"' in shown(answer)
    forced = {"item": "2", "version": "1", "number": "0", "force": "all know it", "key": "b"}
    assert game.post("/news-desk/release", data=forced).status_code == 303
    assert "Takeda lost 4 counters." in shown(client(None).get("/display/view/news"))
    assert hall.entries()[-1].sentence.endswith("Forced: all know it.")


def test_two_umpires_who_edit_the_same_news_see_both_versions(game, hall):
    mine = {"item": "1", "version": "1", "text": "A comet with two tails!", "number": "0", "key": "a"}
    hall.do("news.edit", "game", item=1, text="A comet was seen in the west.", version=1)
    answer = game.post("/news-desk/edit", data=mine, answers=409)
    page = shown(answer)
    assert '<p class="source">A comet was seen in the west.</p>' in page
    assert "A comet with two tails!</textarea>" in page
    version = re.search(r'name="version" value="(\d+)"', page[page.index('id="words"') :]).group(1)
    assert game.post("/news-desk/edit", data={**mine, "version": version, "key": "b"}).status_code == 303
    assert hall.get(News, 1).text == "A comet with two tails!"


def test_what_not_every_umpire_may_read_needs_other_words(game, hall):
    secret = next(entry.number for entry in hall.entries() if is_private(entry))
    answer = game.post("/news-desk/choose", data={"entry": secret, "number": "0", "key": "a"}, answers=422)
    assert 'id="wrong-text"' in shown(answer)
    own = {"entry": secret, "number": "0", "text": "The doors close early.", "key": "b"}
    assert game.post("/news-desk/choose", data=own).status_code == 303


def test_what_was_taken_back_is_no_news_and_a_draft_of_it_says_so(hall_at, app_of):
    hall = hall_at("peace")
    game = sign_in(app_of(hall), "game")
    over = next(entry.number for entry in hall.entries() if entry.action == "battle.end")
    game.post("/news-desk/choose", data={"entry": over, "key": "a"})
    hall.undo(over)
    assert "was taken back in the journal" in shown(game.get("/news-desk/list"))
    answer = game.post("/news-desk/choose", data={"entry": over, "key": "b"}, answers=422)
    assert "was taken back, so it is no news" in shown(answer)


def test_news_of_a_season_gone_can_still_be_written(game, hall):
    hall.next_season()
    page = shown(game.get("/news-desk/?number=0"))
    assert "News of Spring 1550" in page
    game.post("/news-desk/choose", data={"text": "Peace in the east.", "number": "0", "key": "a"})
    assert (hall.get(News, 4).number, hall.get(News, 4).season) == (0, "spring")
    assert "Peace in the east." in shown(game.get("/news-desk/list?number=0"))
    assert "Peace" not in shown(game.get("/news-desk/list"))


def test_strange_addresses_of_the_news_desk_do_no_harm(game, hall):
    for address in (
        "?number=99999",
        "?number=x",
        "?before=x",
        f"?entry={'9' * 30}",
        f"?before=-{'9' * 30}",
        "?item=77",
        "?number=-1",
    ):
        assert game.get(f"/news-desk/{address}").status_code == 200, address
    assert game.post("/news-desk/burn", data={"key": "k"}).status_code == 400


# --- Announcements ------------------------------------------------------------------------------------------


def test_an_announcement_stands_on_every_page_of_the_desks_it_went_to_until_it_is_read(app, hall):
    team, other = sign_in(app, "team", "Mori"), sign_in(app, "map", "Endo")
    page = shown(team.get("/treaties/"))
    assert "Fetch your letters." in page
    assert "1 more" in page
    assert "Doors close at nine." in shown(other.get("/map/"))
    assert "Fetch your letters." not in shown(other.get("/map/"))
    answer = team.post("/announcements/4001/read", data={"key": "a", "next": "/treaties/"})
    assert (answer.status_code, answer.location) == (303, "/treaties/")
    assert "Doors close at nine." in shown(team.get("/announcements/banner"))
    part = team.post("/announcements/1/read", data={"key": "b"}, headers={"HX-Request": "true"}, answers=200)
    assert "announcement" not in shown(part)
    team.post("/announcements/1/read", data={"key": "c"}, answers=303)


def test_where_nothing_is_announced_its_page_says_where_that_would_stand(app, hall):
    game = sign_in(app, "game")
    for number in (4001, 1):
        assert game.post(f"/announcements/{number}/end", data={"key": str(number)}).status_code == 303
    for browser in (game, sign_in(app, "bakufu", "Abe")):
        page = shown(browser.get("/announcements/"))
        assert "at the foot of every page" in page
        assert page.index('id="announced"') > page.index("</main>")


def test_an_announcement_that_has_ended_is_not_read_any_more_and_the_banner_goes_on_to_the_next(app, hall):
    team = sign_in(app, "team", "Mori")
    hall.do("announcement.end", "game", announcement=4001)
    before = hall.everything()
    answer = team.post("/announcements/4001/read", data={"key": "a"})
    assert (answer.status_code, "This announcement has ended." in shown(answer)) == (422, True)
    part = team.post("/announcements/4001/read", data={"key": "b"}, headers={"HX-Request": "true"}, answers=200)
    assert "Doors close at nine." in shown(part)
    assert "has ended" not in shown(part)
    assert hall.everything() == before


@pytest.mark.parametrize("desks", [[], ["team", "map"]])
def test_of_what_was_announced_the_desks_that_it_went_to_read_in_their_journals(app, hall, desks):
    announced = hall.do("announcement.post", "game", text="Close your books.", desks=desks).sentence.partition(":")[0]
    number = max(row["id"] for row in hall.rows("announcement") if row["text"] == "Close your books.")
    hall.do("announcement.end", "game", announcement=number)
    for desk in hall.room.game.roles:
        page = shown(sign_in(app, desk).get("/journal/"))
        told = [f"{how}: Close your books." in page for how in (announced, "No longer announced")]
        assert told == [not desks or desk in ("game", *desks)] * 2, desk


def test_game_control_sees_who_has_read_it_and_who_has_not(app, hall):
    team = sign_in(app, "team", "Mori")
    hall.do("troops.announce", "team", clan="takeda", province="kai", counters=1)  # so Team Control is known to be here
    team.post("/announcements/4001/read", data={"key": "a"})
    page = shown(sign_in(app, "game").get("/announcements/"))
    mine = page[page.index('id="announcement-4001"') : page.index('id="announcement-1"')]
    assert re.search(r'class="done">Mori', mine)
    assert re.search(r'class="waits">Team Control', mine)
    assert "Map Control" not in mine
    hall.do("duty.assign", "game", umpire="Greta", desk="team", clan="oda")  # on the rota, and has done nothing yet
    page = shown(sign_in(app, "game").get("/announcements/"))
    assert re.search(r'class="waits">Greta', page)


def test_what_stands_is_announced_however_much_was_said_since_and_older_ended_ones_are_a_link_away(app, hall):
    with hall.room.store.write() as session:
        for number in range(100, 142):
            at = f"2099-01-01T10:{number - 100:02}:00+00:00"
            session.add(Announcement(id=number, at=at, umpire="Greta", text=f"Bell {number}.", desks=[], ended=True))
    for desk in ("game", "npd"):
        browser = sign_in(app, desk, "Endo")
        page = shown(browser.get("/announcements/"))
        assert "Doors close at nine." in page, desk
        assert "Bell 102." in page
        assert "Bell 101." not in page
        assert 'href="/announcements/?ended=all#over">2 older</a>' in page
        whole = shown(browser.get("/announcements/?ended=all"))
        assert "Bell 100." in whole
        assert "older</a>" not in whole
        assert 'hx-get="/announcements/list?ended=all"' in whole
        assert "Bell 100." in shown(browser.get("/announcements/list?ended=all"))
    assert sign_in(app, "game").post("/announcements/1/end", data={"key": "a"}).status_code == 303


def test_whoever_reads_an_announcement_hides_it_from_nobody_of_his_name_at_another_desk(app, hall):
    perform(hall.room, Umpire("Tom", "game"), "announcement.post", {"text": "Close your books."})
    for desk in ("team", "map"):
        tom = sign_in(app, desk, "Tom")
        assert "Close your books." in shown(tom.get("/announcements/banner")), desk
        assert tom.post("/announcements/2/read", data={"key": desk}).status_code == 303
        assert "Close your books." not in shown(tom.get("/announcements/banner")), desk
    page = shown(sign_in(app, "game", "Tom").get("/announcements/"))
    assert page[page.index('id="announcement-2"') :].count('class="done">Tom') == 3


def test_an_umpire_has_read_an_announcement_however_he_writes_his_name(app, hall):
    hall.do("duty.assign", "game", umpire="Hana", desk="team", clan="oda")
    hana = sign_in(app, "team", "hana")
    assert hana.post("/announcements/1/read", data={"key": "a"}).status_code == 303
    assert "Doors close at nine." not in shown(sign_in(app, "team", "Hana").get("/announcements/banner"))
    page = shown(sign_in(app, "game").get("/announcements/"))
    assert not re.search('class="waits">Hana', page[page.index('id="announcement-1"') :])


def test_of_two_umpires_whose_names_are_signs_alone_each_reads_for_himself(app, hall):
    for name in ("🐉", "🦊"):
        hall.do("duty.assign", "game", umpire=name, desk="team", clan="oda")
    dragon, fox = (sign_in(app, "team", name) for name in ("🐉", "🦊"))
    for number in (1, 4001):
        assert dragon.post(f"/announcements/{number}/read", data={"key": f"dragon {number}"}).status_code == 303
    assert hall.ask(newest_unread, "🐉", "team") is None
    assert hall.ask(newest_unread, "🦊", "team") is not None
    told = [[one.read for one in hall.ask(announcements, name, "team")] for name in ("🐉", "🦊")]
    assert told == [[True, True], [False, False]]
    page = shown(sign_in(app, "game").get("/announcements/"))
    assert 'class="waits">🦊' in page
    assert 'class="waits">🐉' not in page
    assert fox.post("/announcements/1/read", data={"key": "fox"}).status_code == 303


@pytest.mark.parametrize("name", ["Team Control", "🐉"])
def test_a_mark_from_before_it_was_one_of_a_desk_is_taken_back_and_replayed(hall, name):
    entry = perform(hall.room, Umpire(name, "team"), "announcement.read", {"announcement": 1})
    was = [
        {**change, "key": [1, name], "after": {k: v for k, v in change["after"].items() if k != "reader"}}
        for change in entry.changes
    ]
    with hall.room.store.write() as session:
        kept = {"changes": json.dumps(was), "number": entry.number}
        session.execute(text("update journal set changes = :changes, made_with = '0053' where number = :number"), kept)
    assert verify(hall.room).differences == ()
    hall.undo(entry=entry.number)
    assert verify(hall.room).differences == ()


def test_only_the_desks_addressed_read_an_announcement_anywhere(app, hall):
    for desk in ("map", "npd", "intelligence", "bakufu"):
        client = sign_in(app, desk, "Endo")
        for address in ("/announcements/", "/announcements/list", "/announcements/banner", "/journal/", "/api/state"):
            assert "Fetch your letters" not in shown(client.get(address)), (desk, address)
        answer = client.post("/announcements/4001/read", data={"key": desk}, answers=400)
        assert "Fetch your letters" not in shown(answer)
    assert "Fetch your letters" in shown(sign_in(app, "team", "Mori").get("/announcements/"))


def test_game_control_announces_and_ends(game, hall):
    data = {"text": "Lunch at one.", "desks": ["team", "npd"], "key": "a"}
    for _ in range(2):
        assert game.post("/announcements/", data=data).status_code == 303
    assert hall.get(Announcement, 12001).desks == ["team", "npd"]
    wrong = game.post("/announcements/", data={"text": "", "desks": ["team"], "key": "b"}, answers=400)
    assert 'id="wrong-text"' in shown(wrong)
    assert re.search(r'value="team" checked', shown(wrong))
    assert game.post("/announcements/12001/end", data={"key": "c"}).status_code == 303
    assert game.post("/announcements/12001/end", data={"key": "d"}).status_code == 409
    assert hall.get(Announcement, 12001).ended


def test_nobody_but_game_control_announces(client):
    assert client("map").post("/announcements/", data={"text": "Lunch."}).status_code == 403
    assert 'name="text"' not in shown(client("map").get("/announcements/"))


def test_what_may_not_be_released_without_a_reason_is_said_once(client, hall):
    answer = client("game").post("/news-desk/release", data={"key": "k", "item": 2}, answers=422)
    assert sum("seems to name" in one for one in read(answer).alerts) == 1


def test_a_sentence_too_long_for_a_display_is_told_in_other_words_and_a_season_has_only_so_much_news(hall):
    long = hall.do("ruling.record", "game", text="Guests bow first. " * 20)
    error = hall.refuse(OrderNotUnderstood, "news.choose", "game", entry=long.number)
    assert (error.field, error.sentence) == (
        "text",
        f"The news has {len(long.sentence)} letters; 300 fit on a display.",
    )
    hall.do("news.choose", "game", entry=long.number, text="Guests bow first.")
    with hall.room.store.write() as session:
        one = session.scalars(select(News).where(News.number == 0)).first()
        told = {name: getattr(one, name) for name in ("number", "year", "season")}
        here = session.scalar(select(func.count()).select_from(News).where(News.number == one.number))
        session.add_all(News(id=1000 + at, spot=1000 + at, text="More.", **told) for at in range(60 - here))
    error = hall.refuse(OrderNotAllowed, "news.choose", "game", text="One more.")
    assert (error.field, error.sentence) == ("text", "Spring 1550 has 60 pieces of news already. Drop one first.")


def test_the_wall_shows_the_edicts_in_force_and_none_that_was_withdrawn(client, hall):
    for title in ("A sword hunt", "A ban on fireworks"):
        hall.do("edict.issue", "bakufu", authority="shogun", title=title, text="So be it.")
    hall.do("edict.withdraw", "bakufu", edict=2, reason="it was forged")
    page = shown(client(None).get("/display/view/edicts"))
    assert "A sword hunt" in page
    assert "fireworks" not in page


def test_the_screens_are_told_of_a_building_that_stands_and_of_a_battle_that_is_over(hall_at):
    """Both are on the public map, though no holder and no flag has changed."""
    hall = hall_at("battle")
    building = {"kind": "building", "clan": "takeda", "province": "kai", "points": 3, "ordered": 1550}
    marks = [public_mark(hall.room)]
    for change in (
        lambda session: session.add(Work(id=1, line=1, state="standing", **building)),
        lambda session: setattr(session.get_one(Battle, 1), "over", True),
    ):
        with hall.room.store.write() as session:
            session.get_one(Battle, 1).ended_by = "victory"
            change(session)
        marks.append(public_mark(hall.room))
    assert len({*marks}) == 3
