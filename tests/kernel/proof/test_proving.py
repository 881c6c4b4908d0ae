"""A game that is proved in parts, between copies of it: the verdict is that of one replay, whatever is spoilt where."""

from __future__ import annotations

import gc
import json
import shutil
import sqlite3
import sys
import threading
from contextlib import closing, contextmanager, suppress
from dataclasses import replace

import pytest

from control import cli
from control.kernel.actions.world import Room
from control.kernel.chance.chance import Secrets
from control.kernel.copies import Copies
from control.kernel.copies import files as on_disk
from control.kernel.database.store import open_store
from control.kernel.proof import proving
from control.kernel.proof import verify as verifying
from control.kernel.proof.proved import proved_of
from control.kernel.rows import ApartEntry, JournalEntry
from control.sengoku.season.start import new_game
from tests.games import Hall, close

PARTS = 3
EACH = 3


@pytest.fixture(scope="module")
def played(open_stage, tmp_path_factory):
    """A game with a copy at every third of its entries."""
    hall = Hall(open_stage("start", tmp_path_factory.mktemp("played") / "game.db"))
    copies = Copies(hall.room.store)
    for part in range(PARTS):
        for spot in range(EACH):
            hall.do("honour.log", "team", clan="oda", reason="event", note=f"the {spot}th of {part}", twice=True)
        if part < PARTS - 1:
            copies.make("gate")
    hall.room.store.close()
    return hall.room.store.file.parent


@pytest.fixture
def hall(played, shipped, tmp_path, monkeypatch):
    """That game, the parts of which are proved in this process: one of its own takes a second to be there."""

    @contextmanager
    def here(begins, file):
        def verdict():
            with suppress(Exception):
                return proving.proof_of(file, begins)

        yield verdict

    monkeypatch.setattr(proving, "proving", here)
    monkeypatch.setattr(proving, "FEWEST", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    found = Hall(Room(open_store(tmp_path / "game.db", passing=True), shipped))
    yield found
    close(found.room)


def copies_of(hall):
    """Its copies, oldest first."""
    return [copy.path for copy in Copies(hall.room.store).all()[::-1]]


def spoil(file, statement):
    """Change something in a file behind the program's back; a copy has the right checksum all the same."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statement)
        assert connection.total_changes or statement.startswith(("CREATE", "DROP"))
    if file.parent.name.endswith(".copies"):
        on_disk.note_proof(file, on_disk.proof(file))
        on_disk.note_checksum(file, on_disk.checksum(file))


def as_in_one(hall, processes):
    """Look that the verdict in parts is that of one replay, with so many processes whose parts it stands on."""
    found = proving.verify_in(PARTS, hall.room)
    assert found.processes == processes
    assert replace(found, processes=1) == verifying.verify(hall.room)
    return found


def test_in_parts_each_entry_is_replayed_once_and_the_verdict_is_the_same(hall, monkeypatch):
    replayed = []
    carry_out = verifying.carry_out
    monkeypatch.setattr(verifying, "carry_out", lambda *given: replayed.append(given[5]) or carry_out(*given))
    found = proving.verify_in(PARTS, hall.room)
    assert found == verifying.Verdict(PARTS * EACH, (), 0, PARTS)
    assert sorted(replayed) == sorted(entry.key for entry in hall.entries())


def test_what_was_proved_before_is_where_the_first_part_begins(hall):
    number = hall.entries()[0].number
    first = proving.verify_in(PARTS, hall.room, proved_of(hall.room))
    assert (first.proved, first.processes) == (0, PARTS)
    kept = proved_of(hall.room).file
    assert proving.end_of(kept) == PARTS * EACH, "what the last part came to is kept as all of it"
    shutil.copy(copies_of(hall)[0], kept)
    again = proving.verify_in(2, hall.room, proved_of(hall.room))
    assert (number, again.same, again.proved, again.processes) == (1, True, EACH, 2)
    assert proving.verify_in(PARTS, hall.room, proved_of(hall.room)).proved == PARTS * EACH


WHERE = [1, EACH + 1, PARTS * EACH]


@pytest.mark.parametrize("number", WHERE, ids=["first", "middle", "last"])
def test_an_entry_that_was_changed_in_the_game_and_in_every_copy_is_named(hall, number):
    for file in (hall.room.store.file, *copies_of(hall)):
        with suppress(AssertionError):  # the entry came later than this copy
            spoil(file, f"UPDATE journal SET sentence = 'Nothing happened.' WHERE number = {number}")
    told = as_in_one(hall, 1).differences
    assert told[0].startswith(f"Entry {number} ")


@pytest.mark.parametrize("copies", [0, 1, 2], ids=["last", "middle", "first"])
def test_a_row_that_was_changed_from_some_part_on_is_named(hall, copies):
    for file in (hall.room.store.file, *copies_of(hall)[PARTS - 1 - copies :]):
        spoil(file, "UPDATE province SET unrest = 1 WHERE id = 'kai'")
    assert as_in_one(hall, 1).differences[0].startswith("province kai, unrest: ")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE province SET unrest = 1 WHERE id = 'kai'",
        "UPDATE serial SET last = last + 1",
        "UPDATE touch SET changed = NOT changed",
        "UPDATE desk SET code = 'another' WHERE key = 'map'",
        "UPDATE game SET seed = 'another'",
        "UPDATE journal SET audience = 'npd' WHERE number = 2",
        "CREATE TRIGGER acts AFTER INSERT ON honour BEGIN UPDATE province SET unrest = 1 WHERE id = 'kai'; END",
        "DROP TABLE clock",
    ],
)
def test_a_copy_that_was_altered_accuses_nobody_and_proves_nothing(hall, statement):
    spoil(copies_of(hall)[0], statement)
    found = proving.verify_in(PARTS, hall.room)
    assert (found.same, found.processes) == (True, 1)


def test_what_acts_by_itself_in_a_copy_hides_nothing(hall):
    table = hall.entries()[-1].changes[0]["table"]
    acts = f"AFTER INSERT ON {table} BEGIN UPDATE province SET unrest = 1 WHERE id = 'kai'; END"
    spoil(copies_of(hall)[-1], f"CREATE TRIGGER acts {acts}")
    spoil(hall.room.store.file, "UPDATE province SET unrest = 1 WHERE id = 'kai'")
    assert as_in_one(hall, 1).differences[0].startswith("province kai, unrest: ")


def test_what_a_part_rests_on_is_every_entry_with_all_that_is_kept_of_it(hall, tmp_path):
    def rested_on(statement):
        file = tmp_path / "another.db"
        shutil.copy(copies_of(hall)[0], file)
        if statement:
            spoil(file, statement)
        with proving.opened(file) as store:
            return proving.beneath(store)

    untouched = rested_on("")
    assert rested_on("") == untouched
    columns = [column.name for column in JournalEntry.__table__.c]
    shared = [name for name in columns if name in ApartEntry.__table__.c]
    for column in set(columns) - {"number"}:
        assert rested_on(f"UPDATE journal SET {column} = '[1]' WHERE number = 2") != untouched, column
    assert rested_on("DELETE FROM journal WHERE number = 2") != untouched
    beside = f"(after, {', '.join(shared)}) SELECT 1, {', '.join(shared)} FROM journal WHERE number = 2"
    assert rested_on(f"INSERT INTO journal_apart {beside}") != untouched


def test_copies_that_are_damaged_or_of_another_game_are_left_out(hall, shipped, tmp_path):
    first, second = copies_of(hall)
    with first.open("r+b") as file:
        file.seek(5000)
        file.write(b"damaged")
    assert as_in_one(hall, 2).same
    other = Hall(new_game(open_store(tmp_path / "other.db", passing=True), shipped, Secrets()))
    for spot in range(2 * EACH):
        other.do("honour.log", "team", clan="oda", reason="event", note=f"the {spot}th", twice=True)
    theirs = Copies(other.room.store).make("gate")
    close(other.room)
    for name in (theirs.path, on_disk.checksum_file(theirs.path)):
        shutil.copy(name, first.parent)
    second.unlink()
    assert as_in_one(hall, 1).same


def test_copies_of_what_was_given_up_when_the_game_was_set_back_are_left_out(hall):
    copies = Copies(hall.room.store)
    oldest, given_up = copies.all()[::-1]
    with copies.opened(oldest) as (_, file):
        copies.put_back(file, PARTS * EACH)
    for spot in range(2 * EACH):
        hall.do("honour.log", "team", clan="mori", reason="event", note=f"the {spot}th anew", twice=True)
    with hall.room.store.read() as session:
        assert [proving.fits(session, one) for one in (oldest, given_up)] == [True, False]
    assert as_in_one(hall, 2).same


def test_a_game_that_an_older_version_began_is_replayed_in_one(hall):
    spoil(hall.room.store.file, "UPDATE journal SET made_with = NULL WHERE number = 1")
    assert as_in_one(hall, 1).same


@pytest.mark.parametrize("threads", [1, 2], ids=["forked", "anew"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")  # those who run the tests have threads
def test_the_command_proves_in_processes_of_their_own(hall, monkeypatch, capsys, threads):
    monkeypatch.undo()
    monkeypatch.setattr(proving.threading, "active_count", lambda: threads)
    monkeypatch.setattr(proving, "FEWEST", 1)
    assert cli.main(["verify", "--all", "--game", str(hall.room.store.file), "--processes", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == {"entries": PARTS * EACH, "same": True, "processes": 2}


@pytest.mark.parametrize("threads", [1, 2], ids=["forked", "anew"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")  # those who run the tests have threads
def test_a_process_that_comes_to_nothing_is_not_waited_for(tmp_path, monkeypatch, threads):
    monkeypatch.setattr(proving.threading, "active_count", lambda: threads)
    file = tmp_path / "no_game.db"
    file.write_bytes(b"no game")
    with proving.proving(None, file) as verdict:
        assert verdict() is None


def test_beside_a_thread_that_holds_something_another_process_is_started_anew(monkeypatch):
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    assert proving.way() == "spawn"
    done.set()
    other.join()
    monkeypatch.setattr(proving.threading, "active_count", lambda: 1)
    assert proving.way() == ("fork" if sys.platform == "linux" else "spawn")


@pytest.mark.parametrize("looks", [True, False])
def test_a_proof_leaves_off_looking_for_what_could_be_thrown_away_and_no_longer(hall, monkeypatch, looks):
    looked = []
    carry_out = verifying.carry_out
    monkeypatch.setattr(verifying, "carry_out", lambda *given: looked.append(gc.isenabled()) or carry_out(*given))
    was = gc.isenabled()
    (gc.enable if looks else gc.disable)()
    try:
        assert proving.verify_in(PARTS, hall.room).same
        assert not any(looked)
        assert gc.isenabled() is looks
    finally:
        (gc.enable if was else gc.disable)()
