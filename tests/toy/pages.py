"""The one page of the game, and its one paper."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, redirect, request, url_for
from sqlalchemy.orm import Session

from control.kernel.parts import act, desks, page
from control.kernel.rows import Game
from control.kernel.safety_questions import moment
from control.kernel.state_questions import state
from printouts.listing import Column, Head, Section, row_of, sheets
from printouts.paper import Paper
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
    secret = g.session.get_one(Game, 1).secret
    act("bid.make", {"sealed": seal(secret, g.umpire.desk, request.form["price"])})
    return redirect(url_for(".show"), 303)


def print_pack(store: Any, scenario: Any, _drawing: Any, _at: str) -> Any:
    """What the umpire knows, on paper."""
    columns = (Column("What is known", 180),)
    with store.read() as session:
        now = moment(session)
        rows = tuple(row for line in lines(session, "umpire") for row in row_of(columns, (line,)))
    paper = Paper(scenario.title)
    sheets(paper, Head("Umpire", scenario.title, now.when), (Section("The river", columns, rows),))
    return paper.finish(), now
