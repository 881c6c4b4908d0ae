"""How the campaign came out: who has won and by what, what each side holds and lost, week by week. All of it lies open
once the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy.orm import Session

from control.kernel.journal.safety_questions import moment
from control.kernel.printing.kinds import Item, Kind, Press
from control.kernel.wording import alike, capital
from control.sekigahara.play.battle.fought_questions import begun_after, fought
from control.sekigahara.play.board.board_questions import castle_owners
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.play.standing_questions import campaign_in, known_to, state_now, winner
from control.sekigahara.play.weeks_questions import combat_in_words, weeks_done
from control.sekigahara.rules.campaign.campaign import LOST, Campaign, State
from control.sekigahara.rules.campaign.scoring import worth_of
from control.sekigahara.rules.sides import CALLED, SIDES
from printouts.listing import Column, Head, Section, rows_in, sheets
from printouts.paper import Paper
from printouts.styles import STRONG

EACH = [capital(CALLED[side]) for side in SIDES]
WON = (Column("", 186, STRONG),)
BOTH = (Column("", 34, STRONG), *(Column(name, 76, gap=6) for name in EACH))
WEEKS = (
    Column("Week", 14, STRONG),
    *(Column(f"{name} bids", 26, align="centre") for name in EACH),
    Column("First", 18),
    *(Column(f"{name}: castles, resources", 34, align="centre") for name in EACH),
    Column("Points E : W", 34, align="centre"),
)
COMBATS = (Column("When", 40), Column("Where, Impact, lost; the attacker first", 146))
Lines = tuple[tuple[str, ...], ...]


def results(press: Press) -> Iterator[Item]:
    """The one sheet, once there is a winner."""
    session = press.session
    campaign, state = campaign_in(session), state_now(session)
    if state.winner:
        parts = (won(campaign, state), sums(campaign, state), held(campaign, state), weeks(session), combats(session))
        yield Item("", "Results", "", (press.scenario.title, moment(session).when, parts))


def won(campaign: Campaign, state: State) -> Lines:
    """Who has won, and by what (2)."""
    return ((winner(known_to(campaign, state, UMPIRE)),),)


def sums(campaign: Campaign, state: State) -> Lines:
    """What each side's victory points are made of, as it stood at the end (2.2)."""
    rows, total = [], dict.fromkeys(SIDES, 0)
    for what, (each, number) in worth_of(campaign, state).items():
        if each:
            rows.append((f"{capital(what)}s", *(f"{number[side]} at {each}: {number[side] * each}" for side in SIDES)))
            total = {side: total[side] + number[side] * each for side in SIDES}
    return (*rows, ("Victory points", *(str(total[side]) for side in SIDES)))


def held(campaign: Campaign, state: State) -> Lines:
    """What each side holds, and whom it lost."""
    known, called = known_to(campaign, state, UMPIRE), campaign.board.called
    owned = {"Castles": castle_owners(campaign, known), "Resource locations": state.resources}
    lost = [campaign.blocks[one].kind for one, where in state.spot.items() if where == LOST]
    return (
        *(
            (what, *(alike(called(place) for place, whose in owners.items() if whose == side) for side in SIDES))
            for what, owners in owned.items()
        ),
        ("Leaders lost", *(alike(one.name for one in lost if one.side == side and one.leader) for side in SIDES)),
        ("Blocks lost", *(alike(one.name for one in lost if one.side == side) for side in SIDES)),
    )


def weeks(session: Session) -> Lines:
    """Each week as the journal has it."""
    found: list[tuple[str, ...]] = []
    for number, week in sorted(weeks_done(session).items()):
        first = CALLED[week.first].removeprefix("the ") if week.first else ""
        castles, resources, points = week.stood[:2], week.stood[2:4], week.stood[4:]
        stood = (*(f"{one}, {other}" for one, other in zip(castles, resources, strict=True)), *points) or ("",) * 3
        found.append((str(number), *(str(week.bids.get(side, "")) for side in SIDES), first, *stood))
    return tuple(found)


def combats(session: Session) -> Lines:
    """Each combat that was fought, the first first; what was fought before the game went on from paper stands there."""
    campaign, begun = campaign_in(session), begun_after(session)
    found = (one for one in fought(session) if one.number > begun)
    return tuple((capital(one.when), combat_in_words(campaign, one.fight)) for one in found)


def draw(paper: Paper, things: Any) -> None:
    """The sheets."""
    for title, when, (outcome, summed, holds, by_week, fights) in things:
        parts = (
            ("Who has won", WON, outcome, ""),
            ("The victory points (2.2)", BOTH, summed, ""),
            ("What each holds, and lost", BOTH, holds, ""),
            ("Week by week", WEEKS, by_week, "The journal has no week of it."),
            ("The combats", COMBATS, fights, "No combat was fought."),
        )
        sections = [Section(name, columns, rows_in(columns, lines), empty) for name, columns, lines, empty in parts]
        sheets(paper, Head("After the game", title, when), sections)


RESULTS = Kind(
    key="results",
    name="Results",
    one="results sheet",
    chapter="all",
    desks=(UMPIRE,),
    items=results,
    draw=draw,
    empty="The campaign is not over: there are no results yet.",
    pack=False,
)
