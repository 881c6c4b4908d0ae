"""Rebels: a force without a lord, hostile to the holder of its province alone (R42). They are a garrison of the one
clan that is nobody's: it holds no land, has no people and no books, and is there as soon as rebels are raised."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from control.kernel.database.reading import asked_once
from control.sengoku.rows import Clan, Garrison

REBELS = "rebels"
"""The id and the kind of that clan."""


def post_in_words(clan: str | None, where: str) -> str:
    """A force without a general, as one calls it: of rebels it is nobody's garrison, and may fight one of the same
    province."""
    return f"rebel force in {where}" if clan == REBELS else f"garrison of {where}"


def lord(clan: str | None) -> str | None:
    """Who holds land, or keeps a hostage, as all are told: rebels do not, whatever an old game says of them (R42)."""
    return None if clan == REBELS else clan


def of_rebels() -> ColumnElement[bool]:
    """The garrisons that are rebels who stand, as a condition."""
    return (Garrison.clan == REBELS) & Garrison.standing.is_(True) & (Garrison.troops > 0)


def lords() -> ColumnElement[bool]:
    """The clans that have a lord, as a condition: all but the rebels."""
    return Clan.kind != REBELS


@asked_once
def risen(session: Session) -> set[str]:
    """The provinces in which rebels stand."""
    return set(session.scalars(select(Garrison.province).where(of_rebels(), Garrison.place.is_(None))))
