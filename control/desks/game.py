"""Game Control: season, what is open, the journal with undo, the desks' codes, corrections."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.actions.corrections import KINDS
from control.actions.encounters import open_battles, open_encounters
from control.actions.undo import undone_numbers
from control.desks.parts import act, desks, done, page, page_or_part, status_of
from control.queries.forces import armies
from control.queries.journal import desks as all_desks
from control.queries.journal import journal
from control.rules.errors import OrderError

bp = Blueprint("game", __name__, url_prefix="/game")

WHO = ("game",)


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """Game Control's page."""
    return game_page()


def game_page(error: OrderError | None = None, form_name: str = "") -> ResponseReturnValue:
    """Season and journal, with what was wrong in one of the forms."""
    answer = page(
        "game/desk.html", **season_context(), **journal_context(), kinds=KINDS, desks=all_desks(g.session),
        form=request.form, error=error, form_name=form_name,
    )
    answer.status_code = status_of(error) if error else 200
    return answer


def season_context() -> dict[str, Any]:
    """What is open before the season can end."""
    found = armies(g.session, g.room.scenario)
    return {
        "busy": open_encounters(g.session) + open_battles(g.session),
        "missing": [army for army in found if not army.has_order],
        "armies": found,
    }


def journal_context(before: int | None = None) -> dict[str, Any]:
    """The latest entries, or the latest before that number."""
    return {"entries": journal(g.session, g.umpire.desk, undone_numbers(g.session), before=before), "before": before}


@bp.get("/season")
@desks(*WHO)
def season() -> ResponseReturnValue:
    """The season and what is open; a part of the page."""
    return page("game/_season.html", **season_context())


@bp.get("/journal")
@desks("game", "map")
def entries() -> ResponseReturnValue:
    """The journal, or what stands in it before an entry; a page of its own, and a part of Game Control's."""
    before = request.args.get("before", type=entry_number)
    return page_or_part("game/journal.html", "game/_journal.html", **journal_context(before), error=None)


def entry_number(typed: str) -> int:
    """The number of an entry in an address, which no journal exceeds. Raises ValueError for anything else."""
    return min(int(typed), 10**6)


@bp.post("/advance")
@desks(*WHO)
def advance() -> ResponseReturnValue:
    """End the season."""
    return carry_out("season.advance", "season")


@bp.post("/correct")
@desks(*WHO)
def correct() -> ResponseReturnValue:
    """Set any figure right."""
    return carry_out("figure.correct", "correct")


@bp.post("/undo")
@desks("game", "map")
def undo() -> ResponseReturnValue:
    """Take an entry back."""
    ahead = url_for(".show") if g.umpire.desk == "game" else url_for(".entries")
    try:
        return done(act("journal.undo", request.form), ahead)
    except OrderError as error:
        if g.umpire.desk == "game":
            return game_page(error, "undo")
        answer = page("game/journal.html", **journal_context(), error=error)
        answer.status_code = status_of(error)
        return answer


def carry_out(action: str, form_name: str) -> ResponseReturnValue:
    """Perform it, and show the page again."""
    try:
        return done(act(action, request.form), url_for(".show"))
    except OrderError as error:
        return game_page(error, form_name)
