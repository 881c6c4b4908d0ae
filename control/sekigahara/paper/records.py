"""A combat as its record is printed: every play with how it counts, and what came of it (8)."""

from __future__ import annotations

from control.kernel.wording import capital, counted
from control.sekigahara.rules.combat.ending import Ending
from control.sekigahara.rules.combat.state import Combat, Step
from control.sekigahara.rules.combat.words import came_of_it, in_words
from control.sekigahara.rules.sides import CALLED
from printouts.campaign.combat_record import CombatRecord, Rung


def record_of(combat: Combat, end: Ending | None, where: str, when: str, went: str = "", won: str = "") -> CombatRecord:
    """The record of a combat at a place; without an ``end`` it is still fought. All that it names lies open; where the
    beaten ``went`` everybody saw, and who ``won`` by it."""
    forces = combat.forces
    attacker, defender = forces.attacker, forces.defender
    many = counted(len(forces.blocks[attacker]), "block")
    against = counted(len(forces.blocks[defender]), "block")
    disk = f" and the disk of {forces.edition.disks[forces.disk].name}" if forces.disk else ""
    kind = "besieges" if forces.siege else "attacks"
    return CombatRecord(
        eyebrow=when,
        title=f"{'Siege' if forces.siege else 'Battle'} of {where}",
        about=f"{capital(CALLED[attacker])} {kind}, with {many} against {against}{disk}.",
        attacker=capital(CALLED[attacker]),
        defender=capital(CALLED[defender]),
        rungs=tuple(rung(combat, number, step) for number, step in enumerate(combat.steps, 1)),
        ends=tuple(came_of_it(combat, end, went, won)) if end else (),
    )


def rung(combat: Combat, number: int, step: Step) -> Rung:
    """A play on the ladder."""
    forces = combat.forces
    what, how = in_words(step)
    totals = (step.total[forces.attacker], step.total[forces.defender])
    by_attacker = step.side == forces.attacker
    return Rung(number, by_attacker, what, how, totals, step.action == "challenge", step.action == "pass")
