"""What looks like a broken bond and has not been answered yet, for Game Control alone (R35, R38)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload, selectinload

from control.kernel.rows import Touch
from control.kernel.values import dataclass
from control.sengoku.rows import Army, Battle, BattleForce, Breach
from control.sengoku.world.bonds.rebels_questions import rebels
from control.sengoku.world.bonds.treaties_questions import WORDS, Concord, standing
from control.sengoku.world.forces.sides_questions import with_forces
from control.sengoku.world.land.land_questions import ClanSign, clan_signs


@dataclass(frozen=True)
class Suspicion:
    """Something that may have broken a bond: ``fact`` names it for good, ``what`` says it, ``by`` is the clan."""

    treaty: int
    bond: str
    by: str
    by_name: str
    what: str
    fact: str

    @property
    def sentence(self) -> str:
        """The question, for the gate."""
        return f"{self.what}: was that a breach ({self.bond})?"


def suspicions(session: Session) -> list[Suspicion]:
    """Every attack and entry against a bond that stood, and that no umpire has answered, with all the bonds there are.
    Who attacks a clan in rebellion breaks no promise (R38)."""
    bonds = standing(session, "game")
    if not bonds:
        return []
    signs, spared = clan_signs(session), rebels(session)
    said = set(session.execute(select(Breach.treaty, Breach.fact)))
    found = []
    for by, victim, what, fact, since in (*attacks(session, signs), *entries(session, signs)):
        for bond in bonds.get(frozenset((by, victim)), []) if victim not in spared else []:
            if (bond.id, fact) not in said and since > bond.entry:
                words = f"{signs[bond.one].name} {WORDS[bond.kind]} {signs[bond.other].name}"
                found.append(Suspicion(bond.id, words, by, signs[by].name, what, fact))
    return found


Fact = tuple[str, str, str, str, int]
"""Who did it, to whom, what it was, its name, and the entry of the journal since when."""


def attacks(session: Session, signs: dict[str, ClanSign]) -> Iterator[Fact]:
    """Who attacked whom in every battle, as it was settled at its opening: roles may have changed since. One called
    off is none (R6, R11)."""
    begun: dict[str, int] = {}
    for key, entry in session.execute(
        select(Touch.key, func.min(Touch.entry)).where(Touch.table == "battle", Touch.changed).group_by(Touch.key)
    ):
        begun[key] = entry
    fought = select(Battle).options(
        joinedload(Battle.the_province),
        selectinload(Battle.sides),
        selectinload(Battle.forces).options(*with_forces(BattleForce)),
    )
    stands = Battle.over.is_(False) | Battle.is_fought_out()
    for battle in session.scalars(fought.where(stands).order_by(Battle.id)):
        clans: dict[str, set[str]] = {"attacker": set(), "defender": set()}
        for side in battle.sides:
            clans[battle.role_at_first(side.role)] |= {side.clan} if side.clan else set()
        for link in battle.forces:
            clans[battle.role_at_first(link.role)].add(link.force.clan)
        for by, victim in product(sorted(clans["attacker"]), sorted(clans["defender"])):
            what = f"{signs[by].name} attacked {signs[victim].name} in {battle.the_province.name}"
            yield by, victim, what, f"battle:{battle.id}:{by}:{victim}", begun.get(str(battle.id), 0)


def entries(session: Session, signs: dict[str, ClanSign]) -> Iterator[Fact]:
    """Which army stands in whose province without leave."""
    concord = Concord(session, "game")
    touched: dict[str, int] = {}
    for key, entry in session.execute(
        select(Touch.key, func.max(Touch.entry)).where(Touch.table == "army", Touch.changed).group_by(Touch.key)
    ):
        touched[key] = entry
    field = select(Army).filter_by(standing=True).options(joinedload(Army.the_province)).order_by(Army.id)
    for army in session.scalars(field):
        holder, came = army.the_province.holder, army.came_from or army.started
        if holder and holder != army.clan and came != army.province and not concord.has_leave(army.clan, army.province):
            what = f"army {army.code} of {signs[army.clan].name} entered {army.the_province.name} without leave"
            yield army.clan, holder, what, f"entered:{army.id}:{army.province}", touched.get(str(army.id), 0)
