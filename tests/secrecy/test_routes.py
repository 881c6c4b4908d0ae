"""Who may see what: every route and every role, in a table; and no answer to the wrong ears carries a secret.

A route that is missing here fails a test: whoever adds one says who may use it.
"""

from __future__ import annotations

import json
import re

import pytest

from control.actions import DESKS, Umpire, perform
from control.codes import tactic_token
from tests.conftest import sign_in
from tests.hall import CHANCE, CODES

INSIDE = ("map", "game")
GAME = ("game",)
LOCALS = ("map", "game", "npd")
HEIRS = ("team", "map", "game")
TELLS = ("map", "game", "team", "npd", "bakufu")
EVERYBODY = (None, *DESKS)

OWN = tactic_token(CHANCE.cookies, 1)
"""What stands on the card of army 1: whoever holds it is its general."""

# "METHOD rule": who may, an address, the statuses of those who may
PAGES: dict[str, tuple[tuple[str | None, ...], str, set[int]]] = {
    "GET /": (EVERYBODY, "/", {303}),
    "GET /sign-in": (EVERYBODY, "/sign-in?next=/map/", {200}),
    "POST /sign-in": (EVERYBODY, "/sign-in", {422}),
    "POST /sign-out": (EVERYBODY, "/sign-out", {303}),
    "GET /standing": (EVERYBODY, "/standing", {200}),
    "GET /news/<kind>/<int:number>/<shown>": (INSIDE, "/news/army/1/0", {200}),
    "GET /live": (EVERYBODY, "/live", {200}),
    "GET /c/": (EVERYBODY, "/c/", {400}),
    "GET /c/<code>": (EVERYBODY, "/c/A1-3", {303}),
    "GET /display/": (EVERYBODY, "/display/", {200}),
    "GET /display/drawing": (EVERYBODY, "/display/drawing", {200}),
    "GET /display/season": (EVERYBODY, "/display/season", {200}),
    "GET /static/<path:filename>": (EVERYBODY, "/static/icon.svg", {200}),
    "GET /map/": (INSIDE, "/map/", {200}),
    "GET /map/business": (INSIDE, "/map/business", {200}),
    "GET /map/drawing": (INSIDE, "/map/drawing", {200}),
    "GET /map/forces": (INSIDE, "/map/forces", {200}),
    "GET /map/encounters/<int:number>": (INSIDE, "/map/encounters/1", {200}),
    "GET /map/provinces/<key>": (INSIDE, "/map/provinces/shinano", {200}),
    "POST /map/provinces/<key>/unrest": (INSIDE, "/map/provinces/shinano/unrest", {400}),
    "GET /find": (INSIDE, "/find?q=kai", {303}),
    "GET /find/clans/<key>": (INSIDE, "/find/clans/takeda", {200}),
    "GET /map/raise": (INSIDE, "/map/raise", {200}),
    "POST /map/raise/<name>": (INSIDE, "/map/raise/army.form", {400}),
    "GET /map/phase": (INSIDE, "/map/phase", {200}),
    "POST /map/phase": (INSIDE, "/map/phase", {400}),
    "GET /map/encounters/call": (INSIDE, "/map/encounters/call", {200}),
    "POST /map/encounters/call": (INSIDE, "/map/encounters/call", {400}),
    "POST /map/encounters/<int:number>/claim": (INSIDE, "/map/encounters/1/claim", {422}),
    "POST /map/encounters/<int:number>/answer": (INSIDE, "/map/encounters/1/answer", {400}),
    "POST /map/encounters/<int:number>/settle": (INSIDE, "/map/encounters/1/settle", {400}),
    "POST /map/encounters/<int:number>/battle": (INSIDE, "/map/encounters/1/battle", {409}),
    "GET /armies/<int:number>": (INSIDE, "/armies/1", {200}),
    "GET /armies/<int:number>/order": (INSIDE, "/armies/1/order", {200}),
    "POST /armies/<int:number>/order": (INSIDE, "/armies/1/order", {422}),
    "POST /armies/<int:number>/correct": (INSIDE, "/armies/1/correct", {400}),
    "POST /armies/<int:number>/disband": (INSIDE, "/armies/1/disband", {422}),
    "GET /orders/": (INSIDE, "/orders/", {200}),
    "GET /orders/missing": (INSIDE, "/orders/missing", {200}),
    "GET /orders/next": (INSIDE, "/orders/next", {200}),
    "GET /orders/<int:number>": (INSIDE, "/orders/1", {200}),
    "GET /orders/<int:number>/draft": (INSIDE, "/orders/1/draft?route=shinano", {200}),
    "POST /orders/<int:number>": (INSIDE, "/orders/1", {422}),
    "POST /orders/lock": (INSIDE, "/orders/lock", {409}),
    "POST /orders/unlock": (INSIDE, "/orders/unlock", {400}),
    "GET /orders/list": (INSIDE, "/orders/list", {200}),
    "POST /orders/list": (INSIDE, "/orders/list", {400}),
    "POST /orders/list/enter": (INSIDE, "/orders/list/enter", {400}),
    "GET /orders/list.csv": (INSIDE, "/orders/list.csv", {200}),
    "GET /battles/<int:number>": (INSIDE, "/battles/1", {200}),
    "GET /battles/<int:number>/odds": (INSIDE, "/battles/1/odds", {200}),
    "GET /battles/<int:number>/what-if": (INSIDE, "/battles/1/what-if", {200}),
    "POST /battles/<int:number>/round": (INSIDE, "/battles/1/round", {400}),
    "POST /battles/<int:number>/grant": (INSIDE, "/battles/1/grant", {400}),
    "POST /battles/<int:number>/commander": (INSIDE, "/battles/1/commander", {400}),
    "POST /battles/<int:number>/ask": (INSIDE, "/battles/1/ask", {400}),
    "GET /battles/<int:number>/secret": (INSIDE, "/battles/1/secret", {204}),
    "POST /battles/<int:number>/seal": (INSIDE, "/battles/1/seal", {409}),
    "GET /battles/<int:number>/phone/<role>": (INSIDE, "/battles/1/phone/attacker", {200}),
    "POST /battles/<int:number>/share": (INSIDE, "/battles/1/share", {400}),
    "GET /battles/<int:number>/claim": (INSIDE, "/battles/1/claim", {200}),
    "POST /battles/<int:number>/claim": (INSIDE, "/battles/1/claim", {303, 422}),
    "GET /battles/<int:number>/slip": (INSIDE, "/battles/1/slip", {200}),
    "GET /tactic/<token>": (EVERYBODY, f"/tactic/{OWN}", {200}),
    "GET /tactic/<token>/now": (EVERYBODY, f"/tactic/{OWN}/now", {200}),
    "POST /tactic/<token>": (EVERYBODY, f"/tactic/{OWN}", {409}),
    "POST /battles/<int:number>/end": (INSIDE, "/battles/1/end", {400, 422}),  # 422: another umpire has it
    "GET /npd/": (LOCALS, "/npd/", {200}),
    "GET /npd/questions": (LOCALS, "/npd/questions", {200}),
    "GET /npd/<int:number>/<answer>": (LOCALS, "/npd/1/joins", {400}),
    "POST /npd/<int:number>": (LOCALS, "/npd/1", {400}),
    "GET /treaties/": ((*LOCALS, "team"), "/treaties/", {200}),
    "POST /treaties/": ((*LOCALS, "team"), "/treaties/", {400}),
    "POST /treaties/<int:number>/end": ((*LOCALS, "team"), "/treaties/1/end", {400}),
    "GET /game/": (GAME, "/game/", {200}),
    "GET /game/season": (GAME, "/game/season", {200}),
    "GET /game/journal": (INSIDE, "/game/journal", {200}),
    "POST /game/advance": (GAME, "/game/advance", {400}),
    "POST /game/correct": (GAME, "/game/correct", {400}),
    "POST /game/undo": (INSIDE, "/game/undo", {400}),
    "GET /tell/": (TELLS, "/tell/", {200}),
    "GET /tell/list": (TELLS, "/tell/list", {200}),
    "GET /tell/count": (TELLS, "/tell/count", {200}),
    "POST /tell/<name>": (TELLS, "/tell/notice.tell", {400}),
    "GET /walk-round/": (INSIDE, "/walk-round/", {200}),
    "GET /walk-round/progress": (INSIDE, "/walk-round/progress", {200}),
    "GET /walk-round/<province>": (INSIDE, "/walk-round/hida", {200}),
    "POST /walk-round/<province>/agrees": (INSIDE, "/walk-round/hida/agrees", {303}),
    "POST /walk-round/<province>/table": (INSIDE, "/walk-round/hida/table", {400}),
    "POST /walk-round/<province>/program": (INSIDE, "/walk-round/hida/program", {409}),
    "POST /walk-round/<province>/raise": (INSIDE, "/walk-round/kai/raise", {400}),
    "GET /people/": (INSIDE, "/people/?q=harunobu", {200}),
    "GET /people/due": (INSIDE, "/people/due", {200}),
    "GET /people/list": (INSIDE, "/people/list?clan=takeda", {200}),
    "GET /people/draws/<int:number>": (INSIDE, "/people/draws/1", {400}),
    "POST /people/draws/<int:number>": (INSIDE, "/people/draws/1", {400}),
    "GET /people/battles/<int:number>": (INSIDE, "/people/battles/1", {400}),
    "POST /people/battles/<int:number>": (INSIDE, "/people/battles/1", {400}),
    "POST /people/call-the-old": (INSIDE, "/people/call-the-old", {303, 400}),
    "GET /people/<person>": (INSIDE, "/people/takeda-harunobu", {200}),
    "POST /people/<person>/<deed>": (INSIDE, "/people/takeda-harunobu/visit", {400}),
    "POST /people/armies/<int:number>/<name>": (INSIDE, "/people/armies/1/split", {400}),
    "GET /people/successions": (HEIRS, "/people/successions", {200}),
    "POST /people/successions/<int:number>": (HEIRS, "/people/successions/1", {400}),
    "GET /print/<kind>.pdf": (INSIDE, "/print/army_cards.pdf", {200}),
    "GET /api/actions": (EVERYBODY, "/api/actions", {200}),
    "GET /api/state": (EVERYBODY, "/api/state", {200}),
    "GET /api/state/<part>": (INSIDE, "/api/state/armies", {200}),
    "POST /api/actions/<name>": (INSIDE, "/api/actions/army.form", {400}),
}

UNUSUAL = {"troops of an army": 7777, "troops of a garrison": 6543}
CANARIES = [
    *(rf"(?<![\d.]){number}(?![\d.])|{number:,}" for number in UNUSUAL.values()),
    "Obu Toramasa", "obu-toramasa", "Kanariya", re.escape(CHANCE.seed), re.escape(CHANCE.cookies), *CODES.values(),
]  # fmt: skip
SECRET = re.compile("|".join(CANARIES))


@pytest.fixture
def guarded(hall_at, app_of):
    """An application with planted secrets: sizes, a general, reasons, an umpire's name, a round that was fought."""
    hall = hall_at("battle")
    hall.do("garrison.raise", "game", province="hida", troops=6541, force="Kanariya pays")
    hall.do("army.form", general="obu-toramasa", province="hida", troops=1)
    hall.do("garrison.raise", "game", province="hida", troops=1, force="Kanariya pays")
    hall.march(3, "shinano", late="Kanariya was late")
    hall.fight()
    perform(
        hall.room, Umpire("Kanariya", "map"), "figure.correct",
        {"kind": "army", "id": 1, "field": "troops", "value": 7777, "reason": "Kanariya said so"},
    )
    app = app_of(hall)
    app.hall = hall
    return app


def rules(app):
    """Every route of the application as ``METHOD rule``."""
    return {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules() for method in rule.methods - {"HEAD", "OPTIONS"}
    }


def answers(app, role, method, address):
    """What a role is answered: status, and everything that was sent."""
    client = sign_in(app, role)
    answer = client.open(address, method=method)
    if address == "/live":  # it never ends: the first event will do
        text = next(iter(answer.response))
        text = text if isinstance(text, str) else text.decode()
    else:
        text = answer.get_data().decode("utf-8" if answer.mimetype.startswith("text/") else "latin-1")
    answer.close()
    return answer, f"{text}\n{answer.headers}"


def test_every_route_is_in_the_table(app):
    assert rules(app) == set(PAGES)


@pytest.mark.parametrize("route", PAGES)
def test_a_route_answers_those_it_is_for_and_nobody_else(guarded, route):
    who, address, statuses = PAGES[route]
    method = route.partition(" ")[0]
    for role in EVERYBODY:
        before = guarded.hall.everything()
        answer, sent = answers(guarded, role, method, address)
        if role in who:
            assert answer.status_code in statuses, (role, sent[:500])
        elif role is None and not address.startswith("/api/"):
            assert answer.status_code == 303, role
            assert answer.location.startswith("/sign-in?next=")
        else:
            assert answer.status_code == 403, role
        if role not in INSIDE:
            assert not SECRET.search(sent), f"{role} is told {SECRET.search(sent).group()}"
            assert guarded.hall.everything() == before


def test_the_canaries_sing_where_they_may(guarded):
    client = sign_in(guarded, "map")
    for address, canaries in {
        "/map/": [r"7777", r"6543", "Obu Toramasa"],
        "/api/state": ["7777", "6543", "obu-toramasa", "Kanariya"],
        "/game/journal": ["Kanariya", "7777"],
    }.items():
        text = client.get(address).get_data(as_text=True)
        for canary in canaries:
            assert re.search(canary, text), (address, canary)
    assert CODES["map"] in sign_in(guarded, "game").get("/game/").get_data(as_text=True)


def test_not_even_game_control_is_shown_the_seed_of_the_dice_or_the_key_of_the_cookies(guarded):
    client = sign_in(guarded, "game")
    for address in ("/api/state", "/api/state/game", "/api/state/journal", "/game/", "/game/journal", "/map/"):
        text = client.get(address).get_data(as_text=True)
        assert CHANCE.seed not in text
        assert CHANCE.cookies not in text


OTHERS = [role for role in EVERYBODY if role not in INSIDE]


@pytest.mark.parametrize("role", OTHERS)
def test_the_api_tells_no_secret_to_others_in_any_part_or_refusal(guarded, role):
    client = sign_in(guarded, role)
    parts = ("game", "flags", "clans", "provinces", "places", "titles", "characters", "armies", "garrisons", "orders",
             "recoveries", "encounters", "encounter_forces", "battles", "battle_sides", "battle_forces",
             "battle_rounds", "journal", "desks", "serial")  # fmt: skip
    open_to_all = {"game", "flags", "clans", "provinces", "places", "titles", "clock", "status_boards"}
    books = {"transfers", "works", "letters"}
    theirs = {"team": books | {"honour"}, "npd": books, "bakufu": books}.get(role, set())
    for part in parts:
        answer = client.get(f"/api/state/{part}")
        assert (answer.status_code == 200) is (part in open_to_all), part
        assert not SECRET.search(answer.get_data(as_text=True)), part
    known = client.get("/api/state").get_json()
    assert set(known) == open_to_all | theirs
    assert not {"raised", "version"} & set(known["provinces"][0])
    assert known["flags"][0].keys() == {"clan", "province"}
    for entry in range(1, 16):
        answer = client.post("/api/actions/journal.undo", json={"entry": entry, "force": "let me see"})
        assert answer.status_code in (403, 422)
        assert not SECRET.search(answer.get_data(as_text=True)), entry
    for action in ("figure.correct", "army.form", "battle.fight_round", "nonsense"):
        answer = client.post(f"/api/actions/{action}", json={"army": 1, "kind": "army", "id": 1})
        assert answer.status_code in (400, 403)
        assert not SECRET.search(answer.get_data(as_text=True)), action


@pytest.mark.parametrize("role", OTHERS)
@pytest.mark.parametrize("header", [{}, {"HX-Request": "true"}])
def test_other_addresses_tell_no_secret_either(guarded, role, header):
    client = sign_in(guarded, role)
    for address in (
        "/nothing", "/armies/99", "/armies/99/order", "/battles/99", "/map/encounters/99",
        "/print/army_cards.pdf?army=1", "/print/nothing.pdf", "/c/A3-7", "/c/M1-5", "/c/A1-A",
        "/battles/1/odds?attacker_tactic=outflank",
        "/armies/1/order?route=shinano", "/game/journal?all=1", "/static/room.css", "/static/../app.py",
        "/display/?desk=map", "/api/state?audience=map", "/api/state/armies?audience=map",
    ):  # fmt: skip
        answer = client.get(address, headers=header, follow_redirects=True)
        assert not SECRET.search(answer.get_data(as_text=True)), address
        answer.close()


def test_a_key_of_map_control_gets_team_control_nothing(guarded):
    guarded.hall.do("garrison.raise", "game", province="kai", troops=1, key="known", force="Kanariya")
    client = sign_in(guarded, "team")
    answer = client.post(
        "/api/actions/garrison.raise", json={"province": "kai", "troops": 1, "force": "Kanariya"},
        headers={"Idempotency-Key": "known"},
    )
    assert answer.status_code == 422
    assert "changes" not in answer.get_json()


def test_team_control_raises_troops_without_learning_how_many_stand_there(guarded):
    answer = sign_in(guarded, "team").post("/api/actions/garrison.raise", json={"province": "higo", "troops": 1})
    assert answer.status_code == 200
    assert "changes" not in answer.get_json()


def test_the_live_stream_gives_a_number_and_nothing_else(guarded):
    _answer, sent = answers(guarded, None, "GET", "/live")
    lines = sent.partition("\nContent-Type")[0].strip().splitlines()
    number = len(guarded.hall.entries())
    assert [line for line in lines if line] == ["retry: 3000", f"id: {number}", "event: journal", f"data: {number}"]


def test_the_public_map_shows_flags_without_army_or_general(guarded):
    text = sign_in(guarded, None).get("/display/").get_data(as_text=True)
    assert "Uesugi" in text
    assert "data-army" not in text
    assert "A1-3" not in text


def test_cookies_hold_no_secret_and_are_not_for_scripts(guarded):
    client = guarded.test_client()
    answer = client.post("/sign-in", data={"code": CODES["map"], "name": "Ōta"})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    raised = client.post("/map/raise/garrison.raise", data={"province": "musashi", "troops": "5", "key": "k"})
    assert raised.status_code == 303
    inside = guarded.session_interface.get_signing_serializer(guarded).loads(
        raised.headers["Set-Cookie"].partition("session=")[2].partition(";")[0]
    )
    assert not SECRET.search(json.dumps(inside))
    assert "counters" not in json.dumps(inside)
