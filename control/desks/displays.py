"""Displays for everybody: the map with flags, and the season. Nothing here knows how large an army is."""

from __future__ import annotations

from flask import Blueprint, g
from flask.typing import ResponseReturnValue

from control.desks.parts import drawn_map, if_changed, page
from control.queries.land import clan_signs, land

bp = Blueprint("displays", __name__, url_prefix="/display")


@bp.get("/")
def display() -> ResponseReturnValue:
    """The map and the season, for the projector and the players' phones."""
    seen = land(g.session, "public")
    holding = {sign.id for sign in seen.holders.values() if sign}
    clans = [sign for sign in clan_signs(g.session).values() if sign.id in holding]
    return page("displays/display.html", drawing=drawn_map(seen), clans=clans)


@bp.get("/drawing")
def drawing() -> ResponseReturnValue:
    """The public map alone."""
    return if_changed(page("map/_drawing.html", drawing=drawn_map(land(g.session, "public"))))


@bp.get("/season")
def season() -> ResponseReturnValue:
    """The season alone."""
    return page("displays/_season.html")
