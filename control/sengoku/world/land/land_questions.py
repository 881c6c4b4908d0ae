"""The map: who holds what, whose flags stand where and who has marched. Nothing here says how large a force is.

Flags are public; which army flies one, who leads it, where it came from, who visits whom and where people may rebel is
for the desks of SEES_ARMIES alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from itertools import pairwise

from sqlalchemy import Text, and_, bindparam, cast, select
from sqlalchemy.orm import Session

from control.kernel.database.keeping import changes_with, kept
from control.kernel.database.reading import asked_once, by_key
from control.kernel.drawing.marks.signs import Sign
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import (
    Army,
    Battle,
    Character,
    Claim,
    Clan,
    Companion,
    Encounter,
    Game,
    Garrison,
    MarchOrder,
    Place,
    Province,
    Work,
)
from control.sengoku.rules.desks import SEES_ARMIES
from control.sengoku.rules.sizes import counters
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.land.risings_questions import REBELS, lord, risen
from control.sengoku.world.moments_questions import place_of

ClanSign = Sign

NOBODY = ClanSign("", "Without a lord", "", "–", "#5c574c", "#ffffff")
"""The people of a place that nobody holds, who may defend themselves all the same (R41)."""


@dataclass(frozen=True)
class FlagAt:
    """A clan's flag in a province. ``army``, ``label`` and ``walled`` (it is in a city or temple there, R41) only for
    desks that may see whose it is."""

    clan: ClanSign
    province: str
    army: int | None
    label: str
    walled: bool = False


@dataclass(frozen=True)
class ArrowAt:
    """A march from a province to the next: ``kind`` is ``moved`` (this season) or ``planned`` (for a phase to come)."""

    clan: ClanSign
    army: int
    start: str
    end: str
    kind: str = "moved"
    label: str = ""


@dataclass(frozen=True)
class PersonAt:
    """A person on the map: a general with his ``army``, or one who visits or goes along. ``chief`` leads his clan;
    ``why`` says in a word why he is there."""

    id: str
    name: str
    clan: ClanSign
    province: str
    army: int | None
    chief: bool
    why: str


@dataclass(frozen=True)
class StrengthAt:
    """How strong an ``army`` or a garrison is: the counters; for an army whether it may still move (``ready``), has
    done so (``done``) or is ``held``, which held_questions.py says; for a garrison the ``place`` it is in, if it is not
    the province."""

    clan: ClanSign
    province: str
    troops: int
    army: int | None = None
    state: str = ""
    place: str | None = None

    @property
    def in_words(self) -> str:
        """What it says when pointed at."""
        said = f"{self.clan.name}: {counters(self.troops)}"
        more = "garrison" if self.army is None else STATES.get(self.state)
        return f"{said}, {more}" if more else said


STATES = {"ready": "may still move", "done": "moves no more this season", "held": "held by a battle"}


@dataclass(frozen=True)
class LandView:
    """All the map needs: holders of provinces and places, works, flags, public buildings; and for the desks inside the
    provinces with open business (each with the number of its encounter or battle and who has claimed it, "" for
    nobody), marches, persons and unrest.
    ``lords`` are those whom clans serve, by vassal (lords_questions.py fills it)."""

    clans: tuple[ClanSign, ...]
    holders: dict[str, ClanSign | None]
    works: dict[str, str]
    flags: tuple[FlagAt, ...]
    encounters: tuple[tuple[str, int, str], ...] = ()
    battles: tuple[tuple[str, int, str], ...] = ()
    arrows: tuple[ArrowAt, ...] = ()
    people: tuple[PersonAt, ...] = ()
    unrest: tuple[str, ...] = ()
    buildings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    strengths: tuple[StrengthAt, ...] = ()
    fresh: tuple[str, ...] = ()
    """The provinces that have another holder than when the season began."""
    fought: tuple[str, ...] = ()
    """Those in which a battle was fought to its end this season."""
    lords: Mapping[str, ClanSign] = field(default_factory=dict)


# What is asked by every map stands ready: to put a question together takes as long as to have it answered.

PROVINCES, PLACES = select(Province), select(Place)
OPEN_ENCOUNTERS = (
    select(Encounter.province, Encounter.id, Claim.umpire)
    .outerjoin(Claim, and_(Claim.kind == "encounter", Claim.number == Encounter.id))
    .where(Encounter.outcome == "")
    .order_by(Encounter.id)
)
OPEN_BATTLES = (
    select(Battle.province, Battle.id, Claim.umpire)
    .outerjoin(Claim, and_(Claim.kind == "battle", Claim.number == Battle.id))
    .where(Battle.over.is_(False))
    .order_by(Battle.id)
)


def land(session: Session, audience: str) -> LandView:
    """The map as a desk, or the ``public``, may see it."""
    clans = clan_signs(session)
    provinces = list(session.scalars(PROVINCES))
    places = list(session.scalars(PLACES))
    held = [(one.id, lord(one.holder)) for one in provinces] + [(one.id, lord(one.holder)) for one in places]
    inside = audience in SEES_ARMIES
    seen = LandView(
        clans=tuple(sign for sign in clans.values() if sign.id != REBELS),
        holders={key: clans[holder] if holder else None for key, holder in held},
        works={**{one.id: one.castle for one in provinces}, **{one.id: one.fortification for one in places}},
        flags=tuple(flags(session, clans, inside)),
        buildings=marked(session),
        fresh=fresh(session, {one.id: one.holder for one in provinces}),
        fought=fought(session),
    )
    if not inside:
        return seen
    return replace(
        seen,
        encounters=tuple((key, number, umpire or "") for key, number, umpire in session.execute(OPEN_ENCOUNTERS)),
        battles=tuple((key, number, umpire or "") for key, number, umpire in session.execute(OPEN_BATTLES)),
        arrows=tuple(marched(session, clans)),
        people=tuple(people(session, clans)),
        strengths=(*army_strengths(session, clans), *garrison_strengths(session, clans)),
        unrest=tuple(sorted({one.id for one in provinces if one.unrest} | risen(session))),
    )


CHANGES = (
    select(JournalEntry.changes)
    .where(
        JournalEntry.moment.between(bindparam("begun"), bindparam("begun") + 99),
        JournalEntry.number.in_(select(Touch.entry).where(Touch.table == "province", Touch.changed)),
        cast(JournalEntry.changes, Text).contains('"holder"'),
    )
    .order_by(JournalEntry.number)
)
"""What entries changed in a season, if a province was among it and perhaps its holder: to read what a hundred others
changed would take longer than all the rest."""


@changes_with("province", "game")
def fresh(session: Session, holders: Mapping[str, str | None]) -> tuple[str, ...]:
    """The provinces whose holder is another than at the beginning of this season. Everybody sees who holds what, and so
    that it has changed; how and why is not said."""
    game = Game.only(session)
    begun = place_of(game.year, game.season)
    changes = session.scalars(CHANGES, {"begun": begun})
    before: dict[str, str | None] = {}
    for change in (one for some in changes for one in some if one["table"] == "province"):
        if change["before"] and "holder" in change["before"]:
            before.setdefault(change["key"][0], change["before"]["holder"])
    return tuple(sorted(key for key, holder in before.items() if key in holders and holders[key] != holder))


FOUGHT = (
    select(Battle.province)
    .join(Battle.the_encounter)
    .where(Battle.is_fought_out(), Encounter.year == bindparam("year"), Encounter.season == bindparam("season"))
)


def fought(session: Session) -> tuple[str, ...]:
    """Where a battle has been fought to its end this season: the armies have come and gone before everybody's eyes."""
    game = Game.only(session)
    return tuple(sorted(set(session.scalars(FOUGHT, {"year": game.year, "season": game.season}))))


STANDING = select(Work.province, Work.name).where(Work.kind == "building", Work.state == "standing").order_by(Work.line)


def marked(session: Session) -> dict[str, tuple[str, ...]]:
    """The names of the buildings that stand, by province: what everybody may see on the map."""
    found: dict[str, tuple[str, ...]] = {}
    for province, name in session.execute(STANDING):
        found[province] = (*found.get(province, ()), name)
    return found


FLAGS = (
    select(Army.id, Army.clan, Army.province, Army.code, Character.name, Place.name)
    .join(Army.the_general)
    .outerjoin(Army.the_place)
    .where(Army.standing.is_(True))
    .order_by(Army.province, Army.clan, Army.id)
)


PLAIN_FLAGS = (
    select(Army.clan, Army.province).where(Army.standing.is_(True)).order_by(Army.province, Army.clan, Army.id)
)


def flags(session: Session, clans: dict[str, ClanSign], inside: bool) -> list[FlagAt]:
    """A flag for each army on the map; its general and code only for those ``inside``, and asked for them alone."""
    if not inside:
        return [FlagAt(clans[clan], province, None, "") for clan, province in session.execute(PLAIN_FLAGS)]
    return [
        FlagAt(clans[clan], province, number, f"{code}, {general}{f', in {town}' if town else ''}", town is not None)
        for number, clan, province, code, general, town in session.execute(FLAGS)
    ]


STRENGTHS = (
    select(Army.id, Army.clan, Army.province, Army.troops)
    .where(Army.standing.is_(True))
    .order_by(Army.province, Army.clan, Army.id)
)


def army_strengths(session: Session, clans: dict[str, ClanSign]) -> Iterator[StrengthAt]:
    """How strong the armies on the map are."""
    for number, clan, province, troops in session.execute(STRENGTHS):
        yield StrengthAt(clans[clan], province, troops, number)


GARRISONS = (
    select(Garrison.clan, Garrison.province, Garrison.place, Garrison.troops)
    .where(Garrison.standing.is_(True), Garrison.troops > 0)
    .order_by(Garrison.id)
)


def garrison_strengths(session: Session, clans: dict[str, ClanSign]) -> Iterator[StrengthAt]:
    """How strong the garrisons are."""
    for clan, province, place, troops in session.execute(GARRISONS):
        yield StrengthAt(clans[clan], province, troops, place=place)


MARCHED = (
    select(Army, MarchOrder.route, Character.name)
    .join(MarchOrder, MarchOrder.army == Army.id)
    .join(Army.the_general)
    .where(Army.standing.is_(True), Army.walked > 0)
    .order_by(Army.id)
)


def marched(session: Session, clans: dict[str, ClanSign]) -> list[ArrowAt]:
    """This season's marches, a leg for each arrow; one more for an army that has gone back since (R6, R15)."""
    found = []
    for army, route, general in session.execute(MARCHED):
        way = [army.started, *route[: army.walked]]
        if army.province != way[-1]:
            way.append(army.province)
        found += [
            ArrowAt(clans[army.clan], army.id, start, end, "moved", f"{army.code}, {general}")
            for start, end in pairwise(way)
            if start != end
        ]
    return found


LEADING = (
    select(Character, Army.province, Army.id)
    .join(Army, Army.general == Character.id)
    .where(Army.standing.is_(True))
    .order_by(Army.id)
)
ALONG = (
    select(Character, Army.province)
    .join(Companion, Companion.character == Character.id)
    .join(Companion.the_army)
    .where(Army.standing.is_(True))
    .order_by(Character.id)
)
VISITING = select(Character).where(Character.province.is_not(None), Character.alive.is_(True)).order_by(Character.id)


def people(session: Session, clans: dict[str, ClanSign]) -> list[PersonAt]:
    """Everybody whose counter is on the map: generals, those who go along with an army, and visitors."""
    found = [person_at(one, clans, province, army, "leads an army") for one, province, army in session.execute(LEADING)]
    found += [
        person_at(one, clans, province, None, "goes along with an army") for one, province in session.execute(ALONG)
    ]
    known = {one.id for one in found}
    found += [
        person_at(one, clans, str(one.province), None, "visits")
        for one in session.scalars(VISITING)
        if one.id not in known
    ]
    return found


def person_at(one: Character, clans: dict[str, ClanSign], province: str, army: int | None, why: str) -> PersonAt:
    """A person where his counter stands."""
    if one.held_by:
        why += f", hostage of {clans[one.held_by].name}"
    return PersonAt(one.id, one.name, clans[one.clan], province, army, one.role in HEADS, why)


def sign_of(clan: Clan) -> ClanSign:
    """How a clan is shown."""
    return ClanSign(clan.id, clan.name, clan.kanji, clan.code, clan.colour, clan.text_colour)


def sign(signs: Mapping[str, ClanSign], clan: str | None) -> ClanSign:
    """The sign of a clan, or of people without a lord."""
    return signs[clan] if clan else NOBODY


SIGNS = select(Clan).order_by(Clan.id)


@asked_once
@kept
def clan_signs(session: Session) -> dict[str, ClanSign]:
    """Every clan's sign by its id."""
    return {clan.id: sign_of(clan) for clan in session.scalars(SIGNS)}


def clans_with_lords(session: Session) -> list[ClanSign]:
    """The clans that a form offers, by name: rebels have no lord to speak for them (R42)."""
    return sorted((one for one in clan_signs(session).values() if one.id != REBELS), key=lambda one: folded(one.name))


@asked_once
def clan_names(session: Session) -> dict[str, str]:
    """Every clan's name by its id."""
    return by_key(session, select(Clan.id, Clan.name).order_by(Clan.id))


def played_clans(session: Session) -> list[str]:
    """The clans that players play, by their ids."""
    return list(session.scalars(select(Clan.id).where(Clan.played.is_(True)).order_by(Clan.id)))


@asked_once
def province_names(session: Session) -> dict[str, str]:
    """Every province's name by its id."""
    return by_key(session, select(Province.id, Province.name))


def lands(session: Session, clan: str) -> list[tuple[str, str]]:
    """What a clan holds: its provinces, then its cities and temples, id and name, by name."""
    return [
        (key, name)
        for model in (Province, Place)
        for key, name in session.execute(select(model.id, model.name).where(model.holder == clan).order_by(model.name))
    ]
