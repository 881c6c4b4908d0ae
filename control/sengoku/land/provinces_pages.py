"""The card of a province: a panel over the map, or a page of its own."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done, or_again
from control.kernel.pages.parts import page, page_or_part, status_of
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.forces.provinces_questions import ProvinceCard, province_card
from control.sengoku.world.land.land_questions import ClanSign, clans_with_lords, lands
from control.sengoku.world.land.risings_questions import REBELS
from control.sengoku.world.names import id_of, no_province
from control.sengoku.world.people.people_questions import could_be_hostages

bp = Blueprint("provinces", __name__, url_prefix="/map/provinces")


@bp.get("/<key>")
@desks(*AT_THE_MAP)
def show(key: str, error: OrderError | None = None) -> ResponseReturnValue:
    """Holder, works, forces, neighbours and history of a province."""
    status = status_of(error) if error else 200
    return page_or_part("land/province.html", "land/_province.html", status, card=card_of(key), error=error)


def card_of(key: str) -> ProvinceCard:
    """A province as this desk may see it. Raises OrderNotUnderstood with near names."""
    found = province_card(g.session, g.room.scenario, key[:60], g.umpire.desk)
    if found is None:
        raise OrderNotUnderstood(no_province(key, g.room.scenario.provinces), field="province")
    return found


@bp.post("/<key>/unrest")
@desks(*AT_THE_MAP)
@or_again(show)
def unrest(key: str) -> ResponseReturnValue:
    """Put the mark of unrest on a province, or take it off."""
    marked = request.form.get("value", "")
    reason = "marked on the map" if marked == "yes" else "taken off the map"
    entry = act(
        "figure.correct",
        {
            "kind": "province",
            "id": card_of(key).id,
            "field": "unrest",
            "value": marked,
            "reason": reason,
            "version": request.form.get("version", ""),
        },
    )
    return done(entry, url_for("map_desk.show", province=key))


@bp.get("/<key>/take")
@desks(*AT_THE_MAP)
def take(key: str, error: OrderError | None = None) -> ResponseReturnValue:
    """Who takes over a province, or a city or temple in it, and how, with those who stand there or next to it at hand
    (R33)."""
    card = card_of(key)
    return page(
        "land/take.html",
        card=card,
        called=called(card, request.form.get("what", "")),
        near=near(card),
        clans=those_who_hold(),
        error=error,
    )


def called(card: ProvinceCard, what: str) -> str:
    """What a form is headed with: the city or temple that was chosen, or the province."""
    return next((place.name for place in card.places if what in (place.id, place.name)), card.name)


def near(card: ProvinceCard) -> list[ClanSign]:
    """The clans that may well take a province: first those with a force there, then its neighbours."""
    there = [force.clan for force in (*card.armies, *card.garrisons) if force.clan.id != REBELS]
    around = [one.holder for one in card.next_to if one.holder]
    holds = card.holder if not card.places else None
    return [one for one in dict.fromkeys([*there, *around]) if one != holds]


def those_who_hold() -> list[ClanSign]:
    """The clans that may hold land, by name: rebels hold nothing, even where they have won (R42)."""
    return clans_with_lords(g.session)


def chosen(key: str) -> dict[str, Any]:
    """Which ground a form is about, which clan has it now, and how."""
    form = request.form
    what = form.get("what", "")
    return {
        ("place" if what else "province"): what or card_of(key).id,
        "clan": id_of(form.get("clan", "").strip() or form.get("near", ""), g.room.scenario.clans),
        "how": form.get("how", ""),
        "note": form.get("note", ""),
        "force": form.get("force", ""),
        "version": form.get(f"version-{what}", ""),
    }


@bp.post("/<key>/take")
@desks(*AT_THE_MAP)
def taken(key: str) -> ResponseReturnValue:
    """Give the province, or a place in it, to who took it."""
    order = chosen(key) | {"vassalage": request.form.get("vassalage", "")}
    if not order["how"]:  # by Enter in a field, which presses none of the buttons
        return take(key, OrderNotUnderstood("Choose how it was taken: by force, or it submitted.", field="how"))
    return acted(
        "place.take_over" if "place" in order else "province.take_over",
        order,
        url_for("map_desk.show", province=key),
        partial(take, key),
    )


@bp.get("/<key>/settle")
@desks(*AT_THE_MAP)
def settle(key: str, error: OrderError | None = None) -> ResponseReturnValue:
    """What becomes of whoever holds a province, or a city or temple in it, now that he is beaten (R33);
    ``?what=enryaku-ji&near=oda`` comes from a battle and has both chosen."""
    card = card_of(key)
    holders = {one.id: one for one in (card.holder, *(place.holder for place in card.places)) if one}
    form = request.form if request.method == "POST" else request.args
    return page(
        "land/settle.html",
        card=card,
        called=called(card, form.get("what", "")),
        near=near(card),
        clans=those_who_hold(),
        lands={sign.id: lands(g.session, sign.id) for sign in holders.values()},
        people=[(sign, could_be_hostages(g.session, sign.id)) for sign in holders.values()],
        form=form,
        error=error,
    )


@bp.post("/<key>/settle")
@desks(*AT_THE_MAP)
def settled(key: str) -> ResponseReturnValue:
    """Vassal, exile or tribute, with all that belongs to it, as one entry."""
    order = chosen(key) | {
        "points": request.form.get("points", ""),
        "hostages": request.form.getlist("hostages"),
        "twice": request.form.get("twice", ""),
    }
    if not order["how"]:
        return settle(key, OrderNotUnderstood("Choose what becomes of it: vassal, exile or tribute.", field="how"))
    return acted("conquest.settle", order, url_for("map_desk.show", province=key), partial(settle, key))
