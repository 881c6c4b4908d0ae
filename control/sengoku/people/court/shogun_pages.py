"""The Shogun, and the making of one: the five conditions, each with what speaks for and against it (R32, R43)."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import known, page
from control.kernel.typed import quoted
from control.sengoku.people.court import shogun_questions as queries
from control.sengoku.people.court.shogun_actions import EMPEROR
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.world.names import id_of
from control.sengoku.world.people.people_questions import living

bp = Blueprint("shogun", __name__, url_prefix="/shogun")

DEEDS = ("condition", "make", "retire")


@bp.get("/")
@desks(*AT_COURT)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The Shogun, and the box to look at somebody else (``?who=``)."""
    people = living(g.session)
    if (typed := request.args.get("who", "")) and not error:
        if (key := id_of(typed, {one.id: one for one in people})) in {one.id for one in people}:
            return redirect(url_for(".candidate", key=key), 303)
        near = did_you_mean(typed, [one.name for one in people])
        error = OrderNotUnderstood(f"Nobody called {quoted(typed[:60])} lives who might be Shogun.{near}", field="who")
    return page(
        "people/shogun/shogun.html",
        shogun=queries.the_shogun(g.session),
        heirs=[one.name for one in queries.pretenders(g.session)],
        looked_at=queries.candidates(g.session),
        people=people,
        error=error,
    )


@bp.get("/<key>")
@desks(*AT_COURT)
def candidate(key: str, error: OrderError | None = None) -> ResponseReturnValue:
    """Somebody who might be Shogun, condition by condition."""
    one = queries.candidate(g.session, key[:60])
    if one is None and error:  # a colleague has made him Shogun since, or he has died
        return show(error)
    if one is None:
        raise OrderNotUnderstood(f"Nobody called {key[:60]} lives who might be made Shogun.", field="character")
    leads = g.umpire.desk == g.room.game.leads
    return page("people/shogun/candidate.html", one=one, emperor=None if leads else EMPEROR, error=error)


@bp.post("/<key>/<deed>")
@desks(*AT_COURT)
def do(key: str, deed: str) -> ResponseReturnValue:
    """Tick a condition, make somebody Shogun, or let him retire."""
    known(deed, DEEDS)
    again = show if deed == "retire" else partial(candidate, key)
    to = url_for(".candidate", key=key) if deed == "condition" else url_for(".show")
    return acted(f"shogun.{deed}", {**request.form, "character": key}, to, again)
