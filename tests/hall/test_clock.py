"""The clock in the game: presses, their undo, pauses, restarts; it fires no rule."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room, Umpire
from control.kernel.database.store import open_store
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotAllowed
from control.kernel.hall.clock.clock_questions import clock_view, closings, face, last_press, of_day
from control.kernel.hall.clock.clock_rules import LONGEST
from control.kernel.proof.verify import verify
from control.sengoku.rows import Clock, SeasonTime
from control.sengoku.rules.seasons import season_at
from tests.games import close

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


class Desk:
    """Game Control at the clock, and a watch that goes as the test likes."""

    def __init__(self, hall):
        self.hall = hall
        self.now = NOON

    def wait(self, seconds):
        """So many seconds go by."""
        self.now += timedelta(seconds=seconds)

    def press(self, name, **order):
        """Press a button of the clock."""
        return perform(self.hall.room, Umpire("Ōta", "game"), name, order, at=self.now.isoformat(timespec="seconds"))

    def face(self):
        """What every clock shows now."""
        return self.hall.ask(face, self.hall.room.scenario, self.now)

    def shows(self):
        """Stage, seconds left, whether it runs."""
        now = self.face()
        return now.stage, now.left, now.running

    def view(self):
        """The same with the day."""
        return self.hall.ask(clock_view, self.hall.room.scenario, self.now)

    def last(self):
        """The press that an undo would take back."""
        return self.hall.ask(last_press)


@pytest.fixture
def desk(hall):
    """A fresh game at its clock."""
    return Desk(hall)


def test_a_season_goes_through_its_stages_by_itself_and_writes_nothing(desk):
    assert (desk.face().when, desk.face().era, desk.face().said) == ("Spring 1550", "Tembun 19", "not started")
    desk.press("clock.start")
    before = desk.hall.everything()
    seen = []
    for seconds in (0, 181, 119, 600, 600, 300, 80):
        desk.wait(seconds)
        now = desk.face()
        seen.append((now.name, now.time, now.said, now.note, now.coming))
    commanders = "Only players commanding armies at the map"
    assert seen == [
        ("Orders", "5:00", "", commanders, "Then Movement and battles, 10 min"),
        ("Orders", "1:59", "last 2 minutes", commanders, "Then Movement and battles, 10 min"),
        ("Movement and battles", "10:00", "", commanders, "Then Discussion, 10 min"),
        ("Discussion", "10:00", "", "The map is open to everybody", "Then Raising troops, 5 min"),
        ("Raising troops", "5:00", "", commanders, "Then the season is closed"),
        ("Raising troops", "0:00", "time is up", commanders, "Then the season is closed"),
        ("Raising troops", "1:20", "over", commanders, "Then the season is closed"),
    ]
    assert desk.hall.everything() == before


def test_the_first_start_of_a_season_is_when_it_really_began(desk):
    desk.press("clock.start")
    desk.wait(60)
    desk.press("clock.pause")
    desk.wait(60)
    desk.press("clock.start")
    assert desk.hall.get(SeasonTime, 0).began == NOON.isoformat(timespec="seconds")
    entry = desk.hall.entries()[0]
    desk.hall.undo(3)
    desk.hall.undo(2)
    desk.hall.undo(entry.number)
    assert ("season_time", 0) not in desk.hall.state()


def test_a_stop_keeps_every_second(desk):
    desk.press("clock.start")
    desk.wait(100)
    desk.press("clock.pause")
    desk.wait(5000)
    assert desk.shows() == (0, 200, False)
    desk.press("clock.start")
    assert desk.shows() == (0, 200, True)
    desk.wait(50)
    assert desk.shows() == (0, 150, True)


def test_a_stop_in_a_stage_that_came_by_itself_stays_there(desk):
    desk.press("clock.start")
    desk.wait(400)
    desk.press("clock.pause")
    assert desk.shows() == (1, 500, False)
    assert desk.hall.get(Clock, 1).stage == 1


def test_a_stop_taken_back_runs_on_as_if_nobody_had_pressed(desk):
    desk.press("clock.start")
    desk.wait(100)
    entry = desk.press("clock.pause")
    desk.wait(30)
    desk.hall.undo(entry.number)
    assert desk.shows() == (0, 170, True)


PRESSES = st.sampled_from(
    [
        ("clock.start", {}),
        ("clock.pause", {}),
        ("clock.add_minute", {}),
        ("clock.add_minute", {"minutes": -1}),
        ("clock.skip", None),
        ("clock.back", None),
    ]
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(PRESSES, st.integers(0, 400)), min_size=1, max_size=8))
def test_every_press_taken_back_leaves_the_time_that_would_have_been(desk, presses):
    desk.now = NOON
    while (left := desk.last()) is not None:
        desk.hall.undo(left.number)
    for (name, order), seconds in presses:
        before = desk.hall.get(Clock, 1)
        try:
            desk.press(name, **({"stage": desk.face().stage} if order is None else order))
        except OrderError:
            continue
        desk.wait(seconds)
        entry = desk.last()
        desk.hall.undo(entry.number)
        back = desk.hall.get(Clock, 1)
        assert (back.stage, back.left, back.since) == (before.stage, before.left, before.since)
        again = desk.hall.entries()[-1]
        desk.hall.undo(again.number)  # and the undo taken back is the press again
        assert desk.last().number == entry.number


def test_minutes_given_once_time_is_up_count_from_now(desk):
    desk.press("clock.start")
    desk.wait(1800 + 80)
    assert desk.press("clock.add_minute", minutes=2).sentence == "2 minutes more: Raising troops, 2:00 left."
    assert desk.shows() == (3, 120, True)
    assert desk.press("clock.add_minute", minutes=-1).sentence == "A minute less: Raising troops, 1:00 left."


def test_no_stage_lasts_longer_than_a_face_has_room_for(desk):
    desk.hall.do("clock.skip", "game", stage=0)
    desk.hall.do("clock.skip", "game", stage=1)
    while desk.shows()[1] + 600 <= 60 * LONGEST:
        desk.press("clock.add_minute", minutes=10)
    before = desk.shows()
    error = desk.hall.refuse(OrderNotAllowed, "clock.add_minute", "game", minutes=10)
    assert (error.field, error.sentence) == ("minutes", "No stage lasts longer than 600:00.")
    assert desk.shows() == before


def test_two_umpires_who_skip_at_once_skip_one_stage(desk):
    desk.press("clock.start")
    desk.press("clock.skip", stage=0)
    with pytest.raises(ChangedElsewhere):
        desk.press("clock.skip", stage=0)
    assert desk.shows() == (1, 600, True)


def test_a_clock_that_stands_goes_on_standing_in_the_stage_that_is_skipped_to(desk):
    desk.press("clock.skip", stage=0)
    assert desk.shows() == (1, 600, False)


def test_skipping_the_last_stage_stops_the_clock_and_closes_nothing(desk):
    desk.press("clock.start")
    for stage in range(4):
        entry = desk.press("clock.skip", stage=stage)
    assert entry.sentence == "Skipped 5:00 of Raising troops: the time of spring 1550 is up."
    assert desk.shows() == (3, 0, False)
    game = desk.hall.state()[("game", 1)]
    assert (game["season"], game["phase"], game["locked_at"]) == ("spring", 0, None)


def test_back_returns_to_the_stage_before_and_from_the_first_to_its_beginning(desk):
    desk.press("clock.start")
    desk.wait(400)
    desk.press("clock.back", stage=1)
    assert desk.shows() == (0, 300, True)
    desk.wait(30)
    desk.press("clock.back", stage=0)
    assert desk.shows() == (0, 300, True)


def test_the_clock_is_right_again_in_another_server_on_the_same_file(desk):
    if desk.hall.room.store.file is None:
        pytest.skip("on PostgreSQL there is no file")
    desk.press("clock.start")
    desk.wait(310)
    url = desk.hall.room.store.engine.url.database
    close(desk.hall.room)
    desk.hall.room = Room(open_store(url), desk.hall.room.scenario)
    desk.wait(10)
    assert desk.shows() == (1, 580, True)


def test_a_new_season_begins_with_a_clock_that_stands_at_its_first_stage(desk):
    desk.press("clock.start")
    desk.wait(700)
    desk.hall.next_season()
    assert desk.face().when == "Summer 1550"
    assert desk.shows() == (0, 300, False)
    assert desk.face().said == "not started"


def test_winter_is_one_stage_of_the_whole_length(hall_at):
    desk = Desk(hall_at("winter"))
    assert [one.name for one in desk.face().stages] == ["Winter"]
    assert desk.face().note == ""


def test_the_replay_of_the_journal_sets_the_same_clock(desk):
    for name, seconds in (("clock.start", 100), ("clock.pause", 20), ("clock.add_minute", 5), ("clock.start", 90)):
        desk.press(name)
        desk.wait(seconds)
    desk.hall.undo(desk.last().number)
    assert verify(desk.hall.room).same


# ---- the day


def at(hour, minute=0):
    """A moment of the day in the hall, where the server stands."""
    return datetime(2026, 5, 2, hour, minute).astimezone()


def test_the_day_is_compared_with_its_plan(desk):
    desk.now = at(10, 12)
    desk.press("clock.start")
    day = desk.view()
    assert (day.late, day.more_fit, day.ends) == ("12 min late", 11, "17:00")
    first, second = day.plan[:2]
    assert (first.name, first.planned, first.really, first.late, first.state) == (
        "Spring 1550",
        "10:00",
        "10:12",
        "12 min late",
        "now",
    )
    assert (second.name, second.planned, second.really, second.state) == ("Summer 1550", "10:30", "10:42", "to come")
    assert [line.name for line in day.plan][3:5] == ["Winter 1551", "Spring 1551"]
    assert day.plan[6].pauses == ("Lunch, 40 min",)


def test_each_line_is_as_late_as_the_day_also_after_a_break_that_was_held_earlier(desk):
    desk.press("day.plan", begins="10:00", ends="17:00", breaks=[{"name": "Tea", "at": "10:40", "minutes": 20}])
    desk.now = at(10, 15)
    desk.press("clock.start")
    desk.hall.next_season()
    desk.now = at(11, 5)  # after tea, which by the plan is a season later
    desk.press("clock.start")
    day = desk.view()
    assert [(line.really, line.late) for line in day.plan[:3]] == [
        ("10:15", "15 min late"),
        ("11:05", "15 min late"),
        ("11:35", "15 min late"),
    ]
    assert day.late == "15 min late"


def close_the_season(desk):
    """End the season at this moment, over whatever is open."""
    game = desk.hall.state()[("game", 1)]
    return desk.press("season.advance", season=game["season"], year=game["year"], force="time is up")


def test_a_break_begins_when_the_season_before_was_closed(desk):
    desk.press("day.plan", begins="10:00", ends="17:00", breaks=[{"name": "Tea", "at": "10:40", "minutes": 20}])
    desk.now = at(10, 15)
    desk.press("clock.start")
    desk.now = at(10, 55)  # the season ran over, and tea is due
    close_the_season(desk)
    desk.hall.undo(close_the_season(desk).number)
    desk.now = at(11)
    day = desk.view()
    assert (day.plan[1].really, day.late) == ("11:15", "25 min late")
    desk.now = at(10, 57)
    desk.press("clock.start")
    assert desk.view().plan[2].really == "11:47", "tea is put off: it is held after this season"
    desk.now = at(11, 30)
    close_the_season(desk)
    desk.press("clock.start")
    assert desk.view().plan[3].really == "12:20", "and put off once more"


def test_a_season_whose_clock_nobody_started_was_closed_like_any_other(desk):
    desk.now = at(10, 15)
    desk.press("clock.start")
    for desk.now in (at(10, 55), at(11, 30)):  # and summer goes by without its clock
        close_the_season(desk)
    desk.hall.undo(close_the_season(desk).number)
    closed = desk.hall.ask(closings, desk.now)
    assert closed == [of_day(at(11, 30)), of_day(at(10, 55))]


def test_what_began_on_another_day_does_not_make_this_one_late(desk):
    desk.now = at(10)
    desk.press("clock.start")
    desk.now += timedelta(days=1)
    desk.press("clock.pause")
    assert desk.view().plan[0].planned == "10:00"
    assert desk.view().plan[0].state == "now"


def test_a_longer_day_has_room_for_more_seasons(desk):
    desk.now = at(10)
    before = desk.view().more_fit
    desk.press("day.plan", begins="10:00", ends="18:00", breaks=[])
    assert desk.view().more_fit == before + 4


def test_a_break_may_begin_where_another_ends_and_no_earlier(desk):
    day = {"begins": "10:00", "ends": "17:00"}
    lunch, tea = {"name": "Lunch", "at": "12:00", "minutes": 60}, {"name": "Tea", "at": "13:00", "minutes": 10}
    with pytest.raises(OrderError, match="Lunch lasts until 13:00") as caught:
        desk.press("day.plan", **day, breaks=[lunch, {**tea, "at": "12:59"}])
    assert caught.value.field == "breaks.1.at"
    assert desk.press("day.plan", **day, breaks=[lunch, tea]).sentence.endswith("Tea at 13:00 (10 min).")


def test_a_season_that_is_begun_anew_really_begins_with_its_new_start(desk):
    over = desk.hall.next_season()
    desk.press("clock.start")
    desk.hall.undo(over.number)
    desk.hall.next_season()
    desk.wait(600)
    desk.press("clock.start")
    assert desk.hall.get(SeasonTime, 1).began == desk.now.isoformat(timespec="seconds")


@pytest.mark.parametrize(("season", "year", "ahead", "then"), [
    ("spring", 1550, 0, ("spring", 1550)), ("autumn", 1550, 1, ("winter", 1551)), ("winter", 1551, 1, ("spring", 1551)),
    ("winter", 1551, -1, ("autumn", 1550)), ("spring", 1550, -1, ("winter", 1550)),
    ("summer", 1550, 9, ("autumn", 1552)),
])  # fmt: skip
def test_a_year_begins_with_its_winter(season, year, ahead, then):
    assert season_at(season, year, ahead) == then
