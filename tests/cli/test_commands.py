"""control-room from the outside: JSON in, JSON out, 0 or a sentence and 2."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import json
import os
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from openpyxl import load_workbook
from sqlalchemy import event
from sqlalchemy.pool import Pool

from control.cli import main, parser
from control.encryption import for_the_day
from control.kernel import settings
from control.kernel.commands import Command, by_scenario, path_named
from control.kernel.database.store import FULL, open_store
from control.kernel.demo import IN_FILE
from control.kernel.errors import NotKept, OrderNotUnderstood
from control.kernel.file_head import give_number
from control.kernel.opening import scenario_named as read
from control.kernel.proof.verify import verify
from control.kernel.spare.taking_over import note_gone, went_on
from control.sengoku.game import SENGOKU
from control.sengoku.scenario.load import load
from control.serving import last_address, remember_address
from tests.games import CODES, Hall, close, copy_of, make_game, to_round
from tests.paper.reading import codes_on, pages_of
from tests.ports import free_port

KAWANAKAJIMA = {
    "province": {"mountainous": True, "sea": False},
    "attacker": {"name": "Uesugi Kenshin", "troops": 18, "experience": 3, "home_province": False,
                 "fortification": "none", "monks_at_home_temple": False, "in_person": False},
    "defender": {"name": "Takeda Shingen", "troops": 20, "experience": 2, "home_province": True,
                 "fortification": "castle", "monks_at_home_temple": False, "in_person": False},
    "options": {"odds_rounding": "defender", "losses_fall_on": "notional_first"},
    "rounds": [{"attacker_tactic": "subterfuge", "defender_tactic": "outflank", "die": 6},
               {"attacker_tactic": "conventional_battle", "defender_tactic": "outflank", "die": 2}],
    "then": "attacker_withdraws",
}  # fmt: skip
ITS_END = {
    "winner": "defender", "ended_by": "attacker_withdraws", "troops_lost": {"attacker": 9, "defender": 2},
    "recovers": {"attacker": 5, "defender": 2}, "experience": {"attacker": 3, "defender": 3},
}  # fmt: skip
SEASON = {
    "season": "spring",
    "adjacency": [["kai", "shinano"], ["shinano", "hida"], ["echigo", "shinano"], ["hida", "echigo"]],
    "sea_crossings": [["buzen", "nagato"]], "roads": {"tokaido": [["omi", "ise"]], "nakasendo": [["omi", "mino"]]},
    "armies": [{"id": "A1", "side": "takeda", "province": "kai", "experience": 4, "route": ["shinano", "hida"]},
               {"id": "B2", "side": "uesugi", "province": "echigo", "experience": 4, "route": ["shinano"]},
               {"id": "C1", "side": "mori", "province": "buzen", "experience": 2, "route": ["nagato", "aki"]}],
    "hostile": [["takeda", "uesugi"]], "closed": {"hida": ["takeda"]},
}  # fmt: skip


@pytest.fixture
def run(capsys, monkeypatch, shipped):
    """Runs the command line; its exit status, what it wrote, what it complained of."""
    monkeypatch.setattr(
        "control.kernel.opening.scenario_named", lambda key: shipped if key == shipped.key else read(key)
    )

    def command(*argv, stdin=None):
        if stdin is not None:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = main([str(argument) for argument in argv])
        return status, *capsys.readouterr()

    return command


@pytest.fixture
def asks(tmp_path):
    """Writes a document into a file."""

    def write(document, name="order.json"):
        file = tmp_path / name
        file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        return file

    return write


@pytest.fixture
def game(shipped, tmp_path):
    """A fresh game's file."""
    return make_game(tmp_path / "game.db", shipped)


@pytest.fixture
def fought(open_stage, tmp_path):
    """The file of a game in which a round was fought, served before."""
    close(open_stage("round", tmp_path / "fought.db"))
    remember_address(tmp_path / "fought.db.copies", "http://192.0.2.7:9000")
    return tmp_path / "fought.db"


# ---- battle and movement


def test_the_battle_of_the_design_comes_out_as_printed(run, asks):
    status, out, err = run("battle", asks(KAWANAKAJIMA))
    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert answer["rounds"][0] == {
        "attacker_strength": 18, "defender_strength": 25, "base_odds": "2-3",
        "shifts": [
            {"reason": "home_province", "side": "defender", "columns": -1, "odds": "1-2"},
            {"reason": "superior_general", "side": "attacker", "columns": 1, "odds": "2-3"},
            {"reason": "mountainous", "columns": 1, "odds": "1-1"}, {"reason": "tactics", "columns": 3, "odds": "3-1"},
        ],
        "odds": "3-1", "die": 6, "result": "A", "attacker_losses": 3, "defender_losses": 5, "attacker_left": 15,
        "defender_left": 20,
    }  # fmt: skip
    assert {name: answer[name] for name in ITS_END} == ITS_END
    assert list(answer) == ["rounds", *ITS_END]


def test_a_list_gives_a_list_and_a_dash_is_standard_input(run):
    status, out, _ = run("battle", "-", stdin=json.dumps([KAWANAKAJIMA, KAWANAKAJIMA]))
    assert status == 0
    assert [answer["winner"] for answer in json.loads(out)] == ["defender", "defender"]


def test_a_seed_makes_rolled_dice_repeatable_and_another_seed_other_dice(run, asks):
    thrown = {**KAWANAKAJIMA, "rounds": [
        {name: value for name, value in asked.items() if name != "die"} for asked in KAWANAKAJIMA["rounds"]
    ]}  # fmt: skip
    file = asks([thrown] * 20)
    outs = [run("battle", file, "--seed", seed)[1] for seed in ("1550", "1550", "1551")]
    assert outs[0] == outs[1] != outs[2]


def test_movement_as_the_design_says(run, asks):
    status, out, _ = run("movement", asks(SEASON))
    answer = json.loads(out)
    assert status == 0
    assert list(answer) == ["phases", "positions", "allowances", "errors"]
    assert answer["phases"][0] == {
        "phase": 1,
        "moves": [{"army": "A1", "from": "kai", "to": "shinano"}, {"army": "B2", "from": "echigo", "to": "shinano"}],
        "encounters": [{"province": "shinano", "kind": "meeting", "armies": ["A1", "B2"]}],
        "stopped": [{"army": "A1", "reason": "meeting"}, {"army": "B2", "reason": "meeting"}],
    }  # fmt: skip
    assert answer["positions"] == {"A1": "shinano", "B2": "shinano", "C1": "nagato"}
    assert answer["allowances"] == {"A1": 4, "B2": 4, "C1": 1}
    assert [(error["army"], error["leg"], error["to"]) for error in answer["errors"]] == [("C1", 2, "aki")]
    assert isinstance(json.loads(run("movement", asks([SEASON]))[1]), list)


def test_the_geography_may_come_from_the_scenario(run, asks):
    armies = [{"id": "A1", "side": "takeda", "province": "kai", "experience": 4, "route": ["shinano", "hida"]}]
    status, out, _ = run("movement", asks({"season": "spring", "armies": armies}), "--scenario", "sengoku_1550")
    assert (status, json.loads(out)["positions"]) == (0, {"A1": "hida"})
    amiss = {"season": "spring", "armies": armies, "hostile": [["takeda", "uesugy"]]}
    status, _, err = run("movement", asks(amiss), "--scenario", "sengoku_1550")
    assert (status, "hostile.0: " in err, 'Did you mean "uesugi"?' in err) == (2, True, True)


# ---- what cannot be read


@pytest.mark.parametrize("command", ["battle", "movement"])
@pytest.mark.parametrize(
    ("text", "words"),
    [("{", "is no JSON"), ("", "is empty"), ("[" * 100_000, "nested too deep"), ("9" * 5000, "far too long"),
     ("[]", "empty"), ("7", "object in braces"), ('"\\ud800"', "characters"), ("{}", "is missing"),
     ('{"a": 1, "a": 2}', 'names "a" twice')],
)  # fmt: skip
def test_what_is_no_order_gets_a_sentence_and_2(run, asks, command, text, words):
    status, out, err = run(command, asks(text))
    assert (status, out) == (2, "")
    assert err.startswith("control-room: ")
    assert words in err


def test_a_file_that_is_missing_or_no_text_is_named(run, tmp_path):
    status, out, err = run("battle", tmp_path / "missing.json")
    assert (status, out) == (2, "")
    assert 'missing.json": No such file' in err
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert "no text in UTF-8" in run("battle", tmp_path / "bytes.json")[2]
    assert run("battle", tmp_path)[0] == 2


@pytest.mark.parametrize(
    ("spoil", "field"),
    [({"die": 7}, "rounds.0.die"), ({"attacker_tactic": "charge"}, "rounds.0.attacker_tactic")],
)
def test_the_field_is_named_from_0(run, asks, spoil, field):
    document = {**KAWANAKAJIMA, "rounds": [{**KAWANAKAJIMA["rounds"][0], **spoil}]}
    assert f"control-room: {field}: " in run("battle", asks(document))[2]
    assert f"control-room: 1.{field}: " in run("battle", asks([KAWANAKAJIMA, document]))[2]


def test_a_command_that_is_none_is_refused_by_argparse(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["conquer"])
    assert stopped.value.code == 2


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "８０"])
def test_a_port_is_a_number(capsys, port):
    with pytest.raises(SystemExit) as stopped:
        main(["serve", f"--port={port}"])
    assert stopped.value.code == 2
    assert "a port is a number from 1 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("seasons", ["0", "41", "-1", "two", "８"])
def test_a_rehearsal_has_a_number_of_seasons(capsys, seasons):
    with pytest.raises(SystemExit) as stopped:
        main(["rehearse", f"--seasons={seasons}"])
    assert stopped.value.code == 2
    assert f'a rehearsal has 1 to 40 seasons, not "{seasons}"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--behind=localhost", "the address of the proxy in figures, such as 127.0.0.1"),
        ("--behind=10.0.0.0/8", "the address of the proxy in figures"),
        ("--name=http://room.example.org", "without http:// and without a port"),
        ("--name=room.example.org:8000", "without http:// and without a port"),
    ],
)
def test_an_option_that_would_never_count_is_told(capsys, option, words):
    with pytest.raises(SystemExit) as stopped:
        main(["serve", option, "--port=0"])
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


def test_what_is_no_database_url_is_not_taken_for_a_file(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, _, err = run("serve", "--database", "club", "--host", "203.0.113.77")
    assert (status, '"club" is no database URL' in err, list(tmp_path.iterdir())) == (2, True, [])


@pytest.mark.parametrize("content", [None, "no certificate", "another’s key"])
def test_a_certificate_that_cannot_be_used_is_told(run, game, tmp_path, content):
    file, key = tmp_path / "room.pem", []
    if content == "another’s key":
        other = for_the_day(tmp_path / "other.pem", ["laptop"])
        key = ["--key", for_the_day(file, ["laptop"]) and other]
    elif content:
        file.write_text(content)
    status, _, err = run("serve", "--game", game, "--port", free_port(), "--certificate", file, *key)
    assert status == 2
    assert err.startswith(f"control-room: --certificate: The certificate {file}")
    assert "--certificate day makes one." in err


def test_a_folder_is_not_served(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, _, err = run("serve", "--game", ".", "--port", free_port())
    assert (status, "is a folder, not the file of a game." in err) == (2, True)


def test_a_game_and_a_database_are_one_too_many(run, tmp_path):
    assert run("serve", "--game", tmp_path / "a.db", "--database", "sqlite://")[0] == 2
    assert not (tmp_path / "a.db").exists()


def test_a_port_that_is_taken_is_told_before_anything_is_asked_or_made(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, _, told = run("serve", "--game", tmp_path / "a.db", "--host", "127.0.0.1", "--port", port)
    assert status == 2
    assert f"Cannot listen on 127.0.0.1, port {port}: Address already in use. Is it running already?" in told
    status, _, told = run("serve", "--game", tmp_path / "a.db", "--host", "203.0.113.77", "--port", port)
    assert (status, told.partition(": ")[2][:8]) == (2, "--host: ")
    assert "This machine has no such address" in told
    assert list(tmp_path.iterdir()) == []


def test_a_demo_is_not_played_anew_under_the_one_that_is_served(run, tmp_path, monkeypatch):
    monkeypatch.setattr("control.kernel.demo.play_into", lambda *_: pytest.fail("it was played"))
    demo = tmp_path / "demo.db"
    give_number(demo, IN_FILE)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, _, told = run("demo", "battle", "--game", demo, "--host", "127.0.0.1", "--port", port)
    assert (status, "Is it running already? Give another --port." in told) == (2, True)


def test_a_demo_is_not_played_anew_under_a_program_that_has_it_open_by_another_port(run, tmp_path, monkeypatch):
    demo, played = tmp_path / "demo.db", []
    with contextlib.closing(open_store(demo)) as served, served.read() as session:
        session.connection()

        def play(made, *_more):
            played.append(made)
            made.touch()

        monkeypatch.setattr("control.kernel.demo.play_into", play)
        give_number(demo, IN_FILE)
        status, _, told = run("demo", "battle", "--game", demo, "--only-play")
        assert (status, played) == (2, [])
        assert f"End that one first, or give this one a file of its own: --game {tmp_path}/demo-battle.db." in told
        assert run("demo", "any", "--game", demo, "--only-play")[0] == 2, (
            "of one that is none it is told by whoever plays"
        )
        assert len(played) == 1
        assert (demo.stat().st_size > 0, list(tmp_path.glob("*.new"))) == (True, []), "opened since: it stays"
    assert run("demo", "battle", "--game", demo, "--only-play")[0] == 0
    assert (len(played), demo.stat().st_size) == (2, 0)


# ---- scenarios


def test_the_shipped_scenario_has_no_fault(run):
    assert run("check", "sengoku_1550") == (0, "sengoku_1550: no fault found.\n", "")


def test_a_missing_column_is_named_with_file_line_and_field(run, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / "sengoku_1550", folder)
    file = folder / "characters.csv"
    file.write_text(file.read_text(encoding="utf-8").replace(",experience,", ",skill,", 1), encoding="utf-8")
    status, out, err = run("check", folder)
    assert (status, out) == (2, "")
    assert "characters.csv, line 1" in err
    assert "experience" in err


def test_every_fault_is_told_in_one_run(run, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / "sengoku_1550", folder)
    with (folder / "adjacency.csv").open("a", encoding="utf-8") as file:
        file.write("kai,omni\nkai,atlantis\n")
    status, _, err = run("check", folder)
    assert status == 2
    assert 'no province "omni"' in err
    assert "atlantis" in err


def test_a_scenario_that_is_not_there_is_refused(run, tmp_path):
    assert run("check", tmp_path / "nothing")[0] == 2
    status, _, err = run("new", "sengoku_1551", "--game", tmp_path / "a.db")
    assert status == 2
    assert "sengoku_1551" in err
    assert not (tmp_path / "a.db").exists()


# ---- a game


def test_a_new_game_tells_its_codes_once_and_is_not_made_twice(run, tmp_path):
    file = tmp_path / "deep" / "down" / "a.db"
    status, out, _ = run("new", "sengoku_1550", "--game", file)
    made = json.loads(out)
    assert (status, made["scenario"]) == (0, "sengoku_1550")
    assert len(set(made["desks"].values())) == 6
    status, out, err = run("new", "sengoku_1550", "--game", file)
    assert (status, out) == (2, "")
    assert "There is a game in this file already" in err


def test_a_new_game_begins_in_winter_if_it_is_told_to(run, tmp_path):
    for begin, season in (("winter", "winter"), ("spring", "spring")):
        assert run("new", "sengoku_1550", "--game", tmp_path / begin, "--begin", begin)[0] == 0
        game = json.loads(run("state", "--game", tmp_path / begin)[1])["game"]
        assert (game["season"], game["year"]) == (season, 1550)
    assert json.loads(run("new", "sengoku_1550", "--game", tmp_path / "asks nobody")[1])


def test_who_sits_at_a_terminal_is_asked_in_which_season_a_new_game_begins(monkeypatch, capsys, tmp_path, run):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr("sys.stdin", Terminal("autumn\nw\n"))
    assert run("new", "sengoku_1550", "--game", tmp_path / "a")[0] == 0
    game = json.loads(run("state", "--game", tmp_path / "a")[1])["game"]
    assert game["season"] == "winter"
    monkeypatch.setattr("sys.stdin", Terminal(""))
    assert run("new", "sengoku_1550", "--game", tmp_path / "a")[0] == 2, "a game is there, and nobody is asked"


def test_two_new_games_have_other_codes_and_other_dice(run, tmp_path):
    codes = [json.loads(run("new", "sengoku_1550", "--game", tmp_path / name)[1])["desks"] for name in ("a", "b")]
    assert codes[0] != codes[1]
    seeds = []
    for name in ("a", "b"):
        with sqlite3.connect(tmp_path / name) as connection:
            seeds += connection.execute("select seed, secret from game").fetchall()
        connection.close()
    assert len({*seeds[0], *seeds[1]}) == 4


def test_do_acts_and_state_shows_it(run, asks, game):
    order = asks({"province": "kai", "troops": 2, "reason": "a gift"})
    status, out, _ = run("do", "garrison.raise", order, "--game", game, "--desk", "map", "--umpire", "Ōta")
    entry = json.loads(out)
    assert (status, entry["umpire"], entry["desk"]) == (0, "Ōta", "map")
    assert entry["sentence"] == "Takeda raised 2 counters in Kai. Reason: a gift."
    status, out, _ = run("state", "--game", game)
    state = json.loads(out)
    assert (status, [post["troops"] for post in state["garrisons"]]) == (0, [2])
    assert [kept["sentence"] for kept in state["journal"]] == [entry["sentence"]]
    assert not {"seed", "secret"} & set(state["game"])


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("", "the command line"),
        (" \n", "the command line"),
        (" Anna\t Ōta\x1b ", "Anna Ōta"),
        ("An\udcff", "An"),
        ("x" * 70, "x" * 60),
    ],
)
def test_an_umpire_is_called_alike_by_a_script_and_over_http(run, asks, game, app, typed, name):
    order = {"province": "kai", "troops": 1, "reason": "a test"}
    out = run("do", "garrison.raise", asks(order), "--game", game, "--umpire", typed)[1]
    assert json.loads(out)["umpire"] == name
    if typed.isprintable():
        head = {"Authorization": f"Bearer {CODES['map']}", "X-Umpire": typed}
        sent = app.test_client().post("/api/actions/garrison.raise", json=order, headers=head).get_json()
        assert sent["umpire"] == name.replace("the command line", "a script")


def test_do_enters_nothing_in_a_game_that_goes_on_elsewhere(run, asks, game):
    note_gone(Path(game).absolute(), "http://192.168.1.21:8000")
    order = asks({"province": "kai", "troops": 2, "reason": "a gift"})
    status, _, err = run("do", "garrison.raise", order, "--game", game)
    assert (status, "The game goes on at http://192.168.1.21:8000" in err) == (2, True)
    assert json.loads(run("state", "--game", game)[1])["garrisons"] == []


@pytest.mark.parametrize("named", ["{}", "sqlite:///{}"])
def test_a_game_that_goes_on_elsewhere_is_not_served_by_whatever_name(run, game, named, monkeypatch):
    monkeypatch.setattr("control.serving.run_one", lambda *_: pytest.fail("it is served"))  # and for ever
    file = Path(game).absolute()
    note_gone(file, "http://192.168.1.21:8000")
    status, _, err = run("serve", "--game", named.format(file), "--port", str(free_port()))
    assert (status, "goes on at http://192.168.1.21:8000: a spare has taken over" in err) == (2, True)


def test_a_game_that_goes_on_elsewhere_still_does_where_it_could_not_be_served_here(run, game):
    file = Path(game).absolute()
    note_gone(file, "http://192.168.1.21:8000")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, _, err = run("serve", "--game", game, "--take-over", "--host", "127.0.0.1", "--port", port)
        assert (status, "Cannot listen on" in err) == (2, True)
        status, _, err = run("serve", "--game", game, "--take-over", "--workers", "2")
    assert (status, "served by one process" in err) == (2, True)
    assert went_on(file)


def test_a_game_that_goes_on_elsewhere_is_printed_all_the_same_and_says_that_it_is_not_noted(run, game, tmp_path):
    note_gone(Path(game).absolute(), "http://192.168.1.21:8000")
    status, _, err = run("print", "timetable", "--game", game, "--out", str(tmp_path / "papers"))
    assert (status, "This printing is not noted. The game goes on at" in err) == (0, True), err
    assert str(tmp_path / "papers" / "timetable.pdf") in err


def test_do_with_a_key_acts_once(run, asks, game):
    order = asks({"province": "kai", "troops": 2, "reason": "a gift"})
    outs = [run("do", "garrison.raise", order, "--game", game, "--key", "once")[1] for _ in range(2)]
    assert outs[0] == outs[1]


@pytest.mark.parametrize(
    ("arguments", "document", "words"),
    [(["garrison.rise"], {}, 'Did you mean "garrison.raise"?'),
     (["garrison.raise"], {"province": "kay", "troops": 1, "reason": "a gift"},
      'province: There is no province "kay". Did you mean "kai"?'),
     (["garrison.raise"], {"province": "kai", "troops": -1, "reason": "a gift"}, "troops: "),
     (["garrison.raise"], {"province": "kai", "troops": 6, "reason": "a gift"}, "(R23)"),
     (["garrison.raise", "--desk", "team"], {"province": "kai", "troops": 1, "reason": "a gift"}, "Map Control"),
     (["garrison.raise", "--desk", "mapp"], {"province": "kai", "troops": 1, "reason": "a gift"},
      'Did you mean "map"?')],
)  # fmt: skip
def test_do_refuses_with_a_sentence_and_changes_nothing(run, asks, game, arguments, document, words):
    before = run("state", "--game", game)[1]
    action, *more = arguments
    status, out, err = run("do", action, asks(document), "--game", game, *more)
    assert (status, out) == (2, "")
    assert words in err
    assert run("state", "--game", game)[1] == before


def test_the_actions_are_listed_with_their_schemas(run):
    status, out, _ = run("actions")
    assert status == 0
    assert {one["name"] for one in json.loads(out)} == set(SENGOKU.actions)


@pytest.mark.parametrize(
    "command", [["state"], ["verify"], ["print", "army_cards", "--out", "out"], ["new", "sengoku_1550"]]
)
@pytest.mark.parametrize("content", [None, b"", b"this is no database, only a letter to the umpires" * 50, "sqlite"])
def test_a_file_without_a_game_is_refused_and_left_as_it_is(run, tmp_path, monkeypatch, command, content):
    if command[0] == "new" and not content:
        return  # of what is not there, or empty, it makes a game
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "letters.db"
    if content == "sqlite":
        connection = sqlite3.connect(file)
        connection.execute("create table letters (line text)")
        connection.commit()
        connection.close()
    elif content is not None:
        file.write_bytes(content)
    before = file.read_bytes() if file.exists() else None
    status, out, err = run(*command, "--game", file)
    assert (status, out) == (2, "")
    assert "o game" in err
    if content in ("sqlite", b""):  # SQLite notes in a database that it was opened in WAL mode; its tables matter
        connection = sqlite3.connect(file)
        tables = connection.execute("select name from sqlite_master").fetchall()
        connection.close()
        assert tables == ([("letters",)] if content else [])
    else:
        assert (file.read_bytes() if file.exists() else None) == before


def test_a_game_where_nothing_can_be_written_is_refused_with_a_sentence(run, tmp_path):
    (tmp_path / "file").write_text("in the way")
    status, _, err = run("new", "sengoku_1550", "--game", tmp_path / "file" / "a.db")
    assert status == 2
    assert "Give another file for the game" in err
    status, _, err = run("new", "sengoku_1550", "--game", tmp_path)
    assert status == 2
    assert "cannot be opened" in err


def test_printouts_are_written_with_their_progress(run, fought, tmp_path):
    out = tmp_path / "paper"
    status, told, err = run("print", "order_cards", "army_cards", "battle_sheet", "--game", fought, "--out", out)
    assert (status, told) == (0, "")
    files = [out / f"{kind}.pdf" for kind in ("order_cards", "army_cards", "battle_sheet")]
    assert err.splitlines() == [
        "[0/5] Order cards",
        "[2/5] Army cards",
        "[4/5] Battle sheet",
        "[5/5]",
        *map(str, files),
    ]
    assert all(file.read_bytes().startswith(b"%PDF-") for file in files)
    assert sorted(out.iterdir()) == sorted(files)  # nothing half-written lies about


def test_the_codes_open_where_the_game_was_served_last_and_else_the_address_is_asked_for(run, fought, tmp_path):
    out = tmp_path / "paper"
    assert run("print", "army_cards", "--game", fought, "--out", out)[0] == 0
    pdf = (out / "army_cards.pdf").read_bytes()
    assert codes_on(pdf) | codes_on(pdf, 1) == {"http://192.0.2.7:9000/c/A1-3", "http://192.0.2.7:9000/c/A2-5"}
    for left in ("", "\0", "elsewhere\n"):
        (tmp_path / "fought.db.copies" / "address.txt").write_text(left)
        assert last_address(tmp_path / "fought.db.copies") == ""
    (out / "army_cards.pdf").unlink()
    status, told, err = run("print", "army_cards", "--game", fought, "--out", out)
    assert (status, told) == (2, "")
    assert "give the address: --address http://" in err
    assert not (out / "army_cards.pdf").exists()
    assert run("print", "battle_sheet", "--game", fought, "--out", out)[0] == 0, "nothing to scan, nothing to ask"


def test_the_codes_of_a_pack_that_is_written_at_a_gate_open_where_the_game_was_served_last(run, fought, tmp_path):
    remember_address(tmp_path / "fought.db.copies", "https://room.example:8443")
    order = tmp_path / "order.json"
    for name, said in (
        ("fallback.at_gates", {"on": True}),
        ("season.advance", {"season": "spring", "year": 1550, "force": "the hall goes home"}),
    ):
        order.write_text(json.dumps(said), "utf-8")
        assert run("do", name, order, "--game", fought)[0] == 0
    (pack,) = (tmp_path / "fought.db.copies").glob("*.pdf")
    pages = pages_of(pack.read_bytes())
    cards = [spot for spot, words in enumerate(pages) if "Army card" in words]
    found = {code for spot in cards for code in codes_on(pack.read_bytes(), spot)}
    assert found == {"https://room.example:8443/c/A1-3", "https://room.example:8443/c/A2-5"}


def test_only_what_changed_since_it_was_printed_is_printed_again(run, fought, tmp_path):
    out = tmp_path / "paper"
    again = ("print", "army_cards", "walk_round", "--changed", "--game", fought, "--out", out)
    assert "Nothing that was printed would come out otherwise now" in run(*again)[2]
    run("print", "army_cards", "--address", "http://192.0.2.1:8000", "--game", fought, "--out", out)
    assert "Nothing that was printed would come out otherwise now" in run(*again)[2]
    state = json.loads(run("state", "--game", fought)[1])
    assert state["printings"][0]["items"].keys() == {"1", "2"}
    corrected = tmp_path / "order.json"
    corrected.write_text(
        json.dumps({"kind": "army", "id": 1, "field": "troops", "value": 3, "reason": "counted again"})
    )
    assert run("do", "figure.correct", corrected, "--game", fought)[0] == 0
    status, _, err = run(*again)
    assert (status, err.splitlines()) == (0, ["[0/1] Army cards", "[1/1]", str(out / "army_cards.pdf")])


def test_codes_on_paper_open_an_address_or_are_not_printed(run, game, tmp_path):
    for address in ("hall", "192.168.1.20:8000", "http://a b"):
        status, _, err = run("print", "desk_codes", "--game", game, "--out", tmp_path / "p", "--address", address)
        assert (status, f'"{address}" is no address that a phone can open' in err) == (2, True)
    assert not (tmp_path / "p").exists()


def test_printing_nothing_or_nowhere_is_refused(run, game, fought, tmp_path):
    out = tmp_path / "paper"
    assert "Did you mean" in run("print", "order_card", "--game", fought, "--out", out)[2]
    assert "no army" in run("print", "army_cards", "--game", game, "--out", out)[2]
    assert not out.exists()
    (tmp_path / "file").write_text("in the way")
    status, _, err = run("print", "army_cards", "--game", fought, "--out", tmp_path / "file")
    assert status == 2
    assert "--out: Cannot write into" in err
    assert (
        'no clan "takda". Did you mean "Takeda"'
        in run("print", "army_cards", "--clan", "takda", "--game", fought, "--out", out)[2]
    )
    assert "can be had on A4, Letter" in run("print", "army_cards", "--stock", "A7", "--game", fought, "--out", out)[2]
    assert 'no army card "99"' in run("print", "army_cards", "--only", "99", "--game", fought, "--out", out)[2]
    assert not out.exists()


def test_a_folder_in_the_way_of_a_printout_is_said_and_every_file_left_as_it_was(run, fought, tmp_path):
    out = tmp_path / "paper"
    (out / "battle_sheet.pdf").mkdir(parents=True)
    (out / "army_cards.pdf").write_text("of last season")
    status, _, err = run("print", "army_cards", "battle_sheet", "--game", fought, "--out", out)
    assert status == 2
    assert "battle_sheet.pdf is a folder" in err
    assert (out / "army_cards.pdf").read_text() == "of last season"
    assert sorted(one.name for one in out.rglob("*")) == ["army_cards.pdf", "battle_sheet.pdf"]
    assert json.loads(run("state", "--game", fought)[1])["printings"] == []


@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_disk_that_fills_while_printing_leaves_every_file_as_it_was(run, fought, tmp_path, monkeypatch, step):
    out = tmp_path / "paper"
    out.mkdir()
    (out / "army_cards.pdf").write_text("of last season")
    before = getattr(Path, step)

    def full(self, *given):
        if self.name == "battle_sheet.pdf":
            raise OSError(28, "No space left on device")
        return before(self, *given)

    monkeypatch.setattr(Path, step, full)
    status, _, err = run("print", "army_cards", "order_cards", "battle_sheet", "--game", fought, "--out", out)
    assert status == 2
    assert "--out: Cannot write into" in err
    assert "No space left" in err
    assert [one.name for one in out.iterdir()] == ["army_cards.pdf"]
    assert (out / "army_cards.pdf").read_text() == "of last season"
    assert json.loads(run("state", "--game", fought)[1])["printings"] == []


def test_papers_that_cannot_be_noted_are_there_and_named_all_the_same(run, fought, tmp_path, monkeypatch):
    monkeypatch.setattr("control.kernel.database.store.PATIENCE", 0.1)
    monkeypatch.setattr("control.kernel.database.store.WAIT", 100)
    with contextlib.closing(sqlite3.connect(fought, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, _, err = run("print", "army_cards", "--game", fought, "--out", tmp_path / "paper")
    *_, said, named = err.splitlines()
    assert (status, named) == (0, str(tmp_path / "paper" / "army_cards.pdf"))
    assert said.startswith("control-room: This printing is not noted. The game's file is busy")
    assert json.loads(run("state", "--game", fought)[1])["printings"] == []


def test_a_byte_order_mark_does_no_harm(run, tmp_path):
    file = tmp_path / "battle.json"
    file.write_bytes(b"\xef\xbb\xbf[]")
    assert "empty" in run("battle", file)[2]


def test_a_full_disk_behind_the_answer_is_a_sentence(tmp_path):
    if not Path("/dev/full").exists():
        pytest.skip("only Linux has /dev/full")
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "control.cli", "actions"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "No space left" in ended.stderr


def test_where_the_answer_cannot_be_written_it_is_said_that_the_thing_was_done(run, asks, game, tmp_path, monkeypatch):
    def unwritten(*command):
        class Full(io.StringIO):
            def write(self, _):
                raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("sys.stdout", Full())
            status, _, err = run(*command)
        assert (status, err.count("\n")) == (2, 1)
        return err.partition("send it elsewhere. ")[2].rstrip()

    order = asks({"province": "kai", "troops": 2, "reason": "a gift"})
    said = "It was done all the same: entry 1, “Takeda raised 2 counters in Kai. Reason: a gift.”"
    assert unwritten("do", "garrison.raise", order, "--game", game) == said
    assert [one["number"] for one in json.loads(run("state", "--game", game)[1])["journal"]] == [1]
    new, day = tmp_path / "new.db", tmp_path / "rehearsed.db"
    said = f"The game is in {new} all the same: control-room serve shows its codes."
    assert unwritten("new", "sengoku_1550", "--game", new) == said
    copied = unwritten("backup", "--game", game)
    (copy,) = (tmp_path / "game.db.copies").glob("*.db")
    assert copied == f"The copy is in {copy} all the same."
    assert unwritten("restore", copy, "--game", day) == f"The game is in {day} all the same."
    assert unwritten("actions") == ""


# ---- names of files

OF_FILES = {"copies", "certificate", "copy", "file", "first", "game", "out", "scenario"}


def test_a_sign_for_ones_own_folder_is_the_same_file_in_every_command(run, asks, tmp_path, monkeypatch):
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path))
    status, out, _ = run("new", "sengoku_1550", "--game=~/day.db")
    assert (status, json.loads(out)["game"]) == (0, str(tmp_path / "day.db"))
    asks({"text": "Tea."})
    (tmp_path / "stick").mkdir()
    assert run("do", "announcement.post", "~/order.json", "--game=~/day.db")[0] == 0
    for command in ("state", "verify", "export --out=~/tables", "backup --out=~/stick"):
        name, *rest = command.split()
        assert run(name, "--game=~/day.db", *rest)[0] == 0, command
    assert run("print", "desk_codes", "--game=~/day.db", "--out=~/paper", "--address=http://192.0.2.7")[0] == 0
    assert [*(tmp_path / "paper").glob("*.pdf")]
    (copy,) = (tmp_path / "day.db.copies").glob("*.db")
    assert run("restore", f"~/day.db.copies/{copy.name}", "--game=~/again.db")[0] == 0
    left = json.loads(run("missing", "~/day.db", "--game=~/again.db")[1])
    assert [one["action"] for one in left] == ["print.record"]
    status, _, err = run("demo", "--game=~/day.db", "--only-play")
    assert (status, err) == (2, f"control-room: --game: {tmp_path / 'day.db'} is a real game. "
                                "Give another file for the demo.\n")  # fmt: skip


def test_a_sign_for_the_folder_of_nobody_is_part_of_a_name(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("new", "sengoku_1550", "--game", "~nobody-of-ours.db")[0] == 0
    assert run("state", "--game", "~nobody-of-ours.db")[0] == 0


def test_every_argument_that_names_a_file_is_read_alike():
    (commands,) = (one.choices for one in parser()._actions if isinstance(one.choices, dict))
    for name, command in commands.items():
        for one in command._actions:
            if one.dest in OF_FILES or (one.dest == "key" and name != "do"):
                assert one.type is path_named, (name, one.dest)


LONG = "x" * 300
UNREACHABLE = (
    f"new sengoku_1550 --game {LONG}",
    f"new {LONG}/x --game day.db",
    f"state --game {LONG}",
    f"do garrison.raise - --game {LONG}",
    f"backup --game {LONG}",
    f"restore {LONG} --game day.db",
    f"restore {{game}} --game {LONG}",
    f"missing {LONG} --game {{game}}",
    f"print pack --game {LONG} --out paper",
    f"export --game {{game}} --out {LONG}",
    f"demo --game {LONG}",
    f"check {LONG}",
    f"battle {LONG}",
    f"rehearse --seasons 1 --game {LONG}",
)


@pytest.mark.parametrize("command", UNREACHABLE)
def test_a_name_that_no_file_can_have_is_a_sentence_in_every_command(run, game, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*(word.format(game=game) for word in command.split()), stdin="{}")
    assert (status, out) == (2, "")
    assert "too long" in err.lower() or "cannot be opened" in err
    assert err.startswith("control-room: ")
    assert "Traceback" not in err


def test_a_file_that_may_not_be_looked_at_is_named(run, game, monkeypatch):
    looked = Path.exists

    def shut(self, *given):
        if self.name == "shut.db":
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return looked(self, *given)

    monkeypatch.setattr(Path, "exists", shut)
    said = "control-room: Cannot reach {}: permission denied. Give another file or folder.\n"
    shut_up = game.with_name("shut.db")
    assert run("state", "--game", shut_up) == (2, "", said.format(shut_up))


# ---- verify


def test_verify_finds_an_honest_game_the_same(run, fought):
    status, out, err = run("verify", "--game", fought)
    assert (status, err, json.loads(out)["same"]) == (0, "", True)
    assert json.loads(out)["entries"] > 10


TAMPERED = {
    "a figure": "update army set troops = troops + 1 where id = 1",
    "a version": "update army set version = version + 1 where id = 1",
    "a province": "update province set holder = 'uesugi' where id = 'kai'",
    "a desk's code": "update desk set code = 'zzzzzz' where key = 'map'",
    "a sentence": "update journal set sentence = 'Nothing happened.' where number = 3",
    "a die": "update journal set dice = replace(dice, '3', '6') where action = 'battle.fight_round'",
    "arguments": "update journal set arguments = replace(arguments, '18', '17') where number = 1",
    "arguments nobody can read": 'update journal set arguments = \'{"troops": "many"}\' where number = 1',
    "an action": "update journal set action = 'army.dance' where number = 1",
    "a change": "update journal set changes = '[]' where number = 2",
    "an entry gone": "delete from journal where number = 5",
    "the last entry gone": "delete from journal where number = (select max(number) from journal)",
    "an army gone": "delete from march_order where army = 2",
    "the seed": "update game set seed = 'another'",
}


@pytest.mark.parametrize("what", TAMPERED)
def test_verify_notices_what_was_changed_behind_its_back(run, fought, what):
    connection = sqlite3.connect(fought)
    connection.execute(TAMPERED[what])
    connection.commit()
    changed = connection.total_changes
    connection.close()
    status, out, err = run("verify", "--game", fought)
    assert changed
    if what in ("a desk's code", "the seed"):  # these are given by chance: the journal knows nothing of them
        assert status == 0
        return
    assert status == 2, out
    assert err.startswith("control-room: ")
    assert json.loads(out)["same"] is False


# ---- as a program


def test_the_help_of_every_command_ends_as_a_sentence(capsys):
    with pytest.raises(SystemExit):
        parser().parse_args(["--help"])
    told = capsys.readouterr().out.partition("COMMAND\n")[2].partition("\noptions:")[0]
    entries = [" ".join(one.split()) for one in re.split(r"\n    (?=\w)", told)]
    assert len(entries) > 15
    assert [one for one in entries if one and not one.endswith(".")] == []


def test_the_installed_command_says_what_it_can(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "control.cli", "--help"], capture_output=True, text=True, check=True
    )
    for command in ("serve", "new", "check", "battle", "movement", "do", "actions", "state", "print", "verify"):
        assert command in done.stdout


INTERRUPTED = """
import signal, sys
from control.__main__ import main
class Impatient:
    def find_spec(self, name, *_):
        if name == "{}":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Impatient())
sys.argv[1:] = ["actions"]
sys.exit(main())
"""


@pytest.mark.parametrize("read", ["control.cli", "argparse", "control.sengoku.commands", "control.sengoku.game"])
def test_ctrl_c_while_the_program_is_still_being_read_ends_it_without_a_word(read):
    code = INTERRUPTED.format(read)
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_the_command_is_started_by_what_ends_without_a_word():
    project = tomllib.loads((settings.PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"control-room": "control.__main__:main"}


def test_what_a_spare_is_told_for_later_says_so(capsys):
    with pytest.raises(SystemExit):
        parser().parse_args(["follow", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("once it takes over") == len(
        ("--host", "--port", "--copies", "--certificate", "--key", "--name", "--behind", "--per-address")
    )


def test_commands_are_found_from_a_list_and_no_game_is_imported_for_it():
    listed = "import sys; from control.cli import parser; parser(); print(*(m for m in sys.modules if 'sengoku' in m))"
    done = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["control.sengoku", "control.sengoku.commands"]


def test_a_command_that_several_games_have_is_answered_by_the_game_of_the_scenario(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "PACKAGE", tmp_path)
    monkeypatch.setattr("control.kernel.commands.find", lambda name: tmp_path / name)
    for game in ("sengoku", "river"):
        for file, text in (("commands.py", ""), ("scenario.toml", f'rule_set = "{game}"')):
            (tmp_path / game).mkdir(exist_ok=True)
            (tmp_path / game / file).write_text(text)
    monkeypatch.setattr(settings, "DEFAULT_SCENARIO", "sengoku")
    games = {game: Command(lambda _arguments, game=game: game, lambda _parser: None) for game in ("river", "sengoku")}
    asked = [SimpleNamespace(scenario=name) for name in (None, "river", "sengoku")]
    assert [by_scenario("muster", games).run(one) for one in asked] == ["sengoku", "river", "sengoku"]
    with pytest.raises(OrderNotUnderstood, match="has no command muster; it is one of sengoku"):
        by_scenario("muster", {"sengoku": games["sengoku"]}).run(asked[1])


def test_a_reader_that_goes_away_early_is_no_error():
    command = f"{shlex.quote(sys.executable)} -W error -m control.cli actions | head -c 10"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert (len(done.stdout), done.stderr) == (10, "")


LOOP = """
import sys
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.opening import open_room
from control.kernel.database.store import open_store
room = open_room(open_store(sys.argv[1]))
print("ready", flush=True)
while True:
    for province in ("kai", "shinano", "echigo"):
        entry = perform(room, Umpire("a loop", "game"), "garrison.raise",
                        {"province": province, "troops": 1, "reason": "without end", "force": "without end"})
        print(entry.number, flush=True)
"""


def test_what_was_acknowledged_survives_kill_9(tmp_path):
    game = make_game(tmp_path / "game.db", load("sengoku_1550"))
    process = subprocess.Popen([sys.executable, "-c", LOOP, game], stdout=subprocess.PIPE, text=True)
    with process:
        acknowledged = [process.stdout.readline() for _ in range(40)]
        os.kill(process.pid, signal.SIGKILL)
        acknowledged += process.stdout.readlines()
    last = max(int(line) for line in acknowledged if line.endswith("\n") and line.strip().isdigit())
    assert last >= 39
    for name in ("game.db-wal", "game.db-shm"):
        assert Path(game.parent / name).exists() or name.endswith("shm")
    from control.kernel.database.store import open_store
    from control.kernel.opening import open_room

    room = open_room(open_store(game))
    kept = Hall(room).entries()
    assert [entry.number for entry in kept] == list(range(1, len(kept) + 1))
    assert len(kept) >= last
    assert verify(room).differences == ()
    close(room)


def test_a_game_file_survives_being_closed_copied_and_opened_again(shipped, tmp_path):
    room = copy_of(make_game(tmp_path / "a.db", shipped), tmp_path / "b.db", shipped)
    to_round(Hall(room))
    before = Hall(room).everything()
    close(room)
    again = copy_of(tmp_path / "b.db", tmp_path / "c.db", shipped)
    assert Hall(again).everything() == before
    Hall(again).fight(2, 2)
    assert verify(again).differences == ()
    close(again)


@pytest.mark.parametrize(
    "command", [["new", "sengoku_1550", "--begin", "spring"], ["verify"], ["state"], ["backup"], ["export"]]
)
def test_each_command_about_a_game_finds_all_its_tables_in_a_process_of_its_own(command, game, tmp_path):
    file = tmp_path / "other.db" if command[0] == "new" else game
    out = ["--out", str(tmp_path / "tables.xlsx")] if command[0] == "export" else []
    room = [sys.executable, "-c", "import sys; from control.cli import main; sys.exit(main(sys.argv[1:]))"]
    done = subprocess.run([*room, *command, "--game", str(file), *out], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_tables_are_exported_as_a_workbook_or_a_folder_and_nowhere_else(run, game, tmp_path):
    for name in ("tables.ods", "tables.xlxs", "tables.XSLX"):
        status, _, err = run("export", "--game", game, "--out", tmp_path / name)
        assert (status, f'to a file ending in .xlsx or to a folder, not to "{name}"' in err) == (2, True)
        assert "A new folder has no such ending." in err
        assert not (tmp_path / name).exists()
    book = tmp_path / "new" / "tables.xlsx"
    assert run("export", "--game", game, "--out", book)[0] == 0
    assert run("export", "--game", game, "--out", tmp_path / "tables")[0] == 0
    written = {one.stem for one in (tmp_path / "tables").iterdir()}
    assert written == set(load_workbook(book, read_only=True).sheetnames)
    status, _, err = run("export", "--game", game, "--out", book / "tables")
    assert (status, err.startswith("control-room: --out: Cannot write into ")) == (2, True)
    assert "Give another folder." in err


def test_a_workbook_in_capitals_and_a_folder_with_a_dot_are_exported_to(run, game, tmp_path):
    assert run("export", "--game", game, "--out", tmp_path / "DAY.XLSX")[0] == 0
    assert "provinces" in load_workbook(tmp_path / "DAY.XLSX", read_only=True).sheetnames
    (tmp_path / "of.csv").mkdir()
    for folder in ("day-1.0", "of.csv"):
        assert run("export", "--game", game, "--out", tmp_path / folder)[0] == 0
    assert run("export", "--game", game, "--out", tmp_path / "all.csv")[0] == 2


def test_a_spreadsheet_reads_the_macrons_of_an_export(run, game, tmp_path):
    """By the mark that every CSV of the program begins with: without one Excel takes it for another encoding."""
    assert run("export", "--game", game, "--out", tmp_path / "tables")[0] == 0
    for file in (tmp_path / "tables").iterdir():
        assert file.read_bytes().startswith(codecs.BOM_UTF8), file.name


@pytest.mark.parametrize("to", ["tables.xlsx", "tables"])
def test_an_export_onto_a_full_disk_leaves_what_was_there_and_nothing_new(run, game, tmp_path, monkeypatch, to):
    room = tmp_path / "room"
    (room / "tables").mkdir(parents=True)
    before = {one: one.write_bytes(b"of yesterday") for one in (room / "tables.xlsx", room / "tables" / "game.csv")}
    write, left = Path.write_bytes, [2]

    def full(file, content):
        left[0] -= file.suffix == ".csv"
        if file.suffix == ".xlsx" or not left[0]:
            write(file, b"a part")
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    status, _, err = run("export", "--game", game, "--out", room / to)
    assert (status, "No space left on device" in err) == (2, True)
    assert {one for one in room.rglob("*") if one.is_file()} == set(before)
    assert all(one.read_bytes() == b"of yesterday" for one in before)


@pytest.mark.parametrize("command", ["new", "serve", "rehearse", "demo"])
def test_a_new_game_for_which_the_disk_has_no_room_leaves_no_file(run, tmp_path, monkeypatch, command):
    def no_more_room(connection, _record, _proxy):
        connection.execute("PRAGMA max_page_count=40").close()

    event.listen(Pool, "checkout", no_more_room)
    file = tmp_path / "new.db"
    try:
        port = ["--port", str(free_port())]
        how = {"new": ["sengoku_1550"], "serve": port, "rehearse": ["--seasons", "1"], "demo": port}[command]
        status, _, err = run(command, *how, "--game", file)
    finally:
        event.remove(Pool, "checkout", no_more_room)
    assert (status, err) == (2, "control-room: The disk is full. Make room on it, then do it again.\n")
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith("new.db")] == []
    assert run("new", "sengoku_1550", "--game", file)[0] == 0


def test_a_disk_that_fills_up_ends_a_rehearsal_instead_of_being_counted_as_a_rule(run, tmp_path, monkeypatch):
    def full(*_):
        raise NotKept(f"{FULL}, then do it again.")

    monkeypatch.setattr("control.sengoku.demo.rehearsal.perform", full)
    status, out, err = run("rehearse", "--seasons", "1", "--game", tmp_path / "new.db")
    assert (status, out, err) == (2, "", "control-room: The disk is full. Make room on it, then do it again.\n")
    assert list(tmp_path.glob("new.db*")) == []


def test_a_scenario_with_faults_leaves_no_file_where_its_game_was_to_be(run, tmp_path):
    folder, file = tmp_path / "mine", tmp_path / "new.db"
    shutil.copytree(settings.folder("scenarios") / "sengoku_1550", folder)
    (folder / "clans.csv").unlink()
    status, _, err = run("serve", "--scenario", folder, "--game", file, "--port", str(free_port()))
    assert (status, "clans.csv: the file is missing." in err) == (2, True)
    assert not file.exists()


def test_a_rehearsal_plays_the_same_day_again_and_proves_its_journal(run, tmp_path, monkeypatch):
    kept = tmp_path / "rehearsal.db"
    status, out, told = run("rehearse", "--seed", "7", "--seasons", "1", "--game", kept)
    first = json.loads(out)
    assert (status, first["same"], first["game"]) == (0, True, str(kept))
    assert told.startswith("Spring 1550: ")
    [spring] = first["seasons"]
    played = {"army.order_march", "movement.run_phase", "encounter.settle", "season.advance"}
    assert played | {"covert.commission", "covert.resolve", "covert.deliver"} <= set(spring["done"])
    assert first["entries"] == sum(spring["done"].values())
    assert run("rehearse", "--seasons", "1", "--game", kept)[0] == 2  # a game that is there is left as it is
    monkeypatch.setattr(
        "control.kernel.proof.verify.verify",
        lambda room: SimpleNamespace(entries=1, same=False, differences=("army 1, troops: 5, not 4",)),
    )
    status, out, told = run("rehearse", "--seed", "7", "--seasons", "1")
    assert json.loads(out)["seasons"] == first["seasons"]
    assert (status, json.loads(out)["game"]) == (2, None)
    assert "army 1, troops: 5, not 4" in told
