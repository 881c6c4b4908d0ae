"""What a deployment delivers: mon, the clan before it, a special attack (8.3, 8.4, S22, S24)."""

from __future__ import annotations

from control.kernel.wording import counted
from control.sekigahara.rules.combat.state import Combat, Impact
from control.sekigahara.rules.pieces import Block, Card
from control.sekigahara.rules.sides import CALLED


def impact_of(combat: Combat, side: str, block: Block, card: Card | None) -> Impact:
    """The Impact of deploying a block now, with a card or, for a leader, without."""
    kind, figures = block.kind, combat.forces.edition.impact
    mine = [one.block.kind for one in combat.deployed if one.side == side]
    why = [f"{block.id} is a block of {kind.mon} mon: {kind.mon} (8.3.2)."]
    # one that goes with any card is a clan of its own, and gives and gets nothing (D23)
    clan = 0 if kind.wild else sum(one.clan == kind.clan and not one.wild for one in mine)
    same_clan = clan * figures.same_clan
    if same_clan:
        why.append(f"{counted(clan, 'block')} of its clan deployed before it for {CALLED[side]}: +{same_clan} (8.3.3).")
    special = 0
    if card and card.type == "special" and kind.ability:
        if combat.forces.siege:
            forbids = combat.forces.edition.numbers.siege_forbids
            why.append(f"{card.id} is a plain card here: no special attacks in a siege ({forbids}, S24).")
        else:
            again = sum(one.ability == kind.ability for one in mine)
            special = figures.special + again * figures.special_again
            why.append(f"{card.id} is a special attack with {called(kind.ability)}: +{figures.special} (8.4.1).")
            if again:
                more = again * figures.special_again
                why.append(f"{counted(again, 'block')} with {called(kind.ability)} before it: +{more} (8.4.1).")
    elif kind.ability:
        counts = "count" if kind.ability == "gun" else "counts"
        why.append(f"No special attack: its {called(kind.ability)} {counts} nothing now (8.4.1).")
    return Impact(kind.mon, same_clan, special, tuple(why))


def called(ability: str) -> str:
    """An ability in words."""
    return {"cavalry": "cavalry", "gun": "guns"}[ability]


def moved_over(blocks: tuple[Impact, ...]) -> Impact:
    """The Impact of challenged blocks that changes sides: mon and clan as counted, the special attack struck out
    (8.6.2, S22)."""
    return Impact(sum(one.base for one in blocks), sum(one.same_clan for one in blocks))
