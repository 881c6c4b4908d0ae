"""The public map, and what the screens on the walls show.

Nothing here knows how large an army is, a point of honour, or news that was not released.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, g
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from control.kernel import steady
from control.kernel.hall.clock.clock_questions import face
from control.kernel.hall.screens.screens_pages import age
from control.kernel.open_room import shown_as
from control.kernel.pages.drawn_once import the_same_for_all
from control.kernel.pages.parts import page
from control.kernel.roles import PUBLIC
from control.sengoku.hall.news.news_questions import released
from control.sengoku.honour.status_questions import board
from control.sengoku.politics.bakufu.bakufu_questions import in_rebellion
from control.sengoku.politics.bakufu.edicts_questions import edicts
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.lords_questions import land_of_lords
from control.sengoku.world.land.atlas import drawn_map
from control.sengoku.world.land.land_questions import ClanSign, LandView, clan_signs

bp = Blueprint("public_map", __name__, url_prefix="/display")

ON_THE_WALL = "wide"
"""How the map lies where no address says it; the page itself sends a window that is no wider than high to the other."""

LINE = 58
"""So many letters are a line of news on a screen."""
LATEST = 5
"""So many edicts have room on one."""
FULL = 8.0
"""So many lines of news fill one."""


@bp.get("/")
def display() -> ResponseReturnValue:
    """The map and the season, for the projector and the players' phones."""
    seen = land_of_lords(g.session, "public")
    return page(
        "hall/displays/display.html",
        drawing=drawn_map(seen, lies=ON_THE_WALL),
        legend=legend_of(seen),
        lies=shown_as(ON_THE_WALL),
        **age(),
    )


@bp.get("/drawing")
@the_same_for_all(PUBLIC)
def drawing() -> ResponseReturnValue:
    """The public map alone."""
    return page("march/map/_drawing.html", drawing=drawn_map(land_of_lords(g.session, "public"), lies=ON_THE_WALL))


@bp.get("/legend")
@the_same_for_all(PUBLIC)
def legend() -> ResponseReturnValue:
    """Whose signs are on the map, alone."""
    return page("hall/displays/_legend.html", legend=legend_of(land_of_lords(g.session, "public")))


def legend_of(seen: LandView) -> list[tuple[ClanSign, ClanSign | None]]:
    """The clans that hold land on a map, each with whom it serves."""
    holding = {sign.id for sign in seen.holders.values() if sign}
    return [(sign, seen.lords.get(sign.id)) for sign in clan_signs(g.session).values() if sign.id in holding]


@bp.get("/season")
def season() -> ResponseReturnValue:
    """The season alone."""
    return page("hall/displays/_season.html")


def map_view(session: Session, _scenario: Scenario) -> dict[str, Any]:
    """The public map, and above it the order of the clans as it was released last."""
    drawing = drawn_map(land_of_lords(session, "public"), lies=ON_THE_WALL)
    return {"drawing": drawing, "lies": shown_as(ON_THE_WALL), "board": board(session)}


def clock_view(session: Session, scenario: Scenario) -> dict[str, Any]:
    """The clock."""
    return {"clock": face(session, scenario, steady.now())}


def status_view(session: Session, _scenario: Scenario) -> dict[str, Any]:
    """The order of the clans as it was released last."""
    return {"board": board(session)}


def news_view(session: Session, _scenario: Scenario) -> dict[str, Any]:
    """The news that was released last, in portions."""
    news = released(session)
    return {"news": news, "pages": pages(news.items) if news else []}


def edicts_view(session: Session, _scenario: Scenario) -> dict[str, Any]:
    """The edicts in force, and who is in rebellion."""
    standing = [one for one in edicts(session) if not one.withdrawn]
    return {"edicts": standing[:LATEST], "rebels": in_rebellion(session)}


def pages(items: Iterable[str]) -> list[list[str]]:
    """The news in portions that a screen has room for."""
    found: list[list[str]] = []
    room = 0.0
    for item in items:
        lines = len(item) // LINE + 1.5
        if lines > room:
            found.append([])
            room = FULL
        found[-1].append(item)
        room -= lines
    return found
