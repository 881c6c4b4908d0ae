"""The books of a state that was typed in: what each clan has, and what of this year still counts. Whatever is booked
for that leaves everybody the points he has, by what Control grants and takes off beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlalchemy import select

from control.sengoku.books.upkeep_questions import account_of, upkeep
from control.sengoku.paper.fallback.state_lines import ClanLine, ProvinceLine
from control.sengoku.paper.fallback.state_lists_questions import EVENT, present
from control.sengoku.rows import Clan, Transfer, Treaty, Work
from control.sengoku.rules import economy
from control.sengoku.rules.economy import KINDS, treasury
from control.sengoku.rules.prices import INCOMES
from control.sengoku.safety.typed_forces_actions import remove
from control.sengoku.safety.typed_state_actions import BeginMidway
from control.sengoku.world.acting import World
from control.sengoku.world.bonds.vassals_questions import DUES, Paid, all_paid, begun, counted_for, owed_by
from control.sengoku.world.land.risings_questions import lords
from control.sengoku.world.ledger.ledger_actions import book, sources
from control.sengoku.world.ledger.ledger_questions import balance

NOTE = "As typed in, in the middle of the day"


def standing_accounts(world: World) -> dict[str, ClanLine]:
    """The accounts of all clans as they stand, as lines to be typed in."""
    rows = present(world.session, world.scenario, lists=["clans"])["clans"]
    return {row["id"]: ClanLine(**{name: row[name] for name in ClanLine.model_fields}) for row in rows}


def set_books(world: World, order: BeginMidway, anew: bool, stay: dict[str, ClanLine]) -> None:
    """The books of the year, and what every clan has by them: the difference is granted or taken by Control, so that
    the world still adds up. ``anew`` opens the books of the year once more, from what everybody holds now; where they
    were typed in before, those that are left out ``stay``."""
    lines = stay | {line.id: line for line in order.clans or []}
    paid = {move.target for move in of_year(world, "upkeep", order.year)}
    spent = Counter[str]()
    for move in of_year(world, EVENT, order.year):
        spent[str(move.payer)] += move.rice + move.cash
    dues = Counter[int]()
    for move in of_year(world, DUES, order.year):
        dues[move.treaty or 0] += move.rice + move.cash
    if anew and (lines or order.year != world.scenario.first_year):
        for opened in world.session.scalars(select(Transfer).order_by(Transfer.line)):
            world.session.delete(opened)
        world.session.flush()
        earned = [move for move in economy.winter_income(sources(world)) if economy.owner(move.target)]
        for clan in world.session.scalars(select(Clan.id).where(lords()).order_by(Clan.id)):
            book(world, year_of(world, clan, lines.get(clan), earned))
        for number in sorted(dues.keys() - {0}):
            pay_dues(world, world.session.get_one(Treaty, number), [], dues[number])
    pay_upkeep(world, order, paid)
    said = {clan: line.events for clan, line in lines.items() if line.events is not None}
    for clan, points in sorted((dict(spent) | said).items()):
        events = [move for move in of_year(world, EVENT, order.year) if move.payer == clan]
        settle(world, events, points, treasury(clan), KINDS[EVENT].account, EVENT)
    for clan, line in sorted(lines.items()):
        if line.played is not None:
            world.session.get_one(Clan, clan).played = line.played
        rice, cash = balance(world.session, clan)
        up = max(0, line.rice - rice), max(0, line.cash - cash)
        down = max(0, rice - line.rice), max(0, cash - line.cash)
        moves = [
            economy.Transfer("control", treasury(clan), "granted", *up, note=NOTE),
            economy.Transfer(treasury(clan), "control", "correction", *down, note=NOTE),
        ]
        book(world, [move for move in moves if move.points])


def of_year(world: World, kind: str, year: int) -> Sequence[Transfer]:
    """The bookings of that kind in a year."""
    those = select(Transfer).where(Transfer.kind == kind, Transfer.year == year).order_by(Transfer.line)
    return world.session.scalars(those).all()


def settle(
    world: World, now: Sequence[Transfer], points: int, source: str, target: str, kind: str, treaty: int | None = None
) -> None:
    """Have the bookings of a kind come to so many points, of which there are these ``now``; whoever pays or gets them
    has what he had."""
    more = points - sum(move.rice + move.cash for move in now)
    if more < 0:
        remove(world, now)
    moved = economy.Transfer(source, target, kind, cash=points if more < 0 else more, note=NOTE)
    granted = [
        economy.Transfer("control", account, "granted", cash=change, note=NOTE)
        if change > 0
        else economy.Transfer(account, "control", "correction", cash=-change, note=NOTE)
        for account, change in ((source, more), (target, -more))
        if economy.owner(account)
    ]
    for row in book(world, [move for move in (*granted, moved) if move.points]):
        row.treaty = treaty if row.kind == kind else None


def set_dues(world: World, bond: Treaty, points: int) -> None:
    """What is paid of this year's due, or of the next one (R33, R35), as the sheet says it. It may have been paid in an
    earlier year, and with it goes what is owed of earlier years."""
    since, paid = begun(world.session)[bond.id], all_paid(world.session)
    owed = owed_by(world.game, bond, since, paid)
    if points == owed.towards:
        return
    more = points - owed.towards + owed.behind
    back: list[Paid] = []  # as many of the last bookings as have to go
    for one in sorted(counted_for(bond, since, paid), key=lambda one: one.line, reverse=True):
        if more + sum(gone.points for gone in back) >= 0:
            break
        back.append(one)
    gone = select(Transfer).where(Transfer.line.in_([one.line for one in back])).order_by(Transfer.line)
    pay_dues(world, bond, world.session.scalars(gone).all(), more + sum(one.points for one in back))


def pay_dues(world: World, bond: Treaty, now: Sequence[Transfer], points: int) -> None:
    """Have these bookings of what a bond asks come to so many points."""
    settle(world, now, points, treasury(bond.other), treasury(bond.one), DUES, bond.id)


def year_of(
    world: World, clan: str, line: ClanLine | None, earned: list[economy.Transfer]
) -> Iterable[economy.Transfer]:
    """The bookings of a clan's year so far: what it began with, and its income (R21), as typed or as reckoned."""
    opening = line.opening if line else None
    if opening is None:  # a treasury is what the scenario's first year began with
        opening = world.scenario.clans[clan].treasury if world.game.year == world.scenario.first_year else 0
    if opening:
        yield economy.Transfer("opening", treasury(clan), "opening", cash=opening, note=NOTE)
    for kind in INCOMES:
        typed = getattr(line, "rice_income" if kind == "rice" else kind) if line else None
        if typed is None:
            yield from (move for move in earned if economy.owner(move.target) == clan and move.kind == f"income_{kind}")
        elif typed:
            rice, cash = (typed, 0) if kind == "rice" else (0, typed)
            yield economy.Transfer("opening", treasury(clan), f"income_{kind}", rice, cash, note=NOTE)


def pay_upkeep(world: World, order: BeginMidway, paid: set[str]) -> None:
    """Book the upkeep that was paid this winter, with points that Control grants for it: what a clan has now is typed
    for itself (R24)."""
    said: list[tuple[str, ProvinceLine]] = [("province", line) for line in order.provinces or []]
    typed = {f"upkeep:{kind}:{line.id}" for kind, line in said if line.upkeep}
    typed |= {f"upkeep:place:{row.id}" for row in order.places or [] if row.upkeep}
    built = {(work.province, work.place, work.name): work.id for work in world.session.scalars(select(Work))}
    typed |= {
        f"upkeep:building:{built[work.province, work.place or None, work.name]}"
        for work in order.works or []
        if work.upkeep
    }
    for one in upkeep(world.session, world.scenario):
        account = account_of(one.line)
        if not one.paid and account in typed | paid:
            line = one.line
            book(
                world,
                [
                    economy.Transfer("control", treasury(line.clan), "granted", cash=line.points, note=NOTE),
                    economy.Transfer(
                        treasury(line.clan), account, "upkeep", cash=line.points, province=line.province, note=NOTE
                    ),
                ],
            )
