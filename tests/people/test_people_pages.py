"""The pages on people: the queue of cards, the card shown, the forms on persons, heirs and armies."""

from __future__ import annotations

import re

import pytest

from control.sengoku.rows import Army, Character, RiskDraw
from tests.conftest import sign_in
from tests.test_pages import read


@pytest.fixture
def after_battle(desk_at):
    """A browser at Map Control; battle 1 is over, draws 1 (Harunobu) and 2 (Kenshin) are due."""
    browser = desk_at("round")
    browser.hall.end(then="both_stay")
    return browser


# ---- cards


def test_the_queue_has_everybody_who_was_in_the_battle_with_a_button(after_battle):
    page = after_battle.get("/people/due").text
    assert "Battle 1 in Shinano" in page
    assert page.count("Draw a card</button>") == 2
    assert "Draw all 2" in page


def test_of_all_cards_that_are_due_one_leads(after_battle):
    after_battle.post("/people/call-the-old", data={"key": "old"}, answers=303)
    page = after_battle.get("/people/due").text
    assert "Of sixty years and more" in page
    leading = r'<button class="main"[^>]*>([^<]+)'
    assert re.findall(leading, page) == ["Draw all 2"], "the battle comes first"
    after_battle.hall.do("risk.draw", draw=1)
    page = after_battle.get("/people/due").text
    assert page.count("Draw a card</button>") > 2
    assert re.findall(leading, page) == ["Draw a card"]


def test_a_card_is_drawn_with_one_button_and_shown(after_battle):
    answer = after_battle.post("/people/draws/1", data={"key": "one"})
    assert (answer.status_code, answer.location) == (303, "/people/draws/1")
    drawn = after_battle.hall.get(RiskDraw, 1)
    page = after_battle.get("/people/draws/1").text
    assert f'aria-label="{drawn.card}"' in page
    assert drawn.effect.capitalize() in page
    again = after_battle.post("/people/draws/1", data={"key": "one"})
    assert again.status_code == 303, "Sent twice, drawn once."
    assert len([one for one in after_battle.hall.entries() if one.action == "risk.draw"]) == 1


@pytest.mark.parametrize("form", [{"card": "qs"}, {"rank": "queen", "suit": "spades"}, {"card": "Queen of Spades"}])
def test_a_real_card_is_typed_or_tapped(after_battle, form):
    assert after_battle.post("/people/draws/2", data=form).status_code == 303
    assert after_battle.hall.get(RiskDraw, 2).card == "queen of spades"
    page = after_battle.get("/people/draws/2").text
    assert "Wounded until the end of summer 1550" in page
    assert "Experience 3 counts as <strong>2</strong>" in page


@pytest.mark.parametrize(
    ("form", "words", "status"),
    [
        ({"card": "14 of hearts"}, "is no card of the pack", 400),
        ({"rank": "queen"}, "Tap the suit of the card too", 400),
        ({"suit": "hearts"}, "Tap the rank of the card too", 400),
        ({"rank": "queen", "suit": "swords"}, "is no card of the pack", 400),
    ],
)
def test_what_is_no_card_is_told_at_its_field_and_nothing_is_drawn(after_battle, form, words, status):
    answer = after_battle.post("/people/draws/2", data=form)
    page = read(answer)
    assert answer.status_code == status
    assert [alert for alert in page.alerts if words in alert]
    assert page.boxes("card")[0]["aria-describedby"] == "wrong-card"
    assert page.boxes("card")[0]["value"] == form.get("card", "")
    assert page.chosen("rank") == ([form["rank"]] if "rank" in form else [])
    assert after_battle.hall.get(RiskDraw, 2).card == ""


def test_a_drawn_card_is_not_drawn_again_from_an_old_screen(after_battle):
    after_battle.post("/people/draws/2", data={"card": "7h"})
    answer = after_battle.post("/people/draws/2", data={"card": "as"}, answers=409)
    assert "has drawn for this already: the 7 of hearts" in answer.text


def test_all_cards_of_a_battle_are_drawn_one_after_the_other_as_entries_of_their_own(after_battle):
    answer = after_battle.post("/people/battles/1", data={"key": "all"})
    assert (answer.status_code, answer.location) == (303, "/people/battles/1")
    entries = [one for one in after_battle.hall.entries() if one.action == "risk.draw"]
    assert [one.arguments["draw"] for one in entries] == [1, 2]
    page = after_battle.get("/people/battles/1").text
    assert page.count('class="playing-card') == 2
    again = after_battle.post("/people/battles/1", data={"key": "more"}, answers=400)
    assert "Nobody is left who can draw" in again.text


def test_a_card_that_waits_for_a_battle_offers_no_draw(desk_at):
    browser = desk_at("battle")
    browser.hall.correct("character", "uesugi-kenshin", "age", 60)
    browser.hall.do("risk.call", character="uesugi-kenshin", cause="age")
    assert "waits for battle 1" in browser.get("/people/due").text
    page = browser.get("/people/draws/1").text
    assert "Uesugi Kenshin is in battle 1" in page
    assert "Take this card" not in page
    assert browser.post("/people/draws/1", data={}).status_code == 422


def test_the_old_of_the_first_season_are_called_with_one_button(desk_at):
    browser = desk_at("start")
    assert "Shōnyo (60)" in browser.get("/people/due").text
    assert browser.post("/people/call-the-old", data={}).status_code == 303
    assert browser.get("/people/due").text.count("Draw a card</button>") == 4
    again = browser.post("/people/call-the-old", data={}, answers=400)
    assert "has been called this season" in again.text


def test_a_tap_that_comes_twice_is_answered_as_at_first_where_nothing_is_left_to_do(after_battle):
    for address, what in (("/people/battles/1", "risk.draw"), ("/people/call-the-old", "risk.call")):
        before = after_battle.hall.entries()
        first = after_battle.post(address, data={"key": what})
        done = after_battle.hall.entries()
        again = after_battle.post(address, data={"key": what})
        assert (first.status_code, again.status_code, again.location) == (303, 303, first.location)
        assert len(before) < len(done) == len(after_battle.hall.entries())


def test_whoever_draws_what_a_colleague_has_drawn_is_told(after_battle):
    assert after_battle.post("/people/draws", data={"key": "one", "draws": "1 2"}).status_code == 303
    assert after_battle.post("/people/draws", data={"key": "one", "draws": "1 2"}).status_code == 303
    second = after_battle.post("/people/draws", data={"key": "two", "draws": "1 2"}, answers=409)
    assert "These cards were drawn at another desk since you opened the page." in second.text
    assert len([one for one in after_battle.hall.entries() if one.action == "risk.draw"]) == 2


def test_a_button_of_another_season_calls_nobody_however_many_it_would(desk_at):
    browser = desk_at("start")
    form = browser.get("/people/due").text.partition("/people/call-the-old")[2]
    opened = re.search(r'name="key" value="([^"]+)"', form).group(1)
    browser.hall.next_season()  # which calls all that are old
    for one in ("uesugi-kenshin", "takeda-harunobu"):
        browser.hall.correct("character", one, "age", 60)
    with browser.hall.untouched():
        refused = browser.post("/people/call-the-old", data={"key": opened})
    assert refused.status_code == 409
    assert refused.text.count("This form was opened in spring 1550") == 1


@pytest.mark.parametrize("address", ["/people/draws/9", "/people/battles/9", "/people/nobody"])
def test_what_does_not_exist_is_said(desk_at, address):
    assert desk_at("start").get(address).status_code == 400


# ---- persons


def test_people_are_found_by_a_part_of_their_name_or_their_clan(desk_at):
    browser = desk_at("people")
    assert "Kenshin" in browser.get("/people/list?q=kensh").text
    found = read(browser.get("/people/list?q=ŌTOMO", headers={"HX-Request": "true"}))
    names = [link for link in found.links() if link.startswith("/people/")]
    assert len(names) == 5
    assert "Nobody by that name" in browser.get("/people/?q=nobody+such").text
    assert "Hojo" not in browser.get("/people/list?clan=oda", headers={"HX-Request": "true"}).text


def people_in(browser, address, **headers):
    """The ids of the persons that an answer lists, in its order; and the answer."""
    page = read(browser.get(address, headers=headers))
    return [
        fields["id"] for tag, fields in page.elements if tag == "a" and fields.get("id", "").startswith("person-")
    ], page


def test_a_long_list_comes_in_parts_of_which_none_lacks_anybody(desk_at, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.lists.PART", 30)
    browser, part = desk_at("people"), {"HX-Request": "true"}
    every, whole = people_in(browser, "/people/list?to=all")
    assert len(every) > 80
    assert not any("next" in fields.get("class", "").split() for _, fields in whole.elements)
    found, page = people_in(browser, "/people/")
    clans = len(found)
    assert 30 <= clans < 45, "a clan is not torn apart"
    while then := [
        fields for _, fields in page.elements if "hx-target" in fields and fields["hx-target"] == "closest .rest"
    ]:
        by_link, _ = people_in(browser, then[0]["href"])  # without JavaScript
        came, page = people_in(browser, then[0]["hx-get"], **part)
        assert came == by_link
        assert any("data-came" in fields for _, fields in page.elements)
        found += came
    assert found == every
    asked = [fields["value"] for tag, fields in page.elements if fields.get("name") in ("from", "to")]
    assert asked == ["0", str(len(every))], "what is fetched anew when something happens"
    again, _ = people_in(browser, f"/people/list?from=0&to={clans + 1}", **part)
    assert again[:clans] == every[:clans]
    rest, _ = people_in(browser, f"/people/list?from={clans}&to=all&begins=0", **part)  # before it is printed
    assert rest == every[clans:]
    for last in every[-1], every[40]:  # whoever is searched for is found among all
        name = last.removeprefix("person-").replace("-", "+")
        assert people_in(browser, f"/people/list?q={name}", **part)[0] == [last]
    for odd in ("from=9999", "from=-4", "from=x&to=y", "to=0", "from=20&to=10", "from=²"):
        assert people_in(browser, f"/people/list?{odd}")[0]


def test_the_list_tells_who_is_where_and_how(desk_at):
    browser = desk_at("people")
    browser.hall.do("risk.draw", draw=2, card="ks")
    page = browser.get("/people/list", headers={"HX-Request": "true"}).text
    for words in ("leads A1-3 in Musashi", "with A1-3 in Musashi", "visiting in Sagami", "hostage of Imagawa",
                  "to the end of spring 1550"):  # fmt: skip
        assert words in page, words


@pytest.mark.parametrize(
    ("person", "deed", "form", "row"),
    [
        ("takeda-harunobu", "visit", {"province": "Ōmi"}, {"province": "omi"}),
        ("obu-toramasa", "return", {}, {"province": None}),
        ("obu-toramasa", "accompany", {"army": "1"}, {"province": None}),
        ("obu-toramasa", "hand-over", {"to": "oda"}, {"held_by": "oda"}),
        ("oda-nobunaga", "release", {"note": "for a horse"}, {"held_by": None}),
        ("oda-nobunaga", "kill", {"reason": "treason"}, {"alive": False}),
    ],
)
def test_a_persons_page_does_what_its_forms_say(desk_at, person, deed, form, row):
    browser = desk_at("people")
    assert browser.get(f"/people/{person}").status_code == 200
    answer = browser.post(f"/people/{person}/{deed}", data=form | {"key": "once"})
    assert (answer.status_code, answer.location) == (303, f"/people/{person}")
    now = browser.hall.get(Character, person)
    assert {name: getattr(now, name) for name in row} == row
    count = len(browser.hall.entries())
    assert browser.post(f"/people/{person}/{deed}", data=form | {"key": "once"}).status_code == 303
    assert len(browser.hall.entries()) == count


@pytest.mark.parametrize(
    ("person", "deed", "form", "field", "status"),
    [
        ("takeda-harunobu", "visit", {"province": "Omni"}, "province", 400),
        ("takeda-harunobu", "accompany", {"army": "99"}, "army", 400),
        ("takeda-harunobu", "hand-over", {"to": "takeda"}, "to", 422),
        ("oda-nobunaga", "kill", {"reason": "x"}, "reason", 400),
    ],
)
def test_a_mistake_on_a_persons_page_is_told_at_its_field(desk_at, person, deed, form, field, status):
    browser = desk_at("people")
    before = browser.hall.everything()
    answer = browser.post(f"/people/{person}/{deed}", data=form)
    page = read(answer)
    assert answer.status_code == status
    assert page.boxes(field)[0]["aria-describedby"] == f"wrong-{field}"
    assert len(page.alerts) == 1
    assert browser.hall.everything() == before


def test_a_general_in_the_field_is_shown_why_he_cannot_go_visiting(desk_at):
    browser = desk_at("people")
    page = browser.get("/people/hojo-ujiyasu").text
    assert "His counter is with his army" in page
    assert "Put his counter there" not in page


def test_calling_somebody_to_draw_from_his_page(desk_at):
    browser = desk_at("people")
    assert browser.post("/people/rokkaku-sadayori/call", data={"cause": "age"}).status_code == 303
    answer = browser.post("/people/obu-toramasa/call", data={"cause": "age"}, answers=422)
    assert "a card is drawn for age from 60" in read(answer).alerts[0]
    assert browser.post("/people/obu-toramasa/promote", data={}).status_code == 404


# ---- heirs


@pytest.mark.parametrize("desk", ["team", "map", "game"])
def test_an_heir_is_named_at_team_control_too(desk_at, desk):
    browser = desk_at("people", desk)
    page = read(browser.get("/people/successions"))
    assert page.boxes("heir")
    wrong = browser.post("/people/successions/1", data={"heir": ""}, answers=400)
    assert read(wrong).alerts
    assert browser.post("/people/successions/1", data={"heir": "kennyo"}).status_code == 303
    assert browser.hall.get(Character, "kennyo").role == "abbot"
    late = browser.post("/people/successions/1", data={"heir": "kennyo"}, answers=409)
    assert "Kennyo follows Shōnyo already" in late.text


def test_team_control_sees_no_other_page_on_people(desk_at):
    browser = desk_at("people", "team")
    for address in ("/people/", "/people/list", "/people/due", "/people/draws/2", "/people/takeda-harunobu"):
        assert browser.get(address).status_code == 403


# ---- armies


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("split", {"general": "Hōjō Gen’an", "troops": "2"}),
        ("merge", {"into": "2"}),
        ("attach", {"troops": "4"}),
        ("drop", {"troops": "5"}),
        ("hand-over", {"general": "hojo-genan"}),
        ("accompany", {"character": "Obu Toramasa"}),
    ],
)
def test_the_armys_page_carries_out_its_manoeuvres_once(desk_at, name, form):
    browser = desk_at("people")
    shown = {"version": read(browser.get("/armies/1")).boxes("version")[0]["value"], "key": "once"}
    answer = browser.post(
        f"/people/armies/1/{name}", data=form | (shown if name != "accompany" else {"key": "once"}), answers=303
    )
    count = len(browser.hall.entries())
    browser.post(f"/people/armies/1/{name}", data=form | (shown if name != "accompany" else {"key": "once"}))
    assert len(browser.hall.entries()) == count
    assert browser.get(answer.location).status_code == 200


@pytest.mark.parametrize(
    ("name", "form", "field", "status"),
    [
        ("split", {"general": "Hojo Genan", "troops": "9"}, "troops", 422),
        ("split", {"general": "Nobody", "troops": "1"}, "general", 400),
        ("merge", {"into": "77"}, "into", 400),
        ("attach", {"troops": "none"}, "troops", 400),
        ("drop", {"troops": "6"}, "troops", 422),
        ("hand-over", {"general": "hojo-tsunanari"}, "general", 422),
        ("accompany", {"character": "Shonyo"}, "character", 422),
    ],
)
def test_a_mistake_in_a_manoeuvre_is_told_at_its_field_and_the_typing_is_kept(desk_at, name, form, field, status):
    browser = desk_at("people")
    before = browser.hall.everything()
    answer = browser.post(f"/people/armies/1/{name}", data=form)
    page = read(answer)
    assert answer.status_code == status
    assert len(page.alerts) == 1
    marked = [box for box in page.boxes(field) if box.get("aria-invalid")]
    assert len(marked) == 1
    assert field == "into" or marked[0]["value"] == form[field]
    assert browser.hall.everything() == before


def test_an_old_screen_splits_nothing(desk_at):
    browser = desk_at("people")
    version = read(browser.get("/armies/1")).boxes("version")[0]["value"]
    browser.hall.correct("army", 1, "troops", 5)
    browser.post(
        "/people/armies/1/split", data={"general": "hojo-genan", "troops": "1", "version": version}, answers=409
    )
    assert browser.hall.troops(1) == 5


def test_an_army_in_a_battle_offers_no_manoeuvre(desk_at):
    browser = desk_at("battle")
    page = browser.get("/armies/1").text
    assert "In battle 1: it neither splits nor joins" in page
    assert "Split them off" not in page
    answer = browser.post("/people/armies/1/split", data={"general": "naoe-kagetsuna", "troops": "1"}, answers=422)
    assert "in battle 1" in read(answer).alerts[0]


def test_the_page_of_a_dissolved_army_tells_what_became_of_it(after_battle):
    after_battle.post("/people/draws/2", data={"card": "as"})
    answer = after_battle.get("/armies/1", answers=200)
    assert "No longer on the map" in answer.text
    assert "It was dissolved." not in answer.text
    assert "Uesugi Kenshin drew the ace of spades" in answer.text
    assert "cannot form again this year" in answer.text
    assert after_battle.get("/c/A1-3", follow_redirects=True).status_code == 200


def test_the_page_of_an_army_that_never_was_says_so(desk_at):
    assert desk_at("start").get("/armies/5").status_code == 400


def test_a_hostage_forms_an_army_from_the_troops_page(desk_at):
    browser = desk_at("people")
    browser.hall.do("garrison.raise", province="suruga", troops=2)
    page = browser.get("/map/raise").text
    assert "Imagawa (hostage), experience" in page
    form = {"general": "Oda Nobunaga", "province": "Suruga", "troops": "1"}
    wrong = browser.post("/map/raise/army.form", data=form | {"clan": "oda"})
    assert (wrong.status_code, len(read(wrong).alerts)) == (422, 1)
    assert browser.post("/map/raise/army.form", data=form | {"clan": "imagawa"}).status_code == 303
    assert browser.hall.get(Army, 3).clan == "imagawa"


def test_tables_of_forces_show_wounds_and_company(desk_at):
    browser = desk_at("people")
    browser.hall.correct("character", "hojo-ujiyasu", "wounded", True)
    page = browser.get("/map/forces").text
    assert "Hōjō Ujiyasu is wounded" in page
    assert "Hōjō Ujichika" in page


def test_all_cards_that_are_due_are_drawn_in_one_tap_and_each_is_an_entry(hall_at, app_of):
    hall = hall_at("winter")
    browser = sign_in(app_of(hall), "map")
    page = browser.get("/people/").text.partition("Cards to draw")[2].partition("</div>\n</div>")[0]
    assert re.findall(r'<button class="main"[^>]*>([^<]+)', page) == ["Draw all that are due"], "one thing comes first"
    due = [key for key, row in hall.state().items() if key[0] == "risk_draw" and not row["card"]]
    before = len(hall.entries())
    form = {"key": "0" * 32, "draws": " ".join(str(key[1]) for key in due)}
    for _ in range(2):
        answer = browser.post("/people/draws", data=form, answers=303)
    told = browser.get(answer.location).text.partition("Drawn just now")[2].partition("</section>")[0]
    for key in due:
        assert f'{hall.state()[key]["character"]}"' in told, "what came of each is told, and not of the last alone"
    drawn = [hall.state()[key]["card"] for key in due]
    assert all(drawn)
    assert len(drawn) - drawn.count("none") == len(hall.entries()) - before, "who died of one card draws no other"
    assert "Draw all" not in browser.get("/people/").text
    answer = browser.post("/people/draws", data={"key": "1" * 32}, answers=400)
    assert "Nobody is left who can draw a card now." in answer.text


def test_cards_that_were_not_drawn_before_their_season_ended_stand_under_it(hall_at, app_of):
    hall = hall_at("start")
    for _ in range(2):
        hall.next_season()
    page = sign_in(app_of(hall), "map").get("/people/").text
    titles = re.findall("<h3>(Of sixty[^<]*)</h3>", page)
    assert titles == ["Of sixty years and more, left from summer 1550", "Of sixty years and more"]


def test_game_control_lets_another_house_adopt_somebody_who_may_then_follow_its_head(desk_at):
    browser = desk_at("people", "game")
    assert "Adopt into another clan" in browser.get("/people/hojo-genan").text
    sent = {"clan": "hongan-ji", "relation": "heir"}
    refused = browser.post("/people/hojo-genan/adopt", data={**sent, "key": "a"}, answers=422)
    assert "The handbook has no rule for adoption into another house" in refused.text
    browser.post("/people/hojo-genan/adopt", data={**sent, "force": "the abbot asked for him", "key": "b"}, answers=303)
    browser.hall.do("succession.name", "team", succession=1, heir="hojo-genan")
    assert browser.hall.get(Character, "hojo-genan").role == "abbot"


@pytest.mark.parametrize(("desk", "person"), [("map", "hojo-genan"), ("game", "hojo-ujiyasu")])
def test_adoption_is_offered_to_game_control_alone_and_for_nobody_who_leads(desk_at, desk, person):
    assert "Adopt into another clan" not in desk_at("people", desk).get(f"/people/{person}").text
