"""Another program holds the game's file while the hall writes and reads: readers go on, writers wait in turn."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time

from control.kernel.database.turns import TooLong, Turns
from control.kernel.errors import NotKept
from tests.games import CODES

PATIENCE = 120.0
HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
held.execute("ROLLBACK")
"""


def holding(file):
    """Another program that holds a file until something is written to it."""
    other = subprocess.Popen([sys.executable, "-c", HOLD, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"held\n"
    return other


def let_go(other):
    """Have it let go."""
    other.stdin.write(b"\n")
    other.stdin.close()
    other.wait(PATIENCE)
    other.stdout.close()


def at_once(many, work):
    """Do work in many threads at once; what each gave back."""
    found = [None] * many

    def run(spot):
        found[spot] = work(spot)

    threads = [threading.Thread(target=run, args=(spot,)) for spot in range(many)]
    for thread in threads:
        thread.start()
    return threads, found


def ended(threads):
    """Wait until all have done their work, or should have."""
    until = time.monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))


def test_readers_go_on_and_writers_wait_in_turn_or_are_told(app, hall):
    store = app.room.store
    store.patience = 2 * PATIENCE

    def write(spot):
        order = {"kind": "province", "id": "kai", "field": "raised", "value": 3 + spot, "reason": "all at once"}
        return app.test_client().post(
            "/api/actions/figure.correct", json=order, headers={"Authorization": f"Bearer {CODES['map']}"}
        )

    def read(_spot):
        headers = {"Authorization": f"Bearer {CODES['map']}"}
        return app.test_client().get("/api/state/game", headers=headers).status_code

    other = holding(store.engine.url.database)
    writers, written = at_once(40, write)
    readers, seen = at_once(40, read)
    ended(readers)
    assert {*seen} == {200}, "a reader waited for a writer"
    assert written == [None] * 40, "a writer did not wait"
    let_go(other)
    ended(writers)
    assert {answer.status_code for answer in written} == {200}
    assert len(hall.entries()) == 40

    other, store.patience = holding(store.engine.url.database), 1.5
    begun = time.monotonic()
    writers, written = at_once(40, write)
    ended(writers)
    assert time.monotonic() - begun < 40 * store.patience, "each waited for the one before"
    let_go(other)
    assert {(answer.status_code, answer.headers["Retry-After"]) for answer in written} == {(503, "5")}
    assert "do it again in a moment" in written[0].get_json()["error"]
    assert len(hall.entries()) == 40
    assert write(0).status_code == 200


def test_a_page_whose_form_could_not_be_kept_says_so(app, hall, client):
    app.room.store.patience = 0.05
    other = sqlite3.connect(hall.room.store.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    order = {"province": "kai", "troops": "1", "reason": "for the test"}
    answer = client("map").post("/map/raise/garrison.raise", data=order)
    other.close()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The game&#39;s file is busy" in answer.text


def test_turns_are_taken_in_order_and_nobody_is_passed_over():
    turns, came = Turns(), []
    later = time.monotonic() + PATIENCE

    def write(spot):
        try:
            with turns.taken(time.monotonic() if spot == 2 else later):
                came.append(spot)
        except TooLong:
            came.append(-spot)

    threads = []
    with turns.taken(later):
        for spot in range(1, 5):
            thread = threading.Thread(target=write, args=(spot,))
            thread.start()
            threads.append(thread)
            until = time.monotonic() + PATIENCE
            while len(turns._waiting) + came.count(-2) < spot and time.monotonic() < until:
                time.sleep(0.001)
    for thread in threads:
        thread.join(PATIENCE)
    assert came == [-2, 1, 3, 4]
    with turns.taken(time.monotonic()):
        pass


def test_a_write_that_fails_gives_its_turn_to_the_next(hall):
    for _ in range(2):
        try:
            with hall.room.store.write():
                raise NotKept("for the test")
        except NotKept:
            pass
    hall.do("garrison.raise", province="kai", troops=1)
