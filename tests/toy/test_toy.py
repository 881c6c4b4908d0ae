"""The kernel alone serves a game that is not Sengoku, undoes it, verifies it, prints it, and keeps its secrets."""

from __future__ import annotations

import io
import itertools
import json
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pypdf import PdfReader
from sqlalchemy import inspect, text

from control.cli import main
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.application import application_of
from control.kernel.chance.chance import Secrets
from control.kernel.database.store import open_store
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.rota.rota_questions import umpires_here
from control.kernel.journal.journal_questions import own_places
from control.kernel.journal.state_questions import state
from control.kernel.open_room import OpenRoom
from control.kernel.opening import new_room, open_room
from control.kernel.proof.verify import verify
from control.kernel.rows import Base, Game, JournalEntry
from control.kernel.scenarios.scenario_files import files_in
from tests.toy.actions import seal
from tests.toy.game import ROLES, TOY, River, begin
from tests.toy.rows import Boat, Clock

OF_THE_HALL = ("clock", "crossing_time", "day_plan", "duty")
CODES = {desk: f"{desk}22" for desk in ROLES}


@pytest.fixture
def room(tmp_path):
    made = begin(open_store(tmp_path / "river.db"), River(), Secrets(codes=CODES))
    yield made
    made.store.close()


@pytest.fixture
def do(room):
    return doing(room)


def doing(room):
    """What does something in a room, under keys and at times of which nothing is left to chance."""
    counts = defaultdict(itertools.count)

    def do(desk, name, **order):
        key = f"{desk}/{next(counts[desk])}"
        return perform(room, Umpire(ROLES[desk], desk), name, order, key=key, at="2026-11-22T10:00:00+00:00")

    return do


@pytest.fixture
def app(room, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
    return OpenRoom(application_of(TOY), room)


def signed_in(app, desk, name="Ada"):
    """A browser of a desk."""
    browser = app.test_client()
    assert browser.post("/sign-in", data={"code": CODES[desk], "name": name}).status_code == 303
    return browser


def heard(app, desk):
    """Everything that the control room answers to a desk: its page, the state and each part of it, the actions."""
    browser = signed_in(app, desk, desk) if desk else app.test_client()
    parts = ("", *(f"/{part}" for part in ("boats", "scouts", "bids", "runs", "journal", "game")))
    bearer = {"Authorization": f"Bearer {CODES[desk]}"} if desk else {}
    answers = [
        browser.get("/river/"),
        browser.get("/journal/"),
        *(browser.get(f"/api/state{part}", headers=bearer) for part in parts),
    ]
    return "\n".join(answer.text for answer in answers)


def sealed(room, side, price):
    with room.store.read() as session:
        return seal(Game.only(session).secret, side, price)


LATE = ("control.sengoku", "pandas", "openpyxl", "cryptography", "markdown_it", "sqlalchemy.dialects.postgresql",
        "reportlab", "PIL")  # fmt: skip
"""Another game, and what takes long to import and no start needs."""


def test_the_kernel_needs_no_other_game_and_nothing_before_it_is_asked_for(room, do):
    here = "import control.serving as serving; from tests.toy.game import TOY; serving.application_of(TOY)"
    seen = f"{here}; import sys; print([name for name in sys.modules if name.startswith({LATE})])"
    assert subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True).stdout == "[]\n"
    assert set(TOY.tables) == {*Base.metadata.tables, "crossings", "boat", "scout", "bid", "run", *OF_THE_HALL}
    with pytest.raises(OrderNotUnderstood):
        do("umpire", "season.advance")


def test_a_game_is_found_by_the_name_of_its_rules_and_one_that_is_not_there_is_told():
    here = "from control.kernel.game import game_named; print(game_named('sengoku').leader); game_named('chess')"
    told = subprocess.run([sys.executable, "-c", here], capture_output=True, text=True, check=False)
    assert told.stdout == "Game Control\n"
    assert "This program knows no game of the rules “chess”, only of sekigahara, sengoku." in told.stderr


def test_a_file_is_opened_as_the_game_that_is_in_it_with_its_own_tables(room, do, capsys):
    do("umpire", "boat.cross", bank="south", cargo="rope")
    file = room.store.file
    room.store.close()
    assert main(["do", "boat.cross", str(order_in(file, bank="north", cargo="salt")), "--game", str(file)]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert (entry["desk"], entry["crossing"]) == ("umpire", 1)
    assert {"moment", "stretch", "year", "season", "phase"}.isdisjoint(entry)
    assert main(["backup", "--game", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["when"] == "crossing 2"
    assert main(["verify", "--game", str(file)]) == 0
    with pytest.raises(OrderNotAllowed, match="began in north"):
        open_room(open_store(file), begin="south")
    store = open_store(file)
    assert open_room(store).game is TOY
    with store.engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {*TOY.tables, "alembic_version"}
    store.close()


def order_in(file, **order):
    """An order for the command line."""
    written = file.with_suffix(".json")
    written.write_text(json.dumps(order), encoding="utf-8")
    return written


def test_its_journal_is_filtered_by_its_own_moments(app, do):
    do("umpire", "boat.cross", bank="south", cargo="rope")
    do("umpire", "boat.cross", bank="north", cargo="salt")
    browser = signed_in(app, "umpire")
    shown = browser.get("/journal/?crossing=crossing-1").text
    assert ("goes north" in shown, "goes south" in shown) == (True, False)


def test_its_copies_have_a_page_from_which_it_is_set_back(app, do):
    do("umpire", "boat.cross", bank="south", cargo="rope")
    copy = app.copies.make("gate")
    do("umpire", "boat.cross", bank="north", cargo="salt")
    browser = signed_in(app, "umpire")
    listed = browser.get("/safety/").text
    assert "end of a crossing" in listed
    assert not SENGOKU_SAYS.search(listed)
    assert "goes north" in browser.get(f"/safety/copies/{copy.name}").text
    assert browser.post(f"/safety/copies/{copy.name}/restore", data={"journal": "2", "key": "back"}).status_code == 303
    with app.room.store.read() as session:
        assert session.get_one(Boat, 1).bank == "south"
    assert browser.post("/safety/packs/at-gates", data={"on": "yes", "key": "k"}).status_code == 303
    assert "at the end of every crossing from now on" in browser.get("/journal/").text
    assert verify(app.room).differences == ()


def test_what_was_printed_is_in_a_manifest_that_says_whether_it_still_is_right(app, do):
    browser = signed_in(app, "umpire")
    page = browser.get("/print/").text
    assert "What is known" in page
    assert not SENGOKU_SAYS.search(page)
    shown = browser.get("/print/known.pdf")
    assert "'bank': 'north'" in PdfReader(io.BytesIO(shown.data)).pages[0].extract_text()
    do("umpire", "print.record", state=0, printed=[{"kind": "known", "items": {"": "a mark"}}])
    assert browser.get("/print/").text.count("Crossing 0") > page.count("Crossing 0")
    with app.room.store.read() as session:
        (printed,) = state(session, "umpire")["printings"]
    assert (printed["crossing"], printed["items"]) == (0, {"": "a mark"})
    assert verify(app.room).differences == ()


def test_a_row_that_an_older_program_dated_otherwise_is_taken_over_with_the_moment_of_its_entry(room, do):
    do("umpire", "boat.cross", bank="south", cargo="rope")
    do("umpire", "print.record", state=1, printed=[{"kind": "known", "items": {"": "a mark"}}])
    with room.store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(
            text(
                "UPDATE journal SET made_with = '0000', changes = replace(replace(changes, '\"moment\": 1', "
                '\'"year": 1550\'), \'"stretch": "crossing 1"\', \'"season": "spring"\')'
            )
        )
        assert connection.scalar(text("SELECT changes FROM journal WHERE number = 2")).count("1550") == 1
    assert verify(room).differences == ()


def test_its_clock_goes_through_its_own_stages_and_is_set_back_by_an_undo(app, do):
    do("umpire", "clock.start")
    with pytest.raises(ChangedElsewhere, match="It is crossing 0 now"):
        do("umpire", "clock.skip", stage=0, crossing=3)
    assert do("umpire", "clock.skip", stage=0, crossing=0).sentence == "Skipped 2:00 of Load: Row, 3:00 left."
    do("umpire", "day.plan", begins="9:00", ends="9:20", breaks=[{"name": "Tea", "at": "9:10", "minutes": 5}])
    browser, everybody = app.test_client(), app.test_client()
    assert everybody.get("/clock/").headers["Location"].startswith("/sign-in")
    shown = everybody.get("/clock/now").json
    assert (shown["when"], shown["stage"], shown["number"], shown["running"]) == ("Crossing 0", 1, 0, True)
    browser.post("/sign-in", data={"code": CODES["umpire"], "name": "Ada"})
    assert "data-clock-state" in browser.get("/river/").text
    page = browser.get("/clock/").text
    assert re.search(r"After this crossing still fit.*Tea, 5 min", page, re.DOTALL)
    assert not SENGOKU_SAYS.search(page)
    assert browser.post("/clock/back", data={"stage": "1", "crossing": "0", "key": "k"}).status_code == 303
    back = re.search(r'name="entry" value="(\d+)"', browser.get("/clock/").text)[1]
    assert browser.post("/clock/undo", data={"entry": back, "key": "u"}).status_code == 303
    with app.room.store.read() as session:
        (told,) = state(session, "umpire")["crossing_times"]
        assert told == {"number": 0, "began": "2026-11-22T10:00:00+00:00"}
        assert session.get_one(Clock, 1).stage == 1
    assert verify(app.room).differences == ()


def test_what_a_game_does_not_hand_over_cannot_be_done_in_it():
    bare = replace(TOY, clock=None, rota=None, changing=None)
    gone = {"clock.start", "day.plan", "duty.assign", "scenario.change"}
    assert (gone <= set(TOY.actions), gone & set(bare.actions)) == (True, set())


def test_its_umpires_have_duties_and_codes_of_their_own(app, do):
    browser, own = app.test_client(), app.test_client()
    browser.post("/sign-in", data={"code": CODES["umpire"], "name": "Ada"})
    given = {"umpire": "Bo", "desk": "north", "job": "the ferry"}
    refused = browser.post("/rota", data={**given, "job": "", "key": "a"})
    assert (refused.status_code, "Say which job he does." in refused.text) == (400, True)
    assert browser.post("/rota", data={**given, "key": "b"}).status_code == 303
    assert browser.post("/rota/codes", data={"umpire": "bo", "desk": "north", "key": "c"}).status_code == 303
    page = browser.get("/rota").text
    assert re.search(r"Bo</b>.*own code.*the ferry", page, re.DOTALL)
    assert not SENGOKU_SAYS.search(page)
    with app.room.store.read() as session:
        ((_place, _name, code),) = own_places(session)
        assert umpires_here(session) == [("Bo", "north")]
    own.post("/sign-in", data={"code": code})
    assert "Bo" in own.get("/river/").text
    assert own.post("/rota", data={**given, "key": "d"}).status_code == 403
    assert do("umpire", "duty.end", duty=1).sentence == "Bo no longer minds the ferry."
    assert verify(app.room).differences == ()


def test_a_file_of_its_scenario_is_changed_in_play_unless_it_became_rows(app, do):
    browser = signed_in(app, "umpire")
    listed = browser.get("/scenario/").text
    assert re.search("words.md.*Became the game’s rows.*scenario.toml", listed, re.DOTALL)
    assert not SENGOKU_SAYS.search(listed)
    there = {"query_string": {"path": "words.md"}}
    looked = browser.post("/scenario/file", data={"text": "It is narrow.", "look": "yes"}, **there)
    assert "no result of this game would have been different" in looked.text
    wider = {"text": "It is narrow.", "reason": "a dry year", "key": "k"}
    assert browser.post("/scenario/file", data=wider, **there).status_code == 303
    with pytest.raises(OrderNotAllowed, match="It holds for the whole game"):
        do("umpire", "scenario.change", file="scenario.toml", text="x", reason="a dry year")
    with pytest.raises(OrderNotUnderstood, match="There is no file"):
        do("umpire", "scenario.change", file="other.md", text="x", reason="a dry year")
    with app.room.store.read() as session:
        assert files_in(session)["words.md"].strip() == "It is narrow."
    do("umpire", "journal.undo", entry=1)
    with app.room.store.read() as session:
        assert files_in(session)["words.md"] == "The river is wide."
    assert verify(app.room).differences == ()


def test_what_was_ruled_stands_where_every_desk_reads_it(app):
    browser, other = app.test_client(), app.test_client()
    browser.post("/sign-in", data={"code": CODES["umpire"], "name": "Ada"})
    other.post("/sign-in", data={"code": CODES["north"], "name": "Bo"})
    ruled = {"text": "Boats pass on the right", "key": "k"}
    assert other.post("/rulings/", data=ruled).status_code == 403
    assert browser.post("/rulings/", data=ruled).status_code == 303
    page = other.get("/rulings/").text
    assert re.search(r"Boats pass on the right</p>\s*<p class=.hint.>Crossing 0 · Ada", page)
    assert not SENGOKU_SAYS.search(page)
    assert verify(app.room).differences == ()


def test_a_new_game_begins_as_one_of_its_kind_may(tmp_path):
    store = open_store(tmp_path / "new.db")
    with pytest.raises(OrderNotUnderstood, match="No game of this scenario begins"):
        new_room(store, River(), "winter")
    made = new_room(store, River(), "south")
    with made.store.read() as session:
        assert session.get_one(Boat, 1).bank == "south"
    store.close()


def test_a_page_is_served_to_the_desks_of_this_game(app):
    browser = app.test_client()
    assert browser.get("/river/").headers["Location"].startswith("/sign-in")
    browser.post("/sign-in", data={"code": CODES["north"], "name": "Ada"})
    assert browser.get("/", follow_redirects=True).request.path == "/river/"
    assert "<h1>The river</h1>" in browser.get("/river/").text
    listed = {one["name"]: one["desks"] for one in browser.get("/api/actions").json}
    assert listed["boat.cross"] == ["umpire"]
    assert listed["journal.undo"] == sorted(ROLES)


SENGOKU_SAYS = re.compile(r"戦国|[Ss]engoku|[Cc]lan|[Pp]rovince|[Tt]actic|Game Control")


def test_the_frame_of_every_page_is_the_kernel_s_and_speaks_of_no_other_game(app, do):
    browser = app.test_client()
    door = browser.get("/sign-in").text
    assert "The umpire has the codes." in door
    browser.post("/sign-in", data={"code": CODES["umpire"], "name": "Ada"})
    do("umpire", "boat.cross", bank="south", cargo="rope")
    do("umpire", "announcement.post", text="High water")
    pages = {page: browser.get(page).text for page in ("/river/", "/journal/", "/announcements/")}
    for said in (door, *pages.values(), browser.get("/nowhere").text):
        assert SENGOKU_SAYS.findall(said) == []
        assert "The river</title>" in said or "Journal – Crossing 1</title>" in said or "Announcements</title>" in said
    assert "Crossing 1" in pages["/river/"]
    assert 'href="/journal/"' in pages["/river/"]
    assert "High water" in pages["/river/"]
    assert "The boat goes south." in pages["/journal/"]
    listed = browser.get("/journal/?desk=north").text
    assert "Nothing in the journal is like this." in listed


def test_a_row_and_a_column_are_told_to_those_alone_who_may_know(app, do):
    do("north", "scout.send", place="the mill")
    do("umpire", "boat.cross", bank="south", cargo="powder")
    told = {desk: heard(app, desk) for desk in (None, *ROLES)}
    assert {desk for desk, words in told.items() if "the mill" in words} == {"umpire", "north"}
    assert {desk for desk, words in told.items() if "powder" in words} == {"umpire", "north"}
    assert all("The boat goes south." in told[desk] for desk in ROLES)
    assert "bank" not in told[None]


def test_neither_side_is_told_a_choice_before_both_have_chosen(app, room, do):
    browser = app.test_client()
    browser.post("/sign-in", data={"code": CODES["north"]})
    assert browser.post("/river/bid", data={"price": "41700417", "key": "a"}).status_code == 303
    with pytest.raises(OrderNotAllowed, match="both"):
        do("south", "bid.open")
    assert not [desk for desk in ROLES if "41700417" in heard(app, desk)]
    do("south", "bid.make", sealed=sealed(room, "south", "33300333"))
    assert not [desk for desk in ROLES if "41700417" in heard(app, desk) or "33300333" in heard(app, desk)]
    do("south", "bid.open")
    assert all("The bids: north 41700417, south 33300333." in heard(app, desk) for desk in ROLES)


def a_day(folder, apart):
    """A river where the same is done openly, with or without what is done ``apart``."""
    folder.mkdir()
    codes = Secrets(seed="s", cookies="c" * 32, codes=CODES)
    room = begin(open_store(folder / "river.db"), River(), codes)
    do = doing(room)
    for step in range(3):
        if apart:
            do("shade", "run.make", load=f"powder {step}")
        do("south", "scout.send", place=f"the hill {step}")
        do("north", "scout.send", place=f"the mill {step}")
        if apart:
            do("shade", "run.make", load="nothing")
            do("shade", "journal.undo", entry=-3 * step - 2)
    do("umpire", "boat.cross", bank="south", cargo="rope")
    return OpenRoom(application_of(TOY), room)


def test_what_stands_apart_nobody_else_can_see_or_count(tmp_path, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
    monkeypatch.setattr("control.kernel.actions.form_keys.secrets.token_hex", lambda _n: "key")
    monkeypatch.setattr("control.kernel.steady.STEADY.now", lambda: datetime(2026, 11, 22, 10, tzinfo=UTC))
    quiet, busy = (a_day(tmp_path / name, name == "busy") for name in ("quiet", "busy"))
    for desk in (None, "north", "south"):
        told = [heard(day, desk) for day in (quiet, busy)]
        assert told[0] == told[1]
        assert not re.search("powder|nothing", told[1])
    assert [next(day.live.stream()) for day in (quiet, busy)] == ["retry: 3000\nid: 7\nevent: journal\ndata: 7\n\n"] * 2
    assert "data: 16\n" in next(busy.live.stream(lambda _audience: True))
    assert "powder 1" in heard(busy, "shade")
    assert verify(busy.room).differences == ()
    for day in (quiet, busy):
        day.room.store.close()


def test_a_row_that_is_made_apart_takes_no_number_from_which_one_could_count(room, do):
    do("shade", "run.make", load="powder", scout="the mill")
    assert do("north", "scout.send", place="the hill").changes[0]["key"] == [1]
    with room.store.read() as session:
        (mill, hill) = state(session, "north")["scouts"]
    assert (hill["id"], mill["place"]) == (1, "the mill")
    assert mill["id"] < -1
    assert verify(room).differences == ()


def test_it_is_taken_back_where_it_was_done_and_by_no_other(room, do):
    do("shade", "run.make", load="powder", scout="the mill")
    do("umpire", "announcement.post", text="High water")
    with pytest.raises(OrderNotUnderstood, match="The journal has no entry C1"):
        do("north", "journal.undo", entry=-1)
    with pytest.raises(OrderNotUnderstood, match="The journal has no entry C9"):
        do("shade", "journal.undo", entry=-9)
    with pytest.raises(OrderNotAllowed, match="A die or card was drawn"):
        do("shade", "journal.undo", entry=-1)
    back = do("umpire", "journal.undo", entry=-1, force="a wrong night")
    assert (back.number, back.undoes) == (-2, -1)
    assert back.sentence == "Taken back: entry C1, “Over went powder.” Forced: a wrong night."
    with room.store.read() as session:
        assert (state(session, "umpire")["runs"], state(session, "north")["scouts"]) == ([], [])
    assert verify(room).differences == ()


def test_what_was_told_of_it_follows_there_and_is_told_to_no_other(app, do):
    do("shade", "run.make", load="nothing")
    shade, north = (signed_in(app, desk) for desk in ("shade", "north"))
    told = "/journal/told/-1"
    assert shade.get(told).status_code == 204
    do("shade", "journal.undo", entry=-1)
    follows = shade.get(told).text
    assert "No undo: It is taken back already." in follows
    assert 'hx-get="/journal/told/-1?' in follows
    assert north.get(told).text == north.get("/journal/told/-9").text != follows
    assert shade.get("/journal/told/-99999999999999999999").status_code == 404


def test_whoever_leads_may_look_and_it_is_told_there_that_he_did(app, room, do):
    do("shade", "run.make", load="powder")
    browser = signed_in(app, "umpire")

    def noted():
        with room.store.read() as session:
            entries = state(session, "shade")["journal"]
        return [entry["sentence"] for entry in entries if entry["action"] == "journal.look"]

    browser.get("/journal/")
    browser.get("/river/")
    assert noted() == []
    assert "Over went powder." in browser.get("/journal/apart").text
    assert "Over went powder." in browser.get("/journal/apart").text
    assert noted() == ["Ada, The umpire, looked."]
    do("shade", "run.make", load="salt")
    bearer = {"Authorization": f"Bearer {CODES['umpire']}"}
    assert browser.get("/api/state/runs", headers=bearer).json[1]["load"] == "salt"
    assert len(noted()) == 2
    assert browser.get("/api/state/boats", headers=bearer).status_code == 200
    assert len(noted()) == 2


def test_a_copy_is_made_for_what_stands_apart_once_and_holds_it(app, do):
    app.copies.every = 0
    do("umpire", "boat.cross", bank="south", cargo="salt")
    app.copies.look()
    before = len(app.copies.all())
    do("shade", "run.make", load="powder")
    for _ in range(3):
        app.copies.look()
    first, *older = app.copies.all()
    assert len(older) == before
    assert b"Over went powder." in first.path.read_bytes()


def test_what_was_shown_stands_until_the_desk_that_leads_re_opens_it(room, do):
    for side, price in (("north", "4"), ("south", "3")):
        do(side, "bid.make", sealed=sealed(room, side, price))
    shown = do("south", "bid.open").number
    with pytest.raises(OrderNotAllowed, match="The umpire may re-open it"):
        do("south", "journal.undo", entry=shown)
    with pytest.raises(OrderNotAllowed, match="Only the umpire may force it"):
        do("south", "journal.undo", entry=shown, force="we should like to")
    assert do("umpire", "journal.undo", entry=shown, force="a wrong bid").sentence.endswith("Forced: a wrong bid.")
    with room.store.read() as session:
        assert [bid["price"] for bid in state(session, "umpire")["bids"]] == ["", ""]


def test_it_is_taken_back_and_played_again(room, do):
    first = do("umpire", "boat.cross", bank="south", cargo="rope").number
    scout = do("south", "scout.send", place="the hill").number
    with pytest.raises(NotThisDesk, match="it is undone there or by the umpire"):
        do("north", "journal.undo", entry=scout)
    with pytest.raises(OrderNotAllowed, match="depends on it"):  # it was sent in the stretch that this began
        do("umpire", "journal.undo", entry=first)
    do("south", "journal.undo", entry=scout)
    do("umpire", "journal.undo", entry=first)
    do("umpire", "boat.cross", bank="south", cargo="salt")
    assert verify(room).differences == ()
    with room.store.read() as session:
        assert session.get_one(Boat, 1).cargo == "salt"
        assert [entry.stretch for entry in session.query(JournalEntry)] == [
            "crossing 0",
            *["crossing 1"] * 3,
            "crossing 0",
        ]


def test_verify_tells_a_row_that_was_changed_behind_the_journal(room, do):
    do("umpire", "boat.cross", bank="south", cargo="salt")
    with room.store.write() as session:
        session.get_one(Boat, 1).cargo = "gold"
    assert verify(room).differences == ("boat 1, cargo: the game has 'gold', the replay 'salt'.",)


def test_its_paper_is_printed_and_its_copies_say_where_it_stood(app, room, do, tmp_path):
    do("umpire", "boat.cross", bank="south", cargo="salt")
    pdf, now, _ = app.copies.print_pack()
    assert "salt" in PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert (now.number, now.when) == (1, "Crossing 1")
    copy = app.copies.make("asked")
    assert (copy.when, copy.number) == ("Crossing 1", 1)


def test_a_form_that_was_opened_in_another_stretch_is_asked_for_once_more(app, do):
    side, lead = app.test_client(), app.test_client()
    for browser, desk in ((side, "north"), (lead, "umpire")):
        assert browser.post("/sign-in", data={"code": CODES[desk], "name": desk}).status_code == 303

    def opened(browser, address="/river/"):
        form = browser.get(address).text.rpartition('method="post"')[2]
        return re.search(r'name="key" value="([^"]+)"', form).group(1)

    sent, open_still, notice = opened(side), opened(side), opened(lead, "/announcements/")
    assert side.post("/river/bid", data={"price": "7", "key": sent}).status_code == 303
    crossed = do("umpire", "boat.cross", bank="south", cargo="tea")
    refused = side.post("/river/bid", data={"price": "8", "key": open_still}, answers=409)
    assert "This form was opened in crossing 0, and it is crossing 1 now. Nothing was done." in refused.text
    assert side.post("/river/bid", data={"price": "7", "key": sent}).status_code == 303  # it was done, and is known
    assert lead.post("/announcements/", data={"text": "Tea.", "key": notice}).status_code == 303  # of no stretch
    early = opened(side)
    do("umpire", "journal.undo", entry=crossed.number, force="a storm")
    assert "in crossing 1, and it is crossing 0 now" in side.post("/river/bid", data={"price": "8", "key": early}).text
