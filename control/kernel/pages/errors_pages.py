"""What went wrong, as an answer: the kinds of OrderError, unknown pages, and our own mistakes."""

from __future__ import annotations

import errno
import secrets

from flask import Flask, Response, current_app, g, jsonify, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import RequestRedirect

from control.kernel.database.store import IN_DOUBT, reason_of
from control.kernel.errors import NO_MEMORY, InDoubt, NotKept, OrderError, OrderNotUnderstood
from control.kernel.pages.brake import Braked
from control.kernel.pages.doing import SOME, STANDS, reason, told_before, what_stands
from control.kernel.pages.parts import status_of
from control.kernel.pages.threshold import LOOKS

FAR_TOO_LONG = "That is far too long for a form. Nothing was changed. A form or an order has up to two million letters."
FULL = "The disk is full, perhaps the one for temporary files. Nothing was changed. Make room on it, then do it again."
NOTHING = "Nothing was changed"
HEADINGS = {SOME: "Some of it was done", STANDS: "It was done", IN_DOUBT: "Perhaps it was done"}
"""Above what says so; above all else that nothing was changed."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
"""What the system calls a full disk."""
PLAIN = {
    404: "There is no such page. Go back, or to your desk.",
    413: FAR_TOO_LONG,
    415: "Send the order as JSON, with the header Content-Type: application/json.",
}


def register(app: Flask) -> None:
    """Answer every mistake with a sentence."""
    app.register_error_handler(OrderError, order_error)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(SQLAlchemyError, no_answer)
    app.register_error_handler(InDoubt, in_doubt)
    app.register_error_handler(OSError, no_room)
    app.register_error_handler(MemoryError, no_memory)
    app.register_error_handler(Exception, our_fault)

    @app.after_request
    def again_in_a_moment(answer: Response) -> Response:
        """Tell programs too when to try again, wherever a page said that nothing could be kept."""
        if answer.status_code == 503:
            answer.headers.setdefault("Retry-After", "5")
        return answer


def order_error(error: OrderError) -> ResponseReturnValue:
    """A mistake that no form showed at its field."""
    if isinstance(error, OrderNotUnderstood) and went_with_it():
        return redirect(url_for("front.home"), 303)
    said = answer(
        f"{stands} {reason(error)}" if isinstance(error, NotKept) and (stands := what_stands()) else error.sentence,
        status_of(error),
        field=error.field,
        ruling=error.ruling,
        more=[{"error": other.sentence, "field": other.field} for other in error.more],
    )
    return (*said, {"Retry-After": str(error.wait)}) if isinstance(error, Braked) else said


def went_with_it() -> bool:
    """Whether the page that is asked for showed what was just taken back on it, and is gone with it: whoever did so is
    told at his desk that it was done, not that nothing was changed."""
    number = session.get("told")
    if request.method != "GET" or number is None or g.get("umpire") is None:
        return False
    told = told_before(number)
    return told is not None and told[0].undoes is not None


def no_answer(error: SQLAlchemyError) -> ResponseReturnValue:
    """The database did not do what was asked: a sentence where its reason is known, our fault otherwise."""
    told = reason_of(error)
    return order_error(told) if told else our_fault(error)


def in_doubt(error: InDoubt) -> ResponseReturnValue:
    """Nobody knows whether it was done."""
    return answer(str(error), status_of(NotKept("")))


def no_room(error: OSError) -> ResponseReturnValue:
    """The disk is full, be it the one for what is written on the way to an answer (a workbook); our fault otherwise."""
    return order_error(NotKept(FULL)) if error.errno in NO_ROOM else our_fault(error)


def no_memory(_error: MemoryError) -> ResponseReturnValue:
    """The machine has no memory for what was asked for; what was begun is taken back, like all that fails."""
    return order_error(NotKept(NO_MEMORY))


def http_error(error: HTTPException) -> ResponseReturnValue:
    """An address that is not there, a method that is not meant."""
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    if isinstance(error, MethodNotAllowed):
        if page := page_before(request.path):
            asked = request.query_string.decode("ascii", "replace")  # what its form was about
            return redirect(f"{request.script_root}{page}{'?' if asked else ''}{asked}", 303)
        return (*answer(takes(error), error.code), {"Allow": ", ".join(sorted(error.valid_methods or ()))})
    return answer(PLAIN.get(error.code, error.description or error.name), error.code)


def takes(error: MethodNotAllowed) -> str:
    """What an address is for, to whoever asked for something else there."""
    if "POST" not in (error.valid_methods or ()):
        return "This address is only for looking at: it takes GET. Nothing is sent there."
    if request.path.startswith("/api/"):
        return "What is asked here is sent with POST. GET /api/actions says what each order takes."
    if request.method in LOOKS:
        return "This address is only for sending a form. Go back to the page with the form."
    return "What is sent to this address is sent with POST, and with nothing else."


def page_before(path: str) -> str:
    """The page that the form of an address stands on: the nearest before it in the address that can be opened. A form
    that was refused leaves its own address in the tab, and a phone opens that again hours later. Empty for what is sent
    otherwise than from such a tab."""
    if request.method not in ("GET", "HEAD") or path.startswith("/api/"):
        return ""
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    while path := path.rstrip("/").rpartition("/")[0]:
        try:
            adapter.match(path, method="GET")
        except RequestRedirect:
            return f"{path}/"
        except HTTPException:
            continue
        return path
    return "/"


def our_fault(error: Exception) -> ResponseReturnValue:
    """A fault of ours: a reference to quote, the trace in the server's log."""
    reference = secrets.token_hex(3).upper()
    current_app.logger.exception("Reference %s", reference, exc_info=error)
    became = what_stands() or f"{NOTHING}."
    return answer(f"This is our fault, not yours. {became} Reference {reference}.", 500)


def answer(
    sentence: str, status: int, field: str = "", ruling: str = "", more: object = None
) -> tuple[Response | str, int]:
    """The sentence as JSON for scripts, as a plain page (that needs no database) for people."""
    if request.path.startswith("/api/"):
        body = {"error": sentence, "field": field, "ruling": ruling}
        if more:
            body["more"] = more  # type: ignore[assignment]
        return jsonify(body), status
    g.failed = True
    done = next((HEADINGS[one] for one in HEADINGS if one in sentence), "")
    g.sent = bool(done)  # and what waits to be sent says so, too
    heading = "No such page" if status == 404 else done or NOTHING
    return render_template("error.html", sentence=sentence, heading=heading), status
