"""Two games that differ only in what one side hides answer the other side, and the display, with the same bytes.

What there is to ask comes from the program: every address of its application, every kind of paper, every action. A new
page, paper or action is asked by itself; only what a browser does to itself alone (`OWN_BUSINESS`) is left out.
"""

from __future__ import annotations

import itertools
import random
import re
import sqlite3
from contextlib import closing
from functools import partialmethod

import pytest
from werkzeug.routing import IntegerConverter

from control.kernel.actions.world import Room
from control.kernel.database.store import open_store
from control.kernel.pages.live import Live
from control.sekigahara.game import SEKIGAHARA
from control.sekigahara.play.standing_questions import as_columns
from control.sekigahara.rows import StateOfPlay
from control.sekigahara.rules.playing import waits_for
from control.sekigahara.rules.sides import OTHER, SIDES
from tests.sekigahara.games import CODES, a_room, doing, next_act, opened, order_of, signed_in, standing_in
from tests.sekigahara.test_sight import otherwise

OWN_BUSINESS = {"static", "front.sign_out", "front.signed_in", "hiding.hide", "hiding.open_again"}
"""Files of the program, and what a browser does to itself."""
CLOCK = re.compile(rb"\d\d:\d\d:\d\d")
"""What time it is, which a page says when it is sent."""
NOWHERE = (404, 405)
ENOUGH = 5
"""Where a page refuses so many words that stand in its address, and these are the places and pieces that differ, it has
not read them: of the other words every SELDOM is tried, with the fullest of its forms."""
SELDOM = 16
DISPLAY = None
"""Who has not signed in: the projector."""


class Tokens:
    """What is drawn while a question is answered: the same in both games, another for each question."""

    def __init__(self):
        self.question = self.drawn = 0

    def __call__(self, _bytes=8):
        self.drawn += 1
        return f"{self.question:06x}{self.drawn:06x}"

    def ask(self, question):
        """From here on for this question."""
        self.question, self.drawn = question, 0


TOKENS = Tokens()


@pytest.fixture(autouse=True)
def no_chance(monkeypatch):
    """Keys of forms and references of errors come one after the other, so that only what is told can differ."""
    monkeypatch.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
    monkeypatch.setattr("secrets.token_hex", TOKENS)
    by_question = partialmethod(Live.__init__, clock=lambda: 1000.0 + TOKENS.question)
    monkeypatch.setattr(Live, "__init__", by_question)  # by it the public's number is counted, which every page names


def the_other_of(room, file, side, chance):
    """The same game but for what a side hides: which of its blocks stand where, its hand, its bag and its piles."""
    with closing(sqlite3.connect(room.store.file)) as there, closing(sqlite3.connect(file)) as here:
        there.backup(here)
    campaign, now = standing_in(room)
    other = otherwise(campaign, now, side, chance)
    twin = Room(open_store(file, passing=True), room.scenario)
    with twin.store.write() as session:
        secret = session.get_one(SEKIGAHARA.row, 1).secret
        row = session.get_one(StateOfPlay, 1)
        for part, value in as_columns(other, secret).items():
            if part != "bids" or now.bids:
                setattr(row, part, value)
    return twin


def play_on(room, until):
    """Play by chance for a while, until a step is waited for in which nothing is asked that hangs on what is hidden."""
    chance, do, count = random.Random(5), doing(room), 0
    while act := next_act(room, chance):
        _, now = standing_in(room)
        if count > 25 and now.step == until and (not now.fight or now.fight.stage in ("inside", "deploy")):
            return
        name, order = order_of(act)
        do(act.side, name, **order)
        count += 1


class Asking:
    """What may be asked of a game by its addresses: words for their gaps, and what forms could send."""

    def __init__(self, campaign, now, hidden):
        places = [place for place in campaign.board.places if now.at(campaign, hidden, place)]
        pieces = [
            campaign.blocks_of(hidden)[0],
            now.at(campaign, hidden, places[0])[0],
            [*now.hands[hidden], *now.piles[hidden]][0],
        ]
        self.words = [
            *places[:2], *pieces,
            *SEKIGAHARA.papers().kinds, *SEKIGAHARA.views, *SIDES, *SEKIGAHARA.marks,
            *SEKIGAHARA.in_place, *SEKIGAHARA.made_parts, "journal", "game", "announcements", "desks", "hall", "1",
            "nothing",
        ]  # fmt: skip
        self.few = [SIDES[0], *SEKIGAHARA.marks, places[0], "0", "nothing"]
        block, card, place = pieces[1], pieces[2], places[0]
        way = f"{place},{next(iter(campaign.board.roads[place]))}"
        every = {
            "block": block, "blocks": block, "card": card, "cards": card, "pair": f"{block},{card}", "way": way,
            "place": place, "to": place, "inside": block, "first": hidden, "degree": "limited", "stay": "1",
            "entry": "1", "force": "Let me see.", "q": block, "text": "Let me see.", "code": CODES[hidden],
        }  # fmt: skip
        self.forms = [{}, every, {**every, "side": hidden, "block": campaign.blocks_of(hidden)[-1], "card": card}]
        groups = [{"blocks": [block], "way": way.split(",")}]
        as_json = {**every, "blocks": [block], "cards": [card], "inside": [block], "groups": groups, "entry": 1}
        self.orders = [{}, as_json, {"card": card}, {"blocks": [block]}, {"groups": groups}, {"entry": 2}]

    def addresses(self, rule):
        """The addresses of a rule: every word for one gap, few for several."""
        gaps, acts = sorted(rule.arguments), () if "GET" in rule.methods else SEKIGAHARA.actions
        whole = [
            range(1, 3) if isinstance(rule._converters[gap], IntegerConverter) else
            [*acts, *self.words] if len(gaps) == 1 else self.few
            for gap in gaps
        ]  # fmt: skip
        for filled in itertools.product(*whole):
            _, address = rule.build(dict(zip(gaps, map(str, filled), strict=True)), append_unknown=False)
            yield address


def told(answer):
    """Everything that was sent; of a stream that never ends the first event."""
    if answer.mimetype == "text/event-stream":
        body = next(iter(answer.response))
        body = body.encode() if isinstance(body, str) else body
    else:
        body = answer.get_data()
    headers = [one for one in answer.headers if one[0] not in ("Set-Cookie", "Date", "Last-Modified")]
    answer.close()
    return answer.status_code, headers, CLOCK.sub(b"", body)


def refused(answer):
    """Whether whoever asked was sent away at the door: this is another's, or he has to sign in."""
    status, headers, _ = answer
    return status == 403 or (status == 303 and dict(headers)["Location"].startswith("/sign-in"))


def is_for_nobody_here(answer, address, sent):
    """Whether the API does not go on to read the order: there is no such action, or an empty order is told that the
    action is another's."""
    if not address.startswith("/api/actions/"):
        return False
    return address.rpartition("/")[2] not in SEKIGAHARA.actions or (sent["json"] == {} and answer[0] == 403)


def first_difference(one, other):
    """Where two answers part."""
    at = next((spot for spot, both in enumerate(zip(one, other, strict=False)) if both[0] != both[1]), 0)
    return one[max(0, at - 80) : at + 80], other[max(0, at - 80) : at + 80]


def browser_of(app, viewer):
    """A browser of a side, or of the display."""
    TOKENS.ask(0)
    return app.test_client() if viewer is DISPLAY else signed_in(app, viewer)


def compared(apps, viewer, asking):
    """Ask both games for everything, as a viewer; how often it was answered with each status."""
    found = {}

    def ask(method, address, **more):
        question, both = sum(map(len, found.values())) + 1, []
        for browser in browsers:
            TOKENS.ask(question)
            both.append(told(browser.open(address, method=method, **more)))
        one, other = both
        assert one == other, (viewer, method, address, more, first_difference(*(b"%r" % (one,) for one in both)))
        found.setdefault((method, one[0]), []).append(address)
        return one

    browsers = [browser_of(app, viewer) for app in apps]
    bearer = {"Authorization": f"Bearer {CODES[viewer]}"} if viewer is not DISPLAY else {}
    for rule in apps[0].application.url_map.iter_rules():
        if rule.endpoint in OWN_BUSINESS:
            continue
        shut = not rule.rule.startswith("/api/")  # as far as is known: no page lets him in that this rule serves
        for number, address in enumerate(asking.addresses(rule)):
            seldom = shut and number >= ENOUGH
            if seldom and number % SELDOM:
                continue
            if "GET" in rule.methods:
                there = ask("GET", address, headers=bearer if address.startswith("/api/") else {})
                if there[0] not in NOWHERE and len(rule.arguments) < 2:
                    ask("GET", address, query_string=asking.forms[-1], headers={"HX-Request": "true"})
                shut = shut and refused(there)
                continue
            tries = [{"json": one, "headers": bearer} for one in asking.orders]
            if not address.startswith("/api/"):
                tries = [{"data": one} for one in asking.forms]
            for one in tries[-1:] if seldom else tries:
                there = ask("POST", address, **one)
                shut = shut and refused(there)
                if there[0] in NOWHERE or is_for_nobody_here(there, address, one):
                    break
    ask("GET", "/no/such/page")
    ask("PUT", "/table/")
    for address in ("/table/", "/journal/", "/api/state"):  # what was learned by all that
        ask("GET", address, headers=bearer)
    return found


@pytest.mark.parametrize(("edition", "until"), [("gmt", "bid"), ("kessen", "move"), ("gmt", "fight")])
def test_everything_the_other_side_and_the_display_are_answered_is_the_same(tmp_path, monkeypatch, edition, until):
    room = a_room(tmp_path / "one.db", edition)
    play_on(room, until)
    campaign, now = standing_in(room)
    assert now.step == until
    hidden = now.fight.side if now.fight else now.active or "east"
    assert waits_for(now)[0] in ((hidden,), SIDES), "whoever looks on is not to move, so nothing is done by asking"
    twin = the_other_of(room, tmp_path / "other.db", hidden, random.Random(4))
    monkeypatch.setattr("secrets.choice", lambda of: of[0])  # the name that is suggested to whoever signs in
    apps = [opened(one) for one in (room, twin)]
    asking = Asking(campaign, now, hidden)
    for viewer in (OTHER[hidden], DISPLAY):
        found = compared(apps, viewer, asking)
        assert len(found["GET", 200]) > (20 if viewer else 8), found.keys()
        assert {status // 100 for _, status in found} <= {2, 3, 4}, found
    for who in (hidden, "umpire"):  # they do differ
        pages = [browser_of(app, who).get("/table/").get_data() for app in apps]
        assert pages[0] != pages[1]
    for one in (room, twin):
        one.store.close()
