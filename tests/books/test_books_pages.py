"""The clan’s page on a phone, the books, statements, tables from and to a spreadsheet."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from sqlalchemy import event, select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.tabular import read_table
from control.sengoku.rows import Game, Garrison, Muster
from control.sengoku.world.ledger import ledger_questions as ledger
from tests.conftest import sign_in
from tests.tags import shown

PHONE_TILES = ("troops", "event", "uniforms", "loan", "give", "receive", "other")


def key_in(text: str) -> str:
    """The key of the page's (first booking) form."""
    return re.search(r'name="key" value="([\w-]+)"', text.split('<form class="panel stack"')[1]).group(1)


@pytest.fixture
def team(client):
    """A browser at Team Control."""
    return client("team")


def test_a_controller_chooses_a_clan_once_and_the_device_remembers_it(team):
    assert "Which clan do you walk with?" in team.get("/team/").text
    assert team.get("/team/takeda").status_code == 200
    answer = team.get("/team/")
    assert (answer.status_code, answer.location) == (303, "/team/takeda")
    assert "Which clan do you walk with?" in team.get("/team/?choose=1").text


def test_the_page_of_a_clan_shows_its_treasury_and_a_tile_for_each_deed(team):
    text = team.get("/team/takeda").text
    assert re.findall(r"<dd>(\d+)</dd>", text) == ["16", "102", "118"]
    for tile in PHONE_TILES:
        assert f'id="{tile}"' in text
    assert "Nothing has been booked yet" in text


def test_covert_work_is_paid_at_intelligence_control_and_not_in_the_books(team):
    text = team.get("/team/takeda").text
    assert "Bribe or spy" not in text
    assert "commissioned and paid at Intelligence Control" in text
    assert team.get("/team/takeda/bribe").status_code == 400


def test_the_clans_of_a_desk_and_no_others(client):
    for desk, mine, other in (("team", "takeda", "chiba"), ("npd", "chiba", "takeda"), ("bakufu", "bakufu", "oda")):
        browser = client(desk)
        listed = browser.get("/team/?choose=1").text + browser.get("/books/").text
        assert f"/team/{mine}" in listed
        assert f"/team/{other}" not in listed
        assert browser.get(f"/team/{mine}").status_code == 200
        for address in ("", "/now", "/event", "/troops", "/since/0"):
            assert browser.get(f"/team/{other}{address}").status_code == 403
        for address in ("/1550", "/1550.csv", "/bookings.csv"):
            assert browser.get(f"/books/{other}{address}").status_code == 403
        assert browser.post(f"/team/{other}/event", data={"points": "1"}).status_code == 403
        assert browser.post(f"/team/{other}/troops", data={"counters.kai": "1"}).status_code == 403


def test_the_figures_say_what_they_would_leave_before_anything_is_booked(team):
    text = team.get("/team/takeda/event").text
    assert re.findall(r"leaves (\d+)", text) == ["117", "116", "115", "113", "108"]
    assert re.findall(r"leaves (\d+)", team.get("/team/takeda/uniforms").text) == ["117", "116", "115", "113", "108"]
    assert "leaves 111" in team.get("/team/takeda/event?typed=7").text
    assert "12 too many" in team.get("/team/takeda/event?typed=130").text


def test_a_booking_is_told_with_an_undo_that_leads_back(hall, team):
    key = key_in(team.get("/team/takeda/event").text)
    answer = team.post("/team/takeda/event", data={"points": "5", "note": "a hunt", "key": key})
    assert (answer.status_code, answer.location) == (303, "/team/takeda")
    text = team.get("/team/takeda").text
    assert "Takeda spent 5 points on a public event: a hunt." in text
    assert "Ōta" in text
    undo = {"entry": "1", "next": "/team/takeda", "key": "undo"}
    assert team.post("/journal/undo", data=undo).location == "/team/takeda"
    assert hall.has() == (16, 102)


def test_a_form_sent_twice_books_once(hall, team):
    for _ in range(3):
        assert team.post("/team/takeda/loan", data={"points": "5", "key": "one"}).status_code == 303
    assert hall.has() == (11, 102)


@pytest.mark.parametrize(
    ("what", "form", "status", "said"),
    [
        ("event", {"typed": "119"}, 422, "Spend 118 or less"),
        ("event", {"typed": "many"}, 400, "not &#34;many&#34;"),
        ("event", {}, 400, "Say how many points"),
        ("uniforms", {"typed": "900"}, 422, "this costs 450"),
        ("give", {"points": "5"}, 400, "is missing"),
        ("give", {"points": "5", "to": "takeda"}, 422, "cannot give to itself"),
        ("give", {"typed": "17", "to": "oda", "in": "rice"}, 422, "has 16 in rice"),
        ("receive", {"points": "5"}, 400, "points never come from nowhere"),
        ("receive", {"points": "5", "kind": "loan_repaid"}, 422, "owe Takeda 0 points"),
    ],
)
def test_what_is_wrong_stands_at_the_field_with_the_typing_kept(hall, team, what, form, status, said):
    before = hall.everything()
    answer = team.post(
        f"/team/takeda/{what}", data={"note": "A note to keep" if "5" not in form.values() else "", **form}
    )
    assert answer.status_code == status
    assert said in answer.text
    assert "wrong" in answer.text
    for typed in form.values():
        assert typed in answer.text
    assert hall.everything() == before


@pytest.mark.parametrize(("what", "needed"), [("receive", True), ("event", False), ("give", False)])
def test_what_is_needed_stands_above_the_button_and_what_may_be_added_below_it(team, what, needed):
    above = team.get(f"/team/takeda/{what}").text.split(">Book</button>")[0]
    assert ('name="note"' in above) is needed


def test_the_same_booking_by_a_colleague_is_asked_about_on_the_form(hall, team):
    perform(hall.room, Umpire("Hana", "team"), "account.spend", {"clan": "takeda", "kind": "event", "points": 5})
    answer = team.post("/team/takeda/event", data={"points": "5", "note": "a hunt"}, answers=422)
    assert "Entered already by Hana at" in answer.text
    assert 'name="twice"' in answer.text
    assert "a hunt" in answer.text
    assert team.post("/team/takeda/event", data={"points": "5", "twice": "true"}).status_code == 303
    assert hall.has() == (6, 102)


def test_an_open_form_says_what_a_colleague_has_booked_meanwhile(hall, team):
    assert "Booked meanwhile" not in team.get("/team/takeda/since/0").text
    last = int(re.search(r"/since/(\d+)", team.get("/team/takeda/event").text).group(1))
    assert "Booked meanwhile" not in team.get(f"/team/takeda/since/{last}").text
    perform(hall.room, Umpire("Hana", "team"), "account.spend", {"clan": "takeda", "kind": "loan", "points": 5})
    text = team.get(f"/team/takeda/since/{last}").text
    assert "loan to a noble 5 by Hana at" in text
    assert 'data-purse="113"' in text


def test_the_end_of_a_season_is_not_taken_back_from_a_clans_page(hall, client):
    hall.do("account.spend", "team", clan="takeda", kind="event", points=3)
    for _ in range(3):
        hall.next_season()
    game = client("game")
    text = game.get("/team/takeda").text
    assert "Rice income" in text
    assert "Undo: Rice income" not in text
    hall.do("account.spend", "team", clan="takeda", kind="event", points=3)
    assert "Undo: Public event" in game.get("/team/takeda").text


# --- Troops -----------------------------------------------------------------------------------------------


def test_troops_are_announced_for_several_provinces_at_once_and_map_control_sees_them_come(hall, team, client):
    text = team.get("/team/takeda/troops").text
    assert re.findall(r"(\d+) of (\d+) left", text) == [("9", "9"), ("5", "5"), ("2", "2")]
    answer = team.post(
        "/team/takeda/troops",
        data={
            "counters.kai": "2",
            "counters.hida": "1",
            "counters.shinano": "0",
            "uniforms": "true",
            "key": "troops",
        },
    )
    assert (answer.status_code, answer.location) == (303, "/team/takeda/troops")
    assert hall.has() == (11, 102)
    text = team.get("/team/takeda/troops").text
    assert "3 of 5 left, 2 announced" in text
    coming = client("map").get("/map/raise").text
    assert "To come next season" in coming
    assert "3 counters" in coming
    first = hall.get(Muster, 1)
    team.post("/journal/undo", data={"entry": str(first.entry), "next": "/team/takeda/troops"})
    assert len(hall.rows("muster")) == 1


def test_r4_fewer_counters_than_the_levy_that_counts_no_more_are_warned_of_at_their_province(hall, team):
    assert "counts no more" not in team.get("/team/takeda/troops").text
    team.post("/team/takeda/troops", data={"counters.kai": "2", "counters.hida": "2", "key": "troops"}, answers=303)
    warned = " ".join(re.findall(r'class="warn">([^<]*)', team.get("/team/takeda/troops").text))
    assert warned.strip() == "Its levy of 5 counts no more beside counters of yours, which are fewer: 2"
    with hall.room.store.write() as session:
        game = Game.only(session)
        game.options = {**game.options, "intrinsic": "at_least"}
    assert "counts no more" not in team.get("/team/takeda/troops").text


def test_r4_what_was_raised_and_marched_away_stands_beside_no_levy(hall, team):
    hall.do("garrison.raise", province="kai", troops=4)
    team.post("/team/takeda/troops", data={"counters.kai": "1", "key": "troops"}, answers=303)
    assert "counts no more" not in team.get("/team/takeda/troops").text, "4 stand there, and 1 comes"
    with hall.room.store.write() as session:
        session.scalars(select(Garrison).filter_by(clan="takeda", province="kai")).one().troops = 1
    warned = " ".join(re.findall(r'class="warn">([^<]*)', team.get("/team/takeda/troops").text))
    assert warned.strip() == "Its levy of 5 counts no more beside counters of yours, which are fewer: 2"


def test_a_fault_in_one_province_announces_none_and_stands_there(hall, team):
    before = hall.everything()
    answer = team.post("/team/takeda/troops", data={"counters.kai": "2", "counters.hida": "3"}, answers=422)
    assert re.search(r'id="wrong-hida" role="alert">Hida cannot raise 3 this year', answer.text)
    assert 'name="counters.kai" inputmode="numeric" autocomplete="off" maxlength="5" data-left="5" value="2"' in (
        answer.text
    )
    assert hall.everything() == before
    assert "at least one province" in team.post("/team/takeda/troops", data={"counters.kai": "0"}).text


def test_uniforms_announced_in_several_provinces_are_paid_for_all_together(hall, team):
    has = sum(hall.has())
    clad = {"counters.kai": "1", "counters.hida": "1", "counters.shinano": "1", "uniforms": "true"}
    team.post("/team/takeda/troops", data=clad)
    assert has - sum(hall.has()) == 3 + 2, "three counters, and a point for each two of them begun (R25)"
    assert [one["uniforms"] for one in hall.rows("muster")] == [True] * 3


def test_troops_announced_in_land_that_went_meanwhile_are_refused_with_a_sentence(hall, team):
    hall.correct("province", "hida", "holder", "oda")
    gone = team.post("/team/takeda/troops", data={"counters.hida": "1", "counters.kai": "2"}, answers=422).text
    assert re.search(r'class="wrong" role="alert">(<span>)?Takeda does not hold Hida', gone)
    assert 'data-left="5" value="2"' in gone
    for land in ("kai", "shinano"):
        hall.correct("province", land, "holder", "oda")
    gone = team.post("/team/takeda/troops", data={"counters.kai": "2"}, answers=422).text
    assert re.search(r'class="wrong" role="alert">(<span>)?Takeda does not hold Kai', gone)
    assert "holds no province" in gone


def test_autumn_says_on_the_page_that_nobody_raises_troops_any_more(hall, team):
    hall.next_season()
    hall.next_season()
    page = team.get("/team/takeda/troops").text
    assert "All troops disband at the onset of winter" in page
    assert "Troops for winter" not in page
    clan = team.get("/team/takeda").text
    assert "announced in winter" in clan
    assert "winter 1551" not in clan


def test_a_clan_without_a_province_is_told_so(client):
    assert "holds no province" in client("bakufu").get("/team/bakufu/troops").text


# --- Books and statements ---------------------------------------------------------------------------------


def test_the_sum_of_the_world_is_for_game_control_alone(client):
    assert "The books add up" in client("game").get("/books/").text
    for desk in ("team", "npd", "bakufu"):
        assert "sum of the world" not in client(desk).get("/books/").text


def test_a_statement_shows_every_line_with_its_section_and_its_journal_entry(hall, team):
    hall.do("account.spend", "team", clan="takeda", kind="event", points=5, note="a hunt")
    text = team.get("/books/takeda/1550").text
    for words in (
        "Treasury at the start",
        "Rice income",
        "Gold of Kurokawa",
        "Public event",
        "a hunt",
        "R25",
        "R21",
        "Journal entry 1",
        "Left",
    ):
        assert words in text
    assert team.get("/books/takeda/1549").status_code == 400
    assert team.get("/books/takeda/1551").status_code == 400
    assert team.get("/books/takada/1550").status_code == 400


def test_game_control_sets_a_treasury_right_on_the_statement(hall, client):
    game = client("game")
    form = {"rice": "20", "cash": "30", "reason": "counted", "shown_rice": "16", "shown_cash": "102"}
    assert game.post("/books/takeda/right", data=form).location == "/books/takeda/1550"
    assert hall.has() == (20, 30)
    answer = game.post("/books/takeda/right", data=form | {"cash": "40"}, answers=409)
    assert "Something was booked for Takeda since" in answer.text
    assert client("team").post("/books/takeda/right", data=form).status_code == 403


def test_nothing_else_is_booked_from_the_page_of_a_clan(client, hall):
    for answer in (
        client("team").get("/team/takeda/silk"),
        client("team").post("/team/takeda/silk", data={"points": "3", "key": "a"}),
    ):
        assert answer.status_code == 400
        assert "silk&#34; is nothing that is booked here." in answer.text
    assert hall.entries() == []


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_tables_go_out_and_come_in_again(hall, client, kind):
    game = client("game")
    hall.do("account.spend", "team", clan="takeda", kind="event", points=5, note="=HYPERLINK(1)")
    for address in ("/books/takeda/1550", "/books/takeda/bookings", "/books/bookings", "/books/balances"):
        answer = game.get(f"{address}.{kind}", answers=200)
        assert f".{kind}" in answer.headers["Content-Disposition"]
    text = game.get("/books/takeda/bookings.csv").get_data().decode("utf-8-sig")
    assert ",display,5,0,,'=HYPERLINK(1)" in text
    before = hall.has(), hall.has("hojo")
    table = game.get(f"/books/balances.{kind}").get_data()
    hall.do("account.spend", "team", clan="takeda", kind="event", points=7)
    hall.do("account.give", "team", clan="takeda", to="hojo", points=7)
    answer = game.post(
        "/books/import", data={"file": (io.BytesIO(table), f"balances.{kind}"), "key": "one"}, answers=303
    )
    assert (hall.has(), hall.has("hojo")) == before
    assert len(
        read_table(
            f"balances.{kind}", table, dict.fromkeys(("clan", "kind", "rice", "cash", "to", "province", "note"), True)
        )
    ) == len(hall.rows("clan"))


def test_what_a_table_of_bookings_needs_stands_beside_the_button(client):
    page = shown(client("game").get("/books/"))
    for said in (
        "All others are booked: received, ",
        "What is received needs a note; a loan comes back only as far as it was lent; a public event proposes honour, "
        "as when it is booked.",
    ):
        assert said in page


def test_balances_that_come_in_again_unchanged_are_told_to_change_nothing(hall, client):
    game = client("game")
    table = game.get("/books/balances.csv").get_data()
    with hall.untouched():
        answer = game.post("/books/import", data={"file": (io.BytesIO(table), "balances.csv"), "key": "one"})
    assert answer.status_code == 422
    assert "exactly these balances already" in answer.text


def test_a_table_that_spends_too_much_is_forced_from_the_page_that_refused_it(hall, client):
    game = client("game")

    def sent(**more):
        return {"file": (io.BytesIO(b"clan,kind,rice\nTakeda,event,17\n"), "books.csv"), **more}

    with hall.untouched():
        refused = game.post("/books/import", data=sent(key="one"), answers=400)
    assert "Line 2, column rice: Takeda has 16 in rice, not 17" in shown(refused)
    assert 'name="force"' in refused.text
    game.post("/books/import", data=sent(key="two", force="it was spent on the day"), answers=303)
    assert hall.has() == (0, 102)


BAD = "clan,kind,rice,cash,to,note\nTakeda,event,5,,,\nTokada,evnt,-1,2.5,,\ntakeda,gift,1,,,\n,balance,1,1,,\n"


def test_a_table_with_faults_names_every_bad_cell_and_changes_nothing(hall, client):
    game = client("game")
    before = hall.everything()
    answer = game.post("/books/import", data={"file": (io.BytesIO(BAD.encode()), "books.csv")}, answers=400)
    for cell in (
        "Line 3, column kind",
        "Line 3, column clan",
        "Line 3, column rice",
        "Line 3, column cash",
        "Line 4, column to",
        "Line 5, column clan",
    ):
        assert cell in answer.text
    assert "Nothing was taken over" in answer.text
    assert 'Did you mean "Takeda"?' in unescape(answer.text)
    assert "Line 2" not in answer.text
    assert hall.everything() == before


def test_whole_numbers_are_taken_as_spreadsheets_write_them(hall, client):
    table = "clan,kind,rice,cash,to,note\nTakeda,balance,7.00,12.0,,\n"
    sent = {"file": (io.BytesIO(table.encode()), "balances.csv"), "key": "one"}
    client("game").post("/books/import", data=sent, answers=303)
    assert hall.has() == (7, 12)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("books.csv", b"", "empty"),
        ("books.csv", b"clan,kind\n", "no lines"),
        ("books.csv", b"clan\noda\n", "kind"),
        ("books.csv", b"clan,kind,silk\noda,gift,3\n", "silk"),
        ("books.xlsx", b"not a workbook", "cannot be read"),
        ("books.csv", b"clan,kind,rice\noda,event,500\n", "Line 2, column rice"),
        ("books.csv", b"clan,kind,rice,note\noda,event,5," + b"x" * 401 + b"\n", "A note has 400 letters, not 401."),
        ("", b"", "Choose a file"),
    ],
)
def test_what_is_no_table_of_bookings_is_told_so(hall, client, name, content, said):
    before = hall.everything()
    answer = client("game").post("/books/import", data={"file": (io.BytesIO(content), name)} if name else {})
    assert 400 <= answer.status_code < 500
    assert said in answer.text
    assert hall.everything() == before


@pytest.mark.parametrize("asks", [lambda session: ledger.years_of(session, 1550), ledger.balances])
def test_what_clans_have_is_added_up_from_the_indexes_of_the_books_alone(hall, asks):
    asked = []
    event.listen(hall.room.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2:4]))
    with hall.room.store.read() as session:
        asks(session)
        sums = [one for one in asked if "sum(transfer.cash)" in one[0]]
        how = [session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", given).first() for sql, given in sums]
    assert len(how) == 2
    assert all("USING COVERING INDEX ix_transfer_pay" in step[3] for step in how), how


def test_the_pages_of_a_clan_answer_without_questions_in_a_loop(hall, app, monkeypatch):
    for _ in range(30):
        hall.do("account.spend", "team", clan="takeda", kind="other", points=1)
    team = sign_in(app, "team")
    asked = []
    engine = app.room.store.engine
    event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    for address in ("/team/takeda", "/team/takeda/event", "/team/takeda/troops", "/books/", "/books/takeda/1550"):
        asked.clear()
        assert team.get(address).status_code == 200
        assert len(asked) < 34, (address, len(asked))
