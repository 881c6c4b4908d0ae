"""The page that each desk opens on: how far the campaign is, what it may do now, what stands where as it may see."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.marks import mark_of
from control.kernel.parts import acted, desks, if_changed, page
from control.sekigahara.play.board_questions import board_of, places_by_name
from control.sekigahara.play.choosing_questions import OF, forms, order_from
from control.sekigahara.play.standing_questions import for_a_page, newest

bp = Blueprint("table", __name__, url_prefix="/table")


@bp.get("/")
@desks()
def show() -> Any:
    """What this desk knows of the campaign, and may do."""
    return shown()


def shown(error: OrderError | None = None) -> Any:
    """The page, with what was wrong with the order that was sent."""
    desk = g.umpire.desk
    drawing, position = board_of(g.session, desk)
    return page(
        "campaign/table.html",
        over=drawing.over_svg(position, "The board, as this desk knows it"),
        places=places_by_name(g.session),
        table=for_a_page(g.session, desk),
        forms=forms(g.session, desk),
        mark=mark_of(newest(g.session, 1)),
        error=error,
    )


@bp.get("/over")
@desks()
def over() -> ResponseReturnValue:
    """What lies over the ground, as this desk knows it; a part of the page."""
    drawing, position = board_of(g.session, g.umpire.desk)
    return if_changed(page("campaign/_over.html", over=drawing.over_svg(position, "The board, as this desk knows it")))


@bp.post("/<name>")
@desks()
def act(name: str) -> ResponseReturnValue:
    """Carry out what a form of the page asks for."""
    if name not in OF:
        abort(404)
    sent = request.form
    order = order_from(name, lambda field: sent.get(field, ""), sent.getlist, sent.get("side", ""))
    return acted(name, order, url_for(".show"), shown)
