"""The machine's clock is set in the middle of a season: what runs does not notice, and no bell rings."""

from __future__ import annotations

import os
import time

import pytest

from control.kernel import steady
from control.kernel.hall.clock.clock_pages import QUIET
from control.kernel.proof.verify import verify
from control.kernel.steady import Steady, counting
from control.sengoku.rows import Clock, Game
from tests.conftest import sign_in

HOUR = 3600.0


class Machine:
    """A machine whose two clocks go as the test likes; ``wall`` is the one that can be set."""

    def __init__(self):
        self.count, self.wall = 500.0, 1_777_000_000.0

    def goes_on(self, seconds):
        """So many seconds go by."""
        self.count += seconds
        self.wall += seconds


@pytest.fixture
def machine(monkeypatch):
    """The machine that the control room runs on."""
    found = Machine()
    monkeypatch.setattr(steady.STEADY, "_count", lambda: found.count)
    monkeypatch.setattr(steady.STEADY, "_wall", lambda: found.wall)
    steady.STEADY.settle()
    yield found
    monkeypatch.undo()
    steady.STEADY.settle()


def test_a_steady_clock_goes_on_evenly_and_believes_the_machine_when_it_is_told_to():
    found = Machine()
    clock = Steady(lambda: found.count, lambda: found.wall)
    before = clock.now()
    found.goes_on(10)
    found.wall += HOUR
    assert (clock.now() - before).total_seconds() == 10
    clock.settle()
    assert clock.now().timestamp() == found.wall
    assert counting() <= counting()


@pytest.mark.parametrize(
    ("lacks", "asked"),
    [((), time.CLOCK_BOOTTIME), (("CLOCK_BOOTTIME",), time.CLOCK_MONOTONIC_RAW)],
    ids=["Linux", "a Mac"],
)
def test_a_laptop_that_slept_knows_how_long(lacks, asked, monkeypatch):
    for one in lacks:
        monkeypatch.delattr(time, one)
    monkeypatch.setattr(time, "clock_gettime", {asked: 500.0}.get)
    assert counting() == 500.0


def test_a_program_that_is_begun_later_has_the_clock_of_the_others():
    found, other = Machine(), Machine()
    other.wall += HOUR
    first, late = Steady(lambda: found.count, lambda: found.wall), Steady(lambda: other.count, lambda: other.wall)
    file = first.in_a_file()
    assert first.now().timestamp() == found.wall
    late.go_on_in(file)
    os.close(file)
    assert late.now() == first.now()
    late.settle()
    assert first.now().timestamp() == other.wall


@pytest.mark.parametrize("step", [HOUR, -HOUR, 12 * HOUR])
def test_a_clock_that_is_set_while_the_season_runs_rings_no_bell(app, hall, machine, step):
    desk, screen = sign_in(app, "game"), app.test_client()
    desk.post("/clock/start")
    began = screen.get("/clock/now").get_json()
    machine.goes_on(20)
    machine.wall += step
    machine.goes_on(20)
    told = screen.get("/clock/now").get_json()
    assert (told["stage"], told["left"], told["running"]) == (0, began["left"] - 40, True)
    assert told["now"] - began["now"] == 40_000, "and so do the screens that go on by themselves"
    assert "time is up" not in screen.get("/display/").text
    desk.post("/clock/pause")
    assert hall.get(Clock, 1).left == began["left"] - 40
    assert verify(hall.room).same
    screen.get("/clock/now")
    assert screen.get("/clock/now").get_json()["now"] != int(machine.wall * 1000), "the press may be taken back"
    machine.goes_on(QUIET)
    screen.get("/clock/now")
    assert screen.get("/clock/now").get_json()["now"] == int(machine.wall * 1000), "what stands believes the machine"
    desk.post("/clock/start")
    machine.goes_on(5)
    assert screen.get("/clock/now").get_json()["left"] == began["left"] - 45


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_stop_that_is_taken_back_after_the_machine_was_set_runs_on_as_if_nobody_had_pressed(app, hall, machine, step):
    desk, screen = sign_in(app, "game"), app.test_client()
    desk.post("/clock/start")
    began = screen.get("/clock/now").get_json()
    machine.goes_on(20)
    machine.wall += step
    desk.post("/clock/pause")
    machine.goes_on(20)
    assert screen.get("/clock/now").get_json()["running"] is False
    hall.undo(hall.entries()[-1].number)
    told = screen.get("/clock/now").get_json()
    assert (told["stage"], told["left"], told["running"]) == (0, began["left"] - 40, True)


def test_what_was_entered_before_the_machine_was_put_back_is_public_at_once(app, hall, machine):
    """Nobody looked for it meanwhile, so it was still due; the clock may stand by then, and was believed again."""
    before = app.live.public_number()
    hall.next_season()
    machine.goes_on(QUIET)
    machine.wall -= HOUR
    screen = app.test_client()
    screen.get("/clock/now")
    assert screen.get("/clock/now").get_json()["now"] == int(machine.wall * 1000)
    assert app.live.public_number() != before


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_that_is_set_while_the_season_rings_goes_on_ringing_and_rings_once(app, hall, machine, step):
    """Time is up, and the screens ring; whoever sets the machine right then does not set the season back."""
    desk, screen = sign_in(app, "game"), app.test_client()
    desk.post("/clock/start")
    machine.goes_on(sum(one.seconds for one in hall.room.game.clock.stages(hall.room.scenario, hall.get(Game, 1))) + 7)
    rung = screen.get("/clock/now").get_json()
    machine.wall += step
    machine.goes_on(5)
    told = screen.get("/clock/now").get_json()
    assert (rung["left"], told["left"], told["stage"]) == (-7, -12, rung["stage"])
    entry = desk.post("/clock/minute", data={"minutes": "1"})
    assert (entry.status_code, screen.get("/clock/now").get_json()["left"]) == (303, 60)
    hall.next_season()
    assert screen.get("/clock/now").get_json()["running"] is False
    assert verify(hall.room).same


@pytest.mark.parametrize("beside", [{"is_demo": True}, {"called": "another"}], ids=["a demo", "a game of a club"])
def test_a_standing_clock_beside_a_running_one_moves_it_by_nothing(app, machine, beside):
    vars(app).update(beside)
    machine.wall += HOUR
    told = [app.test_client().get("/clock/now").get_json() for _ in range(2)]
    assert [(one["running"], one["now"]) for one in told] == [(False, int((machine.wall - HOUR) * 1000))] * 2


def test_a_spare_that_takes_over_goes_on_by_the_first_machines_clock():
    clock = Steady(lambda: 100.0, lambda: 5000.0)
    clock.shift(90.0)
    assert clock.now().timestamp() == 5090.0
    clock.settle()  # nothing runs: its own will do
    assert clock.now().timestamp() == 5000.0
