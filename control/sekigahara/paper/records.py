"""A combat as its record is printed: every play with how it counts, and what came of it (8)."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.wording import capital, counted, in_a_row
from control.sekigahara.rules.combat.ending import Ending
from control.sekigahara.rules.combat.losses import DISK
from control.sekigahara.rules.combat.state import Combat, Step
from control.sekigahara.rules.combat.words import sum_of
from control.sekigahara.rules.sides import CALLED, OTHER
from printouts.campaign.combat_record import CombatRecord, Rung


def record_of(combat: Combat, end: Ending | None, where: str, when: str) -> CombatRecord:
    """The record of a combat at a place; without an ``end`` it is still fought. All that it names lies open."""
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
        ends=tuple(ends(combat, end)) if end else (),
    )


def rung(combat: Combat, number: int, step: Step) -> Rung:
    """A play on the ladder."""
    forces = combat.forces
    named = in_a_row([block.kind.name for block in step.blocks])
    card = step.card.name if step.card else "no card"
    if step.action == "pass":
        what, how = "passes", ""
    elif step.action == "deploy":
        what, how = named, f"{card}: {sum_of(step.impact)}"
    elif step.refuted_by:
        what, how = f"challenges {named}", f"refuted with a {step.refuted_by.name}"
    else:
        what, how = f"wins over {named}", f"{card}: {sum_of(step.impact)}"
    totals = (step.total[forces.attacker], step.total[forces.defender])
    by_attacker = step.side == forces.attacker
    return Rung(number, by_attacker, what, how, totals, step.action == "challenge", step.action == "pass")


def ends(combat: Combat, end: Ending) -> Iterator[tuple[str, str]]:
    """What came of it, each with a heading."""
    forces, numbers = combat.forces, combat.forces.edition.numbers
    if end.winner:
        totals = [combat.total[side] for side in (forces.attacker, forces.defender)]
        tie = ", and level counts for the defender" if totals[0] == totals[1] else ""
        yield "Winner", f"{capital(CALLED[end.winner])}, at {totals[0]} to {totals[1]}{tie} (8.2.1)."
    else:
        state = "falls" if end.falls else "holds"
        left = f"; the disk of {forces.edition.disks[end.disk].name} stands" if end.disk else ""
        yield "Castle", f"It {state}{left} ({numbers.siege})."
    for side in (forces.attacker, forces.defender):
        losses = end.losses[side]
        called = {block.id: block.kind.name for block in forces.blocks[side]}
        if forces.disk:
            called[DISK] = f"the disk of {forces.edition.disks[forces.disk].name}"
        why = f"{losses.impact} for {combat.total[OTHER[side]]} Impact" if losses.impact or losses.beaten else ""
        defeat = f", {losses.beaten} for the defeat" if losses.beaten else ""
        lost = in_a_row([called[one] for one in losses.taken]) or "nobody"
        yield f"Lost, {side}", f"{lost}{f' ({why}{defeat}; 8.7.1)' if why else ''}."
    if end.retreats:
        yield "Retreat", f"{capital(CALLED[end.retreats])} retreats (8.8.1)."
    drawn = [f"{side} {end.draws[side]}" for side in (forces.attacker, forces.defender)]
    yield "Cards", f"Drawn: {in_a_row(drawn)} (8.10)."
    if end.victory:
        yield "Victory", f"{capital(CALLED[end.victory])} has won the game (2.1)."
