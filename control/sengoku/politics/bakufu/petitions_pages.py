"""Petitions to the Bakufu and its judgements (handbook 8)."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import known, page, page_or_part
from control.sengoku.politics.bakufu import petitions_questions as queries
from control.sengoku.rules.desks import AT_COURT, SEES_BOOKS
from control.sengoku.world.named_pages import form_of_keys
from control.sengoku.world.people.titles_questions import held, vacant

bp = Blueprint("petitions", __name__, url_prefix="/petitions")

DEEDS = ("hear", "decide", "withdraw")


@bp.get("/")
@desks(*SEES_BOOKS)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The petitions that this desk may know, and the form for a new one."""
    found = queries.petitions(g.session, g.umpire.desk)
    return page_or_part(
        "politics/bakufu/petitions.html",
        "politics/bakufu/petitions.html" if error else "politics/bakufu/_petitions.html",
        open_petitions=part_of([one for one in found if one.is_open]),
        over=part_of([one for one in reversed(found) if not one.is_open], named="over-"),
        kinds=queries.KINDS,
        clans=g.room.scenario.clans.values(),
        error=error,
    )


@bp.post("/")
@desks(*SEES_BOOKS)
def file() -> ResponseReturnValue:
    """File a petition."""
    return acted("petition.file", form_of_keys(clan="clans", against="clans"), url_for(".show"), show)


@bp.get("/<code>")
@desks(*SEES_BOOKS)
def petition(code: str, error: OrderError | None = None) -> ResponseReturnValue:
    """One petition, by the code on its paper, and the form for the verdict."""
    one = queries.petition(g.session, g.umpire.desk, code[:20])
    if one is None:
        raise OrderNotUnderstood(
            f"There is no petition {code[:20]} for this desk. Look at its code again.", field="code"
        )
    judges = g.umpire.desk in AT_COURT
    titles = [(title.id, f"{title.words}, {title.holder}") for title in held(g.session)] if judges else []
    titles += [(title.id, f"{title.words}, vacant") for title in vacant(g.session)] if judges else []
    return page(
        "politics/bakufu/petition.html",
        one=one,
        judges=judges,
        titles=titles,
        provinces=[(key, land.name) for key, land in g.room.scenario.provinces.items()],
        sides=[(side.id, side.name) for side in (one.clan, one.against) if side],
        error=error,
    )


@bp.post("/<code>/<deed>")
@desks(*SEES_BOOKS)
def judge(code: str, deed: str) -> ResponseReturnValue:
    """Hear, decide or withdraw a petition."""
    known(deed, DEEDS)
    one = queries.petition(g.session, g.umpire.desk, code[:20])
    form = {**request.form, "petition": str(one.number) if one else "0"}
    return acted(f"petition.{deed}", form, url_for(".petition", code=code), partial(petition, code))
