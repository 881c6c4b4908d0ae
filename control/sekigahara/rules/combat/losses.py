"""Losses: how many, which first, what is really taken (8.7, 8.9, 9.1, 9.2, D10, S25, S26)."""

from __future__ import annotations

from collections.abc import Sequence

from control.kernel.errors import OrderNotUnderstood, did_you_mean
from control.kernel.values import dataclass
from control.kernel.wording import in_a_row
from control.sekigahara.rules.combat.refusals import refused
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.rules.forcing import Forbid, strictly
from control.sekigahara.rules.sides import CALLED, OTHER

DISK = "disk"
"""The disk of the place, among blocks by their ids."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What a side loses: one for so much Impact, so many for its defeat, as the rule counts them, and the blocks that
    are really taken, no more than there are (S25); the disk by the word `disk`, last."""

    impact: int
    beaten: int
    taken: tuple[str, ...]

    @property
    def blocks(self) -> tuple[str, ...]:
        """The blocks without the disk."""
        return tuple(one for one in self.taken if one != DISK)


def winner_of(combat: Combat) -> str:
    """Who has won a battle: more Impact, level counting for the defender (8.2.1); empty in a siege."""
    forces = combat.forces
    if forces.siege:
        return ""
    ahead = combat.total[forces.attacker] > combat.total[forces.defender]
    return forces.attacker if ahead else forces.defender


def counted_losses(combat: Combat, side: str) -> tuple[int, int]:
    """How many a side loses for Impact and for its defeat; the besieger loses nobody (8.7.1, 8.9)."""
    forces = combat.forces
    if forces.siege and side == forces.attacker:
        return 0, 0
    beaten = not forces.siege and winner_of(combat) != side
    figures = forces.edition.losses
    return combat.total[OTHER[side]] // figures.impact, figures.beaten if beaten else 0


def classes(combat: Combat, side: str) -> list[tuple[str, ...]]:
    """The blocks of a side in the order in which they are lost: those that defected, others that deployed, the rest
    (8.7.2); within each as they are listed. The disk goes with the last in a siege (D10)."""
    on = {one.block.id: one.side for one in combat.deployed}
    mine = [block.id for block in combat.forces.blocks[side]]
    return [
        tuple(one for one in mine if on.get(one, side) != side),
        tuple(one for one in mine if on.get(one) == side),
        tuple(one for one in mine if one not in on),
    ]


WORDS = ("a block that defected", "a block that deployed", "a block that did not deploy")


def losses_of(combat: Combat, side: str, chosen: Sequence[str] | None = None, forbid: Forbid = strictly) -> Losses:
    """What a side loses when the combat is over: the ``chosen`` blocks, or else the first in the rule's order.

    Raises OrderNotAllowed for a choice of too many or too few or against the order, OrderNotUnderstood for one of
    blocks that are not the side's; the field is the place in the choice.
    """
    forces = combat.forces
    for_impact, for_defeat = counted_losses(combat, side)
    ranks = classes(combat, side)
    order = [one for rank in ranks for one in rank]
    disk = bool(forces.siege and side == forces.defender and forces.disk)
    units = [*order, *([DISK] if disk else [])]
    due = min(for_impact + for_defeat, len(units))
    if chosen is None:
        return Losses(for_impact, for_defeat, tuple(units[:due]))
    check_named(combat, side, chosen, units)
    if len(chosen) != due:
        number = forces.edition.numbers.siege if forces.siege else "8.7.1"
        sentence = f"{CALLED[side].capitalize()} loses {due} ({counting(combat, side, due)}), not {len(chosen)}"
        forbid(refused("", sentence, number))
    check_order(ranks, chosen, forbid)
    check_disk(combat, order, chosen, forbid)
    return Losses(for_impact, for_defeat, tuple(one for one in units if one in chosen))


def counting(combat: Combat, side: str, due: int) -> str:
    """For what so many are lost, in words; empty for the besieger, who loses nobody (8.9)."""
    if combat.forces.siege and side == combat.forces.attacker:
        return ""
    for_impact, for_defeat = counted_losses(combat, side)
    why = [f"{for_impact} for {combat.total[OTHER[side]]} Impact"]
    if for_defeat:
        why.append(f"{for_defeat} for the defeat")
    if due < for_impact + for_defeat:
        why.append("no more are there, S25")
    return ", ".join(why)


def check_named(combat: Combat, side: str, chosen: Sequence[str], units: Sequence[str]) -> None:
    """Raises for a loss that is no block of the side, stands there twice, or is a disk that cannot be lost."""
    forces = combat.forces
    for place, one in enumerate(chosen):
        if one == DISK and one not in units:
            wrong = (
                "The disk is lost in a siege only"
                if not forces.siege
                else "The besieger loses nobody"
                if side == forces.attacker
                else "No disk stands here"
            )
            raise refused(str(place), f"{wrong}; leave it out", forces.edition.numbers.siege)
        if one not in units:
            raise OrderNotUnderstood(
                f"{CALLED[side].capitalize()} has no block “{one}” here.{did_you_mean(one, units)} It may lose "
                f"{in_a_row(units) or 'nobody'} (8.7.2).",
                field=str(place),
                ruling="8.7.2",
            )
        if one in chosen[:place]:
            raise refused(str(place), f"{one} stands there twice, and is lost once", "8.7.2")


def check_order(ranks: Sequence[Sequence[str]], chosen: Sequence[str], forbid: Forbid) -> None:
    """Refuses it if a block is lost before one that must go first (8.7.2, S26)."""
    for rank, before in enumerate(ranks):
        kept = [one for one in before if one not in chosen]
        for place, one in enumerate(chosen):
            later = next((index for index, blocks in enumerate(ranks) if one in blocks), rank)
            if kept and later > rank:
                before_it = WORDS[rank].replace("a block that", "that")
                forbid(
                    refused(
                        str(place),
                        f"{one} is {WORDS[later]}, and {in_a_row(kept)} {before_it} must be lost before it",
                        "8.7.2",
                    )
                )


def check_disk(combat: Combat, order: Sequence[str], chosen: Sequence[str], forbid: Forbid) -> None:
    """Refuses it if a disk goes before the blocks that must be lost first (9.1, D10)."""
    edition = combat.forces.edition
    kept = [one for one in order if one not in chosen]
    if DISK in chosen and kept and edition.disks[combat.forces.disk].lost == "last":
        forbid(
            refused(
                str(list(chosen).index(DISK)),
                f"The disk of {edition.disks[combat.forces.disk].name} is the last to be lost: first {in_a_row(kept)}",
                f"{edition.numbers.disk_last}, D10",
            )
        )
