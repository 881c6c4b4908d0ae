"""The movement phases (handbook 6; R12 to R18)."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.typed import Order, number, text
from control.kernel.wording import counted
from control.sengoku.battle.encounters.encounters_actions import open_battles, open_encounters, queue
from control.sengoku.march.marching_questions import Plan, plan
from control.sengoku.march.orders.movers_questions import held_since_now
from control.sengoku.march.orders.orders_actions import lock
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.march import movement as rules
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.sides_questions import BETWEEN
from control.sengoku.world.telling.notices_actions import tell_of_invasions

PHASES = 4


class RunPhase(Order):
    """Which movement phase to run, 1 to 4: said aloud, so that a double click cannot run two.

    ``seen`` is what the preview gave along; the phase is then refused if it would come out otherwise by now.
    """

    phase: number(1, PHASES, "a movement phase")
    seen: text("what the preview showed", most=40) = ""


@action("movement.run_phase", title="Run a movement phase", order=RunPhase, desks=AT_THE_MAP)
def run_phase(world: World, order: RunPhase) -> str:
    """Move every army that may move in the next phase, all at once, and put the encounters into the queue."""
    game = world.game
    rules.refuse_winter(game.season)
    if order.phase <= game.phase:
        raise ChangedElsewhere(f"Phase {order.phase} has been run already.", field="phase")
    if order.phase != game.phase + 1:
        raise OrderNotAllowed(f"Phase {game.phase + 1} comes first.", field="phase", ruling="R13")
    if busy := open_encounters(world.session) + open_battles(world.session):
        raise OrderNotAllowed(f"Settle first what is open (R14): {'; '.join(busy)}.", field="phase", ruling="R14")
    found = plan(world.session, world.scenario, order.phase)
    if order.seen and order.seen != found.seen:
        raise ChangedElsewhere(
            f"Orders have changed since this preview of phase {order.phase}. Look at it as it is now, then run it.",
            field="seen",
        )
    lock(world)
    march(world, found)
    for met in found.met:
        queue(world, order.phase, met.province, met.kind, [found.force(key) for key in met.armies])
        if met.kind in BETWEEN:
            for key in met.armies:
                found.force(key).place = None  # it had set out when it met them (R41)
    game.phase = order.phase
    tell_of_invasions(world, found.invasions)
    moved = f"{counted(len(found.report.moves), 'army', 'armies')} moved"
    met_in = ", ".join(sorted({world.scenario.provinces[met.province].name for met in found.met}))
    return f"Phase {order.phase}: {moved}; " + (f"encounters in {met_in}." if met_in else "no encounter.")


def march(world: World, found: Plan) -> None:
    """Take every leg of a phase. The first phase of a season fixes the allowances (R12), and whoever has left a
    province is no longer bound by an undecided battle there (R15): he has gone back the way he came, and goes no
    further in the season of that battle."""
    for one in found.marches:
        found.armies[one.id].allowance = one.allowance
    for move in found.report.moves:
        army = found.armies[move.id]
        if held_since_now(world.session, army):
            army.halted = "battle"
        army.came_from, army.province, army.walked = move.province, move.next, army.walked + 1
        army.place = None  # who was in a city or temple has left it (R41)
        army.held_by = army.way_back = None
