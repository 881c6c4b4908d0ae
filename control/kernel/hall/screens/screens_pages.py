"""The screens on the walls, which the desk that leads points from its own. All that they show is public."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from flask import Blueprint, current_app, g, jsonify, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel import settings
from control.kernel.errors import OrderError
from control.kernel.hall.screens.screens_questions import screen, screens
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.drawn_once import the_same_for_all
from control.kernel.pages.parts import Standing, heard, known, page
from control.kernel.roles import LEAD, PUBLIC

bp = Blueprint("displays", __name__, url_prefix="/display")


@bp.get("/<key>")
def show(key: str) -> ResponseReturnValue:
    """A screen on the wall: what the desk that leads has it show, in turns."""
    found = screen(g.session, key)
    if found is None:
        leader = g.room.game.the_leader
        return page("screens/unknown.html", 404, key=key, screens=screens(g.session), leader=leader, **age())
    slides = [slide(view) for view in found.shows]
    return page("screens/screen.html", screen=found, slides=slides, styles=styles(), **age())


@bp.get("/view/<view>")
@the_same_for_all(PUBLIC)
def view(view: str) -> ResponseReturnValue:
    """One view alone, for screens that have it already, but older."""
    known(view, g.room.game.views)
    return make_response(slide(view))


@bp.get("/now")
@bp.get("/<key>/now")
def now(key: str = "") -> ResponseReturnValue:
    """The time of the server, where the journal is, what the pages are made of, and what a display shows: by these a
    screen knows that it is in contact, and whether what it shows is still right."""
    found = screen(g.session, key) if key else None
    shows = {"name": found.name, "shows": found.shows, "seconds": found.seconds} if found else None
    answer = jsonify(**age(), journal=heard(), display=shows)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def age() -> dict[str, str]:
    """When this was answered, by the server's clock and in the hall's time, and the version of the pages."""
    here = datetime.now(UTC).astimezone()
    return {"at": here.strftime("%H:%M:%S"), "day": here.strftime("%A"), "version": version()}


@cache
def version() -> str:
    """What the screens are made of, in a few letters: another version of the program has others."""
    folders = Path(str(current_app.static_folder)), settings.folder("templates"), *g.room.game.templates
    made_of = sorted(path for folder in folders for path in folder.rglob("*.*"))
    return f"{crc32(b''.join(path.read_bytes() for path in made_of)):08x}"


def slide(view: str) -> str:
    """One view as it stands on a screen."""
    game, scenario = g.room.game, g.room.scenario
    one = game.views[view]
    return render_template(one.template, standing=Standing(), **one.filled(g.session, scenario))


def styles() -> tuple[str, ...]:
    """What the views of the game need beside the styles of every screen: all of them, for it may be pointed at another
    while it is open."""
    return tuple(dict.fromkeys(one.style for one in g.room.game.views.values() if one.style))


def words() -> dict[str, str]:
    """What there is to show, in words."""
    return {view: one.words for view, one in g.room.game.views.items()}


# --- The desk that points them ----------------------------------------------------------------------------------


@bp.get("/desk/")
@desks(LEAD)
def desk(error: OrderError | None = None) -> ResponseReturnValue:
    """The displays, what each shows, and the form for a new one or another choice."""
    known = screens(g.session)
    changed = next((one for one in known if one.key == request.values.get("change")), None)
    return page(
        "screens/desk.html",
        screens=known,
        changed=changed,
        view_names=words(),
        error=error,
    )


@bp.get("/desk/list")
@desks(LEAD)
def desk_list() -> ResponseReturnValue:
    """The displays alone; a part of the page."""
    return page("screens/_list.html", screens=screens(g.session), view_names=words())


@bp.post("/desk/point")
@desks(LEAD)
def point() -> ResponseReturnValue:
    """Make a display, or have one show something else: by the form, or by a button of the list."""
    order: dict[str, Any] = {name: request.form.get(name, "") for name in ("display", "name", "seconds", "shown")}
    order |= {"shows": request.form.getlist("shows"), "new": "new" in request.form}
    return acted("display.point", order, url_for(".desk"), desk)


@bp.post("/desk/remove")
@desks(LEAD)
def remove() -> ResponseReturnValue:
    """Remove a display."""
    return acted("display.remove", request.form, url_for(".desk"), desk)
