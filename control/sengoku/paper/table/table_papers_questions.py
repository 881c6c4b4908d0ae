"""What lies and stands on the tables: counters, tactic cards, badges and signs, from the game as it stands.

Counters tell how strong the clans are, so they are for the desks that see forces. The rest everybody may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.wording import folded
from control.sengoku.books.works_questions import HOLDER, built
from control.sengoku.people.casting.casting_questions import RANK
from control.sengoku.rows import Army, Character, Clan, Garrison, Part, Place, Player, Province, Work
from control.sengoku.rules.tables import ROLES
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.land.risings_questions import lords
from control.sengoku.world.people.titles_questions import titles
from printouts.battle.tactic_cards import TacticCard
from printouts.hall.counters import Counter, CounterSheet
from printouts.people.badges import Badge
from printouts.people.table_sign import TableSign


def bearers(session: Session, scenario: Scenario) -> dict[str, ClanSign]:
    """How every clan shows itself on the table, by its id."""
    return {
        key: replace(sign, crest=scenario.clans[key].crest) if key in scenario.clans else sign
        for key, sign in clan_signs(session).items()
    }


# --- Counters (handbook 3, 5, 6; R4, R23) -----------------------------------------------------------------

SPARE_WORKS, SPARE_HOSTAGES = 1, 2
TEN_OF_TROOPS, TEN_OF_POINTS = 40, 20  # of forty men a ten; of money half is in tens


def troop_counters(session: Session, scenario: Scenario) -> Iterator[tuple[str, CounterSheet]]:
    """For each clan by its id: troops for what stands and for what its lands can still raise this year, and a
    counter for every work it holds, with one of each to spare."""
    troops, works = troops_of(session), works_of(session)
    strength = scenario.tables.forces.fortifications
    for key, bearer in bearers(session, scenario).items():
        total = troops.get(key, 0)
        yield (
            key,
            CounterSheet(
                f"{bearer.name}: troops and works",
                bearer,
                (
                    *(
                        Counter(kind, works.get((key, kind), 0) + SPARE_WORKS, strength.get(kind, 0))
                        for kind in ("castle", "fortress", "building")
                    ),
                    *Counter.coming_to("troops", total, TEN_OF_TROOPS),
                ),
                f"{total * 1000:,} men: all who stand, and all who can still be raised this year" if total else "",
            ),
        )


def troops_of(session: Session) -> dict[str, int]:
    """The counters of troops that each clan may need this year: those of its armies and garrisons, and what the
    provinces and places it holds have not raised yet of their value (R23)."""
    found: dict[str, int] = {}
    for query in (
        select(Army.clan, func.sum(Army.troops)).where(Army.standing.is_(True)).group_by(Army.clan),
        select(Garrison.clan, func.sum(Garrison.troops)).where(Garrison.standing.is_(True)).group_by(Garrison.clan),
    ):
        for clan, troops in session.execute(query):
            found[clan] = found.get(clan, 0) + int(troops)
    for land in (
        select(Province.holder, Province.rice_value, Province.raised),
        select(Place.holder, Place.value, Place.raised),
    ):
        for holder, value, raised in session.execute(land):
            if holder:
                found[holder] = found.get(holder, 0) + max(0, value - raised)
    return found


def works_of(session: Session) -> dict[tuple[str, str], int]:
    """How many works of each kind every clan holds, by (clan, kind)."""
    found: dict[tuple[str, str], int] = {}
    for query in (
        select(Province.holder, Province.castle),
        select(Place.holder, Place.fortification),
        built().with_only_columns(HOLDER, Work.kind).where(Work.kind == "building", Work.state == "standing"),
    ):
        for holder, kind in session.execute(query):
            if holder and kind != "none":
                found[holder, kind] = found.get((holder, kind), 0) + 1
    return found


def people_counters(session: Session, scenario: Scenario) -> Iterator[tuple[str, CounterSheet]]:
    """For each clan by its id: a general's counter and a flag for everybody of it who lives, for he may command; and
    counters for hostages, those that others hold by name."""
    living = living_of(session)
    for key, bearer in bearers(session, scenario).items():
        people = living.get(key, [])
        if people:
            yield (
                key,
                CounterSheet(
                    f"{bearer.name}: people",
                    bearer,
                    (
                        *(Counter("general", 1, name=one.name, note=one.title) for one in people),
                        *(Counter("hostage", 1, name=one.name) for one in people if one.held_by),
                        Counter("hostage", SPARE_HOSTAGES),
                        Counter("flag", len(people)),
                    ),
                    "a counter and a flag for everybody who may command",
                ),
            )


def common_counters(session: Session, scenario: Scenario) -> CounterSheet:
    """Rice and cash as much as the whole land gives in a year, as it is printed on the map, and a wound for one in
    three of those who live."""
    rice = sum(one.rice_value for one in scenario.provinces.values())
    cash = 0
    for kind, value in [
        *((one.income, one.value) for one in scenario.places.values()),
        *((one.kind, one.value) for one in scenario.incomes.values()),
    ]:
        rice, cash = (rice + value, cash) if kind == "rice" else (rice, cash + value)
    hoards = sum(one.treasury for one in scenario.clans.values())
    cash += hoards
    living = session.scalar(select(func.count(Character.id)).where(Character.alive.is_(True))) or 0
    return CounterSheet(
        "Rice, cash and wounds",
        None,
        (
            *Counter.coming_to("rice", rice, TEN_OF_POINTS),
            *Counter.coming_to("cash", cash, TEN_OF_POINTS),
            Counter("wound", -(-living // 3)),
        ),
        f"{rice} points of rice and {cash} of cash: a year's income of the whole land"
        + (", and what the clans begin with" if hoards else ""),
    )


def living_of(session: Session) -> dict[str, list[Character]]:
    """Everybody who lives, by clan; the head of it first."""
    rows = session.scalars(select(Character).where(Character.alive.is_(True)).order_by(Character.clan, Character.id))
    found = grouped((one.clan, one) for one in rows)
    return {clan: sorted(people, key=lambda one: (RANK[one.role], one.id)) for clan, people in found.items()}


# --- Tactic cards (handbook 6; R2, R10) -------------------------------------------------------------------


def tactic_sets(scenario: Scenario) -> Iterator[tuple[str, tuple[TacticCard, ...]]]:
    """A set of cards for the attacker and one for the defender."""
    matrix = scenario.tables.tactics
    for side in ROLES:
        yield (
            side,
            tuple(
                TacticCard(
                    side,
                    matrix.labels[own],
                    tuple(
                        (
                            matrix.labels[other],
                            matrix.shifts[own, other] if side == "attacker" else -matrix.shifts[other, own],
                        )
                        for other in matrix.names
                    ),
                    "Not in a battle at sea" if own in matrix.not_at_sea else "",
                )
                for own in matrix.names
            ),
        )


# --- Badges and table signs (handbook 3, 4) ---------------------------------------------------------------


def badge_data(session: Session, scenario: Scenario) -> Iterator[tuple[Character, Badge]]:
    """Those who live in a clan that is played, and whoever else is cast, each with his badge; the head of a clan
    first."""
    shown, held = bearers(session, scenario), titles(session)
    played = set(played_clans(session))
    cast = by_key(session, select(Part.character, Player.name).join(Part.the_player))
    for clan, people in living_of(session).items():
        for one in people:
            if clan in played or one.id in cast:
                kanji = scenario.characters[one.id].kanji if one.id in scenario.characters else ""
                yield one, Badge(shown[clan], one.name, kanji, one.title, held.get(one.id, ()), cast.get(one.id, ""))


def sign_data(session: Session, scenario: Scenario) -> Iterator[tuple[str, TableSign]]:
    """A sign for every table: of each clan that is played, by its id."""
    shown = bearers(session, scenario)
    for key in played_clans(session):
        clan = scenario.clans[key]
        home = scenario.provinces.get(clan.home_province or "")
        seat = scenario.places.get(clan.home_place or "")
        yield key, TableSign(shown[key], seat.name if seat else f"Home province {home.name}" if home else "")


def played_clans(session: Session) -> Iterable[str]:
    """The clans that players play, by name."""
    played = session.scalars(select(Clan).where(Clan.played.is_(True), lords()))
    return [clan.id for clan in sorted(played, key=lambda one: folded(one.name))]
