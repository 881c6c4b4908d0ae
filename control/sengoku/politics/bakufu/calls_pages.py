"""Calls and levies of the Bakufu: issued at its desk, answered there or where the clan is minded (handbook 8; R38)."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import known, page, page_or_part
from control.sengoku.rules.desks import AT_COURT, SEES_ARMIES, SEES_BOOKS
from control.sengoku.world.bonds import calls_questions as queries
from control.sengoku.world.named_pages import form_of_keys
from control.sengoku.world.people.people_questions import living

bp = Blueprint("calls", __name__, url_prefix="/bakufu/calls")

READS = (*SEES_BOOKS, "map")
DEEDS = {
    "answer": ("call.answer", SEES_BOOKS),
    "withdraw": ("call.withdraw", AT_COURT),
    "contingent": ("call.contingent", SEES_ARMIES),
}


@bp.get("/")
@desks(*AT_COURT)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """All calls by their deadline, the armies of the Shogun, and the form for a new call."""
    found = queries.calls(g.session, "bakufu")
    return page_or_part(
        "politics/bakufu/calls.html",
        "politics/bakufu/calls.html" if error else "politics/bakufu/_calls.html",
        open_calls=part_of([one for one in found if one.is_open]),
        over=part_of([one for one in reversed(found) if not one.is_open], named="over-"),
        armies=queries.shogunal_armies(g.session, found),
        kinds={key: words.removeprefix("for ").capitalize() for key, words in queries.KINDS.items()},
        deadlines=queries.deadlines(g.session),
        people=living(g.session),
        clans=[one for one in g.room.scenario.clans.values() if one.kind != "bakufu"],
        error=error,
    )


@bp.post("/")
@desks(*AT_COURT)
def issue() -> ResponseReturnValue:
    """Issue a call."""
    return acted("call.issue", form_of_keys(clan="clans", character="living"), url_for(".show"), show)


@bp.get("/<code>")
@desks(*READS)
def call(code: str, error: OrderError | None = None) -> ResponseReturnValue:
    """One call, by the code on its letter, and the form for its answer."""
    one = queries.call(g.session, g.umpire.desk, code[:20])
    if one is None:
        raise OrderNotUnderstood(f"There is no call {code[:20]} for this desk. Look at its code again.", field="code")
    inside = g.umpire.desk in SEES_ARMIES
    return page(
        "politics/bakufu/call.html",
        one=one,
        answers=queries.ANSWERS,
        may_answer=g.umpire.desk in SEES_BOOKS,
        issues=g.umpire.desk in AT_COURT,
        armies=queries.armies_of(g.session, one.clan.id) if inside and one.kind == "troops" else None,
        error=error,
    )


@bp.post("/<code>/<deed>")
@desks(*READS)
def answer(code: str, deed: str) -> ResponseReturnValue:
    """Answer a call, withdraw it, or name the contingent."""
    known(deed, DEEDS)
    one = queries.call(g.session, g.umpire.desk, code[:20])
    form = {**request.form, "call": str(one.number) if one else "0"}
    return acted(DEEDS[deed][0], form, url_for(".call", code=code), partial(call, code))
