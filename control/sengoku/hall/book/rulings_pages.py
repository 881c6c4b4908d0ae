"""A rule option: which past results another value would have altered, and changing it."""

from __future__ import annotations

from flask import Blueprint, abort, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import page
from control.sengoku.hall.book.rulings_questions import altered, options_in_force
from control.sengoku.rules.rulings import OPTIONS

bp = Blueprint("options", __name__, url_prefix="/rulings")


@bp.get("/<option>/<value>")
@desks("map", "game")
def what_if(option: str, value: str, error: OrderError | None = None) -> ResponseReturnValue:
    """Which past results would have been different with this value, and for Game Control the form that changes it;
    nothing is changed by looking."""
    if option not in OPTIONS or value not in OPTIONS[option].values:
        abort(404)
    one = next(row for row in options_in_force(g.session) if row.key == option)
    return page(
        "hall/rulings/what_if.html",
        option=one,
        value=value,
        words=OPTIONS[option].values[value],
        error=error,
        altered=altered(g.session, g.room.scenario, option, value, g.umpire.desk),
    )


@bp.post("/<option>/<value>")
@desks("game")
def change(option: str, value: str) -> ResponseReturnValue:
    """Change a rule option from now on."""
    form = {name: typed for name, typed in request.form.items() if name in ("key", "now", "reason")}
    return acted(
        "ruling.change_option",
        {**form, "option": option, "value": value},
        url_for("rulings.show"),
        lambda error: what_if(option, value, error),
    )
