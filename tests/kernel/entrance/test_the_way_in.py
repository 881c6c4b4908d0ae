"""Who gets as far as the door: names, forms from elsewhere, connections of one address, and encryption."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import io
import re
import select
import selectors
import socket
import ssl
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import OperationalError

from control import listening
from control.encryption import context_of, fingerprint, for_the_day
from control.kernel.entrance import cookies
from control.kernel.errors import OrderNotAllowed
from control.kernel.pages.errors_pages import FULL
from control.kernel.pages.threshold import is_known
from control.kernel.spare.following import First
from control.listening import Ears
from control.serving import CONNECTIONS, OWN_FILES, WayIn, heard_by, listen, places, tell
from control.streams import Answer, Stream, Streams
from tests.conftest import sign_in
from tests.games import CODES
from tests.kernel.conftest import running

PATIENCE = 60.0
KNOWN = ("localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.20:8000", "laptop:8000", "laptop.local", "hall.lan.")
UNKNOWN = ("evil.example", "evil.example:8000", "192.168.1.20.evil.example", "laptop.local.example", "", ":8000")


def test_a_hall_is_never_locked_out_and_no_site_of_the_world_comes_in():
    assert [one for one in KNOWN if not is_known(one, ())] == []
    assert [one for one in UNKNOWN if is_known(one, ())] == []
    assert is_known("Room.Example.org:443", {"room.example.org"})


def test_whoever_calls_by_another_name_is_told_what_to_do(app):
    answer = app.test_client().get("/sign-in", headers={"Host": "evil.example"}, answers=421)
    assert "--name evil.example" in answer.text
    assert app.at in answer.text
    assert app.test_client().post("/sign-in", headers={"Host": "evil.example", "X-Sending": "map"}).status_code == 421
    app.names = frozenset({"evil.example"})
    assert app.test_client().get("/sign-in", headers={"Host": "evil.example"}).status_code == 200


def silent(app, desk="game"):
    """A browser that does not say where its forms come from."""
    client = sign_in(app, desk)
    del client.environ_base["HTTP_SEC_FETCH_SITE"]
    return client


def key_in(client, address):
    """The key of the first form of a page."""
    return re.search(r'name="key" value="([^"]+)"', client.get(address).text).group(1)


def test_a_browser_that_says_nothing_shows_the_key_of_its_page(app, hall):
    client, other = silent(app), silent(app)
    order = {"text": "Tea is ready."}
    assert client.post("/announcements/", data=order).status_code == 403
    assert client.post("/announcements/", data={**order, "key": "0123456789abcdef"}).status_code == 403
    theirs = key_in(other, "/announcements/")
    assert client.post("/announcements/", data={**order, "key": theirs}).status_code == 403, "another's sign-in"
    assert hall.entries() == []
    mine = key_in(client, "/announcements/")
    assert client.post("/announcements/", data={**order, "key": mine}).status_code == 303
    assert client.post("/announcements/", data={**order, "key": mine}).status_code == 303
    assert len(hall.entries()) == 1, "sent twice, it acts once"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://localhost"}, 303),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[evil.example"}, 403),
        ({"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}, 403),
    ],
)
def test_a_browser_that_says_whence_a_form_comes_is_believed(app, headers, status):
    assert silent(app).post("/announcements/", data={"text": "Tea."}, headers=headers).status_code == status


def test_what_signs_cookies_is_made_once_for_a_game(app, monkeypatch):
    made, signs = [], cookies.URLSafeTimedSerializer

    def noted(key, **how):
        made.append(key)
        return signs(key, **how)

    monkeypatch.setattr(cookies, "URLSafeTimedSerializer", noted)
    monkeypatch.setattr(app, "key", "a key of its own")
    browser = sign_in(app, "map")
    for _ in range(3):
        browser.get("/map/", answers=200)
    assert made == ["a key of its own"]


def test_scripts_with_a_code_need_no_key_and_a_form_made_up_as_json_is_none(app):
    text = '{"text": "Tea."}'
    client = silent(app)
    assert client.post("/api/actions/announcement.make", data=text, content_type="text/plain").status_code == 403
    script = app.application.test_client()
    script.environ_base.update(client.environ_base)
    bearer = {"Authorization": f"Bearer {CODES['game']}"}
    sent = script.post("/api/actions/announcement.nonsense", data=text, headers=bearer, content_type="text/plain")
    assert sent.status_code == 400, "it came as far as the action, which there is not"


def test_json_from_a_signed_in_page_needs_no_key_for_no_other_site_may_send_it(app, hall):
    client = silent(app)
    assert client.post("/api/actions/announcement.post", json={"text": "Tea.", "desks": ["map"]}).status_code == 200
    assert [one.action for one in hall.entries()] == ["announcement.post"]


@pytest.mark.parametrize("name", ["Ō\x1bta\u202e", "\u2067Ōta\x7f"])
def test_the_name_of_an_umpire_turns_no_words_behind_it(app, name):
    browser, script = app.test_client(), app.test_client()
    browser.post("/sign-in", data={"code": CODES["map"], "name": name})
    assert 'data-umpire="Ōta"' in browser.get("/map/").text
    sent = {"Authorization": f"Bearer {CODES['game']}", "X-Umpire": name.encode().decode("latin-1")}
    assert (
        script.post("/api/actions/announcement.post", json={"text": "Tea."}, headers=sent).get_json()["umpire"] == "Ōta"
    )


# ---- Connections


@contextmanager
def served(app, way=None, **more):
    """The room on a port of this machine, heard by real ears; its server."""
    server = listen(app, "127.0.0.1", 0, threads=2, way=way)
    if more:
        heard_by(Ears(**more), server)
    with running(server):
        yield server


@pytest.fixture
def connected():
    """Makes connections to a server, and closes them in the end."""
    with ExitStack() as kept:

        def made(server):
            at = ("127.0.0.1", server.effective_port)
            return kept.enter_context(socket.create_connection(at, timeout=PATIENCE))

        yield made


def answer_on(one):
    """What it says to a short question; nothing if the connection is closed."""
    try:
        one.sendall(b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return one.recv(12)
    except ConnectionError:
        return b""


def ends(one, until):
    """Whether a connection is closed, though a letter more is said now and then."""
    one.settimeout(0.05)
    while time.monotonic() < until:
        try:
            one.sendall(b"a")
            if one.recv(1) == b"":
                return True
        except TimeoutError:
            continue
        except ConnectionError:
            return True
    return False


def test_one_address_has_so_many_connections_and_no_more(app, connected):
    with served(app, most=3) as server:
        open_ones = [connected(server) for _ in range(3)]
        assert [answer_on(one) for one in open_ones] == [b"HTTP/1.1 200"] * 3
        assert answer_on(connected(server)) == b""
        open_ones[0].close()
        until = time.monotonic() + PATIENCE
        while not (said := answer_on(connected(server))) and time.monotonic() < until:
            pass
        assert said == b"HTTP/1.1 200", "who goes makes room"


def test_who_takes_for_ever_to_say_what_he_wants_is_let_go(app, connected):
    with served(app, most=9, longest=0.05) as server:
        slow, other = connected(server), connected(server)
        slow.sendall(b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\ncode=")
        assert ends(slow, time.monotonic() + PATIENCE), "it was listened to for ever"
        assert answer_on(other) == b"HTTP/1.1 200"


def opened_stream(one):
    """Ask for a stream; what it begins with."""
    one.sendall(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    said = b""
    while b"data: " not in said:
        said += (piece := one.recv(9999))
        assert piece, said
    return said


def test_whoever_asks_for_the_head_of_a_stream_alone_gets_it_and_holds_no_place(app, connected):
    with served(app, most=9, most_streams=1) as server:
        asks, listens = connected(server), connected(server)
        asks.settimeout(PATIENCE)
        asks.sendall(b"HEAD /live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        head = asks.recv(9999)
        assert head.startswith(b"HTTP/1.1 200")
        assert b"text/event-stream" in head
        assert head.endswith(b"\r\n\r\n"), "there is nothing behind a head"
        opened_stream(listens)
        assert not ends(listens, time.monotonic() + 0.3), "the one place was free"


def raises(error):
    """Something that cannot be done."""

    def tried(*_given):
        raise error

    return tried


def asked(one, head=""):
    """All that is answered to one who asks for a stream, until the connection or the answer ends."""
    one.sendall(f"GET /live HTTP/1.1\r\nHost: localhost\r\n{head}\r\n".encode())
    said = b""
    while not said.endswith(b"0\r\n\r\n") and (more := one.recv(9999)):
        said += more
    return said


def test_whose_place_was_taken_as_his_stream_began_is_sent_away_and_holds_no_place(app, connected, monkeypatch):
    monkeypatch.setattr("control.kernel.entrance.front_pages.sits_there", lambda: lambda _now: False)
    with served(app, most=9, most_streams=1) as server:
        said = asked(connected(server), f"Authorization: Bearer {CODES['map']}\r\n")
        assert said.startswith(b"HTTP/1.1 200")
        assert b"retry: " in said
        assert b"data: " not in said
        listens = connected(server)
        opened_stream(listens)
        assert not ends(listens, time.monotonic() + 0.3), "the one place was free"


def test_a_stream_that_could_not_begin_holds_no_place(app, connected, monkeypatch):
    with served(app, most=9, most_streams=1) as server:
        with monkeypatch.context() as away:
            away.setattr(app.live, "public_number", raises(OperationalError("", None, Exception("connection refused"))))
            one = connected(server)
            one.sendall(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 503"
        listens = connected(server)
        opened_stream(listens)
        assert not ends(listens, time.monotonic() + 0.3), "the one place was free"


def test_whoever_has_gone_before_his_stream_was_parked_holds_no_place(app, connected, monkeypatch):
    parks, gone = Answer.finish, []

    def late(answer):
        if answer.stream and not gone:
            answer.channel.will_close = True  # so the server notes that its words were not taken, and closes meanwhile
            answer.channel.server.pull_trigger()
            until(lambda: not answer.channel.connected)
            gone.append(answer.stream)
        parks(answer)

    monkeypatch.setattr(Answer, "finish", late)
    with served(app, most=9, most_streams=1) as server:
        opened_stream(connected(server))
        until(lambda: gone and not app.live._screens)
        listens = connected(server)
        opened_stream(listens)
        assert not ends(listens, time.monotonic() + 0.3), "the one place was free"


def test_streams_hold_no_thread_and_one_address_has_so_many(app, connected, hall):
    with served(app, most=9, most_streams=2) as server:
        before = threading.active_count()
        ones = [connected(server) for _ in range(3)]
        for one in ones:
            opened_stream(one)
        assert len(app.live._screens) == 2
        assert ends(ones[2], time.monotonic() + PATIENCE), "the third was told the number, and asked to come again"
        app.live._public_at += 1
        app.live._tell_news(to_desks=False)
        assert all(b"event: journal" in one.recv(999) for one in ones[:2])
        assert threading.active_count() - before <= 4
        ones[0].close()
        until = time.monotonic() + PATIENCE
        while len(app.live._screens) == 2 and time.monotonic() < until:
            pass
        assert b"data: " in opened_stream(connected(server)), "who goes makes room"
        assert len(app.live._screens) == 2
        app.live.end()
        assert ones[1].recv(999).endswith(b"0\r\n\r\n"), "it ends as an answer does"


def test_a_connection_has_one_stream_whatever_is_asked_behind_it(app, connected):
    with served(app, most=9, most_streams=5) as server:
        one = connected(server)
        one.sendall(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
        said = b""
        while said.count(b"HTTP/1.1 200") < 2:
            said += (piece := one.recv(9999))
            assert piece, said
        one.close()
        until = time.monotonic() + PATIENCE
        while app.live._screens and time.monotonic() < until:
            time.sleep(0.01)
        assert app.live._screens == set(), "nobody listens there any more, and somebody is told for ever"


def test_an_address_has_room_for_the_streams_of_eighty_phones_and_not_for_all_of_the_hall():
    ears = Ears()
    heard = [ears.may_listen("10.0.0.7") for _ in range(1000)].count(True)
    assert 160 <= heard < 999, "each phone behind one address has a stream, and some have two"
    assert ears.may_listen("10.0.0.8"), "and nobody else is shut out for it"


def test_all_addresses_together_have_no_more_streams_than_there_is_room_for():
    ears = Ears(most_streams_of_all=3, free=frozenset(["10.0.0.1"]))
    assert [ears.may_listen(f"10.0.0.{one}") for one in (1, 1, 2, 3, 1)] == [True, True, True, False, False]
    ears.listens_no_more("10.0.0.2")
    assert ears.may_listen("10.0.0.3"), "who goes makes room"


@pytest.mark.parametrize("encrypted", [False, True])
@pytest.mark.parametrize("files", [256, 1024, 4096, 1_000_000])
def test_connections_and_streams_leave_the_game_the_files_that_it_needs(files, encrypted):
    connections, streams = places(files, encrypted)
    assert (connections + streams) * (3 if encrypted else 1) <= files - OWN_FILES
    assert 0 < connections <= CONNECTIONS
    assert (connections, streams > 3000) == (CONNECTIONS, True) or files < 10_000


def test_where_select_alone_waits_there_are_no_more_than_it_takes(app, monkeypatch):
    """Windows: with more than 512 sockets its loop would end, and with it the room."""
    monkeypatch.delattr(select, "poll")
    connections, streams = places(1_000_000, False)
    assert connections <= 512 - 50
    assert streams < 512
    assert places(256, False) == (53, 53), "and where there are fewer files, fewer still"
    server = listen(app, "127.0.0.1", 0)
    assert server.adj.connection_limit == connections
    server.close()


class SelectOfWindows(selectors.SelectSelector):
    """Waits for nobody only by an error."""

    def select(self, timeout=None):
        if not self.get_map():
            raise OSError(10022, "An invalid argument was supplied")
        return super().select(timeout)


def test_who_has_gone_is_noticed_where_select_refuses_to_wait_for_nobody(app, monkeypatch):
    monkeypatch.setattr(selectors, "DefaultSelector", SelectOfWindows)
    streams = Streams()
    for _ in range(2):
        here, there = socket.socketpair()
        over = threading.Event()
        stream = Stream(streams, app.live, over.set)
        stream.taken_over(here, False)
        there.close()
        assert over.wait(PATIENCE), "the thread that notices it is there"
        time.sleep(0.1)  # now nobody listens


def test_where_nobody_listens_any_longer_no_thread_waits_for_whoever_has_gone(app, monkeypatch):
    begun = []
    monkeypatch.setattr("control.streams.begin", lambda work, name: begun.append(threading.Thread(target=work)))
    streams = Streams()
    for many in (1, 2):
        here, there = socket.socketpair()
        over = threading.Event()
        stream = Stream(streams, app.live, over.set)
        stream.taken_over(here, False)
        assert len(begun) == many, "whoever comes after all had gone has a thread that notices when he goes"
        begun[-1].start()
        there.close()
        assert over.wait(PATIENCE)
        begun[-1].join(PATIENCE)
        assert not begun[-1].is_alive()


def test_whoever_comes_when_too_many_files_are_open_waits_and_is_not_told_of_in_the_log(
    app, connected, monkeypatch, caplog
):
    with served(app) as server:
        none_left, met = [OSError(errno.EMFILE, "Too many open files")] * 3, socket.socket.accept

        def accept(listening):
            if none_left:
                raise none_left.pop()
            return met(listening)

        monkeypatch.setattr(socket.socket, "accept", accept)
        assert answer_on(connected(server)) == b"HTTP/1.1 200"
    assert none_left == []
    assert [one for one in caplog.records if "accept" in one.getMessage()] == []


@pytest.mark.parametrize(("address", "kind"), [("/sign-in", b"text/html"), ("/api/actions/x", b"application/json")])
def test_what_is_far_too_long_is_told_in_our_words(app, connected, address, kind):
    with served(app, most=9) as server:
        one = connected(server)
        head = f"POST {address} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99000000\r\n\r\n"
        one.sendall(head.encode())
        said = b"".join(iter(lambda: one.recv(9999), b""))
    assert said.startswith(b"HTTP/1.1 413 ")
    assert kind in said
    assert b"Nothing was changed. A form or an order has up to two million letters." in said


def test_what_is_longer_than_four_megabytes_is_not_even_listened_to(app, connected):
    with served(app, most=9) as server:
        one = connected(server)
        one.sendall(b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4100000\r\n\r\n")
        assert one.recv(12) == b"HTTP/1.1 413"


def said_to(one):
    """All that is said on a connection until it is closed."""
    return b"".join(iter(lambda: one.recv(9999), b""))


def five_megabytes(path="/sign-in"):
    """A form that nobody takes, with all of it."""
    return f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n".encode() + bytes(5_000_000)


def test_whoever_goes_on_sending_what_is_too_long_still_reads_that_it_is(app, connected):
    with served(app, most=9) as server:
        one = connected(server)
        one.sendall(five_megabytes())
        assert said_to(one).startswith(b"HTTP/1.1 413 ")


def test_whoever_goes_on_sending_for_ever_is_cut_off(app, connected, monkeypatch):
    monkeypatch.setattr(listening, "LINGERS", 0.2)
    with served(app, most=9) as server:
        one, sends = connected(server), five_megabytes()[:9999]

        def is_cut_off():
            with contextlib.suppress(ConnectionError):
                one.sendall(sends)
                return False
            return True

        until(is_cut_off)
        assert not server.active_channels


def until(there):
    """Wait until something is so."""
    give_up = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < give_up, "it never came to be"
        time.sleep(0.02)


class OnFullDisk(io.BytesIO):
    """A temporary file for whose beginning alone there is room: it says so when it is written, and once when closed."""

    told = False

    def write(self, data):
        if self.tell() + len(data) > 530_000:
            raise OSError(errno.ENOSPC, "…")
        return super().write(data)

    def close(self):
        if not self.told:
            self.told = True
            raise OSError(errno.ENOSPC, "…")
        super().close()


@pytest.fixture
def no_room(monkeypatch):
    """The disk for temporary files is full."""
    monkeypatch.setattr("waitress.buffers.TempfileBasedBuffer.newfile", lambda _buffer: OnFullDisk())


@pytest.mark.parametrize("length", ["Content-Length: 600000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize(("address", "kind"), [("/sign-in", b"text/html"), ("/api/actions/x", b"application/json")])
def test_what_there_is_no_room_for_on_its_way_is_told(app, connected, no_room, caplog, address, kind, length):
    with served(app, most=9) as server:
        one = connected(server)
        body = bytes(600_000) if "600000" in length else b"927C0\r\n" + bytes(600_000) + b"\r\n0\r\n\r\n"
        one.sendall(f"POST {address} HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n".encode() + body)
        said, told_of = said_to(one), list(caplog.records)
        assert answer_on(connected(server)) == b"HTTP/1.1 200", "others are served"
    assert said.startswith(b"HTTP/1.1 503 ")
    assert b"Retry-After: 5" in said
    assert kind in said
    assert FULL.encode() in said
    assert told_of == []


def test_a_full_disk_for_temporary_files_cuts_no_paper_off_on_its_way_out(app, connected, no_room, monkeypatch):
    paper = bytes(3_000_000)
    app.application.view_functions["about.show"], kept = lambda: paper, app.application.view_functions["about.show"]
    try:
        with served(app, most=9) as server:
            one = connected(server)
            one.sendall(b"GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            time.sleep(0.3)  # what he does not read yet has to wait somewhere
            assert said_to(one).endswith(b"\r\n\r\n" + paper)
    finally:
        app.application.view_functions["about.show"] = kept


@pytest.mark.parametrize("length", ["Content-Length: 900", "Transfer-Encoding: chunked"])
def test_an_order_that_is_cut_off_on_its_way_changes_nothing(app, hall, connected, length):
    head = f"POST /api/actions/announcement.post HTTP/1.1\r\nHost: localhost\r\n{length}\r\n"
    order = '{"text": "Tea is ready.", "desks": ["map"]}'
    with served(app, most=9) as server:
        one = connected(server)
        piece = f"{len(order):x}\r\n{order}\r\n" if "chunked" in length else order  # and another should follow
        one.sendall(f"{head}Authorization: Bearer {CODES['game']}\r\n\r\n{piece}".encode())
        one.close()
        until(lambda: not server.active_channels)
        assert answer_on(connected(server)) == b"HTTP/1.1 200"
    assert hall.entries() == []


@pytest.mark.parametrize(("number", "status"), [(errno.ENOSPC, 503), (errno.EIO, 500)])
def test_a_full_disk_for_temporary_files_is_told_as_such(app, monkeypatch, caplog, number, status):
    monkeypatch.setattr("control.sengoku.safety.midway_pages.write_workbook", raises(OSError(number, "…")))
    answer = sign_in(app, "game").get("/safety/midway/workbook.xlsx")
    assert (answer.status_code, "The disk is full" in answer.text) == (status, status == 503)
    assert bool(caplog.records) == (status == 500)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
@pytest.mark.parametrize("address", ["/sign-in", "/open-again", "/over", "/announcements/"])
def test_a_form_that_is_too_long_is_told_on_a_page(app, address, kind):
    part = b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n' if "x" in kind[-1:] else b"code="
    sent = part + b"a" * 2_500_000 + b"\r\n--x--\r\n"
    answer = sign_in(app, "game").post(address, data=sent, content_type=kind, answers=413)
    assert "That is far too long for a form. Nothing was changed." in answer.text


@pytest.mark.parametrize(("behind", "who", "secure"), [("127.0.0.1", "10.1.2.3", True), ("", "127.0.0.1", False)])
def test_a_proxy_s_word_counts_from_its_address_alone(app, connected, monkeypatch, behind, who, secure):
    seen = []
    monkeypatch.setattr("control.kernel.pages.brake.Brake.attempt", lambda _brake, address, _device, compare: (
        seen.append(address), compare())[1])  # fmt: skip
    body = f"code={CODES['map']}"
    ask = (
        "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: 10.1.2.3\r\n"
        "X-Forwarded-Proto: https\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
    with served(app, WayIn(behind=behind)) as server:
        one = connected(server)
        one.sendall(ask)
        said = b"".join(iter(lambda: one.recv(9999), b"")).decode()
    assert seen == [who]
    assert ("; Secure" in said) is secure


@pytest.mark.parametrize(
    ("host", "said", "status"), [("evil.example", "localhost", 421), ("localhost", "evil.example", 200)]
)
def test_by_which_name_it_was_called_says_the_request_itself_behind_a_proxy_too(app, connected, host, said, status):
    with served(app, WayIn(behind="127.0.0.1")) as server:
        one = connected(server)
        one.sendall(f"GET /about HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-Host: {said}\r\n\r\n".encode())
        assert one.recv(12).decode() == f"HTTP/1.1 {status}"


# ---- Encryption


def test_a_certificate_of_the_day_is_kept_for_the_day_and_for_its_owner_alone(tmp_path):
    file, now = tmp_path / "day.pem", datetime.now(UTC)
    first = fingerprint(for_the_day(file, ["192.168.1.20", "localhost"], now))
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", first)
    assert file.stat().st_mode & 0o077 == 0
    assert fingerprint(for_the_day(file, ["localhost"], now + timedelta(hours=12))) == first, "started again at noon"
    assert fingerprint(for_the_day(file, ["192.168.1.21"], now)) != first, "in another network"
    other = fingerprint(file)
    assert fingerprint(for_the_day(file, ["192.168.1.21"], now + timedelta(days=3))) != other, "on another day"
    file.write_text("none", encoding="ascii")
    for_the_day(file, ["localhost"], now)
    assert context_of(file, None)


def test_a_certificate_that_is_none_is_told_in_a_sentence(tmp_path):
    for content in ("", "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n"):
        (tmp_path / "bad.pem").write_text(content, encoding="ascii")
        with pytest.raises(OrderNotAllowed, match="--certificate day"):
            context_of(tmp_path / "bad.pem", None)
    with pytest.raises(OrderNotAllowed, match="No such file"):
        context_of(tmp_path / "none.pem", None)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (b"GET /map/?a=b HTTP/1.1\r\nHost: 192.168.1.20:8000\r\n\r\n", "302 https://192.168.1.20:8000/map/?a=b"),
        (b"POST /sign-in HTTP/1.1\r\nhost: hall\r\nContent-Length: 9\r\n\r\ncode=ab12", "302 https://hall/sign-in"),
        (b"GET / HTTP/1.1\r\n\r\n", "400 "),
        (b"GET / HTTP/1.1\r\nHost: a<c>\r\n\r\n", "400 "),
        (b"GET http://elsewhere/ HTTP/1.1\r\nHost: hall\r\n\r\n", "400 "),
        (b"nothing that anybody understands\r\n\r\n", "400 "),
        (b"GET /" + 70_000 * b"x", ""),
        (b"GET / HTTP/1.1\r\nHost: one who goes to sleep", ""),
        (b"", ""),
    ],
    ids=str,
)
def test_whoever_types_the_address_without_https_is_sent_there(encrypted, monkeypatch, asked, told):
    if not told:  # else what he says may come late
        monkeypatch.setattr("control.encryption.HANDSHAKE", 0.2)
    with socket.create_connection(("127.0.0.1", encrypted), timeout=PATIENCE) as line:
        line.sendall(asked)
        said = b""
        with contextlib.suppress(ConnectionResetError):  # what he had not finished saying is heard no more
            while piece := line.recv(9999):
                said += piece
    head, _, words = said.decode().partition("\r\n\r\n")
    location = re.search(r"^Location: (.*)$", head, re.MULTILINE)
    assert f"{head[9:12]} {location[1].strip() if location else ''}".lstrip() == told
    assert not said or words.startswith("This control room speaks https: ")


def test_an_encrypted_room_knows_who_asks_and_its_cookies_stay_on_that_way(app, encrypted, monkeypatch):
    seen = []
    monkeypatch.setattr("control.kernel.pages.brake.Brake.attempt", lambda _brake, address, _device, compare: (
        seen.append(address), compare())[1])  # fmt: skip
    context = ssl.create_default_context(cafile=str(app.room.store.file) + "-certificate.pem")
    body = f"code={CODES['map']}".encode()
    ask = (
        f"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: 8.8.8.8\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    mine = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"  # elsewhere a machine has but one of its own
    plain = socket.create_connection(("127.0.0.1", encrypted), timeout=PATIENCE, source_address=(mine, 0))
    with context.wrap_socket(plain, server_hostname="localhost") as safe:
        safe.sendall(ask + body)
        said = b"".join(iter(lambda: safe.recv(9999), b"")).decode()
    assert said.startswith("HTTP/1.1 303")
    cookies = [line for line in said.splitlines() if line.startswith("Set-Cookie")]
    assert cookies
    assert all("; Secure" in line for line in cookies)
    assert seen == [mine], "nobody says of himself who he is"
    assert app.fingerprint == fingerprint(app.room.store.file.with_name(f"{app.room.store.file.name}-certificate.pem"))


def test_whoever_goes_on_sending_what_is_too_long_reads_it_on_an_encrypted_way_too(app, encrypted):
    context = ssl.create_default_context(cafile=str(app.room.store.file) + "-certificate.pem")
    with (
        socket.create_connection(("127.0.0.1", encrypted), timeout=PATIENCE) as line,
        context.wrap_socket(line, server_hostname="localhost") as one,
    ):
        one.sendall(five_megabytes())
        assert one.recv(12) == b"HTTP/1.1 413"


def test_a_line_that_breaks_off_while_nobody_listens_to_it_is_closed(app, encrypted, monkeypatch):
    monkeypatch.setattr("control.encryption.CUT_OFF", 0.2)
    monkeypatch.setattr("control.encryption.hand_on", lambda *_: asyncio.sleep(1.0))
    context = ssl.create_default_context(cafile=str(app.room.store.file) + "-certificate.pem")
    with (
        socket.create_connection(("127.0.0.1", encrypted), timeout=10) as line,
        context.wrap_socket(line, server_hostname="localhost") as one,
    ):
        one.sendall(bytes(200_000))  # more than is kept for whoever does not listen, and less than is not even taken
        one.shutdown(socket.SHUT_WR)
        said_to(one)


def test_the_fingerprint_is_printed_in_one_line_of_a_window_and_can_be_given_as_it_stands(capsys):
    whole = ":".join(f"{number:02X}" for number in range(32))
    tell("A room", "games/game.db", ["https://localhost:8000/"], [], whole)
    lines = capsys.readouterr().out.splitlines()
    printed = lines[lines.index("Fingerprint of the certificate (SHA-256):") + 2]
    assert len(printed) < 80
    assert First("https://room", "", printed.strip()).fingerprint == whole.replace(":", "")


def test_a_code_in_the_window_of_the_server_stands_apart_from_its_name_however_long_that_is(capsys):
    own = "Hans von und zu Hohenlohe, Non-Player Daimyo Control"
    tell("A room", "games/game.db", ["http://localhost:8000/"], [("Game Control", "abcdefgh"), (own, "ijklmnop")])
    lines = capsys.readouterr().out.splitlines()
    short, long = lines[lines.index("Codes of the desks:") + 2 :][:2]
    assert (short.split()[-1], long) == ("abcd-efgh", f"  {own}  ijkl-mnop")
    assert short.index("abcd") == long.index("ijkl"), "one beneath the other"


def test_a_log_on_a_full_disk_keeps_nobody_from_being_served(monkeypatch):
    class Full(io.StringIO):
        encoding = "utf-8"

        def flush(self):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    tell("A room", "games/game.db", ["http://localhost:8000/"], [("Game Control", "abcdefgh")])


def test_two_who_give_no_name_at_the_door_are_two_umpires(app, monkeypatch):
    drawn = iter("ABCD")
    monkeypatch.setattr("control.kernel.entrance.front_pages.secrets.choice", lambda _letters: next(drawn))
    browsers = [app.test_client() for _ in range(2)]
    for browser in browsers:
        browser.post("/sign-in", data={"code": CODES["team"], "name": " "}, answers=303)
    known = [browser.get("/hide", headers={"HX-Request": "true"}).json["name"] for browser in browsers]
    assert known == ["Team Control AB", "Team Control CD"]


def test_who_signs_in_at_another_game_of_the_same_machine_stays_signed_in_at_the_first(hall_at, app_of):
    one, other = app_of(hall_at("orders")), app_of(hall_at("sides"))
    other.key = "another"  # each game has a key of its own
    first, second = sign_in(one, "map"), other.test_client()
    second._cookies = first._cookies  # a browser keeps those of all ports of a machine together
    assert second.get("/map/").status_code == 303
    second.post("/sign-in", data={"code": CODES["team"], "name": "Ōta"})
    assert second.get("/team/").status_code == first.get("/map/").status_code == 200
    second.post("/sign-out")
    assert first.get("/map/").status_code == 200
