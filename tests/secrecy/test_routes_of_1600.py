"""Every address of the campaign of 1600 by who may ask it: a new one without a line here fails. That what they are told
holds no secret show `tests/sekigahara/test_two_games.py` (two games, byte by byte) and `tests/secrecy/`."""

from __future__ import annotations

import pytest

from control.sekigahara.game import ROLES, SEKIGAHARA
from tests.secrecy.test_routes import assert_no_translator_reads, rules
from tests.sekigahara.games import a_room, opened, play, signed_in
from tests.tags import Html

DISPLAY = None
"""Who has not signed in: the projector."""
EVERYBODY, DESKS, UMPIRE = (DISPLAY, *ROLES), tuple(ROLES), ("umpire",)
ADDRESSES = {
    "GET /": (EVERYBODY, "/", 303),
    "GET /about": (EVERYBODY, "/about", 200),
    "GET /announcements/": (DESKS, "/announcements/", 200),
    "POST /announcements/": (UMPIRE, "/announcements/", 400),
    "POST /announcements/<int:number>/end": (UMPIRE, "/announcements/1/end", 400),
    "POST /announcements/<int:number>/read": (DESKS, "/announcements/1/read", 400),
    "GET /announcements/banner": (DESKS, "/announcements/banner", 200),
    "GET /announcements/list": (DESKS, "/announcements/list", 200),
    "GET /api/actions": (EVERYBODY, "/api/actions", 200),
    "POST /api/actions/<name>": (DESKS, "/api/actions/move.end", 422),
    "POST /api/follow/copy": (UMPIRE, "/api/follow/copy", 200),
    "POST /api/follow/entries": (UMPIRE, "/api/follow/entries", 400),
    "POST /api/follow/moved": (EVERYBODY, "/api/follow/moved", 200),
    "POST /api/follow/take-over": ((), "/api/follow/take-over", 403),
    "GET /api/state": (EVERYBODY, "/api/state", 200),
    "GET /api/state/<part>": (EVERYBODY, "/api/state/game", 200),
    "GET /at-the-table/": (UMPIRE, "/at-the-table/", 200),
    "POST /at-the-table/act/<name>": (UMPIRE, "/at-the-table/act/move.end", 422),
    "POST /at-the-table/correct": (UMPIRE, "/at-the-table/correct", 400),
    "POST /at-the-table/look": (UMPIRE, "/at-the-table/look", 400),
    "GET /battle/": (DESKS, "/battle/", 200),
    "POST /battle/<name>": (DESKS, "/battle/move.end", 422),
    "GET /board/": (EVERYBODY, "/board/", 200),
    "GET /board/about": (DESKS, "/board/about", 200),
    "GET /board/ground.svg": (EVERYBODY, "/board/ground.svg", 200),
    "GET /board/over": (EVERYBODY, "/board/over", 200),
    "GET /c/": (EVERYBODY, "/c/", 400),
    "GET /c/<code>": (EVERYBODY, "/c/A1", 400),
    "GET /confirmations/": (DESKS, "/confirmations/", 200),
    "POST /confirmations/": (DESKS, "/confirmations/", 400),
    "GET /confirmations/list": (DESKS, "/confirmations/list", 200),
    "GET /demo/": (DESKS, "/demo/", 404),  # where the program serves a demo beside the game
    "POST /demo/": (UMPIRE, "/demo/", 404),
    "GET /demo/now": (DESKS, "/demo/now", 404),
    "POST /demo/throw-away": (UMPIRE, "/demo/throw-away", 404),
    "GET /display/<key>": (EVERYBODY, "/display/hall", 404),
    "GET /display/<key>/now": (EVERYBODY, "/display/hall/now", 200),
    "GET /display/desk/": (UMPIRE, "/display/desk/", 200),
    "GET /display/desk/list": (UMPIRE, "/display/desk/list", 200),
    "POST /display/desk/point": (UMPIRE, "/display/desk/point", 400),
    "POST /display/desk/remove": (UMPIRE, "/display/desk/remove", 400),
    "GET /display/now": (EVERYBODY, "/display/now", 200),
    "GET /display/view/<view>": (EVERYBODY, "/display/view/board", 200),
    "GET /drafts/": (DESKS, "/drafts/", 200),
    "POST /drafts/": (DESKS, "/drafts/", 204),
    "GET /g/demo/": (EVERYBODY, "/g/demo/", 404),
    "GET /g/demo/<path:_rest>": (EVERYBODY, "/g/demo/map", 404),
    "GET /guessing": (UMPIRE, "/guessing", 200),
    "POST /guessing": (UMPIRE, "/guessing", 303),
    "GET /hide": (EVERYBODY, "/hide", 303),
    "POST /hide": (DESKS, "/hide", 204),
    "GET /journal/": (DESKS, "/journal/", 200),
    "GET /journal/apart": ((), "/journal/apart", 403),
    "GET /journal/rewind/<int:number>": (DESKS, "/journal/rewind/1", 200),
    "POST /journal/rewind/<int:number>": (DESKS, "/journal/rewind/1", 409),
    "GET /journal/told/<int(signed=True):number>": (DESKS, "/journal/told/1", 200),
    "POST /journal/undo": (DESKS, "/journal/undo", 400),
    "GET /live": (EVERYBODY, "/live", 200),
    "GET /news/<kind>/<int:number>/<shown>": (DESKS, "/news/forms/1/0", 200),
    "POST /open-again": (DESKS, "/open-again", 400),
    "GET /over": (EVERYBODY, "/over", 200),
    "POST /over": (EVERYBODY, "/over", 303),
    "GET /over/way": (EVERYBODY, "/over/way", 200),
    "GET /over/ready": (EVERYBODY, "/over/ready", 204),
    "GET /print/": (DESKS, "/print/", 200),
    "POST /print/": (DESKS, "/print/", 400),
    "GET /print/<kind>": (DESKS, "/print/nothing", 400),
    "GET /print/<kind>.pdf": (UMPIRE, "/print/position.pdf", 200),
    "GET /print/changed": (DESKS, "/print/changed", 200),
    "GET /print/jobs/<number>": (DESKS, "/print/jobs/1", 404),
    "GET /print/jobs/<number>/<name>": (DESKS, "/print/jobs/1/x.pdf", 404),
    "GET /print/jobs/<number>/now": (DESKS, "/print/jobs/1/now", 200),
    "GET /rulings/": (DESKS, "/rulings/", 200),
    "POST /rulings/": (UMPIRE, "/rulings/", 400),
    "GET /safety/": (UMPIRE, "/safety/", 200),
    "POST /safety/copies": (UMPIRE, "/safety/copies", 303),
    "GET /safety/copies/<name>": (UMPIRE, "/safety/copies/x", 400),
    "GET /safety/copies/<name>/download": (UMPIRE, "/safety/copies/x/download", 400),
    "POST /safety/copies/<name>/new-file": (UMPIRE, "/safety/copies/x/new-file", 400),
    "POST /safety/copies/<name>/restore": (UMPIRE, "/safety/copies/x/restore", 400),
    "GET /safety/heartbeat": (UMPIRE, "/safety/heartbeat", 200),
    "GET /safety/list": (UMPIRE, "/safety/list", 200),
    "GET /safety/midway/": (UMPIRE, "/safety/midway/", 200),
    "POST /safety/midway/": (UMPIRE, "/safety/midway/", 400),
    "POST /safety/midway/begin": (UMPIRE, "/safety/midway/begin", 400),
    "GET /safety/midway/position.<kind>": (UMPIRE, "/safety/midway/position.csv", 200),
    "GET /safety/packs/<name>": (UMPIRE, "/safety/packs/x", 400),
    "POST /safety/packs/at-gates": (UMPIRE, "/safety/packs/at-gates", 409),
    "GET /sign-in": (EVERYBODY, "/sign-in", 200),
    "POST /sign-in": (EVERYBODY, "/sign-in", 422),
    "POST /sign-out": (EVERYBODY, "/sign-out", 303),
    "GET /spare/": (UMPIRE, "/spare/", 200),
    "GET /spare/list": (UMPIRE, "/spare/list", 200),
    "GET /spare/now": (UMPIRE, "/spare/now", 200),
    "GET /standing": (EVERYBODY, "/standing", 200),
    "GET /static/<path:filename>": (EVERYBODY, "/static/icon.svg", 200),
    "GET /table/": (DESKS, "/table/", 200),
    "POST /table/<name>": (DESKS, "/table/move.end", 422),
    "GET /table/move/<place>": (DESKS, "/table/move/edo", 200),
    "GET /table/over": (DESKS, "/table/over", 200),
}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    room = a_room(tmp_path_factory.mktemp("routes") / "campaign.db")
    play(room, 3, by_umpire=0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
        yield opened(room)
    room.store.close()


def browser_of(app, role):
    """A browser that has just signed in."""
    return app.test_client() if role is DISPLAY else signed_in(app, role)


@pytest.fixture(scope="module")
def browsers(app):
    return {role: browser_of(app, role) for role in EVERYBODY}


def test_every_address_is_in_the_table(app):
    assert rules(app) == set(ADDRESSES)


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_answers_those_it_is_for_and_nobody_else(app, browsers, address):
    who, asked, status = ADDRESSES[address]
    for role, browser in browsers.items():
        if asked in ("/sign-out", "/hide"):
            browser = browser_of(app, role)
        says_nothing = "{}" if asked.startswith("/api/actions/") else None  # an order all the same
        answer = browser.open(asked, method=address.partition(" ")[0], data=says_nothing)
        if answer.mimetype == "text/html":
            assert_no_translator_reads(app, SEKIGAHARA, role, address, asked, answer.text)
        if role in who:
            assert answer.status_code == status, (role, answer.get_data()[:400])
        elif role is DISPLAY and not asked.startswith("/api/") and asked != "/open-again":
            assert answer.status_code == 303, role
            assert answer.location.startswith("/sign-in?next=")
        else:
            assert answer.status_code == 403, (role, answer.get_data()[:400])
        answer.close()


LEFT_OPEN = {
    "announcements": "that something was read, or is over; to whom what is said says so by itself",
    "api": "what scripts send, which keep nothing on a device",
    "confirmations": "which entry may stand",
    "demo": "that one tries it, or throws it away",
    "displays": "what the screens of the hall show",
    "front": "who signs in and out; what is typed there waits for nobody",
    "hiding": "who opens his screen again",
    "journal": "which entry is taken back; why it is says so by itself",
    "printing": "which paper is printed, not what stands on it",
    "rulings": "what every desk is told",
    "safety": "which copy is made or comes back, and that packs are laid by at the end of a turn",
    "sending": "drafts of secret pages, for the server to keep",
    "spare": "which machine serves the game",
}
"""What may lie on a tablet that goes from hand to hand, by the room that it is sent to, each with its reason."""
BY_THEMSELVES = ("announcements", "journal")
"""Of these, rooms with forms that are secret: all into which something is typed."""


def test_a_room_that_is_sent_something_is_secret_or_says_why_it_is_left_open(app):
    secret, rules_of = SEKIGAHARA.navigation.secret, app.application.url_map.iter_rules()
    rooms = {rule.endpoint.partition(".")[0] for rule in rules_of if "POST" in rule.methods}
    assert secret <= rooms, "a page that there is not"
    assert rooms - secret == set(LEFT_OPEN)


@pytest.mark.parametrize("address", [one for one in ADDRESSES if one.startswith("GET") and ADDRESSES[one][2] == 200])
def test_a_form_is_secret_or_goes_where_what_is_typed_may_lie_on_the_device(app, browsers, address):
    at = app.application.url_map.bind("")
    for role, browser in browsers.items():
        with browser.get(ADDRESSES[address][1]) as answer:
            page = Html(answer.text if answer.mimetype == "text/html" else "")
        for form in page.all("form"):
            if form.about.get("method") != "post" or any("data-secret" in one.about for one in (form, *form.around())):
                continue
            room = at.match(form.about["action"], "POST")[0].partition(".")[0]
            assert room in LEFT_OPEN, (role, room)
            typed = [one for one in page.all("input", "select", "textarea") if one.inside("form") is form]
            hidden = all(one.about.get("type") == "hidden" for one in typed)
            assert hidden or room not in BY_THEMSELVES, (role, room)
