"""The box at the head of every page: the code of a card, or the first letters of a province, a clan, a person."""

from __future__ import annotations

import re

from flask import Blueprint, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderNotUnderstood
from control.kernel.parts import desks, page
from control.sengoku.people import finding_questions as finding
from control.sengoku.people.finding_questions import MOST, Hit

bp = Blueprint("finding", __name__)

LIKE_A_CODE = re.compile(r"[A-Za-z]\s*\d[\d\s]*-?\s*[0-9A-Za-z]\s*")
"""A letter, a number, a check character: no name looks like that."""


@bp.get("/find")
@desks("map", "game")
def find() -> ResponseReturnValue:
    """Go where the typed letters lead, or show where they may lead."""
    typed = request.args.get("q", "").strip()[:60]
    if LIKE_A_CODE.fullmatch(typed):
        return redirect(url_for("front.card", code=typed), 303)
    found = finding.find(g.session, g.room.scenario, typed)
    if len(found) == 1:
        return redirect(address(found[0]), 303)
    error = None if found or "q" not in request.args else OrderNotUnderstood(nothing(typed), field="q")
    return page(
        "people/finding/find.html",
        typed=typed,
        hits=found[:MOST],
        more=max(0, len(found) - MOST),
        address=address,
        error=error,
    )


def nothing(typed: str) -> str:
    """The sentence for what leads nowhere."""
    if not typed:
        return "Type the code of a card (A7-K), or the first letters of a province, a clan or a person."
    near = finding.near(g.session, g.room.scenario, typed)
    return f"No province, clan or living person is called “{typed}”, and it is no code of a card.{near}"


def address(hit: Hit) -> str:
    """Where something is to be seen: a province on the map, a general at his army, a clan on a page of its own."""
    if hit.kind == "province":
        return url_for("map_desk.show", province=hit.id)
    if hit.kind == "clan":
        return url_for("finding.clan", key=hit.id)
    if hit.kind == "noble":
        return url_for("court.show", _anchor=hit.id)
    if hit.army is None and "people.person" in current_app.view_functions:
        return url_for("people.person", person=hit.id)
    return url_for("map_desk.show") if hit.army is None else url_for("orders.army", number=hit.army)


@bp.get("/find/clans/<key>")
@desks("map", "game")
def clan(key: str) -> ResponseReturnValue:
    """A clan: its provinces and its people."""
    found = finding.clan(g.session, key[:60])
    if found is None:
        raise OrderNotUnderstood(f'There is no clan "{key[:60]}".', field="clan")
    return page("people/finding/clan.html", clan=found, address=address)
