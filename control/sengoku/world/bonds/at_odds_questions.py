"""What goes against a bond that stands: another bond, a passage or an edict, marked for those desks that may know the
bond. Nothing is stopped by it (R35)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlalchemy.orm import Session

from control.kernel.wording import folded
from control.sengoku.rows import Treaty
from control.sengoku.world.bonds.treaties_questions import promise, standing
from control.sengoku.world.land.land_questions import ClanSign, clan_signs


class Odds:
    """The bonds between clans that stand and that a desk may know, read once."""

    def __init__(self, session: Session, desk: str) -> None:
        self._signs: dict[str, ClanSign] = clan_signs(session)
        self._bonds = [bond for those in standing(session, desk).values() for bond in those]

    def against(self, one: str, other: str) -> tuple[str, ...]:
        """The alliances of one of these clans that are against the other, in words: nothing friendly is agreed between
        them without speaking against those."""
        found = (bond for pair in ((one, other), (other, one)) for bond in turned(self._bonds, *pair))
        return tuple(dict.fromkeys(self._words(bond) for bond in found))

    def named_in(self, text: str) -> tuple[str, ...]:
        """The bonds between clans that a text names both, in words: it may speak against those."""
        words = {folded(word) for word in re.split(r"[^\w-]+", text)}
        named = {sign.id for sign in self._signs.values() if folded(sign.name) in words}
        return tuple(self._words(bond) for bond in self._bonds if {bond.one, bond.other} <= named)

    def _words(self, bond: Treaty) -> str:
        return promise(bond, self._signs)


def turned(bonds: Iterable[Treaty], clan: str, other: str) -> list[Treaty]:
    """Those of these bonds in which a clan stands with somebody against another."""
    return [bond for bond in bonds if clan in (bond.one, bond.other) and other in bond.against]
