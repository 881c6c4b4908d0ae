"""Rebels rise against the holder of a province (R42): NPD Control raises them, never the program."""

from __future__ import annotations

from control.kernel.actions.action import Forcible
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import number, text
from control.sengoku.battle.encounters.encounters_actions import queue
from control.sengoku.rows import Clan, Garrison, Province
from control.sengoku.rules.sizes import MOST_TROOPS, counters
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.business_questions import open_business
from control.sengoku.world.forces.forces_actions import garrison_of
from control.sengoku.world.forces.sides_questions import forces_on
from control.sengoku.world.land.rising_actions import rebels
from control.sengoku.world.telling.notices_actions import tell


class RaiseRebels(Forcible):
    """Rebels in a province, against whoever holds it, and why; ``troops`` are as many as its intrinsic value if nothing
    is said (R42)."""

    province: text("a province", 1)
    troops: number(1, MOST_TROOPS, "a number of counters (1,000 men each)") | None = None
    reason: text("a reason", 3)


@action("rebels.raise", title="Raise rebels", order=RaiseRebels, desks=("npd", "map", "game"))
def raise_rebels(world: World, order: RaiseRebels) -> str:
    """Let rebels rise against the holder of a province: while they stand it has no levy and pays nothing (R42)."""
    province = world.get(Province, order.province, "province")
    if province.holder is None:
        raise OrderNotAllowed(
            f"Nobody holds {province.name}, so nobody rebels there. Choose a province that is held.",
            field="province",
            ruling="R42",
        )
    holder = world.session.get_one(Clan, province.holder)
    if world.game.season == "winter":
        world.forbid("Rebels go home for the winter. Let them rise in spring.", field="province", ruling="R42")
    force = garrison_of(world, rebels(world).id, province.id)
    if force.standing and force.troops:
        raise OrderNotAllowed(
            f"Rebels stand in {province.name} already. Map Control sets their number right.",
            field="province",
            ruling="R42",
        )
    troops = order.troops or province.rice_value
    if not troops:
        raise OrderNotUnderstood(f"{province.name} is worth nothing: say how many rise.", field="troops")
    force.troops, force.standing = troops, True
    world.session.flush()
    told = f"Rebels have risen in {province.name} against {holder.name}."
    tell(world, "rebels", told, province.id, [holder.id])
    return f"{told} {counters(troops)} (R42).{against(world, force, holder)} Reason: {order.reason.rstrip('.')}."


def against(world: World, force: Garrison, holder: Clan) -> str:
    """The holder's own counters there have to do with them at once; the encounter, in words."""
    there = forces_on(world.session, force.province, clan=holder.id)
    free = [one for one in there if one.troops and not open_business(world.session, one)]
    if not free:
        return ""
    met = queue(world, max(world.game.phase, 1), force.province, "meeting", [*free, force])
    return f" {holder.name} meets them there: encounter {met.id}."
