"""``scenario.toml``: the title, the calendar, the timetable of a season and the rule options."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, Strict

from control.kernel.errors import OrderNotUnderstood
from control.kernel.hall.clock.clock_rules import LONGEST, MOST_BREAKS, Pause, seconds_of, unfit
from control.kernel.scenarios.cells import choice, hour, whole, words
from control.kernel.scenarios.folder import Folder
from control.kernel.scenarios.scenario_folders import SHEET
from control.kernel.scenarios.sheets import Note, noting
from control.kernel.typed import Order, read
from control.sengoku.rules.tables import Options
from control.sengoku.scenario.model import AT_THE_MAP, SEASONS

RULE_SETS = ("sengoku",)


class EraSheet(Order):
    """How the years are counted at court."""

    name: Annotated[str, words("the name of the era", 1, 40)]
    first_year: Annotated[int, whole(1, 9999, "the first year of the era")]


class PhaseSheet(Order):
    """One part of a season's timetable."""

    name: Annotated[str, words("the name of a phase", 1, 40)]
    minutes: Annotated[int, whole(1, LONGEST, "the length of a phase in minutes")]
    map: Annotated[str, choice("who may be at the map", *AT_THE_MAP)] = AT_THE_MAP[0]


class SeasonSheet(Order):
    """The timetable of a season other than winter, which is one stage of the same length."""

    minutes: Annotated[int, whole(1, LONGEST, "the length of a season in minutes")]
    phases: list[PhaseSheet]


class BreakSheet(Order):
    """A break in the day."""

    name: Annotated[str, words("the name of a break", 1, 40)]
    at: Annotated[str, hour("the beginning of a break")]
    minutes: Annotated[int, whole(1, 600, "the length of a break in minutes")]


class DaySheet(Order):
    """The plan of the day, in the hall's own time."""

    begins: Annotated[str, hour("the beginning of the day")] = "10:00"
    ends: Annotated[str, hour("the end of the day")] = "17:00"
    breaks: list[BreakSheet] = Field(default_factory=list)


class Sheet(Order):
    """The whole file."""

    title: Annotated[str, words("the title", 1, 120)]
    rule_set: Annotated[str, choice("the rule set", *RULE_SETS)]
    first_year: Annotated[int, whole(1, 9999, "the first year")]
    first_season: Annotated[str, choice("the first season", *SEASONS)]
    first_season_draws: Annotated[bool, Strict()] = True
    era: EraSheet
    day: DaySheet = DaySheet()
    season: SeasonSheet
    hide_after: Annotated[int, whole(0, 240, "the minutes after which a secret page hides itself")] = 10
    turned: Annotated[int, whole(-180, 180, "the degrees by which the wide map is turned")] = 25
    options: dict[str, Any] = Field(default_factory=dict)


def read_sheet(folder: Folder) -> Sheet | None:
    """The sheet, with what is wrong noted; None if it cannot be used."""
    parsed = folder.toml(SHEET)
    if parsed is None:
        return None
    document, text = parsed
    note = noting(folder, SHEET, text)
    try:
        sheet = read(Sheet, document)
    except OrderNotUnderstood as first:
        for error in (first, *first.more):
            note(error.field, error.sentence)
        sheet = None
    check_options(document.get("options"), note)
    if sheet:
        check_calendar(sheet, note)
        if folder.begins:  # one that has begun has breaks of its own (DayPlan)
            check_breaks(sheet.day, note)
    return sheet


def check_options(options: Any, note: Note) -> None:
    """Rule options that do not exist, or have a value they cannot have."""
    if not isinstance(options, dict):
        return
    for name, value in options.items():
        for sentence in Options.faults({name: value}):
            note(f"options.{name}", sentence)


def check_calendar(sheet: Sheet, note: Note) -> None:
    """Whether the era has begun, and the phases fill the season."""
    total = sum(phase.minutes for phase in sheet.season.phases)
    if total != sheet.season.minutes:
        note("season.minutes", f"the phases take {total} minutes together, the season {sheet.season.minutes}.")
    if sheet.day.ends <= sheet.day.begins:
        note("day.ends", f"the day ends at {sheet.day.ends}, no later than it begins, at {sheet.day.begins}.")
    if sheet.era.first_year > sheet.first_year:
        begun = f"the era begins in {sheet.era.first_year}, after the game does in {sheet.first_year}."
        note("era.first_year", begun)


def check_breaks(day: DaySheet, note: Note) -> None:
    """Whether the breaks fit into a day that ends after it begins, as the page of the clock asks."""
    if day.ends <= day.begins:
        return
    pauses = [Pause(one.name, seconds_of(one.at) or 0, 60 * one.minutes) for one in day.breaks]
    if amiss := unfit(pauses, seconds_of(day.begins) or 0, seconds_of(day.ends) or 0):
        spot, sentence = amiss
        if spot == MOST_BREAKS:
            note(f"day.breaks.{spot}", sentence)
        else:
            note(f"day.breaks.{spot}.at", f"the break {sentence}")
