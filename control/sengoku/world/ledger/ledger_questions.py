"""What the books say: what each clan has, last year's income, and whether the world adds up (handbook 5; R21, R22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import field
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Select, bindparam, case, func, or_, select, union_all
from sqlalchemy.orm import Session

from control.kernel.database.keeping import kept
from control.kernel.database.reading import asked_once
from control.kernel.values import dataclass
from control.sengoku.rows import Clan, Muster, Place, Province, Transfer
from control.sengoku.rules import economy
from control.sengoku.rules.prices import INCOMES
from control.sengoku.scenario.model import Scenario


def sums_by(column: Any, *only: ColumnElement[bool]) -> Select[Any]:
    """What asks for the sums of the bookings, or of these alone, of each clan on one of their sides."""
    sums = select(column, func.sum(Transfer.rice), func.sum(Transfer.cash))
    return sums.where(column.is_not(None), *only).group_by(column)


CLANS = select(Clan.id).order_by(Clan.id)
BROUGHT, TAKEN = sums_by(Transfer.payee), sums_by(Transfer.payer)


def balances(session: Session, *only: ColumnElement[bool]) -> dict[str, tuple[int, int]]:
    """What every clan has, as (rice, cash); with conditions, what these bookings alone come to."""
    found = dict.fromkeys(session.scalars(CLANS), (0, 0))
    brought, taken = (sums_by(Transfer.payee, *only), sums_by(Transfer.payer, *only)) if only else (BROUGHT, TAKEN)
    for sums, sign in ((brought, 1), (taken, -1)):
        for clan, rice, cash in session.execute(sums):
            before = found[str(clan)]
            found[str(clan)] = before[0] + sign * rice, before[1] + sign * cash
    return found


@dataclass(frozen=True)
class YearOf:
    """A clan in a year, all as (rice, cash) but what is points: what it ``has`` now, what it had ``brought`` at the end
    of the year before; the cash it began the year with, and the year before (``opened``, ``opened_before``, R22); its
    ``income`` of both in points, by kind (R21), and the points that its followers ``used`` up."""

    has: tuple[int, int] = (0, 0)
    brought: tuple[int, int] = (0, 0)
    opened: int = 0
    opened_before: int = 0
    used: int = 0
    income: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(INCOMES, 0))
    income_before: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(INCOMES, 0))


@kept
def years_of(session: Session, year: int) -> Mapping[str, YearOf]:
    """Every clan in a year: the bookings are gone through once for each side, and not once for every figure."""
    found = {clan: [0] * len(FIGURES) for clan in session.scalars(select(Clan.id))}
    for column, sign in ((Transfer.payee, 1), (Transfer.payer, -1)):
        rows = select(column, *FIGURES).where(column.is_not(None)).group_by(column)
        for clan, *figures in session.execute(rows, {"year": year}):
            found[str(clan)] = [before + sign * more for before, more in zip(found[str(clan)], figures, strict=True)]
    used: Counter[str | None] = Counter()
    for clan, points in session.execute(USED, {"year": year}):
        used[clan] += points
    income: dict[int, dict[str, dict[str, int]]] = {one: {} for one in (year - 1, year)}
    for clan, when, kind, points in session.execute(EARNED, {"year": year}):
        earned = income[when].setdefault(str(clan), dict.fromkeys(INCOMES, 0))
        earned[kind.removeprefix("income_")] += points
    nothing = dict.fromkeys(INCOMES, 0)
    return {
        clan: YearOf(
            (rice, cash),
            (brought_rice, brought_cash),
            opening_of(opened),
            opening_of(before),
            used[clan],
            income[year].get(clan, nothing),
            income[year - 1].get(clan, nothing),
        )
        for clan, (rice, cash, brought_rice, brought_cash, opened, before) in found.items()
    }


def only_of(points: Any, those: ColumnElement[bool]) -> ColumnElement[int]:
    """The sum of those bookings alone."""
    return func.sum(case((those, points), else_=0))


YEAR: BindParameter[int] = bindparam("year")
OPENING = Transfer.kind.in_(("opening", "consumed", "exchange"))
"""The bookings that stand between the end of a year and what the next begins with."""
FIGURES = (
    func.sum(Transfer.rice),
    func.sum(Transfer.cash),
    only_of(Transfer.rice, Transfer.year < YEAR),
    only_of(Transfer.cash, Transfer.year < YEAR),
    only_of(Transfer.cash, (Transfer.year < YEAR) | ((Transfer.year == YEAR) & OPENING)),
    only_of(Transfer.cash, (Transfer.year < YEAR - 1) | ((Transfer.year == YEAR - 1) & OPENING)),
)
POINTS = Transfer.rice + Transfer.cash
USED = select(Transfer.payer, POINTS).where(Transfer.year == YEAR, Transfer.kind == "consumed")
EARNED = select(Transfer.payee, Transfer.year, Transfer.kind, POINTS).where(
    Transfer.payee.is_not(None), Transfer.year.in_((YEAR - 1, YEAR)), Transfer.kind.like("income_%")
)
"""Added up here: SQLite would go through all years to find them clan by clan."""


def balance(session: Session, clan: str, *only: ColumnElement[bool]) -> tuple[int, int]:
    """What one clan has, as (rice, cash)."""
    rice, cash = session.execute(held(*only) if only else HELD, {"clan": clan}).one()
    return int(rice or 0), int(cash or 0)


def held(*only: ColumnElement[bool]) -> Select[Any]:
    """What asks for that."""
    moved = union_all(
        select(Transfer.rice, Transfer.cash).where(Transfer.payee == CLAN, *only),
        select(-Transfer.rice, -Transfer.cash).where(Transfer.payer == CLAN, *only),
    ).subquery()
    return select(func.sum(moved.c.rice), func.sum(moved.c.cash))


CLAN: BindParameter[str] = bindparam("clan")
HELD = held()
"""Made once: every payment asks it."""


def opening_cash(session: Session, year: int) -> dict[str, int]:
    """The cash every clan began a year with: what its savings of that winter left (R22), or what the scenario gave."""
    found = balances(session, or_(Transfer.year < year, (Transfer.year == year) & OPENING))
    return {clan: opening_of(cash) for clan, (_, cash) in found.items()}


def opening_of(cash: int) -> int:
    """The opening treasury (R22): a clan begins with nothing or more, also where income that was paid in cash was set
    right for rice before the first season was over."""
    return max(0, cash)


def incomes(session: Session, year: int) -> dict[str, dict[str, int]]:
    """Every clan's income of a year in points, by kind: rice, taxation, mining (R21)."""
    found = {clan: dict.fromkeys(INCOMES, 0) for clan in session.scalars(select(Clan.id))}
    rows = session.execute(
        select(Transfer.payee, Transfer.kind, func.sum(Transfer.rice + Transfer.cash))
        .where(Transfer.payee.is_not(None), Transfer.year == year, Transfer.kind.like("income_%"))
        .group_by(Transfer.payee, Transfer.kind)
    )
    for clan, kind, points in rows:
        found[str(clan)][kind.removeprefix("income_")] = int(points)
    return found


def paying(
    scenario: Scenario, provinces: list[Province], places: list[Place], risen: Collection[str] = ()
) -> list[economy.Source]:
    """Provinces, places, and the scenario's other incomes, which go with a province or with a clan: a clan's own rest
    while it holds no land (R33). A province that has ``risen`` pays nobody (R42)."""
    landed = {one.holder for one in provinces} | {one.holder for one in places}
    found = [
        economy.Source(f"province:{one.id}", one.name, "rice", one.rice_value, one.holder, one.id, one.taken)
        for one in provinces
        if one.id not in risen
    ]
    found += [
        economy.Source(
            f"place:{one.id}", one.name, scenario.places[one.id].income, one.value, one.holder, one.province, one.taken
        )
        for one in places
    ]
    land = {one.id: one for one in provinces}
    for income in scenario.incomes.values():
        if income.province in risen:
            continue
        where = land.get(income.province or "")
        found.append(
            economy.Source(
                f"income:{income.id}",
                income.name,
                income.kind,
                income.value,
                where.holder if where else (income.clan if income.clan in landed else None),
                income.province,
                where.taken if where else False,
            )
        )
    return found


@asked_once
def announced(session: Session) -> dict[tuple[str, str | None], int]:
    """The counters announced for the next season and not raised yet, by province and place (R23)."""
    rows = session.execute(
        select(Muster.province, Muster.place, func.sum(Muster.counters))
        .where(Muster.outcome == "")
        .group_by(Muster.province, Muster.place)
    )
    return {(province, place): int(counters) for province, place, counters in rows}


def left_to_raise(session: Session, land: Province | Place) -> int:
    """The counters that a province or place can still raise this year: its value less what it raised and what is
    announced there (R23)."""
    return max(0, land.value - land.raised - announced(session).get(land.ground_key, 0))


@dataclass(frozen=True)
class WorldSum:
    """Whether the books add up: every point that the world gave is with a clan, or was used.

    ``given`` came from provinces, places and the world's giving accounts, ``used`` went to its taking ones, ``held`` is
    what the clans have. ``short`` are clans with less than nothing.
    """

    given: int
    used: int
    held: int
    short: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether no point was made or lost, and nobody has less than nothing."""
        return self.given == self.used + self.held and not self.short


FROM_CLAN, TO_CLAN = (account.like(f"{economy.treasury('')}%") for account in (Transfer.source, Transfer.target))
GIVEN_AND_USED = select(only_of(POINTS, ~FROM_CLAN & TO_CLAN), only_of(POINTS, FROM_CLAN & ~TO_CLAN))
"""By the accounts, but held by the clans: a row whose two columns disagree shows."""


@kept
def world_sum(session: Session) -> WorldSum:
    """The sum of the world, from the bookings alone."""
    given, used = (one or 0 for one in session.execute(GIVEN_AND_USED).one())
    found = balances(session)
    short = tuple(clan for clan, (rice, cash) in found.items() if rice < 0 or cash < 0)
    return WorldSum(given, used, sum(rice + cash for rice, cash in found.values()), short)
