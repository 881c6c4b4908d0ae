"""Who reads waits for his turn, who enters something does not, and nobody waits for one who takes long."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from control import at_work
from control.at_work import LEFT_FREE, AtWork
from control.serving import WayIn, sockets_at, waiting

PATIENCE = 60.0


class Asked:
    """A connection whose request is being answered until it is let go of."""

    def __init__(self, at_work, method="GET", error=None, fails=False):
        self.requests = [SimpleNamespace(command=method, error=error)]
        self.begun, self.goes, self.cancelled = threading.Event(), threading.Event(), False
        self.fails = fails
        at_work.add_task(self)

    def service(self):
        self.begun.set()
        assert self.goes.wait(3 * PATIENCE), "it goes on longer than anybody here waits"
        if self.fails:
            raise ZeroDivisionError

    def cancel(self):
        self.cancelled = True

    def begins(self):
        return self.begun.wait(PATIENCE)


@contextmanager
def at_work_with(*, at_once=1, long=60.0, threads=LEFT_FREE + 4):
    those = AtWork(at_once, long)
    those.logger = SimpleNamespace(exception=lambda *_: None, warning=lambda *_: None)
    those.set_thread_count(threads)
    asked = []

    def ask(*given, **more):
        asked.append(Asked(those, *given, **more))
        return asked[-1]

    try:
        yield those, ask
    finally:
        for one in asked:
            one.goes.set()
        those.shutdown(timeout=PATIENCE)


def test_one_reads_at_a_time_in_the_order_they_came():
    with at_work_with() as (_, ask):
        first, second, third = ask(), ask("HEAD"), ask()
        assert first.begins()
        assert not second.begun.is_set()
        first.goes.set()
        assert second.begins()
        assert not third.begun.is_set()
        second.goes.set()
        assert third.begins()


def test_who_enters_something_goes_ahead_of_all_who_wait():
    with at_work_with() as (_, ask):
        reads, waits = ask(), ask()
        assert reads.begins()
        enters = ask("POST")
        assert enters.begins()
        assert not waits.begun.is_set()


def test_fewer_read_beside_who_enters_something_but_one_may_always():
    with at_work_with(at_once=2) as (_, ask):
        enters, another = ask("POST"), ask("POST")
        assert enters.begins()
        assert another.begins()
        reads, waits = ask(), ask()
        assert reads.begins()
        enters.goes.set()
        reads.goes.set()
        assert waits.begins()
        third = ask()
        another.goes.set()
        assert third.begins(), "two may read when nobody enters anything"


def test_nobody_begins_to_read_beside_who_enters_something_before_a_breath_is_over(monkeypatch):
    monkeypatch.setattr(at_work, "BREATH", 60.0)
    with at_work_with(at_once=2) as (_, ask):
        before = ask()
        assert before.begins()
        enters = ask("POST")
        assert enters.begins()
        waits = ask()
        before.goes.set()
        assert not waits.begun.wait(0.1)
        enters.goes.set()
        assert waits.begins(), "as soon as nobody enters anything"


def test_one_reads_in_every_breath_where_they_never_cease_to_enter_something():
    with at_work_with(at_once=2) as (_, ask):
        assert ask("POST").begins()
        first, second = ask(), ask()
        assert first.begins()
        assert not second.begun.wait(5 * at_work.BREATH), "one beside the other only where nobody enters anything"
        first.goes.set()
        assert second.begins()


@pytest.mark.parametrize(("file", "read"), [("game.db", 1), (None, 2)])
def test_two_read_at_once_of_a_game_at_a_database_server_and_one_of_a_game_in_a_file(file, read):
    room = SimpleNamespace(store=SimpleNamespace(file=file))
    server = waiting(room, sockets_at("127.0.0.1", 0), LEFT_FREE + 4, WayIn(), connections=100)
    server.task_dispatcher.long = 60.0
    try:
        asked = [Asked(server.task_dispatcher) for _ in range(3)]
        assert all(one.begins() for one in asked[:read])
        assert not any(one.begun.wait(0.05) for one in asked[read:])
    finally:
        for one in asked:
            one.goes.set()
        server.task_dispatcher.shutdown(timeout=PATIENCE)
        server.close()


def test_nobody_waits_for_one_who_takes_long():
    with at_work_with(long=0.02) as (_, ask):
        draws = ask()
        assert draws.begins()
        reads = ask()
        assert reads.begins()
        assert not draws.goes.is_set()


def test_some_threads_are_left_to_those_who_enter_something():
    with at_work_with(long=0.0, threads=LEFT_FREE + 2) as (_, ask):
        papers = [ask() for _ in range(LEFT_FREE + 3)]
        end = time.monotonic() + PATIENCE
        while sum(one.begun.is_set() for one in papers) < 2 and time.monotonic() < end:
            time.sleep(0.005)
        assert ask("POST").begins()
        assert sum(one.begun.is_set() for one in papers) == 2


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_one_that_fails_leaves_its_place(method):
    with at_work_with() as (at_work, ask):
        fails = ask(method, fails=True)
        assert fails.begins()
        after = ask()
        fails.goes.set()
        assert after.begins()
        end = time.monotonic() + PATIENCE
        while at_work.entering and time.monotonic() < end:
            time.sleep(0.005)
        assert not at_work.entering


def test_what_cannot_be_understood_is_answered_at_once():
    with at_work_with() as (_, ask):
        assert ask().begins()
        assert ask(None, error="no request at all").begins()


def test_who_waits_at_the_end_is_told_that_there_is_none():
    at_work = AtWork(at_once=1, long=60)
    at_work.logger = SimpleNamespace(exception=lambda *_: None, warning=lambda *_: None)
    waiting = [Asked(at_work), Asked(at_work, "POST")]
    assert at_work.shutdown(timeout=0)
    assert [one.cancelled for one in waiting] == [True, True]


def test_a_thread_that_is_to_stop_takes_nobody_along():
    with at_work_with(threads=2) as (at_work, ask):
        at_work.set_thread_count(0)
        waits = ask("POST")
        end = time.monotonic() + PATIENCE
        while at_work.threads and time.monotonic() < end:
            time.sleep(0.005)
        at_work.set_thread_count(2)
        assert waits.begins()
