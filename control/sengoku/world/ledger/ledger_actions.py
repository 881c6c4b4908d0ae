"""Booking: the one way by which points move (handbook 5; R26, R27). Every other chapter pays through here."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from control.kernel.errors import NotThisDesk, OrderNotAllowed
from control.kernel.journal.audience import audience
from control.kernel.wording import counted
from control.sengoku.rows import Clan, Place, Province, Transfer
from control.sengoku.rules import economy
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.rules.economy import KINDS, treasury
from control.sengoku.world.acting import World
from control.sengoku.world.land.risings_questions import REBELS, risen
from control.sengoku.world.ledger.ledger_questions import balance, paying
from control.sengoku.world.minding_questions import desk_of, minds


def book(world: World, moves: Iterable[economy.Transfer]) -> list[Transfer]:
    """Write bookings down; whether the points are there has been asked before (`pay`)."""
    rows = [
        world.new(
            Transfer,
            number=world.game.seasons,
            payer=economy.owner(move.source),
            payee=economy.owner(move.target),
            **vars(move),
        )
        for move in moves
    ]
    world.session.flush()
    return rows


def pay(
    world: World,
    clan: Clan,
    points: int,
    kind: str,
    *,
    to: str = "",
    province: str | None = None,
    note: str = "",
    field: str = "points",
    instead: str = "",
) -> Transfer:
    """Pay points out of a clan's treasury, to the account ``to`` or to that of the kind; rice and cash by R26.

    Raises OrderNotAllowed at ``field`` if they are not there (R27), which says what may be done ``instead``. Game
    Control may force it: then what is missing is granted by Control, and the books say so.
    """
    rice, cash = balance(world.session, clan.id)
    missing = points - rice - cash
    if missing > 0:
        world.forbid(too_little(world, clan, points, rice + cash, instead), field=field, ruling="R27")
        book(
            world,
            [
                economy.Transfer(
                    KINDS["granted"].account,
                    treasury(clan.id),
                    "granted",
                    cash=missing,
                )
            ],
        )
        cash += missing
    paid_rice, paid_cash = economy.split(points, rice, cash, world.options.spend_first)
    (row,) = book(
        world,
        [economy.Transfer(treasury(clan.id), to or KINDS[kind].account, kind, paid_rice, paid_cash, province, note)],
    )
    return row


def too_little(world: World, clan: Clan, points: int, has: int, instead: str = "") -> str:
    """Why a clan cannot pay, and what it may do ``instead`` of spending less; a desk that does not keep its books is
    not told what it has."""
    if world.umpire.desk not in SEES_BOOKS or not minds(world.umpire.desk, clan):
        return f"{clan.name} cannot pay {counted(points, 'point')}. Ask its Controller."
    said = f"{clan.name} has {counted(has, 'point')}, and this costs {points} (R27)."
    if not (instead or has):
        return f"{said} Ask Game Control to force it."
    return f"{said} {instead or f'Spend {has} or less'}, or ask Game Control to force it."


def has_books(clan: Clan, field: str) -> None:
    """Refuse for rebels."""
    if clan.kind == REBELS:
        raise OrderNotAllowed(
            "Rebels have no treasury, so nothing is booked for them. Name a clan (R42).", field=field, ruling="R42"
        )


def keeps_books(world: World, clan: Clan, field: str = "clan") -> None:
    """Refuse a desk that does not mind this clan, and let only those read the entry who may see its books."""
    has_books(clan, field)
    if not minds(world.umpire.desk, clan):
        raise NotThisDesk(f"The books of {clan.name} are kept at another desk.", field=field)
    world.seen_by = audience(desk_of(clan))


def sources(world: World) -> list[economy.Source]:
    """Everything that pays at the onset of winter, with who holds it now (R21)."""
    provinces = list(world.session.scalars(select(Province).order_by(Province.id)))
    places = list(world.session.scalars(select(Place).order_by(Place.id)))
    return paying(world.scenario, provinces, places, risen(world.session))
