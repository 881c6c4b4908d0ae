"""What looks like a broken bond and has not been answered yet, for Game Control alone (R35, R38)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from math import inf
from typing import Any, NamedTuple

from sqlalchemy import String, cast, select
from sqlalchemy.orm import Session, joinedload, selectinload

from control.kernel.grouping import grouped
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.rows import ApartEntry, ApartTouch, JournalEntry, Touch
from control.kernel.values import dataclass
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    Breach,
    Clan,
    Game,
    Notice,
    NoticeTo,
    Passage,
    Province,
    Rebellion,
    Treaty,
)
from control.sengoku.rules.seasons import season_place
from control.sengoku.world.bonds.treaties_questions import WORDS, Concord, gives_leave, last_season
from control.sengoku.world.forces.sides_questions import with_forces
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.moments_questions import season_in

SPLIT, RENEW, SET_RIGHT = "army.split", "treaty.renew", "figure.correct"
ASKED_SINCE = "0048"
"""The tables (TABLES_OF) of the first program that asks about bonds that bind no more."""


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


@dataclass(frozen=True)
class Deed:
    """Who did what to whom: its name with those under which it may have been answered before, in which entry of the
    journal and which season it was done, and which ``province`` an army entered by it, if one did."""

    by: str
    victim: str
    what: str
    facts: tuple[str, ...]
    entry: int
    season: int
    province: str = ""


def suspicions(session: Session) -> list[Suspicion]:
    """Every attack and entry against a bond that bound when it was done, and that no umpire has answered, with all the
    bonds there are: one that has ended since without a breach, or run out, was broken all the same.
    Who attacks a clan while it is in rebellion breaks no promise (R38): before it was declared, and once it is lifted,
    he does."""
    bonds = ever_bound(session)
    if not bonds:
        return []
    signs, spared, rests = clan_signs(session), rebellions(session), let_rest(session)
    said = set(session.execute(select(Breach.treaty, Breach.fact)))
    played = set(session.scalars(select(Clan.id).where(Clan.played)))
    found: dict[tuple[int, str], Suspicion] = {}
    for deed in chain(attacks(session, signs), entries(session, signs), invasions(session, signs, set(bonds))):
        if any(declared < deed.entry < lifted for declared, lifted in spared.get(deed.victim, ())):
            continue
        between = bonds.get(frozenset((deed.by, deed.victim)), [])
        bound = [span.bond for span in between if binding(span, deed, rests)]
        if deed.province and any(gives_leave(bond, deed.province, deed.victim in played) for bond in bound):
            continue  # he had leave when he came
        for bond in bound:
            if not any((bond.id, fact) in said for fact in deed.facts):
                words = f"{signs[bond.one].name} {WORDS[bond.kind]} {signs[bond.other].name}"
                one = Suspicion(bond.id, words, deed.by, signs[deed.by].name, deed.what, deed.facts[0])
                found.setdefault((one.treaty, one.fact), one)
    return list(found.values())


class Span(NamedTuple):
    """From which entry of the journal to which a bond bound, and in which season last, if one is named."""

    bond: Treaty
    since: float
    until: str
    ended: float


def binding(span: Span, deed: Deed, rests: tuple[int, int]) -> bool:
    """Whether a bond bound when something was done. What was done until an entry is let rest (``rests``) if the bond
    bound no more by then, or by its season."""
    last = last_season(span.until) if span.until else inf
    begins = max(span.since, rests[0]) if span.ended <= rests[0] or last < rests[1] else span.since
    return begins < deed.entry < span.ended and deed.season <= last


def ever_bound(session: Session) -> dict[frozenset[str], list[Span]]:
    """When the bonds between clans bound that nobody broke as far as was said, by the two clans, the oldest first."""
    unbroken = Treaty.one_person.is_(None), Treaty.other_person.is_(None), Treaty.broken_by.is_(None)
    rows = list(session.scalars(select(Treaty).where(*unbroken).order_by(Treaty.entry, Treaty.id)))
    gone, former = dict[int, float](), dict[int, list[tuple[float, str, float]]]()
    for at, key, change in turns(session, [one.id for one in rows if one.ended]) if rows else ():
        if (change["after"] or {}).get("ended"):
            gone[key] = max(at, gone.get(key, 0))
        if "entry" in (was := change["before"] or {}):
            former.setdefault(key, []).append((was["entry"], was.get("until", ""), at))
    found = []
    for one in rows:
        found += [Span(one, *bound) for bound in former.get(one.id, ())]
        found.append(Span(one, one.entry, one.until, gone.get(one.id, 0) if one.ended else inf))
    return grouped((frozenset((span.bond.one, span.bond.other)), span) for span in found)


def turns(session: Session, ended: list[int]) -> Iterator[tuple[float, int, dict[str, Any]]]:
    """The changes by which these bonds ended, and by which any was renewed: in which entry of the journal, or in one
    that stands apart after it, and of which bond."""
    for kind, index in ((JournalEntry, Touch), (ApartEntry, ApartTouch)):
        touching = select(index.entry).where(index.table == Treaty.__tablename__, index.changed)
        touching = touching.where(index.key.in_([str(one) for one in ended]))
        turned = kind.number.in_(touching) | (kind.action == RENEW)
        gone = undone_numbers(session, kind is ApartEntry)
        for entry in session.scalars(select(kind).where(kind.undoes.is_(None), turned)):
            at = entry.after + 0.5 if isinstance(entry, ApartEntry) else entry.number
            for change in entry.changes if entry.number not in gone else ():
                if change["table"] == Treaty.__tablename__:
                    yield at, change["key"][0], change


def let_rest(session: Session) -> tuple[int, int]:
    """The last entry of a journal that was begun when nobody asked about bonds that bind no more, and its season: what
    was done until then is not asked about all at once."""
    older = JournalEntry.made_with.is_(None) | (JournalEntry.made_with < ASKED_SINCE)
    last = select(JournalEntry.number, JournalEntry.moment).where(older).order_by(JournalEntry.number.desc()).limit(1)
    number, moment = session.execute(last).one_or_none() or (0, 0)
    return number, season_in(moment)


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


def attacks(session: Session, signs: dict[str, ClanSign]) -> Iterator[Deed]:
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
            season = season_place(battle.the_encounter.season, battle.the_encounter.year)
            yield Deed(by, victim, what, facts, min(changed.get(str(battle.id), [0])), season)


def entries(session: Session, signs: dict[str, ClanSign]) -> Iterator[Deed]:
    """Which army stands in whose province without leave, however it came there this season."""
    concord = Concord(session, "game")
    field = select(Army).filter_by(standing=True).options(joinedload(Army.the_province)).order_by(Army.id)

    def has_entered(army: Army) -> bool:
        holder, came = army.the_province.holder, army.came_from or army.started
        if holder is None or holder == army.clan or came == army.province:
            return False
        return not concord.has_leave(army.clan, army.province)

    found = [army for army in session.scalars(field) if has_entered(army)]
    came = came_in(session, {army.id for army in found})
    for army in found:
        what = entered(army, signs, army.the_province.name)
        entry, season, those = came[army.id]
        facts = tuple(fact_of(one, army.province, times) for one, times in those)
        yield Deed(army.clan, str(army.the_province.holder), what, facts, entry, season, army.province)


def fact_of(army: int, province: str, times: int) -> str:
    """How it is named for good that an army entered a province for the first time, or for the second: an answer to the
    one is none to the other."""
    return f"entered:{army}:{province}" + (f":{times}" if times > 1 else "")


def entered(army: Army, signs: dict[str, ClanSign], where: str) -> str:
    """That an army entered a province without leave, in words."""
    return f"army {army.code} of {signs[army.clan].name} entered {where} without leave"


def invasions(session: Session, signs: dict[str, ClanSign], pairs: set[frozenset[str]]) -> Iterator[Deed]:
    """Which army of two clans that were bound entered the other's province without leave, as its holder then was told:
    wherever it is now, and whatever season it is. One that was put elsewhere in that season to set it right was never
    there, and whom the people let pass had leave (R16)."""
    passed = let_through(session)
    told = select(Notice, NoticeTo.clan, Province.name).join(NoticeTo, NoticeTo.notice == Notice.id)
    told = told.join(Notice.the_province).where(Notice.entered_by.is_not(None), NoticeTo.why == "owner")
    told_in, notices = changed_in(session, Notice.__tablename__), session.execute(told.order_by(Notice.id)).all()
    by_entry = grouped(
        (min(told_in.get(str(one.id), [0])), (one, lord, where))
        for one, lord, where in notices
        if frozenset((one.entered_by, lord)) in pairs
        and (one.entered_by, one.province, season_place(one.season, one.year)) not in passed
    )
    if not by_entry:
        return
    moved = select(Touch.key).where(Touch.table == Army.__tablename__, Touch.changed, Touch.entry.in_(by_entry))
    armies = {one.id: one for one in session.scalars(select(Army).where(cast(Army.id, String).in_(moved)))}
    came = comings(session, set(armies))
    for (key, army), (entry, those) in product(sorted(armies.items()), by_entry.items()):
        for one, lord, where in those:
            if army.clan == one.entered_by and stayed(came.get(key, []), entry, one.province):
                land, season = str(one.province), season_place(one.season, one.year)
                facts = (fact_of(key, land, times_in(came[key], land, entry)),)
                yield Deed(army.clan, str(lord), entered(army, signs, where), facts, entry, season, land)


def let_through(session: Session) -> set[tuple[str, str, int]]:
    """Which clan was let pass through which province, and in which season among all there ever were."""
    game = Game.only(session)
    ahead = season_place(game.season, game.year) - game.seasons
    return {(one.clan, one.province, one.season + ahead) for one in session.scalars(select(Passage))}


def stayed(came: list[Coming], entry: int, province: str | None) -> bool:
    """Whether an army came into a province in an entry, and was not put elsewhere in that season to set it right."""
    for at, one in enumerate(came):
        if (one.entry, one.province) == (entry, province):
            after = came[at + 1] if at + 1 < len(came) else None
            return after is None or not after.set_right or after.season != one.season
    return False


class Coming(NamedTuple):
    """How an army came into a ``province``: in which entry of the journal and which season, out of which other it was
    split there, if it was, and whether it was put there to set it right."""

    entry: int
    season: int
    split_from: int | None
    province: str = ""
    set_right: bool = False


def times_in(came: list[Coming], province: str, entry: int) -> int:
    """How often an army had come into a province by an entry of the journal, that one among them."""
    return sum(one.province == province and one.entry <= entry for one in came)


Came = tuple[int, int, tuple[tuple[int, int], ...]]
"""An entry and its season, and who came by it: the number of each army, with how often it had come there."""


def came_in(session: Session, armies: set[int]) -> dict[int, Came]:
    """The entry and the season in which each of these armies came into the province where it is, or was formed there:
    what happens to it afterwards, a round or a figure set right, is no entering. Who was split off there came with
    those out of whom he was split: those are named, the first of them first."""
    came: dict[int, list[Coming]] = {}
    asked = armies
    while asked:
        came |= {key: [] for key in asked} | comings(session, asked)
        asked = {one.split_from for those in came.values() for one in those if one.split_from} - came.keys()
    return {army: traced(came, army, inf) for army in armies}


def traced(came: dict[int, list[Coming]], army: int, before: float) -> Came:
    """The same of an army as it was before an entry."""
    last = max((one for one in came[army] if one.entry < before), key=lambda one: one.entry, default=Coming(0, 0, None))
    itself = army, times_in(came[army], last.province, last.entry)
    if last.split_from is None:
        return last.entry, last.season, (itself,)
    entry, season, those = traced(came, last.split_from, last.entry)
    return entry, season, (*those, itself)


def comings(session: Session, armies: set[int]) -> dict[int, list[Coming]]:
    """How these armies came where they are and were. What was taken back does not count."""
    keys = [str(army) for army in armies]
    touching = select(Touch.entry).where(Touch.table == Army.__tablename__, Touch.changed, Touch.key.in_(keys))
    acts = select(JournalEntry.number, JournalEntry.action, JournalEntry.moment, JournalEntry.changes)
    acts = acts.where(JournalEntry.undoes.is_(None), JournalEntry.number.in_(touching)).order_by(JournalEntry.number)
    gone = undone_numbers(session)
    found = []
    for number, action, moment, changes in session.execute(acts):
        those = [one for one in changes if one["table"] == Army.__tablename__] if number not in gone else []
        parent = next((one["key"][0] for one in those if one["before"]), None) if action == SPLIT else None
        for one in those:
            if "province" in (one["after"] or {}) and one["key"][0] in armies:
                come = Coming(number, season_in(moment), parent, one["after"]["province"], action == SET_RIGHT)
                found.append((one["key"][0], come))
    return grouped(found)
