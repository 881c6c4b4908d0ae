"""The demo beside this game: making it, throwing it away, and the way in for each desk."""

from __future__ import annotations

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.demo import AT, Demo
from control.kernel.errors import NotThisDesk, OrderError, OrderNotUnderstood
from control.kernel.journal.journal_questions import desks as all_desks
from control.kernel.open_room import here
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import or_again
from control.kernel.pages.parts import page, page_or_part
from control.kernel.roles import EVERY_DESK, LEAD

bp = Blueprint("demo", __name__)


def the_demo() -> Demo:
    """The demo beside this game; no page where a game has none. In the demo itself, there is none to make."""
    found: Demo | None = here().demo
    if found is None:
        abort(404)
    return found


@bp.get("/demo/")
@desks(EVERY_DESK)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The demo: what it is, how far it is, the way in."""
    if not here().has_a_demo:
        return page("demo/none.html", 404)
    return page("demo/demo.html", error=error, **standing())


@bp.get("/demo/now")
@desks(EVERY_DESK)
def now() -> ResponseReturnValue:
    """How far it is; a part of that page."""
    return page_or_part("demo/demo.html", "demo/_now.html", **standing())


def standing() -> dict[str, object]:
    """Whether it is there, and by which codes one comes in: each desk by its own, the one that leads by all."""
    if here().is_demo:
        return {"is_here": True}
    demo, game = the_demo(), here().room.game
    assert game.demo is not None
    found, codes = demo.room(), []
    if found is not None:
        with found.room.store.read() as session:
            mine = (g.umpire.desk,) if g.umpire.desk != game.leads else tuple(game.roles)
            codes = [(key, name, code) for key, name, code in all_desks(session) if key in mine]
    return {
        "is_here": False,
        "moments": game.demo.moments,
        "making": game.demo.moments.get(demo.making, ""),
        "reached": demo.reached,
        "trouble": demo.trouble,
        "codes": codes,
        "at": f"{request.script_root}{AT}",
    }


@bp.post("/demo/")
@desks(LEAD)
@or_again(show)
def make() -> ResponseReturnValue:
    """Play a new one. Nothing of it is written into this game, not even that it was made."""
    demo, game = the_demo(), here().room.game
    moment = request.form.get("moment", "")
    if game.demo is None or moment not in game.demo.moments:
        raise OrderNotUnderstood("Choose to which moment the demo is to be played.", field="moment")
    demo.make(here().room.scenario, moment)
    return redirect(url_for(".show"), 303)


@bp.post("/demo/throw-away")
@desks(LEAD)
@or_again(show)
def throw_away() -> ResponseReturnValue:
    """Nothing is left of it."""
    if here().is_demo:
        raise NotThisDesk("The demo is thrown away from the real game.")
    the_demo().throw_away()
    return redirect(url_for(".show"), 303)


@bp.get("/g/demo/")
@bp.get("/g/demo/<path:_rest>")
def gone(_rest: str = "") -> ResponseReturnValue:
    """What stands at the demo's address while there is none."""
    return page("demo/gone.html", 404)
