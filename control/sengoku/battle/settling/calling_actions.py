"""Calling an encounter that no march has brought about (handbook 6, "Combat"; R4, R14, R16, R41).

Friends fall out, a garrison sallies, an army that was let through turns on its hosts: whoever shouts BANZAI in one
province fights there, whatever the phases found. So does whoever attacks a city or a temple. The umpire puts such a
quarrel into the queue by hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, text
from control.sengoku.battle.encounters.encounters_actions import named, queue
from control.sengoku.battle.rounds.opening_actions import allies
from control.sengoku.rows import Clan, Encounter, Place, Province
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces import levies_questions as levies
from control.sengoku.world.forces.business_questions import open_business
from control.sengoku.world.forces.sides_questions import Force, forces_on


class CallEncounter(Order):
    """Clans whose forces stand in one province and want to have it out; a single one, or all of them with ``levy``,
    against the people of the province. At a ``place`` they attack it together (R41)."""

    province: text("a province") = ""
    place: text("a place") = ""
    clans: list[str]
    levy: bool = False
    reason: text("a reason", 3)


@action("encounter.call", title="Call an encounter", order=CallEncounter, desks=AT_THE_MAP)
def call(world: World, order: CallEncounter) -> str:
    """Put an encounter into the queue by hand, of forces that stand in one province, or before a place."""
    place = world.get(Place, order.place, "place") if order.place else None
    if place is None and not order.province:
        raise OrderNotUnderstood("A province is needed, or a place.", field="province")
    province = world.get(Province, order.province or place.province if place else order.province, "province")
    if place and place.province != province.id:
        raise OrderNotAllowed(f"{place.name} does not lie in {province.name}.", field="place")
    here = free_forces(world, province)
    known = {force.clan: world.session.get_one(Clan, force.clan) for force in here}
    keep_out_who_is_engaged(world, order, province, known)
    if place and order.levy:
        raise OrderNotAllowed(
            f"At {place.name} they fight whoever defends it, its people too. Leave it out.", field="levy", ruling="R41"
        )
    if place:
        return siege(world, order, province, place, here, known)
    clans = allies(world, known, order.clans, "clans", set()) if known else []
    if not clans:
        raise OrderNotAllowed(
            f"Say whose forces in {province.name} fall out: {names(list(known.values())) or 'none are there'}.",
            field="clans",
        )
    if len(clans) == 1 or order.levy:
        return against_the_people(world, order, province, here, clans)
    encounter = into_queue(world, province, "meeting", here, clans)
    return f"Encounter {encounter.id} in {province.name} between {names(clans)}: {order.reason}."


def keep_out_who_is_engaged(world: World, order: CallEncounter, province: Province, free: Iterable[str]) -> None:
    """Refuse a clan that has forces there, none of them free: the one that comes to relieve a place is told what its
    besieger is in."""
    for spot, clan in enumerate(order.clans):
        for force in forces_on(world.session, province.id):
            if clan == force.clan and clan not in free:
                name, busy = world.session.get_one(Clan, clan).name, open_business(world.session, force)
                raise OrderNotAllowed(
                    f"{name} is in {busy} in {province.name}. Settle that first.",
                    field=f"clans.{spot}",
                    ruling="R14",
                )


def against_the_people(
    world: World, order: CallEncounter, province: Province, here: list[Force], clans: list[Clan]
) -> str:
    """Clans that turn on the people of the province they are in: those defend themselves while their holder has no
    counters there and nobody has beaten them this season (R4, R16)."""
    holder = world.session.get_one(Clan, province.holder) if province.holder else None
    if holder in clans or levies.counters_of_holder(world.session, province.id):
        raise OrderNotAllowed(
            f"{clans[0].name} has nobody to fall out with: name another clan with forces in {province.name}.",
            field="clans",
            ruling="R14",
        )
    if levies.is_beaten(world.session, province.id):
        why, ruling = levies.why_beaten(world.session, province.id)
        raise OrderNotAllowed(why, field="clans", ruling=ruling)
    kind = "closed_province" if holder and not holder.played else "undefended"
    encounter = into_queue(world, province, kind, here, clans)
    against = [*clans, holder] if holder else clans
    people = "" if holder else " and its people"
    return f"Encounter {encounter.id} in {province.name} between {names(against)}{people}: {order.reason}."


def siege(
    world: World, order: CallEncounter, province: Province, place: Place, here: list[Force], known: dict[str, Clan]
) -> str:
    """Clans whose forces stand in the province around attack a place: its counters, or its people (R41)."""
    session = world.session
    if place.holder in order.clans:
        raise OrderNotAllowed(
            f"{session.get_one(Clan, place.holder).name} holds {place.name} and cannot attack it.",
            field="clans",
            ruling="R41",
        )
    if not known:
        raise OrderNotAllowed(
            f"Nobody attacks {place.name}: no army that is free to stands in {province.name} around it (R41).",
            field="clans",
            ruling="R41",
        )
    clans = allies(world, known, order.clans, "clans", set())
    if not clans:
        raise OrderNotAllowed(
            f"Say who attacks {place.name}: {names(list(known.values()))}.", field="clans", ruling="R41"
        )
    inside = [force for force in forces_on(session, place.province, place.id) if force.clan not in order.clans]
    for force in inside:
        if busy := open_business(session, force):
            raise OrderNotAllowed(
                f"{named(session, force)} is in {busy}. Settle that first.", field="place", ruling="R14"
            )
    if not any(force.troops for force in inside) and not levies.levy_of(session, province.id, place.id):
        raise OrderNotAllowed(
            f"Nobody defends {place.name}: its levy was beaten this season. Whoever beat it may take it (R4, R41).",
            field="place",
            ruling="R41",
        )
    encounter = into_queue(world, province, "siege", here, clans, place, inside)
    holder = session.get_one(Clan, place.holder).name if place.holder else "nobody"
    return (
        f"Encounter {encounter.id}: {names(clans)} {'attacks' if len(clans) == 1 else 'attack'} {place.name} in "
        f"{province.name}, held by {holder}: {order.reason}."
    )


def into_queue(
    world: World,
    province: Province,
    kind: str,
    here: list[Force],
    clans: list[Clan],
    place: Place | None = None,
    inside: Iterable[Force] = (),
) -> Encounter:
    """An encounter of the forces of these clans that are ``here``, and of those ``inside`` the place: its lord's own
    around it have no part in it (R41)."""
    wanted = {clan.id for clan in clans}
    return queue(
        world,
        max(world.game.phase, 1),
        province.id,
        kind,
        [*(force for force in here if force.clan in wanted), *inside],
        place.id if place else None,
    )


def free_forces(world: World, province: Province) -> list[Force]:
    """The forces in the province around its places that are in no other encounter or battle."""
    return [force for force in forces_on(world.session, province.id) if not open_business(world.session, force)]


def names(clans: list[Clan]) -> str:
    """Clans in a sentence."""
    return " and ".join(clan.name for clan in clans)
