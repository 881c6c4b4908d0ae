"""Several processes serve one game on PostgreSQL: what one does all hear and count, one that dies is replaced, and
while the database is away everybody is told so."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest

from control.cli import main
from control.kernel.errors import OrderNotAllowed
from control.kernel.live import Live
from control.kernel.open_room import OpenRoom
from control.kernel.registry import Room
from control.kernel.store import open_store
from control.workers import connections_each, threads_for
from tests.conftest import sign_in
from tests.games import Hall
from tests.postgresql import Cluster

PATIENCE = 60.0
RAISE = {"province": "kai", "troops": 1, "reason": "a gift"}


def port():
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


class Served:
    """A control room that several processes serve."""

    def __init__(self, url, log):
        self.log, self.port = log, port()
        command = [sys.executable, "-m", "control.cli", "serve", "--database", url, "--host", "127.0.0.1"]
        with log.open("wb") as out:
            self.first = subprocess.Popen(
                [*command, "--port", str(self.port), "--workers", "2"], stdout=out, stderr=subprocess.STDOUT
            )
        self.code = ""

    def get(self, path="/sign-in", data=None, code=""):
        """The status of an answer and its words; 0 where nobody answers."""
        headers = {"Authorization": f"Bearer {code or self.code}"} if code or self.code else {}
        if data is not None:
            headers["Content-Type"] = "application/json"
        sent = None if data is None else json.dumps(data).encode()
        try:
            with urlopen(Request(f"http://127.0.0.1:{self.port}{path}", sent, headers), timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()
        except (URLError, OSError):
            return 0, ""

    def stream(self):
        """An open stream of Map Control."""
        found = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        found.sendall(f"GET /live HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.code}\r\n\r\n".encode())
        hears(found, "retry: ")
        return found

    def processes(self):
        """Those that serve."""
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.first.pid)], capture_output=True, text=True)
        return {int(one) for one in found.stdout.split()}


def hears(stream, words):
    """Wait until a stream says these words."""
    said = ""
    while words not in said:
        piece = stream.recv(4096).decode()
        assert piece, f"it ended: {said!r}"
        said += piece


def until(claim):
    """Wait until it is so."""
    end = time.monotonic() + PATIENCE
    while not claim():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def served(tmp_path):
    """Two processes on a server of their own, which may be stopped."""
    cluster = Cluster()
    found = Served(cluster.url(cluster.new()), tmp_path / "log")
    found.cluster = cluster
    try:
        until(lambda: found.get()[0] == 200 or found.first.poll() is not None)
        found.code = re.search(r"Map Control\s+(\S+)", found.log.read_text("utf-8")).group(1)
        yield found
    finally:
        found.first.send_signal(signal.SIGTERM)
        found.first.wait(PATIENCE)
        cluster.throw_away()


def test_what_one_does_all_hear_one_that_dies_is_replaced_and_a_database_that_is_away_is_told(served, postgresql):
    streams = [served.stream() for _ in range(6)]
    assert served.get("/api/actions/garrison.raise", RAISE)[0] == 200
    for one in streams:
        hears(one, "data: 1\n")

    served.cluster.stop()
    for path, order in (("/sign-in", None), ("/api/state", None), ("/api/actions/garrison.raise", RAISE)):
        status, words = served.get(path, order)
        assert (status, "The database server does not answer." in words) == (503, True), path
    served.cluster.start()
    assert [served.get()[0] for _ in range(6)] == [200] * 6, "it comes back by itself"
    assert served.get("/api/actions/garrison.raise", RAISE)[0] == 200
    for one in streams:
        hears(one, "data: 2\n")

    before = served.processes()
    os.kill(min(before), signal.SIGKILL)
    assert [served.get()[0] for _ in range(6)] == [200] * 6, "the other one answers"
    until(lambda: len(served.processes()) == 2)
    assert len(served.processes() & before) == 1
    assert "another takes its place" in served.log.read_text("utf-8")

    found = [served.get("/api/state/game", code=f"wrong{number}")[0] for number in range(8)]
    assert found.count(429) == 3, "of five wrong codes all processes know"

    for one in streams:
        one.close()
    last = served.processes()
    served.first.kill()
    served.first.wait(PATIENCE)
    until(lambda: not any(os.path.exists(f"/proc/{one}") for one in last))


@pytest.fixture
def rooms(halls_there, app_of, shipped):
    """Two rooms of one game, as two processes have them."""
    first = app_of(Hall(halls_there.at("start")))
    store = open_store(halls_there.url)
    yield first, OpenRoom(first.application, Room(store, shipped))
    store.close()


def test_processes_share_sign_ins_drafts_and_who_has_been_guessing(rooms):
    one, other = rooms
    browser = sign_in(one, "map")
    elsewhere = other.test_client()
    elsewhere._cookies = dict(browser._cookies)
    assert elsewhere.get("/map/").status_code == 200
    one.drafts.keep("a sign-in", "a form", "a draft")
    assert other.drafts.of("a sign-in") == {"a form": "a draft"}
    other.drafts.wipe("a sign-in")
    assert one.drafts.of("a sign-in") == {}
    for room in (one, other, one, other, one):
        assert room.test_client().post("/sign-in", data={"code": "wrong"}).status_code == 422
    for room in rooms:
        assert room.test_client().post("/sign-in", data={"code": "wrong"}).status_code == 429
    assert [room.brakes["desk"].guessing()[0].tries for room in rooms] == [7, 7]


def test_processes_tell_the_public_one_number_whenever_they_were_started(rooms):
    one, other = rooms
    now = [1_777_000_000.0]
    first = one.live.public_number()
    for room in rooms:
        room.live._clock = lambda: now[0]
    Hall(one.room).do("clock.start", "game")
    other.live._entered_elsewhere()
    now[0] = first + 5.0
    assert other.live.public_number() == first + 5
    now[0] += 3
    assert one.live.public_number() == first + 5, "not the second in which this one looked"
    late = Live(one.room.store, public=other.live._public, clock=lambda: now[0] + 90, shared=one.live._shared)
    assert late.public_number() == first + 5


def test_a_printing_is_told_of_by_whichever_process_is_asked(rooms):
    one, other = rooms
    job = one.jobs.start("map", lambda: (_ for _ in ()).throw(OrderNotAllowed("no")), False, lambda made: None)
    job.finished.wait(PATIENCE)
    told = other.jobs.find(job.id, "map")
    assert (told.state, told.words) == ("failed", "no")
    assert other.jobs.find(job.id, "team") is None


def test_a_file_is_served_by_one_process(tmp_path, capsys):
    assert main(["serve", "--game", str(tmp_path / "a.db"), "--workers", "2"]) == 2
    assert "A game in a file is served by one process." in capsys.readouterr().err
    assert not (tmp_path / "a.db").exists()


def test_connections_are_shared_out_and_too_few_are_told(halls_there):
    each = connections_each(halls_there.store, 2)
    assert 30 < each < 50
    assert threads_for(each, 48) == each - 4
    with pytest.raises(OrderNotAllowed, match=r"too few for 40 processes\. Give --workers 12"):
        connections_each(halls_there.store, 40)
