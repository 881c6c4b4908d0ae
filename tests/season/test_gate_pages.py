"""The pages of the gate and of winter: what each desk sees there, and what their forms do."""

from __future__ import annotations

import re

import pytest

from control.sengoku.books.winter_questions import clan_winters
from control.sengoku.rows import Game
from tests.games import CODES
from tests.test_pages import read

SPRING = {"season": "spring", "year": "1550"}


def text(browser, address):
    """What a page says."""
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return answer.text


def test_what_is_proposed_of_honour_is_told_at_the_gate_and_keeps_no_season_from_ending(desk_at):
    page = text(desk_at("honour proposed", "game"), "/season/")
    assert "1 point of honour proposed" in page
    assert 'href="/honour/proposed"' in page


def test_team_control_counts_no_letters_of_other_desks_at_the_gate(desk_at):
    browser = desk_at("winter", "team")
    before = re.findall("Open in the whole hall.*", text(browser, "/season/now"))
    for recipient in ("yuki", "bakufu"):
        browser.hall.do(
            "letter.write", "game", sender="hojo", recipient=recipient, post=True, fate="on_time", reason="a test"
        )
    assert re.findall("Open in the whole hall.*", text(browser, "/season/now")) == before
    assert before


@pytest.mark.parametrize("desk", ["team", "game"])
def test_the_page_of_winter_says_that_the_yearly_honour_is_proposed_and_leads_there(desk_at, desk):
    page = text(desk_at("winter", desk), "/season/winter")
    assert 'yearly honour is <a href="/honour/proposed">proposed</a>, to be booked or declined' in page


def test_each_open_thing_links_to_where_it_is_settled(desk_at):
    browser = desk_at("secret", "game")
    hall = browser.hall
    hall.do("risk.call", character="shonyo", cause="age")
    hall.do("risk.draw", draw=1, card="ace of spades")
    hall.do("risk.call", character="asakura-norikage", cause="age")
    links = read(browser.get("/season/")).links()
    for link in ("/battles/1", "/map/phase", "/people/draws/2", "/people/successions", "/tell/"):
        assert link in links, link
        assert browser.get(link).status_code == 200


def test_an_army_without_an_order_links_to_its_order(desk_at):
    links = read(desk_at("guests", "game").get("/season/")).links()
    assert {"/armies/1/order", "/armies/2/order"} <= set(links)


def test_an_open_encounter_links_to_its_page(desk_at):
    assert "/map/encounters/1" in read(desk_at("encounter", "game").get("/season/")).links()


def test_without_a_reason_the_page_asks_for_one_and_nothing_is_changed(desk_at):
    browser = desk_at("encounter", "game")
    before = browser.hall.everything()
    answer = browser.post("/season/close", data=SPRING, answers=422)
    assert browser.hall.everything() == before
    assert "encounter 1 in Shinano" in read(answer).alerts[0]
    assert 'aria-describedby="wrong-force"' in answer.text


def test_a_season_is_closed_over_what_is_open_with_a_reason_and_undone_in_one(desk_at):
    browser = desk_at("round", "game")
    before = browser.hall.state()
    answer = browser.post("/season/close", data={**SPRING, "force": "time is up", "key": "one"})
    assert (answer.status_code, answer.location) == (303, "/season/")
    assert "Summer 1550" in text(browser, "/season/")
    browser.post("/season/close", data={**SPRING, "force": "time is up", "key": "one"}, answers=303)
    assert browser.hall.get(Game, 1).season == "summer"
    number = len(browser.hall.entries())
    browser.post("/journal/undo", data={"entry": number, "force": "too early"})
    now = browser.hall.state()
    differ = {key[0] for key in now.keys() | before.keys() if now.get(key) != before.get(key)}
    assert differ <= {"journal", "notice", "notice_to"}


def test_what_is_new_since_the_page_was_opened_is_shown_as_new(desk_at):
    browser = desk_at("orders", "game")
    page = text(browser, "/season/")
    seen = re.search(r'name="seen" value="([^"]*)"', page).group(1)
    browser.hall.phases(1, 2)
    answer = browser.post("/season/close", data={**SPRING, "seen": seen, "force": "time is up"})
    shown = answer.text
    assert answer.status_code == 409
    assert re.search(r'<li class="new">\s*<a href="/map/encounters/1">', shown)
    assert 'value="time is up"' in shown, "What was typed is kept."
    fresh = re.search(r'name="seen" value="([^"]*)"', shown).group(1)
    assert browser.post("/season/close", data={**SPRING, "seen": fresh, "force": "time is up"}).status_code == 303


def test_the_second_umpire_is_told_that_it_has_ended(desk_at):
    browser = desk_at("start", "game")
    browser.post("/season/close", data={**SPRING, "force": "x", "key": "one"})
    answer = browser.post("/season/close", data={**SPRING, "force": "x", "key": "two"}, answers=409)
    assert read(answer).alerts == ["Spring 1550 has ended already: it is summer 1550."]


def test_books_that_do_not_add_up_are_said_in_red_with_the_figures(desk_at):
    browser = desk_at("start", "game")
    assert "The books add up: " in text(browser, "/season/")
    with browser.hall.room.store.engine.begin() as connection:
        connection.exec_driver_sql("update transfer set payee = null, payer = 'takeda', cash = 999 where id = 1")
    browser.hall.room.store.forget()  # nobody noticed: it came past every entry
    page = text(browser, "/season/")
    assert re.search(r'class="wrong" role="alert">The books do not add up: the world gave \d+, \d+ are used', page)
    assert "/books/" in read(browser.get("/season/")).links()


def test_the_page_shows_every_line_with_its_ruling(desk_at):
    page = text(desk_at("peace", "game"), "/season/")
    assert "come back of those lost in battle 1." in page
    assert "The clock is set to “" in page
    assert "A copy of the game is made" in page
    assert '<small class="ruling"><a class="to-book" href="/rules/?q=R8"' in page


# --- Team Control -----------------------------------------------------------------------------------------


def test_team_control_sees_its_clans_and_counts_but_neither_place_nor_size(desk_at):
    browser = desk_at("round", "team")
    for address in ("/season/", "/season/now"):
        page = text(browser, address)
        assert (
            "Open in the whole hall: 1 battle, 2 movement phases not run, 1 thing not told yet, "
            "15 clans not ticked off."
        ) in page
        for secret in ("Shinano", "counter", "Kenshin", "A1-", "The books add up", "Will be written"):
            assert secret not in page, secret
    assert browser.post("/season/close", data={**SPRING, "force": "x"}).status_code == 403


def test_one_tap_ticks_a_clan_off_and_another_takes_it_back(desk_at):
    browser = desk_at("start", "team")
    form = {"clan": "takeda", **SPRING}
    assert browser.post("/season/clans/season.tick", data=form).status_code == 303
    assert 'id="tick-takeda" aria-pressed="true"' in text(browser, "/season/")
    assert browser.post("/season/clans/season.tick", data=form).status_code == 409
    assert browser.post("/season/clans/season.untick", data=form).status_code == 303
    assert 'id="tick-takeda" aria-pressed="false"' in text(browser, "/season/")
    assert browser.post("/season/clans/season.advance", data=form).status_code == 404


def test_a_clan_ticked_off_on_its_winter_page_leads_back_there(desk_at):
    browser = desk_at("winter", "team")
    form = {"clan": "takeda", "season": "winter", "year": "1551", "winter": "takeda"}
    answer = browser.post("/season/clans/season.tick", data=form)
    assert (answer.status_code, answer.location) == (303, "/season/winter/takeda")
    assert "Not done after all" in text(browser, "/season/winter/takeda")


def test_the_clans_an_umpire_minds_by_the_rota_come_first(desk_at):
    browser = desk_at("start", "team")
    browser.hall.do("duty.assign", "game", umpire="Ōta", desk="team", clan="uesugi")
    assert re.search(r'id="tick-(\w+)"', text(browser, "/season/")).group(1) == "uesugi"


# --- Winter -----------------------------------------------------------------------------------------------


def test_winter_lists_what_is_undone_for_the_clans_of_a_desk_alone(desk_at):
    for desk, there, not_there in (
        ("game", ("Takeda", "Asakura", "Bakufu"), ()),
        ("team", ("Takeda",), ("Asakura", "Bakufu")),
        ("npd", ("Asakura",), ("Takeda", "Bakufu")),
        ("bakufu", ("Bakufu",), ("Takeda", "Asakura")),
    ):
        page = text(desk_at("winter", desk), "/season/winter").partition('id="winters"')[2]
        assert all(name in page for name in there), desk
        assert not any(name in page for name in not_there), desk


def test_from_its_winter_a_clans_own_letters_are_one_tap_away_and_a_journey_where_one_may_send_somebody(desk_at):
    for desk, clan, sends in (("team", "takeda", True), ("npd", "asakura", False), ("bakufu", "bakufu", False)):
        browser = desk_at("winter", desk)
        page = text(browser, f"/season/winter/{clan}")
        assert f'href="/letters/?clan={clan}">Letters' in page, desk
        assert (f'href="/letters/?clan={clan}#to-character">Travel in winter' in page) == sends, desk
        assert ('id="to-character"' in text(browser, f"/letters/?clan={clan}")) == sends, desk


def test_another_desks_clan_has_no_winter_page_here(desk_at):
    browser = desk_at("winter", "team")
    assert browser.get("/season/winter/asakura").status_code == 404
    assert browser.get("/season/winter/nobody").status_code == 404
    assert browser.post("/season/winter/asakura/upkeep.pay_all").status_code == 403
    assert "Asakura" not in text(browser, "/season/statements?clan=asakura")


def test_in_another_season_the_page_says_when_winter_comes(desk_at):
    assert "Winter begins when autumn is closed" in text(desk_at("start", "game"), "/season/winter")
    assert "It is spring" in text(desk_at("start", "game"), "/season/winter/takeda")


def test_upkeep_is_paid_or_given_up_work_by_work(desk_at):
    browser = desk_at("winter", "team")
    assert "Pay 2" in text(browser, "/season/winter/takeda")
    paid = browser.post("/season/winter/takeda/upkeep.pay", data={"work": "province:shinano"})
    assert (paid.status_code, paid.location) == (303, "/season/winter/takeda")
    assert '<span class="stamp">paid</span>' in text(browser, "/season/winter/takeda")
    again = browser.post("/season/winter/takeda/upkeep.abandon", data={"work": "province:shinano"}, answers=409)
    assert read(again).alerts == ["The upkeep of the castle of Shinano is paid already."]


def test_nothing_but_upkeep_is_done_on_a_clans_winter_page(desk_at):
    browser = desk_at("winter", "team")
    with browser.hall.untouched():
        assert browser.post("/season/winter/takeda/season.advance").status_code == 404


def test_upkeep_that_cannot_be_paid_is_refused_at_the_step_with_what_is_there(desk_at):
    browser = desk_at("winter", "team")
    browser.hall.do("account.spend", "team", clan="hojo", kind="other", points=138, note="all but three")
    answer = browser.post("/season/winter/hojo/upkeep.pay_all", answers=422)
    assert "(R27). Give a work up, or ask Game Control" in read(answer).alerts[0]


def test_upkeep_that_cannot_be_paid_is_not_offered_but_to_who_can_force_it(desk_at):
    """A button that is always refused is none: what is missing stands in its place."""
    browser, to = desk_at("winter", "team"), "/season/winter/hojo"
    assert ">Pay 2<" in text(browser, to)
    browser.hall.do("account.spend", "team", clan="hojo", kind="other", points=138, note="all but three")
    page = text(browser, to)
    assert ">Pay 2<" in page  # each alone can be paid, all together cannot
    assert "Pay all" not in page
    assert "Hōjō has 3 points and owes 4. Give up what it cannot pay, or ask Game Control" in page
    browser.hall.do("account.spend", "team", clan="hojo", kind="other", points=2, note="all but one")
    page = text(browser, to)
    assert "Pay 2" not in page
    assert page.count("1 too few") == 2
    assert page.count(">Give up<") == 2
    browser.post("/sign-in", data={"code": CODES["game"], "name": "Ōta"})
    page = text(browser, to)
    assert page.count(">Pay 2<") == 2
    assert page.count("1 too few") == 2
    assert '<button class="main" id="pay-all">Pay all 4</button> <span class="hint">3 too few</span>' in page


def test_where_no_clan_can_pay_all_its_upkeep_nobody_is_offered_to_pay_for_all(desk_at):
    browser = desk_at("winter", "npd")
    with browser.hall.room.store.read() as session:
        found = clan_winters(session, browser.hall.room.scenario, "npd")
    for one in found:
        if one.owed:
            left = min(one.owed - 1, one.has)
            browser.hall.do("account.spend", "npd", clan=one.clan.id, kind="other", points=one.has - left, note="poor")
    page = text(browser, "/season/winter")
    assert "too few points for all of their own" in page
    assert "pay-for-all" not in page


def test_a_tap_that_waited_over_the_end_of_a_year_pays_for_no_other_winter(desk_at):
    browser = desk_at("winter", "team")
    page = browser.get("/season/winter/hojo").text
    form = page[page.index('<form class="pay-all"') :].partition("</form>")[0]
    year = int(re.search(r'name="year" value="(\d+)"', form).group(1))
    with browser.hall.untouched():
        answer = browser.post("/season/winter/hojo/upkeep.pay_all", data={"year": year - 1}, answers=409)
    assert f"The winter of {year - 1} is over" in read(answer).alerts[0]


def test_upkeep_of_one_work_that_cannot_be_paid_offers_to_give_that_work_up(desk_at):
    browser = desk_at("winter", "team")
    browser.hall.do("account.spend", "team", clan="hojo", kind="other", points=140, note="all but one")
    answer = browser.post("/season/winter/hojo/upkeep.pay", data={"work": "province:musashi"})
    assert "(R27). Give the work up, or ask Game Control" in read(answer).alerts[0]
    found = re.findall(r">Give up Castle, Musashi<", answer.text)
    assert len(found) == 1, read(answer).alerts
    assert browser.post("/season/winter/hojo/upkeep.abandon", data={"work": "province:musashi"}).status_code == 303
    assert "Give up Castle, Musashi" not in text(browser, "/season/winter/hojo")


def test_game_control_has_upkeep_paid_all_the_same_with_a_reason(desk_at):
    browser, to, work = desk_at("winter", "game"), "/season/winter/hojo/upkeep.pay", {"work": "province:musashi"}
    browser.hall.do("account.spend", "team", clan="hojo", kind="other", points=140, note="all but one")
    refused = browser.post(to, data=work)
    assert len(read(refused).alerts) == 1
    assert "required" in read(refused).boxes("force")[0]
    assert 'name="work" value="province:musashi"' in refused.text.partition('id="force"')[0].rpartition("<form")[2]
    assert browser.post(to, data={**work, "force": "the umpires lend it"}).status_code == 303


def test_all_that_owe_upkeep_pay_with_one_tap(desk_at):
    browser = desk_at("winter", "npd")
    assert "that owe any" in text(browser, "/season/winter")
    assert browser.post("/season/winter").status_code == 303
    assert "that owe any" not in text(browser, "/season/winter")
    assert browser.post("/season/winter").status_code == 422


def test_the_statement_has_every_line_with_its_section(desk_at):
    page = text(desk_at("winter", "team"), "/season/winter/oda")
    for line in ("Kept over winter", "Used by the clan’s followers", "Rice income", "Owari"):
        assert line in page
    for section in ("R21", "R22"):
        assert f'href="/rules/?q={section}"' in page


def test_the_statements_of_all_clans_of_a_desk_are_one_page_to_print(desk_at):
    page = text(desk_at("winter", "team"), "/season/statements")
    assert page.count('class="panel sheet-of-paper"') == 15
    assert "1550" in text(desk_at("winter", "team"), "/season/statements?year=1550")
    assert desk_at("winter", "team").get("/season/statements?year=soon").status_code == 200
    browser = desk_at("winter", "team")
    for address in ("/season/statements?clan=", "/season/statements"):  # kept as one and the same
        assert text(browser, address).count('class="panel sheet-of-paper"') == 15


def test_closing_winter_shows_what_will_be_abandoned(desk_at):
    browser = desk_at("winter", "game")
    browser.post("/season/winter/takeda/upkeep.pay", data={"work": "province:shinano"})
    page = text(browser, "/season/")
    assert "Castle of Echigo is abandoned: its 2 were not paid." in page
    assert "Castle of Shinano is abandoned" not in page


def test_autumn_closed_leads_to_winter(desk_at):
    browser = desk_at("start", "game")
    for season, year in (("spring", 1550), ("summer", 1550)):
        browser.post("/season/close", data={"season": season, "year": year, "force": "x"})
    page = text(browser, "/season/")
    assert "Takeda keeps 103 of 118 unspent" in page
    assert "Kai 5" in page
    answer = browser.post("/season/close", data={"season": "autumn", "year": 1550, "force": "x"})
    assert answer.location == "/season/winter"


def test_map_control_and_intelligence_have_no_part_in_winter(desk_at):
    for desk in ("map", "intelligence"):
        for address in ("/season/", "/season/winter", "/season/winter/takeda", "/season/statements"):
            assert desk_at("winter", desk).get(address).status_code == 403


def test_what_is_lost_when_winter_is_closed_lies_open_with_whose_it_is_and_where_it_is_paid(desk_at):
    page = text(desk_at("winter", "game"), "/season/")
    lost = page.partition('<details class="chapter" open id="chapter-upkeep">')[2].partition("</details>")[0]
    assert lost.count("is abandoned") > 4, "as many as are folded elsewhere"
    assert re.search(r'title="Takeda".*?Castle of Shinano is abandoned', lost, re.S)
    assert 'href="/season/winter"' in lost


def test_a_controller_reads_beside_the_tick_that_upkeep_is_not_decided(desk_at):
    browser = desk_at("winter", "team")
    due = '<a href="/season/winter/takeda"><span class="unseen">Takeda: </span>Upkeep of 2 to decide</a>'
    assert due in text(browser, "/season/")
    browser.hall.do("upkeep.pay", "team", clan="takeda", work="province:shinano")
    assert due not in text(browser, "/season/")


def test_whoever_closes_what_a_colleague_has_closed_is_told_and_gives_no_reason_for_the_next_season(desk_at):
    browser = desk_at("start", "game")
    form = SPRING | {"force": "time is up"}
    assert browser.post("/season/close", data=form | {"key": "first"}).status_code == 303
    assert browser.post("/season/close", data=form | {"key": "first"}).status_code == 303
    told = browser.post("/season/close", data=form | {"key": "second", "force": "the hall is tired"})
    page = told.text
    assert told.status_code == 409
    assert "Spring 1550 has ended already: it is summer 1550." in page
    assert "the hall is tired" not in page, "what was meant for spring is no reason to close summer"
    assert browser.hall.get(Game, 1).season == "summer"


def test_a_page_of_the_gate_from_before_the_season_ended_is_not_told_to_send_it_again(desk_at):
    browser = desk_at("start", "game")
    (form,) = re.findall(r'<form[^>]*id="close".*?</form>', text(browser, "/season/"), re.S)
    (key,) = re.findall(r'name="key" value="([^"]*)"', form)
    browser.hall.do("season.advance", "game", season="spring", year=1550, force="time is up")
    told = browser.post("/season/close", data=SPRING | {"key": key, "force": "the hall is tired"})
    page = told.text
    assert told.status_code == 409
    assert "Spring 1550 has ended already: it is summer 1550." in page
    assert "send it again" not in page, "it would end summer too"
    assert browser.hall.get(Game, 1).season == "summer"


@pytest.mark.parametrize(
    ("given", "kept"),
    [(["time is up", "the hall is tired"], "the hall is tired"), (["time is up", "  "], "time is up")],
)
def test_a_reason_that_is_typed_goes_over_one_that_is_tapped(desk_at, given, kept):
    browser = desk_at("start", "game")
    assert browser.post("/season/close", data=SPRING | {"force": given}).status_code == 303
    assert browser.hall.entries()[-1].sentence.endswith(f"Forced: {kept}.")


def test_a_season_that_is_none_has_not_ended(desk_at):
    refused = desk_at("start", "game").post("/season/close", data=SPRING | {"season": "sprung"}, answers=400)
    assert "has ended already" not in refused.text


def test_reasons_are_asked_for_in_words_where_something_is_open(desk_at):
    asked = "To close all the same, tap a reason or write one."
    assert asked in desk_at("encounter", "game").get("/season/").text
