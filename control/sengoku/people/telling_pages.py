"""The list of each desk of what it must still tell, and whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, done
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import htmx, page, page_or_part
from control.sengoku.people.kin_questions import proposed_heirs
from control.sengoku.world.people.people_questions import successions
from control.sengoku.world.people.titles_questions import vacant
from control.sengoku.world.telling import telling_questions as queries

bp = Blueprint("telling", __name__, url_prefix="/tell")

WHO = ("map", "game", "team", "npd", "bakufu")
FILTERS = ("filter", "open", "from", "to")
"""What a tick says of the list it stands in, and not of the tick."""
ACTIONS = ("notice.tell", "notice.tell_all")


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """The desk's list, newest first; ``?clan=takeda`` for one clan alone, ``?told=1`` with what was told already."""
    return page("people/tell/list.html", **context(request.args))


@bp.get("/list")
@desks(*WHO)
def listed() -> ResponseReturnValue:
    """The list alone, fetched anew when the journal has grown."""
    return page("people/tell/_list.html", **context(request.args))


@bp.get("/count")
@desks(*WHO)
def count() -> ResponseReturnValue:
    """How many still have to hear something: a small figure for the band; nothing if nobody has."""
    return page("people/tell/_count.html", untold=queries.untold(g.session, g.umpire.desk))


@bp.post("/<name>")
@desks(*WHO)
def tick(name: str) -> ResponseReturnValue:
    """Tick off one who was told, or all of them."""
    if name not in ACTIONS:
        raise OrderNotUnderstood(f'"{name}" is nothing this page does.', field="action")
    clan, told = request.form.get("filter") or None, request.form.get("open") or None
    stands: dict[str, Any] = {name: given for name in ("from", "to") if (given := request.form.get(name))}
    try:
        entry = act(name, {field: value for field, value in request.form.items() if field not in FILTERS})
    except OrderError as error:
        answer = context({"clan": clan, "told": told}) | {"error": error}
        return page_or_part("people/tell/list.html", "people/tell/_list.html", **answer)
    if htmx():  # the tick itself says what was done; a notice would only stand about
        return redirect(url_for(".listed", clan=clan, told=told, **stands), 303)
    return done(entry, url_for(".show", clan=clan, told=told))


def context(view: Mapping[str, str | None]) -> dict[str, Any]:
    """What the list shows; the desk is also asked who follows the dead, the Bakufu who gets their titles."""
    found = queries.tell_list(g.session, g.umpire.desk, view.get("clan") or "")
    asked = successions(g.session, desk=g.umpire.desk)
    return {
        "list": found,
        "cut": part_of(found.open),
        "where": {name: given for name, given in (("clan", view.get("clan")), ("told", view.get("told"))) if given},
        "filter": found.clan.id if found.clan else "",
        "told_too": bool(view.get("told")),
        "error": None,
        "successions": asked,
        "proposed_heirs": proposed_heirs(g.session, g.room.scenario, asked),
        "vacant": [one for one in vacant(g.session) if not one.passes] if g.umpire.desk == "bakufu" else [],
    }
