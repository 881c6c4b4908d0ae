"""A combat in words: what a play did, how its Impact adds up, what came of it all (8)."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.wording import capital, in_a_row
from control.sekigahara.rules.combat.ending import Ending
from control.sekigahara.rules.combat.losses import DISK, counting
from control.sekigahara.rules.combat.state import Combat, Impact, Step
from control.sekigahara.rules.sides import CALLED

SHORT = {"base": "mon", "same_clan": "clan", "special": "attack"}
"""The parts of Impact in a word, as the ladder has them (8.3.2, 8.3.3, 8.4.1)."""


def sum_of(impact: Impact) -> str:
    """How it adds up: ``1 mon + 1 clan + 4 attack = 6``."""
    parts = [(getattr(impact, part), word) for part, word in SHORT.items()]
    terms = [f"{value} {word}" for value, word in parts if value]
    return " + ".join(terms) + (f" = {impact.sum}" if len(terms) > 1 else "")


def in_words(step: Step) -> tuple[str, str]:
    """A play: what was done, and how it counts."""
    named = in_a_row([block.kind.name for block in step.blocks])
    card = step.card.name if step.card else "no card"
    if step.action == "pass":
        return "passes", ""
    if step.action == "deploy":
        return named, f"{card}: {sum_of(step.impact)}"
    if step.refuted_by:
        return f"challenges {named}", f"refuted with a {step.refuted_by.name}"
    return f"wins over {named}", f"{card}: {sum_of(step.impact)}"


def came_of_it(combat: Combat, end: Ending, went: str = "", won: str = "") -> Iterator[tuple[str, str]]:
    """What came of it, each with a heading; where the beaten ``went``, in words, if that is known, and who ``won`` the
    game because of where they went."""
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
        why = counting(combat, side, len(losses.taken))
        rule = numbers.siege if forces.siege else "8.7.1"
        lost = in_a_row([called[one] for one in losses.taken]) or "nobody"
        yield f"Lost, {side}", f"{lost} ({f'{why}; ' if why else ''}{rule})."
    if end.retreats and not end.victory:  # nobody retreats after the end
        yield "Retreat", f"{capital(CALLED[end.retreats])} {went or 'retreats (8.8.1)'}."
    if victory := end.victory or won:
        yield "Victory", f"{capital(CALLED[victory])} has won the game (2.1)."
        return  # nor draws
    drawn = [f"{side} {end.draws[side]}" for side in (forces.attacker, forces.defender)]
    yield "Cards", f"Drawn: {in_a_row(drawn)} (8.10)."
