"""The door: players are checked in on a phone, one tap each, and are told their table and their papers."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import ChangedElsewhere, OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, own_number
from control.kernel.pages.parts import htmx, known, page, page_or_part
from control.sengoku.people.casting import casting_questions as queries
from control.sengoku.rules.desks import DESKS

bp = Blueprint("door", __name__, url_prefix="/door")

WHO = tuple(DESKS)
STATES = {"check-in": "player.check_in", "check-out": "player.check_out", "no-show": "player.no_show"}


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """Whom the door waits for; ``?q=ann`` for those whose names begin so."""
    return page("people/casting/door.html", **context())


@bp.get("/list")
@desks(*WHO)
def listed() -> ResponseReturnValue:
    """The list alone, fetched as one types and when the journal has grown."""
    return page("people/casting/_door.html", **context())


def context(error: OrderError | None = None, adding: bool = False) -> dict[str, Any]:
    """What the door shows: the list, and the player who was tapped last with what he is to be handed."""
    view = request.values
    typed, last = view.get("q", "")[:60], view.get("last", "")
    tapped = queries.player(g.session, int(last), g.umpire.desk) if last.isdecimal() and len(last) < 7 else None
    return {
        "door": queries.door(g.session, typed, g.umpire.desk),
        "typed": typed,
        "tapped": tapped,
        "entry": view.get("entry", "")[:9],
        "already": view.get("already"),
        "error": error,
        "adding": adding,
        "form": request.form,
        "clans": queries.tables(g.session),
    }


@bp.post("/<int:number>/<deed>")
@desks(*WHO)
def tap(number: int, deed: str) -> ResponseReturnValue:
    """Check a player in or out, or note that he does not come. Whom another umpire has checked in is simply here."""
    known(deed, STATES)
    view: dict[str, Any] = {"q": request.form.get("q") or None, "last": number}
    try:
        entry = act(STATES[deed], {"player": str(number)})
        view["entry"] = own_number(entry.number)
    except ChangedElsewhere:
        view["already"] = 1
    except OrderError as error:
        found = context(error)
        return page_or_part("people/casting/door.html", "people/casting/_door.html", **found)
    return redirect(url_for(".listed" if htmx() else ".show", **view), 303)


@bp.post("/add")
@desks(*WHO)
def add() -> ResponseReturnValue:
    """Add somebody who walks in; he is here at once."""
    form = {name: request.form.get(name, "") for name in ("name", "clan", "note")}
    try:
        entry = act("player.add", {**form, "arrived": "true"})
    except OrderError as error:
        return page("people/casting/door.html", **context(error, adding=True))
    number = next(change["key"][0] for change in entry.changes if change["table"] == "player")
    return redirect(url_for(".show", last=number, entry=own_number(entry.number)), 303)
