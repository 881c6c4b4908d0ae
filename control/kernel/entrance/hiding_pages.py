"""Screens that hide what they show: at once by a key or a tap, or left alone for some minutes.

The browser covers the page itself (``static/hiding.js``) and keeps what was typed; here the sign-in is marked, so that
no other window of it and no reload shows more than everybody sees. The umpire's name or the desk's code opens it again.
"""

from __future__ import annotations

from flask import Blueprint, g, jsonify, make_response, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from control.kernel.database.keeping import FOR_EVERYBODY
from control.kernel.entrance.cookies import KEPT, of_this_game
from control.kernel.entrance.front_pages import place_of
from control.kernel.errors import NotThisDesk, OrderError, OrderNotUnderstood
from control.kernel.open_room import here
from control.kernel.pages.addresses import asked_for
from control.kernel.pages.admitted import desks
from control.kernel.pages.parts import htmx, page, status_of
from control.kernel.pages.sending_pages import HEADER, in_rooms
from control.kernel.pages.threshold import is_ours

bp = Blueprint("hiding", __name__)

MINUTES = 10
"""A page with secrets that is left alone hides itself after so many, if the scenario says nothing else."""
OPEN = (
    "static",
    "hiding.hide",
    "hiding.whose",
    "hiding.open_again",
    "front.live",
    "front.now",
    "clock.now",
    "front.sign_in",
    "front.signed_in",
    "front.sign_out",
)
"""What a hidden screen may still ask for, beside what everybody in the hall sees."""


@bp.app_context_processor
def hides() -> dict[str, object]:
    """What a page is told of hiding: the drawing that covers it, and after how many minutes it does so by itself; after
    none only by hand."""
    room = here().room
    navigation = room.game.navigation
    locks = in_rooms(navigation.secret | navigation.locks)
    minutes = getattr(room.scenario, "hide_after", MINUTES) if locks else 0
    return {"hides": {"cover": navigation.cover, "minutes": minutes}}


def keep_hidden() -> ResponseReturnValue | None:
    """Answer a hidden screen with its cover, whatever it asks for."""
    umpire = g.get("umpire")  # nobody is looked for where a style or a script is asked for
    if not is_hidden() or umpire is None or umpire.desk != session.get("desk") or is_script():
        return None
    session.setdefault("hidden", True)
    g.hidden, g.session.info[FOR_EVERYBODY] = True, True
    game = here().room.game
    if request.endpoint in OPEN or request.endpoint in game.navigation.hall:
        return None
    if request.headers.get(HEADER):  # a form that waits goes on waiting
        return jsonify({"error": "This screen is hidden."}), 401
    if htmx() or request.endpoint == "spare.way":  # asked again in some seconds, and told once the screen is open
        return "", 204
    if request.path.startswith("/api/"):
        raise NotThisDesk("This screen is hidden. Open it again with your name or the code of the desk.")
    return cover(asked_for() if request.method == "GET" else "")


def is_hidden() -> bool:
    """Whether this sign-in is hidden. A cookie of its own says so too: the answer to a form that was on its way when
    the screen was hidden puts the other one back as it was before."""
    sign_in = session.get("sign_in")
    return "hidden" in session or bool(sign_in and request.cookies.get(of_this_game("hidden")) == sign_in)


def is_script() -> bool:
    """Whether this is a script with the code of the place that is signed in here: only that says more than the cookie,
    which whoever stands at the screen has too."""
    sent = request.authorization
    if not sent or sent.type != "bearer":
        return False
    return place_of(sent.token or "", request) == (session.get("place") or session.get("desk"))


def cover(ahead: str, error: OrderError | None = None) -> ResponseReturnValue:
    """What a hidden screen shows: the way back in."""
    return page("hidden.html", status_of(error) if error else 403, next=ahead, error=error, public=True, told=None)


@bp.post("/hide")
@desks()
def hide() -> ResponseReturnValue:
    """Hide every window of this sign-in."""
    session["hidden"] = True
    answer = make_response("", 204)
    answer.set_cookie(
        of_this_game("hidden"), session.get("sign_in", ""), max_age=KEPT, path=f"{request.script_root}/", httponly=True,
        samesite="Lax", secure=request.is_secure,
    )  # fmt: skip
    return answer


@bp.get("/hide")
def whose() -> ResponseReturnValue:
    """Who is signed in here, and whether the screen is hidden: asked by a page that a browser brings as it was left. A
    hidden screen does not say the name: it would open it. A window that somebody opens here goes to the pages."""
    if not htmx():
        return redirect(url_for("front.home"), 303)
    umpire, hidden = g.umpire, is_hidden()
    known = {"name": umpire.name, "desk": umpire.desk} if umpire and not hidden else {}
    return jsonify(signIn=session.get("sign_in", "") if umpire else "", hidden=hidden, **known)


@bp.post("/open-again")
def open_again() -> ResponseReturnValue:
    """Show again what was hidden, to whoever knows the umpire's name or the code of the desk."""
    typed, ahead = request.form.get("who", ""), request.form.get("next", "")
    try:
        if g.umpire is None:
            raise NotThisDesk("Nobody is signed in here any more. Sign in again.", field="who")
        place = session.get("place") or session.get("desk")
        if said(typed) != said(g.umpire.name) and place_of(typed, request) != place:
            raise OrderNotUnderstood(
                "That is neither the name under which somebody signed in here nor the code of the desk.", field="who"
            )
    except OrderError as error:
        if htmx():
            return jsonify({"error": error.sentence}), status_of(error)
        return cover(ahead, error)
    session.pop("hidden", None)
    answer = make_response(("", 204) if htmx() else redirect(ahead if is_ours(ahead) else url_for("front.home"), 303))
    answer.delete_cookie(of_this_game("hidden"), path=f"{request.script_root}/")
    return answer


def said(name: str) -> str:
    """A name, however it is written."""
    return " ".join(name.split()).casefold()
