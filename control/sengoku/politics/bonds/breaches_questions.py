"""What looks like a broken bond and has not been answered yet, for Game Control alone (R35, R38)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload, selectinload

from control.kernel.grouping import grouped
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.sengoku.rows import Army, Battle, BattleForce, Breach, Rebellion
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
    Who attacks a clan while it is in rebellion breaks no promise (R38): before it was declared, and once it is lifted,
    he does."""
    bonds = standing(session, "game")
    if not bonds:
        return []
    signs, spared = clan_signs(session), rebellions(session)
    said = set(session.execute(select(Breach.treaty, Breach.fact)))
    found = []
    for by, victim, what, fact, since in (*attacks(session, signs), *entries(session, signs)):
        if any(declared < since < lifted for declared, lifted in spared.get(victim, ())):
            continue
        for bond in bonds.get(frozenset((by, victim)), []):
            if (bond.id, fact) not in said and since > bond.entry:
                words = f"{signs[bond.one].name} {WORDS[bond.kind]} {signs[bond.other].name}"
                found.append(Suspicion(bond.id, words, by, signs[by].name, what, fact))
    return found


def rebellions(session: Session) -> dict[str, list[tuple[float, float]]]:
    """From which entry of the journal to which each clan has been in rebellion; without an end as long as it is."""
    rows = session.execute(select(Rebellion.id, Rebellion.clan, Rebellion.lifted)).all()
    if not rows:
        return {}
    touched = select(Touch.key, Touch.entry).join(JournalEntry, JournalEntry.number == Touch.entry)
    touched = touched.where(Touch.table == Rebellion.__tablename__, Touch.changed, JournalEntry.undoes.is_(None))
    gone = undone_numbers(session)
    entered = grouped((key, entry) for key, entry in session.execute(touched) if entry not in gone)
    spans = {str(row.id): entered.get(str(row.id), [0]) for row in rows}
    return grouped((row.clan, (min(at := spans[str(row.id)]), max(at) if row.lifted else inf)) for row in rows)


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
