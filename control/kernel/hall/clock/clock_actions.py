"""The clock of a game that has one (clockwork.py): start, pause, a minute more, skip, back; the plan of the day.

The clock rings and shows, and fires no rule: after the last stage it stands, or counts over, until the desk that leads
closes the stretch. An undo sets it back to how it was before the press, running on as if nobody had pressed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import World
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import UmpiredGame
from control.kernel.hall.clock.clock_rules import (
    LONGEST,
    MOST_BREAKS,
    Pause,
    Reading,
    elapsed,
    plan_in_words,
    read,
    seconds_of,
    spoken,
    time_of,
    unfit,
)
from control.kernel.hall.clock.clockwork import Stage
from control.kernel.roles import LEAD
from control.kernel.rows.clocks import ClockRow
from control.kernel.typed import Order, made_order, number, text


def clock_action(name: str, title: str, order: Any) -> Callable[..., Any]:
    """Put what it decorates among the actions of games that have a clock: the desk that leads has its buttons."""
    return KERNEL_ACTIONS.add(name, title=title, order=order, desks=(LEAD,), needs="clock")


class Nothing(Order):
    """An order that says all with its name."""


class AddMinutes(Order):
    """How many minutes the stage gets, or, below 0, loses."""

    minutes: number(-10, 10, "the minutes to add") = 1


def from_stage(game: UmpiredGame) -> type[Order]:
    """What names a stage of this game: beside it its stretch, by the word for one."""
    word = game.stretch_word
    said = f"""The stage that is to be left, counted from 0, and its {word} by its number: if two umpires press at once,
    the second one does not leave another."""
    stretch = {word: (number(0, 9999, f"the number of the {word}") | None, None)}
    return made_order("FromStage", said, stage=number(0, 99, "the stage to leave"), **stretch)


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


def begin_stretch(world: World) -> None:
    """Set the clock to the beginning of the stretch that the game is in; it stands until somebody starts it."""
    clock = clock_in(world)
    clock.stage, clock.left, clock.since = 0, stages(world)[0].seconds, None
    stale = world.session.get(world.of_game.clockwork.times, stretch_number(world))
    if stale is not None:  # it was begun before, and its beginning taken back
        world.session.delete(stale)


@clock_action("clock.start", title="Start the clock", order=Nothing)
def start(world: World, _order: Nothing) -> str:
    """Start the clock, or let it go on; the first start of a stretch is when that really began."""
    clock = clock_in(world)
    if clock.since is not None:
        raise ChangedElsewhere("The clock runs already.")
    now = reading(world, clock)
    set_to(world, clock, now, running=True)
    work, spot = world.of_game.clockwork, stretch_number(world)
    if world.session.get(work.times, spot) is None:
        world.session.add(work.times(number=spot, began=world.at, **work.kept(world.game)))
    return f"The clock of {when(world)} runs: {said(world, now)}."


@clock_action("clock.pause", title="Stop the clock", order=Nothing)
def pause(world: World, _order: Nothing) -> str:
    """Stop the clock; nothing is lost, and a start goes on from here."""
    clock = clock_in(world)
    if clock.since is None:
        raise ChangedElsewhere("The clock stands already.")
    now = reading(world, clock)
    set_to(world, clock, now, running=False)
    return f"The clock was stopped: {said(world, now)}."


@clock_action("clock.add_minute", title="Add a minute", order=AddMinutes)
def add_minute(world: World, order: AddMinutes) -> str:
    """Give the stage a minute more, or some, or take them away; once time is up they count from now."""
    clock = clock_in(world)
    now = reading(world, clock)
    left = max(0, now.left) + 60 * order.minutes
    if order.minutes == 0:
        raise OrderNotUnderstood("Say how many minutes: from 1 to 10, or from −1 to −10.", field="minutes")
    if left <= 0:
        what = "Time is up already" if now.up else f"Only {now.spoken} is left of {name_of(world, now.stage)}"
        raise OrderNotAllowed(f"{what}. Skip what is left instead.", field="minutes")
    if left > 60 * LONGEST:
        raise OrderNotAllowed(f"No stage lasts longer than {spoken(60 * LONGEST)}.", field="minutes")
    after = Reading(now.stage, left)
    set_to(world, clock, after, running=clock.since is not None)
    count = abs(order.minutes)
    much = ("A minute" if count == 1 else f"{count} minutes") + (" more: " if order.minutes > 0 else " less: ")
    return f"{much}{said(world, after)}."


@clock_action("clock.skip", title="Skip to the next stage", order=from_stage)
def skip(world: World, order: Any) -> str:
    """Leave out what is left of a stage; after the last one the clock stands at 0 until the stretch is closed."""
    clock = clock_in(world)
    now = leaving(world, clock, order)
    follow = stages(world)
    left_out = f"Skipped {spoken(max(0, now.left))} of {name_of(world, now.stage)}"
    if now.stage + 1 < len(follow):
        after = Reading(now.stage + 1, follow[now.stage + 1].seconds)
        set_to(world, clock, after, running=clock.since is not None)
        return f"{left_out}: {said(world, after)}."
    if now.left == 0 and clock.since is None:
        word = world.of_game.stretch_word
        raise OrderNotAllowed(
            f"The time of {when(world)} is up. The clock closes no {word}: close it at the gate.", field="stage"
        )
    set_to(world, clock, Reading(now.stage, 0), running=False)
    return f"{left_out}: the time of {when(world)} is up."


@clock_action("clock.back", title="Back to the stage before", order=from_stage)
def back(world: World, order: Any) -> str:
    """Go back to the beginning of the stage before; in the first stage, to its own beginning."""
    clock = clock_in(world)
    now = leaving(world, clock, order)
    follow = stages(world)
    if now == Reading(0, follow[0].seconds):
        raise OrderNotAllowed(
            f"The clock is at the beginning of the {world.of_game.stretch_word} already.", field="stage"
        )
    before = max(0, now.stage - 1)
    after = Reading(before, follow[before].seconds)
    set_to(world, clock, after, running=clock.since is not None)
    return f"The clock went back: {said(world, after)}."


@clock_action("day.plan", title="Plan the day", order=Plan)
def plan(world: World, order: Plan) -> str:
    """Set when the day begins and is to end, and its breaks."""
    row = world.session.get_one(world.of_game.clockwork.plan, 1)
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
    found = [Pause(one.name, time_in(one.at, f"breaks.{at}.at"), 60 * one.minutes) for at, one in enumerate(wanted)]
    if amiss := unfit(found, begins, ends):
        spot, sentence = amiss
        raise OrderNotAllowed(sentence, field=f"breaks.{spot}.{'name' if spot == MOST_BREAKS else 'at'}")
    in_order = sorted(found, key=lambda one: one.at)
    return [{"name": one.name, "at": time_of(one.at), "minutes": one.length // 60} for one in in_order]


def time_in(typed: str, field: str) -> int:
    """A time of the day that was typed. Raises OrderNotUnderstood if it is none."""
    seconds = seconds_of(typed)
    if seconds is None:
        raise OrderNotUnderstood(f'"{typed}" is no time of the day. Write it as 9:30 or 17:00.', field=field)
    return seconds


def clock_in(world: World) -> ClockRow:
    """The clock of the game."""
    return world.session.get_one(world.of_game.clockwork.row, 1)


def stretch_number(world: World) -> int:
    """The number of the stretch that the game is in."""
    return world.of_game.clockwork.number(world.game)


def stages(world: World) -> tuple[Stage, ...]:
    """The stages of the stretch that the game is in."""
    return world.of_game.clockwork.stages(world.scenario, world.game)


def reading(world: World, clock: ClockRow) -> Reading:
    """Where the clock is at the moment of this action."""
    gone = elapsed(clock.since, datetime.fromisoformat(world.at))
    return read(clock.stage, clock.left, gone, [one.seconds for one in stages(world)])


def set_to(world: World, clock: ClockRow, to: Reading, running: bool) -> None:
    """Set the clock: from this moment it runs, or stands."""
    clock.stage, clock.left = to.stage, to.left
    clock.since = world.at if running else None


def leaving(world: World, clock: ClockRow, order: Any) -> Reading:
    """Where the clock is. Raises ChangedElsewhere if that is not the stage that the order wants to leave."""
    now = reading(world, clock)
    if getattr(order, world.of_game.stretch_word) not in (None, stretch_number(world)):
        raise ChangedElsewhere(f"It is {when(world)} now: the clock was set for it.", field="stage")
    if now.stage != order.stage:
        raise ChangedElsewhere(
            f"The clock is in another stage already: {said(world, now)}. Nothing was changed.", field="stage"
        )
    return now


def name_of(world: World, stage: int) -> str:
    """What a stage is called."""
    return stages(world)[stage].name


def said(world: World, now: Reading) -> str:
    """A stage and its time, in words."""
    return f"{name_of(world, now.stage)}, {now.spoken}{' left' if now.left >= 0 else ''}"


def when(world: World) -> str:
    """The stretch that the game is in, in words."""
    return world.of_game.moment(world.game).stretch
