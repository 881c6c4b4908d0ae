"""The desk of the clans that nobody plays: what touched them this season, and the dossier of each (handbook 7)."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import NotThisDesk, OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.parts import acted, desks, page
from control.sengoku.land import locals_questions as queries
from control.sengoku.rules.desks import SEES_LOCALS
from control.sengoku.rules.reactions import ATTITUDES
from control.sengoku.world.names import id_of

bp = Blueprint("locals", __name__, url_prefix="/npd")

STEPS = {str(step): words for step, words in ATTITUDES.items()}


@bp.get("/touched")
@desks(*SEES_LOCALS)
def show() -> ResponseReturnValue:
    """Which clans were touched this season, and by what."""
    return touched_page()


def touched_page(error: OrderError | None = None) -> ResponseReturnValue:
    """The page, with what was wrong at its top."""
    return page("land/locals/touched.html", touched=touched(), error=error)


def touched() -> list[queries.Touched]:
    """What the page and its live part show."""
    return queries.touched(g.session, g.room.scenario, g.umpire.desk)


@bp.get("/touched/list")
@desks(*SEES_LOCALS)
def touched_list() -> ResponseReturnValue:
    """The clans alone, fetched anew when the journal has grown."""
    return page("land/locals/_touched.html", touched=touched())


@bp.get("/clans")
@desks(*SEES_LOCALS)
def clans() -> ResponseReturnValue:
    """The clans that this desk has dossiers of."""
    return page("land/locals/clans.html", kept=queries.dossiers(g.session, g.room.scenario, g.umpire.desk))


@bp.get("/clans/<clan>")
@desks(*SEES_LOCALS)
def dossier(clan: str) -> ResponseReturnValue:
    """All that is known of a clan."""
    return dossier_page(clan)


def dossier_page(clan: str, error: OrderError | None = None) -> ResponseReturnValue:
    """The dossier, with what was wrong with a form."""
    return page("land/locals/dossier.html", one=dossier_of(clan), steps=STEPS, error=error)


def dossier_of(clan: str) -> queries.Dossier:
    """The dossier of a clan. Raises OrderNotUnderstood, NotThisDesk."""
    names = g.room.scenario.clans
    if clan not in names:
        raise OrderNotUnderstood(f'There is no clan "{clan[:60]}".{did_you_mean(clan[:60], names)}', field="clan")
    found = queries.dossier(g.session, g.room.scenario, g.umpire.desk, clan)
    if found is None:
        raise NotThisDesk(f"This desk has no dossier of {names[clan].name}: another minds it.", field="clan")
    return found


@bp.post("/clans/<clan>/attitude")
@desks(*SEES_LOCALS)
def stand(clan: str) -> ResponseReturnValue:
    """Say how a clan stands to another."""
    form = {**request.form, "clan": clan}
    return acted("attitude.set", form, url_for(".dossier", clan=clan), lambda error: dossier_page(clan, error))


@bp.post("/proposals")
@desks(*SEES_LOCALS)
def answer() -> ResponseReturnValue:
    """Book what may move an attitude, or decline it; back to the dossier or the list it was asked from."""
    form = dict(request.form)
    what = "attitude.decline" if form.pop("decline", "") else "attitude.book"
    clan = form.pop("of", "")
    if clan in g.room.scenario.clans:
        return acted(what, form, url_for(".dossier", clan=clan), lambda error: dossier_page(clan, error))
    return acted(what, form, url_for(".show"), touched_page)


# --- Rebels (R42) -------------------------------------------------------------------------------------------

RAISES = ("npd", "map", "game")


@bp.get("/rebels")
@desks(*RAISES)
def rebels() -> ResponseReturnValue:
    """Where rebels stand, and the form to raise some."""
    return rebels_page()


def rebels_page(error: OrderError | None = None) -> ResponseReturnValue:
    """The page, with what was wrong with the form."""
    return page(
        "land/locals/rebels.html",
        risen=queries.risings(g.session),
        held=queries.held(g.session),
        error=error,
    )


@bp.post("/rebels")
@desks(*RAISES)
def rise() -> ResponseReturnValue:
    """Raise rebels in a province, named as people type it."""
    form = dict(request.form)
    form["province"] = id_of(form.get("province", ""), g.room.scenario.provinces)
    return acted("rebels.raise", form, url_for(".rebels"), rebels_page)
