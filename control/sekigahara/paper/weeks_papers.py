"""The record sheet of the weeks: what each brings, and room for what was done in it; how it stands now is filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from control.kernel.printing.kinds import Item, Kind, Press
from control.kernel.safety_questions import moment
from control.kernel.wording import capital, counted
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import campaign_in, state_now
from control.sekigahara.rules.scoring import castles, number_each, points
from control.sekigahara.rules.sides import CALLED, SIDES
from control.sekigahara.rules.weeks import TURNS
from printouts.listing import SMALL, STRONG, Cell, Column, Head, Section, Shut, Write, row_of, sheets
from printouts.paper import A4_LEVEL, Paper

EACH = [capital(CALLED[side]) for side in SIDES]
WEEKS = (
    Column("Week", 11, STRONG),
    Column("Each draws", 34),
    Column("More castles", 25, SMALL),
    Column("More resources", 27, SMALL),
    *(Column(f"{name} bids", 20) for name in EACH),
    Column("First", 20),
    *(Column(f"{name}: castles", 22, align="centre") for name in EACH),
    *(Column(f"{name}: resources", 24, align="centre") for name in EACH),
    Column("Points E : W", 24, align="centre"),
)
PHASES = (
    Column("Week", 11, STRONG),
    Column("Turn", 11),
    Column("First side: cards for movement", 62),
    Column("Combats: where, Impact, lost", 63),
    Column("Second side: cards for movement", 62),
    Column("Combats: where, Impact, lost", 64),
)


def weeks(press: Press) -> Iterable[Item]:
    """The one sheet."""
    campaign, state = campaign_in(press.session), state_now(press.session)
    owned = number_each(castles(campaign, state)), number_each(state.resources)
    score, _ = points(campaign, state)
    rows: list[tuple[Cell, ...]] = []
    for number, week in sorted(campaign.weeks.items()):
        first = CALLED[state.first].removeprefix("the ") if number == state.week and state.first else None
        now: tuple[Cell, ...] = (Write(),) * 8
        if number < state.week:
            now = (Shut(),) * 8
        elif number == state.week:
            counts = [str(one[side]) for one in owned for side in SIDES]
            now = (Write(), Write(), first or Write(), *counts, f"{score['east']} : {score['west']}")
        brings = (
            f"{counted(week.cards, 'card')}, {counted(week.blocks, 'block')}"
            if week.cards or week.blocks
            else "as set up"
        )
        more = (f"+{week.castles} card", f"+{week.resources} block") if week.cards or week.blocks else ("", "")
        rows.append((str(number), brings, *more, *now))
    yield Item("", "Weeks", "", (press.scenario.title, moment(press.session).when, tuple(rows)))


def draw(paper: Paper, things: Any) -> None:
    """The sheet: the weeks, and each turn with room to write."""
    for title, when, rows in things:
        table = Section("The weeks", WEEKS, tuple(row for cells in rows for row in row_of(WEEKS, cells, 9.0)))
        sheets(paper, Head("Record of the weeks", title, when), [table, turns([cells[0] for cells in rows])], A4_LEVEL)


def turns(numbers: Iterable[str]) -> Section:
    """Each turn of each week, with room for its movement and its combats."""

    def cells() -> Iterator[tuple[Cell, ...]]:
        for number in numbers:
            for turn in TURNS:
                yield (number if turn == TURNS[0] else "", turn, Write(), Write(), Write(), Write())

    rows = tuple(row for one in cells() for row in row_of(PHASES, one, 10.2))
    return Section("Its turns", PHASES, rows, fresh=True)


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
