"""Game Control's page: what now, the latest of the journal, the desks' codes, corrections."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.front_pages import stay_signed_in
from control.kernel.hall import journal_pages as journal
from control.kernel.journal_questions import desks as all_desks
from control.kernel.parts import act, acted, desks, done, page
from control.sengoku.hall.clock_questions import face
from control.sengoku.people.corrections_actions import KINDS
from control.sengoku.season import gate_questions as gate
from control.sengoku.season.gate_pages import link_to, link_to_all
from control.sengoku.season.waits_questions import what_now

bp = Blueprint("game", __name__, url_prefix="/game")

WHO = ("game",)


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """Game Control's page."""
    return game_page()


def game_page(error: OrderError | None = None) -> ResponseReturnValue:
    """What now and the journal, with what was wrong in one of the forms."""
    return page(
        "season/game/desk.html",
        **waits_context(),
        **journal.lines(),
        kinds=KINDS,
        desks=all_desks(g.session),
        error=error,
    )


def waits_context() -> dict[str, Any]:
    """What waits for Game Control and for others, and whether the season can be closed."""
    found = gate.still_open(g.session)
    return {
        "now": what_now(g.session, found),
        "settled": not gate.must_be_settled(found),
        "clock": face(g.session, g.room.scenario, datetime.now(UTC)),
        "link": link_to,
        "link_to_all": link_to_all,
    }


@bp.get("/season")
@desks(*WHO)
def season() -> ResponseReturnValue:
    """What waits; a part of the page."""
    return page("season/game/_now.html", **waits_context())


@bp.post("/new-code")
@desks(*WHO)
def new_code() -> ResponseReturnValue:
    """Withdraw a desk's code and give it a new one. Whoever does so for his own desk stays."""
    try:
        entry = act("desk.new_code", request.form)
    except OrderError as error:
        return game_page(error)
    if request.form.get("desk") == g.umpire.desk:
        stay_signed_in()
    return done(entry, url_for(".show"))


@bp.post("/correct")
@desks(*WHO)
def correct() -> ResponseReturnValue:
    """Set any figure right."""
    return acted("figure.correct", request.form, url_for(".show"), game_page)
