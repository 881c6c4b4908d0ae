"""The store: one file, durable, whole or not at all; its tables are those of the models."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, inspect, select, text
from sqlalchemy.exc import InvalidRequestError, NoResultFound, OperationalError
from sqlalchemy.orm import Session, joinedload, selectinload

from control.cli import main
from control.kernel import settings
from control.kernel.database.keeping import given_again, keeper_of
from control.kernel.database.store import file_of, open_store, url_of, without_password
from control.kernel.errors import NotKept, OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import game_in
from control.kernel.journal.moment import moment_of_entry
from control.kernel.migrations import migrate
from control.kernel.opening import open_room
from control.kernel.rows import Base, JournalEntry
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Army, Character, Place, Province, Title

METADATA = [Base.metadata, SENGOKU.own_tables]


@pytest.fixture
def store(tmp_path):
    """An empty store with its tables."""
    made = open_store(tmp_path / "a.db")
    migrate(made.engine, SENGOKU)
    yield made
    made.engine.dispose()


def test_the_migrations_make_the_very_tables_of_the_models(store):
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []


def test_the_constraints_of_the_models_are_in_the_file(store):
    checks = {
        constraint.name
        for model in SENGOKU.tables.values()
        for constraint in model.__table__.constraints
        if constraint.name and str(constraint.name).startswith("ck_")
    }
    with store.engine.connect() as connection:
        made = " ".join(connection.execute(text("select sql from sqlite_master where sql is not null")).scalars())
    assert checks
    assert not [name for name in checks if name not in made]


def test_migrating_again_changes_nothing(store):
    migrate(store.engine, SENGOKU)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_connection_is_durable_and_minds_its_references(store):
    with store.engine.connect() as connection:
        settings = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def fail_to_write(hall):
    """Write something, and fail before it is kept."""
    with hall.room.store.write() as session:
        session.get_one(Province, "kai").raised = 5
        session.flush()
        raise ZeroDivisionError


def test_nothing_is_kept_of_a_write_that_fails(hall):
    with pytest.raises(ZeroDivisionError):
        fail_to_write(hall)
    assert hall.get(Province, "kai").raised == 0


def test_a_reading_session_keeps_nothing(hall):
    with hall.room.store.read() as session:
        session.get_one(Province, "kai").raised = 5
        session.flush()
    assert hall.get(Province, "kai").raised == 0


def test_the_row_of_the_game_and_the_moment_are_read_in_a_word_each_that_sqlalchemy_need_not_think_about(hall):
    hall.ask(game_in)  # once of a file
    said, thought = [], []
    event.listen(hall.room.store.engine, "before_cursor_execute", lambda *given: said.append(given[2]))
    for read in (hall.room.game.row.only, moment_of_entry):
        keeper_of(hall.room.store.engine).forget()
        said.clear()
        with hall.room.store.read() as session:
            event.listen(session, "do_orm_execute", lambda state: thought.append(state.statement))
            assert read(session)
        assert (len(said), thought) == (1, []), said


def test_the_row_of_the_game_is_as_sqlalchemy_makes_it_whatever_changed_it(hall):
    row = hall.room.game.row
    with hall.room.store.write() as session:
        game = row.only(session)
        game.title = "Another"
        assert moment_of_entry(session).game is game, "what was set is written first, and the row at hand stays"
        version = game.version
        with contextlib.suppress(KeyError), session.begin_nested():
            game.title = "A third"
            session.flush()
            raise KeyError
        again = moment_of_entry(session).game
        assert (again.title, again.version) == ("Another", version), "what was taken back is taken back"
    with hall.room.store.read() as session:
        found = row.only(session).as_dict()
        session.expunge_all()
        assert found == session.scalars(select(row)).one().as_dict()


def test_the_journal_is_neither_changed_nor_shortened(hall):
    hall.do("garrison.raise", province="kai", troops=1)

    def rewrite(_session, entry):
        entry.sentence = "Nothing."

    for spoil in (rewrite, lambda session, entry: session.delete(entry)):
        with pytest.raises(RuntimeError, match="cannot be changed"), hall.room.store.write() as session:
            spoil(session, session.get_one(JournalEntry, 1))
    assert hall.entries()[0].sentence.startswith("Takeda raised 1 counter in Kai.")


def test_listeners_hear_of_what_was_kept_and_of_nothing_else(hall):
    heard = []
    hall.room.store.listeners.append(lambda: heard.append(len(hall.entries())))
    hall.do("garrison.raise", province="kai", troops=1)
    assert heard == [1]
    hall.refuse(OrderNotAllowed, "garrison.raise", province="kai", troops=9)
    assert heard == [1]


def test_a_game_that_is_closed_to_all_says_why_and_nobody_hears_of_it(hall):
    heard = []
    hall.room.store.listeners.append(lambda: heard.append(len(hall.entries())))
    hall.room.store.close_to_all("The game is at the other laptop.")
    refused = hall.refuse(NotKept, "garrison.raise", province="kai", troops=1)
    assert refused.sentence == "The game is at the other laptop."
    assert (heard, hall.entries()) == ([], [])


def test_a_game_is_closed_to_all_though_one_who_writes_takes_too_long(hall):
    store = hall.room.store
    store.patience = 0.1
    writing, go_on = threading.Event(), threading.Event()

    refused = []

    def write():
        try:
            with store.write() as session:
                session.get_one(Province, "kai").raised = 3
                writing.set()
                go_on.wait(120)
        except NotKept as error:
            refused.append(error.sentence)

    slow = threading.Thread(target=write)
    slow.start()
    writing.wait(120)
    try:
        store.close_to_all("The game is at the other laptop.")
    finally:
        go_on.set()
        slow.join()
    assert hall.refuse(NotKept, "garrison.raise", province="kai", troops=1).sentence == store.closed
    assert (refused, hall.get(Province, "kai").raised) == ([store.closed], 0), "the other has been told how far it is"


def test_what_a_refused_writer_wrote_is_not_held_against_the_next(hall):
    def asked():
        with hall.room.store.read() as session:
            return given_again(session, "raised", lambda: made.append(session.get_one(Province, "kai").raised))

    made = []
    asked()
    with pytest.raises(ZeroDivisionError):
        fail_to_write(hall)
    hall.do("honour.log", "team", clan="oda", reason="event")
    asked()
    assert made == [0]


def fill(hall):
    """Act until the disk is full; the entries that were acknowledged."""
    acknowledged = []
    for number in range(1, 200):
        fix = {"kind": "province", "id": "kai", "field": "raised", "value": 1 + number % 9, "reason": "x" * 300}
        try:
            acknowledged.append(hall.do("figure.correct", **fix).as_dict())
        except NotKept as refused:
            full = refused
            break
    assert full.sentence == "The disk is full. Make room on it, then do it again."
    return acknowledged


def test_a_full_disk_is_a_clear_refusal_and_loses_nothing(hall):
    hall.do("garrison.raise", province="kai", troops=1)
    with hall.room.store.engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar()
    engine = hall.room.store.engine

    def no_more_room(connection, _record, _proxy):
        connection.execute(f"PRAGMA max_page_count={pages}").close()

    event.listen(engine, "checkout", no_more_room)
    acknowledged = fill(hall)
    kept = hall.entries()
    assert [entry.as_dict() for entry in kept[1:]] == acknowledged
    assert hall.get(Province, "kai").raised == kept[-1].arguments["value"]


def test_a_file_that_may_not_be_written_is_a_clear_refusal(hall):
    event.listen(hall.room.store.engine, "checkout",
                 lambda connection, *_: connection.execute("PRAGMA query_only=ON").close())  # fmt: skip
    error = hall.refuse(NotKept, "garrison.raise", province="kai", troops=1)
    assert error.sentence == "The game's file may not be written. Change its permissions, then do it again."


def test_another_program_that_holds_the_file_is_a_clear_refusal(hall):
    other = sqlite3.connect(hall.room.store.engine.url.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    hall.room.store.patience = 0.05
    error = hall.refuse(NotKept, "garrison.raise", province="kai", troops=1)
    assert error.sentence == (
        "The game's file is busy: another program holds it, or too many write at once. Nothing was changed; "
        "do it again in a moment."
    )
    other.execute("ROLLBACK")
    other.close()
    hall.do("garrison.raise", province="kai", troops=1)


def test_a_refusal_of_the_disk_is_503_on_the_pages(client, hall, monkeypatch):
    def full(*_args, **_more):
        raise NotKept("The disk is full. Make room on it, then do it again.")

    monkeypatch.setattr("control.kernel.pages.doing.perform", full)
    answer = client("map").post(
        "/map/raise/garrison.raise",
        data={
            "province": "kai",
            "troops": "1",
            "reason": "a gift",
        },
        answers=503,
    )
    assert "The disk is full" in answer.text


@pytest.mark.parametrize(
    ("said", "status", "told"),
    [
        ("disk I/O error", 503, "The disk cannot be written."),
        ('could not extend file "base/5/1": No space left on device', 503, "The disk is full."),
        ("cannot execute INSERT in a read-only transaction", 503, "The database may only be read now."),
        ("no such table", 500, "This is our fault"),
    ],
)
def test_why_the_database_did_not_answer_is_told_where_it_is_known(client, monkeypatch, said, status, told):
    def broken(*_args, **_more):
        raise OperationalError("SELECT", {}, sqlite3.OperationalError(said))

    monkeypatch.setattr("control.kernel.pages.doing.perform", broken)
    answer = client("map").post("/map/raise/garrison.raise", data={"province": "kai", "troops": "1"})
    assert (answer.status_code, told in answer.text) == (status, True), answer.text


def test_a_game_of_another_scenario_is_not_opened(hall):
    with pytest.raises(OrderNotAllowed, match='played by scenario "sengoku_1550", not "other"'):
        open_room(hall.room.store, "other")


@pytest.mark.parametrize("way", [".", "../mine", "../mine/"])
def test_a_game_of_a_folder_is_opened_again_however_the_way_to_it_is_written(tmp_path, monkeypatch, way):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / "sengoku_1550", folder)
    monkeypatch.chdir(folder)
    for _ in range(2):
        room = open_room(open_store(tmp_path / "game.db"), way)
        assert room.scenario.key == "mine"
        room.store.close()


def test_a_url_is_taken_as_it_is_and_a_file_becomes_one(tmp_path):
    assert str(url_of("sqlite:///game.db")) == "sqlite:///game.db"
    assert url_of(tmp_path / "new" / "a.db").database == str(tmp_path / "new" / "a.db")
    assert (tmp_path / "new").is_dir()


@pytest.mark.parametrize(
    "name",
    ["My%20Games", "Which one? (old)", "a?mode=ro", "100 %", "戦国 Ōmi", "it's #1", "[x]", "user:pw@host", "caf\udce9"],
)
def test_a_game_lies_in_the_very_file_that_is_named_whatever_its_folder_is_called(tmp_path, name):
    file = tmp_path / name / f"{name}.db"
    store = open_store(file)
    store.engine.connect().close()
    assert store.file == file_of(file) == file
    store.close()
    assert [one.name for one in tmp_path.iterdir()] == [name]
    assert [one.name for one in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize(
    ("url", "kind", "said"),
    [
        ("nonsense://nowhere", OrderNotUnderstood, "is no database URL"),
        ("://", OrderNotUnderstood, "is no database URL"),
        ("postgresql+nodriver://host/game", OrderNotUnderstood, "is no database URL"),
        ("mysql+mysqldb://host/game", OrderNotAllowed, r"needs the package MySQLdb.*python -m pip install"),
    ],
)
def test_a_database_that_cannot_be_reached_is_told_before_anything_is_tried(url, kind, said):
    with pytest.raises(kind, match=said):
        url_of(url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://anna:geheim@host/club?game=spring",
        "postgresql+psycopg://anna:ge:h@/eim@host/club",
        "postgresql+psycopg://host/club?user=anna&password=geheim&game=spring",
    ],
)
def test_no_password_of_a_database_is_shown(url):
    assert "eim" not in without_password(url)
    assert without_password(url).startswith("postgres")
    assert without_password("games/a:b@c.db") == "games/a:b@c.db", "a file is called what it is called"


def test_a_game_that_is_made_in_a_database_tells_its_codes_and_no_password(postgresql, capsys):
    where = f"{postgresql.url(postgresql.new())}&password=geheim"
    assert main(["new", "sengoku_1550", "--game", where]) == 0
    made = json.loads(said := capsys.readouterr().out)
    assert "geheim" not in said
    assert all(len(code) == 9 and code[4] == "-" for code in made["desks"].values()), "as the pages show them"
    for nowhere in (f"{where}&game=nowhere", f"no{where}"):
        assert main(["verify", "--game", nowhere]) == 2
        assert "geheim" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("{at}/nowhere?host={host}", "has no database of this name. Make it"),
        ("nobody@/postgres?host={host}", "does not know this user and password"),
        ("{at}/postgres?host={host}&wrong=yes", "asks for something that is not known"),
        ("{at}nowhere.invalid/postgres", "knows no machine of the name"),
        ("{at}/postgres?host={host}/nowhere", "The database server does not answer"),
    ],
)
def test_what_is_wrong_with_the_way_to_a_database_is_told(postgresql, capsys, url, said):
    where = "postgresql+psycopg://" + url.format(at="postgres@", host=postgresql.folder)
    assert main(["verify", "--game", where]) == 2
    assert said in capsys.readouterr().err


def test_a_writing_session_asks_again_for_what_stands_beside_a_row_that_changed(hall):
    beside = (joinedload(Title.the_character), joinedload(Title.the_province))
    with hall.room.store.write() as session:
        title = session.scalars(select(Title).options(*beside).limit(1)).one()
        before, province = title.the_character, title.the_province
        title.character = next(key for key in session.scalars(select(Character.id)) if key != before.id)
        session.flush()
        assert title.the_province is province
        with pytest.raises(InvalidRequestError):
            title.the_character  # noqa: B018  # it would be the one before
        again = session.scalars(select(Title).filter_by(id=title.id).options(*beside)).one()
        assert again.the_character.id == title.character
        session.rollback()


def test_a_writing_session_asks_again_for_rows_of_which_one_has_come(hall):
    with hall.room.store.write() as session:
        several = select(Province).options(selectinload(Province.places)).order_by(Province.id)
        province = session.scalars(several).first()
        known = len(province.places)
        place = session.scalars(select(Place).where(Place.province != province.id).limit(1)).one()
        place.province = province.id
        session.flush()
        assert len(session.scalars(several).first().places) == known + 1
        session.rollback()


def test_a_row_that_is_gone_is_asked_for_nothing(hall):
    with hall.room.store.write() as session:
        several = select(Province).options(selectinload(Province.places)).order_by(Province.id)
        gone, other = session.scalars(several.limit(2))
        session.expunge(gone)
        place = session.scalars(select(Place).where(Place.province != other.id).limit(1)).one()
        place.province = other.id
        session.flush()
        assert "places" in gone.__dict__
        assert "places" not in other.__dict__
        session.rollback()


def test_a_row_that_is_got_by_its_key_is_as_sqlalchemy_loads_it(hall_at):
    room, seen = hall_at("encounter").room, set()
    with room.store.write() as ours, Session(ours.connection()) as theirs:
        for name, model in SENGOKU.tables.items():
            for key in theirs.execute(select(*inspect(model).primary_key).limit(3)).all():
                one, other = ours.get_one(model, tuple(key)), theirs.get_one(model, tuple(key))
                assert one.as_dict() == other.as_dict()
                mine, other_state = inspect(one), inspect(other)
                assert (mine.key, mine.persistent, mine.modified) == (other_state.key, True, False)
                assert (mine.unloaded, mine.expired_attributes) == (other_state.unloaded, set())
                assert ours.get(model, tuple(key)) is one
                assert one in ours.held[type(one)]
                seen.add(name)
        assert len(seen) > 20


def test_a_row_that_is_at_hand_is_got_by_a_key_that_only_the_database_takes_for_the_same(hall_at):
    with hall_at("encounter").room.store.write() as session:
        army = session.get_one(Army, 1)
        assert session.get_one(Army, "1") is army
        army.troops += 1
        session.flush()
        session.expunge_all()
        assert session.get_one(Army, 1).troops == army.troops
        with pytest.raises(NoResultFound):
            session.get_one(Army, 999)
