"""The board for everybody: what both sides see, its ground as a picture, and what the scenario is made of."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, make_response
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from control.kernel.hall.screens.screens_pages import age
from control.kernel.pages.admitted import desks
from control.kernel.pages.drawn_once import if_changed, the_same_for_all
from control.kernel.pages.parts import page
from control.kernel.roles import PUBLIC
from control.sekigahara.play.board.board_questions import about, board_in_words, board_of, drawing_in, places_by_name

bp = Blueprint("board", __name__, url_prefix="/board")
LABEL = "The board"


@bp.get("/")
def show() -> ResponseReturnValue:
    """The board as both sides see it, for the projector."""
    drawing, position = board_of(g.session)
    return page(
        "campaign/board.html",
        over=drawing.over_svg(position, LABEL),
        words=board_in_words(position),
        places=places_by_name(g.session),
        **age(),
    )


@bp.get("/over")
@the_same_for_all(PUBLIC)
def over() -> ResponseReturnValue:
    """What lies over the ground, as both sides see it; a part of the page."""
    drawing, position = board_of(g.session)
    return page("campaign/_over.html", over=drawing.over_svg(position, LABEL), words=board_in_words(position))


@bp.get("/ground.svg")
def ground() -> ResponseReturnValue:
    """Sea, land, mountains and roads, which no game changes."""
    answer = make_response(drawing_in(g.session)[1].ground_svg)
    answer.headers["Content-Type"] = "image/svg+xml"
    return if_changed(answer)


@bp.get("/about")
@desks()
def about_it() -> ResponseReturnValue:
    """What the scenario is made of: how sure it is, which places are drawn elsewhere, the rulings."""
    return page("campaign/about.html", about=about(g.session))


def view(session: Session, _scenario: Any) -> dict[str, Any]:
    """The board on a screen."""
    drawing, position = board_of(session)
    return {"ground": drawing.ground_svg, "over": drawing.over_svg(position, LABEL), "when": position.when}
