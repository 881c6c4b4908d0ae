"""The demo beside a game: a file of its own, marked on every page and paper; the real game never changes."""

from __future__ import annotations

import csv
import io
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select
from werkzeug.test import Client as Knocks

from control.cli import main as command_line
from control.kernel.application import application_of
from control.kernel.database.store import open_store
from control.kernel.demo import AT, OF_ENGINE, Demo, is_demo, is_marked, play_into
from control.kernel.errors import OrderNotAllowed
from control.kernel.file_head import give_number, number_of
from control.kernel.journal.journal_questions import desks as all_desks
from control.kernel.journal.state_questions import state
from control.kernel.open_room import OpenRoom
from control.kernel.opening import opened
from control.kernel.printing.kinds import Press
from control.kernel.printing.making import Wish, make
from control.kernel.rows import JournalEntry
from control.sengoku.demo import year
from control.sengoku.demo.moments import MOMENTS
from control.sengoku.demo.rehearsal import Rehearsal
from control.sengoku.game import SENGOKU
from control.sengoku.paper.press import PAPERS
from control.sengoku.rows import Army, Battle, Clan, Clock, Encounter, Game, Part, Player, RiskDraw
from control.sengoku.rules.desks import DESKS
from control.sengoku.scenario.load import load_files
from tests.conftest import sign_in
from tests.games import CODES, Hall, ask
from tests.kernel.drawing.test_room import covered
from tests.paper.reading import pages_of
from tests.secrecy.test_routes import PAGES

LINKS = re.compile(r'(?:href|src|action|hx-get|hx-post|sse-connect)="(/[^"]*)"')


class Client(Knocks):
    """A browser in front of all that is served at one address."""

    def open(self, *given, **more):
        """Ask, and say as browsers do that a form is of the page that it stands on."""
        more["headers"] = {"Sec-Fetch-Site": "same-origin", **more.get("headers", {})}
        return super().open(*given, **more)


@pytest.fixture(scope="session")
def played(shipped, tmp_path_factory):
    """A demo that has come to a battle, played once."""
    file = tmp_path_factory.mktemp("demo") / "battle.db"
    play_into(file, shipped, SENGOKU.demo, "battle", lambda words: None)
    return file


@pytest.fixture
def real(hall, app_of, played):
    """The real game, whose demo is played in no time."""
    app = app_of(hall)
    app.demo.play = lambda file, scenario, moment, tell: shutil.copy(played, file)
    yield app
    app.demo.throw_away()


def made(app, moment="battle"):
    """The demo of a game, when it is there."""
    app.demo.make(app.room.scenario, moment)
    wait_for(app.demo)
    assert app.demo.trouble == ""
    return app.demo.room()


def wait_for(demo: Demo) -> None:
    """Until nothing is being played."""
    for thread in threading.enumerate():
        if thread.name == "demo":
            thread.join(120)
    assert demo.making == ""


def codes_of(open_room):
    """The codes of the desks of a game."""
    return {key: code for key, _, code in ask(open_room.room, all_desks)}


def test_the_real_game_never_changes(real, hall):
    def stands():
        hall.room.store.settle(wait=5)
        with hall.room.store.read() as session:
            return (
                state(session, "game"),
                [one.number for one in session.scalars(select(JournalEntry))],
                hall.room.store.file.read_bytes(),
            )

    before = stands()
    demo = made(real)
    browser = Client(real)
    assert browser.post(f"{AT}/sign-in", data={"code": codes_of(demo)["game"], "name": "Kai"}).status_code == 303
    ruling = {"text": "For practice alone.", "key": "one"}
    assert browser.post(f"{AT}/rulings/", data=ruling).location.startswith(f"{AT}/")
    with demo.room.store.read() as session:
        assert "For practice alone" in list(session.scalars(select(JournalEntry)))[-1].sentence
    assert stands() == before
    file = hall.room.store.file
    beside = {path.name.removeprefix(file.name) for path in file.parent.glob(f"{file.name}*")}
    assert beside <= {"", "-wal", "-shm", "-demo", "-drafts"}
    real.demo.throw_away()
    assert stands() == before
    assert not real.demo.folder.exists()


def test_one_browser_is_signed_in_at_both(real):
    demo = made(real)
    browser = Client(real)
    browser.post("/sign-in", data={"code": CODES["map"], "name": "Aki"})
    browser.post(f"{AT}/sign-in", data={"code": codes_of(demo)["team"], "name": "Ben"})
    assert 'data-umpire="Aki"' in browser.get("/help/").text
    assert 'data-umpire="Ben"' in browser.get(f"{AT}/help/").text
    browser.post(f"{AT}/sign-out")
    assert browser.get(f"{AT}/help/").status_code == 303
    assert browser.get("/help/").status_code == 200


def test_no_code_of_one_opens_the_other(real):
    demo = made(real)
    assert Client(real).post("/sign-in", data={"code": codes_of(demo)["game"]}).status_code == 422
    assert Client(real).post(f"{AT}/sign-in", data={"code": CODES["game"]}).status_code == 422
    assert not set(codes_of(demo).values()) & set(CODES.values())


def test_who_was_stopped_at_the_door_comes_to_what_he_asked_for(real):
    demo = made(real)
    browser = Client(real)
    door = browser.get(f"{AT}/map/?x=1")
    assert door.location.startswith(f"{AT}/sign-in?next=")
    ahead = re.search(r'name="next" value="([^"]+)"', browser.get(door.location).text)[1]
    answer = browser.post(f"{AT}/sign-in", data={"code": codes_of(demo)["map"], "next": ahead})
    assert answer.location == f"{AT}/map/?x=1"


@pytest.mark.parametrize("desk", ["map", "game", None])
def test_every_page_says_that_it_is_a_demo_and_leads_to_none_of_the_real_game(real, desk):
    demo = made(real)
    browser = Client(real)
    if desk:
        browser.post(f"{AT}/sign-in", data={"code": codes_of(demo)[desk], "name": "Kai"})
    looked = 0
    for route, (who, address, _) in PAGES.items():
        if not route.startswith("GET ") or desk not in who or address == "/live" or address.startswith("/g/"):
            continue
        answer = browser.get(AT + address, headers={"Accept": "text/html"})
        if answer.mimetype != "text/html":
            answer.close()
            continue
        text = answer.text
        if "<body" not in text:
            continue
        looked += 1
        assert answer.status_code < 500, address
        assert '<p class="demo-mark" role="note">Demo</p>' in text, address
        away = {to for to in LINKS.findall(text) if not to.startswith(f"{AT}/")}
        assert away == set(), address
    assert looked > (40 if desk else 5)


def test_nobody_is_alarmed_that_the_demo_is_not_copied(real):
    demo = made(real)
    browser = Client(real)
    browser.post(f"{AT}/sign-in", data={"code": codes_of(demo)["game"]})
    assert "Nobody makes copies" not in browser.get(f"{AT}/game/").text
    assert "Nobody makes copies" in sign_in(real, "game").get("/game/").text


def test_the_real_game_says_nowhere_that_it_is_one(real):
    made(real)
    assert "demo-mark" not in sign_in(real, "game").get("/game/").text


def test_every_leaf_of_paper_says_so(real, drawn):
    demo = made(real)
    kinds = [PAPERS.kinds[key] for key in ("order_cards", "battle_sheet", "clan_sheet", "walk_round")]
    for game, says in ((demo, True), (real, False)):
        with game.room.store.read() as session:
            press = Press(session, game.room.scenario, lambda path: f"http://x{path}", lambda: drawn, datetime.now(UTC))
            wanted = kinds if says else kinds[1:]
            files = make(Wish(tuple(wanted)), press, 1).files
        for pdf in files.values():
            for leaf in pages_of(pdf):
                assert ("DEMO" in leaf) is says


def test_each_desk_is_given_its_own_code_and_the_one_that_leads_all(real):
    codes = codes_of(made(real))

    def shown(desk):
        page = sign_in(real, desk).get("/demo/").text
        return {key for key, code in codes.items() if code in page.replace("-", "") or f"code={code}" in page}

    assert shown("game") == set(DESKS)
    for desk in DESKS:
        if desk != "game":
            assert shown(desk) == {desk}
    assert sign_in(real, None).get("/demo/").status_code == 303


def test_only_the_desk_that_leads_makes_it_and_throws_it_away(real):
    for desk in ("map", "team", None):
        browser = sign_in(real, desk)
        assert browser.post("/demo/", data={"moment": "battle"}).status_code in (303, 403)
        assert real.demo.making == ""
        assert real.demo.room() is None
    leader = sign_in(real, "game")
    assert leader.post("/demo/", data={"moment": "yesterday"}).status_code in (400, 422)
    assert leader.post("/demo/", data={"moment": "battle"}).status_code == 303
    wait_for(real.demo)
    assert real.demo.room() is not None
    assert sign_in(real, "map").post("/demo/throw-away").status_code == 403
    assert leader.post("/demo/throw-away").status_code == 303
    assert real.demo.room() is None
    gone = Client(real).get(f"{AT}/map/")
    assert gone.status_code == 404
    assert "There is no demo now" in gone.text


def test_a_demo_is_not_thrown_away_from_within(real):
    demo = Client(real)
    code = codes_of(made(real))["game"]
    assert demo.post(f"{AT}/sign-in", data={"code": code, "name": "Ōta"}).status_code == 303
    answer = demo.post(f"{AT}/demo/throw-away")
    assert (answer.status_code, "The demo is thrown away from the real game." in answer.text) == (403, True)
    assert real.demo.room() is not None


def test_whoever_presses_second_is_told_and_only_one_is_played(real, played):
    go, begun = threading.Event(), []

    def slowly(file, scenario, moment, tell):
        begun.append(moment)
        tell("Spring: orders are being written")
        assert go.wait(120)
        shutil.copy(played, file)

    real.demo.play = slowly
    one, other = sign_in(real, "game"), sign_in(real, "game")
    assert one.post("/demo/", data={"moment": "battle"}).status_code == 303
    second = other.post("/demo/", data={"moment": "winter"}, answers=422)
    page = second.text
    assert "is being played already" in page
    assert "Being played" in page
    with pytest.raises(OrderNotAllowed):
        real.demo.throw_away()
    go.set()
    wait_for(real.demo)
    assert begun == ["battle"]
    assert len(list(real.demo.folder.glob("*.db"))) == 1


def test_what_goes_wrong_is_told_and_the_old_one_stays(real):
    old = made(real)

    def broken(file, scenario, moment, tell):
        file.write_bytes(b"half")
        raise OrderNotAllowed("The demo could not be played: no disk.")

    real.demo.play = broken
    real.demo.make(real.room.scenario, "winter")
    wait_for(real.demo)
    assert real.demo.room() is old
    assert "no disk" in sign_in(real, "game").get("/demo/").text


def test_it_is_there_again_after_a_new_start_and_another_takes_its_place(real, hall, app_of):
    first = made(real)
    again = app_of(hall)
    assert codes_of(again.demo.room()) == codes_of(first)
    again.demo._let_go()
    second = made(real)
    assert second is not first
    assert len(list(real.demo.folder.glob("*.db"))) == 1


def test_no_file_that_is_not_marked_is_taken_for_one(real, hall, tmp_path, capsys):
    real.demo.folder.mkdir()
    shutil.copy(hall.room.store.file, real.demo.folder / "other.db")
    assert real.demo.room() is None
    file = tmp_path / "mine.db"
    shutil.copy(hall.room.store.file, file)
    before = file.read_bytes()
    assert command_line(["demo", "battle", "--game", str(file), "--only-play"]) == 2
    assert "is a real game" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_demo_alone_has_the_same_addresses(played, tmp_path, app_of):
    file = tmp_path / "demo.db"
    shutil.copy(played, file)
    store = open_store(file)
    alone = OpenRoom(application_of(SENGOKU), opened(store))
    assert is_demo(store.engine)
    assert alone.demo is None
    browser = Client(alone)
    assert browser.get("/").location == f"{AT}/"
    assert browser.get("/sign-in?code=abcd-efgh").location == f"{AT}/sign-in?code=abcd-efgh"  # as it was scanned
    assert browser.get("/find%0d%0aSet-Cookie:%20x?q=%C5%8Cmi").location == f"{AT}/find%0D%0ASet-Cookie:%20x?q=%C5%8Cmi"
    assert browser.get(f"{AT}/sign-in").status_code == 200
    browser.post(f"{AT}/sign-in", data={"code": codes_of(alone)["map"]})
    assert "You are in it" in browser.get(f"{AT}/demo/").text
    store.close()


def test_each_moment_is_what_it_is_called_and_no_flag_of_it_covers_another(shipped, tmp_path, drawn_as):
    seen = {}
    views = [sheet.view for turned in (0, shipped.turned) for sheet in drawn_as(turned).atlas.sheets]
    store = open_store(tmp_path / "year.db", passing=True)

    def look(room):
        hall = Hall(room)
        with room.store.read() as session:
            game = Game.only(session)
            open_ones = list(session.scalars(select(Encounter).where(Encounter.outcome == "")))
            battles = list(session.scalars(select(Battle).where(Battle.over.is_(False))))
            armies = list(session.scalars(select(Army).where(Army.standing.is_(True))))
            for view in views:
                assert covered(view, Counter(army.province for army in armies if army.province in view.labels)) == []
            due = list(session.scalars(select(RiskDraw).where(RiskDraw.card == "")))
            return (game.year, game.season, game.phase, len(open_ones), len(battles), len(armies), len(due)), hall

    room = year.new_game(store, shipped, year.Secrets(seed=year.SEED), begin="spring")
    for moment in year.DemoYear(room, year.SEED).moments():
        seen[moment] = look(room)[0]
        clock = Hall(room).get(Clock, 1)
        assert clock.since, f"the clock runs at {moment}"
        assert clock.stage == (1 if moment in ("phase-2", "battle", "gate", "autumn-gate") else 0)
    assert list(seen) == list(MOMENTS)
    with room.store.read() as session:
        heads = set(session.scalars(select(Clan.id).where(Clan.played.is_(True))))
        at_table = set(session.scalars(select(Player.clan).where(Player.state == "arrived")))
    assert len(heads) > 8
    assert len(at_table) == len(heads), "each played clan has its player"
    assert Hall(room).count(Part) >= len(heads), "who has his part"
    first = seen["orders"][0]
    assert seen["orders"][1:3] == ("spring", 0)
    assert seen["orders"][5] >= 6
    assert seen["phase-2"][1:3] == ("spring", 2)
    assert seen["phase-2"][3] >= 1
    assert seen["battle"][4] == 1
    assert seen["gate"][1:5] == ("spring", 4, 0, 0)
    assert seen["gate"][6] > 0
    assert seen["summer"][1] == "summer"
    assert seen["autumn-gate"][1:3] == ("autumn", 4)
    assert seen["winter"][1] == seen["winter-gate"][1] == "winter"
    assert seen["new-year"][:2] == (first + 1, "spring")
    store.close()


def test_the_same_moment_is_the_same_game_but_for_its_codes(shipped, played, tmp_path):
    file = tmp_path / "again.db"
    play_into(file, shipped, SENGOKU.demo, "battle", lambda words: None)
    stores = [open_store(one) for one in (file, played)]
    states = []
    for store in stores:
        with store.read() as session:
            found = state(session, "game")
            said = [(one["action"], re.sub(r"\b\d+:\d\d", "", one["sentence"])) for one in found["journal"]]
            states.append(said)  # its clock is that of the wall
            codes = {code for _, _, code in all_desks(session)}
            states.append(codes)
        store.close()
    assert states[0] == states[2]
    assert not states[1] & states[3]
    assert is_marked(Path(file))


def test_asking_a_file_whether_it_is_one_lets_go_of_no_lock_on_it(hall):
    """Else another program that is done with the game (a command) thinks itself the last, and takes away the log that
    this one still reads."""
    store = hall.room.store
    hall.do("garrison.raise", province="kai", troops=1)
    with store.read() as session:
        Game.only(session)
        OF_ENGINE.pop(store.engine, None)
        assert not is_demo(store.engine)
        command = (
            "import sqlite3, sys; held = sqlite3.connect(sys.argv[1]); held.execute('SELECT * FROM game'); held.close()"
        )
        subprocess.run([sys.executable, "-c", command, str(store.file)], check=True)
        assert store.file.with_name(f"{store.file.name}-wal").exists()


def test_the_mark_goes_with_the_file_alone_though_somebody_has_it_open(tmp_path):
    file, alone = tmp_path / "game.db", tmp_path / "alone.db"
    with closing(sqlite3.connect(file)) as beside:
        beside.execute("PRAGMA journal_mode = WAL")
        beside.execute("CREATE TABLE game (id)")
        give_number(file, 1600)
        shutil.copy(file, alone)
    assert number_of(alone) == 1600


def played_by(shipped, clans):
    """The shipped scenario, in which these clans alone are played."""
    rows = list(csv.DictReader(shipped.files["clans.csv"].splitlines()))
    table = csv.DictWriter(written := io.StringIO(), rows[0])
    table.writeheader()
    table.writerows(row | {"played": "yes" if row["id"] in clans else "no"} for row in rows)
    return load_files("sengoku_1550", {**shipped.files, "clans.csv": written.getvalue()})


@pytest.mark.parametrize("clans", [("takeda",), ()])
def test_a_year_and_a_rehearsal_are_played_to_their_ends_with_one_clan_or_none(shipped, tmp_path, clans):
    scenario = played_by(shipped, clans)
    room = year.play(open_store(tmp_path / "demo.db", passing=True), scenario, "new-year")
    assert ask(room, lambda session: session.get_one(Game, 1).year) == scenario.first_year + 1
    assert [one.year for one in Rehearsal(room, "seed").play(2)] == [scenario.first_year + 1] * 2
    room.store.close()


def test_a_year_is_played_with_other_tactics(shipped, tmp_path):
    file = "tables/tactics.toml"
    other = shipped.files[file].replace("conventional_battle", "push_of_pike").replace("fortify", "dig_in")
    scenario = load_files("sengoku_1550", {**shipped.files, file: other})
    room = year.play(open_store(tmp_path / "demo.db", passing=True), scenario, "battle")
    assert ask(room, lambda session: session.scalars(select(Battle).where(Battle.over.is_(False))).all())
    room.store.close()
