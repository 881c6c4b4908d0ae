"""The works of a clan: ordering a castle, a fortress or a public building, and re-commissioning (R24, R25)."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done, or_again
from control.kernel.pages.parts import page
from control.sengoku.books import works_questions as queries
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.world.names import ground_chosen

bp = Blueprint("works", __name__, url_prefix="/works")


@bp.get("/<clan>")
@desks(*SEES_BOOKS)
def show(clan: str, error: OrderError | None = None) -> ResponseReturnValue:
    """What a clan has, what is being built, and the forms."""
    sign, works = queries.for_desk(g.session, g.room.scenario, clan[:60], g.umpire.desk)
    return page("books/works/works.html", clan=sign, works=works, error=error)


@bp.get("/<clan>/list")
@desks(*SEES_BOOKS)
def listed(clan: str) -> ResponseReturnValue:
    """What stands, what is being built, what is abandoned; a part of the page."""
    sign, works = queries.for_desk(g.session, g.room.scenario, clan[:60], g.umpire.desk)
    return page("books/works/_works.html", clan=sign, works=works, here=True)


@bp.post("/<clan>/order")
@desks(*SEES_BOOKS)
@or_again(show)
def order(clan: str) -> ResponseReturnValue:
    """Order a castle, a fortress or a public building."""
    order = {**request.form, "clan": clan, **ground_chosen(request.form.get("province", ""))}
    return done(act("work.order", order), url_for(".show", clan=clan))


@bp.post("/<clan>/recommission")
@desks(*SEES_BOOKS)
def recommission(clan: str) -> ResponseReturnValue:
    """Put an abandoned castle or fortress in order again."""
    order = {**request.form, "clan": clan}
    return acted("work.recommission", order, url_for(".show", clan=clan), partial(show, clan))
