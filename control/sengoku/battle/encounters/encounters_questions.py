"""Encounters: all that Map Control needs on one card to settle them (handbook 6 and 7; R9, R14 to R17).

For Map Control and Game Control only, but for the questions to the people of non-aligned provinces: those are for
Non-Player Daimyo Control too, and say nothing of sizes or generals.
"""

from __future__ import annotations

from itertools import combinations

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session, joinedload, selectinload

from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.kernel.wording import capital
from control.sengoku.rows import (
    Army,
    Character,
    Clan,
    Encounter,
    EncounterForce,
    Game,
    Garrison,
    Place,
    Province,
)
from control.sengoku.rules.battle.battle import battles_allowed
from control.sengoku.rules.people import precedence
from control.sengoku.world.bonds.treaties_questions import WORDS, Concord
from control.sengoku.world.claims_questions import ClaimView, claims
from control.sengoku.world.forces.levies_questions import Levies, levies
from control.sengoku.world.forces.provinces_questions import PlaceView
from control.sengoku.world.forces.sides_questions import WITH_THE_PEOPLE, Force, able, still_there, with_forces
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.land.risings_questions import post_in_words
from control.sengoku.world.ledger.ledger_questions import left_to_raise
from control.sengoku.world.people.precedence_questions import persons

ANSWERS = {
    "joins": "They join",
    "passage": "Free passage",
    "fights": "They fight",
    "raises": "They raise troops",
}
"""What the people of a non-aligned province can answer, in words (R16)."""


@dataclass(frozen=True)
class ForceView:
    """An army or garrison in an encounter. ``key`` names it in orders ("A3", "G2"), ``came_from`` is the name of the
    province it entered from. ``experience`` counts a wound, ``fought`` of ``may_fight`` battles this season that
    its general commanded (R9; under another he fights on), ``at_home`` says that he would fight in his home province
    (R2), ``place`` in which city or temple it is."""

    key: str
    clan: ClanSign
    name: str
    troops: int
    province: str
    province_name: str
    army: int | None = None
    code: str = ""
    general: str = ""
    experience: int | None = None
    wounded: bool = False
    fought: int = 0
    may_fight: int = 0
    at_home: bool = False
    came_from: str = ""
    place: str | None = None

    @property
    def is_spent(self) -> bool:
        """Whether its general has commanded all the battles he may this season."""
        return bool(self.general) and self.fought >= self.may_fight


@dataclass(frozen=True)
class Bond:
    """What binds two of those who met: their treaties in words, and the terms; no ``words`` where there is none."""

    one: ClanSign
    other: ClanSign
    words: tuple[str, ...]
    terms: str


@dataclass(frozen=True)
class Leave:
    """Whether a clan may pass through the province, and by what right; empty ``by`` where it may not (R16)."""

    clan: ClanSign
    by: str


@dataclass(frozen=True)
class Commander:
    """A general of an encounter as the umpire weighs him: the better or the senior may command (handbook 6, R29).

    ``place`` counts from 1 in the order of precedence of all who met; ``why`` says what puts him before the next.
    """

    id: str
    name: str
    clan: ClanSign
    experience: int
    place: int
    why: str

    @property
    def rank(self) -> str:
        """His place in words: 1st, 2nd."""
        return precedence.ordinal(self.place)


@dataclass(frozen=True)
class EncounterView:
    """All Map Control needs on one card to settle an encounter. ``place`` is the city or temple that is attacked: then
    ``holder``, ``castle`` and ``intrinsic`` are its own (R41). ``intrinsic`` is what the people of the ground would
    fight with now, 0 where its holder has counters (``guarded``) or they are beaten (R4); ``beside`` are the allies of
    the holder whom they would fight beside, he himself being away; ``answer`` what the locals said (R16)."""

    id: int
    version: int
    phase: int
    kind: str
    left_behind: bool
    province: str
    province_name: str
    mountainous: bool
    castle: str
    holder: ClanSign | None
    is_aligned: bool
    intrinsic: int
    guarded: bool
    levy_beaten: bool
    beside: tuple[ClanSign, ...]
    forces: tuple[ForceView, ...]
    places: tuple[PlaceView, ...]
    bonds: tuple[Bond, ...]
    leaves: tuple[Leave, ...]
    answer: str
    can_answer: bool
    claim: ClaimView
    outcome: str
    note: str
    battle: int | None
    place: str = ""

    @property
    def where(self) -> str:
        """The place or the province it is about."""
        return f"{self.place}, {self.province_name}" if self.place else self.province_name

    @property
    def passes_with_all(self) -> bool:
        """Whether armies have entered land that only its people guard: *All pass* is for these. Counters that the old
        holder left there are another matter (R23)."""
        return self.kind == "undefended" and not self.place and not self.left_behind

    @property
    def can_yield(self) -> bool:
        """Whether only the people of the land stand there, who may give way (R4)."""
        helped = any(force.place for force in self.forces)
        return self.kind in ("undefended", "siege") and self.intrinsic > 0 and not helped

    @property
    def clans(self) -> tuple[ClanSign, ...]:
        """The clans that met; the holder of a closed or undefended province, or of a place, is one of them."""
        found = {force.clan.id: force.clan for force in self.forces}
        if self.kind in WITH_THE_PEOPLE and self.holder:
            found.setdefault(self.holder.id, self.holder)
        return tuple(found.values())

    @property
    def can_pass(self) -> bool:
        """Whether they may pass each other by: not where the locals have said that they do not let anyone (R16), as
        long as counters or levy are there to stop him (R4)."""
        return self.answer not in ("fights", "raises") or not (self.guarded or self.intrinsic)

    @property
    def outcomes(self) -> dict[str, str]:
        """What it may be settled as by one press, with what the button says: who besieges a place passes nobody by."""
        passing = "No attack" if self.kind == "siege" else "Pass"
        words = {"pass": passing, "parley": "Parley", "yield": "They yield"}
        closed = {"pass": not self.can_pass, "yield": not self.can_yield}
        return {outcome: said for outcome, said in words.items() if not closed.get(outcome)}

    @property
    def settled_as(self) -> str:
        """How it was settled, in words."""
        return "no attack" if (self.kind, self.outcome) == ("siege", "pass") else self.outcome

    @property
    def grounds(self) -> tuple[tuple[str, str], ...]:
        """The provinces its forces stand in, by id and name."""
        return tuple({force.province: (force.province, force.province_name) for force in self.forces}.values())

    def troops_of(self, clan: str) -> int:
        """The counters of a clan in it."""
        return sum(force.troops for force in self.forces if force.clan.id == clan)


def encounters(session: Session, desk: str, mine: str = "") -> list[EncounterView]:
    """The encounters still to be settled, in the order they came; with a name as ``mine`` those of this umpire only.
    Their cards show the bonds that the ``desk`` may know, and go by those that Map Control may (R35)."""
    found = session.scalars(on_cards().where(Encounter.outcome == "").order_by(Encounter.id)).all()
    held = claims(session, "encounter")
    wanted = [one for one in found if not mine or held.get(one.id, ClaimView()).is_of(mine)]
    if not wanted:
        return []
    known, signs, land = concords(session, desk), clan_signs(session), levies(session)
    return [encounter_view(session, one, held.get(one.id, ClaimView()), known, signs, land) for one in wanted]


def concords(session: Session, desk: str) -> tuple[Concord, Concord]:
    """What the map goes by, and what this desk may know."""
    concord = Concord(session)
    return concord, concord if desk == "map" else concord.known_at(session, desk)


def on_cards() -> Select[Encounter]:
    """Encounters with all that their cards speak of, in a few statements however many they are."""
    army = selectinload(Encounter.forces).joinedload(EncounterForce.the_army)
    post = selectinload(Encounter.forces).joinedload(EncounterForce.the_garrison)
    land = joinedload(Encounter.the_province)
    return select(Encounter).options(
        army.joinedload(Army.the_general).joinedload(Character.the_clan),
        army.joinedload(Army.the_province),
        army.joinedload(Army.the_origin),
        army.joinedload(Army.the_place),
        post.joinedload(Garrison.the_province),
        post.joinedload(Garrison.the_place),
        land.joinedload(Province.the_holder),
        land.selectinload(Province.places).joinedload(Place.the_holder),
        joinedload(Encounter.the_place).joinedload(Place.the_holder),
        joinedload(Encounter.the_battle),
    )


def encounter(session: Session, number: int, desk: str) -> EncounterView | None:
    """One encounter, or None, with the bonds that the desk may know."""
    found = session.scalar(on_cards().filter_by(id=number))
    if found is None:
        return None
    held = claims(session, "encounter").get(number, ClaimView())
    known, land = concords(session, desk), levies(session, found.province)
    return encounter_view(session, found, held, known, clan_signs(session), land)


def encounter_view(
    session: Session,
    one: Encounter,
    held: ClaimView,
    known: tuple[Concord, Concord],
    signs: dict[str, ClanSign],
    land: Levies,
) -> EncounterView:
    """An encounter with its forces, its ground, and what binds those who met."""
    (concord, shown), province, place = known, one.the_province, one.the_place
    forces = those_who_met(one)
    sees = tuple(force_view(session, force, signs, province.id) for force in forces)
    holder = (place or province).the_holder
    met = {force.clan for force in forces}
    # Who holds the ground is bound too where his people are met, and where he, whom nobody plays, is asked (R4, R16).
    bound = {holder.id} if holder and (one.kind in WITH_THE_PEOPLE or not holder.played) else set()
    clans = sorted(met | bound)
    return made_from(
        EncounterView,
        one,
        province_name=province.name,
        mountainous=province.mountainous,
        castle=(place or province).castle,
        place=place.name if place else "",
        holder=signs[holder.id] if holder else None,
        is_aligned=holder is None or holder.played or place is not None,
        intrinsic=land.of(one.province, one.place),
        guarded=land.is_guarded(one.province, one.place),
        levy_beaten=(one.province, one.place) in land.beaten and land.values[one.province, one.place] > 0,
        beside=tuple(signs[clan] for clan in friends_there((place or province).holder, met, concord)),
        forces=sees,
        places=tuple(
            made_from(PlaceView, row, holder=signs[row.holder] if row.holder else None) for row in province.places
        ),
        bonds=tuple(bond(signs[a], signs[b], shown) for a, b in combinations(clans, 2)),
        leaves=() if place else tuple(leaves(signs, sorted(met), province, concord)),
        answer=one.answer or "",
        can_answer=not one.answer and asker_of(one, holder, forces) is not None,
        claim=held,
        battle=one.the_battle.id if one.the_battle else None,
    )


def friends_there(holder: str | None, clans: set[str], concord: Concord) -> list[str]:
    """The allies of the holder among those who met, for whom his people fight while he is away; none where all of them
    are his allies, since then it is for the umpire to say on which side (R4)."""
    if holder is None or holder in clans:
        return []
    found = sorted(clan for clan in clans if concord.are_friends(holder, clan))
    return found if len(found) < len(clans) else []


def those_who_met(one: Encounter) -> list[Force]:
    """The forces of an encounter; of one that is settled all that met, wherever they are by now."""
    return [link.force for link in one.forces] if one.outcome else still_there(one, one.forces)


def force_view(session: Session, force: Force, signs: dict[str, ClanSign], where: str) -> ForceView:
    """A force as it is now, in an encounter in the province ``where``."""
    sign, province = signs[force.clan], force.the_province.name
    if isinstance(force, Garrison):
        name = capital(post_in_words(force.clan, force.the_place.name if force.the_place else province))
        return made_from(ForceView, force, key=f"G{force.id}", clan=sign, name=name, province_name=province)
    general = force.the_general
    return made_from(
        ForceView,
        force,
        key=f"A{force.id}",
        clan=sign,
        name=general.name,
        army=force.id,
        general=general.id,
        experience=able(session, general),
        wounded=general.wounded,
        fought=general.battles,
        may_fight=battles_allowed(general.experience, general.wounded),
        at_home=general.the_clan.home_province == where,
        province_name=province,
        came_from=force.the_origin.name if force.the_origin else "",
    )


def bond(one: ClanSign, other: ClanSign, concord: Concord) -> Bond:
    """The treaties between two clans, in words."""
    names, rows = {one.id: one.name, other.id: other.name}, concord.between(one.id, other.id)
    words = tuple(f"{names[row.one]} {WORDS[row.kind]} {names[row.other]}" for row in rows)
    return Bond(one, other, words, "; ".join(row.terms for row in rows if row.terms))


def leaves(signs: dict[str, ClanSign], clans: list[str], province: Province, concord: Concord) -> list[Leave]:
    """Who of those who met may pass through the province, and by what right."""
    found = []
    for clan in clans:
        if province.holder is None or clan == province.holder:
            continue
        by = ""
        if concord.passage_granted(clan, province.id):
            by = "passage granted this season"
        elif concord.has_leave(clan, province.id):
            by = "by treaty: " + ", ".join(sorted(concord.kinds(clan, province.holder, province.id)))
        found.append(Leave(signs[clan], by))
    return found


def commanders(session: Session, view: EncounterView) -> list[Commander]:
    """The living generals of an encounter, the better first, each with his place in the order of precedence (R29)."""
    generals = [force for force in view.forces if force.general]
    alive = [force for force in generals if session.get_one(Character, force.general).alive]
    places = precedence.order(persons(session, [force.general for force in alive]))
    found = {place.person.id: (place.number, place.reason) for place in places}
    return [
        Commander(force.general, force.name, force.clan, force.experience or 0, *found[force.general])
        for force in sorted(alive, key=lambda force: (-(force.experience or 0), force.army or 0))
    ]


def crowded(session: Session) -> list[tuple[str, str]]:
    """The provinces in which forces of several clans stand, by name, and whose they are."""
    signs, found = clan_signs(session), dict[str, set[str]]()
    for model in (Army, Garrison):
        rows = session.execute(
            select(Province.name, model.clan).join(model, model.province == Province.id).where(model.standing.is_(True))
        )
        for name, clan in rows:
            found.setdefault(name, set()).add(signs[clan].name)
    return [(name, ", ".join(sorted(who))) for name, who in sorted(found.items()) if len(who) > 1]


# Questions to the people of non-aligned provinces


@dataclass(frozen=True)
class Question:
    """A clan that asks to pass through a province whose holder nobody plays (R16). Nothing here tells how strong it
    comes, or under whom. ``bonds`` are the holder's treaties in words; ``left`` what can be raised there yet (R23)."""

    encounter: int
    asker: ClanSign
    holder: ClanSign
    province: str
    province_name: str
    value: int
    left: int
    bonds: tuple[str, ...]
    answer: str
    note: str
    is_open: bool


@kept
def questions(session: Session, desk: str) -> list[Question]:
    """The questions of this season that wait for an answer, in the order they came, with the bonds that the desk may
    know."""
    return [one for one in asked(session, desk, Encounter.outcome == "") if not one.answer]


def answered(session: Session, desk: str) -> list[Question]:
    """What was answered this season, the latest first."""
    game = Game.only(session)
    said = Encounter.answer.is_not(None)
    return asked(session, desk, said, Encounter.year == game.year, Encounter.season == game.season)[::-1]


def question(session: Session, number: int, desk: str) -> Question | None:
    """The question behind an encounter, or None where nobody asks."""
    return next(iter(asked(session, desk, Encounter.id == number)), None)


def asked(session: Session, desk: str, *which: ColumnElement[bool]) -> list[Question]:
    """The questions behind these encounters, in the order they came: there is one where nobody plays the holder and
    one other clan is there."""
    concord, signs = Concord(session, desk), clan_signs(session)
    met = select(Encounter).where(Encounter.kind.in_(ASKING), *which).order_by(Encounter.id)
    forces, land = selectinload(Encounter.forces), joinedload(Encounter.the_province)
    met = met.options(forces.options(*with_forces(EncounterForce)), land.joinedload(Province.the_holder))
    return [found for one in session.scalars(met) if (found := question_of(session, one, concord, signs))]


def question_of(session: Session, one: Encounter, concord: Concord, signs: dict[str, ClanSign]) -> Question | None:
    """The question of an encounter, or None where nobody asks."""
    province, holder = one.the_province, one.the_province.the_holder
    asker = asker_of(one, holder, those_who_met(one))
    if asker is None or holder is None:
        return None
    rows = concord.of(holder.id)
    return Question(
        encounter=one.id,
        asker=signs[asker],
        holder=signs[holder.id],
        province=province.id,
        province_name=province.name,
        value=province.rice_value,
        left=left_to_raise(session, province),
        bonds=tuple(f"{signs[row.one].name} {WORDS[row.kind]} {signs[row.other].name}" for row in rows),
        answer=one.answer or "",
        note=one.note,
        is_open=not one.answer and not one.outcome,
    )


def asker_of(one: Encounter, holder: Clan | None, forces: list[Force]) -> str | None:
    """The clan that asks the people of a province nobody plays: the only one there besides the holder's own forces."""
    askers = {force.clan for force in forces} - {holder.id if holder else ""}
    if holder is None or holder.played or len(askers) != 1:
        return None
    guarded = one.kind == "meeting" and any(force.clan == holder.id for force in forces)
    return askers.pop() if one.kind == "closed_province" or guarded else None


ASKING = ("closed_province", "meeting")
"""The kinds of encounters in which the people of a province may be asked."""
