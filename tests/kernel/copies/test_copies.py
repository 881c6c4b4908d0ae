"""Copies of a game: made, checked, brought to a second disk, and put back."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from datetime import datetime, timedelta

import pytest
from sqlalchemy.exc import OperationalError

from control.kernel import copies as module
from control.kernel import settings
from control.kernel.copies import Copies
from control.kernel.copies import files as on_disk
from control.kernel.copies.whole import newest_first as newest_first_on_disk
from control.kernel.database.store import Store, open_store
from control.kernel.errors import ChangedElsewhere, NotKept, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.safety_questions import moment
from control.kernel.opening import open_room
from control.kernel.proof.verify import verify
from control.serving import as_last_time
from tests.games import CHANCE, Hall, close


@pytest.fixture
def copies(hall):
    """The copies of the fresh game."""
    return Copies(hall.room.store)


def raise_in(hall: Hall, *provinces: str) -> None:
    """An entry for each of these provinces."""
    for province in provinces:
        hall.do("garrison.raise", province=province, troops=1)


def test_a_copy_says_where_the_game_stood_and_is_checked(hall, copies):
    raise_in(hall, "kai", "hida")
    made = copies.make("asked")
    assert (made.number, made.when, made.kind, made.state) == (2, "Spring 1550", "asked", "checked")
    assert made.path.parent.name == "start.db.copies"
    assert copies.all() == [made]
    assert sorted(path.name for path in copies.folder.iterdir()) == [made.name, f"{made.name}.sha256"]
    room = open_room(open_store(made.path))
    assert [entry.sentence for entry in Hall(room).entries()] == [entry.sentence for entry in hall.entries()]
    close(room)


def test_a_copy_is_one_moment_while_others_write(hall, copies):
    raise_in(hall, "kai")
    with hall.room.store.read() as session:
        moment(session)  # a reader has it open
        raise_in(hall, "hida")
        assert copies.make("timed").number == 2


def test_the_program_killed_in_the_middle_of_a_copy_leaves_no_half_copy_listed(hall, copies):
    raise_in(hall, "kai")
    script = textwrap.dedent("""
        import sys, time
        import control.sengoku.game
        from control.kernel.copies import Copies, files
        from control.kernel.database.store import open_store
        def hang(path):
            print("half way", flush=True)
            time.sleep(60)
        import control.kernel.copies
        control.kernel.copies.keep_on_disk = hang
        Copies(open_store(sys.argv[1])).make("asked")
    """)
    process = subprocess.Popen([sys.executable, "-c", script, str(copies.game)], stdout=subprocess.PIPE)
    assert process.stdout.readline().strip() == b"half way"
    process.send_signal(signal.SIGKILL)
    process.wait(120)
    process.stdout.close()
    left = list(copies.folder.iterdir())
    assert len(left) == 1
    assert copies.all() == []
    os.utime(left[0], (time.time() - 7200,) * 2)
    made = copies.make("asked")
    assert copies.all() == [made]
    assert not left[0].exists(), "what was left half written is cleared away"


def test_a_full_disk_is_told_in_words_and_leaves_nothing(hall, copies, monkeypatch):
    def full(_path):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("control.kernel.copies.keep_on_disk", full)
    with pytest.raises(NotKept, match=r"The game could not be copied: the disk is full\. Make room on it\."):
        copies.make("asked")
    assert list(copies.folder.iterdir()) == []
    assert "the disk is full" in copies.beat().trouble
    monkeypatch.undo()
    copies.make("asked")
    assert copies.beat().trouble == ""


def test_a_folder_that_is_no_folder_is_told_in_words(hall, copies):
    copies.folder.write_text("a letter")
    with pytest.raises(NotKept, match="could not be copied"):
        copies.make("asked")


def spoil(path):
    """Change a byte in the middle of a file."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


def test_a_spoilt_copy_is_marked_and_cannot_be_restored(hall, copies):
    made = copies.make("asked")
    spoil(made.path)
    copies.take_stock()
    assert copies.find(made.name).state == "damaged"
    with pytest.raises(NotKept, match="damaged"), copies.opened(made):
        pass
    with pytest.raises(NotKept, match="damaged"):
        copies.restore_to(made, "again")
    assert not copies.game.with_name("again.db").exists()


def test_a_copy_without_its_checksum_proves_itself_or_is_not_trusted(copies):
    made = copies.make("asked")
    on_disk.checksum_file(made.path).unlink()
    assert copies.verify(made).state == "checked"
    content = made.path.read_bytes()
    made.path.write_bytes(content.replace("甲斐".encode(), "乙斐".encode()))  # a letter, which SQLite would not notice
    assert made.path.read_bytes() != content
    assert on_disk.is_whole(made.path)
    assert copies.verify(made).state == "damaged"
    on_disk.note_proof(made.path, 0)
    assert copies.verify(made).state == "damaged", "an older copy has nothing to show"


def cookies_of(file):
    """The key of a game's cookies, and whether its seals and dice are those of the day."""
    with contextlib.closing(on_disk.reading(file)) as connection:
        return connection.execute("SELECT cookies, seed, secret FROM game").fetchone()


def test_a_game_beside_the_real_one_has_cookies_of_its_own(copies):
    made = copies.make("asked")
    real = cookies_of(made.path)
    beside = cookies_of(copies.restore_to(made, "rehearsal"))
    assert beside[0] != real[0]
    assert beside[1:] == real[1:]
    file, _, proved = on_disk.restored_file(made.path, copies.game.with_name("second.db"))
    assert proved
    assert cookies_of(file)[0] not in (real[0], beside[0])
    copies.game.write_bytes(b"")
    file, _, _ = on_disk.restored_file(made.path, copies.game.with_name("third.db"))
    assert cookies_of(file) == real, "the game itself is gone: this is the game, and nobody is signed out"


@pytest.mark.parametrize(
    "name", ["../start.db", "nothing.db", "", "2026-01-01_000000-000_spring-1550_entry-000001_asked.db"]
)
def test_no_other_file_is_taken_for_a_copy(copies, name):
    with pytest.raises(OrderNotUnderstood):
        copies.find(name)


def test_all_ends_of_seasons_are_kept_and_the_latest_of_the_others(hall):
    copies = Copies(hall.room.store, kept=3)
    gates = [copies.make("gate").name for _ in range(4)]
    others = [copies.make("timed").name for _ in range(6)]
    kept = {one.name for one in copies.all()}
    assert kept == {*gates, *others[-3:]}
    assert len(list(copies.folder.iterdir())) == 2 * len(kept), "checksums go with their copies"


@pytest.mark.parametrize("hours", [-25, -1, 25])
def test_a_clock_that_is_set_throws_no_new_copy_away_and_the_newest_stands_first(hall, monkeypatch, hours):
    copies, made = Copies(hall.room.store, kept=3), []
    copies.print_pack = lambda: (b"%PDF", copies._copied, "")
    for ahead in (0, 0, 0, hours, hours, hours):

        class Clock(datetime):
            @classmethod
            def now(cls, tz=None, ahead=ahead):
                return datetime.now(tz) + timedelta(hours=ahead)

        monkeypatch.setattr("control.kernel.copies.files.datetime", Clock)
        made.append((copies.make("timed").name, copies.write_pack().name))
    for kept, names in zip(zip(*made, strict=True), (copies.all(), copies.packs()), strict=True):
        newest_first = [one.name for one in names]
        assert newest_first[:3] == list(kept[::-1][:3])
    assert newest_first_on_disk(copies.folder)[0].name == made[-1][0]


@pytest.mark.parametrize(
    ("written", "made"), [("00:30", "00:30"), ("01:10", "01:10"), ("01:29", "01:29"), ("09:00", "00:30")]
)
def test_the_hour_that_comes_twice_makes_no_copy_older_than_it_is(tmp_path, monkeypatch, written, made):
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    copy = tmp_path / "copy"
    copy.touch()
    os.utime(copy, (at := datetime.fromisoformat(f"2026-10-25T{written}:00Z").timestamp(), at))
    read = on_disk.moment_of(copy, "2026-10-25", "023000-000")
    monkeypatch.undo()
    time.tzset()
    assert read == datetime.fromisoformat(f"2026-10-25T{made}:00Z")


# ---- by itself


def looking(hall, **more):
    """Copies that have looked once."""
    copies = Copies(hall.room.store, **more)
    copies.look()
    return copies


def test_the_end_of_a_season_is_copied_at_once_and_other_entries_in_time(hall):
    copies = looking(hall, every=3600)
    assert [one.kind for one in copies.all()] == ["timed"]
    copies.look()
    assert len(copies.all()) == 1, "nothing has moved"
    raise_in(hall, "kai")
    copies.look()
    assert len(copies.all()) == 1, "it is not time yet"
    hall.next_season()
    copies.look()
    assert sorted((one.kind, one.number) for one in copies.all()) == [("gate", 2), ("timed", 0)]
    copies.every = 0
    copies.look()
    assert len(copies.all()) == 2, "nothing has moved"
    raise_in(hall, "kai")
    copies.look()
    assert sorted((one.kind, one.number) for one in copies.all()) == [("gate", 2), ("timed", 0), ("timed", 3)]


def test_a_server_that_starts_again_knows_what_is_copied_already(hall):
    raise_in(hall, "kai")
    first = looking(hall)
    again = Copies(hall.room.store, every=0)
    again.take_stock()
    again.look()
    assert len(again.all()) == 1
    assert again.beat().good.name == first.all()[0].name


def test_a_copy_that_is_made_while_those_from_before_are_read_through_is_the_newest(hall, monkeypatch):
    raise_in(hall, "kai")
    looking(hall)
    again, made = Copies(hall.room.store), []
    raise_in(hall, "hida")
    opened = again.opened
    monkeypatch.setattr(again, "opened", lambda copy: (made.append(again.make("asked")), opened(copy))[1])
    again.take_stock()
    assert again.beat().good == made[0]


def test_what_is_noted_of_the_stick_while_a_copy_is_made_stays_noted(hall, tmp_path, monkeypatch):
    copies = Copies(hall.room.store, tmp_path / "no stick")
    thread = threading.Thread(target=copies.carry)
    noted = module.replace

    def in_between(beat, **what):
        if "good" in what:
            thread.start()
            thread.join(0.5)  # or as long as it has to wait
        return noted(beat, **what)

    monkeypatch.setattr(module, "replace", in_between)
    copies.make("asked")
    thread.join()
    assert "Put the stick in again" in copies.beat().second_trouble


def test_the_thread_copies_by_itself_and_no_action_waits_for_it(hall, monkeypatch):
    monkeypatch.setattr("control.kernel.copies.AT_MOST_EVERY", 0.01)
    begun, acted = threading.Event(), threading.Event()

    def slowly(game, to):
        begun.set()
        assert acted.wait(120), "an action waited for the copy"
        return on_disk.back_up(game, to)

    monkeypatch.setattr("control.kernel.copies.back_up", slowly)
    copies = Copies(hall.room.store, every=0)
    copies.start()
    try:
        assert begun.wait(120)
        raise_in(hall, "kai", "hida", "shinano")
        hall.next_season()
        acted.set()
        until = time.monotonic() + 120
        while not any(one.number == 4 for one in copies.all()) and time.monotonic() < until:
            time.sleep(0.02)
        assert any(one.number == 4 for one in copies.all())
        assert copies.beat().running
    finally:
        copies.stop()
        assert copies._thread is not None
        assert not copies._thread.is_alive()


def test_a_database_that_is_no_file_has_no_copies(hall):
    class Elsewhere:
        """As far as copies ask, a PostgreSQL engine."""

        class dialect:
            name = "postgresql"

        class url:
            database = "game"

    store = Store.__new__(Store)
    store.engine, store.listeners = Elsewhere(), []
    copies = Copies(store, "/nowhere")
    copies.start()
    copies.carry()
    assert (copies.possible, copies.all(), copies.beat().running) == (False, [], False)
    with pytest.raises(OrderNotAllowed, match="PostgreSQL"):
        copies.make("asked")


def test_a_copy_that_is_taken_away_while_it_is_read_is_damaged(copies):
    made = copies.make("asked")
    made.path.unlink()
    assert copies.verify(made).state == "damaged"


def test_a_second_copy_of_one_moment_has_a_name_of_its_own(tmp_path):
    for wanted in ("game.db", "game-2.db", "game-3.db"):
        found = on_disk.free_name(tmp_path, "game")
        assert found.name == wanted
        found.touch()


def test_a_copy_that_failed_is_tried_again_only_after_a_while(copies, monkeypatch):
    def full(_game, _to):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("control.kernel.copies.back_up", full)
        copies.look()
    assert "the disk is full" in copies.beat().trouble
    copies.look()
    assert copies.all() == []
    monkeypatch.setattr("control.kernel.copies.TRY_AGAIN", 0)
    copies.look()
    assert (len(copies.all()), copies.beat().trouble) == (1, "")


def test_the_end_of_a_season_that_the_command_line_copied_is_not_copied_again(hall):
    copies = looking(hall, every=3600)
    hall.next_season()
    Copies(hall.room.store).make("gate")
    copies.look()
    raise_in(hall, "kai")
    copies.look()
    assert sorted(one.kind for one in copies.all()) == ["gate", "timed"]


def test_a_game_that_cannot_be_read_is_told_by_its_copies(copies, monkeypatch):
    def gone(_session):
        raise OperationalError("select", {}, Exception("disk I/O error"))

    monkeypatch.setattr("control.kernel.copies.moment", gone)
    copies.look()
    assert copies.beat().trouble == "The game cannot be read, so it cannot be copied."
    assert copies.all() == []


def test_whatever_goes_wrong_in_the_thread_is_told_and_it_looks_again(copies, monkeypatch):
    monkeypatch.setattr("control.kernel.copies.AT_MOST_EVERY", 0)
    monkeypatch.setattr("control.kernel.copies.LOOK_EVERY", 0)
    looks = []

    def look():
        looks.append(copies.beat().trouble)
        if len(looks) == 2:
            copies._stopped.set()
        raise ValueError("no ink")

    monkeypatch.setattr(copies, "look", look)
    copies._watch()
    assert looks == ["", "The game could not be copied: ValueError('no ink')."]


# ---- the second folder


@pytest.fixture
def stick(tmp_path):
    """The folder of a stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def test_a_copy_goes_to_the_second_folder_and_is_compared_there(hall, stick):
    copies = looking(hall, second=stick)
    made = copies.all()[0]
    there = stick / "start.db.copies" / made.name
    assert made.on_second
    assert there.read_bytes() == made.path.read_bytes()
    assert on_disk.noted_checksum(there) == on_disk.checksum(there)
    assert copies.beat().second_good.name == made.name


def test_copies_go_to_the_second_folder_of_last_time_until_somebody_says_nowhere(hall, stick):
    def served(second=None):
        copies = Copies(hall.room.store, second)
        said = as_last_time(copies)
        copies.start()
        copies.stop()
        return copies.second, said

    copies_in_both = (
        f"Copies go to {stick} too, as last time. To have them go nowhere else, start with --copies '' "
        "(make run COPIES=none)."
    )
    assert served() == (None, "")
    assert served(stick) == (stick, "")
    assert Copies(hall.room.store).second == stick, "a command carries its copy there too"
    assert served() == (stick, copies_in_both)
    assert served("") == (None, "")
    assert served() == (None, "")


@pytest.mark.parametrize("left", ["", "\0", "elsewhere\n", "/two\0parts\n"])
def test_a_note_of_the_second_folder_that_is_torn_is_none(hall, left):
    copies = Copies(hall.room.store)
    copies.folder.mkdir()
    (copies.folder / "second.txt").write_text(left)
    assert Copies(hall.room.store).second is None


def test_what_is_set_on_the_machine_goes_before_the_folder_of_last_time(hall, stick, monkeypatch):
    monkeypatch.setattr(settings, "SECOND_FOLDER", "/elsewhere")
    assert [settings.second_folder(given) for given in (None, "", stick)] == ["/elsewhere", "", stick]
    monkeypatch.setattr(settings, "SECOND_FOLDER", "")
    assert settings.second_folder(None) is None


def test_a_stick_that_is_not_there_is_told_and_the_folder_is_never_made(hall, stick):
    stick.rmdir()
    copies = looking(hall, second=stick)
    assert copies.beat().second_trouble == f"The second folder, {stick}, is not there. Put the stick in again."
    assert not stick.exists(), "a copy on the same disk would only look like one on the stick"
    assert copies.beat().trouble == ""
    assert len(copies.all()) == 1


def test_a_stick_that_comes_back_gets_the_newest_copy_and_every_season_it_missed(hall, stick):
    away = stick.with_name("pulled out")
    copies = looking(hall, second=stick, every=0)
    stick.rename(away)
    raise_in(hall, "kai")
    copies.look()
    hall.next_season()
    copies.look()
    raise_in(hall, "kai")
    copies.look()
    assert "is not there" in copies.beat().second_trouble
    away.rename(stick)
    copies.carry()
    assert copies.beat().second_trouble == ""
    there = {(one.kind, one.number) for one in copies.all() if one.on_second}
    assert there == {("timed", 0), ("gate", 2), ("timed", 3)}


def test_a_stick_that_was_pulled_out_of_a_folder_that_stays_is_told(hall, stick, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(Copies, "_disk_of_second", lambda _copies: -1)  # a disk of its own
        copies = looking(hall, second=stick)
    assert copies.all()[0].on_second
    raise_in(hall, "kai")
    copies.make("asked")
    copies.carry()
    assert copies.beat().second_trouble == f"The stick at {stick} was pulled out. Put it in again."
    assert not any(one.on_second for one in copies.all())


def test_a_stick_that_is_not_hung_in_at_the_next_start_is_not_the_folder_that_stays(hall, stick, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(Copies, "_disk_of_second", lambda _copies: -1)  # a disk of its own
        copies = Copies(hall.room.store, stick)
        copies.start()
        copies.stop()
    for _start in range(2):
        copies = Copies(hall.room.store)
        copies.start()
        copies.stop()
        copies.make("asked")
        copies.carry()
        assert copies.beat().second_trouble == f"The second folder, {stick}, is not there. Put the stick in again."
    monkeypatch.setattr(Copies, "_disk_of_second", lambda _copies: -1)  # and here it is again
    copies.carry()
    assert copies.beat().second_trouble == ""


def test_a_full_stick_is_told_and_holds_no_half_copy(hall, stick, monkeypatch):
    def full(_copy, to):
        to.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("control.kernel.copies.files.shutil.copyfile", full)
    copies = looking(hall, second=stick)
    assert copies.beat().second_trouble == f"Nothing could be copied to {stick}: the disk is full. Make room on it."
    assert list((stick / "start.db.copies").iterdir()) == []
    assert len(copies.all()) == 1


def test_a_stick_that_spoils_what_it_is_given_is_told(hall, stick, monkeypatch):
    def spoiling(copy, to):
        to.write_bytes(copy.read_bytes())
        spoil(to)

    monkeypatch.setattr("control.kernel.copies.files.shutil.copyfile", spoiling)
    copies = looking(hall, second=stick)
    assert "is not what was sent. Take another stick." in copies.beat().second_trouble
    assert not copies.all()[0].on_second


# ---- put back


def test_a_game_is_put_back_whole_and_what_it_replaced_is_kept(hall, copies):
    raise_in(hall, "kai")
    made = copies.make("asked")
    before = hall.state()
    raise_in(hall, "hida", "shinano")
    with copies.opened(made) as (_, file):
        kept = copies.put_back(file, 3)
    assert hall.state() == before
    assert (kept.kind, kept.number) == ("before", 3)
    assert [entry.number for entry in hall.entries()] == [1]
    assert verify(hall.room).same
    raise_in(hall, "hida")
    assert copies.fork(kept) == 1, "entry 2 is another one now"
    with copies.opened(kept) as (_, file):
        copies.put_back(file, 2)
    assert [entry.arguments["province"] for entry in hall.entries()] == ["kai", "hida", "shinano"]


def test_what_is_entered_after_the_look_is_not_lost_unseen(hall, copies):
    made = copies.make("asked")
    raise_in(hall, "kai")
    before = hall.everything()
    with copies.opened(made) as (_, file), pytest.raises(ChangedElsewhere, match="gone on since you looked"):
        copies.put_back(file, 0)
    assert hall.everything() == before
    assert [one.kind for one in copies.all()] == ["asked"]


def test_what_came_apart_after_the_look_is_not_lost_unseen_either(hall, copies):
    made = copies.make("asked")
    hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", points=1, target="uesugi")
    before = hall.everything()
    with copies.opened(made) as (_, file):
        with pytest.raises(ChangedElsewhere, match="gone on since you looked"):
            copies.put_back(file, 0, 0)
        assert hall.everything() == before
        copies.put_back(file, 0, 1)
    assert hall.everything() != before


def test_nothing_is_put_back_where_the_present_cannot_be_kept(hall, copies, monkeypatch):
    made = copies.make("asked")
    raise_in(hall, "kai")
    before = hall.everything()
    with copies.opened(made) as (_, file):
        monkeypatch.setattr("control.kernel.copies.keep_on_disk", lambda _path: os.fsync(98765))
        with pytest.raises(NotKept):
            copies.put_back(file, 1)
    assert hall.everything() == before


def test_nothing_is_put_back_where_the_game_went_on_elsewhere_meanwhile(hall, copies, monkeypatch):
    made = copies.make("asked")
    raise_in(hall, "kai")
    hall.room.store.patience = 0.1
    before = hall.everything()
    with copies.opened(made) as (_, file):
        close = hall.room.store.close_to_all
        monkeypatch.setattr("control.kernel.copies.replace_rows", lambda _live: close("The game is elsewhere."))
        with pytest.raises(NotKept, match="elsewhere"):
            copies.put_back(file, 1)
    assert hall.everything() == before


def test_a_copy_of_another_game_is_never_put_in_the_place_of_this_one(hall, copies, shipped, tmp_path):
    from dataclasses import replace

    from control.sengoku.season.start import new_game

    other = new_game(open_store(tmp_path / "other.db"), shipped, replace(CHANCE, seed="another"))
    made = Copies(other.store).make("asked")
    close(other)
    raise_in(hall, "kai")
    before = hall.everything()
    with copies.opened(made) as (_, file), pytest.raises(OrderNotAllowed, match="another game"):
        copies.put_back(file, 1)
    assert hall.everything() == before


def test_a_new_file_never_takes_the_place_of_another(hall, copies):
    made = copies.make("asked")
    to = copies.restore_to(made, "friday-evening")
    assert to == copies.game.with_name("friday-evening.db")
    with pytest.raises(OrderNotAllowed, match=r"There is a file friday-evening\.db already"):
        copies.restore_to(made, "friday-evening")
    with pytest.raises(OrderNotAllowed):
        copies.restore_to(made, copies.game.name)
    for name in ("", "../out", "a/b", ".hidden", "Ōmi", "x" * 90):
        with pytest.raises(OrderNotUnderstood):
            copies.restore_to(made, name)
    with contextlib.closing(on_disk.reading(to)) as connection:
        assert on_disk.stands(connection).number == 0


def test_on_a_disk_that_knows_no_links_a_new_file_takes_no_others_place_either(tmp_path, monkeypatch):
    def no_links(_part, _to):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr("control.kernel.copies.files.os.link", no_links)
    part, to = tmp_path / "part", tmp_path / "game.db"
    part.write_text("a game")
    on_disk.give_name(part, to)
    assert (to.read_text(), part.exists()) == ("a game", False)
    part.write_text("another")
    with pytest.raises(FileExistsError):
        on_disk.give_name(part, to)
    assert to.read_text() == "a game"
