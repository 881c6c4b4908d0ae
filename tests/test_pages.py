"""The pages, without a browser: each for its desk, mistakes told at their field, forms that act once."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from itertools import chain
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit
from zlib import crc32

import pytest
from sqlalchemy import event

import tests.toy.game  # noqa: F401  # puts itself in
from control.kernel import network
from control.kernel.application import application_of, made_of
from control.kernel.codes import Code
from control.kernel.entrance.cookies import mark_of
from control.kernel.game import game_named
from control.kernel.roles import EVERY_DESK
from control.kernel.wording import folded
from control.sengoku.rows import Army, Battle, BattleRound, BattleSide, Character, MarchOrder, Province
from tests.conftest import sign_in
from tests.games import CODES, STAGES
from tests.paper.reading import codes_on
from tests.tags import Tags

WHY = {"reason": "a gift"}


class Reader(Tags):
    """What a page holds: its elements as (tag, attributes), and the words of its alerts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.alerts: list[str] = []
        self.folded: list[str] = []  # what one could tap within the words that open something: two things at one spot
        self._alert = ""
        self._summary = False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._summary = self._summary or tag == "summary"
        if self._summary and tag in ("a", "button", "input", "select", "textarea"):
            self.folded.append(tag)
        if dict(attributes).get("role") == "alert":
            self.alerts.append("")
            self._alert = tag

    def handle_endtag(self, tag):
        self._summary = self._summary and tag != "summary"
        if tag == self._alert:  # a link to the book within it ends nothing
            self._alert = ""

    def handle_data(self, data):
        if self._alert:
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

    def prints(self):
        """What the print buttons print, as the query of a printout's own address."""
        found: list[dict[str, str]] = []
        for tag, about in self.elements:
            if tag == "form":
                found.append({} if about.get("class") == "print" else {"kind": ""})
            elif tag == "input" and found and about.get("name") in ("kind", "only", "clan"):
                found[-1].setdefault(about["name"], about["value"])
        return {f"/print/{one.pop('kind')}.pdf{'?' if one else ''}{urlencode(one)}" for one in found if one.get("kind")}


def read(answer):
    """The page of an answer."""
    assert answer.mimetype == "text/html"
    return Reader(answer.text)


# ---- every page answers


PAGES = ["/map/", "/map/phase", "/map/forces", "/map/raise", "/map/business", "/map/drawing", "/game/", "/now/",
         "/journal/", "/display/", "/display/drawing", "/display/season", "/standing"]  # fmt: skip


def a_few(browser, addresses):
    """Of addresses that one rule serves alike (thirty armies, each entry of the journal) the first, one in the middle
    and the last: what is wrong with a page of its kind is wrong with these."""
    routes, alike = browser.application.url_map.bind(""), {}
    for address in sorted(addresses, key=lambda one: ([int(part) for part in re.findall(r"\d+", one)], one)):
        path, _, query = address.partition("?")
        serves, found = routes.match(path)
        asked = tuple(name for name, _ in parse_qsl(query, keep_blank_values=True))
        alike.setdefault((serves, found.get("kind"), asked), []).append(address)
    return {one[at] for one in alike.values() for at in (0, len(one) // 2, -1)}


def led_nowhere(browser, address, page):
    """What a page leads or sends to, and how, that nothing here serves. Nothing is asked for: the rules of addresses
    say it, of each address once."""
    wrong, method = set(), "GET"
    for tag, found in page.elements:
        if tag == "form":
            method = (found.get("method") or "get").upper()
        ways = {"href": "GET"} if tag == "a" else {"action": method} if tag == "form" else {}
        for name, how in {**ways, "formaction": method, "hx-get": "GET", "hx-post": "POST"}.items():
            to = found.get(name)
            if to and how != "DIALOG" and not serves(browser, urljoin(address, to), how):
                wrong.add((address, how, to))
    return wrong


def hard_to_hear(address, page):
    """What somebody who has a page read to him would miss: the one heading that says where he is, the name of a
    table."""
    tags = [tag for tag, _ in page.elements]
    missed = set()
    if "main" in tags and tags.count("h1") != 1:
        missed.add((address, f"{tags.count('h1')} headings of the page"))
    for at, (tag, found) in enumerate(page.elements):
        if tag == "table" and tags[at + 1 : at + 2] != ["caption"] and not found.keys() & NAMES:
            missed.add((address, f"a table without a name: {found.get('class')}"))
    return missed


NAMES = {"aria-label", "aria-labelledby"}

SERVED = {}


def serves(browser, address, how):
    """Whether a rule of this room serves an address asked for in this way; what is elsewhere is not its business."""
    parts = urlsplit(address)
    if parts.scheme or not parts.path:
        return True
    if (parts.path, how) not in SERVED:
        SERVED[parts.path, how] = browser.application.url_map.bind("").test(parts.path, how)
    return SERVED[parts.path, how]


@pytest.mark.parametrize("stage", STAGES)
def test_every_page_opens_at_every_stage_and_every_link_on_it_leads_somewhere(desk_at, stage):
    browser = desk_at(stage, "game")
    state = browser.hall.state()
    numbered = [f"/armies/{key[1]}" for key, row in state.items() if key[0] == "army" and row["standing"]]
    numbered += [f"{address}/order" for address in numbered]
    for kind, address in (("encounter", "/map/encounters/"), ("battle", "/battles/")):
        numbered += [f"{address}{key[1]}" for key in state if key[0] == kind]
    seen, looked_at = set(), {*PAGES, *a_few(browser, numbered)}
    nowhere, missed = set(), set()
    for address in looked_at:
        answer = browser.get(address)
        assert answer.status_code == 200, address
        page = read(answer)
        nowhere |= led_nowhere(browser, address, page)
        missed |= hard_to_hear(address, page)
        assert page.folded == [], address
        seen |= {link for link in page.links() if link.startswith("/")} | page.prints()
        seen |= {found["hx-get"] for _, found in page.elements if "hx-get" in found}
    nothing_to_print = not any(key[0] == "army" and row["standing"] for key, row in state.items())
    for link in a_few(browser, {link.partition("#")[0] for link in seen} - looked_at):
        answer = browser.get(link)
        printing = link.startswith("/print/") and nothing_to_print
        assert answer.status_code in ({200, 204, 303} | ({422} if printing else set())), link
        if answer.mimetype == "text/html":
            page = read(answer)
            assert page.folded == [], link
            nowhere |= led_nowhere(browser, link, page)
            missed |= hard_to_hear(link, page)
        answer.close()
    assert nowhere == set()
    assert missed == set()


class Told(HTMLParser):
    """All that the library tells of a page, words that it tells in pieces put together."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []

    def handle_starttag(self, tag, attributes):
        self.told.append((tag, attributes))

    def handle_endtag(self, tag):
        self.told.append(tag)

    def handle_data(self, data):
        if self.told and isinstance(self.told[-1], list):
            self.told[-1].append(data)
        else:
            self.told.append([data])

    def all_of(self, html):
        self.feed(html)
        self.close()
        return ["".join(one) if isinstance(one, list) else one for one in self.told]


class ToldQuickly(Tags, Told):
    """The same of the quick reader."""


@pytest.mark.parametrize(
    "html",
    ["<p title='a &amp; b > c' hidden>x &lt; y &middot; z<br/><IMG src=a.png alt=\"\">", "a < b, <1> &amp &nothing;",
     "<script>if (a < b && '</p>') { }</script><style>a > b { }</style>t", "<!doctype html><!-- <p> --><p>a</p >b",
     "<a href=/x?a=1&copy=2>c</a><p\nid=x\n>", "<p 'odd>x",
     "<textarea>a &lt;p&gt;</textarea><svg><path d='M0 0'/></svg>"],
)  # fmt: skip
def test_what_is_read_quickly_is_what_the_library_reads(html):
    assert ToldQuickly().all_of(html) == Told().all_of(html)


def test_no_page_loads_anything_from_another_host(desk_at):
    browser = desk_at("battle", "game")
    for address in [*PAGES, "/armies/1", "/battles/1", "/sign-in", "/nothing"]:
        html = browser.get(address).text
        told = Told().all_of(html)  # by the library itself, and what all other tests here read with tells the same
        assert ToldQuickly().all_of(html) == told, address
        for tag, attributes in (one for one in told if isinstance(one, tuple)):
            found = dict(attributes)
            for name in ("src", "href", "action", "hx-get", "hx-post", "sse-connect"):
                value = found.get(name) or ""
                assert not re.match(r"(https?:)?//", value), (address, tag, value)


def test_the_address_of_a_file_that_browsers_keep_changes_with_what_is_in_it(desk_at, tmp_path):
    """But for the fonts, which the style sheet names (tests/test_styles.py)."""
    browser, seen = desk_at("battle", "game"), set()
    for address in [*PAGES, "/display/", "/screens/", "/sign-in", "/nothing"]:
        seen |= set(re.findall(r'"(/static/[^"]+)"', browser.get(address).text))
    assert {one.partition("?")[0] for one in seen} >= {"/static/room.css", "/static/room.js", "/static/march/map.js"}
    for one in seen:
        with browser.get(one) as answer:
            assert answer.status_code == 200
            assert one.endswith((".woff2", f"?v={crc32(answer.get_data()):08x}"))
    for text in "old", "new":
        (tmp_path / f"{text}.css").write_text(text)
    assert made_of(str(tmp_path), "old.css") != made_of(str(tmp_path), "new.css")


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
     ("/print/army_cards.pdf?army=99999999999999999999999", 422)],
)  # fmt: skip
def test_an_address_that_leads_nowhere_gets_a_sentence(desk_at, address, status):
    answer = desk_at("orders").get(address)
    assert answer.status_code == status
    assert read(answer).alerts[0].endswith((".", "?"))


@pytest.mark.parametrize(
    ("address", "page"),
    [("/orders/lock", "/orders/"), ("/armies/1/correct", "/armies/1"),
     ("/orders/list/enter?late=x", "/orders/list?late=x"), ("/treaties/1/dues", "/treaties/"),
     ("/books/takeda/right", "/books/"), ("/hide", "/")],
)  # fmt: skip
def test_a_tab_that_a_refused_form_left_opens_again_on_the_page_of_the_form(desk_at, address, page):
    answer = desk_at("orders").get(address)
    assert (answer.status_code, answer.location) == (303, page)


@pytest.mark.parametrize(
    ("desk", "address", "words"),
    [("team", "/tell/", "Nobody has anything to hear yet. What an owner"),
     ("team", "/announcements/", "Nothing is announced to your desk. What is announced stands here"),
     ("game", "/announcements/", "Nothing is announced. What you announce stands at the foot of every page"),
     ("npd", "/casting/rota", "No umpire has a duty yet. Game Control gives them."),
     ("bakufu", "/bakufu/", "Nothing waits. Calls, petitions and whatever else has to be decided stand here"),
     ("team", "/petitions/", "No petition waits. One that is filed stands here"),
     ("intelligence", "/shadows/", "Nothing waits. A commission stands here"),
     ("intelligence", "/shadows/", "No slip yet. What a roll brings is written down here"),
     ("bakufu", "/treaties/", "No treaty stands that your desk may know of."),
     ("game", "/treaties/", "No treaty stands.")],
)  # fmt: skip
def test_where_nothing_is_yet_a_page_says_what_will_be_there(client, desk, address, words):
    assert words in " ".join(client(desk).get(address).text.split())


# ---- the door


def test_a_right_code_leads_to_ones_desk(app):
    for desk, home in (("map", "/map/"), ("game", "/game/"), ("team", "/now/"), ("npd", "/now/")):
        browser = sign_in(app, desk)
        assert browser.get("/").location == home


def test_a_code_may_be_typed_in_capitals_and_with_blanks(app):
    app.test_client().post("/sign-in", data={"code": f" {CODES['map'].upper()} "}, answers=303)


@pytest.mark.parametrize("code", ["", "maps2", "maps222", "nobody", "ÖÄÜ", "\x00"])
def test_a_wrong_code_is_told_at_the_field_and_kept(app, code):
    answer = app.test_client().post("/sign-in", data={"code": code, "name": "Ōta", "next": "/map/"}, answers=422)
    page = read(answer)
    assert "No desk has this code" in page.alerts[0]
    assert page.boxes("code")[0]["aria-invalid"] == "true"
    assert page.boxes("name")[0]["value"] == "Ōta"
    assert page.boxes("next")[0]["value"] == "/map/"


def test_whoever_is_sent_to_the_door_gets_to_where_he_wanted(app):
    browser = app.test_client()
    asked = browser.get("/armies/1/order?route=shinano", answers=303)
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


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost.evil.example", "http://localhost:1"]
)
def test_a_form_from_another_site_is_refused(client, hall, origin):
    before = hall.everything()
    browser = client("map")
    for address in ("/map/raise/garrison.raise", "/sign-out", "/sign-in"):
        browser.post(address, data={"province": "kai", "troops": "1", **WHY}, headers={"Origin": origin}, answers=403)
    assert hall.everything() == before
    assert browser.get("/map/").status_code == 200


def test_a_form_from_our_own_site_is_taken(client):
    client("map").post(
        "/map/raise/garrison.raise",
        data={"province": "kai", "troops": "1", **WHY},
        headers={"Origin": "http://localhost"},
        answers=303,
    )


def test_after_signing_out_nothing_is_open(client):
    browser = client("map")
    assert browser.post("/sign-out").status_code == 303
    assert browser.get("/map/").status_code == 303


def test_a_forged_cookie_opens_nothing(app):
    browser = app.test_client()
    browser.set_cookie(f"session_{mark_of(app.key)}", "eyJkZXNrIjoiZ2FtZSJ9.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    assert browser.get("/game/").status_code == 303


# ---- forms


FORMS = [
    ("start", "/map/raise/garrison.raise", {"province": "Kay", "troops": "2", **WHY}, 400, "province", "Did you mean"),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "ten", **WHY}, 400, "troops", 'not "ten"'),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "-1", **WHY}, 400, "troops", "not −1"),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "1000000000", **WHY}, 400, "troops", "10,000"),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "--5", **WHY}, 400, "troops", 'not "--5"'),
    ("start", "/map/raise/garrison.raise", {"province": "Kai", "troops": "6", **WHY}, 422, "troops", "R23"),
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
    ("orders", "/game/correct", {"kind": "army", "id": "A1-9", "field": "troops", "value": "1", "reason": "a slip"},
     400, "id", "does not add up"),
]  # fmt: skip


def test_game_control_sets_a_figure_right_by_the_names_and_codes_that_stand_on_cards(desk_at):
    browser = desk_at("orders", "game")
    hall = browser.hall
    for kind, which, field, value in (
        ("province", "Kai", "holder", "Hōjō"),
        ("character", "Oda Nobunaga", "held_by", "Uesugi"),
        ("army", hall.army(1).code, "troops", "3"),
    ):
        form = {"kind": kind, "id": which, "field": field, "value": value, "reason": "a slip", "key": kind}
        browser.post("/game/correct", data=form, answers=303)
    assert hall.get(Province, "kai").holder == "hojo"
    assert hall.get(Character, "oda-nobunaga").held_by == "uesugi"
    assert hall.army(1).troops == 3


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
    answer = browser.post("/battles/1/round", data=form, answers=400)
    page = read(answer)
    assert "A die is from 1 to 6, not 7." in page.alerts[0]
    assert page.chosen("attacker_tactic") == ["outflank"]
    assert page.chosen("defender_tactic") == ["fortify"]


def test_an_encounter_form_with_a_mistake_keeps_what_was_chosen(desk_at):
    browser = desk_at("encounter")
    answer = browser.post("/map/encounters/1/battle", data={"attacker": "uesugi"}, answers=400)
    page = read(answer)
    assert page.chosen("attacker") == ["uesugi"]
    assert "R11" in page.alerts[0]


def test_a_form_is_answered_by_going_on_to_a_page_that_says_what_happened(client, hall):
    browser = client("map")
    answer = browser.post(
        "/map/raise/garrison.raise", data={"province": "kai", "troops": "2", **WHY, "key": "k"}, answers=303
    )
    page = browser.get(answer.location).text
    assert "Takeda raised 2 counters in Kai." in page
    assert page.count("Takeda raised 2 counters in Kai.") == 1
    assert "Takeda raised" not in browser.get(answer.location).text
    assert hall.get(Province, "kai").raised == 2


def test_a_form_sent_twice_acts_once_and_says_the_same(client, hall):
    browser = client("map")
    form = {"province": "kai", "troops": "2", **WHY, "key": "the very same"}
    answers = [browser.post("/map/raise/garrison.raise", data=form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert len(hall.entries()) == 1


def test_going_back_and_typing_something_else_is_not_taken_for_done(client, hall):
    browser = client("map")
    browser.post("/map/raise/garrison.raise", data={"province": "kai", "troops": "2", **WHY, "key": "k"})
    answer = browser.post(
        "/map/raise/garrison.raise", data={"province": "kai", "troops": "3", **WHY, "key": "k"}, answers=422
    )
    assert "another order" in read(answer).alerts[0]
    assert hall.get(Province, "kai").raised == 2


def test_every_form_that_acts_carries_a_key_of_its_own(desk_at):
    browser = desk_at("round", "game")
    keys = []
    for address in ("/map/", "/map/raise", "/game/", "/armies/1", "/armies/1/order", "/battles/1"):
        page = read(browser.get(address))
        acting = [found for tag, found in page.elements if tag == "form" and found.get("method") == "post"]
        keys += [box["value"] for box in page.boxes("key")]
        assert len(page.boxes("key")) == len(acting), address
    assert len(set(keys)) == len(keys)


def test_the_second_desk_sees_its_own_typing_and_the_order_as_it_is_now_and_may_choose(desk_at):
    browser = desk_at("orders")
    shown = read(browser.get("/armies/2/order")).boxes("version")[0]["value"]
    browser.hall.march(2, "suruga")
    form = {"route": "Shinano, Hida", "version": shown, "key": "k"}
    answer = browser.post("/armies/2/order", data=form, answers=409)
    page = read(answer)
    assert "it is now Suruga" in page.alerts[0]
    assert page.boxes("route")[0]["value"] == "Shinano, Hida"
    browser.post(
        "/armies/2/order", data={**form, "version": page.boxes("version")[0]["value"], "key": "k2"}, answers=303
    )
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
            "/map/raise/garrison.raise", data={"province": typed, "troops": "1", **WHY, "key": str(number)}
        )
        assert answer.status_code == 303, typed
    assert browser.hall.get(Province, "omi").raised == 4


@pytest.mark.parametrize(
    ("whole", "headers", "is_part"),
    [("/map/forces", {}, False), ("/map/forces", {"HX-Request": "true"}, True),
     ("/map/forces", {"HX-Request": "true", "HX-History-Restore-Request": "true"}, False),
     ("/journal/", {"HX-Request": "true"}, True), ("/armies/1/order", {"HX-Request": "true"}, True),
     ("/armies/1/order", {}, False)],
)  # fmt: skip
def test_htmx_gets_the_part_and_a_browser_the_page(desk_at, whole, headers, is_part):
    answer = desk_at("orders").get(whole, headers=headers)
    assert ("<html" not in answer.text) is is_part
    assert "HX-Request" in answer.headers["Vary"]


@pytest.mark.parametrize(
    ("desk", "address"), [("map", "/people/list"), ("team", "/season/statements"), ("team", "/rules/")]
)
def test_a_page_around_what_is_drawn_once_says_too_that_htmx_gets_another_answer(app, desk, address):
    for headers, is_part in (
        ({}, False),
        ({"HX-Request": "true"}, True),
        ({"HX-Request": "true", "HX-History-Restore-Request": "true"}, False),
    ):
        answer = sign_in(app, desk).get(address, headers=headers, answers=200)
        assert ("<html" not in answer.text) is is_part
        assert "HX-Request" in answer.vary


def test_a_part_that_is_fetched_meanwhile_does_not_take_the_news_away(client):
    browser = client("map")
    answer = browser.post("/map/raise/garrison.raise", data={"province": "kai", "troops": "2", **WHY})
    browser.get("/standing", headers={"HX-Request": "true"})
    assert "Takeda raised 2 counters" in browser.get(answer.location).text


def test_names_that_people_type_are_shown_and_never_run(desk_at):
    browser = desk_at("orders")
    evil = "<script>alert(1)</script>"
    browser.post("/sign-in", data={"code": CODES["map"], "name": evil})
    browser.post("/armies/2/correct", data={"field": "troops", "value": "7", "reason": evil, "key": "k"})
    for address in ("/journal/", "/map/", "/armies/2"):
        assert evil not in browser.get(address).text
    assert evil not in browser.get(f"/armies/2/order?route={evil}").text
    assert evil not in browser.get(f"/c/{evil}").text


def test_a_whole_season_by_the_pages_alone(desk_at):
    browser = desk_at("encounter", "game")

    def send(address, **form):
        answer = browser.post(address, data=form)
        assert answer.status_code == 303, read(answer).alerts
        return answer.location

    battle = send("/map/encounters/1/battle", attacker="uesugi", settled_by="banzai", version="1")
    send(f"{battle}/grant", side="defender", columns="1", reason="as in the example")
    send(f"{battle}/round", round="1", attacker_tactic="subterfuge", defender_tactic="outflank", die="6")
    assert "3-1" in browser.get(battle).text
    send(f"{battle}/round", round="2", attacker_tactic="conventional_battle", defender_tactic="outflank", die="2")
    send(f"{battle}/end", then="attacker_withdraws", retreat_to="Echigo")
    for phase in ("3", "4"):
        send("/map/phase", phase=phase)
    send("/season/close", season="spring", year="1550", force="time is up")
    assert (browser.hall.troops(1), browser.hall.troops(2)) == (14, 20)


@pytest.mark.parametrize(("code", "to"), [("A1-3", "/armies/1"), ("a1 3", "/armies/1"), ("M1-5", None)])
def test_a_card_opens_its_entry(desk_at, code, to):
    from control.kernel.codes import Code

    code, to = (code, to) if to else (str(Code("M", 1)), "/armies/1/order")
    assert desk_at("orders").get(f"/c/?code={code}").location == to


def test_undo_asks_game_control_for_a_reason_when_a_die_was_cast(desk_at):
    browser = desk_at("round", "game")
    number = browser.hall.entries()[-1].number
    page = read(browser.post("/journal/undo", data={"entry": str(number)}))
    assert "A die or card was drawn (3)" in page.alerts[0]
    assert page.boxes("force")
    assert browser.post("/journal/undo", data={"entry": str(number), "force": "fell off the table"}).status_code == 303


def test_a_notice_offers_no_undo_that_this_desk_may_not_have_and_says_whose_it_is(desk_at):
    browser = taken(desk_at("battle"))
    tactics = {"attacker_tactic": "outflank", "defender_tactic": "outflank"}
    browser.post("/battles/1/round", data={"round": "1", "key": "a round", "die": "3", **tactics})
    page = browser.get("/battles/1").text
    assert "No undo: A die or card was drawn: only Game Control may re-open it." in page, "no number: theirs is another"
    assert 'action="/journal/undo"' not in page


def test_the_odds_appear_for_two_tactics_before_the_die(desk_at):
    browser = desk_at("battle")
    text = browser.get(
        "/battles/1/odds?attacker_tactic=subterfuge&defender_tactic=outflank", headers={"HX-Request": "true"}
    ).text
    assert "R2" in text
    assert "<html" not in text
    browser.get("/battles/1/odds?attacker_tactic=charge&defender_tactic=outflank", answers=400)


# ---- the battle page


def taken(browser):
    """The browser, its umpire having taken battle 1 over from the one who opened it."""
    assert browser.post("/battles/1/claim", data={"how": "over"}).status_code == 303
    return browser


def test_each_general_keeps_his_tactic_when_the_roles_change(desk_at):
    browser = taken(desk_at("round"))
    form = {"round": "2", "attacker_tactic": "outflank", "defender_tactic": "fortify", "swap_roles": "true", "die": "3"}
    form["settled_by"] = "agreement"
    assert browser.post("/battles/1/round", data=form).status_code == 303
    fought = browser.hall.get(BattleRound, (1, 2))
    assert browser.hall.get(BattleSide, (1, "attacker")).name == "Takeda Harunobu"
    assert (fought.attacker_tactic, fought.defender_tactic) == ("fortify", "outflank")


def test_a_mistake_while_the_roles_change_is_told_to_the_right_general_with_the_box_still_ticked(desk_at):
    form = {"round": "2", "attacker_tactic": "outflank", "defender_tactic": "charge", "swap_roles": "true"}
    form["settled_by"] = "umpire"
    answer = taken(desk_at("round")).post("/battles/1/round", data=form, answers=400)
    page = read(answer)
    assert any(found.get("id") == "wrong-defender_tactic" for _, found in page.elements)
    assert page.chosen("attacker_tactic") == ["outflank"]
    assert page.chosen("swap_roles") == ["true"]


def test_how_it_was_settled_that_the_roles_change_is_asked_where_they_do(desk_at):
    browser = taken(desk_at("round"))
    form = {"round": "2", "attacker_tactic": "outflank", "defender_tactic": "fortify", "die": "3"}
    page = read(browser.post("/battles/1/round", data=form | {"swap_roles": "true"}, answers=400))
    assert any(found.get("id") == "wrong-settled_by" for _, found in page.elements)
    assert browser.hall.get(Battle, 1).rounds == 1
    assert browser.post("/battles/1/round", data=form | {"settled_by": "banzai"}).status_code == 303
    assert "from this round on" not in str(browser.hall.get(BattleRound, (1, 2)).report)
    form["round"] = "3"
    browser.post("/battles/1/round", data=form | {"swap_roles": "true", "settled_by": "banzai"}, answers=303)
    told = "Takeda Harunobu attacks from this round on: he was the first to shout BANZAI."
    for address in ("/battles/1", "/battles/1/slip"):
        assert told in browser.get(address).text


def test_the_odds_shown_for_changed_roles_are_those_of_the_round_then_fought(desk_at):
    browser = taken(desk_at("round"))
    form = {"attacker_tactic": "outflank", "defender_tactic": "subterfuge", "swap_roles": "true"}
    shown = browser.get("/battles/1/odds", query_string=form).text
    kept = browser.get("/battles/1/odds", query_string=form | {"swap_roles": ""}).text
    browser.post("/battles/1/round", data=form | {"round": "2", "die": "3", "settled_by": "umpire"})
    assert "Takeda Harunobu attacks Uesugi Kenshin" in shown
    assert "Uesugi Kenshin attacks Takeda Harunobu" in kept
    fought = browser.hall.get(BattleRound, (1, 2)).report["odds"]
    assert f"<strong>{fought}</strong>" in shown
    assert f"<strong>{fought}</strong>" not in kept


def test_a_battle_page_from_before_the_last_round_cannot_end_the_battle(desk_at):
    browser = desk_at("round")
    page = read(browser.get("/battles/1"))
    asked = [box["value"] for box in page.boxes("round")]
    assert asked == ["2", "2", "1"], "the round to ask for, the round to come, and those fought"
    browser.hall.fight(number=2, swap_roles=True)
    taken(browser)
    before = browser.hall.everything()
    answer = browser.post("/battles/1/end", data={"then": "attacker_withdraws", "round": "1"}, answers=409)
    page = read(answer)
    assert "as it is now" in page.alerts[0]
    assert page.chosen("then") == [], "The roles have changed: who withdraws is to be said again."
    assert browser.hall.everything() == before


@pytest.mark.parametrize("address", ["round", "grant", "end"])
def test_a_form_of_a_battle_that_is_over_gets_its_sentence(desk_at, address):
    browser = desk_at("peace")
    form = {
        "round": {"round": "2", "attacker_tactic": "outflank", "defender_tactic": "fortify"},
        "grant": {"side": "defender", "columns": "1", "reason": "his home"},
        "end": {"then": "both_stay", "round": "1"},
    }[address]
    answer = browser.post(f"/battles/1/{address}", data=form)
    assert answer.status_code in (409, 422)
    assert len(read(answer).alerts) == 1


@pytest.mark.parametrize(("address", "size"), [("/clock/", "phone"), ("/titles/", "broad"), ("/game/", "")])
def test_more_is_marked_only_where_the_word_of_the_page_stands_behind_it(desk_at, address, size):
    page = desk_at("start", "game").get(address).text
    assert re.findall(r'<summary(?: class="here-(\w+)" aria-current="true")?>More', page) == [size]


# ---- Game Control's desk


def test_ending_a_season_early_is_warned_of_and_not_offered_as_the_next_thing_to_do(desk_at):
    browser = desk_at("peace", "game")

    def end_button():
        answer = browser.get("/game/")
        button = next(found for _, found in read(answer).elements if found.get("id") == "advance")
        return button.get("class"), answer.text

    assert end_button()[0] == "button"
    assert "Phases 3 to 4 have not been run; their orders lapse." in end_button()[1]
    browser.hall.phases(3)
    assert "Phase 4 has not been run; its orders lapse." in end_button()[1]
    browser.hall.phases(4)
    assert "lapse" not in end_button()[1]
    assert "2 cards to draw" in end_button()[1]


def test_the_journal_can_be_read_back_to_its_first_entry(desk_at):
    browser = desk_at("start", "game")
    for value in range(1, 131):
        browser.hall.correct("province", "kai", "raised", value)
    assert "/journal/?before=101" in read(browser.get("/game/")).links()
    address, seen = "/journal/", []
    while address:
        text = browser.get(address).text
        seen += [int(number) for number in re.findall(r'class="entry-number">(\d+)<', text)]
        links = Reader(text).links()
        assert ("/journal/" in {link for link in links if link != address} and "Newest entries" in text) is (
            address != "/journal/"
        )
        address = next((link for link in links if "before" in link), None)
    assert seen == list(range(130, 0, -1))


@pytest.mark.parametrize("before", ["0", "-5", "x", "", "9" * 30, f"-{'9' * 30}"])
def test_a_journal_from_an_odd_number_is_still_a_journal(desk_at, before):
    assert desk_at("orders").get(f"/journal/?before={before}").status_code == 200


@pytest.mark.parametrize(("address", "fields"), [("/map/raise", 2), ("/map/encounters/1", 1)])
def test_only_game_control_is_asked_for_a_reason_to_force_it(desk_at, address, fields):
    assert len(read(desk_at("encounter", "game").get(address)).boxes("force")) == fields
    assert read(desk_at("encounter", "map").get(address)).boxes("force") == []


@pytest.mark.parametrize(("general", "role"), [("uesugi-kenshin", "attacker"), ("takeda-harunobu", "defender")])
def test_a_general_who_has_fought_enough_is_named_on_the_page_and_may_be_forced(desk_at, general, role):
    browser = desk_at("encounter", "game")
    with browser.hall.room.store.write() as session:
        session.get_one(Character, general).battles = 9
    form = {"attacker": "uesugi", "settled_by": "umpire"}
    answer = browser.post("/map/encounters/1/battle", data=form, answers=422)
    assert ["R9" in alert for alert in read(answer).alerts] == [True], role
    assert browser.post("/map/encounters/1/battle", data=form | {"force": "his lord insists"}).status_code == 303


def test_an_army_in_winter_may_be_forced_from_the_page(desk_at):
    browser = desk_at("winter", "game")
    browser.hall.do("garrison.raise", province="kai", troops=1)
    form = {"general": "Obu Toramasa", "province": "Kai", "troops": "1"}
    answer = browser.post("/map/raise/army.form", data=form)
    assert "R18" in read(answer).alerts[0]
    answer = browser.post("/map/raise/army.form", data=form | {"force": "a pilgrimage"})
    assert answer.status_code == 303, read(answer).alerts


# ---- an army's page


def test_an_army_gets_another_general_by_his_name(desk_at):
    browser = desk_at("orders")
    form = {"field": "general", "value": "obu toramasa", "reason": "the wrong card"}
    assert browser.post("/armies/2/correct", data=form).status_code == 303
    assert browser.hall.get(Army, 2).general == "obu-toramasa"
    answer = browser.post("/armies/2/correct", data=form | {"value": "Obu the Bold"})
    page = read(answer)
    assert (answer.status_code, page.boxes("value")[0]["value"]) == (400, "Obu the Bold")
    assert page.boxes("value")[0]["aria-describedby"] == "wrong-value"


def test_a_general_who_was_corrected_elsewhere_is_not_corrected_over_it(desk_at):
    browser = desk_at("orders")
    shown = {name: read(browser.get("/armies/2")).boxes(name)[0]["value"] for name in ("version", "general_version")}
    browser.hall.correct("character", "takeda-harunobu", "experience", 4)
    form = shown | {"field": "experience", "value": "3", "reason": "as on his card"}
    page = read(browser.post("/armies/2/correct", data=form | {"reason": "so"}))
    assert page.boxes("general_version")[0]["value"] == shown["general_version"], "Another mistake renews nothing."
    answer = browser.post("/armies/2/correct", data=form, answers=409)
    assert browser.hall.get(Character, "takeda-harunobu").experience == 4
    renewed = {"general_version": read(answer).boxes("general_version")[0]["value"]}
    assert browser.post("/armies/2/correct", data=form | renewed).status_code == 303


# ---- an encounter between two provinces


def test_the_umpire_chooses_where_armies_fight_that_met_between_their_provinces(desk_at):
    browser = desk_at("start")
    browser.hall.an_army("uesugi", "shinano", 5, 2)
    browser.hall.an_army("takeda", "kai", 5, 2)
    browser.hall.march(1, "kai")
    browser.hall.march(2, "shinano")
    browser.hall.phases(1, 2)
    page = read(browser.get("/map/encounters/1"))
    assert {box["value"] for box in page.boxes("province")} == {"kai", "shinano"}
    met = page.chosen("province")
    assert len(met) == 1
    other = ({"kai", "shinano"} - set(met)).pop()
    form = {"attacker": "uesugi", "settled_by": "umpire", "province": other}
    again = read(browser.post("/map/encounters/1/battle", data=form | {"settled_by": ""}))
    assert again.chosen("province") == [other]
    assert browser.post("/map/encounters/1/battle", data=form).status_code == 303
    assert browser.hall.get(Battle, 1).province == other


def test_where_a_common_meeting_is_fought_is_no_question(desk_at):
    assert read(desk_at("encounter").get("/map/encounters/1")).boxes("province") == []


# ---- the band


def band_words(answer):
    """The words of the band in the order they stand there, and the address that is marked as where one is."""
    links = re.findall(r'<a href="([^"]+)"[^>]*?( aria-current="(?:page|true)")?>', band(answer))
    return [address for address, _ in links], {address for address, marked in links if marked}


def band(answer):
    return answer.text.split('<nav class="desks"')[1].split("</nav>")[0]


@pytest.mark.parametrize(
    ("desk", "address", "marked"),
    [("game", "/honour/", "/honour/"), ("game", "/honour/reasons", "/honour/"), ("game", "/season/winter", "/season/"),
     ("game", "/safety/midway", "/safety/"), ("game", "/casting/door/", "/casting/"),
     ("team", "/works/takeda", "/team/"), ("team", "/team/takeda/troops", "/team/"), ("map", "/armies/1", "/map/"),
     ("map", "/casting/command", "/casting/command"), ("npd", "/season/winter", "/season/winter"),
     ("bakufu", "/books/", "/books/")],
)  # fmt: skip
def test_the_band_marks_where_one_is_on_sub_pages_too(desk_at, desk, address, marked):
    answer = desk_at("orders", desk).get(address, follow_redirects=True, answers=200)
    assert band_words(answer)[1] == {marked}


@pytest.mark.parametrize("desk", list(CODES))
def test_every_desk_finds_its_name_and_the_way_out_behind_more(desk_at, desk):
    shown = band(desk_at("start", desk).get("/announcements/"))
    menu = shown.split("<details")[1]
    assert "Sign out" in menu
    assert "Control" in menu or "Bakufu" in menu
    groups = [len(re.findall("<a ", group)) for group in menu.split("<h2>")]
    assert len(groups) > 1 or groups[0] <= 8
    assert max(groups) <= 10, "what stands behind it stands in groups"


@pytest.mark.parametrize("rule_set", ["sengoku", "sekigahara", "toy"])
def test_the_navigation_names_desks_only_where_fewer_have_a_page_than_may_open_it(rule_set):
    game = game_named(rule_set)
    views, navigation = application_of(game).view_functions, game.navigation
    named = [
        place for place in chain(navigation.band, *navigation.more.values()) if place.desks and place.page in views
    ]
    assert named, "some have it behind other words"
    for place in named:
        may_open = game.desks(*(getattr(views[place.page], "desks", ()) or (EVERY_DESK,)))
        assert set(place.desks) < set(may_open), place


IN_FRONT = {
    "game": "Map Game Clock Season Honour Tell",
    "map": "Map Orders People Tell Find",
    "team": "Now Clan Season Honour Tell",
    "npd": "Now Locals Answers Books Letters Tell",
    "intelligence": "Now Shadows",
    "bakufu": "Now Bakufu Books Letters Edicts Tell",
}
"""The words that each desk has in front of all others."""


@pytest.mark.parametrize(("desk", "words"), IN_FRONT.items(), ids=IN_FRONT)
def test_every_word_of_a_desks_band_opens_there(desk_at, desk, words):
    browser = desk_at("orders", desk)
    band = re.search(r'<nav class="desks".*?</nav>', browser.get("/rulings/").text, re.DOTALL)[0]
    front, _, behind = band.partition("<details")
    assert re.sub(r"<[^>]*>", " ", front).split() == words.split()
    assert {"Announcements", "Display", "Help", "Rulings"} <= set(re.sub(r"<[^>]*>", " ", behind).split())
    links = [found for tag, found in Reader(band).elements if tag == "a"]
    addresses = [found["href"] for found in links if found.get("class") != "phone"]  # which are those in front
    assert len(addresses) == len(set(addresses))
    for address in addresses:
        answer = browser.get(address, follow_redirects=True)
        assert (answer.status_code, answer.request.path == "/sign-in") == (200, False), address


# ---- how much they ask


@pytest.mark.parametrize(
    ("desk", "address"),
    [("game", "/rulings/"), ("game", "/clock/"), ("team", "/announcements/"), ("map", "/map/"), ("map", "/standing")],
)
def test_nothing_is_asked_twice_for_one_page(desk_at, desk, address):
    browser = desk_at("orders", desk)
    asked: list[tuple[str, str]] = []

    def note(_connection, _cursor, statement, values, *_more):
        if statement.startswith("SELECT"):
            asked.append((statement, repr(values)))

    engine = browser.hall.room.store.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        assert browser.get(address).status_code == 200
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert asked
    assert [one for one, times in Counter(asked).items() if times > 1] == []


# ---- the display


def test_the_display_shows_no_notice_of_an_action_and_takes_none_from_the_desk(client):
    browser = client("map")
    browser.post("/map/raise/garrison.raise", data={"province": "kai", "troops": "2", **WHY})
    assert "raised" not in browser.get("/display/").text
    assert "Takeda raised 2 counters in Kai." in browser.get("/map/").text


@pytest.mark.parametrize("desk", ["map", "game"])
def test_the_display_of_an_umpire_leads_back_to_his_desk_and_nowhere_else(client, desk):
    page = read(client(desk).get("/display/"))
    assert {link for link in page.links() if link.startswith("/")} == {"/"}
    assert page.boxes("code") == []


def test_a_card_printed_at_the_laptop_opens_on_a_phone(desk_at, monkeypatch):
    monkeypatch.setattr(network, "address_in_the_hall", lambda: "10.1.2.3")
    printed = desk_at("orders").get("/print/order_cards.pdf", base_url="http://localhost:8000")
    found = codes_on(printed.data, 0) | codes_on(printed.data, 1)  # a leaf for each clan
    assert found == {f"http://10.1.2.3:8000/c/{Code('M', number)}" for number in (1, 2)}


def test_a_card_printed_at_the_laptop_while_its_network_is_down_has_the_newest_address(hall_at, app_of, monkeypatch):
    monkeypatch.setattr(network, "address_in_the_hall", str)
    app = app_of(hall_at("orders"))
    laptop = sign_in(app, "map")
    app.reached = lambda: "http://10.1.2.3:8000"
    printed = laptop.get("/print/order_cards.pdf", base_url="http://localhost:8000")
    assert "http://10.1.2.3:8000/c/" in min(codes_on(printed.data, 0))
    app.reached = lambda: "http://localhost:9000"
    printed = laptop.get("/print/order_cards.pdf", base_url="http://localhost:8000")
    assert "http://localhost:8000/c/" in min(codes_on(printed.data, 0)), "where there never was one"


def test_a_part_opened_by_itself_is_a_whole_page_with_the_styles_of_its_chapter(desk_at):
    browser = desk_at("orders")
    opened = browser.get("/map/forces", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    alone = browser.get("/map/business", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    fetched = browser.get("/map/business", headers={"Accept": "*/*"})
    swapped = browser.get("/map/business", headers={"Accept": "text/html", "HX-Request": "true"})
    for answer in (opened, alone):
        text = answer.text
        assert text.lstrip().startswith("<!doctype html>")
    assert "march/map.css" in alone.text
    assert "HX-Request" in alone.headers["Vary"]
    for answer in (fetched, swapped):
        assert "<html" not in answer.text
        assert 'class="panel phase' in answer.text


@pytest.mark.parametrize(
    ("desk", "address"),
    [
        ("team", "/season/"),
        ("team", "/now/"),
        ("team", "/treaties/"),
        ("team", "/treaties/hostages"),
        ("map", "/walk-round/kai"),
    ],
)
def test_clans_stand_in_the_order_of_their_letters_with_or_without_macrons(client, desk, address):
    page = client(desk).get(address).text
    named = re.findall(r">\s*(Hōjō|Hongan-ji|Imagawa|Oda|Ōtomo|Shimazu)\s*<", page.partition("<main")[2])
    assert list(dict.fromkeys(named)) == ["Hōjō", "Hongan-ji", "Imagawa", "Oda", "Ōtomo", "Shimazu"]


def test_whom_and_what_is_typed_is_offered_in_the_order_of_its_letters(client):
    page = client("team").get("/treaties/").text
    for box, first in (("provinces", "Ōmi"), ("living", "Ōtomo Yoshishige")):
        listed = page.partition(f'<datalist id="{box}">')[2].partition("</datalist>")[0]
        offered = re.findall(r'<option value="([^"]+)"', listed)
        assert first in offered
        assert offered == sorted(offered, key=folded)


@pytest.mark.parametrize(
    ("desk", "address"),
    [("bakufu", "/petitions/P1-J/burn"), ("bakufu", "/bakufu/calls/C1-F/burn"), ("bakufu", "/shogun/oda-nobunaga/burn"),
     ("bakufu", "/titles/governor-oda-nobuhide-owari/burn"), ("intelligence", "/shadows/1/burn"),
     ("game", "/casting/players/1/burn")],
)  # fmt: skip
def test_a_deed_that_there_is_none_of_leads_nowhere_and_does_nothing(desk_at, desk, address):
    browser = desk_at("court", desk)
    answer = browser.post(address, data={"key": "once"}, answers=404)
    assert read(answer).alerts[0].endswith((".", "?"))


@pytest.mark.parametrize("address", [
    "/bakufu/calls/C1-9", "/casting/clans/takeda", "/casting/door/1", "/casting/players/1", "/clock",
    "/people/takeda-harunobu", "/petitions/P1-9", "/season/clans", "/season/winter/takeda", "/shadows/1",
    "/shogun/takeda-harunobu", "/titles/court_rank-1",
])  # fmt: skip
def test_there_is_no_page_for_a_deed_that_nobody_knows(client, address):
    client("game").post(f"{address}/nothing", data={"key": "one"}, answers=404)


@pytest.mark.parametrize(
    "address", ["/display/view/nothing", "/help/nothing", "/news/nothing/1/x", "/honour/ledger.doc"]
)
def test_there_is_no_page_for_a_view_a_guide_or_a_kind_that_nobody_knows(client, address):
    client("game").get(address, answers=404)


EVERY_PLACE = """
import sys
from control.kernel.application import application_of
from control.kernel.database.store import open_store
from control.kernel.open_room import OpenRoom
from control.kernel.opening import open_room
from control.sengoku.game import SENGOKU
from tests.conftest import sign_in

app = OpenRoom(application_of(SENGOKU), open_room(open_store(sys.argv[1])))
address = {rule.endpoint: rule.rule for rule in app.application.url_map.iter_rules() if "GET" in rule.methods}
navigation = SENGOKU.navigation
pages = {place.page for places in (navigation.band, *navigation.more.values()) for place in places}
for desk in SENGOKU.roles:
    browser = sign_in(app, desk)
    shown = [page for page in sorted(pages) if browser.get(address[page]).status_code == 200]
    assert len(shown) > 15, shown
print(*(name for name in ("pandas", "openpyxl") if name in sys.modules))
"""


def test_no_page_in_the_navigation_of_a_desk_brings_in_what_reads_spreadsheets(hall, tmp_path):
    """It takes a second to import, and memory in each process: tables alone wait for it (control/kernel/tabular.py)."""
    file = shutil.copy(hall.room.store.file, tmp_path / "game.db")
    asked = subprocess.run([sys.executable, "-c", EVERY_PLACE, file], capture_output=True, text=True, check=False)
    assert (asked.stdout, asked.stderr) == ("\n", "")
