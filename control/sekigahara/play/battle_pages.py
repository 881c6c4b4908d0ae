"""The page of the combat that is being fought, from each side's own side."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.marks import mark_of
from control.kernel.parts import acted, desks, page
from control.sekigahara.play.battle_questions import battle_page
from control.sekigahara.play.choosing_questions import OF, order_from
from control.sekigahara.play.standing_questions import newest

bp = Blueprint("battle", __name__, url_prefix="/battle")


@bp.get("/")
@desks()
def show() -> Any:
    """The combat as this desk sees it."""
    return shown()


def shown(error: OrderError | None = None) -> Any:
    """The page, with what was wrong with a play."""
    sent = request.form
    return page(
        "campaign/battle.html",
        battle=battle_page(g.session, g.umpire.desk),
        sent={name: sent.getlist(name) for name in sent},
        mark=mark_of(newest(g.session, 1)),
        error=error,
    )


@bp.post("/<name>")
@desks()
def act(name: str) -> ResponseReturnValue:
    """Play."""
    if name not in OF:
        abort(404)
    sent = request.form
    order = order_from(name, lambda field: sent.get(field, ""), sent.getlist, sent.get("side", ""))
    return acted(name, order, url_for(".show"), shown)
