"""What now: one line for each kind under the desk that has to act, the one next step largest."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from control.kernel import steady
from control.kernel.errors import NotThisDesk
from control.kernel.wording import counted
from control.sengoku.books.winter_questions import clan_winters
from control.sengoku.rows import Character, Game
from control.sengoku.rules.desks import DESKS
from control.sengoku.season import gate_questions as gate
from control.sengoku.season.waits_questions import Waits, what_now, what_waits
from tests.benchmarks import acts
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
    page = sign_in(app_of(hall_at("winter")), "game").get("/season/").text
    assert page.count("Asakura Norikage is to draw 3 cards") == 1
    assert "Asakura Norikage is to draw a card" not in page


def test_game_control_opens_on_what_now_and_the_season_can_be_closed_from_there(hall_at, app_of):
    page = sign_in(app_of(hall_at("encounter")), "game").get("/game/").text
    assert "What now" in page
    assert 'href="/map/encounters/1"' in page
    assert page.index("What now") < page.index("Waits for others") < page.index("Journal</a></h2>")


def test_game_control_is_led_to_the_clock_until_it_has_been_started(hall_at, app_of):
    hall = hall_at("encounter")
    browser = sign_in(app_of(hall), "game")
    assert 'id="to-clock" href="/clock/">Start the clock…</a>' in browser.get("/game/").text
    hall.do("clock.start", "game")
    assert "to-clock" not in browser.get("/game/").text


@pytest.mark.parametrize(
    ("stage", "address"), [("winter", "/people/"), ("guests", "/orders/"), ("encounter", "/map/encounters/1")]
)
def test_the_next_step_leads_to_where_all_of_it_is_done(hall_at, app_of, stage, address):
    page = sign_in(app_of(hall_at(stage)), "game").get("/game/").text
    assert f'next-step" href="{address}"' in page


# --- At the other desks -----------------------------------------------------------------------------------


def waits_at(hall, desk, umpire="Ōta"):
    return hall.ask(what_waits, hall.room.scenario, desk, umpire)


@pytest.mark.parametrize(
    ("stage", "desk", "found"),
    [
        ("guests", "map", [("phase", 4), ("order", 2)]),
        ("encounter", "map", [("encounter", 1), ("phase", 2)]),
        ("encounter", "team", [("told", 1)]),
        ("calls", "team", [("call", 3), ("told", 18)]),
        ("filed", "bakufu", [("petition", 1)]),
        ("question", "npd", [("question", 1), ("attitude", 1), ("touched", 1), ("told", 1)]),
        ("spied", "intelligence", [("roll", 1), ("carry", 1)]),
    ],
)
def test_every_desk_has_what_waits_for_it(hall_at, stage, desk, found):
    assert [(one.kind, one.count) for one in waits_at(hall_at(stage), desk).mine] == found


@pytest.mark.parametrize("desk", [desk for desk in DESKS if desk != "game"])
def test_of_what_others_have_to_do_a_desk_hears_how_much_and_no_name_or_place(hall_at, desk):
    for stage in ("guests", "encounter", "spied", "breach", "honour proposed", "intercepted"):
        for other, groups in waits_at(hall_at(stage), desk).others:
            assert other != desk
            for one in groups:
                assert one.kind in gate.KINDS  # covert work, proposals of honour and what the Bakufu judges stay there
                assert one.kind != "breach"
                assert [(thing.of, thing.row, thing.by) for thing in one.things] == [("", "", "")]
                assert one.words == counted(one.count, *gate.KINDS[one.kind])


def test_the_map_hears_of_no_letters(hall_at):
    hall = hall_at("winter")
    written = hall.do("letter.write", "game", sender="oda", recipient="takeda", text="Let us hunt.", force="a test")
    hall.do("letter.post", "game", letter=written.changes[0]["key"][0], fate="on_time", reason="a test")
    kinds = {desk: {one.kind for _, groups in waits_at(hall, desk).others for one in groups} for desk in DESKS}
    assert "letter" in kinds["game"]
    assert not any("letter" in kinds[desk] for desk in ("map", "npd", "intelligence", "bakufu"))


def test_who_walks_with_clans_has_theirs_and_the_rest_lies_with_others_at_his_desk(hall_at):
    hall = hall_at("calls")
    everybody = waits_at(hall, "team")
    assert (said(everybody.taken), len(everybody.mine)) == ([], 2)
    hall.do("duty.assign", "game", umpire="Ōta", desk="team", clan="takeda")
    hall.do("duty.assign", "game", umpire="Aiko", desk="team", clan="uesugi")
    found = waits_at(hall, "team")
    assert {thing.of for one in found.mine for thing in one.things} == {"Takeda"}
    assert {thing.of: thing.by for one in found.taken for thing in one.things}["Uesugi"] == "Aiko"
    assert {thing.of: thing.by for one in found.taken for thing in one.things}["Date"] == "nobody by the rota"


def test_the_rota_knows_an_umpire_however_he_writes_his_name(hall_at, app_of):
    hall = hall_at("calls")
    hall.do("duty.assign", "game", umpire="Ōta", desk="team", clan="uesugi")
    hall.do("duty.assign", "game", umpire="Aiko", desk="team", clan="takeda")
    assert waits_at(hall, "team", "ota") == waits_at(hall, "team")
    browser = sign_in(app_of(hall), "team", "ota")
    assert re.search(r'id="tick-(\w+)"', browser.get("/season/").text)[1] == "uesugi"
    mine = browser.get("/now/").text.partition('class="your-clans"')[2].partition("</nav>")[0]
    assert re.findall(r'href="/team/(\w+)"', mine) == ["uesugi"]


def test_what_waits_for_me_and_for_others_at_my_desk_unfolds_each_by_an_id_of_its_own(hall_at, app_of):
    hall = hall_at("winter")
    for clan in ("oda", "takeda", "hojo", "uesugi"):
        hall.do("letter.write", "team", sender=clan, recipient="yuki")
        hall.do("duty.assign", "game", umpire="Ōta" if clan in ("oda", "takeda") else "Aiko", desk="team", clan=clan)
    ids = re.findall(r'<details[^>]* id="([^"]*)"', sign_in(app_of(hall), "team").get("/now/").text)
    assert [one for one in ids if one.endswith("waits-team-draft")] == ["waits-team-draft", "taken-waits-team-draft"]
    assert len(ids) == len(set(ids))


def test_who_follows_in_a_clan_that_nobody_plays_waits_for_the_teams_desk_too(hall_at, app_of):
    hall = hall_at("start")
    hall.do("risk.call", character="rokkaku-sadayori", cause="age")
    hall.do("risk.draw", draw=1, card="ace of spades")
    assert [one.words for one in waits_at(hall, "team").mine] == ["nobody stands at the head of Rokkaku"]
    page = sign_in(app_of(hall), "team").get("/now/").text
    assert '/people/successions"' in page
    assert "Nothing waits for you" not in page


def test_who_follows_in_a_clan_that_nobody_plays_is_asked_of_the_desk_that_minds_it(hall_at, app_of):
    hall = hall_at("people")  # the head of the Hongan-ji, who are played, is dead
    hall.do("risk.call", character="rokkaku-sadayori", cause="age")
    hall.do("risk.draw", draw=3, card="ace of spades")
    asked = {desk: [one.words for one in waits_at(hall, desk).mine if one.kind == "succession"] for desk in DESKS}
    assert (asked["npd"], asked["bakufu"]) == (["nobody stands at the head of Rokkaku"], [])
    others = {desk: said(waits) for desk, waits in waits_at(hall, "npd").others}
    assert ("team", "succession", 1) in others["team"], "The Hongan-ji's, and not its own once more."
    browser = sign_in(app_of(hall), "npd")
    page = browser.get("/tell/").text
    assert ("Daimyo of Rokkaku, is dead" in page, "of Hongan-ji, is dead" in page) == (True, False)
    hall.refuse(NotThisDesk, "succession.name", "npd", succession=1, heir="kennyo")
    browser.post("/people/successions/2/make", data={"name": "Yoshikata", "age": "29"}, answers=303)
    assert hall.get(Character, "yoshikata").role == "daimyo"


def test_what_another_umpire_has_claimed_does_not_wait_for_me(hall_at):
    hall = hall_at("encounter")
    hall.do("claim.take", "map", kind="encounter", number=1)
    assert waits_at(hall, "map", "Map Control").next.kind == "encounter"
    other = waits_at(hall, "map", "Ōta")
    assert [one.kind for one in other.taken] == ["encounter"]
    assert other.next is None or other.next.kind != "phase"  # no phase is run while he settles it


@pytest.mark.parametrize("desk", ["team", "npd", "bakufu", "intelligence"])
def test_every_desk_opens_on_what_now(hall_at, app_of, desk):
    client = sign_in(app_of(hall_at("guests")), desk)
    page = client.get("/", follow_redirects=True).text
    assert "<h1>What now</h1>" in page
    assert 'Map Control</b> <span class="hint">4 movement phases not run, 2 armies without an order</span>' in page
    assert "Takeda" not in page.partition("Waits for others")[2].partition("</section>")[0]


def test_where_nothing_waits_the_page_says_what_comes_next_and_when(hall_at, app_of):
    page = sign_in(app_of(hall_at("guests")), "team").get("/now/").text
    assert "Nothing waits for you." in page
    assert "Next comes Map Control." in page
    assert "Then " in page.partition("On the clock: ")[2][:80]


def test_the_desk_of_the_map_opens_on_the_next_step_beside_the_map(hall_at, app_of):
    page = sign_in(app_of(hall_at("guests")), "map").get("/map/").text
    assert 'next-step" href="/orders/"' in page
    assert 'id="to-phase"' in page


def test_a_clock_that_runs_is_told_by_the_hour_at_which_its_stage_ends(hall_at, app_of):
    page = sign_in(app_of(hall_at("running")), "team").get("/now/").text
    assert re.search(r"On the clock: [A-Z][a-z ]+ until \d\d:\d\d\. Then ", page)


# --- The head of every page -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "turn"),
    [
        ("orders", "Map Control: orders are open"),
        ("locked", "Map Control: orders are locked"),
        ("encounter", "Map Control is at phase 3 of 4"),
        ("winter", "Team Control plans the year"),
    ],
)
def test_the_head_says_who_acts_now(hall_at, app_of, stage, turn):
    head = sign_in(app_of(hall_at(stage)), "team").get("/standing").text
    assert f'<span class="progress">{turn}</span>' in head


def test_the_head_says_that_the_hall_waits_once_the_clock_has_passed_the_map_by(hall_at, app_of):
    waits = re.compile(r'class="hall-waits" data-waits-from="2"( hidden)?>')
    for stage, hidden in (("running", True), ("over", False)):
        hall = hall_at(stage)
        hall.an_army("uesugi", "echigo", 3, 3, "uesugi-kenshin")
        head = sign_in(app_of(hall), "team").get("/standing").text
        assert bool(waits.search(head)[1]) is hidden
    winter = sign_in(app_of(hall_at("winter")), "team").get("/standing").text
    assert "hall-waits" not in winter


def test_where_no_army_stands_nobody_waits_for_a_phase(hall, app_of):
    client = sign_in(app_of(hall), "game")
    assert "hall-waits" not in client.get("/standing").text
    assert "not been run" not in client.get("/game/").text
    hall.an_army("uesugi", "echigo", 3, 3, "uesugi-kenshin")
    assert "hall-waits" in client.get("/standing").text
    assert "Phases 1 to 4 have not been run" in client.get("/game/").text


def test_a_controller_books_for_the_clan_he_walks_with_from_his_first_page(hall, app_of):
    team = sign_in(app_of(hall), "team")
    assert "Book for" not in team.get("/now/").text
    team.get("/team/takeda")
    first = team.get("/now/").text
    assert "Book for Takeda" in first
    assert all(f'href="/team/takeda/{what}"' in first for what in ("event", "uniforms", "troops"))


@pytest.mark.parametrize("what", acts.ACTS)
def test_what_is_done_most_takes_three_taps_and_no_key_from_the_first_page_of_its_desk(hall, app_of, what):
    acts.begun(hall, acts.ACTS[what][0])
    hand = acts.counted(app_of(hall), what)
    assert hand.taps <= 3
    assert hand.keys == 0


def test_those_of_whom_something_waits_stand_in_the_order_of_their_letters():
    things = tuple(gate.Open("winter", key, key, of=key) for key in ("Oda", "Shimazu", "Ōtomo"))
    assert [whom for whom, _ in Waits("team", "winter", things).by_whom] == ["Oda", "Ōtomo", "Shimazu"]


def test_towards_the_end_of_the_day_game_control_is_told_what_comes_then(desk_at, monkeypatch):
    def at(*time):
        monkeypatch.setattr(steady.STEADY, "now", lambda: datetime(2026, 5, 2, *time).astimezone())

    def told():
        html = re.sub(r"<[^>]+>", "", browser.get("/game/").text)
        return found.group() if (found := re.search(r"No season fits in .*", html)) else ""

    browser = desk_at("start", "game")
    at(16, 10)
    assert not told(), "a day that has not begun is not over"
    at(16, 0)
    browser.hall.do("clock.start", "game")
    assert not told()
    browser.hall.next_season()
    at(16, 30)
    assert told().startswith("No season fits in after this one before 17:00 (the day). At its end close it first; then")
    assert "story of each player" in told()
    at(16, 50)
    assert told().startswith("No season fits in any more before 17:00 (the day). Leave this one as it is"), (
        "and this one was not begun"
    )
    assert "none" in browser.get("/clock/").text.partition("still fit")[2][:30]


def test_what_waits_for_the_bakufu_is_said_without_its_name(desk_at):
    browser = desk_at("start", "game")
    browser.hall.correct("character", "takeda-harunobu", "alive", False, desk="game")
    page = re.sub(r"<[^>]+>|\s+", " ", browser.get("/game/").text)
    waits = page.partition("Waits for others")[2].partition("Copies of the game")[0]
    assert re.search(r"Bakufu +\d+ things? still to tell", waits), waits


def test_a_letter_to_a_clan_that_nobody_plays_waits_to_be_handed_over_at_its_desk(hall_at):
    hall = hall_at("winter")
    hall.do("letter.write", "team", sender="takeda", recipient="yuki", text="Open the pass.", post=True, die=5)
    found = [(one.words, one.count) for one in waits_at(hall, "npd").mine if one.kind == "letter"]
    assert found == [("1 letter not handed over", 1)]


def test_game_control_is_told_with_which_desk_a_letter_lies_that_is_not_handed_over(desk_at):
    browser = desk_at("winter", "game")
    for recipient in ("yuki", "rokkaku", "bakufu", "oda"):
        browser.hall.do(
            "letter.write", "team", sender="takeda", recipient=recipient, post=True, fate="on_time", reason="a test"
        )
    found = {desk: [one for one in said(waits) if one[1] == "letter"] for desk, waits in now(browser.hall).others}
    assert {desk: letters[0][2] for desk, letters in found.items() if letters} == {"team": 1, "npd": 2, "bakufu": 1}
    gate_page = re.sub(r"<[^>]+>|\s+", " ", browser.get("/season/").text)
    assert re.search(r"2 letters not handed over +Non-Player Daimyo Control", gate_page)
    assert re.search(r"to Oda was not handed over +Team Control", gate_page)
    heard = {desk: {one.kind for _, waits in waits_at(browser.hall, desk).others for one in waits} for desk in DESKS}
    assert [desk for desk, kinds in heard.items() if "letter" in kinds] == ["game"], "No other desk counts them."


def test_the_one_next_step_to_several_letters_shows_those_of_all_clans_whoever_she_walked_with_last(desk_at):
    browser = desk_at("winter", "team")
    hall = browser.hall
    for sender, recipient in (("oda", "takeda"), ("takeda", "uesugi")):
        hall.do("letter.write", "team", sender=sender, recipient=recipient, post=True, fate="on_time", reason="a test")
    browser.get("/team/hojo")
    page = browser.get("/now/").text
    (led,) = re.findall(r'href="([^"]*)"><span>2 letters not handed over', page)
    assert browser.get(led).text.count(">Handed over</button>") == 2
    mine = browser.get("/season/").text
    (led,) = re.findall(r'href="([^"]*)"><span class="unseen">Uesugi: </span>1 letter to hand over', mine)
    assert browser.get(led).text.count(">Handed over</button>") == 1


def test_letters_that_are_not_posted_lead_to_their_clans_one_by_one(desk_at):
    browser = desk_at("winter", "team")
    for sender in ("oda", "takeda"):
        browser.hall.do("letter.write", "team", sender=sender, recipient="yuki", text="Open the pass.")
    browser.post("/season/winter", answers=303)
    page = browser.get("/now/").text
    assert re.search(r'next-step" href="/letters/\?clan=oda"><span>1 letter of Oda is not posted', page)
    assert re.findall(r'href="(/letters/[^"]*)">1 letter of', page) == ["/letters/?clan=oda", "/letters/?clan=takeda"]


def waiting(hall, kind):
    """What waits of a kind, by the desk that has it as its own."""
    found = {
        desk: [thing.sentence for one in waits_at(hall, desk).mine if one.kind == kind for thing in one.things]
        for desk in DESKS
    }
    return {desk: things for desk, things in found.items() if things}


def test_what_a_vassal_owes_waits_at_the_desk_that_minds_it_from_its_season_on(hall_at, app_of):
    hall = hall_at("start")
    hall.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes="20", due_in="summer")
    assert waiting(hall, "due") == {}
    hall.next_season()
    assert waiting(hall, "due") == {"team": ["Uesugi owes Takeda 20 points by a bond"]}
    browser = sign_in(app_of(hall), "team")
    assert 'href="/treaties/vassals"' in browser.get("/now/").text
    assert "Owes Takeda</a> 20 points by a bond" in browser.get("/clans/uesugi").text
    assert "by a bond" not in browser.get("/clans/takeda").text
    hall.do("treaty.pay", "team", treaty=1)
    assert waiting(hall, "due") == {}
    assert "by a bond" not in browser.get("/clans/uesugi").text


def test_dues_are_among_what_is_undone_in_winter(hall_at):
    hall = hall_at("winter")
    hall.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes="20")
    found = {one.clan.id: one.undone for one in hall.ask(clan_winters, hall.room.scenario, "team")}
    assert "20 points owed by a bond" in found["uesugi"]
    assert "20 points owed by a bond" not in found["takeda"]


def test_what_is_owed_by_a_bond_that_its_desk_may_not_know_waits_for_game_control(hall_at):
    hall = hall_at("start")
    hall.do(
        "treaty.record",
        "game",
        kind="vassalage",
        one="takeda",
        other="yuki",
        owes="20",
        due_in="spring",
        audience="secret",
    )
    assert waiting(hall, "due") == {"game": ["Yūki owes Takeda 20 points by a bond"]}


@pytest.mark.parametrize(("other", "desk"), [("uesugi", "team"), ("yuki", "npd"), ("bakufu", "game")])
def test_what_becomes_of_a_hostage_is_asked_of_the_desk_that_minds_his_keeper(hall_at, app_of, other, desk):
    hall = hall_at("start")
    hall.do("treaty.record", "game", kind="peace", one="takeda", other=other, hostages=["takeda-yoshinobu"])
    hall.do("treaty.breach", "game", treaty=1, by="takeda", what="it attacked", force="all saw it")
    asked = waiting(hall, "fate")
    assert list(asked) == [desk]
    assert "asked what becomes of Takeda Yoshinobu" in asked[desk][0]
    browser = sign_in(app_of(hall), desk)
    sent = {"character": "takeda-yoshinobu", "key": "k"}
    assert 'action="/treaties/hostages/keep"' in browser.get("/treaties/hostages").text
    browser.post("/treaties/hostages/keep", data=sent, answers=303)
    assert waiting(hall, "fate") == {}


def test_npd_control_decides_about_hostages_at_tables_that_nobody_plays_alone(hall_at, app_of):
    hall = hall_at("start")
    hall.do("hostage.hand_over", character="takeda-yoshinobu", to="yuki")
    hall.do("hostage.hand_over", character="nagao-masakage", to="takeda")
    page = sign_in(app_of(hall), "npd").get("/treaties/hostages").text
    assert page.count('action="/treaties/hostages/release"') == 1
    for name, more in (("release", {}), ("escape", {}), ("kill", {"reason": "a whim"})):
        hall.refuse(NotThisDesk, f"hostage.{name}", "npd", character="nagao-masakage", **more)
    hall.do("hostage.release", "npd", character="takeda-yoshinobu")
    assert hall.get(Character, "takeda-yoshinobu").held_by is None


def test_a_call_that_was_refused_waits_at_the_bakufu_until_it_is_withdrawn_or_the_clan_a_rebel(hall_at, app_of):
    hall = hall_at("calls")
    found = next(row for row in hall.rows("call") if row["kind"] == "troops" and not row["answer"])
    code, clan = found["code"], found["clan"]
    hall.do("call.answer", "game", call=found["id"], answer="refuses")
    (words,) = waiting(hall, "declined")["bakufu"]
    assert code in words
    assert words.endswith(": refuses")
    assert code in sign_in(app_of(hall), "bakufu").get("/bakufu/waits").text
    hall.do("rebellion.declare", "bakufu", clan=clan, reason="it refused")
    assert waiting(hall, "declined") == {}
    assert code not in sign_in(app_of(hall), "bakufu").get("/bakufu/waits").text


@pytest.mark.parametrize("how", ["refuses", "silent"])
def test_r38_a_call_that_was_defied_waits_no_more_while_its_clan_is_a_rebel_and_again_once_it_is_none(
    hall_at, app_of, how
):
    hall = hall_at("calls")
    found = next(row for row in hall.rows("call") if row["kind"] == "troops" and not row["answer"])
    if how == "refuses":
        hall.do("call.answer", "game", call=found["id"], answer="refuses")
    else:
        for _ in range(found["due"] + 1 - hall.get(Game, 1).seasons):
            hall.next_season()
    app, kind = app_of(hall), "silent" if how == "silent" else "declined"

    def waits():
        listed = any(found["code"] in words for words in waiting(hall, kind).get("bakufu", []))
        return listed, found["code"] in sign_in(app, "bakufu").get("/bakufu/waits").text

    assert waits() == (True, True)
    hall.do("rebellion.declare", "bakufu", clan=found["clan"], reason="it defied us")
    assert waits() == (False, False), "that was the answer"
    hall.do("rebellion.lift", "bakufu", clan=found["clan"])
    assert waits() == (True, True), "it stands until it is withdrawn or obeyed"
    hall.do("call.withdraw", "bakufu", call=found["id"], reason="the peace is made")
    assert waits() == (False, False)


def test_a_team_that_has_lost_its_last_land_waits_for_game_control(hall_at, app_of):
    hall = hall_at("start")
    assert waiting(hall, "landless") == {}
    for row in hall.rows("province"):
        if row["holder"] == "takeda":
            hall.correct("province", row["id"], "holder", "uesugi", desk="game")
    for row in hall.rows("place"):
        if row["holder"] == "takeda":
            hall.correct("place", row["id"], "holder", "uesugi", desk="game")
    assert waiting(hall, "landless") == {"game": ["Takeda has lost its last land"]}
    assert 'href="/casting/"' in sign_in(app_of(hall), "game").get("/season/").text


def test_a_letter_that_was_only_written_waits_in_winter_for_the_desk_of_its_sender_alone(hall_at):
    hall = hall_at("winter")
    written = hall.do("letter.write", "team", sender="takeda", recipient="yuki", text="Open the pass.")
    assert waiting(hall, "draft") == {"team": ["1 letter of Takeda is not posted"]}
    found = {one.clan.id: one.undone for one in hall.ask(clan_winters, hall.room.scenario, "team")}
    assert "1 letter not posted" in found["takeda"]
    hall.do("letter.post", "team", letter=written.changes[0]["key"][0], die=5)
    assert waiting(hall, "draft") == {}


def test_a_hostages_letter_that_was_only_written_waits_in_winter_and_one_from_hand_to_hand_does_not(hall_at):
    hall = hall_at("winter")
    hall.do("hostage.hand_over", "team", character="obu-toramasa", to="oda")
    home = {"sender": "oda", "recipient": "takeda", "hostage": "obu-toramasa"}
    letter = hall.do("letter.write", "team", **home, text="I am well.")
    assert waiting(hall, "draft") == {"team": ["1 letter of Oda is not posted"]}
    hall.do("letter.post", "team", letter=letter.changes[0]["key"][0], die=5)
    assert waiting(hall, "draft") == {}
