"""What waits for a second umpire, with the two answers."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.hall.confirmations.confirmations_questions import to_confirm
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import page

bp = Blueprint("confirmations", __name__, url_prefix="/confirmations")


@bp.get("/")
@desks()
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """What waits at this desk."""
    asked = request.form.get("confirmation", "") if error else ""
    return page("confirmations/confirmations.html", waiting=waiting(), error=error, asked=asked)


@bp.get("/list")
@desks()
def listed() -> ResponseReturnValue:
    """What waits, alone; a part of the page."""
    return page("confirmations/_list.html", waiting=waiting(), error=None, asked="")


@bp.post("/")
@desks()
def answer() -> ResponseReturnValue:
    """Confirm it, or do not."""
    form = dict(request.form)
    what = "confirmation.decline" if form.pop("decline", "") else "confirmation.give"
    return acted(what, form, url_for(".show"), show)


def waiting() -> object:
    """What this umpire may answer, or asked for."""
    return to_confirm(g.session, g.umpire.name, g.umpire.desk)
