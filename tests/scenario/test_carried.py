"""The game carries its scenario: it opens anywhere, and an edited folder changes nothing in it."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from sqlalchemy import text

from control.kernel import settings
from control.kernel.database.store import open_store
from control.kernel.digests import hash_of
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.scenario.scenario_questions import files_in, scenario_with
from control.kernel.journal.moment import the_moment
from control.kernel.opening import open_room
from control.kernel.proof.verify import verify
from control.kernel.scenarios.faults import ScenarioFaults
from control.sengoku.hall.book.altered_questions import altered_by
from control.sengoku.scenario.load import load, load_files
from control.sengoku.season.start import new_game
from control.serving import other_folder
from tests.conftest import sign_in
from tests.games import CHANCE, CODES, Hall, close


def own(tmp_path):
    """An author's own scenario, in a folder."""
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / "sengoku_1550", folder)
    table = folder / "tables" / "economy.toml"
    written = table.read_text(encoding="utf-8")
    assert "castle = 15" in written
    table.write_text(written.replace("castle = 15", "castle = 16"), encoding="utf-8")
    return folder


def cost_of_a_castle(room):
    """What a castle costs in a game."""
    return room.scenario.tables.economy.cost["castle"]


def test_a_game_opens_and_replays_without_its_folder(tmp_path):
    folder = own(tmp_path)
    room = new_game(open_store(tmp_path / "game.db"), load(folder), CHANCE)
    Hall(room).do("garrison.raise", "game", province="kai", troops=1)
    close(room)
    shutil.rmtree(folder)
    room = open_room(open_store(tmp_path / "game.db"))
    assert room.scenario.key == "mine"
    assert cost_of_a_castle(room) == 16
    assert room.scenario == load_again(room)
    assert verify(room).differences == ()
    assert other_folder(room, None) == ""
    close(room)


def load_again(room):
    """The scenario that the same game has when it is opened once more."""
    again = open_room(open_store(room.store.file))
    close(again)
    return again.scenario


def test_an_edited_folder_is_told_and_changes_nothing(tmp_path):
    folder = own(tmp_path)
    room = new_game(open_store(tmp_path / "game.db"), load(folder), CHANCE)
    assert other_folder(room, str(folder)) == ""
    table = folder / "tables" / "economy.toml"
    table.write_text(table.read_text(encoding="utf-8").replace("castle = 16", "castle = 17"), encoding="utf-8")
    close(room)
    room = open_room(open_store(tmp_path / "game.db"), str(folder))
    assert cost_of_a_castle(room) == 16
    assert "is not what this game carries" in other_folder(room, str(folder))
    close(room)


def test_an_older_game_takes_its_scenario_along_once(tmp_path, shipped):
    room = new_game(open_store(tmp_path / "game.db"), shipped, CHANCE)
    with room.store.write() as session:
        session.execute(text("DELETE FROM scenario_file"))
    close(room)
    room = open_room(open_store(tmp_path / "game.db"))
    with room.store.read() as session:
        assert session.execute(text("SELECT count(*) FROM scenario_file")).scalar() > 100
    close(room)


THEN = json.loads(Path(__file__).with_name("carried.json").read_text(encoding="utf-8"))
"""The tables of a game that began when this was written, each with its columns or keys. It is never renewed: what a
scenario has come by since has a value of its own where it is missing (CONTRIBUTING.md, *A rule*)."""


def kept(document, names):
    """A sheet, two levels deep, without what these names do not name."""

    def within(key, value):
        inner = {f"{key}.{name}": one for name, one in value.items()}
        return {name.partition(".")[2]: one for name, one in inner.items() if name in names}

    return {
        key: [within(key, one) if isinstance(one, dict) else one for one in value] if isinstance(value, list)
        else within(key, value) if isinstance(value, dict) else value
        for key, value in document.items() if key in names
    }  # fmt: skip


def in_toml(value):
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {in_toml(one)}" for key, one in value.items()) + "}"
    return f"[{', '.join(map(in_toml, value))}]" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def of_then(name, written):
    """A table with what it had when THEN was written."""
    names = THEN[name].split()
    if name.endswith(".toml"):
        return "".join(f"{key} = {in_toml(one)}\n" for key, one in kept(tomllib.loads(written), names).items())
    rows, less = csv.DictReader(written.splitlines()), io.StringIO()
    table = csv.DictWriter(less, names, extrasaction="ignore")
    table.writeheader()
    table.writerows(rows)
    return less.getvalue()


def test_a_game_that_began_before_a_table_column_or_key_was_thought_of_still_opens(shipped):
    files = {
        name: of_then(name, written) if name in THEN else written
        for name, written in shipped.files.items()
        if name in THEN or not name.endswith((".csv", ".toml"))
    }
    assert load_files("sengoku_1550", files).provinces == shipped.provinces


def test_a_game_that_began_with_a_break_that_no_new_one_may_have_still_opens(shipped):
    sheet = shipped.files["scenario.toml"]
    files = {**shipped.files, "scenario.toml": sheet.replace('at = "13:00"', 'at = "23:00"')}
    assert load_files("sengoku_1550", files).day.breaks[0].at == "23:00"


def test_a_game_that_began_without_the_places_that_its_clans_name_goes_on_and_loses_none_by_a_change(shipped):
    none = {**shipped.files, "places.csv": shipped.files["places.csv"].splitlines()[0] + "\n"}
    del none["briefings/clans/hongan-ji.md"]  # which names one, and is held against them in every game
    assert load_files("sengoku_1550", none).places == {}
    assert load_files("sengoku_1550", none, "clans.csv").places == {}
    with pytest.raises(ScenarioFaults, match='no place "ishiyama-hongan-ji"'):
        load_files("sengoku_1550", none, "places.csv")


FORCES, MOVEMENT = "tables/forces.toml", "tables/movement.toml"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (FORCES, "most = 4", "most = 5", "nobody has more experience than 4"),
        (FORCES, "fortress = 10", "", 'fortifications: "fortress" is missing'),
        (MOVEMENT, "1 = [3]", "1 = [5]", "row 1 names phase 5"),
        (MOVEMENT, 'nakasendo = ["spring"', 'nakasendou = ["spring"', 'there is no road "nakasendou"'),
    ],
)
def test_a_table_that_no_new_game_may_have_still_opens_and_is_refused_as_a_change(hall_at, file, old, new, says):
    hall = hall_at("start")
    files = dict(hall.room.scenario.files)
    assert files[file].count(old) == 1
    spoilt = files[file].replace(old, new)
    load_files("sengoku_1550", {**files, file: spoilt})
    load_files("sengoku_1550", {**files, file: spoilt, "incomes.csv": files["incomes.csv"] + "\n"}, "incomes.csv")
    error = hall.refuse(OrderNotUnderstood, "scenario.change", "game", file=file, text=spoilt, reason="we vote")
    assert error.field == "text"
    assert says in error.sentence


def test_a_change_of_before_that_is_refused_now_is_replayed(hall_at, monkeypatch):
    hall = hall_at("start")
    spoilt = hall.room.scenario.files[FORCES].replace("most = 4", "most = 5")
    monkeypatch.setattr("control.sengoku.rules.tables.MOST_EXPERIENCE", 5)
    hall.do("scenario.change", "game", file=FORCES, text=spoilt, reason="we vote")
    monkeypatch.undo()
    assert verify(hall.room).differences == ()


def dearer(room):
    """The prices with a dearer castle."""
    return room.scenario.files["tables/economy.toml"].replace("castle = 15", "castle = 18")


def test_a_changed_table_holds_at_once_is_undone_and_replays(hall_at):
    hall = hall_at("works")
    before = hall.state()
    changed = hall.do("scenario.change", "game", file="tables/economy.toml", text=dearer(hall.room), reason="we vote")
    assert hall.do("ruling.record", "game", text="Guests bow first")
    assert cost_of_a_castle(hall.room) == 18
    assert load_again(hall.room).tables.economy.cost["castle"] == 18
    assert verify(hall.room).differences == ()
    hall.undo(changed.number)
    with hall.room.store.read() as session:
        assert hall.room.keep_up(session, the_moment(session)).tables.economy.cost["castle"] == 15
    assert {key: row for key, row in hall.state().items() if key[0] == "scenario_file"} == {
        key: row for key, row in before.items() if key[0] == "scenario_file"
    }
    assert verify(hall.room).differences == ()


def test_a_page_that_shows_an_older_text_overwrites_nothing(hall_at):
    hall = hall_at("start")
    file, shown = "tables/economy.toml", hall.room.scenario.files["tables/economy.toml"]
    hall.do("scenario.change", "game", file=file, text=dearer(hall.room), reason="we vote")
    error = hall.refuse(
        ChangedElsewhere, "scenario.change", "game", file=file, text=f"{shown}\n", reason="me too", now=hash_of(shown)
    )
    assert error.field == "text"


def test_a_text_that_was_not_there_becomes_a_file_and_is_gone_again_when_that_is_taken_back(tmp_path):
    folder, file = own(tmp_path), "briefings/clans/oda.md"
    (folder / file).unlink()
    hall = Hall(new_game(open_store(tmp_path / "game.db", passing=True), load(folder), CHANCE))
    before = hall.room.scenario.files
    order = {"file": file, "text": "## A stranger\n\nWait for the rain.\n", "reason": "it was asked for"}
    changed = hall.do("scenario.change", "game", **order)
    assert hall.ask(files_in)[order["file"]] == order["text"]
    hall.undo(changed.number)
    assert hall.ask(files_in).keys() == before.keys()
    assert verify(hall.room).differences == ()


@pytest.mark.parametrize(("text", "says"), [(" \n", "is needed"), ("x" * 10**6, " letters; ")])
def test_a_text_that_is_none_or_too_long_is_refused_at_its_field(hall, text, says):
    file = "briefings/rules.md"
    error = hall.refuse(OrderNotUnderstood, "scenario.change", "game", file=file, text=text, reason="a test of it")
    assert error.field == "text"
    assert says in error.sentence


def test_a_file_that_there_is_not_is_told_with_the_nearest(app_of, hall):
    answer = sign_in(app_of(hall), "game").get("/scenario/file?path=tables/economi.toml", answers=400)
    assert "There is no file &#34;tables/economi.toml&#34; in this scenario. Did you mean" in answer.text


def test_what_a_change_would_have_altered_is_shown_first(hall_at, app_of):
    hall = hall_at("works")
    browser = app_of(hall).test_client()
    browser.post("/sign-in", data={"code": CODES["game"], "name": "Ana"})
    page = "/scenario/file?path=tables/economy.toml"
    seen = browser.post(page, data={"text": dearer(hall.room), "look": "yes"}).text
    assert "15 points" in seen
    assert "18 points" in seen
    assert cost_of_a_castle(hall.room) == 15
    wrong = browser.post(page, data={"text": "castle = [", "look": "yes"}, answers=400)
    assert "tables/economy.toml, line" in wrong.text
    browser.post(page, data={"text": dearer(hall.room), "reason": "we vote", "key": "k"}, answers=303)
    assert "changed in play" in browser.get("/scenario/").text


def test_a_dearer_draw_is_shown_for_the_battles_of_the_past(hall_at):
    hall = hall_at("round")
    odds = hall.room.scenario.files["tables/odds.toml"]
    for result in "AXD":
        odds = re.sub(rf"^{result}  = \[.*", f"{result} = [40, 40]", odds, flags=re.M)
    with hall.room.store.read() as session:
        then = scenario_with(session, "tables/odds.toml", odds)
        found = altered_by(session, hall.room.scenario, then)
        assert [one.battle for one in found] == [1]
        assert altered_by(session, hall.room.scenario, hall.room.scenario) == []


DIFFERENCES = {
    "upkeep": (
        "tables/economy.toml",
        "castle = 2\n",
        "castle = 3\n",
        ("Oda, upkeep: Castle of Owari (Winter 1551)", "2 points", "3 points"),
    ),
    "savings": (
        "tables/economy.toml",
        "rice = 10",
        "rice = 20",
        ("Akita, savings (Winter 1551)", "kept 101 of 115", "103 of 115"),
    ),
    "building": (
        "tables/economy.toml",
        "building = 5",
        "building = 9",
        ("Takeda, Great Bridge in Hida (Winter 1551)", "7 points", "9 points at least"),
    ),
    "income": (
        "incomes.csv",
        "mining,2,kai",
        "mining,4,kai",
        ("Gold of Kurokawa (Winter 1551)", "2 (mining) to Takeda", "4 (mining) to Takeda"),
    ),
    "post": (
        "tables/post.toml",
        '5 = "on_time"',
        '5 = "lost"',
        ("Letter L207512-K, Oda to Takeda (Winter 1551, die 5)", "arrives this winter", "is lost on the way"),
    ),
    "place": (
        "places.csv",
        "musashi,2,hojo,none,city,taxation",
        "musashi,2,hojo,none,city,mining",
        ("Edo (Winter 1551)", "2 (other taxation) to Hōjō", "2 (mining) to Hōjō"),
    ),
}


@pytest.mark.parametrize("kind", DIFFERENCES)
def test_each_kind_of_past_booking_is_decided_again(hall_at, kind):
    file, old, new, expected = DIFFERENCES[kind]
    hall = hall_at("works")
    hall.do("upkeep.pay_all", "team")
    assert expected in altered_in(hall, file, old, new)


def altered_in(hall, file, old, new):
    """What a changed file would have altered, as was and would."""
    written = hall.room.scenario.files[file]
    assert old in written
    with hall.room.store.read() as session:
        then = scenario_with(session, file, written.replace(old, new))
        return [(one.where, one.was, one.would) for one in altered_by(session, hall.room.scenario, then)]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            "tables/economy.toml",
            "uniforms_for = 2",
            "uniforms_for = 1",
            ("Takeda, uniforms: for the hunt (Winter 1551)", "2 points", "4 points"),
        ),
        (
            "tables/economy.toml",
            "event = 1",
            "event = 4",
            ("Oda, a feast (Winter 1551)", "3 points", "4 points at least"),
        ),
        (
            "tables/economy.toml",
            "castle = 8",
            "castle = 9",
            ("Takeda, re-commissioning: Castle of Shinano (Winter 1551)", "8 points", "9 points"),
        ),
        (
            "honour.toml",
            'name = "A fitting bow"\ngroup = "Manners"\npoints = 1',
            'name = "A fitting bow"\ngroup = "Manners"\npoints = 2',
            ("Takeda Harunobu, a fitting bow (Winter 1551)", "1 of honour", "2 of honour"),
        ),
    ],
    ids=("uniforms", "event", "recommission", "honour"),
)
def test_what_was_spent_in_winter_and_the_honour_of_it_are_decided_again(hall_at, file, old, new, expected):
    hall = hall_at("works")
    hall.do("account.spend", "team", clan="takeda", kind="uniforms", counters=4, note="for the hunt")
    hall.do("account.spend", "team", clan="oda", kind="event", points=3, note="a feast")
    hall.do("work.recommission", "team", clan="takeda", province="shinano")
    hall.do("honour.log", "team", clan="takeda", character="takeda-harunobu", reason="bow")
    assert altered_in(hall, file, old, new) == [expected]


def test_uniforms_of_an_announced_muster_are_decided_again_by_its_counters(hall):
    hall.do("troops.announce", "team", clan="takeda", province="kai", counters=3, uniforms=True)
    assert ("Takeda, uniforms: for summer 1550 (Spring 1550)", "2 points", "3 points") in altered_in(
        hall, "tables/economy.toml", "uniforms_for = 2", "uniforms_for = 1"
    )


@pytest.mark.parametrize(
    ("route", "was", "would"),
    [(["awa-east", "kazusa"], "could enter 2", "could enter 1"), (["awa-east"], "allowance 2", "allowance 1")],
)
def test_marches_are_decided_again_by_another_table_of_movement(hall, route, was, would):
    hall.march(hall.an_army("hojo", "sagami", 3, 3), *route)
    hall.phases(1)
    assert altered_in(hall, "tables/movement.toml", "3 = [2, 3, 4]", "3 = [1, 2, 4]") == []
    assert altered_in(hall, "tables/movement.toml", "sea_crossing = -1", "sea_crossing = -2") == [
        ("Army A1-3 (Spring 1550)", was, would),
    ]


def test_recoveries_and_strengths_are_decided_again(hall_at):
    hall = hall_at("peace")
    assert altered_in(hall, "tables/forces.toml", "loser = 50", "loser = 100") == [
        ("Battle 1 (Spring 1550), Uesugi Kenshin", "3 of 5 recovered", "5 of 5"),
    ]
    assert altered_in(hall, "tables/forces.toml", "castle = 5", "castle = 9") == [
        ("Battle 1 (Spring 1550), Takeda Harunobu", "strength 25", "strength 29"),
    ]


def test_of_a_table_that_became_rows_only_what_is_still_read_may_be_changed(hall):
    people = hall.room.scenario.files["characters.csv"]
    row = next(line for line in people.splitlines() if line.startswith("takeda-harunobu,"))
    older = row.replace(",28,", ",39,")
    assert older != row
    change = {"file": "characters.csv", "reason": "a slip"}
    error = hall.refuse(OrderNotAllowed, "scenario.change", "game", **change, text=people.replace(row, older))
    assert "column age, became the rows of this game" in error.sentence
    assert "Correct a figure" in error.sentence
    noted = row.rpartition(",")[0] + ",Later Shingen"
    hall.do("scenario.change", "game", **change, text=people.replace(row, noted))
    assert load_again(hall.room).characters["takeda-harunobu"].note == "Later Shingen"


def test_a_border_that_an_order_needs_stays(hall_at):
    hall = hall_at("orders")
    borders = hall.room.scenario.files["adjacency.csv"].splitlines()
    fewer = [line for line in borders if set(line.split(",")[:2]) != {"kai", "shinano"}]
    assert len(fewer) == len(borders) - 1
    error = hall.refuse(
        OrderNotAllowed, "scenario.change", "game", file="adjacency.csv", text="\n".join(fewer), reason="a flood"
    )
    assert "from kai to shinano, which would border no more" in error.sentence


def without_a_border(hall, one, other):
    """The change of a scenario in which two provinces border no more."""
    kept = [line for line in hall.room.scenario.files["adjacency.csv"].splitlines()
            if set(line.split(",")[:2]) != {one, other}]  # fmt: skip
    return {"file": "adjacency.csv", "text": "\n".join(kept), "reason": "a flood"}


def test_a_border_that_an_army_comes_back_by_stays_and_one_that_lies_behind_it_need_not(hall):
    army = hall.an_army("takeda", "kai", 3, 2)
    flood = without_a_border(hall, "kai", "shinano")
    hall.march(army, "shinano", "kai")
    error = hall.refuse(OrderNotAllowed, "scenario.change", "game", **flood)
    assert error.sentence == (
        "Army A1-3 is ordered from kai to shinano, which would border no more. Change its order first."
    )
    hall.march(army, "shinano", "hida")
    hall.phases(1, 2)
    assert hall.army(army).province == "shinano"
    hall.do("scenario.change", "game", **flood)


def test_an_army_that_had_to_leave_its_way_keeps_no_file_from_being_changed(hall):
    hall.march(hall.an_army("uesugi", "echigo", 9, 4, "uesugi-kenshin"), "shinano")
    hall.march(hall.an_army("takeda", "shinano", 3, 1), "kai")
    hall.phases(1)
    hall.settle(outcome="withdraw", who="takeda", retreat_to="hida")
    assert (hall.army(2).province, hall.army(2).walked) == ("hida", 0)
    hall.do("scenario.change", "game", **without_a_border(hall, "aki", "bingo"))


def test_a_reason_that_honour_was_booked_for_stays_in_the_list(hall_at):
    hall = hall_at("honour")
    written = hall.room.scenario.files["honour.toml"]
    start = written.index('[[reasons]]\nkey = "bow"')
    fewer = written[:start] + written[written.index("[[reasons]]", start + 1) :]
    error = hall.refuse(OrderNotAllowed, "scenario.change", "game", file="honour.toml", text=fewer, reason="no bows")
    assert (error.field, error.ruling) == ("text", "R28")
    assert error.sentence == ("Honour was booked for bow: that reason must stay in the list. Give it 0 points instead.")


def test_a_table_with_a_cell_that_nobody_can_read_is_refused_as_a_fault_of_the_file(hall):
    before = hall.room.scenario.files["characters.csv"]
    error = hall.refuse(OrderNotUnderstood, "scenario.change", "game", file="characters.csv", reason="a test of it",
                        text=before + "x" * 150_000)  # fmt: skip
    assert error.sentence.startswith("characters.csv, line ")
    assert "cannot be read" in error.sentence
