"""The umpires' rota, and the papers that must be printed again."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.parts import acted, desks, page
from control.sengoku.hall.rota_questions import rota
from control.sengoku.people.casting_questions import roles
from control.sengoku.rules.desks import DESKS
from control.sengoku.world.forces_questions import armies
from control.sengoku.world.names import folded, id_of
from control.sengoku.world.people_questions import clans
from control.sengoku.world.reprints_questions import PAPERS, papers

bp = Blueprint("papers", __name__)

ALL = tuple(DESKS)
PRINTERS = ("map", "game")


# ---- The rota


@bp.get("/rota")
@desks(*ALL)
def minding() -> ResponseReturnValue:
    """Which umpire minds what."""
    return rota_page()


def rota_page(error: OrderError | None = None) -> ResponseReturnValue:
    """The rota, with Game Control's form, and what was wrong with it."""
    return page(
        "people/casting/rota.html",
        rota=rota(g.session),
        clans=clans(g.session),
        all_desks=DESKS,
        error=error,
    )


@bp.post("/rota")
@desks("game")
def assign() -> ResponseReturnValue:
    """Give an umpire a clan or a job, or note that he is here or away."""
    form = dict(request.form)
    if form.get("clan"):
        form["clan"] = id_of(form["clan"], g.room.scenario.clans)
    form["here"] = form.get("here", "true")
    return acted("duty.assign", form, url_for(".minding"), rota_page)


@bp.post("/rota/<int:number>/end")
@desks("game")
def end(number: int) -> ResponseReturnValue:
    """Take a duty off the rota."""
    return acted("duty.end", {"duty": str(number)}, url_for(".minding"), rota_page)


@bp.post("/rota/codes")
@desks("game")
def own_code() -> ResponseReturnValue:
    """Give an umpire a code of his own, or withdraw it."""
    form = dict(request.form)
    what = "duty.withdraw_code" if form.pop("withdraw", "") else "duty.give_code"
    return acted(what, form, url_for(".minding"), rota_page)


# ---- What must be printed again


@bp.get("/reprint")
@desks(*PRINTERS)
def reprint() -> ResponseReturnValue:
    """The papers that have become wrong."""
    return reprint_page()


def reprint_page(error: OrderError | None = None) -> ResponseReturnValue:
    """The papers, the form for another, and what was wrong with what was sent."""
    return page(
        "people/casting/reprint.html",
        papers=papers(g.session),
        kinds={key: paper.name for key, paper in PAPERS.items()},
        clans=clans(g.session),
        error=error,
    )


@bp.get("/reprint/list")
@desks(*PRINTERS)
def reprint_list() -> ResponseReturnValue:
    """The list alone, fetched anew when the journal has grown."""
    return page("people/casting/_reprint.html", papers=papers(g.session))


@bp.post("/reprint/done")
@desks(*PRINTERS)
def tick() -> ResponseReturnValue:
    """Tick off a paper that was printed, or all of them."""
    return acted("reprint.done", request.form, url_for(".reprint"), reprint_page)


@bp.post("/reprint")
@desks(*PRINTERS)
def add() -> ResponseReturnValue:
    """Have a paper printed again that was lost."""
    form = {name: request.form.get(name, "") for name in ("paper", "why")}
    whose = PAPERS[form["paper"]].of if form["paper"] in PAPERS else "clan"
    form[whose] = named(request.form.get("of", "").strip(), whose)
    return acted("reprint.add", form, url_for(".reprint"), reprint_page)


def named(typed: str, whose: str) -> str:
    """The id of a clan or person, or the number of an army by its code; what was typed if there is none such."""
    if whose == "clan":
        return id_of(typed, g.room.scenario.clans)
    wanted = folded(typed)
    if whose == "army":
        found = [str(one.id) for one in armies(g.session, g.room.scenario) if folded(one.code) == wanted]
    else:
        found = [one.id for table in roles(g.session) for one in table.roles if wanted == folded(one.name)]
    return found[0] if found else typed
