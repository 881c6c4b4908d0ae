"""The order pages without a browser: the grid by its letters, the draft of a route, cards, and lists of orders."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from openpyxl import Workbook
from sqlalchemy import event

from control.kernel.codes import Code
from control.kernel.errors import OrderError
from control.kernel.wording import in_a_row
from control.sengoku.march.orders.orders_questions import orders_in
from control.sengoku.rows import Army, Game, MarchOrder
from control.sengoku.world.names import leg_of, route_by_letters
from tests.conftest import room_behind, sign_in
from tests.test_pages import read

QUICK = {"HX-Request": "true"}


@pytest.fixture
def desk(hall, app_of):
    """A browser at Map Control; Takeda in Kai (1, experience 4), Uesugi in Echigo (2), Imagawa in Mikawa (3)."""
    hall.an_army("takeda", "kai", experience=4)
    hall.an_army("uesugi", "echigo", experience=3)
    hall.an_army("imagawa", "mikawa", experience=1)
    browser = sign_in(app_of(hall), "map")
    browser.hall = hall
    return browser


def orders(hall):
    """Every order that is in, by army."""
    return {key[1]: row["route"] for key, row in hall.state().items() if key[0] == "march_order"}


def entering(browser, army, *legs, **more):
    """Send a row of the grid as its own script does."""
    form = {f"leg{spot}": leg for spot, leg in enumerate(legs, start=1)} | {"version": "0"} | more
    return browser.post(f"/orders/{army}", data=form, headers=QUICK)


def refused(browser, answer, *sentences, status=400):
    """The sentences of the alerts of a refused page, which changed nothing."""
    assert answer.status_code == status
    alerts = " ".join(" ".join(one.split()) for one in read(answer).alerts)
    for sentence in sentences:
        assert sentence in alerts
    return read(answer)


# ---- a leg by its letters


@pytest.mark.parametrize(("typed", "here", "meant"), [
    ("sh", "kai", "shinano"), ("SHI", "kai", "shinano"), ("o", "yamashiro", "omi"), ("Ōm", "yamashiro", "omi"),
    ("omi", "yamashiro", "omi"), ("t", "mikawa", "totomi"),
    ("kozuke", "shinano", "kozuke"), ("Kō", "shinano", "kozuke"), ("ec", "shinano", "echigo"),
    ("awa (w", "sanuki", "awa-west"), ("SHIMINOTSUKE", "kozuke", "shimotsuke"),
])  # fmt: skip
def test_a_leg_is_as_many_letters_as_it_needs(shipped, typed, here, meant):
    assert leg_of(typed, here, shipped) == meant


@pytest.mark.parametrize(("typed", "here", "sentence"), [
    ("s", "kai", "“s” could be Sagami, Shinano or Suruga. Type more of it."),
    ("satsuma", "kai", "No border or crossing leads from Kai to Satsuma. From Kai: Musashi, Sagami, Shinano, Suruga."),
    ("kai", "kai", "Kai is where the army already is. From Kai: "),
    ("shinanno", "kai", 'Did you mean "Shinano"?'),
    ("!", "kai", "“!” is no province next to Kai."),
])  # fmt: skip
def test_a_leg_that_is_not_clear_says_what_it_could_be(shipped, typed, here, sentence):
    with pytest.raises(OrderError) as caught:
        leg_of(typed, here, shipped)
    assert sentence in caught.value.sentence


def test_a_route_may_stay_and_may_not_leave_a_leg_out(shipped):
    assert route_by_letters(["", "", ""], "kai", shipped) == []
    assert route_by_letters(["stay"], "kai", shipped) == []
    assert route_by_letters(["sh", "hi", ""], "kai", shipped) == ["shinano", "hida"]
    with pytest.raises(OrderError) as caught:
        route_by_letters(["sh", "", "mi"], "kai", shipped)
    assert (caught.value.field, caught.value.sentence[:15]) == ("route.1", "Leg 2 is empty.")


def test_alternatives_read_as_people_say_them():
    assert in_a_row(["Tajima", "Tango", "Tamba"], "or") == "Tajima, Tango or Tamba"
    assert in_a_row(["Tango"], "or") == "Tango"


# ---- the grid


def test_a_row_is_entered_by_first_letters_and_comes_back_with_its_reasons(desk):
    answer = entering(desk, 3, "to", "su")
    assert answer.status_code == 200
    assert orders(desk.hall) == {3: ["totomi", "suruga"]}
    text = " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())
    assert "2 provinces · phases 2 3 experience +1 R12 Tōkaidō in spring +1 R12" in text
    assert read(answer).boxes("version")[0]["value"] == "1"


def test_without_javascript_a_row_leads_on_to_the_next_army(desk):
    answer = desk.post("/orders/3?missing=1", data={"leg1": "to", "version": "0", "key": "k"})
    assert (answer.status_code, answer.location) == (303, "/orders/?missing=1#army-1")
    last = desk.post("/orders/2", data={"version": "0", "key": "l"}).location
    assert last == "/orders/#army-2", "there is none after it"
    desk.hall.undo(desk.hall.entries()[-1].number)
    page = read(desk.get("/orders/?missing=1"))
    assert {found["id"] for tag, found in page.elements if tag == "tbody"} == {"army-1", "army-2"}


def test_what_was_wrong_stands_at_its_leg_and_the_typing_stays(desk):
    for quick in ({}, QUICK):
        answer = desk.post("/orders/1", data={"leg1": "sh", "leg2": "q", "version": "0"}, headers=quick)
        page = refused(desk, answer, "“q” is no province next to Shinano.")
        wrong = [found for tag, found in page.elements if found.get("aria-invalid") == "true"]
        assert [found["name"] for found in wrong] == ["leg2"]
        shown = {found["name"]: found["value"] for tag, found in page.elements
                 if tag == "input" and found.get("form") == "row-1" and found["name"].startswith("leg")}  # fmt: skip
        assert shown == {"leg1": "sh", "leg2": "q", "leg3": "", "leg4": ""}
    assert orders(desk.hall) == {}


def test_the_same_row_sent_twice_is_one_entry(desk):
    for _ in range(2):
        assert entering(desk, 1, "sh", key="once").status_code == 200
    assert [entry.action for entry in desk.hall.entries()].count("army.order_march") == 1


def test_a_row_changed_elsewhere_shows_both_and_lets_one_choose(desk):
    desk.hall.march(1, "suruga")
    answer = entering(desk, 1, "sh", "hi", key="mine")
    page = refused(desk, answer, status=409)
    text = " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())
    assert "You typed sh – hi . It is now Suruga ." in text
    assert orders(desk.hall) == {1: ["suruga"]}
    chosen = entering(desk, 1, "sh", "hi", version=page.boxes("version")[0]["value"], key="chosen")
    assert chosen.status_code == 200
    assert orders(desk.hall) == {1: ["shinano", "hida"]}


def test_two_umpires_who_enter_the_same_need_not_choose(desk):
    desk.hall.march(1, "shinano")
    assert entering(desk, 1, "sh").status_code == 200
    assert desk.post("/orders/1", data={"leg1": "sh", "version": "0"}).status_code == 409  # without a script one looks


def test_a_late_row_needs_its_reason(desk):
    desk.post("/orders/lock", data={"key": "k"})
    page = refused(desk, entering(desk, 1, "sh"), "Give a reason to take a late order.", status=422)
    assert page.boxes("late")[0]["aria-invalid"] == "true"
    assert entering(desk, 1, "sh", late="no ink").status_code == 200
    assert desk.hall.get(MarchOrder, 1).late == "no ink"


def test_legs_that_were_walked_are_no_fields_and_errors_still_find_their_leg(desk):
    desk.hall.march(1, "shinano", "hida")
    desk.hall.phases(1)
    page = read(desk.get("/orders/1"))
    assert [box["value"] for spot in (1, 2, 3, 4) for box in page.boxes(f"leg{spot}")] == ["Hida", "", ""]
    answer = desk.post("/orders/1", data={"leg2": "hi", "leg3": "zz", "late": "x", "version": "1"}, headers=QUICK)
    wrong = [found["name"] for tag, found in read(answer).elements if found.get("aria-invalid") == "true"]
    assert wrong == ["leg3"]


def test_whoever_opens_a_row_by_itself_comes_to_the_order_of_its_army(desk):
    opened = desk.get("/orders/1", headers={"Accept": "text/html"})
    assert (opened.status_code, opened.location) == (302, "/armies/1/order")
    assert desk.get("/orders/1", headers={"Accept": "*/*"}).text.lstrip().startswith("<tbody")


def test_the_draft_gives_the_allowance_with_its_reasons_and_the_phases(desk):
    def told(army, route):
        text = desk.get(f"/orders/{army}/draft?route={route}").text
        return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"</?(?:span|a)\b[^>]*>", "", text)).split())

    assert told(3, "") == "1 province experience +1 R12"
    assert told(3, "totomi,suruga").startswith("2 provinces · phases 2 3 experience +1 R12 Tōkaidō in spring +1")
    assert told(1, "sagami,awa-east").startswith("3 provinces · phases 2 3 experience +4 R12 sea crossing −1 R12")
    assert told(3, "shinano,kai").endswith(
        "The last one will not be walked: for 2 provinces this way the allowance is 1 (R12)."
    )
    assert "for 3 provinces this way the allowance is 1 (R12)." in told(3, "totomi,suruga,kai")  # Tōkaidō +1 for two
    assert told(1, "shinano,nowhere").startswith("4 provinces · phase 1 ")  # it stops before a leg nobody can walk
    desk.hall.correct("character", "takeda-harunobu", "wounded", True)
    assert "wounded −1 R19" in told(1, "shinano")
    desk.hall.phases(1, 2, 3, 4)
    assert told(3, "totomi").endswith(" will not be walked: no phase of this season is left for more (R13).")


def test_the_grid_holds_the_whole_map_for_its_script_and_nobody_elses_page_does(desk):
    page = desk.get("/orders/").text
    ground = re.search(r'<script type="application/json" id="ground">(.*?)</script>', page).group(1)
    assert '["shima",["by sea −1"]]' in ground
    assert "Tōkaidō +1" in ground
    desk.hall.next_season()
    desk.hall.next_season()  # autumn: the Nakasendō gives nothing
    ground = desk.get("/orders/").text
    assert "Tōkaidō +1" in ground
    assert '"Nakasendō"' in ground
    assert "Nakasendō +1" not in ground


def test_the_grid_asks_the_database_no_more_often_for_more_armies(desk):
    def asked():
        statements = []
        engine = room_behind(desk).room.store.engine
        event.listen(engine, "before_cursor_execute", count := lambda *given: statements.append(given[2]))
        assert desk.get("/orders/").status_code == 200
        event.remove(engine, "before_cursor_execute", count)
        return len(statements)

    asked()  # what is read once only
    desk.hall.an_army("mori")  # what was kept of armies is asked again
    few = asked()
    for clan in ("takeda", "uesugi", "imagawa", "hojo"):
        desk.hall.an_army(clan)
    assert asked() == few
    assert few < 22


def test_missing_orders_are_listed_by_clan_and_the_dead_are_not_waited_for(desk):
    def told():
        text = desk.get("/orders/missing").text
        return " ".join(re.sub(r"<[^>]+>", " ", text).split())

    desk.hall.an_army("takeda", "hida")
    desk.hall.march(2)
    assert told() == "1 of 4 in IMA 1 Imagawa Yoshimoto TAK 2 Takeda Harunobu , Takeda Nobushige"
    desk.hall.correct("character", "takeda-harunobu", "alive", False)
    assert told().startswith("1 of 3 in ")
    assert "Takeda Harunobu" not in told()


def test_nobody_waits_for_the_order_of_an_army_that_may_not_march(hall_at, app_of):
    hall = hall_at("orders")
    number, other = hall.an_army("hojo", "kozuke"), hall.an_army("uesugi", "kozuke")
    hall.march(other)
    browser = sign_in(app_of(hall), "map")

    def asks():
        rows = {found["id"] for tag, found in read(browser.get("/orders/?missing=1")).elements if tag == "tbody"}
        return "Orders missing" in browser.get("/orders/missing").text, rows

    assert asks() == (True, {f"army-{number}"})
    marked = hall.ask(orders_in, hall.room.scenario).marks[number]
    assert "1 army has no order" in browser.get("/map/phase").text
    hall.do("encounter.call", province="kozuke", clans=["hojo", "uesugi"], reason="the test")
    assert asks() == (False, set())
    assert "<strong>3</strong> of 3 in" in browser.get("/orders/missing").text
    assert f'id="army-{number}"' in browser.get("/orders/").text
    assert hall.ask(orders_in, hall.room.scenario).marks[number] != marked
    assert "All orders are in" in browser.get("/orders/next").text
    text = browser.get("/map/phase").text
    assert "no order" not in text
    assert "encounter 1 is not settled" in text
    assert "without an order" not in sign_in(app_of(hall), "team").get("/now/").text


def test_orders_are_locked_and_opened_again_on_the_grid(desk):
    assert desk.post("/orders/lock", data={"key": "a"}).status_code == 303
    assert desk.hall.get(Game, 1).locked_at
    page = desk.get("/orders/").text
    assert "Orders are closed" in page
    assert "orders are locked" in page  # the head of every page says so
    refused(desk, desk.post("/orders/lock", data={"key": "b"}), "Orders are locked.", status=409)
    refused(desk, desk.post("/orders/unlock", data={"key": "c"}), "missing")
    assert desk.post("/orders/unlock", data={"reason": "too early", "key": "d"}).status_code == 303
    assert desk.hall.get(Game, 1).locked_at is None


def test_one_umpires_typing_is_no_markup(desk):
    evil = "<script>alert(1)</script>"
    for path, data in (
        ("/orders/1", {"leg1": evil, "version": "0"}),
        ("/orders/list", {"list": f"{evil},{evil}\n1,{evil}"}),
    ):
        assert evil not in desk.post(path, data=data).text
    assert evil not in desk.get(f"/orders/?find={evil}&clan={evil}&entered={evil}").text


# ---- a card


def test_after_a_card_the_next_one_is_asked_for_and_who_is_missing(desk):
    answer = desk.post("/armies/1/order", data={"route": "Shinano", "version": "0", "key": "k"})
    assert (answer.status_code, answer.location) == (303, "/orders/next")
    page = desk.get("/orders/next").text
    assert "is to march Shinano." in page
    assert "Uesugi Kenshin" in page
    assert "<strong>1</strong> of 3 in" in page
    back = desk.post("/armies/2/order", data={"route": "stay", "version": "0", "key": "l", "back": "map"})
    assert back.location == "/map/"
    evil = desk.post("/armies/3/order", data={"route": "", "version": "0", "key": "m", "back": "//evil.example"})
    assert evil.location == "/orders/next"


def test_a_late_card_says_so_in_large_letters_and_asks_why(desk):
    desk.hall.do("orders.lock")
    page = desk.get("/armies/1/order").text
    assert "<strong>Late</strong> <span>by less than a minute, before phase 1</span>" in page
    assert read(desk.get("/armies/1/order")).boxes("late")
    answer = desk.post("/armies/1/order", data={"route": "Shinano", "version": "0"})
    refused(desk, answer, "Orders are locked", status=422)


def test_the_buttons_say_what_the_sea_costs_and_the_road_gives(desk):
    text = desk.get("/armies/3/order").text
    words = " ".join(re.sub(r"<[^>]+>", " ", text).split())
    assert "Tōtōmi Tōkaidō +1" in words
    assert "Shima by sea −1" in words


# ---- a list


LIST = "army;route\r\n1;Shinano – Hida\r\nUesugi Kenshin;stay\r\n3;Totomi > Suruga\r\n"


def read_back(browser, text):
    """Send a list to be read back."""
    return browser.post("/orders/list", data={"list": text})


def enter(browser, text, versions="1:0 2:0 3:0", **more):
    """Enter a list that was read back."""
    return browser.post("/orders/list/enter", data={"list": text, "versions": versions, "key": "k"} | more)


def test_a_list_is_read_back_first_and_then_entered_as_a_whole(desk):
    before = desk.hall.everything()
    answer = read_back(desk, LIST)
    assert answer.status_code == 200
    text = answer.text
    assert "Enter 3 orders" in text
    assert "Shinano – Hida" in text
    assert desk.hall.everything() == before
    for _ in range(2):  # a double click
        done = enter(desk, LIST)
        assert done.status_code == 303
    assert orders(desk.hall) == {1: ["shinano", "hida"], 2: [], 3: ["totomi", "suruga"]}
    assert [entry.action for entry in desk.hall.entries()].count("army.order_march") == 3


@pytest.mark.parametrize("text", [
    "1,Shinano,Hida\n2,stay\n3,Totomi,Suruga",
    "Army\tLeg 1\tLeg 2\n1\tshi\thi\n2\tSTAY\n3\tto\tsu\n",
    "\ufeffgeneral;leg1;leg2\r\nTakeda Harunobu;Shinano;Hida\r\nUesugi Kenshin;Stay;\r\nImagawa Yoshimoto;"
    "Tōtōmi;Suruga",
    'code,clan,route\n"A1-3",Takeda,"Shinano, Hida"\nM2-8,Uesugi,stays\n3,Imagawa,Totomi-Suruga\n',
    "1;Shinano→Hida\n\n\n2;hold\n3;Tōtōmi -> Suruga\n;;;\n",
    "A1;Shinano;Hida\nm 2;stay\nM3;Totomi;Suruga\n",
    "sep=;\n1;Shinano;Hida\n2;stay\n3;Totomi;Suruga\n",
    "1;Shinano/Hida\n2;stay\n3;Totomi / Suruga\n",
])  # fmt: skip
def test_a_list_is_read_as_spreadsheets_and_people_write_it(desk, text):
    assert enter(desk, text).status_code == 303
    assert orders(desk.hall) == {1: ["shinano", "hida"], 2: [], 3: ["totomi", "suruga"]}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_file_may_come_in_any_encoding_a_spreadsheet_saves(desk, encoding):
    text = "army;route\r\n1;Shinano – Hida\r\n"
    sent = {"file": (io.BytesIO(text.encode(encoding)), "orders.csv")}
    answer = desk.post("/orders/list", data=sent, content_type="multipart/form-data", answers=200)
    assert "Enter 1 order" in answer.text


def workbook(*route):
    """A workbook with a remark on its first sheet, and orders below a title on its second."""
    book, to = Workbook(), io.BytesIO()
    book.active.append(["Bring these to the map"])
    orders = book.create_sheet("Orders")
    for row in (["Orders, spring"], [], ["Army", "Leg 1", "Leg 2"], [], [1, *route]):
        orders.append(row)
    book.save(to)
    return to.getvalue()


def send_file(browser, content):
    """Send a file to be read back."""
    sent = {"file": (io.BytesIO(content), "orders")}
    return browser.post("/orders/list", data=sent, content_type="multipart/form-data")


@pytest.mark.parametrize("content", [
    workbook("Shinano", "Hida"), b"Orders, spring\narmy;route\n1;Shinano, Hida\n",
    b"Orders\n\narmy,leg1,leg2\n1,Shinano,Hida\n",
], ids=["workbook", "title with a comma", "title of a word"])  # fmt: skip
def test_a_list_of_orders_may_come_in_a_workbook_and_below_a_title(desk, content):
    text = send_file(desk, content).text
    kept = re.search(r'<textarea name="list" hidden>\n?(.*?)</textarea>', text, re.DOTALL)
    assert enter(desk, unescape(kept[1]), "1:0").status_code == 303
    assert orders(desk.hall) == {1: ["shinano", "hida"]}


def test_a_fault_in_a_workbook_of_orders_is_told_at_its_line_and_one_that_is_none_in_words(desk):
    refused(desk, send_file(desk, workbook("Shinano", "Kii")), "Line 5, column leg2: ")
    refused(desk, send_file(desk, b"PK\3\4"), "This file cannot be read as a table.")


def test_all_faults_of_a_list_are_told_at_once_each_at_its_line_and_column_and_nothing_is_entered(desk):
    before = desk.hall.everything()
    text = "army;leg1;leg2\nA1-4;shi;\n2;shi;shinano\n99;kai;\n;kai;\nNobody;kai;\n3;to;\n3;to;\n"
    told = (
        "Line 2, column army: “A1-4” does not add up", "Line 3, column leg2: Shinano is where the army already is",
        "Line 4, column army: There is no army 99", "Line 5, column army: It does not say which army",
        "Line 6, column army: Nobody called “Nobody”", "Line 8, column army: Army A3-7 has an order on line 7 already.",
    )  # fmt: skip
    for answer in (read_back(desk, text), enter(desk, text)):
        page = refused(desk, answer)
        alerts = [" ".join(one.split()).replace('"', "“", 1).replace('"', "”", 1) for one in page.alerts]
        assert len(alerts) == len(told)
        for sentence, alert in zip(told, alerts, strict=True):
            assert alert.startswith(sentence)
        assert "Enter " not in "".join(found.get("id") or "" for tag, found in page.elements if tag == "button")
    assert desk.hall.everything() == before


@pytest.mark.parametrize(("text", "sentence"), [
    ("", "The list is empty."), ("army;route", "only a line with the names of columns"),
    ("province;route;general\nx;y", "which army"), ('1;"Shinano\n2;Kai', "a quotation mark is not closed"),
    ("1;kai\n" * 501, "The list has 501 lines; 500 fit."), ("\0;\0", "This is not UTF-8 text."),
    ("x" * 200_000, "cannot be taken"), ("PK\3\4…\n\"…", "This file cannot be read as a table."),
])  # fmt: skip
def test_a_list_that_is_none_says_so(desk, text, sentence):
    refused(desk, read_back(desk, text), sentence)


def test_a_line_of_a_list_with_more_legs_than_a_season_has_says_how_many_there_are(desk):
    before = desk.hall.everything()
    far = "1;kai;shinano;kai;shinano;kai;;\n"
    named = "army;leg1;leg2;leg3\n1;Shinano-kai;Shinano-kai-Shinano;kai\n"
    for written in (far, "1;Shinano-kai;Shinano-kai;Shinano\n", named):
        (alert,) = refused(desk, read_back(desk, written)).alerts
        assert "No army goes more than 4 provinces in a season (R12)." in alert
    assert "Line 2, column leg2: No army" in alert
    assert desk.hall.everything() == before


def test_a_fault_in_a_leg_after_a_hyphen_is_told_at_the_column_it_stands_in(desk):
    text = "army;leg1;leg2;leg3\n1;Shinano-Hida;zz;\n"
    refused(desk, read_back(desk, text), "Line 2, column leg2: “zz” is no province next to Hida.")
    text = "army;leg1;leg2;leg3\n1;Shinano-Hida;;Etchu\n"
    refused(desk, read_back(desk, text), "Line 2, column leg2: This leg is empty.")


def test_a_route_of_which_a_part_stands_under_no_column_is_told(desk):
    refused(desk, read_back(desk, "army,route\n1,Shinano,Hida\n"), "more cells here than the first line names columns")


def test_figures_that_are_two_codes_with_and_without_a_check_character_want_their_hyphen(desk):
    for clan in ("mori", "hojo", "date", "oda", "otomo", "shimazu", "miyoshi", "amako", "akita", "sue"):
        desk.hall.an_army(clan)
    refused(desk, read_back(desk, "A13;Shinano\n"), "may be A1-3 or A13-M: write the code with its hyphen.")
    assert "Enter 1 order" in read_back(desk, "A1-3;Shinano\n").text


@pytest.mark.parametrize("mark", ["″", "„", "do.", "ditto", "〃"])
def test_a_ditto_mark_in_a_list_is_the_cell_above(desk, mark):
    line = read_back(desk, f"army;leg1;leg2\n1;Shinano;Hida\n2;{mark};\n").text
    assert "Shinano – Hida" in line
    assert "Enter 2 orders" in line


def test_the_code_of_a_letter_names_no_army(desk):
    refused(desk, read_back(desk, f"{Code('L', 1)};Shinano\n"), "on no card of an army")


def test_empty_cells_at_the_end_of_a_line_are_no_legs(desk):
    assert enter(desk, "1;shinano;;;\n", "1:0").status_code == 303
    assert orders(desk.hall)[1] == ["shinano"]


def test_lines_without_a_route_or_with_the_order_that_is_in_are_left_alone(desk):
    desk.hall.march(1, "shinano")
    count = len(desk.hall.entries())
    text = "army;leg1\n1;Shinano\n2;\n3;to\n"
    page = read_back(desk, text).text
    assert "as it is already" in page
    assert "no route: left as it is" in page
    assert enter(desk, text, "3:0").status_code == 303
    assert len(desk.hall.entries()) == count + 1
    assert orders(desk.hall) == {1: ["shinano"], 3: ["totomi"]}


def test_a_list_does_not_overwrite_what_another_desk_entered_meanwhile(desk):
    desk.hall.march(3, "owari")
    page = refused(desk, enter(desk, LIST), "was changed at another desk since you opened it", status=400)
    assert any(alert.strip().startswith("Line 4") for alert in page.alerts)
    assert orders(desk.hall) == {3: ["owari"]}


def test_a_line_that_was_left_alone_does_not_overwrite_what_came_meanwhile(desk):
    desk.hall.march(1, "shinano")
    text = LIST.replace("Shinano – Hida", "Shinano")
    shown = read(read_back(desk, text)).boxes("versions")[0]["value"].strip()
    assert shown == "1:1 2:0 3:0"
    desk.hall.march(1, "suruga")
    for versions in (shown, "2:0 3:0"):
        answer = enter(desk, text, versions)
        refused(desk, answer, "was changed at another desk since you opened it: it is now Suruga")
    assert orders(desk.hall) == {1: ["suruga"]}


def test_a_list_that_was_entered_is_told_once_with_its_undo_and_a_colleagues_is_none_of_mine(desk):
    for _ in range(2):  # a double click
        done = enter(desk, LIST)
        text = desk.get(done.location).text
        assert "3 orders of the list entered" in text
        assert 'id="told-undo"' in text
    assert "of the list entered" not in desk.get(done.location).text
    answer = enter(desk, LIST, key="another")
    assert answer.status_code == 200
    assert "0 orders to enter" in answer.text


def test_a_late_list_asks_once_for_the_reason(desk):
    desk.hall.do("orders.lock")
    page = refused(desk, enter(desk, LIST), "Give a reason to take a late order.", status=422)
    assert len([alert for alert in page.alerts if "reason" in alert]) == 1
    assert enter(desk, LIST, late="the scribe was slow").status_code == 303
    assert desk.hall.get(MarchOrder, 1).late == "the scribe was slow"


def test_the_list_that_is_written_can_be_read_again(desk):
    desk.hall.march(1, "shinano", "hida")
    desk.hall.march(2)
    answer = desk.get("/orders/list.csv")
    assert answer.mimetype == "text/csv"
    assert "attachment" in answer.headers["Content-Disposition"]
    text = answer.get_data().decode("utf-8-sig")
    assert text.splitlines()[0] == "army,clan,general,province,leg1,leg2,leg3,leg4"
    assert "M1-6,Takeda,Takeda Harunobu,Kai,Shinano,Hida,," in text
    assert "Uesugi Kenshin,Echigo,stay,,," in text
    page = read_back(desk, text).text
    assert page.count("as it is already") == 2
    assert page.count("no route: left as it is") == 1


def test_an_order_that_is_in_is_left_alone_though_its_army_was_driven_off_that_way(desk):
    desk.hall.march(1, "shinano", "hida")
    with desk.hall.room.store.write() as session:
        session.get_one(Army, 1).province = "satsuma"
    page = read_back(desk, desk.get("/orders/list.csv").get_data().decode("utf-8-sig")).text
    assert "as it is already" in page


def test_a_leg_that_is_wrong_is_not_the_order_of_an_army_that_stays(desk):
    desk.hall.march(2)
    assert "as it is already" not in read_back(desk, "2;Satsuma\n").text


def test_no_cell_that_is_written_is_a_formula():
    from control.kernel.tabular import as_typed, harmless

    cells = ["=1+1", "+x", "-x", "@x", "Kai"]
    kept = [harmless(cell) for cell in cells]
    assert kept == ["'=1+1", "'+x", "'-x", "'@x", "Kai"]
    assert [as_typed(cell) for cell in kept] == cells


# ---- figures set right


def test_a_death_that_is_sent_twice_is_answered_as_at_first_though_the_army_is_gone(desk):
    form = {"key": "his-fall", "field": "alive", "value": "no", "reason": "fell off his horse"}
    first = desk.post("/armies/2/correct", data=form)
    with desk.hall.untouched():
        again = desk.post("/armies/2/correct", data=form)
    assert (first.status_code, again.status_code, again.location) == (303, 303, first.location)
    other = desk.post("/armies/2/correct", data=form | {"key": "anothers"})
    assert "There is no army 2 on the map." in other.text


def test_the_next_leg_by_a_link_goes_on_from_the_order_that_was_shown_first(desk):
    page = read(desk.get("/armies/1/order"))
    desk.hall.march(1, "suruga")
    for link in ("leg-1", "take-back"):
        (to,) = [found["href"] for tag, found in page.elements if found.get("id") == link]
        page = read(desk.get(to))
        assert page.boxes("version")[0]["value"] == "0"
        assert page.boxes("route")[0]["value"] == ("Musashi" if link == "leg-1" else "")
    answer = desk.post("/armies/1/order", data={"route": "Shinano", "version": "0", "key": "late"})
    page = refused(desk, answer, "it is now Suruga", status=409)
    assert page.boxes("version")[0]["value"] == "1"  # he has seen it, and decides
    assert orders(desk.hall) == {1: ["suruga"]}
    assert read(desk.get("/armies/1/order?version=x")).boxes("version")[0]["value"] == "1"
