"""The map desk's map: the card of a province, the box that finds, and what bad input and wrong desks get."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.codes import Code
from control.kernel.drawing.maps.map import LAYERS
from control.kernel.proof.verify import verify
from control.sengoku.rows import Battle, Character, Garrison, Province
from control.sengoku.world.forces.provinces_questions import history, province_card
from control.sengoku.world.land.atlas import svg_of
from control.sengoku.world.land.land_questions import PersonAt, land
from tests.conftest import sign_in
from tests.kernel.drawing.test_drawn_map import layer, works_at
from tests.test_pages import read


def card(hall, key, audience="map"):
    return hall.ask(province_card, hall.room.scenario, key, audience)


def told(hall, key):
    """The history of a province, in sentences."""
    return [line.sentence for line in hall.ask(history, key, key.capitalize())]


def seen(hall, audience):
    return hall.ask(land, audience)


# ---- the card


def test_a_card_tells_all_the_table_asks_of_a_province(hall_at):
    hall = hall_at("battle")
    found = card(hall, "shinano")
    assert found.holder.name == "Takeda"
    assert (found.value, found.castle, found.mountainous, found.unrest) == (9, "castle", True, False)
    assert {(army.name, army.troops) for army in found.armies} == {("Uesugi Kenshin", 18), ("Takeda Harunobu", 20)}
    assert {one.name for one in found.next_to} >= {"Kai", "Echigo", "Hida"}
    assert found.battle == 1
    assert found.encounter is None


def test_a_card_knows_seas_roads_places_and_garrisons(hall_at):
    hall = hall_at("orders")
    shima = {one.id: one for one in card(hall, "shima").next_to}
    assert any(one.by_sea for one in shima.values())
    assert any("tokaido" in one.roads for one in card(hall, "mikawa").next_to)
    assert {place.name for place in card(hall, "settsu").places} >= {"Ishiyama Hongan-ji"}
    assert [(post.clan.code, post.troops) for post in card(hall, "hida").garrisons] == [("TAK", 2)]


def test_a_card_is_for_the_desks_that_see_armies_and_for_nobody_else(hall_at):
    hall = hall_at("orders")
    for audience in ("team", "npd", "public"):
        assert card(hall, "kai", audience) is None


def test_the_strength_of_forces_is_on_the_umpires_map_and_on_no_other(hall_at):
    hall = hall_at("peace")
    with hall.room.store.read() as session:
        for desk in ("map", "game"):
            seen = land(session, desk)
            assert {one.army for one in seen.strengths} >= {flag.army for flag in seen.flags}
            assert all(one.troops > 0 and one.in_words for one in seen.strengths)
        for audience in ("public", "team", "npd", "intelligence", "bakufu"):
            assert land(session, audience).strengths == ()


def test_the_drawing_of_the_hall_has_no_strength_however_it_lies(desk_at):
    browser = desk_at("peace")
    assert 'class="strength ' in browser.get("/map/drawing").text
    assert 'class="strength ' in browser.get("/map/drawing?view=wide").text
    for address in ("/display/drawing", "/display/", "/display/view/map", "/display/hall"):
        for view in ("wide", "upright"):
            assert 'class="strength ' not in browser.get(f"{address}?view={view}").text


def test_a_battle_of_this_season_leaves_its_mark_and_an_open_one_none_for_the_public(hall_at, desk_at):
    for stage, places in (("battle", ()), ("peace", ("shinano",))):
        assert hall_at(stage).ask(land, "public").fought == places
    assert "<title>Battle fought in Shinano</title>" in desk_at("peace").get("/display/drawing").text


def test_who_visits_is_on_the_card_and_on_the_map(hall_at):
    hall = hall_at("orders")
    with hall.room.store.write() as session:  # the actions that move people have tests of their own
        session.get_one(Character, "obu-toramasa").province = "kai"
    assert [(one.name, one.why) for one in card(hall, "kai").people] == [("Obu Toramasa", "visits")]
    assert "Obu Toramasa" in {one.name for one in seen(hall, "map").people}
    assert seen(hall, "public").people == ()


def test_all_that_lies_upon_the_land_is_drawn(hall_at, drawn):
    view = seen(hall_at("battle"), "map")
    visitor = PersonAt("obu-toramasa", "Obu Toramasa", view.holders["kai"], "kai", None, False, "visits")
    view = replace(
        view,
        works={**view.works, "kai": "fortress"},
        buildings={"kai": ("Great Bridge",)},
        people=(visitor,),
        unrest=("omi",),
        fresh=("kai",),
    )
    text = svg_of(drawn, view, "kai", {})
    for name in LAYERS:
        assert any(len(group) for group in layer(text, name)), name
    assert works_at(text, "kai") == ["work fortress", "building"]
    assert 'class="visitors"' in text
    assert 'href="#p-kai"' in text.partition('class="selection"')[2].partition("</g>")[0]


def test_the_page_of_a_card_stands_by_itself_and_the_part_comes_alone(desk_at):
    browser = desk_at("battle")
    page, part = (
        browser.get("/map/provinces/shinano"),
        browser.get("/map/provinces/shinano", headers={"HX-Request": "true"}),
    )
    for answer in (page, part):
        assert answer.status_code == 200
        assert "Takeda Harunobu" in answer.text
        assert "/battles/1" in read(answer).links()
        assert {"/armies/1/order", "/armies/2/order"} <= read(answer).links()
    assert "<html" in page.text
    assert "<html" not in part.text


def test_a_card_of_no_province_is_answered_with_a_near_name(desk_at):
    answer = desk_at("start").get("/map/provinces/shinno", answers=400)
    assert read(answer).alerts == ['There is no province "shinno". Did you mean "Shinano"?']


def test_the_map_opens_at_the_province_it_is_asked_for(desk_at):
    browser = desk_at("orders")
    for asked in ("omi", "Ōmi", "OMI"):
        text = browser.get("/map/", query_string={"province": asked}).text
        assert 'data-selected="omi"' in text
        assert 'id="card-of-omi"' in text
    assert 'id="card-of-' not in browser.get("/map/").text


def test_the_map_says_when_it_is_asked_for_no_province(desk_at):
    answer = desk_at("orders").get("/map/?province=omni<script>", answers=400)
    assert read(answer).alerts[0].startswith('There is no province "omni<script>".')
    assert "omni<script>" not in answer.text


# ---- unrest


def test_unrest_is_marked_and_taken_off_from_the_card(desk_at):
    browser = desk_at("orders")
    for value, is_marked in (("yes", True), ("no", False)):
        version = browser.hall.get(Province, "kai").version
        answer = browser.post(
            "/map/provinces/kai/unrest", data={"value": value, "version": str(version), "key": value}, answers=303
        )
        assert answer.location == "/map/?province=kai"
        assert browser.hall.get(Province, "kai").unrest is is_marked
        assert seen(browser.hall, "map").unrest == (("kai",) if is_marked else ())
        assert seen(browser.hall, "public").unrest == ()
    assert verify(browser.hall.room).same


def test_unrest_is_marked_once_however_often_the_form_is_sent_and_undone_as_one(desk_at):
    browser = desk_at("orders", "game")
    before, entries = browser.hall.state(), len(browser.hall.entries())
    form = {"value": "yes", "version": str(browser.hall.get(Province, "kai").version), "key": "twice"}
    for _ in range(2):
        assert browser.post("/map/provinces/kai/unrest", data=form).status_code == 303
    assert len(browser.hall.entries()) == entries + 1
    browser.hall.undo(entries + 1)
    assert browser.hall.state() == before


def test_unrest_from_an_old_card_or_with_a_strange_word_is_refused_on_the_card(desk_at):
    browser = desk_at("orders")
    before = browser.hall.everything()
    for form, status in (
        ({"value": "yes", "version": "99"}, 409),
        ({"value": "perhaps"}, 400),
        ({}, 400),
        ({"value": "yes", "version": "old"}, 400),
    ):
        answer = browser.post("/map/provinces/kai/unrest", data=form)
        assert answer.status_code == status, form
        assert read(answer).alerts[0].endswith((".", "?"))
    assert browser.hall.everything() == before


# ---- history


def test_the_history_of_a_province_is_what_the_journal_says_of_it(hall_at):
    hall = hall_at("peace")
    lines = told(hall, "shinano")
    assert any("round 1" in line.lower() or "attack" in line.lower() for line in lines)
    assert any("Kenshin" in line for line in lines)
    assert told(hall, "higo") == []


def test_where_several_armies_marched_history_names_those_that_came_and_left(hall_at):
    hall = hall_at("orders")
    hall.march(1, "shinano")
    hall.march(2, "suruga")
    hall.phases(1, 2)
    came, left = told(hall, "shinano"), told(hall, "kai")
    assert any(line.startswith("Uesugi Kenshin (A1-") and line.endswith("came to Shinano.") for line in came)
    assert any(line.startswith("Takeda Harunobu (A2-") and line.endswith("left Kai.") for line in left)
    assert not any("Takeda Harunobu" in line for line in came)


def test_the_desk_tells_how_many_rounds_a_battle_has_by_the_table(hall_at, app_of):
    hall, file = hall_at("round"), "tables/forces.toml"
    assert "1 of 3 rounds fought" in sign_in(app_of(hall), "map").get("/map/").text
    longer = hall.room.scenario.files[file].replace("rounds = 3", "rounds = 4")
    hall.do("scenario.change", "game", file=file, text=longer, reason="we vote")
    assert "1 of 4 rounds fought" in sign_in(app_of(hall), "map").get("/map/").text


def test_the_rounds_of_a_battle_are_history_where_it_was_fought(hall):
    hall.kawanakajima()
    hall.phases(1)
    hall.phases(2)
    hall.settle()
    granted = hall.do("battle.grant_columns", battle=1, side="attacker", columns=1, reason="a test")
    fought = [granted, hall.fight(), hall.fight(2, 2, swap_roles=True)]
    where = hall.get(Battle, 1).province
    assert [one.sentence for one in reversed(fought)] == told(hall, where)[:3]


def test_a_round_is_no_history_of_where_an_army_came_from(hall_at):
    hall = hall_at("round")
    assert any("round 1" in line for line in told(hall, "shinano"))
    assert not [line for line in told(hall, "echigo") if "round 1" in line]


def test_what_happens_to_a_row_that_stays_where_it_is_is_history_there_and_nowhere_else(hall_at):
    hall = hall_at("orders")
    number = hall.ask(lambda session: session.scalar(select(Garrison.id).where(Garrison.province == "hida")))
    fewer = hall.correct("army", 2, "troops", 19).sentence
    assert told(hall, "kai")[0] == fewer
    left = hall.correct("garrison", number, "troops", 1).sentence
    assert told(hall, "hida")[0] == left
    town = hall.correct("place", "kyoto", "holder", "oda").sentence
    assert told(hall, "yamashiro")[0] == town
    hall.phases(1, 2)
    assert hall.settle(outcome="parley").sentence in told(hall, "shinano")
    later = hall.correct("army", 2, "troops", 18).sentence
    assert hall.army(2).province == "shinano"
    assert later in told(hall, "shinano")
    assert later not in told(hall, "kai")
    assert fewer in told(hall, "kai"), "he stood there then"
    assert fewer not in told(hall, "shinano")


def test_what_was_taken_back_is_no_history(hall_at):
    hall = hall_at("orders")
    entry = hall.correct("province", "higo", "unrest", True)
    assert len(told(hall, "higo")) == 1
    undo = hall.undo(entry.number)
    assert told(hall, "higo") == []
    hall.undo(undo.number)
    assert len(told(hall, "higo")) == 1


def test_history_is_of_this_year_which_begins_in_winter(hall_at):
    hall = hall_at("orders")
    hall.correct("province", "higo", "unrest", True)
    for _ in range(2):
        hall.next_season()
        assert len(told(hall, "higo")) == 1
    hall.next_season()
    assert hall.state()[("game", 1)]["season"] == "winter"
    assert told(hall, "higo") == []


# ---- marches


def test_the_map_shows_where_armies_have_marched_this_season(hall_at):
    hall = hall_at("encounter")
    marches = {(one.army, one.start, one.end, one.kind) for one in seen(hall, "map").arrows}
    assert marches == {(1, "echigo", "shinano", "moved"), (2, "kai", "shinano", "moved")}
    assert seen(hall, "public").arrows == ()


def test_an_army_that_went_back_has_an_arrow_for_that_too(hall_at):
    hall = hall_at("peace")
    ways = [(one.start, one.end) for one in seen(hall, "map").arrows if one.army == 1]
    assert ways == [("echigo", "shinano"), ("shinano", hall.army(1).province)]


def test_a_new_season_begins_without_arrows(hall_at):
    hall = hall_at("peace")
    hall.next_season()
    assert seen(hall, "map").arrows == ()


def test_who_has_claimed_a_battle_stands_at_its_seal_for_umpires_alone(hall_at, app_of):
    hall = hall_at("battle")
    app = app_of(hall)
    before = sign_in(app, "map").get("/map/drawing").text
    perform(hall.room, Umpire("Yumiko Sato", "map"), "claim.take", {"kind": "battle", "number": 1, "over": True})
    text = sign_in(app, "map").get("/map/drawing").text
    assert "Battle in Shinano, claimed by Yumiko Sato" in text
    assert ">Yumiko</text>" in text
    assert "Yumiko" not in before
    assert all("Yumiko" not in sign_in(app, None).get(one).text for one in ("/display/drawing", "/display/view/map"))


@pytest.mark.parametrize("address", ["/map/drawing", "/display/drawing"])
def test_an_army_flies_the_crest_of_its_clan(hall_at, app_of, address):
    text = sign_in(app_of(hall_at("battle")), "map").get(address).text
    assert text.count('href="#crest-four-lozenges"') == 1, "Takeda"
    assert text.count('id="crest-four-lozenges"') == 1


@pytest.mark.parametrize("address", ["/display/", "/display/drawing"])
def test_the_public_map_knows_no_army_no_march_no_person_and_no_unrest(hall_at, app_of, address):
    hall = hall_at("battle")
    hall.correct("province", "kai", "unrest", True)
    text = sign_in(app_of(hall), None).get(address).text
    assert 'class="flag"' in text
    for secret in ('class="arrow', 'class="person', 'class="unrest', 'class="clash', "data-army", "Kenshin"):
        assert secret not in text, secret


def test_each_button_of_an_encounter_says_of_which(desk_at):
    page = desk_at("encounter").get("/map/").text
    for words in ("Claim", "Pass", "Parley"):
        assert f'aria-label="{words}: Shinano, no. 1">{words}</button>' in page
    assert 'Battle…<span class="unseen">: Shinano, no. 1</span>' in page


# ---- finding


@pytest.mark.parametrize(
    ("typed", "to"),
    [("omi", "/map/?province=omi#card"), ("ŌMI", "/map/?province=omi#card"), ("Shina", "/map/?province=shinano#card"),
     ("甲斐", "/map/?province=kai#card"), ("Kyoto", "/map/?province=yamashiro#card"), ("kenshin", "/armies/1"),
     ("uesugi ken", "/armies/1"), ("Takeda", "/find/clans/takeda"), ("tak", "/find/clans/takeda"),
     ("かい", "/map/?province=kai#card"), ("おうみ", "/map/?province=omi#card"),
     ("シナノ", "/map/?province=shinano#card"),
     ("けんしん", "/armies/1"), ("もうり", "/find/clans/mori"), ("Ohmi", "/map/?province=omi#card"),
     ("mouri", "/find/clans/mori"), ("A1", f"/c/{Code('A', 1)}"), ("a 1", f"/c/{Code('A', 1)}"),
     ("M-2", f"/c/{Code('M', 2)}")],
)  # fmt: skip
def test_what_can_mean_one_thing_alone_is_opened_at_once(desk_at, typed, to):
    answer = desk_at("orders").get("/find", query_string={"q": typed})
    assert (answer.status_code, answer.location) == (303, to)


@pytest.mark.parametrize("code", [str(Code("A", 1)), str(Code("M", 2)), str(Code("A", 1)).lower().replace("-", " ")])
def test_the_code_of_a_card_opens_its_entry(desk_at, code):
    browser = desk_at("orders")
    answer = browser.get("/find", query_string={"q": code}, follow_redirects=True, answers=200)
    assert answer.request.path in ("/armies/1", "/armies/2/order")


def test_a_code_that_does_not_add_up_says_so(desk_at):
    answer = desk_at("orders").get("/find", query_string={"q": "A1-4"}, follow_redirects=True, answers=400)
    assert "does not add up" in read(answer).alerts[0]


def test_several_meanings_are_shown_as_links_that_lead_somewhere(desk_at):
    browser = desk_at("orders")
    answer = browser.get("/find?q=awa", answers=200)
    links = {link for link in read(answer).links() if link.startswith("/map/?province=")}
    assert links == {"/map/?province=awa-east#card", "/map/?province=awa-west#card", "/map/?province=awaji#card"}
    for link in read(browser.get("/find?q=ta")).links():
        if link.startswith("/"):
            assert browser.get(link).status_code in (200, 303), link


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("shinanno", "Did you mean Shinano?"),
        ("zzzz", "No province, clan or living person"),
        ("", "Type the code"),
        ("   ", "Type the code"),
        ("<zz>", "No province"),
        ("%_", "No province"),
        ("x" * 500, "No province"),
    ],
)
def test_what_means_nothing_gets_a_sentence_at_the_box_and_keeps_the_typing(desk_at, typed, said):
    answer = desk_at("orders").get("/find", query_string={"q": typed}, answers=400)
    page = read(answer)
    assert said in page.alerts[0]
    assert page.boxes("q")[-1]["value"] == typed.strip()[:60]
    assert "<zz>" not in answer.text


def test_the_dead_are_not_found(desk_at):
    browser = desk_at("orders")
    browser.hall.correct("character", "obu-toramasa", "alive", False)
    assert browser.get("/find?q=obu").status_code == 400


def test_a_clan_shows_its_provinces_and_its_generals_first(desk_at):
    text = desk_at("orders").get("/find/clans/takeda").text
    assert re.search(r'href="/map/\?province=kai#card"', text)
    assert text.index('href="/armies/2"') < text.index("Obu Toramasa")
    assert desk_at("orders").get("/find/clans/nobody").status_code == 400


def test_what_is_found_wears_the_flag_of_its_clan(desk_at):
    browser = desk_at("orders")
    for address in ("/find?q=ta", "/find/suggest?q=ta"):
        hits = browser.get(address).text
        assert re.search(r'title="Takeda">TAK</span> <strong>Takeda</strong>', hits), address
        assert re.search(r'title="Takeda">TAK</span> <strong>Takeda Harunobu</strong>', hits), address
    assert re.search(r'title="Takeda">TAK</span> <strong>Kai</strong>', browser.get("/find/clans/takeda").text)


def test_figures_that_may_be_a_code_with_or_without_its_check_character_are_shown_as_both(desk_at):
    number = next(one for one in range(10, 100) if str(Code("A", one // 10)) == f"A{one // 10}-{one % 10}")
    page = desk_at("orders").get("/find", query_string={"q": f"A{number}"})
    links = {link for link in read(page).links() if link.startswith("/c/")}
    assert links == {f"/c/{Code('A', number // 10)}", f"/c/{Code('A', number)}"}


@pytest.mark.parametrize("desk", ["team", "npd", "bakufu", "intelligence"])
def test_other_desks_find_what_everybody_knows_and_no_army(desk_at, desk):
    browser = desk_at("orders", desk)
    for typed in ("kenshin", "Takeda", "uesugi", "o"):
        for address in ("/find", "/find/suggest"):
            text = browser.get(address, query_string={"q": typed}).text
            assert not re.search(r"\bA[12]-|/armies/|general,", text), (address, typed)
    assert browser.get("/find?q=kai").location == "/display/"
    assert "Takeda Harunobu" in browser.get("/find/clans/takeda").text


@pytest.mark.parametrize(
    ("desk", "typed", "to"),
    [
        ("team", "kenshin", "/clans/uesugi"),
        ("team", "yuki masa", "/find/clans/yuki"),
        ("npd", "yuki masa", "/clans/yuki"),
        ("npd", "kenshin", "/find/clans/uesugi"),
        ("intelligence", "Takeda", "/find/clans/takeda"),
    ],
)
def test_a_clan_is_found_in_its_dossier_at_the_desk_that_minds_it(desk_at, desk, typed, to):
    assert desk_at("orders", desk).get("/find", query_string={"q": typed}).location == to


def test_a_code_of_what_is_not_ones_own_opens_nothing(desk_at):
    answer = desk_at("orders", "team").get("/find?q=A1", follow_redirects=True, answers=403)
    assert "Uesugi" not in answer.text


def test_suggestions_stand_below_the_box_while_one_types_and_show_no_id(desk_at):
    part = desk_at("orders").get("/find/suggest?q=awa").text
    assert re.findall("<strong>([^<]*)", part) == ["Awa (east)", "Awa (west)", "Awaji"]
    assert "awa-west" not in re.sub('href="[^"]*"', "", part)
    assert "<html" not in part
    assert desk_at("orders").get("/find/suggest?q=").text.strip() == ""
    box = read(desk_at("orders").get("/map/")).boxes("q")[0]
    assert (box["hx-get"], box["hx-target"]) == ("/find/suggest", "next .found")


def test_the_box_that_finds_is_on_the_pages_of_those_who_may_use_it(desk_at):
    def boxes(desk):
        page = read(desk_at("start", desk).get("/display/" if desk == "team" else "/map/"))
        return [found for tag, found in page.elements if tag == "input" and found.get("id") == "code-box"]

    assert [box["name"] for box in boxes("map")] == ["q"]
    assert boxes("team") == []  # the hall's own page


def test_where_there_is_no_army_the_page_says_what_would_bring_one(desk_at):
    first = "there is none on the map: raise one first"
    assert first in desk_at("start").get("/map/raise").text
    browser = desk_at("winter")
    forces = browser.get("/map/forces").text
    assert "All armies are at home in winter" in forces
    assert "Raise troops" not in forces, "no army is formed in winter"
    browser = desk_at("encounter")
    browser.hall.do("garrison.raise", province="iwami", troops=1)
    assert first not in browser.get("/map/raise").text


def test_the_next_step_is_to_raise_troops_and_then_to_form_an_army_of_them(desk_at):
    def main_buttons(browser):
        return re.findall(r'<button class="main">(.*?)</button>', browser.get("/map/raise").text)

    browser = desk_at("start")
    assert main_buttons(browser) == ["Raise"]
    browser.hall.do("garrison.raise", province="iwami", troops=1)
    assert main_buttons(browser) == ["Form the army"]


def test_an_army_is_formed_in_a_city_that_is_typed_by_its_name(desk_at):
    browser = desk_at("start")
    hall = browser.hall
    form = {"province": "Kyōto", "troops": "1", "reason": "the palace guard", "key": "a"}
    hall.correct("place", "kyoto", "holder", "takeda")
    assert browser.post("/map/raise/garrison.raise", data=form).status_code == 303
    garrison = hall.get(Garrison, 1)
    assert (garrison.clan, garrison.province, garrison.place) == ("takeda", "yamashiro", "kyoto")


def test_a_hostage_who_visits_is_on_the_map_with_whose_he_is(hall_at):
    hall = hall_at("orders")
    hall.do("hostage.hand_over", character="obu-toramasa", to="hojo")
    with hall.room.store.write() as session:
        session.get_one(Character, "obu-toramasa").province = "kai"
    assert [(one.name, one.why) for one in card(hall, "kai").people] == [("Obu Toramasa", "visits, hostage of Hōjō")]


def test_a_card_says_who_has_leave_to_pass_this_season(hall_at):
    hall = hall_at("question")
    hall.do("locals.answer", "npd", encounter=1, answer="passage", note="by the coast road only")
    assert [(sign.id, note) for sign, note in card(hall, "etchu").passages] == [("uesugi", "by the coast road only")]


def test_the_history_of_a_long_year_is_its_latest_lines(hall):
    for number in range(14):
        hall.correct("province", "higo", "unrest", number % 2 == 0)
    found = hall.ask(history, "higo", "Higo")
    assert [one.number for one in found] == [one.number for one in reversed(hall.entries())][:12]
