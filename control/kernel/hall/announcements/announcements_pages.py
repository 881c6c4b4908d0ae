"""Announcements of the desk that leads to the umpires, with who has read them."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import ChangedElsewhere, OrderError
from control.kernel.hall.announcements.announcements_questions import announcements, ended, marks
from control.kernel.hall.rota.rota_questions import umpires_here
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done
from control.kernel.pages.parts import htmx, page
from control.kernel.pages.threshold import is_ours
from control.kernel.roles import LEAD

bp = Blueprint("announcements", __name__, url_prefix="/announcements")


@bp.app_template_filter("hall_time")
def hall_time(at: str) -> str:
    """A moment as the journal keeps it, in the hall's time: "14:32"; with the day if it was another."""
    here, now = datetime.fromisoformat(at).astimezone(), datetime.now().astimezone()
    return here.strftime("%H:%M" if here.date() == now.date() else "%A %H:%M")


@bp.get("/")
@desks()
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """What was announced to this desk; for the one that leads also the form, and who has read what."""
    return page("announcements/announcements.html", **list_context(), error=error)


def list_context() -> dict[str, Any]:
    """The announcements this desk may see."""
    every = request.args.get("ended") == "all"
    found = announcements(g.session, g.umpire.name, g.umpire.desk, every)
    standing = [one for one in found if not one.ended]
    game = g.room.game
    read = marks(g.session, found, game.roles, umpires_here(g.session)) if g.umpire.desk == game.leads else {}
    over = [one for one in found if one.ended]
    return {
        "current": standing,
        "over": over,
        "older": ended(g.session, g.umpire.desk) - len(over),
        "every": every,
        "marks": read,
    }


@bp.get("/list")
@desks()
def listed() -> ResponseReturnValue:
    """The announcements alone; a part of the page."""
    return page("announcements/_list.html", **list_context())


@bp.get("/banner")
@desks()
def banner() -> ResponseReturnValue:
    """The newest announcement that this umpire has not read; a part of every page."""
    return page("announcements/_banner.html", back=back(htmx().current_url or ""))


@bp.post("/")
@desks(LEAD)
def post() -> ResponseReturnValue:
    """Announce something."""
    order = {**request.form, "desks": request.form.getlist("desks")}
    return acted("announcement.post", order, url_for(".show"), show)


@bp.post("/<int:number>/read")
@desks()
def read(number: int) -> ResponseReturnValue:
    """Mark one as read, from the banner (which then shows the next) or from the page."""
    try:
        entry = act("announcement.read", {"announcement": str(number)})
    except ChangedElsewhere:
        entry = None  # read in another window: all that was wanted
    except OrderError as error:
        if not htmx():
            return show(error)
        return page("announcements/_banner.html", back=request.form.get("next", ""))  # it has ended: on to the next
    ahead = request.form.get("next", "")
    if htmx():
        return page("announcements/_banner.html", back=ahead)
    to = ahead if ahead and is_ours(ahead) else url_for(".show")
    return done(entry, to) if entry else redirect(to, 303)


@bp.post("/<int:number>/end")
@desks(LEAD)
def end(number: int) -> ResponseReturnValue:
    """End one: nobody is shown it any more."""
    return acted("announcement.end", {"announcement": str(number)}, url_for(".show"), show)


def back(address: str) -> str:
    """Where the page is that a part was fetched for: its path."""
    try:
        path = urlsplit(address).path
    except ValueError:
        return ""
    return path if is_ours(path) else ""
