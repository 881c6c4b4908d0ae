"""Several processes serve one game on PostgreSQL: what one does all hear and count, one that dies is replaced, and
while the database is away everybody is told so."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from flask import g
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, ProgrammingError
from werkzeug.test import Client

from control import serving
from control.cli import main
from control.club import LOCKED, Asked, Club
from control.kernel.actions.world import Room
from control.kernel.database.store import in_game, open_store
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.journal_questions import journal_at
from control.kernel.open_room import OpenRoom
from control.kernel.pages.brake import ONE_ADDRESS
from control.kernel.pages.live import Live, says_only
from control.kernel.steady import Steady
from control.sekigahara.play.start import new_game as new_campaign
from control.sekigahara.scenario.load import load as load_campaign
from control.sengoku.season.start import new_game
from control.serving import NO_NETWORK, WayIn, open_one, run_club, run_several, tell_of_games
from control.watching import PLACE
from control.workers import connections_each, threads_for
from tests.conftest import sign_in
from tests.games import CHANCE, CODES, Hall
from tests.ports import free_port
from tests.postgresql import Cluster

PATIENCE = 180.0
ANY_CERTIFICATE = ssl._create_unverified_context()
RAISE = {"province": "kai", "troops": 1, "reason": "a gift"}


class Served:
    """A control room that several processes serve."""

    def __init__(self, url, log, *more):
        self.log, self.port = log, free_port()
        command = [sys.executable, "-m", "control.cli", "serve", "--database", url, "--host", "127.0.0.1", *more]
        with log.open("wb") as out:
            self.first = subprocess.Popen(
                [*command, "--port", str(self.port), "--workers", "2"],
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=log.parent,
            )
        self.code = ""
        self.at = f"{'https' if '--certificate' in more else 'http'}://127.0.0.1:{self.port}"

    def get(self, path="/sign-in", data=None, code=""):
        """The status of an answer and its words; 0 where nobody answers."""
        headers = {"Authorization": f"Bearer {code or self.code}"} if code or self.code else {}
        if data is not None:
            headers["Content-Type"] = "application/json"
        sent = None if data is None else json.dumps(data).encode()
        try:
            request = Request(f"{self.at}{path}", sent, headers)
            with urlopen(request, timeout=PATIENCE, context=ANY_CERTIFICATE) as answer:
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

    def all_die(self):
        """All that serve die, and wait until others answer in their places."""
        before = self.processes()
        for one in before:
            os.kill(one, signal.SIGKILL)
        until(lambda: len(self.processes() - before) == len(before))
        until(lambda: self.get("/")[0] == 200)

    def end(self):
        """Have it end in order: what the first one says with that, and whether all have gone and the port is free."""
        last = self.processes()
        self.first.send_signal(signal.SIGTERM)
        code = self.first.wait(PATIENCE)
        socket.create_server(("127.0.0.1", self.port)).close()
        return code, not any(os.path.exists(f"/proc/{one}") for one in last)


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


@contextmanager
def by_two(url, log):
    """Two processes that serve a game."""
    found = Served(url, log)
    try:
        until(lambda: found.get()[0] == 200 or found.first.poll() is not None)
        found.code = re.search(r"Map Control\s+(\S+)", found.log.read_text("utf-8")).group(1)
        yield found
    finally:
        found.first.send_signal(signal.SIGTERM)
        found.first.wait(PATIENCE)


@pytest.fixture
def served(postgresql, tmp_path):
    """They serve a game of their own."""
    with by_two(postgresql.url(postgresql.new()), tmp_path / "log") as found:
        yield found


@pytest.fixture
def served_apart(postgresql, tmp_path):
    """They serve it from a server of their own, which may be stopped."""
    cluster = Cluster()
    try:
        with by_two(cluster.url(cluster.new()), tmp_path / "log") as found:
            found.cluster = cluster
            yield found
    finally:
        cluster.throw_away()


def test_what_one_does_all_hear_one_that_dies_is_replaced_and_a_database_that_is_away_is_told(served_apart):
    served = served_apart
    streams = [served.stream() for _ in range(6)]
    assert served.get("/api/actions/garrison.raise", RAISE)[0] == 200
    for one in streams:
        hears(one, "data: 1\n")

    served.cluster.stop()
    for path, order in (("/sign-in", None), ("/api/state", None), ("/api/actions/garrison.raise", RAISE)):
        status, words = served.get(path, order)
        assert (status, "The database server does not answer." in words) == (503, True), path
    served.cluster.start()
    until(lambda: [served.get()[0] for _ in range(6)] == [200] * 6)  # a line that was cut a moment ago is told of once
    assert served.get("/api/actions/garrison.raise", RAISE)[0] == 200
    for one in streams:
        hears(one, "data: 2\n")

    before = served.processes()
    os.kill(min(before), signal.SIGKILL)
    assert [served.get()[0] for _ in range(6)] == [200] * 6, "the other one answers"
    until(lambda: len(served.processes()) == 2)
    assert len(served.processes() & before) == 1
    assert "another takes its place" in served.log.read_text("utf-8")

    began = time.monotonic()
    found = [served.get("/api/state/game", code=f"wrong{number}")[0] for number in range(8)]
    more = int((time.monotonic() - began) / ONE_ADDRESS.every) + 1  # that came free while it took so long
    assert 3 - more < found.count(429) <= 3, "of five wrong codes all processes know"

    for one in streams:
        one.close()
    last = served.processes()
    served.first.kill()
    served.first.wait(PATIENCE)
    until(lambda: not any(os.path.exists(f"/proc/{one}") for one in last))


def test_the_first_takes_next_to_no_memory_and_whoever_takes_a_place_does_all_that_the_one_before_did(served):
    takes = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{served.first.pid}/smaps_rollup").read_text(), re.MULTILINE)
    assert int(takes[1]) < 16_000, "kB"
    assert served.get("/api/actions/garrison.raise", RAISE)[0] == 200
    served.all_die()
    streams = [served.stream() for _ in range(6)]
    assert served.get("/api/actions/garrison.raise", RAISE)[0] == 200
    for one in streams:
        hears(one, "data: 2\n")
        one.close()
    said = served.log.read_text("utf-8")
    assert (said.count("another takes its place"), said.count("Codes of the desks:")) == (2, 1)
    assert served.end() == (0, True)


def test_a_club_behind_a_certificate_is_served_on_by_those_that_take_a_place(postgresql, shipped, tmp_path):
    url = postgresql.url(postgresql.new())
    new_game(open_store(in_game(url, "spring")), shipped, CHANCE)
    club = Served(url, tmp_path / "log", "--certificate", "day", "--behind", "127.0.0.1")
    try:
        until(lambda: club.get("/")[0] == 200 or club.first.poll() is not None)
        certificate = (tmp_path / "control-room-certificate.pem").read_bytes()
        club.all_die()
        assert '"/g/spring/"' in club.get("/")[1]
        assert club.get("/g/spring/api/actions/garrison.raise", RAISE, code=CODES["map"])[0] == 200
        assert (tmp_path / "control-room-certificate.pem").read_bytes() == certificate
        assert club.end() == (0, True)
    finally:
        club.first.kill()


TAKES_A_PLACE = """
import time
from control.kernel.steady import STEADY
from control.workers import ports_of_a_place
[port] = ports_of_a_place()
print(port.getsockname()[1], port.get_inheritable(), ports_of_a_place(), STEADY.now().timestamp(), flush=True)
time.sleep(60)
"""


def test_whoever_takes_a_place_has_the_port_and_the_clock_of_the_others_and_ends_with_the_first():
    first, held = os.pipe()
    clock = Steady(wall=lambda: 1_777_000_000.0).in_a_file()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        place = [first, clock, listening.fileno()]
        taken = subprocess.Popen(
            [sys.executable, "-c", TAKES_A_PLACE],
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=place,
            env={**os.environ, PLACE: json.dumps(place)},
        )
        at, hands_on, again, now = taken.stdout.readline().split()
        assert (int(at), hands_on, again) == (listening.getsockname()[1], "False", "None")
        assert 0 <= float(now) - 1_777_000_000 < PATIENCE
    for one in (first, clock, held):
        os.close(one)
    assert taken.wait(PATIENCE) == -signal.SIGTERM
    taken.stdout.close()


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
    other.live._stirred()
    now[0] = first + 5.0
    assert other.live.public_number() == first + 5
    now[0] += 3
    assert one.live.public_number() == first + 5, "not the second in which this one looked"
    late = Live(one.room.store, public=other.live._public, clock=lambda: now[0] + 90, shared=one.live._shared)
    assert late.public_number() == first + 5


def test_what_is_public_is_looked_at_by_one_process_for_all_and_anew_after_every_entry(rooms):
    looked, now, hall = [], [0.0], Hall(rooms[0].room)
    now[0] = 3.0 + max(room.live.public_number() for room in rooms)

    def look(room, before):
        looked.append(rooms.index(room))
        return before()

    for room in rooms:
        room.live._clock = lambda: now[0]
        room.live._public = partial(look, room, room.live._public)
    for first, then, action, desk, order in ((0, 1, "garrison.raise", "map", RAISE), (1, 0, "clock.start", "game", {})):
        hall.do(action, desk, **order)
        rooms[1].live._stirred()
        now[0] += 3
        numbers = [rooms[one].live.public_number() for one in (first, then)]
        assert len(set(numbers)) == 1
        assert looked.pop() == first
        assert looked == [], "the other one took it from the first"


def test_an_answer_stands_though_the_connection_is_cut_off_before_it_is_let_go_of(rooms):
    one, _ = rooms
    cut = []

    def cut_off(answer):
        number = g.session.scalar(text("SELECT pg_backend_pid()"))
        with one.room.store.engine.connect() as beside:
            beside.execute(text("SELECT pg_terminate_backend(:number, 5000)"), {"number": number})
        cut.append(number)
        return answer

    kept = one.application.after_request_funcs.setdefault(None, [])
    kept.append(cut_off)
    try:
        assert one.test_client().get("/sign-in").status_code == 200
    finally:
        kept.remove(cut_off)
    assert cut
    assert one.test_client().get("/sign-in").status_code == 200


def test_a_printing_is_told_of_by_whichever_process_is_asked(rooms):
    one, other = rooms
    job = one.jobs.start("map", lambda: (_ for _ in ()).throw(OrderNotAllowed("no")), False, lambda made: None)
    job.finished.wait(PATIENCE)
    told = other.jobs.find(job.id, "map")
    assert (told.state, told.words) == ("failed", "no")
    assert other.jobs.find(job.id, "team") is None


def test_a_printing_of_a_process_that_died_is_told_as_failed(rooms, monkeypatch):
    one, other = rooms
    waits = threading.Event()

    def gather():
        waits.wait(PATIENCE)
        raise OrderNotAllowed("no")

    job = one.jobs.start("map", gather, False, lambda made: None)
    assert other.jobs.find(job.id, "map").state == "working"
    monkeypatch.setattr("control.kernel.printing.jobs.SILENT", -1.0)
    told = other.jobs.find(job.id, "map")
    waits.set()
    job.finished.wait(PATIENCE)
    assert (told.state, told.words) == ("failed", "Whatever was printing it has stopped. Print it again.")


def test_what_came_of_a_printing_is_told_again_where_the_database_was_away(rooms, monkeypatch):
    one, other = rooms
    monkeypatch.setattr("control.kernel.printing.jobs.WORD", 0.5)
    keep, away = one.jobs._shared.keep, [OperationalError("INSERT", {}, Exception("away"))] * 2

    def kept(name, document, content=None):
        if document["state"] == "failed" and away:
            raise away.pop()
        keep(name, document, content)

    monkeypatch.setattr(one.jobs._shared, "keep", kept)
    job = one.jobs.start("map", lambda: (_ for _ in ()).throw(OrderNotAllowed("no")), False, lambda made: None)
    until(lambda: other.jobs.find(job.id, "map").state == "failed")


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


class Ended(Exception):
    """A server that was to answer."""


@pytest.fixture
def worker(postgresql, shipped, monkeypatch):
    """The room of one of several processes, of which each may have nine connections."""
    url = in_game(postgresql.url(postgresql.new()), "spring")
    new_game(open_store(url), shipped, CHANCE)
    monkeypatch.setattr("control.kernel.open_room.kept_drawing", lambda scenario, **_lies: scenario.digest)
    monkeypatch.setattr(serving, "connections_each", lambda *_: 9)
    monkeypatch.setattr(serving, "keep_what_is_there", lambda: None)
    rooms = []

    def answers(room, *_):
        rooms.append(room)
        raise Ended

    monkeypatch.setattr(serving, "listen", answers)
    with pytest.raises(Ended):
        run_several(open_one(open_store(url)), url, "127.0.0.1", 0, WayIn(), 2, [None])
    yield rooms[0]
    rooms[0].store.close()


def test_each_process_draws_its_map_anew_when_a_file_of_the_scenario_was_changed(worker, monkeypatch):
    before, drawn = worker.room.scenario.digest, []
    monkeypatch.setattr("control.kernel.open_room.kept_drawing", lambda one, **_: drawn.append(one) or one.digest)
    assert (worker.drawing(), worker.wide_drawing(), drawn) == (before, before, []), "as it was drawn for all"
    worker.room.scenario = SimpleNamespace(digest="another", turned=0)
    assert (worker.drawing(), worker.wide_drawing()) == ("another", "another")


def test_each_process_has_its_share_of_the_connections_also_to_one_game_of_several(worker):
    pool = worker.store.engine.pool
    assert pool.size() + pool._max_overflow == 9


@pytest.fixture
def club(postgresql, shipped):
    """A database with two games that have begun, served."""
    url = postgresql.url(postgresql.new())
    for name in ("spring", "west-1600"):
        new_game(open_store(in_game(url, name)), shipped, CHANCE)
    found = Club(url, open_one)
    found.url = url
    yield found
    found.end()
    found.close()


def test_many_games_of_a_database_are_listed_and_know_nothing_of_one_another(club, shipped):
    browser = Client(club)
    listed = browser.get("/")
    assert re.findall(r'href="/g/([^/"]+)/"', listed.text) == ["spring", "west-1600"]
    assert browser.get("/g/spring").location == "/g/spring/"
    for address in ("/nothing", "/g/autumn/", "/g/public/"):
        answer = browser.get(address)
        assert (answer.status_code, "There is no such game." in answer.text) == (404, True), address
    assert browser.get("/", headers={"Host": "evil.example"}).status_code == 421

    from_here = {"Sec-Fetch-Site": "same-origin"}
    code = {"code": CODES["map"], "name": "Ōta"}
    assert browser.post("/g/spring/sign-in", data=code, headers=from_here).location.endswith("/g/spring/")
    assert browser.get("/g/spring/map/").status_code == 200
    assert browser.get("/g/west-1600/map/").status_code == 303, "signed in at the other game only"
    raising = {"province": "kai", "troops": "1", "reason": "a gift"}
    sent = browser.post("/g/spring/map/raise/garrison.raise", data=raising, headers=from_here)
    assert sent.location.startswith("/g/spring/"), sent.text
    counted = {}
    for name in ("spring", "west-1600"):
        with club.room(name).store.read() as session:
            counted[name] = journal_at(session)
    assert counted == {"spring": 1, "west-1600": 0}
    for name, number in counted.items():
        assert f"data: {number}\n" in next(club.room(name).live.stream(lambda _audience: True)), name
    with club.room("spring").store.write(), club.room("west-1600").store.write():
        pass  # the writers of one game do not wait for those of another

    new_game(open_store(in_game(club.url, "autumn")), shipped, CHANCE)
    assert 'href="/g/autumn/">autumn <' in browser.get("/").text, "it is there at once"
    assert browser.get("/g/autumn/sign-in").status_code == 200


def test_guesses_at_all_games_of_a_club_count_together(club):
    door = Client(club)

    def guess(game, code="zzzz-zzzz"):
        return door.post(f"/g/{game}/sign-in", data={"code": code}, headers={"Sec-Fetch-Site": "same-origin"})

    assert guess("spring", CODES["map"]).status_code == 303, "known at this game, and no other"
    assert [guess("west-1600").status_code for _ in range(6)] == [422] * 5 + [429]
    assert guess("spring").status_code == 422
    door = Client(club)
    assert guess("spring").status_code == 429
    assert [club.room(name).brakes["desk"].guessing()[0].tries for name in ("spring", "west-1600")] == [8, 8]


def test_a_club_that_may_make_no_table_beside_its_games_serves_them_all_the_same(club, monkeypatch):
    def refused(_engine):
        raise ProgrammingError("CREATE", {}, Exception("permission denied for schema public"))

    monkeypatch.setattr("control.club.Shared", refused)
    assert Client(club).get("/g/spring/sign-in").status_code == 200


def test_the_door_of_a_clubs_game_says_which_it_is_and_leads_to_the_others(club, tmp_path, shipped):
    door = Client(club).get("/g/spring/sign-in").text
    assert "This is the game <strong>spring</strong>" in door
    assert '<a href="/">All games</a>' in door
    alone = open_one(new_game(open_store(tmp_path / "alone.db"), shipped, CHANCE).store)
    assert "All games" not in alone.test_client().get("/sign-in").text


def test_what_only_a_game_in_a_file_has_is_offered_at_no_desk_of_a_club(club):
    browser, from_here = Client(club), {"Sec-Fetch-Site": "same-origin"}
    code = {"code": CODES["game"], "name": "Ōta"}
    assert browser.post("/g/spring/sign-in", data=code, headers=from_here).status_code == 303
    desk = browser.get("/g/spring/game/").text
    assert "New to this?" in desk
    assert "/g/spring/demo/" not in desk, "neither on the page nor behind More"
    answer = browser.get("/g/spring/demo/")
    assert (answer.status_code, "There is no demo here" in answer.text) == (404, True)
    spare = browser.get("/g/spring/spare/").text
    assert "streaming replication" in spare
    assert "control-room follow" not in spare
    assert "take over" not in spare


def test_a_second_game_of_a_name_is_refused_by_that_word(club, shipped):
    with pytest.raises(OrderNotAllowed, match=r"a game of this name already\. Give another name behind \?game="):
        new_game(open_store(in_game(club.url, "spring")), shipped, CHANCE)


def test_a_game_that_is_taken_away_is_let_go_of_and_another_of_its_name_is_another_game(club, shipped, monkeypatch):
    browser, from_here = Client(club), {"Sec-Fetch-Site": "same-origin"}
    code = {"code": CODES["map"], "name": "Ōta"}
    assert browser.post("/g/spring/sign-in", data=code, headers=from_here).status_code == 303
    heard = []
    club.room("spring").live.join(heard.append, None)
    with club.store.engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA spring CASCADE")
    monkeypatch.setattr("control.club.LOOKS", 3600.0)
    answer = browser.get("/g/spring/map/")
    assert (answer.status_code, "This game is not in its database any more." in answer.text) == (503, True)

    monkeypatch.setattr("control.club.LOOKS", 0.0)
    assert "There is no such game." in browser.get("/g/spring/map/").text
    told = browser.get("/g/spring/api/state")
    assert (told.status_code, told.json["error"]) == (404, "There is no such game.")
    assert heard[-1] == "", "its screens are let go of"
    again = browser.get("/g/spring/live?desk=map")
    assert (again.content_type, again.text) == ("text/event-stream", says_only("gone")), "and are told why"
    assert browser.get("/g/west-1600/sign-in").status_code == 200

    new_campaign(open_store(in_game(club.url, "spring")), load_campaign("sekigahara_1600_gmt"))
    assert browser.get("/g/spring/table/").status_code == 303, "whoever sat in the one before is a stranger here"
    assert "campaign of 1600" in browser.get("/g/spring/sign-in").text


class LetGo(dict):
    """Rooms of which each is let go of by another thread in the moment in which it is open."""

    def __setitem__(self, name, held):
        super().__setitem__(name, held)
        self.pop(name)


def test_whoever_opened_a_game_that_is_taken_away_in_that_moment_is_answered(club):
    club._rooms = LetGo()
    assert Client(club).get("/g/spring/sign-in").status_code == 200


def test_what_cannot_be_opened_keeps_nobody_from_the_other_games(club, capsys):
    with club.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE \"west-1600\".alembic_version SET version_num = '9999'")
        for name, kept in (('"Accounts"', "rule_set text"), ("books", "pages int")):  # another program's
            connection.exec_driver_sql(f"CREATE SCHEMA {name}")
            for table in ("alembic_version (version_num text)", "journal (umpire text)", f"game ({kept})"):
                connection.exec_driver_sql(f"CREATE TABLE {name}.{table}")
    tell_of_games(club, ["http://hall/"])
    printed = capsys.readouterr().out
    assert re.search(r"/g/spring/ +Game Control \S+\n", printed)
    assert re.search(r"/g/west-1600/ +This game was opened with a newer version", printed)
    browser = Client(club)
    assert re.findall(r'href="/g/([^/"]+)/"', browser.get("/").text) == ["spring", "west-1600"]
    answer = browser.get("/g/west-1600/")
    assert (answer.status_code, "a newer version of the program" in answer.text) == (503, True)
    assert [browser.get(f"/g/{name}/").status_code for name in ("spring", "Accounts", "books")] == [303, 404, 404]
    club.open_all()
    assert browser.get("/g/spring/sign-in").status_code == 200


def test_a_club_that_was_started_before_its_network_has_the_address_that_it_has_by_now(club, capsys, monkeypatch):
    served, port = [], free_port()

    def look(mine, *_more):
        room = mine.room("spring")
        for hall, at in (("", "localhost"), ("10.1.2.3", "10.1.2.3"), ("", "10.1.2.3")):
            monkeypatch.setattr("control.kernel.network.address_in_the_hall", lambda hall=hall: hall)
            assert (mine.at, room.at) == (f"http://{at}:{port}", f"http://{at}:{port}/g/spring")
        return SimpleNamespace(run=lambda: served.append("looked at"))

    def begin(_workers, serve, listening):
        listening[0].close()
        served.append(serve)

    for where in ("control.kernel.network", "control.serving"):
        monkeypatch.setattr(f"{where}.address_in_the_hall", str)
    monkeypatch.setattr("control.serving.watch_over", begin)
    for name in ("end_with", "opened_all"):
        monkeypatch.setattr(f"control.serving.{name}", lambda _given: None)
    monkeypatch.setattr("control.serving.listen", look)
    run_club(club.url, "0.0.0.0", port, WayIn(), 1, None)
    assert NO_NETWORK in capsys.readouterr().out
    served[0]([])
    assert served[1:] == ["looked at"]
    tell_of_games(club, ["http://10.1.2.3:8000/"])
    assert NO_NETWORK not in capsys.readouterr().out


def test_a_game_that_is_locked_keeps_nobody_from_the_list(club, capsys, monkeypatch):
    monkeypatch.setattr("control.kernel.database.postgresql.LOCKED", 50)
    club.store.let_go()
    club.room("spring")
    with club.store.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql('LOCK TABLE "west-1600".game')
        listed = Client(club).get("/")
        tell_of_games(club, ["http://hall/"])
    assert (listed.status_code, re.findall(r'href="/g/([^/"]+)/"', listed.text)) == (200, ["spring", "west-1600"])
    assert "is locked just now" in listed.text
    assert re.search(r"/g/spring/ +Game Control \S+\n", capsys.readouterr().out)


def test_the_list_of_games_has_its_looks_from_one_that_answers():
    def page(*games):
        return Asked(lambda *_: None, "", False).answer("200 OK", games)[0].decode()

    listed = page(("spring", LOCKED), ("west-1600", "1600"))
    assert {*re.findall(r'(?:href|src)="/g/([^/"]+)/static/', listed)} == {"west-1600"}
    assert "/static/" not in page(("spring", LOCKED))


def test_whoever_comes_to_an_open_game_does_not_wait_for_one_that_is_being_opened(club):
    club.room("spring")
    begun, go_on = threading.Event(), threading.Event()

    def slowly(store):
        begun.set()
        go_on.wait(PATIENCE)
        return open_one(store)

    club._opened = slowly
    opening = threading.Thread(target=club.room, args=("west-1600",))
    asking = threading.Thread(target=Client(club).get, args=("/g/spring/sign-in",))
    opening.start()
    begun.wait(PATIENCE)
    asking.start()
    asking.join(PATIENCE / 2)
    waits = asking.is_alive()
    go_on.set()
    opening.join()
    assert not waits


def test_python_collects_again_once_all_games_are_open(club, monkeypatch):
    kept = threading.Event()
    monkeypatch.setattr(serving, "keep_what_is_there", kept.set)
    monkeypatch.setattr(serving, "end_with", lambda _end: None)
    monkeypatch.setattr(serving, "listen", lambda *_given: SimpleNamespace(run=lambda: kept.wait(PATIENCE)))
    with socket.create_server(("127.0.0.1", 0)) as port:
        serving.run_club(club.url, "127.0.0.1", port.getsockname()[1], serving.WayIn(), 1, [port])
    assert kept.is_set()


def test_all_games_of_a_process_share_the_connections_that_it_may_have(club):
    few = Club(club.url, open_one, 7)
    club.close()  # as the first process does before others are born
    pool = few.room("spring").store.engine.pool
    assert pool.size() + pool._max_overflow == 7
    assert few.room("west-1600").store.engine.pool is pool
    few.close()


@pytest.mark.parametrize("name", ["Spring", "1600", 'a"b', "a" * 41, "pg_temp", "information_schema"])
def test_a_name_that_no_schema_should_have_is_told(postgresql, name):
    with pytest.raises(OrderNotUnderstood, match="no name for a game"):
        open_store(in_game(postgresql.url(), name))
