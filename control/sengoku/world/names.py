"""Reading names as people type them: Ōmi, omi and OMI all mean the province, and so does O where an army can go to
no other province that begins with it (handbook 6, "Movement")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.wording import folded, in_a_row
from control.sengoku.scenario.model import Scenario

BETWEEN = re.compile(r"\s*(?:[–—→;,/\n]|-*>|\s-+\s)\s*")
"""What stands between the provinces of a route: commas, dashes, strokes, arrows, line ends. A hyphen within a word does
not."""
ARMY_CARDS = "AM"
"""The cards whose codes stand for an army: its own, and that for its orders."""
STAYS = {"stay", "stays", "staying", "hold", "halt", "none"}
"""Words on an order card for an army that is to stay where it is, folded."""


class Named(Protocol):
    """Anything with an id and a name; a clan has its letters too."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class PlaceNamed(Named, Protocol):
    """A city or temple, which is in a province."""

    @property
    def province(self) -> str: ...


def id_of(typed: str, things: Mapping[str, Named]) -> str:
    """The id of what was typed, by its id or name, else by the letters on its flag; the typed text itself if nothing is
    called so."""
    if typed in things:
        return typed
    wanted = folded(typed)
    for thing in things.values():
        if wanted in (folded(thing.id), folded(thing.name)):
            return thing.id
    lettered = (thing.id for thing in things.values() if wanted and wanted == folded(getattr(thing, "code", "")))
    return next(lettered, typed.strip())


def whom(person: Named | None, clan: Named) -> str:
    """Of whom a sentence tells: a person of a clan, or all of it."""
    return f"{person.name} of {clan.name}" if person else clan.name


def no_clan(typed: str, clans: Iterable[Named]) -> str:
    """Says that no clan is called so, and which one may be meant."""
    return f'There is no clan "{typed[:60]}".{did_you_mean(typed[:60], [one.name for one in clans])}'


def no_province(typed: str, provinces: Mapping[str, Named], by_id: bool = False) -> str:
    """Says that no province is called so, and which one may be meant: by its name, or ``by_id``, as a script asks."""
    known = list(provinces) if by_id else [one.name for one in provinces.values()]
    return f'There is no province "{typed[:60]}".{did_you_mean(typed[:60], known)}'


def ground_chosen(key: str) -> dict[str, str]:
    """The fields of an order that a form's key for a ground fills: ``kai``, or ``place.kyoto`` for a city or temple."""
    return {"province": "", "place": key.removeprefix("place.")} if key.startswith("place.") else {"province": key}


def ground_typed(typed: str, scenario: Scenario) -> dict[str, str]:
    """The field of an order that a typed name of a province, city or temple fills: a province first, where both are
    called so; what is neither is left as it was typed."""
    province = id_of(typed, scenario.provinces)
    if province not in scenario.provinces and (place := id_of(typed, scenario.places)) in scenario.places:
        return {"province": "", "place": place}
    return {"province": province}


def route_of(typed: str, things: Mapping[str, Named]) -> list[str]:
    """A route typed as names with commas, dashes or arrows between them, as ids."""
    return [id_of(part, things) for part in parts_of(typed)]


def parts_of(typed: str) -> list[str]:
    """The provinces of a route as they were typed, one by one."""
    return [part.strip() for part in BETWEEN.split(typed) if part.strip()]


def means_stay(typed: str) -> bool:
    """Whether a route, or its only leg, says that the army stays."""
    return folded(typed) in STAYS


def route_by_letters(typed: Sequence[str], here: str, scenario: Scenario) -> list[str]:
    """A route typed leg by leg from ``here``, each with as many letters as it needs, as ids.

    Legs left empty at the end are no legs. Raises OrderError kinds at ``route.N``, the leg counted from 0.
    """
    legs = [leg.strip() for leg in typed]
    while legs and not legs[-1]:
        legs.pop()
    if len(legs) == 1 and means_stay(legs[0]):
        return []
    route: list[str] = []
    for spot, leg in enumerate(legs):
        if not leg:
            raise OrderNotUnderstood(
                f"Leg {spot + 1} is empty. Fill it, or take away what comes after it.", field=f"route.{spot}"
            )
        try:
            here = leg_of(leg, here, scenario)
        except (OrderNotUnderstood, OrderNotAllowed) as error:
            raise error.at(f"route.{spot}") from None
        route.append(here)
    return route


def leg_of(typed: str, here: str, scenario: Scenario) -> str:
    """The province next to ``here`` that the typed letters mean: a whole name, an id, or the first letters of one.

    Raises OrderNotUnderstood if several begin with them or none does, OrderNotAllowed (R12) for a province that is
    not next to ``here``.
    """
    wanted = folded(typed)
    near = [scenario.provinces[key] for key in scenario.geography.neighbours(here) if key in scenario.provinces]
    exact = [one for one in near if wanted in (folded(one.id), folded(one.name), folded(one.handbook_name))]
    found = exact or [one for one in near if wanted and folded(one.name).startswith(wanted)]
    if len(found) == 1:
        return found[0].id
    origin = scenario.provinces[here].name
    if found:
        either = in_a_row((one.name for one in found), "or")
        raise OrderNotUnderstood(f"“{typed.strip()}” could be {either}. Type more of it.")
    elsewhere = id_of(typed, scenario.provinces)
    possible = ", ".join(sorted(one.name for one in near)) or "nowhere"
    if elsewhere == here:
        raise OrderNotAllowed(f"{origin} is where the army already is. From {origin}: {possible}.", ruling="R12")
    if elsewhere not in scenario.provinces and (place := scenario.places.get(id_of(typed, scenario.places))):
        raise OrderNotUnderstood(is_a_place(place, scenario))
    if elsewhere in scenario.provinces:
        raise OrderNotAllowed(
            f"No border or crossing leads from {origin} to {scenario.provinces[elsewhere].name}. "
            f"From {origin}: {possible}.",
            ruling="R12",
        )
    meant = did_you_mean(typed, [one.name for one in near])
    raise OrderNotUnderstood(f"“{typed.strip()}” is no province next to {origin}.{meant} From {origin}: {possible}.")


def is_a_place(place: PlaceNamed, scenario: Scenario) -> str:
    """Says that a leg leads to no city or temple, and how an army gets there (R41)."""
    where = scenario.provinces[place.province].name
    return f"{place.name} is a place in {where}: march to {where}, and let the army go into it there (R41)."
