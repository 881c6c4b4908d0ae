"""The onset of winter, reading only: who goes home, what is ready, kept, paid and honoured (handbook 2, 4 and 5;
R8, R20 to R25). The gate shows these lines and its action carries out the same."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.wording import counted
from control.sengoku.books.works_questions import HOLDER, built
from control.sengoku.rows import Army, Character, Courtier, Game, Garrison, Place, Province, Recovery, Transfer, Work
from control.sengoku.rules import economy
from control.sengoku.rules.prices import INCOMES
from control.sengoku.rules.sizes import counters
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.ground_questions import ground_at
from control.sengoku.world.land.land_questions import clan_names
from control.sengoku.world.land.risings_questions import risen
from control.sengoku.world.ledger.ledger_questions import balances, incomes, opening_cash, paying
from control.sengoku.world.ledger.lines_questions import Line

EVENTS, BUILDING = "award-events", "award-building"
"""The reasons of the scenario's list of honour that winter proposes (R25)."""


def lines(session: Session, scenario: Scenario) -> Iterator[Line]:
    """Everything that the onset of winter writes, if autumn is closed now."""
    names = clan_names(session)
    yield from going_home(session, names)
    yield from growing_older(session)
    ready = list(works_ready(session))
    yield from ready
    yield from kept(session, scenario, names)
    yield from paid(session, scenario, names)
    yield from no_longer_taken(session)
    yield from awards(session, scenario, names, {line.row for line in ready if line.value})


def going_home(session: Session, names: dict[str, str]) -> Iterator[Line]:
    """All counters are collected, and the year's limits of the provinces begin anew; what a battle of autumn promised
    in an older game, or was typed in, does not come back (R8, R23)."""
    places = by_key(session, select(Place.id, Place.name))
    rows = session.execute(
        select(Army, Character.name, Province.name)
        .join(Army.the_general)
        .join(Army.the_province)
        .where(Army.standing.is_(True))
        .order_by(Army.id)
    )
    for army, general, around in rows:
        where = places[army.place] if army.place else around
        yield Line(
            "army",
            f"{general}, army {army.code} of {names[army.clan]} in {where}: {counters(army.troops)} disperse.",
            "R23",
            army.clan,
            army.id,
            army.troops,
        )
    posts = session.execute(
        select(Garrison, Province.name)
        .join(Garrison.the_province)
        .where(Garrison.standing.is_(True))
        .order_by(Garrison.id)
    )
    for post, around in posts:
        where = places[post.place] if post.place else around
        yield Line(
            "garrison",
            f"The garrison of {names[post.clan]} in {where}: {counters(post.troops)} disperse.",
            "R23",
            post.clan,
            post.id,
            post.troops,
        )
    if due := session.scalar(select(func.sum(Recovery.counters)).where(Recovery.done.is_(False))):
        yield Line("lapsed", f"{counters(due)} lost in autumn do not come back.", "R8", value=due)
    raised = session.scalar(select(func.count(Province.id)).where(Province.raised > 0)) or 0
    towns = session.scalar(select(func.count(Place.id)).where(Place.raised > 0)) or 0
    who = [counted(many, one) for many, one in ((raised, "province"), (towns, "place")) if many]
    if who:
        yield Line(
            "levy",
            f"{' and '.join(who)} {'has' if raised + towns == 1 else 'have'} raised troops this year and may "
            "do so anew.",
            "R23",
            value=raised + towns,
        )


def growing_older(session: Session) -> Iterator[Line]:
    """Everybody who lives, and whose age is known, is one year older, at the Emperor's court too (R20)."""
    clans, court = (
        select(func.count(model.id)).where(model.alive.is_(True), model.age.is_not(None)).scalar_subquery()
        for model in (Character, Courtier)
    )
    people = session.scalar(select(clans + court)) or 0
    yield Line("older", f"Everybody is one year older: {people} persons.", "R20", value=people)


def works_ready(session: Session) -> Iterator[Line]:
    """Works ordered in an earlier winter are ready, but for a fortress whose castle is none any more (R24). ``value``
    is what a building cost that stands from now on."""
    year = Game.only(session).year + 1
    rows = session.execute(built().where(Work.state == "ordered", Work.ordered < year).order_by(Work.line))
    castles: set[tuple[str, str | None]] = set()
    for work, where, holder in rows:
        key = (work.province, work.place)
        if work.kind == "building":
            yield Line("work", f"{work.name} in {where} is finished.", "R25", holder, work.id, work.points)
        elif work.kind == "fortress" and ground_at(session, *key).castle == "none" and key not in castles:
            yield Line("work", f"The fortress of {where} waits: its castle stands abandoned.", "R24", holder, work.id)
        else:
            castles.add(key)
            yield Line("work", f"The {work.kind} of {where} is finished.", "R24", holder, work.id)


# --- Savings and income -----------------------------------------------------------------------------------


def savings(session: Session, scenario: Scenario) -> dict[str, economy.Savings]:
    """What every clan may keep of what it has, if the year ended now (R22)."""
    year = Game.only(session).year
    opening, got = opening_cash(session, year), incomes(session, year)
    return {
        clan: economy.savings(rice, cash, opening[clan], got[clan], scenario.tables.economy)
        for clan, (rice, cash) in balances(session).items()
    }


def kept(session: Session, scenario: Scenario, names: dict[str, str]) -> Iterator[Line]:
    """What each clan keeps, in cash, and what its followers use up; before the new income (R22)."""
    found = savings(session, scenario)
    for clan, name in names.items():
        one = found[clan]
        if one.unspent:
            parts = [f"opening {one.opening}"] + [
                f"{percent}% of {whole} {KIND[kind]} {part}"
                for kind, (whole, percent, part) in one.parts.items()
                if whole
            ]
            used = f", {counted(one.consumed, 'is used', 'are used')} by its followers" if one.consumed else ""
            yield Line(
                "savings",
                f"{name} keeps {one.carried} of {one.unspent} unspent{used}. At most {one.limit}: {', '.join(parts)}.",
                "R22",
                clan,
                clan,
                one.carried,
                tuple(economy.keep(clan, one)),
            )


KIND = {"rice": "rice", "taxation": "other taxation", "mining": "mining"}


def paid(session: Session, scenario: Scenario, names: dict[str, str]) -> Iterator[Line]:
    """What each province, place, mine and right pays its holder for the year that begins (R21), clan by clan."""
    provinces = list(session.scalars(select(Province).order_by(Province.id)))
    places = list(session.scalars(select(Place).order_by(Place.id)))
    rising = risen(session)
    for one in provinces:
        if one.id in rising and one.holder:
            yield Line("income", f"{one.name} pays {names[one.holder]} nothing: rebels stand there.", "R42", one.holder)
    sources = paying(scenario, provinces, places, rising)
    taken = [source for source in sources if source.taken and source.holder and source.value]
    for source in taken:
        if not source.pays:
            why = f"half of {source.value}, rounded down, is 0"
            nothing = f"{source.name} pays {names[str(source.holder)]} nothing: {why}."
            yield Line("income", nothing, "R21", source.holder)
    moves = grouped((str(economy.owner(move.target)), move) for move in economy.winter_income(sources))
    for clan, name in names.items():
        got = moves.get(clan, [])
        if got:
            by_kind = {kind: sum(one.points for one in got if one.kind == f"income_{kind}") for kind in INCOMES}
            parts = ", ".join(f"{points} {KIND[kind]}" for kind, points in by_kind.items() if points)
            total = sum(by_kind.values())
            halved = len({source.ground for source in taken if source.holder == clan})
            half = f" {counted(halved, 'taken by force pays', 'taken by force pay')} half." if halved else ""
            yield Line("income", f"{name} gets {total}: {parts}.{half}", "R21", clan, clan, total, tuple(got))


def no_longer_taken(session: Session) -> Iterator[Line]:
    """What was taken by force pays in full from the next winter on (R21)."""
    provinces = session.scalars(select(Province).where(Province.taken.is_(True)).order_by(Province.id))
    places = session.scalars(select(Place).where(Place.taken.is_(True)).order_by(Place.id))
    for one in [*provinces, *places]:
        yield Line(
            "taken",
            f"{one.name} has paid half and pays in full from next winter on.",
            "R21",
            one.holder,
            (one.__tablename__, one.id),
        )


# --- Honour -----------------------------------------------------------------------------------------------


def awards(session: Session, scenario: Scenario, names: dict[str, str], ready: set[int]) -> Iterator[Line]:
    """Who spent most on public events in the year that ends, and who has the costliest building that stands then, among
    those that their builder still holds; equals all earn (R25). For those who see honour."""
    year = Game.only(session).year
    rows = session.execute(
        select(Transfer.payer, func.sum(Transfer.rice + Transfer.cash))
        .where(Transfer.kind == "event", Transfer.year == year, Transfer.payer.is_not(None))
        .group_by(Transfer.payer)
    )
    events = {str(clan): int(points) for clan, points in rows}
    costliest: dict[str, tuple[int, str]] = {}
    works = session.execute(
        built()
        .where(Work.kind == "building", Work.clan == HOLDER, or_(Work.state == "standing", Work.id.in_(ready)))
        .order_by(Work.line)
    )
    for work, where, holder in works:
        before = costliest.get(str(holder), (0, ""))
        costliest[str(holder)] = max(before, (work.points, f"{work.name} in {where}"))
    if EVENTS in scenario.honour:
        for clan in economy.ahead(events):
            yield Line(
                "award",
                f"{names[clan]} held the year’s most splendid public events: {counted(events[clan], 'point')}.",
                "R25",
                clan,
                EVENTS,
                events[clan],
            )
    if BUILDING in scenario.honour:
        for clan in economy.ahead({clan: points for clan, (points, _) in costliest.items()}):
            points, what = costliest[clan]
            yield Line(
                "award",
                f"{names[clan]} has the most splendid public building: {what}, {points} points.",
                "R25",
                clan,
                BUILDING,
                points,
            )
