"""`control-room movement`: a season of orders in as JSON, what became of them out.

The schema is the scripting surface's. Beyond it a document may carry ``options`` (the rule options of
movement) and an army ``wounded``. The map is the scenario's where one is given, whatever the document brings, and else
the document's own, of which ``adjacency`` is needed: never half of each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidatorFunctionWrapHandler, WithJsonSchema, WrapValidator
from pydantic_core import PydanticCustomError

from control.kernel.errors import OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.typed import Order, number, one_of, one_or_each, quoted, read
from control.sengoku.rules.march.geography import Geography
from control.sengoku.rules.march.movement import Army, Enmity, PhaseReport, SeasonReport, refuse_winter, run_season
from control.sengoku.rules.rulings import CHOICES
from control.sengoku.rules.tables import CAMPAIGN_SEASONS, Options, Tables


def named(noun: str) -> Any:
    """An id, taken exactly as it stands; ``noun`` says of what in the sentence ("a province")."""

    def check(value: Any) -> str:
        if not is_name(value):
            raise PydanticCustomError(
                "text",
                "{noun} is a name in quotation marks, not {shown}.",
                {"noun": noun, "shown": quoted(value)},
            )
        return str(value)

    schema = {"type": "string", "minLength": 1, "description": noun}
    return Annotated[str, BeforeValidator(check), WithJsonSchema(schema)]


def pair(noun: str, example: str) -> Any:
    """A list of two ids; ``noun`` says of what, ``example`` shows one as JSON."""

    def check(value: Any) -> tuple[str, str]:
        if not (isinstance(value, list) and len(value) == 2 and is_name(value[0]) and is_name(value[1])):
            raise PydanticCustomError(
                "text",
                "{noun} is a list of two names such as {example}, not {shown}.",
                {"noun": noun, "example": example, "shown": quoted(value)},
            )
        return value[0], value[1]

    schema = {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2, "description": noun}
    return Annotated[tuple[str, str], BeforeValidator(check), WithJsonSchema(schema)]


def all_at_once(value: Any, one_by_one: ValidatorFunctionWrapHandler) -> list[str]:
    """A list of ids; where one is none, they are looked at one by one and each fault is told at its place."""
    if type(value) is list and are_names(value):
        return value
    found: list[str] = one_by_one(value)
    return found


def is_name(value: Any) -> bool:
    """Whether this is text with something in it."""
    return isinstance(value, str) and bool(value.strip())


def are_names(given: Iterable[Any]) -> bool:
    """Whether all of these are text with something in it."""
    try:
        return all(map(str.strip, given))
    except TypeError:  # something else among them
        return False


Province = named("a province")
Side = named("a side")
Border = pair("a border", '["kai", "shinano"]')


LEAST, MOST = 1, 4


class ArmyOrder(Order):
    """An army and its order card."""

    id: named("the id of an army")
    side: Side
    province: Province
    experience: number(LEAST, MOST, "experience")
    route: Annotated[list[Province], WrapValidator(all_at_once)]
    wounded: bool = False

    def as_army(self) -> Army:
        """The army in the words of the rules."""
        return Army(self.id, self.side, self.province, self.experience, tuple(self.route), self.wounded)


CARD = itemgetter("id", "side", "province", "experience", "route")


def plain_army(given: Any) -> Army | None:
    """An army in the words of the rules where there is nothing to ask about its order card, which `ArmyOrder` takes
    five times as long to say; None where somebody has to look closer."""
    if type(given) is not dict or len(given) != 5 + ("wounded" in given):
        return None
    try:
        key, side, province, experience, route = CARD(given)
    except KeyError:
        return None
    if type(experience) is not int or not LEAST <= experience <= MOST or type(route) is not list:
        return None
    wounded = given.get("wounded", False)
    if type(wounded) is not bool or not are_names((key, side, province, *route)):
        return None
    return Army(key, side, province, experience, tuple(route), wounded)


def plain_armies(value: Any, one_by_one: ValidatorFunctionWrapHandler) -> list[Army]:
    """A list of armies; where one is not plain, they are looked at one by one and each fault is told at its place."""
    if type(value) is list:
        found = [army for army in map(plain_army, value) if army]
        if len(found) == len(value):
            return found
    return [order.as_army() for order in one_by_one(value)]


Armies: Any = Annotated[list[ArmyOrder], WrapValidator(plain_armies)]


class MovementOptions(Order):
    """The rule options that bear on movement; one left out is the scenario's."""

    road_bonus_needs: one_of("road_bonus_needs", *CHOICES["road_bonus_needs"]) | None = None
    wound_penalty: number(0, 3, "wound_penalty") | None = None


class SeasonOrders(Order):
    """Everything `control-room movement` reads for one season."""

    season: one_of("the season", *CAMPAIGN_SEASONS)
    adjacency: list[Border] | None = None
    sea_crossings: list[Border] | None = None
    roads: dict[str, list[Border]] | None = None
    armies: Armies
    hostile: list[pair("a pair of hostile sides", '["takeda", "uesugi"]')] = Field(default_factory=list)
    closed: dict[str, list[Side]] = Field(default_factory=dict)
    options: MovementOptions = MovementOptions()


def adjudicate(
    document: Any,
    *,
    tables: Tables,
    geography: Geography | None = None,
    options: Options | None = None,
    clans: Collection[str] | None = None,
) -> Any:
    """The answer to one season of orders, or to each of a list of them, as `json.dumps` takes it.

    ``geography``, ``options`` and ``clans`` are the scenario's: its map is marched on whatever the document brings, its
    options hold where the document sets none, and its clans are the sides, with those that have an army. Raises
    OrderNotUnderstood, or OrderNotAllowed in winter (R18), with the field's path; in a list that path starts with the
    number of the season, from 0.
    """
    chosen = options or Options()
    return one_or_each(document, lambda season: adjudicate_season(season, tables, geography, chosen, clans), "season")


def adjudicate_season(
    document: Any, tables: Tables, geography: Geography | None, options: Options, clans: Collection[str] | None
) -> dict[str, Any]:
    """The answer to one season of orders. Raises like `adjudicate`."""
    if isinstance(document, Mapping):
        refuse_winter(str(document.get("season")))
    orders = read(SeasonOrders, document, what="a season of orders")
    ground = ground_of(orders, geography)
    raise_first(
        [
            *unknown_roads(orders.roads or {}, tables),
            *faults_of(orders.armies, geography),
            *faults_of_closed(orders.closed, geography),
            *faults_of_sides(orders, clans),
        ]
    )
    own = orders.options.model_dump(exclude_none=True)
    report = run_season(
        orders.armies,
        orders.season,
        ground,
        Enmity(orders.hostile),
        {province: frozenset(sides) for province, sides in orders.closed.items()},
        tables.movement,
        replace(options, **own) if own else options,
    )
    return season_document(report)


def ground_of(orders: SeasonOrders, geography: Geography | None) -> Geography:
    """The map to march on: the scenario's if there is one, else the document's own."""
    if geography:
        return geography
    if orders.adjacency is None:
        raise OrderNotUnderstood(
            '"adjacency" is missing: a list of pairs of neighbouring provinces (it may be empty), '
            "unless the whole map comes from a scenario.",
            field="adjacency",
        )
    return Geography.build(orders.adjacency, orders.sea_crossings or (), orders.roads)


def unknown_roads(roads: Iterable[str], tables: Tables) -> Iterator[OrderError]:
    """Every road that no rule knows: its bonus would be missing without a word."""
    known = tables.movement.roads
    for road in roads:
        if road not in known:
            near = did_you_mean(road, known)
            yield OrderNotUnderstood(
                f'No rule knows a road "{road}", only {", ".join(known)}.{near}', field=f"roads.{road}"
            )


def faults_of(armies: Iterable[Army], geography: Geography | None) -> Iterator[OrderError]:
    """Every id given twice, and every army that stands nowhere on the scenario's map (None: no scenario)."""
    first: dict[str, int] = {}
    known = geography.legs if geography else {}
    for index, army in enumerate(armies):
        if first.setdefault(army.id, index) != index:
            yield OrderNotUnderstood(
                f'The id "{army.id}" is armies.{first[army.id]} already; every army needs an id of its own.',
                field=f"armies.{index}.id",
            )
        if geography and army.province not in known:
            yield nowhere(f"armies.{index}.province", army.province, geography)


def faults_of_closed(provinces: Iterable[str], geography: Geography | None) -> Iterator[OrderError]:
    """Every closed province that is not on the scenario's map (None: no scenario): an army would walk into the one that
    is meant."""
    for province in provinces:
        if geography and province not in geography.legs:
            yield nowhere(f"closed.{province}", province, geography)


REBELS = "rebels"
"""A side of every scenario, whether it has an army this season or not (R42)."""


def faults_of_sides(orders: SeasonOrders, clans: Collection[str] | None) -> Iterator[OrderError]:
    """Every side that is told to be hostile, or closed out, and is no clan of the scenario (None: no scenario) nor that
    of an army: an army of the one that is meant would pass. And every one that is told to be hostile to itself."""
    for place, (one, other) in enumerate(orders.hostile):
        if one == other:
            yield OrderNotUnderstood(
                f'"{one}" cannot be hostile to itself: name the two sides that are hostile to each other.',
                field=f"hostile.{place}",
            )
    if clans is None:
        return
    known = sorted({*clans, REBELS, *(army.side for army in orders.armies)})
    named = [(f"hostile.{place}", side) for place, sides in enumerate(orders.hostile) for side in sides]
    for province, sides in orders.closed.items():
        named += [(f"closed.{province}.{place}", side) for place, side in enumerate(sides)]
    for field, side in named:
        if side not in known:
            yield OrderNotUnderstood(
                f'There is no clan "{side}" in this scenario, and no army of this document is of that side.'
                f"{did_you_mean(side, known)}",
                field=field,
            )


def nowhere(field: str, province: str, geography: Geography) -> OrderError:
    """What is told of a province that is not on the scenario's map."""
    near = did_you_mean(province, geography.provinces())
    return OrderNotUnderstood(f'There is no province "{province}" in this scenario.{near}', field=field)


def raise_first(faults: Iterable[OrderError]) -> None:
    """Raise the first fault, if there is one, with the others in its ``more``."""
    found = list(faults)
    if found:
        first, *first.more = found
        raise first


def season_document(report: SeasonReport) -> dict[str, Any]:
    """A season's report as the scripting surface writes it."""
    return {
        "phases": [phase_document(phase) for phase in report.phases],
        "positions": report.positions,
        "allowances": {army: allowed.value for army, allowed in report.allowances.items()},
        "errors": [
            {"army": error.army, "leg": error.leg, "to": error.to, "reason": error.reason} for error in report.errors
        ],
    }


def phase_document(report: PhaseReport) -> dict[str, Any]:
    """A phase's report as the scripting surface writes it."""
    return {
        "phase": report.phase,
        "moves": [{"army": army.id, "from": army.province, "to": army.next} for army in report.moves],
        "encounters": [
            {"province": met.province, "kind": met.kind, "armies": list(met.armies)} for met in report.encounters
        ],
        "stopped": [{"army": army, "reason": reason} for army, reason in report.stopped.items()],
    }
