"""Provinces and places that change hands (handbook 7; R21, R33)."""

from __future__ import annotations

from control.actions.notices import tell
from control.actions.registry import DESKS, World, action
from control.actions.treaties import between, make
from control.models import Clan, Place, Province
from control.rules.errors import ChangedElsewhere, OrderNotAllowed
from control.typed import Order, one_of, text

HOW = ("force", "submits")


class TakeProvince(Order):
    """A province that a clan took over: by ``force``, or because its lord ``submits``. ``vassalage`` records that he is
    its vassal now; ``note`` is what the umpires want to remember."""

    province: text("a province", 1)
    clan: text("a clan", 1)
    how: one_of("how it was taken", *HOW)
    vassalage: bool = False
    note: text("a note") = ""
    version: int | None = None


@action(
    "province.take_over", title="Take over a province", order=TakeProvince, desks=("map", "game"), seen_by=DESKS
)
def take_province(world: World, order: TakeProvince) -> str:
    """Give a province to the clan that took it: by force it pays half of this winter's income (R21, R33)."""
    province = world.get(Province, order.province, "province", order.version)
    return change_hands(world, province, province.id, order)


class TakePlace(Order):
    """A city or temple that a clan took over; the fields are as for a province."""

    place: text("a place", 1)
    clan: text("a clan", 1)
    how: one_of("how it was taken", *HOW)
    vassalage: bool = False
    note: text("a note") = ""
    version: int | None = None


@action("place.take_over", title="Take over a place", order=TakePlace, desks=("map", "game"), seen_by=DESKS)
def take_place(world: World, order: TakePlace) -> str:
    """Give a city or temple to the clan that took it, for itself: its province stays where it is (R21, R33)."""
    place = world.get(Place, order.place, "place", order.version)
    return change_hands(world, place, place.province, order)


def change_hands(world: World, land: Province | Place, province: str, order: TakeProvince | TakePlace) -> str:
    """Let a clan hold a province or place from now on, tell who must hear of it, and record a vassalage if asked."""
    clan = world.get(Clan, order.clan, "clan")
    if land.holder == clan.id:
        raise ChangedElsewhere(f"{clan.name} holds {land.name} already.", field="clan")
    before = world.session.get_one(Clan, land.holder) if land.holder else None
    land.holder = clan.id
    if order.how == "force":
        land.taken = True
        told = f"{clan.name} took {land.name}{f' from {before.name}' if before else ''} by force."
    else:
        told = f"{land.name} submitted to {clan.name}." if before is None else (
            f"{before.name} submitted {land.name} to {clan.name}."
        )
    pays = "in full"
    if land.taken:
        pays = "half this winter" if order.how == "force" else "half this winter, since it was taken by force this year"
    sentence = f"{told} It pays {pays} (R21)."
    if order.vassalage:
        sentence += vassal(world, clan, before)
    tell(world, "taken", told, province, [clan.id, *([before.id] if before else [])])
    return sentence + (f" Note: {order.note}." if order.note else "")


def vassal(world: World, clan: Clan, before: Clan | None) -> str:
    """Record that who held a province is the vassal of who took it, unless he is already (R33); for the sentence."""
    if before is None:
        raise OrderNotAllowed("Nobody held it, so nobody becomes a vassal.", field="vassalage", ruling="R33")
    if between(world, "vassalage", clan.id, before.id) is None:
        make(world, "vassalage", clan.id, before.id, "submitted")
    return f" {before.name} is its vassal now (R33): hostages are handed over at the table."
