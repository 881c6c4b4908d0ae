"""What was ruled in play, beside the rule options that the game shows there."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.hall.rulings.rulings_questions import rulings
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import page
from control.kernel.roles import LEAD

bp = Blueprint("rulings", __name__, url_prefix="/rulings")


@bp.get("/")
@desks()
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The rulings page: what holds, and what was ruled in play."""
    return page("rulings/rulings.html", rulings=rulings(g.session, g.umpire.desk), error=error)


@bp.post("/")
@desks(LEAD)
def record() -> ResponseReturnValue:
    """Record a decision in words."""
    return acted("ruling.record", request.form, url_for(".show"), show)
