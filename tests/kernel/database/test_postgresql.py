"""On PostgreSQL all is as on SQLite: what happens, what is refused, what is kept whole, and how it is told.

The tests are those of SQLite, on a server that the run starts itself (tests/postgresql.py): every action, some of what
is refused and some pages, and all that is said of doubles and of writers at once. Which of them follows from the commit
that is tried, so that they are others each time: their names say which slice it is, and POSTGRESQL=3 tries slice 3
again. `make test-postgresql` tries all.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import event, select, text
from sqlalchemy.exc import IntegrityError

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.application import application_of
from control.kernel.database.lately import KEPT
from control.kernel.database.postgresql import FRESH
from control.kernel.database.shared import shared_by
from control.kernel.database.store import ITS_TURN
from control.kernel.errors import NotKept
from control.kernel.journal.journal_questions import DONE_BY, journal_at
from control.kernel.open_room import OpenRoom
from control.kernel.proof.verify import verify
from control.kernel.rows import JournalEntry
from control.sekigahara.game import SEKIGAHARA
from control.sekigahara.rules.standing import faults
from control.sengoku.march.cloth_map.walk_round_questions import every_stop
from control.sengoku.rows import Province
from tests.actions.test_pairs import HAPPENS, REFUSED
from tests.actions.test_pairs import test_it_happened_and_is_in_the_journal as it_happened
from tests.actions.test_pairs import test_it_was_refused_and_nothing_was_changed as it_was_refused
from tests.conftest import sign_in, signed_in_before
from tests.games import CODES, Hall, ask
from tests.hall.test_clock import (  # noqa: F401
    desk,
    test_a_new_season_begins_with_a_clock_that_stands_at_its_first_stage,
    test_a_stop_taken_back_runs_on_as_if_nobody_had_pressed,
    test_the_replay_of_the_journal_sets_the_same_clock,
    test_two_umpires_who_skip_at_once_skip_one_stage,
)
from tests.hall.test_rulings import (  # noqa: F401
    test_a_changed_option_holds_from_now_on_and_every_desk_is_told,
    test_a_season_whose_undo_was_undone_counts_among_the_marches,
    test_payments_in_the_other_coin,
    test_two_umpires_who_change_the_same_option_change_it_once,
)
from tests.kernel.actions.test_doubles import *  # noqa: F403
from tests.kernel.database.test_store import (  # noqa: F401
    test_a_reading_session_keeps_nothing,
    test_listeners_hear_of_what_was_kept_and_of_nothing_else,
    test_nothing_is_kept_of_a_write_that_fails,
    test_the_journal_is_neither_changed_nor_shortened,
)
from tests.kernel.database.test_versions import (  # noqa: F401
    test_a_form_that_showed_an_order_which_was_taken_back_overwrites_no_other,
    test_an_order_that_an_undo_brings_back_goes_on_too,
)
from tests.kernel.undo.test_rewind import rewind
from tests.kernel.undo.test_undo import (  # noqa: F401
    test_what_was_taken_back_does_not_come_back_over_another_or_without_what_it_belongs_to,
)
from tests.secrecy.test_routes import PAGES, planted  # noqa: F401
from tests.sekigahara import games as games_of_1600

WHICH = os.environ.get("POSTGRESQL", "")
OF_THE_REFUSED, OF_THE_PAGES = (1, 1) if WHICH == "all" else (10, 3)
"""Of what is refused and of the pages every so many are tried in each run."""


def which_slice():
    """Which of them: as it was said, or as the commit has it."""
    if WHICH.isdecimal():
        return int(WHICH)
    asked = ["git", "rev-parse", "HEAD"] if shutil.which("git") else ["true"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=ROOT).stdout.strip()
    return int(said or "0", 16) % (OF_THE_REFUSED * OF_THE_PAGES)


ROOT = Path(__file__).parents[3]
SLICE = which_slice()


@pytest.fixture
def hall_at(halls_there):
    """Makes a hall with its own game at a stage, on PostgreSQL."""
    return lambda stage: Hall(halls_there.at(stage))


@pytest.mark.parametrize("case", HAPPENS, ids=lambda case: case[1])
def test_it_happened_there_too(hall_at, case):
    it_happened(hall_at, case)


@pytest.mark.parametrize(
    "case",
    REFUSED[SLICE % OF_THE_REFUSED :: OF_THE_REFUSED],
    ids=lambda case: f"slice {SLICE}, {case[1]} {case[5]}",
)
def test_it_was_refused_there_too(hall_at, case, monkeypatch):
    it_was_refused(hall_at, case, monkeypatch)


def test_what_was_compared_stays_so_where_a_row_was_written_again(hall_at):
    """A server writes a row that changes to another place, and gives rows that nothing else puts in order as they lie
    there."""
    hall = hall_at("start")
    for ground in ({"province": "musashi"}, {"place": "edo"}):
        hall.do("garrison.raise", "game", **ground, troops=1, force="the test")
    seen = {one.id: one.seen for one in hall.ask(every_stop, hall.room.scenario)}
    first = next(row["id"] for row in hall.rows("garrison") if row["province"] == "musashi")
    with hall.room.store.engine.begin() as connection:
        connection.execute(text(f"update garrison set marched = 1 where id = {first}"))
    assert {one.id: one.seen for one in hall.ask(every_stop, hall.room.scenario)} == seen


def pages(part):
    """A third of the pages, or all: who may, at which address, answered how."""
    for route, (who, address, statuses) in [*PAGES.items()][part % OF_THE_PAGES :: OF_THE_PAGES]:
        if route.startswith("GET ") and not {"print", "poster", "pdf", "zip"} & set(re.split(r"[/.?]", address)):
            yield who[0], address, statuses


@pytest.mark.parametrize("part", [SLICE], ids="slice {}".format)
def test_every_page_is_shown_as_it_is_from_a_file(part, hall_at, halls_there, planted, app_of):  # noqa: F811
    app = app_of(Hall(halls_there.at("planted", planted)))
    wrong = {}
    for who, address, statuses in pages(part):
        answer = signed_in_before(app, who).get(address)
        if answer.status_code not in statuses:
            wrong[address] = who, answer.status_code
        answer.close()
    assert wrong == {}
    spies = signed_in_before(app_of(hall_at("spied")), "intelligence")
    for address in ("/shadows/", "/shadows/list", "/shadows/1", "/shadows/2", "/journal/apart"):
        spies.get(address, answers=200)


def test_a_rewind_of_two_confirmed_orders_is_told_there_too(hall_at):
    hall = hall_at("waiting")
    first = hall.do("confirmation.give", "game", confirmation=1)
    hall.do("honour.correct", "team", honour=1, points=-30, reason="the other clan saw it")
    asked = hall.numbers("confirmation")[-1]
    hall.do("confirmation.give", "game", confirmation=asked)
    rewind(hall, first.number)
    assert [row["answer"] for row in hall.rows("confirmation")] == ["", ""]
    assert hall.every(select(DONE_BY).order_by(JournalEntry.number.desc()).limit(1)) == [""]


def test_texts_are_in_the_order_of_their_letters_whatever_the_database_likes(hall_at):
    with hall_at("start").room.store.read() as session:
        kept = session.execute(
            text(
                "SELECT o.collname, c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid "
                "JOIN pg_collation o ON o.oid = a.attcollation "
                "WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 "
                "AND NOT a.attisdropped"
            )
        ).all()
        assert [one for one in kept if one[0] != "C"] == []
        assert session.scalar(text("SHOW transaction_isolation")) == "repeatable read"


def test_a_campaign_of_1600_is_played_taken_back_and_replayed_there(postgresql, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
    name = postgresql.new()
    room = games_of_1600.a_room(postgresql.url(name))
    games_of_1600.play(room, 14, seed=3, by_umpire=0)
    campaign, now = games_of_1600.standing_in(room)
    assert faults(campaign, now) == []
    browser = OpenRoom(application_of(SEKIGAHARA), room).test_client()
    browser.post("/sign-in", data={"code": games_of_1600.CODES["umpire"], "name": "Somebody"})
    for address in ("/table/", "/battle/", "/board/", "/journal/", "/at-the-table/"):
        assert browser.get(address).status_code == 200, address
    entry = ask(room, journal_at)
    perform(room, Umpire("Somebody", "umpire"), "journal.undo", {"entry": entry, "force": "a test"})
    assert games_of_1600.standing_in(room)[1] != now
    assert verify(room).differences == ()
    room.store.close()
    postgresql.drop(name)


def test_statements_stay_ready_and_what_only_a_reader_wrote_is_taken_back(hall_at, monkeypatch):
    """A transaction that only read ends without making the server forget what it has ready; one that wrote after all is
    rolled back. Who was there a moment ago is not asked whether he is."""
    engine = hall_at("start").room.store.engine
    called, ready = (
        text("SELECT count(*) FROM clan WHERE name = :name"),
        text("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%clan WHERE name = $1%'"),
    )
    ping = engine.dialect.do_ping
    with engine.connect() as connection:
        connection.execute(text("UPDATE clan SET name = 'nobody'"))
        connection.rollback()
        for _ in range(8):
            assert connection.scalar(called, {"name": "nobody"}) == 0
            connection.rollback()
        assert connection.scalar(ready) == 1
        raw = connection.connection.dbapi_connection
        connection.rollback()
        raw.close()
        assert FRESH <= 1.0  # seconds that it is believed to be there
        monkeypatch.setattr("control.kernel.database.postgresql.FRESH", 60.0)
        assert ping(raw)  # it lay idle for no minute
        raw.control_room_used -= 120
        with pytest.raises(Exception, match="closed"):
            ping(raw)
        connection.invalidate()


WORDS = [
    "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT document FROM control_room_shared",
    "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(1400141645,",
    "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout",
    "SELECT game.id,",
    "SELECT province.id,",
    "UPDATE province SET",
    "INSERT INTO journal",
    "INSERT INTO touch",
    "INSERT INTO control_room_shared (name, document) VALUES ('kept'",
]
"""What an act by a code says to the server, besides two COMMITs of what only read: each word is waited for."""


def test_an_act_says_as_few_words_as_it_can(hall_at, app_of):
    app = app_of(hall_at("battle"))
    engine, said, ended = app.room.store.engine, [], []
    KEPT.pop(engine, None)  # of another game in the same place
    fix = {"kind": "province", "id": "kai", "field": "raised", "reason": "counted again"}
    code = {"Authorization": f"Bearer {CODES['map']}"}
    with app.room.store.read() as session:
        first = session.get_one(Province, "kai").version - 1  # without it, it is looked for what colleagues corrected

    def act(value):
        order = fix | {"value": value, "version": first + value}
        app.test_client().post("/api/actions/figure.correct", json=order, headers=code, answers=200)

    mine = threading.current_thread()  # of an earlier test some may still be looking

    def note(_connection, cursor, statement, *_more):
        if threading.current_thread() is mine:
            assert cursor.connection.autocommit, "else the driver says BEGIN, as a word of its own"
            said.append(" ".join(statement.split()))

    def note_end(connection):
        if threading.current_thread() is mine:
            ended.append(connection.connection.dbapi_connection.info.transaction_status.name)

    for value in (1, 2):
        act(value)
    with listening(engine, "before_cursor_execute", note), listening(engine, "commit", note_end):
        act(3)
    assert [found for found, begins in zip_longest(said, WORDS) if not (found or "").startswith(begins or "?")] == []
    assert said[-1].endswith("; COMMIT")
    assert "), (" in said[-2], "both rows of the index at once"
    assert ended[-1] == "IDLE", "the last word ended it"


@contextmanager
def listening(engine, name, called):
    """What is called whenever this happens at an engine."""
    event.listen(engine, name, called)
    try:
        yield
    finally:
        event.remove(engine, name, called)


def test_whoever_writes_sees_what_was_kept_while_he_waited_and_waits_no_longer_than_he_may(hall_at, monkeypatch):
    store = hall_at("start").room.store
    with store.write() as session:
        assert session.scalar(text("SHOW transaction_isolation")) == "read committed"
    monkeypatch.setattr(store, "patience", 0.3)  # the next test has the same store
    with store.engine.connect() as other, other.begin():
        other.exec_driver_sql(ITS_TURN)
        with pytest.raises(NotKept, match="busy"), store.write():
            raise AssertionError("it was not his turn")
        assert other.scalar(text("SELECT 1")) == 1
    with store.write() as session:
        assert session.scalar(text("SELECT 1")) == 1


def test_whoever_reads_a_table_that_somebody_holds_is_soon_told_and_holds_up_nobody(hall_at, app_of):
    hall = hall_at("start")
    umpire = signed_in_before(app_of(hall), "map")
    assert umpire.get("/orders/").status_code == 200
    with hall.room.store.engine.connect() as other, other.begin():
        other.exec_driver_sql("LOCK TABLE army IN ACCESS EXCLUSIVE MODE")
        began = monotonic()
        answer = umpire.get("/orders/")
        took = monotonic() - began
    assert (answer.status_code, "is busy" in answer.text) == (503, True)
    assert took < 60
    assert umpire.get("/orders/").status_code == 200


def test_what_a_commit_refuses_is_not_kept(hall_at):
    store = hall_at("start").room.store
    heard = []
    store.listeners.append(lambda: heard.append(1))
    with store.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE at_the_end (number int UNIQUE DEFERRABLE INITIALLY DEFERRED)")
        connection.exec_driver_sql("INSERT INTO at_the_end VALUES (1)")
    try:
        with pytest.raises(IntegrityError), store.write() as session:
            session.execute(text("INSERT INTO at_the_end VALUES (1)"))
        with store.read() as session:
            assert session.scalar(text("SELECT count(*) FROM at_the_end")) == 1
        assert heard == []
    finally:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE at_the_end")


def test_what_processes_share_may_have_any_name(hall_at):
    shared = shared_by(hall_at("start").room.store.engine)
    for name in ("draft/it's", "draft/100%", "draft/\\", "draft/%s {}"):
        with shared.held(name) as held:
            held.document["said"] = name
        assert shared.read(name).document == {"said": name}
        with shared.held(name) as held:
            assert held.document == {"said": name}
        shared.wipe(name)
        assert shared.read(name).document == {}


def test_the_letter_that_it_takes_in_no_text_is_in_no_address_and_no_key_of_a_form(hall_at, app_of):
    app = app_of(hall_at("start"))
    assert app.test_client().get("/display/%00").status_code == 404
    form = {"key": "a\0", "province": "kai", "troops": "1", "reason": "a test"}
    sign_in(app, "map").post("/map/raise/garrison.raise", data=form, answers=303)
