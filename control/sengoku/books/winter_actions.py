"""Winter between its two gates: the upkeep of castles, fortresses and buildings (handbook 5; R24, D12).

It is due once the new income is in, and each clan decides work by work; what nobody has paid for when winter is closed
is abandoned then. The onset of winter itself is a gate (sengoku/season/seasons_actions.py).
"""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.grouping import grouped
from control.kernel.journal.audience import audience
from control.kernel.typed import Order, number, several, text
from control.kernel.wording import counted
from control.sengoku.books.upkeep_questions import Upkeep, account_of, points, upkeep
from control.sengoku.books.works_actions import abandon as give_up
from control.sengoku.books.works_actions import stands_still
from control.sengoku.books.works_questions import UpkeepLine
from control.sengoku.rows import Clan
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.ledger.ledger_actions import keeps_books, pay, too_little
from control.sengoku.world.ledger.ledger_questions import balance, balances
from control.sengoku.world.minding_questions import clans_minded
from control.sengoku.world.telling.notices_actions import tell

Winter = number(1, 9999, "a year") | None
"""The year whose winter a page shows: what is tapped there is meant for no other."""


class PayUpkeep(Forcible):
    """The upkeep of one work that a clan pays this winter, or only in that of a ``year``: ``province:kai`` is the
    castle there, ``place:edo`` that of a city or temple, ``building:3`` a public building by its number."""

    clan: text("a clan", 1)
    work: text("a work", 1)
    year: Winter = None


@action("upkeep.pay", title="Pay upkeep", order=PayUpkeep, desks=SEES_BOOKS)
def pay_one(world: World, order: PayUpkeep) -> str:
    """Pay this winter's upkeep of a castle, fortress or public building (R24)."""
    meant_for_now(world, order.year)
    clan = keeper(world, order.clan)
    one = due(world, clan, order.work)
    book_upkeep(world, clan, one, "work")
    return f"{clan.name} paid the upkeep of {named(one.line)}: {counted(one.line.points, 'point')} (R24)."


class PayAllUpkeep(Forcible):
    """A clan that pays all the upkeep that is still due this winter; without one, every clan of this desk that has the
    points for all of its own. A page sends the ``clans`` that it shows as owing any, and the ``year`` whose winter it
    shows: nobody else pays unseen, and nobody for another winter."""

    clan: text("a clan") = ""
    clans: several("a clan") | None = None
    year: Winter = None


@action("upkeep.pay_all", title="Pay all upkeep", order=PayAllUpkeep, desks=SEES_BOOKS)
def pay_all(world: World, order: PayAllUpkeep) -> str:
    """Pay all the upkeep of a clan that is due this winter, or none of it if the points are not there (R24)."""
    meant_for_now(world, order.year)
    if not order.clan:
        return pay_for_all(world, order.clans)
    clan = keeper(world, order.clan)
    found = [one for one in upkeep(world.session, world.scenario, clan.id) if not one.paid]
    if not found:
        raise ChangedElsewhere(f"{clan.name} has no upkeep left to pay this winter.", field="clan")
    total = points(one.line for one in found)
    has = sum(balance(world.session, clan.id))
    if total > has:
        world.forbid(too_little(world, clan, total, has, "Give a work up"), field="clan", ruling="R27")
    for one in found:
        book_upkeep(world, clan, one, "clan")
    return f"{clan.name} paid the upkeep of {counted(len(found), 'work')}: {counted(total, 'point')} (R24)."


def pay_for_all(world: World, shown: list[str] | None) -> str:
    """Pay the upkeep of every clan of this desk that has the points for all of it; the others decide for themselves. Of
    those ``shown``, if a page showed them."""
    in_winter(world)
    for key in shown or ():
        world.get(Clan, key, "clans")
    world.seen_by = audience(world.umpire.desk)
    unpaid = [one for one in upkeep(world.session, world.scenario) if not one.paid]
    due = grouped((one.line.clan, one) for one in unpaid if shown is None or one.line.clan in shown)
    has, paid, short = balances(world.session), 0, 0
    for clan in world.session.scalars(
        select(Clan).where(clans_minded(world.umpire.desk), Clan.id.in_(due)).order_by(Clan.id)
    ).all():
        if points(one.line for one in due[clan.id]) > sum(has[clan.id]):
            short += 1
            continue
        for one in due[clan.id]:
            book_upkeep(world, clan, one, "clan")
            paid += 1
    if not paid:
        raise OrderNotAllowed("No clan of this desk has upkeep left that it can pay in full.", field="clan")
    left = f" {counted(short, 'clan has', 'clans have')} too little and must decide." if short else ""
    return f"The upkeep of {counted(paid, 'work')} was paid (R24).{left}"


class AbandonWork(Order):
    """A work of a clan that is given up this winter, or only in that of a ``year``; named as for its upkeep."""

    clan: text("a clan", 1)
    work: text("a work", 1)
    year: Winter = None


@action("upkeep.abandon", title="Abandon a work", order=AbandonWork, desks=SEES_BOOKS)
def abandon(world: World, order: AbandonWork) -> str:
    """Give up a castle, fortress or public building instead of paying for it (R24)."""
    meant_for_now(world, order.year)
    clan = keeper(world, order.clan)
    one = due(world, clan, order.work)
    give_up(world, one.line)
    waits = stands_still(world, one.line)
    if waits:
        tell(world, "abandoned", f"{clan.name} gave up {named(one.line)}.{waits}", None, [clan.id], only=True)
    return f"{clan.name} gave up {named(one.line)} and pays no upkeep for it (R24).{waits}"


def keeper(world: World, key: str) -> Clan:
    """A clan that decides on its works, now that it is winter. Raises an OrderError for another desk or season."""
    clan = world.get(Clan, key, "clan")
    keeps_books(world, clan)
    in_winter(world)
    return clan


def meant_for_now(world: World, year: int | None) -> None:
    """Refuse what was meant for the winter of another year: it waited in a page that was opened then."""
    if year not in (None, world.game.year):
        raise ChangedElsewhere(
            f"The winter of {year} is over, and what was not paid in it is abandoned. Look at what is due now.",
            field="clan",
        )


def in_winter(world: World) -> None:
    """Refuse in any other season."""
    if world.game.season != "winter":
        raise OrderNotAllowed(
            f"It is {world.game.season}: upkeep is paid in winter, when the new income is in (R24).",
            field="clan",
            ruling="R24",
        )


def due(world: World, clan: Clan, key: str) -> Upkeep:
    """A work of a clan that has upkeep due. Raises an OrderError for another's, an unknown or a paid one."""
    found = {one.key: one for one in upkeep(world.session, world.scenario, clan.id)}
    if key not in found:
        raise OrderNotUnderstood(
            f'{clan.name} has no work "{key}" with upkeep this winter.{did_you_mean(key, found)}', field="work"
        )
    if found[key].paid:
        raise ChangedElsewhere(f"The upkeep of {named(found[key].line)} is paid already.", field="work")
    return found[key]


def book_upkeep(world: World, clan: Clan, one: Upkeep, field: str) -> None:
    """Move the points to the account by which it is known what was paid."""
    line = one.line
    pay(
        world,
        clan,
        line.points,
        "upkeep",
        to=account_of(line),
        province=line.province,
        note=f"{line.what} in {line.where}" if line.work else f"{line.what} of {line.where}",
        field=field,
        instead="Give the work up",
    )


def named(line: UpkeepLine) -> str:
    """A work in a sentence."""
    return f"{line.what} in {line.where}" if line.work else f"the {line.kind} of {line.where}"
