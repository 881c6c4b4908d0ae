"""The JSON API: the same actions and the same state as the pages, with the same permissions."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, jsonify, request
from flask.typing import ResponseReturnValue

from control.kernel.audience import SEES_ARMIES, shown_changes
from control.kernel.errors import NotThisDesk, OrderNotUnderstood, did_you_mean
from control.kernel.open_room import here
from control.kernel.registry import ACTIONS, perform
from control.kernel.rows import JournalEntry
from control.kernel.typed import parse

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.post("/actions/<name>")
def run(name: str) -> ResponseReturnValue:
    """Perform an action; the header Idempotency-Key makes one that is sent twice act once."""
    if g.umpire is None:
        raise NotThisDesk("Send the code of a desk along: Authorization: Bearer CODE.")
    key = request.headers.get("Idempotency-Key", "")
    g.session.rollback()  # who waits for a turn to write holds up nobody who reads
    return jsonify(entry_as_json(perform(g.room, g.umpire, name, body(), key=key), g.umpire.desk))


def body() -> Any:
    """The order that was sent. Raises OrderNotUnderstood if it is no JSON."""
    return parse(request.get_data(as_text=True) or "{}", "What was sent")


def entry_as_json(entry: JournalEntry, desk: str) -> dict[str, Any]:
    """A journal entry as scripts see it; the rows that changed only where the sizes of forces may be seen."""
    hidden = {"key", "audience", "made_with"} | (set() if desk in SEES_ARMIES else {"changes"})
    found = {name: value for name, value in entry.as_dict().items() if name not in hidden}
    if "changes" in found:
        found["changes"] = shown_changes(found["changes"], desk)
    return found


@bp.get("/actions")
def actions() -> ResponseReturnValue:
    """Every action with the desks that may do it and the JSON Schema of its order."""
    return jsonify([describe(name) for name in sorted(ACTIONS)])


def describe(name: str) -> dict[str, Any]:
    """An action as the list shows it."""
    one = ACTIONS[name]
    return {
        "name": one.name,
        "title": one.title,
        "summary": one.summary,
        "desks": sorted(one.desks),
        "schema": one.order.model_json_schema(),
    }


@bp.get("/state")
def state() -> ResponseReturnValue:
    """The whole game as this desk (or, without a code, the public) may see it."""
    return jsonify(here().room.game.state.state(g.session, audience()))


@bp.get("/state/<part>")
def state_part(part: str) -> ResponseReturnValue:
    """One part of the state."""
    queries = here().room.game.state
    if part == "game":
        return jsonify(queries.game_part(g.session))
    if part == "flags":
        return jsonify(queries.flags_part(g.session))
    if part not in queries.parts(audience()):
        if part in queries.EVERYTHING:
            raise NotThisDesk(f'"{part}" is not for this desk.')
        known = ["game", "flags", *queries.parts(audience())]
        raise OrderNotUnderstood(f'The state has no part "{part}", only {", ".join(known)}.{did_you_mean(part, known)}')
    return jsonify(queries.part(g.session, part, audience()))


def audience() -> str:
    """Who asks."""
    return g.umpire.desk if g.umpire else "public"
