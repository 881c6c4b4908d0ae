"""Who reads waits for his turn, who enters something does not, and nobody waits for one who takes long."""

from __future__ import annotations

import threading
from contextlib import contextmanager, suppress

import pytest

from control.at_work import AtWork

PATIENCE = 20.0


class Asked:
    """A request that is being answered until it is let go of."""

    def __init__(self, at_work: AtWork, method: str = "GET", error: type[Exception] | None = None) -> None:
        self.begun, self.goes = threading.Event(), threading.Event()
        self.error = error
        self.answer = at_work.wrap(self.work)
        self.thread = threading.Thread(target=self.ask, args=(method,), daemon=True)
        self.thread.start()

    def ask(self, method: str) -> None:
        with suppress(ZeroDivisionError):
            self.answer({"REQUEST_METHOD": method}, None)

    def work(self, _environ: object, _start: object) -> list[bytes]:
        self.begun.set()
        assert self.goes.wait(PATIENCE)
        if self.error:
            raise self.error
        return []

    def over(self) -> None:
        self.goes.set()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@contextmanager
def all_over(*asked: Asked):
    try:
        yield
    finally:
        for one in asked:
            one.goes.set()


def waits(at_work: AtWork, many: int) -> None:
    """Until so many are waiting."""
    end = threading.Event()
    for _ in range(2000):
        if len(at_work._waiting) == many:
            return
        end.wait(0.005)
    raise AssertionError(f"{len(at_work._waiting)} wait, and not {many}")


def test_one_reads_at_a_time_in_the_order_they_came():
    at_work = AtWork(at_once=1, long=60)
    first = Asked(at_work)
    assert first.begun.wait(PATIENCE)
    second = Asked(at_work, "HEAD")
    waits(at_work, 1)
    third = Asked(at_work)
    waits(at_work, 2)
    with all_over(first, second, third):
        assert not second.begun.is_set()
        first.over()
        assert second.begun.wait(PATIENCE)
        assert not third.begun.is_set()
        second.over()
        assert third.begun.wait(PATIENCE)
        third.over()


def test_who_enters_something_goes_ahead_and_fewer_read_beside_him():
    at_work = AtWork(at_once=2, long=60)
    reads = Asked(at_work)
    assert reads.begun.wait(PATIENCE)
    enters, another = Asked(at_work, "POST"), Asked(at_work, "POST")
    with all_over(reads, enters, another):
        assert enters.begun.wait(PATIENCE)
        assert another.begun.wait(PATIENCE)
        waiting = Asked(at_work)
        waits(at_work, 1)
        enters.over()
        assert not waiting.begun.is_set()
        another.over()
        assert waiting.begun.wait(PATIENCE), "two may read when nobody enters anything"
        waiting.over()


def test_one_may_always_read():
    at_work = AtWork(at_once=1, long=60)
    enters = Asked(at_work, "POST")
    assert enters.begun.wait(PATIENCE)
    reads = Asked(at_work)
    with all_over(enters, reads):
        assert reads.begun.wait(PATIENCE)


def test_nobody_waits_for_one_who_takes_long():
    at_work = AtWork(at_once=1, long=0.02)
    draws = Asked(at_work)
    assert draws.begun.wait(PATIENCE)
    reads = Asked(at_work)
    with all_over(draws, reads):
        assert reads.begun.wait(PATIENCE)
        reads.over()
        draws.over()


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_one_that_fails_leaves_its_place(method):
    at_work = AtWork(at_once=1, long=60)
    fails = Asked(at_work, method, ZeroDivisionError)
    assert fails.begun.wait(PATIENCE)
    after = Asked(at_work)
    with all_over(fails, after):
        fails.over()
        assert after.begun.wait(PATIENCE)
        assert not at_work._entering
