"""Titles claimed falsely, and services to Emperor and Shogun: noted where the clan is minded (handbook 4)."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import page
from control.sengoku.people.court import claimed_questions as queries
from control.sengoku.people.court.titles_pages import KINDS
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.world.named_pages import form_of_keys
from control.sengoku.world.people.people_questions import living

bp = Blueprint("claimed", __name__, url_prefix="/services")


@bp.get("/")
@desks(*SEES_BOOKS)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The services and the false claims that this desk may know, and the forms for more."""
    return page(
        "people/titles/claimed.html",
        services=queries.services(g.session, g.umpire.desk),
        claims=queries.false_claims(g.session, g.umpire.desk),
        lords=queries.LORDS,
        served_in=queries.KINDS,
        kinds={key: words for key, (words, _) in KINDS.items()},
        people=living(g.session),
        clans=g.room.scenario.clans.values(),
        provinces=g.room.scenario.provinces.values(),
        error=error,
    )


@bp.post("/")
@desks(*SEES_BOOKS)
def record() -> ResponseReturnValue:
    """Record a service."""
    return acted("service.record", form_of_keys(clan="clans", character="living"), url_for(".show"), show)


@bp.post("/claims")
@desks(*SEES_BOOKS)
def claim() -> ResponseReturnValue:
    """Note a false claim."""
    form = form_of_keys(province="provinces", character="living")
    return acted("title.claim_falsely", form, url_for(".show"), show)


@bp.post("/claims/<int:number>/discover")
@desks(*SEES_BOOKS)
def discover(number: int) -> ResponseReturnValue:
    """Note that a false claim was seen through."""
    return acted("title.discover", {**request.form, "claim": str(number)}, url_for(".show"), show)
