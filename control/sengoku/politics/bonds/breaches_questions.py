"""What looks like a broken bond and has not been answered yet, for Game Control alone (R35, R38)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf

from sqlalchemy import select
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
    for by, victim, what, facts, since in (*attacks(session, signs), *entries(session, signs)):
        if any(declared < since < lifted for declared, lifted in spared.get(victim, ())):
            continue
        for bond in bonds.get(frozenset((by, victim)), []):
            if since > bond.entry and not any((bond.id, fact) in said for fact in facts):
                words = f"{signs[bond.one].name} {WORDS[bond.kind]} {signs[bond.other].name}"
                found.append(Suspicion(bond.id, words, by, signs[by].name, what, facts[0]))
    return found


def rebellions(session: Session) -> dict[str, list[tuple[float, float]]]:
    """From which entry of the journal to which each clan has been in rebellion; without an end as long as it is."""
    rows = session.execute(select(Rebellion.id, Rebellion.clan, Rebellion.lifted)).all()
    if not rows:
        return {}
    changed = changed_in(session, Rebellion.__tablename__)
    spans = {str(row.id): changed.get(str(row.id), [0]) for row in rows}
    return grouped((row.clan, (min(at := spans[str(row.id)]), max(at) if row.lifted else inf)) for row in rows)


def changed_in(session: Session, table: str) -> dict[str, list[int]]:
    """In which entries of the journal each row of a table was made or changed; what was taken back does not count."""
    touched = select(Touch.key, Touch.entry).join(JournalEntry, JournalEntry.number == Touch.entry)
    touched = touched.where(Touch.table == table, Touch.changed, JournalEntry.undoes.is_(None))
    gone = undone_numbers(session)
    return grouped((key, entry) for key, entry in session.execute(touched) if entry not in gone)


Fact = tuple[str, str, str, tuple[str, ...], int]
"""Who did it, to whom, what it was, its name with those under which it may have been answered before, and the entry of
the journal since when."""


def attacks(session: Session, signs: dict[str, ClanSign]) -> Iterator[Fact]:
    """Who attacked whom in every battle, as it was settled at its opening: roles may have changed since. One called
    off is none (R6, R11), but what was answered of it holds for the one that was called anew on its ground, as when a
    third clan is let in."""
    changed = changed_in(session, Battle.__tablename__)
    fought = select(Battle).options(
        joinedload(Battle.the_province),
        joinedload(Battle.the_encounter),
        selectinload(Battle.sides),
        selectinload(Battle.forces).options(*with_forces(BattleForce)),
    )
    off: dict[tuple[int, str, str, str | None], list[int]] = {}
    for battle in session.scalars(fought.order_by(Battle.id)):
        before = off.setdefault(
            (battle.the_encounter.year, battle.the_encounter.season, battle.province, battle.place), []
        )
        if battle.ended_by == "called_off":
            before.append(battle.id)
            continue
        clans: dict[str, set[str]] = {"attacker": set(), "defender": set()}
        for side in battle.sides:
            clans[battle.role_at_first(side.role)] |= {side.clan} if side.clan else set()
        for link in battle.forces:
            clans[battle.role_at_first(link.role)].add(link.force.clan)
        for by, victim in product(sorted(clans["attacker"]), sorted(clans["defender"])):
            what = f"{signs[by].name} attacked {signs[victim].name} in {battle.the_province.name}"
            facts = tuple(f"battle:{number}:{by}:{victim}" for number in (battle.id, *before))
            yield by, victim, what, facts, min(changed.get(str(battle.id), [0]))


def entries(session: Session, signs: dict[str, ClanSign]) -> Iterator[Fact]:
    """Which army stands in whose province without leave."""
    concord = Concord(session, "game")
    field = select(Army).filter_by(standing=True).options(joinedload(Army.the_province)).order_by(Army.id)

    def has_entered(army: Army) -> bool:
        holder, came = army.the_province.holder, army.came_from or army.started
        if holder is None or holder == army.clan or came == army.province:
            return False
        return not concord.has_leave(army.clan, army.province)

    found = [army for army in session.scalars(field) if has_entered(army)]
    since = came_in(session, {army.id for army in found})
    for army in found:
        what = f"army {army.code} of {signs[army.clan].name} entered {army.the_province.name} without leave"
        facts = (f"entered:{army.id}:{army.province}",)
        yield army.clan, str(army.the_province.holder), what, facts, since.get(army.id, 0)


def came_in(session: Session, armies: set[int]) -> dict[int, int]:
    """The entry in which each of these armies came into the province where it is, or was formed there: what happens to
    it afterwards, a round or a figure set right, is no entering. What was taken back does not count."""
    if not armies:
        return {}
    keys = [str(army) for army in armies]
    touching = select(Touch.entry).where(Touch.table == Army.__tablename__, Touch.changed, Touch.key.in_(keys))
    acts = select(JournalEntry.number, JournalEntry.changes)
    acts = acts.where(JournalEntry.undoes.is_(None), JournalEntry.number.in_(touching)).order_by(JournalEntry.number)
    gone = undone_numbers(session)
    return {
        change["key"][0]: number
        for number, changes in session.execute(acts)
        if number not in gone
        for change in changes
        if change["table"] == Army.__tablename__ and "province" in (change["after"] or {})
    }
