"""Where people and counters stand: each in one place, and under somebody who lives."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import case, func, or_, select
from sqlalchemy.orm import Session

from control.kernel.actions.invariants import Broken, Changed
from control.sengoku.rows import Army, Character, Companion, Garrison, MarchOrder
from control.sengoku.world.acting import INVARIANTS


@INVARIANTS.watch("character.province", "companion", "army.general", "army.standing")
def nobody_in_two_places(session: Session, changed: Changed) -> Iterator[Broken]:
    """A person leads one army, goes along with one or visits a province: a counter stands in one place."""
    leads = select(func.count()).where(Army.general == Character.id, Army.standing).scalar_subquery()
    goes_along = select(func.count()).where(Companion.character == Character.id).scalar_subquery()
    visits = case((Character.province.is_not(None), 1), else_=0)
    concerned = or_(
        changed.among(Character.id),
        changed.among(Character.id, "companion"),
        Character.id.in_(select(Army.general).where(changed.among(Army.id))),
    )
    found = select(Character.name).where(concerned, leads + goes_along + visits > 1)
    for name in session.scalars(found.order_by(Character.id)):
        yield Broken(f"{name} would be in two places", "he has gone elsewhere since")


@INVARIANTS.watch("companion", "army.standing")
def nobody_goes_along_with_nothing(session: Session, changed: Changed) -> Iterator[Broken]:
    """Who goes along with an army goes along with one that stands."""
    concerned = or_(changed.among(Companion.character), changed.among(Companion.army, "army"))
    found = select(Character.name).join(Companion, Companion.character == Character.id)
    found = found.join(Companion.the_army).where(concerned, Army.standing.is_(False))
    for name in session.scalars(found.order_by(Character.id)):
        yield Broken(f"{name} would go along with an army that is no more", "it was disbanded")


@INVARIANTS.watch("army.general", "army.standing", "character.alive", ruling="R19")
def the_living_lead(session: Session, changed: Changed) -> Iterator[Broken]:
    """No dead man leads an army."""
    concerned = or_(changed.among(Army.id), changed.among(Army.general, "character"))
    found = select(Character.name).join(Army, Army.general == Character.id)
    found = found.where(concerned, Army.standing, Character.alive.is_(False))
    for name in session.scalars(found.order_by(Character.id)):
        yield Broken(f"{name}, who is dead, would lead an army", "he has died since")


@INVARIANTS.watch("army.standing", "army.troops", "garrison.standing", "garrison.troops")
def counters_stand_somewhere(session: Session, changed: Changed) -> Iterator[Broken]:
    """An army or garrison that is no more has no counters."""
    forces: list[Army | Garrison] = [*changed.rows(Army), *changed.rows(Garrison)]
    for force in forces:
        if force.troops and not force.standing:
            yield Broken(f"{force.__tablename__} {force.id}, which is no more, would have counters")


@INVARIANTS.watch("march_order.route", "army.walked", "army.standing", ruling="R12")
def orders_are_those_of_armies(session: Session, changed: Changed) -> Iterator[Broken]:
    """An order is that of an army that stands, and as long as the way it has gone."""
    if changed.changes and not changed.keys("army"):  # orders were entered: they are at hand, and so are their armies
        entered = [(session.get_one(Army, one.army), one) for one in changed.rows(MarchOrder)]
        if all(army.standing and len(one.route) >= army.walked for army, one in entered):
            return
    concerned = or_(changed.among(MarchOrder.army), changed.among(Army.id))
    too_short = func.json_array_length(MarchOrder.route) < Army.walked
    found = select(Army.id).join(MarchOrder, MarchOrder.army == Army.id)
    for number in session.scalars(found.where(concerned, or_(Army.standing.is_(False), too_short)).order_by(Army.id)):
        yield Broken(f"army {number} would have an order that it cannot have", "it has marched, or is no more")
