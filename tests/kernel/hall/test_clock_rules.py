"""The clock of a season and the plan of the day: what they say, and what they never do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.kernel.hall.clock.clock_rules import (
    Gap,
    Pause,
    Reading,
    elapsed,
    outlook,
    read,
    rest,
    seconds_of,
    slots,
    spoken,
    time_of,
)

SEASON = (300, 600, 600, 300)
SOME = st.lists(st.integers(60, 900), min_size=1, max_size=5)
GONE = st.floats(0, 5000, allow_nan=False)


@pytest.mark.parametrize(("gone", "stage", "left"), [
    (0, 0, 300), (0.2, 0, 300), (1, 0, 299), (299.9, 0, 1), (300, 1, 600), (301, 1, 599), (900, 2, 600), (1799, 3, 1),
    (1799.5, 3, 1), (1800, 3, 0), (1800.5, 3, 0), (1801, 3, -1), (1880, 3, -80),
])  # fmt: skip
def test_stages_follow_one_another_and_the_last_counts_over(gone, stage, left):
    assert read(0, 300, gone, SEASON) == Reading(stage, left)


def test_the_last_two_minutes_of_every_stage_warn():
    assert [read(0, 300, gone, SEASON).warning for gone in (179, 180, 299, 300, 779, 780)] == [
        False,
        True,
        True,
        False,
        False,
        True,
    ]
    assert not Reading(3, 0).warning
    assert Reading(3, 0).up


@pytest.mark.parametrize(("seconds", "words"), [(300, "5:00"), (9, "0:09"), (0, "0:00"), (-80, "over by 1:20")])
def test_times_are_read_as_people_say_them(seconds, words):
    assert spoken(seconds) == words


@given(SOME, GONE, GONE)
def test_time_never_runs_backwards(lengths, one, other):
    early, late = sorted((one, other))
    before, after = read(0, lengths[0], early, lengths), read(0, lengths[0], late, lengths)
    assert (before.stage, -before.left) <= (after.stage, -after.left)


def run_for(before, gone, lengths):
    """A clock that is set anew from what it says after so many seconds, as every press does."""
    return read(before.stage, before.left, gone, lengths)


@given(SOME, st.lists(st.integers(0, 400), max_size=12))
def test_stopping_and_going_on_loses_no_second_and_gains_none(lengths, stretches):
    stopped = Reading(0, lengths[0])
    for stretch in stretches:
        stopped = run_for(stopped, stretch, lengths)
        assert read(stopped.stage, stopped.left, 0, lengths) == stopped, "it stands"
    assert stopped == read(0, lengths[0], sum(stretches), lengths)


@given(SOME, GONE)
def test_what_is_left_of_a_season_is_its_length_less_what_has_gone(lengths, gone):
    now = read(0, lengths[0], gone, lengths)
    assert rest(now, lengths) == max(0, sum(lengths) - int(gone))


@given(st.integers(0, 9), st.integers(-100, 900), SOME)
def test_a_clock_set_for_a_longer_season_still_shows_a_stage_of_this_one(stage, left, lengths):
    assert 0 <= read(stage, left, 0, lengths).stage < len(lengths)


def test_a_moment_to_come_counts_as_now_and_a_standing_clock_stands():
    now = datetime(2026, 5, 2, 10, tzinfo=UTC)
    assert elapsed((now - timedelta(seconds=30)).isoformat(), now) == 30
    assert elapsed((now + timedelta(seconds=30)).isoformat(), now) == 0
    assert elapsed(None, now) == 0


# ---- the plan of the day

LUNCH = Pause("Lunch", 13 * 3600, 40 * 60)
TEA = Pause("Tea", 15 * 3600 + 600, 20 * 60)
TEN, FIVE = 10 * 3600, 17 * 3600


def test_a_break_waits_for_the_end_of_the_season_and_shifts_the_rest():
    plan = [time_of(slot.begins) for slot in islice(slots(TEN, 1800, [TEA, LUNCH]), 12)]
    assert plan == [
        "10:00",
        "10:30",
        "11:00",
        "11:30",
        "12:00",
        "12:30",
        "13:40",
        "14:10",
        "14:40",
        "15:30",
        "16:00",
        "16:30",
    ]


def hall(spot, now, begun, rest=1800, pauses=(LUNCH,), gaps=(), closed=None):
    """How a day of half hours from ten to five goes; ``gaps`` are those before the seasons that are over."""
    return outlook(TEN, FIVE, 1800, pauses, spot, now, [*gaps, Gap(closed, begun)], rest)


def test_a_day_on_time_fits_all_the_seasons_that_were_planned():
    day = hall(0, TEN, TEN)
    assert (day.late, day.more_fit, len(day.planned)) == (0, 11, 12)


def test_a_stopped_clock_makes_the_day_later_and_leaves_fewer_seasons():
    stopped = hall(2, TEN + 3 * 1800, TEN + 3600, rest=600)  # 11:30, and ten minutes are left
    assert stopped.late == 600
    assert stopped.more_fit == 9, "twelve were planned, three of them are spent; ten minutes are in hand"
    later = hall(2, TEN + 4 * 1800, TEN + 3600, rest=600)
    assert (later.late, later.more_fit) == (2400, 8)


def test_a_season_not_begun_is_late_only_from_its_planned_time_on():
    assert hall(6, 13 * 3600 + 600, None).late == 0, "lunch"
    assert hall(6, 13 * 3600 + 45 * 60, None).late == 300
    assert hall(6, 13 * 3600 + 45 * 60, None).expected[0].begins == 13 * 3600 + 45 * 60


def test_a_break_that_is_still_to_come_takes_its_time_from_the_seasons_left():
    before, after = hall(5, 12 * 3600 + 1800, 12 * 3600 + 1800), hall(6, 13 * 3600 + 2400, 13 * 3600 + 2400)
    assert before.expected[1].pauses == (LUNCH,)
    assert (before.more_fit, after.more_fit) == (6, 5)


def test_a_break_that_a_late_day_holds_earlier_is_counted_once():
    begun = TEN + 35 * 60  # the first season, and so every one
    before = hall(4, begun + 4 * 1800, begun + 4 * 1800)
    after = hall(5, begun + 5 * 1800 + 2400, begun + 5 * 1800 + 2400)  # lunch from 13:05 to 13:45
    assert (before.late, before.expected[1].pauses) == (2100, (LUNCH,))
    assert (after.late, after.expected[0].pauses) == (2100, (LUNCH,))
    assert not any(slot.pauses for slot in after.expected[1:])
    assert after.more_fit == before.more_fit - 1


def test_a_season_not_begun_waits_for_the_end_of_a_break_that_goes_on():
    lunch = hall(5, 13 * 3600 + 600, None)
    assert (time_of(lunch.expected[0].begins), lunch.late) == ("13:40", 1800)
    assert not any(slot.pauses for slot in lunch.expected[1:])
    assert hall(5, 13 * 3600 + 45 * 60, None).late == 2100


def test_a_break_that_follows_on_one_that_goes_on_is_waited_for_too():
    speech = Pause("Speech", LUNCH.at + LUNCH.length, 20 * 60)
    day = hall(5, 13 * 3600 + 600, None, pauses=(LUNCH, speech))
    assert (time_of(day.expected[0].begins), day.expected[0].pauses) == ("14:00", (LUNCH, speech))


def test_a_break_that_is_put_off_for_one_season_more_is_still_to_come():
    begun = 13 * 3600 + 120
    day = hall(5, begun, begun)
    assert (day.late, day.expected[0].pauses, day.expected[1].pauses) == (1920, (), (LUNCH,))
    before = [Gap(13 * 3600, begun)]
    held = hall(6, begun + 1860, None, gaps=before, closed=begun + 1800)  # from 13:32 to 14:12 when that is over
    assert (time_of(held.expected[0].begins), held.late, held.expected[0].pauses) == ("14:12", 1920, (LUNCH,))
    late = hall(5, 13 * 3600 + 600, None, gaps=[Gap(None, 12 * 3600 + 2100)], closed=13 * 3600 + 300)
    assert (time_of(late.expected[0].begins), late.late) == ("13:45", 2100), "it began five minutes later"
    shortened = hall(6, 13 * 3600 + 1500, 13 * 3600 + 1500)
    assert (shortened.late, shortened.expected[0].pauses) == (-900, (LUNCH,))


HALF_PAST = 13 * 3600 + 1800
RAN_OVER = Gap(12 * 3600 + 1800, 12 * 3600 + 1800)
"""Before the season of half past twelve, which begins when it ought to."""


def test_a_break_begins_when_the_season_before_is_closed_however_long_that_lasted():
    for now in (HALF_PAST, HALF_PAST + 1200):  # lunch is due at one
        day = hall(6, now, None, gaps=[RAN_OVER], closed=HALF_PAST)
        assert (time_of(day.expected[0].begins), day.late, day.expected[0].pauses) == ("14:10", 1800, (LUNCH,))
    early = hall(6, 13 * 3600 + 600, None, gaps=[Gap(None, 12 * 3600 + 2400)], closed=13 * 3600 + 300)
    assert time_of(early.expected[0].begins) == "13:45", "and no later than that, where one is closed early"


def test_a_break_that_follows_on_one_that_began_late_waits_for_its_end():
    speech = Pause("Speech", LUNCH.at + LUNCH.length, 20 * 60)
    day = hall(6, HALF_PAST + 60, None, pauses=(LUNCH, speech), gaps=[RAN_OVER], closed=HALF_PAST)
    assert (time_of(day.expected[0].begins), day.expected[0].pauses) == ("14:30", (LUNCH, speech))


def test_a_break_put_off_twice_is_still_to_come():
    late = Gap(13 * 3600, 13 * 3600 + 120)  # lunch is put off, and once more when this season is over
    day = hall(6, HALF_PAST + 180, HALF_PAST + 180, gaps=[late], closed=HALF_PAST + 120)
    assert (day.expected[0].pauses, day.expected[1].pauses) == ((), (LUNCH,))
    held = hall(6, HALF_PAST + 1500, HALF_PAST + 1500, gaps=[late], closed=HALF_PAST + 120)
    assert held.expected[0].pauses == (LUNCH,), "more than half of it has passed"


def test_a_break_that_an_early_day_has_still_before_it_is_not_lost():
    early = hall(6, 12 * 3600 + 2400, 12 * 3600 + 2400)  # after lunch by the plan
    assert (early.late, early.expected[1].pauses) == (-1200, (LUNCH,))
    assert hall(6, 12 * 3600 + 2400, None).expected[0].pauses == (LUNCH,), "else it begins when it was planned"


def test_the_plan_reaches_the_season_that_is_on_however_late_it_is():
    day = hall(14, 18 * 3600, 18 * 3600)
    assert len(day.planned) == 15
    assert day.more_fit == 0


@pytest.mark.parametrize(("over", "fit"), [(300, 12), (301, 11)])
def test_a_season_that_ends_up_to_five_minutes_after_the_day_is_played_all_the_same(over, fit):
    last = TEN + 11 * 1800 + LUNCH.length  # the twelfth begins
    ends = last + 1800 - over
    day = outlook(TEN, ends, 1800, [LUNCH], 0, TEN, [Gap(None, TEN)], 1800)
    assert (len(day.planned), day.more_fit) == (fit, fit - 1)
    assert outlook(TEN, ends, 1800, [LUNCH], 11, last, [Gap(None, last)], 1800).fits is (fit == 12)


@given(st.integers(0, 11), st.integers(0, 7200), st.integers(0, 1800))
def test_later_is_never_better(spot, wait, left):
    now = TEN + spot * 1800
    soon, late = hall(spot, now, now, left), hall(spot, now + wait, now, left)
    assert late.late - soon.late == wait
    assert late.more_fit <= soon.more_fit


@pytest.mark.parametrize(("typed", "time"), [
    ("9:30", "09:30"), ("09.30", "09:30"), (" 17:00 ", "17:00"), ("24:00", None), ("9", None), ("9:60", None),
    ("", None),
])  # fmt: skip
def test_times_are_typed_as_people_write_them(typed, time):
    seconds = seconds_of(typed)
    assert (None if seconds is None else time_of(seconds)) == time


def test_every_minute_of_the_day_is_read_as_it_is_written_and_after_midnight_they_begin_anew():
    for seconds in range(0, 24 * 3600, 60):
        assert seconds_of(time_of(seconds)) == seconds_of(time_of(seconds + 24 * 3600)) == seconds
