"""The umpires' rota: everybody reads it, the desk that leads writes it and gives codes of one's own."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.hall.rota.rota_questions import rota
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.parts import page
from control.kernel.roles import LEAD

bp = Blueprint("rota", __name__, url_prefix="/rota")


@bp.get("")
@desks()
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """Which umpire minds what."""
    return page("hall/rota/page.html", rota=rota(g.session), error=error)


@bp.post("")
@desks(LEAD)
def assign() -> ResponseReturnValue:
    """Give an umpire a part or a job, or note that he is here or away."""
    form, of = dict(request.form), g.room.game.on_the_rota
    if form.get(of.part):
        form[of.part] = of.meant(form[of.part], g.room.scenario)
    form["here"] = form.get("here", "true")
    return acted("duty.assign", form, url_for(".show"), show)


@bp.post("/<int:number>/end")
@desks(LEAD)
def end(number: int) -> ResponseReturnValue:
    """Take a duty off the rota."""
    return acted("duty.end", {"duty": str(number)}, url_for(".show"), show)


@bp.post("/codes")
@desks(LEAD)
def own_code() -> ResponseReturnValue:
    """Give an umpire a code of his own, or withdraw it."""
    form = dict(request.form)
    what = "duty.withdraw_code" if form.pop("withdraw", "") else "duty.give_code"
    return acted(what, form, url_for(".show"), show)
