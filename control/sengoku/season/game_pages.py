"""Game Control's page: what now, the latest of the journal, the desks' codes, corrections."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.entrance.front_pages import stay_signed_in
from control.kernel.errors import OrderError
from control.kernel.hall import journal_pages as journal
from control.kernel.journal.journal_questions import ways_in
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done, or_again
from control.kernel.pages.parts import page
from control.sengoku.people.corrections_actions import KINDS
from control.sengoku.world.named_pages import form_of_keys

bp = Blueprint("game", __name__, url_prefix="/game")

WHO = ("game",)
BY_NAME = {"province": "provinces", "place": "places", "clan": "clans and rebels", "character": "people"}
"""What of the things that have figures is called by a name (named_pages.KNOWN); the others have numbers."""
NAMES = {"holder": "clans and rebels", "held_by": "clans and rebels", "province": "provinces", "place": "places"}
NAMES["general"] = "people"
"""The figures that name something."""


@bp.get("/")
@desks(*WHO)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """Game Control's page: what now, and the journal."""
    return page(
        "season/game/desk.html",
        **journal.lines(),
        kinds=KINDS,
        desks=ways_in(g.session),
        error=error,
    )


@bp.post("/new-code")
@desks(*WHO)
@or_again(show)
def new_code() -> ResponseReturnValue:
    """Withdraw a desk's code and give it a new one. Whoever does so for his own desk stays."""
    entry = act("desk.new_code", request.form)
    if request.form.get("desk") == g.umpire.desk:
        stay_signed_in()
    return done(entry, url_for(".show"))


@bp.post("/correct")
@desks(*WHO)
def correct() -> ResponseReturnValue:
    """Set any figure right: what it is of, and what it names, are typed as everywhere."""
    of, said = BY_NAME.get(request.form.get("kind", "")), NAMES.get(request.form.get("field", ""))
    named = {field: known for field, known in (("id", of), ("value", said)) if known}
    return acted("figure.correct", form_of_keys(**named), url_for(".show"), show)
