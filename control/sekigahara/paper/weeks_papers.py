"""The record sheet of the weeks: what each brings, what was done in it as the journal has it, and room for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from control.kernel.journal.safety_questions import moment
from control.kernel.printing.kinds import Item, Kind, Press
from control.kernel.wording import capital, counted
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import campaign_in, state_now
from control.sekigahara.play.weeks_questions import WeekDone, how_it_stands, weeks_done
from control.sekigahara.rules.campaign.campaign import Campaign, as_document
from control.sekigahara.rules.phases.weeks import TURNS
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES
from printouts.listing import Cell, Column, Head, Section, Shut, Write, rows_in, sheets
from printouts.paper import A4_LEVEL, Paper
from printouts.styles import FINE, STRONG

EACH = [capital(CALLED[side]) for side in SIDES]
WEEKS = (
    Column("Week", 11, STRONG),
    Column("Each draws", 34),
    Column("More castles", 25, FINE),
    Column("More resources", 27, FINE),
    *(Column(f"{name} bids", 20) for name in EACH),
    Column("First", 20),
    *(Column(f"{name}: castles", 22, align="centre") for name in EACH),
    *(Column(f"{name}: resources", 24, align="centre") for name in EACH),
    Column("Points E : W", 24, align="centre"),
)
PHASES = (
    Column("Week", 11, STRONG),
    Column("Turn", 11),
    Column("First side: movement", 40),
    Column("Combats: where, Impact, lost", 85),
    Column("Second side: movement", 40),
    Column("Combats: where, Impact, lost", 86),
)


def weeks(press: Press) -> Iterable[Item]:
    """The one sheet."""
    campaign, state, done = campaign_in(press.session), state_now(press.session), weeks_done(press.session)
    rows: list[tuple[Cell, ...]] = []
    for number, week in sorted(campaign.weeks.items()):
        was = done.get(number, WeekDone())
        first = CALLED[was.first].removeprefix("the ") if was.first else ""
        said = (*(was.bids.get(side, "") for side in SIDES), first)
        stood = was.stood or (
            how_it_stands(campaign, state, as_document(state)) if number == state.week else (None,) * 5
        )
        brings = (
            f"{counted(week.cards, 'card')}, {counted(week.blocks, 'block')}"
            if week.cards or week.blocks
            else "as set up"
        )
        more = (f"+{week.castles} card", f"+{week.resources} block") if week.cards or week.blocks else ("", "")
        empty: Cell = Shut() if number < state.week else Write()
        rows.append(
            (str(number), brings, *more, *(str(one) if one not in ("", None) else empty for one in (*said, *stood)))
        )
    yield Item(
        "", "Weeks", "", (press.scenario.title, moment(press.session).when, tuple(rows), turns_of(campaign, done))
    )


def turns_of(campaign: Campaign, done: Mapping[int, WeekDone]) -> tuple[tuple[Cell, ...], ...]:
    """A row for each turn: cards for movement and combats of the first side and of the second, or room for them."""
    found: list[tuple[Cell, ...]] = []
    for number in sorted(campaign.weeks):
        was = done.get(number, WeekDone())
        for turn in TURNS:
            cells: list[Cell] = []
            for side in (was.first, OTHER[was.first]) if was.first else ("", ""):
                cells += [
                    was.paid.get((turn, side)) or Write(),
                    "; ".join(was.combats.get((turn, side), ())) or Write(),
                ]
            found.append((str(number), turn, *cells))  # a sheet may begin with either turn
    return tuple(found)


def draw(paper: Paper, things: Any) -> None:
    """The sheet: the weeks, and each turn with what was done in it and room to write."""
    for title, when, weeks, turns in things:
        table = Section("The weeks", WEEKS, rows_in(WEEKS, weeks, 9.0))
        each = Section("Its turns", PHASES, rows_in(PHASES, turns, 9.0), fresh=True)
        sheets(paper, Head("Record of the weeks", title, when), [table, each], A4_LEVEL)


WEEK = Kind(
    key="weeks",
    name="Record of the weeks",
    one="weekly record sheet",
    chapter="all",
    desks=(UMPIRE,),
    items=weeks,
    draw=draw,
    empty="There are no weeks.",
)
