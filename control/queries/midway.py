"""The present state as lists that a person can fill in: what a day is taken up again from."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.models import Army, Character, Clan, Game, Garrison, Honour, Place, Province, Treaty
from control.queries.ledger import balances, incomes, opening_cash

LISTS: dict[str, tuple[str, ...]] = {
    "game": ("year", "season"),
    "provinces": ("id", "name", "holder", "castle", "raised", "taken"),
    "places": ("id", "name", "holder"),
    "clans": ("id", "name", "rice", "cash", "opening", "rice_income", "taxation", "mining"),
    "characters": ("id", "name", "experience", "age", "alive", "wounded", "held_by"),
    "armies": ("general", "province", "troops"),
    "garrisons": ("clan", "province", "troops"),
    "honour": ("clan", "points"),
    "treaties": ("kind", "one", "other"),
}
"""The lists and their columns. ``name`` is there for whoever reads them."""


def present(session: Session) -> dict[str, list[dict[str, Any]]]:
    """Every list as it is now; honour and books are in them, so they are for Game Control alone."""
    game = session.get_one(Game, 1)
    found: dict[str, list[dict[str, Any]]] = {"game": [{"year": game.year, "season": game.season}]}
    for name, model in (("provinces", Province), ("places", Place), ("characters", Character)):
        rows = session.scalars(select(model).order_by(model.id))
        found[name] = [{column: getattr(row, column) for column in LISTS[name]} for row in rows]
    found["clans"] = clans(session, game.year)
    armies = session.scalars(select(Army).filter_by(standing=True).order_by(Army.id))
    found["armies"] = [{column: getattr(row, column) for column in LISTS["armies"]} for row in armies]
    posts = session.scalars(
        select(Garrison).where(Garrison.standing.is_(True), Garrison.troops > 0).order_by(Garrison.id)
    )
    found["garrisons"] = [{column: getattr(row, column) for column in LISTS["garrisons"]} for row in posts]
    points = session.execute(
        select(Honour.clan, func.sum(Honour.points)).group_by(Honour.clan).order_by(Honour.clan)
    )
    found["honour"] = [{"clan": clan, "points": int(total)} for clan, total in points]
    treaties = session.scalars(select(Treaty).filter_by(ended=False).order_by(Treaty.id))
    found["treaties"] = [{column: getattr(row, column) for column in LISTS["treaties"]} for row in treaties]
    return {name: found[name] for name in LISTS}


def clans(session: Session, year: int) -> list[dict[str, Any]]:
    """What every clan has, what it began the year with, and its income of the year: savings rest on them (R22)."""
    has, opening, earned = balances(session), opening_cash(session, year), incomes(session, year)
    found = []
    for clan in session.scalars(select(Clan).order_by(Clan.id)):
        income = earned[clan.id]
        found.append({
            "id": clan.id, "name": clan.name, "rice": has[clan.id][0], "cash": has[clan.id][1],
            "opening": opening[clan.id], "rice_income": income["rice"],
            "taxation": income["taxation"], "mining": income["mining"],
        })
    return found
