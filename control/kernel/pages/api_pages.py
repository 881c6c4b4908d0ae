"""The JSON API: the same actions and the same state as the pages, with the same permissions."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Blueprint, g, jsonify, request
from flask.typing import ResponseReturnValue

from control.kernel.actions.action import Action
from control.kernel.actions.looking_actions import looks
from control.kernel.actions.registry import may_do, perform
from control.kernel.errors import NotThisDesk, OrderNotUnderstood, did_you_mean
from control.kernel.game import UmpiredGame
from control.kernel.journal import state_questions as states
from control.kernel.journal.audience import entry_as_json
from control.kernel.journal.numbering_questions import PRINTED, entered, numbering, told_when_made
from control.kernel.pages.doing import doing
from control.kernel.roles import PUBLIC
from control.kernel.rows import Entry
from control.kernel.typed import parse

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.before_request
def known_or_no_code() -> None:
    """Let nobody whose code opens nothing take what the public sees for what his desk sees. Raises NotThisDesk."""
    if g.umpire is None and request.authorization and request.authorization.type == "bearer":
        raise NotThisDesk(
            "The code that was sent along opens no desk: it is mistyped, or was withdrawn. Whoever sends none asks as "
            "the public."
        )


@bp.post("/actions/<name>")
def run(name: str) -> ResponseReturnValue:
    """Perform an action; the header Idempotency-Key makes one that is sent twice act once."""
    if g.umpire is None:
        raise NotThisDesk("Send the code of a desk along: Authorization: Bearer CODE.")
    may_do(g.room.game, g.umpire, name)  # whose it is comes before what was sent
    sent = request.headers.get("Idempotency-Key", "")
    key = f"{g.place}//{sent}" if sent else ""  # a place's own: no other learns from it what was sent here
    order = entered(g.session, g.room.game, g.umpire.desk, name, body())
    with doing():
        done = perform(g.room, g.umpire, name, order, key=key)
    return jsonify(told_there(done, entry_as_json(done, g.room.game, g.umpire.desk)))


def told_there(entry: Entry, done: dict[str, Any]) -> dict[str, Any]:
    """An entry that was just made, with the numbers that its desk is told: they are asked for where it names others."""
    number = told_when_made(g.room.game, g.umpire.desk, entry)
    rows = (row for one in done.get("changes", ()) for row in (one["before"], one["after"]))
    names_others = entry.undoes is not None or entry.action == PRINTED
    if number is not None and not names_others and not any(row and row.get("entry") for row in rows):
        return {**done, "number": number}
    numbers = numbering(g.session, g.umpire.desk)
    if "changes" in done:
        done["changes"] = numbers.changes(done["changes"])
    return numbers.entry(done)


def body() -> Any:
    """The order that was sent. Raises OrderNotUnderstood if it is no JSON. Nothing at all is no order either: what a
    script reads from a file that is not there would pay everybody's upkeep."""
    try:
        text = request.get_data().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OrderNotUnderstood("What was sent is no text in UTF-8. Send it as UTF-8.") from None
    return parse(text, "What was sent")


@bp.get("/actions")
def actions() -> ResponseReturnValue:
    """Every action with the desks that may do it and the JSON Schema of its order."""
    return jsonify(registry_as_json(g.room.game))


def registry_as_json(game: UmpiredGame) -> list[dict[str, Any]]:
    """The actions of a game as the list shows them."""
    return [describe(one) for _, one in sorted(game.actions.items())]


@cache
def describe(one: Action) -> dict[str, Any]:
    """An action as the list shows it. It stays what it is, and a schema is long to make."""
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
    looking()
    return jsonify(states.state(g.session, audience()))


@bp.get("/state/<part>")
def state_part(part: str) -> ResponseReturnValue:
    """One part of the state."""
    game = g.room.game
    if part == "game":
        return jsonify(states.game_part(g.session, audience()))
    mine, made = states.parts(game, audience()), states.made_for(game, audience())
    if part in made:
        return jsonify(made[part](g.session, audience()))
    if part not in mine:
        if part in game.in_place:
            raise NotThisDesk(f'"{part}" is for those who do not see what it is made of, and this desk does.')
        if part in (*states.every_part(game), *game.made_parts):
            raise NotThisDesk(f'"{part}" is not for this desk.')
        known = ["game", *made, *mine]
        raise OrderNotUnderstood(f'The state has no part "{part}", only {", ".join(known)}.{did_you_mean(part, known)}')
    if states.stands_apart(game, part):
        looking()
    return jsonify(states.part(g.session, part, audience()))


def looking() -> None:
    """Note it if the desk that leads is about to read what stands apart."""
    if g.umpire:
        looks(g.room, g.umpire)
        g.session.rollback()  # what was read before is no longer how the game stands


def audience() -> str:
    """Who asks."""
    return g.umpire.desk if g.umpire else PUBLIC
