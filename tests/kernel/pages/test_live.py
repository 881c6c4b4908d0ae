"""Screens hear that the journal has grown as soon as something is entered, and whoever entered it does not look."""

from __future__ import annotations

import itertools
import threading
import time

import pytest
from sqlalchemy.exc import OperationalError

from control.kernel.database.keeping import given_again
from control.kernel.pages import live as lives
from control.kernel.pages.live import Live
from control.sengoku.rows import Province

PATIENCE = 60.0


@pytest.fixture
def live(hall, monkeypatch):
    """News of a hall, for which nobody looks by himself."""
    monkeypatch.setattr(lives, "LOOK_AGAIN", 3600)
    made = Live(hall.room.store)
    yield made
    made.end()


def test_a_screen_hears_at_once_what_is_entered_at_any_time(hall, live):
    hall.do("garrison.raise", province="kai", troops=1)
    screen = live.stream()
    assert "data: 1" in next(screen), "what was entered before the first screen opened"
    hall.do("garrison.raise", province="hida", troops=1)
    assert next(screen).split("\n")[:2] == ["id: 2", "event: journal"], "a heartbeat would have come first"


def test_with_no_screen_open_nobody_looks(hall, live, monkeypatch):
    monkeypatch.setattr(Live, "_look", lambda _live: pytest.fail("nobody listens"))
    hall.do("garrison.raise", province="kai", troops=1)


def test_in_a_room_that_has_closed_nobody_looks_again(hall, monkeypatch):
    """The file that it was in lies alone by then, and who still read in it would leave another beside it."""
    monkeypatch.setattr(lives, "LOOK_AGAIN", 3600)
    looked, now = [], [100.0]
    live = Live(hall.room.store, public=lambda: looked.append("what is public"), clock=lambda: now[0])
    others, screen = set(threading.enumerate()), live.stream()
    next(screen)
    hall.do("garrison.raise", province="kai", troops=1)
    next(screen)
    watching = set(threading.enumerate()) - others
    time.sleep(3 * lives.TOGETHER)  # until they wait again
    monkeypatch.setattr(live, "_look", lambda: looked.append("the journal") or (2, ()))
    live.end()
    looked.clear()
    now[0] += 2  # what is public is due by now, and was not before
    hall.do("garrison.raise", province="hida", troops=1)
    for one in watching:
        one.join(PATIENCE)
    assert len(watching) == 2
    assert (looked, [one for one in watching if one.is_alive()]) == ([], [])


@pytest.mark.parametrize("parked", [True, False])
def test_nobody_says_that_nothing_is_new_while_the_database_is_away(hall, monkeypatch, parked):
    """The screens would say that they are live, with what they show growing old."""
    monkeypatch.setattr(lives, "LOOK_AGAIN", 0.01)
    monkeypatch.setattr(lives, "HEARTBEAT", 0.01)
    seconds = itertools.count(100.99)  # one is over soon whenever somebody asks
    live, said = Live(hall.room.store, clock=lambda: next(seconds)), []
    looked, away = threading.Semaphore(0), threading.Event()
    look = live._look

    def looks():
        looked.release()
        if away.is_set():
            raise OperationalError("SELECT", {}, Exception("away"))
        return look()

    monkeypatch.setattr(live, "_look", looks)
    if parked:
        live.join(said.append, None)
    else:
        threading.Thread(target=lambda: [said.append(one) for one in live.stream()], daemon=True).start()
    until(lambda: any("heartbeat" in one for one in said))
    away.set()
    looks_on(looked, 3)
    before = len(said)
    looks_on(looked, 10)
    assert len(said) == before
    away.clear()
    until(lambda: len(said) > before)
    live.end()


def test_nobody_says_that_nothing_is_new_while_a_look_hangs(hall, monkeypatch):
    """A database that stands still refuses nothing, and who waits for it goes on waiting."""
    for name, seconds in (("LOOK_AGAIN", 0.01), ("HEARTBEAT", 0.01), ("STALE", 0.3)):
        monkeypatch.setattr(lives, name, seconds)
    passing = itertools.count(100.99)
    live, said, stands = Live(hall.room.store, clock=lambda: next(passing)), [], []
    hangs, goes_on, beaten = threading.Event(), threading.Event(), threading.Semaphore(0)
    look, beat = live._look, live._beat

    def looks():
        if stands:
            hangs.set()
            goes_on.wait(PATIENCE)
        return look()

    monkeypatch.setattr(live, "_look", looks)
    monkeypatch.setattr(live, "_beat", lambda second: (beat(second), beaten.release()))
    live.join(said.append, None)
    until(lambda: any("heartbeat" in one for one in said))
    stands.append(True)
    assert hangs.wait(PATIENCE)
    time.sleep(2 * lives.STALE)
    looks_on(beaten, 2)  # the first of them may have begun before
    before = len(said)
    looks_on(beaten, 10)
    assert len(said) == before
    stands.clear()
    goes_on.set()
    until(lambda: len(said) > before)
    live.end()


@pytest.mark.parametrize("failing", ["_look", "_let_go", "_beat", "_public"])
def test_an_error_that_nobody_foresaw_is_logged_and_the_screens_hear_on(hall, monkeypatch, caplog, failing):
    """One thread carries all heartbeats, another all news: each ended for good."""
    monkeypatch.setattr(lives, "LOOK_AGAIN", 0.01)
    monkeypatch.setattr(lives, "HEARTBEAT", 0.01)
    seconds = itertools.count(100.99)
    live, said, fails = Live(hall.room.store, clock=lambda: next(seconds)), [], []
    does = getattr(live, failing)

    def does_or_fails(*given):
        if fails:
            raise ValueError(fails.pop())
        return does(*given)

    monkeypatch.setattr(live, failing, does_or_fails)
    live.join(said.append, lambda _audience: False)
    fails.append("a slip")
    live._stirred()
    until(lambda: "a slip" in caplog.text)
    said.clear()
    hall.do("garrison.raise", province="kai", troops=1)
    until(lambda: any("journal" in one for one in said) and any("heartbeat" in one for one in said))
    live.end()


def looks_on(looked, times):
    """Wait until it was looked so often again."""
    while looked.acquire(blocking=False):
        pass
    for _ in range(times):
        assert looked.acquire(timeout=PATIENCE)


def until(so):
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_of_a_game_that_was_set_back_nothing_is_given_that_was_kept_before(hall, live):
    made = []

    def asked():
        with hall.room.store.read() as session:
            return given_again(session, "holder", lambda: made.append(session.get_one(Province, "kai").holder))

    asked()
    asked()
    live.anew()
    asked()
    assert made == ["takeda"] * 2
