"""The desk of the clans that nobody plays: what touched them this season, and the dossier of each (handbook 7)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import NotThisDesk, OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import page
from control.sengoku.land import locals_questions as queries
from control.sengoku.land.clan_pages import file_of
from control.sengoku.rules.desks import SEES_LOCALS
from control.sengoku.rules.people.reactions import ATTITUDES
from control.sengoku.world.bonds.hostages_questions import as_shown, hostages
from control.sengoku.world.named_pages import clan_of, form_of_keys, keys_of
from control.sengoku.world.names import ground_chosen

bp = Blueprint("locals", __name__, url_prefix="/npd")

STEPS = {str(step): words for step, words in ATTITUDES.items()}


@bp.get("/touched")
@desks(*SEES_LOCALS)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """Which clans were touched this season, and by what."""
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
def dossier(clan: str, error: OrderError | None = None) -> ResponseReturnValue:
    """All that is known of a clan."""
    found = dossier_of(clan)
    whole = {"file": file_of(clan)} if queries.has_file(g.umpire.desk, found) else {}
    held = whole["file"].grounds if whole else found.has.grounds if found.has else ()
    grounds = [(one.key, one.name) for one in held]
    shown = as_shown(hostages(g.session, g.umpire.desk, clan))
    return page("land/locals/dossier.html", one=found, steps=STEPS, shown=shown, error=error, grounds=grounds, **whole)


def dossier_of(clan: str) -> queries.Dossier:
    """The dossier of a clan. Raises OrderNotUnderstood, NotThisDesk."""
    name = clan_of(clan).name
    found = queries.dossier(g.session, g.room.scenario, g.umpire.desk, clan)
    if found is None:
        raise NotThisDesk(f"This desk has no dossier of {name}: another minds it.", field="clan")
    return found


@bp.post("/clans/<clan>/attitude")
@desks(*SEES_LOCALS)
def stand(clan: str) -> ResponseReturnValue:
    """Say how a clan stands to another."""
    form = {**request.form, "clan": clan}
    return acted("attitude.set", form, url_for(".dossier", clan=clan), lambda error: dossier(clan, error))


@bp.post("/proposals")
@desks(*SEES_LOCALS)
def answer() -> ResponseReturnValue:
    """Book what may move an attitude, or decline it; back to the dossier or the list it was asked from."""
    form = dict(request.form)
    what = "attitude.decline" if form.pop("decline", "") else "attitude.book"
    clan = form.pop("of", "")
    if clan in g.room.scenario.clans:
        return acted(what, form, url_for(".dossier", clan=clan), lambda error: dossier(clan, error))
    return acted(what, form, url_for(".show"), show)


# --- What they answer ---------------------------------------------------------------------------------------


@bp.get("/clans/<clan>/answer/<to>/<matter>")
@desks(*SEES_LOCALS)
def answering(clan: str, to: str, matter: str, error: OrderError | None = None) -> ResponseReturnValue:
    """What speaks for and against, the roll, and what the umpire decides."""
    found = queries.asked(g.session, g.room.scenario, g.umpire.desk, clan, to, matter)
    if found is None:
        dossier_of(clan)  # says so if there is no such clan, or if another desk minds it
        raise OrderNotUnderstood("There is no such question. Go back to what was touched this season.", field="matter")
    return page("land/locals/answer.html", asked=found, leads=LEADS, error=error)


@bp.post("/clans/<clan>/answer/<to>/<matter>")
@desks(*SEES_LOCALS)
def roll(clan: str, to: str, matter: str) -> ResponseReturnValue:
    """Roll for it, with dice that were thrown or here."""
    form: dict[str, Any] = {**request.form, "clan": clan, "to": to, "matter": matter}
    form["thrown"] = [die for die in (form.pop("one", ""), form.pop("two", "")) if die]
    here = url_for(".answering", clan=clan, to=to, matter=matter)
    return acted("locals.roll", form, here, lambda error: answering(clan, to, matter, error))


@bp.post("/clans/<clan>/answer/<to>/<matter>/decide")
@desks(*SEES_LOCALS)
def decide(clan: str, to: str, matter: str) -> ResponseReturnValue:
    """Decide it, and stay to do what follows from it."""
    here = url_for(".answering", clan=clan, to=to, matter=matter)
    return acted("locals.decide", request.form, here, lambda error: answering(clan, to, matter, error))


LEADS = {
    "joins": ("npd.show", "Who wants to pass"),
    "passage": ("npd.show", "Who wants to pass"),
    "fights": ("npd.show", "Who wants to pass"),
    "submits": ("treaties.show", "Record the vassalage"),
    "hostage": ("locals.dossier", "Hand a hostage over"),
    "calls": ("treaties.show", "Record an alliance"),
    "raises": ("locals.dossier", "Raise troops, form an army"),
    "agrees": ("treaties.show", "Record a treaty"),
    "asks": ("letters.show", "Letters"),
    "more": ("treaties.show", "Record a marriage"),
    "breaks": ("treaties.show", "End or breach it"),
}
"""Where what follows from an answer is done: the page, and what leads there."""


# --- What is done for them ----------------------------------------------------------------------------------

DEEDS = ("garrison.raise", "army.form", "army.order_march", "hostage.hand_over", "hostage.release")
"""What is done for a clan from its dossier."""


@bp.post("/clans/<clan>/do/<action>")
@desks(*SEES_LOCALS)
def do(clan: str, action: str) -> ResponseReturnValue:
    """Raise troops, form an army, give its order, hand a hostage over or let one go; names as people type them."""
    dossier_of(clan)
    if action not in DEEDS:
        raise OrderNotUnderstood("That is not done from a dossier.", field="action")
    form: dict[str, Any] = form_of_keys(to="clans")
    if "ground" in form:
        form |= ground_chosen(form.pop("ground"))
    if action == "army.order_march":
        form["route"] = keys_of("route", "provinces")
    return acted(action, form, url_for(".dossier", clan=clan), lambda error: dossier(clan, error))


# --- Rebels (R42) -------------------------------------------------------------------------------------------

RAISES = ("npd", "map", "game")


@bp.get("/rebels")
@desks(*RAISES)
def rebels(error: OrderError | None = None) -> ResponseReturnValue:
    """Where rebels stand, and the form to raise some."""
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
    return acted("rebels.raise", form_of_keys(province="provinces"), url_for(".rebels"), rebels)
