"""Treaties between clans, and the passages granted this season (handbook 4 and 7; R14, R16)."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.parts import acted, desks, page
from control.sengoku.rules.desks import SEES_TREATIES
from control.sengoku.world import treaties_questions as queries
from control.sengoku.world.land_questions import clan_signs
from control.sengoku.world.names import id_of

bp = Blueprint("treaties", __name__, url_prefix="/treaties")

KINDS = {
    "alliance": ("Alliance", "they march together: no encounter between them"),
    "peace": ("Peace", "they promise not to fight"),
    "passage": ("Passage", "each lets the other through its provinces"),
    "vassalage": ("Vassalage", "the first is overlord of the second"),
}


@bp.get("/")
@desks(*SEES_TREATIES)
def show() -> ResponseReturnValue:
    """The standing treaties, and the form for a new one."""
    return treaties_page()


def treaties_page(error: OrderError | None = None) -> ResponseReturnValue:
    """The treaties, with what was wrong with a form."""
    return page("politics/treaties/treaties.html", **context(), error=error, kinds=KINDS)


def context() -> dict[str, object]:
    """What the page shows."""
    desk = g.umpire.desk
    return {
        "treaties": queries.treaties(g.session, desk),
        "gone": queries.ended(g.session, desk),
        "passages": queries.passages(g.session, desk),
        "clans": list(clan_signs(g.session).values()),
    }


@bp.post("/")
@desks(*SEES_TREATIES)
def record() -> ResponseReturnValue:
    """Record a treaty between two clans, named as people type them."""
    form = dict(request.form)
    signs = clan_signs(g.session)
    for side in ("one", "other"):
        form[side] = id_of(form.get(side, ""), signs)
    return acted("treaty.record", form, url_for(".show"), treaties_page)


@bp.post("/<int:number>/end")
@desks(*SEES_TREATIES)
def end(number: int) -> ResponseReturnValue:
    """End a treaty, with the reason."""
    return acted("treaty.end", {**request.form, "treaty": str(number)}, url_for(".show"), treaties_page)
