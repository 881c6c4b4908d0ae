"""The Emperor's court: who is there, for every desk; who comes and goes, at the Bakufu's and Game Control's
(handbook 4)."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import page
from control.kernel.roles import EVERY_DESK
from control.sengoku.people.court import court_questions as queries
from control.sengoku.people.court.court_actions import WAYS
from control.sengoku.rules.desks import AT_COURT

bp = Blueprint("court", __name__, url_prefix="/court")


@bp.get("/")
@desks(EVERY_DESK)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """Who is at court."""
    return page(
        "people/court.html",
        living=queries.courtiers(g.session),
        dead=queries.courtiers(g.session, alive=False),
        may_change=g.umpire.desk in AT_COURT,
        roles=queries.ROLES,
        ways=WAYS,
        error=error,
    )


@bp.post("/")
@desks(*AT_COURT)
def add() -> ResponseReturnValue:
    """Make somebody new."""
    return acted("court.add", request.form, url_for(".show"), show)


@bp.post("/<key>/leave")
@desks(*AT_COURT)
def leave(key: str) -> ResponseReturnValue:
    """Somebody dies, or resigns his office."""
    return acted("court.leave", {**request.form, "courtier": key}, url_for(".show"), show)
