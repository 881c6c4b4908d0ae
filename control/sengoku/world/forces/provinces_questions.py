"""One province's card: all the map table asks of it (handbook 6 and 7; R4, R16, R23).

It carries sizes, so it is for the desks of SEES_ARMIES alone.

Its history comes from the journal and from nowhere else. Whatever happens in a province is a journal entry whose
changes name the province in some row: an army that enters or leaves it, a garrison, an encounter, a battle, a notice
to be told. The journal's index finds the few of this year that do, and only those are read; the rounds of a battle,
whose rows name the battle alone, are found there by its number. A change notes the columns that moved, which of a
row that stays where it is are others than its province: what stands here now is asked for, and followed back. What
stands taken back is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import String, and_, cast, literal, or_, select, union_all
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.made import made_from
from control.kernel.game import game_in
from control.kernel.journal.audience import readable
from control.kernel.journal.journal_questions import undone_numbers
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.sengoku.rows import Army, Battle, Encounter, Game, Garrison, Passage, Place, Province
from control.sengoku.rules.desks import SEES_ARMIES
from control.sengoku.scenario.model import HEADS, Scenario
from control.sengoku.world.land.land_questions import ClanSign, PersonAt, clan_signs, marked, people
from control.sengoku.world.ledger.ledger_questions import left_to_raise
from control.sengoku.world.moments_questions import moment_at, place_of

LATEST = 12
"""How many lines of history a card shows."""
FOUGHT = ("battle.fight_round", "battle.end", "battle.grant_columns")


@dataclass(frozen=True)
class PlaceView:
    """A city or temple within a province; ``abandoned`` is the work that stands there unkept, if any, ``left`` the
    counters it can still raise this year, where that is asked (R23)."""

    id: str
    name: str
    kind: str
    value: int
    fortification: str
    holder: ClanSign | None
    abandoned: str | None
    version: int
    left: int = 0


@dataclass(frozen=True)
class ForceLine:
    """An army (``number``, with its general) or a garrison; ``troops`` are counters, ``inside`` is the city or temple
    it stands in, empty for the province around (R41)."""

    number: int
    clan: ClanSign
    name: str
    code: str
    troops: int
    chief: bool = False
    inside: str = ""


@dataclass(frozen=True)
class NextTo:
    """A province one step away: over the sea (by which crossing), along which great roads, and who holds it."""

    id: str
    name: str
    by_sea: str
    roads: tuple[str, ...]
    holder: ClanSign | None


@dataclass(frozen=True)
class Happened:
    """A line of history: the journal's number, when, and the sentence."""

    number: int
    when: str
    sentence: str


@dataclass(frozen=True)
class ProvinceCard:
    """A province with all that is in it. ``battle`` and ``encounter`` are the numbers of what is open there."""

    id: str
    name: str
    kanji: str
    version: int
    holder: ClanSign | None
    value: int
    left_to_raise: int
    castle: str
    abandoned: str | None
    buildings: tuple[str, ...]
    mountainous: bool
    unrest: bool
    taken: bool
    places: tuple[PlaceView, ...]
    garrisons: tuple[ForceLine, ...]
    armies: tuple[ForceLine, ...]
    people: tuple[PersonAt, ...]
    next_to: tuple[NextTo, ...]
    passages: tuple[tuple[ClanSign, str], ...]
    history: tuple[Happened, ...]
    encounter: int | None
    battle: int | None


def province_card(session: Session, scenario: Scenario, key: str, audience: str) -> ProvinceCard | None:
    """The card of a province; None if there is no such province, or if it is not for this desk's eyes."""
    one = session.get(Province, key)
    if one is None or audience not in SEES_ARMIES:
        return None
    signs = clan_signs(session)
    return made_from(
        ProvinceCard,
        one,
        holder=signs[one.holder] if one.holder else None,
        value=one.rice_value,
        left_to_raise=left_to_raise(session, one),
        buildings=marked(session).get(key, ()),
        places=tuple(places_in(session, key, signs)),
        garrisons=tuple(garrisons_in(session, scenario, key, signs)),
        armies=tuple(armies_in(session, scenario, key, signs)),
        people=tuple(one for one in people(session, signs) if one.province == key and one.army is None),
        next_to=tuple(next_to(session, scenario, key, signs)),
        passages=tuple(passages(session, key, signs)),
        history=tuple(history(session, key, one.name, audience)),
        encounter=session.scalar(
            select(Encounter.id).where(Encounter.province == key, Encounter.outcome == "").order_by(Encounter.id)
        ),
        battle=session.scalar(
            select(Battle.id).where(Battle.province == key, Battle.over.is_(False)).order_by(Battle.id)
        ),
    )


def places_in(session: Session, key: str, signs: dict[str, ClanSign]) -> Iterable[PlaceView]:
    """The cities and temples within a province."""
    for one in session.scalars(select(Place).where(Place.province == key).order_by(Place.id)):
        holder = signs[one.holder] if one.holder else None
        yield made_from(PlaceView, one, holder=holder, left=left_to_raise(session, one))


def garrisons_in(session: Session, scenario: Scenario, key: str, signs: dict[str, ClanSign]) -> Iterable[ForceLine]:
    """The garrisons of a province, and of the places in it."""
    found = select(Garrison).where(Garrison.province == key, Garrison.standing.is_(True))
    for one in session.scalars(found.order_by(Garrison.clan, Garrison.id)):
        inside = scenario.places[one.place].name if one.place else ""
        yield ForceLine(one.id, signs[one.clan], "Garrison", "", one.troops, inside=inside)


def armies_in(session: Session, scenario: Scenario, key: str, signs: dict[str, ClanSign]) -> Iterable[ForceLine]:
    """The armies in a province and in its places, with their generals."""
    found = select(Army).where(Army.province == key, Army.standing.is_(True)).order_by(Army.clan, Army.id)
    for army in session.scalars(found.options(joinedload(Army.the_general))):
        general, inside = army.the_general, scenario.places[army.place].name if army.place else ""
        chief = general.role in HEADS
        yield ForceLine(army.id, signs[army.clan], general.name, army.code, army.troops, chief, inside)


def next_to(session: Session, scenario: Scenario, key: str, signs: dict[str, ClanSign]) -> Iterable[NextTo]:
    """The provinces one step away, by name."""
    ways = {frozenset((one.start, one.end)): one.name for one in scenario.crossings}
    legs = {road: {leg.ends for leg in legs} for road, legs in scenario.roads.items()}
    near = scenario.geography.neighbours(key)
    for one in session.scalars(select(Province).where(Province.id.in_(near)).order_by(Province.name)):
        both = frozenset((key, one.id))
        by_sea = ways.get(both, "the sea") if scenario.geography.by_sea(key, one.id) else ""
        roads = tuple(road for road, ends in legs.items() if both in ends)
        yield NextTo(one.id, one.name, by_sea, roads, signs[one.holder] if one.holder else None)


def passages(session: Session, key: str, signs: dict[str, ClanSign]) -> Iterable[tuple[ClanSign, str]]:
    """Who may go through the province this season, and what was noted with it (R16)."""
    season = Game.only(session).seasons
    found = select(Passage).where(Passage.province == key, Passage.season == season).order_by(Passage.id)
    for one in session.scalars(found):
        yield signs[one.clan], one.note


def history(session: Session, key: str, name: str, audience: str = "map") -> list[Happened]:
    """What happened in a province this year as far as a desk may read it, the latest first."""
    year = Game.only(session).year
    fought = [
        str(number)
        for number in session.scalars(
            select(Battle.id).join(Battle.the_encounter).where(Battle.province == key, Encounter.year == year)
        )
    ]
    entry = JournalEntry
    here = and_(Touch.table == "province", Touch.key == key), and_(Touch.table == "battle", Touch.key.in_(fought))
    found = session.execute(
        select(entry.number, entry.moment, entry.action, entry.sentence, entry.changes, entry.arguments)
        .where(
            entry.moment.between(place_of(year), place_of(year + 1) - 1),
            entry.undoes.is_(None),
            readable(game_in(session), audience),
            entry.number.in_(select(Touch.entry).where(or_(*here))),
        )
        .order_by(entry.number.desc())
    )
    gone = undone_numbers(session)
    here_then = here_now(session, key)
    lines: list[Happened] = []
    for number, moment, action, sentence, changes, arguments in found:
        if number in gone:
            continue
        if action in FOUGHT:
            sentences = [sentence] if str(arguments.get("battle")) in fought else []
        else:
            sentences = said(session, key, name, sentence, [] if action == "season.advance" else changes, here_then)
        follow_back(here_then, changes, key)
        at = moment_at(moment)
        when = at["season"].capitalize() + (f", phase {at['phase']}" if at["phase"] else "")
        lines += [Happened(number, when, one) for one in sentences]
        if len(lines) >= LATEST:
            break
    return lines[:LATEST]


Rows = set[tuple[str, str]]
"""Rows that stand in a province, by table and key."""


def here_now(session: Session, key: str) -> Rows:
    """What stands in a province now, and what was settled there."""
    asked = [
        select(literal(model.__tablename__), cast(model.id, String)).where(model.province == key)
        for model in (Army, Garrison, Place, Encounter)
    ]
    return {(table, number) for table, number in session.execute(union_all(*asked))}


def follow_back(here: Rows, changes: Iterable[dict[str, Any]], key: str) -> None:
    """Make of what stood in the province after these changes what stood there before."""
    for change in changes:
        was, came = ((change[side] or {}).get("province") for side in ("before", "after"))
        if was != came and key in (was, came):
            row = change["table"], str(change["key"][0])
            (here.add if was == key else here.discard)(row)


def said(
    session: Session, key: str, name: str, sentence: str, changes: Sequence[dict[str, Any]], here: Rows
) -> list[str]:
    """What a journal entry says of a province: who came and who left where armies marched, else its own sentence."""
    came = [change["key"][0] for change in changes if moved(change, "after", key)]
    left = [change["key"][0] for change in changes if moved(change, "before", key)]
    marched = [change for change in changes if change["table"] == "army" and change["before"] and change["after"]]
    if len(marched) > 1 and (came or left):
        return [f"{army_named(session, army)} came to {name}." for army in came] + [
            f"{army_named(session, army)} left {name}." for army in left
        ]
    return [sentence] if came or left or any(concerns(change, key, here) for change in changes) else []


def moved(change: dict[str, Any], side: str, key: str) -> bool:
    """Whether an army that is there before and after this change stood in the province on that ``side`` of it."""
    rows = change["before"], change["after"]
    if change["table"] != "army" or not all(rows):
        return False
    return bool(change[side].get("province") == key and rows[0].get("province") != rows[1].get("province"))


SEEN = {
    "province": {"holder", "castle", "unrest", "rice_value", "mountainous", "raised", "abandoned"},
    "place": {"holder", "fortification", "value", "raised", "abandoned"},
    "army": {"clan", "general", "troops", "standing", "place"},
    "garrison": {"clan", "troops", "standing"},
    "encounter": {"outcome", "answer"},
}
"""What of the province's own row, and of one that stays in it, belongs to its history."""
WHERE: dict[str, Callable[[dict[str, Any]], Any]] = {
    table: lambda row: row.get("province")
    for table in ("army", "garrison", "encounter", "battle", "notice", "passage", "table_check", "character", "place")
}


def concerns(change: dict[str, Any], key: str, here: Rows) -> bool:
    """Whether a change is of the province, or of something in it: one that names it, or of what stood ``here``."""
    table, number = change["table"], str(change["key"][0])
    rows = [row for row in (change["before"], change["after"]) if row]
    where = WHERE.get(table)
    if where is not None and any(where(row) == key for row in rows):
        return True
    stays = number == key if table == "province" else (table, number) in here
    return stays and any(SEEN[table] & row.keys() for row in rows)


def army_named(session: Session, number: int) -> str:
    """An army as history names it: code and general."""
    army = session.scalar(select(Army).filter_by(id=number).options(joinedload(Army.the_general)))
    return f"{army.the_general.name} ({army.code})" if army else f"Army {number}"
