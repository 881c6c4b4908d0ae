"""The pages, without a browser: each for its desk, mistakes told at their field, forms that act once."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from control.models import MarchOrder, Province
from tests.conftest import sign_in
from tests.hall import CODES, STAGES


class Reader(HTMLParser):
    """What a page holds: its elements as (tag, attributes), and the words of its alerts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.alerts: list[str] = []
        self._in_alert = False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if dict(attributes).get("role") == "alert":
            self.alerts.append("")
            self._in_alert = True

    def handle_endtag(self, tag):
        self._in_alert = False

    def handle_data(self, data):
        if self._in_alert:
            self.alerts[-1] += data

    def boxes(self, name):
        """The form fields of that name."""
        return [found for tag, found in self.elements if tag in ("input", "select") and found.get("name") == name]

    def chosen(self, name):
        """The value that is chosen among radio buttons or boxes of that name."""
        return [box.get("value") for box in self.boxes(name) if "checked" in box]

    def links(self):
        """Where the page leads to."""
        return {found["href"] for tag, found in self.elements if tag == "a" and "href" in found}


def read(answer):
    """The page of an answer."""
    assert answer.mimetype == "text/html"
    return Reader(answer.get_data(as_text=True))


@pytest.fixture
def desk_at(hall_at, app_of):
    """A browser at a desk of a game at a stage; the hall hangs on it."""

    def open_one(stage, desk="map"):
        hall = hall_at(stage)
        browser = sign_in(app_of(hall), desk)
        browser.hall = hall
        return browser

    return open_one


# ---- every page answers


PAGES = ["/map/", "/map/forces", "/map/raise", "/map/business", "/map/drawing", "/game/", "/game/season",
         "/game/journal", "/display/", "/display/drawing", "/display/season", "/standing"]  # fmt: skip


@pytest.mark.parametrize("stage", STAGES)
def test_every_page_opens_at_every_stage_and_every_link_on_it_leads_somewhere(desk_at, stage):
    browser = desk_at(stage, "game")
    state = browser.hall.state()
    numbered = [f"/armies/{key[1]}" for key, row in state.items() if key[0] == "army" and row["standing"]]
    numbered += [f"{address}/order" for address in numbered]
    for kind, address in (("encounter", "/map/encounters/"), ("battle", "/battles/")):
        numbered += [f"{address}{key[1]}" for key in state if key[0] == kind]
    seen = set()
    for address in [*PAGES, *numbered]:
        answer = browser.get(address)
        assert answer.status_code == 200, address
        seen |= {link for link in read(answer).links() if link.startswith("/")}
        seen |= {found["hx-get"] for _, found in read(answer).elements if "hx-get" in found}
    nothing_to_print = {"start", "winter"}
    for link in seen:
        answer = browser.get(link)
        printing = link.startswith("/print/") and stage in nothing_to_print
        assert answer.status_code in ({200, 204, 303} | ({422} if printing else set())), link
        answer.close()


def test_no_page_loads_anything_from_another_host(desk_at):
    browser = desk_at("battle", "game")
    for address in [*PAGES, "/armies/1", "/battles/1", "/sign-in", "/nothing"]:
        for tag, found in read(browser.get(address)).elements:
            for name in ("src", "href", "action", "hx-get", "hx-post", "sse-connect"):
                value = found.get(name) or ""
                assert not re.match(r"(https?:)?//", value), (address, tag, value)


def test_answers_carry_the_headers_that_keep_a_page_to_itself(client):
    headers = client("map").get("/map/").headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("address", "status"),
    [("/nothing", 404), ("/armies/99", 400), ("/armies/99999999999999999999", 404), ("/battles/99", 400),
     ("/battles/99999999999999999999", 404), ("/map/encounters/9", 400), ("/map/encounters/99999999999999999999", 404),
     ("/c/A1-4", 400), ("/print/nothing.pdf", 400), ("/print/army_cards.pdf?army=99", 422),
     ("/print/army_cards.pdf?army=99999999999999999999999", 422), ("/map/phase", 405)],
)  # fmt: skip
def test_an_address_that_leads_nowhere_gets_a_sentence(desk_at, address, status):
    answer = desk_at("orders").get(address)
    assert answer.status_code == status
    assert read(answer).alerts[0].endswith((".", "?"))


# ---- the door


def test_a_right_code_leads_to_ones_desk(app):
    for desk, home in (("map", "/map/"), ("game", "/game/"), ("team", "/display/"), ("npd", "/display/")):
        browser = sign_in(app, desk)
        assert browser.get("/").location == home


def test_a_code_may_be_typed_in_capitals_and_with_blanks(app):
    answer = app.test_client().post("/sign-in", data={"code": f" {CODES['map'].upper()} "})
    assert answer.status_code == 303


@pytest.mark.parametrize("code", ["", "maps2", "maps222", "nobody", "ÖÄÜ", "\x00"])
def test_a_wrong_code_is_told_at_the_field_and_kept(app, code):
    answer = app.test_client().post("/sign-in", data={"code": code, "name": "Ōta", "next": "/map/"})
    assert answer.status_code == 422
    page = read(answer)
    assert "No desk has this code" in page.alerts[0]
    assert page.boxes("code")[0]["aria-invalid"] == "true"
    assert page.boxes("name")[0]["value"] == "Ōta"
    assert page.boxes("next")[0]["value"] == "/map/"


def test_whoever_is_sent_to_the_door_gets_to_where_he_wanted(app):
    browser = app.test_client()
    asked = browser.get("/armies/1/order?route=shinano")
    assert asked.status_code == 303
    page = read(browser.get(asked.location))
    ahead = page.boxes("next")[0]["value"]
    answer = browser.post("/sign-in", data={"code": CODES["map"], "next": ahead})
    assert answer.location == "/armies/1/order?route=shinano"


@pytest.mark.parametrize("ahead", [
    "http://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
    "/\n/evil.example", "/\r\n/evil.example", "https:evil.example", "javascript:alert(1)", " //evil.example", "evil",
    "/ok\\..//evil.example",
])  # fmt: skip
def test_the_door_leads_to_no_other_site(app, ahead):
    answer = app.test_client().post("/sign-in", data={"code": CODES["map"], "next": ahead})
    assert (answer.status_code, answer.location) == (303, "/")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost.evil.example", "http://localhost:1"])
def test_a_form_from_another_site_is_refused(client, hall, origin):
    before = hall.everything()
    browser = client("map")
    for address in ("/map/raise/garrison.raise", "/sign-out", "/sign-in"):
        answer = browser.post(address, data={"province": "kai", "troops": "1"}, headers={"Origin": origin})
        assert answer.status_code == 403
    assert hall.everything() == before
    assert browser.get("/map/").status_code == 200


def test_a_form_from_our_own_site_is_taken(client):
    answer = client("map").post(
        "/map/raise/garrison.raise", data={"province": "kai", "troops": "1"}, headers={"Origin": "http://localhost"}
    )
    assert answer.status_code == 303


def test_after_signing_out_nothing_is_open(client):
    browser = client("map")
    assert browser.post("/sign-out").status_code == 303
    assert browser.get("/map/").status_code == 303


def test_a_forged_cookie_opens_nothing(app):
    browser = app.test_client()
    browser.set_cookie("session", "eyJkZXNrIjoiZ2FtZSJ9.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    assert browser.get("/game/").status_code == 303


# ---- forms


FORMS = [
    ("start", "/map/raise/garrison.raise", {"province": "Kay", "troops": "2"}, 400, "province", "Did you mean"),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "ten"}, 400, "troops", 'not "ten"'),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "-1"}, 400, "troops", "not −1"),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "1000000000"}, 400, "troops", "10,000"),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "--5"}, 400, "troops", 'not "--5"'),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "6"}, 422, "troops", "R23"),
    ("orders", "/map/raise/army.form", {"general": "Obu", "province": "hida", "troops": "1"}, 400, "general", "Obu"),
    ("orders", "/map/raise/army.form", {"general": "Obu Toramasa", "province": "hida", "troops": "9"}, 422, "troops",
     "2 counters"),
    ("orders", "/armies/2/order", {"route": "Shinono"}, 400, "route", "Did you mean"),
    ("orders", "/armies/2/order", {"route": "Shinano, Aki"}, 422, "route", "From Shinano:"),
    ("encounter", "/armies/2/order", {"route": "Kai", "late": ""}, 422, "late", "Orders are closed"),
    ("orders", "/armies/2/correct", {"field": "troops", "value": "ten", "reason": "so"}, 400, "reason", "3 letters"),
    ("orders", "/armies/2/correct", {"field": "troops", "value": "ten", "reason": "miscounted"}, 400, "value", "ten"),
    ("battle", "/battles/1/grant", {"side": "defender", "columns": "9", "reason": "his home"}, 400, "columns", "−3"),
    ("orders", "/game/correct", {"kind": "province", "id": "kai", "field": "raised", "value": "-1", "reason": "a slip"},
     400, "value", "from 0"),
]  # fmt: skip


@pytest.mark.parametrize("case", FORMS, ids=lambda case: f"{case[1][1:]} {case[4]} {case[5]}")
def test_a_mistake_is_told_at_its_field_with_the_typing_kept(desk_at, case):
    stage, address, form, status, field, words = case
    browser = desk_at(stage, "game")
    before = browser.hall.everything()
    answer = browser.post(address, data={"key": "k", **form})
    assert answer.status_code == status
    assert browser.hall.everything() == before
    page = read(answer)
    assert len(page.alerts) == 1
    assert words in page.alerts[0]
    wrong = [found for _, found in page.elements if found.get("aria-invalid") == "true"]
    assert [(box["name"], box["aria-describedby"]) for box in wrong] == [(field, f"wrong-{field}")]
    assert any(found.get("id") == f"wrong-{field}" for _, found in page.elements)
    for name, value in form.items():
        boxes = page.boxes(name)
        kept = [box.get("value") for box in boxes if box.get("type") != "radio"]
        if kept and name not in ("kind", "field"):
            typed = {value, value.lower()} if name in ("province", "general") else {value}
            assert typed & set(kept), (name, kept)


def test_a_battle_form_with_a_mistake_keeps_the_tactics_and_the_die(desk_at):
    browser = desk_at("battle")
    form = {"round": "1", "attacker_tactic": "outflank", "defender_tactic": "fortify", "die": "7"}
    answer = browser.post("/battles/1/round", data=form)
    assert answer.status_code == 400
    page = read(answer)
    assert "A die is from 1 to 6, not 7." in page.alerts[0]
    assert page.chosen("attacker_tactic") == ["outflank"]
    assert page.chosen("defender_tactic") == ["fortify"]


def test_an_encounter_form_with_a_mistake_keeps_what_was_chosen(desk_at):
    browser = desk_at("encounter")
    answer = browser.post("/map/encounters/1/battle", data={"attacker": "uesugi"})
    assert answer.status_code == 400
    page = read(answer)
    assert page.chosen("attacker") == ["uesugi"]
    assert "R11" in page.alerts[0]


def test_a_form_is_answered_by_going_on_to_a_page_that_says_what_happened(client, hall):
    browser = client("map")
    answer = browser.post("/map/raise/garrison.raise", data={"province": "kai", "troops": "2", "key": "k"})
    assert answer.status_code == 303
    page = browser.get(answer.location).get_data(as_text=True)
    assert "Takeda raised 2 counters in Kai." in page
    assert page.count("Takeda raised 2 counters in Kai.") == 1
    assert "Takeda raised" not in browser.get(answer.location).get_data(as_text=True)
    assert hall.get(Province, "kai").raised == 2


def test_a_form_sent_twice_acts_once_and_says_the_same(client, hall):
    browser = client("map")
    form = {"province": "kai", "troops": "2", "key": "the very same"}
    answers = [browser.post("/map/raise/garrison.raise", data=form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert len(hall.entries()) == 1


def test_going_back_and_typing_something_else_is_not_taken_for_done(client, hall):
    browser = client("map")
    browser.post("/map/raise/garrison.raise", data={"province": "kai", "troops": "2", "key": "k"})
    answer = browser.post("/map/raise/garrison.raise", data={"province": "kai", "troops": "3", "key": "k"})
    assert answer.status_code == 422
    assert "another order" in read(answer).alerts[0]
    assert hall.get(Province, "kai").raised == 2


def test_every_form_that_acts_carries_a_key_of_its_own(desk_at):
    browser = desk_at("round", "game")
    keys = []
    for address in ("/map/", "/map/raise", "/game/", "/armies/1", "/armies/1/order", "/battles/1"):
        page = read(browser.get(address))
        acting = [found for tag, found in page.elements if tag == "form" and found.get("method") == "post"
                  and found["action"] != "/sign-out"]  # fmt: skip
        keys += [box["value"] for box in page.boxes("key")]
        assert len(page.boxes("key")) == len(acting), address
    assert len(set(keys)) == len(keys)


def test_the_second_desk_sees_its_own_typing_and_the_order_as_it_is_now_and_may_choose(desk_at):
    browser = desk_at("orders")
    shown = read(browser.get("/armies/2/order")).boxes("version")[0]["value"]
    browser.hall.march(2, "suruga")
    form = {"route": "Shinano, Hida", "version": shown, "key": "k"}
    answer = browser.post("/armies/2/order", data=form)
    assert answer.status_code == 409
    page = read(answer)
    assert "it is now Suruga" in page.alerts[0]
    assert page.boxes("route")[0]["value"] == "Shinano, Hida"
    again = browser.post("/armies/2/order", data={**form, "version": page.boxes("version")[0]["value"], "key": "k2"})
    assert again.status_code == 303
    assert browser.hall.get(MarchOrder, 2).route == ["shinano", "hida"]


def test_another_mistake_does_not_make_an_old_form_a_new_one(desk_at):
    browser = desk_at("orders")
    shown = read(browser.get("/armies/2/order")).boxes("version")[0]["value"]
    browser.hall.march(2, "suruga")
    page = read(browser.post("/armies/2/order", data={"route": "Atlantis", "version": shown, "key": "k"}))
    assert page.boxes("version")[0]["value"] == shown


@pytest.mark.parametrize(
    "typed", ["Shinano – Hida", "shinano, hida", "SHINANO > HIDA", "Shinano → Hida;", "shinano,hida"]
)
def test_a_route_may_be_typed_as_people_write_it(desk_at, typed):
    browser = desk_at("orders")
    version = read(browser.get("/armies/2/order")).boxes("version")[0]["value"]
    assert browser.post("/armies/2/order", data={"route": typed, "version": version}).status_code == 303
    assert browser.hall.get(MarchOrder, 2).route == ["shinano", "hida"]


def test_macrons_may_be_left_out(desk_at):
    browser = desk_at("start")
    for number, typed in enumerate(["Ōmi", "omi", "OMI", "Omi"]):
        answer = browser.post(
            "/map/raise/garrison.raise", data={"province": typed, "troops": "1", "key": str(number)}
        )
        assert answer.status_code == 303, typed
    assert browser.hall.get(Province, "omi").raised == 4


@pytest.mark.parametrize(
    ("whole", "headers", "is_part"),
    [("/map/forces", {}, False), ("/map/forces", {"HX-Request": "true"}, True),
     ("/map/forces", {"HX-Request": "true", "HX-History-Restore-Request": "true"}, False),
     ("/game/journal", {"HX-Request": "true"}, True), ("/armies/1/order", {"HX-Request": "true"}, True),
     ("/armies/1/order", {}, False)],
)  # fmt: skip
def test_htmx_gets_the_part_and_a_browser_the_page(desk_at, whole, headers, is_part):
    answer = desk_at("orders").get(whole, headers=headers)
    assert ("<html" not in answer.get_data(as_text=True)) is is_part
    assert "HX-Request" in answer.headers["Vary"]


def test_a_part_that_is_fetched_meanwhile_does_not_take_the_news_away(client):
    browser = client("map")
    answer = browser.post("/map/raise/garrison.raise", data={"province": "kai", "troops": "2"})
    browser.get("/standing", headers={"HX-Request": "true"})
    assert "Takeda raised 2 counters" in browser.get(answer.location).get_data(as_text=True)


def test_names_that_people_type_are_shown_and_never_run(desk_at):
    browser = desk_at("orders")
    evil = "<script>alert(1)</script>"
    browser.post("/sign-in", data={"code": CODES["map"], "name": evil})
    browser.post("/armies/2/correct", data={"field": "troops", "value": "7", "reason": evil, "key": "k"})
    for address in ("/game/journal", "/map/", "/armies/2"):
        assert evil not in browser.get(address).get_data(as_text=True)
    assert evil not in browser.get(f"/armies/2/order?route={evil}").get_data(as_text=True)
    assert evil not in browser.get(f"/c/{evil}").get_data(as_text=True)


def test_a_whole_season_by_the_pages_alone(desk_at):
    browser = desk_at("encounter", "game")

    def send(address, **form):
        answer = browser.post(address, data=form)
        assert answer.status_code == 303, read(answer).alerts
        return answer.location

    battle = send("/map/encounters/1/battle", attacker="uesugi", settled_by="banzai", version="1")
    send(f"{battle}/grant", side="defender", columns="1", reason="as in the example")
    send(f"{battle}/round", round="1", attacker_tactic="subterfuge", defender_tactic="outflank", die="6")
    assert "3-1" in browser.get(battle).get_data(as_text=True)
    send(f"{battle}/round", round="2", attacker_tactic="conventional_battle", defender_tactic="outflank", die="2")
    send(f"{battle}/end", then="attacker_withdraws", retreat_to="Echigo")
    for phase in ("3", "4"):
        send("/map/phase", phase=phase)
    send("/game/advance", season="spring", year="1550")
    assert (browser.hall.troops(1), browser.hall.troops(2)) == (14, 20)


@pytest.mark.parametrize(("code", "to"), [("A1-3", "/armies/1"), ("a1 3", "/armies/1"), ("M1-5", None)])
def test_a_card_opens_its_entry(desk_at, code, to):
    from control.codes import Code

    code, to = (code, to) if to else (str(Code("M", 1)), "/armies/1/order")
    assert desk_at("orders").get(f"/c/?code={code}").location == to


def test_undo_asks_game_control_for_a_reason_when_a_die_was_cast(desk_at):
    browser = desk_at("round", "game")
    number = browser.hall.entries()[-1].number
    page = read(browser.post("/game/undo", data={"entry": str(number)}))
    assert "A die or card was drawn (3)" in page.alerts[0]
    assert page.boxes("force")
    assert browser.post("/game/undo", data={"entry": str(number), "force": "fell off the table"}).status_code == 303


def test_the_odds_appear_for_two_tactics_before_the_die(desk_at):
    browser = desk_at("battle")
    text = browser.get(
        "/battles/1/odds?attacker_tactic=subterfuge&defender_tactic=outflank", headers={"HX-Request": "true"}
    ).get_data(as_text=True)
    assert "R2" in text
    assert "<html" not in text
    answer = browser.get("/battles/1/odds?attacker_tactic=charge&defender_tactic=outflank")
    assert answer.status_code == 400
