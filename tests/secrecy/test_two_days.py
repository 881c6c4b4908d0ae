"""Two days that differ in nothing but covert work: what they leave in numbers and dice, and what its client is
told of it (R37). That every other desk is told the same, to the byte, is in test_two_days_of_everything.py.

What there is to ask is taken from the program itself: every page of the table of routes, every part of the state, the
printouts, the stream. Who may read a table is taken from the table.
"""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from sqlalchemy import select

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.journal.state_questions import readers
from control.kernel.proof.verify import verify
from control.kernel.roles import APART
from control.kernel.rows import ApartEntry, JournalEntry
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Transfer
from control.sengoku.rules.desks import DESKS
from tests.conftest import signed_in_before
from tests.secrecy.test_routes import PAGES

WORDS = ("Hattori", "kunoichi", "tengu", "shinobi", "yamabushi")
"""Planted in every secret field: who brought it, the question, the cover, the reason, the report."""
SECRET = re.compile("|".join(WORDS), re.IGNORECASE)
SEES_THE_COVER = "team"
AT = "2026-11-22T10:00:00+00:00"


class Day:
    """A day whose entries are made at one time, under keys of which nothing is left to chance."""

    def __init__(self, hall, covert):
        self.hall, self.covert, self.made = hall, covert, 0

    def do(self, desk, name, **order):
        self.made += 1
        return perform(self.hall.room, Umpire(DESKS[desk], desk), name, order, key=f"key {self.made}", at=AT)

    def until_winter(self):
        """The seasons of the first year end, one after the other."""
        for season in ("spring", "summer", "autumn"):
            self.do("game", "season.advance", season=season, year=1550, force="time is up")

    def apart(self, name, **order):
        if self.covert:
            perform(self.hall.room, Umpire("Hattori", "intelligence"), name, order, at=AT)


def played(hall, covert, clan):
    """A day with many desks at work, and covert work between what they do: paid for, rolled for, reported, undone; and
    a letter forged and held back that has not come to hand."""
    day = Day(hall, covert)
    secret = {"clan": clan, "question": "kunoichi", "through": "Hattori", "cover": "tengu masks"}
    day.apart("covert.commission", **secret, kind="spy", target="uesugi", points=7)
    day.do("game", "garrison.raise", province="kai", troops=3, reason="a test", force="a test")
    day.do("map", "army.form", general="takeda-harunobu", province="kai", troops=3)
    day.apart("covert.commission", **secret, kind="assassin", target="uesugi-kenshin", points=2)
    day.do("map", "army.order_march", army=1, route=["shinano"])
    day.do("team", "account.spend", clan="uesugi", kind="event", points=2, note="a tea party")
    day.apart("covert.resolve", commission=1, modifier=1, note="shinobi", outcome="success")
    day.apart("covert.report", commission=1, report="yamabushi", grade="false")
    day.do("game", "risk.call", character="asakura-norikage", cause="age")
    day.do("map", "risk.draw", draw=1)
    day.apart("covert.resolve", commission=2, outcome="nothing", note="as ruled")
    day.do("team", "treaty.record", kind="peace", one="takeda", other="hojo")
    day.apart("covert.commission", **secret, kind="other", target="shinobi", points=1)
    day.apart("journal.undo", entry=-6)
    day.apart("covert.deliver", commission=1)
    day.do("game", "season.advance", season="spring", year=1550, force="time is up")
    day.do("team", "account.give", clan="takeda", to="hojo", kind="gift", points=1)
    sent = {"sender": "takeda", "recipient": "uesugi", "text": "Come.", "post": True, "fate": "late"}
    letter = day.do("game", "letter.write", **sent, reason="snow", force="a test").changes[0]["key"][0]
    for deed in ("forge", "hold"):
        day.apart("covert.tamper", commission=1, letter=letter, deed=deed, words="yamabushi" if deed == "forge" else "")
    return day


@pytest.fixture
def two_days(days_of):
    """Plays a quiet day and one with covert work for a clan; the applications of both."""
    return lambda clan: days_of("start", played, (False, clan), (True, clan))


NOT_THE_GAME = {"/safety/heartbeat", "/static/icon.svg", "/api/follow/copy"}
"""The last is the file itself, for a spare; to ask for it makes a copy, whose time Game Control sees."""
CLOCKS = re.compile(rb"\b[12]\d{9}\b|\b1\d{12}\b|\b\d{1,2}:\d\d(:\d\d)?\b|\"now\":[\d.]+|Wait \d+ seconds?")
"""The time of day and how long a brake still holds, which nobody keeps still."""


def asked():
    """Every address that is only looked at, of the table of routes, and every part of the state."""
    pages = {address for route, (_, address, _) in PAGES.items() if route.startswith("GET ")}
    parts = {f"/api/state/{model.in_state}" for model in SENGOKU.tables.values() if model.in_state}
    return sorted((pages | parts | {"/api/state/game", "/api/state/flags", "/books/takeda/1550"}) - NOT_THE_GAME)


TIMELESS: dict[bytes, tuple[bytes, int]] = {}
"""What was looked through before, by its digest: most answers are the same of every day, as they should be."""


def timeless(body):
    """What an answer says but for the time of day, and how often that was said."""
    known = hashlib.sha256(body).digest()
    if known not in TIMELESS:
        found, clocks = CLOCKS.subn(b"", body)
        TIMELESS[known] = (found if clocks else b"", clocks)
    found, clocks = TIMELESS[known]
    return (found if clocks else body), clocks


def told(app, desk, address):
    """What an address answers a desk."""
    return answered(signed_in_before(app, desk), address)


def answered(browser, address):
    """What an address answers: its status, its words but for the time of day, its mark, and where it leads."""
    answer = browser.get(address)
    body = next(iter(answer.response)) if address == "/live" else answer.get_data()
    body = body.encode() if isinstance(body, str) else body
    answer.close()
    if answer.mimetype == "application/pdf":  # its fonts are packed anew each time
        body = re.sub(rb"/ID\s*\[.*?\]", b"", body, flags=re.DOTALL)
    body, clocks = timeless(body)
    mark = answer.headers.get("ETag", "") if not clocks else ""
    return answer.status_code, body, mark, answer.headers.get("Location", "")


def at_the_door(answer):
    """Whether somebody was sent away before any page had read anything (``require``), whatever was done that day."""
    return answer[0] == 403 or answer[3].startswith("/sign-in")


def difference(one, other):
    """Where two answers differ first, with the words around it."""
    if one[1] == other[1]:
        return one[0], one[2:], other[0], other[2:]
    pairs = zip(one[1], other[1], strict=False)
    spot = next((spot for spot, (here, there) in enumerate(pairs) if here != there), min(len(one[1]), len(other[1])))
    return one[1][max(0, spot - 120) : spot + 60], other[1][max(0, spot - 20) : spot + 60]


def test_the_desk_of_the_client_sees_its_cover_and_no_more(two_days):
    quiet, busy = two_days("takeda")
    for address in asked():
        other = told(busy, SEES_THE_COVER, address)[1].decode("latin-1")
        assert {word.lower() for word in SECRET.findall(other)} <= {"tengu"}, address
        if not address.startswith(("/books", "/team", "/api/state", "/season", "/find", "/works", "/print")):
            assert told(quiet, SEES_THE_COVER, address)[1].decode("latin-1") == other, address
    seen = [app.room for app in (quiet, busy)]
    journals = [json.loads(told(app, SEES_THE_COVER, "/api/state/journal")[1]) for app in (quiet, busy)]
    assert journals[0] == journals[1]
    lines = [json.loads(told(app, SEES_THE_COVER, "/api/state/transfers")[1]) for app in (quiet, busy)]
    extra = [row for row in lines[1] if row not in lines[0]]
    assert [row for row in lines[1] if row in lines[0]] == lines[0]
    assert [(row["note"], row["entry"], row["id"] < 0) for row in extra] == [("tengu masks", 0, True)] * 2
    assert all(verify(room).differences == () for room in seen)


def test_the_dice_and_numbers_of_what_comes_after_are_the_same(two_days):
    kept = []
    for app in two_days("takeda"):
        with app.room.store.read() as session:
            kept.append(
                [(one.number, one.dice, one.sentence, one.changes) for one in session.scalars(select(JournalEntry))]
            )
            apart = len(list(session.scalars(select(ApartEntry).where(ApartEntry.audience.is_(None)))))
            ids = [one for one in session.scalars(select(Transfer.id).order_by(Transfer.line)) if one > 0]
            kept[-1].append(ids)
    assert kept[0] == kept[1]
    assert any(dice for _, dice, _, _ in kept[0][:-1])
    assert apart == 10


def test_those_who_may_are_told(two_days):
    _, busy = two_days("takeda")
    assert SECRET.search(told(busy, "intelligence", "/api/state/covert")[1].decode())
    assert SECRET.search(told(busy, "intelligence", "/shadows/")[1].decode())
    assert SECRET.search(told(busy, "game", "/journal/apart")[1].decode())


FOR_THOSE_INSIDE = {
    "army",
    "battle",
    "battle_force",
    "battle_round",
    "battle_side",
    "beaten_levy",
    "character",
    "claim",
    "companion",
    "day_plan",
    "display",
    "duty",
    "encounter",
    "encounter_force",
    "garrison",
    "journal",
    "march_order",
    "muster",
    "notice",
    "notice_to",
    "part",
    "passage",
    "player",
    "recovery",
    "reprint",
    "risk_draw",
    "sealed_tactic",
    "season_tick",
    "season_time",
    "succession",
    "table_check",
}
"""The tables that name no audience, since those inside are meant: a new one says of itself who sees it."""


WHOLE = {
    "confirmation": "each asks for those that it may answer, in the kernel (journal/state_questions.py)",
    "commission": "one desk does covert work, and has all of it",
    "tampering": "one desk does covert work, and has all of it",
    "shogun_condition": "one desk minds who may be Shogun, of all clans",
}
"""The tables of which a desk sees all rows though not everybody does, each with its reason."""


def test_of_what_not_everybody_sees_a_desk_sees_the_rows_that_are_for_it_or_it_is_said_why_all():
    for name, model in SENGOKU.tables.items():
        some_desks = model.in_state and set(readers(SENGOKU, model)) - set(SENGOKU.inside)
        if some_desks and "public" not in some_desks:
            assert (model in SENGOKU.only_rows) != (name in WHOLE), f"{name}: which of its rows for {some_desks}?"


def test_a_part_of_the_state_is_told_to_those_alone_whom_its_table_names(two_days):
    _, busy = two_days("takeda")
    for model in (model for model in SENGOKU.tables.values() if model.in_state):
        for desk in (None, *DESKS):
            status = told(busy, desk, f"/api/state/{model.in_state}")[0]
            assert status == (200 if (desk or "public") in readers(SENGOKU, model) else 403), (model.in_state, desk)


def test_every_table_says_who_sees_it_and_what_stands_apart_points_to_nothing_that_others_take_back():
    for name, model in SENGOKU.tables.items():
        if model.in_state:
            assert model.seen_by or model.state_for or name in FOR_THOSE_INSIDE, f"{name}: who sees it?"
        if model.seen_by == (APART,):
            to = {key.column.table.name for column in model.__table__.columns for key in column.foreign_keys}
            assert to <= {"clan", *(n for n, other in SENGOKU.tables.items() if other.seen_by == (APART,))}, name
