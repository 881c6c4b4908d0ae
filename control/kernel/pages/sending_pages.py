"""Forms sent from the page: what `static/sending.js` is told in place of a redirect, and which pages are secret.

The script sends a form with the header ``X-Sending``, which names the desk it was filled in at. It is answered with
where to go instead of being sent there, so that the page stays until the answer is there. What a page sends in other
ways (a part with a form of its own, a row of a grid) names its desk by ``X-Desk`` and is answered as it asks. Without
the script, a form is answered as ever.
"""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import unquote

from flask import Blueprint, Flask, g, jsonify, request, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response

from control.kernel.journal.journal_questions import EntryView
from control.kernel.open_room import here
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import told_before
from control.kernel.pages.drafts import LARGEST, Drafts, SharedDrafts

bp = Blueprint("sending", __name__, url_prefix="/drafts")

HEADER = "X-Sending"
DESK = "X-Desk"
FILLED_IN_BY = "X-Filled-In-By"


def is_secret() -> bool:
    """Whether this page's forms carry what other desks may not know. What is typed there is never written to the
    device: drafts are kept by the server, and what waits to be sent lives only as long as its page. A single form of
    another page says so by itself: ``data-secret``."""
    return in_rooms(here().room.game.navigation.secret)


def in_rooms(blueprints: frozenset[str]) -> bool:
    """Whether this page is one of these rooms, or of a room within one."""
    return not blueprints.isdisjoint((request.blueprint or "").split("."))


def other_desk() -> ResponseReturnValue | None:
    """Refuse, for now, a form that was filled in at another desk: it waits until somebody signs in there; and one that
    goes by itself, for its page has waited, when somebody else sits there by now: it waits for a tap."""
    desk = request.headers.get(HEADER) or request.headers.get(DESK, "")
    if request.method != "POST" or desk in ("", "nobody"):
        return None
    if g.umpire and g.umpire.desk == desk:
        name = unquote(request.headers.get(FILLED_IN_BY, ""))
        if name in ("", g.umpire.name):
            return None
        known = {} if "hidden" in g else {"here": g.umpire.name}  # which would open a hidden screen
        return jsonify({"error": f"{name} filled this in.", **known}), 401
    return jsonify({"error": "Sign in at the desk where this was filled in."}), 401


def answered(answer: Response) -> Response:
    """Say that the control room itself answers (and nobody on the way), and where a redirect would have led."""
    if request.method != "POST" or not request.headers.get(HEADER):
        return answer
    answer.headers[HEADER] = "sent" if g.get("sent") else "heard"  # it stands, or perhaps, though it failed then
    if not 300 <= answer.status_code < 400:
        return answer
    to = answer.headers.pop("Location", "/")
    told = session.get("told")
    found = None
    with suppress(SQLAlchemyError):  # a database that went away has no word for it, and it stands all the same
        found = told_before(told) if told and g.umpire else None
    if g.umpire is None and to.startswith(url_for("front.sign_in")) and request.endpoint != "front.sign_out":
        answer.status_code = 401
    else:
        answer.status_code = 200
        answer.headers[HEADER] = "done"
    answer.set_data(jsonify({"to": to, "said": said(*found) if found else ""}).get_data())
    answer.mimetype = "application/json"
    return answer


def said(entry: EntryView, stays: str) -> str:
    """What came of a form, in the list of those that waited; and that it is undone already, if a colleague was there
    before the network was."""
    return f"{entry.sentence} {stays}" if entry.undone else entry.sentence


# ---- Drafts of secret pages


def drafts() -> Drafts | SharedDrafts:
    """Where they are kept."""
    found: Drafts | SharedDrafts = here().drafts
    return found


@bp.get("/")
@desks()
def kept() -> ResponseReturnValue:
    """The drafts of this sign-in, by their forms."""
    answer = jsonify(drafts().of(session.get("sign_in", "")))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/")
@desks()
def keep() -> ResponseReturnValue:
    """Keep a draft for this sign-in, or none any more. One that is far too long stays with its page alone, and so does
    that of whoever sat here before, whose page is still open."""
    if request.form.get("name", g.umpire.name) != g.umpire.name:
        return jsonify({"error": "Somebody else is signed in here."}), 401
    sign_in, form, draft = session.get("sign_in"), request.form.get("form", ""), request.form.get("draft", "")
    if sign_in and 0 < len(form) <= 400 and len(draft) <= LARGEST:
        drafts().keep(sign_in, form, draft)
    return "", 204


def forget() -> None:
    """The drafts of this sign-in go with it."""
    if sign_in := session.get("sign_in"):
        drafts().wipe(sign_in)


def register(app: Flask) -> None:
    """Answer forms that the page sends by itself."""
    app.before_request(other_desk)
    app.after_request(answered)
