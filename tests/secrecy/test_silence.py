"""Whoever sits at no desk cannot count what is done at the desks, nor when: two days that differ in secrets alone send
him the same bytes in the same seconds, on streams and on every page."""

from __future__ import annotations

import json
import re
import threading
from functools import partial

import pytest

from control.kernel import steady
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.journal.audience import hears
from control.kernel.journal.journal_questions import journal_at
from control.kernel.pages import live
from control.kernel.pages.live import Live
from control.sengoku.game import SENGOKU
from control.sengoku.rules.desks import DESKS
from tests.conftest import sign_in
from tests.games import Hall, ask, close
from tests.secrecy.test_routes import PAGES

NOON = 1_777_000_000.0
EDICT = {"title": "Peace", "text": "Nobody rides through Kyoto.", "authority": "bakufu"}
APART = 4
"""So many secrets stand apart in the journal."""
OPEN = (
    ("treaty.record", "team", {"kind": "peace", "one": "takeda", "other": "hojo"}),
    ("clock.start", "game", {}),
    ("edict.issue", "bakufu", EDICT),
)
SECRETS = (
    ("honour.log", "team", {"clan": "takeda", "character": "takeda-harunobu", "reason": "bow"}),
    ("garrison.raise", "map", {"province": "kai", "troops": 3, "reason": "a test"}),
    ("account.spend", "team", {"clan": "uesugi", "kind": "event", "points": 2, "note": "a feast"}),
    ("garrison.raise", "map", {"province": "musashi", "troops": 1, "reason": "a test"}),
    ("treaty.record", "npd", {"kind": "peace", "one": "ashina", "other": "hojo", "audience": "secret"}),
    ("honour.log", "team", {"clan": "oda", "points": 4, "note": "a poem"}),
    ("covert.commission", "intelligence", {"clan": "takeda", "kind": "spy", "target": "uesugi", "points": 3}),
    ("covert.resolve", "intelligence", {"commission": 1, "outcome": "success", "note": "a ruse"}),
    ("letter.write", "game", {"sender": "oda", "recipient": "hojo", "text": "Come.", "post": True, "force": "snow"}),
)


PATIENCE = 60
"""Seconds that a thread is waited for."""
A_SECOND = 20
"""How many looks are had in one."""


class Seconds:
    """A clock that goes as the test likes, for the program and for what is done."""

    def __init__(self):
        self.at = NOON

    def __call__(self):
        return self.at


@pytest.fixture
def clock(monkeypatch):
    """Time stands still until it is moved."""
    found = Seconds()
    monkeypatch.setattr(steady.STEADY, "_count", found)
    monkeypatch.setattr(steady.STEADY, "_wall", found)
    steady.STEADY.settle()
    monkeypatch.setattr(live, "HEARTBEAT", 0)
    monkeypatch.setattr(live, "TOGETHER", 0)
    yield found
    monkeypatch.undo()
    steady.STEADY.settle()


@pytest.fixture
def days(open_stage, tmp_path, app_of, monkeypatch):
    """Two games at the same beginning, open to browsers."""
    halls = [Hall(open_stage("start", tmp_path / f"{name}.db")) for name in ("quiet", "busy")]
    monkeypatch.setattr("control.kernel.pages.drawn_once.bound_key", lambda *_given: "0" * 16)
    yield [app_of(hall) for hall in halls]
    for hall in halls:
        close(hall.room)


def done(app, clock, name, desk, order):
    """Something is done at a desk, by the clock of the test."""
    enter(app, name, desk, order)
    app.live._tell()


def traffic(app, clock, secrets):
    """What a public stream sends on a day, with the moment of each word; ``secrets`` are done between what is open, at
    odd moments."""
    clock.at = NOON
    stream, sent = app.live.stream(None), []
    doing = iter(secrets)
    sent.append((clock.at, next(stream)))
    for step in range(1, 10 * A_SECOND + 1):
        clock.at = NOON + step / A_SECOND + 0.007
        if step % 15 == 1 and (one := next(doing, None)):
            done(app, clock, *one)
        if step % 60 == 25:
            done(app, clock, *OPEN[step // 60])
        app.live.public_number()
        if (word := next(stream)) and "heartbeat" not in word:
            sent.append((clock.at, word))
    return sent


def test_a_public_stream_says_the_same_at_the_same_moments_whatever_the_desks_do_in_secret(days, clock):
    quiet, busy = (traffic(app, clock, secrets) for app, secrets in zip(days, ((), SECRETS), strict=True))
    assert quiet == busy
    heard = [int(re.search(r"data: (\d+)", word).group(1)) for _at, word in quiet]
    assert len(heard) >= 3, "of what is public it tells"
    late = [at - number for (at, _word), number in zip(quiet, heard, strict=True)]
    assert all(0 <= one < 1 / A_SECOND for one in late), "on the whole second, and never before it"
    assert ask(days[1].room, journal_at) == len(OPEN) + len(SECRETS) - APART


# ---- the screens of our own server, which two threads of a room tell


class Waking:
    """Lets these threads work one at a time, by a clock that stands still meanwhile, so that a day is the same whenever
    it is played. It is the ``time`` that they know."""

    def __init__(self, app, clock, monkeypatch):
        self.app, self.clock, self.over = app, clock, False
        self.sleeping, self.asleep = [], threading.Semaphore(0)
        app.live._entered = entered = threading.Event()
        entered.wait = lambda seconds: self.slept(seconds, entered)
        monkeypatch.setattr(live, "time", self)
        Live._watch(app.live)  # of other tests none has threads
        for _ in range(2):
            assert self.asleep.acquire(timeout=PATIENCE)

    def monotonic(self):
        return self.clock.at

    def sleep(self, seconds):
        self.slept(seconds, threading.Event())

    def slept(self, seconds, woken):
        """One sleeps for so long, or until he is woken; whether he was."""
        if not self.over:
            turn = threading.Semaphore(0)
            self.sleeping.append((self.clock.at + seconds, woken, turn))
            self.asleep.release()
            assert turn.acquire(timeout=PATIENCE)
        return woken.is_set()

    def go_on(self, until):
        """Whoever wakes until that moment works until he sleeps again."""
        while True:
            due, woken, turn = first = min(self.sleeping, key=lambda one: 0 if one[1].is_set() else one[0])
            if not woken.is_set():
                if due > until:
                    break
                self.clock.at = due
            self.sleeping.remove(first)
            turn.release()
            assert self.asleep.acquire(timeout=PATIENCE)
        self.clock.at = until

    def end(self):
        self.over = True
        self.app.live.end()
        for _, _, turn in self.sleeping:
            turn.release()


def screen(app, clock, who, secrets, monkeypatch):
    """What one is sent in half a minute, with the moment of each word; secrets are done at odd moments."""
    clock.at = NOON
    waking, sent, doing = Waking(app, clock, monkeypatch), [], iter(secrets)
    clock.at = NOON + 0.25
    ears = None if who is None else partial(hears, SENGOKU, who)
    try:
        _, first = app.live.join(lambda words: sent.append((round(clock.at - NOON, 3), words)), ears)
        for step in range(1, 32 * A_SECOND):
            waking.go_on(NOON + 0.25 + step / A_SECOND)
            if step % 61 == 3 and (one := next(doing, None)):
                enter(app, *one)
            if step % 200 == 90:
                enter(app, *OPEN[step // 200])
    finally:
        waking.end()
    return [first, *(one for one in sent if one[1])]


def enter(app, name, desk, order):
    perform(app.room, Umpire(DESKS[desk], desk), name, order, at=steady.now().isoformat(timespec="seconds"))


@pytest.mark.parametrize("who", [None, "map"])
def test_a_screen_hears_at_the_same_moments_that_nothing_is_new(who, days, clock, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT", 10.0)
    monkeypatch.setattr(live, "TOGETHER", 0.06)
    secrets = [one for one in SECRETS if who is None or one[1] == "intelligence" or one[0] == "honour.log"]
    quiet, busy = (screen(app, clock, who, done, monkeypatch) for app, done in zip(days, ((), secrets), strict=True))
    assert quiet == busy
    assert [at for at, words in busy[1:] if "heartbeat" in words] == [10, 20, 30], "whatever it heard in between"
    news = [at % 1 for at, words in busy[1:] if "journal" in words]
    assert news == ([0.75] * 3 if who else [0] * 2), "at once, or on the whole second; a treaty is not public"


def test_a_desk_hears_at_once_as_ever(days, clock):
    app = days[1]
    stream = app.live.stream(lambda audience: "team" in audience)
    assert "data: 0" in next(stream)
    done(app, clock, *SECRETS[0])
    assert "event: journal\ndata: 1\n" in next(stream)


def test_no_public_page_differs_after_a_day_of_secrets(days, clock):
    for app, secrets in zip(days, ((), SECRETS), strict=True):
        traffic(app, clock, secrets)
    pages = {address for route, (who, address, _) in PAGES.items() if route.startswith("GET ") and None in who}
    found = []
    for address in sorted(pages - {"/static/icon.svg"}):
        one, other = (told(app, address) for app in days)
        if one != other:
            found.append((address, next(pair for pair in zip(one.splitlines(), other.splitlines(), strict=False)
                                        if pair[0] != pair[1])))  # fmt: skip
    assert found == []


def told(app, address):
    """Everything that somebody at no desk is answered, but the time of day."""
    answer = sign_in(app, None).get(address)
    body = next(iter(answer.response)) if address == "/live" else answer.get_data()
    body = body if isinstance(body, str) else body.decode("latin-1")
    answer.close()
    return re.sub(
        r"\b\d{1,2}:\d\d(:\d\d)?\b|Wait \d+ seconds?|\b1\d{12}\b", "", f"{answer.status_code} {body} {answer.headers}"
    )


def test_screens_that_ask_instead_of_listening_are_told_no_more(days, clock):
    app = days[1]
    before = json.loads(app.test_client().get("/display/now").text)["journal"]
    done(app, clock, *SECRETS[0])
    clock.at += 5
    assert json.loads(app.test_client().get("/display/now").text)["journal"] == before
    done(app, clock, *OPEN[1])
    assert json.loads(app.test_client().get("/display/now").text)["journal"] == before, "not before the whole second"
    clock.at += 1
    assert json.loads(app.test_client().get("/display/now").text)["journal"] == int(clock.at)
    assert json.loads(app.test_client().get("/clock/now").text)["journal"] == int(clock.at)
