"""How a combat comes out: winner, losses, who retreats, whether the castle falls or the game is won, cards drawn
(8.2.1, 8.7, 8.8.1, 8.9, 8.10, 2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from control.kernel.values import dataclass
from control.sekigahara.rules.combat.losses import DISK, Losses, losses_of, winner_of
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.rules.forcing import Forbid, strictly
from control.sekigahara.rules.sides import OTHER, SIDES


@dataclass(frozen=True)
class Ending:
    """What comes of a combat that is over.

    ``winner`` is empty in a siege; ``retreats`` is the beaten side if a block of it is left (8.8.1, S25, S46);
    ``victory`` the side that has won the game, or empty; ``falls`` whether the castle does, and ``disk`` the one that
    still stands, in a siege.
    """

    winner: str
    retreats: str
    victory: str
    falls: bool
    disk: str
    losses: Mapping[str, Losses]
    draws: Mapping[str, int]


def ending(
    combat: Combat, chosen: Mapping[str, Sequence[str] | None] | None = None, forbid: Forbid = strictly
) -> Ending:
    """How a combat that is over comes out; ``chosen`` are the losses of each side that chose. Raises as `losses_of`,
    the side in front of the field."""
    forces, wanted = combat.forces, chosen or {}
    losses: dict[str, Losses] = {}
    for side in (forces.attacker, forces.defender):
        losses[side] = losses_of(combat, side, wanted.get(side), forbid)
    winner = winner_of(combat)
    left = {side: len(forces.blocks[side]) - len(losses[side].blocks) for side in SIDES}
    stands = forces.disk if DISK not in losses[forces.defender].taken else ""
    return Ending(
        winner=winner,
        retreats=OTHER[winner] if winner and left[OTHER[winner]] else "",
        victory=victory(combat, losses),
        falls=forces.siege and not left[forces.defender] and not stands,
        disk=stands,
        losses=losses,
        draws={side: draws(combat, side, losses[side]) for side in SIDES},
    )


def draws(combat: Combat, side: str, losses: Losses) -> int:
    """The cards that a side draws: as many as it played, and some for its losses; none for a disk (8.10)."""
    figures = combat.forces.edition.losses
    a_card = figures.besieged_for_card if combat.forces.siege else figures.blocks_for_card
    return len(combat.played[side]) + len(losses.blocks) // a_card


def victory(combat: Combat, losses: Mapping[str, Losses]) -> str:
    """The side that has won the game at once: a leader whose loss ends it is gone, or such a disk (2.1, D2 to D4, S27);
    empty if nobody has."""
    forces = combat.forces
    winners = {
        OTHER[side]
        for side in SIDES
        for block in forces.blocks[side]
        if block.kind.leader == "protagonist" and block.id in losses[side].taken
    }
    if DISK in losses[forces.defender].taken and (wins := forces.edition.disks[forces.disk].wins):
        winners.add(wins)
    return forces.edition.points.both if len(winners) == 2 else next(iter(winners), "")
