"""Calling an encounter that no march has brought about (handbook 6, "Combat"; R14, R16).

Friends fall out, a garrison sallies, an army that was let through turns on its hosts: whoever shouts BANZAI in one
province fights there, whatever the phases found. The umpire puts such a quarrel into the queue by hand.
"""

from __future__ import annotations

from sqlalchemy import select

from control.actions.encounters import open_business, queue
from control.actions.opening import allies
from control.actions.registry import World, action
from control.models import Army, Clan, Garrison, Province
from control.queries.sides import Force
from control.rules.errors import OrderNotAllowed
from control.typed import Order, text


class CallEncounter(Order):
    """Clans whose forces stand in one province and want to have it out; a single one against the people of a province
    that nobody plays."""

    province: text("a province", 1)
    clans: list[str]
    reason: text("a reason", 3)


@action("encounter.call", title="Call an encounter", order=CallEncounter, desks=("map", "game"))
def call(world: World, order: CallEncounter) -> str:
    """Put an encounter into the queue by hand, of forces that stand in one province."""
    province = world.get(Province, order.province, "province")
    here = free_forces(world, province)
    known = {force.clan: world.session.get_one(Clan, force.clan) for force in here}
    clans = allies(known, order.clans, "clans", set()) if known else []
    holder = world.session.get_one(Clan, province.holder) if province.holder else None
    if not clans:
        raise OrderNotAllowed(
            f"Say whose forces in {province.name} fall out: {names(list(known.values())) or 'none are there'}.",
            field="clans",
        )
    kind = "meeting"
    if len(clans) == 1:
        if holder is None or holder.played or holder is clans[0]:
            raise OrderNotAllowed(
                f"{clans[0].name} has nobody to fall out with: name another clan with forces in {province.name}.",
                field="clans", ruling="R14",
            )
        kind = "closed_province"
    wanted = {clan.id for clan in clans}
    encounter = queue(
        world, max(world.game.phase, 1), province.id, kind, [force for force in here if force.clan in wanted]
    )
    against = [*clans, holder] if kind == "closed_province" and holder else clans
    return f"Encounter {encounter.id} in {province.name} between {names(against)}: {order.reason}."


def free_forces(world: World, province: Province) -> list[Force]:
    """The forces in a province that are in no other encounter or battle."""
    session = world.session
    found: list[Force] = [
        *session.scalars(select(Army).filter_by(province=province.id, standing=True).order_by(Army.id)),
        *session.scalars(select(Garrison).filter_by(province=province.id, standing=True).order_by(Garrison.id)),
    ]
    return [force for force in found if not open_business(session, force)]


def names(clans: list[Clan]) -> str:
    """Clans in a sentence."""
    return " and ".join(clan.name for clan in clans)
