"""One file is the game: after every orderly end all of it is in the file, and a file that is not whole is told."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import socket
import sqlite3
import threading
import time
from contextlib import closing
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from control.app import create_app
from control.cli import main
from control.kernel.copies import Copies
from control.kernel.copies.whole import fresh_name, look_at, trouble_with
from control.kernel.database.keeping import keeper_of
from control.kernel.database.store import open_store
from control.kernel.errors import NotKept
from control.kernel.opening import open_room
from control.kernel.pages import live
from control.kernel.proof.verify import verify
from control.kernel.rows import Game, JournalEntry
from tests.browser.serving import PATIENCE, Served, run
from tests.conftest import sign_in
from tests.games import Hall, close, make_game, well_off
from tests.ports import free_port


def beside(file):
    """The file's -wal and -shm, if they are there."""
    return [one.name for one in file.parent.glob(f"{file.name}-*")]


def alone(file, to):
    """What somebody has who took away only the one file: entries, and whether they replay."""
    shutil.copy(file, to)
    room = open_room(open_store(to))
    verdict = verify(room)
    close(room)
    return verdict.entries, verdict.differences


def run_with_screens_that_hear_little(command, printed):
    """A room in which whoever waited for a screen to be told something would wait beyond all patience."""
    live.HEARTBEAT = live.STALE = 10 * PATIENCE
    run(command, printed)


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM])
def test_a_room_that_is_stopped_leaves_the_whole_game_in_its_file(tmp_path, monkeypatch, way):
    monkeypatch.setattr("tests.browser.serving.run", run_with_screens_that_hear_little)
    served = Served(tmp_path)
    served.start()
    try:
        with socket.create_connection(("127.0.0.1", served.port)) as screen:  # a live screen does not hold it up
            screen.sendall(b"GET /live HTTP/1.1\r\nHost: hall\r\n\r\n")
            assert screen.recv(100).startswith(b"HTTP/1.1 200")
            served.do("garrison.raise", province="kai", troops=1, reason="for the test")
            os.kill(served._process.pid, way)
            served._process.join(PATIENCE)
            assert served._process.exitcode == 0, f"It waited for the screen:\n{served.output()}"
    finally:
        served.stop()
    assert beside(served.game) == []
    assert alone(served.game, tmp_path / "taken.db") == (1, ())


def test_whoever_still_reads_when_a_room_ends_leaves_nothing_beside_the_file(tmp_path, shipped, monkeypatch):
    monkeypatch.setattr("control.kernel.database.store.LAST_READERS", PATIENCE)
    store = open_store(make_game(tmp_path / "game.db", shipped))
    reads, may_end = threading.Event(), threading.Event()

    def reader():
        with store.read() as session:
            session.scalars(select(JournalEntry)).all()
            reads.set()
            may_end.wait(PATIENCE)

    readers = [threading.Thread(target=reader) for _ in range(2)]
    for one in readers:
        one.start()
    assert reads.wait(PATIENCE)
    threading.Timer(0.2, may_end.set).start()
    store.close()
    assert beside(store.file) == []
    for one in readers:
        one.join()


def test_a_copy_that_is_being_made_when_a_room_ends_is_made_to_its_end(hall, monkeypatch):
    copies = Copies(hall.room.store, every=3600)
    begun, told = threading.Event(), []

    def look():
        begun.set()
        time.sleep(0.2)
        told.append("made")

    monkeypatch.setattr(copies, "look", look)
    copies.start()
    assert begun.wait(PATIENCE)
    copies.stop()
    assert told == ["made"]


def test_a_command_leaves_the_whole_game_in_its_file(tmp_path, shipped, capsys):
    game = make_game(tmp_path / "game.db", shipped)
    (tmp_path / "order.json").write_text(json.dumps({"province": "kai", "troops": 1, "reason": "for the test"}))
    assert main(["do", "garrison.raise", str(tmp_path / "order.json"), "--game", str(game)]) == 0
    assert beside(game) == []


def in_file(game):
    """How many entries are in the one file, whatever lies beside it."""
    with closing(sqlite3.connect(f"{game.as_uri()}?mode=ro&immutable=1", uri=True)) as file:
        return file.execute("SELECT count(*) FROM journal").fetchone()[0]


def soon(game, entries):
    """Whether so many entries are soon in the one file, by themselves."""
    until = time.monotonic() + PATIENCE
    while in_file(game) != entries and time.monotonic() < until:
        time.sleep(0.01)
    return in_file(game) == entries


def test_a_room_that_is_killed_has_left_what_it_acknowledged_in_its_file(tmp_path):
    served = Served(tmp_path)
    served.start()
    for _ in range(3):
        served.do("garrison.raise", province="kai", troops=1, reason="for the test")
    assert soon(served.game, 3)
    served._process.kill()
    served.stop()
    assert beside(served.game) != []
    assert alone(served.game, tmp_path / "taken.db") == (3, ())


@pytest.mark.parametrize("way", ["reads", "looks"])
def test_whoever_begins_to_read_while_a_game_is_let_go_of_leaves_nothing_beside_its_file(hall, monkeypatch, way):
    store, late = hall.room.store, []
    settle = store.settle

    def settled(**how):
        if not late:  # a thread of a screen, say, that woke just now
            late.append(way)
            if way == "looks":  # whether anything has changed, and no further
                keeper_of(store.engine).seen()
            else:
                with store.read() as session:
                    session.get(Game, 1)
        return settle(**how)

    monkeypatch.setattr(store, "settle", settled)
    store.close()
    assert late
    assert beside(store.file) == []


def test_what_a_reader_held_up_comes_into_the_file_with_copies_and_in_quiet_moments(hall, tmp_path):
    close(hall.room)
    hall.room = open_room(open_store(hall.room.store.file))  # as it is served, not as a file that is thrown away
    copies = Copies(hall.room.store, every=3600)
    game = copies.game

    def while_somebody_reads(province):
        with hall.room.store.read() as session:
            before = len(session.scalars(select(JournalEntry)).all())
            hall.do("garrison.raise", province=province, troops=1)
            hall.room.store.settling.rest()
            assert in_file(game) == before

    hall.do("garrison.raise", province="kai", troops=1)
    assert soon(game, 1)
    while_somebody_reads("kai")
    copies.make("asked")
    assert in_file(game) == 2
    while_somebody_reads("hida")
    copies.look()
    assert in_file(game) == 2, "it is no quiet moment yet"
    copies.look()
    assert in_file(game) == 3


def in_it(file, statement):
    """Change what is in a file, as only a disk would."""
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(statement).rowcount


def spoilt(way, file):
    """Spoil the file of a game."""
    content = file.read_bytes()
    if way == "empty":
        file.write_bytes(b"")
    elif way == "cut off":
        file.write_bytes(content[: len(content) // 2])
    elif way == "no database":
        file.write_bytes(b"To the umpires. " * 500)
    elif way == "torn":
        file.write_bytes(content[:8192] + bytes(len(content) - 8192))
    elif way == "another database":
        file.unlink()
        with sqlite3.connect(file) as other:
            other.execute("CREATE TABLE members (name)")
        other.close()
    elif way == "another scenario":
        in_it(file, "UPDATE scenario_file SET text = replace(text, 'a', 'b') WHERE path = 'provinces.csv'")
    elif way == "a hash that is no text":
        in_it(file, "UPDATE scenario_file SET hash = CAST(x'c328' AS TEXT) WHERE path = 'provinces.csv'")
    elif way == "a folder":
        file.unlink()
        file.mkdir()


SAYS = {
    "empty": "is empty", "cut off": "is damaged", "no database": "is no database", "torn": "is damaged",
    "another database": "holds no game", "a folder": "is a folder",
    "another scenario": "is damaged: part of the scenario that it carries was written over.",
    "a hash that is no text": "is damaged: part of the scenario that it carries was written over.",
    "without its end": "ends at entry 1, and there is a copy with entry 2. It was probably copied without the file "
    "game.db-wal.",
}  # fmt: skip


@pytest.mark.parametrize("way", SAYS)
def test_a_file_that_is_not_whole_is_told_with_what_to_take_instead(tmp_path, shipped, capsys, way):
    disk = tmp_path / "USB DISK"
    disk.mkdir()
    game = make_game(disk / "game.db", shipped)
    room = open_room(open_store(game))
    Hall(room).do("garrison.raise", province="kai", troops=1, reason="for the test")
    room.store.close()
    before = game.read_bytes()
    Hall(room).do("garrison.raise", province="hida", troops=1)
    copy = Copies(room.store).make("asked")
    close(room)
    if way == "without its end":
        game.write_bytes(before)
    else:
        spoilt(way, game)
    (tmp_path / "order.json").write_text("{}")
    for command in (
        ["serve", "--port", str(free_port())],
        ["verify"],
        ["state"],
        ["do", "garrison.raise", str(tmp_path / "order.json")],
        ["backup"],
        ["export", "--out", str(tmp_path / "out.xlsx")],
        ["print", "order_cards", "--out", str(tmp_path)],
    ):
        status = main([*command, "--game", str(game)])
        out, err = capsys.readouterr()
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1
        assert SAYS[way] in err
        assert err.endswith(f"control-room restore '{copy.path}' --game '{disk / 'game-2.db'}'\n")


def test_what_another_program_is_at_just_now_is_not_called_broken(tmp_path, monkeypatch):
    game = make_game(tmp_path / "game.db", well_off())

    def told(error):
        def fails(*_given):
            raise error

        with monkeypatch.context() as patched:
            patched.setattr("control.kernel.copies.whole.trouble_in", fails)
            return trouble_with(game)

    assert told(sqlite3.OperationalError("database is locked")) == ""
    assert told(PermissionError(errno.EACCES, "Permission denied")) == "cannot be read (permission denied)."


def test_a_game_that_was_emptied_is_told_by_its_copies_and_those_of_another_tell_nothing(tmp_path, shipped):
    game = make_game(tmp_path / "game.db", shipped)
    room = open_room(open_store(game))
    Hall(room).do("garrison.raise", province="kai", troops=1, reason="for the test")
    Copies(room.store).make("asked")
    close(room)
    other = make_game(tmp_path / "other.db", shipped)
    (tmp_path / "game.db.copies").rename(tmp_path / "other.db.copies")
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("UPDATE game SET seed = 'that of another day'")
    assert trouble_with(other) == ""
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("DELETE FROM game")
    assert trouble_with(other) == "holds no game any more."


def test_a_name_that_is_taken_is_not_offered_for_the_game_that_goes_on(tmp_path):
    (tmp_path / "game-2.db").touch()
    assert fresh_name(tmp_path / "game.db").name == "game-3.db"


def test_a_disk_that_may_only_be_read_is_told_as_such_and_no_copy_is_to_be_taken(tmp_path, monkeypatch):
    game = make_game(tmp_path / "game.db", well_off())
    assert not trouble_with(game)
    game.with_name("game.db-wal").mkdir()  # then SQLite says what it says on such a disk
    monkeypatch.setattr(os, "access", lambda path, _mode: path != tmp_path)
    with pytest.raises(NotKept, match="Nothing is wrong with the game"):
        look_at(open_store(game))
    monkeypatch.undo()
    with pytest.raises(NotKept, match="cannot be read"):
        look_at(open_store(game))


@pytest.mark.parametrize(("free", "said"), [(0, "the disk is full. Nothing is wrong"), (10**9, "no sound copy")])
def test_a_game_on_a_full_disk_is_told_as_such_and_no_copy_is_to_be_taken(tmp_path, shipped, monkeypatch, free, said):
    file = make_game(tmp_path / "game.db", shipped)

    def unreadable(*_given):
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("control.kernel.copies.whole.trouble_in", unreadable)
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=free))
    with closing(open_store(file)) as store, pytest.raises(NotKept, match=said):
        look_at(store)


def test_a_game_that_was_set_back_is_whole(hall):
    copies = Copies(hall.room.store)
    hall.do("garrison.raise", province="kai", troops=1, reason="for the test")
    first = copies.make("asked")
    hall.do("garrison.raise", province="hida", troops=1)
    hall.do("garrison.raise", province="hida", troops=1)
    copies.make("asked")
    with copies.opened(first) as (_, ready):
        copies.put_back(ready, 3)
    room = open_room(open_store(copies.game))
    assert len(Hall(room).entries()) == 1
    close(room)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE journal SET sentence = 'Nothing was done.' WHERE number = 1", "entry 1 is"),
        ("UPDATE journal SET changes = substr(changes, 1, 5) WHERE number = 2", "entry 2 is"),
        ("UPDATE clan SET name = 'nobody' WHERE id = 'takeda'", ""),  # that only a replay can tell
    ],
)
def test_an_entry_that_a_disk_has_changed_is_told_soon_after_the_game_is_served(hall, statement, found):
    hall.do("garrison.raise", province="kai", troops=1, reason="for the test")
    copy = Copies(hall.room.store).make("asked")
    hall.do("garrison.raise", province="hida", troops=1)
    in_it(hall.room.store.file, statement)
    Copies(hall.room.store).take_stock()
    told = hall.room.store.doubt
    assert (f"{found} not what was written." in told and f"control-room restore {copy.path} " in told) or told == found
    assert not verify(hall.room).same


def test_a_copy_whose_journal_cannot_be_read_is_not_offered(hall):
    hall.do("garrison.raise", province="kai", troops=1, reason="for the test")
    copies = Copies(hall.room.store)
    sound = copies.make("asked")
    in_it(copies.game, "UPDATE journal SET dice = '[' WHERE number = 1")
    copies.make("asked")
    copies.take_stock()
    assert f"control-room restore {sound.path} " in hall.room.store.doubt


# A copy taken by hand while the game was served


@pytest.fixture
def served_hall(tmp_path, shipped):
    """A game that is served, with an entry in it."""
    game = make_game(tmp_path / "game.db", shipped)
    room = open_room(open_store(game))
    room.store.serve()
    Hall(room).do("garrison.raise", province="kai", troops=1, reason="for the test")
    assert soon(game, 1)
    yield room
    close(room)


def doubt(file):
    """What is said of a file when it is opened."""
    with closing(open_store(file)) as store:
        look_at(store)
        return store.doubt


def taken(file, to, *ends):
    """What somebody has who took away these of the files of a game."""
    to.mkdir(exist_ok=True)
    for end in ends:
        shutil.copy(file.with_name(f"{file.name}{end}"), to)
    return to / file.name


def test_a_file_taken_by_hand_from_a_game_that_is_served_says_that_entries_may_be_missing(
    served_hall, tmp_path, capsys
):
    file = taken(served_hall.store.file, tmp_path / "stick", "")
    assert "Its journal ends at entry 1, of " in doubt(file)
    assert main(["verify", "--game", str(file)]) == 0
    assert "control-room: game.db was copied while the game was being served" in capsys.readouterr().err
    assert doubt(file), "whoever looked at it has brought nothing back"
    assert not doubt(taken(served_hall.store.file, tmp_path / "both", "", "-wal"))


def test_a_file_taken_from_a_game_that_was_stopped_says_nothing(served_hall, tmp_path):
    file = served_hall.store.file
    other = open_store(file)  # who serves it too, or looks at it
    other.serve()
    with other.read() as session:
        session.get(Game, 1)
    served_hall.store.close()
    assert doubt(taken(file, tmp_path / "early", "")), "the other one has it still"
    other.close()
    assert not doubt(taken(file, tmp_path / "stick", ""))
    assert beside(file) == []


def killed(room, to):
    """The files of a game that is served as they are when it is killed."""
    return taken(room.store.file, to, "", "-wal", "-served")


def test_a_room_that_was_killed_says_nothing_whatever_opens_its_file_before_it_goes_on(served_hall, tmp_path):
    file = killed(served_hall, tmp_path / "killed")
    with closing(sqlite3.connect(file)) as other:  # the last to close brings the -wal in, and takes it away
        other.execute("SELECT count(*) FROM journal").fetchone()
    assert not doubt(file)
    assert beside(file) == [], "all is in it, and that is whole"
    with closing(open_store(killed(served_hall, tmp_path / "killed"))) as again, again.read() as session:
        session.get(Game, 1)
        again.serve()
        assert not doubt(file)
        assert doubt(taken(file, tmp_path / "stick", ""))


def test_copies_and_restores_of_a_game_that_is_served_say_nothing(served_hall, tmp_path, capsys):
    copy = Copies(served_hall.store).make("asked")
    assert main(["restore", str(copy.path), "--game", str(tmp_path / "restored.db")]) == 0
    assert not doubt(tmp_path / "restored.db")
    file = killed(served_hall, tmp_path / "killed")
    with closing(sqlite3.connect(file)) as other:
        other.execute("SELECT count(*) FROM journal").fetchone()
    for what, to in ((file, "of the killed.db"), (taken(file, tmp_path / "stick", ""), "of a stick.db")):
        assert main(["restore", str(what), "--game", str(tmp_path / to)]) == 0
    assert not doubt(tmp_path / "of the killed.db")
    assert doubt(tmp_path / "of a stick.db")
    capsys.readouterr()


def test_whoever_leads_reads_what_may_be_missing_until_he_says_that_he_knows(served_hall, tmp_path):
    room = create_app(taken(served_hall.store.file, tmp_path / "stick", ""))
    game, map_desk = sign_in(room, "game"), sign_in(room, "map")
    said = "was copied while the game was being served"
    assert said in game.get("/guessing").text
    assert said not in map_desk.get("/journal/").text
    game.post("/guessing")
    assert said not in game.get("/guessing").text
    close(room.room)
