"""The same season as in the browser (tests/browser/test_kawanakajima.py), for scripts: over the JSON API of a running
server and, for the part after the first round, on the command line beside it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.browser.serving import Served


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A fresh game, served by a process of its own."""
    server = Served(tmp_path)
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.output(), server.output()


def control_room(server: Served, *arguments: str, sent: Any = None) -> Any:
    """The JSON that a command writes about the server's game."""
    done = subprocess.run(
        [sys.executable, "-m", "control.cli", *arguments, "--game", str(server.game)],
        input=json.dumps(sent),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def rows(server: Served, part: str, desk: str | None = "Map Control") -> Any:
    """One part of the state, as that desk (or the public) sees it."""
    status, found = server.ask(f"/api/state/{part}", desk)
    assert status == 200, found
    return found


def test_kawanakajima_over_the_api_and_the_command_line(served):
    public = [json.dumps(served.ask("/api/state")[1])]
    muster(served)
    public.append(json.dumps(served.ask("/api/state")[1]))
    set_figures_right(served)
    assert json.dumps(served.ask("/api/state")[1]) == public[-1], "The public state changed with the sizes."

    meet(served)
    public.append(json.dumps(served.ask("/api/state")[1]))
    assert rows(served, "flags", None) == [
        {"clan": "takeda", "province": "shinano"},
        {"clan": "uesugi", "province": "shinano"},
    ]
    assert rows(served, "orders")[0]["route"] == ["shinano"]

    open_battle(served)
    first_round(served)
    second_round_on_the_command_line(served)
    end(served)
    public.append(json.dumps(served.ask("/api/state")[1]))

    next_season(served)
    public.append(json.dumps(served.ask("/api/state")[1]))
    for text in public:
        for word in ("troops", "strength", "raised", "battle", "encounter", "general", 'journal": ['):
            assert word not in text, f"The public state tells {word!r}."
    assert control_room(served, "verify") == {"entries": len(rows(served, "journal")), "same": True}


def muster(server: Served) -> None:
    """What the scenario lets each raise, as armies 1 (Takeda) and 2 (Uesugi)."""
    server.do("garrison.raise", province="kai", troops=5)
    server.do("garrison.raise", province="echigo", troops=9)
    one = server.do("army.form", general="takeda-harunobu", province="kai", troops=5)
    two = server.do("army.form", general="uesugi-kenshin", province="echigo", troops=9)
    assert one["number"] == 3
    assert one["sentence"].startswith("Takeda Harunobu formed army A1-")
    assert two["sentence"].endswith(" of 9 counters in Echigo.")


def set_figures_right(server: Served) -> None:
    """To the strengths of the worked example."""
    for kind, key, field, value in (
        ("army", 1, "troops", 20),
        ("character", "takeda-harunobu", "experience", 2),
        ("army", 2, "troops", 18),
        ("character", "uesugi-kenshin", "experience", 3),
    ):
        server.do("figure.correct", kind=kind, id=key, field=field, value=value, reason="as in the handbook's example")
    assert [army["troops"] for army in rows(server, "armies")] == [20, 18]


def meet(server: Served) -> None:
    """Both march into Shinano in phase 2: experience 2 and 3 move in phases 2 and 3, and 2 to 4 (R13)."""
    for army in (1, 2):
        server.do("army.order_march", army=army, route=["shinano"])
    assert server.do("movement.run_phase", phase=1)["sentence"] == "Phase 1: 0 armies moved; no encounter."
    assert server.do("movement.run_phase", phase=2)["sentence"] == "Phase 2: 2 armies moved; encounters in Shinano."
    status, answer = server.ask("/api/actions/movement.run_phase", "Map Control", {"phase": 3})
    assert status == 422
    assert "encounter 1 in Shinano" in answer["error"]


def open_battle(server: Served) -> None:
    """They agree that Uesugi attacks; the umpire grants Takeda the home province of the example (R31)."""
    entry = server.do("encounter.settle", encounter=1, outcome="battle", attacker="uesugi", settled_by="agreement")
    assert entry["sentence"] == ("Uesugi Kenshin attacks Takeda Harunobu in Shinano (battle 1; attacker by agreement).")
    server.do(
        "battle.grant_columns", battle=1, side="defender", columns=1, reason="home province in the handbook's example"
    )


def first_round(server: Served) -> None:
    """18 against 20 and a castle; a six."""
    entry = server.do(
        "battle.fight_round", battle=1, round=1, attacker_tactic="subterfuge", defender_tactic="outflank", die=6
    )
    assert [(drawn["value"], drawn["thrown"]) for drawn in entry["dice"]] == [(6, True)]
    report = rows(server, "battle_rounds")[0]["report"]
    assert (report["attacker_strength"], report["defender_strength"]) == (18, 25)
    assert (report["odds"], report["die"], report["result"]) == ("3-1", 6, "A")
    assert [step["columns"] for step in report["shifts"]] == [-1, 1, 1, 3]
    assert (report["attacker_losses"], report["defender_losses"]) == (3, 5)
    assert [army["troops"] for army in rows(server, "armies")] == [20, 15]  # the castle's men took Takeda's five


def second_round_on_the_command_line(server: Served) -> None:
    """15 against 20; a two. Beside the running server, which hears of it."""
    me = ("--desk", "map", "--umpire", "a script")  # who minds this battle: nobody else goes on with it
    entry = control_room(
        server,
        "do",
        "battle.fight_round",
        "-",
        *me,
        sent={
            "battle": 1,
            "round": 2,
            "attacker_tactic": "conventional_battle",
            "defender_tactic": "outflank",
            "die": 2,
        },
    )
    assert entry["sentence"].endswith("at 1-2, die 2: D. Losses 6 and 2.")
    assert [army["troops"] for army in rows(server, "armies")] == [18, 9]


def end(server: Served) -> None:
    """Uesugi breaks off and goes back the way he came; Takeda has won."""
    status, answer = server.ask("/api/actions/season.advance", "Game Control", {"season": "spring", "year": 1550})
    assert status == 422
    assert "battle 1 in Shinano" in answer["error"]
    entry = server.do("battle.end", battle=1, then="attacker_withdraws")
    assert "Takeda Harunobu won (attacker withdraws)." in entry["sentence"]
    assert [army["province"] for army in rows(server, "armies")] == ["shinano", "echigo"]
    assert sorted(due["counters"] for due in rows(server, "recoveries")) == [2, 5]  # R8: 3/4 of 2, 1/2 of 9
    skill = {one["id"]: one["experience"] for one in rows(server, "characters")}
    assert (skill["takeda-harunobu"], skill["uesugi-kenshin"]) == (3, 3)


def next_season(server: Served) -> None:
    """Game Control ends the season; the losses partly recover, orders are fresh."""
    status, answer = server.ask("/api/actions/season.advance", "Map Control", {"season": "spring", "year": 1550})
    assert status == 403
    assert "is done at Game Control" in answer["error"]
    entry = server.do("season.advance", desk="Game Control", season="spring", year=1550, force="time is up")
    assert entry["sentence"].startswith("Spring 1550 ended; summer 1550 begins. 2 forces recovered men (R8). ")
    assert [army["troops"] for army in rows(server, "armies")] == [20, 14]
    assert rows(server, "orders") == []
    whole = control_room(server, "state")
    assert (whole["game"]["season"], whole["game"]["year"], whole["game"]["phase"]) == ("summer", 1550, 0)
    assert whole["armies"] == rows(server, "armies")


def test_the_public_stream_says_nothing_but_when_what_is_public_changed(served):
    served.do("garrison.raise", province="kai", troops=5)
    with urlopen(f"{served.origin}/live", timeout=120) as stream:
        heard = [stream.readline().decode().strip() for _ in range(4)]
    second = heard[1].removeprefix("id: ")
    assert heard == ["retry: 3000", f"id: {second}", "event: journal", f"data: {second}"]
    assert abs(int(second) - time.time()) < 60, "a second, and no number of the journal"


@pytest.mark.parametrize(
    ("body", "sentence", "field"),
    [
        (b"{", "What was sent is no JSON", ""),
        ({"province": "kay", "troops": 1}, 'There is no province "kay". Did you mean "kai"?', "province"),
        ({"province": "kai", "troops": "ten"}, 'is a whole number from 1 to 10,000, not "ten".', "troops"),
        ({"province": "kai", "troops": -1}, "is from 1 to 10,000, not −1.", "troops"),
        ({"province": "kai", "troops": 10**9}, "is from 1 to 10,000, not 1,000,000,000.", "troops"),
        ({"province": "kai", "troops": 6}, "Raise up to 5, or ask Game Control to force it.", "troops"),
    ],
)
def test_a_bad_order_is_answered_at_the_field_and_changes_nothing(shared, body, sentence, field):
    before = shared.ask("/api/state", "Game Control")
    if isinstance(body, dict):
        body = {"reason": "a test needs them", **body}
    status, answer = shared.ask("/api/actions/garrison.raise", "Map Control", body)
    assert 400 <= status < 500
    assert sentence in answer["error"]
    assert answer["field"] == field
    assert shared.ask("/api/state", "Game Control") == before


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A served game that refused orders leave as it is."""
    server = Served(tmp_path_factory.mktemp("shared"))
    server.start()
    yield server
    server.stop()
