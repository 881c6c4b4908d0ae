"""The clock of the season: start, pause, a minute more, skip, back; the plan of the day (handbook 2).

The clock rings and shows, and fires no rule: after the last stage it stands, or counts over, until Game Control
closes the season. An undo sets it back to how it was before the press, running on as if nobody had pressed.
"""

from __future__ import annotations

from datetime import datetime

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, text
from control.sengoku.rows import Clock, DayPlan, SeasonTime
from control.sengoku.rules.clock import Reading, elapsed, read, seconds_of, spoken, time_of
from control.sengoku.world.acting import World, action

LONGEST = 6000  # seconds: nobody waits longer for a stage, and every face has room for it
MOST_BREAKS = 8


class Nothing(Order):
    """An order that says all with its name."""


class AddMinutes(Order):
    """How many minutes the stage gets, or, below 0, loses."""

    minutes: number(-10, 10, "the minutes to add") = 1


class FromStage(Order):
    """The stage that is to be left, counted from 0, and its season (Game.seasons): if two umpires press at once, the
    second one does not leave another."""

    stage: number(0, 99, "the stage to leave")
    season: number(0, 9999, "the number of the season") | None = None


class Break(Order):
    """A break in the day."""

    name: text("the name of a break", 1, 40)
    at: text("the time of a break", 1, 20)
    minutes: number(1, 600, "the minutes of a break")


class Plan(Order):
    """When the day begins and is to end, in the hall's time (HH:MM), and its breaks; ``shown`` is the plan in words as
    the form showed it."""

    begins: text("the beginning of the day", 1, 20)
    ends: text("the end of the day", 1, 20)
    breaks: list[Break]
    shown: text("the plan that was shown") = ""


def begin_season(world: World) -> None:
    """Set the clock to the beginning of the game's season; it stands until somebody starts it."""
    clock = world.session.get_one(Clock, 1)
    clock.stage, clock.left, clock.since = 0, lengths(world)[0], None
    stale = world.session.get(SeasonTime, world.game.seasons)
    if stale is not None:  # this season was begun before, and its beginning taken back
        world.session.delete(stale)


@action("clock.start", title="Start the clock", order=Nothing, desks=("game",))
def start(world: World, _order: Nothing) -> str:
    """Start the clock, or let it go on; the first start of a season is when that really began."""
    clock = world.session.get_one(Clock, 1)
    if clock.since is not None:
        raise ChangedElsewhere("The clock runs already.")
    now = reading(world, clock)
    set_to(world, clock, now, running=True)
    if world.session.get(SeasonTime, world.game.seasons) is None:
        world.session.add(
            SeasonTime(
                number=world.game.seasons,
                year=world.game.year,
                season=world.game.season,
                began=world.at,
            )
        )
    return f"The clock of {when(world)} runs: {said(world, now)}."


@action("clock.pause", title="Stop the clock", order=Nothing, desks=("game",))
def pause(world: World, _order: Nothing) -> str:
    """Stop the clock; nothing is lost, and a start goes on from here."""
    clock = world.session.get_one(Clock, 1)
    if clock.since is None:
        raise ChangedElsewhere("The clock stands already.")
    now = reading(world, clock)
    set_to(world, clock, now, running=False)
    return f"The clock was stopped: {said(world, now)}."


@action("clock.add_minute", title="Add a minute", order=AddMinutes, desks=("game",))
def add_minute(world: World, order: AddMinutes) -> str:
    """Give the stage a minute more, or some, or take them away; once time is up they count from now."""
    clock = world.session.get_one(Clock, 1)
    now = reading(world, clock)
    left = max(0, now.left) + 60 * order.minutes
    if order.minutes == 0:
        raise OrderNotUnderstood("Say how many minutes: from 1 to 10, or from −1 to −10.", field="minutes")
    if left <= 0:
        what = "Time is up already" if now.up else f"Only {now.spoken} is left of {name_of(world, now.stage)}"
        raise OrderNotAllowed(f"{what}. Skip what is left instead.", field="minutes")
    if left > LONGEST:
        raise OrderNotAllowed(f"No stage lasts longer than {spoken(LONGEST)}.", field="minutes")
    after = Reading(now.stage, left)
    set_to(world, clock, after, running=clock.since is not None)
    count = abs(order.minutes)
    much = ("A minute" if count == 1 else f"{count} minutes") + (" more: " if order.minutes > 0 else " less: ")
    return f"{much}{said(world, after)}."


@action("clock.skip", title="Skip to the next stage", order=FromStage, desks=("game",))
def skip(world: World, order: FromStage) -> str:
    """Leave out what is left of a stage; after the last one the clock stands at 0 until the season is closed."""
    clock = world.session.get_one(Clock, 1)
    now = leaving(world, clock, order)
    stages = lengths(world)
    left_out = f"Skipped {spoken(max(0, now.left))} of {name_of(world, now.stage)}"
    if now.stage + 1 < len(stages):
        after = Reading(now.stage + 1, stages[now.stage + 1])
        set_to(world, clock, after, running=clock.since is not None)
        return f"{left_out}: {said(world, after)}."
    if now.left == 0 and clock.since is None:
        raise OrderNotAllowed(
            f"The time of {when(world)} is up. The clock closes no season: close it at the gate.", field="stage"
        )
    set_to(world, clock, Reading(now.stage, 0), running=False)
    return f"{left_out}: the time of {when(world)} is up."


@action("clock.back", title="Back to the stage before", order=FromStage, desks=("game",))
def back(world: World, order: FromStage) -> str:
    """Go back to the beginning of the stage before; in the first stage, to its own beginning."""
    clock = world.session.get_one(Clock, 1)
    now = leaving(world, clock, order)
    stages = lengths(world)
    if now == Reading(0, stages[0]):
        raise OrderNotAllowed("The clock is at the beginning of the season already.", field="stage")
    before = max(0, now.stage - 1)
    after = Reading(before, stages[before])
    set_to(world, clock, after, running=clock.since is not None)
    return f"The clock went back: {said(world, after)}."


@action("day.plan", title="Plan the day", order=Plan, desks=("game",))
def plan(world: World, order: Plan) -> str:
    """Set when the day begins and is to end, and its breaks."""
    row = world.session.get_one(DayPlan, 1)
    now = plan_in_words(row.begins, row.ends, row.breaks)
    if order.shown and order.shown != now:
        raise ChangedElsewhere(
            f"The plan was changed since you opened it: {now}. Look at it, then decide again.",
            field="begins",
        )
    begins, ends = time_in(order.begins, "begins"), time_in(order.ends, "ends")
    if ends <= begins:
        raise OrderNotAllowed(f"The day begins at {time_of(begins)}, so it ends later than that.", field="ends")
    breaks = planned_breaks(order.breaks, begins, ends)
    if (time_of(begins), time_of(ends), breaks) == (row.begins, row.ends, row.breaks):
        raise OrderNotAllowed("That is the plan already.", field="begins")
    row.begins, row.ends, row.breaks = time_of(begins), time_of(ends), breaks
    return f"The plan of the day: {plan_in_words(row.begins, row.ends, row.breaks)}."


def planned_breaks(wanted: list[Break], begins: int, ends: int) -> list[dict[str, object]]:
    """The breaks in the order of the day. Raises OrderError kinds if one lies outside of the day or in another."""
    if len(wanted) > MOST_BREAKS:
        raise OrderNotAllowed(f"A day has at most {MOST_BREAKS} breaks.", field=f"breaks.{MOST_BREAKS}.name")
    found = sorted((time_in(one.at, f"breaks.{spot}.at"), spot) for spot, one in enumerate(wanted))
    free, before = begins, ""
    for at, spot in found:
        one = wanted[spot]
        if at < free and before:
            raise OrderNotAllowed(
                f"{one.name} begins at {time_of(at)}, but {before} lasts until {time_of(free)}.",
                field=f"breaks.{spot}.at",
            )
        if not begins < at < ends:
            raise OrderNotAllowed(
                f"{one.name} at {time_of(at)} does not lie within the day, {time_of(begins)} to {time_of(ends)}.",
                field=f"breaks.{spot}.at",
            )
        free, before = at + 60 * one.minutes, one.name
    return [{"name": wanted[spot].name, "at": time_of(at), "minutes": wanted[spot].minutes} for at, spot in found]


def time_in(typed: str, field: str) -> int:
    """A time of the day that was typed. Raises OrderNotUnderstood if it is none."""
    seconds = seconds_of(typed)
    if seconds is None:
        raise OrderNotUnderstood(f'"{typed}" is no time of the day. Write it as 9:30 or 17:00.', field=field)
    return seconds


def plan_in_words(begins: str, ends: str, breaks: list[dict[str, object]]) -> str:
    """A plan as people say it."""
    held = "".join(f", {one['name']} at {one['at']} ({one['minutes']} min)" for one in breaks)
    return f"{begins} to {ends}{held}"


def lengths(world: World) -> list[int]:
    """The seconds of each stage of the game's season."""
    return [60 * stage.minutes for stage in world.scenario.timetable(world.game.season)]


def reading(world: World, clock: Clock) -> Reading:
    """Where the clock is at the moment of this action."""
    return read(clock.stage, clock.left, elapsed(clock.since, datetime.fromisoformat(world.at)), lengths(world))


def set_to(world: World, clock: Clock, to: Reading, running: bool) -> None:
    """Set the clock: from this moment it runs, or stands."""
    clock.stage, clock.left = to.stage, to.left
    clock.since = world.at if running else None


def leaving(world: World, clock: Clock, order: FromStage) -> Reading:
    """Where the clock is. Raises ChangedElsewhere if that is not the stage that the order wants to leave."""
    now = reading(world, clock)
    if order.season not in (None, world.game.seasons):
        raise ChangedElsewhere(f"It is {when(world)} now: the clock was set for it.", field="stage")
    if now.stage != order.stage:
        raise ChangedElsewhere(
            f"The clock is in another stage already: {said(world, now)}. Nothing was changed.", field="stage"
        )
    return now


def name_of(world: World, stage: int) -> str:
    """What a stage is called."""
    return world.scenario.timetable(world.game.season)[stage].name


def said(world: World, now: Reading) -> str:
    """A stage and its time, in words."""
    return f"{name_of(world, now.stage)}, {now.spoken}{' left' if now.left >= 0 else ''}"


def when(world: World) -> str:
    """The game's season in words."""
    return f"{world.game.season} {world.game.year}"
