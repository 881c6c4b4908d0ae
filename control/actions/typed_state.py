"""A state that was typed in, list by list, and everything that is wrong with it (actions/midway.py goes on from it)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.actions.registry import Forcible
from control.models import Army, Character, Clan, Place, Province
from control.queries.treaties import KINDS
from control.rules.errors import OrderError, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.scenario.model import SEASONS, WORKS, Scenario
from control.typed import MOST_TROOPS, Order, number, one_of, text

MOST_POINTS = 100_000

Key = text("an id", 1)
Points = number(0, MOST_POINTS, "a number of points")
Troops = number(1, MOST_TROOPS, "a number of counters (1,000 men each)")


class ProvinceLine(Order):
    """A province; what is left out stays as it is. An empty ``holder`` is nobody."""

    id: Key
    holder: text("a clan") | None = None
    castle: one_of("a work", *WORKS) | None = None
    raised: number(0, MOST_TROOPS, "the number raised this year") | None = None
    taken: bool | None = None


class PlaceLine(Order):
    """A city or temple and who holds it; an empty ``holder`` is nobody."""

    id: Key
    holder: text("a clan") = ""


class ClanLine(Order):
    """What a clan has now. ``opening`` is the cash it began the year with, the others this year's income by kind: its
    savings rest on them (R22); left out, they are reckoned from what it holds."""

    id: Key
    rice: Points
    cash: Points
    opening: Points | None = None
    rice_income: Points | None = None
    taxation: Points | None = None
    mining: Points | None = None


class CharacterLine(Order):
    """A person; what is left out stays as it is. An empty ``held_by`` is nobody's hostage."""

    id: Key
    experience: number(1, 4, "experience") | None = None
    age: number(0, 120, "an age") | None = None
    alive: bool | None = None
    wounded: bool | None = None
    held_by: text("a clan") | None = None


class ArmyLine(Order):
    """An army: its general, where it stands, its counters."""

    general: Key
    province: Key
    troops: Troops


class GarrisonLine(Order):
    """A clan's counters in a province."""

    clan: Key
    province: Key
    troops: Troops


class HonourLine(Order):
    """The points of honour that a clan has in all."""

    clan: Key
    points: number(-MOST_POINTS, MOST_POINTS, "points of honour")


class TreatyLine(Order):
    """A treaty that stands; of a vassalage ``one`` is the overlord."""

    kind: one_of("a kind of treaty", *KINDS)
    one: Key
    other: Key


class GameLine(Order):
    """The season to go on from."""

    year: number(1, 9999, "a year")
    season: one_of("a season", *SEASONS)


class BeginMidway(Forcible):
    """The state to go on from: the season, and lists. A list that is left out stays as it is."""

    year: number(1, 9999, "a year")
    season: one_of("a season", *SEASONS)
    provinces: list[ProvinceLine] | None = None
    places: list[PlaceLine] | None = None
    clans: list[ClanLine] | None = None
    characters: list[CharacterLine] | None = None
    armies: list[ArmyLine] | None = None
    garrisons: list[GarrisonLine] | None = None
    honour: list[HonourLine] | None = None
    treaties: list[TreatyLine] | None = None


LINES: dict[str, type[Order]] = {
    "provinces": ProvinceLine, "places": PlaceLine, "clans": ClanLine, "characters": CharacterLine,
    "armies": ArmyLine, "garrisons": GarrisonLine, "honour": HonourLine, "treaties": TreatyLine,
}


# What is wrong -----------------------------------------------------------------------------------------------


@dataclass
class Findings:
    """What is wrong with a typed state: nobody can force ``wrong``, Game Control may force ``against_rules``."""

    wrong: list[OrderError] = field(default_factory=list)
    against_rules: list[OrderNotAllowed] = field(default_factory=list)

    def unknown(self, place: str, noun: str, key: str, known: Iterable[str]) -> None:
        """Something that is not there."""
        near = did_you_mean(key, known)
        self.wrong.append(OrderNotUnderstood(f'There is no {noun} "{key}".{near}', field=place))

    def no(self, place: str, sentence: str) -> None:
        """Something that cannot be."""
        self.wrong.append(OrderNotAllowed(sentence, field=place))


def look_over(session: Session, scenario: Scenario, order: BeginMidway) -> Findings:
    """Everything that is wrong with a typed state, cell by cell (``provinces.3.holder``)."""
    found = Findings()
    if seasons_since(scenario, order.year, order.season) < 0:
        found.no("year", f"The scenario begins in {scenario.first_season} {scenario.first_year}; that is before it.")
    look_at_ids(session, order, found)
    for name in LINES:
        twice(found, name, getattr(order, name) or [])
    look_at_people(session, order, found)
    for spot, pact in enumerate(order.treaties or []):
        one, other = str(pact.one), str(pact.other)
        if one == other:
            found.no(f"treaties.{spot}.other", "A clan needs no treaty with itself. Name another clan.")
    return found


def look_at_ids(session: Session, order: BeginMidway, found: Findings) -> None:
    """Names of provinces, places, clans and persons that are not there."""
    known = {
        "clan": set(session.scalars(select(Clan.id))), "province": set(session.scalars(select(Province.id))),
        "place": set(session.scalars(select(Place.id))), "character": set(session.scalars(select(Character.id))),
    }
    nouns = {
        "holder": "clan", "held_by": "clan", "clan": "clan", "one": "clan", "other": "clan", "province": "province",
        "general": "character",
    }
    ids = {"provinces": "province", "places": "place", "clans": "clan", "characters": "character"}
    for name in LINES:
        for spot, line in enumerate(getattr(order, name) or []):
            for column in type(line).model_fields:
                noun = ids.get(name, "") if column == "id" else nouns.get(column, "")
                value = getattr(line, column)
                if noun and value and value not in known[noun]:
                    found.unknown(f"{name}.{spot}.{column}", noun, value, known[noun])


ONCE: dict[str, tuple[str, Callable[[Any], Hashable], str]] = {
    "armies": ("general", lambda line: line.general, "He leads another army of this list already."),
    "garrisons": (
        "province", lambda line: (line.clan, line.province),
        "This clan’s garrison there is in the list already. Add them up.",
    ),
    "treaties": (
        "other", lambda line: (line.kind, frozenset((line.one, line.other))), "This treaty is in the list already.",
    ),
    "honour": ("clan", lambda line: line.clan, "This clan is in the list already."),
}
"""What may stand in a list only once: the column where that is said, what must differ, and the sentence."""


def twice(found: Findings, name: str, lines: list[Any]) -> None:
    """What stands in a list a second time."""
    where, what, words = ONCE.get(name, ("id", lambda line: line.id, "It is in the list already."))
    seen: set[Hashable] = set()
    for spot, line in enumerate(lines):
        if what(line) in seen:
            found.no(f"{name}.{spot}.{where}", words)
        seen.add(what(line))


def look_at_people(session: Session, order: BeginMidway, found: Findings) -> None:
    """Who cannot be what was typed; forces where they may not be."""
    people = {one.id: one for one in session.scalars(select(Character))}
    typed = {line.id: line for line in order.characters or []}
    for spot, line in enumerate(order.characters or []):
        person = people.get(line.id)
        if person is None:
            continue
        alive = person.alive if line.alive is None else line.alive
        if line.wounded and not alive:
            found.no(f"characters.{spot}.wounded", f"{person.name} is dead, so he is not wounded.")
        leads = select(Army.code).where(Army.general == line.id, Army.standing.is_(True))
        if order.armies is None and not alive and (code := session.scalar(leads)):
            found.no(f"characters.{spot}.alive", f"{person.name} leads army {code}. List the armies too, without it.")
        if line.held_by == person.clan:
            found.no(f"characters.{spot}.held_by", f"{person.name} is of that clan himself, so it holds no hostage.")
    for spot, army in enumerate(order.armies or []):
        person, of = people.get(army.general), typed.get(army.general)
        if person is not None and not (person.alive if of is None or of.alive is None else of.alive):
            found.no(f"armies.{spot}.general", f"{person.name} is dead. Choose a living general.")
    if order.season == "winter" and order.armies:
        found.against_rules.append(OrderNotAllowed(
            "In winter no army is in the field (R18). Leave the list of armies empty, or force it.",
            field="armies.0.general", ruling="R18",
        ))
    holders: dict[tuple[str, str], str | None] = {}
    for model, lines in ((Province, order.provinces), (Place, order.places)):
        now = {one.id: one.holder for one in session.scalars(select(model))}  # type: ignore[attr-defined]
        now |= {line.id: line.holder or None for line in lines or [] if line.holder is not None}
        holders |= {(model.__tablename__, key): holder for key, holder in now.items()}
    inside: dict[str, list[str]] = {}
    for place in session.scalars(select(Place)):
        inside.setdefault(place.province, []).append(place.id)
    for spot, post in enumerate(order.garrisons or []):
        own = {holders.get(("province", post.province))}
        own |= {holders.get(("place", place)) for place in inside.get(post.province, [])}
        if post.clan not in own and ("province", post.province) in holders:
            found.against_rules.append(OrderNotAllowed(
                f"{post.clan} holds nothing in {post.province}, so no garrison of its stands there. Correct the "
                "holder, or force it.", field=f"garrisons.{spot}.province", ruling="H6",
            ))


def seasons_since(scenario: Scenario, year: int, season: str) -> int:
    """The seasons since the scenario's first one; below 0 for one before it. A year begins in winter."""

    def spot(year: int, season: str) -> int:
        return 4 * year + (SEASONS.index(season) + 1) % len(SEASONS)

    return spot(year, season) - spot(scenario.first_year, scenario.first_season)
