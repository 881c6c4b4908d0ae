"""One program serves a campaign of 1600 and a game of Sengoku, each from its file; neither sees the other's tables."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from control.app import create_app
from control.cli import main
from control.kernel.migrations import fresh_tables
from control.kernel.proof.verify import verify
from control.sekigahara.play.roles import UMPIRE
from control.sengoku.game import SENGOKU
from tests.games import CODES as OF_SENGOKU
from tests.games import close
from tests.sekigahara.games import CODES, a_room, next_act, order_of, signed_in, standing_in


def of_sengoku(file):
    """The columns of the row that both games have in a file which only Sengoku's has."""
    with closing(sqlite3.connect(file)) as there:
        here = {row[1] for row in there.execute("PRAGMA table_info(game)")}
        return sorted(here & {column.name for column in SENGOKU.row.__table__.columns} - KERNELS)


KERNELS = {
    "id", "scenario", "title", "rule_set", "fallback", "seed", "secret", "begun_with", "cookies", "version",
}  # fmt: skip
"""The columns of that row which every game has."""


@pytest.fixture
def alone(tmp_path):
    """A campaign in a file as a program makes it that knows no other game."""
    room = a_room(tmp_path / "1600.db")
    room.store.close()
    with closing(sqlite3.connect(tmp_path / "1600.db")) as there:
        for column in of_sengoku(tmp_path / "1600.db"):
            there.execute(f'ALTER TABLE game DROP COLUMN "{column}"')
        there.commit()
    assert of_sengoku(tmp_path / "1600.db") == []
    return tmp_path / "1600.db"


def test_a_file_without_the_columns_of_sengoku_is_played_verified_and_copied(alone, capsys):
    for command in (["state"], ["verify"], ["backup"], ["export", "--out", str(alone.parent / "tables")]):
        assert main([*command, "--game", str(alone)]) == 0, command
        capsys.readouterr()
    [copy] = (alone.parent / "1600.db.copies").glob("*.db")
    assert main(["restore", str(copy), "--game", str(alone.parent / "again.db")]) == 0
    assert main(["verify", "--game", str(alone.parent / "again.db")]) == 0


def test_a_campaign_begins_beside_sengoku_with_tables_that_a_program_without_it_has_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    new = [sys.executable, "-m", "control.cli", "new", "sekigahara_1600_gmt", "--game", str(tmp_path / "alone.db")]
    subprocess.run(new, check=True, capture_output=True)
    assert of_sengoku(tmp_path / "alone.db") == [], "that program knew Sengoku"
    fresh_tables.cache_clear()  # as in a program that has just begun
    close(a_room(tmp_path / "beside.db"))
    fresh_tables.cache_clear()
    assert of_sengoku(tmp_path / "beside.db") == [], "it took no tables that were kept"
    assert main(["verify", "--game", str(tmp_path / "beside.db")]) == 0


SEASON = [
    ("map", "movement.run_phase", {"phase": 1}),
    ("map", "movement.run_phase", {"phase": 2}),
    ("map", "encounter.settle",
     {"encounter": 1, "outcome": "battle", "attacker": "uesugi", "settled_by": "umpire"}),
    ("map", "battle.fight_round",
     {"battle": 1, "round": 1, "attacker_tactic": "conventional_battle", "defender_tactic": "conventional_battle",
      "die": 3}),
    ("map", "battle.end", {"battle": 1, "then": "both_stay"}),
    ("map", "movement.run_phase", {"phase": 3}),
    ("map", "movement.run_phase", {"phase": 4}),
    ("game", "season.advance", {"season": "spring", "year": 1550, "force": "the bell has rung"}),
]  # fmt: skip
"""A spring of Sengoku, from the orders to its close: two armies meet and fight."""


def asked(app, path, code, order=None):
    """What a room answers over the HTTP interface."""
    method = "GET" if order is None else "POST"
    answer = app.test_client().open(path, method=method, json=order, headers={"Authorization": f"Bearer {code}"})
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def test_a_season_of_sengoku_and_a_week_of_1600_are_played_in_one_program_from_two_files(tmp_path, hall_at, capsys):
    """Act by act in turn; each room knows its own game alone, and both journals come out the same when replayed."""
    hall, room = hall_at("orders"), a_room(tmp_path / "1600.db")
    spring = [hall.room.store.file, room.store.file]
    close(hall.room)
    close(room)
    apps = dict(zip(("1550", "1600"), map(create_app, spring), strict=True))
    assert {name: app.room.game.rule_set for name, app in apps.items()} == {"1550": "sengoku", "1600": "sekigahara"}
    chance, season = random.Random(2), iter(SEASON)
    while (now := standing_in(apps["1600"].room)[1]).week == 1:
        if step := next(season, None):
            desk, name, order = step
            asked(apps["1550"], f"/api/actions/{name}", OF_SENGOKU[desk], order)
        name, order = order_of(act := next_act(apps["1600"].room, chance))
        asked(apps["1600"], f"/api/actions/{name}", CODES[act.side], order)
        assert standing_in(apps["1600"].room)[1] != now
    assert next(season, None) is None, "the season was over before the week was"
    sengoku, campaign = (
        asked(app, "/api/state", code)
        for app, code in zip(apps.values(), (OF_SENGOKU["game"], CODES[UMPIRE]), strict=True)
    )
    assert (sengoku["game"]["season"], sengoku["game"]["year"], campaign["game"]["week"]) == ("summer", 1550, 2)
    assert "week" not in sengoku["game"]
    assert "season" not in campaign["game"]
    assert not {"clans", "armies", "provinces"} & campaign.keys()
    assert not {"campaign", "offers"} & sengoku.keys()
    of_one, of_other = json.dumps(sengoku), json.dumps(campaign)
    assert [word for word in ("loyalty", "Kessen", "Sekigahara", "Impact") if word in of_one] == []
    assert [word for word in ("honour", "koku", "treasury", "daimyo") if word in of_other] == []
    desk = signed_in(apps["1600"], "east")
    assert "Week 2" in desk.get("/table/").text
    assert desk.get("/map/").status_code == 404
    assert apps["1550"].test_client().get("/table/").status_code in (303, 404)
    assert "Summer 1550" in apps["1550"].test_client().get("/display/").text
    for app in apps.values():
        assert verify(app.room).differences == ()
        app.copies.stop()
        close(app.room)
    for file in spring:
        assert main(["verify", "--game", str(file)]) == 0
    capsys.readouterr()
