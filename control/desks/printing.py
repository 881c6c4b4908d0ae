"""Printouts of the present state, as PDF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, g, make_response, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from control.desks.parts import desks
from control.network import for_phones
from control.queries.forces import rule_options
from control.queries.printing import MakeUrl, army_card_data, order_card_data
from control.queries.sheets import battle_slip_data, missing_data, walk_round_data
from control.rules.errors import OrderNotUnderstood, did_you_mean
from control.scenario.model import Scenario
from printouts.army_cards import army_cards
from printouts.battle_sheet import battle_sheet
from printouts.battle_slip import battle_slips
from printouts.missing_orders import missing_orders
from printouts.order_cards import order_cards
from printouts.walk_round import walk_round

bp = Blueprint("printing", __name__, url_prefix="/print")


@dataclass(frozen=True)
class Press:
    """All a printout is made from: the game, the scenario, what makes the addresses of its QR codes, the number of the
    one army or battle that is wanted (None: all of them), and the moment."""

    session: Session
    scenario: Scenario
    make_url: MakeUrl
    army: int | None = None
    battle: int | None = None
    now: datetime | None = None


def pressed_order_cards(press: Press) -> bytes:
    """Order cards, of all armies or one."""
    return order_cards(order_card_data(press.session, press.scenario, press.make_url, press.army, press.now))


def pressed_army_cards(press: Press) -> bytes:
    """Army cards, of all armies or one."""
    return army_cards(army_card_data(press.session, press.scenario, press.make_url, press.army))


KINDS: dict[str, Callable[[Press], bytes]] = {
    "order_cards": pressed_order_cards,
    "army_cards": pressed_army_cards,
    "battle_sheet": lambda press: battle_sheet(press.scenario.tables, rule_options(press.session)),
    "battle_slip": lambda press: battle_slips(battle_slip_data(press.session, press.scenario, press.battle)),
    "missing_orders": lambda press: missing_orders(missing_data(press.session, press.scenario)),
    "walk_round": lambda press: walk_round(walk_round_data(press.session, press.scenario)),
}


def wanted(kind: str) -> str:
    """The kind of printout of that name. Raises OrderNotUnderstood with near names."""
    if kind not in KINDS:
        near = did_you_mean(kind, KINDS)
        raise OrderNotUnderstood(f'There is no printout "{kind}", only {", ".join(KINDS)}.{near}', field="kind")
    return kind


def made(
    kind: str, session: Session, scenario: Scenario, make_url: MakeUrl, army: int | None = None,
    battle: int | None = None,
) -> bytes:
    """A printout of the present state, of all armies and this season's battles or of one of them."""
    return KINDS[kind](Press(session, scenario, make_url, army, battle, datetime.now(UTC)))


@bp.get("/<kind>.pdf")
@desks("map", "game")
def printout(kind: str) -> ResponseReturnValue:
    """One kind of printout; ``?army=7`` prints the card of that army alone, ``?battle=3`` the slip of that battle."""
    at = f"{request.scheme}://{for_phones(request.host)}"
    only = {name: request.args.get(name, type=int) for name in ("army", "battle")}
    pdf = made(wanted(kind), g.session, g.room.scenario, lambda path: at + path, **only)
    answer = make_response(pdf)
    answer.mimetype = "application/pdf"
    answer.headers["Content-Disposition"] = f'inline; filename="{kind}.pdf"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
