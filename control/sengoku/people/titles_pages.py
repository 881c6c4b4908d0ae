"""Titles of the dead: the Bakufu confirms an heir, or lets them fall back (R39)."""

from __future__ import annotations

from flask import Blueprint, abort, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.parts import acted, desks, page
from control.sengoku.world import titles_questions as queries
from control.sengoku.world.titles_actions import WHO

bp = Blueprint("titles", __name__, url_prefix="/titles")

DEEDS = {"confirm": "title.confirm", "fall-back": "title.fall_back"}


@bp.get("/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """The titles that are vacant."""
    return titles_page()


def titles_page(error: OrderError | None = None) -> ResponseReturnValue:
    """The vacant titles, and what was wrong with an answer about one of them."""
    return page("people/titles/titles.html", vacant=queries.vacant(g.session), error=error)


@bp.post("/<key>/<deed>")
@desks(*WHO)
def answer(key: str, deed: str) -> ResponseReturnValue:
    """Confirm a title, or let it fall back."""
    if deed not in DEEDS:
        abort(404)
    return acted(DEEDS[deed], {**request.form, "title": key}, url_for(".show"), titles_page)
