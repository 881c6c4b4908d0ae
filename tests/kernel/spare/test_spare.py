"""A spare follows entry by entry, proves each, survives every cut, and takes over with all that it had confirmed."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import io
import json
import re
import shutil
import socket
import sqlite3
import ssl
import threading
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from control.cli import main
from control.following import (
    Teller,
    Wanted,
    announce,
    ask_spares,
    begin_telling,
    codes_on_paper,
    follow,
    hand_out,
    hear,
    once_reached,
    spare_of,
    tell_elder,
    told,
)
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.codes import in_groups
from control.kernel.database.store import open_store
from control.kernel.errors import NotKept, OrderNotAllowed, OrderNotUnderstood
from control.kernel.opening import opened
from control.kernel.proof.verify import rows_of, verify
from control.kernel.roles import Seat
from control.kernel.rows import Desk
from control.kernel.spare.followers import ENTRIES, Follower, Followers
from control.kernel.spare.following import First, Spare, Step, TakenOver, Unreachable, stand_by
from control.kernel.spare.marked import is_marked, keep_note, moves, note_of, seal
from control.kernel.spare.taking_over import (
    Taken,
    gone,
    missing,
    note_gone,
    note_spares,
    say,
    spares_of,
    take_over,
    went_on,
)
from control.serving import DAY, NOT_YET, WayIn, run_one
from printouts.codes import in_letters
from tests.conftest import sign_in
from tests.games import CODES, Hall, to_own_code, to_spied
from tests.paper.reading import codes_on, pages_of
from tests.ports import free_port

FIRST = "http://192.168.1.20:8000"
HERE = "http://192.168.1.21:8000"


CONNECTED = First.connected


class Wire:
    """The network between two rooms of one process, which may be cut (``cut`` after so many requests), and on which
    somebody may change what is said."""

    def __init__(self, app):
        self.app, self.cut, self.meddle, self.asked = app, -1, None, Counter()

    def request(self, method, path, body, headers):
        self.asked[path.partition("?")[0].rpartition("/")[2]] += 1
        if self.cut == 0:
            raise ConnectionResetError("cut off")
        self.cut -= 1
        self.answer = self.app.test_client().open(path, method=method, data=body, headers=headers)
        self.said = self.answer.get_data()
        self.answer.close()
        if self.meddle and path.endswith(("/entries", "/moved")):
            self.said = json.dumps(self.meddle(json.loads(self.said))).encode()

    def getresponse(self):
        self.status, self.headers = self.answer.status_code, self.answer.headers
        return self

    def read(self, many=-1):
        many = len(self.said) if many < 0 else many
        piece, self.said = self.said[:many], self.said[many:]
        return piece

    def close(self):
        pass


def raises(error):
    """What raises it, whatever it is given."""

    def broken(*_given, **_more):
        raise error

    return broken


@pytest.fixture
def wire(app_of, hall_at):
    """A served game at a battle, and the way to it."""
    hall = hall_at("battle")
    app = app_of(hall)
    found = Wire(app)
    found.hall = hall
    return found


@pytest.fixture
def spare_at(wire, tmp_path, monkeypatch):
    """Makes a spare that follows it; each is closed in the end."""
    made = []

    def spare(code=CODES["game"], file="spare.db"):
        first = First(FIRST, code)
        monkeypatch.setattr(First, "connected", lambda _first, _patience: wire)
        made.append(Spare(tmp_path / file, first, "Second laptop", lambda: HERE))
        return made[-1]

    yield spare
    for one in made:
        one.close()


def alike(hall, spare):
    """Whether every row and every entry of both games is the same."""
    other = Hall(spare.room)
    return rows_of(hall.room) == rows_of(spare.room) and [one.as_dict() for one in hall.entries()] == [
        one.as_dict() for one in other.entries()
    ]


def test_what_is_done_there_is_proved_here_with_its_dice_its_secrets_and_what_is_taken_back(wire, spare_at):
    hall, spare = wire.hall, spare_at()
    assert "was taken from" in spare.begin()
    wire.meddle = lambda found: found | {"now": found["now"] + 90}  # its clock is ahead
    hall.do("announcement.post", "game", text="Hear", desks=["map"])
    hushed = hall.do("petition.file", "team", clan="takeda", against="uesugi", matter="a border")
    assert hushed.heard_by, "what only some may know of: others’ dice go by another number"
    fought = hall.fight(die=None)
    to_spied(hall)
    hall.undo(fought.number)
    ahead = len(hall.entries()) - len(Hall(spare.room).entries())
    step = spare.step(wait=0)
    assert (step.came, step.behind, step.told) == (ahead, 0, "")
    assert alike(hall, spare)
    assert spare.step(wait=0).came == 0
    assert note_of(spare.file).proved == ahead
    assert 89 < note_of(spare.file).ahead <= 90
    assert verify(spare.room).same


def test_what_an_umpire_did_for_his_part_of_a_desk_is_proved_here(wire, spare_at):
    hall, spare = wire.hall, spare_at()
    to_own_code(hall)
    spare.begin()
    hans = Umpire("Hans", Seat("team", "Hans", ["takeda"]))
    perform(hall.room, hans, "honour.log", {"clan": "takeda", "points": 60, "note": "a siege"})
    step = spare.step(wait=0)
    assert (step.came, step.told) == (1, "")
    assert alike(hall, spare)


def test_only_whoever_leads_lets_a_spare_begin_and_guessing_is_braked(wire, spare_at, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", None)  # nobody sits there to be asked for a code
    monkeypatch.delenv("CONTROL_ROOM_CODE", raising=False)
    assert main(["follow", FIRST, "--game", str(tmp_path / "none.db")]) == 2
    assert "--code: Give the code" in capsys.readouterr().err
    for code in ("", CODES["map"], CODES["intelligence"], "nothing2"):
        spare = spare_at(code)
        with pytest.raises(OrderNotAllowed, match="code of Game Control"):
            spare.begin()
        assert not spare.file.exists()
    spare = spare_at("nothing2")
    for _ in range(5):
        with contextlib.suppress(OrderNotAllowed, Unreachable):
            spare.begin()
    sealed = {"X-Spare": seal("another key", "follow")}
    for path in ("/api/follow/entries", "/api/follow/take-over"):
        assert wire.app.test_client().post(path, json={}, headers=sealed).status_code in (403, 429)
    spare = spare_at()
    with pytest.raises(Unreachable):  # not even the right code is looked at now
        spare.begin()
    assert not spare.file.exists()


def test_it_goes_on_where_it_was_after_cuts_and_kills_with_no_code_typed_even_if_that_is_another_now(
    wire, spare_at, app_of
):
    hall, spare = wire.hall, spare_at()
    wire.cut = 0
    with pytest.raises(Unreachable, match="cut off"):
        spare.begin()
    assert not spare.file.exists()
    wire.cut = -1
    spare.begin()
    hall.do("announcement.post", "game", text="One", desks=["map"])
    hall.do("desk.new_code", "game", desk="game")
    wire.cut = 0
    with pytest.raises(Unreachable):
        spare.step(wait=0)
    wire.cut = -1
    again = spare_at(code="")  # killed: nothing was closed, and nobody types a code
    again.begin()
    assert again.note.id == spare.note.id
    assert again.step(wait=0).came == 2
    assert alike(hall, again)
    wire.app = app_of(hall)  # the first machine was killed and started again: it knows nobody
    hall.do("announcement.post", "game", text="Two", desks=["map"])
    assert again.step(wait=0).came == 1
    assert [one.name for one in wire.app.followers.all()] == ["Second laptop"]
    assert wire.asked["copy"] == 2  # that which was cut off, and one


def test_what_comes_out_otherwise_is_not_kept_and_the_whole_game_is_taken_anew(wire, spare_at):
    hall, spare = wire.hall, spare_at()
    spare.begin()
    spare.close()
    before = spare.file.read_bytes()
    entry = hall.fight(die=None)

    def changed(found, name, value):
        for one in found["entries"]:
            if one["number"] == entry.number:
                one[name] = value
        return found

    rolled = entry.dice[0]["value"] % 6 + 1
    for name, value, said in (
        ("sentence", "Somebody won.", "sentence"),
        ("dice", [entry.dice[0] | {"value": rolled}], "where the seed gives"),
        ("audience", " map game ", "audience"),
        ("action", "season.advance", "refused here"),
    ):
        spare = spare_at(file=f"{name}.db")
        spare.file.write_bytes(before)
        wire.app.followers._left.clear()  # so many copies at once nobody may have
        spare.begin()
        wire.meddle = lambda found, name=name, value=value: changed(found, name, value)
        step = spare.step(wait=0)
        wire.meddle = None
        assert said in step.told
        assert "whole game was taken" in step.told
        assert alike(hall, spare)
        kept = sorted(spare.file.with_name(f"{spare.file.name}.copies").glob("*.db"))
        with closing(sqlite3.connect(kept[-1])) as copy:
            assert copy.execute("SELECT max(number) FROM journal").fetchone() == (entry.number - 1,)


def test_a_game_that_was_set_back_is_taken_anew_and_what_the_spare_had_is_kept(wire, spare_at):
    hall, spare = wire.hall, spare_at()
    spare.begin()
    hall.do("announcement.post", "game", text="Never mind", desks=["map"])
    spare.step(wait=0)
    leader = sign_in(wire.app, "game")
    copy = wire.app.copies.all()[0]
    at = len([one for one in hall.entries() if one.number > 0])
    leader.post(f"/safety/copies/{copy.name}/restore", data={"journal": at, "key": "back"}, answers=303)
    hall.do("announcement.post", "game", text="Afterwards", desks=["map"])
    assert "went another way" in (told_of := spare.step(wait=0).told)
    assert "is kept in" in told_of
    assert alike(hall, spare)
    assert spare.step(wait=0).told == ""


def test_another_game_another_version_and_a_file_that_is_no_spare_are_left_alone(wire, spare_at, monkeypatch):
    spare = spare_at()
    wire.hall.room.store.file.with_name("own.db").write_bytes(wire.hall.room.store.file.read_bytes())
    own = spare_at(file="own.db")
    with pytest.raises(OrderNotAllowed, match="is no spare"):
        own.begin()
    spare.begin()
    monkeypatch.setattr(wire.app, "key", "that of another game")
    with pytest.raises(OrderNotAllowed, match="plays another game than this spare"):
        spare.step(wait=0)
    spare.first.seal = seal(wire.app.key, "follow")
    with pytest.raises(OrderNotAllowed, match="another game"):
        spare.step(wait=0)
    monkeypatch.undo()
    monkeypatch.setattr(First, "connected", lambda _first, _patience: wire)
    spare.first.seal = seal(wire.app.key, "follow")
    wire.meddle = lambda found: found | {"tables": "9999"}
    with pytest.raises(OrderNotAllowed, match="another version"):
        spare.step(wait=0)
    assert alike(wire.hall, spare)


@pytest.mark.parametrize("entries", [["no entry"], [{"column": "that no journal has"}], 7])
def test_entries_that_cannot_be_read_are_as_if_nobody_had_answered(wire, spare_at, entries):
    spare = spare_at()
    spare.begin()
    wire.meddle = lambda found: found | {"entries": entries}
    with pytest.raises(Unreachable, match="what it answered cannot be read"):
        spare.step(wait=0)
    assert alike(wire.hall, spare)


NONE_OF_OURS = (None, 7, -1, True, 1.5, 10**30, "x", [], {}, [None], [{}], {"a": 1})


def test_whatever_stands_in_an_answer_a_spare_goes_on_without_a_word_of_its_insides(wire, spare_at, monkeypatch):
    hall, spare = wire.hall, spare_at()
    spare.begin()
    monkeypatch.setattr(Followers, "allow", lambda *_: None)
    hall.fight(die=None)
    found = {}
    wire.meddle = lambda said: found.update(said) or said | {"entries": []}
    spare.step(wait=0)
    (entry,) = found["entries"]
    assert entry["dice"]
    assert entry["changes"]
    answers = [found | {name: odd} for name in found for odd in NONE_OF_OURS]
    answers += [{name: said for name, said in found.items() if name != left} for left in found]
    answers += [found | {"entries": [entry | {name: odd}]} for name in entry for odd in NONE_OF_OURS]
    for name in ("dice", "changes"):
        first, *rest = entry[name]
        answers += [
            found | {"entries": [entry | {name: [first | {part: odd}, *rest]}]}
            for part in first
            for odd in NONE_OF_OURS
        ]
    monkeypatch.setattr(Spare, "anew", lambda _spare, why: Step(0, 0, why))
    for answer in answers:
        wire.meddle = lambda _said, answer=answer: answer
        with contextlib.suppress(Unreachable, OrderNotAllowed, OrderNotUnderstood):
            spare.step(wait=0)
        note = note_of(spare.file)
        assert [type(note.number), type(note.turn), type(note.moved), type(note.ahead)] == [int, int, int, float]
    wire.meddle = None
    spare.step(wait=0)
    assert alike(hall, spare)


def test_a_spare_whose_address_is_none_is_told(wire):
    asked = {"id": "a", "name": "b", "address": "the second laptop", "number": 0, "turn": 0, "mark": "0" * 32}
    sealed = {"X-Spare": seal(wire.app.key, "follow")}
    answer = wire.app.test_client().post("/api/follow/entries", json=asked, headers=sealed)
    said = answer.get_json()
    assert (answer.status_code, said["field"]) == (400, "address")
    assert said["error"].startswith("“the second laptop” is no address of a machine. One is http://")


def test_a_game_that_is_no_file_is_not_followed(wire, spare_at, monkeypatch):
    monkeypatch.setattr(type(wire.app.copies), "possible", property(lambda _copies: False))
    spare = spare_at()
    with pytest.raises(OrderNotAllowed, match="A spare follows a game that is kept in a file, and no demo"):
        spare.begin()
    assert not spare.file.exists()


def test_a_copy_that_is_what_was_sent_and_is_damaged_takes_no_place(wire, spare_at, monkeypatch):
    spare = spare_at()
    monkeypatch.setattr("control.kernel.spare.following.is_whole", lambda _part: False)
    with pytest.raises(Unreachable, match="the copy that it sent is damaged"):
        spare.begin()
    assert [one.name for one in spare.file.parent.iterdir() if "spare.db" in one.name and "part" in one.name] == []
    assert not spare.file.exists()


def test_nothing_is_entered_in_a_spare_and_it_is_not_served(wire, spare_at, capsys):
    spare = spare_at()
    spare.begin()
    spare.close()
    assert is_marked(spare.file)
    assert "--take-over" in stand_by(spare.file).sentence
    assert stand_by(wire.hall.room.store.file) is None
    assert main(["serve", "--game", str(spare.file)]) == 2
    assert f"serve --game {spare.file} --take-over" in capsys.readouterr().err
    room = opened(open_store(spare.file))
    with pytest.raises(NotKept, match="is a spare"):
        Hall(room).do("announcement.post", "game", text="Here", desks=["map"])
    room.store.close()


def test_a_spare_that_could_not_be_served_takes_nothing_over(wire, spare_at, capsys, monkeypatch):
    spare = spare_at()
    spare.begin()
    spare.close()
    with closing(socket.create_server(("127.0.0.1", 0))) as another:
        there = ["--game", str(spare.file), "--host", "127.0.0.1", "--port", str(another.getsockname()[1])]
        monkeypatch.setattr("sys.stdin", io.StringIO("take over\n"))
        for command in (["serve", "--take-over", *there], ["follow", FIRST, *there]):
            assert main(command) == 2
            assert "Address already in use. Is it running already? Give another --port." in capsys.readouterr().err
    assert is_marked(spare.file), "it is a spare still"
    assert not wire.app.gone_to, "and the first machine plays on"

    asked = wire.asked.total()
    assert main(["follow", FIRST, "--game", str(spare.file), "--certificate", "none.pem"]) == 2
    assert "control-room: --certificate: The certificate none.pem cannot be used" in capsys.readouterr().err
    assert wire.asked.total() == asked, "a certificate is looked at before it is needed"


def test_a_spare_is_reached_where_it_was_told_to_listen(monkeypatch):
    monkeypatch.setattr("control.kernel.network.address_in_the_hall", lambda: "192.168.1.21")
    for host, at in (
        ("0.0.0.0", "https://192.168.1.21:8001"),
        ("127.0.0.1", "https://192.168.1.21:8001"),
        ("10.0.0.2", "https://10.0.0.2:8001"),
        ("fd00::2", "https://[fd00::2]:8001"),
    ):
        assert WayIn(certificate=DAY).leads_to(host, 8001) == at


def test_a_spare_that_was_started_before_its_network_tells_the_first_where_it_is_by_now(wire, spare_at):
    spare, leader = spare_at(), sign_in(wire.app, "game")
    spare.begin()
    spare.reached = lambda: "http://localhost:8000"
    spare.step(wait=0)
    assert [one.address for one in wire.app.followers.all()] == [""], "localhost is the phone itself, to a phone"
    assert "no address yet" in leader.get("/spare/list").text
    spare.reached = lambda: HERE
    spare.step(wait=0)
    assert wire.app.followers.address == HERE
    wire.app.followers.hear(Follower("other", "Third laptop", "", 0, 0))
    assert wire.app.followers.address == HERE, "and not that of one that has none"


def test_a_spare_in_no_network_takes_over_only_where_the_first_does_not_answer(wire, spare_at):
    spare = spare_at()
    spare.begin()
    spare.reached = lambda: "http://localhost:8000"
    with pytest.raises(OrderNotAllowed, match="where nobody finds this machine") as refused:
        take_over(spare)
    assert refused.value.field == "--host"
    assert (is_marked(spare.file), wire.app.gone_to) == (True, "")
    wire.cut = 0
    assert not take_over(spare).handed
    wire.cut = -1
    with pytest.raises(Unreachable):  # it is told as soon as there is something to tell
        say(spare.first, spare.key, spare.address, spare.note.id, 1)
    assert wire.app.gone_to == ""
    assert say(spare.first, spare.key, HERE, spare.note.id, 1) == ""
    assert wire.app.gone_to == HERE


@pytest.mark.parametrize("command", [["follow", FIRST], ["serve", "--take-over"]])
def test_a_spare_asks_where_it_is_when_it_says_it(wire, spare_at, monkeypatch, command):
    spare, at, made = spare_at(), ["192.168.1.21"], []
    spare.begin()
    spare.close()
    monkeypatch.setattr("sys.stdin", io.StringIO("take over\n"))
    monkeypatch.setattr("control.serving.run", lambda *_, **_more: None)
    monkeypatch.setattr("control.kernel.network.address_in_the_hall", lambda: at[0])
    monkeypatch.setattr(Spare, "open", lambda one, open=Spare.open: (made.append(one), open(one)))
    port = free_port()
    assert main([*command, "--game", str(spare.file), "--port", str(port)]) == 0
    at[0] = "192.168.1.22"
    assert made[-1].address == f"http://192.168.1.22:{port}"


def test_a_spare_serves_by_the_name_and_through_the_proxy_that_it_was_given(wire, spare_at, monkeypatch):
    spare, given = spare_at(), []
    spare.begin()
    spare.close()
    monkeypatch.setattr("sys.stdin", io.StringIO("take over\n"))
    monkeypatch.setattr("control.serving.run", lambda *_, **served: given.append((served["way"], served["taken"])))
    way = ["--name", "room.example.org", "--behind", "127.0.0.1", "--per-address", "900", "--port", str(free_port())]
    assert main(["follow", FIRST, "--game", str(spare.file), *way]) == 0
    ((served, taken),) = given
    assert (served, taken.handed) == (WayIn(("room.example.org",), "127.0.0.1", 900), True)
    assert wire.app.gone_to == "https://room.example.org", "where the first machine sends everybody"


def test_a_first_machine_that_still_answers_hands_everything_on_and_enters_nothing_more(wire, spare_at):
    hall, spare = wire.hall, spare_at()
    spare.begin()
    entry = hall.do("announcement.post", "game", text="The last", desks=["map"])
    other = spare_at(code="")
    other.begin()  # a second process with the same file: it must notice
    taken = take_over(spare)
    assert (taken.handed, taken.lacks, taken.number) == (True, 0, entry.number)
    with pytest.raises(NotKept, match=f"goes on at {HERE}"):
        hall.do("announcement.post", "game", text="Too late", desks=["map"])
    refused = wire.app.test_client().post(
        "/api/actions/announcement.post", json={"text": "Too late", "desks": ["map"]},
        headers={"Authorization": f"Bearer {CODES['game']}"},
    )  # fmt: skip
    assert refused.status_code == 503
    assert HERE in went_on(hall.room.store.file).sentence
    assert main(["serve", "--game", str(hall.room.store.file)]) == 2
    assert not is_marked(spare.file)
    assert stand_by(spare.file) is None
    with pytest.raises(TakenOver):
        other.step(wait=0)
    room = opened(open_store(spare.file))
    Hall(room).do("announcement.post", "game", text="Here", desks=["map"])
    assert verify(room).same
    sheet = codes_on_paper(room, HERE)
    assert sheet.read_bytes().startswith(b"%PDF")
    assert sheet.stat().st_mode & 0o077 == 0
    room.store.close()
    assert "handed everything on" in told(taken, spare.file)


def test_whoever_takes_over_hands_out_codes_that_open_something(hall_at, app_of, monkeypatch, capsys):
    hall, cards, scanned = hall_at("own code"), [], []
    room = app_of(hall)
    room.reached = lambda: HERE
    monkeypatch.setattr("control.following.desk_codes", lambda _paper, given: cards.extend(given))
    monkeypatch.setattr("control.following.in_letters", lambda address: scanned.append(address) or "")
    announce(Taken(True, 0, 1, 0, FIRST, ""), room)
    hans, said = hall.get(Desk, "team/1"), capsys.readouterr().out
    others = [code for desk, code in CODES.items() if desk != "team"]
    assert scanned == [f"{HERE}/sign-in?code={code}" for code in (*others, hans.code)]
    assert [one.url for one in cards] == scanned
    assert [(one.desk, one.whose) for one in cards if one.whose] == [("Team Control", "Hans")]
    assert f"Hans, Team Control  {in_groups(hans.code)}" in said
    assert in_groups(CODES["team"]) not in said


def test_who_takes_over_in_no_network_hands_out_no_code_that_opens_the_phone_itself(app_of, hall_at, capsys):
    room, found = app_of(hall_at("start")), threading.Event()
    sheet = room.store.file.with_name(f"{room.store.file.name}-codes.pdf")
    room.reached = lambda: HERE if found.is_set() else "http://localhost:8000"
    announce(Taken(False, 0, 1, 0, FIRST, ""), room)
    said = capsys.readouterr().out
    assert ("█" in said, f"to print: {sheet} (with no address yet: this laptop" in said) == (False, True)
    assert codes_on(sheet.read_bytes(), 0) == set()
    text = " ".join(" ".join(pages_of(sheet.read_bytes())).split())
    assert ("in no network when this was printed" in text, "localhost" in text) == (True, False)
    assert all(in_groups(code) in text for code in CODES.values())

    waits, told = [], threading.Event()
    once_reached(room, lambda: (hand_out(room), told.set()), lambda _seconds: waits.append(1) or found.set())
    assert told.wait(20)
    assert len(waits) == 1, "it waits as long as there is none, and no longer"
    said = capsys.readouterr().out
    assert ("█" in said, f"to print: {sheet}\n" in said) == (True, True)
    assert codes_on(sheet.read_bytes(), 0) <= {f"{HERE}/sign-in?code={code}" for code in CODES.values()} != set()


@pytest.mark.parametrize("taken", [None, Taken(False, 0, 1, 0, FIRST, "")])
def test_a_room_that_is_served_in_no_network_tells_its_address_once_there_is_one(
    app_of, hall_at, monkeypatch, capsys, taken
):
    room, found = app_of(hall_at("start")), []
    room.reached = lambda: HERE if found else "http://localhost:8000"
    monkeypatch.setattr("control.kernel.network.address_in_the_hall", str)
    for name in ("note_gone", "end_with", "begin_work", "ask_spares", "begin_telling", "prepare"):
        monkeypatch.setattr(f"control.serving.{name}", lambda *_: None)
    monkeypatch.setattr("control.serving.listen", lambda *_, **_more: SimpleNamespace(run=lambda: None))
    monkeypatch.setattr("control.serving.once_reached", lambda room, tell: (found.append(room), tell()))
    run_one(room, "game.db", None, "", 8000, WayIn(), taken)
    said = capsys.readouterr().out
    assert (NOT_YET in said, found) == (True, [room])
    in_code = f"{HERE}/sign-in?code={CODES['map']}" if taken else f"{HERE}/"
    assert in_letters(in_code) in said


def test_a_spare_that_can_print_no_codes_is_served_all_the_same(wire, monkeypatch, capsys):
    def fail(*_values):
        raise OrderNotAllowed("The font is missing.")

    monkeypatch.setattr("control.following.desk_codes", fail)
    announce(Taken(True, 0, 1, 0, FIRST, ""), wire.app)
    said = capsys.readouterr().out
    assert "The codes of the desks are not on paper. The font is missing." in said
    assert "handed everything on" in said


def test_of_two_spares_one_takes_over_and_the_other_is_told_where_the_game_goes_on(wire, spare_at, app_of):
    one, other = spare_at(), spare_at(file="other.db")
    other.reached = lambda: "http://192.168.1.22:8000"
    one.begin()
    other.begin()
    take_over(one)
    for ask in (lambda: other.step(wait=0), lambda: take_over(other)):
        with pytest.raises(
            OrderNotAllowed, match=f"goes on at {HERE}: another spare.* follow {HERE} --game {other.file}"
        ):
            ask()
    assert is_marked(other.file), "it is a spare still"
    assert wire.app.gone_to == HERE
    assert say(one.first, one.key, "http://192.168.1.30:8000", one.note.id, 1) == ""
    assert wire.app.gone_to == "http://192.168.1.30:8000", "the one that took over may come to have another address"

    room = opened(open_store(one.file))
    entry = Hall(room).do("announcement.post", "game", text="Here", desks=["map"])
    wire.app = app_of(Hall(room))
    assert other.step(wait=0).came == 1, "it follows that one"
    assert other.at().number == entry.number
    wire.cut = 0
    assert not take_over(other).handed, "where nobody answers it takes over"
    room.store.close()


def test_a_game_that_moved_back_is_not_closed_by_the_machine_that_it_came_back_from(wire, spare_at, app_of):
    def fail(_seconds):
        raise AssertionError("it goes on telling")

    one = spare_at()
    one.begin()
    take_over(one)
    second = app_of(Hall(opened(open_store(one.file))))
    second.reached = lambda: HERE
    first, wire.app = wire.app, second
    back = spare_at(file="back.db")
    back.reached = lambda: FIRST
    back.begin()
    back.step(wait=0)
    wire.cut = 0  # the plug of the second one is pulled
    take_over(back)
    wire.cut, wire.app = -1, app_of(Hall(opened(open_store(back.file))))
    wire.app.reached, words = lambda: FIRST, []
    assert (moves(note_of(one.file)), moves(note_of(back.file))) == (1, 2)
    assert say(one.first, one.key, HERE, one.note.id, 2) == FIRST, "to which it moved as often has not taken it since"

    second.tell = words.append
    tell_elder(second, note_of(one.file), FIRST, rest=fail)  # it is started again, and was told nothing
    assert (wire.app.gone_to, second.gone_to) == ("", FIRST)
    assert words == [gone(FIRST)], "its window says so, where somebody started it"
    Hall(wire.app.room).do("announcement.post", "game", text="Here", desks=["map"])
    assert FIRST in went_on(one.file).sentence
    with pytest.raises(NotKept, match=f"goes on at {FIRST}"):
        Hall(second.room).do("announcement.post", "game", text="Too late", desks=["map"])

    wire.app, asked = second, wire.asked.total()
    tell_elder(second, note_of(one.file), FIRST, rest=fail)
    assert wire.asked.total() == asked, "whoever plays no more tells nobody that he does"
    assert say(back.first, back.key, FIRST, back.note.id, 2) == "", "the later one is believed"
    for room in (second, first):
        room.store.close()


def test_whoever_has_the_game_tells_all_that_had_it_before(wire, two, app_of, tmp_path, monkeypatch):
    first, _, _ = two
    third = Spare(tmp_path / "third.db", First(HERE, CODES["game"]), "Third laptop", lambda: "http://192.168.1.22:8000")
    third.begin()
    third.step(wait=0)
    wire.cut = 0  # the second one is off, whom alone the first one knows
    take_over(third)
    wire.cut, wire.app = -1, first
    ask_spares(first)
    room, told = app_of(Hall(opened(open_store(third.file)))), set()
    room.reached = lambda: third.address
    begun = SimpleNamespace(Thread=lambda target, args, **_: SimpleNamespace(start=lambda: told.add(args[2])))
    monkeypatch.setattr("control.following.threading", begun)
    begin_telling(room)
    assert told == {FIRST, HERE}
    tell_elder(room, note_of(third.file), FIRST, rest=lambda _seconds: setattr(room, "gone_to", "told once"))
    assert first.gone_to == third.address
    with pytest.raises(NotKept, match=f"goes on at {third.address}"):
        Hall(first.room).do("announcement.post", "game", text="Too late", desks=["map"])
    room.store.close()


@pytest.mark.parametrize(("moved", "to"), [(2, "http://192.168.1.22:8000"), (1, HERE), (None, HERE)])
def test_where_the_game_moved_on_to_a_third_one_the_first_sends_everybody_there(two, moved, to):
    first, third = two[0], "http://192.168.1.22:8000"
    ask_spares(first)
    said = {"address": third, "seal": seal(first.key, f"take over {third}"), "id": "third", "moved": moved}
    answer = first.test_client().post("/api/follow/take-over", json=said).get_json()
    assert (first.gone_to, answer["gone"]) == (to, "" if to == third else HERE)
    assert to in went_on(first.store.file).sentence


def test_a_new_game_in_the_place_of_one_that_went_on_elsewhere_is_served(tmp_path):
    file = tmp_path / "game.db"
    file.touch()
    note_gone(file, HERE)
    assert HERE in went_on(file).sentence
    file.unlink()
    assert went_on(file) is None


@pytest.fixture
def two(wire, spare_at, app_of, monkeypatch):
    """A first machine whose plug was pulled, and its spare, which took over since; nobody told the first one yet. Who
    is asked has longer than the second that the program waits for him."""
    monkeypatch.setattr("control.kernel.spare.taking_over.SOON", 60.0)
    spare = spare_at()
    spare.begin()
    spare.step(wait=0)
    wire.cut = 0
    take_over(spare)
    first, wire.app, wire.cut = wire.app, app_of(Hall(opened(open_store(spare.file)))), -1
    yield first, wire.app, note_of(spare.file)
    wire.app.room.store.close()


def test_a_spare_that_went_by_its_own_clock_once_does_so_after_a_restart(two):
    file = two[1].store.file
    keep_note(file, replace(note_of(file), ahead=3600.0))
    assert two[1].test_client().get("/clock/now").get_json()["running"] is False
    assert note_of(file).ahead == 0


def test_a_spare_that_cannot_write_leaves_the_first_machine_as_it_is(wire, spare_at, monkeypatch):
    spare = spare_at()
    spare.begin()
    monkeypatch.setattr(spare.room.store, "_writing", raises(NotKept("The disk is full.")))
    with pytest.raises(NotKept):
        take_over(spare)
    assert (wire.app.gone_to, wire.app.store.closed) == ("", "")


def test_a_spare_that_another_program_let_take_over_stays_the_game_that_is_played(wire, spare_at):
    spare = spare_at()
    spare.begin()
    with spare.room.store.write() as session:
        session.connection().exec_driver_sql("PRAGMA application_id = 0")
    with pytest.raises(OrderNotAllowed, match="Another program let this spare take over"):
        take_over(spare)
    assert not is_marked(spare.file)
    assert (wire.app.gone_to, wire.app.store.closed) == ("", "")


def test_a_spare_that_could_not_take_the_game_anew_as_it_took_over_has_what_it_had(wire, spare_at, monkeypatch):
    spare = spare_at()
    spare.begin()
    monkeypatch.setattr(spare, "step", lambda **_: spare.close() or raises(NotKept("The disk is full."))())
    assert not take_over(spare).handed
    assert not is_marked(spare.file)


def test_a_file_that_cannot_be_read_now_is_told_and_tried_again(wire, spare_at, capsys, monkeypatch):
    spare, over = spare_at(), threading.Event()
    spare.begin()
    monkeypatch.setattr(spare, "at", raises(OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))))
    assert follow(spare, over, Teller(), rest=lambda _seconds: over.set())
    assert "The disk cannot be written. Look at the disk" in capsys.readouterr().out


def test_a_first_machine_that_comes_back_asks_its_spare_before_anything_is_entered(two):
    first, _, note = two
    ask_spares(first)
    assert (first.gone_to, first.gone_by) == (HERE, note.id)
    with pytest.raises(NotKept, match=f"goes on at {HERE}"):
        Hall(first.room).do("announcement.post", "game", text="Too late", desks=["map"])
    assert HERE in went_on(first.store.file).sentence


def test_where_the_spare_that_took_over_was_taken_over_from_itself_it_says_so(two):
    first, second, _ = two
    second.goes_on_at("http://192.168.1.22:8000", "the third")
    ask_spares(first)
    assert first.gone_to == "http://192.168.1.22:8000"


@pytest.mark.parametrize(
    "how",
    [
        {"moved": 2},
        {"gone": "http://192.168.1.66:8000"},
        {"id": "another"},
        {"seal": "0" * 64},
        {"seal": None},
        {"moved": "1"},
        {"gone": "javascript:"},
    ],
)
def test_what_somebody_else_says_at_the_address_of_a_spare_closes_nobody(two, wire, how):
    wire.meddle = lambda said: said | how
    ask_spares(two[0])
    assert two[0].gone_to == ""


def test_an_answer_to_another_question_closes_nobody(two, wire):
    kept = []
    wire.meddle = lambda said: kept.append(said) or kept[0]
    ask_spares(two[0])
    two[0].gone_to = ""
    ask_spares(two[0])
    assert (len(kept), two[0].gone_to) == (2, "")


def test_a_spare_that_is_off_or_never_took_over_keeps_nobody_from_playing_on(two, wire):
    first, second, _ = two
    wire.cut = 0
    ask_spares(first)
    wire.cut, wire.app = -1, first
    ask_spares(second)
    assert (first.gone_to, second.gone_to) == ("", "")


def test_whoever_has_no_spare_asks_nobody_and_one_that_says_nothing_is_waited_for_a_second(app, silent, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr("control.kernel.spare.taking_over.threading", None)  # nobody is asked without one
        ask_spares(app)
    note_spares(app.store.file, [f"http://127.0.0.1:{silent}", f"https://127.0.0.1:{silent}"])
    before = monotonic()
    ask_spares(app)
    assert monotonic() - before < 6
    assert app.gone_to == ""


def test_the_last_four_spares_are_noted_the_newest_first(tmp_path):
    file = tmp_path / "game.db"
    for last in range(6):
        note_spares(file, [f"http://192.168.1.{last}:8000"])
    note_spares(file, ["http://192.168.1.3:8000"])
    assert [one[17] for one in spares_of(file)] == ["3", "5", "4", "2"]


def test_what_the_spare_had_confirmed_is_there_when_the_plug_is_pulled_and_what_it_had_not_is_listed(
    wire, spare_at, capsys
):
    hall, spare = wire.hall, spare_at()
    spare.begin()
    hall.do("announcement.post", "game", text="Confirmed", desks=["map"])
    spare.step(wait=0)
    confirmed = wire.app.followers.all()[0].number
    hall.do("announcement.post", "game", text="Heard of", desks=["map"])
    wire.meddle = lambda found: found | {"entries": []}  # heard of, and cut before it came
    assert spare.step(wait=0).behind == 1
    lost = hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", target="uesugi", points=3)
    wire.meddle, wire.cut = None, 0
    taken = take_over(spare)
    assert (taken.handed, taken.lacks) == (False, 1)
    assert taken.number >= confirmed
    assert "1 entry that it had then" in told(taken, spare.file)
    listed = missing(hall.room.store.file, spare.file)
    assert [one["sentence"] for one in listed[:1]] == ["Announced to Map Control: Heard of"]
    assert listed[-1]["number"] == lost.number
    assert listed[-1]["arguments"] == lost.arguments
    capsys.readouterr()
    assert main(["missing", str(hall.room.store.file), "--game", str(spare.file)]) == 0
    assert json.loads(capsys.readouterr().out) == listed
    with pytest.raises(OrderNotUnderstood, match="no file"):
        missing(spare.file.with_name("none.db"), spare.file)
    other = spare.file.with_name("other.db")
    assert main(["new", "sengoku_1550", "--game", str(other)]) == 0
    with pytest.raises(OrderNotUnderstood, match="are two games"):
        missing(other, spare.file)
    wire.cut = -1  # the first one is started again: it is told, for as long as the other runs
    say(spare.first, spare.key, HERE, spare.note.id, 1)
    with pytest.raises(NotKept, match="goes on at"):
        hall.do("announcement.post", "game", text="Too late", desks=["map"])


def test_a_spare_whose_note_is_lost_takes_over_all_the_same(spare_at, tmp_path):
    spare = spare_at()
    spare.begin()
    spare.close()
    (tmp_path / "other laptop").mkdir()
    file = tmp_path / "other laptop" / "spare.db"
    shutil.copy(spare.file, file)
    assert f"serve --game '{file}' --take-over" in stand_by(file).sentence
    nowhere = f"http://127.0.0.1:{free_port()}"
    again = spare_of(Wanted("", file, lambda: nowhere))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(First, "connected", CONNECTED)
        again.begin()
        taken = take_over(again)
    assert told(taken, file).startswith("The first machine does not answer.")
    assert not is_marked(file)


def test_a_spare_that_slept_since_another_day_says_which(wire, spare_at, capsys):
    spare, over = spare_at(), threading.Event()
    spare.begin()
    spare.step(wait=0)
    assert "last heard at " not in told(replace(taken_now(spare), heard=""), spare.file)
    assert re.search(r"last heard at \d\d:\d\d:\d\d;", told(taken_now(spare), spare.file))
    spare.note, wire.cut = replace(spare.note, heard="2026-03-07T21:40:09+00:00"), 0
    follow(spare, over, Teller(), rest=lambda _seconds: over.set())
    assert "last heard 21:40:09 on 7 March." in capsys.readouterr().out
    assert "last heard at 21:40:09 on 7 March;" in told(take_over(spare), spare.file)


def taken_now(spare):
    """How it would be told that this spare took over now, from one that does not answer."""
    at = spare.at()
    return Taken(False, 0, at.number, at.turn, spare.note.first, spare.note.heard)


def test_the_terminal_says_how_far_behind_it_is_and_when_nobody_answers(wire, spare_at, capsys, monkeypatch):
    spare, over = spare_at(), threading.Event()
    waits = []

    def rest(seconds):
        if seconds < 1:
            return
        waits.append(seconds)
        wire.cut = -1 if len(waits) == 2 else 0
        if len(waits) == 3:
            over.set()

    wire.cut = 0
    with pytest.MonkeyPatch.context() as patched:
        step, asked = spare.step, []
        patched.setattr(spare, "step", lambda wait: (asked.append(wait), step(wait=0), setattr(wire, "cut", 0))[1])
        assert follow(spare, over, Teller(), rest)
    said = capsys.readouterr().out
    assert "does not answer (cut off). Nothing is here yet" in said
    assert "nothing behind" in said
    assert waits == [1.0, 2.0, 1.0]
    assert asked == [0, 10], "how it stands is told at once, and then when there is news"

    over.clear()
    asked.clear()
    monkeypatch.setattr(spare, "step", lambda wait: (asked.append(wait), over.set(), step(wait=0))[2])
    wire.cut = -1
    assert follow(spare, over, Teller(), rest)
    assert asked == [0], "when it is started again too"


@pytest.mark.parametrize(
    ("address", "what", "hint"),
    [
        ("http://room", http.client.RemoteDisconnected("closed"), "begin with https://"),
        ("https://room", ssl.SSLError(1, "wrong version number"), "begin with http://"),
        ("http://room", ConnectionRefusedError("refused"), "refused"),
    ],
)
def test_an_address_that_is_encrypted_or_not_is_thought_of_before_anything_was_heard(address, what, hint, monkeypatch):
    def fails(_first, _patience):
        raise what

    monkeypatch.setattr(First, "connected", fails)
    first = First(address, "a code")
    with pytest.raises(Unreachable, match=hint):
        first.ask("/api/follow/entries", {})
    first.seal = "a seal"
    with pytest.raises(Unreachable) as told:
        first.ask("/api/follow/entries", {})
    assert "begin with" not in str(told.value)


@pytest.fixture
def silent():
    """The port of a machine that takes whoever comes, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        yield one.getsockname()[1]


def test_a_machine_that_does_not_encrypt_is_found_out_long_before_a_copy_would_have_come(silent, tmp_path, monkeypatch):
    monkeypatch.setattr("control.kernel.spare.following.PATIENCE", 0.3)
    spare, began = (
        Spare(tmp_path / "spare.db", First(f"https://127.0.0.1:{silent}", "a code"), "", lambda: HERE),
        monotonic(),
    )
    with pytest.raises(Unreachable, match="begin with http://"):
        spare.begin()
    assert monotonic() - began < 15, "a whole copy may take thirty seconds"


def test_whoever_takes_over_waits_for_no_question_that_is_under_way(silent, tmp_path, monkeypatch, capsys):
    spare, over = (
        Spare(tmp_path / "spare.db", First(f"http://127.0.0.1:{silent}", "a code"), "", lambda: HERE),
        threading.Event(),
    )
    following = threading.Thread(target=follow, args=(spare, over, Teller()))
    following.start()
    end = monotonic() + 15
    while spare.first._asked is None or spare.first._asked.sock is None:
        assert monotonic() < end, "it never asked"
        sleep(0.01)
    monkeypatch.setattr("sys.stdin", ["Take  over\n"])
    hear(over, Teller(), spare.first.let_go)
    following.join(15)  # the copy that it asked for would have had thirty
    assert not following.is_alive()
    assert "does not answer" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("status", "to", "body", "told"),
    [
        (302, "https://192.168.1.20:8000/", b"", "answered 302; does its address begin with https://"),
        (500, "", b"", "answered 500"),
        (200, "", b"<html>", "what it answered cannot be read"),
        (200, "", b"[]", "what it answered cannot be read"),
        (429, "", b"<html>", "is no control room that a spare can follow"),
        (429, "", b'{"error": "Too many wrong codes came."}', "Too many wrong codes came."),
    ],
)
def test_what_it_answers_instead_is_told(monkeypatch, status, to, body, told):
    answer = SimpleNamespace(status=status, headers={"Location": to}, read=lambda _many=-1: body, close=bool)
    line = SimpleNamespace(request=lambda *_: None, getresponse=lambda: answer, close=bool)
    monkeypatch.setattr(First, "connected", lambda _first, _patience: line)
    with pytest.raises(Unreachable, match=told):
        First(FIRST, "a code").ask("/api/follow/entries", {})


def test_a_spare_whose_own_address_or_name_is_refused_says_what_the_first_machine_says(wire, spare_at, capsys):
    spare, over = spare_at(), threading.Event()
    spare.begin()
    spare.reached = lambda: "the second laptop"
    follow(spare, over, Teller(), rest=lambda _seconds: over.set())
    assert "“the second laptop” is no address of a machine." in capsys.readouterr().out
    at = [spare_of(Wanted(FIRST, spare.file, lambda: HERE, called=called)).name for called in (" ", "x" * 80)]
    assert 0 < len(at[0]) <= len(at[1]) == 60


@pytest.mark.parametrize("address", ["http://192.168.1.20:70000", "http://192.168.1.20:0", "192.168.1.20:8000"])
def test_what_is_no_address_or_no_file_is_told_before_anything_is_asked(address, tmp_path, capsys):
    asked = ["--code", "a code", "--game"]
    assert main(["follow", address, *asked, str(tmp_path / "spare.db")]) == 2
    assert "is no address of a control room" in capsys.readouterr().err
    assert main(["follow", FIRST, *asked, "postgresql+psycopg://club/games"]) == 2
    assert "A spare is kept in a file" in capsys.readouterr().err


def test_a_spare_is_known_by_what_it_has_confirmed_and_falls_silent():
    now = [100.0]
    known = Followers(open_store("sqlite://", passing=True), clock=lambda: now[0], wall=lambda: now[0])
    known.hear(Follower("a", "Second laptop", HERE, 7, 1))
    assert known.all()[0].behind(9, 2) == 3
    assert known.address == HERE
    now[0] += 30
    assert known.all()[0].silent
    now[0] += 4000
    assert known.all() == []
    assert known.address == ""
    for _ in range(ENTRIES.free):
        known.allow("192.168.1.21", ENTRIES)
    with pytest.raises(Exception, match="too often"):
        known.allow("192.168.1.21", ENTRIES)
    known.allow("192.168.1.22", ENTRIES)


def served_by(app_of, spare):
    """The room of a spare that took over."""
    take_over(spare)
    room = opened(open_store(spare.file))
    return app_of(Hall(room)), room


def test_whoever_leads_sees_how_far_behind_the_spare_is_and_when_it_falls_silent(wire, spare_at):
    hall, spare = wire.hall, spare_at()
    leader, other = sign_in(wire.app, "game"), sign_in(wire.app, "map")

    def head():
        return leader.get("/spare/now").text.strip()

    assert head() == ""
    assert "No second laptop follows" in leader.get("/spare/").text
    spare.begin()
    spare.step(wait=0)
    assert "Spare level" in head()
    hall.do("announcement.post", "game", text="One", desks=["team"])
    to_spied(hall)
    assert "Spare −5" in head()
    for address in ("/spare/", "/game/"):
        assert "Spare −5" in leader.get(address).text
    assert "Second laptop" in leader.get("/spare/").text
    assert "behind" not in other.get("/map/").text
    now = wire.app.followers._clock()
    wire.app.followers._clock = lambda: now + 60
    assert "<span>Spare silent</span> <span>since " in head()


def test_every_screen_is_told_the_way_and_comes_over_signed_in_as_it_was(wire, spare_at, app_of):
    spare = spare_at()
    umpire, passer_by = sign_in(wire.app, "team"), wire.app.test_client()
    told_before = umpire.get("/team/")
    assert "data-spare" not in told_before.text
    assert umpire.get("/over/way").json == {"spare": "", "ticket": ""}
    heard = []
    wire.app.live.join(heard.append, None)
    assert "connect-src" not in told_before.headers["Content-Security-Policy"]
    spare.begin()
    for _ in range(2):
        spare.step(wait=0)
    assert [one for one in heard if "spare" in one] == ["event: spare\ndata: -\n\n"], "once, and no number with it"
    pages = {
        path: who.get(path) for who, path in ((umpire, "/team/"), (passer_by, "/sign-in"), (passer_by, "/display/"))
    }
    for page in pages.values():
        assert f'data-spare="{HERE}"' in page.text
        assert page.headers["Content-Security-Policy"].endswith(f"connect-src 'self' {HERE}")
    assert "data-ticket" not in pages["/sign-in"].text
    ticket = re.search(r'data-ticket="([^"]+)"', pages["/team/"].text).group(1)
    assert umpire.get("/over/way").json == {"spare": HERE, "ticket": ticket}, "for pages from before"
    assert passer_by.get("/over/way").json == {"spare": HERE, "ticket": ""}
    there, room = served_by(app_of, spare)
    try:
        ready = there.test_client().get("/over/ready", headers={"Origin": FIRST})
        assert (ready.status_code, ready.headers["Access-Control-Allow-Origin"]) == (204, "*")
        assert wire.app.test_client().get("/over/ready").status_code == 503, "the first machine plays no more"
        assert f'<a href="{HERE}">' in umpire.get("/team/").text
        for forged in ("", f"a{ticket}"):  # the last letter of one has bits that nobody reads
            phone = there.test_client()
            assert phone.post("/over", data={"ticket": forged, "next": "/team/"}).location == "/sign-in?next=/team/"
            assert phone.get("/team/").status_code == 303
        assert "This laptop took over at" in sign_in(there, "game").get("/spare/").text
        assert "This laptop took over at" not in sign_in(wire.app, "game").get("/spare/").text
        phone = there.test_client()
        assert phone.get("/over").status_code == 200
        assert phone.post("/sign-in", data={"code": CODES["map"], "name": "Eva"}).status_code == 303
        phone.post("/drafts/", data={"form": "/letters/", "draft": "Burn this"})
        assert phone.post("/over", data={"ticket": ticket, "next": "https://evil.example/"}).location == "/"
        assert b"Burn this" not in Path(f"{room.store.file}-drafts").read_bytes()
        phone.post("/drafts/", data={"form": "/letters/", "draft": "Let us hunt"})
        assert phone.post("/over", data={"ticket": ticket, "next": "/team/?x=1"}).location == "/team/?x=1"
        assert phone.get("/drafts/").json == {"/letters/": "Let us hunt"}
        page = phone.get("/team/").text
        assert 'data-umpire="Ōta"' in page
        assert "data-spare" not in page, "a spare that took over has none of its own"
        Hall(room).do("desk.new_code", "game", desk="team", sign_out=True)
        assert there.test_client().post("/over", data={"ticket": ticket}).status_code == 303
        later = there.test_client()
        later.post("/over", data={"ticket": ticket})
        assert later.get("/team/").status_code == 303, "the code was withdrawn, and with it the ticket"
    finally:
        room.store.close()


def test_an_encrypted_first_machine_is_known_by_its_fingerprint_before_anything_is_said(app, encrypted, tmp_path):
    address = f"https://127.0.0.1:{encrypted}"
    for wrong, said in (("", "Nobody vouches"), ("AB" * 32, "another certificate")):
        spare = Spare(tmp_path / "spare.db", First(address, CODES["game"], wrong), "Second", lambda: HERE)
        with pytest.raises(OrderNotAllowed, match=said):
            spare.begin()
        assert app.followers._left == {}, "nothing was asked"
    with pytest.raises(OrderNotUnderstood, match="64 letters"):
        First(address, CODES["game"], "AB:CD")
    spare = Spare(tmp_path / "spare.db", First(address, CODES["game"], app.fingerprint), "Second", lambda: HERE)
    spare.begin()
    assert spare.step(wait=0).behind == 0
    spare.close()


def test_a_copy_that_did_not_arrive_whole_is_not_taken(tmp_path, monkeypatch):
    @contextlib.contextmanager
    def half(*_asked):
        sent = io.BytesIO(b"half of a game")
        yield SimpleNamespace(
            read=sent.read, headers={"X-Checksum": hashlib.sha256(b"half of a game, and").hexdigest()}
        )

    first = First("http://192.168.1.20:8000")
    monkeypatch.setattr(first, "answer", half)
    with pytest.raises(Unreachable, match="did not arrive whole"):
        first.fetch(tmp_path / "copy.db", fresh=False)
