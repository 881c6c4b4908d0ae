"""One program serves a campaign of 1600 and a game of Sengoku, each from its file; neither sees the other's tables."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing

import pytest

from control.cli import main
from control.kernel.application import application_of
from control.kernel.open_room import OpenRoom
from control.kernel.state_questions import state
from control.kernel.verify import verify
from control.sekigahara.game import SEKIGAHARA
from control.sekigahara.play.roles import UMPIRE
from control.sengoku.game import SENGOKU
from tests.games import close
from tests.sekigahara.games import CODES, a_room, doing, next_act, order_of, standing_in
from tests.sekigahara.test_game import signed_in


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


def test_a_week_of_1600_and_a_game_of_sengoku_are_served_side_by_side(tmp_path, hall):
    room = a_room(tmp_path / "1600.db")
    apps = {"1600": OpenRoom(application_of(SEKIGAHARA), room), "1550": OpenRoom(application_of(SENGOKU), hall.room)}
    do, chance = doing(room), random.Random(2)
    desk, sengoku = signed_in(apps["1600"], "east"), apps["1550"].test_client()
    while standing_in(room)[1].week == 1:
        act = next_act(room, chance)
        name, order = order_of(act)
        do(act.side, name, **order)
        if chance.random() < 0.1:
            assert "1600" in desk.get("/table/").get_data(as_text=True)
            assert sengoku.get("/display/").status_code == 200
    assert "Week 2" in desk.get("/table/").get_data(as_text=True)
    assert sengoku.get("/table/").status_code in (303, 404)
    bearer = {"Authorization": f"Bearer {CODES[UMPIRE]}"}
    known = apps["1600"].test_client().get("/api/state", headers=bearer).get_json()
    assert known["game"]["week"] == 2
    assert "season" not in json.dumps(known["game"])
    with hall.room.store.read() as session:
        assert "week" not in state(session, SENGOKU.leads)["game"]
    assert verify(room).differences == ()
    close(room)
