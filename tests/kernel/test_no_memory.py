"""A machine without memory: a sentence, nothing half done, and what was kept is said to be kept."""

from __future__ import annotations

import threading

import pytest

from control.kernel.actions.world import Room
from control.kernel.database.store import open_store
from control.kernel.errors import NO_MEMORY
from control.kernel.pages import live as lives
from control.kernel.pages.live import Live
from control.kernel.printing.jobs import Jobs
from tests.conftest import sign_in
from tests.games import Hall, make_game


@pytest.fixture
def no_thread(monkeypatch):
    """From now on the system gives no thread; what gives them again."""

    def none(_thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    return monkeypatch.undo


def out_of_memory(*_given, **_more):
    """What Python does when there is none."""
    raise MemoryError


def test_a_page_for_which_there_is_no_memory_says_so(app, monkeypatch, caplog):
    client = sign_in(app, "game")
    monkeypatch.setattr("control.sengoku.safety.midway_pages.write_workbook", out_of_memory)
    answer = client.get("/safety/midway/workbook.xlsx")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert NO_MEMORY in answer.text
    assert caplog.records == []


def test_an_order_for_which_there_is_no_memory_changes_nothing(app, hall, monkeypatch):
    client, changed = sign_in(app, "game"), []
    monkeypatch.setattr("control.kernel.actions.registry.JournalEntry", out_of_memory)
    answer = client.post("/announcements/", data={"text": "Tea."}, answers=503)
    assert NO_MEMORY in answer.text
    assert hall.entries() == changed


def test_a_printing_for_which_there_is_no_thread_is_told_and_nobody_waits_for_it(app, no_thread):
    client = sign_in(app, "game")
    answer = client.post("/print/", data={"kind": "pack"}, answers=503)
    assert NO_MEMORY in answer.text
    assert app.jobs._jobs == {}
    no_thread()
    assert client.post("/print/", data={"kind": "timetable"}).status_code == 303


def test_a_printing_for_which_there_is_no_memory_says_so(monkeypatch):
    job = Jobs("Game Control").start("map", out_of_memory, False, lambda _made: None)
    assert job.finished.wait(120)
    assert (job.state, job.words) == ("failed", NO_MEMORY)


def test_what_is_kept_is_said_to_be_kept_though_no_thread_brings_it_into_the_file(tmp_path, shipped, no_thread):
    room = Room(open_store(make_game(tmp_path / "game.db", shipped)), shipped)
    hall = Hall(room)
    assert hall.do("garrison.raise", province="kai", troops=1).number == 1
    no_thread()
    assert hall.do("garrison.raise", province="hida", troops=1).number == 2
    assert room.store.settling._running, "the next entry tries again"
    room.store.close()


def test_a_screen_for_which_there_was_no_thread_hears_when_it_comes_again(hall, monkeypatch, no_thread):
    live = Live(hall.room.store)
    with pytest.raises(MemoryError):
        next(live.stream())
    no_thread()
    monkeypatch.setattr(lives, "LOOK_AGAIN", 3600)
    screen = live.stream()
    next(screen)
    hall.do("garrison.raise", province="kai", troops=1)
    assert "event: journal" in next(screen)
    live.end()
