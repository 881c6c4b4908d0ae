"""The page for playing with the real game: the umpire types what was done, the program keeps the position, finds what
is not allowed and counts Impact; corrections, and looks into bags and decks."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, or_again, sent_before
from control.kernel.pages.parts import page
from control.kernel.roles import LEAD
from control.kernel.wording import folded
from control.sekigahara.play.battle.battle_questions import battle_page, last_battle
from control.sekigahara.play.dealt.dealt_questions import (
    dealt_forms,
    dealt_order,
    looked_into,
    overrun_by_it,
    piece_meant,
    pieces_by_name,
    spots_by_name,
)
from control.sekigahara.play.desk_questions import desk_page
from control.sekigahara.play.sent_pages import around_forms, carry_out, forcing

bp = Blueprint("dealt", __name__, url_prefix="/at-the-table")


@bp.get("/")
@desks(LEAD)
def show(error: OrderError | None = None, found: tuple[str, tuple[str, ...]] | None = None) -> Any:
    """What may be done now at the table, corrections, looks."""
    battle = battle_page(g.session, g.umpire.desk)
    return page(
        "campaign/at_the_table.html",
        desk=desk_page(g.session, g.umpire.desk),
        battle=battle,
        last=None if battle else last_battle(g.session, g.umpire.desk),
        forms=dealt_forms(g.session, forcing()),
        pieces=sorted(pieces_by_name(g.session), key=folded),
        spots=spots_by_name(g.session),
        overrun=overrun_by_it(g.session, request.form.get("piece", ""), request.form.get("to", "")),
        found=found,
        **around_forms(),
        error=error,
    )


@bp.post("/correct")
@desks(LEAD)
@or_again(show)
def correct() -> ResponseReturnValue:
    """Put a piece right, which was typed by its name."""
    piece = piece_meant(g.session, request.form.get("piece", ""), sent_before())
    order: dict[str, Any] = {**request.form, "piece": piece}
    if overrun := request.form.getlist("overrun"):
        order["overrun"] = overrun
    return acted("table.correct", order, url_for(".show"), show)


@bp.post("/look")
@desks(LEAD)
@or_again(show)
def look() -> Any:
    """Look into a bag or a deck, once the journal says so."""
    entry = act("table.look", request.form)
    asked = entry.arguments
    return show(found=(entry.sentence, looked_into(g.session, asked["side"], asked["into"])))


@bp.post("/act/<name>")
@desks(LEAD)
@or_again(lambda _name, error: show(error))
def do(name: str) -> ResponseReturnValue:
    """Carry out what was done at the table."""
    return carry_out(name, show, partial(dealt_order, g.session, sent_before()))
