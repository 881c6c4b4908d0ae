"""Printouts of the present state, as PDF."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, g, make_response, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from control.desks.parts import desks
from control.network import for_phones
from control.queries.forces import rule_options
from control.queries.printing import MakeUrl, army_card_data, order_card_data
from control.rules.errors import OrderNotUnderstood, did_you_mean
from control.scenario.model import Scenario
from printouts.army_cards import army_cards
from printouts.battle_sheet import battle_sheet
from printouts.order_cards import order_cards

bp = Blueprint("printing", __name__, url_prefix="/print")

KINDS: dict[str, Callable[[Session, Scenario, MakeUrl, int | None], bytes]] = {
    "order_cards": lambda session, scenario, url, only: order_cards(order_card_data(session, scenario, url, only)),
    "army_cards": lambda session, scenario, url, only: army_cards(army_card_data(session, scenario, url, only)),
    "battle_sheet": lambda session, scenario, url, only: battle_sheet(scenario.tables, rule_options(session)),
}


def wanted(kind: str) -> str:
    """The kind of printout of that name. Raises OrderNotUnderstood with near names."""
    if kind not in KINDS:
        near = did_you_mean(kind, KINDS)
        raise OrderNotUnderstood(f'There is no printout "{kind}", only {", ".join(KINDS)}.{near}', field="kind")
    return kind


def made(kind: str, session: Session, scenario: Scenario, make_url: MakeUrl, only: int | None = None) -> bytes:
    """A printout of the present state; ``only`` is the number of one army."""
    return KINDS[kind](session, scenario, make_url, only)


@bp.get("/<kind>.pdf")
@desks("map", "game")
def printout(kind: str) -> ResponseReturnValue:
    """One kind of printout; ``?army=7`` prints the card of that army alone."""
    only = request.args.get("army", type=int)
    at = f"{request.scheme}://{for_phones(request.host)}"
    pdf = made(wanted(kind), g.session, g.room.scenario, lambda code: at + url_for("front.card", code=code), only)
    answer = make_response(pdf)
    answer.mimetype = "application/pdf"
    answer.headers["Content-Disposition"] = f'inline; filename="{kind}.pdf"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
