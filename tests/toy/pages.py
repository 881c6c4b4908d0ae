"""The one page of the game, and its one paper."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, redirect, request, url_for
from sqlalchemy.orm import Session

from control.kernel.journal.safety_questions import moment
from control.kernel.journal.state_questions import state
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act
from control.kernel.pages.parts import page
from control.kernel.printing.kinds import Item, Kind, Papers
from control.kernel.rows import Game
from printouts.listing import Column, Head, Section, row_of, sheets
from printouts.paper import Paper, unknown_letters
from tests.toy.actions import seal

bp = Blueprint("river", __name__, url_prefix="/river")


def lines(session: Session, desk: str) -> list[str]:
    """What a desk knows."""
    known = state(session, desk)
    return [str(row) for part in ("boats", "scouts", "bids", "runs") for row in known.get(part, ())]


@bp.get("/")
@desks()
def show() -> Any:
    """What this desk knows."""
    return page("river.html", lines=lines(g.session, g.umpire.desk))


@bp.post("/bid")
@desks("north", "south")
def bid() -> Any:
    """Seal a bid and put it in."""
    secret = Game.only(g.session).secret
    act("bid.make", {"sealed": seal(secret, g.umpire.desk, request.form["price"])})
    return redirect(url_for(".show"), 303)


def river(paper: Paper, things: Any) -> None:
    """What the umpire knows, drawn."""
    columns = (Column("What is known", 180),)
    for now, known in things:
        rows = tuple(row for line in known for row in row_of(columns, (line,)))
        sheets(paper, Head("Umpire", "The river", now), (Section("The river", columns, rows),))


KNOWN = Kind(
    key="known",
    name="What is known",
    one="list",
    chapter="all",
    desks=("umpire",),
    items=lambda press: [Item("", "All", "", (moment(press.session).when, tuple(lines(press.session, "umpire"))))],
    draw=river,
    empty="Nothing is known.",
)
PAPERS = Papers(
    kinds={KNOWN.key: KNOWN},
    chapters={"all": "The river"},
    handed_out=(),
    paper=Paper,
    unknown=unknown_letters,
    word="side",
    owners=lambda _scenario: {},
    choices=lambda _session: (),
    meant=lambda typed, _scenario: typed,
)


def print_pack(store: Any, scenario: Any, _drawing: Any, _at: str) -> Any:
    """What the umpire knows, on paper."""
    with store.read() as session:
        now = moment(session)
        known = lines(session, "umpire")
    paper = Paper(scenario.title)
    river(paper, [(now.when, known)])
    return paper.finish(), now, ""
