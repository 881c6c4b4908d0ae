"""The page of each desk: the board as it knows it, whose move it is, what it may do, and a stack that is to move."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, g, request
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import or_again
from control.kernel.pages.drawn_once import the_same_for_all
from control.kernel.pages.parts import page
from control.sekigahara.play.acted_questions import acts_so_far
from control.sekigahara.play.board.board_questions import board_of, places_by_name
from control.sekigahara.play.choosing_questions import MoveForm, move_form
from control.sekigahara.play.desk_questions import desk_page
from control.sekigahara.play.sent_pages import around_forms, carry_out, forcing
from control.sekigahara.play.standing_questions import for_a_page

bp = Blueprint("table", __name__, url_prefix="/table")
LABEL = "The board, as this desk knows it"


@bp.get("/")
@desks()
def show(error: OrderError | None = None) -> Any:
    """What this desk knows of the campaign, and may do."""
    desk = g.umpire.desk
    drawing, position = board_of(g.session, desk)
    place = request.values.get("from", "")
    return page(
        "campaign/table.html",
        over=drawing.over_svg(position, LABEL),
        places=places_by_name(g.session),
        desk=desk_page(g.session, desk, forcing()),
        table=for_a_page(g.session, desk),
        move=move_here(place) if place else None,
        asked=place,
        **around_forms(),
        error=error,
    )


@bp.get("/over")
@desks()
@the_same_for_all()
def over() -> ResponseReturnValue:
    """What lies over the ground, as this desk knows it; a part of the page."""
    drawing, position = board_of(g.session, g.umpire.desk)
    return page("campaign/_over.html", over=drawing.over_svg(position, LABEL))


@bp.get("/move/<place>")
@desks()
def move(place: str) -> ResponseReturnValue:
    """A stack that is to move, with what it costs and why, or only who is ``here``; a part of the page, and by itself
    a page. It is read aloud where a reader of screens is."""
    return page(
        "campaign/_move.html",
        place=place,
        move=None if "here" in request.args else move_here(place),
        here=here(place),
        acted=acts_so_far(g.session),
        says=True,
    )


def move_here(place: str) -> MoveForm | None:
    """The form of a stack, as far as it was filled in."""
    given = request.values
    number = given.get("groups", 1, type=int) + ("part" in given)
    fresh = "groups" not in given
    return move_form(g.session, g.umpire.desk, place, lambda name: given.get(name, ""), given.getlist, number, fresh)


def here(place: str) -> tuple[str, ...]:
    """What stands at a place, as this desk knows it: its name, the east, the west."""
    named = dict(places_by_name(g.session)).get(place)
    if named is None:
        abort(404)
    return next((row for row in for_a_page(g.session, g.umpire.desk).places if row[0] == named), (named, "", ""))


@bp.post("/<name>")
@desks()
@or_again(lambda _name, error: show(error))
def act(name: str) -> ResponseReturnValue:
    """Carry out what a form of the page asks for."""
    return carry_out(name, show)
