"""The card of a province: a panel over the map, or a page of its own."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.desks.parts import act, desks, done, page_or_part, status_of
from control.queries.provinces import ProvinceCard, province_card
from control.rules.errors import OrderError, OrderNotUnderstood, did_you_mean

bp = Blueprint("provinces", __name__, url_prefix="/map/provinces")


@bp.get("/<key>")
@desks("map", "game")
def show(key: str) -> ResponseReturnValue:
    """Holder, works, forces, neighbours and history of a province."""
    return card_page(key)


def card_page(key: str, error: OrderError | None = None) -> ResponseReturnValue:
    """The card, with what was wrong at its top."""
    status = status_of(error) if error else 200
    return page_or_part("map/province.html", "map/_province.html", status, card=card_of(key), error=error)


def card_of(key: str) -> ProvinceCard:
    """A province as this desk may see it. Raises OrderNotUnderstood with near names."""
    found = province_card(g.session, g.room.scenario, key[:60], g.umpire.desk)
    if found is None:
        near = did_you_mean(key[:60], g.room.scenario.provinces)
        raise OrderNotUnderstood(f'There is no province "{key[:60]}".{near}', field="province")
    return found


@bp.post("/<key>/unrest")
@desks("map", "game")
def unrest(key: str) -> ResponseReturnValue:
    """Put the mark of unrest on a province, or take it off."""
    marked = request.form.get("value", "")
    reason = "marked on the map" if marked == "yes" else "taken off the map"
    try:
        entry = act("figure.correct", {
            "kind": "province", "id": card_of(key).id, "field": "unrest", "value": marked, "reason": reason,
            "version": request.form.get("version", ""),
        })
    except OrderError as error:
        return card_page(key, error)
    return done(entry, url_for("map_desk.show", province=key))
