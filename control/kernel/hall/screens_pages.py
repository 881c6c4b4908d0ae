"""Displays for everybody: the public map, and the screens on the walls, which Game Control points from its desk.

Nothing here knows how large an army is, a point of honour, or news that was not released.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from flask import Blueprint, abort, current_app, g, jsonify, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel import settings
from control.kernel.errors import OrderError
from control.kernel.hall.screens_questions import VIEWS, screen, screens
from control.kernel.journal_questions import journal_at
from control.kernel.parts import acted, desks, if_changed, page
from control.sengoku.hall.clock_questions import face
from control.sengoku.hall.news_questions import released
from control.sengoku.honour.status_questions import board
from control.sengoku.world.atlas import drawn_map
from control.sengoku.world.land_questions import clan_signs, land

bp = Blueprint("displays", __name__, url_prefix="/display")

LINE = 58
"""So many letters are a line of news on a screen."""
FULL = 8.0
"""So many lines of news fill one."""


# --- The public map -----------------------------------------------------------------------------------------


@bp.get("/")
def display() -> ResponseReturnValue:
    """The map and the season, for the projector and the players' phones."""
    return page("hall/displays/display.html", **map_context(), **age())


@bp.get("/drawing")
def drawing() -> ResponseReturnValue:
    """The public map alone."""
    return if_changed(page("march/map/_drawing.html", drawing=drawn_map(land(g.session, "public"))))


@bp.get("/season")
def season() -> ResponseReturnValue:
    """The season alone."""
    return page("hall/displays/_season.html")


def map_context() -> dict[str, Any]:
    """The public map, and the clans that hold something on it."""
    seen = land(g.session, "public")
    holding = {sign.id for sign in seen.holders.values() if sign}
    clans = [sign for sign in clan_signs(g.session).values() if sign.id in holding]
    return {"drawing": drawn_map(seen), "clans": clans}


# --- The screens --------------------------------------------------------------------------------------------


@bp.get("/<key>")
def show(key: str) -> ResponseReturnValue:
    """A screen on the wall: what Game Control has it show, in turns."""
    found = screen(g.session, key)
    if found is None:
        return page("screens/unknown.html", 404, key=key, screens=screens(g.session), **age())
    return page("screens/screen.html", screen=found, views=[view_context(view) for view in found.shows], **age())


@bp.get("/view/<view>")
def view(view: str) -> ResponseReturnValue:
    """One view alone, for screens that have it already, but older."""
    if view not in VIEWS:
        abort(404)
    return if_changed(page("hall/displays/_view.html", **view_context(view)))


@bp.get("/now")
@bp.get("/<key>/now")
def now(key: str = "") -> ResponseReturnValue:
    """The time of the server, where the journal is, what the pages are made of, and what a display shows: by these a
    screen knows that it is in contact, and whether what it shows is still right."""
    found = screen(g.session, key) if key else None
    shows = {"name": found.name, "shows": found.shows, "seconds": found.seconds} if found else None
    answer = jsonify(**age(), journal=journal_at(g.session), display=shows)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def age() -> dict[str, str]:
    """When this was answered, by the server's clock and in the hall's time, and the version of the pages."""
    here = datetime.now(UTC).astimezone()
    return {"at": here.strftime("%H:%M:%S"), "day": here.strftime("%A"), "version": version()}


@cache
def version() -> str:
    """What the screens are made of, in a few letters: another version of the program has others."""
    templates = settings.folder("templates")
    folders = Path(str(current_app.static_folder)), templates / "hall" / "displays", templates / "hall" / "clock"
    made_of = sorted(path for folder in folders for path in folder.rglob("*.*"))
    return f"{crc32(b''.join(path.read_bytes() for path in made_of)):08x}"


def view_context(view: str) -> dict[str, Any]:
    """What one view shows."""
    match view:
        case "clock":
            seen: dict[str, Any] = {"clock": face(g.session, g.room.scenario, datetime.now(UTC))}
        case "map":
            seen = map_context()
        case "status":
            seen = {"board": board(g.session)}
        case _:
            seen = {"news": released(g.session)}
            seen["pages"] = pages(seen["news"].items) if seen["news"] else []
    return {"view": view, "title": VIEWS[view], **seen}


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


# --- Game Control's desk ------------------------------------------------------------------------------------


@bp.get("/desk/")
@desks("game")
def desk() -> ResponseReturnValue:
    """The displays, what each shows, and the form for a new one or another choice."""
    return desk_page()


def desk_page(error: OrderError | None = None, form_name: str = "") -> ResponseReturnValue:
    """The displays, with what was wrong with the form (``point``) or a button (``list``)."""
    known = screens(g.session)
    asked = request.args.get("change", "")
    changed = next((one for one in known if one.key == asked), None)
    typed = form_name == "point"
    form = {
        "display": request.form.get("display", "") if typed else changed.key if changed else "",
        "name": request.form.get("name", "") if typed else changed.name if changed else "",
        "shows": request.form.getlist("shows") if typed else changed.shows if changed else (),
        "seconds": request.form.get("seconds", "") if typed else changed.seconds if changed else "",
    }
    if typed:
        changed = next((one for one in known if one.key == request.form.get("change")), None)
    return page(
        "screens/desk.html",
        screens=known,
        changed=changed,
        view_names=VIEWS,
        form=form,
        error=error,
        form_name=form_name,
    )


@bp.get("/desk/list")
@desks("game")
def desk_list() -> ResponseReturnValue:
    """The displays alone; a part of the page."""
    return page("screens/_list.html", screens=screens(g.session), view_names=VIEWS)


@bp.post("/desk/point")
@desks("game")
def point() -> ResponseReturnValue:
    """Make a display, or have one show something else: by the form, or by a button of the list."""
    order: dict[str, Any] = {name: request.form.get(name, "") for name in ("display", "name", "seconds")}
    order |= {"shows": request.form.getlist("shows"), "new": "new" in request.form}
    return acted(
        "display.point",
        order,
        url_for(".desk"),
        lambda error: desk_page(error, "list" if "tap" in request.form else "point"),
    )


@bp.post("/desk/remove")
@desks("game")
def remove() -> ResponseReturnValue:
    """Remove a display."""
    return acted("display.remove", request.form, url_for(".desk"), lambda error: desk_page(error, "list"))
