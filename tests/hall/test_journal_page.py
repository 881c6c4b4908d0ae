"""The journal page: filters, what is struck through, undo and why not; each desk reads what it may. And the rulings."""

from __future__ import annotations

import re

import pytest

from control.kernel.database.lately import A_STRETCH, KEPT
from tests.conftest import sign_in


@pytest.fixture
def played(hall_at, app_of):
    """An application in front of a game in which Takeda and Uesugi fought, and two other things happened."""
    hall = hall_at("round")
    hall.do("troops.announce", "team", clan="oda", province="owari", counters=1)
    hall.correct("character", "oda-nobunaga", "age", 18)
    app = app_of(hall)
    app.hall = hall
    return app


def shown(browser, address):
    """The numbers of the entries on a page, newest first."""
    answer = browser.get(address, answers=200)
    return [int(number) for number in re.findall(r'class="entry-number">(\d+)<', answer.text)]


def test_the_journal_is_filtered_by_clan_province_person_desk_and_season(played):
    game = sign_in(played, "game")
    entries = {entry.number: entry for entry in played.hall.entries()}
    oda = next(number for number, entry in entries.items() if "Owari" in entry.sentence)
    nobunaga = next(number for number, entry in entries.items() if "Nobunaga" in entry.sentence)
    assert shown(game, "/journal/") == sorted(entries, reverse=True)
    assert shown(game, "/journal/?clan=oda") == [nobunaga, oda]
    assert shown(game, "/journal/?province=owari") == [oda]
    assert shown(game, "/journal/?person=Oda+Nobunaga") == shown(game, "/journal/?person=oda-nobunaga") == [nobunaga]
    assert shown(game, "/journal/?desk=team") == [oda]
    assert shown(game, "/journal/?season=spring-1550&desk=team&clan=oda") == [oda]
    assert shown(game, "/journal/?season=spring-1550&clan=mori") == []
    battle = next(number for number, entry in entries.items() if entry.action == "battle.fight_round")
    assert {battle} <= set(shown(game, "/journal/?clan=takeda")) & set(shown(game, "/journal/?clan=uesugi"))


def test_a_page_that_is_printed_says_by_what_it_is_filtered(played):
    game = sign_in(played, "game")
    page = game.get("/journal/?season=spring-1550&clan=oda").text
    assert '<p class="on-paper">Season: Spring 1550; Clan: Oda</p>' in page
    for asked in ("", "?person=Oda+Nobunaka"):
        assert "on-paper" not in game.get(f"/journal/{asked}").text


def test_the_filters_go_over_what_desks_hide_too_for_those_who_may_read_it(played):
    hall = played.hall
    secret = {"one": "date", "other": "uesugi", "audience": "secret", "terms": "silk", "bride": "", "groom": ""}
    bond = hall.do("treaty.record", "team", kind="peace", **secret).changes[0]["key"][0]
    hall.do("treaty.renew", "team", treaty=bond, until="1552-spring")
    hall.do("treaty.record", "game", kind="other", one="takeda-harunobu", other="mori", audience="secret")

    def hidden(desk, asked):
        answer = sign_in(played, desk).get(f"/journal/?{asked}", answers=200)
        return re.findall(r'class="entry-number">(H[\d.]+)<', answer.text)

    assert hidden("team", "") == ["H5.2", "H5.1"]
    assert hidden("team", "clan=date") == hidden("team", "desk=team") == ["H5.2", "H5.1"]
    assert hidden("game", "clan=uesugi&season=spring-1550&desk=team") == ["H5.2", "H5.1"]
    assert hidden("game", "person=Takeda+Harunobu") == hidden("game", "clan=mori") == ["H1.1"]
    assert hidden("game", "desk=game") == ["H1.1"]
    for asked in ("clan=oda", "desk=map", "province=kai", "desk=game"):
        assert hidden("team", asked) == []
    for desk in ("map", "npd", "bakufu"):
        assert [hidden(desk, asked) for asked in ("", "clan=date", "desk=team", "clan=mori")] == [[]] * 4
    hall.do("journal.undo", "team", entry=-5000002)
    hall.do("journal.undo", "team", entry=-5000001)
    assert hidden("team", "clan=date") == ["H5.4", "H5.3", "H5.2", "H5.1"]  # though the bond is gone


def test_a_season_in_which_there_is_but_what_desks_hide_can_be_chosen_by_those_who_may_read_it(hall_at, app_of):
    hall = hall_at("start")
    hall.do("season.advance", "game", season="spring", year=1550, force="time is up")
    secret = {"kind": "peace", "one": "takeda", "other": "uesugi", "audience": "secret"}
    hall.do("treaty.record", "team", **secret)
    app = app_of(hall)
    for desk, may in (("team", True), ("game", True), ("map", False), ("bakufu", False)):
        page = sign_in(app, desk).get("/journal/").text
        seasons = re.findall(r'<option value="(\w+-1550)"', page)
        assert seasons == (["summer-1550", "spring-1550"] if may else ["spring-1550"]), desk
    page = sign_in(app, "team").get("/journal/?season=summer-1550").text
    assert re.findall(r'class="entry-number">([^<]+)<', page) == ["H5.1"]
    assert sign_in(app, "map").get("/journal/?season=summer-1550").status_code == 400


def test_the_seasons_to_choose_from_are_those_of_the_journal_as_it_goes_on_and_of_one_that_was_set_back(hall, app):
    def seasons():
        choice = re.search(r'<select[^>]*name="season".*?</select>', sign_in(app, "game").get("/journal/").text, re.S)
        return re.findall(r'value="([a-z]+-\d+)"', choice[0])

    for age in range(A_STRETCH):
        hall.correct("character", "oda-nobunaga", "age", 18 + age % 2)
    hall.next_season()
    assert seasons() == ["spring-1550"]
    for age in range(A_STRETCH):
        hall.correct("character", "oda-nobunaga", "age", 20 + age % 2)
    assert seasons() == ["summer-1550", "spring-1550"]
    engine = hall.room.store.engine
    KEPT[engine]["stretches"] = KEPT[engine]["stretches"]._replace(key="another", made={"winter-1549": 1})
    assert seasons() == ["summer-1550", "spring-1550"]


def test_a_filter_that_is_none_is_told_at_its_field(played):
    answer = sign_in(played, "game").get("/journal/?person=Oda+Nobunaka", answers=400)
    page = answer.text
    assert "Did you mean" in page
    assert "Oda Nobunaga" in page
    assert 'value="Oda Nobunaka"' in page


def test_what_is_taken_back_stays_struck_through_and_undo_leads_back_to_where_it_was(played):
    team = sign_in(played, "team")
    (number,) = shown(team, "/journal/")
    answer = team.post("/journal/undo", data={"entry": str(number), "next": "/journal/?clan=oda"})
    assert (answer.status_code, answer.location) == (303, "/journal/?clan=oda")
    page = team.get("/journal/").text
    assert f'class="undone" id="entry-{number}"' in page
    elsewhere = team.post("/journal/undo", data={"entry": str(number + 5), "next": "//evil.example/"})
    assert "evil" not in (elsewhere.location or "")


def test_where_an_undo_is_not_possible_the_reason_stands_instead_of_the_button(played):
    page = sign_in(played, "map").get("/journal/").text
    lines = dict(re.findall(r'id="entry-(\d+)">(.*?)</li>', page, re.DOTALL))
    entries = {str(entry.number): entry for entry in played.hall.entries()}
    for number, line in lines.items():
        entry = entries[number]
        assert ("No undo: " in line) is (f"undo-{number}" not in line)
        if entry.desk != "map":
            assert "Game Control undoes it" in line
        elif entry.dice:
            assert "only Game Control may re-open it" in line
        elif entry.action == "army.form":
            assert "first, which rests on it" in line


@pytest.mark.parametrize("desk", ["team", "npd", "bakufu", "intelligence"])
def test_other_desks_read_their_own_entries_and_those_meant_for_them(played, desk):
    browser = sign_in(played, desk)
    page = browser.get("/journal/").text
    assert "Kenshin" not in re.sub(r"<datalist.*?</datalist>", "", page, flags=re.DOTALL)
    assert ("Owari" in re.sub(r"<select.*?</select>", "", page, flags=re.DOTALL)) is (desk == "team")


def test_game_control_reopens_a_die_with_a_reason_from_the_journal(played):
    game = sign_in(played, "game")
    number = next(entry.number for entry in played.hall.entries() if entry.dice)
    refused = game.post("/journal/undo", data={"entry": str(number)}, answers=422)
    assert "Reason to re-open entry" in refused.text
    assert game.post("/journal/undo", data={"entry": str(number), "force": "it fell off"}).status_code == 303


# ---- rulings


@pytest.mark.parametrize("entry", [{}, {"entry": "1e999"}, {"entry": "takeda"}], ids=str)
def test_a_reason_of_no_characters_for_an_entry_that_is_none_is_told_as_what_it_is(played, entry):
    refused = sign_in(played, "game").post("/journal/undo", data={"force": "\x00", **entry}, answers=400)
    assert 'role="alert"' in refused.text
    assert "Reason to re-open" not in refused.text, "there is nothing to re-open"


@pytest.mark.parametrize(
    ("desk", "entry", "force"),
    [("map", 1, "\x00"), ("game", 99_999, "a slip")],
    ids=["a desk that may not", "an entry that is none"],
)
def test_a_reason_is_asked_only_of_who_may_give_one_where_it_would_help(played, desk, entry, force):
    refused = sign_in(played, desk).post("/journal/undo", data={"entry": str(entry), "force": force}, answers=400)
    assert 'role="alert"' in refused.text
    assert "Reason to re-open" not in refused.text


def test_the_rulings_page_shows_options_and_what_another_value_would_have_altered(played):
    game = sign_in(played, "game")
    page = game.get("/rulings/").text
    assert "How are odds rounded to a column?" in page
    assert "Nothing has been ruled in play yet" in page
    seen = game.get("/rulings/spend_first/cash").text
    assert "Oda, troops (Spring 1550)" in seen
    assert "From now on: cash" in seen
    assert game.get("/rulings/spend_first/gold").status_code == 404
    assert "for Game Control to see" in sign_in(played, "map").get("/rulings/spend_first/cash").text


def test_a_changed_option_is_in_the_list_for_every_desk_and_a_slip_stays_in_the_form(played):
    game = sign_in(played, "game")
    slip = game.post("/rulings/spend_first/cash", data={"now": "rice", "reason": "x"}, answers=400)
    assert 'value="x"' in slip.text
    order = {"now": "rice", "reason": "the treasury asked", "key": "once"}
    assert game.post("/rulings/spend_first/cash", data=order).status_code == 303
    assert game.post("/rulings/spend_first/cash", data=order).status_code == 303  # sent twice
    for desk in ("map", "team", "intelligence"):
        page = sign_in(played, desk).get("/rulings/").text
        assert page.count("the treasury asked") - page.count("Ruling changed") == 1


def test_an_undo_leads_back_to_the_page_it_was_pressed_on(played):
    game = sign_in(played, "game")
    part = game.get("/journal/", headers={"HX-Request": "true", "HX-Current-URL": "http://localhost/game/"})
    assert 'name="next" value="/game/"' in part.text
    assert 'name="next" value="/game/"' in game.get("/game/").text
    refused = game.post("/journal/undo", data={"entry": "999", "next": "/game/"})
    assert 'name="next" value="/game/"' in refused.text


def test_what_rests_on_an_entry_is_told_as_soon_as_it_is_entered_and_no_longer_when_it_is_taken_back(played):
    """What was looked for before is not looked for again; what came since is, whoever looked in between."""
    game, hall = sign_in(played, "game"), played.hall
    first = hall.correct("character", "oda-nobunaga", "age", 19).number

    def first_in_the_way():
        line = re.search(rf'id="entry-{first}">(.*?)</li>', game.get("/journal/").text, re.DOTALL)[1]
        return [int(number) for number in re.findall(r"Take back entry (\d+) first", line)]

    assert first_in_the_way() == []
    hall.do("honour.log", "team", clan="oda", reason="event", twice=True)
    assert first_in_the_way() == []
    second = hall.correct("character", "oda-nobunaga", "age", 20).number
    third = hall.correct("character", "oda-nobunaga", "age", 21).number
    assert first_in_the_way() == first_in_the_way() == [second]
    hall.do("journal.undo", "game", entry=third)
    hall.do("journal.undo", "game", entry=second)
    assert first_in_the_way() == []
