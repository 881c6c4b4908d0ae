"""The JSON API: the same actions, state and permissions as the pages, and never a fault of ours."""

from __future__ import annotations

import json
import logging
import random
import struct

import pytest

from control.kernel.actions.world import PLAYER
from control.kernel.journal.state_questions import every_part
from control.kernel.proof.verify import verify
from control.sengoku.game import SENGOKU
from control.sengoku.rules.desks import DESKS
from tests.conftest import signed_in_before
from tests.games import CODES


@pytest.fixture
def post(app):
    """Sends an order to the API with a desk's code, as JSON or as the very bytes."""

    def send(action, order, desk="map", **headers):
        headers = {"Authorization": f"Bearer {CODES[desk]}", **headers} if desk else headers
        body = order if isinstance(order, (bytes, str)) else json.dumps(order)
        return app.test_client().post(f"/api/actions/{action}", data=body, headers=headers)

    return send


KAI = {"province": "kai", "troops": 2, "reason": "a gift"}


def test_an_action_answers_with_its_journal_entry(post, hall):
    answer = post("garrison.raise", KAI, **{"X-Umpire": "a bot"})
    assert answer.status_code == 200
    entry = answer.get_json()
    assert (entry["number"], entry["umpire"], entry["desk"]) == (1, "a bot", "map")
    assert entry["sentence"] == "Takeda raised 2 counters in Kai. Reason: a gift."
    assert "key" not in entry
    assert hall.entries()[0].sentence == entry["sentence"]


def test_a_script_may_give_a_name_with_macrons(post, hall):
    post("garrison.raise", KAI, **{"X-Umpire": "Ōtomo Sōrin".encode().decode("latin-1")})
    assert hall.entries()[0].umpire == "Ōtomo Sōrin"


def test_a_key_makes_two_requests_one_action(post, hall):
    answers = [post("garrison.raise", KAI, **{"Idempotency-Key": "once"}).get_json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(hall.entries()) == 1


def test_a_key_is_a_desks_own_and_no_desk_is_told_another_s(post, client, hall):
    order = {**KAI, "province": "echigo", "force": "a gift"}
    for desk, sent in (("map", KAI), ("game", order)):
        assert post("garrison.raise", sent, desk, **{"Idempotency-Key": "the secret of kai"}).status_code == 200
    assert len(hall.entries()) == 2
    for desk in DESKS:
        assert "the secret of kai" not in client(desk).get("/api/state").text


def test_the_list_of_actions_has_a_schema_for_each_that_names_its_fields(client):
    listed = {one["name"]: one for one in client().get("/api/actions").get_json()}
    assert set(listed) == set(SENGOKU.actions)
    for name, one in listed.items():
        assert one["schema"]["type"] == "object"
        assert set(one["schema"]["properties"]) == set(SENGOKU.actions[name].order.model_fields)
        assert one["schema"]["additionalProperties"] is False
        assert set(one["desks"]) <= {*DESKS, PLAYER}
        assert one["title"]
        assert one["summary"].endswith(".")
    assert listed["battle.fight_round"]["schema"]["properties"]["round"]["maximum"] == 9
    assert listed["garrison.raise"]["schema"]["required"] == ["troops", "reason"]


STATUSES = [
    ("garrison.raise", KAI, "map", 200, ""),
    ("garrison.raise", {**KAI, "province": "kay"}, "map", 400, "province"),
    ("garrison.raise", {**KAI, "troops": "ten"}, "map", 400, "troops"),
    ("garrison.raise", [], "map", 400, ""),
    ("garrison.raise", b"{", "map", 400, ""),
    ("upkeep.pay_all", b"", "game", 400, ""),
    ("upkeep.pay_all", b" \n", "game", 400, ""),
    ("garrison.raise", b"\xff\xfe", "map", 400, ""),
    ("garrison.raise", '{"province": "kai", "troops": 2, "reason": "für"}'.encode("cp1252"), "map", 400, ""),
    ("garrison.raise", b"[" * 100_000, "map", 400, ""),
    ("garrison.raise", b'{"province": "kai", "troops": ' + b"9" * 5000 + b"}", "map", 400, ""),
    ("garrison.raise", b'{"province": "\\ud800", "troops": 1}', "map", 400, ""),
    ("figure.correct", b'{"kind": "province", "id": "\\ud83d", "field": "raised", "value": 1, "reason": "why"}', "map",
     400, ""),
    ("garrison.raise", b'{"province": "kai", "troops": 1, "reason": "why", "troops": 2}', "map", 400, ""),
    ("garrison.raise", b'{"province": "kai\\u0000", "troops": 1}', "map", 400, ""),
    ("garrison.raise", b'{"province": "kai", "reason": "why", "troops": NaN}', "map", 400, "troops"),
    ("garrison.rise", KAI, "map", 400, "action"),
    ("garrison.rise", b"{", "map", 400, "action"),
    ("garrison.raise", KAI, "team", 403, ""),
    ("garrison.raise", b"{", "team", 403, ""),
    ("garrison.raise", b"", "team", 403, ""),
    ("garrison.raise", b" " * 3_000_000, "team", 403, ""),
    ("garrison.raise", KAI, None, 403, ""),
    ("season.advance", {"season": "summer", "year": 1550}, "game", 409, "season"),
    ("garrison.raise", {**KAI, "troops": 6}, "map", 422, "troops"),
    ("garrison.raise", b" " * 3_000_000, "map", 413, ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("action", "order", "desk", "status", "field"), STATUSES, ids=[f"{row[3]} {row[0]} {spot}" for spot, row in
                                                                   enumerate(STATUSES)]
)  # fmt: skip
def test_each_kind_of_trouble_has_its_status_and_tells_where(post, hall, action, order, desk, status, field):
    before = hall.everything()
    answer = post(action, order, desk)
    told = answer.get_json()
    assert answer.status_code == status, told
    if status != 200:
        assert told["error"].endswith((".", "?"))
        assert (told["field"], set(told) - {"more"}) == (field, {"error", "field", "ruling"})
        assert hall.everything() == before


def test_an_emoji_is_text_like_any_other(post):
    order = b'{"kind": "province", "id": "kai", "field": "raised", "value": 1, "reason": "ok \\ud83d\\ude00"}'
    assert post("figure.correct", order).get_json()["sentence"].endswith("Reason: ok 😀.")


def test_a_refusal_cites_its_ruling_and_all_that_is_wrong(post):
    assert post("garrison.raise", {**KAI, "troops": 6}).get_json()["ruling"] == "R23"
    told = post("garrison.raise", {"troops": 0}).get_json()
    assert {told["field"], *(other["field"] for other in told["more"])} == {"reason", "troops"}


@pytest.mark.parametrize("address", ["/api/nothing", "/api/actions/garrison.raise/x"])
def test_no_such_address_is_told_as_json(client, address):
    answer = client().get(address)
    assert (answer.status_code, answer.mimetype) == (404, "application/json")


def test_getting_an_action_is_the_wrong_method(client):
    answer = client().get("/api/actions/garrison.raise")
    assert (answer.status_code, answer.mimetype) == (405, "application/json")


@pytest.mark.parametrize(
    ("asked", "address", "allowed", "words"),
    [
        ("GET", "/api/actions/garrison.raise", {"OPTIONS", "POST"}, "GET /api/actions says"),
        ("PUT", "/api/actions/garrison.raise", {"OPTIONS", "POST"}, "sent with POST"),
        ("PUT", "/sign-out", {"OPTIONS", "POST"}, "sent with POST"),
        ("POST", "/api/state", {"GET", "HEAD", "OPTIONS"}, "only for looking"),
    ],
)
def test_the_wrong_method_is_told_which_is_right(client, asked, address, allowed, words):
    answer = client().open(address, method=asked)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == allowed
    assert words in answer.text


@pytest.mark.parametrize("code", ["", "nobody", "MAPS22 ", "maps22\u00e9".encode().decode("latin-1")])
def test_a_wrong_code_opens_nothing(app, code):
    answer = app.test_client().post(
        "/api/actions/garrison.raise", json=KAI, headers={"Authorization": f"Bearer {code}"}
    )
    assert answer.status_code == (200 if code.strip().lower() == "maps22" else 403)
    looks = app.test_client().get("/api/state/game", headers={"Authorization": f"Bearer {code}"})
    assert looks.status_code == answer.status_code, "nobody is told what the public sees who sent a code"


def test_a_cookie_of_ours_does_not_serve_another_site(client, hall):
    before = hall.everything()
    client("map").post("/api/actions/garrison.raise", json=KAI, headers={"Origin": "http://evil.example"}, answers=403)
    assert hall.everything() == before


def test_the_state_comes_whole_and_in_parts(client, hall):
    hall.kawanakajima()
    browser = client("map")
    whole = browser.get("/api/state").get_json()
    for part, rows in whole.items():
        assert browser.get(f"/api/state/{part}").get_json() == rows, part
    assert [army["troops"] for army in whole["armies"]] == [18, 20]
    assert whole["game"]["season"] == "spring"
    assert [entry["number"] for entry in whole["journal"]] == list(range(1, len(hall.entries()) + 1))


@pytest.mark.parametrize("desk", [*DESKS, None])
def test_each_part_is_there_for_whoever_has_it_in_the_whole_state_and_for_nobody_else(client, hall, desk):
    hall.kawanakajima()
    browser = client(desk) if desk else client()
    whole = browser.get("/api/state").get_json()
    for part in ("game", *every_part(SENGOKU), *SENGOKU.made_parts, *SENGOKU.in_place):
        answer = browser.get(f"/api/state/{part}", answers=200 if part in whole else 403)
        assert answer.get_json() == whole[part] if part in whole else f'"{part}" is ' in answer.get_json()["error"]


@pytest.mark.parametrize("address", ["/api/state", "/api/state/honour", "/api/state/nothing", "/api/actions"])
def test_what_a_desk_is_told_is_kept_by_no_browser(client, address):
    assert client("team").get(address).headers["Cache-Control"] == "no-store"


def test_an_unknown_part_of_the_state_names_those_there_are(client):
    answer = client("map").get("/api/state/armys", answers=400)
    assert 'Did you mean "armies"?' in answer.get_json()["error"]


def test_a_fault_of_ours_says_so_and_keeps_the_trace_to_itself(app, client, monkeypatch, caplog):
    def broken(*_):
        raise ZeroDivisionError("the inside story")

    monkeypatch.setattr("control.kernel.journal.state_questions.state", broken)
    with caplog.at_level(logging.ERROR):
        answer = client("map").get("/api/state")
    told = answer.get_json()
    assert answer.status_code == 500
    assert "inside story" not in json.dumps(told)
    reference = told["error"].partition("Reference ")[2].rstrip(".")
    assert f"Reference {reference}" in caplog.text


SPICE = [
    "kai", "takeda", "takeda-harunobu", "army", "troops", "province", "battle", "spring", "outflank", "umpire", "pass",
    "attacker", "", " ", "−1", "9" * 5000, "\x00", "Ōmi", "'; drop table army; --", 10**30, -1, 0, 1, 7, 1.5, True,
    None, float("nan"), float("inf"), [], {}, [[]], 2**63, "shinano",
]  # fmt: skip
SPICED = [spice for spice in SPICE if isinstance(spice, str)]


def text(chance):
    """Up to five letters, of any script."""
    return "".join(
        chr(chance.choice((chance.randrange(128), chance.randrange(0xD800)))) for _ in range(chance.choice(FEW))
    )


def number(chance):
    """A whole number of any length, or any float that there is."""
    if chance.random() < 0.5:
        return chance.getrandbits(chance.randrange(1, 80)) * chance.choice((1, -1))
    return struct.unpack("d", chance.randbytes(8))[0]


FEW = (0, 1, 1, 2, 2, 3, 5)


def anything(chance, depth=3):
    """Whatever can be said in JSON: mostly what a game has words for, now and then something in something."""
    kind = chance.randrange(10 if depth else 8)
    if kind < 5:
        return chance.choice(SPICE)
    if kind < 8:
        return chance.choice((text, number))(chance)
    inner = [anything(chance, depth - 1) for _ in range(chance.choice(FEW) % 4)]
    return inner if kind == 8 else {text(chance): one for one in inner}


def orders(name):
    """Something like 17 orders of this action: mostly its own fields, with anything in them; in every run the same.
    Hypothesis would take as long to think of each as the room to answer it. What has no fields is told so before it is
    known whose they would be, so each action brings another one."""
    fields, chance = [*SENGOKU.actions[name].order.model_fields], random.Random(name)
    yield {}
    yield anything(chance)
    for _ in range(8):
        some = [one for one in (*fields, "unheard_of") if chance.random() < 0.5]
        yield {one: anything(chance) for one in some}
        yield {one: anything(chance) for one in fields}


@pytest.mark.parametrize("name", sorted(SENGOKU.actions))
def test_no_order_whatsoever_is_a_fault_of_ours(hall_at, app_of, name):
    hall = hall_at("battle")
    browser = signed_in_before(app_of(hall), "game")
    before = len(hall.entries())
    for order in orders(name):
        answer = browser.post(f"/api/actions/{name}", data=json.dumps(order))
        assert answer.status_code in (200, 400, 403, 409, 422), (order, answer.text)
    if len(hall.entries()) > before:  # else nothing was written that a replay could miss
        assert verify(hall.room).differences == ()


@pytest.mark.parametrize("address", [
    "/map/phase", "/map/raise/garrison.raise", "/map/raise/army.form", "/map/raise/nothing", "/armies/1/order",
    "/armies/1/correct", "/armies/1/disband", "/map/encounters/1/battle", "/map/encounters/1/settle",
    "/battles/1/round", "/battles/1/grant", "/battles/1/end", "/season/close", "/game/correct", "/journal/undo",
])  # fmt: skip
def test_no_form_whatsoever_is_a_fault_of_ours(hall_at, app_of, address):
    browser = signed_in_before(app_of(hall_at("battle")), "game")
    names = ["province", "troops", "general", "phase", "route", "late", "version", "field", "value", "reason", "kind",
             "id", "outcome", "attacker", "settled_by", "round", "attacker_tactic", "defender_tactic", "die", "side",
             "columns", "then", "retreat_to", "season", "year", "entry", "force", "key"]  # fmt: skip
    chance = random.Random(address)
    for _ in range(15):
        few = chance.sample(names, chance.randrange(13))
        form = {one: chance.choice((chance.choice(SPICED), str(number(chance)), text(chance))) for one in few}
        answer = browser.post(address, data={name: value.encode("utf-8", "replace") for name, value in form.items()})
        assert answer.status_code in (303, 400, 403, 404, 409, 422), (form, answer.text)
