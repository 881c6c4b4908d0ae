"""The Bakufu's desk: what waits, the nearest deadline first; who is in rebellion (handbook 8; R38)."""

from __future__ import annotations

from flask import Blueprint, g, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import page
from control.sengoku.politics.bakufu import bakufu_questions as queries
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.world.bonds import calls_questions as calls
from control.sengoku.world.named_pages import form_of_keys

bp = Blueprint("bakufu", __name__, url_prefix="/bakufu")


@bp.get("/")
@desks(*AT_COURT)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """What waits at the Bakufu."""
    found = calls.calls(g.session, "bakufu")
    return page(
        "politics/bakufu/desk.html",
        waits=queries.waits(g.session, found),
        silent=[one for one in found if one.is_silent or (one.answer == "refuses" and not one.withdrawn)],
        rebels=queries.in_rebellion(g.session),
        clans=[one for one in g.room.scenario.clans.values() if one.kind != "bakufu"],
        error=error,
    )


@bp.get("/waits")
@desks(*AT_COURT)
def waiting() -> ResponseReturnValue:
    """What waits alone, fetched anew when the journal has grown."""
    return page("politics/bakufu/_waits.html", waits=queries.waits(g.session, calls.calls(g.session, "bakufu")))


@bp.post("/rebellion")
@desks(*AT_COURT)
def declare() -> ResponseReturnValue:
    """Declare a clan in rebellion."""
    return acted("rebellion.declare", form_of_keys(clan="clans"), url_for(".show"), show)


@bp.post("/rebellion/lift")
@desks(*AT_COURT)
def lift() -> ResponseReturnValue:
    """Lift a rebellion."""
    return acted("rebellion.lift", form_of_keys(clan="clans"), url_for(".show"), show)
