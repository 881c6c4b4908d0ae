"""Whoever sits at no desk learns nothing by the time that his answers take: after a secret act nothing is made anew for
him, nor is more asked of the database, than if nothing had been done. And what is kept for him is never old.

After every entry of days with something of everything each public part and page is looked at in the game, and in the
same file by somebody for whom nothing is kept: they say the same. Where that is what they said before, the work was
that of a moment in which nobody did anything.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager
from functools import lru_cache

import pytest
from sqlalchemy import Engine, event

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire
from control.kernel.application import application_of
from control.kernel.database import keeping
from control.kernel.database.store import open_store
from control.kernel.open_room import OpenRoom
from control.sekigahara.game import SEKIGAHARA
from control.sengoku.rows import Province
from tests.conftest import sign_in
from tests.games import Hall, close, to_claimed, to_petitions, to_shogunless
from tests.secrecy import test_two_days_of_everything as everything
from tests.secrecy.test_routes import OWN, PAGES
from tests.secrecy.test_silence import SECRETS, clock  # noqa: F401 (a fixture)
from tests.sekigahara.games import a_room, play, standing_in
from tests.test_questions_asked import a_full_day

SAYS_WHEN = re.compile(r'\b\d{1,2}:\d\d(:\d\d)?\b|\b1\d{9}(\d{3})?\b|name="key" value="[^"]*"')
"""The time of day, and the public's number, which is a second."""
KEPT = ("/display/drawing", "/display/legend", "/display/season", "/standing", "/display/now", "/api/state",
        "/clock/full", "/clock/now", "/display/", "/display/hall/now", *(f"/display/view/{one}" for one in
        ("map", "clock", "status", "news", "edicts")))  # fmt: skip
NOT_ASKED = {"/static/icon.svg", "/live", f"/tactic/{OWN}", f"/tactic/{OWN}/now"}
"""What is no answer of the game, what has no end, and what tells of a code how often it was tried."""
KEPT_OF_1600 = ("/board/", "/board/over", "/display/view/board", "/display/view/battle", "/display/now", "/standing",
                "/api/state")  # fmt: skip


class Work:
    """What is made and kept, and what is asked, for one answer after another."""

    def __init__(self, monkeypatch):
        self.done = Counter()
        keep = keeping.Keeper.keep

        def counted(keeper, key, *more):
            self.done["made"] += 1
            keep(keeper, key, *more)

        monkeypatch.setattr(keeping.Keeper, "keep", counted)
        event.listen(Engine, "before_cursor_execute", self.asked)

    def asked(self, connection, _cursor, statement, *_more):
        if not connection.get_execution_options().get("writes"):
            self.done["asked"] += 1

    def stop(self):
        event.remove(Engine, "before_cursor_execute", self.asked)

    def of(self, browser, pages):
        """What each page says, and what it took."""
        said, took = {}, {}
        for page in pages:
            self.done.clear()
            answer = browser.get(page)
            said[page], took[page] = whenever(answer.get_data(as_text=True)), dict(self.done)
            answer.close()
        return said, took


@lru_cache(maxsize=200)
def whenever(text):
    """What a page says at any time of the day; most of them say the same again and again."""
    return SAYS_WHEN.sub("", text)


@pytest.fixture
def work(monkeypatch):
    found = Work(monkeypatch)
    yield found
    found.stop()


class Looking:
    """Looks after every commit as a stranger does, and as one does who is given nothing that was kept."""

    def __init__(self, app, fresh, pages, work, clock):  # noqa: F811
        self.pages, self.work, self.clock = pages, work, clock
        self.browser, self.other = (sign_in(one, None) for one in (app, fresh))
        self.engine, self.before, self.as_ever = fresh.room.store.engine, None, None
        self.hidden = self.shown = 0
        self.look()
        app.room.store.listeners.append(self.look)

    def look(self):
        self.clock.at += 1  # the second in which it is looked whether the public is to hear of it
        said, took = self.work.of(self.browser, self.pages)
        keeping.keeper_of(self.engine).forget()
        now, _ = self.work.of(self.other, self.pages)
        assert differing(said, now) == [], "what was kept is old"
        if now == self.before:
            if self.as_ever is None:
                self.clock.at += 1
                again, self.as_ever = self.work.of(self.browser, self.pages)
                assert differing(again, said) == []
            other = {page: (took[page], self.as_ever[page]) for page in took if took[page] != self.as_ever[page]}
            assert other == {}
            self.hidden += 1
        else:
            self.as_ever = None
            self.shown += 1
        self.before = now


def differing(one, other):
    """The pages that say something else, with where they begin to."""
    for page in [page for page in one if one[page] != other[page]]:
        spot = next((at for at, two in enumerate(zip(one[page], other[page], strict=False)) if two[0] != two[1]), 0)
        return [page, one[page][max(0, spot - 80) : spot + 80], other[page][max(0, spot - 80) : spot + 80]]
    return []


@pytest.fixture
def looking(open_stage, tmp_path, app_of, shipped, work, clock, monkeypatch):  # noqa: F811
    """A game at its beginning that somebody looks at after every commit."""
    monkeypatch.setattr("control.kernel.pages.drawn_once.bound_key", lambda *_given: "0" * 16)
    hall = Hall(open_stage("start", tmp_path / "game.db"))
    other = Hall(Room(open_store(tmp_path / "game.db", passing=True), shipped))

    @contextmanager
    def begun(pages=KEPT):
        yield hall, Looking(app_of(hall), app_of(other), pages, work, clock)

    yield begun
    for one in (other, hall):
        close(one.room)


def test_no_public_page_takes_longer_after_a_secret(looking):
    public = (at for route, (who, at, _) in PAGES.items() if route.startswith("GET ") and None in who)
    with looking((*KEPT, *sorted({*public} - {*KEPT, *NOT_ASKED}))) as (hall, found):
        hall.do("honour.log", "team", clan="oda", reason="event", twice=True)
        for name, desk, order in SECRETS:
            hall.do(name, desk, **order)
    assert (found.hidden, found.shown) == (len(SECRETS) + 1, 1)


@pytest.mark.parametrize("day", ["full", "secret"])
def test_through_a_day_what_is_kept_for_everybody_is_as_new_as_can_be_and_made_only_if_it_is(looking, day):
    with looking() as (hall, found):
        if day == "full":
            a_full_day(hall)
            for more in (to_petitions, to_claimed, to_shogunless):
                more(hall)
        else:
            everything.played(hall, everything.SECRETS["all"])
    assert found.hidden > 40
    assert found.shown > 10


def test_what_changes_openly_is_shown_at_once(looking):
    with looking() as (hall, found):
        browser = found.browser
        before = browser.get("/display/drawing").text
        hall.room.store.listeners.remove(found.look)
        hall.do("treaty.record", "npd", kind="vassalage", one="hojo", other="ashina", audience="secret")
        assert browser.get("/display/drawing").text == before
        hall.do("treaty.record", "npd", kind="vassalage", one="hojo", other="satake")
        assert browser.get("/display/drawing").text != before


def test_what_is_written_past_the_journal_may_be_shown_for_all_that_is_known(looking):
    with looking() as (hall, found), hall.room.store.write() as session:
        session.get_one(Province, "kai").holder = "uesugi"
    assert found.shown == 2


def test_a_campaign_of_1600_takes_no_longer_either(tmp_path, work, clock):  # noqa: F811
    rooms = [a_room(tmp_path / "campaign.db")]
    rooms.append(Room(open_store(tmp_path / "campaign.db", passing=True), rooms[0].scenario))
    app, fresh = (OpenRoom(application_of(SEKIGAHARA), room) for room in rooms)
    found = Looking(app, fresh, KEPT_OF_1600, work, clock)
    play(rooms[0], 60)
    assert found.shown > 20
    before, umpire = found.shown, Umpire("Sen", "umpire")
    perform(rooms[0], umpire, "announcement.post", {"text": "Tea is served.", "desks": ["east"]})
    perform(rooms[0], umpire, "ruling.record", {"text": "As it is printed.", "ruling": "8.4"})
    state = standing_in(rooms[0])[1]
    for cards, to in ((state.hands, "hand"), (state.piles, "pile")):
        order = {"piece": cards["east"][-1], "to": to, "reason": "it lies so on the table"}
        last = perform(rooms[0], umpire, "table.correct", order)
        assert standing_in(rooms[0])[1] != state, "it lies elsewhere among them"
    perform(rooms[0], umpire, "journal.undo", {"entry": last.number})
    assert found.shown == before
    perform(rooms[0], umpire, "table.correct", {**order, "to": "hand"})
    assert found.shown == before + 1, "there is one more in the hand, and one less to draw"
    for room in reversed(rooms):
        close(room)
