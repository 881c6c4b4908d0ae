"""Names as people type and look for them; a moment on the clock of the hall."""

from __future__ import annotations

from datetime import datetime

import pytest

from control.kernel.errors import did_you_mean
from control.kernel.wording import as_argument, by_name, clock_of


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("MORI", ' Did you mean "Mōri"?'),
        ("date-", ' Did you mean "Date"?'),
        ("uesugy", ' Did you mean "Uesugi"?'),
        ("xyz", ""),
        ("", ""),
    ],
)
def test_the_nearest_name_is_found_however_it_is_spelt_and_given_as_it_is_written(typed, said):
    assert did_you_mean(typed, ["Mōri", "Date", "Uesugi"]) == said


@pytest.mark.parametrize(
    ("system", "path", "typed"),
    [
        ("posix", "/games/day.db", "/games/day.db"),
        ("posix", "/media/USB DISK/ane's day.db", "'/media/USB DISK/ane'\"'\"'s day.db'"),
        ("nt", "C:\\games\\day.db", "C:\\games\\day.db"),
        ("nt", "C:\\Ane Bo\\day.db", '"C:\\Ane Bo\\day.db"'),
        ("nt", "C:\\day(1)&more.db", '"C:\\day(1)&more.db"'),
    ],
)
def test_a_path_in_a_command_has_the_quotation_marks_of_its_system(system, path, typed):
    assert as_argument(path, system) == typed


def test_a_long_vowel_stands_among_the_plain_ones():
    assert [key for key, _ in by_name([("b", "Kumano"), ("a", "Kōfu"), ("c", "kiyosu")])] == ["c", "a", "b"]


def test_a_moment_reads_in_the_time_of_the_hall_and_none_as_nothing():
    here = datetime(2026, 11, 24, 14, 5).astimezone()
    assert [clock_of(here.isoformat()), clock_of(None)] == ["14:05", ""]
